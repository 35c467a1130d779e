"""The one home of Hypothesis strategies: programs, tracks, answers.

`programs()` makes whole rulesets that check clean, by construction: every name is declared, every
value of the right kind, every loop bounded.
"""

from collections.abc import Callable

from hypothesis import strategies as st

KINDS = ("ash", "birch", "cedar")
SYMBOLS = ("star", "moon")
RESOURCES = ("gold", "mana")
ZONES = ("cup", "shelf", "pit")
MARKS = ("lucky", "cursed")
HEAD = """ruleset "Made"
players 1 to 3
option bonus = 2 in 0 to 5
piece die/dice in box
zone box, pit shared
zone cup, shelf of player
symbol star, moon
variant bright
blank void
resource gold, mana until round_end
event tick, round_end, crash
timing now of die in cup ongoing
timing soon of die in cup
mark lucky, cursed until round_end
remember number tries of player until round_end
remember flag done of player
remember choice mood of player in calm, wild
remember player starter
remember dice friends of die
partition color/colors of die {{ }}
attribute cost of die = 1
rule strength = gold + tries
rule pretty of die = star or lucky
{kinds}
game {{
  each player: move 2 random dice in box to cup
  set starter = 1 random player
  repeat {rounds} times {{
    each player from starter {{ tries_one; offer soon; settle soon }}
    set starter = player after starter
    signal round_end
  }}
  crown players with most strength
  crown players
}}
to tries_one {{
  roll dice in cup
  offer now to dice in cup where not void
  {body}
  signal tick
  attempt crash
}}
to crash {{ {crash} }}
to throw_away (dice gone where not cursed) {{ move gone to box }}
to befriend (dice pair) {{ for each die in pair as one: set friends of one = pair }}
to hand (die gift) to (player friend) {{ move gift to shelf of friend }}
"""


def numbers(depth: int = 2) -> st.SearchStrategy[str]:
    """Numbers, read where somebody acts."""
    simple = st.one_of(
        st.integers(0, 9).map(str),
        st.sampled_from(["gold of you", "tries", "bonus", "strength", "seat of you"]),
        likenesses().map(lambda group: f"count({group})"),
        noun_phrases().map(lambda phrase: f"count({phrase})"),
        noun_phrases().map(lambda phrase: f"star of ({phrase})"),
    )
    if depth == 0:
        return simple
    inner = numbers(depth - 1)
    return st.one_of(
        simple,
        st.tuples(inner, st.sampled_from("+-*"), inner).map(lambda one: f"({' '.join(one)})"),
        st.tuples(inner, st.integers(1, 5), st.sampled_from(["down", "up"])).map(
            lambda one: f"({one[0]} / {one[1]} rounded {one[2]})"
        ),
        st.tuples(inner, inner).map(lambda one: f"min({one[0]}, {one[1]})"),
        st.tuples(inner, conditions(0), inner).map(
            lambda one: f"({one[0]} if {one[1]} else {one[2]})"
        ),
    )


def noun_phrases() -> st.SearchStrategy[str]:
    """Dice somewhere."""
    adjective = st.sampled_from(["", *KINDS, "lucky", "star", "bright", "used", "pretty"])
    zone = st.sampled_from([*ZONES, "cup, shelf", "any zone", "box"])
    where = st.sampled_from(
        ["", " where not void", " where cost > 1", " where star or moon", " where not cursed"]
    )
    return st.tuples(adjective, zone, where).map(
        lambda one: f"{one[0]} dice in {one[1]}{one[2]}".strip()
    )


def likenesses(sizes: tuple[str, ...] = ("1", "2", "3")) -> st.SearchStrategy[str]:
    """Dice that are alike: by one value each, or by several."""
    values = ["color", "face", "kind", "cost", "friends", "star"]
    ways = [f"{how} {value}" for how in ("same", "different") for value in values]
    ways += ["consecutive cost"] if all(one.isdecimal() for one in sizes) else []
    return st.tuples(st.sampled_from(sizes), noun_phrases(), st.sampled_from(ways)).map(
        lambda one: f"{one[0]} {one[1].split(' where')[0]} with {one[2]}"
    )


def conditions(depth: int = 1) -> st.SearchStrategy[str]:
    """Yes or no, read where somebody acts."""
    simple = st.one_of(
        st.sampled_from(["done", "mood is wild", "not done", "you is starter"]),
        st.tuples(st.sampled_from(["some", "no"]), noun_phrases()).map(
            lambda one: f"({one[0]} {one[1]})"
        ),
        likenesses().map(lambda group: f"some {group}"),
        st.tuples(numbers(0), st.sampled_from(["<", ">=", "=", "!="]), numbers(0)).map(" ".join),
        st.sampled_from(
            [
                "chance(no die in cup where star) > 30%",
                "chance(star of (dice in cup) >= 3) > 20%",
                "chance(moon of (ash dice in cup) >= 1 and star of (dice in cup) >= 2) > 9%",
                "chance(some bright die in cup) >= 50%",
            ]
        ),
    )
    if depth == 0:
        return simple
    return st.one_of(
        simple,
        st.tuples(simple, st.sampled_from(["and", "or"]), simple).map(
            lambda one: f"({one[0]}) {one[1]} ({one[2]})"
        ),
    )


