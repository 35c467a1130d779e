"""Offers, signals, attempts, settling and what waits: who is asked what, and what happens."""

from cubedsl.dsl.model import expressions as e
from cubedsl.dsl.model import statements as s
from cubedsl.dsl.model.things import Cell, Owner, Timing, Zone
from cubedsl.dsl.model.types import FACE, NUMBER, Things
from cubedsl.dsl.source import NOWHERE
from cubedsl.interpreter.game import Game
from cubedsl.interpreter.setup import prepare
from modelling import (
    DICE,
    EVERYBODY,
    Box,
    ability,
    acting,
    attempt,
    block,
    calc,
    call,
    choose,
    compare,
    count,
    dice_in,
    fixed,
    let,
    local,
    move,
    number,
    put,
    signal,
    value_of,
)


class Table(Box):
    """Two players with hands and a score, and a timing `use` of dice in the hand."""

    def __init__(self) -> None:
        super().__init__()
        self.hand: Zone = self.zone("hand")
        self.bag: Zone = self.zone("bag", Owner.GAME)
        self.use: Timing = self.timing("use", self.hand)
        self.gold: Cell = self.resource("gold")

    def gain(self, amount: int | e.Expr = 1) -> s.Gain:
        """Return the statement that gains gold."""
        value = number(amount) if isinstance(amount, int) else amount
        return s.Gain(self.gold, value, NOWHERE)

    def play(self, *game: s.Statement, choices: tuple[int, ...] = ()) -> Game:
        """Return a game of two in which these choices were made."""
        setup = prepare(self.ruleset(*game), players=2, names=("Ann", "Ben"))
        made = Game(setup, 1)
        for index in choices:
            made.choose(index)
        return made


def offer(timing: Timing, things: e.Expr | None = None) -> s.Offer:
    """Return an offer."""
    return s.Offer(timing, things, NOWHERE)


def texts(game: Game) -> list[str]:
    """Return the name of the decision and its options."""
    decision = game.decision
    return [] if decision is None else [decision.name, *(one.text for one in decision.options)]


def gold(game: Game) -> list[object]:
    """Return everybody's gold."""
    return list(game.state.cells[0])


THESE = local(0, DICE)

# ------------------------------------------------------------------ what is live


def test_each_piece_once_then_nothing_is_asked() -> None:
    table = Table()
    table.kind("red", table.hand, 2, abilities=(ability(table.use, table.gain()),))
    game = table.play(acting(0, offer(table.use)))
    assert texts(game) == ["use", "red", "done"]
    game.choose(0)
    assert texts(game) == ["use", "red", "done"]
    game.choose(0)
    assert game.decision is None
    assert gold(game) == [2, 0]
    assert game.state.used[:2] == [True, True]


def test_done_ends_the_offer_and_owes_nothing() -> None:
    table = Table()
    table.kind("red", table.hand, 2, abilities=(ability(table.use, owed=[table.gain()]),))
    game = table.play(acting(0, offer(table.use)), choices=(1,))
    assert game.decision is None and gold(game) == [0, 0]


def test_only_declared_symbols_speak() -> None:
    table = Table()
    table.kind(
        "red", table.bag, 1, "sun, gold, blank", abilities=(ability(table.use, table.gain()),)
    )
    shows = [table.face(text) for text in ("sun", "gold", "blank")]

    def options(face: int | None) -> list[str]:
        turned = [] if face is None else [s.Turn(fixed(0), fixed(face, type=Things(FACE)), NOWHERE)]
        return texts(table.play(acting(0, move(fixed(0), table.hand), *turned, offer(table.use))))

    assert [options(face) for face in shows] == [["use", "red", "done"], [], []]
    assert options(None) == []


