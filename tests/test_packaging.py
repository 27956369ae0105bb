"""The wheel: complete, installable, and running away from the checkout."""

import configparser
import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from devtools.console import ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel of this checkout, built without the network."""
    folder = tmp_path_factory.mktemp("wheel")
    _run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], cwd=ROOT)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The bin folder of a clean environment that has the wheel, and the libraries of this one."""
    folder = tmp_path_factory.mktemp("clean") / "venv"
    venv.create(folder, symlinks=True)
    target = next((folder / "lib").glob("python*/site-packages"))
    running = next(path for path in sys.path if path.endswith("site-packages"))
    (target / "libraries.pth").write_text(f"{running}\n")
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin/python")]
    _run([*pip, "install", "-q", "--no-index", "--no-deps", str(wheel)])
    return folder / "bin"


def test_the_wheel_holds_every_module_and_every_resource(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    modules = {str(path.relative_to(ROOT)) for path in (ROOT / "vkconfig_py").rglob("*.py")}
    resources = {
        f"vkconfig_py/{path.relative_to(ROOT)}"
        for path in (ROOT / "resources").rglob("*")
        if path.is_file()
    }
    tables = {str(path.relative_to(ROOT)) for path in (ROOT / "vkconfig_py").rglob("*.txt")}
    assert len(tables) == 7
    assert modules | resources | tables <= names
    assert {name.split("/")[0] for name in names} == {"vkconfig_py", _metadata(names)}


def test_the_wheel_carries_its_licence_and_two_commands(wheel):
    archive = zipfile.ZipFile(wheel)
    metadata = _metadata(archive.namelist())
    assert f"{metadata}/licenses/LICENSE" in archive.namelist()
    commands = configparser.ConfigParser()
    commands.read_string(archive.read(f"{metadata}/entry_points.txt").decode())
    assert dict(commands["console_scripts"]) == {"vkconfig-py": "vkconfig_py.__main__:run"}
    assert dict(commands["gui_scripts"]) == {"vkconfig-py-gui": "vkconfig_py.__main__:run"}


@pytest.mark.long
def test_the_installed_command_runs_the_installed_package(installed, tmp_path):
    script = "import vkconfig_py; print(vkconfig_py.__file__)"
    where = _run([str(installed / "python"), "-c", script], cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(installed.parent)
    assert _run([str(installed / "vkconfig-py"), "--version"], cwd=tmp_path).startswith(
        "vkconfig-py"
    )


def test_the_installed_report_is_json(installed, tmp_path):
    report = json.loads(_run([str(installed / "vkconfig-py"), "show", "--json"], cwd=tmp_path))
    assert {"basis", "layers", "callstack", "drivers", "verdicts"} <= report.keys()


def test_the_installed_window_opens_on_the_sample_machine_and_leaves_nothing(installed, tmp_path):
    home, temporary = tmp_path / "home", tmp_path / "temporary"
    home.mkdir()
    temporary.mkdir()
    output = _run(
        [str(installed / "vkconfig-py-gui"), "--demo"],
        cwd=home,
        HOME=str(home),
        TMPDIR=str(temporary),
        QT_QPA_PLATFORM="offscreen",
        VKCONFIG_PY_BENCH="paint",  # paint once, then quit
        **{f"XDG_{name}_HOME": "" for name in ("CONFIG", "DATA", "STATE", "CACHE")},
    )
    assert output.startswith("painted ")
    assert list(home.rglob("*")) == []
    assert list(temporary.rglob("*")) == []


def _metadata(names):
    return next(name.split("/")[0] for name in names if ".dist-info/" in name)


def _run(command, cwd=None, **changes):
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | changes
    result = subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout
