"""Packs the engine, and asks it on another machine through the user's own ssh.

Theory of operation: ssh runs one line of POSIX shell there (`SCRIPT`). It makes a private folder,
finds a Python and starts it with a short program (`_UNPACK`) that reads the packed engine from the
standard input and runs `fleet/remote_entry.py`. The shell says "ready" before anything is sent, so
that a failure is known early and a login script that reads its input takes nothing of it. Lines for
us begin with a token; everything else is what login shells print, and is ignored.

Nothing is left there: the shell removes the folder when it ends, by whatever signal, and the
engine removes it when the connection does. If the network ends without a word, ssh notices here
(ServerAliveInterval), and there the engine's time limit holds.

No credentials pass through this program: ssh asks for them itself, at the terminal or through its
SSH_ASKPASS.
"""

from __future__ import annotations

import base64
import io
import json
import os
import selectors
import signal
import subprocess
import time
import zipfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, Any
from uuid import uuid4

import vkconfig_py
from vkconfig_py import __version__
from vkconfig_py.fleet.remote.address import SshAddress
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import WireError, decode
from vkconfig_py.loader.files.own_files import parse_strict
from vkconfig_py.loader.probe.probe_run import ProbeProgress
from vkconfig_py.loader.profiles.profile import escape_unprintable
from vkconfig_py.loader.wire.results import Cancellation
from vkconfig_py.model.files import resources

# The same engine makes the same bytes, whenever and wherever it is packed.
_ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)
_UNIX_SYSTEM = 3
_FILE_MODE = 0o600 << 16
_PACKAGE_NAME = "vkconfig_py"
# The engine, the machines that it can be given as files, and what answers from there.
_FILE_PATTERNS = ("__init__.py", "language/**/*", "loader/**/*", "machines/*", "machines/android/*",
          "machines/fuchsia/*", "fleet/__init__.py", "fleet/remote_entry.py")  # fmt: skip


class NoSourcesError(Exception):
    """The Python sources are not part of this installation; the message is a sentence."""


@cache
def pack_engine(package: Path | None = None) -> bytes:
    """Return a zip file with the engine's modules and tables: packed once, for all machines.

    Args:
        package: folder of vkconfig_py; the one that runs by default.

    Raises:
        NoSourcesError: this executable was packed without them.
    """
    package = package or Path(vkconfig_py.__file__).parent
    if not (package / "loader/__init__.py").exists():
        raise NoSourcesError(
            tr(
                "This vkconfig-py package lacks the Python sources that the other machine "
                "would run. To inspect other machines, install vkconfig-py with pip."
            )
        )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in filter(
            _is_source,
            (path for pattern in _FILE_PATTERNS for path in sorted(package.glob(pattern))),
        ):
            name = f"{_PACKAGE_NAME}/{file.relative_to(package).as_posix()}"
            entry = zipfile.ZipInfo(name, _ZIP_EPOCH)
            entry.create_system, entry.external_attr = _UNIX_SYSTEM, _FILE_MODE
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, file.read_bytes())
    return packed.getvalue()


def _is_source(file: Path) -> bool:
    """Return whether a file of the package belongs into the archive: modules and tables."""
    # Tables of the Vulkan registry lie beside the modules that read them.
    return file.suffix in (".py", ".txt")


# The Ansible collection vkconfig_py.vulkan: the modules that are shipped, with the engine inside.
#
# Modules reach a machine as Python files alone, so the packed engine is a string in one of them. It
# is packed when the collection is written: the collection always has the engine of this version.

COLLECTION_FOLDER = Path("ansible_collections/vkconfig_py/vulkan")
_ENGINE_MODULE = Path("plugins/module_utils/engine.py")
_LINE_LENGTH = 99
_MODULE_HEADER = '''"""The engine of vkconfig-py {version}, as a zip file in base64."""

ENGINE = (
'''


