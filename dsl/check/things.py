"""Second pass over kinds, cards, boards and sets: their numbers, abilities and rewards."""

from collections.abc import Iterator

from attrs import evolve

from cubedsl.dsl import tree
from cubedsl.dsl.check import (
    abilities,
    boards,
    counting,
    declare_pieces,
    legends,
    statements,
    verbs,
)
from cubedsl.dsl.check.scope import Frame, Scope
from cubedsl.dsl.check.world import Calls
from cubedsl.dsl.codes import declarations as codes
from cubedsl.dsl.codes import names, tracks
from cubedsl.dsl.diagnostic import Label
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model import things
from cubedsl.dsl.model.types import NUMBER, SPACE, Noun
from cubedsl.dsl.suggest import did_you_mean, fold

# ------------------------------------------------------------------ numbers


def attributes(
    scope: Scope, noun: Noun, members: tuple[tree.AttributeValue, ...]
) -> tuple[dict[str, core.Expr], dict[str, tuple[int, ...]]]:
    """The attributes and tables that are given."""
    values: dict[str, core.Expr] = {}
    tables: dict[str, tuple[int, ...]] = {}
    world = scope.world
    for one in members:
        if one.assumed:
            world.assume(one.span.text, one.span)
        key = noun.name, one.name.text
        if key in world.tables:
            tables[one.name.text] = tuple(
                declare_pieces.constant(world, value) for value in one.values
            )
        elif key in world.attributes and len(one.values) == 1:
            values[one.name.text] = scope.inner(hoisted=None).number(one.values[0])
        else:
            _unknown_attribute(scope, noun, one)
    return values, tables


def _unknown_attribute(scope: Scope, noun: Noun, one: tree.AttributeValue) -> None:
    world = scope.world
    known = {own for name, own in (*world.attributes, *world.tables) if name == noun.name}
    if one.name.text in known:
        scope.wrong(codes.BAD_DEFAULT, one.span, f"`{one.name.text}` takes one number")
        return
    scope.wrong(
        names.UNKNOWN_ATTRIBUTE,
        one.name.span,
        f"{noun.plural} have no attribute `{one.name.text}`",
        help=_of_a_line(one.name.text)
        or _of_a_verb(scope, one.name.text)
        or did_you_mean(one.name.text, known)
        or "declare it with `attribute`",
    )


def _of_a_line(word: str) -> str | None:
    return "faces and copies stand in braces: `{ … }`" if word in ("faces", "copies") else None


def _of_a_verb(scope: Scope, word: str) -> str | None:
    known = word in verbs.BUILT_IN or word in scope.world.procedures
    return "several statements of an ability stand in `{ … }`" if known else None


def _only_attributes(members: tuple[tree.Member, ...]) -> tuple[tree.AttributeValue, ...]:
    return tuple(one for one in members if isinstance(one, tree.AttributeValue))


# ------------------------------------------------------------------ kinds


def kind(scope: Scope, draft: tree.KindDecl, old: things.Kind) -> things.Kind:
    """A kind with its numbers, copies and abilities."""
    values, tables = attributes(scope, old.noun, _only_attributes(draft.members))
    title = old.title or old.name
    own = abilities.abilities(scope, draft.members, old.noun, title)
    _decide(scope, own, title)
    copies = _copies(scope, draft, old)
    counts = counting.also(scope.world, draft.members, old.noun, (old.index,))
    if len(copies) > old.count:
        scope.wrong(
            codes.BAD_DEFAULT,
            draft.span,
            f"there are {len(copies)} copies with numbers of their own, but only {old.count}",
        )
    return evolve(old, attributes=values, tables=tables, abilities=own, copies=copies, also=counts)


def _decide(scope: Scope, own: tuple[object, ...], title: str) -> None:
    for one in own:
        name = getattr(one, "event", None) or one.timing.name  # type: ignore[attr-defined]
        scope.world.decide(name, options=(title,))


def _copies(
    scope: Scope, decl: tree.KindDecl, kind: things.Kind
) -> tuple[dict[str, core.Expr], ...]:
    found: list[dict[str, core.Expr]] = []
    for member in decl.members:
        match member:
            case tree.CopiesWith(count=count, attributes=given):
                values, _ = attributes(scope, kind.noun, given)
                found.extend([values] * count)
            case tree.CopiesOver(attribute=name, values=numbers, span=span):
                for number in numbers:
                    given = (tree.AttributeValue(name, (tree.Number(number, span),), False, span),)
                    found.append(attributes(scope, kind.noun, given)[0])
    return tuple(found)


# ------------------------------------------------------------------ cards


