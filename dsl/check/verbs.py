"""Verbs: the built in ones, each a row of `BUILT_IN`, and those of the ruleset.

A new built in verb is a function here, a statement in `model.statements`, and its execution.
"""

from collections.abc import Callable

from cubedsl.dsl import tree
from cubedsl.dsl.check import amounts, own_verbs, places, words
from cubedsl.dsl.check.events import check_replaceable, event, reach
from cubedsl.dsl.check.scope import Scope
from cubedsl.dsl.codes import kinds, names, play
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model import statements as made
from cubedsl.dsl.model.types import FACE, PLAYER, SPACE, Noun, Sort, Things, Unknown
from cubedsl.dsl.suggest import did_you_mean

# With `for each` these take so many times the amount, in one go.
MULTIPLYING = ("gain", "pay")

Built = Callable[[Scope, tree.Phrase, dict[str, tree.Expr]], made.Statement | None]


def phrase(scope: Scope, node: tree.Phrase) -> list[made.Statement]:
    """A verb with its arguments."""
    if node.assumed:
        scope.world.assume(node.span.text, node.span)
    scope.decision = node.verb.text
    given = _prepositions(scope, node)
    if node.verb.text in BUILT_IN:
        build, allowed = BUILT_IN[node.verb.text]
        _check_allowed(scope, node, given, allowed)
        found = build(scope, node, given)
        return [found] if found is not None else []
    if node.verb.text in scope.world.procedures:
        return own_verbs.perform(scope, node, given)
    _unknown_verb(scope, node)
    return []


def _prepositions(scope: Scope, node: tree.Phrase) -> dict[str, tree.Expr]:
    given: dict[str, tree.Expr] = {}
    for one in node.prepositions:
        if one.word in given:
            scope.wrong(play.PREPOSITION_TWICE, one.span, f"`{one.word}` stands twice")
        given.setdefault(one.word, one.argument)
    return given


def _check_allowed(
    scope: Scope, node: tree.Phrase, given: dict[str, tree.Expr], allowed: str
) -> None:
    for one in node.prepositions:
        if one.word not in allowed.split():
            scope.wrong(
                play.WRONG_ARGUMENTS,
                one.span,
                f"`{node.verb.text}` takes no `{one.word}`",
                help=_offered(scope, node, one.argument),
            )


def _offered(scope: Scope, node: tree.Phrase, argument: tree.Expr) -> str | None:
    """What to write for `resolve card as played`: abilities are offered, spaces are resolved."""
    timing = _word(scope, argument)
    if node.verb.text != "resolve" or timing is None or timing.text not in scope.world.timings:
        return None
    what = node.argument.span.text if node.argument is not None else "PIECES"
    return f"what pieces can do is offered: `offer {timing.text} to {what}`, each time once"


def _unknown_verb(scope: Scope, node: tree.Phrase) -> None:
    world, verb = scope.world, node.verb.text
    known = {*BUILT_IN, *world.procedures}
    help = did_you_mean(verb, known) or "verbs are declared with `to`"
    if verb in world.phases:
        help = f"a phase is played: `play {verb}`"
    elif verb in world.events:
        help = f"an event is signalled: `signal {verb}`"
    scope.wrong(names.UNKNOWN_VERB, node.verb.span, f"unknown verb `{verb}`", help=help)


# ------------------------------------------------------------------ arguments


def _argument(scope: Scope, node: tree.Phrase, what: str) -> tree.Expr | None:
    if node.argument is None:
        scope.wrong(play.WRONG_ARGUMENTS, node.span, f"`{node.verb.text}` what? {what} is needed")
    return node.argument


def _things(scope: Scope, node: tree.Phrase, noun: Noun | Sort) -> core.Expr | None:
    argument = _argument(scope, node, noun.plural if isinstance(noun, Noun) else "a set of pieces")
    return _of_sort(scope, argument, noun) if argument is not None else None


def _of_sort(scope: Scope, node: tree.Expr, noun: Noun | Sort) -> core.Expr | None:
    found = scope.things(node)
    if isinstance(found.type, Unknown):
        return None
    assert isinstance(found.type, Things)
    own = found.type.noun
    if own is None or own == noun or own.sort is noun:
        return found
    wanted = noun.plural if isinstance(noun, Noun) else f"{noun.value}s"
    scope.wrong(kinds.WRONG_KIND, node.span, f"{wanted} are needed here, but this is {found.type}")
    return None


