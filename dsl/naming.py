"""The names of declarations: one for each, in which name space, and where it stands."""

from collections.abc import Iterator

from attrs import evolve

from cubedsl.dsl import tree
from cubedsl.dsl.source import Span
from cubedsl.dsl.suggest import fold

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
    tree.SetLike: "set",
    tree.AdviceDecl: "advice",
    tree.SayDecl: "say",
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
# What is done at a moment has no name: the word before it and the moment tell what it is.
MOMENTS = frozenset({"on", "instead", "before", "after"})
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
        case tree.SetDecl() | tree.SetLike() | tree.Strategy() | tree.Scenario():
            return decl.title
        case tree.TrackDecl() | tree.JoinedDecl() | tree.GuideDecl():
            return decl.title
        case tree.AdviceDecl():
            return decl.text
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
    name = None if isinstance(decl, tree.AroundDecl) else name_of(decl)
    if name is None:
        return None
    text = name.text if isinstance(name, tree.Name) else fold(name.value)
    match decl:
        case tree.SayDecl(sort=sort):
            text = f"{sort.text} {text}"
        case tree.AttributeDecl(of=of) | tree.TableDecl(of=of):
            text = f"{text} of {of.text}"
        case tree.RememberDecl(of=owner) if owner is not None:
            text = f"{text} of {owner.text}"
    return _space(decl), text


def moment_of(decl: tree.Declaration) -> Key | None:
    """The moment at which something is done: `on` and the event, `before` and the verb."""
    match decl:
        case tree.StandingDecl(trigger=tree.On(event=event)):
            return "on", event.text
        case tree.StandingDecl(trigger=tree.InsteadOf(event=event)):
            return "instead", event.text
        case tree.AroundDecl(before=before, name=name):
            return "before" if before else "after", name.text
    return None


def place_of(decl: tree.Declaration) -> Span:
    """Where a declaration's name stands."""
    name = decl.trigger.event if isinstance(decl, tree.StandingDecl) else name_of(decl)
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
