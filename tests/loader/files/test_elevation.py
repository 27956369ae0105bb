"""Which programs are elevated: the rules, and the kernel's own answer for real files."""

from __future__ import annotations

import os
import shutil
import stat
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from tests.framework.cases import trying_cases
from tests.framework.patience import PATIENCE
from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.files.program_files import (
    NOT_ELEVATED,
    Elevation,
    FileRights,
    StartingProcess,
    decide_elevation,
    find_elevation,
)

ME, OTHER, ROOT = 612_345, 612_346, 0
NET_RAW, SYS_NICE = 1 << 13, 1 << 23
_NOBODY = 65534
_PLAIN = 0o755 | stat.S_IFREG


def capabilities(permitted: int = 0, inheritable: int = 0, *, effective: bool = False) -> bytes:
    """Return the attribute that setcap writes."""
    low, high = 0xFFFFFFFF, 32
    words = (permitted & low, inheritable & low, permitted >> high, inheritable >> high)
    return struct.pack("<5I", 0x02000000 | effective, *words)


def rights(
    mode: int = 0, owner: int = ROOT, group: int = ROOT, attribute: bytes = b"", **named: bool
) -> FileRights:
    return FileRights(_PLAIN | mode, owner, group, capabilities=attribute, **named)


ME_NOW = StartingProcess(ME, ME)
ROOT_NOW = StartingProcess(ROOT, ROOT)


@pytest.mark.parametrize(
    ("file", "starter", "expected"),
    [
        (rights(), ME_NOW, NOT_ELEVATED),
        (
            rights(0o4000),
            ME_NOW,
            Elevation(True, "game runs with elevated privileges (setuid root)"),
        ),
        (
            rights(0o4000, ME),
            ME_NOW,
            Elevation(
                False,
                "game has elevated privileges (setuid 612345), but they have no effect for you",
            ),
        ),
        (
            rights(0o4000),
            ROOT_NOW,
            Elevation(
                False,
                "game has elevated privileges (setuid root), but they have no effect for root",
            ),
        ),
        (
            rights(0o4000, OTHER),
            ROOT_NOW,
            Elevation(True, "game runs with elevated privileges (setuid 612346)"),
        ),
        (
            rights(0o2000),
            ME_NOW,
            Elevation(True, "game runs with elevated privileges (setgid root)"),
        ),
        (
            rights(0o6000, ME),
            ME_NOW,
            Elevation(True, "game runs with elevated privileges (setuid 612345, setgid root)"),
        ),
        (FileRights(0o2745, ROOT, ROOT), ME_NOW, NOT_ELEVATED),  # locking, not setgid
        (
            rights(0o4000, grants_capabilities=False),
            ME_NOW,
            Elevation(
                False,
                "game has elevated privileges (setuid root), but they have no effect: its "
                "file system is mounted nosuid",
            ),
        ),
        (
            rights(0o4000),
            ME_NOW._replace(has_no_new_privileges=True),
            Elevation(
                False,
                "game has elevated privileges (setuid root), but they have no effect: "
                "no_new_privs is set in this session",
            ),
        ),
        (
            rights(attribute=capabilities(SYS_NICE, effective=True)),
            ME_NOW,
            Elevation(True, "game runs with elevated privileges (cap_sys_nice)"),
        ),
        (
            rights(attribute=capabilities(SYS_NICE)),
            ME_NOW,
            Elevation(True, "game runs with elevated privileges (cap_sys_nice)"),
        ),
        (
            rights(attribute=capabilities(SYS_NICE, effective=True)),
            ME_NOW._replace(has_no_new_privileges=True),  # the kernel marks the start all the same
            Elevation(True, "game runs with elevated privileges (cap_sys_nice)"),
        ),
        (
            rights(attribute=capabilities(SYS_NICE)),
            ME_NOW._replace(bounding=0),
            Elevation(
                False,
                "game has elevated privileges (cap_sys_nice), but they have no effect for you",
            ),
        ),
        (
            rights(attribute=capabilities(inheritable=NET_RAW)),
            ME_NOW,
            Elevation(
                False, "game has elevated privileges (cap_net_raw), but they have no effect for you"
            ),
        ),
        (
            rights(attribute=capabilities(inheritable=NET_RAW)),
            ME_NOW._replace(inheritable=NET_RAW),
            Elevation(True, "game runs with elevated privileges (cap_net_raw)"),
        ),
        (
            rights(attribute=capabilities(SYS_NICE, effective=True)),
            ROOT_NOW,
            Elevation(
                False,
                "game has elevated privileges (cap_sys_nice), but they have no effect for root",
            ),
        ),
        (
            rights(attribute=capabilities((1 << 41) - 1, effective=True)),
            ME_NOW,
            Elevation(True, "game runs with elevated privileges (41 file capabilities)"),
        ),
        (
            rights(attribute=capabilities(1 << 50, effective=True)),
            ME_NOW,
            Elevation(True, "game runs with elevated privileges (cap_50)"),
        ),
        (
            rights(attribute=capabilities(effective=True)),
            ME_NOW,
            Elevation(True, "game runs with elevated privileges (file capabilities)"),
        ),
        (rights(attribute=b"\x01"), ME_NOW, NOT_ELEVATED),
        (rights(attribute=b"\x00\x00\x00\x09" + bytes(16)), ME_NOW, NOT_ELEVATED),
        (
            rights(attribute=struct.pack("<6I", 0x03000001, SYS_NICE, 0, 0, 0, 1000)),
            ME_NOW,
            NOT_ELEVATED,  # for the root of another user namespace
        ),
        (
            rights(attribute=struct.pack("<6I", 0x03000001, SYS_NICE, 0, 0, 0, 0)),
            ME_NOW,
            Elevation(True, "game runs with elevated privileges (cap_sys_nice)"),
        ),
    ],
)
def test_what_a_file_says_and_who_starts_it_decide(file, starter, expected):
    assert decide_elevation(file, starter, "game") == expected


