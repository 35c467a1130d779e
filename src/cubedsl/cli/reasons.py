"""Why something is so in a game, as text and as JSON."""

from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import TypeVar

from attrs import evolve

from cubedsl.cli.shared import style
from cubedsl.dsl.render import visible
from cubedsl.dsl.source import Span
from cubedsl.dsl.suggest import did_you_mean, fold
from cubedsl.interpreter.table.session import Session
from cubedsl.interpreter.why.options import Offered
from cubedsl.interpreter.why.parts import Part
from cubedsl.interpreter.why.trace import Traced, figures, history, last, of_choices
from cubedsl.interpreter.why.watch import Cause, Change, Happening

LONGEST = 80
_What = TypeVar("_What", Change, Happening)
NOT = "not "


def place(span: Span) -> str:
    """Return where something stands: the name of the file and the line."""
    line, _ = span.position
    return f"{PurePath(span.source.name).name}:{line}"


def short(span: Span) -> str:
    """Return the first line of a text, without double spaces."""
    text = " ".join(span.text.split("\n")[0].split())
    text = text if "\n" not in span.text else f"{text} …"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def whole(span: Span) -> str:
    """Return a text in one line."""
    text = " ".join(span.text.split())
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


# ------------------------------------------------------------------ text


def everything(traced: Traced) -> Iterator[str]:
    """Yield all there is to say of a choice: what could be chosen, what happened, what changed."""
    told: set[int] = set()
    sections: Sequence[tuple[str, Sequence[Iterator[str]]]] = (
        ("what could be chosen", [offered(one) for one in traced.options]),
        ("what happened", [happened(one, told) for one in traced.happenings]),
        ("what changed", [changed(one, told) for one in traced.changes]),
    )
    for title, parts in sections:
        if parts:
            yield style("1", title)
            yield from (_indented(line) for part in parts for line in part)


def _indented(line: str) -> str:
    return f"  {line}"


def offered(one: Offered) -> Iterator[str]:
    """Yield why something is offered or not."""
    how = "is offered" if one.is_offered else "is not offered"
    yield visible(f"{one.name} {how}" + (f": {one.said}" if one.said else "") + _at(one.span))
    yield from map(_indented, _parts(one.parts))


def _at(span: Span) -> str:
    return f" ({place(span)})"


def _parts(parts: Sequence[Part]) -> Iterator[str]:
    for one in parts:
        what = f"that is {one.value}" if one.are_things else f"{whole(one.span)}: {one.value}"
        yield visible(f"{'  ' * one.depth}{what}{_at(one.span)}")


def happened(one: Happening, told: set[int]) -> Iterator[str]:
    """Yield why something happened; conditions that were told already are not told again."""
    yield visible(one.text)
    yield from map(_indented, _cause(one.cause, told))


def changed(one: Change, told: set[int], *, with_step: bool = False) -> Iterator[str]:
    """Yield why a figure changed; conditions that were told already are not told again."""
    when = f" (choice {one.step})" if with_step and one.step else ""
    when = " (before the first choice)" if with_step and not one.step else when
    yield visible(f"{one.figure}: {one.before} → {one.after}{when}")
    yield from map(_indented, _cause(one.cause, told))


def _cause(cause: Cause, told: set[int]) -> Iterator[str]:
    for line in cause.lines:
        card = f' "{line.card}"' if line.card else ""
        yield visible(f"{place(line.span)}{card}  {short(line.span)}")
    for reason in cause.reasons:
        how = "holds" if reason.holds else "does not hold"
        if id(reason) in told:
            yield visible(f"because this {how} (see above): {whole(reason.parts[0].span)}")
            continue
        told.add(id(reason))
        yield f"because this {how}:"
        yield from map(_indented, _parts(reason.parts))


# ------------------------------------------------------------------ one question


def answer(traced: Traced, asked: str, *, all: bool = True) -> Iterator[str]:
    """Yield the answer to `coins of Ann`, `not push`, `landed`; what is asked for is found by name.

    `all`: also what not everybody at the table may know; else, in games in which something is
    hidden, conditions that led to something are left out as well.
    """
    name = asked.strip().removeprefix(NOT).strip()
    found = history(traced, name)
    options = [one for one in traced.options if fold(one.name) == fold(name)]
    events = [one for one in traced.happenings if fold(one.name) == fold(name)]
    if found is None and not options and not events:
        yield visible(_unknown(traced, name))
    if found is not None:
        yield from _history(name, [one for one in found if all or not one.closed], traced, all=all)
    for option in options:
        yield from offered(option)
    told: set[int] = set()
    for event in events:
        if all or not event.closed:
            yield from happened(_open(event, traced, all=all), told)


