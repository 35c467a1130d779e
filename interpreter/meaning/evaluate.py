"""The value of expressions: all meanings are in the table once this module is imported."""

from cubedsl.interpreter.meaning import evaluate_tests, evaluate_things, evaluate_values
from cubedsl.interpreter.meaning.scope import MEANINGS, Scope, evaluate

PARTS = (evaluate_values, evaluate_tests, evaluate_things)

__all__ = ["MEANINGS", "PARTS", "Scope", "evaluate"]
