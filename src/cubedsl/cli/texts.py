"""The texts of a ruleset, by what they are called: for players who ask what a card does."""

from textwrap import dedent

from cubedsl.cli.matching import plain
from cubedsl.dsl.render import visible
from cubedsl.dsl.source import Span
from cubedsl.dsl.suggest import did_you_mean
from cubedsl.interpreter.setup import Setup


def about(setup: Setup, name: str) -> str:
    """Return the text of what is called so, or what there is of a similar name."""
    known = names_of(setup)
    wanted = plain(name)
    found = [one for one in known if plain(one) == wanted] or [
        one for one in known if plain(one).startswith(wanted)
    ]
    if len(found) == 1:
        return "\n".join(visible(line) for line in _text(known[found[0]]).splitlines())
    if found:
        return f"`{visible(name)}` can be " + ", ".join(f"`{one}`" for one in found)
    near = did_you_mean(name, known)
    return f"nothing is called `{visible(name)}`" + (f": {near}" if near else "")


def names_of(setup: Setup) -> dict[str, Span]:
    """Return where everything that has a name stands; what is in play hides what is not."""
    ruleset = setup.ruleset
    groups = (
        ruleset.options,
        ruleset.rules,
        ruleset.procedures,
        ruleset.phases,
        ruleset.strategies,
        ruleset.boards,
        ruleset.paths,
        ruleset.sets,
        {one.title or one.name: one for one in ruleset.kinds},
        {one.name: one for one in ruleset.kinds},
        ruleset.cards,
    )
    return {name: one.span for group in groups for name, one in group.items()}


def _text(span: Span) -> str:
    """Return a text as it stands in its file, from the beginning of its line."""
    _, column = span.position
    return dedent(" " * (column - 1) + span.text)
