"""`cubedsl test`: scenarios are carried out, and it is said which do not hold."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import Factory, define

from cubedsl import pipeline
from cubedsl.cli.shared import (
    Exit,
    common,
    leave,
    output_format,
    patches_option,
    report,
    status,
    style,
    write,
    write_json,
)
from cubedsl.dsl import render
from cubedsl.dsl.diagnostic import Diagnostic

if TYPE_CHECKING:
    from cubedsl.dsl.model.ruleset import Ruleset
    from cubedsl.dsl.model.scenes import Scenario
    from cubedsl.interpreter.scenarios.scenario import Verdict
    from cubedsl.interpreter.scenarios.stage import Failure


@define
class _Group:
    """What came out of one file for one ruleset."""

    file: Path
    ruleset: str
    verdicts: "list[Verdict]" = Factory(list)


@define
class _Outcome:
    """What came out of all files, and the mistakes that kept scenarios from being carried out."""

    groups: list[_Group] = Factory(list)
    mistakes: dict[Diagnostic, None] = Factory(dict)

    @property
    def failed(self) -> int:
        """How many scenarios do not hold."""
        return sum(one.failure is not None for group in self.groups for one in group.verdicts)

    @property
    def passed(self) -> int:
        """How many scenarios hold."""
        return sum(len(group.verdicts) for group in self.groups) - self.failed

    @property
    def status(self) -> Exit:
        """How the command ends: no scenario at all is no success."""
        fine = self.passed and not self.failed
        return status(self.mistakes) or (Exit.FINE if fine else Exit.WRONG)


@click.command("test")
@click.argument("targets", metavar="[PATH…]", nargs=-1)
@patches_option
@output_format
@common
def command(targets: Sequence[str], patches: Sequence[str], form: str) -> None:
    """Carry out scenarios: of files, folders, or shipped rulesets (all of them without a PATH).

    A file that does not say which ruleset it is for is tried with every shipped one.
    """
    files = dict.fromkeys(file for target in _targets(targets) for file in _files(target))
    outcome = _outcome(files, [_patch(one) for one in patches])
    if form == "json":
        write_json(_data(outcome))
    else:
        _write(outcome)
    leave(outcome.status)


def _targets(targets: Sequence[str]) -> list[Path]:
    if not targets:
        return [pipeline.folder(name) for name in pipeline.shipped()]
    return [_target(target) for target in targets]


def _target(target: str) -> Path:
    if target in pipeline.shipped():
        return pipeline.folder(target)
    if not target or not Path(target).exists():
        raise click.BadParameter(f"there is no ruleset, file or folder `{target}`")
    return Path(target)


def _patch(target: str) -> Path:
    """Return the file of a house rule."""
    found = pipeline.file_of(target)
    if found is None:
        message = f"there is no ruleset and no file `{target}`"
        raise click.BadParameter(message, param_hint="--with")
    return found


def _files(path: Path) -> list[Path]:
    """Return a file, or the files in a folder; those that are nearer to the top come first."""
    if not path.is_dir():
        return [path]
    return sorted(path.rglob("*.cube"), key=lambda file: (len(file.parts), str(file)))


def _outcome(files: Iterable[Path], patches: Sequence[Path]) -> _Outcome:
    """Carry out the scenarios of files, each once, with patches on top."""
    outcome = _Outcome()
    done: set[str] = set()
    for file in files:
        for part in pipeline.scenes(file, patches):
            outcome.mistakes.update(dict.fromkeys(part.out.errors))
            new = [one for one in part.scenarios if str(one.span) not in done]
            if part.ruleset is not None and new:
                done.update(str(one.span) for one in new)
                outcome.groups.append(_carried_out(file, part.ruleset, new))
    return outcome


def _carried_out(file: Path, ruleset: "Ruleset", scenarios: "Iterable[Scenario]") -> _Group:
    from cubedsl.interpreter.scenarios.scenario import run

    return _Group(file, ruleset.name, [run(ruleset, one) for one in scenarios])


# ------------------------------------------------------------------ writing


def _write(outcome: _Outcome) -> None:
    for group in outcome.groups:
        write(style("1", f"{group.file} ({group.ruleset})"))
        for verdict in group.verdicts:
            write(_line(verdict))
            for line in _why(verdict.failure) if verdict.failure else ():
                write(f"    {render.visible(line)}")
        write("")
    if outcome.mistakes:
        report(outcome.mistakes, err=False)
        sources = {one.primary.span.source for one in outcome.mistakes}
        write(render.summary(outcome.mistakes, len(sources)))
    none = "" if outcome.groups else ": there are no scenarios"
    write(f"{outcome.passed} passed, {outcome.failed} failed{none}")


def _line(verdict: "Verdict") -> str:
    scenario = verdict.scenario
    cites = f" ({scenario.cites})" if scenario.cites else ""
    mark = style("32", "ok    ") if verdict.failure is None else style("1;31", "failed")
    return f"  {mark} {render.visible(scenario.title + cites)}"


def _why(failure: "Failure") -> Iterator[str]:
    yield str(failure.span)
    yield f"  {_first_line(failure)}"
    yield failure.reason
    if failure.open:
        yield f"asked instead: {failure.open}"
    for title, lines in (("position", failure.position), ("what happened last", failure.log)):
        if lines:
            yield f"{title}:"
            yield from (f"  {line}" for line in lines)


def _first_line(failure: "Failure") -> str:
    source = failure.span.source
    line, _ = failure.span.position
    return source.line(line).strip()


def _data(outcome: _Outcome) -> dict[str, object]:
    scenarios = [_verdict(group, one) for group in outcome.groups for one in group.verdicts]
    return {
        "passed": outcome.passed,
        "failed": outcome.failed,
        "scenarios": scenarios,
        "diagnostics": [render.data(found) for found in outcome.mistakes],
    }


def _verdict(group: _Group, verdict: "Verdict") -> dict[str, object]:
    scenario, failure = verdict.scenario, verdict.failure
    line, _ = scenario.span.position
    return {
        "file": str(group.file),
        "line": line,
        "ruleset": group.ruleset,
        "title": scenario.title,
        "cites": scenario.cites,
        "ok": failure is None,
        "failure": failure and _failure(failure),
    }


def _failure(failure: "Failure") -> dict[str, object]:
    line, column = failure.span.position
    return {
        "file": failure.span.source.name,
        "line": line,
        "column": column,
        "text": failure.span.text,
        "reason": failure.reason,
        "open": failure.open,
        "position": list(failure.position),
        "log": list(failure.log),
    }
