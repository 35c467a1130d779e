"""Diagnostics as SARIF 2.1.0: the form in which editors and code hosts take them.

One run of one tool; its rules are the codes that occur.  Columns count characters (`columnKind`).
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias
from urllib.parse import quote

from cubedsl.dsl.codes import Code, Severity, program
from cubedsl.dsl.diagnostic import Diagnostic, Fix, Label
from cubedsl.dsl.source import Source, Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.HINT: "note"}

Data: TypeAlias = dict[str, object]


def sarif(diagnostics: Sequence[Diagnostic], version: str) -> Data:
    """Return the log of one run."""
    codes = sorted({found.code.id: found.code for found in diagnostics}.items())
    places = {id: place for place, (id, _) in enumerate(codes)}
    driver = {"name": "cubedsl", "version": version, "rules": [_rule(code) for _, code in codes]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(found, places[found.code.id]) for found in diagnostics],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: Code) -> Data:
    parts = [(side, program(code.id, side)) for side in ("wrong", "right")]
    programs = "".join(f"\n\n{side.capitalize()}:\n\n{text}" for side, text in parts if text)
    fenced = "".join(f"\n\n{side.capitalize()}:\n\n```\n{text}```" for side, text in parts if text)
    return {
        "id": code.id,
        "shortDescription": {"text": code.title},
        "fullDescription": {"text": code.explanation},
        "help": {"text": code.explanation + programs, "markdown": code.explanation + fenced},
        "defaultConfiguration": {"level": LEVELS[code.severity]},
    }


def _result(found: Diagnostic, rule: int) -> Data:
    text = found.message if found.help is None else f"{found.message} ({found.help})"
    message: Data = {"text": text}
    if found.picture is not None:
        message = {
            "text": f"{text}\n\n{found.picture}",
            "markdown": f"{text}\n\n```\n{found.picture}\n```",
        }
    result: Data = {
        "ruleId": found.code.id,
        "ruleIndex": rule,
        "level": LEVELS[found.severity],
        "message": message,
        "locations": [_location(found.primary)],
    }
    if found.related:
        related = enumerate(found.related, start=1)
        result["relatedLocations"] = [{"id": id, **_location(label)} for id, label in related]
    if found.fix is not None:
        result["fixes"] = [_fix(found.fix)]
    return result


# ------------------------------------------------------------------ places


def _location(label: Label) -> Data:
    place: Data = {"artifactLocation": _artifact(label.span.source)}
    if label.span.source.text:
        place["region"] = _region(label.span)
    said = {"message": {"text": label.text}} if label.text else {}
    return {"physicalLocation": place, **said}


def _artifact(source: Source) -> Data:
    path = Path(source.name)
    return {"uri": path.as_uri() if path.is_absolute() else quote(path.as_posix())}


def _region(span: Span) -> Data:
    line, column = span.position
    end_line, end_column = span.source.position(span.end)
    return {
        "startLine": line,
        "startColumn": column,
        "endLine": end_line,
        "endColumn": end_column,
    }


def _fix(fix: Fix) -> Data:
    replacement = {
        "deletedRegion": _region(fix.span),
        "insertedContent": {"text": fix.text},
    }
    change = {
        "artifactLocation": _artifact(fix.span.source),
        "replacements": [replacement],
    }
    return {"description": {"text": f"write `{fix.text}`"}, "artifactChanges": [change]}
