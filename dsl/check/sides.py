"""Dice as bodies: all of a noun have faces or none has, and as many as the noun says."""

from cubedsl.dsl import tree
from cubedsl.dsl.check.world import KindDraft, World
from cubedsl.dsl.codes import declarations as codes
from cubedsl.dsl.diagnostic import Label


def check(world: World) -> None:
    """Report kinds without faces among others that have them, and wrong numbers of faces."""
    thrown = {draft.kind.noun for draft in world.kinds.values() if _written(draft)}
    for draft in world.kinds.values():
        if _written(draft):
            _number(world, draft)
        elif draft.kind.noun in thrown and not _mistaken(world, draft):
            message = f"`{draft.kind.name}` has no faces, and other {draft.kind.noun.plural} have"
            world.wrong(codes.NO_FACES, draft.decl.name.span, message)


def _number(world: World, draft: KindDraft) -> None:
    """Compare the faces that are written with those that a piece of this noun has."""
    noun, faces = world.homes[draft.kind.noun.name], _written(draft)
    found = sum(map(_sides, faces))
    if noun.sides is None or noun.sides == found or _mistaken(world, draft):
        return
    says = f"every {noun.noun.singular.text} has {noun.sides}"
    message = f"`{draft.kind.name}` has {found} {'face' if found == 1 else 'faces'}, and {says}"
    span = faces[0].span.to(faces[-1].span)
    world.wrong(codes.FACE_COUNT, span, message, related=(Label(noun.span, "said here"),))


def _written(draft: KindDraft) -> list[tree.FaceDecl]:
    members = (one for one in draft.decl.members if isinstance(one, tree.Faces))
    return [face for one in members for face in one.faces]


def _sides(face: tree.FaceDecl) -> int:
    if face.amount is None or face.last_amount is None:
        return face.copies
    return (face.last_amount - face.amount + 1) * face.copies


def _mistaken(world: World, draft: KindDraft) -> bool:
    """Whether something of the kind could not be read: then what is missing may stand there."""
    whole = draft.decl.span
    spans = (one.primary.span for one in world.out.errors)
    return any(one.source is whole.source and whole.start <= one.start < whole.end for one in spans)