def test_the_card_in_play_gives_its_title_and_reads_the_faces() -> None:
    table = Table()
    red = table.kind("red", table.bag, 2, "sun, gold")
    table.card(
        "Sunny",
        red,
        ability(table.use, choose(EVERYBODY), table.gain()),
        readings={table.face("gold"): table.face("big sun")},
    )
    sides = [fixed(table.face(text), type=Things(FACE)) for text in ("sun", "gold")]
    turns = [s.Turn(fixed(die), side, NOWHERE) for die, side in enumerate(sides)]
    game = table.play(acting(0, move(fixed(0, 1), table.hand), *turns, offer(table.use)))
    assert texts(game) == ["use", "Sunny as sun", "Sunny as gold", "done"]
    game.choose(1)
    assert texts(game) == ["chosen", "Ann", "Ben"]
    assert game.decision is not None and game.decision.card == "Sunny"
    game.choose(0)
    assert game.decision.card is None


def test_an_ability_whose_condition_fails_is_not_offered() -> None:
    table = Table()
    rich = compare(value_of(table.gold), ">=", number(2))
    table.kind("red", table.hand, 1, abilities=(ability(table.use, table.gain(), when=rich),))
    assert texts(table.play(acting(0, offer(table.use)))) == []
    assert texts(table.play(acting(0, table.gain(2), offer(table.use)))) == ["use", "red", "done"]


def test_the_condition_sees_the_piece() -> None:
    table = Table()
    mark = table.mark("lent")
    lent = e.Marked(mark, local(0), NOWHERE)
    table.kind("red", table.hand, 2, abilities=(ability(table.use, table.gain(), when=lent),))
    marked = s.MarkAs(fixed(1), mark, NOWHERE)
    game = table.play(acting(0, marked, offer(table.use)), choices=(0,))
    assert game.state.used[:2] == [False, True]


def test_an_ongoing_ability_is_used_once_a_piece_in_one_offer() -> None:
    table = Table()
    table.kind("red", table.hand, 2, abilities=(ability(table.use, table.gain(), ongoing=True),))
    twice = acting(0, offer(table.use), offer(table.use))
    game = table.play(twice, choices=(0, 0))
    assert texts(game) == ["use", "red", "done"]
    assert not any(game.state.used)
    game.choose(0)
    game.choose(0)
    assert game.decision is None and gold(game) == [4, 0]


def test_two_pieces_are_used_together() -> None:
    table = Table()
    pair = ability(table.use, table.gain(count(THESE)), using=2)
    table.kind("red", table.hand, 3, abilities=(pair,))
    game = table.play(acting(0, offer(table.use)), choices=(0,))
    assert game.decision is None
    assert gold(game) == [2, 0]
    assert game.state.used[:3] == [True, True, False]


def test_all_pieces_are_used_together_once() -> None:
    table = Table()
    crowd = ability(table.use, table.gain(count(THESE)), using=0, ongoing=True)
    table.kind("red", table.hand, 3, abilities=(crowd,))
    game = table.play(acting(0, offer(table.use)), choices=(0,))
    assert game.decision is None and gold(game) == [3, 0]


def test_a_shared_zone_serves_whoever_acts() -> None:
    table = Table()
    shared = table.timing("share", table.bag, ongoing=True)
    table.kind("red", table.bag, 1, abilities=(ability(shared, table.gain()),))
    assert gold(table.play(acting(1, offer(shared)), choices=(0,))) == [0, 1]


# ------------------------------------------------------------------ batches


def test_what_arrives_is_offered_once_and_what_left_drops_out() -> None:
    table = Table()
    now = table.timing("now", table.hand, ongoing=True)
    leave = ability(now, table.gain(), move(dice_in(table.hand), table.bag))
    table.kind("red", table.hand, 3, abilities=(leave,))
    game = table.play(acting(0, offer(now, fixed(0, 1))))
    assert texts(game) == ["now", "red", "done"]
    game.choose(0)
    assert game.decision is None and gold(game) == [1, 0]


def test_only_the_batch_is_offered() -> None:
    table = Table()
    now = table.timing("now", table.hand, ongoing=True)
    table.kind("red", table.hand, 3, abilities=(ability(now, table.gain()),))
    game = table.play(acting(0, offer(now, fixed(0, 1))), choices=(0, 0))
    assert game.decision is None and gold(game) == [2, 0]


