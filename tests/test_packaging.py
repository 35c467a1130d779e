"""What is installed is what lies in the checkout: wheel, sdist, editable install.

Everything is built from a copy of the checkout, so that nothing appears in it.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from attrs import frozen

from cubedsl import __version__, rulesets

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("dsl", "interpreter", "rulesets", "validator")
NEEDED = ("pyproject.toml", "README.md", "LICENSE", "src", *FOLDERS)
SHIPPED = {folder: {".py", ".lark", ".cube"} for folder in FOLDERS}
SHIPPED["rulesets"] |= {".md", ".toml"}

# One worker builds once for all of them.
pytestmark = pytest.mark.xdist_group("packaging")


def run(command: Sequence[str | Path], cwd: Path) -> str:
    """Run a command outside the checkout and return what it prints; a failure shows it."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        command,
        cwd=cwd,
        env=kept,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout}"
    return done.stdout


def contents(wheel: Path) -> dict[str, int]:
    """Return the checksum of every file of a wheel, but of the list of checksums itself."""
    with zipfile.ZipFile(wheel) as archive:
        return {
            entry.filename: entry.CRC
            for entry in archive.infolist()
            if not entry.filename.endswith(".dist-info/RECORD")
        }


@frozen
class Built:
    """A copy of the checkout and the two wheels made from it."""

    tree: Path
    direct: Path
    through_sdist: Path


def build(tree: Path, into: Path, *options: str) -> Path:
    """Build `tree` with the tools of this environment and return the wheel."""
    command = (sys.executable, "-m", "build", "--no-isolation", "--outdir", into, tree)
    run((*command, *options), tree.parent)
    (wheel,) = into.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Build a wheel directly, and another from the sdist."""
    base = tmp_path_factory.mktemp("packaging")
    tree = base / "tree"
    tree.mkdir()
    leave_out = shutil.ignore_patterns("__pycache__", "*.egg-info", "*.pyc")
    for name in NEEDED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tree / name, symlinks=True, ignore=leave_out)
        else:
            shutil.copy(ROOT / name, tree / name)
    through_sdist = build(tree, base / "both")
    assert len(list((base / "both").glob("*.tar.gz"))) == 1
    shutil.rmtree(tree / "src" / "cubedsl.egg-info")
    return Built(tree, build(tree, base / "wheel", "--wheel"), through_sdist)


@pytest.fixture(scope="module")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel in a fresh environment and return the folder of its commands.

    What the package depends on is borrowed from the environment of the tests: nothing is fetched.
    """
    home = tmp_path_factory.mktemp("installed") / "venv"
    venv.create(home, symlinks=os.name != "nt", with_pip=False)
    where = sysconfig.get_paths("venv", {"base": str(home), "platbase": str(home)})
    commands = Path(where["scripts"])
    pip = (sys.executable, "-m", "pip", "--python", commands / "python", "--quiet")
    run((*pip, "install", "--no-index", "--no-deps", built.direct), home)
    borrowed = Path(where["purelib"]) / "borrowed.pth"
    borrowed.write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return commands


def size(name: str) -> int:
    """Return how long the texts of a shipped ruleset are."""
    return sum(file.stat().st_size for file in rulesets.path(name).parent.rglob("*.cube"))


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_is_linked_into_the_package(folder: str) -> None:
    link = ROOT / "src" / "cubedsl" / folder
    assert link.is_symlink(), (
        f"{link} is no symbolic link: was the checkout made with core.symlinks=false? "
        "What is installed from it is incomplete."
    )
    assert os.readlink(link) == f"../../{folder}"
    assert link.is_dir()


def test_the_wheel_claims_one_name(built: Built) -> None:
    tops = {name.split("/")[0] for name in contents(built.direct)}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"cubedsl"}


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_wheel_holds_every_file_of_a_folder(built: Built, folder: str) -> None:
    files = (file for file in (built.tree / folder).rglob("*") if file.suffix in SHIPPED[folder])
    expected = {f"cubedsl/{file.relative_to(built.tree).as_posix()}" for file in files}
    assert f"cubedsl/{folder}/__init__.py" in expected
    assert expected - set(contents(built.direct)) == set()


def test_the_wheel_holds_the_templates(built: Built) -> None:
    templates = built.tree / "src" / "cubedsl" / "templates"
    files = [file for file in templates.rglob("*") if file.is_file()]
    expected = {f"cubedsl/templates/{file.relative_to(templates).as_posix()}" for file in files}
    assert len(expected) >= 5
    assert expected - set(contents(built.direct)) == set()


def test_the_wheel_is_marked_as_typed(built: Built) -> None:
    assert "cubedsl/py.typed" in contents(built.direct)


def test_the_wheel_of_the_sdist_is_the_same(built: Built) -> None:
    assert contents(built.through_sdist) == contents(built.direct)


def test_what_is_installed_stands_alone(installed: Path, tmp_path: Path) -> None:
    question = "import cubedsl.rulesets as r; print(r.__file__, *r.names(), sep='\\n')"
    place, *names = run((installed / "python", "-c", question), tmp_path).splitlines()
    assert Path(place).is_relative_to(installed.parent)
    assert tuple(names) == rulesets.names()


def test_no_generic_name_is_installed(installed: Path, tmp_path: Path) -> None:
    question = f"from importlib.util import find_spec as f; print(*filter(f, {FOLDERS}))"
    assert run((installed / "python", "-c", question), tmp_path).strip() == ""


def test_the_installed_command_tells_its_version(installed: Path, tmp_path: Path) -> None:
    assert __version__ in run((installed / "cubedsl", "--version"), tmp_path)


def test_the_installed_command_checks_a_shipped_ruleset(installed: Path, tmp_path: Path) -> None:
    run((installed / "cubedsl", "check", min(rulesets.names(), key=size)), tmp_path)


def test_the_installed_command_makes_new_rulesets(installed: Path, tmp_path: Path) -> None:
    for words in (("game", "--game"), ("house", "--house", min(rulesets.names(), key=size))):
        run((installed / "cubedsl", "new", *words), tmp_path)
        run((installed / "cubedsl", "test", words[0]), tmp_path)


def test_shipped_names_lead_to_files() -> None:
    assert all(rulesets.path(name).is_file() for name in rulesets.names())
    with pytest.raises(LookupError, match="nowhere"):
        rulesets.path("nowhere")


def test_type_checkers_see_the_editable_install(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("from cubedsl.rulesets import names\nreveal_type(names())\n")
    mypy = (sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir", tmp_path)
    assert '"tuple[str, ...]"' in run((*mypy, program), tmp_path)
