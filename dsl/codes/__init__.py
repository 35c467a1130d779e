"""The registry of diagnostic codes: one module a chapter, one constant a code."""

from cubedsl.dsl.codes.code import Code, Severity

__all__ = ["Code", "Severity"]