def cascade() -> tuple[Table, Timing]:
    """Return a table on which a red die brings a blue one; the order of things is remembered."""
    table = Table()
    now = table.timing("now", table.hand, ongoing=True)
    order = table.cell("order", 0)
    digits = calc(value_of(order), "*", number(10))
    brings: list[s.Statement] = [
        move(fixed(4), table.hand),
        offer(now, fixed(4)),
        put(order, calc(digits, "+", number(1))),
    ]
    table.kind("red", table.hand, 2, abilities=(ability(now, *brings),))
    table.kind(
        "blue", table.bag, 1, abilities=(ability(now, put(order, calc(digits, "+", number(2)))),)
    )
    return table, now


def test_a_batch_inside_a_batch_waits_for_the_effect_and_comes_first() -> None:
    table, now = cascade()
    game = table.play(acting(0, offer(now, fixed(0, 1))))
    assert texts(game) == ["now", "red", "done"]
    game.choose(0)
    assert game.state.cells[1][0] == 1  # the effect was finished
    assert texts(game) == ["now", "blue", "done"]  # the newest batch
    game.choose(0)
    assert game.state.cells[1][0] == 12
    assert texts(game) == ["now", "red", "done"]


def test_done_closes_only_the_newest_batch() -> None:
    table, now = cascade()
    game = table.play(acting(0, offer(now, fixed(0, 1))), choices=(0, 1))
    assert texts(game) == ["now", "red", "done"]


def test_done_owes_what_must_be_done_of_the_batch() -> None:
    table = Table()
    now = table.timing("now", table.hand, ongoing=True)
    both = ability(now, table.gain(5), owed=[table.gain(1)])
    table.kind("red", table.hand, 3, abilities=(both,))
    game = table.play(acting(0, offer(now, fixed(0, 1))), choices=(0, 1))
    assert game.decision is None and gold(game) == [7, 0]


def test_what_must_be_done_anyway_is_not_asked() -> None:
    table = Table()
    now = table.timing("now", table.hand)
    table.kind("red", table.hand, 2, abilities=(ability(now, owed=[table.gain()]),))
    game = table.play(acting(0, offer(now, fixed(0, 1))))
    assert game.decision is None and gold(game) == [2, 0]
    assert game.state.used[:2] == [True, True]
    assert [entry.text for entry in game.log].count("Ann uses red (now)") == 2


def test_something_voluntary_beside_it_is_asked() -> None:
    table = Table()
    now = table.timing("now", table.hand)
    table.kind("red", table.hand, 1, abilities=(ability(now, owed=[table.gain()]),))
    table.kind("blue", table.hand, 1, abilities=(ability(now, table.gain(10)),))
    game = table.play(acting(0, offer(now, dice_in(table.hand))))
    assert texts(game) == ["now", "red", "blue", "done"]
    game.choose(1)
    assert game.decision is None and gold(game) == [11, 0]


def test_all_of_a_batch_together() -> None:
    table = Table()
    now = table.timing("now", table.hand, ongoing=True)
    table.kind("red", table.hand, 3, abilities=(ability(now, owed=[table.gain()], using=0),))
    two, one = offer(now, fixed(0, 1)), offer(now, fixed(2))
    assert gold(table.play(acting(0, two, one))) == [2, 0]


def test_a_batch_of_another_player_waits_its_turn() -> None:
    table = Table()
    now = table.timing("now", table.hand, ongoing=True)
    table.kind("red", table.hand, 1, abilities=(ability(now, acting(1, offer(now, fixed(1)))),))
    game = table.play(acting(0, offer(now, fixed(0))), choices=(0,))
    assert game.decision is not None and game.decision.seat == 1
    game.choose(1)
    assert game.decision is None


# ------------------------------------------------------------------ settling


