"""The server of a probe: a process that has imported what children need, and forks one per job.

Theory of operation: the start of an interpreter and its imports cost more than most drivers, so
one process pays for them once. It loads no library of others, has one thread, and does nothing but
fork: each fork becomes the keeper of one job (subreaper.py) in a session of its own, with the
descriptors of that job and no other. The client (fork_client.py) starts one server for one
environment and one folder, because the dynamic linker reads its variables when a process starts.

A job arrives as one packet with its descriptors (`ForkOrder`). One of them is its link: there the
server tells how the keeper fares; the keeper remains a zombie, so that its pid names nobody else,
until the client closes its end of the link. When the socket of the orders ends, the server ends:
keepers watch a pipe of their own to the client.
"""

from __future__ import annotations

import contextlib
import ctypes
import faulthandler
import gc
import json
import os
import select
import signal
import socket
import sys
from collections.abc import Sequence

from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.probe import subreaper
from vkconfig_py.loader.probe.fork_client import DESCRIPTORS, PACKET, STOPPED, ForkOrder
from vkconfig_py.loader.probe.processes import NAME


def be_child(arguments: Sequence[str]) -> None:
    """Serve on the socket of this number. Keepers run the jobs of a module."""
    descriptor, module = arguments
    faulthandler.enable()
    gc.disable()  # nothing of what is imported is garbage
    # A module that cannot be imported fails again in each keeper, whose output somebody reads.
    with contextlib.suppress(Exception):
        __import__(module)
    # Forks share the pages of what is imported; a collection would write to them.
    gc.freeze()
    gc.enable()
    _Server(socket.socket(fileno=int(descriptor)), module).serve()
    os._exit(0)


class _Server:
    def __init__(self, orders: socket.socket, module: str) -> None:
        self._orders = orders
        self._module = module
        self._links: dict[int, socket.socket] = {}  # by the pid of the keeper
        self._told: set[int] = set()  # keepers whose end the client knows
        self._left: set[int] = set()  # keepers about which the client asks no more
        self._woken, self._wakes = os.pipe()

    def serve(self) -> None:
        """Fork until the client closes the socket."""
        os.set_blocking(self._wakes, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        # select returns for a pipe, not for SIGCHLD.
        signal.set_wakeup_fd(self._wakes)
        while True:
            waited: list[Any] = [self._orders, self._woken, *self._links.values()]
            ready, _, _ = select.select(waited, (), ())
            if self._woken in ready:
                os.read(self._woken, 512)
            for pid, link in tuple(self._links.items()):
                self._report_keeper(pid, link)
                if link in ready:  # nothing is ever sent to it: the client has closed it
                    self._links.pop(pid).close()
                    self._told.discard(pid)
                    self._left.add(pid)
            self._left = {pid for pid in self._left if not os.waitpid(pid, os.WNOHANG)[0]}
            if self._orders in ready and not self._run_next_order():
                return

    def _run_next_order(self) -> bool:
        """Fork the keeper of one job, or return False at the end of the orders."""
        data, files, _, _ = socket.recv_fds(
            self._orders, PACKET, DESCRIPTORS, socket.MSG_CMSG_CLOEXEC
        )
        if not data:
            return False
        try:
            pid = os.fork()
        except OSError as error:
            self._orders.send(json.dumps({"failed": str(error)}).encode())
            pid = -1
        if pid == 0:
            self._become_keeper(ForkOrder(*json.loads(data)), files)
        *descriptors, link = files
        for descriptor in descriptors:
            os.close(descriptor)
        if pid < 0:
            os.close(link)
            return True
        self._links[pid] = socket.socket(fileno=link)
        self._orders.send(json.dumps({"pid": pid}).encode())
        return True

    def _become_keeper(self, order: ForkOrder, files: Sequence[int]) -> None:
        """Let go of all that is the server's, and run one job. Never return."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        stdin, output, answer, control, link = files
        for endpoint in (self._orders, *self._links.values()):
            endpoint.close()
        for target, file in ((0, stdin), (1, output), (2, output)):
            os.dup2(file, target)
        for descriptor in (self._woken, self._wakes, stdin, output, link):
            os.close(descriptor)
        try:
            os.setsid()
            _rename(order.name)
            limits = order.memory, order.processor_seconds
            subreaper.main(answer, control, self._module, *limits)
        except BaseException:  # noqa: BLE001 - as an interpreter does at its end
            import traceback

            traceback.print_exc()
            sys.stderr.flush()
        finally:
            os._exit(1)  # never on as the server

    def _report_keeper(self, pid: int, link: socket.socket) -> None:
        """Send that a keeper was stopped, or how it has ended."""
        wait_options = os.WEXITED | os.WSTOPPED | os.WNOHANG | os.WNOWAIT
        change = os.waitid(os.P_PID, pid, wait_options)
        if change is None or pid in self._told:
            return
        if change.si_code == os.CLD_STOPPED:
            packet = STOPPED
            with contextlib.suppress(ChildProcessError):  # killed since; this is told once
                os.waitid(os.P_PID, pid, os.WSTOPPED | os.WNOHANG)
        else:
            self._told.add(pid)
            is_code = change.si_code == os.CLD_EXITED
            packet = str(change.si_status if is_code else -change.si_status).encode()
        with contextlib.suppress(OSError):  # the client has gone
            link.send(packet)


def _rename(name: str) -> None:
    """Make this process known by the name of its job, also in /proc and to what it starts.

    /proc shows the memory in which the environment lay at the start, so it is changed in place.
    """
    getenv = ctypes.CDLL(None).getenv
    getenv.restype = ctypes.c_void_p
    place = getenv(NAME.encode())
    if place:
        ctypes.memmove(place, name.encode(), len(name))
    os.environ[NAME] = name