def _word(scope: Scope, node: tree.Expr | None) -> tree.Name | None:
    match node:
        case tree.Words(words=(word,), of=None):
            return word
    return None


def _one_word(scope: Scope, node: tree.Phrase, what: str) -> tree.Name | None:
    argument = _argument(scope, node, what)
    word = _word(scope, argument)
    if argument is not None and word is None:
        message = f"`{node.verb.text}` is followed by the name of {what}, and nothing more"
        scope.wrong(play.WRONG_ARGUMENTS, argument.span, message)
    return word


def _event_argument(scope: Scope, node: tree.Phrase) -> str | None:
    name = _one_word(scope, node, "an event")
    if name is None:
        return None
    return event(scope, name)


# ------------------------------------------------------------------ the built in verbs


def _gain(scope: Scope, node: tree.Phrase, given: dict[str, tree.Expr]) -> made.Statement | None:
    scope.you(node.span)
    found = amounts.amount(scope, node)
    return made.Gain(*found, node.span) if found else None


def _pay(scope: Scope, node: tree.Phrase, given: dict[str, tree.Expr]) -> made.Statement | None:
    scope.you(node.span)
    found = amounts.amount(scope, node)
    return made.Pay(*found, node.span) if found else None


def _move(scope: Scope, node: tree.Phrase, given: dict[str, tree.Expr]) -> made.Statement | None:
    word = _word(scope, node.argument)
    if "to" not in given:
        scope.wrong(play.WRONG_ARGUMENTS, node.span, "`move` where? write `to` and a place")
        return None
    if word is not None and word.text in scope.world.tokens:
        space = _of_sort(scope, given["to"], SPACE)
        token = scope.world.tokens[word.text]
        if space is None:
            return None
        return made.MoveToken(token, scope.you(word.span), space, node.span)
    if _is_token_of(scope, node):
        return None
    pieces = _things(scope, node, Sort.PIECE)
    end, place = _destination(scope, given["to"])
    if pieces is None or place is None:
        return None
    return made.Move(pieces, place, end, node.span)


def _is_token_of(scope: Scope, node: tree.Phrase) -> bool:
    match node.argument:
        case tree.Words(words=(word,), of=owner) if owner and word.text in scope.world.tokens:
            message = f"only whoever acts moves a `{word.text}`"
            help = f"write `as … : move {word.text} to …`"
            scope.wrong(play.WRONG_ARGUMENTS, node.span, message, help=help)
            return True
    return False


def _destination(scope: Scope, node: tree.Expr) -> tuple[str, core.Place | None]:
    match node:
        case tree.Words(words=(tree.Name(text="top" | "bottom" as end),), of=inner) if inner:
            return end, _ordered_zone(scope, inner)
    return "", _zone(scope, node)


def _ordered_zone(scope: Scope, node: tree.Expr) -> core.Place | None:
    place = _zone(scope, node)
    for zone in place.zones if place is not None else ():
        if not zone.ordered:
            message = f"the zone `{zone.name}` has no order"
            scope.wrong(play.NOT_ORDERED, node.span, message, help="declare it `ordered`")
    return place


def _zone(scope: Scope, node: tree.Expr) -> core.Place | None:
    match node:
        case tree.Words(words=(word,), of=of) if word.text in scope.world.zones:
            return places.zone_of(scope, scope.world.zones[word.text], of, node.span)
        case tree.Words(words=(word,)):
            scope.wrong(
                names.UNKNOWN_ZONE,
                word.span,
                f"unknown zone `{word.text}`",
                help=did_you_mean(word.text, scope.world.zones),
            )
        case _:
            scope.wrong(names.UNKNOWN_ZONE, node.span, "a zone is needed here")
    return None


def _roll(scope: Scope, node: tree.Phrase, given: dict[str, tree.Expr]) -> made.Statement | None:
    dice = _dice(scope, node)
    return made.Roll(dice, node.span) if dice is not None else None


def _dice(scope: Scope, node: tree.Phrase) -> core.Expr | None:
    """Pieces that have faces."""
    dice = _things(scope, node, Sort.PIECE)
    noun = dice.type.noun if dice is not None and isinstance(dice.type, Things) else None
    kinds_of_noun = [one.kind for one in scope.world.kinds.values() if one.kind.noun == noun]
    if noun is not None and not any(kind.faces for kind in kinds_of_noun):
        assert node.argument is not None
        message = f"{noun.plural} have no faces, so nothing comes of it"
        scope.wrong(
            kinds.WRONG_KIND, node.argument.span, message, help="`faces` gives a kind sides"
        )
    return dice


