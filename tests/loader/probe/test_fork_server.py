"""One server, many jobs: each is on its own, and nothing of it remains with the server."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.framework.patience import PATIENCE, wait_for
from tests.framework.processes import find_marked_processes
from vkconfig_py.loader.probe import fork_server
from vkconfig_py.loader.probe.child_process import run_job
from vkconfig_py.loader.probe.fork_client import (
    MAX_DESCRIPTORS,
    PRIVATE_FOLDER,
    ForkServer,
    JobOrder,
    choose_child_folder,
    make_job_name,
)
from vkconfig_py.loader.probe.process_control import PROBE_MARK_VARIABLE, below, list_processes
from vkconfig_py.loader.wire.results import Answered, Cancellation, Cancelled, Crashed, Limits

_LIMITS = Limits(PATIENCE)


@pytest.fixture
def server(tmp_path) -> Iterator[ForkServer]:
    environment = {**os.environ, "MARK": str(tmp_path)}
    with ForkServer("tests.framework.misbehaving", environment) as started:
        yield started


def pid_of(server: ForkServer) -> int:
    return server._process.pid


def children_of(pid: int) -> list[str]:
    """Its children, zombies too."""
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def test_jobs_of_one_server_end_each_in_its_own_way(server):
    outcomes = {}

    def run(deed: str) -> None:
        outcomes[deed] = run_job(server, {"do": deed}, limits=_LIMITS)

    threads = [threading.Thread(target=run, args=(deed,)) for deed in ("answer", "crash", "exit")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert isinstance(outcomes["answer"], Answered)
    assert isinstance(outcomes["crash"], Crashed)
    assert (outcomes["crash"].how, str(outcomes["exit"].how)) == ("SIGSEGV", "exit 7")


def test_server_keeps_neither_zombies_nor_descriptors(server):
    run_job(server, {"do": "answer"}, limits=_LIMITS)
    wait_for(lambda: not children_of(pid_of(server)), "the end of the first keeper")
    first = pid_of(server)
    before = os.listdir(f"/proc/{first}/fd")
    for deed in ("answer", "crash", "orphan", "vanish"):
        run_job(server, {"do": deed}, limits=_LIMITS)
    wait_for(lambda: not children_of(pid_of(server)), "the end of all keepers")
    assert pid_of(server) == first
    assert os.listdir(f"/proc/{first}/fd") == before


def test_a_server_that_a_library_has_killed_is_started_again(server):
    run_job(server, {"do": "answer"}, limits=_LIMITS)
    first = pid_of(server)
    os.kill(first, signal.SIGKILL)
    assert isinstance(run_job(server, {"do": "answer"}, limits=_LIMITS), Answered)
    assert pid_of(server) != first


def test_a_job_outlives_its_server_and_ends_with_all_it_started(server, tmp_path):
    cancellation = Cancellation()

    def hear(_step: str) -> None:
        os.kill(pid_of(server), signal.SIGKILL)
        cancellation.cancel()

    outcome = run_job(
        server,
        {"do": "orphan, then hang"},
        limits=_LIMITS,
        cancellation=cancellation,
        on_step=hear,
    )
    cancellation.close()
    assert outcome == Cancelled("the risky step")
    assert find_marked_processes(tmp_path) == []


def test_an_answer_comes_before_the_end_of_a_job_and_the_server_ends_after_it(tmp_path):
    environment = {**os.environ, "MARK": str(tmp_path)}
    before = os.listdir("/proc/self/fd")
    with ForkServer("tests.framework.misbehaving", environment) as server:
        for deed in ("answer", "orphan", "answer"):
            outcome = run_job(server, {"do": deed}, limits=_LIMITS, awaits_end=False)
            assert isinstance(outcome, Answered)
    assert find_marked_processes(tmp_path) == []
    assert os.listdir("/proc/self/fd") == before


def test_without_an_answer_the_end_of_a_job_is_awaited_always(server):
    outcome = run_job(server, {"do": "crash"}, limits=_LIMITS, awaits_end=False)
    assert isinstance(outcome, Crashed)
    assert outcome.how == "SIGSEGV"


def test_an_answer_counts_although_the_server_has_gone(server):
    outcome = run_job(
        server,
        {"do": "answer"},
        limits=_LIMITS,
        on_step=lambda _step: os.kill(pid_of(server), signal.SIGKILL),
    )
    assert isinstance(outcome, Answered)


def test_processes_of_a_job_bear_its_name_and_not_that_of_another(server):
    cancellation = Cancellation()
    names = set()

    def hear(_step: str) -> None:
        processes = list_processes()
        for pid in below((pid_of(server),), processes):
            names.update(_names(pid))
        cancellation.cancel()

    run_job(server, {"do": "hang"}, limits=_LIMITS, cancellation=cancellation, on_step=hear)
    cancellation.close()
    (own,) = _names(pid_of(server))
    assert len(names) == 1
    assert own not in names


def test_a_fork_that_fails_is_told_and_holds_nothing(monkeypatch):
    def fail() -> int:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(fork_server.os, "fork", fail)
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with here, there, open("/dev/null", "rb") as nothing:
        before = len(os.listdir("/proc/self/fd"))
        server = fork_server._Server(there, "m")
        order = JobOrder(make_job_name(), 0, 1)
        data = fork_server.json.dumps(order).encode()
        socket.send_fds(here, [data], [nothing.fileno()] * MAX_DESCRIPTORS)
        assert server._run_next_order()
        assert b"temporarily unavailable" in here.recv(4096)
        for descriptor in (server._wake_reader, server._wake_writer):
            os.close(descriptor)
        assert len(os.listdir("/proc/self/fd")) == before


def _names(pid: int) -> set[bytes]:
    try:
        variables = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return set()
    return {one for one in variables if one.startswith(f"{PROBE_MARK_VARIABLE}=".encode())}


_WITHOUT_ITS_PROC = """
import os
from vkconfig_py.loader.probe import fork_server
fork_server._show_own_processes = lambda _libc: False
is_in = fork_server.enter_pid_namespace()
child = os.fork()
if child == 0:
    print(is_in, os.getpid() == int(os.readlink("/proc/self")), flush=True)
    os._exit(0)
