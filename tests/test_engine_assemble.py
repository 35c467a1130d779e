"""No function of the engine is called while it is being carried out: it has only one frame."""

from cubedsl.interpreter.engine.assemble import find_cycle
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import Const, Function, Op, Var


def test_what_calls_itself_round_about_is_found() -> None:
    game, roll, again, end = (Function(name) for name in ("game", "roll", "again", "end"))
    Builder(game).call(roll)
    Builder(game).call(end)
    Builder(roll).call(again)
    Builder(again).call(end)
    assert find_cycle([game, roll, again, end]) == ()
    branch = Builder(again)
    with branch.when(Op("yes", ())):
        branch.call(roll)
    assert find_cycle([game, roll, again, end]) == (roll, again)


def test_calls_in_values_are_found() -> None:
    first = Function("first", (Var("n"),), (Var("out"),))
    second = Function("second", (Var("n"),), (Var("out"),))
    own = Builder(first)
    own.give(own.result(second, 1) + 2)
    other = Builder(second)
    other.set(Var("x"), Const(1) - other.result(first, 3))
    assert find_cycle([second]) == (second, first)
