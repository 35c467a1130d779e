"""The functions of the language, such as `count`; and `X of` the game's own things."""

from collections.abc import Callable
from typing import Any

from cubedsl.dsl import tree
from cubedsl.dsl.check import chances, legends, several
from cubedsl.dsl.check.scope import Scope
from cubedsl.dsl.codes import kinds, names, play
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.types import SPACE, Things, Type, Unknown
from cubedsl.dsl.source import Span
from cubedsl.dsl.suggest import did_you_mean


def call(scope: Scope, node: tree.Call, expect: Type | None) -> core.Expr:
    """A function with its arguments."""
    found = FUNCTIONS.get(node.name.text)
    if found is None:
        return scope.wrong(
            names.UNKNOWN_NAME,
            node.name.span,
            f"unknown function `{node.name.text}`",
            help=did_you_mean(node.name.text, FUNCTIONS),
        )
    function, arguments = found
    if len(node.arguments) not in arguments:
        wanted = " or ".join(str(one) for one in arguments)
        return scope.wrong(
            play.WRONG_ARGUMENTS,
            node.span,
            f"`{node.name.text}` takes {wanted} arguments, and here are {len(node.arguments)}",
        )
    return function(scope, node)


def _count(scope: Scope, node: tree.Call) -> core.Expr:
    argument = node.arguments[0]
    if isinstance(argument, tree.Pick) and several.is_group(argument):
        return several.groups(scope, argument)
    if isinstance(argument, tree.Pick):
        return scope.wrong(
            kinds.WRONG_KIND, argument.span, "`count` counts things: leave out the number"
        )
    return core.Count(scope.things(argument), node.span)


def _extreme(scope: Scope, node: tree.Call) -> core.Expr:
    found = scope.number(node.arguments[0])
    for argument in node.arguments[1:]:
        found = core.Arithmetic(node.name.text, found, scope.number(argument), node.span)
    return found


def _chance(scope: Scope, node: tree.Call) -> core.Expr:
    return chances.chance(scope, scope.condition(node.arguments[0]), node.span)


def _distance(scope: Scope, node: tree.Call) -> core.Expr:
    start, goal = (_spaces(scope, one) for one in node.arguments)
    anywhere = node.name.text == "distance_anywhere"
    return core.Distance(start, goal, anywhere, node.span)


def _spaces(scope: Scope, node: tree.Expr) -> core.Expr:
    found = scope.things(node)
    if isinstance(found.type, Unknown) or found.type in (Things(SPACE), Things(SPACE, one=True)):
        return found
    return scope.wrong(kinds.WRONG_KIND, node.span, f"a space is needed, but this is {found.type}")


def _space(scope: Scope, node: tree.Call) -> core.Expr:
    if len(node.arguments) == 2:
        row, column = (scope.number(one) for one in node.arguments)
        return core.SpaceAt(row, column, node.span)
    key = node.arguments[0]
    if not isinstance(key, tree.Text):
        return scope.wrong(
            play.WRONG_ARGUMENTS,
            key.span,
            "a space is named by its letter in quotation marks, or by row and number",
        )
    return core.SpaceNamed(legends.key(key.value), Things(SPACE, one=True), node.span)


FUNCTIONS: dict[str, tuple[Callable[[Scope, Any], core.Expr], range]] = {
    "count": (_count, range(1, 2)),
    "max": (_extreme, range(2, 10)),
    "min": (_extreme, range(2, 10)),
    "chance": (_chance, range(1, 2)),
    "distance": (_distance, range(2, 3)),
    "distance_anywhere": (_distance, range(2, 3)),
    "space": (_space, range(1, 3)),
}


# ------------------------------------------------------------------ of the game's own things


def special(scope: Scope, word: tree.Name, of: tree.Expr, span: Span) -> core.Expr | None:
    """`supply of RESOURCE`, `line_count of BOARD`; None if it is neither."""
    match of:
        case tree.Words(words=(name,), of=None):
            resource = scope.world.resources.get(name.text)
            if word.text == "supply" and resource is not None:
                return core.SupplyOf(resource, span)
            board = scope.world.board_noun
            if word.text == "line_count" and board is not None and name.text == board.noun.name:
                return core.Fact("line_count", None, span)
    return None
