"""Going on with a recorded game: it is played again, and verified on the way.

A record of another ruleset, or one whose choices cannot be made here, is refused, and the
difference named.
"""

from collections.abc import Iterable, Iterator, Sequence

from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.interpreter.decision import Decision, Outcome
from cubedsl.interpreter.game import Game
from cubedsl.interpreter.records.error import RecordError
from cubedsl.interpreter.records.parts import parts
from cubedsl.interpreter.records.played import Played, title_of
from cubedsl.interpreter.records.record import Choice, Record
from cubedsl.interpreter.setup import OptionValue, Setup, SetupError, prepare
from cubedsl.interpreter.state import State

MOST_PARTS = 12
"""So many parts of a ruleset that differ are named."""


def resume(record: Record, ruleset: Ruleset, *, anyway: bool = False) -> Game:
    """Return the game at the point where it was recorded; raise RecordError if there is none."""
    game = begin(record, setup_of(record, ruleset, anyway=anyway))
    for _ in follow(record, game):
        pass
    return game


def setup_of(record: Record, ruleset: Ruleset, *, anyway: bool = False) -> Setup:
    """Return the setup of a recorded game.

    It must be the same ruleset, letter by letter, unless it is to be tried `anyway`.
    """
    reasons = [] if anyway else of_another_ruleset(record, ruleset, "a game")
    try:
        setup = prepare(
            ruleset,
            players=record.players,
            options=record.options,
            card_set=record.card_set,
            board=record.board,
            names=record.names,
        )
    except SetupError as error:
        raise RecordError("\n".join(reasons) or str(error)) from error
    _stop_if_any([*reasons, *differences(record, setup)])
    return setup


def _stop_if_any(reasons: Sequence[str]) -> None:
    if reasons:
        raise RecordError("\n".join(reasons))


def of_another_ruleset(record: Played, ruleset: Ruleset, what: str) -> list[str]:
    """Return how the ruleset of a record differs from another; `what` it is a record of."""
    if record.fingerprint == ruleset.fingerprint:
        return []
    was, now = f"{record.title} ({record.ruleset})", f"{ruleset.title} ({ruleset.name})"
    if record.title != ruleset.title:
        return [f"it is {what} of {was}, not of {now}", *_parts_changed(record, ruleset)]
    prints = f"fingerprint {record.fingerprint[:12]}, now {ruleset.fingerprint[:12]}"
    return [
        f"{now} has another text than when it was recorded ({prints})",
        *_parts_changed(record, ruleset),
    ]


def _parts_changed(record: Played, ruleset: Ruleset) -> list[str]:
    """Return which parts differ, unless hardly any is the same."""
    before, now = record.parts, parts(ruleset)
    said = {
        "differs": [name for name in before if name in now and before[name] != now[name]],
        "is not there": [name for name in before if name not in now],
        "is new": [name for name in now if name not in before],
    }
    lines = [f"{name} {how}" for how, names in said.items() for name in names]
    if len(said["differs"]) + len(said["is not there"]) > len(before) / 2:
        return []
    if not lines:
        return ["only comments, scenarios or the like differ: the rules are the same"]
    more = len(lines) - MOST_PARTS
    return [*lines[:MOST_PARTS], f"and {more} more differences"] if more > 0 else lines


def differences(record: Played, setup: Setup) -> list[str]:
    """Return in which ways a setup is not that of a recorded game."""
    pairs: list[tuple[str, OptionValue | None, OptionValue | None]] = [
        ("the number of players", record.players, setup.players),
        ("the set", record.card_set, title_of(setup.card_set)),
        ("the board", record.board, title_of(setup.board)),
        ("the names", ", ".join(record.names), ", ".join(setup.names)),
    ]
    for name in {**setup.options, **record.options}:
        pairs.append((f"the option `{name}`", record.options.get(name), setup.options.get(name)))
    return list(unlike(pairs))


def unlike(
    pairs: Iterable[tuple[str, OptionValue | None, OptionValue | None]],
) -> Iterator[str]:
    """Yield a sentence for each thing that was noted as another than it is here."""
    for what, was, here in pairs:
        if was != here or type(was) is not type(here):
            yield f"{what}: {_shown(was)} in the record, {_shown(here)} here"


def _shown(value: OptionValue | None) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "missing" if value is None else str(value)


def begin(record: Record, setup: Setup, make: type[State] = State) -> Game:
    """Return the recorded game at its beginning; `make` makes its state."""
    _stop_if_any(differences(record, setup))
    return Game(setup, record.seed, record.number, max_steps=record.max_steps, make=make)


def follow(record: Record, game: Game) -> Iterator[int]:
    """Make the recorded choices in a game; yield how many were made, from 0 on.

    It is verified on the way: what is asked, what is offered, the digests, the end.
    """
    digests = dict(record.checkpoints)
    for made in range(len(record.choices) + 1):
        if made in digests and digests[made] != game.digest():
            raise RecordError(f"after {made} choices the position is another one than recorded")
        if made == len(record.choices):
            _verify_end(record, game)
        yield made
        if made < len(record.choices):
            _make(record.choices[made], made + 1, game)


def _verify_end(record: Record, game: Game) -> None:
    was, now = record.outcome, game.outcome
    if (was is None) != (now is None):
        raise RecordError(f"the game {_ended(now)}, but in the record it {_ended(was)}")
    if was and now and (was.winners, was.rounds) != (now.winners, now.rounds):
        raise RecordError("the game ends in another way than recorded")
    if record.whole != game.whole_digest():
        raise RecordError("the options that were offered are others than recorded")


def _ended(outcome: Outcome | None) -> str:
    return "is over" if outcome else "goes on"


def _make(choice: Choice, place: int, game: Game) -> None:
    """Make a recorded choice, if just that is what can be chosen."""
    decision, names = game.decision, game.state.setup.names
    where = f"choice {place} is `{choice.option}` ({choice.decision})"
    if decision is None:
        raise RecordError(f"{where}, but the game is over by then")
    if (decision.name, decision.seat) != (choice.decision, choice.seat):
        raise RecordError(f"{where}, but here {names[decision.seat]} is asked {decision.name}")
    if (
        choice.index >= len(decision.options)
        or decision.options[choice.index].text != choice.option
    ):
        raise RecordError(f"{where}, which is not offered: {offered(decision, choice)}")
    game.choose(choice.index)


def offered(decision: Decision, choice: Choice) -> str:
    """Say what is offered in place of what was chosen."""
    texts = [option.text for option in decision.options]
    if choice.option in texts:
        return f"it has number {texts.index(choice.option)} here, and {choice.index} in the record"
    return _some(texts)


def _some(texts: Sequence[str], most: int = 8) -> str:
    more = len(texts) - most
    listed: Iterable[str] = texts if more <= 0 else [*texts[:most], f"and {more} more"]
    return ", ".join(listed)
