"""CB00xx: files that do not fit together."""

from cubedsl.dsl.codes.code import Code

CIRCLE = Code(
    "CB0011",
    "files in a circle",
    "Files must not `use` or `extends` each other in a circle.",
)
OUTSIDE = Code(
    "CB0012",
    "file outside the folder",
    "`use` names files of the ruleset's own folder.",
)
