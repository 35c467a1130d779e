"""Kinds and cards in words: what they are, and what they can do."""

from collections.abc import Iterator

from attrs import evolve

from cubedsl.dsl import tree
from cubedsl.dsl.prose.doing import sentences
from cubedsl.dsl.prose.saying import holds, say
from cubedsl.dsl.prose.vocabulary import Vocabulary, capital, spelled

ASSUMED = " (assumed)"


def card(node: tree.GuideDecl, at: Vocabulary) -> list[str]:
    """A card, a line each: for what it is, its numbers, its abilities."""
    head = [f"{spelled(node.noun.text)} for {spelled(node.kind.text)}"]
    return _lines(head, node.members, at)


def kind(node: tree.KindDecl, at: Vocabulary) -> list[str]:
    """A kind of piece, a line each."""
    head = [spelled(node.noun.text)]
    if node.copies is not None:
        head.append(f"{node.copies} of them")
    return _lines(head, node.members, at)


def _lines(head: list[str], members: tuple[tree.Member, ...], at: Vocabulary) -> list[str]:
    head += [attribute(one, at) for one in members if isinstance(one, tree.AttributeValue)]
    own = [one for one in members if not isinstance(one, tree.AttributeValue)]
    return [capital(", ".join(head)), *(line for one in own for line in _member(one, at))]


def attribute(node: tree.AttributeValue, at: Vocabulary) -> str:
    """A number of a kind, a card or a space: `price 3 (assumed)`."""
    values = ", ".join(say(one, at) for one in node.values)
    return f"{spelled(node.name.text)} {values}{ASSUMED if node.assumed else ''}"


def _member(node: tree.Member, at: Vocabulary) -> Iterator[str]:
    match node:
        case tree.Ability():
            yield ability(node, at)
        case tree.Reading(shown=shown, read=read, amount=amount):
            printed, counts = (" ".join(one.text for one in side) for side in (shown, read))
            number = f"{amount} " if amount is not None else ""
            yield f"A face with {spelled(printed)} counts as {number}{spelled(counts)}."
        case tree.Also():
            yield f"{capital(at.counted(at.piece, one=False))} of this kind {also(node)}."
        case tree.Faces(faces=faces):
            yield f"Faces: {', '.join(map(_face, faces))}."
        case tree.CopiesWith(count=count, attributes=values):
            yield f"Copies: {count} with {', '.join(attribute(one, at) for one in values)}."
        case tree.CopiesOver(attribute=name, values=numbers):
            yield f"Copies: one each with {spelled(name.text)} {', '.join(map(str, numbers))}."


def also(node: tree.Also) -> str:
    """`also count as blue or green in the boat`"""
    zones = f" in {' or '.join(spelled(one.text) for one in node.zones)}" if node.zones else ""
    return f"also count as {' and '.join(spelled(one.text) for one in node.classes)}{zones}"


def _face(node: tree.FaceDecl) -> str:
    said = " ".join(spelled(word.text) for word in node.words)
    if node.last_amount is not None:
        return f"{said} {node.amount} to {node.last_amount}"
    amount = f" {node.amount}" if node.amount is not None else ""
    return f"{said}{amount}" + (f" ({node.copies} times)" if node.copies > 1 else "")


# ------------------------------------------------------------------ abilities


def ability(node: tree.Ability, at: Vocabulary) -> str:
    """One ability: its moment in capital letters, then what is done."""
    inside = evolve(at.in_rule(node), compulsory=is_compulsory(node.body))
    done = sentences(node.body, inside) or "Nothing else happens."
    return f"{moment(node, inside)}: {done}"


def is_compulsory(block: tree.Block) -> bool:
    """Whether all that is done stands behind `must`."""
    return bool(block.statements) and all(map(_is_compulsory, block.statements))


def _is_compulsory(node: tree.Statement) -> bool:
    match node:
        case tree.Must():
            return True
        case tree.If(then=then, otherwise=otherwise):
            return is_compulsory(then) and (otherwise is None or is_compulsory(otherwise))
    return False


def _trigger(node: tree.Trigger, at: Vocabulary) -> str:
    event = node.event.text
    if isinstance(node, tree.InsteadOf):
        return f"instead of {spelled(event)}"
    return at.event(event) or f"on {spelled(event)}"


def moment(node: tree.Ability, at: Vocabulary) -> str:
    """When, with how many pieces and on what condition an ability can be used."""
    parts = [spelled(node.timing.text).upper()]
    if node.ongoing:
        parts.append("ongoing")
    if node.using != 1:
        number = node.using or "all"
        parts.append(f"with {number} of these {at.counted(at.piece, one=False)} together")
    if node.trigger is not None:
        parts.append(_trigger(node.trigger, at))
    if node.condition is not None:
        parts.append(f"if {holds(node.condition, at)}")
    return ", ".join(parts)
