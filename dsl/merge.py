"""Declarations put together: names once each, patches applied.

Every declaration is split into one per name, so that each has one key: the name space and the name.
"""

from collections.abc import Iterator

from attrs import Factory, define, evolve

from cubedsl.dsl import tree
from cubedsl.dsl.codes import declarations as codes
from cubedsl.dsl.codes import names
from cubedsl.dsl.diagnostic import Diagnostics, Label
from cubedsl.dsl.source import Span
from cubedsl.dsl.suggest import did_you_mean, fold

Key = tuple[str, str]

SPACES: dict[type, str] = {
    tree.OptionDecl: "option",
    tree.EventDecl: "event",
    tree.ZoneDecl: "zone",
    tree.ResourceDecl: "memory",
    tree.RememberDecl: "memory",
    tree.TallyDecl: "memory",
    tree.MarkDecl: "mark",
    tree.AttributeDecl: "attribute",
    tree.TableDecl: "attribute",
    tree.TimingDecl: "timing",
    tree.RuleDecl: "rule",
    tree.TerrainDecl: "terrain",
    tree.TokenDecl: "token",
    tree.PathDecl: "path",
    tree.PhaseDecl: "phase",
    tree.ProcedureDecl: "to",
    tree.KindDecl: "kind",
    tree.SetDecl: "set",
    tree.Strategy: "strategy",
    tree.Scenario: "scenario",
    tree.PieceDecl: "noun",
    tree.SheetDecl: "noun",
    tree.PartitionDecl: "noun",
    tree.BoardDecl: "noun",
    tree.GroupDecl: "group",
}
ALONE: dict[type, Key] = {
    tree.Players: ("players", ""),
    tree.GameDecl: ("game", ""),
}
KEYWORDS = {
    "resource": "memory",
    "remember": "memory",
    "tally": "memory",
    "table": "attribute",
    "piece": "noun",
    "sheet": "noun",
    "partition": "noun",
    "board": "noun",
}


def split(decl: tree.Declaration) -> Iterator[tree.Declaration]:
    """One declaration for each name."""
    match decl:
        case tree.ResourceDecl(nouns=nouns):
            for noun in nouns:
                yield evolve(decl, nouns=(noun,))
        case (
            tree.EventDecl()
            | tree.ZoneDecl()
            | tree.RememberDecl()
            | tree.MarkDecl()
            | tree.AttributeDecl()
            | tree.TableDecl()
            | tree.TimingDecl()
            | tree.TerrainDecl()
            | tree.SymbolDecl()
        ):
            for name in decl.names:
                yield evolve(decl, names=(name,))
        case _:
            yield decl


def name_of(decl: tree.Declaration) -> tree.Name | tree.Text | None:
    """The name of a declaration that has one."""
    match decl:
        case tree.ResourceDecl(nouns=(noun,)):
            return noun.singular
        case tree.SetDecl() | tree.GuideDecl() | tree.Strategy() | tree.Scenario():
            return decl.title
        case tree.TrackDecl() | tree.JoinedDecl():
            return decl.title
        case tree.PieceDecl() | tree.SheetDecl() | tree.PartitionDecl() | tree.BoardDecl():
            return decl.noun.singular
        case tree.GroupDecl(equation=equation):
            return equation.name
    found = getattr(decl, "names", None)
    if found:
        return found[0]  # type: ignore[no-any-return]
    return getattr(decl, "name", None)


def _space(decl: tree.Declaration) -> str:
    match decl:
        case tree.GuideDecl(noun=noun) | tree.TrackDecl(noun=noun) | tree.JoinedDecl(noun=noun):
            return noun.text
        case tree.SymbolDecl(keyword=keyword):
            return keyword
    return SPACES.get(type(decl), type(decl).__name__)


def key_of(decl: tree.Declaration) -> Key | None:
    """The name space and the name; None for what may stand any number of times."""
    if type(decl) in ALONE:
        return ALONE[type(decl)]
    name = name_of(decl)
    if name is None:
        return None
    text = name.text if isinstance(name, tree.Name) else fold(name.value)
    match decl:
        case tree.AttributeDecl(of=of) | tree.TableDecl(of=of):
            text = f"{text} of {of.text}"
        case tree.RememberDecl(of=owner) if owner is not None:
            text = f"{text} of {owner.text}"
    return _space(decl), text


def place_of(decl: tree.Declaration) -> Span:
    """Where a declaration's name stands."""
    name = name_of(decl)
    return name.span if name is not None else decl.span


def words_of(decl: tree.Declaration) -> tuple[str, ...]:
    """The words that a declaration gives a meaning to: a name, or a singular and a plural."""
    match decl:
        case tree.ResourceDecl(nouns=(noun,)):
            words = noun.singular, noun.plural
        case tree.PieceDecl() | tree.SheetDecl() | tree.PartitionDecl() | tree.BoardDecl():
            words = decl.noun.singular, decl.noun.plural
        case _:
            return ()
    return tuple(word.text for word in words if word is not None)


