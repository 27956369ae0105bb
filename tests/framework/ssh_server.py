"""An SSH server of a test: on a free loopback port, with keys of its own, as the test's user."""

from __future__ import annotations

import getpass
import os
import shlex
import shutil
import signal
import socket
import subprocess
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.framework.patience import wait_for

SERVER = shutil.which("sshd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")


class SshServer:
    """A running server.

    Attributes:
        address: ssh:USER@127.0.0.1:PORT.
        command: ssh with the options that let it in.
        temporary: folder for temporary files of what runs there.
    """

    def __init__(self, folder: Path, port: int) -> None:
        self.address = f"ssh:{getpass.getuser()}@127.0.0.1:{port}"
        self.port = port
        self.pid = 0
        self.folder = folder
        self.temporary = folder / "there"
        self.command = (shutil.which("ssh"), "-F", str(folder / "ssh_config"))

    def left(self) -> list[str]:
        """Names of what was left in its folder for temporary files."""
        return sorted(os.listdir(self.temporary))

    def drop_connections(self) -> None:
        """Kill the processes that serve connections; the server itself goes on."""
        for child in _children(self.pid):
            for inner in _children(child):
                with suppress(OSError):  # it has ended
                    if "sshd" in Path(f"/proc/{inner}/comm").read_text():
                        os.kill(inner, signal.SIGKILL)
            with suppress(OSError):
                os.kill(child, signal.SIGKILL)

    def put_ssh_in(self, folder: Path) -> None:
        """Put a program `ssh` into a folder that starts this command."""
        script = folder / "ssh"
        script.write_text(f'#!/bin/sh\nexec {shlex.join(self.command)} "$@"\n')
        script.chmod(0o755)


@contextmanager
def ssh_server(folder: Path, *, shell: str = "", variables: dict[str, str] | None = None):
    """Start a server; `shell` is a script that gets the command in SSH_ORIGINAL_COMMAND."""
    assert SERVER, "openssh-server is not installed (devtools/packages.py)"
    folder.mkdir(parents=True, exist_ok=True)
    with socket.socket() as reserved:
        # It stays bound and listens to nobody: the server may share the port, and no other gets it.
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        reserved.bind(("127.0.0.1", 0))
        with _serving(folder, reserved.getsockname()[1], shell, variables) as server:
            yield server


@contextmanager
def _serving(folder: Path, port: int, shell: str, variables: dict[str, str] | None):
    server = SshServer(folder, port)
    server.temporary.mkdir()
    for name in ("host", "user"):
        _run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name))
    shutil.copy(folder / "user.pub", folder / "authorized")
    host_key = (folder / "host.pub").read_text().split()[:2]
    (folder / "known_hosts").write_text(f"[127.0.0.1]:{port} {' '.join(host_key)}\n")
    set_there = {"TMPDIR": str(server.temporary), **(variables or {})}
    _write_configurations(server, shell, set_there)
    if os.geteuid() == 0:  # where it drops its rights; the service makes it otherwise
        _run("mkdir", "-p", "-m", "755", "/run/sshd")
    process = subprocess.Popen(
        [SERVER, "-D", "-E", str(folder / "log"), "-f", str(folder / "sshd_config")],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(lambda: _listens(port) or process.poll() is not None)
        server.pid = process.pid
        assert process.poll() is None, (folder / "log").read_text()
        yield server
    finally:
        process.terminate()
        process.wait()


def _write_configurations(server: SshServer, shell: str, variables: dict[str, str]) -> None:
    folder = server.folder
    force = ""
    if shell:
        (folder / "shell").write_text(f"#!/bin/sh\n{shell}\n")
        (folder / "shell").chmod(0o755)
        force = f"ForceCommand {folder}/shell"
    settings = " ".join(f'"{name}={value}"' for name, value in variables.items())
    (folder / "sshd_config").write_text(
        f"Port {server.port}\nListenAddress 127.0.0.1\nHostKey {folder}/host\n"
        f"AuthorizedKeysFile {folder}/authorized\nStrictModes no\nUsePAM no\nPidFile none\n"
        f"PasswordAuthentication no\nPermitRootLogin yes\nSetEnv {settings}\n{force}\n"
    )
    (folder / "ssh_config").write_text(
        f"Host *\nIdentityFile {folder}/user\nIdentitiesOnly yes\nIdentityAgent none\n"
        f"UserKnownHostsFile {folder}/known_hosts\nGlobalKnownHostsFile /dev/null\n"
        "BatchMode yes\nStrictHostKeyChecking yes\n"
    )


def _children(pid: int) -> list[int]:
    try:
        return [
            int(pid_text)
            for pid_text in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        ]
    except OSError:  # it has ended
        return []


def _listens(port: int) -> bool:
    with socket.socket() as attempt:
        return attempt.connect_ex(("127.0.0.1", port)) == 0


def _run(*command: str) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
