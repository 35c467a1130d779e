"""What can be done but hardly is what was meant: looked for when nothing else is wrong."""

from collections.abc import Callable

from attrs import frozen

from cubedsl.dsl.check.constant import Constants
from cubedsl.dsl.codes import lints as codes
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model import statements as made
from cubedsl.dsl.model.parts import Part, abilities
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.types import NUMBER
from cubedsl.dsl.model.walk import walk
from cubedsl.dsl.source import Span

WITH_BODY = (
    *(made.While, made.Repeat, made.ForEach, made.Each, made.Acting, made.May),
    *(made.Must, made.Later),
)


@frozen
class Looker:
    """What the lints know and where they report."""

    ruleset: Ruleset
    constants: Constants
    out: Diagnostics

    def truth(self, condition: core.Expr | None) -> bool | None:
        """Whether a condition is settled."""
        return None if condition is None else self.constants.truth(condition)


def check(ruleset: Ruleset, parts: tuple[Part, ...], out: Diagnostics) -> None:
    """Look for everything."""
    looker = Looker(ruleset, Constants(ruleset), out)
    for part in parts:
        _settled(looker, part.condition)
        for node in part.nodes:
            for lint in LINTS.get(type(node), ()):
                lint(looker, node)
    for ability in abilities(ruleset):
        # What stands in for an event and does nothing prevents it.
        if not (ability.body.statements or ability.instead):
            _nothing(looker, ability.span, "this ability does nothing")


# ------------------------------------------------------------------ conditions


def _settled(looker: Looker, condition: core.Expr | None) -> None:
    settled = looker.truth(condition)
    if condition is not None and settled is not None:
        word = "holds" if settled else "fails"
        looker.out.add(codes.SETTLED, condition.span, f"this condition always {word}")


def _if(looker: Looker, node: made.If) -> None:
    _settled(looker, node.condition)
    if not node.then.statements:
        _nothing(looker, node.span, "nothing is done if this holds")
    if node.otherwise is not None and not node.otherwise.statements:
        _nothing(looker, node.otherwise.span, "nothing is done otherwise: leave out `else`")


def _while(looker: Looker, node: made.While) -> None:
    if looker.truth(node.condition) is False:
        _settled(looker, node.condition)


def _choice(looker: Looker, node: core.Choice) -> None:
    _settled(looker, node.condition)


def _item(looker: Looker, node: made.MenuItem) -> None:
    if looker.truth(node.condition) is False:
        message = f"`{node.name}` can never be chosen"
        looker.out.add(codes.NEVER_CHOSEN, node.condition.span, message)  # type: ignore[union-attr]
    else:
        _settled(looker, node.condition)


def _where(looker: Looker, node: core.Where) -> None:
    written = node.span.text
    if "where" in written and not _mentions(node.condition, node.slot):
        looker.out.add(
            codes.FILTERS_NOTHING,
            node.condition.span,
            "this says nothing about the things that are filtered",
            help="put it into an `if` before this, or say what the thing must be",
        )


def _mentions(node: core.Expr, slot: int) -> bool:
    return any(isinstance(one, core.Local) and one.slot == slot for one in walk(node))


# ------------------------------------------------------------------ nothing


def _nothing(looker: Looker, span: Span, message: str) -> None:
    looker.out.add(codes.NOTHING_DONE, span, message)


def _body(looker: Looker, node: made.While | made.Later) -> None:
    instead = isinstance(node, made.Later) and node.instead
    if not (node.body.statements or instead):
        _nothing(looker, node.span, "nothing is done here")


def _repeat(looker: Looker, node: made.Repeat) -> None:
    if _is_zero(looker, node.times):
        _nothing(looker, node.times.span, "0 times is never")


def _choose(looker: Looker, node: made.Choose) -> None:
    if node.high is not None and _is_zero(looker, node.high):
        _nothing(looker, node.span, "nobody can choose 0 things")


def _draw(looker: Looker, node: made.Draw) -> None:
    if _is_zero(looker, node.count):
        _nothing(looker, node.span, "0 things are none")


def _amount(looker: Looker, node: made.Gain) -> None:
    if _is_zero(looker, node.amount):
        _nothing(looker, node.span, "an amount of 0 changes nothing")


def _range(looker: Looker, node: made.ChooseNumber) -> None:
    low, high = looker.constants.bounds(node.low), looker.constants.bounds(node.high)
    if low[0] == low[1] == high[0] == high[1]:
        _nothing(looker, node.span, "there is only one number to choose")


def _is_zero(looker: Looker, value: core.Expr) -> bool:
    return value.type == NUMBER and looker.constants.bounds(value)[1] <= 0


LINTS: dict[type, tuple[Callable[..., None], ...]] = {
    **dict.fromkeys(WITH_BODY, (_body,)),
    made.If: (_if,),
    made.While: (_while, _body),
    made.Repeat: (_repeat, _body),
    made.MenuItem: (_item,),
    made.Choose: (_choose,),
    made.ChooseNumber: (_range,),
    made.Draw: (_draw,),
    made.Gain: (_amount,),
    made.Pay: (_amount,),
    core.Choice: (_choice,),
    core.Where: (_where,),
}
