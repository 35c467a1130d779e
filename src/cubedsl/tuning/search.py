"""Trying numbers, one choice after the other, as an optimiser asks for them.

The optimiser is Optuna's tree of Parzen estimators: it needs no gradient, takes whole numbers as
they are, and bears with noise. With its seed given, and the games the same for every choice, the
same call tries the same choices: a search that was broken off is gone through again, with what
its journal knows, and goes on from there.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TypeAlias

from attrs import Factory, define, evolve, frozen

from cubedsl.dsl.tunable import Tunable
from cubedsl.interpreter.bots.interruption import Interruption, listening
from cubedsl.tuning.field import Measured, Wanted
from cubedsl.tuning.journal import Journal
from cubedsl.tuning.targets import Targets, off
from cubedsl.tuning.trial import Choice, Subject, Unfit, measure

if TYPE_CHECKING:
    from optuna.study import Study

# Points for each step of a number: of two choices that are as good, the one that changes less.
STEP = 0.02
# Points of a choice that the check does not like, and for each problem.
UNFIT, PROBLEM = 1_000.0, 10.0
CONFIRMING = 4
FRESH = 2**32

Watch: TypeAlias = Callable[[float], None]


@frozen(eq=False)
class Task:
    """What is looked for: so many tries, each number at most `within` from what it is.

    No number is tried below `least` or above `most`; one that is there already may stay.
    """

    subject: Subject
    targets: Targets
    wanted: Wanted
    tries: int
    within: int = 2
    least: int | None = None
    most: int | None = None

    def bounds(self, one: Tunable) -> tuple[int, int]:
        """Return between which values a number is looked for; one that is positive stays so."""
        low, high = self._near(one)
        low = low if self.least is None else max(low, min(self.least, one.value))
        return low, high if self.most is None else min(high, max(self.most, one.value))

    def _near(self, one: Tunable) -> tuple[int, int]:
        low = min(one.value, max(1, one.value - self.within))
        low = low if one.low is None else max(one.low, one.value - self.within)
        high = one.value + self.within
        return low, high if one.high is None else min(high, one.high)


@frozen(eq=False)
class Found:
    """What a search in one set ended with.

    `before` and `after` are games with other dice than those that were searched with; they are
    None if the search was interrupted. `kept` is whether they were better after than before.
    """

    card_set: str | None
    numbers: tuple[Tunable, ...]
    chosen: dict[Tunable, int]
    tries: int
    searched: tuple[float, float]
    before: Measured | None = None
    after: Measured | None = None
    kept: bool = True
    interrupted: bool = False


@define(eq=False)
class Search:
    """A search in one set, on top of what was chosen in others."""

    task: Task
    numbers: tuple[Tunable, ...]
    card_set: str | None
    settled: Choice
    journal: Journal
    folder: Path
    interruption: Interruption
    watch: Watch
    results: dict[tuple[int, ...], float] = Factory(dict)
    tried: int = 0

    def run(self) -> Found:
        """Search, then look at the best with other dice; an interruption keeps the best so far."""
        try:
            self._try_all()
        except KeyboardInterrupt:
            return evolve(self._best(), interrupted=True)
        try:
            return self._confirmed(self._best())
        except KeyboardInterrupt:
            return evolve(self._best(), interrupted=True)

    @property
    def _start(self) -> tuple[int, ...]:
        return tuple(one.value for one in self.numbers)

    def _try_all(self) -> None:
        study = _study(self.task.wanted.seed)
        study.enqueue_trial({one.title: one.value for one in self.numbers})
        for _ in range(self.task.tries):
            trial = study.ask()
            limits = [(one.title, *self.task.bounds(one)) for one in self.numbers]
            values = tuple(trial.suggest_int(*each) for each in limits)
            study.tell(trial, self._points(values))
            self.tried += 1
            self.watch(min(self.results.values()))

    def _points(self, values: tuple[int, ...]) -> float:
        """Return how far a choice is from the targets; played once."""
        if values not in self.results:
            key = self._key(values)
            known = self.journal.known(key)
            points = self._play(values) if known is None else known
            self.journal.keep(key, points)
            self.results[values] = points
        return self.results[values]

    def _key(self, values: tuple[int, ...]) -> str:
        chosen = self._choice(values)
        words = (f"{one.title} -> {chosen[one]}" for one in chosen if chosen[one] != one.value)
        return "; ".join((self.card_set or "", *words))

    def _choice(self, values: Sequence[int]) -> dict[Tunable, int]:
        return {**self.settled, **dict(zip(self.numbers, values, strict=True))}

    def _play(self, values: tuple[int, ...]) -> float:
        found = self._measure(values, self.task.wanted)
        if isinstance(found, Unfit):
            return UNFIT + PROBLEM * found.problems
        steps = sum(abs(a - b) for a, b in zip(values, self._start, strict=True))
        return off(self.task.targets, found) + STEP * steps

    def _measure(self, values: Sequence[int], wanted: Wanted) -> Measured | Unfit:
        choice, task = self._choice(values), self.task
        return measure(task.subject, choice, self.card_set, wanted, self.folder, self.interruption)

    def _best(self) -> Found:
        """Return the best so far; of equals, the first."""
        best = min(self.results, key=lambda one: self.results[one], default=self._start)
        points = [self.results.get(one, 0.0) for one in (self._start, best)]
        return Found(
            self.card_set,
            self.numbers,
            dict(zip(self.numbers, best, strict=True)),
            self.tried,
            (points[0], points[1]),
        )

    def _confirmed(self, found: Found) -> Found:
        """Play more games with other dice, before and after; what is no better is left."""
        wanted = self.task.wanted
        wanted = evolve(wanted, seed=wanted.seed + FRESH, games=wanted.games * CONFIRMING)
        before = self._measure(self._start, wanted)
        after = self._measure(tuple(found.chosen.values()), wanted)
        assert isinstance(before, Measured) and isinstance(after, Measured)
        same = tuple(found.chosen.values()) == self._start
        better = same or off(self.task.targets, after) < off(self.task.targets, before)
        chosen = found.chosen if better else dict(zip(self.numbers, self._start, strict=True))
        return evolve(found, before=before, after=after, kept=better, chosen=chosen)


def _study(seed: int) -> "Study":
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna.create_study(sampler=optuna.samplers.TPESampler(seed=seed % 2**32))


def search_all(
    task: Task,
    sets: Sequence[tuple[str | None, tuple[Tunable, ...]]],
    journal: Journal,
    watch: Watch,
) -> tuple[Found, ...]:
    """Search set by set; a number that was looked for in one stays so in the next ones."""
    found: list[Found] = []
    settled: dict[Tunable, int] = {}
    with listening() as interruption, TemporaryDirectory() as folder:
        for title, numbers in sets:
            own = tuple(one for one in numbers if one not in settled)
            search = Search(
                task, own, title, dict(settled), journal, Path(folder), interruption, watch
            )
            found.append(search.run())
            settled.update(found[-1].chosen)
            if found[-1].interrupted:
                break
    return tuple(found)
