"""What the words of a ruleset stand for, as far as a sentence needs to know."""

from collections.abc import Iterable, Iterator
from typing import Any

import attrs
from attrs import evolve, frozen

from cubedsl.dsl import tree
from cubedsl.dsl.check.verbs import BUILT_IN
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.things import Owner
from cubedsl.dsl.model.types import Flag, Word

BUILT_IN_NOUNS = {"player": "players", "space": "spaces", "face": "faces", "kind": "kinds"}
VOWELS = tuple("aeiou")


@frozen(eq=False)
class Vocabulary:
    """The words of a ruleset.

    `plurals` has for each noun and resource its plural, `singulars` the way back; `private` are
    the zones of players, `spelled_zone` whether they need the word "zone" beside them; `yours` is
    what every player has, `flags` what of it is yes or no; `shown` is what faces show, `choices`
    are the words that options and memory choose from; `given` are the names that a rule gives by
    itself, `sayings` what the ruleset says itself, `parameters` those of each verb by preposition;
    `about` is the noun that is looked at in a filter, `piece` that of `this`; `compulsory`: what is
    said must be done anyway.
    """

    plurals: dict[str, str]
    singulars: dict[str, str]
    private: frozenset[str]
    spelled_zone: bool
    yours: frozenset[str]
    options: frozenset[str]
    shown: frozenset[str]
    of_noun: dict[str, frozenset[str]]
    zone_names: frozenset[str]
    marks: frozenset[str]
    flags: frozenset[str]
    choices: frozenset[str]
    sayings: dict[str, dict[str, str]]
    parameters: dict[str, dict[str, str]]
    given: frozenset[str] = frozenset()
    about: str = ""
    piece: str = ""
    compulsory: bool = False

    def in_rule(self, rule: object) -> "Vocabulary":
        """The words inside a rule that gives names of its own."""
        return evolve(self, given=self.given | frozenset(_given(rule)))

    def of_piece(self, noun: str) -> "Vocabulary":
        """The words of what a piece of this noun can do: `this` is one of them."""
        return evolve(self, piece=noun)

    def looking_at(self, noun: str) -> "Vocabulary":
        """The words inside a filter over things of a noun."""
        return evolve(self, about=self.singular(noun))

    def is_of_thing(self, word: str) -> bool:
        """Whether a word is about the thing that is looked at."""
        return word in self.of_noun.get(self.about, ())

    def singular(self, word: str) -> str:
        """The singular of a noun or resource; other words stay as they are."""
        return self.singulars.get(word, word)

    def counted(self, word: str, one: bool) -> str:
        """A noun or resource in the form that goes with one of it, or with another number."""
        single = self.singular(word)
        return single if one else self.plurals.get(single, word)

    def word(self, name: str) -> str:
        """A word of the rules as it is said, several of it if it is a resource."""
        return self.sayings["word"].get(name) or spelled(self.counted(name, one=False))

    def own(self, name: str, owner: str) -> str:
        """A word of somebody: `your coins`; not if it is said with `the`."""
        said = self.word(name)
        return said if said.startswith("the ") else f"{owner} {said}"

    def event(self, name: str) -> str | None:
        """When an event happens, if that is said."""
        return self.sayings["event"].get(name)

    def verb(self, name: str) -> str | None:
        """How a verb is said, with its parameters in braces, if that is said."""
        return self.sayings["to"].get(name)

    def zone(self, name: str) -> str:
        """A zone without whose it is: `hand`, `draw zone`."""
        return f"{spelled(name)} zone" if self._needs_zone(name) else spelled(name)

    def zones(self, names: Iterable[str], link: str = "or") -> str:
        """Several zones of one owner: `draw, active or discard zone`."""
        all_names = list(names)
        said = joined(map(spelled, all_names), link)
        return f"{said} zone" if self._needs_zone(all_names[-1]) else said

    def _needs_zone(self, name: str) -> bool:
        return self.spelled_zone and name in self.private


def spelled(name: str) -> str:
    """A name as it is spoken."""
    return name.replace("_", " ")


def article(words: str) -> str:
    """Words with `a` or `an` before them."""
    if words.startswith("other "):
        return f"an{words}"
    return f"an {words}" if words.lower().startswith(VOWELS) else f"a {words}"


def joined(parts: Iterable[str], link: str = "and") -> str:
    """A list in words: `a, b and c`."""
    *first, last = parts
    return f"{', '.join(first)} {link} {last}" if first else last


def capital(text: str) -> str:
    """A sentence with its first letter written large."""
    return text[:1].upper() + text[1:]


# ------------------------------------------------------------------ what there is