def _turn(scope: Scope, node: tree.Phrase, given: dict[str, tree.Expr]) -> made.Statement | None:
    dice = _dice(scope, node)
    if "to" not in given:
        scope.wrong(play.WRONG_ARGUMENTS, node.span, "`turn` to which face? write `to` and a face")
        return None
    face = _face(scope, dice, given["to"])
    return made.Turn(dice, face, node.span) if dice is not None and face is not None else None


def _face(scope: Scope, dice: core.Expr | None, node: tree.Expr) -> core.Expr | None:
    """A face by name, of these dice; or any expression for one."""
    match node:
        case tree.Words(words=spoken, of=None) if dice and spoken[-1].text not in scope.names:
            if (FACE.name, spoken[-1].text) in scope.world.adjectives:
                one = core.Local(scope.frame.slot(), "", Things(FACE, one=True), node.span)
                faces: core.Expr = core.FacesOf(dice, False, Things(FACE), node.span)
                for test in words.face_tests(scope, spoken, one):
                    faces = core.Where(faces, one.slot, test, faces.type, node.span)
                return core.First(faces, one.type, node.span)
    return _of_sort(scope, node, FACE)


def _mark(scope: Scope, node: tree.Phrase, given: dict[str, tree.Expr]) -> made.Statement | None:
    pieces = _things(scope, node, Sort.PIECE)
    word = _word(scope, given.get("as"))
    if word is None:
        scope.wrong(play.WRONG_ARGUMENTS, node.span, "`mark` as what? write `as` and a mark")
        return None
    known = scope.world.marks
    if word.text != "used" and word.text not in known:
        scope.wrong(
            names.UNKNOWN_NAME,
            word.span,
            f"unknown mark `{word.text}`",
            help=did_you_mean(word.text, {"used", *known}),
        )
        return None
    return made.MarkAs(pieces, known.get(word.text), node.span) if pieces is not None else None


def _signal(scope: Scope, node: tree.Phrase, given: dict[str, tree.Expr]) -> made.Statement | None:
    name = _event_argument(scope, node)
    if name is None:
        return None
    reach(scope, f"on {name}", node.span)
    return made.Signal(name, node.span)


def _attempt(scope: Scope, node: tree.Phrase, given: dict[str, tree.Expr]) -> made.Statement | None:
    name = _event_argument(scope, node)
    if name is None:
        return None
    scope.you(node.span)
    check_replaceable(scope, node.argument.words[0])  # type: ignore[union-attr]
    reach(scope, f"instead of {name}", node.span)
    reach(scope, name, node.span)
    return made.Attempt(name, node.span)


def _resume(scope: Scope, node: tree.Phrase, given: dict[str, tree.Expr]) -> made.Statement | None:
    name = _event_argument(scope, node)
    if name is None:
        return None
    if scope.instead_of != name:
        scope.wrong(
            play.RESUME_OUTSIDE,
            node.span,
            f"`resume {name}` stands in nothing that is `instead of {name}`",
        )
    return made.Resume(name, node.span)


def _timing(scope: Scope, node: tree.Phrase) -> str | None:
    name = _one_word(scope, node, "a timing")
    return None if name is None else _known_timing(scope, name)


def _known_timing(scope: Scope, name: tree.Name) -> str | None:
    if name.text in scope.world.timings:
        return name.text
    scope.wrong(
        names.UNKNOWN_TIMING,
        name.span,
        f"unknown timing `{name.text}`",
        help=did_you_mean(name.text, scope.world.timings),
    )
    return None


def _offer(scope: Scope, node: tree.Phrase, given: dict[str, tree.Expr]) -> made.Statement | None:
    name = _timing(scope, node)
    if name is None:
        return None
    scope.you(node.span)
    timing = scope.world.timings[name]
    scope.world.decide(name, options=("done",))
    things = _of_sort(scope, given["to"], timing.noun) if "to" in given else None
    return made.Offer(timing, things, node.span)