@define
class Merged:
    """Declarations by key, in order; patches change them.

    `unpatched` is what was there before the first patch; `removed` and `patched` tell where names
    were taken away, and where they were given another meaning.
    """

    out: Diagnostics
    patching: bool = False
    unpatched: tuple[tree.Declaration, ...] = ()
    removed: dict[str, Span] = Factory(dict)
    patched: dict[str, Span] = Factory(dict)
    _found: dict[Key | int, tree.Declaration] = Factory(dict)
    _nameless: int = 0

    def declarations(self) -> tuple[tree.Declaration, ...]:
        """What is left of all."""
        return tuple(self._found.values())

    def begin_patches(self) -> None:
        """What comes from now on patches what is there."""
        self.patching = True
        self.unpatched = self.declarations()

    def add(self, item: tree.Item) -> None:
        """Take one item of a file."""
        match item:
            case tree.RulesetHead() | tree.Use():
                return
            case tree.Replace(declaration=decl):
                for one in split(decl):
                    self._replace(one, item.span)
            case tree.Change():
                self._change(item)
            case tree.Remove():
                self._remove(item)
            case _:
                for one in split(item):
                    self._declare(one)

    def _declare(self, decl: tree.Declaration) -> None:
        key = key_of(decl)
        if key is None:
            self._found[self._nameless] = decl
            self._nameless += 1
            return
        old = self._found.get(key)
        if old is not None:
            self._twice(decl, old)
            return
        self._found[key] = decl

    def _twice(self, decl: tree.Declaration, old: tree.Declaration) -> None:
        name = name_of(decl)
        what = name.span.text if name is not None else f"`{decl.span.text.split()[0]}`"
        self.out.add(
            names.DECLARED_TWICE,
            place_of(decl),
            f"{what} is declared twice",
            related=(Label(place_of(old), "the first time here"),),
            help="write `replace` before it, if it should take the first one's place",
        )

    def _replace(self, decl: tree.Declaration, span: Span) -> None:
        key = key_of(decl)
        if key is None or key not in self._found:
            self._nothing(place_of(decl), key, "replace")
            return
        self._found[key] = decl
        self._note(place_of(decl))

    def _note(self, place: Span) -> None:
        """Note that a name has another meaning from here on."""
        self.patched[fold(place.text.strip('"'))] = place

    def _nothing(self, span: Span, key: Key | None, what: str) -> None:
        known = [
            place_of(decl).text.strip('"')
            for other, decl in self._found.items()
            if key is not None and isinstance(other, tuple) and other[0] == key[0]
        ]
        self.out.add(
            names.NOTHING_TO_PATCH,
            span,
            f"there is nothing of this name to {what}",
            help=did_you_mean(key[1], known) if key else None,
        )

    def _key(self, kind: tree.Name, name: tree.Name | tree.Text) -> Key | None:
        text = name.text if isinstance(name, tree.Name) else fold(name.value)
        space = KEYWORDS.get(kind.text, kind.text)
        for key, decl in self._found.items():
            is_kind = isinstance(decl, tree.KindDecl) and decl.noun.text == kind.text
            named = isinstance(key, tuple) and key[1].split(" of ")[0] == text
            if isinstance(key, tuple) and named and (key[0] == space or is_kind):
                return key
        return None

    def _change(self, item: tree.Change) -> None:
        key = self._key(item.kind, item.name)
        if key is None:
            self._nothing(item.name.span, (item.kind.text, item.name.span.text), "change")
            return
        old = self._found[key]
        self._note(item.name.span)
        if item.value is not None and isinstance(old, tree.OptionDecl):
            self._found[key] = evolve(old, default=item.value)
            return
        if item.value is not None or not isinstance(old, tree.KindDecl | tree.GuideDecl):
            self.out.add(
                codes.BAD_PATCH,
                item.span,
                f"a {item.kind.text} is not changed like this",
                help="`replace` it",
            )
            return
        changed = {one.name.text for one in item.attributes}
        kept = tuple(
            one
            for one in old.members
            if not (isinstance(one, tree.AttributeValue) and one.name.text in changed)
        )
        self._found[key] = evolve(old, members=(*kept, *item.attributes))

    def _remove(self, item: tree.Remove) -> None:
        key = self._key(item.kind, item.name)
        name = item.name.text if isinstance(item.name, tree.Name) else item.name.value
        if key is None:
            self._nothing(item.name.span, (item.kind.text, name), "remove")
            return
        for word in words_of(self._found.pop(key)):
            self.removed[fold(word)] = item.span
        self.removed[fold(name)] = item.span
