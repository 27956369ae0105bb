"""Homes that are not as they should be: none at all, odd masks, folders of others, root in one."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.commands import PROGRAM
from tests.framework.amount import choose_amount
from tests.framework.native import build_native
from tests.framework.patience import PATIENCE
from tests.framework.ready_python import run_python
from tests.framework.snapshot import take_snapshot

LAYER = "VK_LAYER_TEST_odd"
USER = 54321
MOMENTS = (0, 40, 80, 88, 94, 100, 108, 116, 124, 132)[
    choose_amount(1, long=0) :: choose_amount(3, long=1)
]


class Home:
    """An environment with one layer and one configuration that turns it on."""

    def __init__(self, folder: Path) -> None:
        self.tmp = folder / "tmp"
        self.data = folder / "data"
        for made in (self.tmp, self.data / "vulkan/explicit_layer.d"):
            made.mkdir(parents=True)
        layer = {
            "name": LAYER,
            "type": "GLOBAL",
            "library_path": str(build_native().layer),
            "api_version": "1.3.0",
            "implementation_version": "1",
            "description": "d",
        }
        text = json.dumps({"file_format_version": "1.1.2", "layer": layer})
        (self.data / "vulkan/explicit_layer.d/odd.json").write_text(text)
        gone = ("XDG_", "HOME", "SUDO_", "VK_")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(gone)}
        self.environment = {
            **kept,
            "TMPDIR": str(self.tmp),
            "XDG_DATA_HOME": str(self.data),
        }

    def run(self, *arguments: str, mask: int = 0o022) -> subprocess.CompletedProcess[str]:
        done = run_python(
            *("-m", "vkconfig_py", *arguments),
            ready=PROGRAM,
            environment=self.environment,
            mask=mask,
        )
        told = done.stdout.decode(), done.stderr.decode()
        return subprocess.CompletedProcess(done.args, done.returncode, *told)

    def make_configuration(self, mask: int = 0o022) -> None:
        """Import a configuration by the program itself, so that it is found again where it is."""
        document = {"format": 2, "key": "odd", "name": "Odd"}
        file = self.data / "odd.json"
        file.write_text(json.dumps({**document, "layers": [{"name": LAYER, "wish": "on"}]}))
        done = self.run("config", "import", str(file), mask=mask)
        assert done.returncode == 0, done.stderr

    def overrides(self) -> list[Path]:
        return list(self.data.parent.rglob("VkLayer_override*.json"))


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


@pytest.mark.parametrize("mask", [0, 0o002, 0o022])
@pytest.mark.parametrize("has_home", [True, False])
def test_what_one_command_applies_the_next_one_withdraws(
    home: Home, has_home: bool, mask: int
) -> None:
    if has_home:
        (home.data.parent / "home").mkdir(mode=0o755)
        home.environment["HOME"] = str(home.data.parent / "home")
    home.environment["XDG_CONFIG_HOME"] = str(home.data.parent / "config")
    if not has_home:
        del home.environment["XDG_CONFIG_HOME"]
    home.make_configuration(mask)
    applied = home.run("apply", "-c", "Odd", "--every-program", mask=mask)
    assert applied.returncode == 0, applied.stderr
    assert home.overrides()
    withdrawn = home.run("withdraw", mask=mask)
    assert withdrawn.returncode == 0, withdrawn.stderr
    assert "Withdrawn: “Odd”" in withdrawn.stdout
    assert home.overrides() == []
    assert len(list(home.tmp.iterdir())) <= 1
    ours = [
        one
        for one in home.data.parent.rglob("*")
        if "vkconfig-py" in str(one.relative_to(home.data.parent))
    ]
    assert {stat.S_IMODE(one.stat().st_mode) for one in ours if one.is_dir()} == {0o700}
    assert {stat.S_IMODE(one.stat().st_mode) for one in ours if one.is_file()} == {0o600}
    open_to_all = [
        one for one in home.data.parent.rglob("*") if one.is_dir() and one.stat().st_mode & 0o022
    ]
    assert [one for one in open_to_all if one not in (home.tmp, home.data)] == []


@pytest.mark.parametrize("command", ["show", "config", "problems", "status --overrides"])
def test_commands_that_look_litter_nothing(home: Home, command: str) -> None:
    home.run(*command.split())
    before = sorted(map(str, home.tmp.rglob("*")))
    home.run(*command.split())
    assert sorted(map(str, home.tmp.rglob("*"))) == before
    assert len(list(home.tmp.iterdir())) <= 1


def test_the_first_dry_run_writes_nothing_at_all(home: Home) -> None:
    folder = home.data.parent / "home"
    folder.mkdir()
    home.environment["HOME"] = str(folder)
    done = home.run("apply", "-c", "Validation", "--every-program", "--dry-run")
    assert done.returncode == 0, done.stderr
    assert list(folder.rglob("*")) == []
    assert list(home.tmp.rglob("*")) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives folders away")
def test_a_folder_that_somebody_else_made_is_refused_with_the_reason(home: Home) -> None:
    home.tmp.chmod(0o1777)
    folder = home.tmp / "vkconfig-py-0"
    folder.mkdir(mode=0o700)
    os.chown(folder, USER, USER)
    done = home.run("config", "create", "Mine")
    assert done.returncode != 0
    assert f"{folder} is not a folder that you own" in done.stderr
    assert f"the folder belongs to user {USER}, not to root" in done.stderr
    assert list(home.tmp.iterdir()) == [folder]
    assert list(folder.iterdir()) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root works in the home of somebody else")
def test_root_in_the_home_of_a_user_gives_what_it_makes_to_that_user(home: Home) -> None:
    folder = home.data.parent / "home"
    folder.mkdir()
    os.chown(folder, USER, USER)
    home.environment["HOME"] = str(folder)
    home.make_configuration()
    applied = home.run("apply", "-c", "Odd", "--every-program")
    assert applied.returncode == 0, applied.stderr
    assert f"is running as root in user {USER}'s home folder" in applied.stderr
    assert "as-root" in home.run("problems").stdout
    made = [folder, *folder.rglob("*")]
    assert any(one.name.startswith("VkLayer_override") for one in made)
    assert {one.lstat().st_uid for one in made} == {USER}
    assert home.run("withdraw").returncode == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root works in the home of somebody else")
@pytest.mark.parametrize(
    "linked",
    [
        *(".config", ".config/vulkan", ".config/vulkan/implicit_layer.d"),
        *(".config/vkconfig-py", ".local/state", ".local/state/vkconfig-py"),
    ],
)
def test_a_link_in_a_home_leads_no_command_of_root_out_of_it(linked: str, home: Home) -> None:
    folder, system = home.data.parent / "home", home.data.parent / "etc"
    for made in (system / "vulkan/implicit_layer.d", (folder / linked).parent):
        made.mkdir(parents=True)
    (system / "preferences.json").write_text("root's")
    (folder / linked).symlink_to(system)
    for path in (folder, *folder.rglob("*")):
        os.lchown(path, USER, USER)
    home.environment["HOME"] = str(folder)
    before = take_snapshot(system)
    applied = home.run("apply", "-c", "Validation", "--every-program")
    home.run("config", "create", "Mine")
    home.run("withdraw")
    assert take_snapshot(system) == before
    # What is applied there does not need the folder of configurations.
    assert applied.returncode != 0 or linked == ".config/vkconfig-py", applied.stdout
    if applied.returncode:
        assert (
            f"Nothing was applied: {folder / linked}: as root, vkconfig-py does not follow"
            in applied.stderr
        )


def test_root_with_its_own_home_is_told_whose_configurations_it_does_not_see(home: Home) -> None:
    folder = home.data.parent / "home"
    folder.mkdir()
    home.environment.update(HOME=str(folder), SUDO_UID=str(USER))
    told = home.run("config", "list").stderr
    assert (f"not user {USER}'s" in told) == (os.geteuid() == 0)


INTERRUPTED = """
import itertools, os, signal, sys
from vkconfig_py.cli import main
calls, at = itertools.count(), int(sys.argv.pop(1))
def counting(real):
    def step(*arguments, **named):
        if next(calls) == at:
            os.kill(os.getpid(), signal.SIGTERM)
        return real(*arguments, **named)
    return step
