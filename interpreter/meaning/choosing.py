"""Decisions: choosing things, numbers, one of several ways, yes or no."""

from collections.abc import Generator, Sequence
from typing import Any

from attrs import Factory, define, frozen

from cubedsl.dsl.model import statements as core
from cubedsl.dsl.model.types import Noun, Sort, Things
from cubedsl.interpreter import describe
from cubedsl.interpreter.decision import Option, Way
from cubedsl.interpreter.imagined import imagined
from cubedsl.interpreter.meaning import alike
from cubedsl.interpreter.meaning.evaluate import evaluate
from cubedsl.interpreter.meaning.likeness import Values, fits, most, values_of
from cubedsl.interpreter.meaning.machine import DONE, NO, YES, Question, Run, actor, ask, asks, run
from cubedsl.interpreter.meaning.scope import Scope
from cubedsl.interpreter.state import Picked, State, Unasked
from cubedsl.interpreter.stopped import Stopped

MOST_NUMBERS = 10_000
NONE: Values = frozenset()


# ------------------------------------------------------------------ choosing things


@frozen(eq=False)
class Group:
    """Equal things, in order, and the values by which they are like others, if it matters."""

    things: list[int]
    values: Values


@define(eq=False)
class Picking:
    """Things chosen one after the other, in canonical order.

    `how` all of them must be alike (None: they need not be).  `first` is the first group that may
    still be chosen from: the one that was chosen last.  `taken` are the things chosen, `values`
    what each of them is by its group.
    """

    groups: list[Group]
    how: str | None = None
    first: int = 0
    taken: list[int] = Factory(list)
    values: list[Values] = Factory(list)

    def left(self, group: Group) -> int:
        """Return how many are left of a group."""
        return sum(thing not in self.taken for thing in group.things)

    def most(self) -> int:
        """Return how many can be chosen in all."""
        bag = [(group.values, len(group.things)) for group in self.groups]
        return sum(count for _, count in bag) if self.how is None else most(self.how, bag)

    def open(self, needed: int) -> list[int]:
        """Return the groups that may be chosen from so that `needed` can be chosen in all."""
        counts = [(group.values, self.left(group)) for group in self.groups]
        behind = range(self.first, len(self.groups))
        return [i for i in behind if counts[i][1] and self._fits(i, counts, needed)]

    def _fits(self, i: int, counts: list[tuple[Values, int]], needed: int) -> bool:
        if self.how is None:
            return sum(count for _, count in counts[i:]) >= needed
        values, count = counts[i]
        more = [(values, count - 1), *counts[i + 1 :]]
        return fits(self.how, (*self.values, values), more, len(self.taken) + needed)

    def rest(self, i: int) -> tuple[int, ...]:
        """Return the things of a group that are not chosen yet."""
        return tuple(thing for thing in self.groups[i].things if thing not in self.taken)

    def take(self, i: int, thing: int) -> None:
        """Choose a thing of a group."""
        self.first = i
        self.taken.append(thing)
        self.values.append(self.groups[i].values)


@asks(core.Choose)
def choose(node: core.Choose, scope: Scope) -> Run:
    """Ask for one thing after the other."""
    things = evaluate(node.things, scope)
    high = len(things) if node.high is None else evaluate(node.high, scope)
    taken = yield from pick(node, things, high, scope)
    scope.frame[node.slot] = taken


def pick(
    node: core.Choose, things: tuple[int, ...], high: int, scope: Scope
) -> Generator[Question, Any, tuple[int, ...]]:
    """Return the things that the actor chooses, in the order they had."""
    if not things or high <= 0:
        scope.state.unasked.append(Unasked(node.decision, scope.you, None))
        return ()
    seat = actor(scope, node.span)
    noun = noun_of(node)
    how = node.likeness.how if node.likeness is not None else None
    picking = Picking(_groups(node, noun, things, seat, scope), how)
    if node.exactly:
        high = min(high, picking.most())
    while len(picking.taken) < high:
        needed = high - len(picking.taken) if node.exactly else 1
        open = picking.open(needed)
        options = _options(picking, open, noun, seat, scope)
        if not node.exactly:
            options.append(DONE)
        index = yield from ask(scope.state, node.decision, seat, options, scope.card)
        if index == len(open):
            break
        picking.take(open[index], _meant(scope.state, seat, noun, picking.rest(open[index])))
    taken = tuple(thing for thing in things if thing in picking.taken)
    if taken:
        texts = tuple(describe.thing_name(scope.state, noun, thing) for thing in taken)
        are_pieces = noun.sort is Sort.PIECE
        heard = describe.heard(scope.state, taken, texts, node.decision) if are_pieces else ()
        scope.state.pick(Picked(node.decision, seat, noun, taken), texts, heard)
    return taken