def _settle(scope: Scope, node: tree.Phrase, given: dict[str, tree.Expr]) -> made.Statement | None:
    name = _timing(scope, node)
    if name is None:
        return None
    scope.you(node.span)
    return made.Settle(scope.world.timings[name], node.span)


def _use(scope: Scope, node: tree.Phrase, given: dict[str, tree.Expr]) -> made.Statement | None:
    """`use run of model as this`"""
    scope.you(node.span)
    match node.argument:
        case tree.Words(words=(word,), of=of) if of is not None and "as" in given:
            name = _known_timing(scope, word)
            kinds_used = _kinds_used(scope, of)
            if name is None or kinds_used is None:
                return None
            timing = scope.world.timings[name]
            pieces = _of_sort(scope, given["as"], timing.noun)
            scope.world.decide(name, options=())
            return made.UseOf(timing, kinds_used, pieces, node.span) if pieces else None
    message = "`use` whose ability, and as what?"
    help = "write `use TIMING of … as this`"
    scope.wrong(play.WRONG_ARGUMENTS, node.span, message, help=help)
    return None


def _kinds_used(scope: Scope, of: tree.Expr) -> core.Expr | None:
    """Whose abilities are meant: those of kinds, or of the kinds of pieces."""
    found = scope.things(of)
    noun = found.type.noun if isinstance(found.type, Things) else None
    if noun is not None and noun.sort is Sort.KIND:
        return found
    pieces = _of_sort(scope, of, Sort.PIECE)
    every = Things(scope.world.nouns["kind"])
    return core.KindsOf(pieces, every, of.span) if pieces is not None else None


def _resolve(scope: Scope, node: tree.Phrase, given: dict[str, tree.Expr]) -> made.Statement | None:
    space = _things(scope, node, SPACE)
    scope.you(node.span)
    reach(scope, "rewards", node.span)
    return made.Resolve(space, node.span) if space is not None else None


def _play(scope: Scope, node: tree.Phrase, given: dict[str, tree.Expr]) -> made.Statement | None:
    name = _one_word(scope, node, "a phase")
    if name is None:
        return None
    if name.text not in scope.world.phases:
        scope.wrong(
            names.UNKNOWN_NAME,
            name.span,
            f"unknown phase `{name.text}`",
            help=did_you_mean(name.text, scope.world.phases),
        )
        return None
    reach(scope, name.text, node.span)
    return made.PlayPhase(name.text, node.span)


def _crown(scope: Scope, node: tree.Phrase, given: dict[str, tree.Expr]) -> made.Statement | None:
    players = _things(scope, node, PLAYER)
    return made.Crown(players, node.span) if players is not None else None


def _reverse(scope: Scope, node: tree.Phrase, given: dict[str, tree.Expr]) -> made.Statement | None:
    word = _word(scope, node.argument)
    if word is None or word.text != "direction":
        scope.wrong(play.WRONG_ARGUMENTS, node.span, "only the `direction` can be reversed")
    return made.Reverse(node.span)


def _shuffle(scope: Scope, node: tree.Phrase, given: dict[str, tree.Expr]) -> made.Statement | None:
    argument = _argument(scope, node, "a zone")
    place = _ordered_zone(scope, argument) if argument is not None else None
    return made.Shuffle(place, node.span) if place is not None else None


def _show(scope: Scope, node: tree.Phrase, given: dict[str, tree.Expr]) -> made.Statement | None:
    pieces = _things(scope, node, Sort.PIECE)
    if "to" not in given:
        scope.wrong(play.WRONG_ARGUMENTS, node.span, "`show` to whom? write `to` and players")
        return None
    players = _of_sort(scope, given["to"], PLAYER)
    return made.Show(pieces, players, node.span) if pieces and players else None


BUILT_IN: dict[str, tuple[Built, str]] = {
    "gain": (_gain, ""),
    "pay": (_pay, ""),
    "move": (_move, "to"),
    "roll": (_roll, ""),
    "turn": (_turn, "to"),
    "mark": (_mark, "as"),
    "signal": (_signal, ""),
    "attempt": (_attempt, ""),
    "resume": (_resume, ""),
    "offer": (_offer, "to"),
    "settle": (_settle, ""),
    "use": (_use, "as"),
    "resolve": (_resolve, ""),
    "play": (_play, ""),
    "crown": (_crown, ""),
    "reverse": (_reverse, ""),
    "shuffle": (_shuffle, ""),
    "show": (_show, "to"),
}
