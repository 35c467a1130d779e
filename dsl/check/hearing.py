"""Wishes of strategies that are never heard."""

from collections.abc import Iterator

from cubedsl.dsl import tree
from cubedsl.dsl.check.world import World
from cubedsl.dsl.codes import declarations, lints
from cubedsl.dsl.diagnostic import Label
from cubedsl.dsl.source import Span
from cubedsl.dsl.suggest import fold


def check_advice(world: World, node: tree.Strategy) -> None:
    """Report advice for a decision that has some already, and wishes behind `random`."""
    seen: dict[tuple[str, str], Span] = {}
    for one in node.advice:
        key = _key(one)
        old = seen.setdefault(key, one.span)
        if old is not one.span:
            what = f"`{key[0]}`" if isinstance(one, tree.At) else "`otherwise`"
            world.wrong(
                declarations.SAID_TWICE,
                one.span,
                f"there is advice for {what} already, and only the first is heard",
                related=(Label(old, "here it was first"),),
                help="put the wishes together: `at … { …; … }`",
            )
        if isinstance(one, tree.At):
            _check_wishes(world, one)


def _key(one: tree.At | tree.Otherwise) -> tuple[str, str]:
    if isinstance(one, tree.Otherwise):
        return "", ""
    return one.decision.text, fold(one.card.value) if one.card else ""


def _check_wishes(world: World, node: tree.At) -> None:
    for before, wish in zip(node.wishes, node.wishes[1:], strict=False):
        if _is_random(before) and before.when is None:
            message = "before this, `random` has settled it"
            world.wrong(lints.NEVER_REACHED, wish.span, message, help="put `random` last")


def _is_random(wish: tree.Wish) -> bool:
    return isinstance(wish, tree.TakeOption) and _name(wish.option) == "random"


def _name(option: tree.Name | tree.Text) -> str | None:
    return option.text if isinstance(option, tree.Name) else None


# ------------------------------------------------------------------ like


def check_circles(world: World, found: list[tree.Strategy]) -> None:
    """Report strategies that are like themselves."""
    likes = {
        fold(one.title.value): {fold(like.strategy.value): like for like in _likes(one)}
        for one in found
    }
    for start, own in likes.items():
        for like in own.values():
            if start in _reached(likes, fold(like.strategy.value)):
                message = f'"{like.strategy.value}" leads back here'
                world.wrong(lints.NEVER_REACHED, like.span, message)


def _likes(node: tree.Strategy) -> Iterator[tree.Like]:
    for one in node.advice:
        for wish in one.wishes if isinstance(one, tree.At) else (one.wish,):
            if isinstance(wish, tree.Like):
                yield wish


def _reached(likes: dict[str, dict[str, tree.Like]], start: str) -> set[str]:
    found, open_ = {start}, [start]
    while open_:
        for other in likes.get(open_.pop(), {}):
            if other not in found:
                found.add(other)
                open_.append(other)
    return found
