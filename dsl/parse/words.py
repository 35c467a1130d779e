"""Which words are the language's own.

A *reserved* word never is a name.  All other words of the grammar (`start`, `blank`, `players`)
are names too: they are read as words of the language only where the grammar wants one.
"""

RESERVED_WORDS = """
    after and any are as assumed at by choose each else for from if in instead is later let may mod
    must no not of on or repeat rounded set some then to until when where while with within without
    yes
"""
RESERVED = frozenset(RESERVED_WORDS.split())

# A word that is read as a word of the language only if the other one follows: `up to`, `next to`.
PAIRS = {
    "also": "counts",
    "equal": "to",
    "nearest": "to",
    "next": "to",
    "number": "of",
    "secretly": "each",
    "up": "to",
}
