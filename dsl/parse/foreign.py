"""Signs of other languages and of word processors: what was meant, and what to say about it."""

from attrs import frozen

from cubedsl.dsl.codes import Code, syntax


@frozen
class Foreign:
    """One such sign; `meant` is what the parser gets instead."""

    meant: str
    code: Code
    help: str

    @property
    def certain(self) -> bool:
        """Whether what was meant can simply take its place."""
        return self.code is not syntax.ASSIGNMENT_SIGN


SIGNS = {
    "==": Foreign("=", syntax.EQUALS_SIGN, "write one `=`"),
    "===": Foreign("=", syntax.EQUALS_SIGN, "write one `=`"),
    "=>": Foreign(">=", syntax.COMPARISON_SIGN, "write `>=`"),
    "=<": Foreign("<=", syntax.COMPARISON_SIGN, "write `<=`"),
    "<>": Foreign("!=", syntax.COMPARISON_SIGN, "write `!=`"),
    "≤": Foreign("<=", syntax.COMPARISON_SIGN, "write `<=`"),
    "≥": Foreign(">=", syntax.COMPARISON_SIGN, "write `>=`"),
    "≠": Foreign("!=", syntax.COMPARISON_SIGN, "write `!=`"),
    ":=": Foreign("=", syntax.ASSIGNMENT_SIGN, "write `let … = …` or `set … = …`"),
    "+=": Foreign("=", syntax.ASSIGNMENT_SIGN, "write `set n = n + …`"),
    "-=": Foreign("=", syntax.ASSIGNMENT_SIGN, "write `set n = n - …`"),
    "*=": Foreign("=", syntax.ASSIGNMENT_SIGN, "write `set n = n * …`"),
    "&": Foreign("and", syntax.LOGIC_SIGN, "write `and`"),
    "&&": Foreign("and", syntax.LOGIC_SIGN, "write `and`"),
    "||": Foreign("or", syntax.LOGIC_SIGN, "write `or`"),
    "!": Foreign("not", syntax.LOGIC_SIGN, "write `not`"),
    "−": Foreign("-", syntax.ARITHMETIC_SIGN, "write `-`"),
    "–": Foreign("-", syntax.ARITHMETIC_SIGN, "write `-`"),
    "—": Foreign("-", syntax.ARITHMETIC_SIGN, "write `-`"),
    "×": Foreign("*", syntax.ARITHMETIC_SIGN, "write `*`"),
    "÷": Foreign("/", syntax.ARITHMETIC_SIGN, "write `/`"),
}

ELSE_IF = frozenset({"elif", "elsif", "elseif"})
FOR_EACH = frozenset({"foreach", "forall"})