def card(scope: Scope, decl: tree.GuideDecl) -> things.Card | None:
    """A card with its numbers, readings and abilities."""
    world = scope.world
    noun = world.sheets.get(decl.noun.text)
    if noun is None:
        scope.wrong(
            codes.NO_SHEET,
            decl.noun.span,
            f"`{decl.noun.text}` is not a sheet",
            help=did_you_mean(decl.noun.text, world.sheets),
        )
        return None
    title = decl.title.value
    values, _ = attributes(scope, noun, _only_attributes(decl.members))
    own = abilities.abilities(scope, decl.members, noun, title)
    _decide(scope, own, title)
    kinds = declare_pieces.kind_indices(world, (decl.kind,), noun)
    if not kinds:
        return None
    readings = _readings(scope, decl)
    counts = counting.also(world, decl.members, noun, tuple(kinds))
    return things.Card(title, decl.noun.text, kinds[0], values, readings, own, decl.span, counts)


def _readings(scope: Scope, decl: tree.GuideDecl) -> dict[int, int]:
    world = scope.world
    draft = world.kinds.get(decl.kind.text)
    found: dict[int, int] = {}
    for member in decl.members:
        if isinstance(member, tree.Reading):
            shown = declare_pieces.face_of(world, member.shown, 1)
            read = declare_pieces.face_of(world, member.read, member.amount or 1)
            if shown is None or read is None:
                continue
            if draft is not None and shown.index not in draft.kind.faces:
                scope.wrong(
                    names.UNKNOWN_SYMBOL,
                    member.span,
                    f"no face of {draft.kind.name} shows `{shown.text}`",
                )
            kept = declare_pieces.intern(
                world, read.symbol, shown.variants, read.amount, read.blank
            )
            found[shown.index] = kept.index
    return found


# ------------------------------------------------------------------ boards


def board(scope: Scope, decl: tree.TrackDecl) -> things.Board:
    """A track, with the rewards of its legend."""
    world = scope.world
    check_board_noun(scope, decl.noun)
    if decl.shape.text != "hex":
        scope.wrong(
            tracks.UNKNOWN_SHAPE, decl.shape.span, f"a map is `hex`, not `{decl.shape.text}`"
        )
    entries = legends.check_legend(world, decl)
    meanings = {key: _meaning(scope, entry) for key, entry in entries.items()}
    return boards.track(world, decl, meanings)


def check_board_noun(scope: Scope, word: tree.Name) -> None:
    """Report a track that begins with another word than that for boards."""
    noun = scope.world.board_noun
    if noun is None or word.text != noun.noun.name:
        scope.wrong(
            codes.NO_SHEET,
            word.span,
            f"`{word.text}` begins no declaration",
            help=did_you_mean(word.text, [noun.noun.name] if noun else []),
        )


def _meaning(scope: Scope, entry: tree.LegendEntry) -> boards.Meaning:
    values, _ = attributes(scope, SPACE, entry.attributes)
    if entry.reward is None:
        return boards.Meaning(entry, values, None, 0)
    world = scope.world
    calls = world.calls.setdefault("rewards", Calls("a reward", entry.span))
    inside = Scope(world, scope.reader, calls, Frame())
    reward = statements.block(inside, entry.reward)
    return boards.Meaning(entry, values, reward, inside.frame.size)


def path(scope: Scope, decl: tree.PathDecl) -> things.Board:
    """A path with the numbers of its stops."""
    given = [attributes(scope, SPACE, stop.attributes)[0] for stop in decl.stops]
    seen: dict[int, tree.Stop] = {}
    for stop in decl.stops:
        old = seen.setdefault(stop.number, stop)
        if old is not stop:
            scope.world.wrong(
                codes.SAID_TWICE,
                stop.span,
                f"the stop {stop.number} stands twice",
                related=(Label(old.span, "here it was first"),),
            )
    return boards.path(decl, given)


# ------------------------------------------------------------------ sets


def card_set(scope: Scope, decl: tree.SetDecl) -> things.CardSet:
    """Cards that are played together."""
    world = scope.world
    found: dict[int, tree.Text] = {}
    titles = []
    by_fold = {fold(title): title for title in world.cards}
    for name in decl.cards:
        title = by_fold.get(fold(name.value))
        if title is None:
            _unknown_card(scope, decl, name)
            continue
        titles.append(title)
        _check_alone(scope, found, world.cards[title].kind, name)
    return things.CardSet(
        decl.title.value,
        _board_title(scope, decl),
        _settings(scope, decl),
        tuple(titles),
        decl.span,
    )


