"""Small rulesets made by hand: the pieces of the checked tree, without the text."""

from collections.abc import Sequence
from typing import Any

from attrs import Factory, define

from cubedsl.dsl.model import expressions as e
from cubedsl.dsl.model import statements as s
from cubedsl.dsl.model.ruleset import Parameter, Procedure, Rule, Ruleset, Standing
from cubedsl.dsl.model.things import (
    Attribute,
    Board,
    BoardNoun,
    Card,
    CardSet,
    Cell,
    Face,
    Kind,
    Mark,
    Option,
    Owner,
    Partition,
    Space,
    Table,
    Tally,
    Timing,
    Token,
    Zone,
)
from cubedsl.dsl.model.types import FACE, FLAG, NUMBER, PLAYER, SPACE, Noun, Sort, Things, Type
from cubedsl.dsl.source import NOWHERE, Source, Span

DIE = Noun("die", "dice", Sort.PIECE)
CARD = Noun("card", "cards", Sort.PIECE)
DICE, ONE_DIE = Things(DIE), Things(DIE, one=True)
PLAYERS, ONE_PLAYER = Things(PLAYER), Things(PLAYER, one=True)
SPACES, ONE_SPACE = Things(SPACE), Things(SPACE, one=True)
FACES, ONE_FACE = Things(FACE), Things(FACE, one=True)
SLOTS = 12
YOU = e.You(NOWHERE)
EVERYBODY = e.All(PLAYER, PLAYERS, NOWHERE)
NOBODY_AT_ALL = e.Nothing(ONE_PLAYER, NOWHERE)
TEXT = Source("hand.cube", "made by hand " * 100)


def here(number: int) -> Span:
    """Return a place that can be told from others."""
    return Span(TEXT, number, number + 1)


# ------------------------------------------------------------------ expressions


def number(value: int) -> e.Literal:
    """Return a number as an expression."""
    return e.Literal(value, NUMBER, NOWHERE)


def flag(value: bool) -> e.Literal:
    """Return yes or no as an expression."""
    return e.Literal(value, FLAG, NOWHERE)


def local(slot: int, type: Type = ONE_DIE) -> e.Local:
    """Return what a slot holds."""
    return e.Local(slot, f"slot {slot}", type, NOWHERE)


def fixed(*things: int, type: Type = DICE) -> e.Kinds:
    """Return a set that is written out (whatever its things are)."""
    return e.Kinds(things, type, NOWHERE)


def place(*zones: Zone, of: e.Expr | None = None) -> e.Place:
    """Return the zones of you, or of somebody; a shared one of nobody."""
    shared = zones[0].owner is Owner.GAME
    return e.Place(zones, None if shared else of or YOU, NOWHERE)


def dice_in(*zones: Zone, of: e.Expr | None = None, noun: Noun = DIE) -> e.PiecesIn:
    """Return the dice that lie in zones."""
    places = tuple(place(zone, of=of) for zone in zones)
    return e.PiecesIn(noun, places, Things(noun), NOWHERE)


def count(things: e.Expr) -> e.Count:
    """Return how many there are."""
    return e.Count(things, NOWHERE)


def value_of(cell: Cell, of: e.Expr | None = YOU) -> e.CellValue:
    """Return what a cell holds."""
    owner = None if cell.owner is Owner.GAME else of
    return e.CellValue(cell, owner, cell.type, NOWHERE)


def calc(left: e.Expr, operator: str, right: e.Expr) -> e.Arithmetic:
    """Return a sum and the like."""
    return e.Arithmetic(operator, left, right, here(5))


def compare(left: e.Expr, operator: str, right: e.Expr) -> e.Compare:
    """Return a comparison."""
    return e.Compare(operator, left, right, NOWHERE)


def where(things: e.Expr, slot: int, condition: e.Expr) -> e.Where:
    """Return those for which something holds."""
    return e.Where(things, slot, condition, things.type, NOWHERE)


