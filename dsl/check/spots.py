"""Spaces that are named in a text must be on a map, or on the path."""

from collections.abc import Iterable, Iterator

from cubedsl.dsl.codes import names
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model import scenes
from cubedsl.dsl.model.parts import Part
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.things import Board
from cubedsl.dsl.model.types import Number
from cubedsl.dsl.model.walk import walk
from cubedsl.dsl.source import Span
from cubedsl.dsl.suggest import did_you_mean, fold


def check(ruleset: Ruleset, parts: tuple[Part, ...], out: Diagnostics) -> None:
    """Report letters, places and stops that are nowhere."""
    for part in parts:
        _look(ruleset, part.nodes, ruleset.boards, out)
    for scenario in ruleset.scenarios:
        boards = ruleset.boards
        if scenario.board is not None:
            boards = {scenario.board: boards[scenario.board]}
        for value in _values(scenario):
            _look(ruleset, walk(value), boards, out)


def _values(scenario: scenes.Scenario) -> Iterator[core.Expr]:
    for given in scenario.given:
        match given:
            case scenes.GiveToken(space=value) | scenes.GiveCell(value=value):
                yield value
    for line in scenario.lines:
        match line:
            case scenes.Then(condition=condition):
                yield condition
            case scenes.Chooses(wanted=wanted) | scenes.MayNotChoose(wanted=wanted):
                for one in wanted:
                    yield from (test.value for test in one.tests)


def _look(
    ruleset: Ruleset, nodes: Iterable[object], boards: dict[str, Board], out: Diagnostics
) -> None:
    for node in nodes:
        match node:
            case core.StopAt(path=name, number=core.Literal(int(number), Number())):
                stops = [space.step for space in ruleset.paths[name].spaces]
                if number not in stops:
                    message = (
                        f"`{name}` has no stop {number}: it goes from {stops[0]} to {stops[-1]}"
                    )
                    _wrong(out, node.span, message)
            case core.SpaceNamed(key=key) if boards:
                found = [space for one in boards.values() for space in one.spaces]
                titles = {fold(space.title): space.title for space in found}
                if not any(space.key == key for space in found) and key not in titles:
                    how = "drawn with" if len(key) == 1 else "called"
                    help = did_you_mean(key, titles.values())
                    _wrong(out, node.span, f'no space is {how} "{key}"', help)
            case core.SpaceAt(
                row=core.Literal(int(row), Number()), column=core.Literal(int(at), Number())
            ):
                cell = row - 1, at - 1
                if boards and not any(
                    cell in space.cells for one in boards.values() for space in one.spaces
                ):
                    _wrong(out, node.span, f"no map has a space {at} in row {row}")


def _wrong(out: Diagnostics, span: Span, message: str, help: str | None = None) -> None:
    out.add(names.UNKNOWN_SPACE, span, message, help=help)
