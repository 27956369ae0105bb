"""The server of a probe: a process that has imported what children need, and forks one per job.

Theory of operation: the start of an interpreter and its imports cost more than most drivers, so
one process pays for them once. It loads no library of others, has one thread, and does nothing but
fork: each fork becomes the keeper of one job in a session of its own, with the
descriptors of that job and no other. The client (fork_client.py) starts one server for one
environment and one folder, because the dynamic linker reads its variables when a process starts.

A job arrives as one packet with its descriptors (`JobOrder`). One of them is its link: there the
server tells how the keeper fares; the keeper remains a zombie, so that its pid names nobody else,
until the client closes its end of the link. When the socket of the orders ends, the server ends:
keepers watch a pipe of their own to the client.

A keeper supervises a child and kills every process that the child leaves. A driver or layer can
fork, leave its process group with setsid, and keep the pipes open; when the child then dies, what
it left has init for a parent and nothing that tells where it came from. As a child subreaper the
keeper takes the place of init for all of it, and opens no library itself. It watches the child, a
control pipe, and the resources of all descendants (process_control.py). When that pipe ends (we
have what we want, or we are dead ourselves), the child does or a bound is crossed, everything below
the keeper is killed.

Where the system allows it the keeper is the first process of a PID namespace: nothing within can
name, stop or kill what is outside or the first process, and all ends with it. That takes the rights
of root. Other users could have it in a user namespace; there files of others belong to "nobody" and
the groups are others, which is not the machine that a driver is to be seen on, so they do without,
and the runner steps in for a keeper that was killed or stopped (process_control.py).
"""

from __future__ import annotations

import contextlib
import ctypes
import faulthandler
import gc
import json
import os
import resource
import select
import signal
import socket
import sys
import time
from collections.abc import Sequence

from vkconfig_py.loader.base.records import Any, write_message
from vkconfig_py.loader.probe.fork_client import (
    MAX_DESCRIPTORS,
    PACKET_SIZE,
    STOPPED_REPLY,
    JobOrder,
    remove_private_folder,
)
from vkconfig_py.loader.probe.process_control import (
    MAX_TASKS,
    PROBE_MARK_VARIABLE,
    ResourceLimit,
    ResourceWatch,
    below,
    list_processes,
)

_CLONE_NEWNS, _CLONE_NEWPID = 0x20000, 0x20000000  # CLONE_NEWNS, CLONE_NEWPID: linux/sched.h
_MS_BIND, _MS_REC, _MS_SLAVE = 1 << 12, 1 << 14, 1 << 19  # MS_BIND, MS_REC, MS_SLAVE: linux/mount.h
_PROC_FLAGS = 2 | 4 | 8  # MS_NOSUID, MS_NODEV, MS_NOEXEC
_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG: linux/prctl.h
_BINFMT_FOLDER = "/proc/sys/fs/binfmt_misc"  # mounts itself when it is looked at; no driver does

_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER, linux/prctl.h
_KILL_SECONDS = 2.0
_SPARE_TASKS = 64  # above the reported limit, so that exceeding it is reported first


def be_child(arguments: Sequence[str]) -> None:
    """Serve jobs on a socket until it is closed.

    Args:
        arguments: number of the socket's file descriptor, the module of the jobs, and the private
            folder that the server removes at its end, as the client may have been killed.
    """
    descriptor, module, private_folder = arguments
    faulthandler.enable()
    gc.disable()  # nothing of what is imported is garbage
    # A module that cannot be imported fails again in each keeper, whose output somebody reads.
    with contextlib.suppress(Exception):
        __import__(module)
    # Forks share the pages of what is imported; a collection would write to them.
    gc.freeze()
    gc.enable()
    _Server(socket.socket(fileno=int(descriptor)), module).serve()
    remove_private_folder(private_folder)
    os._exit(0)


