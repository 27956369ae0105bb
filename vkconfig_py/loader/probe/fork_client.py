"""The client of a fork server (fork_server.py): starts it, orders jobs, follows their keepers.

It imports little, so that a command can start the server of its probe early.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import stat
import time
from collections.abc import Callable, Mapping
from threading import Lock

from vkconfig_py.loader.base.records import TYPE_CHECKING, Any, NamedTuple
from vkconfig_py.loader.probe.process_control import PROBE_MARK_VARIABLE, read_process

if TYPE_CHECKING:
    import socket
    import subprocess

    from vkconfig_py.loader.wire.results import Limits


PACKET_SIZE = 4096
MAX_DESCRIPTORS = 5
STOPPED_REPLY = b"stopped"

CHILD_MODULE = "vkconfig_py.loader.probe.child"
# A probe leaves no trace: disk caches of drivers are disabled unless the program's own environment
# sets them, and layers (the validation layer's cache of shaders) find no folder for theirs. As root
# in the home of a user they would write through that user's links.
_NO_CACHE_FOLDER = {"XDG_CACHE_HOME": "/dev/null"}
_NO_SHADER_CACHE = {
    "MESA_SHADER_CACHE_DISABLE": "true",
    "MESA_GLSL_CACHE_DISABLE": "true",
    "__GL_SHADER_DISK_CACHE": "0",
}
# As a working directory: a new private folder, removed with the server.
PRIVATE_FOLDER = ""
_PRIVATE_PREFIX = "vkconfig-py-probe-"
# What layers read from the working directory.
_READ_FILES = ("vk_layer_settings.txt", "vkBasalt.conf", "vkSumi.conf")
_LIBRARY_PATH = "LD_LIBRARY_PATH"
_SEARCH_VARIABLES = frozenset(
    {
        *("VK_DRIVER_FILES", "VK_ADD_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_LAYER_PATH"),
        *("VK_ADD_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH"),
        *("VK_LAYER_SETTINGS_PATH", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME"),
        *("XDG_DATA_DIRS", "HOME", "LD_PRELOAD", "LD_AUDIT", _LIBRARY_PATH),
    }
)
_SERVER_MODULE = "vkconfig_py.loader.probe.fork_server"
_ANSWER_SECONDS = 60.0  # also the time in which a busy machine imports what children need


class JobOrder(NamedTuple):
    """A job for the server, sent with the descriptors stdin, output, answer, control and link.

    Attributes:
        name: of the job, as long as the name that the server was started with.
        memory, processor_seconds: limits of the child.
    """

    name: str
    memory: int
    processor_seconds: int


def make_job_name() -> str:
    """Return a name for a job that no other job has: 32 hexadecimal digits."""
    return os.urandom(16).hex()


class ServerLostError(OSError):
    """The server has ended, or does not answer."""


class ForkServer:
    """One server: children of one module in one environment and folder.

    It imports while the caller does something else; the first job waits for it.

    Attributes:
        module: its main runs in each child.
    """

    def __init__(
        self, module: str, environment: Mapping[str, str], working_directory: str = "/"
    ) -> None:
        """Start a process that forks the children of a module's jobs.

        Args:
            module: its main answers the jobs.
            environment: complete environment of the children.
            working_directory: of the children, PRIVATE_FOLDER for a new one.

        Raises:
            OSError: it cannot be started.
            ValueError: NUL in the environment or folder.
        """
        self.module = module
        self._environment = dict(environment)
        self._folder = working_directory
        self._private_folder = ""
        self._lock = Lock()
        self.before_close: list[Callable[[], object]] = []
        self._start_process()

    def serves(self, environment: Mapping[str, str], working_directory: str) -> bool:
        """Return whether the server's children have this environment and folder."""
        return self._environment == environment and self._folder == working_directory

    def start_job(
        self, name: str, limits: Limits, files: tuple[int, int, int, int]
    ) -> KeeperProcess:
        """Start a job and return the process that keeps it.

        Args:
            name: 32 hexadecimal digits.
            limits: of its child.
            files: descriptors for stdin, output, the answer and the control pipe.

        Raises:
            OSError: it cannot be started.
        """
        order = JobOrder(name, limits.memory, limits.processor_seconds)
        data = json.dumps(order).encode()
        with self._lock:
            try:
                return self._send_order(data, files)
            except ServerLostError:  # a library may end any process of its user, this one too
                self._stop_process()
                self._start_process()
                return self._send_order(data, files)

    def close(self) -> None:
        """End the server once its postponed work is done. Jobs that still run go on."""
        try:
            while self.before_close:
                self.before_close.pop()()
        finally:
            with self._lock:
                self._stop_process()

    def __enter__(self) -> ForkServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start_process(self) -> None:
        """Start the process of the server."""
        import socket
        import subprocess

        from vkconfig_py.loader.base.own_process import make_child_command

        parent_socket, child_socket = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        if self._folder == PRIVATE_FOLDER:
            self._private_folder = _make_private_folder()
        try:
            with child_socket:
                arguments = (str(child_socket.fileno()), self.module, self._private_folder)
                self._process: subprocess.Popen[bytes] = subprocess.Popen(
                    make_child_command(_SERVER_MODULE, *arguments),
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    # Each keeper writes the name of its job over this one.
                    env={**self._environment, PROBE_MARK_VARIABLE: make_job_name()},
                    cwd=self._folder or self._private_folder or "/",
                    # Every other descriptor of vkconfig-py is closed in it.
                    pass_fds=(child_socket.fileno(),),
                    # Signals of the terminal do not reach it.
                    start_new_session=True,
                )
        except BaseException:
            parent_socket.close()
            remove_private_folder(self._private_folder)
            raise
        parent_socket.settimeout(_ANSWER_SECONDS)
        self._socket = parent_socket
        self._is_idle = True

    def _stop_process(self) -> None:
        """End the process of the server."""
        import subprocess

        self._socket.close()
        if self._is_idle:  # perhaps still importing, which nobody has to wait for
            self._process.kill()
        try:
            self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:  # stopped, or still importing
            self._process.kill()
            self._process.wait()
        remove_private_folder(self._private_folder)

    def _send_order(self, data: bytes, files: tuple[int, int, int, int]) -> KeeperProcess:
        """Send an order with its file descriptors, and return the process that keeps the job."""
        import socket

        self._is_idle = False
        link, remote_link = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            with remote_link:
                socket.send_fds(self._socket, [data], [*files, remote_link.fileno()])
            answer = self._socket.recv(PACKET_SIZE)
            if not answer:
                raise ServerLostError("the server has ended")
            reply: dict[str, Any] = json.loads(answer)
        except OSError as error:
            link.close()
            raise ServerLostError(str(error)) from error
        if "failed" in reply:
            link.close()
            raise OSError(reply["failed"])
        return KeeperProcess(reply["pid"], link)


