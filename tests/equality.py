"""The engine against the reference: the same games, equal at every decision.

A game is played by the reference, with bots; the engine is given the same choices from outside.
At every decision the question and the position must be the same, and so must the end.  Then the
engine plays the game alone, with the bots inside, and must come to the same result.

    python tests/equality.py [FACTOR]       many games of everything; prints how many there were
"""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from time import time
from typing import Any, TypeAlias

from attrs import define, field, frozen

from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.things import Option
from cubedsl.dsl.model.types import Flag, Word
from cubedsl.dsl.source import Span
from cubedsl.interpreter import digest
from cubedsl.interpreter.bots.fast import Table
from cubedsl.interpreter.bots.plan import Plan
from cubedsl.interpreter.bots.seats import RANDOM, Bot, line_up
from cubedsl.interpreter.bots.statistics import Result
from cubedsl.interpreter.decision import Decision, Outcome, Way
from cubedsl.interpreter.engine.code import Call
from cubedsl.interpreter.engine.lower import question as asked
from cubedsl.interpreter.engine.lower.answers import OUTSIDE
from cubedsl.interpreter.engine.machine import Machine, Trapped, compile_setup
from cubedsl.interpreter.engine.view import View
from cubedsl.interpreter.game import Game
from cubedsl.interpreter.setup import OptionValue, Setup, prepare
from cubedsl.interpreter.state import State
from cubedsl.interpreter.stopped import Stopped
from library import BENCH, EXAMPLES, GAMES, ROOT, SHIPPED, ruleset

Question: TypeAlias = tuple[int, str, str | None, tuple[tuple[str, object], ...]]
OPEN = 1
SEED = 7
SHORT = 4_000
"""Steps after which games of players by chance are stopped, which need not end."""
RULESETS = tuple(sorted((ROOT / "tests" / "rulesets").glob("*.cube")))


class Different(AssertionError):
    """The engines differ: where, in what, and the rules that ran."""


