"""When the abilities of pieces are used: offers, signals, attempts, and what is owed at the end.

An ability can be used while its piece lies in the zone of the ability's timing, belongs to whoever
acts, shows a declared symbol (if it has faces), and has not been used (unless using it does not
use it up).  `uses` finds them; the rest of the module is about who is asked, and when.
"""

from collections.abc import Callable, Generator, Iterator
from typing import Any, TypeAlias

from attrs import frozen

from cubedsl.dsl.model import statements as core
from cubedsl.dsl.model.ruleset import Standing
from cubedsl.dsl.model.statements import Ability
from cubedsl.dsl.model.things import Owner, Timing
from cubedsl.interpreter import describe
from cubedsl.interpreter.decision import Option, Way
from cubedsl.interpreter.layout import NOBODY, OFFERED, Handler, Trigger
from cubedsl.interpreter.log import What
from cubedsl.interpreter.meaning import alike
from cubedsl.interpreter.meaning.evaluate import evaluate
from cubedsl.interpreter.meaning.machine import DONE, Question, Run, actor, ask, asks, call, does
from cubedsl.interpreter.meaning.scope import Scope
from cubedsl.interpreter.state import Attempted, Batch, State, Unasked, Waiting
from cubedsl.interpreter.watch import Counted

Spent: TypeAlias = set[tuple[int, Ability]]
TOGETHER = -1
"""Stands for the pieces in `Spent` when an ability that uses all of them together was used."""


@frozen(eq=False)
class Use:
    """An ability that can be used now, and the pieces it would use."""

    handler: Handler
    pieces: tuple[int, ...]

    @property
    def ability(self) -> Ability:
        """The ability."""
        return self.handler.ability


# ------------------------------------------------------------------ what can be used


def uses(
    state: State,
    seat: int,
    trigger: Trigger,
    timing: Timing | None = None,
    *,
    among: frozenset[int] | None = None,
    spent: Spent,
) -> list[Use]:
    """Return what a player can use now, in canonical order; equal pieces once.

    `timing`: only its abilities; `among`: only of these pieces.
    """
    timings = (timing,) if timing else state.setup.handlers.timings.get(trigger, ())
    found = [
        use
        for one in timings
        for handler, pieces in _live(state, seat, trigger, one, among, spent).items()
        for use in _together(state, seat, handler, pieces, spent)
        if _holds(state, seat, use)
    ]
    found.sort(key=lambda use: (use.pieces[0], use.handler.place))
    return found


def _live(
    state: State,
    seat: int,
    trigger: Trigger,
    timing: Timing,
    among: frozenset[int] | None,
    spent: Spent,
) -> dict[Handler, list[int]]:
    """Return the abilities of a timing with the pieces that have them, live and not spent."""
    handlers = state.setup.handlers.of_kind.get((trigger, timing.name))
    found: dict[Handler, list[int]] = {}
    if not handlers:
        return found
    kinds = state.setup.pieces.kind
    for piece in in_zone(state, seat, timing):
        if kinds[piece] in handlers and (among is None or piece in among) and speaks(state, piece):
            for handler in handlers[kinds[piece]]:
                fresh = not state.used[piece] or stays(handler.ability)
                if fresh and (piece, handler.ability) not in spent:
                    found.setdefault(handler, []).append(piece)
    return found


def in_zone(state: State, seat: int, timing: Timing) -> list[int]:
    """Return the pieces in the zone of a timing: that of a player, or the shared one."""
    if timing.zone.owner not in (Owner.GAME, Owner.PLAYER):
        return []
    return state.members[state.setup.spots.of(timing.zone, seat)]


def speaks(state: State, piece: int) -> bool:
    """Return whether a piece shows a declared symbol, or has no faces at all."""
    setup = state.setup
    kind = setup.pieces.kind[piece]
    faces = setup.ruleset.kinds[kind].faces
    card = setup.cards[kind]
    face = state.face[piece]
    return not faces or (card.readings.get(face, face) if card else face) in setup.speaking


