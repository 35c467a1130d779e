"""`cubedsl program`: what the engine makes of a game, to be read."""

from collections.abc import Sequence
from typing import Any

import click

from cubedsl.cli import options
from cubedsl.cli.options import Seating, wrong_call
from cubedsl.cli.shared import common, patches_option, put_together, ruleset, write


@click.command("program")
@click.argument("target", metavar="RULESET")
@options.players
@options.card_set
@options.board
@options.variants
@click.option("--wat", is_flag=True, help="As the text of WebAssembly.")
@patches_option
@common
def command(target: str, wat: bool, patches: Sequence[str], **wishes: Any) -> None:
    """Write the program that the fast engine plays a game with: state, tables, functions."""
    from cubedsl.interpreter.engine.disassembly import disassembled
    from cubedsl.interpreter.engine.lower.world import Unsupported
    from cubedsl.interpreter.engine.machine import compile_setup

    rules = ruleset(put_together(target, patches))
    with wrong_call():
        setup = Seating(**wishes).setup(rules)
    try:
        compiled = compile_setup(setup)
    except Unsupported as error:
        raise click.UsageError(f"the engine cannot play this: {error}") from error
    write(compiled.text if wat else "\n".join(disassembled(compiled.lowered.program)))
