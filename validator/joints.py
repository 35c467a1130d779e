"""Where boards are joined: whether the rules lead on there."""

from cubedsl.dsl.codes import tracks as codes
from cubedsl.dsl.model.conditions import OfTerrain
from cubedsl.dsl.model.sets import TargetOf
from cubedsl.dsl.model.walk import walk
from cubedsl.validator.effects import bodies
from cubedsl.validator.survey import Survey


def check_joints(survey: Survey) -> None:
    """Some rule moves on from a joint.

    It may look at any space that leads on; but if it asks for the terrains of all others, it does
    not mean this one.  A file of tracks alone has no rules.
    """
    if not survey.ruleset.game.body.statements:
        return
    nodes = [node for body in bodies(survey.ruleset) for node in walk(body)]
    asked = {node.terrain for node in nodes if isinstance(node, OfTerrain)}
    moved = any(isinstance(node, TargetOf) for node in nodes)
    others = {survey.spaces[one.source].terrain for one in survey.leaps}
    for one in survey.board.joints:
        terrain = survey.spaces[one.source].terrain
        if terrain not in asked and (not moved or others & asked):
            survey.wrong(
                codes.NOTHING_LEADS_ON,
                one.span,
                f"no rule leads on from `{terrain}`, so nobody comes over this joint of "
                f"`{survey.board.title}`",
                help="a rule asks for the terrain, and moves to `target of` the space",
            )
