"""Values in words: numbers, names, and what is reckoned with them."""

from cubedsl.dsl import tree
from cubedsl.dsl.prose import phrases
from cubedsl.dsl.prose.saying import holds, say, says
from cubedsl.dsl.prose.vocabulary import Vocabulary, joined, spelled

OPERATORS = {"+": "plus", "-": "minus", "*": "times", "mod": "modulo"}
FUNCTIONS = {"max": "the greater of", "min": "the smaller of"}
BARE = {
    "you": "you",
    "nobody": "nobody",
    "nothing": "nothing",
    "player_count": "the number of players",
}


@says(tree.Number)
def _number(node: tree.Number, at: Vocabulary) -> str:
    return str(node.value)


@says(tree.Percent)
def _percent(node: tree.Percent, at: Vocabulary) -> str:
    return f"{node.value}%"


@says(tree.Text)
def _text(node: tree.Text, at: Vocabulary) -> str:
    return f"“{node.value}”"


@says(tree.YesNo)
def _yes_no(node: tree.YesNo, at: Vocabulary) -> str:
    return "yes" if node.value else "no"


# ------------------------------------------------------------------ names


@says(tree.Words)
def words(node: tree.Words, at: Vocabulary) -> str:
    """A name, whose it is said; a phrase without clauses is one, too."""
    first, last = node.words[0].text, node.words[-1].text
    is_plural = last in at.singulars and last not in at.yours and at.singular(last) not in at.yours
    if len(node.words) > 1 or (is_plural and node.of is None):
        return phrases.phrase(tree.NounPhrase(node.words, node.of, (), node.span), at)
    if node.of is not None:
        return _owned(first, node.of, at)
    return name(first, at)


def name(word: str, at: Vocabulary) -> str:
    """A lone name."""
    if word in ("this", "these"):
        return f"{word} {at.counted(at.piece, one=word == 'this')}"
    if word in BARE:
        return BARE[word]
    if word in at.given:
        return f"the {spelled(word)}"
    if at.is_of_thing(word):
        return at.own(word, "its")
    if word in at.yours or at.singular(word) in at.yours:
        return at.own(word, "your")
    if word in at.choices:
        return spelled(word)
    if word in at.options:
        return f"the option “{at.word(word)}”"
    return at.own(word, "the")


def _owned(word: str, of: tree.Expr, at: Vocabulary) -> str:
    """What is read of somebody or something."""
    said = at.word(word).removeprefix("the ")
    match of:
        case tree.Words(words=(tree.Name(text="you"),), of=None):
            return f"your {said}"
        case tree.Words(words=(tree.Name(text=owner),), of=None) if owner in at.yours:
            return f"the {said} of {name(owner, at)}"
    return f"the {said} of {phrases.whole(of, at)}"


# ------------------------------------------------------------------ reckoning


@says(tree.Binary)
def _binary(node: tree.Binary, at: Vocabulary) -> str:
    return f"{_part(node.left, at)} {OPERATORS[node.operator]} {_part(node.right, at)}"


def _part(node: tree.Expr, at: Vocabulary) -> str:
    said = say(node, at)
    return f"({said})" if isinstance(node, tree.Conditional) else said


@says(tree.Divide)
def _divide(node: tree.Divide, at: Vocabulary) -> str:
    left = say(node.left, at)
    if isinstance(node.left, tree.Binary):
        left = f"({left})"
    match node.right:
        case tree.Number(value=2):
            shared = f"half of {left}"
        case _:
            shared = f"{left} divided by {say(node.right, at)}"
    return f"{shared}, rounded {node.rounding}" if node.rounding else shared


@says(tree.Negate)
def _negate(node: tree.Negate, at: Vocabulary) -> str:
    if isinstance(node.value, tree.Number):
        return f"-{node.value.value}"
    return f"minus {say(node.value, at)}"


@says(tree.Call)
def _call(node: tree.Call, at: Vocabulary) -> str:
    function = node.name.text
    match function, node.arguments:
        case "count", (things,):
            return f"the number of {phrases.those(things, at)}"
        case "chance", (condition,):
            return f"the chance that {holds(condition, at)}"
        case "distance" | "distance_anywhere", (start, goal):
            way = ", over any terrain" if function != "distance" else ""
            return f"the distance from {say(start, at)} to {say(goal, at)}{way}"
        case "space", _:
            return f"space {', '.join(say(one, at) for one in node.arguments)}"
    said = joined(say(one, at) for one in node.arguments)
    return f"{FUNCTIONS.get(function, spelled(function))} {said}"


@says(tree.Lookup)
def _lookup(node: tree.Lookup, at: Vocabulary) -> str:
    return f"{say(node.table, at)} at {say(node.key, at)}"


@says(tree.Conditional)
def _conditional(node: tree.Conditional, at: Vocabulary) -> str:
    then, otherwise = say(node.then, at), say(node.otherwise, at)
    return f"{then} if {holds(node.condition, at)}, otherwise {otherwise}"


@says(tree.AmountOf)
def _amount(node: tree.AmountOf, at: Vocabulary) -> str:
    said = " ".join(one.text for one in node.words)
    return f"{spelled(at.counted(said, one=False))} equal to {say(node.value, at)}"
