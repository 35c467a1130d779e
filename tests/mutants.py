"""Mutants of a declaration: the same syntax tree with one thing broken.

What is broken: numbers that are not marked `assumed`, quantities, superlatives, connectives,
comparisons, conditions, clauses, zones, timings, events, resources, `must`, `may`, `ongoing`,
`until`, statements.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from attrs import evolve, fields, frozen, has

from cubedsl.dsl import tree
from cubedsl.dsl.source import Span


@frozen
class Vocabulary:
    """Words of a ruleset that can stand in each other's place; timings with their declarations."""

    zones: tuple[str, ...]
    timings: dict[str, tree.TimingDecl]
    events: tuple[str, ...]
    resources: tuple[str, ...]

    def instead_of(self, word: str, words: tuple[str, ...]) -> str | None:
        """The word behind this one, if it is one of these and there is another."""
        if word not in words or len(words) < 2:
            return None
        return words[(words.index(word) + 1) % len(words)]


@frozen
class Mutant:
    """A broken tree, what was broken, and where."""

    node: Any
    span: Span
    what: str


@frozen
class Place:
    """Where a node stands: on a card or not, behind a number that is assumed or not."""

    words: Vocabulary
    on_card: bool
    assumed: bool = False


Own: TypeAlias = Callable[[Any, Place], Iterator[Mutant]]


def vocabulary(declarations: Iterable[tree.Declaration]) -> Vocabulary:
    """The words that a ruleset declares."""
    zones: list[str] = []
    timings: dict[str, tree.TimingDecl] = {}
    events: list[str] = []
    resources: list[str] = []
    for one in declarations:
        match one:
            case tree.ZoneDecl(of=owner) if owner is not None:
                zones += [name.text for name in one.names]
            case tree.TimingDecl():
                timings.update((name.text, one) for name in one.names)
            case tree.EventDecl():
                events += [name.text for name in one.names]
            case tree.ResourceDecl():
                resources += [noun.singular.text for noun in one.nouns]
    return Vocabulary(tuple(zones), timings, tuple(events), tuple(resources))


def mutants(declaration: tree.Declaration, words: Vocabulary) -> Iterator[Mutant]:
    """Everything that can be broken in a declaration, in the order of the text."""
    yield from _of(
        declaration, Place(words, isinstance(declaration, tree.GuideDecl | tree.KindDecl))
    )


def _of(node: Any, place: Place) -> Iterator[Mutant]:
    own = OWN.get(type(node))
    if own is not None:
        yield from own(node, place)
    inside = evolve(place, assumed=place.assumed or getattr(node, "assumed", False))
    for one in fields(type(node)):
        value = getattr(node, one.name)
        if isinstance(value, tuple):
            for i, part in enumerate(value):
                for found in _inside(part, inside):
                    whole = (*value[:i], found.node, *value[i + 1 :])
                    yield evolve(found, node=evolve(node, **{one.name: whole}))
        else:
            for found in _inside(value, inside):
                yield evolve(found, node=evolve(node, **{one.name: found.node}))


def _inside(value: Any, place: Place) -> Iterator[Mutant]:
    if has(type(value)) and not isinstance(value, Span | tree.Name):
        yield from _of(value, place)


def _shown(span: Span) -> str:
    text = " ".join(span.text.split())
    return f"`{text}`" if len(text) <= 60 else f"`{text[:57]}...`"


# ------------------------------------------------------------------ numbers and quantities


def _number(node: tree.Number, place: Place) -> Iterator[Mutant]:
    if place.assumed:
        return
    for value in (node.value + 1, node.value - 1):
        if value >= 0:
            yield Mutant(evolve(node, value=value), node.span, f"{node.value} becomes {value}")


def _pick(node: tree.Pick, place: Place) -> Iterator[Mutant]:
    word = node.phrase.words[-1]
    other = place.words.instead_of(word.text, place.words.resources)
    if other is not None and len(node.phrase.words) == 1:
        phrase = evolve(node.phrase, words=(evolve(word, text=other),))
        yield Mutant(evolve(node, phrase=phrase), node.span, f"`{word.text}` becomes `{other}`")
        return
    span = node.quantity.span
    match node.quantity:
        case tree.Exactly(number):
            others: tuple[tree.Quantity, ...] = (tree.UpTo(number, span), tree.AnyNumber(span))
        case tree.UpTo(number):
            others = (tree.Exactly(number, span), tree.AnyNumber(span))
        case tree.AnyNumber():
            others = (
                tree.UpTo(tree.Number(1, span), span),
                tree.Exactly(tree.Number(1, span), span),
            )
    for quantity in others:
        name = type(quantity).__name__
        yield Mutant(evolve(node, quantity=quantity), node.span, f"{_shown(span)} becomes {name}")