def _meant(state: State, seat: int, noun: Noun, rest: tuple[int, ...]) -> int:
    """Return the one of equal things that is chosen: the first; unseen, it may be any of them."""
    if noun.sort is not Sort.PIECE or state.sees(seat, rest[0]):
        return rest[0]
    return state.stream.some(1, rest)[0]


def noun_of(node: core.Choose) -> Noun:
    """Return what a decision chooses from."""
    type = node.things.type
    assert isinstance(type, Things)
    return type.noun or Noun("thing", "things", Sort.PLAYER)


def _groups(
    node: core.Choose, noun: Noun, things: tuple[int, ...], seat: int, scope: Scope
) -> list[Group]:
    if noun.sort is Sort.PIECE:
        equal = alike.groups(scope.state, seat, things)
    else:
        equal = [[thing] for thing in things]
    if node.likeness is None:
        return [Group(group, NONE) for group in equal]
    found = [Group(group, values_of(node.likeness, group[0], scope)) for group in equal]
    return [group for group in found if group.values]


def _options(
    picking: Picking, open: Sequence[int], noun: Noun, seat: int, scope: Scope
) -> list[Option]:
    taken = picking.taken
    firsts = [next(thing for thing in picking.groups[i].things if thing not in taken) for i in open]
    said = describe.texts(scope.state, seat, noun, firsts)
    things = _numbers(scope.state, seat, noun, firsts)
    return [Option(Way.THING, text, thing, noun) for text, thing in zip(said, things, strict=True)]


def _numbers(state: State, seat: int, noun: Noun, things: Sequence[int]) -> Sequence[int]:
    """Return what a player may know of the numbers of things: of what is unseen, not its own."""
    if noun.sort is not Sort.PIECE or all(state.sees(seat, piece) for piece in things):
        return things
    view = imagined(state, seat)
    return [view.number(piece) for piece in things]


# ------------------------------------------------------------------ other decisions


@asks(core.ChooseNumber)
def choose_number(node: core.ChooseNumber, scope: Scope) -> Run:
    """Ask for a number; if there is none to choose, it is the lowest."""
    low, high = evaluate(node.low, scope), evaluate(node.high, scope)
    if high - low >= MOST_NUMBERS:
        raise Stopped(f"there are more than {MOST_NUMBERS} numbers to choose from", node.span)
    numbers = range(low, max(low, high) + 1)
    options = [Option(Way.NUMBER, str(number), number) for number in numbers]
    index = yield from ask(scope.state, node.decision, actor(scope, node.span), options, scope.card)
    scope.frame[node.slot] = numbers[index]


@asks(core.Menu)
def menu(node: core.Menu, scope: Scope) -> Run:
    """Ask for one of the legal items."""
    legal = [
        item for item in node.items if item.condition is None or evaluate(item.condition, scope)
    ]
    if not legal:
        scope.state.unasked.append(Unasked(node.decision, scope.you, None))
        return
    options = [Option(Way.NAMED, item.name) for item in legal]
    index = yield from ask(scope.state, node.decision, actor(scope, node.span), options, scope.card)
    yield from run(legal[index].body, scope)


@asks(core.May)
def may(node: core.May, scope: Scope) -> Run:
    """Ask for yes or no."""
    index = yield from ask(
        scope.state, node.decision, actor(scope, node.span), (YES, NO), scope.card
    )
    if index == 0:
        yield from run(node.body, scope)
