"""What is known of a ruleset while it is checked: every declared name and what it stands for.

`declare` fills it; the other passes look things up.  Words are found in four places:

* `nouns`: words for things (`die`, `dice`, `player`, `color`);
* `adjectives`: by noun, words that describe things (`gray`, `blank`, `spent`);
* `properties`: by noun, what can be read of a thing (`cost of victim`, `status of Ann`);
* `game_names`: what stands for itself (`starter`, `laps`, `finish`, `joker`).

Each maps a word to a *maker*, a function that makes the checked expression.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from attrs import Factory, define

from cubedsl.dsl import tree
from cubedsl.dsl.codes import declarations, names, play
from cubedsl.dsl.codes.code import Code
from cubedsl.dsl.diagnostic import Diagnostics, Fix, Label
from cubedsl.dsl.loading import Program
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model import things
from cubedsl.dsl.model.ruleset import DecisionShape, Parameter, Rule
from cubedsl.dsl.model.types import Noun
from cubedsl.dsl.source import Span
from cubedsl.dsl.suggest import fold, quoted

if TYPE_CHECKING:
    from cubedsl.dsl.check.scope import Name, Scope

Describe: TypeAlias = "Callable[[Scope, core.Expr, Span], core.Expr]"
Mention: TypeAlias = "Callable[[Scope, Span], core.Expr]"

UNKNOWN = frozenset(
    {
        *(code for word, code in vars(names).items() if word.startswith("UNKNOWN_")),
        *(play.NOT_A_RESOURCE, play.CANNOT_SET, declarations.NO_SHEET),
    }
)


@define(eq=False)
class Signature:
    """What callers need to know of a procedure before its body is checked."""

    decl: tree.ProcedureDecl
    parameters: tuple[Parameter, ...]


@define(eq=False)
class KindDraft:
    """A kind whose attributes and abilities are still to be checked."""

    decl: tree.KindDecl
    kind: things.Kind


@define(eq=False)
class World:
    """Everything declared so far, by name."""

    program: Program
    out: Diagnostics
    players: tuple[int, int] = (1, 1)
    nouns: dict[str, Noun] = Factory(dict)
    plurals: set[str] = Factory(set)
    homes: dict[str, tree.PieceDecl] = Factory(dict)
    sheets: dict[str, Noun] = Factory(dict)
    adjectives: dict[tuple[str, str], Describe] = Factory(dict)
    properties: dict[tuple[str, str], Describe] = Factory(dict)
    game_names: dict[str, Mention] = Factory(dict)
    options: dict[str, things.Option] = Factory(dict)
    symbols: dict[str, Span] = Factory(dict)
    variants: dict[str, Span] = Factory(dict)
    blank: str = ""
    resources: dict[str, things.Cell] = Factory(dict)
    cells: list[things.Cell] = Factory(list)
    memory: dict[tuple[str, str], things.Cell] = Factory(dict)
    tallies: list[things.Tally] = Factory(list)
    zones: dict[str, things.Zone] = Factory(dict)
    marks: dict[str, things.Mark] = Factory(dict)
    attributes: dict[tuple[str, str], things.Attribute] = Factory(dict)
    tables: dict[tuple[str, str], things.Table] = Factory(dict)
    events: dict[str, Span] = Factory(dict)
    timings: dict[str, things.Timing] = Factory(dict)
    faces: dict[tuple[str, tuple[str, ...], int, bool], things.Face] = Factory(dict)
    kinds: dict[str, KindDraft] = Factory(dict)
    partitions: dict[str, things.Partition] = Factory(dict)
    also: set[tuple[str, str]] = Factory(set)
    groups: dict[str, frozenset[int]] = Factory(dict)
    terrains: dict[str, tuple[str, ...]] = Factory(dict)
    board_noun: things.BoardNoun | None = None
    board_drafts: dict[str, things.Board] = Factory(dict)
    paths: dict[str, things.Board] = Factory(dict)
    tokens: dict[str, things.Token] = Factory(dict)
    rule_decls: dict[str, tree.RuleDecl] = Factory(dict)
    rules: dict[str, Rule] = Factory(dict)
    rules_open: list[str] = Factory(list)
    procedures: dict[str, Signature] = Factory(dict)
    phases: dict[str, tree.PhaseDecl] = Factory(dict)
    cards: dict[str, things.Card] = Factory(dict)
    card_decls: dict[str, tree.GuideDecl] = Factory(dict)
    decisions: dict[str, DecisionShape] = Factory(dict)
    assumed: list[things.Assumed] = Factory(list)
    given_names: list["Name"] = Factory(list)
    calls: dict[str, "Calls"] = Factory(dict)

    def wrong(
        self,
        code: Code,
        span: Span,
        message: str,
        *,
        help: str | None = None,
        label: str = "",
        related: tuple[Label, ...] = (),
        fix: Fix | None = None,
    ) -> None:
        """Report a mistake; a name that is unknown because it was removed is told so."""
        removed = self.program.removed.get(fold(span.text.strip('"')))
        if removed is not None and code in UNKNOWN:
            message = f"{quoted(span.text)} was removed"
            code, help, fix = names.REMOVED, "replace what uses it, too", None
            related = (Label(removed, "removed here"),)
        self.out.add(code, span, message, label=label, related=related, help=help, fix=fix)

    def describe(self, noun: Noun, word: tree.Name, maker: Describe) -> None:
        """Let `word` describe things of `noun`."""
        self.adjectives[noun.name, word.text] = maker

    def let_own(self, noun: Noun, word: str, maker: Describe) -> None:
        """Let `word of` a thing of `noun` mean something."""
        self.properties[noun.name, word] = maker

    def decide(
        self,
        name: str,
        *,
        nouns: tuple[Noun, ...] = (),
        options: tuple[str, ...] = (),
        numbers: bool = False,
    ) -> None:
        """Note what a decision name can offer."""
        old = self.decisions.get(name, DecisionShape(name, frozenset(), frozenset(), False))
        self.decisions[name] = DecisionShape(
            name,
            old.nouns | frozenset(nouns),
            old.options | frozenset(options),
            old.numbers or numbers,
        )

    def assume(self, text: str, span: Span) -> None:
        """Note a number that no source gives."""
        self.assumed.append(things.Assumed(text, span))

    def piece_nouns(self) -> tuple[Noun, ...]:
        """The nouns of pieces, in order."""
        return tuple(self.nouns[name] for name in self.homes)


@define(eq=False)
class Calls:
    """What one body does that matters to others: for recursion, and for `you`.

    `calls` are all procedures, phases and handlers (`on E`, `instead of E`) it can reach directly;
    those in `own` act as whoever acts here, those in `lonely` are reached where nobody acts.
    """

    title: str
    span: Span
    calls: dict[str, Span] = Factory(dict)
    own: set[str] = Factory(set)
    lonely: dict[str, Span] = Factory(dict)
    uses_you: bool = False
