"""The parts of a ruleset, each with a hash of its text: to say in what two rulesets differ."""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Protocol

from cubedsl.dsl.model.expressions import Expr, Literal
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.things import Board, Card, Kind, Zone
from cubedsl.dsl.model.walk import walk
from cubedsl.dsl.source import Span

LENGTH = 12


def parts(ruleset: Ruleset) -> dict[str, str]:
    """Return the hash of everything that a ruleset declares, by what it is called."""
    found = {"`game`": _hash([ruleset.game.span.text])}
    for name, text in (*_texts(ruleset), *_patched(ruleset), *_facts(ruleset)):
        found[name] = _hash([found.get(name, ""), text])
    return found


def _hash(texts: Iterable[str]) -> str:
    """Return the hash of some texts; how they are broken into lines does not count."""
    words = (" ".join(text.split()) for text in texts)
    return sha256("\n".join(words).encode()).hexdigest()[:LENGTH]


def _texts(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield what is declared by a text of its own."""
    for name, span in _spans(ruleset):
        yield name, span.text
    for card in ruleset.cards.values():
        yield f'the card "{card.title}"', _with_numbers(card)
    for kind in ruleset.kinds:
        yield f"the kind `{kind.name}`", _with_numbers(kind)


def _with_numbers(one: Card | Kind) -> str:
    """Return a text, and what its attributes are by now: they can be changed elsewhere."""
    return f"{one.span.text} {_numbers(one.attributes)}"


def _number(value: Expr) -> str:
    return str(value.value) if isinstance(value, Literal) else value.span.text


def _patched(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield what patches say of things that are declared elsewhere."""
    yield "`game`", _beyond(ruleset.game.span, ruleset.game.body)
    for name, verb in ruleset.procedures.items():
        yield f"the verb `{name}`", _beyond(verb.span, verb.body)
    for name, phase in ruleset.phases.items():
        yield f"the phase `{name}`", _beyond(phase.span, phase.body)
    for name, rule in ruleset.rules.items():
        yield f"the rule `{name}`", _beyond(rule.span, rule.value)
    for kind in ruleset.kinds:
        yield f"the kind `{kind.name}`", f"{kind.count} {kind.faces}"
    for name, path in ruleset.paths.items():
        yield f"the path `{name}`", _spaces(path)
    for title, board in ruleset.boards.items():
        yield f'the board "{title}"', _spaces(board)
    for title, one in ruleset.sets.items():
        options = (f"{name} {value}" for name, value in one.options.items())
        yield f'the set "{title}"', " ".join((str(one.board), *one.cards, *options))


def _beyond(span: Span, node: object) -> str:
    """Return what belongs to a text and does not stand in it."""
    places = (getattr(one, "span", span) for one in walk(node))
    return " ".join(one.text for one in places if not _is_in(one, span))


def _is_in(one: Span, span: Span) -> bool:
    return one.source is span.source and span.start <= one.start < span.end


def _spaces(board: Board) -> str:
    """Return what stands of each space in a legend, and its numbers."""
    numbers = (f"{one.entry.text} {_numbers(one.attributes)}" for one in board.spaces)
    return " ".join(numbers)


def _numbers(attributes: Mapping[str, Expr]) -> str:
    return " ".join(f"{name} {_number(value)}" for name, value in attributes.items())


class _Declared(Protocol):
    """What stands somewhere in a text."""

    @property
    def span(self) -> Span:
        """Where."""


def _spans(ruleset: Ruleset) -> Iterator[tuple[str, Span]]:
    groups: dict[str, Mapping[str, _Declared]] = {
        "the verb `{}`": ruleset.procedures,
        "the phase `{}`": ruleset.phases,
        "the rule `{}`": ruleset.rules,
        "the option `{}`": ruleset.options,
        "the partition `{}`": ruleset.partitions,
        "the path `{}`": ruleset.paths,
        'the set "{}"': ruleset.sets,
        'the board "{}"': ruleset.boards,
        'the strategy "{}"': ruleset.strategies,
    }
    for what, group in groups.items():
        yield from ((what.format(name), one.span) for name, one in group.items())
    for token in ruleset.tokens:
        yield f"the token `{token.name}`", token.span
    for standing in ruleset.standing:
        yield f"what stands on `{standing.event}`", standing.span


def _facts(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield what has no text of its own."""
    yield "the number of players", str(ruleset.players)
    yield "the list of closed terrains", " ".join(sorted(ruleset.terrains_closed))
    yield "the list of events", " ".join(ruleset.events)
    yield "the list of faces", ", ".join(face.text for face in ruleset.faces)
    for zone in ruleset.zones:
        yield f"the zone `{zone.name}`", _zone(zone)
    for cell in ruleset.cells:
        said = (cell.owner.value, cell.type, cell.until, cell.supply, _number(cell.default))
        yield f"the memory `{cell.name}`", " ".join(map(str, said))
    for mark in ruleset.marks:
        yield f"the mark `{mark.name}`", str(mark.until)
    for timing in ruleset.timings.values():
        yield f"the timing `{timing.name}`", f"{timing.zone.name} {timing.ongoing}"
    for tally in ruleset.tallies:
        counted = tally.resource.name if tally.resource else ""
        yield f"the tally `{tally.cell.name}`", f"{tally.verb} {counted}"
    for attribute in ruleset.attributes:
        yield f"the attribute `{attribute.name}`", attribute.noun.name
    for table in ruleset.tables:
        yield f"the table `{table.name}`", table.noun.name


def _zone(zone: Zone) -> str:
    said = (zone.owner.value, zone.hidden, zone.private, zone.ordered, zone.faceless)
    return " ".join(map(str, said))
