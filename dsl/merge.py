"""Declarations put together: names once each, patches applied.

Every declaration is split into one per name, so that each has one key: the name space and the name.
"""

from collections.abc import Iterator

from attrs import Factory, define, field

from cubedsl.dsl import tree
from cubedsl.dsl.codes import names
from cubedsl.dsl.deals import Dealt
from cubedsl.dsl.diagnostic import Diagnostics, Label
from cubedsl.dsl.layers import ADDED, DECLARED, REMOVED, WHOLE, Edit, Edits, Layer, text_of
from cubedsl.dsl.naming import (
    KEYWORDS,
    MOMENTS,
    SPACES,
    Key,
    key_of,
    moment_of,
    name_of,
    place_of,
    split,
    words_of,
)
from cubedsl.dsl.revise import Part, additions, fits, parts, revised, said, without
from cubedsl.dsl.settle import Draft
from cubedsl.dsl.source import Span
from cubedsl.dsl.suggest import did_you_mean, fold
from cubedsl.dsl.unfit import doubt, unfit

SCENARIO = SPACES[tree.Scenario]


@define
class Merged:
    """Declarations by key, in order; patches change them.

    `layer` is the ruleset that is read, `layers` are all of them; `stages` is what there was when
    each but the last was read.
    """

    out: Diagnostics
    layers: list[Layer] = Factory(list)
    layer: Layer = Factory(Layer)
    stages: list[Draft] = Factory(list)
    _draft: Draft = Factory(Draft)
    _edits: Edits = field(init=False)
    _declared_by: dict[Key, Layer] = Factory(dict)
    _originals: dict[Key, tree.Declaration] = Factory(dict)
    _nameless_by: list[Layer] = Factory(list)

    def __attrs_post_init__(self) -> None:
        self._edits = Edits(self.out)

    @property
    def removed(self) -> dict[str, Span]:
        """Where names were taken away."""
        return self._draft.removed

    def declarations(self) -> tuple[tree.Declaration, ...]:
        """What is left of all; what does not go together is reported."""
        self._note_deals()
        self._edits.report(self.layers)
        return self._draft.settled(self.out)

    def begin(self, layer: Layer) -> None:
        """What comes from now on belongs to another ruleset; it patches what is under it.

        A scenario says what comes out of its own ruleset, not of those that patch it.
        """
        for key, by in self._declared_by.items():
            if key[0] == SCENARIO and layer.lies_on({by}):
                self._draft.found.pop(key, None)
        if self.layers:
            self.stages.append(self._draft.copy())
        self.layer = layer
        self.layers.append(layer)

    def add(self, item: tree.Item) -> None:
        """Take one item of a file."""
        match item:
            case tree.RulesetHead() | tree.Use():
                return
            case tree.Replace(declaration=decl):
                for one in split(decl):
                    self._replace(one)
            case tree.Change():
                self._change(item)
            case tree.Remove():
                self._remove(item)
            case _:
                for one in split(item):
                    self._declare(one)

    # -------------------------------------------------------------- declaring and replacing

    def _declare(self, decl: tree.Declaration) -> None:
        key = key_of(decl)
        if key is None:
            self._declare_nameless(decl)
            return
        if isinstance(decl, tree.Scenario):
            key = self._own(key)
        old = self._draft.found.get(key)
        if old is None:
            self._draft.put(key, decl)
            self._declared_by[key] = self.layer
        elif self._is_beside(key):
            self._note_both(key, old, decl)
        else:
            self._twice(decl, old)

    def _is_as_written(self, key: Key, decl: tree.Declaration) -> bool:
        """Whether a replacement says what is written below, and another patch says something."""
        old = self._written(key)
        same = old is not None and _plain(old) == _plain(decl)
        if same and key in self._draft.found and self._draft.found[key] is old:
            self._draft.put(key, decl)
        return same

    def _declare_nameless(self, decl: tree.Declaration) -> None:
        number = len(self._nameless_by)
        self._draft.found[number] = decl
        self._nameless_by.append(self.layer)
        if isinstance(decl, tree.AroundDecl):
            self._note(decl.name.span)

    def _own(self, key: Key) -> Key:
        """A key of this ruleset alone: scenarios of two have nothing to do with each other."""
        return key[0], f"{len(self.layers)} {key[1]}"

    def _is_beside(self, key: Key) -> bool:
        """Whether a name was declared by a ruleset that does not lie under this one."""
        by = self._declared_by.get(key, self.layer)
        return by is not self.layer and not self.layer.lies_on({by})

    def _note_both(self, key: Key, old: tree.Declaration, decl: tree.Declaration) -> None:
        by = self._declared_by[key]
        for layer, one in ((by, old), (self.layer, decl)):
            place = place_of(one)
            self._edits.note(key, Edit(layer, place.text, DECLARED, place, text_of(one.span)))

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

    def _replace(self, decl: tree.Declaration) -> None:
        key = key_of(decl)
        place = place_of(decl)
        moment = moment_of(decl)
        if moment is not None:
            self._clear(moment, Edit(self.layer, place.text, WHOLE, place, text_of(decl.span)))
            self._declare_nameless(decl)
            return
        if key is None or not self._is_there(key):
            self._nothing(place, key, "replace")
            return
        if self._is_as_written(key, decl):
            return
        self._edits.note(key, Edit(self.layer, place.text, WHOLE, place, text_of(decl.span)))
        self._draft.drop_changes(key, self.layer, None)
        self._draft.put(key, decl)
        self._note(place)

    def _clear(self, moment: Key, edit: Edit) -> None:
        """Take away what is done at a moment by the rulesets under this one."""
        below = [
            number
            for number, by in enumerate(self._nameless_by)
            if self.layer.lies_on({by}) and self._moment(number) == moment
        ]
        if not below and not self._edits.has(moment):
            self._nothing(edit.place, moment, "replace" if edit.part == WHOLE else "remove")
            return
        self._edits.note(moment, edit)
        for number in below:
            del self._draft.found[number]

    def _moment(self, number: int) -> Key | None:
        decl = self._draft.found.get(number)
        return moment_of(decl) if decl is not None else None

    def _is_there(self, key: Key) -> bool:
        """Whether there is something to patch, or would be but for a patch beside this one."""
        gone = self._edits.removal(key)
        return key in self._draft.found or (
            gone is not None and (self._edits.is_open(key) or not self.layer.lies_on({gone.layer}))
        )

    def _note(self, place: Span) -> None:
        """Note that a name has another meaning from here on."""
        self.layer.touched[fold(place.text.strip('"'))] = place

    # -------------------------------------------------------------- finding what is meant

    def _nothing(self, span: Span, key: Key | None, what: str) -> None:
        # What stands at a moment has no name: only that of a ruleset below can be meant.
        known = [
            place_of(decl).text
            for name, decl in (self._of(key[0]) if key else ())
            if name is not None or decl.span.source is not span.source
        ]
        title = f'"{span.text}"'
        self.out.add(
            names.NOTHING_TO_PATCH,
            span,
            f"there is nothing of this name to {what}",
            help=f"a title stands in quotes: write `{title}`"
            if title in known
            else did_you_mean(span.text.strip('"'), [one.strip('"') for one in known]),
        )

    def _of(self, kind: str) -> Iterator[tuple[Key | None, tree.Declaration]]:
        """The declarations that a word such as `rule`, `card`, `on` can mean."""
        space = KEYWORDS.get(kind, kind)
        for key, decl in self._draft.found.items():
            found = key if isinstance(key, tuple) else moment_of(decl)
            is_kind = isinstance(decl, tree.KindDecl) and kind in (decl.noun.text, "kind")
            if found is not None and (found[0] == space or is_kind):
                yield (key if isinstance(key, tuple) else None), decl

    def _key(self, kind: tree.Name, name: tree.Name | tree.Text) -> Key | None:
        text = name.text if isinstance(name, tree.Name) else fold(name.value)
        for key, decl in self._of(kind.text):
            if key is not None and text in (key[1].split(" of ")[0], *words_of(decl)):
                return key
        space = KEYWORDS.get(kind.text, kind.text)
        return next(filter(self._is_there, ((space, text), ("kind", text))), None)

    # -------------------------------------------------------------- changing and removing

    def _change(self, item: tree.Change) -> None:
        key = self._key(item.kind, item.name)
        if key is None:
            self._nothing(item.name.span, (item.kind.text, item.name.span.text), "change")
            return
        old = self._draft.found.get(key)
        if old is not None and not fits(old, item):
            unfit(item, old, self.out)
            return
        doubt(item, self.out)
        item, found = self._news(key, item)
        place = item.name.span
        for part in found:
            self._edits.note(key, Edit(self.layer, place.text, part.name, part.place, part.text))
        self._note(place)
        if old is not None:
            self._draft.drop_changes(key, self.layer, {one.name for one in found} - {ADDED})
            self._draft.found[key] = revised(old, item, self.out)
            self._keep(key, item)

    def _news(self, key: Key, item: tree.Change) -> tuple[tree.Change, list[Part]]:
        """What a change says that was not so before, and the change without what others say now.

        To say again what is written below is to say nothing: it stands against no other patch.
        """
        old = self._draft.found.get(key)
        written = said(self._written(key))
        now = said(old)
        again = {one.name for one in parts(item) if written.get(one.name) == one.text}
        item = without(item, {name for name in again if now.get(name) != written[name]})
        return item, [one for one in parts(item) if one.name not in again]

    def _written(self, key: Key) -> tree.Declaration | None:
        """A declaration as it was before any patch; None if one under this one has changed it."""
        old = self._draft.found.get(key)
        if old is not None:
            self._originals.setdefault(key, old)
        return None if self._edits.is_below(key, self.layer) else self._originals.get(key)

    def _keep(self, key: Key, item: tree.Change) -> None:
        """Keep what is done at the end."""
        self._draft.added.setdefault(key, []).extend(additions(item, self.layer))
        if item.deal is not None:
            self._draft.dealt.setdefault(key, []).append(Dealt(self.layer, item.deal))

    def _note_deals(self) -> None:
        """Note which cards the patches put into sets."""
        for key, ones in self._draft.dealt.items():
            for one in ones:
                for part in one.parts(self._draft.kinds):
                    title = place_of(self._draft.found[key]).text
                    self._edits.note(key, Edit(one.layer, title, part.name, part.place, part.text))

    def _remove(self, item: tree.Remove) -> None:
        if item.kind.text in MOMENTS:
            place = item.name.span
            moment = item.kind.text, place.text
            self._clear(moment, Edit(self.layer, place.text, REMOVED, place, ""))
            return
        key = self._key(item.kind, item.name)
        name = item.name.text if isinstance(item.name, tree.Name) else item.name.value
        if key is None:
            self._nothing(item.name.span, (item.kind.text, name), "remove")
            return
        self._edits.note(key, Edit(self.layer, item.name.span.text, REMOVED, item.name.span, ""))
        self._written(key)
        old = self._draft.found.pop(key, None)
        for word in (name, *(words_of(old) if old is not None else ())):
            self.removed[fold(word)] = self.layer.touched[fold(word)] = item.span
        for kept in (self._draft.added, self._draft.dealt, self._declared_by):
            kept.pop(key, None)


def _plain(decl: tree.Declaration) -> str:
    """The text of a declaration, whether its numbers are certain or not."""
    return text_of(decl.span).replace(" assumed", "")
