"""What can be wrong with a checked ruleset: tracks that cannot be run, or not as they were meant.

A pass is a function of a `Survey` (one board, and what one can ask of its map); it reports what it
finds and changes nothing.
"""

from collections.abc import Callable

from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.validator import effects, ends, joints, leaps, lines, reach, traps, ways
from cubedsl.validator.survey import Survey

PASSES: tuple[Callable[[Survey], None], ...] = (
    ends.check_ends,
    ways.check_way,
    reach.check_reach,
    traps.check_traps,
    traps.check_dead_ends,
    leaps.check_leaps,
    effects.check_effects,
    lines.check_ends,
    lines.check_steps,
    lines.check_order,
    lines.check_barriers,
)


def validate(ruleset: Ruleset, out: Diagnostics) -> None:
    """Run all passes over all boards; of joined ones the parts are boards, only joints are new."""
    for board in ruleset.boards.values():
        survey = Survey(ruleset, board, out)
        for one in (joints.check_joints,) if board.joints else PASSES:
            one(survey)