def test_settling_does_what_is_owed_of_what_was_not_used() -> None:
    table = Table()
    own = ability(table.use, table.gain(10), owed=[table.gain(1)])
    event = ability(table.use, owed=[table.gain(100)], event="dusk", number=1)
    table.kind("red", table.hand, 3, abilities=(own, event))
    settle = s.Settle(table.use, NOWHERE)
    game = table.play(acting(0, offer(table.use), settle), choices=(0, 1))
    assert gold(game) == [11 + 1 + 1, 0]


def test_who_leaves_owes_nothing() -> None:
    table = Table()
    away: list[s.Statement] = [table.gain(1), move(dice_in(table.hand), table.bag)]
    table.kind("red", table.hand, 3, abilities=(ability(table.use, owed=away),))
    assert gold(table.play(acting(0, s.Settle(table.use, NOWHERE)))) == [1, 0]


# ------------------------------------------------------------------ signals


def test_a_signal_calls_the_listeners_of_whoever_acts() -> None:
    table = Table()
    table.kind("red", table.hand, 2, abilities=(ability(table.use, table.gain(), event="push"),))
    game = table.play(acting(1, signal("push"), signal("pull")))
    assert texts(game) == ["push", "red", "done"]
    assert game.decision is not None and game.decision.seat == 1
    game.choose(0)
    game.choose(1)
    assert game.decision is None and gold(game) == [0, 1]


def test_declining_a_signal_owes_what_must_be_done() -> None:
    table = Table()
    both = ability(table.use, table.gain(10), owed=[table.gain(1)], event="push")
    table.kind("red", table.hand, 2, abilities=(both,))
    assert gold(table.play(acting(0, signal("push")), choices=(1,))) == [2, 0]
    assert gold(table.play(acting(0, signal("push")), choices=(0, 1))) == [12, 0]


def test_the_order_of_what_an_event_brings() -> None:
    table = Table()
    order = table.cell("order", 0)
    passing = table.cell("passing", 9, until="push")

    def note(digit: int) -> s.SetCell:
        return put(order, calc(calc(value_of(order), "*", number(10)), "+", number(digit)))

    table.kind("red", table.hand, 1, abilities=(ability(table.use, owed=[note(1)], event="push"),))
    waits = [s.Later("push", False, None, block(note(digit)), NOWHERE) for digit in (2, 3)]
    table.on("push", note(4))
    table.on("push", note(5), when=compare(value_of(passing), "<", number(9)))
    table.on("push", note(6), when=compare(value_of(order), ">", number(0)))
    game = table.play(acting(0, *waits, put(passing, number(0)), signal("push"), signal("push")))
    assert game.state.cells[1][0] == 12345646
    assert game.state.cells[2][0] == 9
    assert game.state.laters == []


def test_what_waits_is_for_whoever_made_it_and_keeps_its_names() -> None:
    table = Table()
    waits = s.Later("push", False, None, block(table.gain(local(3, NUMBER))), NOWHERE)
    game = table.play(
        acting(0, let(3, number(4)), waits, let(3, number(7))),
        acting(1, signal("push")),
        acting(0, signal("push"), signal("push")),
    )
    assert gold(game) == [4, 0]


def test_what_waits_is_dropped_at_its_end() -> None:
    table = Table()
    waits = s.Later("push", False, "dusk", block(table.gain()), NOWHERE)
    game = table.play(acting(0, waits), acting(1, signal("dusk")), acting(0, signal("push")))
    assert gold(game) == [1, 0]
    game = table.play(acting(0, waits, signal("dusk"), signal("push")))
    assert gold(game) == [0, 0]
    game = table.play(acting(0, waits), signal("dusk"), acting(0, signal("push")))
    assert gold(game) == [0, 0]


def test_what_is_made_by_an_event_waits_for_the_next_one() -> None:
    table = Table()
    again = s.Later("push", False, None, block(table.gain()), NOWHERE)
    table.kind("red", table.hand, 1, abilities=(ability(table.use, owed=[again], event="push"),))
    game = table.play(acting(0, signal("push")))
    assert gold(game) == [0, 0]
    assert len(game.state.laters) == 1


