"""The one layout, rule by rule."""

from pathlib import Path

import pytest

from cubedsl.dsl import format
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.format import LayoutError, layout
from cubedsl.dsl.source import Source
from library import ROOT

IDENTITY = ROOT / "tests" / "identity.cube"
FOLDERS = ("rulesets", "examples", "tests/games", "tests/constructs")
SHIPPED = sorted(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.cube"))

RULES = {
    "spaces": ("die  red{faces a,b}\n", "die red { faces a, b }\n"),
    "indentation": ("game {\n      a\n b\n}\n", "game {\n  a\n  b\n}\n"),
    "one statement a line": ("game { a; b\n c;d }", "game {\n  a\n  b\n  c\n  d\n}\n"),
    "blocks on one line stay": ("game {a;b;}", "game { a; b }\n"),
    "nothing in braces": ("game {\n\n}", "game { }\n"),
    "braces": (
        "game\n{\n if a\n {\n b\n }\n else\n {\n c\n }\n}\n",
        "game {\n  if a {\n    b\n  } else {\n    c\n  }\n}\n",
    ),
    "functions, and what is no function": (
        "rule a = max ( b, count( c ) )*(d)\ngame { score(a); heal (2); put d on(a) }",
        "rule a = max(b, count(c)) * (d)\ngame { score (a); heal (2); put d on (a) }\n",
    ),
    "signs": (
        "rule a = - b-c - -d+(-e)/2 rounded down\ncard x { copies a - 1,-2; b -1 }",
        "rule a = -b - c - -d + (-e) / 2 rounded down\ncard x { copies a -1, -2; b -1 }\n",
    ),
    "nouns": (
        "piece die / dice in cup\nrule a = b/c rounded up",
        "piece die/dice in cup\nrule a = b / c rounded up\n",
    ),
    "blank lines": (
        "\n\n\nevent a\n\n\n\nevent b\ngame {\n\n  a\n\n\n  b\n\n}\n\n\n",
        "event a\n\nevent b\ngame {\n  a\n\n  b\n}\n",
    ),
    "line ends of the author": (
        'rule a = b or\n      c or d\nrule a = max(b,\nc,d)\nset "S" {\n"A",\n   "B", "C" }\n',
        'rule a = b or\n  c or d\nrule a = max(b,\n  c, d)\nset "S" {\n  "A",\n  "B", "C"\n}\n',
    ),
    "no line end behind or before a parenthesis": (
        "rule a = max(\n b,\n c\n )\n",
        "rule a = max(b,\n  c)\n",
    ),
    "comments": (
        "#a \ngame{#b\n#c\na#d\n\n#e\n}#f\n#g",
        f"#a\n{'game {':49}#b\n  #c\n{'  a':49}#d\n\n  #e\n{'}':49}#f\n#g\n",
    ),
    "comments move together": (
        f"event {'a' * 44}#b\nevent a#c\n\nevent a#d",
        f"event {'a' * 44}  #b\n{'event a':52}#c\n\n{'event a':49}#d\n",
    ),
    "comments move together if there is room": (
        f"event {'a' * 44}#b\nevent a#{'c' * 48}",
        f"event {'a' * 44}  #b\n{'event a':49}#{'c' * 48}\n",
    ),
    "tables": (
        "die red x10 { faces a }\ndie blue x2 { faces b, c }\ndie green { faces a }",
        "die red  x10 { faces a }\ndie blue x2  { faces b, c }\ndie green { faces a }\n",
    ),
    "tables of like statements": (
        'box a "A" x1 { size 1; cost 10 }\nbox b "BB" x1 { size 10; cost 1 }',
        'box a "A"  x1 { size 1;  cost 10 }\nbox b "BB" x1 { size 10; cost 1 }\n',
    ),
    "characters of two columns": (
        "die 竹 x1 { faces a }\ndie red x1 { faces a }",
        "die 竹  x1 { faces a }\ndie red x1 { faces a }\n",
    ),
    "stops": (
        "path p {\n1 : a 1\n10:a 2\n11\n}",
        "path p {\n  1:  a 1\n  10: a 2\n  11\n}\n",
    ),
    "maps": (
        'track "X" hex {legend {. open\n2 gain{a;b}\nF end to S}\nmap   """\n . .\n. \n """}',
        'track "X" hex {\n  legend {\n    .  open\n    2  gain { a; b }\n    F  end to S\n  }\n'
        '  map """\n . .\n. \n """\n}\n',
    ),
    "numbers as they are written": ("path p { 00; 007 }", "path p { 00; 007 }\n"),
    "an empty text": ("", ""),
    "nothing but white space": (" \n\n ", ""),
    "nothing but a comment": ("\n  # a", "# a\n"),
}

LONG = {
    "blocks are opened": (
        f"game {{ if {'a' * 70} {{ b; c }} else {{ d }} }}",
        f"game {{\n  if {'a' * 70} {{ b; c }} else {{ d }}\n}}\n",
    ),
    "one block after the other": (
        f"game {{ if {'a' * 90} {{ b; c }} else {{ d }} }}",
        f"game {{\n  if {'a' * 90} {{\n    b\n    c\n  }} else {{\n    d\n  }}\n}}\n",
    ),
    "lists": (
        f"event {', '.join(['a' * 20] * 6)}",
        f"event {', '.join(['a' * 20] * 4)},\n  {', '.join(['a' * 20] * 2)}\n",
    ),
    "titles": (
        f'set "S" {{ "{"a" * 60}", "{"b" * 60}" }}',
        f'set "S" {{\n  "{"a" * 60}",\n  "{"b" * 60}"\n}}\n',
    ),
    "conditions": (
        f"rule a = {'a' * 40} and {'b' * 40} or c and d",
        f"rule a = {'a' * 40} and {'b' * 40} or\n  c and d\n",
    ),
    "outside parentheses, if possible": (
        f"rule a = {'a' * 50} and (b or {'c' * 40} or d)",
        f"rule a = {'a' * 50} and\n  (b or {'c' * 40} or d)\n",
    ),
    "a head is set off from its body": (
        f"game {{\n while {'a' * 60} and {'b' * 40} {{\n c\n }}\n}}",
        f"game {{\n  while {'a' * 60} and\n      {'b' * 40} {{\n    c\n  }}\n}}\n",
    ),
    "a statement has its own margin": (
        f"game {{\n if {'a' * 90}: may {{\n c\n }}\n}}",
        f"game {{\n  if {'a' * 90}:\n    may {{\n      c\n    }}\n}}\n",
    ),
    "bad line ends of the author go": (
        f"event {'a' * 80},\n b, {'c' * 60}, {'d' * 60}",
        f"event {'a' * 80}, b,\n  {'c' * 60},\n  {'d' * 60}\n",
    ),
    "what cannot be broken is long": (f"event {'a' * 120}, b", f"event {'a' * 120},\n  b\n"),
    "tables that get too long are none": (
        f"die a x1 {{ faces {'a' * 80} }}\ndie {'b' * 20} x1 {{ faces b }}",
        f"die a x1 {{ faces {'a' * 80} }}\ndie {'b' * 20} x1 {{ faces b }}\n",
    ),
    "no new line in a legend": (
        f'track "X" hex {{\n legend {{\n . open {"a" * 60} 1, {"b" * 60} 2, c 3\n }}\n}}',
        f'track "X" hex {{\n  legend {{\n    .  open {"a" * 60} 1, {"b" * 60} 2, c 3\n  }}\n}}\n',
    ),
}


def written(text: str) -> str:
    """A text in the one layout; it must have no mistakes."""
    out = Diagnostics()
    new = layout(Source("a.cube", text), out)
    assert new is not None, [one.message for one in out.all]
    return new


@pytest.mark.parametrize("rule", [*RULES, *LONG])
def test_rules(rule: str) -> None:
    before, after = (RULES | LONG)[rule]
    assert written(before) == after
    assert written(after) == after


def test_the_one_layout_stays() -> None:
    text = IDENTITY.read_text("utf-8")
    assert written(text) == text
    assert max(len(line) for line in text.split("\n")) <= 100


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: str(file.relative_to(ROOT)))
def test_shipped_files_are_in_the_one_layout(file: Path) -> None:
    text = file.read_text("utf-8")
    assert written(text) == text, f"`cubedsl fmt {file.relative_to(ROOT)}` mends it"


def test_a_text_with_mistakes_is_refused() -> None:
    out = Diagnostics()
    assert layout(Source("a.cube", "game { a"), out) is None
    assert [one.code.id for one in out.all] == ["CB0102"]


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ("event a, c  # d\n", "Name|c"),
        ("event a, b  # e\n", "# e|# d"),
        ("event a,\n  # d\n  b\n", "`b`"),
        ("event a\n# d\nevent b\n", "tuple|Event"),
    ],
)
def test_a_layout_that_changes_anything_is_a_fault(
    changed: str, named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(format, "_written", lambda file: changed)
    with pytest.raises(LayoutError, match=named):
        layout(Source("a.cube", "event a, b  # d\n"), Diagnostics())
