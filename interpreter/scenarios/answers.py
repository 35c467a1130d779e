"""How a scenario answers decisions: which options it means, and what needs no answer.

Things that are chosen in one go are asked for one after the other, in canonical order, and those
that must be taken are not asked for at all.  So what is wanted of them is worked out when the first
question comes, from all that can be chosen: a *plan*, which says what becomes of each thing.
"""

from collections.abc import Sequence

from attrs import define, field

from cubedsl.dsl.model.scenes import Chooses, Wanted
from cubedsl.dsl.model.statements import Choose
from cubedsl.dsl.model.types import Sort
from cubedsl.interpreter.decision import Option, Way
from cubedsl.interpreter.imagined import imagined
from cubedsl.interpreter.log import What
from cubedsl.interpreter.meaning.choosing import noun_of
from cubedsl.interpreter.meaning.evaluate import evaluate
from cubedsl.interpreter.meaning.machine import DONE
from cubedsl.interpreter.meaning.scope import Scope
from cubedsl.interpreter.scenarios.stage import Stage
from cubedsl.interpreter.state import Picked


@define(eq=False)
class Item:
    """One thing that is to be chosen, and how often it still is."""

    wanted: Wanted
    left: int


@define
class Picks:
    """What a line says that a player chooses.

    `left` is what has not been chosen yet, `plan` which things serve for it in the choice that is
    going on (`choice`: where it stands, and how many were finished before it).  Choices up to
    `finished` have been looked at; entries of the log from `since` on can explain what was said.
    """

    stage: Stage
    line: Chooses
    left: list[Item] = field(init=False)
    plan: dict[int, Item] = field(factory=dict, init=False)
    choice: tuple[Scope | None, object, int] | None = field(default=None, init=False)
    finished: int = field(init=False)
    since: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.left = [Item(one, one.count) for one in self.line.wanted]
        self.since, self.finished, _ = self.stage.since

    # -------------------------------------------------------------- choosing

    def choose(self) -> bool:
        """Answer the decision that is open, if it is the player's and what is wanted is there."""
        decision = self.stage.asked(self.line)
        if decision is None:
            return False
        self._make_plan()
        for index, option in enumerate(decision.options):
            item = self._item_for(option)
            if item is not None:
                self._take(index, option, item)
                return True
        return False

    def _item_for(self, option: Option) -> Item | None:
        """Return for what an option serves: as it is planned, else for what was said first."""
        if option.way is Way.THING and option.thing in self.plan:
            return self.plan[option.thing]
        if option.way is Way.THING and self.plan:
            return None
        first = self.left[0]
        return first if self.stage.fits(first.wanted, option, self.line.seat) else None

    def _take(self, index: int, option: Option, item: Item) -> None:
        self.plan.pop(option.thing, None)
        if option == DONE:
            self.choice = None
        self._tick(item)
        if option.way is Way.THING:
            self.stage.answered.add(len(self.stage.scene.state.picked))
        before = len(self.stage.scene.log)
        self.stage.go_on(self.line.span, lambda: self.stage.scene.choose(index))
        if option.way is Way.ABILITY:
            self.stage.told.update(self._uses(before)[:1])
        self._settle_finished()

    def _tick(self, item: Item) -> None:
        item.left -= 1
        if item.left <= 0:
            self.left.remove(item)

    def _make_plan(self) -> None:
        """Work out what is wanted of the things that are being chosen, if any are."""
        state = self.stage.scene.state
        scope = state.scopes[-1] if state.scopes else None
        choice = scope, scope and scope.at, len(state.picked)
        if choice != self.choice:
            self.choice, self.plan = choice, {}
            if scope is not None and isinstance(scope.at, Choose):
                self._plan_choice(scope.at, scope)

    def _plan_choice(self, node: Choose, scope: Scope) -> None:
        noun = noun_of(node)
        things = evaluate(node.things, scope)
        high = len(things) if node.high is None else evaluate(node.high, scope)
        if noun.sort is Sort.PIECE:
            view = imagined(scope.state, self.line.seat)
            things = tuple(dict.fromkeys(view.number(thing) for thing in things))
        options = [Option(Way.THING, "", thing, noun) for thing in things]
        fitting = [(item, self._fitting(item, options)) for item in self.left]
        if high == 1:
            fitting = fitting[:1]
        for item, group in sorted(fitting, key=lambda one: len(one[1])):
            free = [thing for thing in group if thing not in self.plan]
            wanted = min(item.left, high - len(self.plan))
            self.plan.update((thing, item) for thing in free[:wanted])

    def _fitting(self, item: Item, options: Sequence[Option]) -> list[int]:
        return [
            option.thing
            for option in options
            if self.stage.fits(item.wanted, option, self.line.seat)
        ]

    # -------------------------------------------------------------- what needs no answer

    def explain(self) -> bool:
        """Tick off something that was said but need not be chosen; return whether there was any."""
        before = self._count()
        self._settle_finished()
        if self._count() < before:
            return True
        for item in self.left:
            if item.wanted.text == DONE.text:
                self.left.remove(item)
                return True
            if self._used_by_itself(item):
                self._tick(item)
                return True
        return False

    def _count(self) -> int:
        return sum(item.left for item in self.left)

    def _settle_finished(self) -> None:
        """Tick off what was taken without a question in choices that are finished."""
        picked = self.stage.scene.state.picked
        for number in range(self.finished, len(picked)):
            if picked[number].seat != self.line.seat:
                continue
            if self._is_planned(number):
                self._settle_planned(picked[number])
            elif number not in self.stage.answered:
                self._settle_unasked(number, picked[number])
        self.finished = len(picked)

    def _is_planned(self, number: int) -> bool:
        return (
            self.choice is not None
            and isinstance(self.choice[1], Choose)
            and self.choice[2] == number
        )

    def _settle_planned(self, picked: Picked) -> None:
        for thing in picked.things:
            item = self.plan.pop(thing, None)
            if item is not None and item.left:
                self._tick(item)

    def _settle_unasked(self, number: int, picked: Picked) -> None:
        for thing in picked.things:
            item = self._fitting_item(Option(Way.THING, "", thing, picked.noun))
            if item is not None and (number, thing) not in self.stage.named:
                self.stage.named.add((number, thing))
                self._tick(item)

    def _fitting_item(self, option: Option) -> Item | None:
        seat = self.line.seat
        return next((one for one in self.left if self.stage.fits(one.wanted, option, seat)), None)

    def _used_by_itself(self, item: Item) -> bool:
        """Whether an ability of this name was used since the line before, and not chosen."""
        for place in self._uses(self.since):
            entry = self.stage.scene.log[place]
            if place not in self.stage.told and entry.things == (item.wanted.text,):
                self.stage.told.add(place)
                return True
        return False

    def _uses(self, since: int) -> list[int]:
        """Return where the log says that the player used an ability."""
        log = self.stage.scene.log
        places = range(since, len(log))
        return [n for n in places if log[n].what is What.USED and log[n].seat == self.line.seat]

    # -------------------------------------------------------------- failing

    def problem(self) -> str:
        """Say why nothing of what is left can be chosen."""
        decision, name = self.stage.scene.decision, self.stage.name(self.line.seat)
        said = self.left[0].wanted.span.text
        if decision is None or decision.seat != self.line.seat:
            return f"{name} is not asked for `{said}` here (a single option is not asked)"
        if self.line.decision not in (None, decision.name):
            return f"{name} is not asked `{self.line.decision}` here"
        options = ", ".join(option.text for option in decision.options)
        return f"`{said}` is not offered: {name} may choose: {options}"