def _amount(node: tree.AmountOf, place: Place) -> Iterator[Mutant]:
    word = node.words[-1]
    other = place.words.instead_of(word.text, place.words.resources)
    if other is not None:
        words = (evolve(word, text=other),)
        yield Mutant(evolve(node, words=words), word.span, f"`{word.text}` becomes `{other}`")


# ------------------------------------------------------------------ noun phrases


def _phrase(node: tree.NounPhrase, place: Place) -> Iterator[Mutant]:
    for i, word in enumerate(node.words[:-1]):
        words = (*node.words[:i], *node.words[i + 1 :])
        yield Mutant(evolve(node, words=words), word.span, f"without the word `{word.text}`")
    for i, clause in enumerate(node.clauses):
        if not isinstance(clause, tree.In):
            clauses = (*node.clauses[:i], *node.clauses[i + 1 :])
            yield Mutant(
                evolve(node, clauses=clauses), clause.span, f"without {_shown(clause.span)}"
            )


def _extreme(node: tree.Extreme, place: Place) -> Iterator[Mutant]:
    yield Mutant(evolve(node, most=not node.most), node.span, f"{_shown(node.span)}: most, least")


def _in(node: tree.In, place: Place) -> Iterator[Mutant]:
    for i, one in enumerate(node.places):
        if len(node.places) > 1:
            places = (*node.places[:i], *node.places[i + 1 :])
            yield Mutant(evolve(node, places=places), one.span, f"without {_shown(one.span)}")


def _place(node: tree.Place, place: Place) -> Iterator[Mutant]:
    if node.any_zone:
        for zone in place.words.zones[:2]:
            words = (tree.Name(zone, node.span),)
            broken = evolve(node, words=words, any_zone=False)
            yield Mutant(broken, node.span, f"{_shown(node.span)} becomes `{zone}`")
    yield from _zone(node, place)


def _zone(node: tree.Place | tree.Words, place: Place) -> Iterator[Mutant]:
    if len(node.words) != 1:
        return
    word = node.words[0]
    other = place.words.instead_of(word.text, place.words.zones)
    if other is not None:
        words = (evolve(word, text=other),)
        yield Mutant(evolve(node, words=words), word.span, f"`{word.text}` becomes `{other}`")


def _preposition(node: tree.Preposition, place: Place) -> Iterator[Mutant]:
    if node.word == "to" and isinstance(node.argument, tree.Words):
        for one in _zone(node.argument, place):
            yield evolve(one, node=evolve(node, argument=one.node))


# ------------------------------------------------------------------ conditions and sums


def _logic(node: tree.Logic, place: Place) -> Iterator[Mutant]:
    other = "or" if node.operator == "and" else "and"
    yield Mutant(evolve(node, operator=other), node.span, f"{_shown(node.span)}: `{other}`")
    yield Mutant(node.left, node.span, f"without {_shown(node.right.span)}")
    yield Mutant(node.right, node.span, f"without {_shown(node.left.span)}")


def _not(node: tree.Not, place: Place) -> Iterator[Mutant]:
    yield Mutant(node.value, node.span, f"{_shown(node.span)} without `not`")


def _negated(node: tree.Is | tree.IsIn | tree.Some, place: Place) -> Iterator[Mutant]:
    yield Mutant(evolve(node, negated=not node.negated), node.span, f"not {_shown(node.span)}")


COMPARISONS = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<")}
EQUALITY = {"=": ("!=",), "!=": ("=",)}


def _compare(node: tree.Compare, place: Place) -> Iterator[Mutant]:
    for other in (COMPARISONS | EQUALITY)[node.operator]:
        yield Mutant(evolve(node, operator=other), node.span, f"{_shown(node.span)}: `{other}`")


SUMS = {"+": "-", "-": "+", "*": "+", "mod": "+"}


def _binary(node: tree.Binary, place: Place) -> Iterator[Mutant]:
    other = SUMS[node.operator]
    yield Mutant(evolve(node, operator=other), node.span, f"{_shown(node.span)}: `{other}`")
    if node.operator in "+-":
        yield Mutant(node.left, node.span, f"without {_shown(node.right.span)}")


def _divide(node: tree.Divide, place: Place) -> Iterator[Mutant]:
    other = "up" if node.rounding == "down" else "down"
    yield Mutant(evolve(node, rounding=other), node.span, f"{_shown(node.span)}: rounded {other}")


def _call(node: tree.Call, place: Place) -> Iterator[Mutant]:
    other = {"max": "min", "min": "max"}.get(node.name.text)
    if other is not None:
        name = evolve(node.name, text=other)
        yield Mutant(evolve(node, name=name), node.span, f"{_shown(node.span)}: {other}")


def _conditional(node: tree.Conditional, place: Place) -> Iterator[Mutant]:
    yield Mutant(node.then, node.span, f"{_shown(node.span)}: always the first")
    yield Mutant(node.otherwise, node.span, f"{_shown(node.span)}: always the second")


