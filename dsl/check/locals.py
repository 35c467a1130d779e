"""Names that a text gives in one place: `let`, `choose … as`, `for each … as`, parameters."""

from cubedsl.dsl import tree
from cubedsl.dsl.check.clashes import BUILT_IN, VALUES
from cubedsl.dsl.check.scope import Name, Scope
from cubedsl.dsl.check.world import World
from cubedsl.dsl.codes import declarations as codes
from cubedsl.dsl.codes import lints
from cubedsl.dsl.model.types import PLAYER, Type

TAKEN = frozenset(BUILT_IN[VALUES]) - {"seat", "winner"}


def bind(
    scope: Scope, name: tree.Name, type: Type, *, singular: bool = False, slot: int | None = None
) -> Name:
    """Give a name that stands in the text its slot (a new one, or this one)."""
    free = check(scope, name)
    into = scope.frame.slot() if slot is None else slot
    bound = Name(into, type, singular, span=name.span)
    scope.names[name.text] = bound
    scope.world.given_names += [bound] if free else []
    return bound


def check(scope: Scope, name: tree.Name) -> bool:
    """Whether a name can be given; report one that something else has already."""
    world = scope.world
    if name.text in TAKEN:
        message = f"`{name.text}` is a word of the language, and cannot be a name here"
        scope.wrong(codes.BUILT_IN_WORD, name.span, message, help="take another name")
    elif name.text in world.nouns:
        message = f"`{name.text}` is a noun, and cannot be the name of one thing"
        scope.wrong(codes.SAME_WORD, name.span, message, help="take another name")
    else:
        _check_hidden(scope, name)
        return True
    return False


def _check_hidden(scope: Scope, name: tree.Name) -> None:
    what = _hidden(scope, name.text)
    if what is not None:
        message = f"from here on `{name.text}` is no longer {what}"
        scope.wrong(lints.HIDING_NAME, name.span, message, help="take another name")


def _hidden(scope: Scope, word: str) -> str | None:
    world = scope.world
    rule = world.rule_decls.get(word)
    if word in scope.names:
        return "what had the name before"
    if word in world.zones:
        return "the zone"
    if rule is not None and (rule.of is None or rule.of.text == PLAYER.name):
        return "the rule"
    if (PLAYER.name, word) in world.properties:
        return "what a player has"
    return "what the game knows by it" if word in world.game_names else None


def check_used(world: World) -> None:
    """Report names that nothing reads."""
    for name in world.given_names:
        if not name.read and name.span is not None:
            message = f"nothing uses the name `{name.span.text}`"
            world.wrong(lints.UNUSED_NAME, name.span, message, help=None)
