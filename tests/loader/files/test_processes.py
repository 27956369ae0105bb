"""What /proc shows of processes."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import time

import pytest

from vkconfig_py.loader.api.runtime_view import RuntimeViewError, find_runtime_view
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.processes import (
    MappedFile,
    ProcessPulse,
    has_loader,
    list_processes,
    read_process,
    read_pulse,
)

MAPS = """\
7f00-7f01 r--p 00000000 08:01 11 /usr/lib/libvulkan.so.1.3.239
7f01-7f02 r-xp 00001000 08:01 11 /usr/lib/libvulkan.so.1.3.239
7f02-7f03 r-xp 00000000 fe:10 12 /opt/my layers/libone.so (deleted)
7f03-7f04 rw-p 00000000 00:00 0
7f04-7f05 rw-p 00000000 00:00 0 [heap]
7f05-7f06 rw-s 00000000 00:01 99 anon_inode:i915.gem
"""


@pytest.fixture
def proc(tmp_path):
    """A /proc with one process."""
    folder = tmp_path / "10"
    for one in (folder / "ns", tmp_path / "self/ns"):
        one.mkdir(parents=True)
    fields = ["S", *map(str, range(4, 22)), "500", "4096", "7"]
    (folder / "stat").write_text(f"10 (a) b) {' '.join(fields)}\n")
    (folder / "status").write_text("Name:\tgame\nUid:\t1000\t1000\t1000\t1000\n")
    (folder / "maps").write_text(MAPS)
    (folder / "cmdline").write_bytes(b"game\0--fast\0")
    (folder / "environ").write_bytes(b"A=1\0B=x=y\0=odd\0nothing\0")
    (folder / "auxv").write_bytes(struct.pack("=QQQQ", 23, 0, 0, 0))
    (folder / "exe").symlink_to("/opt/game (deleted)")
    (folder / "cwd").symlink_to("/home/u")
    (folder / "root").symlink_to("/")
    (tmp_path / "self/ns/mnt").symlink_to("mnt:[1]")
    (folder / "ns/mnt").symlink_to("mnt:[1]")
    (tmp_path / "uptime").write_text("1000.00 5.00\n")
    return tmp_path


def test_a_process_is_read(proc):
    facts = read_process(10, str(proc))
    assert (facts.user, facts.name, facts.program) == (1000, "game", "/opt/game")
    assert (facts.arguments, facts.folder) == (("--fast",), "/home/u")
    assert facts.environment == {"A": "1", "B": "x=y"}
    assert facts.mapped_files == (
        MappedFile("/usr/lib/libvulkan.so.1.3.239", os.makedev(8, 1), 11),
        MappedFile("/opt/my layers/libone.so", os.makedev(0xFE, 0x10), 12, is_deleted=True),
    )
    assert (facts.root, facts.elevated) == ("", False)
    assert (facts.start, facts.is_program_deleted) == (500, True)
    ticks = 500 / os.sysconf("SC_CLK_TCK")
    assert facts.started == pytest.approx(time.time() - 1000 + ticks, abs=60)
    assert read_pulse(10, str(proc)) == ProcessPulse(500, 4096, 4)
    assert has_loader(10, str(proc))
    assert list_processes(str(proc)) == (10,)


def test_a_file_system_of_its_own_is_its_root(proc):
    (proc / "10/ns/mnt").unlink()
    (proc / "10/ns/mnt").symlink_to("mnt:[2]")
    assert read_process(10, str(proc)).root == f"{proc}/10/root"


def test_so_is_a_changed_root(proc):
    (proc / "10/root").unlink()
    (proc / "10/root").symlink_to("/srv/chroot")
    assert read_process(10, str(proc)).root == f"{proc}/10/root"


@pytest.mark.parametrize(("bits", "form"), [(64, "=QQ"), (32, "=II")])
def test_rights_and_word_size_are_those_of_the_process(proc, bits, form):
    program = proc / "program"
    program.write_bytes(b"\x7fELF" + (b"\x02" if bits == 64 else b"\x01") + bytes(20))
    (proc / "10/exe").unlink()
    (proc / "10/exe").symlink_to(program)
    (proc / "10/auxv").write_bytes(struct.pack(form, 6, 4096) + struct.pack(form, 23, 1))
    facts = read_process(10, str(proc))
    assert (facts.pointer_bits, facts.elevated) == (bits, True)


def test_what_is_not_shown_is_not_known(proc):
    (proc / "10/environ").unlink()
    assert not read_process(10, str(proc)).is_readable
    assert read_process(11, str(proc)) is None
    assert read_pulse(11, str(proc)) is None
    assert has_loader(11, str(proc)) is False
    (proc / "10/maps").unlink()
    (proc / "10/maps").mkdir()  # cannot be read
    assert has_loader(10, str(proc)) is None
    assert list_processes(str(proc / "none")) == ()


def test_a_real_process_is_read_with_all_files_of_its_code():
    sleeper = [sys.executable, "-c", "import ctypes, sqlite3; print(1, flush=True); input()"]
    with subprocess.Popen(
        sleeper, env={"MARK": "me"}, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        child.stdout.readline()
        facts = read_process(child.pid)
        with open(f"/proc/{child.pid}/maps") as maps:
            code = [line for line in maps if " /" in line and "x" in line.split()[1]]
            paths = {line.split(None, 5)[5].strip() for line in code}
        assert {one.path for one in facts.mapped_files} == paths
        assert len(paths) > 8
        assert facts.environment == {"MARK": "me"}
        assert facts.program == os.path.realpath(sys.executable)
        assert abs(facts.started - time.time()) < 60
        for one in facts.mapped_files:
            assert os.stat(one.path).st_ino == one.inode
        child.communicate(b"\n")


def test_the_view_of_a_process_has_its_program_rights_and_variables(proc):
    runtime_view = find_runtime_view("process:10", str(proc))
    assert str(runtime_view) == "process:10"
    host = runtime_view.apply(Host({"HOME": "/root"}))
    assert host.environment == {"A": "1", "B": "x=y"}
    assert (host.executable, host.working_directory) == ("/opt/game", "/home/u")
    assert runtime_view.note == (
        "Seen as process 10 (game): its files, its privileges and the variables that it "
        "was started with."
    )


@pytest.mark.parametrize(
    ("name", "why"), [("99", "process 99 does not exist"), ("x", "process x does not exist")]
)
def test_a_process_that_is_not_there_has_no_view(proc, name, why):
    with pytest.raises(RuntimeViewError, match=why):
        find_runtime_view(f"process:{name}", str(proc))
    (proc / "10/environ").unlink()
    with pytest.raises(RuntimeViewError, match="belongs to another user"):
        find_runtime_view("process:10", str(proc))