def _parameter(node: tree.Parameter, place: Place) -> Iterator[Mutant]:
    if node.where is not None:
        yield Mutant(
            evolve(node, where=None), node.where.span, f"without where {_shown(node.where.span)}"
        )


# ------------------------------------------------------------------ statements


def _block(node: tree.Block, place: Place) -> Iterator[Mutant]:
    for i, one in enumerate(node.statements):
        left = (*node.statements[:i], *node.statements[i + 1 :])
        yield Mutant(evolve(node, statements=left), one.span, f"without {_shown(one.span)}")
        if place.on_card and isinstance(one, tree.Phrase):
            asked = tree.May(tree.Block((one,), one.span), one.span)
            whole = (*node.statements[:i], asked, *node.statements[i + 1 :])
            yield Mutant(evolve(node, statements=whole), one.span, f"may {_shown(one.span)}")


def _unwrapped(node: tree.Must | tree.May, place: Place) -> Iterator[Mutant]:
    yield Mutant(node.body, node.span, f"{_shown(node.span)} without its first word")


def _if(node: tree.If, place: Place) -> Iterator[Mutant]:
    negated = tree.Not(node.condition, node.condition.span)
    yield Mutant(
        evolve(node, condition=negated), node.span, f"if not {_shown(node.condition.span)}"
    )
    yield Mutant(node.then, node.span, f"without if {_shown(node.condition.span)}")


def _condition(node: Any, place: Place) -> Iterator[Mutant]:
    if node.condition is None:
        return
    shown = _shown(node.condition.span)
    negated = tree.Not(node.condition, node.condition.span)
    yield Mutant(evolve(node, condition=None), node.condition.span, f"without if {shown}")
    yield Mutant(evolve(node, condition=negated), node.condition.span, f"if not {shown}")


def _ability(node: tree.Ability, place: Place) -> Iterator[Mutant]:
    yield from _condition(node, place)
    head, own = node.timing.span, place.words.timings[node.timing.text]
    for timing, other in place.words.timings.items():
        # Of an ability with a trigger, the timing says only where its piece must lie.
        if timing != node.timing.text and not (node.trigger and other.zone.text == own.zone.text):
            broken = evolve(node, timing=evolve(node.timing, text=timing))
            yield Mutant(broken, head, f"`{node.timing.text}` becomes `{timing}`")
    if not own.ongoing:
        yield Mutant(evolve(node, ongoing=not node.ongoing), head, f"ongoing {not node.ongoing}")
    for using in {0: (1,), 1: (0, 2), 2: (1, 3)}[node.using]:
        yield Mutant(evolve(node, using=using), head, f"using {node.using} becomes {using}")
    if node.trigger is not None:
        yield Mutant(
            evolve(node, trigger=None), node.trigger.span, f"without {_shown(node.trigger.span)}"
        )


def _trigger(node: tree.On | tree.InsteadOf, place: Place) -> Iterator[Mutant]:
    other = place.words.instead_of(node.event.text, place.words.events)
    if other is not None:
        event = evolve(node.event, text=other)
        yield Mutant(evolve(node, event=event), node.span, f"{_shown(node.span)}: `{other}`")


def _until(node: Any, place: Place) -> Iterator[Mutant]:
    if node.until is not None:
        yield Mutant(evolve(node, until=None), node.span, f"without until `{node.until.text}`")


def _timing(node: tree.TimingDecl, place: Place) -> Iterator[Mutant]:
    yield Mutant(evolve(node, ongoing=not node.ongoing), node.span, f"ongoing {not node.ongoing}")
    other = place.words.instead_of(node.zone.text, place.words.zones)
    if other is not None:
        zone = evolve(node.zone, text=other)
        yield Mutant(
            evolve(node, zone=zone), node.zone.span, f"`{node.zone.text}` becomes `{other}`"
        )


OWN: dict[type, Own] = {
    tree.Number: _number,
    tree.Pick: _pick,
    tree.AmountOf: _amount,
    tree.NounPhrase: _phrase,
    tree.Extreme: _extreme,
    tree.In: _in,
    tree.Place: _place,
    tree.Preposition: _preposition,
    tree.Logic: _logic,
    tree.Not: _not,
    tree.Is: _negated,
    tree.IsIn: _negated,
    tree.Some: _negated,
    tree.Compare: _compare,
    tree.Binary: _binary,
    tree.Divide: _divide,
    tree.Call: _call,
    tree.Conditional: _conditional,
    tree.Parameter: _parameter,
    tree.Block: _block,
    tree.Must: _unwrapped,
    tree.May: _unwrapped,
    tree.If: _if,
    tree.Choice: _condition,
    tree.StandingDecl: _condition,
    tree.Ability: _ability,
    tree.On: _trigger,
    tree.InsteadOf: _trigger,
    tree.Later: _until,
    tree.RememberDecl: _until,
    tree.MarkDecl: _until,
    tree.TallyDecl: _until,
    tree.ResourceDecl: _until,
    tree.TimingDecl: _timing,
}
