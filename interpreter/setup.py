"""What is settled before a game begins: who plays, with which set, board and options."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias, TypeVar

from attrs import Factory, evolve, frozen

from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.statements import Block, Repeat, While
from cubedsl.dsl.model.things import Also, Board, Card, CardSet, Cell, Option, Owner
from cubedsl.dsl.model.types import Flag, Number, Type, Word
from cubedsl.dsl.suggest import did_you_mean, fold
from cubedsl.interpreter import layout
from cubedsl.interpreter.coverage import Coverage, coverage
from cubedsl.interpreter.ground import Ground, lay_out
from cubedsl.interpreter.meaning import liveness
from cubedsl.interpreter.own_names import own_names
from cubedsl.interpreter.watch import Watch, leads, watch

OptionValue: TypeAlias = int | bool | str
T = TypeVar("T")


class SetupError(Exception):
    """A game cannot be set up like this; the message is for whoever asked for it."""


@frozen(eq=False)
class Setup:
    """Everything about a game that does not change while it is played.

    `cards` has the card in play of every kind, or None.  `speaking` are the faces that let a
    piece use its abilities: those that show a declared symbol.  `of_pieces` are the cells that
    pieces own, `with_pieces` those whose values are pieces; `counting` has the cells of the
    tallies by verb and resource.  `live` and `captures` tell which slots matter (see `liveness`).
    `counts` has for every kind what its pieces are besides, if any piece is (see `Also`).
    `turns` are the loops whose turns are the rounds of the game, `by_kind` what is known of filters
    so far (see `by_kind`); `coverage` counts what is carried out, if that is wanted; `watch`
    tells what is counted of each player, if anything is.
    """

    ruleset: Ruleset
    players: int
    names: tuple[str, ...]
    options: dict[str, OptionValue]
    card_set: CardSet | None
    board: Board | None
    pieces: layout.Pieces
    spots: layout.Spots
    ground: Ground
    cards: tuple[Card | None, ...]
    handlers: layout.Handlers
    speaking: frozenset[int]
    of_pieces: tuple[Cell, ...]
    with_pieces: tuple[Cell, ...]
    counting: dict[tuple[str, Cell | None], tuple[Cell, ...]]
    live: dict[object, frozenset[int]]
    captures: dict[object, tuple[tuple[int, Type], ...]]
    counts: tuple[tuple[Also, ...], ...]
    turns: frozenset[object]
    by_kind: dict[object, bool] = Factory(dict)
    coverage: Coverage | None = None
    watch: Watch | None = None


def prepare(
    ruleset: Ruleset,
    *,
    players: int,
    options: Mapping[str, OptionValue] | None = None,
    card_set: str | None = None,
    board: str | None = None,
    names: tuple[str, ...] | None = None,
) -> Setup:
    """Return the setup of a game; raise SetupError if there is no such game.

    The set is the first one unless it is named, the board that of the set, else the first one.
    The options of a set replace the defaults, `options` replace both.
    """
    low, high = ruleset.players
    if not low <= players <= high:
        raise SetupError(f"{ruleset.title} is for {_numbers(low, high)} players, not {players}")
    chosen = _find("set", card_set, ruleset.sets)
    on = board if board is not None else chosen.board if chosen else None
    track = _find(
        ruleset.board_noun.noun.name if ruleset.board_noun else "board", on, ruleset.boards
    )
    cards = layout.cards_in_play(ruleset.kinds, ruleset.cards, chosen.cards if chosen else None)
    ground = lay_out(track, ruleset.paths, ruleset.terrains_closed)
    owners = {
        Owner.GAME: 1,
        Owner.PLAYER: players,
        Owner.SPACE: len(ground.spaces),
        Owner.KIND: len(ruleset.kinds),
        Owner.PIECE: 0,
    }
    bodies = list(bodies_of(ruleset, cards, track))
    return Setup(
        ruleset=ruleset,
        players=players,
        names=_names(players, names),
        options=_options(ruleset.options, chosen, options or {}),
        card_set=chosen,
        board=track,
        pieces=layout.number_pieces(ruleset.kinds, players),
        spots=layout.number_spots(ruleset.zones, owners),
        ground=ground,
        cards=cards,
        handlers=layout.find_handlers(ruleset, cards),
        speaking=_speaking(ruleset),
        of_pieces=tuple(cell for cell in ruleset.cells if cell.owner is Owner.PIECE),
        with_pieces=tuple(cell for cell in ruleset.cells if liveness.holds_pieces(cell.type)),
        counting=_counting(ruleset),
        live=liveness.pieces_behind(bodies),
        captures=liveness.captured(bodies),
        counts=_counts(ruleset, cards),
        turns=frozenset(
            one for one in ruleset.game.body.statements if isinstance(one, While | Repeat)
        ),
    )


def covering(setup: Setup) -> Setup:
    """Return the setup of the same games, in which what is carried out is counted."""
    return evolve(setup, coverage=coverage(setup.ruleset, setup.cards, setup.board))


def watching(setup: Setup, lead: str | None = None, *, named: bool = True) -> Setup:
    """Return the setup of the same games, in which it is counted what each player does.

    `lead` is the rule or memory of players that is greatest for whoever leads.  Raise SetupError if
    there is none.  `named`: options that have a name are counted as well.
    """
    known = leads(setup.ruleset)
    if lead is not None and lead not in known:
        help = did_you_mean(lead, known) or _list(known) or "there is none"
        raise SetupError(f"`{lead}` is no rule or memory of players that is a number: {help}")
    ruleset, cards = setup.ruleset, setup.cards
    names = own_names(ruleset, setup.pieces, cards, setup.ground) if named else None
    found = watch(ruleset, cards, setup.handlers, lead, names)
    return evolve(setup, watch=found)


def _numbers(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _names(players: int, names: tuple[str, ...] | None) -> tuple[str, ...]:
    if names is None:
        return tuple(f"Player {seat + 1}" for seat in range(players))
    if len(names) != players:
        raise SetupError(f"there are {players} seats, but {len(names)} names")
    if repeated := layout.twice(names):
        raise SetupError(f"two seats are called {repeated[0]}")
    return names


def _find(what: str, name: str | None, known: Mapping[str, T]) -> T | None:
    """Return what a name stands for, whatever its case and coding; without a name the first."""
    if name is None:
        return next(iter(known.values()), None)
    for title, one in known.items():
        if fold(title) == fold(name):
            return one
    help = did_you_mean(name, known) or _list(known) or f"there are no {what}s"
    raise SetupError(f"there is no {what} `{name}`: {help}")


def _list(known: Mapping[str, object]) -> str:
    return "there are " + ", ".join(f"`{one}`" for one in known) if known else ""


def _speaking(ruleset: Ruleset) -> frozenset[int]:
    resources = {cell.name for cell in ruleset.cells if cell.is_resource}
    return frozenset(
        face.index for face in ruleset.faces if not face.blank and face.symbol not in resources
    )


def _counts(ruleset: Ruleset, cards: tuple[Card | None, ...]) -> tuple[tuple[Also, ...], ...]:
    """Return what pieces of every kind count as, too; () if no piece, marked or not, does."""
    given = (card.also if card else () for card in cards)
    found = tuple((*kind.also, *own) for kind, own in zip(ruleset.kinds, given, strict=True))
    return found if any(found) or any(mark.also for mark in ruleset.marks) else ()


def _counting(ruleset: Ruleset) -> dict[tuple[str, Cell | None], tuple[Cell, ...]]:
    found: dict[tuple[str, Cell | None], tuple[Cell, ...]] = {}
    for tally in ruleset.tallies:
        key = tally.verb, tally.resource
        found[key] = (*found.get(key, ()), tally.cell)
    return found


def bodies_of(
    ruleset: Ruleset, cards: tuple[Card | None, ...], board: Board | None
) -> Iterator[Block]:
    """Yield every body that can be carried out in a game."""
    yield ruleset.game.body
    for procedure in (*ruleset.procedures.values(), *ruleset.phases.values()):
        yield procedure.body
    for standing in ruleset.standing:
        yield standing.body
    for owner in (*ruleset.kinds, *cards):
        for ability in owner.abilities if owner else ():
            yield ability.body
            yield ability.projection
    for track in (board, *ruleset.paths.values()):
        for space in track.spaces if track else ():
            if space.reward is not None:
                yield space.reward


# ------------------------------------------------------------------ options


def _options(
    known: Mapping[str, Option], chosen: CardSet | None, wanted: Mapping[str, OptionValue]
) -> dict[str, OptionValue]:
    for name in wanted:
        if name not in known:
            help = did_you_mean(name, known) or _list(known) or "there are no options"
            raise SetupError(f"there is no option `{name}`: {help}")
    given = {**(chosen.options if chosen else {}), **wanted}
    return {name: _fitting(one, given.get(name, one.default)) for name, one in known.items()}


def _fitting(option: Option, value: OptionValue) -> OptionValue:
    problem = _problem(option, value)
    if problem:
        raise SetupError(f"the option `{option.name}` is {problem}, not {_shown(value)}")
    return value


def _problem(option: Option, value: OptionValue) -> str | None:
    """Return what an option must be if a value is not that."""
    match option.type:
        case Flag():
            return None if isinstance(value, bool) else "yes or no"
        case Number():
            number = isinstance(value, int) and not isinstance(value, bool)
            fits = number and option.low <= int(value) <= option.high
            return None if fits else f"a number from {option.low} to {option.high}"
        case Word(words):
            return None if value in words else "one of " + ", ".join(words)
    return None


def _shown(value: OptionValue) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
