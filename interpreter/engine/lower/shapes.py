"""How values of the language become numbers: every shape is so many words.

A number, flag or word of the language is one word; one thing is its number, or -1 for nothing; a
set of things is a bit for each, in as many words as the noun needs.  Players have an order: a set
of them has one more word: the first seat times 2, plus 1 if the order goes backwards.  A chance
is a fraction of two numbers of 128 bits, an amount the number of a resource and how much.
"""

from enum import Enum

from attrs import frozen

from cubedsl.dsl.model.types import Amount, Chance, Flag, Number, Sort, Things, Type, Word

BITS = 64
ALL_BITS = 2**BITS - 1
CHANCE_WORDS = 4


class Form(Enum):
    """What the words of a shape are."""

    NUMBER = "number"
    FLAG = "flag"
    WORD = "word"
    ONE = "one"
    MANY = "many"
    CHANCE = "chance"
    AMOUNT = "amount"
    EMPTY = "empty"


@frozen
class Shape:
    """A form, and how many words it has; of things also their sort."""

    form: Form
    words: int
    sort: Sort | None = None

    @property
    def ordered(self) -> bool:
        """Whether the last word is an order."""
        return self.form is Form.MANY and self.sort is Sort.PLAYER

    @property
    def mask_words(self) -> int:
        """How many words are bits."""
        return self.words - 1 if self.ordered else self.words


NUMBER = Shape(Form.NUMBER, 1)
FLAG = Shape(Form.FLAG, 1)
WORD = Shape(Form.WORD, 1)
CHANCE = Shape(Form.CHANCE, CHANCE_WORDS)
AMOUNT = Shape(Form.AMOUNT, 2)
EMPTY = Shape(Form.EMPTY, 0)


@frozen(eq=False)
class Counts:
    """How many things of each sort there are; classes: of the partition that has most."""

    of: dict[Sort, int]

    def words(self, sort: Sort) -> int:
        """How many words the bits of all things of a sort need."""
        return max(1, -(-self.of.get(sort, 0) // BITS))

    def many(self, sort: Sort) -> Shape:
        """The shape of a set."""
        order = 1 if sort is Sort.PLAYER else 0
        return Shape(Form.MANY, self.words(sort) + order, sort)

    def one(self, sort: Sort) -> Shape:
        """The shape of at most one thing."""
        return Shape(Form.ONE, 1, sort)

    def shape(self, type: Type) -> Shape:
        """The shape of values of a type."""
        match type:
            case Number():
                return NUMBER
            case Flag():
                return FLAG
            case Word():
                return WORD
            case Chance():
                return CHANCE
            case Amount():
                return AMOUNT
            case Things(noun=None):
                return EMPTY
            case Things(noun=noun, one=one):
                assert noun is not None
                return self.one(noun.sort) if one else self.many(noun.sort)
        raise TypeError(type)


def bits(things: "tuple[int, ...] | list[int] | frozenset[int]", words: int) -> tuple[int, ...]:
    """Return the words of a set that is known."""
    whole = 0
    for one in things:
        whole |= 1 << one
    return tuple([(whole >> BITS * i) & ALL_BITS for i in range(words)])
