"""Declarations in words, and how they are found by name."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from attrs import frozen

from cubedsl.dsl import tree
from cubedsl.dsl.model.parts import Part, handler, parts
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.statements import Attempt, Signal
from cubedsl.dsl.model.types import Flag
from cubedsl.dsl.naming import name_of
from cubedsl.dsl.prose import cards
from cubedsl.dsl.prose.doing import runs, sentences
from cubedsl.dsl.prose.phrases import places_of
from cubedsl.dsl.prose.saying import holds, say
from cubedsl.dsl.prose.vocabulary import Vocabulary, capital, joined, spelled, vocabulary
from cubedsl.dsl.suggest import fold

Lines: TypeAlias = list[str]


@frozen(eq=False)
class Book:
    """A checked ruleset, the declarations it was made of, and its words."""

    ruleset: Ruleset
    declarations: tuple[tree.Declaration, ...]
    words: Vocabulary

    @property
    def parts(self) -> tuple[Part, ...]:
        """All that is done or read in the ruleset."""
        return parts(self.ruleset)

    def find(self, name: str) -> tuple[tree.Declaration, ...]:
        """All declarations of a name, in any case and Unicode form, with `_` or spaces."""
        wanted = _plain(name)
        return tuple(one for one in self.declarations if wanted in map(_plain, _names(one)))

    def names(self) -> tuple[str, ...]:
        """Every name that can be looked up."""
        return tuple(dict.fromkeys(name for one in self.declarations for name in _names(one)))

    def tell(self, decl: tree.Declaration) -> Lines:
        """A declaration in words, a line each."""
        telling = TELLING.get(type(decl))
        return telling(decl, self) if telling else [f"{capital(sort_of(decl))}."]


def book(ruleset: Ruleset, declarations: Iterable[tree.Declaration]) -> Book:
    """What is needed to look a ruleset's words up."""
    all_of_them = tuple(declarations)
    return Book(ruleset, all_of_them, vocabulary(ruleset, all_of_them))


def title_of(decl: tree.Declaration) -> str:
    """The name of a declaration as it is written; of a rule of an event, what begins it."""
    name = name_of(decl)
    if name is None:
        return decl.span.text.split("\n")[0]
    return name.text if isinstance(name, tree.Name) else name.value


def sort_of(decl: tree.Declaration) -> str:
    """What a declaration is: the word that begins it."""
    match decl:
        case tree.ProcedureDecl():
            return "verb"
        case tree.StandingDecl():
            return "standing rule"
    return decl.span.text.split()[0]


def _names(decl: tree.Declaration) -> Iterator[str]:
    name = name_of(decl)
    if isinstance(name, tree.Text):
        yield name.value
    elif name is not None:
        yield name.text
    match decl:
        case tree.ResourceDecl(nouns=(noun,)) | tree.PieceDecl(noun=noun):
            yield from [noun.plural.text] if noun.plural else []
        case tree.KindDecl(title=tree.Text(value=title)):
            yield title
        case tree.SymbolDecl() | tree.EventDecl() | tree.MarkDecl():
            yield from (one.text for one in decl.names[1:])
        case tree.StandingDecl(trigger=trigger):
            yield trigger.event.text


def _plain(name: str) -> str:
    return fold(name).replace("_", " ").strip()


# ------------------------------------------------------------------ what is done


def _card(node: tree.GuideDecl, at: Book) -> Lines:
    kind = next(one for one in at.ruleset.kinds if one.name == node.kind.text)
    return cards.card(node, at.words.of_piece(kind.noun.name))


def _kind(node: tree.KindDecl, at: Book) -> Lines:
    return cards.kind(node, at.words.of_piece(node.noun.text))


def _rule(node: tree.RuleDecl, at: Book) -> Lines:
    inside = at.words.in_rule(node)
    if node.of is not None:
        inside = inside.looking_at(node.of.text)
    of = f" of a {spelled(node.of.text)}" if node.of else ""
    end = f"{cards.ASSUMED if node.assumed else ''}."
    if isinstance(at.ruleset.rules[node.name.text].type, Flag):
        return [f"{capital(spelled(node.name.text))}{of}: if {holds(node.value, inside)}{end}"]
    return [f"{capital(spelled(node.name.text))}{of}: {say(node.value, inside)}{end}"]


def _procedure(node: tree.ProcedureDecl, at: Book) -> Lines:
    inside = at.words.in_rule(node)
    given = [_parameter(one, inside) for one in node.parameters]
    return _steps(" ".join(("To", spelled(node.name.text), *given)), node.body, inside)


