"""Whether the lines of a scenario make sense together."""

from collections.abc import Iterator

from cubedsl.dsl import tree
from cubedsl.dsl.check.clashes import BUILT_IN, VALUES
from cubedsl.dsl.check.sense import twice
from cubedsl.dsl.check.world import World
from cubedsl.dsl.codes import declarations, scenes
from cubedsl.dsl.diagnostic import Label
from cubedsl.dsl.model.types import PLAYER
from cubedsl.dsl.source import Span

POSITION = (tree.Seats, tree.With, tree.Given)


def check(world: World, node: tree.Scenario) -> None:
    """Report lines out of order, things said twice, and players that cannot be."""
    _check_order(world, node)
    seats = [line for line in node.lines if isinstance(line, tree.Seats)]
    for line in seats[1:]:
        _wrong_order(world, line.span, "the players are named already")
    if seats:
        _check_seats(world, seats[0])
    settings = [line for line in node.lines if isinstance(line, tree.With)]
    twice(world, (one.name for line in settings for one in line.settings), "the option")
    _check_facts(world, node)


def _check_order(world: World, node: tree.Scenario) -> None:
    begun = started = False
    for line in node.lines:
        if isinstance(line, POSITION):
            if begun:
                word = line.span.text.split()[0]
                _wrong_order(world, line.span, f"`{word}` stands before the course of play")
            continue
        begun = True
        started = started or isinstance(line, tree.Start)
        if not (started or isinstance(line, tree.Then)):
            _wrong_order(world, line.span, "nothing is started yet", "write `start …` before it")


def _wrong_order(world: World, span: Span, message: str, help: str | None = None) -> None:
    world.wrong(scenes.OUT_OF_ORDER, span, message, help=help)


# ------------------------------------------------------------------ players


def _check_seats(world: World, line: tree.Seats) -> None:
    low, high = world.players
    if not low <= len(line.names) <= high:
        players = f"{low} to {high}" if low < high else f"{low}"
        message = f"the game is for {players} players, and here are {len(line.names)}"
        world.wrong(scenes.WRONG_SEATS, line.span, message)
    for name in line.names:
        if name.text in BUILT_IN[VALUES] or name.text in world.nouns or _is_value(world, name.text):
            message = f"`{name.text}` means something else already"
            help = "give the player another name"
            world.wrong(declarations.SAME_WORD, name.span, message, help=help)


def _is_value(world: World, word: str) -> bool:
    own = (PLAYER.name, word) in world.properties
    return own or word in world.game_names or word in world.rule_decls


# ------------------------------------------------------------------ the position


def _check_facts(world: World, node: tree.Scenario) -> None:
    seen: dict[tuple[str, str], Span] = {}
    for line in node.lines:
        if isinstance(line, tree.Given):
            for key, span in _facts(line):
                old = seen.setdefault(key, span)
                if old is not span:
                    message, label = f"`{key[1]}` is given twice", Label(old, "here it was first")
                    world.wrong(declarations.SAID_TWICE, span, message, related=(label,))


def _facts(line: tree.Given) -> Iterator[tuple[tuple[str, str], Span]]:
    seat = line.seat.text if line.seat else ""
    for fact in line.facts:
        # Two piles in one zone are both there.
        if isinstance(fact, tree.GivenValue):
            yield (seat, fact.target.span.text), fact.span