def make_collection_files() -> Mapping[Path, bytes]:
    """Return the files of the Ansible collection, by paths below a folder of collections.

    Raises:
        NoSourcesError: this executable was packed without the engine's sources.
    """
    shipped = resources.find_resource("ansible")
    files = {
        COLLECTION_FOLDER / path.relative_to(shipped): path.read_bytes().replace(
            b"@VERSION@", __version__.encode()
        )
        for path in sorted(shipped.rglob("*"))
        if path.is_file() and path.suffix in (".py", ".yml", ".md")
    }
    return {**files, COLLECTION_FOLDER / _ENGINE_MODULE: _render_engine(pack_engine()).encode()}


def _render_engine(packed: bytes) -> str:
    """Return a Python module that contains the packed engine as text."""
    text = base64.b64encode(packed).decode()
    lines = (
        text[offset : offset + _LINE_LENGTH - 6] for offset in range(0, len(text), _LINE_LENGTH - 6)
    )
    body = "".join(f'    "{line}"\n' for line in lines)
    return f"{_MODULE_HEADER.format(version=__version__)}{body})\n"


OLDEST_PYTHON = "3.11"
# /usr/local and /opt/homebrew: commands of ssh have a short PATH.
_PYTHON_COMMANDS = (
    *("python3", "python3.14", "python3.13", "python3.12", "python3.11", "python"),
    *("/usr/local/bin/python3", "/opt/homebrew/bin/python3"),
)
# One line without single quotes, backslashes and exclamation marks: the login shell that passes it
# to sh may be csh or fish. "$1" is the token.
SCRIPT = (
    "n=TOKEN; p=; o=; "
    "for c in PYTHONS; do "
    'if $c -I -S -c "import sys; sys.exit(sys.version_info < (3, 11))" </dev/null >/dev/null 2>&1; '
    "then p=$c; break; fi; "
    'v=$($c -c "import sys; print(sys.version.split()[0])" </dev/null 2>/dev/null) && o=$v; '
    "done; "
    'if test -z "$p"; then echo; echo "$n no-python $o"; exit 1; fi; '
    'umask 077; d=$(mktemp -d "${TMPDIR:-/tmp}/vkconfig-py.XXXXXXXXXX" 2>/dev/null) || d=; '
    'if test -z "$d"; then echo; echo "$n no-folder ${TMPDIR:-/tmp}"; exit 1; fi; '
    'end() { rm -rf "$d"; }; trap end EXIT; '
    'trap "exit 129" HUP; trap "exit 130" INT; trap "exit 141" PIPE; trap "exit 143" TERM; '
    'echo; echo "$n ready"; '
    '$p -I -S -B -c "import sys; i = sys.stdin.buffer; exec(i.read(int(i.readline())))" "$n" "$d"'
)
_UNPACK_SCRIPT = b"""
import io, zipfile
token, folder = sys.argv[1:]
try:
    zipfile.ZipFile(io.BytesIO(i.read(int(i.readline())))).extractall(folder)
except OSError as error:
    print(f"\\n{token} full {error.strerror}", flush=True)
    sys.exit(1)
sys.path.insert(0, folder)
from vkconfig_py.fleet.remote_entry import main
main(token, folder, i)
"""
_CONNECT_SECONDS = 20
# A person may be typing a password.
READY_SECONDS = 120.0
REPORT_SECONDS = 60.0
PROBE_SECONDS = 600.0
_MAX_NOISE_SIZE = 1 << 20
_LINE_LIMIT = 64 << 20
_ERROR_LIMIT = 16 << 10
_CHUNK_SIZE = 1 << 16
_ENDING_SECONDS = 2.0
_POLL_SECONDS = 0.2
_EXIT_FAILED, _EXIT_INTERRUPTED = 1, 130


class RemoteError(Exception):
    """Another machine gave no answer; the message is a sentence with what to do.

    Attributes:
        code: exit code of a command that fails with it.
    """

    def __init__(self, sentence: str, code: int = _EXIT_FAILED) -> None:
        super().__init__(sentence)
        self.code = code