@define(eq=False)
class Pair:
    """Both engines for one setup; the engine looks at every place in memory it uses."""

    title: str
    setup: Setup
    most_steps: int = 1_000_000
    machine: Machine = field(init=False)
    view: View = field(init=False)
    inside: Machine = field(init=False)
    _last: State | None = None

    def __attrs_post_init__(self) -> None:
        compiled = compile_setup(self.setup, checked=True)
        self.machine, self.inside = Machine(compiled), Machine(compiled)
        self.view = View(self.machine)

    def play(self, number: int, words: Sequence[str] = ()) -> "Played":
        """Play a game with both."""
        bots = line_up(self.setup.ruleset, self.setup.players, words)
        by_chance = any(bot.title == RANDOM for bot in bots)
        most = min(self.most_steps, SHORT) if by_chance else self.most_steps
        plan = Plan(self.setup, bots, 1, SEED, max_steps=most)
        expected = self._outside(plan, number)
        (found,) = Table(plan, self.inside).play(range(number, number + 1))
        if found != expected:
            raise Different(f"{self._where(number, bots)}\n  {expected}\n  {found}")
        stopped = int(expected.outcome.stopped is not None)
        return Played(1 - stopped, stopped, expected.decisions)

    # -------------------------------------------------------------- from outside

    def _outside(self, plan: Plan, number: int) -> Result:
        """Play a game by the reference, and give the engine its choices."""
        game = Game(self.setup, plan.seed, number, max_steps=plan.max_steps)
        agents = [
            bot.sit(self.setup, seat, plan.seed, number) for seat, bot in enumerate(plan.bots)
        ]
        self.machine.seat([OUTSIDE] * self.setup.players, plan.max_steps)
        ended = self._run(lambda: self.machine.start(plan.seed, number))
        while (decision := game.decision) is not None:
            self._compare(game, decision, ended, number, plan.bots)
            try:
                index = agents[decision.seat].choose(decision, game.state)
            except Stopped as stopped:
                return _given_up(plan, game, plan.bots[decision.seat].title, stopped)
            game.choose(index)
            ended = self._run(lambda index=index: self.machine.answer(index))
        assert game.outcome is not None
        seats = tuple(range(len(plan.bots)))
        result = Result(seats, game.outcome, len(game.asked), game.whole_digest())
        self._compare_end(game, ended, number, plan.bots)
        return result

    def _run(self, go: Any) -> int | str:
        """Return how a stretch of the game ended: open, over, or why it was stopped."""
        try:
            return int(go())
        except Trapped as trapped:
            return trapped.sentence(self.setup.ruleset, ())

    def _compare(
        self, game: Game, decision: Decision, ended: int | str, number: int, bots: Sequence[Bot]
    ) -> None:
        expected = _question(decision)
        found = self._open() if ended == OPEN else ended
        if found != expected or not alike(game.state, self.view.state()):
            self._tell(game, expected, found, self._where(number, bots))

    def _compare_end(self, game: Game, ended: int | str, number: int, bots: Sequence[Bot]) -> None:
        assert game.outcome is not None
        stopped = game.outcome.stopped
        fits = ended != OPEN if stopped is None else ended == stopped
        if not fits or not alike(game.state, self.view.state()):
            self._tell(game, stopped or "over", ended, self._where(number, bots))

    def _open(self) -> Question:
        """Return the question that is open in the engine."""
        world, head = self.machine.compiled.lowered.world, self.machine.open
        texts = world.names.texts
        card = texts[head[asked.CARD]] if head[asked.CARD] >= 0 else None
        things = self.machine.read(asked.question(world).thing)
        names = self.machine.read(asked.question(world).name)
        options: list[tuple[str, object]] = []
        for i in range(head[asked.COUNT]):
            match head[asked.WAY]:
                case asked.NUMBER:
                    options.append((Way.NUMBER.value, things[0] + i))
                case asked.THING if things[i] >= 0:
                    options.append((Way.THING.value, things[i]))
                case asked.ABILITY if things[i] >= 0:
                    options.append((Way.ABILITY.value, things[i]))
                case _:
                    options.append((Way.NAMED.value, texts[names[i]]))
        return head[asked.SEAT], texts[head[asked.NAME]], card, tuple(options)

    # -------------------------------------------------------------- differences

    def _where(self, number: int, bots: Sequence[Bot]) -> str:
        titles = ", ".join(bot.title for bot in bots)
        return f"{self.title}, game {number} of seed {SEED} ({titles})"

    def _tell(self, game: Game, expected: object, found: object, where: str) -> None:
        """Say what is different: the question, lines of the positions, the rules that ran."""
        left, right = digest.position(game.state), digest.position(self.view.state())
        ours, theirs = left.split("\n"), right.split("\n")
        lines = [f"{where}: different at decision {len(game.asked)}"]
        lines += [f"  reference: {expected}", f"  engine:    {found}"]
        lines += [f"  reference: {one}" for one in ours if one not in theirs]
        lines += [f"  engine:    {one}" for one in theirs if one not in ours]
        lines += [f"  {name} {a} / {b}" for name, a, b in _numbers(game.state, self.view.state())]
        lines += [f"  ran: {one}" for one in _standing(game)]
        lines += [f"  engine ran: {one}" for one in self._sites()]
        lines += [f"  before: {entry.text}" for entry in game.log[-8:]]
        raise Different("\n".join(lines))

    def _sites(self) -> Iterator[str]:
        """Yield the functions that stand open in the engine."""
        for one in self.machine.compiled.lowered.program.functions:
            if one.frame is not None and (place := self.machine.read(one.frame)[0]):
                site = one.sites[place - 1]
                yield f"{one.name}: {site.function.name if isinstance(site, Call) else 'asks'}"