def stays(ability: Ability) -> bool:
    """Return whether using an ability leaves its piece unused."""
    return ability.ongoing or ability.timing.ongoing


def _together(
    state: State, seat: int, handler: Handler, pieces: list[int], spent: Spent
) -> Iterator[Use]:
    """Yield the uses of an ability: of one piece each, of some of them, of all together."""
    using = handler.ability.using
    if using == 1:
        for group in alike.groups(state, seat, tuple(pieces)):
            yield Use(handler, (group[0],))
    elif using == 0:
        if (TOGETHER, handler.ability) not in spent:
            yield Use(handler, tuple(pieces))
    elif len(pieces) >= using:
        yield Use(handler, tuple(pieces[:using]))


def _holds(state: State, seat: int, use: Use) -> bool:
    condition = use.ability.condition
    return condition is None or bool(evaluate(condition, frame_of(state, seat, use)))


def frame_of(state: State, seat: int, use: Use) -> Scope:
    """Return a fresh frame for an ability, with its pieces in slot 0."""
    frame: list[Any] = [None] * max(use.ability.frame_size, 1)
    frame[0] = use.pieces
    return Scope(state, frame, seat, use.handler.title)


# ------------------------------------------------------------------ using


def spend(use: Use, spent: Spent) -> None:
    """Note that an ability was used of its pieces."""
    spent.update((piece, use.ability) for piece in use.pieces)
    if use.ability.using == 0:
        spent.add((TOGETHER, use.ability))


def carry_out(state: State, seat: int, use: Use) -> Run:
    """Use an ability."""
    ability = use.ability
    state.step(ability.span)
    if not stays(ability):
        for piece in use.pieces:
            state.use(piece)
    state.record(What.USED, seat, (use.handler.title,), ability.event or ability.timing.name)
    state.count(Counted.USED, ability, seat)
    yield from call(ability.body, frame_of(state, seat, use))


def decline(state: State, seat: int, find: "Find", spent: Spent) -> Run:
    """Do what even those must do who do not use their abilities, one after the other."""
    while left := find():
        use = left[0]
        spend(use, spent)
        projection = use.ability.projection
        if projection.statements:
            state.step(use.ability.span)
            what = use.ability.event or use.ability.timing.name
            state.record(What.DECLINED, seat, (use.handler.title,), what)
            yield from call(projection, frame_of(state, seat, use))


Find: TypeAlias = Callable[[], list[Use]]


def choose_use(
    state: State, seat: int, name: str, found: list[Use], *, forced: bool = True
) -> Generator[Question, Any, Use | None]:
    """Return the ability that a player chooses, None for `done`.

    `forced`: where all that is left must be done anyway, nobody is asked.
    """
    if not found or (forced and all(use.ability.compulsory for use in found)):
        state.unasked.append(Unasked(name, seat, None))
        return found[0] if found else None
    index = yield from ask(state, name, seat, [*_options(state, found), DONE], None)
    return found[index] if index < len(found) else None


def _options(state: State, found: list[Use]) -> list[Option]:
    pieces = [use.pieces[0] for use in found]
    titles = [use.handler.title for use in found]
    said = describe.told_apart(state, titles, pieces, [True] * len(found))
    return [
        Option(Way.ABILITY, text, use.pieces[0], use.ability.timing.noun, use.handler.title)
        for text, use in zip(said, found, strict=True)
    ]


# ------------------------------------------------------------------ offers


@asks(core.Offer)
def offer(node: core.Offer, scope: Scope) -> Run:
    """Offer all abilities of a timing, or those of the pieces that have just arrived.

    While the timing is being offered, to whomever, the pieces only wait as one more batch: the
    effect that brought them is finished first.
    """
    state, timing, seat = scope.state, node.timing, actor(scope, node.span)
    outermost = timing.name not in state.offering
    if node.things is not None or not outermost:
        arrived = evaluate(node.things, scope) if node.things else in_zone(state, seat, timing)
        state.push(timing.name, Batch(seat, frozenset(arrived)), node.span)
    if not outermost:
        return
    state.offering.add(timing.name)
    if node.things is None:
        yield from _offer_all(state, seat, timing)
    yield from _drain(state, timing)
    state.offering.discard(timing.name)


