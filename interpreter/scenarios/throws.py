"""What the dice of a throw show, as a scenario says: piles are matched with the dice by kind."""

from collections.abc import Sequence

from cubedsl.dsl.model.scenes import Pile, Rolls
from cubedsl.interpreter import describe
from cubedsl.interpreter.scenarios.stage import Stage


def faces(stage: Stage, line: Rolls, dice: Sequence[int]) -> list[int | None]:
    """Return the face of each die that is thrown, None for one that is left to chance.

    Piles that fit few kinds come first, `rest` last.  Every die needs a pile, every pile its dice.
    """
    shown: dict[int, int | None] = {}
    kinds = stage.setup.pieces.kind
    for pile in sorted(line.piles, key=_vagueness):
        left = [
            die
            for die in dice
            if die not in shown and kinds[die] in pile.kinds and stage.passes(pile, die)
        ]
        if pile.count is not None and len(left) < pile.count:
            raise stage.failed(pile.span, _too_few(stage, pile, dice))
        for die in left[: pile.count]:
            _check_face(stage, pile, die)
            shown[die] = pile.face
    missing = [die for die in dice if die not in shown]
    if missing:
        dice_left = stage.names(missing)
        raise stage.failed(line.span, f"{dice_left} is thrown too: say what it shows")
    return [shown[die] for die in dice]


def _vagueness(pile: Pile) -> tuple[bool, bool, int]:
    return pile.count is None, pile.test is None, len(pile.kinds)


def _too_few(stage: Stage, pile: Pile, dice: Sequence[int]) -> str:
    return f"`{pile.span.text}` does not fit: what is thrown is {stage.names(dice)}"


def _check_face(stage: Stage, pile: Pile, die: int) -> None:
    if pile.face is not None and pile.face not in stage.scene.faces(die):
        face = describe.face_name(stage.setup.ruleset.faces[pile.face])
        raise stage.failed(pile.span, f"{stage.names([die])} has no face `{face}`")
