"""Games on a cluster: the same as at home, also when a worker is killed half-way."""

import json
import os
import pickle
import signal
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from click.testing import CliRunner
from distributed import Client, LocalCluster

import cubedsl.interpreter.bots.cluster as module
from cubedsl import __version__
from cubedsl.cli import main
from cubedsl.interpreter.bots.cluster import ClusterError, Hands, cluster, hands_of
from cubedsl.interpreter.bots.plan import Engine, Plan
from cubedsl.interpreter.bots.seats import line_up
from cubedsl.interpreter.bots.simulate import simulate
from cubedsl.interpreter.bots.statistics import Result, Totals
from cubedsl.interpreter.setup import prepare
from library import ROOT, ruleset

PIG = str(ROOT / "examples" / "pig.cube")

# One worker of pytest starts one cluster.
pytestmark = pytest.mark.xdist_group("cluster")


def plan(games: int) -> Plan:
    setup = prepare(ruleset(PIG), players=3)
    return Plan(setup, line_up(ruleset(PIG), 3), games, seed=5, rotate=True)


@pytest.fixture(scope="module")
def local() -> Iterator[Any]:
    """A cluster of two processes on this machine."""
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as one:
        yield one


@pytest.mark.parametrize(("engine", "games"), [(Engine.AUTO, 3000), (Engine.REFERENCE, 20)])
def test_it_is_the_same_on_a_cluster(local: Any, engine: Engine, games: int) -> None:
    there = simulate(plan(games), engine=engine, elsewhere=cluster(local.scheduler_address))
    here = simulate(plan(games), engine=engine)
    assert there == here and there.engine is here.engine


def test_it_is_the_same_when_a_worker_is_killed(local: Any) -> None:
    with Client(local.scheduler_address) as client:
        before = client.run(os.getpid)
    killed: list[int] = []

    def kill(totals: Totals, _results: Sequence[Result]) -> None:
        if totals.games >= 5_000 and not killed:
            killed.append(next(iter(before.values())))
            os.kill(killed[0], signal.SIGKILL)

    made = plan(20_000)
    report = simulate(made, watches=(kill,), elsewhere=cluster(local.scheduler_address))
    assert killed and report == simulate(made)


def test_the_command_plays_on_a_cluster(local: Any) -> None:
    words = ["sim", PIG, "--games", "700", "--format", "json"]
    runs = [
        CliRunner().invoke(main, [*words, *more])
        for more in ([], ["--scheduler", local.scheduler_address])
    ]
    found = [json.loads(one.stdout) for one in runs]
    assert [one.exit_code for one in runs] == [0, 0]
    assert found[0]["digest"] == found[1]["digest"]


def test_an_interruption_keeps_what_is_finished(local: Any) -> None:
    def interrupt(totals: Totals, _results: Sequence[Result]) -> None:
        if totals.games >= 2_000:
            os.kill(os.getpid(), signal.SIGINT)

    far = plan(10_000_000)
    report = simulate(far, watches=(interrupt,), elsewhere=cluster(local.scheduler_address))
    assert report.interrupted and 2_000 <= report.totals.games < 100_000
    assert report.totals == simulate(plan(report.totals.games)).totals


def test_what_plays_can_be_sent_on() -> None:
    hands = hands_of(__version__, pickle.dumps(plan(9)), Engine.FAST)
    sent = pickle.loads(pickle.dumps(hands))
    assert isinstance(sent, Hands) and sent.work(range(3, 9)) == hands.work(range(3, 9))


def test_another_version_does_not_play() -> None:
    with pytest.raises(ClusterError, match=r"a worker has cubedsl .*, not 0\.0\.0"):
        hands_of("0.0.0", pickle.dumps(plan(1)), Engine.FAST)


def test_where_there_is_no_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 1)
    for address in ("tcp://127.0.0.1:9", "nonsense://x"):
        result = CliRunner().invoke(main, ["sim", PIG, "--games", "3", "--scheduler", address])
        assert result.exit_code == 2
        assert result.stderr.splitlines()[-1].startswith(
            f"Error: there is no scheduler at {address}: "
        )


def test_a_cluster_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 1)
    with (
        LocalCluster(n_workers=0, processes=False, dashboard_address=":0") as empty,
        pytest.raises(ClusterError, match="no worker has joined"),
    ):
        simulate(plan(3), elsewhere=cluster(empty.scheduler_address))


def test_what_a_cluster_needs_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = CliRunner().invoke(main, ["sim", PIG, "--games", "3", "--scheduler", "tcp://x:1"])
    assert result.exit_code == 2
    assert result.stderr == "Error: a cluster needs more: pip install 'cubedsl[cluster]'\n"
