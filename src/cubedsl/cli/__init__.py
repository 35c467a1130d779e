"""The command line.  Each command is a module of its own, imported when it is called.

Results go to stdout, everything else to stderr.  The exit status is 0 if all is well, 1 if what was
read is wrong or the answer is no, 2 for a wrong call or a file that cannot be read, 3 if a limit
stopped the work, 130 if it was interrupted; 70 is a fault of the program itself.
"""

import gc
import io
import sys
from importlib import import_module

import click

from cubedsl import __version__
from cubedsl.cli.shared import Exit, common, wants_traceback

_MODULES = {
    "assumed": "assuming",
    "balance": "balancing",
    "bench": "benching",
    "check": "checking",
    "compare": "comparing",
    "explain": "explaining",
    "fmt": "formatting",
    "list": "listing",
    "new": "creating",
    "odds": "chancing",
    "play": "playing",
    "program": "programming",
    "replay": "replaying",
    "report": "reporting",
    "sim": "simulating",
    "test": "testing",
    "tune": "tuning",
}
# A command makes little garbage: what is imported, read and compiled stays.
SELDOM = 100_000


class _Commands(click.Group):
    """The commands by name; none is imported before it is wanted."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return sorted(_MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in _MODULES:
            return None
        command = import_module(f"{__name__}.{_MODULES[cmd_name]}").command
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run a command: whatever happens, nobody sees a traceback who did not ask for it."""
        _write_utf8()
        gc.set_threshold(SELDOM)
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            raise click.exceptions.Exit(Exit.INTERRUPTED) from None
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except OSError as error:
            click.echo(f"error: {error}", err=True)
            raise click.exceptions.Exit(Exit.USAGE) from None
        except Exception as error:
            if wants_traceback(ctx):
                raise
            what = f"{type(error).__name__}: {error}".splitlines()[0]
            click.echo(
                f"internal error: {what}\nThis is a fault of cubedsl; please report", err=True
            )
            click.echo("it with what `--debug` shows.", err=True)
            raise click.exceptions.Exit(Exit.FAULT) from None
        finally:
            # Python looks through everything once more before it ends; there is no need.
            gc.freeze()


def _write_utf8() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="cubedsl")
@common
def main() -> None:
    """The rules of dice-pool and card games as text: check them, play them, count what happens.

    A RULESET is the name of a shipped one (see `cubedsl list`) or the path of a file.
    """