def _given_up(plan: Plan, game: Game, title: str, stopped: Stopped) -> Result:
    """Return the result of a game in which a strategy cannot be followed."""
    reason = f'{stopped.reason}, in the strategy "{title}" ({stopped.span})'
    outcome = Outcome((), game.state.rounds, reason)
    found = digest.of_game(game.state, game.asked, outcome)
    return Result(tuple(range(len(plan.bots))), outcome, len(game.asked), found)


def _question(decision: Decision) -> Question:
    options = tuple(
        (one.way.value, one.text if one.way is Way.NAMED else one.thing) for one in decision.options
    )
    return decision.seat, decision.name, decision.card, options


def _standing(game: Game) -> Iterator[str]:
    """Yield the statements that are being carried out, the innermost last."""
    for scope in game.state.scopes:
        span: Span | None = getattr(scope.at, "span", None)
        if span is not None:
            yield f"{span}: {span.text.splitlines()[0]}"


# ------------------------------------------------------------------ positions


def alike(left: State, right: State) -> bool:
    """Whether two positions are the same, down to the numbers of pieces and of steps."""
    return (
        left.spot == right.spot
        and left.face == right.face
        and left.rank == right.rank
        and left.used == right.used
        and left.marks == right.marks
        and left.known == right.known
        and left.cells == right.cells
        and left.tokens == right.tokens
        and _counters(left) == _counters(right)
        and _waiting(left) == _waiting(right)
    )


def _counters(state: State) -> dict[str, object]:
    return {
        "direction": state.direction,
        "rounds": state.rounds,
        "steps": state.steps,
        "silent": state.silent,
        "drawn": state.stream.drawn,
        "stream": state.stream.state,
    }


def _numbers(left: State, right: State) -> Iterator[tuple[str, object, object]]:
    ours, theirs = _counters(left), _counters(right)
    yield from ((name, ours[name], theirs[name]) for name in ours if ours[name] != theirs[name])
    for name in ("spot", "face", "rank", "used", "marks", "known", "cells", "tokens"):
        if getattr(left, name) != getattr(right, name):
            yield from ((name, a, b) for a, b in _entries(left, right, name) if a != b)


def _entries(left: State, right: State, name: str) -> Iterator[tuple[object, object]]:
    yield from zip(getattr(left, name), getattr(right, name), strict=True)


def _waiting(state: State) -> list[object]:
    laters = [
        (one.seat, one.card, id(one.node), *_captured(state, one.node, one.frame))
        for one in state.laters
    ]
    batches = [
        (timing, one.seat, one.pieces)
        for timing, batches in sorted(state.batches.items())
        for one in batches
    ]
    return [*laters, *batches]


def _captured(state: State, node: object, frame: tuple[Any, ...]) -> Iterator[object]:
    yield from (frame[slot] for slot, _ in state.setup.captures[node])


# ------------------------------------------------------------------ games


@frozen
class Played:
    """How many games were equal: whole ones, those that were stopped, their decisions."""

    whole: int = 0
    stopped: int = 0
    decisions: int = 0

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.whole + self.stopped

    def and_(self, other: "Played") -> "Played":
        """Return both together."""
        return Played(
            self.whole + other.whole,
            self.stopped + other.stopped,
            self.decisions + other.decisions,
        )


def targets() -> tuple[str, ...]:
    """Return all rulesets there are: shipped ones, house rules, examples, games of the tests.

    The house cards are put together: each brings sets of its own.
    """
    cards = [str(path) for path in EXAMPLES if path.parent.name == "house_cards"]
    files = [path for path in EXAMPLES if path.parent.name != "house_cards"]
    return (*SHIPPED, "+".join(cards), *map(str, (*files, *GAMES, *BENCH, *RULESETS)))


def named(target: str) -> str:
    """Return what to call a target."""
    first = target.split("+")[0]
    return str(Path(first).parent.name if "+" in target else Path(first).stem)


