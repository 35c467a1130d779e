"""The exact value of Pig for two, without its rules file.

Both functions return the chance of the first player to win.  In the first, a turn is a list of what
it can bring and how likely that is, and two positions that lead to one another are solved as two
linear equations; the second is the value iteration of Neller and Presser (2004).
"""

from functools import cache

DIE = range(2, 7)


def holding(goal: int, at: int) -> float:
    """Both hold as soon as the turn has brought `at` points, or enough to win."""
    chances: dict[tuple[int, int], float] = {}
    for total in range(2 * goal - 2, -1, -1):
        for low in range(max(0, total - goal + 1), total // 2 + 1):
            high = total - low
            mine, bust = _turn(chances, low, high, goal, at)
            theirs, other = _turn(chances, high, low, goal, at)
            # x = mine + bust (1 - y), y = theirs + other (1 - x)
            x = (mine + bust - bust * (theirs + other)) / (1 - bust * other)
            chances[low, high] = x
            chances[high, low] = theirs + other * (1 - x)
    return chances[0, 0]


def _turn(
    chances: dict[tuple[int, int], float], own: int, others: int, goal: int, at: int
) -> tuple[float, float]:
    """Return the chance to win by a turn that brings something, and the chance that it does not."""
    brings = outcomes(min(at, goal - own))
    won = sum(
        chance * (1.0 if own + gained >= goal else 1 - chances[others, own + gained])
        for gained, chance in brings.items()
        if gained
    )
    return won, brings[0]


@cache
def outcomes(at: int) -> dict[int, float]:
    """Return what a turn that is held at so much brings, and how likely that is."""
    reached, found = {0: 1.0}, {0: 0.0}
    for pot in range(at):
        chance = reached.get(pot, 0.0)
        found[0] += chance / 6
        for side in DIE:
            into = reached if pot + side < at else found
            into[pot + side] = into.get(pot + side, 0.0) + chance / 6
    return found


def optimal(goal: int) -> float:
    """Both play as well as can be."""
    best = {(i, j, k): 0.5 for i in range(goal) for j in range(goal) for k in range(goal - i)}

    def chance(i: int, j: int, k: int) -> float:
        return 1.0 if i + k >= goal else best[i, j, k]

    moved = 1.0
    while moved > 1e-12:
        moved = 0.0
        for i, j, k in reversed(best):
            roll = (1 - best[j, i, 0] + sum(chance(i, j, k + side) for side in DIE)) / 6
            value = max(roll, 1 - chance(j, i + k, 0)) if k else roll
            moved = max(moved, abs(value - best[i, j, k]))
            best[i, j, k] = value
    return best[0, 0, 0]
