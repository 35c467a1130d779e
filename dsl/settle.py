"""What is left when all patches are read: what is added is added, what comes before and after is
put there, and sets that are like others are written out."""

from collections.abc import Mapping

from attrs import Factory, define, evolve

from cubedsl.dsl import tree
from cubedsl.dsl.codes import names
from cubedsl.dsl.deals import Dealer, Dealt
from cubedsl.dsl.diagnostic import Diagnostics, Label
from cubedsl.dsl.layers import Layer
from cubedsl.dsl.naming import Key
from cubedsl.dsl.revise import Addition, added
from cubedsl.dsl.source import Span
from cubedsl.dsl.suggest import did_you_mean, fold

LEFT_OUT = tree.SetLike | tree.AroundDecl | None
DONE = tree.ProcedureDecl | tree.PhaseDecl | tree.GameDecl


@define
class Draft:
    """Declarations by key (those without a name by number), and what is still to be done.

    `removed` are the names that were taken away; `kinds` those that cards are, or were, for.
    """

    found: dict[Key | int, tree.Declaration] = Factory(dict)
    added: dict[Key, list[Addition]] = Factory(dict)
    dealt: dict[Key, list[Dealt]] = Factory(dict)
    removed: dict[str, Span] = Factory(dict)
    kinds: dict[str, str] = Factory(dict)

    def copy(self) -> "Draft":
        """A draft that later patches do not change."""
        return Draft(
            dict(self.found),
            {key: list(ones) for key, ones in self.added.items()},
            {key: list(ones) for key, ones in self.dealt.items()},
            dict(self.removed),
            dict(self.kinds),
        )

    def put(self, key: Key, decl: tree.Declaration) -> None:
        """Declare something, or put it in the place of what was there."""
        self.found[key] = decl
        if isinstance(decl, tree.GuideDecl):
            self.kinds[key[1]] = decl.kind.text

    def drop_changes(self, key: Key, layer: Layer, attributes: set[str] | None) -> None:
        """Forget what is changed by patches below one that says how it is.

        `attributes`: only what is added to these; None: everything.
        """
        for one in list(self.added.get(key, ())):
            if layer.lies_on({one.layer}) and (attributes is None or one.attribute in attributes):
                self.added[key].remove(one)
        for dealt in list(self.dealt.get(key, ())):
            if layer.lies_on({dealt.layer}) and attributes is None:
                self.dealt[key].remove(dealt)

    def settled(self, out: Diagnostics) -> tuple[tree.Declaration, ...]:
        """The declarations, with everything done that was still to be done."""
        named = {key: decl for key, decl in self.found.items() if isinstance(key, tuple)}
        for key, ones in self.added.items():
            for one in ones:
                named[key] = added(named[key], one, out)
        sets = Dealer(named, self.dealt, self.kinds, out).deal()
        named.update((key, one) for key, one in sets.items() if one is not None)
        self._put_around(named, out)
        found = (
            named.get(key) if isinstance(key, tuple) else decl for key, decl in self.found.items()
        )
        return tuple(one for one in found if not isinstance(one, LEFT_OUT))

    def _put_around(self, named: dict[Key, tree.Declaration], out: Diagnostics) -> None:
        before: dict[Key, list[tree.Statement]] = {}
        after: dict[Key, list[tree.Statement]] = {}
        for one in self.found.values():
            if not isinstance(one, tree.AroundDecl):
                continue
            key = self._target(named, one, out)
            if key is not None:
                (before if one.before else after).setdefault(key, []).append(_statement(one))
        for key in {**before, **after}:
            decl = named[key]
            assert isinstance(decl, DONE)
            statements = (*before.get(key, ()), decl.body, *after.get(key, ()))
            named[key] = evolve(decl, body=tree.Block(statements, decl.body.span))

    def _target(
        self, named: Mapping[Key, tree.Declaration], one: tree.AroundDecl, out: Diagnostics
    ) -> Key | None:
        text = one.name.text
        for key in (("to", text), ("phase", text), (text, "")):
            if isinstance(named.get(key), DONE):
                return key
        gone = self.removed.get(fold(text))
        known = [key[1] or key[0] for key, decl in named.items() if isinstance(decl, DONE)]
        out.add(
            names.UNKNOWN_VERB if gone is None else names.REMOVED,
            one.name.span,
            f"there is no verb or phase `{text}`"
            if gone is None
            else f"`{text}` was removed, and something is to be done with it",
            related=() if gone is None else (Label(gone, "removed here"),),
            help=did_you_mean(text, known),
        )
        return None


def _statement(one: tree.AroundDecl) -> tree.Statement:
    return one.body if one.condition is None else tree.If(one.condition, one.body, None, one.span)