class KeeperProcess:
    """The keeper of one job.

    Attributes:
        pid: also of its session.
        status: exit status, or minus a signal; None while it runs, or if that is unknown.
        is_stopped: a library has stopped it.
    """

    def __init__(self, pid: int, link: socket.socket) -> None:
        self.pid = pid
        self.status: int | None = None
        self.is_stopped = False
        self.link = link
        self._is_server_lost = False
        process = read_process(pid)  # a zombie at most: the server lets nobody else have the pid
        self._start_time = process.started if process is not None else -1

    @property
    def is_gone(self) -> bool:
        """Return whether the process that keeps the job has ended or was stopped."""
        self._listen(0.0)
        if self._is_server_lost and self.status is None:
            process = read_process(self.pid)
            if process is None or process.started != self._start_time:
                self.status = -signal.SIGKILL  # one that ends by itself says so with the answer
        return self.is_stopped or self.status is not None

    def wait(self, seconds: float) -> None:
        """Wait for the end of the process that keeps the job, at most so many seconds."""
        end = time.monotonic() + seconds
        while self.status is None and not self._is_server_lost and time.monotonic() < end:
            self._listen(end - time.monotonic())

    def _listen(self, seconds: float) -> None:
        """Read what the server says about the process that keeps the job.

        Args:
            seconds: time to wait for it.
        """
        while self.status is None and not self._is_server_lost:
            self.link.settimeout(max(seconds, 0.0))
            try:
                packet = self.link.recv(PACKET_SIZE)
            except (BlockingIOError, TimeoutError):
                return
            except OSError:
                packet = b""
            seconds = 0.0
            if packet == STOPPED_REPLY:
                self.is_stopped = True
            elif packet:
                self.status = int(packet)
            else:
                self._is_server_lost = True


