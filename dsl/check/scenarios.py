"""Scenarios: seats, position, course and expectations."""

from attrs import define, field

from cubedsl.dsl import tree
from cubedsl.dsl.check import chosen, courses, things
from cubedsl.dsl.check.given import facts
from cubedsl.dsl.check.piles import piles
from cubedsl.dsl.check.scope import Frame, Name, Scope
from cubedsl.dsl.check.world import Calls
from cubedsl.dsl.codes import declarations, names, scenes
from cubedsl.dsl.model import scenes as made
from cubedsl.dsl.model.expressions import SeatOf
from cubedsl.dsl.model.things import CardSet
from cubedsl.dsl.model.types import PLAYER, Things
from cubedsl.dsl.suggest import did_you_mean, fold


@define
class Draft:
    """A scenario while its lines are read."""

    scope: Scope
    sets: dict[str, CardSet]
    seats: dict[str, int] = field(factory=dict)
    settings: dict[str, int | bool | str] = field(factory=dict)
    card_set: str | None = None
    board: str | None = None
    given: list[made.Fill | made.GiveCell | made.GiveToken] = field(factory=list)
    lines: list[made.Line] = field(factory=list)


def scenarios(scope: Scope, sets: dict[str, CardSet]) -> tuple[made.Scenario, ...]:
    """All scenarios, in order."""
    return tuple(
        _scenario(scope, one, sets)
        for one in scope.world.program.declarations
        if isinstance(one, tree.Scenario)
    )


def _scenario(outside: Scope, node: tree.Scenario, sets: dict[str, CardSet]) -> made.Scenario:
    calls = Calls(node.title.value, node.span)
    scope = Scope(outside.world, outside.reader, calls, Frame(), acts=False)
    scope.frame.slot()
    draft = Draft(scope, sets)
    courses.check(scope.world, node)
    for line in node.lines:
        _line(draft, line)
    if not draft.seats:
        scope.wrong(
            scenes.NO_SEATS,
            node.title.span,
            "the scenario has no players",
            help="begin with `seats Ann, Ben`",
        )
    return made.Scenario(
        node.title.value,
        node.cites.value if node.cites else "",
        tuple(draft.seats),
        draft.settings,
        draft.card_set,
        draft.board,
        tuple(draft.given),
        tuple(draft.lines),
        scope.frame.size,
        node.span,
    )


def _line(draft: Draft, line: tree.Line) -> None:
    match line:
        case tree.Seats():
            _seats(draft, line)
        case tree.With(settings=settings):
            for one in settings:
                _setting(draft, one)
        case tree.Given():
            seat = _seat(draft, line.seat) if line.seat else None
            if line.seat is not None and seat is None:
                return
            draft.given.extend(facts(draft.scope, seat, draft.seats, line))
        case _:
            made_line = _course(draft, line)
            if made_line is not None:
                draft.lines.append(made_line)


def _seats(draft: Draft, line: tree.Seats) -> None:
    for name in line.names:
        if name.text in draft.seats:
            draft.scope.wrong(
                declarations.SAID_TWICE, name.span, f"`{name.text}` sits at the table twice"
            )
            continue
        seat = len(draft.seats)
        draft.seats[name.text] = seat
        type = Things(PLAYER, one=True)
        draft.scope.names[name.text] = Name(-1, type, True, SeatOf(seat, name.span))


def _seat(draft: Draft, name: tree.Name) -> int | None:
    if name.text not in draft.seats:
        draft.scope.wrong(
            names.UNKNOWN_SEAT,
            name.span,
            f"nobody called `{name.text}` sits at the table",
            help=did_you_mean(name.text, draft.seats),
        )
    return draft.seats.get(name.text)


# ------------------------------------------------------------------ settings


def _setting(draft: Draft, one: tree.Setting) -> None:
    world = draft.scope.world
    board = world.board_noun
    match one.name.text, one.value:
        case "ruleset", _:
            return
        case "set", tree.Text():
            draft.card_set = _title(draft, one, tuple(draft.sets), "set")
        case word, tree.Text() if board is not None and word == board.noun.name:
            draft.board = _title(draft, one, tuple(world.board_drafts), word)
        case word, _ if word in world.options:
            value = things.setting(draft.scope, world.options[word], _as_expr(one.value))
            if value is not None:
                draft.settings[word] = value
        case word, _:
            known = {"set", "ruleset", *world.options}
            draft.scope.wrong(
                names.UNKNOWN_OPTION,
                one.name.span,
                f"unknown option `{word}`",
                help=did_you_mean(word, known),
            )


def _as_expr(value: tree.Name | tree.Text | tree.Number | tree.YesNo) -> tree.Expr:
    if isinstance(value, tree.Name):
        return tree.Words((value,), None, value.span)
    return value


def _title(draft: Draft, one: tree.Setting, known: tuple[str, ...], what: str) -> str | None:
    assert isinstance(one.value, tree.Text)
    by_fold = {fold(title): title for title in known}
    found = by_fold.get(fold(one.value.value))
    if found is None:
        draft.scope.wrong(
            names.UNKNOWN_SET if what == "set" else names.UNKNOWN_BOARD,
            one.value.span,
            f"unknown {what} `{one.value.value}`",
            help=did_you_mean(one.value.value, known),
        )
    return found


# ------------------------------------------------------------------ the course of play


def _course(draft: Draft, line: tree.Line) -> made.Line | None:
    scope = draft.scope
    match line:
        case tree.Start(name=name):
            return _start(draft, line, name)
        case tree.Then(condition=condition):
            return made.Then(scope.condition(condition), line.span)
        case tree.Rolls(seat=seat):
            who = _seat(draft, seat)
            found = piles(scope, line.piles, given=False)
            return made.Rolls(who, found, line.span) if who is not None else None
        case tree.Chooses() | tree.MayNotChoose():
            who = _seat(draft, line.seat)
            shape = chosen.shape(scope, line.decision)
            wanted = tuple(
                chosen.wanted(scope, one, shape, draft.seats, who) for one in line.chosen
            )
            if who is None:
                return None
            asked = line.decision.text if line.decision else None
            if isinstance(line, tree.Chooses):
                return made.Chooses(who, asked, wanted, line.span)
            return made.MayNotChoose(who, asked, wanted, line.span)
    return None


def _start(draft: Draft, line: tree.Start, name: tree.Name) -> made.Begin | None:
    world = draft.scope.world
    procedure = world.procedures.get(name.text)
    if name.text in world.phases or (procedure is not None and not procedure.parameters):
        return made.Begin(name.text, line.span)
    known = {*world.phases, *(one for one, own in world.procedures.items() if not own.parameters)}
    draft.scope.wrong(
        scenes.CANNOT_START,
        name.span,
        f"`{name.text}` cannot be started",
        help=did_you_mean(name.text, known) or "name a phase, or a verb without arguments",
    )
    return None