os.waitpid(child, 0)
"""


def test_where_its_proc_cannot_be_mounted_a_child_keeps_the_number_that_others_see():
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}
    command = [sys.executable, "-c", _WITHOUT_ITS_PROC]
    said = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert said.stdout == "False True\n"


def test_children_have_a_private_folder_that_goes_with_their_server(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with ForkServer("tests.framework.misbehaving", os.environ, PRIVATE_FOLDER) as server:
        (private_folder,) = tmp_path.iterdir()
        assert os.readlink(f"/proc/{pid_of(server)}/cwd") == str(private_folder)
        assert private_folder.stat().st_mode & 0o777 == 0o700
        (private_folder / "capture.gfxr").write_bytes(b"frames")
    assert list(tmp_path.iterdir()) == []


def test_a_private_folder_goes_if_its_client_is_killed(tmp_path):
    code = (
        "import os, sys; from vkconfig_py.loader.probe.fork_client import *\n"
        "from vkconfig_py.loader.probe.child_process import run_job\n"
        "server = ForkServer('tests.framework.misbehaving', os.environ, PRIVATE_FOLDER)\n"
        "run_job(server, {'do': 'answer'})\n"
        "os.kill(os.getpid(), 9)"
    )
    environment = {**os.environ, "TMPDIR": str(tmp_path), "MARK": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, check=False)
    assert done.returncode == -signal.SIGKILL
    wait_for(lambda: not list(tmp_path.iterdir()), "the end of the server")


def test_a_private_folder_whose_client_and_server_were_killed_goes_with_the_next_one(
    tmp_path, monkeypatch
):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    code = (
        "import os; from vkconfig_py.loader.probe.fork_client import *\n"
        "server = ForkServer('tests.framework.misbehaving', os.environ, PRIVATE_FOLDER)\n"
        "server._process.kill(); server._process.wait(); os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False)
    assert done.returncode == -signal.SIGKILL
    (left_folder,) = tmp_path.iterdir()
    foreign_folder = tmp_path / "vkconfig-py-probe-notes"
    foreign_folder.mkdir()
    (left_folder / "capture.gfxr").write_bytes(b"frames")
    with ForkServer("tests.framework.misbehaving", os.environ, PRIVATE_FOLDER) as one:
        with ForkServer("tests.framework.misbehaving", os.environ, PRIVATE_FOLDER):
            # That of a process which runs stays.
            assert len(list(tmp_path.iterdir())) == 3
            assert os.path.isdir(os.readlink(f"/proc/{pid_of(one)}/cwd"))
        assert not left_folder.exists()
    assert list(tmp_path.iterdir()) == [foreign_folder]


def test_without_a_place_for_a_private_folder_children_work(monkeypatch):
    monkeypatch.setattr("os.mkdir", refuse)
    with ForkServer("tests.framework.misbehaving", os.environ, PRIVATE_FOLDER) as server:
        assert os.readlink(f"/proc/{pid_of(server)}/cwd") == "/"


def refuse(*_arguments: object) -> None:
    raise PermissionError


@pytest.mark.parametrize(
    ("variables", "files"),
    [
        ({}, ["vk_layer_settings.txt"]),
        ({}, ["vkBasalt.conf"]),
        ({"VK_DRIVER_FILES": "/there.json:drivers/mine.json"}, ["drivers/mine.json"]),
        ({"VK_LAYER_PATH": "."}, []),
        ({"XDG_DATA_DIRS": "share:/usr/share"}, ["share/readme"]),
        ({"LD_LIBRARY_PATH": "/opt/lib:"}, []),
        ({"MANGOHUD_CONFIGFILE": "mine.conf"}, ["mine.conf"]),
    ],
)
def test_children_keep_the_folder_that_libraries_read(tmp_path, variables, files):
    create_files(tmp_path, files)
    assert choose_child_folder(variables, str(tmp_path)) == str(tmp_path)


@pytest.mark.parametrize(
    ("variables", "files"),
    [
        ({}, ["notes.txt"]),
        ({"VK_DRIVER_FILES": "/there.json", "LD_LIBRARY_PATH": "/opt/lib"}, []),
        ({"VK_LAYER_PATH": "missing", "LD_LIBRARY_PATH": ""}, []),
        ({"_": "bin/vkconfig-py", "NAME": "folder"}, ["bin/vkconfig-py", "folder/file"]),
        ({"GFXRECON_CAPTURE_FILE": "mine.gfxr"}, []),
    ],
)
def test_children_get_a_private_folder_where_nothing_is_read(tmp_path, variables, files):
    create_files(tmp_path, files)
    assert choose_child_folder(variables, str(tmp_path)) == PRIVATE_FOLDER


def test_every_described_settings_file_of_the_working_folder_is_known(tmp_path):
    names = {
        name
        for path in (Path(__file__).parents[3] / "resources/layer_settings").glob("*.json")
        for name in re.findall(r"\{working_directory\}/([^\"]+)", path.read_text())
    }
    assert names
    for name in names:
        folder = tmp_path / name.replace("/", "_")
        create_files(folder, [name])
        assert choose_child_folder({}, str(folder)) == str(folder)


def create_files(folder: Path, names: list[str]) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
