"""Terrains for which the rules have something, and spaces of them where nothing comes of it."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache

from cubedsl.dsl.codes import tracks as codes
from cubedsl.dsl.model.conditions import OfTerrain
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.things import Space
from cubedsl.dsl.model.walk import walk
from cubedsl.validator.graphs import reached
from cubedsl.validator.survey import Survey


def bodies(ruleset: Ruleset) -> Iterator[object]:
    """All expressions and blocks of a ruleset, without those of cards."""
    yield from (one.value for one in ruleset.rules.values())
    procedures = (*ruleset.procedures.values(), *ruleset.phases.values(), ruleset.game)
    yield from (one.body for one in procedures)
    for standing in ruleset.standing:
        yield from (one for one in (standing.condition, standing.body) if one is not None)


@lru_cache(maxsize=1)
def effect_terrains(ruleset: Ruleset) -> frozenset[str]:
    """Terrains that the rules ask for, where spaces neither lead on nor have a reward of their own.

    Start, finish and closed terrain are none.
    """
    noun = ruleset.board_noun
    plain = {noun.start, noun.finish} if noun else set()
    everything = [one for board in ruleset.boards.values() for one in board.spaces]
    plain |= {one.terrain for one in everything if one.target or one.reward}
    asked = {
        node.terrain
        for body in bodies(ruleset)
        for node in walk(body)
        if isinstance(node, OfTerrain)
    }
    return frozenset(asked - plain - ruleset.terrains_closed)


def check_effects(survey: Survey) -> None:
    """Effects with nothing beyond; spaces without what all others of their terrain have."""
    effects = effect_terrains(survey.ruleset)
    used = {end for leap in survey.leaps for end in (leap.source, leap.target)}
    come_to = reached(survey.land_and_leaps, survey.starts)
    for one in sorted(come_to - used):
        near = survey.board.touching[one]
        if survey.spaces[one].terrain in effects and len(near) == 1:
            survey.wrong(
                codes.USELESS_EFFECT,
                one,
                f"nothing lies beyond this {survey.spaces[one].terrain} ({survey.name(one)}): "
                f"from it one can only go back to {survey.name(near[0])}",
                way=near,
            )
    for space in _without(survey, lambda space: space.reward is not None):
        message = f"on this {space.terrain} nothing happens; all others have something in braces"
        survey.wrong(codes.NO_EFFECT, space.entry, message, here=_drawn(survey, space))
    for space in _without(survey, lambda space: bool(space.target)):
        message = f"this {space.terrain} leads nowhere; all others have a `to`"
        survey.wrong(codes.NO_TARGET, space.entry, message, here=_drawn(survey, space))


def _drawn(survey: Survey, space: Space) -> list[int]:
    return [one.index for one in survey.spaces if one.key == space.key]


def _without(survey: Survey, has: Callable[[Space], bool]) -> list[Space]:
    """One space for each letter that lacks what all others of its terrain have."""
    own = {space.key: space for space in reversed(survey.spaces)}
    ends = {survey.spaces[one].key for one in (*survey.starts, *survey.finishes)}
    found = [
        space
        for key, space in own.items()
        if key not in ends and not has(space)
        for others in [_others(survey, space, own)]
        if others and all(map(has, others))
    ]
    return sorted(found, key=lambda space: space.index)


def _others(survey: Survey, space: Space, own: dict[str, Space]) -> list[Space]:
    """The spaces of the same terrain on other boards, else other letters of this one.

    The letter that is drawn most often is the plain one: it needs nothing.
    """
    boards = survey.ruleset.boards.values()
    elsewhere = [
        one
        for board in boards
        if board is not survey.board
        for one in board.spaces
        if one.terrain == space.terrain
    ]
    counts = Counter(one.key for one in survey.spaces if one.terrain == space.terrain)
    if elsewhere or len(counts) < 3 or counts.most_common(1)[0][0] == space.key:
        return elsewhere
    return [own[key] for key in counts if key != space.key]
