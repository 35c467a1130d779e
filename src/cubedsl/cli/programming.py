"""`cubedsl program`: what the engine makes of a game, to be read."""

from collections.abc import Sequence

import click

from cubedsl.cli.shared import common, patches_option, put_together, ruleset, write


@click.command("program")
@click.argument("target", metavar="RULESET")
@click.option("--players", type=click.IntRange(1), help="How many; the fewest unless said.")
@click.option("--set", "card_set", metavar="TITLE", help="The set; the first unless said.")
@click.option("--track", "--board", "board", metavar="TITLE", help="The track; that of the set.")
@click.option("--option", "options", metavar="NAME=VALUE", multiple=True, help="A variant.")
@click.option("--wat", is_flag=True, help="As the text of WebAssembly.")
@patches_option
@common
def command(
    target: str,
    players: int | None,
    card_set: str | None,
    board: str | None,
    options: Sequence[str],
    wat: bool,
    patches: Sequence[str],
) -> None:
    """Write the program that the fast engine plays a game with: state, tables, functions."""
    from cubedsl.cli.variants import values
    from cubedsl.interpreter.engine.disassembly import disassembled
    from cubedsl.interpreter.engine.lower.world import Unsupported
    from cubedsl.interpreter.engine.machine import compile_setup
    from cubedsl.interpreter.setup import SetupError, prepare

    rules = ruleset(put_together(target, patches))
    try:
        setup = prepare(
            rules,
            players=players or rules.players[0],
            card_set=card_set,
            board=board,
            options=values(rules, options),
        )
        compiled = compile_setup(setup)
    except SetupError as error:
        raise click.UsageError(str(error)) from error
    except Unsupported as error:
        raise click.UsageError(f"the engine cannot play this: {error}") from error
    write(compiled.text if wat else "\n".join(disassembled(compiled.lowered.program)))
