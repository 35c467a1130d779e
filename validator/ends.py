"""Where a track begins and ends: one start, one finish, and the finish leads to the start."""

from cubedsl.dsl.codes import tracks as codes
from cubedsl.dsl.diagnostic import Label
from cubedsl.validator.survey import Survey


def check_ends(survey: Survey) -> None:
    """There is one of each."""
    noun = survey.ruleset.board_noun
    if noun is None or not survey.spaces:
        return
    for terrain, found in ((noun.start, survey.starts), (noun.finish, survey.finishes)):
        if terrain and not found:
            survey.wrong(
                codes.NO_END,
                survey.head,
                f"`{survey.board.title}` has no {terrain}",
                help=f"one space of every {noun.noun.name} is of this terrain",
            )
        if len(found) > 1:
            _several(survey, terrain, found)
    _check_lap(survey)


def _several(survey: Survey, terrain: str, found: tuple[int, ...]) -> None:
    keys = {survey.spaces[one].key for one in found}
    if len(keys) == 1:
        help = f"if they are one space, declare `terrain {terrain} big`"
    else:
        help = "spaces that are one have one letter"
    survey.wrong(
        codes.SEVERAL_ENDS,
        found[1],
        f"`{survey.board.title}` has {len(found)} spaces of {terrain}: a second one in "
        f"{survey.name(found[1])}",
        here=found,
        help=help,
        related=(Label(survey.spaces[found[0]].span, "the first one"),),
    )


def _check_lap(survey: Survey) -> None:
    """What the finish leads to, if anything, is the start."""
    keys = {survey.spaces[one].key for one in survey.starts}
    for one in {survey.spaces[index].entry: index for index in survey.finishes}.values():
        finish = survey.spaces[one]
        if finish.target and survey.starts and finish.target not in keys:
            survey.wrong(
                codes.LAP_ELSEWHERE,
                finish.entry,
                f"this {finish.terrain} leads to `{finish.target}`, and not to the "
                f"{survey.spaces[survey.starts[0]].terrain} `{min(keys)}`",
                here=(one,),
            )