def quantities() -> st.SearchStrategy[str]:
    """How many dice are picked."""
    return st.sampled_from(["1", "2", "up to 2", "any", "1 random", "2 random"])


def statements(depth: int = 2) -> st.SearchStrategy[str]:
    """Statements of somebody who acts."""
    small = numbers(1).map(lambda number: f"min(max({number}, 0), 3)")
    picks = st.tuples(quantities(), noun_phrases()).map(" ".join)
    simple = st.one_of(
        st.tuples(st.sampled_from(RESOURCES), small).map(
            lambda one: f"gain {one[0]} equal to {one[1]}"
        ),
        noun_phrases().map(lambda phrase: f"gain 1 gold for each {phrase}"),
        st.tuples(picks, st.sampled_from(ZONES)).map(lambda one: f"move {one[0]} to {one[1]}"),
        noun_phrases().map(lambda phrase: f"roll {phrase}"),
        picks.map(lambda pick: f"throw_away {pick}"),
        st.tuples(noun_phrases(), st.sampled_from([*MARKS, "used"])).map(
            lambda one: f"mark {one[0]} as {one[1]}"
        ),
        likenesses(("2", "up to 3", "any")).map(
            lambda pick: f"if gold < 9 {{ choose {pick} as pair; befriend pair }}"
        ),
        st.just("hand 1 die in cup to 1 other player"),
        small.map(lambda number: f"set tries = {number}"),
        conditions(0).map(lambda condition: f"set done = {condition}"),
        st.sampled_from(["set mood = wild", "set mood = calm", "later on tick: gain 1 gold"]),
        st.just("if gold > 0: pay 1 gold"),
    )
    if depth == 0:
        return simple
    inner = blocks(depth - 1)
    return st.one_of(
        simple,
        st.tuples(conditions(), inner, inner).map(
            lambda one: f"if {one[0]} {one[1]} else {one[2]}"
        ),
        st.tuples(st.integers(0, 3), inner).map(lambda one: f"repeat {one[0]} times {one[1]}"),
        st.tuples(noun_phrases(), inner).map(lambda one: f"for each {one[0]} {one[1]}"),
        inner.map(lambda block: f"may {block}"),
        inner.map(lambda block: f"each other player {block}"),
        st.tuples(conditions(), inner, inner).map(
            lambda one: f"choose way {{ left if {one[0]} {one[1]}; right {one[2]} }}"
        ),
    )


def blocks(depth: int = 1) -> st.SearchStrategy[str]:
    """Statements in braces."""
    return st.lists(statements(depth), min_size=1, max_size=3).map(
        lambda parts: "{ " + "; ".join(parts) + " }"
    )


def kinds() -> st.SearchStrategy[str]:
    """Declarations of the kinds, some with an ability."""
    timings = ["now", "soon", "soon ongoing on tick", "soon instead of crash", "now using all"]
    faces = st.lists(
        st.sampled_from(["star", "moon", "bright star", "gold", "mana 2", "void"]),
        min_size=3,
        max_size=6,
    )
    ability = st.one_of(
        st.just(""),
        st.tuples(st.sampled_from(timings), statements(1)).map(lambda one: f"; {one[0]}: {one[1]}"),
        st.tuples(st.sampled_from(timings), statements(0)).map(
            lambda one: f"; {one[0]}: must {one[1]}"
        ),
    )
    also = st.sampled_from(["", "; also counts as OTHER in cup"])
    told = st.tuples(also, ability).map("".join)
    one = st.tuples(st.integers(1, 5), faces, told, st.integers(0, 3))
    return st.tuples(one, one, one).map(
        lambda made: "\n".join(_kind(name, *each) for name, each in zip(KINDS, made, strict=True))
    )


def _kind(name: str, count: int, faces: list[str], told: str, cost: int) -> str:
    other = KINDS[KINDS.index(name) - 1]
    told = told.replace("OTHER", other)
    return f"die {name} x{count} {{ faces {', '.join(faces)}; cost {cost}{told} }}"


def programs() -> st.SearchStrategy[str]:
    """Whole rulesets."""
    body = st.lists(statements(), min_size=1, max_size=4).map("\n  ".join)
    fill: Callable[..., str] = HEAD.format
    return st.builds(fill, kinds=kinds(), rounds=st.integers(1, 3), body=body, crash=statements(1))