class _Server:
    def __init__(self, orders: socket.socket, module: str) -> None:
        self._order_socket = orders
        self._module = module
        self._link_by_keeper: dict[int, socket.socket] = {}  # by the pid of the keeper
        self._reported_keepers: set[int] = set()  # keepers whose end the client knows
        self._forgotten_keepers: set[int] = set()  # keepers about which the client asks no more
        self._wake_reader, self._wake_writer = os.pipe()

    def serve(self) -> None:
        """Fork a process for each order until the client closes the socket."""
        os.set_blocking(self._wake_writer, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        # select returns for a pipe, not for SIGCHLD.
        signal.set_wakeup_fd(self._wake_writer)
        while True:
            waited_channels: list[Any] = [
                self._order_socket,
                self._wake_reader,
                *self._link_by_keeper.values(),
            ]
            ready, _, _ = select.select(waited_channels, (), ())
            if self._wake_reader in ready:
                os.read(self._wake_reader, 512)
            for pid, link in tuple(self._link_by_keeper.items()):
                self._report_keeper(pid, link)
                if link in ready:  # nothing is ever sent to it: the client has closed it
                    self._link_by_keeper.pop(pid).close()
                    self._reported_keepers.discard(pid)
                    self._forgotten_keepers.add(pid)
            self._forgotten_keepers = {
                pid for pid in self._forgotten_keepers if not os.waitpid(pid, os.WNOHANG)[0]
            }
            if self._order_socket in ready and not self._run_next_order():
                return

    def _run_next_order(self) -> bool:
        """Fork the process that keeps the next job, or return False at the end of the orders."""
        data, files, _, _ = socket.recv_fds(
            self._order_socket, PACKET_SIZE, MAX_DESCRIPTORS, socket.MSG_CMSG_CLOEXEC
        )
        if not data:
            return False
        try:
            pid = os.fork()
        except OSError as error:
            self._order_socket.send(json.dumps({"failed": str(error)}).encode())
            pid = -1
        if pid == 0:
            self._run_as_keeper(JobOrder(*json.loads(data)), files)
        *descriptors, link = files
        for descriptor in descriptors:
            os.close(descriptor)
        if pid < 0:
            os.close(link)
            return True
        self._link_by_keeper[pid] = socket.socket(fileno=link)
        self._order_socket.send(json.dumps({"pid": pid}).encode())
        return True

    def _run_as_keeper(self, order: JobOrder, files: Sequence[int]) -> None:
        """Close everything of the server, and run one job. Never return."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        stdin, output, answer, control, link = files
        for endpoint in (self._order_socket, *self._link_by_keeper.values()):
            endpoint.close()
        for target, file in ((0, stdin), (1, output), (2, output)):
            os.dup2(file, target)
        for descriptor in (self._wake_reader, self._wake_writer, stdin, output, link):
            os.close(descriptor)
        try:
            os.setsid()
            _rename_process(order.name)
            limits = order.memory, order.processor_seconds
            main(answer, control, self._module, *limits)
        except BaseException:  # noqa: BLE001 - as an interpreter does at its end
            import traceback

            traceback.print_exc()
            sys.stderr.flush()
        finally:
            os._exit(1)  # never on as the server

    def _report_keeper(self, pid: int, link: socket.socket) -> None:
        """Tell the client that the process which keeps a job was stopped, or how it ended."""
        wait_options = os.WEXITED | os.WSTOPPED | os.WNOHANG | os.WNOWAIT
        change = os.waitid(os.P_PID, pid, wait_options)
        if change is None or pid in self._reported_keepers:
            return
        if change.si_code == os.CLD_STOPPED:
            packet = STOPPED_REPLY
            with contextlib.suppress(ChildProcessError):  # killed since; this is told once
                os.waitid(os.P_PID, pid, os.WSTOPPED | os.WNOHANG)
        else:
            self._reported_keepers.add(pid)
            is_code = change.si_code == os.CLD_EXITED
            packet = str(change.si_status if is_code else -change.si_status).encode()
        with contextlib.suppress(OSError):  # the client has gone
            link.send(packet)


def _rename_process(name: str) -> None:
    """Give this process the name of its job, also in /proc and in what it starts.

    /proc shows the memory in which the environment lay at the start, so it is changed in place.
    """
    getenv = ctypes.CDLL(None).getenv
    getenv.restype = ctypes.c_void_p
    mark_address = getenv(PROBE_MARK_VARIABLE.encode())
    if mark_address:
        ctypes.memmove(mark_address, name.encode(), len(name))
    os.environ[PROBE_MARK_VARIABLE] = name


def enter_pid_namespace() -> bool:
    """Continue as the first process of a new PID namespace. Return whether it is possible."""
    libc = ctypes.CDLL(None)
    try:
        old_namespace = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    if libc.unshare(_CLONE_NEWPID | _CLONE_NEWNS) != 0:
        os.close(old_namespace)
        return False
    ready, ready_writer = os.pipe()
    # unshare(CLONE_NEWPID) moves only later children into the namespace, not the caller.
    first = os.fork()
    if first == 0:
        os.close(ready)
        os.close(old_namespace)
        null_argument = ctypes.c_ulong(0)
        libc.prctl(
            _DEATH_SIGNAL,
            ctypes.c_ulong(signal.SIGKILL),
            null_argument,
            null_argument,
            null_argument,
        )
        if not _show_own_processes(libc):
            os._exit(1)
        # Signals from within reach the first process only where it has handlers.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        faulthandler.disable()
        os.write(ready_writer, b"1")
        os.close(ready_writer)
        return True
    os.close(ready_writer)
    if os.read(ready, 1):
        _wait_for_first(first)
    os.waitpid(first, 0)
    os.close(ready)
    # Children of this process would still go into the namespace, which has died with its first
    # process.
    libc.setns(old_namespace, _CLONE_NEWPID)
    os.close(old_namespace)
    return False


def _show_own_processes(libc: ctypes.CDLL) -> bool:
    """Mount a /proc that shows this PID namespace. Return whether it worked."""
    if libc.mount(None, b"/", None, ctypes.c_ulong(_MS_REC | _MS_SLAVE), None) != 0:
        return False
    mounts = []
    with open("/proc/self/mountinfo", encoding="utf-8", errors="surrogateescape") as file:
        for line in file:
            mount_point = line.split()[4]
            if mount_point.startswith("/proc/") and mount_point != _BINFMT_FOLDER:
                with contextlib.suppress(OSError):
                    mounts.append(
                        (os.open(mount_point, os.O_PATH | os.O_CLOEXEC), os.fsencode(mount_point))
                    )
    if libc.mount(b"proc", b"/proc", b"proc", ctypes.c_ulong(_PROC_FLAGS), None) != 0:
        return False
    for descriptor, target in mounts:
        source = f"/proc/self/fd/{descriptor}".encode()
        libc.mount(source, target, None, ctypes.c_ulong(_MS_BIND | _MS_REC), None)
        os.close(descriptor)
    return True


def _wait_for_first(first_pid: int) -> None:
    """Wait for the first process of the namespace and exit with its status. Never return."""
    status = os.waitstatus_to_exitcode(os.waitpid(first_pid, 0)[1])
    if status < 0:
        os.kill(os.getpid(), -status)
    os._exit(status if status >= 0 else 1)


def main(descriptor: int, control: int, module: str, memory: int, processor_seconds: int) -> None:
    """Run `module.main(descriptor)` in a child, report how it ended, kill all its processes.

    Args:
        descriptor: the pipe for the answer.
        control: the pipe from the parent, which closes it to cancel.
        module: the module of the job.
        memory: limit in bytes.
        processor_seconds: limit of processor time.
    """
    run_job = __import__(module, fromlist=("main",)).main
    if not enter_pid_namespace():
        _become_subreaper()
    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    # select returns for a pipe, not for SIGCHLD.
    signal.set_wakeup_fd(wakes)
    child = os.fork()
    if child == 0:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for handle in (control, woken, wakes):
            os.close(handle)
        _run_job(run_job, descriptor, memory, processor_seconds)
    status, exceeded_limit = _wait_for_child(child, control, woken, ResourceWatch(memory))
    if exceeded_limit is not None:
        _send_message(descriptor, {"crossed": exceeded_limit.value})
    if status is None:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    _kill_everything()
    _send_message(descriptor, {"ended": status})
    os._exit(0)


def _run_job(work: object, descriptor: int, memory: int, processor_seconds: int) -> None:
    """Run the job in the forked child. Never return."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (processor_seconds, processor_seconds + 1))
    if memory:
        # Memory that can be written, not addresses: drivers reserve far more of those than they
        # use, one of NVIDIA's tens of gigabytes.
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
        # That does not count what is shared, which is a file to the kernel: of memfd_create, in
        # /dev/shm or in another folder that lies in memory.
        resource.setrlimit(resource.RLIMIT_FSIZE, (memory, memory))
    _limit_tasks()
    faulthandler.enable(descriptor)  # what libraries print does not mix with it
    status = 1
    try:
        work(descriptor)  # type: ignore[operator] # a function, by name
        status = 0
    except BaseException as error:  # noqa: BLE001 - as an interpreter does at its end
        import traceback

        traceback.print_exc()
        _send_message(descriptor, {"raised": f"{type(error).__name__}: {error}"})
    sys.stderr.flush()
    os._exit(status)


def _limit_tasks() -> None:
    """Limit processes and threads. The limit counts all tasks of the user, and none of root."""
    user = os.geteuid()
    running_tasks = 0
    for name in filter(str.isdecimal, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            if os.stat(f"/proc/{name}").st_uid == user:
                running_tasks += len(os.listdir(f"/proc/{name}/task"))
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NPROC)
    needed = running_tasks + MAX_TASKS + _SPARE_TASKS
    limit = needed if hard_limit == resource.RLIM_INFINITY else min(needed, hard_limit)
    resource.setrlimit(resource.RLIMIT_NPROC, (limit, limit))


def _wait_for_child(
    child: int, control: int, woken: int, watch: ResourceWatch
) -> tuple[int | None, ResourceLimit | None]:
    """Return how the child exited, and the limit that it exceeded.

    The first is the exit code or minus the signal, None if the child is to be ended.

    `woken`: becomes readable when a child exits.
    """
    while True:
        ready, _, _ = select.select((control, woken), (), (), watch.pause)
        if control in ready:
            return None, None
        if woken in ready:
            os.read(woken, 512)
            status = _reap(child)
            if status is not None:
                return status, watch.find_exceeded() if _has_children() else None
        elif exceeded_limit := watch.find_exceeded():
            return None, exceeded_limit


def _has_children() -> bool:
    """Return whether any child process remains."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def _reap(child: int) -> int | None:
    """Reap all children that have exited. Return the status of the job's child, or None."""
    status = None
    with contextlib.suppress(ChildProcessError):
        while True:
            pid, exit_status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                break
            if pid == child:
                status = os.waitstatus_to_exitcode(exit_status)
    return status


def _kill_everything() -> None:
    """Kill all descendants, orphans that this process has adopted included."""
    end = time.monotonic() + _KILL_SECONDS
    with contextlib.suppress(ChildProcessError):  # no process
        while time.monotonic() < end:  # unkillable processes are ignored
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
            for pid in below((os.getpid(),), list_processes()):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.001)


def _become_subreaper() -> None:
    """Adopt orphaned descendants (PR_SET_CHILD_SUBREAPER). Without it they go to init."""
    prctl = getattr(ctypes.CDLL(None), "prctl", None)
    if prctl is not None:
        enabled, null_argument = ctypes.c_ulong(1), ctypes.c_ulong(0)
        prctl(_SUBREAPER, enabled, null_argument, null_argument, null_argument)


def _send_message(descriptor: int, message: dict[str, int | str | None]) -> None:
    """Send a JSON line to the parent, unless that has exited."""
    with contextlib.suppress(OSError):  # the reader has exited
        write_message(descriptor, message)
