"""Flatpak as users have it: a runtime, a repository, an installation and a home, all in one folder.

The runtimes of Flathub come from the network. One of their name is made of a bare Debian with what
theirs have and our manifest relies on: Python, the libraries that Qt links to, and Vulkan.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.framework.bare_system import BareSystem, Snapshot, take_snapshot
from vkconfig_py.model.files.paths import APPLICATION_ID

_RUNTIME, _SDK = "org.freedesktop.Platform", "org.freedesktop.Sdk"
# Of no use to a program that runs, and thousands of files to be hashed.
_LEFT_OUT = ("share/doc", "share/man", "share/locale", "share/perl", "lib/x86_64-linux-gnu/gconv")
_OWN = f"/.var/app/{APPLICATION_ID}"
# The rest of the caller's environment would be the program's, too.
_PASSED = ("PATH", "LANG")


class FlatpakSystem:
    """An installation of the user's.

    Attributes:
        exports: what desktops read of what is installed.
        override: file of an applied configuration, as `snapshot` names it.
        parents: folders that may be made when something is applied.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.exports = folder / "installation/exports/share"
        self.override = f"{_OWN}/config/vulkan/implicit_layer.d/VkLayer_override.json"
        self.parents = tuple(
            f"{_OWN}{folder}" for folder in ("", "/config", "/.local", "/.local/state")
        )
        for name in ("home", "run"):
            (folder / name).mkdir(mode=0o700)

    def add_runtime(self, system: BareSystem, branch: str) -> None:
        """Take the files of a system as the runtime, and as its SDK; they are moved."""
        usr, repository = system.root / "usr", self._folder / "repository"
        for name in _LEFT_OUT:
            shutil.rmtree(usr / name, ignore_errors=True)
        shutil.copytree(system.root / "etc", usr / "etc", symlinks=True)
        self.call("ostree", "init", f"--repo={repository}", "--mode=bare-user-only")
        self.call("ostree", "config", f"--repo={repository}", "set", "core.fsync", "false")
        runtime, sdk = (f"{name}/{os.uname().machine}/{branch}" for name in (_RUNTIME, _SDK))
        for name in (_RUNTIME, _SDK):
            metadata = f"[Runtime]\nname={name}\nruntime={runtime}\nsdk={sdk}\n"
            (system.root / "metadata").write_text(metadata)
            self.call(
                *("flatpak", "build-export", "--disable-sandbox", "--runtime", "--files=usr"),
                *(str(repository), str(system.root), branch),
            )
        self.call("flatpak", "--user", "remote-add", "--no-gpg-verify", "local", str(repository))
        names = [f"{name}//{branch}" for name in (_RUNTIME, _SDK)]
        self.call("flatpak", "--user", "install", "-y", "--noninteractive", "local", *names)

    def build(self, manifest: Path) -> None:
        """Build an application as a user does, and install it."""
        state, build = self._folder / "state", self._folder / "build"
        self.call(
            *("flatpak-builder", "--user", "--install", "--disable-rofiles-fuse"),
            *(f"--state-dir={state}", str(build), str(manifest)),
        )

    def run(self, command: str, *arguments: str, **environment: str) -> str:
        """Run a command in the sandbox of the application, and return what it prints."""
        return self.call(*self.command(command, *arguments), **environment)

    def command(self, command: str, *arguments: str, options: Sequence[str] = ()) -> list[str]:
        return ["flatpak", "run", *options, f"--command={command}", APPLICATION_ID, *arguments]

    def call(self, *command: str, **environment: str) -> str:
        """Run a command outside, and return what it prints.

        Raises:
            AssertionError: it failed; the text is all that it printed.
        """
        # A pipe would stay open for as long as anything runs in the sandbox, as the guard does.
        with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
            code = subprocess.run(
                command,
                env=self.environment(**environment),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=errors,
                check=False,
            ).returncode
            output.seek(0)
            errors.seek(0)
            printed = output.read()
            assert code == 0, f"{' '.join(command)}:\n{printed}{errors.read()}"
        return printed

    def environment(self, **changes: str) -> dict[str, str]:
        passed = {name: os.environ[name] for name in _PASSED if name in os.environ}
        places = {
            "HOME": self._folder / "home",
            "XDG_RUNTIME_DIR": self._folder / "run",
            "FLATPAK_USER_DIR": self._folder / "installation",
            "FLATPAK_SYSTEM_DIR": self._folder / "no-installation",
        }
        return passed | {name: str(path) for name, path in places.items()} | changes

    def snapshot(self) -> Snapshot:
        """Return mode and content of every file of the home but those of caches."""
        return take_snapshot(self._folder / "home", {"cache", ".cache"})

    def end(self) -> None:
        """End what still runs in the sandbox."""
        subprocess.run(["flatpak", "kill", APPLICATION_ID], env=self.environment(), check=False)
