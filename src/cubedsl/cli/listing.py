"""`cubedsl list`: the shipped rulesets, or what there is inside one."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from cubedsl import pipeline
from cubedsl.cli.shared import common, output_format, ruleset, stacked, write, write_json

if TYPE_CHECKING:
    from cubedsl.dsl.model.ruleset import Ruleset
    from cubedsl.dsl.model.things import Option


@click.command("list")
@click.argument("target", metavar="[RULESET]", required=False)
@output_format
@stacked
@common
def command(target: str | None, form: str) -> None:
    """List the shipped rulesets; or the cards, sets, boards, options, … of one."""
    if target is None:
        _write_shipped(form)
        return
    contents = _contents(ruleset(target))
    if form == "json":
        write_json(contents)
    else:
        write(_text(contents))


def _write_shipped(form: str) -> None:
    names = pipeline.shipped()
    if form == "json":
        write_json({"rulesets": list(names)})
    else:
        write("\n".join(names))


def _contents(ruleset: "Ruleset") -> dict[str, object]:
    low, high = ruleset.players
    return {
        "ruleset": ruleset.name,
        "title": ruleset.title,
        "players": [low, high],
        "options": {name: _option(one) for name, one in ruleset.options.items()},
        "cards": {
            title: {"for": ruleset.kinds[card.kind].name} for title, card in ruleset.cards.items()
        },
        "sets": {
            title: {"board": one.board, "cards": list(one.cards)}
            for title, one in ruleset.sets.items()
        },
        "boards": {title: {"spaces": len(one.spaces)} for title, one in ruleset.boards.items()},
        "strategies": list(ruleset.strategies),
        "scenarios": [
            {"title": one.title, "cites": one.cites, "place": str(one.span)}
            for one in ruleset.scenarios
        ],
        "fingerprint": ruleset.fingerprint,
    }


def _option(option: "Option") -> dict[str, object]:
    from cubedsl.dsl.model.types import Number, Word

    match option.type:
        case Number():
            return {"default": option.default, "low": option.low, "high": option.high}
        case Word(words):
            return {"default": option.default, "words": list(words)}
        case _:
            return {"default": option.default}


# ------------------------------------------------------------------ text


def _text(contents: Mapping[str, object]) -> str:
    low, high = _pair(contents["players"])
    lines = [f"{contents['title']} ({contents['ruleset']}), {low} to {high} players"]
    for name in ("options", "cards", "sets", "boards", "strategies", "scenarios"):
        things = contents[name]
        if things:
            lines += ["", f"{name}:", *(f"  {line}" for line in _lines(things))]
    return "\n".join(lines) + "\n"


def _pair(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else ()


def _lines(things: object) -> list[str]:
    if isinstance(things, dict):
        return [f"{name}{_described(about)}" for name, about in things.items()]
    assert isinstance(things, list)
    return [one if isinstance(one, str) else _cited(one) for one in things]


def _described(about: Mapping[str, object]) -> str:
    match about:
        case {"default": default, "low": low, "high": high}:
            return f" = {default} ({low} to {high})"
        case {"default": default, "words": [*words]}:
            return f" = {default} ({', '.join(map(str, words))})"
        case {"default": default}:
            return f" = {'yes' if default else 'no'} (yes, no)"
        case {"for": kind}:
            return f", for {kind}"
        case {"board": board, "cards": [*cards]}:
            on = f" on {board}" if board else ""
            return f"{on}: {', '.join(map(str, cards))}"
        case {"spaces": spaces}:
            return f", {spaces} spaces"
        case _:
            return ""


def _cited(scenario: Mapping[str, object]) -> str:
    cites = scenario["cites"]
    return f"{scenario['title']}" + (f" ({cites})" if cites else "")
