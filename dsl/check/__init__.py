"""From syntax trees to a checked ruleset.

The passes, in order: `declare` (names), `things` (kinds, cards, boards, sets), bodies (procedures,
phases, standing rules), rules, `graph` (recursion, who acts), `strategies`, `scenarios`, `spots`.
What hardly is meant (`locals`, `loops`, `lints`, `idle`) is looked for when nothing is wrong.
"""

from hashlib import sha256

from attrs import evolve

from cubedsl.dsl import assumed, tree
from cubedsl.dsl.check import (
    advice,
    bearer,
    bodies,
    graph,
    idle,
    joints,
    lints,
    locals,
    loops,
    one_way,
    rules,
    sayings,
    spots,
    strategies,
    things,
)
from cubedsl.dsl.check import scenarios as scenes
from cubedsl.dsl.check.blame import blame, of_base
from cubedsl.dsl.check.declare import declare
from cubedsl.dsl.check.expressions import Readings
from cubedsl.dsl.check.scope import Frame, Scope
from cubedsl.dsl.check.world import Calls, World
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.loading import Program
from cubedsl.dsl.model.parts import Part, parts
from cubedsl.dsl.model.ruleset import Procedure, Ruleset
from cubedsl.dsl.model.statements import Block
from cubedsl.dsl.model.things import Assumed, Kind
from cubedsl.dsl.settle import Draft
from cubedsl.dsl.source import NOWHERE


def check(program: Program, out: Diagnostics) -> Ruleset | None:
    """The checked ruleset; None if anything in it is an error."""
    before = set(out.all)
    found = _check(program, out)
    broken = of_base(program, (one for one in out.all if one not in before))
    if broken:
        blame(program, broken, [_before(program, stage) for stage in program.stages], out)
    return found


def _before(program: Program, stage: Draft) -> Diagnostics:
    """What was wrong before the last patches were read."""
    out = Diagnostics()
    declarations = stage.settled(Diagnostics())
    _check(evolve(program, declarations=declarations, removed=stage.removed), out)
    return out


def _check(program: Program, out: Diagnostics) -> Ruleset | None:
    world = World(program, out)
    declare(world)
    scope = Scope(world, Readings(), Calls("", NOWHERE), Frame())
    found = _read(scope)
    everything = parts(found)
    spots.check(found, everything, out)
    if out.has_errors:
        return None
    _look_closer(found, everything, world, out)
    return None if out.has_errors else found


def _look_closer(
    found: Ruleset, everything: tuple[Part, ...], world: World, out: Diagnostics
) -> None:
    """What can only be said of a ruleset in which all else is right."""
    locals.check_used(world)
    loops.check(found, everything, out)
    lints.check(found, everything, out)
    idle.check(found, everything, world.events, out)
    bearer.check(found, everything, out)
    one_way.check(found, everything, out)


def _read(scope: Scope) -> Ruleset:
    world = scope.world
    bodies.signatures(scope)
    kinds = _things(scope)
    procedures = bodies.procedures(scope)
    phases = bodies.phases(scope)
    game = bodies.game(scope) or _no_game()
    standing = bodies.standing(scope)
    for name in world.rule_decls:
        rules.infer(scope, name)
    graph.check_recursion(world)
    graph.check_actors(world)
    sets = things.card_sets(scope)
    advised = advice.read(scope)
    sayings.check(world)
    plans = strategies.strategies(scope)
    scenarios = scenes.scenarios(scope, sets)
    found = Ruleset(
        name=world.program.name,
        title=world.program.title,
        players=world.players,
        options=world.options,
        kinds=kinds,
        faces=tuple(world.faces.values()),
        zones=tuple(world.zones.values()),
        attributes=tuple(world.attributes.values()),
        tables=tuple(dict.fromkeys(world.tables.values())),
        marks=tuple(world.marks.values()),
        cells=tuple(world.cells),
        tallies=tuple(world.tallies),
        partitions=world.partitions,
        timings=world.timings,
        events=tuple(world.events),
        rules=world.rules,
        procedures=procedures,
        phases=phases,
        game=game,
        standing=standing,
        cards=world.cards,
        sets=sets,
        board_noun=world.board_noun,
        boards=world.board_drafts,
        paths=world.paths,
        tokens=tuple(world.tokens.values()),
        terrains_closed=frozenset(
            name for name, modifiers in world.terrains.items() if "closed" in modifiers
        ),
        decisions=world.decisions,
        strategies=plans,
        scenarios=scenarios,
        assumed=tuple(evolve(one, what=_of_what(world, one)) for one in world.assumed),
        fingerprint=_fingerprint(world.program),
    )
    advice.check(scope, found, advised)
    return found


def _things(scope: Scope) -> tuple[Kind, ...]:
    world = scope.world
    for decl in world.program.declarations:
        if isinstance(decl, tree.PathDecl):
            world.paths[decl.name.text] = things.path(scope, decl)
    found = tuple(
        things.kind(scope, draft.decl, draft.kind) for draft in list(world.kinds.values())
    )
    for decl in world.program.declarations:
        match decl:
            case tree.GuideDecl():
                card = things.card(scope, decl)
                if card is not None:
                    world.cards[card.title] = card
    _boards(scope)
    return found


def _boards(scope: Scope) -> None:
    """All boards in the order of the text; those that are joined are made last."""
    decls = scope.world.program.declarations
    drawn = {
        one.title.value: things.board(scope, one)
        for one in decls
        if isinstance(one, tree.TrackDecl)
    }
    scope.world.board_drafts.update(drawn)
    whole = {
        one.title.value: joints.joined(scope, one, drawn)
        for one in decls
        if isinstance(one, tree.JoinedDecl)
    }
    titles = [one.title.value for one in decls if isinstance(one, tree.TrackDecl | tree.JoinedDecl)]
    scope.world.board_drafts.clear()
    scope.world.board_drafts.update((title, (drawn | whole)[title]) for title in titles)


def _of_what(world: World, one: Assumed) -> str:
    return assumed.what(world.program.declarations, one.span)


def _no_game() -> Procedure:
    return Procedure("game", (), Block((), NOWHERE), 0, NOWHERE)


def _fingerprint(program: Program) -> str:
    digest = sha256()
    for source in program.sources:
        digest.update(source.text.encode())
        digest.update(b"\0")
    return digest.hexdigest()