def _history(name: str, changes: Sequence[Change], traced: Traced, *, all: bool) -> Iterator[str]:
    told: set[int] = set()
    for one in changes:
        yield from changed(_open(one, traced, all=all), told, with_step=True)
    if not changes:
        yield visible(f"nothing has changed {name} so far")


def _open(one: _What, traced: Traced, *, all: bool) -> _What:
    """Return what happened without what could tell of hidden things."""
    if all or not traced.state.secret:
        return one
    lines = tuple(evolve(line, card=None) for line in one.cause.lines)
    return evolve(one, cause=Cause(lines, ()))


def _unknown(traced: Traced, name: str) -> str:
    step = last(traced, name)
    if step is not None:
        return f"`{name}` happened last after choice {step}"
    known = [*figures(traced.state.setup), *(one.name for one in traced.options)]
    known += [one.name for one in traced.state.happened]
    rules = (*traced.state.setup.ruleset.events, *traced.state.setup.ruleset.cards)
    if fold(name) in map(fold, rules):
        return f"`{name}` has not happened so far"
    help = did_you_mean(name, known)
    return f"nothing here is called `{name}`" + (f": {help}" if help else "")


def asked(session: Session, name: str) -> Iterator[str]:
    """Yield the answer to a question of a player: of what is open, or of the last time."""
    behind = len(session.made) + 1
    traced = _trace(session, behind)
    step = last(traced, name.strip().removeprefix(NOT).strip())
    open = any(fold(one.name) == fold(name) for one in traced.options)
    if step is not None and not open and history(traced, name) is None:
        traced = _trace(session, step)
    yield from answer(traced, name, all=False)


def _trace(session: Session, step: int) -> Traced:
    made = session.made
    return of_choices(session.setup, session.seed, session.number, made, session.max_steps, step)


# ------------------------------------------------------------------ JSON


def data(traced: Traced) -> dict[str, object]:
    """Return all there is to say of a choice as a JSON object; its keys are stable."""
    decision = traced.decision
    return {
        "step": traced.step,
        "decision": decision.name if decision else None,
        "options": [_offered(one) for one in traced.options],
        "happened": [_happened(one) for one in traced.happenings],
        "changed": [_changed(one) for one in traced.changes],
    }


def about(traced: Traced, name: str) -> dict[str, object]:
    """Return how one figure came about, or an option, or what happened, as a JSON object."""
    wanted = fold(name.strip().removeprefix(NOT).strip())
    return {
        "step": traced.step,
        "about": name,
        "options": [_offered(one) for one in traced.options if fold(one.name) == wanted],
        "happened": [_happened(one) for one in traced.happenings if fold(one.name) == wanted],
        "changed": [_changed(one) for one in history(traced, wanted) or ()],
    }


def _where(span: Span) -> dict[str, object]:
    line, column = span.position
    return {"file": span.source.name, "line": line, "column": column, "text": span.text}


def _offered(one: Offered) -> dict[str, object]:
    return {
        "option": one.name,
        "offered": one.is_offered,
        "why": one.said or None,
        **_where(one.span),
        "parts": _parts_data(one.parts),
    }


def _parts_data(parts: Sequence[Part]) -> list[dict[str, object]]:
    return [{**_where(one.span), "value": one.value, "depth": one.depth} for one in parts]


def _happened(one: Happening) -> dict[str, object]:
    return {
        "what": one.what.name.lower(),
        "name": one.name,
        "text": one.text,
        **_cause_data(one.cause),
    }


def _changed(one: Change) -> dict[str, object]:
    figure = {"figure": one.figure, "before": one.before, "after": one.after}
    return {"step": one.step, **figure, **_cause_data(one.cause)}


def _cause_data(cause: Cause) -> dict[str, object]:
    reasons = [{"holds": one.holds, "parts": _parts_data(one.parts)} for one in cause.reasons]
    lines = [{**_where(one.span), "card": one.card} for one in cause.lines]
    return {"lines": lines, "because": reasons}
