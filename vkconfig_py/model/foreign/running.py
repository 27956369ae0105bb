"""Find out whether VkConfig runs, and what that means for what we apply.

While its window is open VkConfig owns two files that every program reads: it writes them anew with
each change and deletes them when it ends, whoever wrote them last. It is known by the local socket
by which it keeps a second copy of itself from starting, and by the name of its process. Both are
read from /proc; nothing connects to the socket, since VkConfig would take that for a second copy.
"""

from __future__ import annotations

import os
import posixpath
from pathlib import Path

from vkconfig_py.loader.host import Host, Platform
from vkconfig_py.loader.own_files import owner_of
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.loader.verdicts import Problem, Severity
from vkconfig_py.model.file_reading import read_regular
from vkconfig_py.model.picture.wording import join_words
from vkconfig_py.model.presence import is_there
from vkconfig_py.model.writers.layer_settings import is_ours as is_our_layer_settings
from vkconfig_py.model.writers.loader_settings import is_ours as is_our_loader_settings

RUNNING = "vkconfig-running"
SOCKET = "vkconfig_single_instance"
_PROCESSES = ("vkconfig-gui", "vkconfig")
# Below HOME: VkConfig does not look at the variables of the base directory specification.
_FILES = (
    ".local/share/vulkan/loader_settings.d/vk_loader_settings.json",
    ".local/share/vulkan/settings.d/vk_layer_settings.txt",
)


class RunningVkConfig(NamedTuple):
    """A VkConfig that is running.

    Attributes:
        process: its number, 0 if it cannot be seen.
        files: those of its two files that stand there now, and that this program did not write.
    """

    process: int = 0
    files: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Return that it runs, without a full stop."""
        number = f" (process {self.process})" if self.process else ""
        return f"VkConfig is running{number}"

    @property
    def sentence(self) -> str:
        """Return what it means for ours."""
        names = [posixpath.basename(path) for path in self.files]
        verb = "acts" if len(names) == 1 else "act"
        now = f"Its {join_words(names)} {verb} on every program now. " if names else ""
        return (
            f"{now}It writes vk_loader_settings.json and vk_layer_settings.txt anew with every "
            "change and deletes them when it ends, also what this program wrote there. Quit it "
            "before you apply something here."
        )


def find_running(host: Host, proc: Path = Path("/proc")) -> RunningVkConfig | None:
    """Look for a running VkConfig; None if there is none, or it cannot be known here."""
    if host.root or host.prefix or host.platform is not Platform.LINUX:
        return None
    home = host.environment.get("HOME", "")
    user = owner_of(home) if home else os.geteuid()  # that of another user writes other files
    process = _find_process(proc, user)
    if not process and not _has_socket(proc / "net" / "unix", user):
        return None
    files = [posixpath.join(home, name) for name in _FILES] if home else []
    return RunningVkConfig(process, tuple(path for path in files if _is_foreign(Path(path))))


def running_notice(running: RunningVkConfig | None) -> tuple[Problem, ...]:
    """Return the notice for the list of problems."""
    if running is None:
        return ()
    return (Problem(Severity.WARNING, RUNNING, running.title, running.sentence),)


def _is_foreign(path: Path) -> bool:
    """Return whether a file stands there that this program did not write."""
    try:
        content = read_regular(path)
    except OSError:
        return is_there(path)
    return not (is_our_loader_settings(content) or is_our_layer_settings(content))


def _has_socket(table: Path, user: int) -> bool:
    try:
        lines = table.read_bytes().splitlines()
    except OSError:
        return False
    paths = [Path(os.fsdecode(line.split(b" ", 7)[-1])) for line in lines]
    return any(path.name == SOCKET and _belongs_to(path, user) for path in paths)


def _belongs_to(path: Path, user: int) -> bool:
    try:
        return path.lstat().st_uid == user
    except OSError:  # it ended meanwhile, or is in a place that we do not see
        return False


def _find_process(proc: Path, user: int) -> int:
    try:
        numbers = sorted(int(entry.name) for entry in proc.iterdir() if entry.name.isdecimal())
    except OSError:
        return 0
    found = (number for number in numbers if _is_vkconfig(proc / str(number)))
    return next((number for number in found if _belongs_to(proc / str(number), user)), 0)


def _is_vkconfig(process: Path) -> bool:
    try:
        name = (process / "comm").read_text(encoding="utf-8", errors="replace").strip()
    except OSError:  # it ended meanwhile
        return False
    return name in _PROCESSES