def _steps(head: str, body: tree.Block, at: Vocabulary) -> Lines:
    """What is done: behind the head, or one step a line."""
    steps = runs(body, at) or ["nothing happens"]
    if len(steps) == 1:
        return [f"{head}: {steps[0]}."]
    return [f"{head}:", *(f"- {capital(one)}." for one in steps)]


def _parameter(node: tree.Parameter, at: Vocabulary) -> str:
    kind = "a number of " if node.number_of else ""
    word = f"{node.preposition} " if node.preposition else ""
    only = ""
    if node.where is not None:
        inside = at.looking_at(node.kind.text)
        only = f", only if {holds(node.where, inside)}"
    return f"{word}{kind}{spelled(node.kind.text)} (the {spelled(node.name.text)}{only})"


def _course(node: tree.PhaseDecl | tree.GameDecl, at: Book) -> Lines:
    name = spelled(node.name.text) if isinstance(node, tree.PhaseDecl) else "the game"
    return _steps(capital(name), node.body, at.words.in_rule(node))


def _standing(node: tree.StandingDecl, at: Book) -> Lines:
    inside = at.words.in_rule(node)
    word = "On" if isinstance(node.trigger, tree.On) else "Instead of"
    condition = f", if {holds(node.condition, inside)}" if node.condition else ""
    event = spelled(node.trigger.event.text)
    return _steps(f"{word} {event}{condition}", node.body, inside)


def _around(node: tree.AroundDecl, at: Book) -> Lines:
    inside = at.words.in_rule(node)
    word = "Before" if node.before else "After"
    condition = f", if {holds(node.condition, inside)}" if node.condition else ""
    return _steps(f"{word} {spelled(node.name.text)}{condition}", node.body, inside)


# ------------------------------------------------------------------ what there is


def _option(node: tree.OptionDecl, at: Book) -> Lines:
    option = at.ruleset.options[node.name.text]
    if node.words:
        values = joined((spelled(one.text) for one in node.words), "or")
    elif isinstance(option.type, Flag):
        values = "yes or no"
    else:
        values = f"{option.low} to {option.high}"
    return [f"Option: {values}; {say(node.default, at.words)} unless said otherwise."]


def _event(node: tree.EventDecl, at: Book) -> Lines:
    """What makes an event happen, and what comes of it."""
    name = node.names[0].text
    causes = [one.name for one in at.parts if _makes_happen(one, name)]
    on, instead = (f"{word} {name}" for word in ("on", "instead of"))
    listening = [title for title, moment in _listeners(at) if moment in (on, instead)]
    lasting = [one.name for one in at.ruleset.cells if one.until == name]
    lasting += [one.name for one in at.ruleset.marks if one.until == name]
    return [
        f"Happens in: {_list(causes)}.",
        *([f"Waited for by: {_list(listening)}."] if listening else []),
        *([f"Until then last: {_list(lasting)}."] if lasting else []),
    ]


def _list(names: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(map(spelled, names))) or "nothing"


def _makes_happen(part: Part, event: str) -> bool:
    makers = (one for one in part.nodes if isinstance(one, Signal | Attempt))
    return any(one.event == event for one in makers)


def _listeners(at: Book) -> Iterator[tuple[str, str]]:
    """Cards and kinds with the moment of each of their abilities, and the rules of the game."""
    for card in at.ruleset.cards.values():
        yield from ((card.title, handler(one)) for one in card.abilities)
    for kind in at.ruleset.kinds:
        yield from ((kind.title or kind.name, handler(one)) for one in kind.abilities)
    for rule in at.ruleset.standing:
        yield "a standing rule", f"{'instead of' if rule.instead else 'on'} {rule.event}"


def _zone(node: tree.ZoneDecl, at: Book) -> Lines:
    whose = f"one for each {spelled(node.of.text)}" if node.of else "one for all"
    return [f"Zone, {', '.join((whose, *(one.text for one in node.modifiers)))}."]


def _timing(node: tree.TimingDecl, at: Book) -> Lines:
    place = tree.Place((node.zone,), None, None, False, node.zone.span)
    kind = at.words.counted(node.of.text, one=False)
    ongoing = "; using an ability does not use it up" if node.ongoing else ""
    return [f"Moment for abilities of {kind} in {places_of((place,), at.words)}{ongoing}."]


