"""A game that is played: it runs on to the next decision, takes the answer, and so on to its end.

A game is its setup, its seed and number, and the choices made so far: `replay` plays them again.
"""

from collections.abc import Sequence

from attrs import Factory, define, field

from cubedsl.dsl.model.types import Sort
from cubedsl.interpreter import describe, digest
from cubedsl.interpreter.decision import Decision, Option, Outcome, Way
from cubedsl.interpreter.log import Entry, What
from cubedsl.interpreter.meaning.evaluate import evaluate
from cubedsl.interpreter.meaning.execute import call
from cubedsl.interpreter.meaning.machine import Question, Run, Throw
from cubedsl.interpreter.meaning.scope import Scope
from cubedsl.interpreter.setup import Setup
from cubedsl.interpreter.state import MOST_STEPS, State
from cubedsl.interpreter.stopped import Over, Stopped, sentence
from cubedsl.interpreter.streams import Stream
from cubedsl.interpreter.watch import Counted, called, offered


class IllegalChoice(Exception):
    """There is no such option, or nothing to decide; the game is as it was."""


@define(eq=False)
class Play:
    """A state and what runs on it, up to the next question.

    `decision` is what is asked now, `throw` the dice that are to be thrown now: None if nothing
    is, both None when what ran has come to its end.  `asked` are the decisions so far with the
    index of the option that was chosen.
    """

    state: State
    decision: Decision | None = field(default=None, init=False)
    throw: Throw | None = field(default=None, init=False)
    outcome: Outcome | None = field(default=None, init=False)
    asked: list[tuple[Decision, int]] = Factory(list)
    _run: Run | None = field(default=None, init=False)

    @property
    def log(self) -> Sequence[Entry]:
        """What has happened, in order."""
        return self.state.log

    @property
    def choices(self) -> tuple[int, ...]:
        """The indices chosen so far."""
        return tuple(index for _, index in self.asked)

    def digest(self) -> str:
        """Return the digest of the position."""
        return digest.of_position(self.state)

    def choose(self, index: int) -> None:
        """Answer the decision by the index of an option, and run on."""
        decision = self.decision
        if decision is None:
            raise IllegalChoice("there is nothing to decide")
        if isinstance(index, bool) or not isinstance(index, int):
            raise IllegalChoice(f"an option is chosen by its number, not by {index!r}")
        if not 0 <= index < len(decision.options):
            last = len(decision.options) - 1
            raise IllegalChoice(f"the options are numbered from 0 to {last}: there is no {index}")
        self.asked.append((decision, index))
        self._record_choice(decision, decision.options[index])
        if self.state.counts:
            self._count_choice(decision, decision.options[index])
        self.state.end_silence()
        self._advance(index)

    def _record_choice(self, decision: Decision, option: Option) -> None:
        is_piece = option.noun is not None and option.noun.sort is Sort.PIECE
        seen = is_piece and self.state.sees(decision.seat, option.thing)
        pieces = (option.thing,) if option.way is Way.THING and seen else ()
        heard = describe.heard(self.state, pieces, (option.text,), decision.name)
        self.state.record(What.CHOSE, decision.seat, (option.text,), decision.name, heard=heard)

    def _count_choice(self, decision: Decision, option: Option) -> None:
        """Count what was offered by name, and what was chosen."""
        watch = self.state.setup.watch
        names = watch.names if watch is not None else {}
        for named in offered(decision, names):
            self.state.count(Counted.OFFERED, named, decision.seat)
        if (name := called(option, names)) is not None:
            self.state.count(Counted.CHOSEN, (decision.name, name), decision.seat)

    def _start(self, run: Run) -> None:
        """Run something from its beginning."""
        self._run = run
        self._advance(None)

    def _advance(self, answer: object) -> None:
        self.decision = self.throw = None
        try:
            self._ask(self._send(answer))
        except StopIteration:
            self._run = None
            self._finish()
        except Over as over:
            self._end(over.winners)
        except Stopped as stopped:
            self._end((), sentence(self.state.setup.ruleset, stopped))
        except RecursionError:
            self._end((), "the rules call one another too deeply")

    def _send(self, answer: object) -> Question:
        assert self._run is not None
        return self._run.send(answer)

    def _ask(self, question: Question) -> None:
        if isinstance(question, Throw):
            self.throw = question
        else:
            self.decision = question

    def _finish(self) -> None:
        """Note that what ran has come to its end."""

    def _end(self, winners: tuple[int, ...], stopped: str | None = None) -> None:
        self._run = None
        self.state.release_all()
        self.outcome = Outcome(winners, self.state.rounds, stopped)


class Game(Play):
    """A game from its beginning, with dice from its random stream.

    It has run to its first decision when it is made.  `seed` and `number` say which random numbers
    it has.
    """

    def __init__(
        self,
        setup: Setup,
        seed: int,
        number: int = 0,
        *,
        max_steps: int = MOST_STEPS,
        make: type[State] = State,
    ) -> None:
        super().__init__(fresh(setup, Stream.derived(seed, number), max_steps, make))
        self.seed, self.number = seed, number
        game = setup.ruleset.game
        self._start(call(game.body, Scope(self.state, [None] * game.frame_size)))

    def _finish(self) -> None:
        """Nobody was crowned."""
        self._end(())

    def whole_digest(self) -> str:
        """Return the digest of the game so far: every decision, the position, the outcome."""
        return digest.of_game(self.state, self.asked, self.outcome)

    def _send(self, answer: object) -> Question:
        question = super()._send(answer)
        while isinstance(question, Throw):
            question = super()._send(throw(self.state, question))
        return question


def throw(state: State, thrown: Throw) -> tuple[int, ...]:
    """Return a face at random for each die, in their order."""
    kinds, kind_of = state.setup.ruleset.kinds, state.setup.pieces.kind
    state.end_silence()
    sides = (kinds[kind_of[die]].faces for die in thrown.dice)
    return tuple(faces[state.stream.below(len(faces))] for faces in sides)


def fresh(
    setup: Setup, stream: Stream, max_steps: int = MOST_STEPS, make: type[State] = State
) -> State:
    """Return the state in which a game begins."""
    state = make(setup, stream, max_steps)
    scope = Scope(state, [])
    state.fill_cells(evaluate(cell.default, scope) for cell in setup.ruleset.cells)
    return state


def replay(
    setup: Setup,
    seed: int,
    number: int,
    choices: Sequence[int],
    *,
    max_steps: int = MOST_STEPS,
) -> Game:
    """Return a game in which these choices have been made."""
    game = Game(setup, seed, number, max_steps=max_steps)
    for index in choices:
        game.choose(index)
    return game