def blank(slot: int) -> e.Shows:
    """Return whether the die in a slot is blank."""
    return e.Shows("blank", "", local(slot), NOWHERE)


# ------------------------------------------------------------------ statements


def block(*statements: s.Statement) -> s.Block:
    """Return statements as a block."""
    return s.Block(statements, NOWHERE)


def let(slot: int, value: e.Expr) -> s.SetLocal:
    """Return the statement that gives a slot a value."""
    return s.SetLocal(slot, value, NOWHERE)


def put(cell: Cell, value: e.Expr, of: e.Expr | None = YOU) -> s.SetCell:
    """Return the statement that gives a cell a value."""
    return s.SetCell(cell, None if cell.owner is Owner.GAME else of, value, NOWHERE)


def move(pieces: e.Expr, zone: Zone, of: e.Expr | None = None, end: str = "") -> s.Move:
    """Return the statement that moves pieces."""
    return s.Move(pieces, place(zone, of=of), end, NOWHERE)


def choose(
    things: e.Expr,
    high: int | None = 1,
    *,
    exactly: bool = True,
    slot: int = 1,
    likeness: e.Likeness | None = None,
    name: str = "chosen",
) -> s.Choose:
    """Return a choice of things."""
    most = None if high is None else number(high)
    return s.Choose(name, things, most, exactly, likeness, slot, NOWHERE)


def each(*body: s.Statement, slot: int = 11, players: e.Expr = EVERYBODY) -> s.Each:
    """Return what each player does."""
    return s.Each(players, slot, block(*body), False, NOWHERE)


def acting(seat: int, *body: s.Statement) -> s.Acting:
    """Return what one player does."""
    return s.Acting(e.SeatOf(seat, NOWHERE), block(*body), NOWHERE)


def call(name: str, *arguments: e.Expr) -> s.Perform:
    """Return the call of a procedure."""
    return s.Perform(name, arguments, here(50))


def signal(event: str) -> s.Signal:
    """Return a signal."""
    return s.Signal(event, NOWHERE)


def attempt(event: str) -> s.Attempt:
    """Return an attempt."""
    return s.Attempt(event, NOWHERE)


# ------------------------------------------------------------------ the ruleset


