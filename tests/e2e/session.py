"""One user's session: a home folder, programs, and the window as a process of its own."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from tests.e2e.desktop import Desktop
from tests.e2e.observed import SOCKET
from tests.framework.known_loaders import know_loaders
from tests.framework.patience import PATIENCE, wait_for
from tests.framework.ready_python import ReadyProcess, start_python
from tests.framework.reference import RealLoader
from vkconfig_py.loader.probe.reference_client import parse_callstack
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.configuration.workspace_files import load_workspace, save_workspace
from vkconfig_py.model.files.paths import find_state_paths

ROOT = Path(__file__).resolve().parents[2]
VALIDATION = "VK_LAYER_KHRONOS_validation"
MANGOHUD = "VK_LAYER_MANGOHUD_overlay"
VKBASALT = "VK_LAYER_VKBASALT_post_processing"
DEVICE_SELECT = "VK_LAYER_MESA_device_select"

LOADERS = ("debian", "chromium")

OBSERVED = "tests.e2e.observed"
_OF_A_WINDOW = (  # what is imported, in the end, where a window starts
    *("vkconfig_py.ui", "vkconfig_py.app", "vkconfig_py.gui", "vkconfig_py.prefetch"),
    *("vkconfig_py.fleet.window", "vkconfig_py.machines.window", "vkconfig_py.model"),
    *("vkconfig_py.loader.lint", "vkconfig_py.loader.remedies"),
)

_TICK = 0.05
_SIZE = (1280, 1000)
Found = TypeVar("Found")


class Entry(NamedTuple):
    """One file system entry as the acceptance compares it."""

    size: int
    modified: int
    mode: int
    content: bytes | str


class Session:
    """A home in a temporary folder, on a desktop, with one real loader."""

    def __init__(self, folder: Path, desktop: Desktop, loader: RealLoader) -> None:
        self.folder = folder
        self.desktop = desktop
        self.loader = loader
        self.home = folder / "home"
        for name in (".config", ".local/share", ".local/state", ".cache", "programs"):
            (self.home / name).mkdir(parents=True, exist_ok=True)
        (folder / "run").mkdir(mode=0o700, exist_ok=True)

    def environment(self) -> dict[str, str]:
        """Return the environment of everything that runs in this session."""
        environment = {
            "HOME": str(self.home),
            "XDG_RUNTIME_DIR": str(self.folder / "run"),
            # The validation layer writes a shader cache of its own; it is not what we look at.
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            # The software driver alone: others look for a graphics card that is not there.
            "VK_LOADER_DRIVERS_SELECT": "lvp_icd*",
            **self.desktop.environment(),
        }
        if self.loader.name == "chromium":
            environment["LD_LIBRARY_PATH"] = str(Path(self.loader.profile.library).parent)
        return environment

    # ---- programs

    def program(self, name: str) -> Path:
        """Return a Vulkan program with a path of its own: a copy of vulkaninfo."""
        path = self.home / "programs" / name
        if not path.exists():
            shutil.copy("/usr/bin/vulkaninfo", path)
        return path

    def run(self, program: Path, **extra: str) -> tuple[str, ...]:
        """Start a program as a user would and return its call stack by the loader's own log."""
        answer = subprocess.run(
            [program, "--summary"],
            env={**self.environment(), "VK_LOADER_DEBUG": "layer", **extra},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        stack = parse_callstack(answer.stderr)
        assert stack is not None, f"{program} set up no call stack:\n{answer.stderr[-2000:]}"
        return tuple(layer.name for layer in stack)

    # ---- documents

    def save(self, *configurations: Configuration) -> None:
        """Write configurations as if they had been made earlier."""
        folder = find_state_paths(self.environment()).configurations
        folder.mkdir(parents=True, exist_ok=True)
        before = load_workspace(folder).saved_workspace
        after = Workspace(configurations, configurations[0].key)
        saved = save_workspace(folder, before, after)
        assert not saved.errors, saved.errors

    def saved(self) -> tuple[Configuration, ...]:
        """Return what is on the disk."""
        folder = find_state_paths(self.environment()).configurations
        return load_workspace(folder).workspace.configurations

    def snapshot(self, *others: Path) -> dict[str, Entry]:
        """Return every entry of home, /etc/vulkan and other folders, ours left out.

        Ours are the folders of this program's own configuration and state.
        """
        while True:
            try:
                return self._entries(others)
            except FileNotFoundError:
                time.sleep(_TICK)  # somebody is at work there

    def _entries(self, others: Sequence[Path]) -> dict[str, Entry]:
        own = {self.home / ".config/vkconfig-py", self.home / ".local/state/vkconfig-py"}
        own_parents = {path.parent for path in own}
        found: dict[str, Entry] = {}
        for top in (self.home, Path("/etc/vulkan"), *others):
            for path in [top, *sorted(top.rglob("*"))] if top.exists() else []:
                if any(path == folder or folder in path.parents for folder in own):
                    continue
                status = path.lstat()
                # Creating our own state folder changes the times of the folder it lies in.
                modified = 0 if path in own_parents else status.st_mtime_ns
                size = 0 if path.is_dir() else status.st_size
                found[str(path)] = Entry(size, modified, status.st_mode, _content(path))
        return found

    def window(self, *arguments: str, alone: bool = False) -> Window:
        """Start the program and wait until its first picture is there.

        Args:
            alone: in an interpreter of its own, which imports all anew and ends as one does; it
                also asks the loaders for their versions, which others know from an earlier start.
        """
        if not alone:
            know_loaders(self.environment())
        return Window(self, arguments, alone=alone)


def _is_unfolded(name: str, place: Sequence[int], state: dict[str, Any]) -> bool:
    """Return whether a row is shown, or the head of its group has left the place of a click."""
    rows = {row["name"]: row for row in state["rows"]}
    return rows[name]["shown"] or rows["Not in the chain"]["place"] != place


def _content(path: Path) -> bytes | str:
    if path.is_symlink():
        return str(path.readlink())
    return path.read_bytes() if path.is_file() else ""


def _start(
    arguments: Sequence[str], variables: Mapping[str, str], log: int
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-X", "faulthandler", "-m", OBSERVED, *arguments],
        cwd=ROOT,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
    )


def _fork(arguments: Sequence[str], variables: Mapping[str, str], log: int) -> ReadyProcess:
    with open(os.devnull, "rb") as nothing:
        return start_python(
            *("-c", f"from {OBSERVED} import main; raise SystemExit(main())", *arguments),
            files=(nothing.fileno(), log, log),
            environment=variables,
            folder=ROOT,
            ready=(OBSERVED, *_OF_A_WINDOW),
            qt=True,
        )


class Window:
    """The running program; a context manager that closes it."""

    def __init__(
        self, session: Session, arguments: Sequence[str] = (), *, alone: bool = False
    ) -> None:
        self.session = session
        # No file: its path would have to be short, wherever temporary files lie.
        self._name = f"vkconfig-py-tests-{os.getpid()}-{time.monotonic_ns()}"
        self._log = (session.folder / "window.log").open("ab")
        variables = {**session.environment(), SOCKET: self._name}
        self.process = (_start if alone else _fork)(arguments, variables, self._log.fileno())
        self._socket: socket.socket | None = None
        try:
            self.wait("the first picture", lambda state: state["ready"])
            # Large enough for the whole chain and an open panel: a row must be seen to be dragged.
            self.ask(ask="resize", width=_SIZE[0], height=_SIZE[1])
            if session.desktop.has_keyboard:
                self.at_rest("the window", self._has_size)
                self.wait("the window at the front", lambda state: state["title"])
        except BaseException:
            self.kill()
            raise

    # ---- asking

    def ask(self, **request: Any) -> Any:
        """Put one question to the observer."""
        deadline = time.monotonic() + PATIENCE
        while self._socket is None:
            assert self.process.poll() is None, f"the window ended:\n{self.log()}"
            connection = socket.socket(socket.AF_UNIX)
            try:
                connection.connect(f"\0{self._name}")
            except OSError:
                connection.close()
                assert time.monotonic() < deadline, f"no window:\n{self.log()}"
                time.sleep(_TICK)
            else:
                connection.settimeout(PATIENCE)
                self._socket = connection
        self._socket.sendall(json.dumps(request).encode() + b"\n")
        try:
            with self._socket.makefile("rb") as lines:
                return json.loads(lines.readline())
        except TimeoutError:
            self.process.send_signal(signal.SIGABRT)  # the log gets the stack of every thread
            self.process.wait(timeout=PATIENCE)
            raise AssertionError(f"the window does not answer:\n{self.log()}") from None

    def state(self) -> dict[str, Any]:
        """Return what the window shows."""
        answer: dict[str, Any] = self.ask(ask="state")
        return answer

    def wait(self, what: str, holds: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Wait until a condition of the shown state holds."""
        deadline = time.monotonic() + PATIENCE
        while True:
            state = self.state()
            if holds(state):
                return state
            if time.monotonic() > deadline:
                self.ask(ask="picture", file=str(self.session.folder / "failed"))
                shown = {key: value for key, value in state.items() if key != "rows"}
                shown["pointer"] = self.ask(ask="pointer")
                raise AssertionError(f"never saw {what}: {shown}\n{self.log()}")
            time.sleep(_TICK)

    def log(self) -> str:
        """Return what the program wrote to its terminal."""
        return (self.session.folder / "window.log").read_text(errors="replace")[-3000:]

    def row(self, name: str) -> dict[str, Any]:
        """Return the row of a layer or another subject, once there is one."""
        state = self.wait(name, lambda state: any(row["name"] == name for row in state["rows"]))
        found: dict[str, Any] = next(row for row in state["rows"] if row["name"] == name)
        return found

    def windows(self) -> dict[int, list[int]]:
        """Return where the program believes its windows to be."""
        return {int(window): place for window, place in self.ask(ask="windows").items()}

    # ---- gestures

    def click_row(self, name: str) -> None:
        """Select a row with the mouse."""
        deadline = time.monotonic() + PATIENCE
        while not self.row(name)["selected"]:
            assert time.monotonic() < deadline, f"{name} cannot be selected"
            self.unfold(name)
            place = self._click_row_head(name)
            wait_for(lambda at=place: self._is_reached(name, at), f"the click on {name}")

    def unfold(self, name: str) -> None:
        """Unfold the group if a row is hidden in it, with the mouse on its head.

        A second click would fold it again: it is made only where the first one missed the head.
        """
        while not self.row(name)["shown"]:
            place = self._click_row_head("Not in the chain")
            self.wait(f"{name} unfolded", partial(_is_unfolded, name, place))

    def turn(self, name: str, control: str) -> None:
        """Set a layer to auto, on or off with its key."""
        self.click_row(name)
        self.session.desktop.keys({"auto": "BackSpace", "on": "plus", "off": "minus"}[control])

        def answered(state: dict[str, Any]) -> bool:
            # One and the same state: a control shows at once, and its verdict later.
            controls = [row["control"] for row in state["rows"] if row["name"] == name]
            return bool(state["answered"]) and controls[:1] == [control]

        self.wait(f"{name} {control}", answered)

    def drag_layer(self, name: str, place: int, cancel: bool = False) -> None:
        """Drag a layer with the mouse to the slot of a 0-based place in the chain.

        The rows make room during the drag, so the pointer ends in the middle of the slot where the
        layer is to stand, wherever it came from.
        """
        self.unfold(name)
        start, slots = self.at_rest("rows", lambda: self._start_and_slots(name))
        slot = slots[min(place, len(slots) - 1)]
        x = start[0] + 120
        middle = slot[1] + slot[3] // 2
        self.drag((x, start[1] + start[3] // 2), (x, middle), cancel=cancel)

    def drag(self, start: Sequence[int], end: Sequence[int], *, cancel: bool = False) -> None:
        """Drag with the mouse from one place in the window to another."""
        with self.seen_drag(end) as has_arrived:
            self.session.desktop.drag(start, end, has_arrived, cancel=cancel)

    @contextmanager
    def seen_drag(self, end: Sequence[int]) -> Iterator[Callable[[], bool]]:
        """Yield what says whether a drag over the window is at its end."""
        self.ask(ask="drags", watch=True)

        def is_there() -> bool:
            return bool(self.ask(ask="dragged") == [*end])

        # Asked twice: where the drag comes from has been answered before the second question.
        yield lambda: is_there() and is_there()
        self.ask(ask="drags", watch=False)

    def open_apply(self) -> None:
        """Open the popover of Apply and wait until it is there."""
        self.trigger("apply")
        self.wait("the popover", lambda state: state["popup"])

    def press_apply(self) -> None:
        """Press Apply in its popover and wait until that is closed."""
        self.click("Apply", lambda: self.ask(ask="button", text="Apply", above_window=True))
        self.wait("the popover closed", lambda state: not state["popup"])

    def press(self, text: str, what: str = "button") -> None:
        """Click a button, or an "entry" of the open menu."""
        self.click(text, lambda: self.ask(ask=what, text=text))

    def press_list(self, name: str, text: str = "") -> None:
        """Click a row of a list, the first if no text is given."""
        self.click(text or name, lambda: self.ask(ask="list", name=name, text=text), right=60)

    def press_action(self, title: str, number: int = 0) -> None:
        """Click a button of the row whose title begins so."""
        self.click(title, lambda: self.ask(ask="action", text=title, number=number))

    def click(
        self, what: str, look: Callable[[], list[int] | None], right: int | None = None
    ) -> list[int]:
        """Click something once it has come to rest under the pointer, and return its place.

        Args:
            look: finds its place.
            right: where to click, that far from its left edge; else in the middle.
        """

        def find_point(place: list[int]) -> tuple[int, int]:
            return place[0] + (place[2] // 2 if right is None else right), place[1] + place[3] // 2

        place = self.at_rest(what, look, find_point)
        self.session.desktop.click()
        return place

    def resting(self, what: str, **which: Any) -> list[int]:
        """Return the place of something to click once it has come to rest."""
        return self.at_rest(f"{what} {which}", lambda: self.ask(ask=what, **which))

    def at_rest(
        self,
        what: str,
        look: Callable[[], Found | None],
        find_point: Callable[[Found], Sequence[int]] | None = None,
    ) -> Found:
        """Return what is seen twice in a row in windows that are where the program believes.

        Nothing of the program is under way that could move it: results of workers add rows. What is
        to be clicked is looked at with the pointer on it, where nothing of the program moves.

        Args:
            find_point: returns where the pointer is to be.
        """
        deadline = time.monotonic() + PATIENCE
        before, seen = None, (look(), self.windows())
        while (
            seen[0] is None
            or (find_point is not None and not self._is_pointed_at(find_point(seen[0])))
            or seen != before
            or not self.ask(ask="calm")
            or not self.session.desktop.shows(seen[1])
        ):
            if time.monotonic() > deadline:
                self.ask(ask="picture", file=str(self.session.folder / "failed"))
                raise AssertionError(f"no {what}: {seen}\n{self.log()}")
            time.sleep(_TICK)
            before, seen = seen, (look(), self.windows())
        return seen[0]

    def _is_pointed_at(self, point: Sequence[int]) -> bool:
        """Return whether the program has the pointer at a place; else move it there."""
        if self.ask(ask="hovered", point=point):
            return True
        self.session.desktop.point(point)
        return False

    def _has_size(self) -> bool | None:
        return True if [*_SIZE] in (place[2:] for place in self.windows().values()) else None

    def _start_and_slots(self, name: str) -> tuple[list[int], list[list[int]]]:
        """Return where a row stands, and where those of the chain do."""
        rows = self.state()["rows"]
        start = next(row["place"] for row in rows if row["name"] == name)
        return start, [row["place"] for row in rows if row["kind"] == "layer"]

    def _is_reached(self, name: str, place: list[int]) -> bool:
        """Return whether a row is selected, or has left the place that was clicked."""
        row = self.row(name)
        return row["selected"] or row["place"] != place

    def _click_row_head(self, name: str) -> list[int]:
        """Click a row where no button of its own is, and return its place."""
        return self.click(name, lambda: self.row(name)["place"], right=100)

    def choose(self, configuration: str) -> None:
        """Select a configuration in the list with the mouse.

        One that is selected already is left alone: nothing would tell when a click on it arrives,
        and a late one beside a popup closes that.
        """
        if self.state()["configuration"] != configuration:
            self.press_list("Configurations", configuration)
        self.wait(
            f"{configuration} selected",
            lambda s: s["configuration"] == configuration and s["ready"],
        )

    def trigger(self, action: str) -> None:
        """Use a menu entry once it can be used."""
        wait_for(lambda: self.ask(ask="trigger", name=action), f"{action} to be had")

    # ---- ending

    def kill(self) -> None:
        """End it as a crash would."""
        self.process.send_signal(signal.SIGKILL)
        self._end()

    def _end(self) -> None:
        self.process.wait(timeout=PATIENCE)
        if self._socket is not None:
            self._socket.close()
        self._log.close()

    def ended(self) -> None:
        """Wait for an end that was asked for already."""
        self._end()

    def close(self) -> None:
        """Quit as the user does and wait for the end."""
        self.trigger("quit")
        self._end()

    def __enter__(self) -> Window:
        return self

    def __exit__(self, kind: object, *_rest: object) -> None:
        if self.process.poll() is not None or kind is not None:
            self.process.kill()
            self._end()
        else:
            self.close()