def vocabulary(ruleset: Ruleset, declarations: Iterable[tree.Declaration]) -> Vocabulary:
    """The words of a checked ruleset and the declarations it was made of."""
    plurals = dict(BUILT_IN_NOUNS)
    for decl in declarations:
        plurals.update(_nouns(decl))
    private = {one.name for one in ruleset.zones if one.owner is Owner.PLAYER}
    others = {*ruleset.timings, *ruleset.events, *ruleset.procedures, *BUILT_IN}
    return Vocabulary(
        plurals=plurals,
        singulars={plural: single for single, plural in plurals.items()},
        private=frozenset(private),
        spelled_zone=bool(private & others),
        yours=frozenset(_yours(ruleset)),
        options=frozenset(ruleset.options),
        shown=frozenset(
            word for face in ruleset.faces for word in (*face.variants, face.symbol) if word
        ),
        of_noun=_of_nouns(ruleset),
        zone_names=frozenset(one.name for one in ruleset.zones),
        marks=frozenset(("used", *(one.name for one in ruleset.marks))),
        flags=frozenset(
            one.name
            for one in ruleset.cells
            if one.owner is Owner.PLAYER and isinstance(one.type, Flag)
        ),
        choices=frozenset(_choices(ruleset)),
        sayings=_sayings(declarations),
        parameters={
            name: {one.preposition: one.name for one in procedure.parameters}
            for name, procedure in ruleset.procedures.items()
        },
    )


def _sayings(declarations: Iterable[tree.Declaration]) -> dict[str, dict[str, str]]:
    """What `say` tells: of events, of verbs, of all other words."""
    found: dict[str, dict[str, str]] = {"event": {}, "to": {}, "word": {}}
    for one in declarations:
        if isinstance(one, tree.SayDecl):
            found.get(one.sort.text, found["word"])[one.name.text] = one.text.value
    return found


def _choices(ruleset: Ruleset) -> Iterator[str]:
    """The words that options and memory choose from."""
    types = [one.type for one in ruleset.cells]
    for one in (*types, *(option.type for option in ruleset.options.values())):
        if isinstance(one, Word):
            yield from one.words


def _nouns(decl: tree.Declaration) -> Iterator[tuple[str, str]]:
    match decl:
        case tree.ResourceDecl(nouns=nouns):
            yield from ((one.singular.text, _plural(one, one.singular.text)) for one in nouns)
        case tree.PieceDecl() | tree.SheetDecl() | tree.PartitionDecl() | tree.BoardDecl():
            single = decl.noun.singular.text
            yield single, _plural(decl.noun, f"{single}s")


def _plural(noun: tree.NounName, otherwise: str) -> str:
    return noun.plural.text if noun.plural else otherwise


def _yours(ruleset: Ruleset) -> Iterator[str]:
    """What every player has."""
    yield from (one.name for one in ruleset.cells if one.owner is Owner.PLAYER)
    yield from (one.name for one in ruleset.rules.values() if one.needs_you and one.noun is None)
    yield from (one.name for one in ruleset.tokens)


def _of_nouns(ruleset: Ruleset) -> dict[str, frozenset[str]]:
    """What can be read of the things of each noun."""
    found: dict[str, set[str]] = {"player": set(_yours(ruleset))}
    owned = [(one.noun, one.name) for one in ruleset.cells]
    owned += [(one.noun, one.name) for one in ruleset.rules.values()]
    owned += [(one.noun, one.name) for one in ruleset.attributes]
    owned += [(one.noun, one.name) for one in ruleset.tables]
    for owner, name in owned:
        if owner is not None:
            found.setdefault(owner.name, set()).add(name)
    for partition in ruleset.partitions.values():
        kinds = [ruleset.kinds[one] for one in partition.class_of_kind]
        for noun in dict.fromkeys(kind.noun.name for kind in kinds):
            found.setdefault(noun, set()).add(partition.noun.name)
    return {noun: frozenset(words) for noun, words in found.items()}


# ------------------------------------------------------------------ the names in a rule


def _given(rule: object) -> Iterator[str]:
    """The names that a rule gives: parameters, `let`, `choose … as`, things of loops."""
    for node in nodes(rule):
        match node:
            case tree.Let() | tree.Choose() | tree.ChooseNumber() | tree.Parameter():
                yield node.name.text
            case tree.ForEach(name=tree.Name(text=text)):
                yield text


def nodes(value: object) -> Iterator[object]:
    """All nodes of a syntax tree, from the top, in the order of their fields."""
    if isinstance(value, tuple):
        for one in value:
            yield from nodes(one)
    elif attrs.has(type(value)):
        yield value
        for name in _fields(type(value)):
            yield from nodes(getattr(value, name))


def _fields(cls: Any) -> tuple[str, ...]:
    return tuple(one.name for one in attrs.fields(cls) if one.name not in ("span", "source"))
