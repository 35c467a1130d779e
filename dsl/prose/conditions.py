"""Conditions in words: clauses that can stand behind `if`."""

from cubedsl.dsl import tree
from cubedsl.dsl.prose import phrases
from cubedsl.dsl.prose.filters import compared
from cubedsl.dsl.prose.saying import asks, holds, say
from cubedsl.dsl.prose.vocabulary import Vocabulary, article, spelled


@asks(tree.Compare)
def _compare(node: tree.Compare, at: Vocabulary) -> str:
    match node:
        case tree.Compare(operator=">" | "=" as operator, right=tree.Number(value=0)):
            counted = _counted(node.left, at, some=operator == ">")
            if counted is not None:
                return counted
    return f"{say(node.left, at)} is {compared(node.operator, node.right, at)}"


def _counted(node: tree.Expr, at: Vocabulary, *, some: bool) -> str | None:
    """That there are any, or none: `you have no coins`."""
    match node:
        case tree.Words(words=(tree.Name(text=word),), of=None) if _is_yours(word, at):
            said = spelled(at.counted(word, one=False))
            return f"you have {'any' if some else 'no'} {said}"
    return None


def _is_yours(word: str, at: Vocabulary) -> bool:
    """Whether a word is a resource of whoever acts."""
    is_counted = at.singular(word) in at.plurals
    return is_counted and word in at.yours and word not in at.given and not at.about


@asks(tree.Logic)
def _logic(node: tree.Logic, at: Vocabulary) -> str:
    return f"{_side(node, node.left, at)} {node.operator} {_side(node, node.right, at)}"


def _side(node: tree.Logic, side: tree.Expr, at: Vocabulary) -> str:
    mixed = isinstance(side, tree.Logic) and side.operator != node.operator
    return f"({holds(side, at)})" if mixed else holds(side, at)


@asks(tree.Not)
def _not(node: tree.Not, at: Vocabulary) -> str:
    match node.value:
        case tree.Words(words=(tree.Name(text=word),), of=None) if word in at.options:
            return f"the option “{spelled(word)}” is not chosen"
        case tree.Words(of=None):
            return f"not {holds(node.value, at)}"
    return f"it is not so that {holds(node.value, at)}"


@asks(tree.Is)
def _is(node: tree.Is, at: Vocabulary) -> str:
    subject = say(node.value, at)
    match node.other:
        case tree.Words(words=words, of=None) if words[0].text in at.shown:
            said = " ".join(spelled(word.text) for word in words)
            return f"{subject} {'does not show' if node.negated else 'shows'} {said}"
    return f"{subject} is {'not ' if node.negated else ''}{_what(node.other, at)}"


def _what(node: tree.Expr, at: Vocabulary) -> str:
    """What something is: a word that describes, or a thing."""
    match node:
        case tree.Words(words=(tree.Name(text=word),), of=None) if word in at.given:
            return say(node, at)
        case tree.Words(words=words, of=None) if words[-1].text not in at.singulars:
            return " ".join(spelled(word.text) for word in words)
        case tree.Logic(operator=operator, left=left, right=right):
            return f"{_what(left, at)} {operator} {_what(right, at)}"
        case tree.Not(value=value):
            return f"not {_what(value, at)}"
    return say(node, at)


@asks(tree.IsIn)
def _is_in(node: tree.IsIn, at: Vocabulary) -> str:
    place = phrases.places_of((node.place,), at)
    return f"{say(node.value, at)} is {'not ' if node.negated else ''}in {place}"


@asks(tree.Some)
def _some(node: tree.Some, at: Vocabulary) -> str:
    said = phrases.single(node.phrase, at)
    return f"there is no {said}" if node.negated else f"there is {article(said)}"


@asks(tree.Words)
def _words(node: tree.Words, at: Vocabulary) -> str:
    """A flag, or a rule that says yes or no."""
    said = " ".join(at.word(word.text) for word in node.words)
    if node.of is not None:
        return f"{phrases.whole(node.of, at)} is {said}"
    if len(node.words) == 1 and node.words[0].text in at.options:
        return f"the option “{said}” is chosen"
    if len(node.words) == 1 and node.words[0].text in at.flags and not at.about:
        return f"you are {said}"
    return said


@asks(tree.YesNo)
def _yes_no(node: tree.YesNo, at: Vocabulary) -> str:
    return "this always is so" if node.value else "this never is so"