# ------------------------------------------------------------------ attempts


def crash(table: Table) -> s.Statement:
    """Add a procedure that costs ten, and return the attempt at it."""
    table.procedure("crash", table.gain(-10))
    return acting(0, attempt("crash"))


def test_without_a_replacement_it_happens() -> None:
    table = Table()
    assert gold(table.play(crash(table))) == [-10, 0]
    assert gold(table.play(acting(0, attempt("nothing")))) == [0, 0]


def rescue(table: Table, *more: s.Statement, **about: object) -> s.Ability:
    """Return an ability that stands in for a crash and brings one."""
    return ability(table.use, table.gain(), *more, event="crash", instead=True, **about)  # type: ignore[arg-type]


def test_an_ability_stands_in_or_is_declined() -> None:
    table = Table()
    table.kind("red", table.hand, 2, abilities=(rescue(table),))
    doing = crash(table)
    assert texts(table.play(doing)) == ["crash", "red", "done"]
    game = table.play(doing, choices=(0,))
    assert game.decision is None and gold(game) == [1, 0]
    assert gold(table.play(doing, choices=(1,))) == [-10, 0]


def test_declining_owes_what_must_be_done_and_then_it_happens() -> None:
    table = Table()
    table.kind("red", table.hand, 2, abilities=(rescue(table, owed=[table.gain(100)]),))
    assert gold(table.play(crash(table), choices=(1,))) == [190, 0]


def test_a_replacement_may_give_it_back_and_the_next_is_asked() -> None:
    table = Table()
    table.kind("red", table.hand, 2, abilities=(rescue(table, s.Resume("crash", NOWHERE)),))
    table.kind("blue", table.hand, 1, abilities=(rescue(table),))
    doing = crash(table)
    game = table.play(doing, choices=(0,))
    assert texts(game) == ["crash", "red", "blue", "done"]
    game.choose(0)
    assert texts(game) == ["crash", "blue", "done"]
    game.choose(0)
    assert gold(game) == [3, 0]


def test_waiting_replacements_come_first_each_once() -> None:
    table = Table()
    waits = s.Later("crash", True, None, block(table.gain(1000)), NOWHERE)
    table.on(
        "crash",
        table.gain(500),
        instead=True,
        when=compare(value_of(table.gold), "<", number(1500)),
    )
    table.kind("red", table.hand, 1, abilities=(rescue(table),))
    doing = crash(table)
    game = table.play(acting(0, waits), doing, doing, doing)
    assert gold(game) == [1500, 0]
    assert texts(game) == ["crash", "red", "done"]


def test_a_waiting_replacement_may_give_it_back() -> None:
    table = Table()
    body = block(table.gain(1000), s.Resume("crash", NOWHERE))
    waits = s.Later("crash", True, None, body, NOWHERE)
    doing = crash(table)
    assert gold(table.play(acting(0, waits), doing)) == [990, 0]


def test_attempts_inside_attempts_are_told_apart() -> None:
    table = Table()
    table.procedure("fall", table.gain(-100))
    table.on("crash", attempt("fall"), instead=True)
    table.on("fall", s.Resume("crash", NOWHERE), instead=True)
    assert gold(table.play(crash(table))) == [-10, 0]


# ------------------------------------------------------------------ without end


def test_an_ability_that_triggers_itself_is_stopped() -> None:
    table = Table()
    now = table.timing("now", table.hand, ongoing=True)
    table.procedure("again", offer(now, fixed(0)))
    table.kind("red", table.hand, 1, abilities=(ability(now, owed=[call("again")]),), title="Fool")
    game = table.play(acting(0, offer(now, fixed(0))))
    assert game.outcome is not None and game.outcome.stopped is not None
    assert "too many pieces wait for their abilities" in game.outcome.stopped
