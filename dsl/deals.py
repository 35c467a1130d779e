"""Sets that are like another one: what is otherwise is said, everything else is copied."""

from collections.abc import Iterator, Mapping, Sequence

from attrs import Factory, define, evolve, frozen

from cubedsl.dsl import tree
from cubedsl.dsl.codes import declarations as codes
from cubedsl.dsl.codes import names
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.layers import Layer, text_of
from cubedsl.dsl.naming import Key
from cubedsl.dsl.revise import Part
from cubedsl.dsl.suggest import did_you_mean, fold


@frozen(eq=False)
class Dealt:
    """`change set "Evening" with "Old oak"`, by which patch."""

    layer: Layer
    deal: tree.Deal

    def parts(self, kinds: Mapping[str, str]) -> Iterator[Part]:
        """What is said of a set: which card for a kind, which map, which options."""
        for card in self.deal.cards:
            kind = kinds.get(fold(card.value), "nothing")
            yield Part(f"the card for {kind}", card.span, fold(card.value))
        for card in self.deal.without:
            kind = kinds.get(fold(card.value), "nothing")
            yield Part(f"the card for {kind}", card.span, "")
        for one in self.deal.options:
            yield Part(one.name.text, one.name.span, text_of(one.span))
        if self.deal.board is not None:
            yield Part("the map", self.deal.board.span, fold(self.deal.board.value))


@define
class Dealer:
    """Writes out the cards of sets that say how they differ from others.

    `kinds` are those for which there are cards, or were before they were removed, by their titles.
    """

    found: Mapping[Key, tree.Declaration]
    changes: Mapping[Key, Sequence[Dealt]]
    kinds: Mapping[str, str]
    out: Diagnostics
    _open: list[Key] = Factory(list)
    _written: dict[Key, tree.SetDecl | None] = Factory(dict)

    def deal(self) -> Mapping[Key, tree.SetDecl | None]:
        """Return such sets, written out; None for one that is like nothing that is known."""
        for key, decl in self.found.items():
            if isinstance(decl, tree.SetLike) or self.changes.get(key):
                self._set(key)
        return self._written

    def _set(self, key: Key) -> tree.SetDecl | None:
        if key not in self._written:
            self._open.append(key)
            written = self._copy(self.found[key])
            for one in self.changes.get(key, ()):
                written = self._dealt(written, one.deal) if written else None
            self._written[key] = written
            self._open.pop()
        return self._written[key]

    def _copy(self, decl: tree.Declaration) -> tree.SetDecl | None:
        match decl:
            case tree.SetDecl():
                return decl
            case tree.SetLike(title=title, deal=deal):
                written = self._model(decl)
                if written is not None and deal is not None:
                    written = self._dealt(written, deal)
                return evolve(written, title=title, span=decl.span) if written else None
        return None

    def _model(self, decl: tree.SetLike) -> tree.SetDecl | None:
        """The set that one is like."""
        key = "set", fold(decl.like.value)
        if key in self._open:
            message = f"{decl.title.span.text} is like itself"
            help = f"write `change set {decl.like.span.text} with …`"
            self.out.add(codes.CIRCLE, decl.like.span, message, help=help)
            return None
        if key not in self.found:
            known = [key[1] for key in self.found if key[0] == "set"]
            message = f"unknown set {decl.like.span.text}"
            near = did_you_mean(decl.like.value, known)
            self.out.add(names.UNKNOWN_SET, decl.like.span, message, help=near)
            return None
        return self._set(key)

    def _dealt(self, old: tree.SetDecl, deal: tree.Deal) -> tree.SetDecl:
        """A set with other cards: each in the place of the one for the same kind."""
        new = {self._kind(card): card for card in deal.cards}
        taken = {self._kind(card) for card in old.cards}
        gone = self._gone(old, deal)
        kept = [new.get(self._kind(card), card) for card in old.cards]
        more = [card for kind, card in new.items() if kind not in taken]
        twice = [card for card in deal.cards if new[self._kind(card)] is not card]
        given = {one.name.text for one in deal.options}
        options = [one for one in old.options if one.name.text not in given]
        return evolve(
            old,
            board=deal.board or old.board,
            options=(*options, *deal.options),
            cards=tuple(card for card in (*kept, *more, *twice) if fold(card.value) not in gone),
            without=(*old.without, *deal.without),
        )

    def _kind(self, card: tree.Text) -> str:
        """The kind that a card is for; one that nobody knows is for itself."""
        return self.kinds.get(fold(card.value), f'"{fold(card.value)}"')

    def _gone(self, old: tree.SetDecl, deal: tree.Deal) -> set[str]:
        there = {fold(card.value) for card in old.cards}
        for card in deal.without:
            if fold(card.value) not in there:
                self.out.add(
                    names.UNKNOWN_CARD,
                    card.span,
                    f"{card.span.text} is not in the set {old.title.span.text}",
                    help=did_you_mean(card.value, [one.value for one in old.cards]),
                )
        return {fold(card.value) for card in deal.without}
