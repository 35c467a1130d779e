"""Where one does not get on: closed terrain all round, and ways that end."""

from cubedsl.dsl.codes import tracks as codes
from cubedsl.validator.effects import effect_terrains
from cubedsl.validator.graphs import reached
from cubedsl.validator.survey import Survey, spaces


def check_traps(survey: Survey) -> None:
    """Closed spaces with only closed ones round them: one report for each region of them."""
    come_to = reached(survey.all_ways, survey.starts or survey.anywhere)
    land = set(survey.land)
    trapped = {
        one
        for one in survey.closed & come_to
        if survey.board.neighbours[one] and not land & set(survey.board.neighbours[one])
    }
    ways = survey.ways_to(land) if trapped else {}
    for region in survey.regions(trapped):
        out = [ways[one] for one in region if one in ways]
        worst = max(out, key=len, default=[])
        over = spaces(len(worst) - 2, "closed space")
        who = survey.name(worst[0] if worst else region[0])
        survey.wrong(
            codes.TRAP,
            region[0],
            f"round this {survey.spaces[region[0]].terrain} of `{survey.board.title}` all is "
            f"closed: who ends a move here ({who}) "
            + (f"must cross {over} to get out" if worst else "does not get out"),
            here=region,
            way=worst,
        )


def check_dead_ends(survey: Survey) -> None:
    """Spaces with one neighbour, where one must go back."""
    come_to = reached(survey.land_and_leaps, survey.starts or survey.land)
    used = {end for leap in survey.leaps for end in (leap.source, leap.target)}
    effects = effect_terrains(survey.ruleset)
    for one in sorted(come_to - used - {*survey.starts, *survey.finishes}):
        near = survey.board.touching[one]
        if len(near) == 1 and survey.spaces[one].terrain not in effects:
            survey.wrong(
                codes.DEAD_END,
                one,
                f"this space ({survey.name(one)}) of `{survey.board.title}` is a dead end: from "
                f"it one can only go back to {survey.name(near[0])}",
                way=near,
            )