@dataclass(frozen=True, slots=True)
class SshSettings:
    """How ssh is started, and how long it may take; tests choose shorter times.

    Attributes:
        command: program with its first options.
        ready_seconds: until the engine may be sent; a password may be typed meanwhile.
        answer_seconds: from then on; None for what the command is known to take.
        python_commands: commands there that may be Python, the preferred one first.
    """

    command: tuple[str, ...] = ("ssh",)
    ready_seconds: float = READY_SECONDS
    answer_seconds: float | None = None
    python_commands: tuple[str, ...] = _PYTHON_COMMANDS


ReportProgress = Callable[[ProbeProgress], None]


def ask_by_ssh(
    address: SshAddress,
    command: str,
    arguments: Sequence[str],
    *,
    report_progress: ReportProgress | None = None,
    cancellation: Cancellation | None = None,
    settings: SshSettings | None = None,
) -> Mapping[str, Any]:
    """Return the document with which the engine there answers a command.

    Args:
        address: the machine.
        command: "show", "probe" or "device".
        arguments: of that command.
        report_progress: called with the progress of a probe.
        cancellation: ends the request from another thread.
        settings: of ssh, and time limits.

    Raises:
        RemoteError: there is no answer.
    """
    settings = settings or SshSettings()
    probes = command != "show" or "--probe" in arguments
    seconds = settings.answer_seconds or (PROBE_SECONDS if probes else REPORT_SECONDS)
    try:
        engine = pack_engine()
    except NoSourcesError as missing:
        raise RemoteError(str(missing)) from missing
    request = {"command": command, "arguments": list(arguments), "seconds": seconds}
    parts = (
        b"%d\n" % len(_UNPACK_SCRIPT),
        _UNPACK_SCRIPT,
        b"%d\n" % len(engine),
        engine,
        json.dumps(request).encode("ascii") + b"\n",
    )
    token = f"vkconfig-py-{uuid4().hex}"
    process = _start_ssh(address, token, settings)
    try:
        conversation = _SshConversation(address, token, process, report_progress, cancellation)
        return conversation.ask(b"".join(parts), settings.ready_seconds, seconds)
    finally:
        _end_ssh(process)


