"""The value of expressions: all meanings are in the table once this module is imported."""

from cubedsl.interpreter.meaning import (
    evaluate_tests,
    evaluate_things,
    evaluate_values,
    likeness,
)
from cubedsl.interpreter.meaning.scope import MEANINGS, Scope, evaluate

PARTS = (evaluate_values, evaluate_tests, evaluate_things, likeness)

__all__ = ["MEANINGS", "PARTS", "Scope", "evaluate"]
