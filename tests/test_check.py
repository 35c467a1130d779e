"""Wrong programs get the diagnostics written on their lines, no more and no fewer."""

import pytest

from corpus import FOLDER, BadProgram, bad_programs, found
from cubedsl import rulesets
from cubedsl.dsl.check import check
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.loading import load

PROGRAMS = bad_programs("check")


def problems(program: BadProgram) -> Diagnostics:
    out = Diagnostics()
    loaded = load(str(program.path), rulesets, out)
    if loaded is not None:
        assert (check(loaded, out) is None) == out.has_errors
    return out


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.path.stem)
def test_every_mistake_is_found_on_its_line(program: BadProgram) -> None:
    out = problems(program)
    here = [one for one in out.all if one.primary.span.source.name == str(program.path)]
    assert found(here) == program.expected
    assert len(here) == len(out.all)


def test_files_must_not_come_back_to_themselves() -> None:
    out = Diagnostics()
    load(str(FOLDER / "files" / "round.cube"), rulesets, out)
    (only,) = out.all
    assert (only.code.id, only.primary.span.source.name.endswith("round_again.cube")) == (
        "CB0011",
        True,
    )


def test_the_corpus_is_large() -> None:
    assert sum(len(program.expected) for program in PROGRAMS) >= 150
    assert (FOLDER / "check" / "base.cube").exists()


def test_messages_never_name_tokens_or_classes() -> None:
    for program in PROGRAMS:
        for one in problems(program).all:
            text = f"{one.message} {one.help or ''}"
            assert not any(word in text for word in ("Things(", "Noun(", "_NL", "NoneType"))
            assert one.message == one.message.strip() and not one.message.endswith(".")
