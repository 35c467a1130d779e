"""`--option name=value`: the variants of a game, as they are asked for on the command line."""

from collections.abc import Mapping, Sequence

from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.types import Flag, Number
from cubedsl.interpreter.setup import OptionValue, SetupError


def values(ruleset: Ruleset, texts: Sequence[str]) -> dict[str, OptionValue]:
    """Return the values of options by name; raise SetupError if one is not written so."""
    return dict(_value(ruleset, text) for text in texts)


def _value(ruleset: Ruleset, text: str) -> tuple[str, OptionValue]:
    """Return the name and the value in `name=value`; `prepare` sees whether they fit."""
    name, equals, value = text.partition("=")
    if not equals:
        raise SetupError(f"write `--option name=value`, not `{text}`")
    flags: Mapping[str, OptionValue] = {"yes": True, "no": False}
    option = ruleset.options.get(name)
    match option.type if option else None:
        case Flag():
            return name, flags.get(value.casefold(), value)
        case Number():
            return name, _number(value)
        case _:
            return name, value


def _number(text: str) -> OptionValue:
    try:
        return int(text)
    except ValueError:
        return text