def setups(target: str, *, sets_only: bool = False) -> list[tuple[str, Setup]]:
    """Return the setups of a ruleset: each set (of a patch: its own), each other value of a
    flag or word among the options; the players in turn."""
    found, made = ruleset(target, hints=True), []
    low, high = found.players
    for i, (card_set, options) in enumerate(_variants(target, found, sets_only)):
        players = high - i % (high - low + 1)
        said = [named(target), f"{players} players", card_set or ""]
        said += [f"{name} = {value}" for name, value in options.items()]
        setup = prepare(found, players=players, card_set=card_set, options=options)
        made.append((", ".join(one for one in said if one), setup))
    return made


def _variants(
    target: str, found: Ruleset, sets_only: bool
) -> Iterator[tuple[str | None, Mapping[str, OptionValue]]]:
    bases = [ruleset(name) for name in SHIPPED if name != target]
    own = [name for name in found.sets if not any(name in base.sets for base in bases)]
    sets: Sequence[str | None] = own or [*found.sets][:1] or [None]
    yield from ((one, {}) for one in sets)
    for name, option in found.options.items():
        if not sets_only and not any(name in base.options for base in bases):
            yield from ((sets[0], {name: value}) for value in _others(option))


def _others(option: Option) -> Sequence[OptionValue]:
    match option.type, option.default:
        case Flag(), bool(default):
            return (not default,)
        case Word(words=words), default:
            return tuple(one for one in words if one != default)
    return ()


def line_ups(found: Ruleset) -> tuple[tuple[str, ...], ...]:
    """Return who may sit at the table: all strategies in turn, chance, each strategy alone."""
    return ((), (RANDOM,), *((title,) for title in found.strategies))


def play_some(target: str, place: int, first: int, games: int) -> Played:
    """Play games of one setup of a ruleset from a number on, by all line-ups in turn; fewer if it
    takes too long."""
    title, setup = setups(target)[place]
    pair, known, until = Pair(title, setup, MOST_STEPS), line_ups(setup.ruleset), time() + SECONDS
    played = Played()
    for number in range(first, first + games):
        if time() > until:
            break
        played = played.and_(pair.play(number, known[(number + place) % len(known)]))
    return played


# ------------------------------------------------------------------ very many games

MANY = {"cubitos": 2_000, "cubosaurs": 2_000, "": 20_000}
"""How many games of the shipped rulesets with all that extends them, and of the others."""
MOST_STEPS, SECONDS = 20_000, 20
"""What is slow in the reference is played less: a game has so many steps, a portion so long."""


def family(target: str) -> str:
    """Return the shipped ruleset that a target is or extends: it has all its kinds."""
    own = {one.name for one in ruleset(target, hints=True).kinds}
    near = (name for name in SHIPPED if {one.name for one in ruleset(name).kinds} <= own)
    return next(near, "")


def play_many(name: str, factor: float, jobs: int) -> Played:
    """Play very many games of a family: of each setup the same portion, and what the slow ones do
    not reach of the quick ones; print how many were equal after each portion."""
    own = [one for one in targets() if family(one) == name]
    quick = [(one, place) for one in own for place in range(len(setups(one)))]
    wanted, first, found = round(MANY[name] * factor), 0, Played()
    with ProcessPoolExecutor(jobs, get_context("fork")) as pool:
        while found.games < wanted and quick:
            games = max(1, -(-(wanted - found.games) // len(quick)))
            work = [(one, pool.submit(play_some, *one, first, games)) for one in quick]
            for one, portion in work:
                played = portion.result()
                found = found.and_(played)
                if played.games < games:
                    quick.remove(one)
                print(f"{name or 'others'}: {named(one[0])} {one[1]}, {found}", flush=True)
            first += games
    return found


def main(factor: float = 1.0, *families: str) -> None:
    """Play very many games of some families, or of all."""
    for name in families or MANY:
        play_many(name, float(factor), os.cpu_count() or 1)


if __name__ == "__main__":
    main(*sys.argv[1:])  # type: ignore[arg-type]
