"""The parser's tables: made from `grammar/cube.lark`, and kept between two runs.

Making them takes about a quarter of a second, so they are kept in the user's cache folder.  That
folder is a convenience only: whatever goes wrong with it, the tables are made anew.
"""

import os
import pickle
import sys
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from tempfile import NamedTemporaryFile

import lark
from attrs import frozen
from lark.lexer import PatternStr
from lark.parsers.lalr_parser_state import ParserState

from cubedsl.dsl.parse.placing import placed
from cubedsl.dsl.parse.syntax import Syntax

START = "item"


@frozen
class Tables:
    """The parser for one item, and the terminals of the grammar by how they are written.

    `start` is where every item begins, `item_words` are the words that it can begin with and that
    are no names there.
    """

    start: ParserState[int]
    words: dict[str, str]
    signs: dict[str, str]
    item_words: frozenset[str]

    def fresh(self) -> ParserState[int]:
        """Return what is on the stack before an item."""
        return ParserState(self.start.parse_conf, self.start.lexer)


@cache
def load() -> Tables:
    """The tables, from the cache if possible."""
    grammar = files("cubedsl.dsl.parse").joinpath("grammar/cube.lark").read_text("utf-8")
    kept = _cache_file(grammar)
    parser = _load_kept(kept)
    if parser is None:
        parser = build(grammar)
        with suppress(OSError):
            _keep(parser, kept)
    return _tables(parser)


def build(grammar: str, *, debug: bool = False) -> lark.Lark:
    """The parser for a grammar."""
    return lark.Lark(
        grammar,
        parser="lalr",
        lexer="basic",
        start=START,
        maybe_placeholders=False,
        propagate_positions=False,
        tree_class=Syntax,
        debug=debug,
    )


def _tables(parser: lark.Lark) -> Tables:
    written = {
        terminal.pattern.value: terminal.name
        for terminal in parser.terminals
        if isinstance(terminal.pattern, PatternStr)
    }
    words = {text: name for text, name in written.items() if text.isidentifier()}
    signs = {text: name for text, name in written.items() if text not in words}
    state = parser.parse_interactive(start=START).parser_state
    wanted = state.parse_conf.states[state.position]
    item_words = frozenset(text for text, name in words.items() if name in wanted)
    start = ParserState(placed(state.parse_conf), state.lexer)
    return Tables(start, words, signs, item_words)


def _load_kept(kept: Path) -> lark.Lark | None:
    # Besides a missing file there may be anything in it: half a file, another version's classes.
    try:
        with kept.open("rb") as file:
            return lark.Lark.load(file)
    except Exception:
        return None


def _keep(parser: lark.Lark, kept: Path) -> None:
    """Write beside the place, then rename: nobody ever reads half a file."""
    kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=kept.parent, delete=False) as file:
        try:
            parser.save(file)
            file.close()
            os.replace(file.name, kept)
        except (OSError, pickle.PicklingError):
            file.close()
            Path(file.name).unlink(missing_ok=True)


def _cache_file(grammar: str) -> Path:
    version = f"{lark.__version__} {sys.version} {Syntax.__module__} {placed.__module__}"
    key = sha256(f"{version}\n{grammar}".encode()).hexdigest()[:32]
    return _cache_folder() / f"grammar-{key}.pickle"


def _cache_folder() -> Path:
    given = os.environ.get("CUBEDSL_CACHE")
    if given:
        return Path(given)
    home = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME")
    return Path(home or os.path.expanduser("~/.cache")) / "cubedsl"