def _offer_all(state: State, seat: int, timing: Timing) -> Run:
    """Offer until the player is done; whatever arrives meanwhile comes first."""
    spent: Spent = set()
    state.spent.append(spent)
    while True:
        yield from _drain(state, timing)
        found = uses(state, seat, OFFERED, timing, spent=spent)
        use = yield from choose_use(state, seat, timing.name, found, forced=False)
        if use is None:
            break
        if stays(use.ability) or use.ability.using == 0:
            spend(use, spent)
        yield from carry_out(state, seat, use)
    state.spent.pop()


def _drain(state: State, timing: Timing) -> Run:
    """Offer what waits, the newest batch first, until nothing waits any more."""
    batches = state.batches.get(timing.name, [])
    while batches:
        batch = batches[-1]

        def find(batch: Batch = batch) -> list[Use]:
            return uses(state, batch.seat, OFFERED, timing, among=batch.pieces, spent=batch.spent)

        found = find()
        use = yield from choose_use(state, batch.seat, timing.name, found)
        if use is not None:
            spend(use, batch.spent)
            yield from carry_out(state, batch.seat, use)
        else:
            state.drop(timing.name, batch)
            yield from decline(state, batch.seat, find, batch.spent)


@asks(core.UseOf)
def use_of(node: core.UseOf, scope: Scope) -> Run:
    """Carry out one ability of those kinds as if it were that of these pieces.

    What is copied does not copy again: so a copy of a copy comes to nothing.
    """
    state, seat = scope.state, actor(scope, node.span)
    kinds, pieces = evaluate(node.kinds, scope), evaluate(node.pieces, scope)
    found = [] if state.copying else list(_lent(state, seat, node.timing, kinds, pieces))
    if not found:
        return
    index = yield from ask(state, node.timing.name, seat, _options(state, found), scope.card)
    use = found[index]
    state.step(node.span)
    state.record(What.USED, seat, (use.handler.title,), node.timing.name)
    state.count(Counted.USED, use.ability, seat)
    state.copying = True
    yield from call(use.ability.body, frame_of(state, seat, use))
    state.copying = False


def _lent(
    state: State, seat: int, timing: Timing, kinds: tuple[int, ...], pieces: tuple[int, ...]
) -> Iterator[Use]:
    """Yield what kinds can do at a timing with pieces that need not be theirs."""
    of_kind = state.setup.handlers.of_kind.get((OFFERED, timing.name), {})
    for kind in kinds:
        for handler in of_kind.get(kind, ()):
            wanted = handler.ability.using or len(pieces)
            use = Use(handler, pieces[:wanted])
            if 0 < wanted <= len(pieces) and _holds(state, seat, use):
                yield use


@asks(core.Settle)
def settle(node: core.Settle, scope: Scope) -> Run:
    """What must be done of all that was not used."""
    state, seat = scope.state, actor(scope, node.span)
    spent: Spent = set()
    state.spent.append(spent)
    yield from decline(
        state, seat, lambda: uses(state, seat, OFFERED, node.timing, spent=spent), spent
    )
    state.spent.pop()


# ------------------------------------------------------------------ signals


@asks(core.Signal)
def signal(node: core.Signal, scope: Scope) -> Run:
    """Abilities, then what waits, then standing rules, then what ends."""
    state, seat, event = scope.state, scope.you, node.event
    waiting = _waiting(state, seat, event, instead=False)
    state.record(What.SIGNALLED, seat, detail=event)
    state.count(Counted.EVENT, event, seat)
    if seat != NOBODY:
        yield from _listeners(state, seat, event)
    for one in waiting:
        if one in state.laters:
            yield from _at_last(state, one)
    for standing in _standing(state, event, instead=False):
        if _stands(state, seat, standing):
            yield from call(standing.body, _fresh(state, seat, standing))
    state.end_lifetimes(event, seat)