def make_child_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables of a child: those of the program, with disk caches turned off."""
    return {**_NO_SHADER_CACHE, **environment, **_NO_CACHE_FOLDER}


def choose_child_folder(environment: Mapping[str, str], working_directory: str) -> str:
    """Return the working directory of children that run libraries of one program.

    It is a private folder, where what layers write by relative names (captures, screenshots, logs)
    is removed with it. It is the program's own folder if libraries would find something there: a
    settings file that layers look for in it, or what a variable names by a relative path.
    """
    if any(os.path.isfile(f"{working_directory}/{name}") for name in _READ_FILES):
        return working_directory
    for name, value in environment.items():
        if name == "_":  # of the shell: the path of the command
            continue
        if name in _SEARCH_VARIABLES:
            parts = value.replace(";", ":").split(":") if value else []
            # ld.so(8): an empty part is the working directory.
            is_relative = (name == _LIBRARY_PATH and "" in parts) or any(
                part and os.path.exists(os.path.join(working_directory, part))
                for part in parts
                if not part.startswith("/")
            )
        else:
            is_relative = not value.startswith("/") and os.path.isfile(
                os.path.join(working_directory, value)
            )
        if is_relative:
            return working_directory
    return PRIVATE_FOLDER


def remove_private_folder(folder: str) -> None:
    """Remove the private folder of a server with what was written there. "" removes nothing."""
    if not folder:
        return
    try:
        os.rmdir(folder)
    except FileNotFoundError:
        return
    except OSError:  # a layer wrote something
        import shutil

        shutil.rmtree(folder, ignore_errors=True)


def _make_private_folder() -> str:
    """Create a private folder and return its path, "" if no folder can be created.

    Its name tells the process that made it; those that ended with their servers and left a folder
    are cleaned up after.
    """
    process = read_process(os.getpid())
    owner = f"{os.getpid()}-{process.started if process is not None else 0}"
    bases = (os.environ.get("TMPDIR", ""), "/tmp", "/var/tmp")
    for base in bases:
        folder = f"{base}/{_PRIVATE_PREFIX}{owner}-{os.urandom(8).hex()}"
        if base.startswith("/"):
            try:
                os.mkdir(folder, 0o700)
            except OSError:
                continue
            _remove_abandoned_folders(base)
            return folder
    return ""


def _remove_abandoned_folders(base: str) -> None:
    """Remove own private folders whose client and server were both killed."""
    with contextlib.suppress(OSError), os.scandir(base) as entries:
        for entry in entries:
            if entry.name.startswith(_PRIVATE_PREFIX) and _is_abandoned(entry):
                remove_private_folder(entry.path)


def _is_abandoned(folder: os.DirEntry[str]) -> bool:
    """Return whether a private folder is this user's, and the process that made it has ended."""
    try:
        pid, start_time, _ = folder.name.removeprefix(_PRIVATE_PREFIX).split("-")
        status = folder.stat(follow_symlinks=False)
        process = read_process(int(pid))
    except (OSError, ValueError):  # gone meanwhile, or not ours
        return False
    is_own_folder = stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid()
    # A process id alone may have passed to another process.
    return is_own_folder and (process is None or process.started != int(start_time))


def start_server(environment: Mapping[str, str], working_directory: str) -> ForkServer:
    """Start the server of all children that open libraries of one program.

    Args:
        environment: of the program.
        working_directory: of the children, as `choose_child_folder` returns it.

    Raises:
        OSError: it cannot be started.
        ValueError: NUL in the environment or folder.
    """
    return ForkServer(CHILD_MODULE, make_child_environment(environment), working_directory)
