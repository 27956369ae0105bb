"""dev.py: set-up that installs only what is missing, says what it cannot do, and is quick."""

import os
import re
import resource
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

import dev
from devtools.console import MISSING_PACKAGES, ROOT, SetupError
from devtools.packages import ensure_packages, find_missing
from devtools.venv import DEV_LOCK, RUN_LOCK
from tests.framework.effort import costs_at_most


def _documents():
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    return sorted(str(path.relative_to(ROOT)) for path in pages)


HOST_NAME = re.compile(r"https?://|--(extra-)?index-url|--find-links|file:")


@pytest.fixture
def packages(tmp_path, monkeypatch):
    """Stand-ins for dpkg-query, which knows `installed`, and apt-get, which notes its calls."""
    tools = tmp_path / "tools"
    tools.mkdir()
    log = tmp_path / "apt.log"
    log.touch()
    (tools / "dpkg-query").write_text(
        f'#!/bin/sh\nwhile read -r name; do echo "$name installed"; done <"{tmp_path}/installed"\n'
    )
    (tools / "apt-get").write_text(f'#!/bin/sh\necho "$DEBIAN_FRONTEND $*" >>"{log}"\n')
    for tool in tools.iterdir():
        tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")

    def installed(*names):
        (tmp_path / "installed").write_text("".join(f"{name}\n" for name in names))
        return log

    return installed


def test_root_refreshes_the_lists_and_installs_only_what_is_missing(packages):
    log = packages("libgl1")
    ensure_packages(["libgl1", "libegl1"], root=True)
    assert log.read_text().splitlines() == [
        "noninteractive -q update",
        "noninteractive -q install -y --no-install-recommends libegl1",
    ]


def test_nothing_is_asked_of_apt_when_nothing_is_missing(packages):
    log = packages("libgl1", "libglib2.0-0t64")
    ensure_packages(["libgl1", "libglib2.0-0"], root=True)
    assert log.read_text() == ""


def test_anybody_else_gets_one_line_to_run(packages):
    log = packages("libgl1")
    with pytest.raises(SetupError) as caught:
        ensure_packages(["libgl1", "libegl1", "xvfb"], root=False)
    assert caught.value.code == MISSING_PACKAGES
    assert "sudo apt-get install --no-install-recommends libegl1 xvfb" in str(caught.value)
    assert log.read_text() == ""


def test_a_removed_package_whose_settings_stayed_counts_as_missing(packages):
    packages("libegl1")
    assert find_missing(["libgl1", "libegl1"]) == ["libgl1"]


@pytest.mark.parametrize("lock", [RUN_LOCK, DEV_LOCK], ids=lambda lock: lock.name)
def test_a_lock_file_pins_every_version_with_hashes_and_names_no_host(lock):
    text = lock.read_text()
    entries = [line for line in text.splitlines() if line and line[0] not in " #"]
    assert all(re.match(r"[a-z0-9._-]+==[^ ]+ .*\\$", line) for line in entries)
    assert all("--hash=sha256:" in entry for entry in re.split(r"(?m)^(?=\w)", text)[1:])
    assert not HOST_NAME.search(text)


def test_the_development_lock_contains_the_run_time_lock():
    assert _pins(RUN_LOCK) <= _pins(DEV_LOCK)


def test_the_qt_that_loses_references_is_not_locked():
    assert "pyside6-essentials==6.12.0" not in _pins(DEV_LOCK)


@pytest.mark.parametrize(
    ("arguments", "window"),
    [([], True), (["--demo"], True), (["show", "--json"], False), (["--version"], False)],
)
def test_only_the_window_needs_a_display(arguments, window):
    assert dev._asks_for_window(arguments) is window


@pytest.mark.parametrize(("arguments", "code"), [([], 2), (["nonsense"], 2), (["--help"], 0)])
def test_a_wrong_command_line_is_answered_with_the_usage(arguments, code):
    result = subprocess.run(
        [sys.executable, ROOT / "dev.py", *arguments], capture_output=True, text=True, check=False
    )
    assert result.returncode == code
    assert "usage: python3 dev.py COMMAND" in result.stderr


@pytest.fixture
def checkout(tmp_path):
    """A copy of the project in a folder with a space, its environment already filled."""
    copy = tmp_path / "a copy"
    copy.mkdir()
    for name in ("devtools", "requirements", "vkconfig_py", "resources"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "dev.py", copy)
    venv.create(copy / ".venv", symlinks=True)
    inside = next((copy / ".venv" / "lib").glob("python*/site-packages"))
    running = next(path for path in sys.path if path.endswith("site-packages"))
    (inside / "running.pth").write_text(f"{running}\n")
    return copy


