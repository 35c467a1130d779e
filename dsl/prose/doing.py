"""Statements in words: a block becomes sentences."""

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any, TypeAlias

from attrs import frozen

from cubedsl.dsl import tree
from cubedsl.dsl.prose import conditions, numbers, phrases
from cubedsl.dsl.prose.saying import holds, say
from cubedsl.dsl.prose.vocabulary import Vocabulary, capital, joined, spelled
from cubedsl.dsl.tree.givers import take_off

READINGS = (conditions, numbers)
NOT_USED = ", even if you do not use this"
MOMENTARY = {
    "signal": "“{}” happens",
    "attempt": "“{}” happens, unless something stands in",
    "resume": "“{}” happens after all",
    "offer": "you may use “{}” abilities",
    "settle": "do what “{}” abilities that you did not use demand",
    "play": "play “{}”",
}
NOTHING = "nothing happens"


@frozen
class Clause:
    """Something that is done; `alone`: it needs a sentence of its own."""

    text: str
    alone: bool = False


Telling: TypeAlias = Callable[[Any, Vocabulary], Clause]


def sentences(block: tree.Block, at: Vocabulary) -> str:
    """A block as whole sentences."""
    return " ".join(f"{capital(one)}." for one in runs(block, at))


def clauses(block: tree.Block, at: Vocabulary) -> str:
    """A block as part of a sentence."""
    return "; ".join(runs(block, at)) or NOTHING


def is_simple(block: tree.Block, at: Vocabulary) -> bool:
    """Whether a block is one short clause."""
    told = _told(block, at)
    return len(told) == 1 and not told[0].alone


def runs(block: tree.Block, at: Vocabulary) -> list[str]:
    """What is done, a sentence without its dress each: short clauses go together."""
    said: list[str] = []
    for alone, found in groupby(_told(block, at), key=lambda one: one.alone):
        texts = [one.text for one in found]
        said += texts if alone else [_listed(texts)]
    return said


def _listed(texts: list[str]) -> str:
    *first, last = texts
    if not first:
        return last
    return f"{', '.join(first)}, and {last}"


def _told(block: tree.Block, at: Vocabulary) -> list[Clause]:
    told: list[Clause] = []
    for alike, found in groupby(block.statements, key=_amount_verb):
        together = list(found)
        if alike is None:
            told += [_clause(one, at) for one in together]
        else:
            told.append(_amounts(alike, together, at))
    return told


def _clause(node: tree.Statement, at: Vocabulary) -> Clause:
    return TELLING[type(node)](node, at)


# ------------------------------------------------------------------ amounts


def _amount_verb(node: tree.Statement) -> str | None:
    """The verb of a plain amount: several of one verb are said together."""
    match node:
        case tree.Phrase(verb=verb, argument=tree.Pick() | tree.AmountOf(), prepositions=()) if (
            node.for_each is None and verb.text in ("gain", "pay")
        ):
            return verb.text
    return None


def _amounts(verb: str, nodes: Iterable[tree.Statement], at: Vocabulary) -> Clause:
    said = [say(one.argument, at) for one in nodes if isinstance(one, tree.Phrase) and one.argument]
    return Clause(f"{verb} {joined(said)}")


# ------------------------------------------------------------------ control


def _let(node: tree.Let, at: Vocabulary) -> Clause:
    return Clause(f"let the {spelled(node.name.text)} be {say(node.value, at)}")


def _assign(node: tree.Assign, at: Vocabulary) -> Clause:
    target = numbers.words(tree.Words(node.target.words, node.target.of, node.target.span), at)
    flag = " ".join(spelled(word.text) for word in node.target.words)
    match node.value:
        case tree.YesNo(value=value):
            return Clause(f"note that {_whose(node.target, at)} {'' if value else 'not '}{flag}")
        case tree.Binary(operator="+", left=tree.Words() as left, right=right) if (
            say(left, at) == target
        ):
            return Clause(f"raise {target} by {say(right, at)}")
    return Clause(f"set {target} to {say(node.value, at)}")


def _whose(node: tree.Target, at: Vocabulary) -> str:
    if node.of is not None:
        return f"{say(node.of, at)} is"
    return "you are" if node.words[0].text in at.flags else "it is"


def _if(node: tree.If, at: Vocabulary) -> Clause:
    said = f"if {holds(node.condition, at)}, {clauses(node.then, at)}"
    if node.otherwise is not None:
        said += f"; otherwise, {clauses(node.otherwise, at)}"
    return Clause(said, alone=True)


def _while(node: tree.While, at: Vocabulary) -> Clause:
    return Clause(f"as long as {holds(node.condition, at)}, {clauses(node.body, at)}", alone=True)


def _repeat(node: tree.Repeat, at: Vocabulary) -> Clause:
    if isinstance(node.times, tree.Number) and is_simple(node.body, at):
        return Clause(f"{clauses(node.body, at)}, {node.times.value} times", alone=True)
    match node.times:
        case tree.Call(name=tree.Name(text="count"), arguments=(tree.NounPhrase() as things,)):
            times = f"once for each {phrases.single(things, at)}"
        case tree.Number(value=number):
            times = f"{number} times"
        case _:
            times = f"as many times as {say(node.times, at)}"
    return Clause(f"{times}, {clauses(node.body, at)}", alone=True)


def _for_each(node: tree.ForEach, at: Vocabulary) -> Clause:
    called = f" (the {spelled(node.name.text)})" if node.name else ""
    things = phrases.single(node.phrase, at)
    return Clause(f"for each {things}{called}, {clauses(node.body, at)}", alone=True)


