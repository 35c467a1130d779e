"""Results put together on a page."""

from collections.abc import Sequence
from importlib.resources import files

from cubedsl import __version__
from cubedsl.reporting import anything, balanced, simulated, tuned
from cubedsl.reporting.parts import Data, Section


def sections(data: Data, name: str) -> tuple[Section, ...]:
    """Return what there is to say of a result; `name` is that of its file."""
    if tuned.is_one(data):
        return tuple(tuned.sections(data))
    if simulated.is_one(data):
        return (simulated.section(data),)
    if balanced.is_one(data):
        return (balanced.section(data, name),)
    return (anything.section(data, name),)


def page(results: Sequence[tuple[str, Data]]) -> str:
    """Return the page of some results, each with its name."""
    from jinja2 import Environment, StrictUndefined

    template = files("cubedsl.reporting").joinpath("page.html").read_text("utf-8")
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    found = [one for name, data in results for one in sections(data, name)]
    return environment.from_string(template).render(sections=found, version=__version__) + "\n"
