"""Decisions: choosing things, numbers, one of several ways, yes or no."""

from collections.abc import Generator, Mapping, Sequence
from typing import Any

from attrs import Factory, define, frozen

from cubedsl.dsl.model import statements as core
from cubedsl.dsl.model.types import Noun, Sort, Things
from cubedsl.interpreter import describe
from cubedsl.interpreter.decision import Option, Way
from cubedsl.interpreter.meaning import alike
from cubedsl.interpreter.meaning.evaluate import evaluate
from cubedsl.interpreter.meaning.machine import DONE, NO, YES, Question, Run, actor, ask, asks, run
from cubedsl.interpreter.meaning.scope import Scope
from cubedsl.interpreter.state import Picked, State
from cubedsl.interpreter.stopped import Stopped

MOST_NUMBERS = 10_000


# ------------------------------------------------------------------ choosing things


@frozen(eq=False)
class Group:
    """Equal things, in order, and their class if no two of a class may be chosen."""

    things: list[int]
    kept_apart: int | None


@define(eq=False)
class Picking:
    """Things chosen one after the other, in canonical order.

    `first` is the first group that may still be chosen from: the one that was chosen last.
    `taken` are the things chosen, `classes` their classes.
    """

    groups: list[Group]
    first: int = 0
    taken: list[int] = Factory(list)
    classes: set[int] = Factory(set)

    def left(self, group: Group) -> int:
        """Return how many can still be chosen from a group."""
        if group.kept_apart is not None:
            return int(group.kept_apart not in self.classes)
        return sum(thing not in self.taken for thing in group.things)

    def open(self, needed: int) -> list[int]:
        """Return the groups that may be chosen from so that `needed` can be chosen in all."""
        found = []
        behind = 0
        classes: set[int] = set()
        for i in range(len(self.groups) - 1, self.first - 1, -1):
            group = self.groups[i]
            left = self.left(group)
            if left and group.kept_apart not in classes:
                behind += left
            if group.kept_apart is not None:
                classes.add(group.kept_apart)
            if left and behind >= needed:
                found.append(i)
        return found[::-1]

    def rest(self, i: int) -> tuple[int, ...]:
        """Return the things of a group that are not chosen yet."""
        return tuple(thing for thing in self.groups[i].things if thing not in self.taken)

    def take(self, i: int, thing: int) -> None:
        """Choose a thing of a group."""
        group = self.groups[i]
        self.first = i
        self.taken.append(thing)
        if group.kept_apart is not None:
            self.classes.add(group.kept_apart)


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
        return ()
    seat = actor(scope, node.span)
    noun = noun_of(node)
    picking = Picking(_groups(node, noun, things, seat, scope))
    if node.exactly:
        high = min(high, most(picking))
    while len(picking.taken) < high:
        needed = high - len(picking.taken) if node.exactly else 1
        open = picking.open(needed)
        options = _options(picking, open, noun, seat, scope)
        if not node.exactly:
            options.append(DONE)
        index = yield from ask(node.decision, seat, options, scope.card)
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


def most(picking: Picking) -> int:
    """Return how many can be chosen in all."""
    apart = {group.kept_apart for group in picking.groups if group.kept_apart is not None}
    return len(apart) or sum(len(group.things) for group in picking.groups)


def _groups(
    node: core.Choose, noun: Noun, things: tuple[int, ...], seat: int, scope: Scope
) -> list[Group]:
    if noun.sort is Sort.PIECE:
        equal = alike.groups(scope.state, seat, things)
        # Where it stands among the others would tell what an unseen piece is.
        equal.sort(key=lambda group: not scope.state.sees(seat, group[0]))
    else:
        equal = [[thing] for thing in things]
    apart = _classes(node, scope)
    kinds = scope.state.setup.pieces.kind
    is_piece = noun.sort is Sort.PIECE
    return [
        Group(group, apart[kinds[group[0]] if is_piece else group[0]] if apart else None)
        for group in equal
    ]


def _classes(node: core.Choose, scope: Scope) -> Mapping[int, int] | None:
    if node.different is None:
        return None
    return scope.state.setup.ruleset.partitions[node.different].class_of_kind


def _options(
    picking: Picking, open: Sequence[int], noun: Noun, seat: int, scope: Scope
) -> list[Option]:
    taken = picking.taken
    firsts = [next(thing for thing in picking.groups[i].things if thing not in taken) for i in open]
    said = describe.texts(scope.state, seat, noun, firsts)
    return [Option(Way.THING, text, thing, noun) for text, thing in zip(said, firsts, strict=True)]


# ------------------------------------------------------------------ other decisions


@asks(core.ChooseNumber)
def choose_number(node: core.ChooseNumber, scope: Scope) -> Run:
    """Ask for a number; if there is none to choose, it is the lowest."""
    low, high = evaluate(node.low, scope), evaluate(node.high, scope)
    if high - low >= MOST_NUMBERS:
        raise Stopped(f"there are more than {MOST_NUMBERS} numbers to choose from", node.span)
    numbers = range(low, max(low, high) + 1)
    options = [Option(Way.NUMBER, str(number), number) for number in numbers]
    index = yield from ask(node.decision, actor(scope, node.span), options, scope.card)
    scope.frame[node.slot] = numbers[index]


@asks(core.Menu)
def menu(node: core.Menu, scope: Scope) -> Run:
    """Ask for one of the legal items."""
    legal = [
        item for item in node.items if item.condition is None or evaluate(item.condition, scope)
    ]
    if not legal:
        return
    options = [Option(Way.NAMED, item.name) for item in legal]
    index = yield from ask(node.decision, actor(scope, node.span), options, scope.card)
    yield from run(legal[index].body, scope)


@asks(core.May)
def may(node: core.May, scope: Scope) -> Run:
    """Ask for yes or no."""
    index = yield from ask(node.decision, actor(scope, node.span), (YES, NO), scope.card)
    if index == 0:
        yield from run(node.body, scope)