def _resource(node: tree.ResourceDecl, at: Book) -> Lines:
    supply = f", {node.supply} of them for all together" if node.supply is not None else ""
    return [f"Resource: a number that every player has{supply}{_until(node.until)}."]


def _remember(node: tree.RememberDecl, at: Book) -> Lines:
    whose = f"of each {spelled(node.of.text)}" if node.of else "of the game"
    words = f" ({joined((one.text for one in node.words), 'or')})" if node.words else ""
    first = f", {say(node.default, at.words)} at first" if node.default else ""
    return [f"Remembered {whose}: {spelled(node.kind.text)}{words}{first}{_until(node.until)}."]


def _tally(node: tree.TallyDecl, at: Book) -> Lines:
    what = f" {spelled(node.what.text)}" if node.what else ""
    return [
        f"Counts what each player's “{spelled(node.verb.text)}{what}” does{_until(node.until)}."
    ]


def _mark(node: tree.MarkDecl, at: Book) -> Lines:
    counts = [f"Pieces that bear it {cards.also(node.also)}."] if node.also else []
    return [f"Mark on a piece{_until(node.until)}, or until it comes into a shared zone.", *counts]


def _until(name: tree.Name | None) -> str:
    return f", until {spelled(name.text)}" if name else ""


def _set(node: tree.SetDecl, at: Book) -> Lines:
    on = f" on “{node.board.value}”" if node.board else ""
    options = ", ".join(cards.attribute(one, at.words) for one in node.options)
    head = f"Set of cards{on}{f', with {options}' if options else ''}:"
    return [head, *(f"- {one.value}" for one in node.cards)]


def _path(node: tree.PathDecl, at: Book) -> Lines:
    stops = [
        (one.number, [cards.attribute(own, at.words) for own in one.attributes])
        for one in node.stops
    ]
    lines = [f"{number}: {', '.join(said)}" for number, said in stops if said]
    return [f"Path of {len(node.stops)} stops.", *lines]


def _track(node: tree.TrackDecl, at: Book) -> Lines:
    """What comes of the spaces, letter by letter; how long the track is others tell."""
    spaces = at.ruleset.boards[node.title.value].spaces
    drawn = Counter(one.key for one in spaces)
    return [f"{one.key.text}: {_entry(one, drawn[one.key.text], at.words)}" for one in node.legend]


def _joined(node: tree.JoinedDecl, at: Book) -> Lines:
    """The boards in their order, and what there is between them."""
    titles = [node.first, *(one.title for one in node.joints)]
    ends = [f"; its end is {_joint(one, at)}, which leads to the next" for one in node.joints]
    lines = (
        f"{number}. {title.value}{end}"
        for number, (title, end) in enumerate(zip(titles, (*ends, ""), strict=True), start=1)
    )
    return ["One behind the other:", *lines]


def _joint(node: tree.Joint, at: Book) -> str:
    numbers = [cards.attribute(one, at.words) for one in node.attributes]
    return ", ".join([f"the {spelled(node.terrain.text)}", *numbers])


def _entry(node: tree.LegendEntry, count: int, at: Vocabulary) -> str:
    parts = [spelled(node.terrain.text)]
    if node.title is not None:
        parts.append(f"“{node.title.value}”")
    parts += [cards.attribute(one, at) for one in node.attributes]
    if node.target is not None:
        parts.append(f"leads to {node.target.text}")
    said = f"{', '.join(parts)} ({count})"
    return f"{said}: {sentences(node.reward, at.in_rule(node))}" if node.reward else said


Telling: TypeAlias = Callable[[Any, Book], Lines]

TELLING: dict[type, Telling] = {
    tree.GuideDecl: _card,
    tree.KindDecl: _kind,
    tree.RuleDecl: _rule,
    tree.ProcedureDecl: _procedure,
    tree.PhaseDecl: _course,
    tree.GameDecl: _course,
    tree.StandingDecl: _standing,
    tree.AroundDecl: _around,
    tree.OptionDecl: _option,
    tree.EventDecl: _event,
    tree.ZoneDecl: _zone,
    tree.TimingDecl: _timing,
    tree.ResourceDecl: _resource,
    tree.RememberDecl: _remember,
    tree.TallyDecl: _tally,
    tree.MarkDecl: _mark,
    tree.SetDecl: _set,
    tree.PathDecl: _path,
    tree.TrackDecl: _track,
    tree.JoinedDecl: _joined,
}
