"""The longest sensible way: no space twice, and never to a lower section.

Such a way is through with a section when it leaves it.  So the longest one is put together from
the longest ways through the sections, one after the other.  In a section all ways are tried, those
first that keep to the edge of what is left; after many tries the best so far has to do.
"""

from attrs import define, frozen

from cubedsl.validator.survey import Survey

MOST_TRIES = 20_000


@frozen
class Way:
    """How long the longest way is that was found, and whether there is none longer."""

    steps: int
    exact: bool


@define
class _Search:
    """The longest ways from one space to each of its section, without coming to any twice."""

    near: dict[int, list[int]]
    tries: int = 0

    def run(self, start: int) -> tuple[dict[int, int], bool]:
        """The steps by where the way ends, and whether everything was tried."""
        best = {start: 0}
        visited = {start}
        waiting = [self._next(start, visited)]
        path = [start]
        while waiting and self.tries < MOST_TRIES:
            if waiting[-1]:
                self.tries += 1
                to = waiting[-1].pop()
                path.append(to)
                visited.add(to)
                best[to] = max(best.get(to, 0), len(path) - 1)
                waiting.append(self._next(to, visited))
            else:
                waiting.pop()
                visited.discard(path.pop())
        return best, not waiting

    def _next(self, at: int, visited: set[int]) -> list[int]:
        """Where to go on; what has the fewest ways on comes last, and is taken first."""
        free = [to for to in self.near[at] if to not in visited]
        return sorted(free, key=lambda to: -sum(one not in visited for one in self.near[to]))


def longest_way(survey: Survey) -> Way | None:
    """The longest sensible way from the start to the finish; None if there is none."""
    if len(survey.starts) != 1 or len(survey.finishes) != 1:
        return None
    graph = survey.rising
    start, finish = survey.starts[0], survey.finishes[0]
    if start not in graph or finish not in graph:
        return None
    section = {one: survey.spaces[one].section for one in graph}
    arrived, exact = {start: 0}, True
    for number in sorted(set(section.values())):
        own = [one for one in graph if section[one] == number]
        near = {one: [to for to in graph[one] if section[to] == number] for one in own}
        entries = {one: arrived[one] for one in own if one in arrived}
        left, complete = _through(near, entries, finish)
        exact = exact and complete
        for at, steps in left.items():
            arrived[at] = max(arrived.get(at, 0), steps)
            for to in graph[at]:
                if section[to] > number:
                    arrived[to] = max(arrived.get(to, 0), steps + 1)
    return Way(arrived[finish], exact) if finish in arrived else None


def _through(
    near: dict[int, list[int]], entries: dict[int, int], finish: int
) -> tuple[dict[int, int], bool]:
    """The longest ways into a section, by where they are then; nobody goes on from the finish."""
    near = {one: [] if one == finish else others for one, others in near.items()}
    found: dict[int, int] = {}
    exact = True
    for entry, before in entries.items():
        best, complete = _Search(near).run(entry)
        exact = exact and complete
        for at, steps in best.items():
            found[at] = max(found.get(at, 0), before + steps)
    return found, exact