@define(eq=False)
class Box:
    """What a ruleset is made of, filled part by part."""

    players: tuple[int, int] = (1, 6)
    kinds: list[Kind] = Factory(list)
    faces: list[Face] = Factory(list)
    zones: list[Zone] = Factory(list)
    marks: list[Mark] = Factory(list)
    cells: list[Cell] = Factory(list)
    attributes: list[Attribute] = Factory(list)
    tables: list[Table] = Factory(list)
    tallies: list[Tally] = Factory(list)
    timings: dict[str, Timing] = Factory(dict)
    rules: dict[str, Rule] = Factory(dict)
    procedures: dict[str, Procedure] = Factory(dict)
    phases: dict[str, Procedure] = Factory(dict)
    standing: list[Standing] = Factory(list)
    options: dict[str, Option] = Factory(dict)
    partitions: dict[str, Partition] = Factory(dict)
    cards: dict[str, Card] = Factory(dict)
    sets: dict[str, CardSet] = Factory(dict)
    boards: dict[str, Board] = Factory(dict)
    paths: dict[str, Board] = Factory(dict)
    tokens: list[Token] = Factory(list)
    closed: frozenset[str] = frozenset()

    def zone(self, name: str, owner: Owner = Owner.PLAYER, **about: bool) -> Zone:
        """Add a zone."""
        said = {"hidden": False, "private": False, "ordered": False, "faceless": False, **about}
        made = Zone(len(self.zones), name, owner, span=NOWHERE, **said)
        self.zones.append(made)
        return made

    def face(self, text: str) -> int:
        """Add a face, `sun`, `big sun`, `gold 2` or `blank`, and return its number."""
        words = text.split()
        amount = int(words.pop()) if words[-1].isdigit() else 1
        for face in self.faces:
            if face.text == text or (face.blank and text == "blank"):
                return face.index
        blank_side = words == ["blank"]
        self.faces.append(Face(len(self.faces), words[-1], tuple(words[:-1]), amount, blank_side))
        return len(self.faces) - 1

    def kind(
        self, name: str, home: Zone, count: int, faces: str = "", noun: Noun = DIE, **about: Any
    ) -> Kind:
        """Add a kind; its faces are written with commas."""
        sides = tuple(self.face(one.strip()) for one in faces.split(",") if one.strip())
        said = {"title": "", "attributes": {}, "tables": {}, "copies": (), "abilities": (), **about}
        made = Kind(
            len(self.kinds),
            name,
            noun=noun,
            home=home,
            count=count,
            faces=sides,
            span=NOWHERE,
            **said,
        )
        self.kinds.append(made)
        return made

    def cell(
        self,
        name: str,
        default: int | bool = 0,
        owner: Owner = Owner.PLAYER,
        type: Type | None = None,
        *,
        until: str | None = None,
        is_resource: bool = False,
        supply: int | None = None,
    ) -> Cell:
        """Add something that is remembered."""
        found = type or (FLAG if isinstance(default, bool) else NUMBER)
        if isinstance(found, Things):
            first: e.Expr = e.Nothing(found, NOWHERE)
        else:
            first = e.Literal(default, found, NOWHERE)
        nouns = {Owner.PLAYER: PLAYER, Owner.SPACE: SPACE, Owner.PIECE: DIE}
        made = Cell(
            len(self.cells),
            name,
            owner,
            nouns.get(owner),
            found,
            first,
            until,
            is_resource,
            supply,
            NOWHERE,
        )
        self.cells.append(made)
        return made

    def resource(self, name: str, **about: Any) -> Cell:
        """Add a resource."""
        return self.cell(name, is_resource=True, **about)

    def mark(self, name: str, until: str | None = None) -> Mark:
        """Add a mark."""
        self.marks.append(Mark(len(self.marks), name, until, NOWHERE))
        return self.marks[-1]

    def timing(self, name: str, zone: Zone, *, ongoing: bool = False, noun: Noun = DIE) -> Timing:
        """Add a timing."""
        self.timings[name] = Timing(name, noun, zone, ongoing, NOWHERE)
        return self.timings[name]

    def attribute(self, name: str, noun: Noun = DIE, default: int = 0) -> Attribute:
        """Add an attribute."""
        self.attributes.append(
            Attribute(len(self.attributes), name, noun, number(default), NOWHERE)
        )
        return self.attributes[-1]

    def procedure(
        self, name: str, *body: s.Statement, parameters: Sequence[Type] = (), at: int = 0
    ) -> None:
        """Add a procedure; parameter i is in slot i."""
        given = tuple(
            Parameter(f"p{slot}", "" if slot == 0 else f"with{slot}", slot, type, False)
            for slot, type in enumerate(parameters)
        )
        self.procedures[name] = Procedure(name, given, block(*body), SLOTS, Span(TEXT, at, at + 40))

    def phase(self, name: str, *body: s.Statement) -> None:
        """Add a phase."""
        self.phases[name] = Procedure(name, (), block(*body), SLOTS, NOWHERE)

    def rule(self, name: str, value: e.Expr, noun: Noun | None = None, *, you: bool = True) -> None:
        """Add a rule."""
        self.rules[name] = Rule(name, noun, you, value, value.type, SLOTS, NOWHERE)

    def on(
        self, event: str, *body: s.Statement, instead: bool = False, when: e.Expr | None = None
    ) -> None:
        """Add a standing rule."""
        self.standing.append(Standing(event, instead, when, block(*body), SLOTS, NOWHERE))

    def card(self, title: str, kind: Kind, *abilities: s.Ability, **about: Any) -> Card:
        """Add a card."""
        said = {"attributes": {}, "readings": {}, **about}
        made = Card(title, "card", kind.index, abilities=abilities, span=NOWHERE, **said)
        self.cards[title] = made
        return made

    def board(
        self, title: str, rows: Sequence[str], steps: Sequence[tuple[int, int]], **about: Any
    ) -> Board:
        """Add a board of one row: a character is a space, `steps` lead both ways."""
        letters = [(r, c, key) for r, row in enumerate(rows) for c, key in enumerate(row)]
        terrain = {".": "open", "~": "wet", "S": "start", "F": "finish"}
        spaces = tuple(
            Space(
                i,
                key,
                terrain.get(key, key),
                0,
                0,
                {},
                about.get("target", {}).get(key, ""),
                None,
                0,
                ((r, c),),
                NOWHERE,
            )
            for i, (r, c, key) in enumerate(letters)
        )
        beside = tuple(
            tuple(sorted({b for a, b in steps if a == i} | {a for a, b in steps if b == i}))
            for i in range(len(spaces))
        )
        made = Board(
            title, "track", spaces, beside, beside, (-1,) * len(spaces), 3, tuple(rows), NOWHERE
        )
        self.boards[title] = made
        return made

    def path(self, name: str, stops: int) -> Board:
        """Add a path with stops from 0 on."""
        spaces = tuple(Space(i, "", "", 0, i, {}, "", None, 0, (), NOWHERE) for i in range(stops))
        beside = tuple(tuple(j for j in (i - 1, i + 1) if 0 <= j < stops) for i in range(stops))
        following = tuple(i + 1 if i + 1 < stops else -1 for i in range(stops))
        made = Board(name, name, spaces, beside, beside, following, 0, (), NOWHERE)
        self.paths[name] = made
        return made

    def token(self, name: str, board: str) -> Token:
        """Add a token."""
        self.tokens.append(Token(len(self.tokens), name, board, NOWHERE))
        return self.tokens[-1]

    def partition(self, name: str, **classes: Sequence[Kind]) -> None:
        """Add a partition of the kinds of dice."""
        self.partitions[name] = Partition(
            Noun(name, f"{name}s", Sort.CLASS, "die"),
            tuple(classes),
            {kind.index: i for i, group in enumerate(classes.values()) for kind in group},
            NOWHERE,
        )

    def ruleset(self, *game: s.Statement) -> Ruleset:
        """Return the ruleset with a game of these statements."""
        word = BoardNoun(Noun("track", "tracks", Sort.SPACE), "start", "finish", NOWHERE)
        return Ruleset(
            name="hand",
            title="By hand",
            players=self.players,
            options=self.options,
            kinds=tuple(self.kinds),
            faces=tuple(self.faces),
            zones=tuple(self.zones),
            attributes=tuple(self.attributes),
            tables=tuple(self.tables),
            marks=tuple(self.marks),
            cells=tuple(self.cells),
            tallies=tuple(self.tallies),
            partitions=self.partitions,
            timings=self.timings,
            events=(),
            rules=self.rules,
            procedures=self.procedures,
            phases=self.phases,
            game=Procedure("game", (), block(*game), SLOTS, NOWHERE),
            standing=tuple(self.standing),
            cards=self.cards,
            sets=self.sets,
            board_noun=word if self.boards else None,
            boards=self.boards,
            paths=self.paths,
            tokens=tuple(self.tokens),
            terrains_closed=self.closed,
            decisions={},
            strategies={},
            scenarios=(),
            assumed=(),
            fingerprint="",
        )


def ability(
    timing: Timing,
    *body: s.Statement,
    owed: Sequence[s.Statement] = (),
    using: int = 1,
    ongoing: bool = False,
    event: str | None = None,
    instead: bool = False,
    when: e.Expr | None = None,
    number: int = 0,
) -> s.Ability:
    """Return an ability; `owed` is what stands behind `must`, at the end of its body."""
    musts = [s.Must(block(*owed), NOWHERE)] if owed else []
    return s.Ability(
        number,
        timing,
        ongoing or timing.ongoing,
        using,
        event,
        instead,
        when,
        block(*body, *musts),
        block(*owed),
        bool(owed) and not body,
        SLOTS,
        NOWHERE,
    )