def test_names_of_users_that_are_not_known_are_numbers():
    file = rights(0o6000, 12345678, 12345679)
    assert (
        decide_elevation(file, ME_NOW, "game").explanation
        == "game runs with elevated privileges (setuid 12345678, setgid 12345679)"
    )


def test_a_file_that_cannot_be_looked_at_is_not_called_elevated(tmp_path):
    here = Host({})
    assert find_elevation(str(tmp_path / "gone"), here) == NOT_ELEVATED
    assert find_elevation("/bin/\0", here) == NOT_ELEVATED
    windows = here._replace(platform=Platform.WINDOWS)
    assert find_elevation("/usr/bin/su", windows) == NOT_ELEVATED


def test_a_program_below_another_root_is_looked_at_there(tmp_path):
    game = tmp_path / "bin" / "game"
    game.parent.mkdir()
    game.write_bytes(b"\x7fELF")
    game.chmod(0o4755)
    said = find_elevation("/bin/game", Host({}, root=str(tmp_path))).explanation
    assert said.startswith("game ")
    assert find_elevation("/bin/game", Host({})) == NOT_ELEVATED


SECURE = """
#include <stdio.h>
#include <sys/auxv.h>
int main(void) { printf("%lu", getauxval(AT_SECURE)); }
"""


@pytest.fixture(scope="module")
def program() -> Iterator[Path]:
    """A program that prints AT_SECURE, in a folder that every user may enter."""
    with tempfile.TemporaryDirectory(prefix="vkconfig-py-test-") as folder:
        os.chmod(folder, 0o755)
        path = Path(folder) / "secure"
        command = ["gcc", "-x", "c", "-", "-o", path]
        subprocess.run(command, input=SECURE, text=True, check=True, timeout=PATIENCE)
        yield path


def _as(user: int, *more: str) -> list[str]:
    return ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *more]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes programs of other users")
@pytest.mark.parametrize("attribute", ["", "=", "cap_net_raw+ep", "cap_net_raw+p", "cap_net_raw+i"])
def test_the_kernel_marks_the_same_starts(program, attribute):
    modes, owners = (0o755, 0o4755, 0o2755, 0o2745, 0o6755), (0, 1, _NOBODY)
    starts = (
        _as(0),
        _as(_NOBODY),
        _as(_NOBODY, "--no-new-privs"),
        _as(_NOBODY, "--bounding-set=-net_raw"),
    )
    with trying_cases() as trying:
        for mode, owner in product(modes, owners):
            shutil.copyfile(program, copy := program.with_name("copy"))
            os.chown(copy, owner, owner)
            copy.chmod(mode)
            if attribute:
                subprocess.run(["setcap", attribute, copy], check=True, timeout=PATIENCE)
            for start in starts:
                with trying(f"mode {mode:o}, of {owner}, {' '.join(start)}"):
                    _compare_with_kernel(copy, owner, start)


def _compare_with_kernel(copy, owner, start):
    answer = subprocess.run([*start, copy], capture_output=True, timeout=PATIENCE, check=False)
    if answer.returncode == 126:  # the kernel refuses to start it
        assert "--bounding-set=-net_raw" in start
        return
    file = copy.stat()
    try:
        told = os.getxattr(copy, "security.capability")
    except OSError:
        told = b""
    user = int(start[1].partition("=")[2])
    bounding = (1 << 41) - 1
    starter = StartingProcess(
        user,
        user,
        bounding & ~NET_RAW if "--bounding-set=-net_raw" in start else bounding,
        has_no_new_privileges="--no-new-privs" in start,
    )
    judged = decide_elevation(
        FileRights(file.st_mode, owner, owner, capabilities=told), starter, "game"
    )
    assert answer.stdout == str(int(judged.is_elevated)).encode(), judged


@pytest.mark.skipif(os.geteuid() != 0, reason="only root mounts file systems")
def test_a_file_system_that_is_mounted_nosuid_grants_nothing(program):
    (program.parent / "mounted").mkdir()
    copy = program.parent / "mounted" / "secure"
    ask = "import sys\nfrom vkconfig_py.loader.files.program_files import find_elevation as f\n"
    ask += "from vkconfig_py.loader.base.host import Host\nprint(f(sys.argv[1], Host({})))"
    script = (
        'mount -t tmpfs -o nosuid none "$1" && cp "$2" "$3" && chown 0:1 "$3" && chmod 2755 "$3"'
        ' && "$3" && echo && exec "$4" -c "$5" "$3"'
    )
    command = ["unshare", "--mount", "sh", "-c", script, "sh"]
    arguments = [copy.parent, program, copy, sys.executable, ask]
    done = subprocess.run(
        [*command, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
        cwd=Path(__file__).parents[3],
    )
    secure, said = done.stdout.splitlines()
    assert secure == "0"
    assert "is_elevated=False" in said
    assert "(setgid daemon), but they have no effect: its file system is mounted nosuid" in said