def _listeners(state: State, seat: int, event: str) -> Run:
    trigger = Trigger(event)
    if trigger not in state.setup.handlers.timings:
        return
    spent: Spent = set()
    state.spent.append(spent)

    def find() -> list[Use]:
        return uses(state, seat, trigger, spent=spent)

    while True:
        use = yield from choose_use(state, seat, event, find())
        if use is None:
            yield from decline(state, seat, find, spent)
            break
        spend(use, spent)
        yield from carry_out(state, seat, use)
    state.spent.pop()


def _waiting(state: State, seat: int, event: str, *, instead: bool) -> list[Waiting]:
    return [
        one
        for one in state.laters
        if one.node.event == event and one.node.instead == instead and one.seat == seat
    ]


def _at_last(state: State, one: Waiting) -> Run:
    """Carry out what waited; it waits no longer."""
    state.wake(one)
    yield from call(one.node.body, Scope(state, list(one.frame), one.seat, one.card))


def _standing(state: State, event: str, *, instead: bool) -> Iterator[Standing]:
    for standing in state.setup.ruleset.standing:
        if standing.event == event and standing.instead == instead:
            yield standing


def _stands(state: State, seat: int, standing: Standing) -> bool:
    condition = standing.condition
    return condition is None or bool(evaluate(condition, _fresh(state, seat, standing)))


def _fresh(state: State, seat: int, standing: Standing) -> Scope:
    return Scope(state, [None] * standing.frame_size, seat)


# ------------------------------------------------------------------ attempts


@asks(core.Attempt)
def attempt(node: core.Attempt, scope: Scope) -> Run:
    """The event's procedure, unless one of the replacements stands in."""
    state, seat, event = scope.state, scope.you, node.event
    attempted = Attempted(event)
    state.attempts.append(attempted)
    state.record(What.ATTEMPTED, seat, detail=event)
    replaced = yield from _replaced(state, seat, attempted)
    state.attempts.pop()
    if replaced:
        state.record(What.REPLACED, seat, detail=event)
        return
    state.count(Counted.EVENT, event, seat)
    if event in state.setup.ruleset.procedures:
        procedure = state.setup.ruleset.procedures[event]
        state.step(node.span)
        frame: list[Any] = [None] * procedure.frame_size
        yield from call(procedure.body, Scope(state, frame, seat, scope.card))


def _replaced(state: State, seat: int, attempted: Attempted) -> Generator[Question, Any, bool]:
    """Ask one replacement after the other; return whether one stood in."""
    for body in _replacements(state, seat, attempted.event):
        attempted.resumed = False
        yield from body
        if not attempted.resumed:
            return True
    if seat == NOBODY:
        return False
    return (yield from _stand_ins(state, seat, attempted))


def _replacements(state: State, seat: int, event: str) -> Iterator[Run]:
    """Yield what stands in without being asked: what waits, then standing rules."""
    for one in _waiting(state, seat, event, instead=True):
        if one in state.laters:
            yield _at_last(state, one)
    for standing in _standing(state, event, instead=True):
        if _stands(state, seat, standing):
            yield call(standing.body, _fresh(state, seat, standing))


def _stand_ins(state: State, seat: int, attempted: Attempted) -> Generator[Question, Any, bool]:
    """Offer the abilities that can stand in; return whether one did."""
    trigger = Trigger(attempted.event, instead=True)
    if trigger not in state.setup.handlers.timings:
        return False
    spent: Spent = set()
    state.spent.append(spent)

    def find() -> list[Use]:
        return uses(state, seat, trigger, spent=spent)

    replaced = False
    while not replaced:
        use = yield from choose_use(state, seat, attempted.event, find())
        if use is None:
            yield from decline(state, seat, find, spent)
            break
        spend(use, spent)
        attempted.resumed = False
        yield from carry_out(state, seat, use)
        replaced = not attempted.resumed
    state.spent.pop()
    return replaced


@does(core.Resume)
def resume(node: core.Resume, scope: Scope) -> None:
    """The innermost attempt of the event is on again."""
    for attempted in reversed(scope.state.attempts):
        if attempted.event == node.event:
            attempted.resumed = True
            return