def _each(node: tree.Each, at: Vocabulary) -> Clause:
    secretly = "secretly " if node.secretly else ""
    who = f"{secretly}each {phrases.single(node.phrase, at)}"
    return Clause(f"{who} does this: {clauses(node.body, at)}", alone=True)


def _acting(node: tree.Acting, at: Vocabulary) -> Clause:
    who = say(node.phrase, at)
    return Clause(f"{who} does this: {clauses(node.body, at)}", alone=True)


def _must(node: tree.Must, at: Vocabulary) -> Clause:
    said, even = clauses(node.body, at), "" if at.compulsory else NOT_USED
    if is_simple(node.body, at):
        return Clause(f"you must {said}{even}", alone=True)
    return Clause(f"you must do this{even}: {said}", alone=True)


def _later(node: tree.Later, at: Vocabulary) -> Clause:
    event, done = node.trigger.event.text, clauses(node.body, at)
    until = f" ({_until(node.until.text, at)})" if node.until else ""
    if isinstance(node.trigger, tree.On):
        moment = at.event(event)
        when = f"the next time, {moment}" if moment else f"at your next {spelled(event)}"
        return Clause(f"{when}{until}, {done}", alone=True)
    instead = f"; instead, {done}" if node.body.statements else ""
    return Clause(f"your next {spelled(event)} does not happen{until}{instead}", alone=True)


def _until(event: str, at: Vocabulary) -> str:
    return f"lasts until {at.event(event) or f'the next {spelled(event)}'}"


# ------------------------------------------------------------------ decisions


def _choose(node: tree.Choose, at: Vocabulary) -> Clause:
    return Clause(f"choose {say(node.pick, at)} (the {spelled(node.name.text)})")


def _choose_number(node: tree.ChooseNumber, at: Vocabulary) -> Clause:
    low, high = say(node.low, at), say(node.high, at)
    return Clause(f"choose a number from {low} to {high} (the {spelled(node.name.text)})")


def _menu(node: tree.Menu, at: Vocabulary) -> Clause:
    said = [_choice(one, at) for one in node.choices]
    return Clause(f"choose one: {', or '.join(said)}", alone=True)


def _choice(node: tree.Choice, at: Vocabulary) -> str:
    said = clauses(node.body, at) if node.body.statements else spelled(node.name.text)
    return f"{said} (if {holds(node.condition, at)})" if node.condition else said


def _may(node: tree.May, at: Vocabulary) -> Clause:
    return Clause(f"you may {clauses(node.body, at)}", alone=not is_simple(node.body, at))


def _block(node: tree.Block, at: Vocabulary) -> Clause:
    return Clause(clauses(node, at), alone=not is_simple(node, at))


# ------------------------------------------------------------------ verbs


def _phrase(node: tree.Phrase, at: Vocabulary) -> Clause:
    match node.argument:
        case tree.Words(words=(tree.Name(text=word),), of=None) if node.verb.text in MOMENTARY:
            return Clause(MOMENTARY[node.verb.text].format(spelled(word)))
        case tree.Words(words=(tree.Name(text=word),), of=of) if of and node.verb.text == "use":
            pieces = " ".join(say(one.argument, at) for one in node.prepositions)
            return Clause(f"use a “{spelled(word)}” ability of {say(of, at)} as if {pieces} had it")
    given = _given(node, at)
    parts = [spelled(node.verb.text), *(f"{word} {said}".strip() for word, said in given.items())]
    saying = at.verb(node.verb.text)
    if saying is not None:
        parts = [_filled(saying, at.parameters[node.verb.text], given)]
    if node.for_each is not None:
        parts.append(f"for each {phrases.single(node.for_each, at)}")
    return Clause(" ".join(parts))


def _given(node: tree.Phrase, at: Vocabulary) -> dict[str, str]:
    """What a verb is given, by preposition ("": without one)."""
    giver = None
    if "from" in at.parameters.get(node.verb.text, ()):
        taken = take_off(node)
        node, giver = taken.phrase, taken.giver
    given = {} if node.argument is None else {"": say(node.argument, at)}
    given |= {one.word: _target(one.argument, at) for one in node.prepositions}
    return given if giver is None else {**given, "from": say(giver, at)}


def _filled(saying: str, names: dict[str, str], given: dict[str, str]) -> str:
    for preposition, name in names.items():
        saying = saying.replace(f"{{{name}}}", given[preposition])
    return saying


def _target(node: tree.Expr, at: Vocabulary) -> str:
    """What stands behind a preposition: a zone, a mark, or a value."""
    match node:
        case tree.Words(words=words, of=of) if words[-1].text in at.zone_names:
            return phrases.places_of((tree.Place(words, of, None, False, node.span),), at)
        case tree.Words(words=(tree.Name(text=word),), of=None) if word in at.marks:
            return spelled(word)
    return say(node, at)


TELLING: dict[type, Telling] = {
    tree.Let: _let,
    tree.Assign: _assign,
    tree.If: _if,
    tree.While: _while,
    tree.Repeat: _repeat,
    tree.ForEach: _for_each,
    tree.Each: _each,
    tree.Acting: _acting,
    tree.Must: _must,
    tree.Later: _later,
    tree.Choose: _choose,
    tree.ChooseNumber: _choose_number,
    tree.Menu: _menu,
    tree.May: _may,
    tree.Block: _block,
    tree.Phrase: _phrase,
}