for name in ("rename", "fsync", "mkdir", "open", "utime", "unlink"):
    setattr(os, name, counting(getattr(os, name)))
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("at", MOMENTS)
def test_a_command_that_is_told_to_end_has_applied_all_and_said_so_or_nothing(
    home: Home, at: int
) -> None:
    folder = home.data.parent / "home"
    folder.mkdir()
    home.environment["HOME"] = str(folder)
    home.make_configuration()
    command = [sys.executable, "-c", INTERRUPTED, str(at), "apply", "-c", "Odd", "--every-program"]
    done = subprocess.run(
        command,
        env=home.environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode in (0, -15), done.stderr
    assert ("is applied to every program" in done.stdout) == bool(home.overrides())
    assert not list(folder.rglob("*.tmp"))
    assert home.run("withdraw").returncode == 0
    assert home.overrides() == []


@pytest.mark.parametrize("kind", ["newer", "pipe", "link", "dangling link"])
def test_a_record_that_must_not_be_replaced_refuses_an_apply_and_is_left(
    home: Home, kind: str
) -> None:
    folder = home.data.parent / "home"
    folder.mkdir()
    home.environment["HOME"] = str(folder)
    home.make_configuration()
    record = folder / ".local/state/vkconfig-py/applied.json"
    record.parent.mkdir(parents=True, exist_ok=True)
    other = folder / "other"
    other.write_text("theirs")
    match kind:
        case "newer":
            record.write_text('{"format": 99}')
        case "pipe":
            os.mkfifo(record)
        case "link":
            record.symlink_to(other)
        case _:
            record.symlink_to("nowhere")
    before = record.lstat().st_ino
    for _ in range(2):
        done = home.run("apply", "-c", "Odd", "--every-program")
        assert done.returncode == 1
        assert f"Nothing was applied: {record}: " in done.stderr
        assert record.lstat().st_ino == before
    assert home.overrides() == []
    assert other.read_text() == "theirs"
    if kind == "newer":
        assert record.read_text() == '{"format": 99}'
