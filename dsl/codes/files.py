"""CB00xx: files that cannot be read, or do not fit together."""

from cubedsl.dsl.codes.code import Code

UNREADABLE = Code(
    "CB0001",
    "file cannot be read",
    "There is no file of this name, it is a folder or a device, or you may not read it. Look at "
    "the spelling, and at the folder that the command is started in.",
)
NOT_TEXT = Code(
    "CB0002",
    "not UTF-8 text",
    "A `.cube` file is plain text in UTF-8. Word processors, spreadsheets and some old editors "
    "save something else: choose `plain text` and `UTF-8` when you save.",
)
TOO_LARGE = Code(
    "CB0003",
    "file too large",
    "A `.cube` file has at most 4 million characters and 100 thousand words. A whole game with all "
    "its cards has about 30 thousand characters; is it the right file?",
)
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
