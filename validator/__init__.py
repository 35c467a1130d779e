"""What can be wrong with a checked ruleset: tracks that cannot be run.

A pass is a function `(ruleset, out)`; it reports what it finds and changes nothing.
"""

from collections.abc import Callable

from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.validator.tracks import check_tracks

PASSES: tuple[Callable[[Ruleset, Diagnostics], None], ...] = (check_tracks,)


def validate(ruleset: Ruleset, out: Diagnostics) -> None:
    """Run all passes."""
    for one in PASSES:
        one(ruleset, out)