def test_an_environment_that_satisfies_the_lock_is_taken_as_it_is(checkout, packages):
    packages(*_everything())
    first = _dev(checkout, "run", "--version")
    assert first.returncode == 0, first.stderr
    assert first.stdout.startswith("vkconfig-py ")
    assert "Installing" not in first.stderr
    assert (checkout / ".venv" / "vkconfig-py.stamp").exists()


def test_set_up_costs_little_when_nothing_is_missing(checkout, packages):
    packages(*_everything())
    _dev(checkout, "run", "--version")

    def of_children():
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    with costs_at_most(100, clock=of_children):
        assert _dev(checkout, "run", "--version").stderr == ""


def test_without_a_display_the_report_comes_instead_of_the_window(checkout, packages):
    packages(*_everything())
    result = _dev(checkout, "run", "--demo")
    assert result.returncode == 0, result.stderr
    assert "No display" in result.stderr
    assert "This is the report of the sample machine instead" in result.stderr
    assert "VK_LAYER_MANGOHUD_overlay_x86_64" in result.stdout


# First parts of paths that a document has from systems of others, not from this repository.
_FUCHSIA = ("core/vulkan_loader", "out/debug", "meta/", "metadata/", "contents/", "namespace/")
_ELSEWHERE = {
    f"docs/{folder}{page}.md": paths
    for folder in ("", "de/")
    for page, paths in (("platform_windows", ("./a.dll",)), ("platform_fuchsia", _FUCHSIA))
}


@pytest.mark.parametrize("name", _documents())
def test_a_document_names_only_files_that_exist(name):
    text = (ROOT / name).read_text()
    named = re.findall(r"`((?:[\w.]+/)+[\w.]*)`", text) + re.findall(
        r"\]\((?!https:)([^)#]+)", text
    )
    package = ROOT / "vkconfig_py"
    bases = (ROOT, package, package / "loader", package / "model", (ROOT / name).parent)
    named = [path for path in named if not path.startswith(_ELSEWHERE.get(name, ()))]
    missing = [path for path in named if not any((base / path).exists() for base in bases)]
    assert missing == []


def test_commands_ask_for_no_package_of_qt(checkout, packages):
    log = packages()  # none is installed
    result = _dev(checkout, "run", "show", "--demo")
    assert result.returncode == 0, result.stderr
    assert "VK_LAYER_MANGOHUD_overlay_x86_64" in result.stdout
    assert log.read_text() == ""
    window, commands = (_pins(ROOT / "requirements" / f"{x}.txt") for x in ("run", "commands"))
    assert commands < window
    assert {pin.partition("==")[0] for pin in window - commands} == {
        "pyside6-essentials",
        "shiboken6",
    }


def test_run_leaves_nothing_of_itself_in_the_environment(checkout, packages, tmp_path):
    packages(*_everything())
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    line = [sys.executable, checkout / "dev.py", "run", "run", "-c", "Validation"]
    line += ["--", "/usr/bin/env", "-0"]
    result = subprocess.run(
        line, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    told = dict(part.split("=", 1) for part in result.stdout.split("\0") if "=" in part)
    assert {"PATH", "HOME"} <= set(told), result.stderr
    leaked = {name for name in told if name.startswith(("PYTHON", "VIRTUAL_ENV", "__PYVENV"))}
    assert leaked == set()


def test_a_module_of_the_working_folder_is_not_taken_for_ours(checkout, packages, tmp_path):
    packages(*_everything())
    (tmp_path / "vkconfig_py.py").write_text("raise SystemExit('not ours')")
    hidden = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    line = [sys.executable, checkout / "dev.py", "run", "--version"]
    result = subprocess.run(
        line, cwd=tmp_path, env=hidden, capture_output=True, text=True, check=False
    )
    assert result.stdout.startswith("vkconfig-py ")


def _dev(checkout, *arguments):
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "PYTHONPATH")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    return subprocess.run(
        [sys.executable, checkout / "dev.py", *arguments],
        cwd="/",
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def _everything():
    from devtools.packages import TEST

    return TEST


def _pins(lock: Path):
    return set(re.findall(r"(?m)^[a-z0-9._-]+==[^ ]+", lock.read_text()))