def _start_ssh(address: SshAddress, token: str, settings: SshSettings) -> subprocess.Popen[bytes]:
    """Start ssh with a script that runs the engine there. `token` marks its lines in the output."""
    script = SCRIPT.replace("TOKEN", token).replace("PYTHONS", " ".join(settings.python_commands))
    port = ("-p", str(address.port)) if address.port is not None else ()
    options = (
        # Nothing of this machine is lent to the other one.
        "-T", "-a", "-x", "-o", "ClearAllForwardings=yes",
        "-o", "RemoteCommand=none", "-o", "LogLevel=ERROR",
        "-o", f"ConnectTimeout={_CONNECT_SECONDS}",
        "-o", "ServerAliveInterval=10", "-o", "ServerAliveCountMax=3",
    )  # fmt: skip
    try:
        return subprocess.Popen(
            [
                *settings.command,
                *options,
                *port,
                "--",
                address.target,
                f"exec sh -c '{script}'",
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # A terminal's Ctrl+C ends ssh by our own hand, after the other machine was told.
        )
    except OSError as error:
        raise RemoteError(
            tr(
                "Cannot start “{command}” ({reason}). Install an OpenSSH client.",
                command=settings.command[0],
                reason=error.strerror,
            )
        ) from error


def _end_ssh(process: subprocess.Popen[bytes]) -> None:
    """End ssh by closing its input, so that the shell there removes its folder."""
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
    try:
        process.wait(_ENDING_SECONDS)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(_ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class _SshConversation:
    """Reads ssh's output until the answer; writes the request once that machine is ready."""

    def __init__(
        self,
        address: SshAddress,
        token: str,
        process: subprocess.Popen[bytes],
        report_progress: ReportProgress | None,
        cancellation: Cancellation | None,
    ) -> None:
        self._address = address
        self._token = token.encode() + b" "
        self._process = process
        self._report_progress = report_progress
        self._cancellation = cancellation
        self._pending_output = bytearray()
        self._noise_size = 0
        self._error_output = bytearray()
        self._unsent_request = memoryview(b"")
        self._is_ready = False
        self._answer: Mapping[str, Any] | None = None

    def ask(self, request: bytes, ready_seconds: float, seconds: float) -> Mapping[str, Any]:
        """Send a request and return the answer.

        Args:
            request: the engine and the arguments, packed.
            ready_seconds: limit until Python has started there.
            seconds: limit from then until the answer.
        """
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        end = time.monotonic() + ready_seconds
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ, self._read_output)
            selector.register(process.stderr, selectors.EVENT_READ, self._read_errors)
            if self._cancellation is not None:
                selector.register(self._cancellation, selectors.EVENT_READ)
            while self._answer is None:
                for key, _ in selector.select(_POLL_SECONDS):
                    if key.fileobj is self._cancellation:
                        raise RemoteError("Cancelled.", _EXIT_INTERRUPTED)
                    if key.fileobj is process.stdin:
                        self._send(selector, process.stdin)
                    elif not key.data(key.fd):
                        selector.unregister(key.fileobj)
                        if key.fileobj is process.stdout:
                            self._read_remaining_errors(process.stderr)
                            # The other machine has the same limit, and may have ended by it first.
                            is_late = time.monotonic() > end
                            raise (
                                self._make_timeout_error(ready_seconds, seconds)
                                if is_late
                                else self._make_exit_error()
                            )
                    if self._is_ready and request:
                        self._unsent_request, request = memoryview(request), b""
                        end = time.monotonic() + seconds
                        _set_nonblocking(process.stdin)
                        selector.register(process.stdin, selectors.EVENT_WRITE)
                if time.monotonic() > end:
                    raise self._make_timeout_error(ready_seconds, seconds)
        return self._answer

    def _send(self, selector: selectors.BaseSelector, stdin: IO[bytes]) -> None:
        """Send as much of the request as ssh takes now."""
        try:
            self._unsent_request = self._unsent_request[
                os.write(stdin.fileno(), self._unsent_request[:_CHUNK_SIZE]) :
            ]
        except BlockingIOError:
            return
        except OSError:  # it is gone: the end of its output says why
            self._unsent_request = memoryview(b"")
        if not self._unsent_request:
            selector.unregister(stdin)  # and stays open: its end is what ends the other machine

    def _read_output(self, descriptor: int) -> bool:
        """Read what the other machine printed, and handle whole lines. Return False at the end."""
        data = os.read(descriptor, _CHUNK_SIZE)
        self._pending_output += data
        # A long line comes in many parts: it is not copied for each of them.
        *lines, rest = (
            self._pending_output.split(b"\n") if b"\n" in data else [self._pending_output]
        )
        self._pending_output = bytearray(rest) if lines else self._pending_output
        for line in lines:
            if line.startswith(self._token):
                self._handle_line(line[len(self._token) :].decode("utf-8", "replace"))
            else:
                self._noise_size += len(line)
        is_ours = rest.startswith(self._token)
        if (
            self._noise_size + (0 if is_ours else len(rest)) > _MAX_NOISE_SIZE
            or len(rest) > _LINE_LIMIT
        ):
            raise RemoteError(
                tr(
                    "The login shell on {box} prints endless output. Make its startup "
                    "files print only in interactive shells.",
                    box=self._host_name,
                )
            )
        return bool(data)

    def _handle_line(self, line: str) -> None:
        """Handle one message of the other machine: ready, answer, progress or an error."""
        kind, _, text = line.strip().partition(" ")
        host_name = self._host_name
        match kind:
            case "ready":
                self._is_ready = True
            case "answer" if self._is_ready:
                value = self._parse(text)
                if not isinstance(value, dict):
                    raise self._make_protocol_error()
                self._answer = value
            case "progress" if self._report_progress is not None:
                with suppress(WireError):
                    self._report_progress(decode(ProbeProgress, self._parse(text)))
            case "refusal":
                match self._parse(text):
                    case [str(sentence), int(code)] if code:
                        raise RemoteError(f"{host_name}: {escape_unprintable(sentence)}", code)
                raise self._make_protocol_error()
            case "no-python":
                raise RemoteError(self._describe_no_python(escape_unprintable(text)))
            case "no-folder":
                raise RemoteError(
                    tr(
                        "The temporary folder {path} on {box} does not exist or is not "
                        "writable. Create it, or set TMPDIR for ssh commands.",
                        box=host_name,
                        path=escape_unprintable(text),
                    )
                )
            case "full":
                raise RemoteError(
                    tr(
                        "Cannot unpack vkconfig-py's engine on {box}: {reason}. It "
                        "requires about 4 MB in the temporary folder.",
                        box=host_name,
                        reason=escape_unprintable(text),
                    )
                )

    def _describe_no_python(self, version: str) -> str:
        """Return the sentence about a missing Python there.

        `version`: of one that is too old, or "".
        """
        if version:
            return tr(
                "{box} has Python {version}, but Python {oldest} or newer is required. "
                "Install a newer Python on that machine.",
                version=version,
                box=self._host_name,
                oldest=OLDEST_PYTHON,
            )
        return tr(
            "No Python found on {box}. Install Python {oldest} or newer; nothing else is required.",
            box=self._host_name,
            oldest=OLDEST_PYTHON,
        )

    def _parse(self, text: str) -> Any:
        """Parse the JSON of an answer.

        Raises:
            RemoteError: it is invalid.
        """
        try:
            return parse_strict(text)
        except (ValueError, RecursionError):
            raise self._make_protocol_error() from None

    def _make_protocol_error(self) -> RemoteError:
        return RemoteError(tr("{box} sent an invalid response. Try again.", box=self._host_name))

    def _read_errors(self, descriptor: int) -> bool:
        """Read standard error of ssh, whose end is kept. Return False at its end."""
        data = os.read(descriptor, _CHUNK_SIZE)
        self._error_output = (self._error_output + data)[-_ERROR_LIMIT:]
        return bool(data)

    def _read_remaining_errors(self, stderr: IO[bytes]) -> None:
        """Read the rest of ssh's standard error, which may end after its standard output."""
        with selectors.DefaultSelector() as selector:
            selector.register(stderr, selectors.EVENT_READ)
            while selector.select(_ENDING_SECONDS):
                if not self._read_errors(stderr.fileno()):
                    return

    @property
    def _host_name(self) -> str:
        return escape_unprintable(self._address.host_name)

    def _make_timeout_error(self, ready_seconds: float, seconds: float) -> RemoteError:
        """Return the error about the limit that passed: that of the start or of the answer."""
        if self._is_ready:
            return RemoteError(
                tr(
                    "{box} did not respond within {seconds:g} s, so the request was "
                    "canceled. Try again when the machine is less busy.",
                    box=self._host_name,
                    seconds=seconds,
                )
            )
        return RemoteError(
            tr(
                "{box} was not ready within {seconds:g} s: its login shell may be "
                "waiting, or ssh may need an answer. Try “ssh {target}”.",
                box=self._host_name,
                seconds=ready_seconds,
                target=self._address.target,
            )
        )

    def _make_exit_error(self) -> RemoteError:
        """Return why ssh ended without an answer."""
        code = self._process.wait()
        errors = self._error_output.decode("utf-8", "replace")
        failure = describe_ssh_failure(self._address, errors)
        if failure:
            return RemoteError(failure)
        last_line = next(
            (line.strip() for line in reversed(errors.splitlines()) if line.strip()), ""
        )
        # ssh(1): 255 if an error occurred, else the status of the command.
        is_cut_off = self._is_ready or code == 255
        return RemoteError(
            (_describe_cut_off if is_cut_off else _describe_no_shell)(
                self._host_name, escape_unprintable(last_line)
            )
        )


def _describe_cut_off(box: str, last_line: str) -> str:
    """Return the sentence about a connection that ended early. `last_line` is ssh's, or ""."""
    if last_line:
        return tr(
            "The connection to {box} ended before a response arrived: {said}.",
            box=box,
            said=last_line,
        )
    return tr("The connection to {box} ended before a response arrived.", box=box)


def _describe_no_shell(box: str, last_line: str) -> str:
    """Return the sentence about a machine without a POSIX shell. `last_line` is ssh's, or ""."""
    requirement = tr(
        "Only Linux, macOS and other systems with a POSIX shell (sh) can be inspected."
    )
    if last_line:
        sentence = tr("{box} has no POSIX shell for ssh commands: {said}.", box=box, said=last_line)
    else:
        sentence = tr("{box} has no POSIX shell for ssh commands.", box=box)
    return f"{sentence} {requirement}"


def _set_nonblocking(pipe: IO[bytes]) -> None:
    os.set_blocking(pipe.fileno(), False)


def _describe_refusal(box: str, port: int | None) -> str:
    """Return the sentence about a refused connection. `port`: None for the default."""
    if port is None:
        return tr(
            "{box} refused the connection. Start sshd on that machine, or specify the "
            "port that its SSH server uses: ssh:HOST:PORT.",
            box=box,
        )
    return tr(
        "{box} refused the connection on port {port}. Start sshd on that machine, or "
        "specify the port that its SSH server uses: ssh:HOST:PORT.",
        box=box,
        port=port,
    )


def describe_ssh_failure(address: SshAddress, errors: str) -> str:
    """Return the sentence that explains an error message of OpenSSH, or "" for an unknown one."""
    host_name, target = escape_unprintable(address.host_name), escape_unprintable(address.target)
    sentences = (
        (
            "Could not resolve hostname",
            tr(
                "Cannot find a machine named {box}. Check the name, or add it to ~/.ssh/config.",
                box=host_name,
            ),
        ),
        (
            "Connection refused",
            _describe_refusal(host_name, address.port),
        ),
        (
            "REMOTE HOST IDENTIFICATION HAS CHANGED",
            tr(
                "The host key of {box} has changed. If you expected this, remove the old "
                "key with “ssh-keygen -R {box}”; otherwise do not connect.",
                box=host_name,
            ),
        ),
        (
            "Host key verification failed",
            tr(
                "The host key of {box} is not yet known. Run “ssh {target}” once in a "
                "terminal and confirm the key.",
                box=host_name,
                target=target,
            ),
        ),
        (
            "Permission denied",
            tr(
                "{box} denied the login as {target}. Check the user name, or add your key "
                "with ssh-add.",
                box=host_name,
                target=target,
            ),
        ),
        (
            "Too many authentication failures",
            tr(
                "ssh offered {box} too many keys. Specify the right key in ~/.ssh/config "
                "(IdentityFile, IdentitiesOnly).",
                box=host_name,
            ),
        ),
        (
            "timed out",
            tr(
                "{box} is not responding. Check that it is turned on and reachable from "
                "this machine.",
                box=host_name,
            ),
        ),
        (
            "No route to host",
            tr("{box} is not reachable from this machine. Check the network.", box=host_name),
        ),
        (
            "Network is unreachable",
            tr("{box} is not reachable from this machine. Check the network.", box=host_name),
        ),
        (
            "not responding",
            tr(
                "The connection to {box} was interrupted. Check the network and try again.",
                box=host_name,
            ),
        ),
    )
    return next((sentence for error_text, sentence in sentences if error_text in errors), "")
