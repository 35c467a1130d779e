"""Questions among a few options that are known by name when the rules are read.

Which of them are legal is a bit for each.  As long as chance answers and no card asks, that is all
there is to a question: its hash stands in a table, and nobody reads the options.  For everybody
else they are laid out in memory.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TypeVar

from attrs import frozen

from cubedsl.dsl.model import statements as core
from cubedsl.interpreter.digest import of_menu
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import Const, Function, Get, If, Load, Op, Region, Value, Var
from cubedsl.interpreter.engine.lower import answers, question
from cubedsl.interpreter.engine.lower.bodies import Body
from cubedsl.interpreter.engine.lower.question import NAMED
from cubedsl.interpreter.engine.lower.runtime import below
from cubedsl.interpreter.engine.lower.scope import Scope
from cubedsl.interpreter.engine.lower.world import World

T = TypeVar("T")

MOST_IN_TABLES, PLACES = 6, 8
"""Up to so many options, there are tables for all that can be legal together."""

GIVEN = ("seat", "card", "legal")


@frozen
class Menu:
    """A decision, and the names of its options."""

    decision: str
    options: tuple[str, ...]

    @property
    def is_short(self) -> bool:
        """Whether there are tables of it."""
        return len(self.options) <= MOST_IN_TABLES


def ask(menu: Menu, body: Body, seat: Value, legal: Var, node: core.Menu | core.May) -> Value:
    """Let a seat choose one of the legal options; return which one it is."""
    function = _ask(body.world, menu)
    answer = body.b.ask(body.note(node), function, (seat, body.card, Get(legal)))
    if not menu.is_short:
        return Load(question.question(body.world).thing, answer)
    every = Const(2 ** len(menu.options) - 1)
    place = Load(_places(body.world), Get(legal) * PLACES + answer)
    return If(Get(legal).equals(every), answer, place)


def _ask(world: World, menu: Menu) -> Function:
    """Return the function that lets a menu be answered."""

    def make(b: Builder) -> None:
        seat, card, legal = (Get(one) for one in b.function.parameters)
        if menu.is_short and world.setup.watch is None:
            bot = Load(world.keep("bots", world.setup.players), seat)
            by_chance = Op("both", (bot.equals(answers.RANDOM), card.below(0)))
            with b.when(by_chance):
                _choose(world, b, menu)
        b.give(b.result(_ask_laid_out(world, menu), seat, card, legal))

    return world.function(menu, f"ask {menu.decision}", make, parameters=GIVEN, results=1)


def _ask_laid_out(world: World, menu: Menu) -> Function:
    """Return the function that writes a menu into memory, and lets it be answered."""

    def make(b: Builder) -> None:
        seat, card, legal = (Get(one) for one in b.function.parameters)
        question.begin(Scope(world, b, seat, card, {}), menu.decision, seat, card, NAMED, None)
        for place, name in enumerate(menu.options):
            with b.when((legal >> place) & 1):
                question.add(Scope(world, b, slots={}), place, world.names.of(name))
        b.give(b.result(answers.ask(world)))

    name = f"lay out {menu.decision}"
    key = ("lay out", menu)
    return world.function(key, name, make, parameters=GIVEN, results=1, rare=True)


def _choose(world: World, b: Builder, menu: Menu) -> None:
    """Let chance answer."""
    seat, _, legal = (Get(one) for one in b.function.parameters)
    count = b.held(Op("popcnt", (legal,)))
    with b.when(count.equals(1)):
        b.give(0)
    chosen = b.held(b.result(below(world), seat + 1, count))
    answers.note_answer(world, b, seat, Load(_hashes(world, menu), legal), chosen)
    b.give(chosen)


# ------------------------------------------------------------------ tables


def _hashes(world: World, menu: Menu) -> Region:
    """Return the hash of each question there can be, by the bits of the legal options."""
    hashes = (of_menu(menu.decision, some) for some in _subsets(menu.options))
    return world.table(f"hashes of {menu.decision} {menu.options}", tuple(hashes), 8)


def _places(world: World) -> Region:
    """Return which option is the n-th of those that are legal, eight places for all bits."""
    everything = _subsets(range(MOST_IN_TABLES))
    padded = ((*some, *(0,) * (PLACES - len(some))) for some in everything)
    return world.table("places of legal options", tuple(chain.from_iterable(padded)))


def _subsets(options: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """Yield some of the options for each number whose bits say which."""
    for bits in range(2 ** len(options)):
        yield tuple(one for place, one in enumerate(options) if bits >> place & 1)
