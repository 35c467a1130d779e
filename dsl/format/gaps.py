"""What is between the parts of a statement: a space, nothing, or the end of a line.

Inside parentheses, and behind `,`, `:`, `=`, `and`, `or` and the signs of arithmetic the end of a
line means nothing.
"""

from collections.abc import Iterator, Sequence

from attrs import frozen

from cubedsl.dsl.format.pieces import Block, Note, Part, Statement, Word, first
from cubedsl.dsl.render import width

NEVER = 9
# How much it hurts to end a line behind these.
RANKS = {"COLON": 0, "AND": 0, "OR": 0, "COMMA": 1}
RANKS_OUTSIDE = dict.fromkeys(["PLUS", "MINUS", "TIMES", "SLASH"], 2)
RANK_OF_ASSIGNING = 3
ASSIGNING = frozenset({"rule", "replace", "let", "set"})
PARENTHESES = {"LPAR": 1, "RPAR": -1}


@frozen
class Gap:
    """What is before a part.

    `legal`: a line may end here; `broken`: the author ended one; `rank`: how much that hurts, by
    parentheses and by the word before; `steps`: how many steps further in the next line begins;
    `nested`: what follows is a statement of its own, which has its own margin.
    """

    glue: str
    notes: tuple[Note, ...]
    legal: bool
    broken: bool
    rank: tuple[int, int]
    steps: int
    nested: bool


def gaps(statement: Statement, opened: bool) -> tuple[Gap, ...]:
    """Return what is before each part, if its blocks are opened or not."""
    parts = statement.parts
    heads = [place for place, part in enumerate(parts) if opens(part, opened)]
    last, assigned, titles = max(heads, default=-1), _assigned(parts), statement.is_list
    found = [Gap("", (), False, False, (0, NEVER), 0, False)]
    for place, depth in _depths(parts):
        before, part = parts[place - 1], parts[place]
        word, braces = first(part), isinstance(before, Block) or isinstance(part, Block)
        legal = word.glue != "" and not braces
        nested = first(before).kind == "COLON"
        hurt = RANK_OF_ASSIGNING if place == assigned else _rank(before, part, depth)
        found.append(
            Gap(
                glue=word.glue,
                notes=word.notes,
                legal=legal,
                broken=word.broken,
                rank=(depth, hurt if legal else NEVER),
                steps=0 if nested or braces or titles else max(depth, 1) + (place < last),
                nested=nested,
            )
        )
    return tuple(found)


def opens(part: Part, opened: bool) -> bool:
    """Whether a part is a block on lines of its own."""
    return isinstance(part, Block) and not (part.flat and not (opened and part.body.statements))


def _depths(parts: Sequence[Part]) -> Iterator[tuple[int, int]]:
    """Yield all places but the first, and in how many parentheses they are."""
    depth = 0
    for place, part in enumerate(parts[:-1], start=1):
        depth += PARENTHESES.get(part.kind, 0) if isinstance(part, Word) else 0
        yield place, depth


def _assigned(parts: Sequence[Part]) -> int:
    """Return the place behind the `=` that gives something its value, or 0."""
    if first(parts[0]).text not in ASSIGNING:
        return 0
    signs = (place for place, part in enumerate(parts) if first(part).kind == "EQUALS")
    return next(signs, -1) + 1


def _rank(before: Part, part: Part, depth: int) -> int:
    if first(part).kind == "ELSE":
        return 0
    outside = {} if depth else RANKS_OUTSIDE
    return (RANKS | outside).get(first(before).kind, NEVER)


# ------------------------------------------------------------------ on one line


def columns(text: str) -> int:
    """Return how many columns a text takes."""
    return len(text) if text.isascii() else width(text)


def one_line(part: Part) -> str:
    """Return a part on one line."""
    match part:
        case Word():
            return part.text
        case Block() if part.body.statements:
            return f"{{ {'; '.join(sentence(one.parts) for one in part.body.statements)} }}"
        case _:
            return "{ }"


def sentence(parts: Sequence[Part]) -> str:
    """Return parts on one line."""
    glued = (first(part).glue + one_line(part) for part in parts[1:])
    return "".join([one_line(parts[0]), *glued])
