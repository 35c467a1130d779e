"""How a scenario answers decisions: which options it means, and what needs no answer."""

from attrs import define, field

from cubedsl.dsl.model.scenes import Chooses, Wanted
from cubedsl.interpreter.decision import Decision
from cubedsl.interpreter.log import What
from cubedsl.interpreter.machine import DONE
from cubedsl.interpreter.stage import Stage


@define
class Item:
    """One thing that is to be chosen, and how often it still is."""

    wanted: Wanted
    left: int


@define
class Picks:
    """What a line says that a player chooses.

    `left` is what has not been chosen yet.  `last` is the last answer that this line gave: the
    decision and the index of the option.  `told` are the entries of the log that explained
    something that was said.
    """

    stage: Stage
    line: Chooses
    left: list[Item] = field(init=False)
    last: tuple[Decision, int] | None = field(default=None, init=False)
    told: set[int] = field(factory=set, init=False)

    def __attrs_post_init__(self) -> None:
        self.left = [Item(one, one.count) for one in self.line.wanted]

    # -------------------------------------------------------------- choosing

    def choose(self) -> bool:
        """Answer the decision that is open, if it is the player's and what is wanted is there.

        Of several things that are chosen one after the other, the first option that anything
        said fits is taken; else it must be what was said first.
        """
        decision = self.stage.asked(self.line)
        if decision is None:
            return False
        candidates = self.left if decision.name in self.stage.several else self.left[:1]
        for index, option in enumerate(decision.options):
            for item in candidates:
                if self.stage.fits(item.wanted, option, self.line.seat):
                    self._take(decision, index, item)
                    return True
        return False

    def _take(self, decision: Decision, index: int, item: Item) -> None:
        self.last = decision, index
        self.stage.go_on(self.line.span, lambda: self.stage.scene.choose(index))
        self._tick(item)

    def _tick(self, item: Item) -> None:
        item.left -= 1
        if item.left <= 0:
            self.left.remove(item)

    # -------------------------------------------------------------- what needs no answer

    def explain(self) -> bool:
        """Tick off something that was said but need not be chosen; return whether there was any."""
        for item in self.left:
            if item.wanted.text == DONE.text or self._had_to_be_chosen(item):
                self.left.remove(item)
                return True
            if self._used_by_itself(item):
                self._tick(item)
                return True
        return False

    def _had_to_be_chosen(self, item: Item) -> bool:
        """Whether the item is among what was left to choose after the last answer."""
        if self.last is None or self.last[0].name not in self.stage.several:
            return False
        decision, index = self.last
        left = (option for option in decision.options[index:] if option != DONE)
        return any(self.stage.fits(item.wanted, option, self.line.seat) for option in left)

    def _used_by_itself(self, item: Item) -> bool:
        """Whether an ability of this name was used since the last line."""
        for place in range(self.stage.met, len(self.stage.scene.log)):
            entry = self.stage.scene.log[place]
            used = entry.what in (What.USED, What.DECLINED) and entry.seat == self.line.seat
            if used and place not in self.told and entry.things == (item.wanted.text,):
                self.told.add(place)
                return True
        return False

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
