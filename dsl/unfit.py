"""Changes that cannot be made, or that could be meant otherwise: what to write in their place."""

from cubedsl.dsl import tree
from cubedsl.dsl.codes import declarations as codes
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.suggest import quoted

# How things of a sort can be changed.
NUMBERS = "write `change {0} cost 3` or `cost by + 1`, whatever the number is called"
TEXT = "; another text: `replace {0} …`"
CHANGES: dict[type, str] = {
    tree.RuleDecl: "write `replace {0} = …`, or `change {0} by + 1` to add something to it",
    tree.OptionDecl: "write `change {0} = …`",
    tree.ResourceDecl: "write `change {0} = 3` or `by + 1`",
    tree.RememberDecl: "write `change {0} = 3` or `by + 1`",
    tree.GuideDecl: NUMBERS + TEXT,
    tree.KindDecl: NUMBERS + ", `change {0} x12 {{ faces … }}`" + TEXT,
    tree.SetDecl: "write `change {0} with` and the title of a card",
    tree.SetLike: "write `change {0} with` and the title of a card",
    tree.PathDecl: "write `change {0} {{ 1: cost 2 }}`, whatever the number is called",
    tree.TrackDecl: "write `change {0} {{ legend {{ … }} }}` with the letters that change",
}


def unfit(item: tree.Change, old: tree.Declaration, out: Diagnostics) -> None:
    """Report a change that such a thing does not have, and say which it has."""
    what = f"{item.kind.text} {item.name.span.text}"
    out.add(
        codes.BAD_PATCH,
        item.span,
        f"{quoted(item.name.span.text)} cannot be changed like this",
        help=CHANGES.get(type(old), "write `replace {0} …`").format(what),
    )


def doubt(item: tree.Change, out: Diagnostics) -> None:
    """Report `cost - 1`: is the cost to be -1, or is 1 taken away?"""
    for line in item.lines:
        if not isinstance(line, tree.AttributeValue):
            continue
        name, number = line.name.text, line.values[0].span.text
        if number.startswith("- "):
            below = f"`{name} {number.replace(' ', '')}`"
            out.add(
                codes.BAD_PATCH,
                line.span,
                f"`{line.span.text}` could mean two things",
                help=f"write `{name} by {number}` to take that away, or {below} if it is below 0",
            )