def _unknown_card(scope: Scope, decl: tree.SetDecl, name: tree.Text) -> None:
    world = scope.world
    world.wrong(
        names.UNKNOWN_CARD,
        name.span,
        f"unknown card `{name.value}`",
        help=did_you_mean(name.value, world.cards),
    )


def _check_alone(scope: Scope, found: dict[int, tree.Text], kind: int, name: tree.Text) -> None:
    old = found.setdefault(kind, name)
    if old is name:
        return
    same = fold(old.value) == fold(name.value)
    scope.world.wrong(
        codes.SAID_TWICE if same else codes.TWO_PER_KIND,
        name.span,
        f"`{name.value}` is in the set already"
        if same
        else f"`{name.value}` and `{old.value}` are cards for the same kind",
        related=(Label(old.span, "here it was first" if same else "the other one"),),
    )


def card_sets(scope: Scope) -> dict[str, things.CardSet]:
    """All sets by title; a kind that has a card in one of them needs one in all."""
    decls = [one for one in scope.world.program.declarations if isinstance(one, tree.SetDecl)]
    sets = {one.title.value: card_set(scope, one) for one in decls}
    first: dict[int, str] = {}
    for title, one in sets.items():
        for kind in _kinds(scope, one):
            first.setdefault(kind, title)
    for decl in decls:
        found = sets[decl.title.value]
        if len(found.cards) == len(decl.cards):
            own = {*_kinds(scope, found), *_needless(scope, decl)}
            _check_complete(scope, decl, own, first)
    return sets


def _kinds(scope: Scope, one: things.CardSet) -> list[int]:
    return [scope.world.cards[title].kind for title in one.cards]


def _needless(scope: Scope, decl: tree.SetDecl) -> Iterator[int]:
    """The kinds that are to have no card, and lose no number by it."""
    cards = scope.world.cards
    named = {fold(name.value) for name in decl.without}
    drafts = {draft.kind.index: draft for draft in scope.world.kinds.values()}
    for kind in {card.kind for title, card in cards.items() if fold(title) in named}:
        given = {name for card in cards.values() if card.kind == kind for name in card.attributes}
        own = {one.name.text for one in _only_attributes(drafts[kind].decl.members)}
        if given <= own:
            yield kind


def _check_complete(scope: Scope, decl: tree.SetDecl, own: set[int], first: dict[int, str]) -> None:
    kinds = [draft.kind for draft in scope.world.kinds.values()]
    missing = [kind for kind in kinds if kind.index in first and kind.index not in own]
    if not missing:
        return
    cards = {card.kind: card for card in reversed(scope.world.cards.values())}
    scope.world.wrong(
        codes.NO_CARD,
        decl.title.span,
        f"the set `{decl.title.value}` has no card for {', '.join(kind.name for kind in missing)}, "
        f"but the set `{first[missing[0].index]}` has one",
        related=(Label(cards[missing[0].index].span, f"a card for {missing[0].name}"),),
    )


def _board_title(scope: Scope, decl: tree.SetDecl) -> str | None:
    if decl.board is None:
        return None
    by_fold = {fold(title): title for title in scope.world.board_drafts}
    title = by_fold.get(fold(decl.board.value))
    if title is None:
        scope.wrong(
            names.UNKNOWN_BOARD,
            decl.board.span,
            f"unknown board `{decl.board.value}`",
            help=did_you_mean(decl.board.value, scope.world.board_drafts),
        )
    return title


def _settings(scope: Scope, decl: tree.SetDecl) -> dict[str, int | bool | str]:
    found: dict[str, int | bool | str] = {}
    for one in decl.options:
        option = scope.world.options.get(one.name.text)
        if option is None:
            scope.wrong(
                names.UNKNOWN_OPTION,
                one.name.span,
                f"unknown option `{one.name.text}`",
                help=did_you_mean(one.name.text, scope.world.options),
            )
            continue
        value = setting(scope, option, one.values[0])
        if value is not None:
            found[option.name] = value
    return found


def setting(scope: Scope, option: things.Option, node: tree.Expr) -> int | bool | str | None:
    """The value that an option is given; None after a mistake."""
    match node:
        case tree.Number(value) if option.type == NUMBER and option.low <= value <= option.high:
            return value
        case tree.YesNo(flag) if isinstance(option.default, bool):
            return flag
        case tree.Words(words=(word,), of=None) if isinstance(option.default, str):
            known = getattr(option.type, "words", ())
            if word.text in known:
                return word.text
    what = f"{option.low} to {option.high}" if option.type == NUMBER else str(option.type)
    scope.wrong(codes.BAD_DEFAULT, node.span, f"the option `{option.name}` is {what}")
    return None
