"""What stands behind `where`, in words: `that are not red`, `whose price is at most 3`."""

from cubedsl.dsl import tree
from cubedsl.dsl.prose.saying import holds, say
from cubedsl.dsl.prose.vocabulary import Vocabulary, joined, spelled

COMPARISONS = {
    "<": "less than",
    "<=": "at most",
    ">": "more than",
    ">=": "at least",
    "=": "",
    "!=": "not",
}


def compared(operator: str, right: tree.Expr, at: Vocabulary) -> str:
    """What a number is in comparison: `at most 3`."""
    return f"{COMPARISONS[operator]} {say(right, at)}".strip()


def filtered(node: tree.Expr, at: Vocabulary, *, one: bool) -> str:
    """A clause behind the things that are looked at, one or several."""
    words = described(node, at, one=one)
    if words is not None:
        return f"that {words}"
    match node:
        case tree.Compare(operator=operator, left=left, right=right) if _is_own(left, at):
            own = say(left, at).removeprefix("its ")
            return f"whose {own} is {compared(operator, right, at)}"
    return f"where {holds(node, at)}"


def _is_own(node: tree.Expr, at: Vocabulary) -> bool:
    match node:
        case tree.Words(words=(tree.Name(text=word),), of=None):
            return at.is_of_thing(word) and word not in at.given
    return False


def described(node: tree.Expr, at: Vocabulary, *, one: bool) -> str | None:
    """What is said of the thing by words alone: `are neither red nor blue`; else None."""
    match node:
        case tree.Words():
            return _adjective(node, at, one=one)
        case tree.Not(value=inner):
            return _denied(inner, at, one=one)
        case tree.Logic(operator=operator, left=left, right=right):
            first, second = (described(side, at, one=one) for side in (left, right))
            if first is None or second is None:
                return None
            verb, _, rest = second.partition(" ")
            same = first.partition(" ")[0] == verb and not rest.startswith(("not ", "neither "))
            return f"{first} {operator} {rest if same else second}"
    return None


def _denied(node: tree.Expr, at: Vocabulary, *, one: bool) -> str | None:
    words = _alternatives(node)
    if words is not None and len(words) > 1 and not _shows(words[0], at):
        return f"{'is' if one else 'are'} neither {joined(map(spelled, words), 'nor')}"
    inner = described(node, at, one=one)
    if inner is None:
        return None
    verb, _, rest = inner.partition(" ")
    denied = {"show": "do not show", "shows": "does not show"}.get(verb, f"{verb} not")
    return f"{denied} {rest}"


def _alternatives(node: tree.Expr) -> list[str] | None:
    """The words of `a or b or c`."""
    match node:
        case tree.Words(words=(word,), of=None):
            return [word.text]
        case tree.Logic(operator="or", left=left, right=right):
            first, second = _alternatives(left), _alternatives(right)
            return None if first is None or second is None else [*first, *second]
    return None


def _adjective(node: tree.Words, at: Vocabulary, *, one: bool) -> str | None:
    if node.of is not None:
        return None
    text = " ".join(spelled(word.text) for word in node.words)
    if _shows(node.words[0].text, at):
        return f"{'shows' if one else 'show'} {text}"
    return f"{'is' if one else 'are'} {text}"


def _shows(word: str, at: Vocabulary) -> bool:
    return word in at.shown
