"""Drivers that crash, hang, lie, flood and leave processes behind, among good ones, probed from the
window: it stays alive, says which did what in which call, and nothing is left behind."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.e2e.observed import PROBE_SECONDS
from tests.e2e.session import Session, Window
from tests.framework.compiled import LIBRARY, compile_cached
from tests.framework.patience import GROWING_LIMITS, wait_for
from tests.framework.processes import find_marked_processes

SOURCE = Path(__file__).parent / "native" / "deadly.c"
DEADLY = {
    # name: when, deed, what the row says
    "segv": ("NEGOTIATE", "SEGV", "crashes in vk_icdNegotiateLoaderICDInterfaceVersion from"),
    "abort": ("CREATE", "ABORT", "crashes in vkCreateInstance from"),
    "born": ("CONSTRUCTOR", "SEGV", "crashes when"),
    "liar": (
        "CREATE",
        "EXIT0",
        "terminates the process without a message in vkCreateInstance from",
    ),
    "quitter": ("CREATE", "EXIT7", "crashes in vkCreateInstance from"),
    "flood": ("CREATE", "FLOOD", "works ("),
    "parent": ("CREATE", "LEAVE", "works ("),
}
HANGING = {
    "hang": ("CREATE", "HANG", "hangs in vkCreateInstance from"),
    "spin": ("NEGOTIATE", "SPIN", "hangs in vk_icdNegotiateLoaderICDInterfaceVersion from"),
}
MARK = "VKCONFIG_PY_E2E_MARK"
NOT_PROBED = "not probed yet"
PROBE_PATIENCE = 120.0
NEVER = {PROBE_SECONDS: str(PROBE_PATIENCE)}  # nothing but the user ends what hangs


class ProbingSession(Session):
    """A session with drivers of its own beside the software driver."""

    mark = ""
    own: Mapping[str, str] = {}

    def environment(self) -> dict[str, str]:
        """Return the session's environment; every process that comes of it carries the mark."""
        environment = super().environment()
        del environment["VK_LOADER_DRIVERS_SELECT"]
        disabled = {"VK_LOADER_DRIVERS_DISABLE": "intel*,radeon*"}
        return {**environment, **disabled, MARK: self.mark, **self.own}

    def add(self, drivers: dict[str, tuple[str, str, str]]) -> None:
        """Install drivers for this user."""
        folder = self.home / ".local/share/vulkan/icd.d"
        folder.mkdir(parents=True, exist_ok=True)
        for name, (when, deed, _said) in drivers.items():
            library = compile_cached(SOURCE, *LIBRARY, f"-DWHEN={when}", f"-DDEED={deed}")
            own = folder / f"lib{name}.so"  # each its own, so that sentences name it
            own.write_bytes(library.read_bytes())
            icd = {"library_path": str(own), "api_version": "1.3.0"}
            document = {"file_format_version": "1.0.0", "ICD": icd}
            (folder / f"{name}_icd.json").write_text(json.dumps(document))

    def left_behind(self, *known: int) -> list[int]:
        """Return the processes of this session that are not known."""
        mark = f"{MARK}={self.mark}\0"
        return [pid for pid in find_marked_processes(mark) if pid not in known]

    def wait_for_the_end(self, *known: int) -> None:
        """Wait until none is left: the window has helpers of its own, which come and go."""
        wait_for(lambda: not self.left_behind(*known), "the end of all that was started")


@pytest.fixture
def deadly(plain: Session, tmp_path: Path) -> ProbingSession:
    """Return a session on the machine's loader, whose processes can be told from others."""
    session = ProbingSession(tmp_path, plain.desktop, plain.loader)
    session.mark = str(tmp_path)  # the name alone is that of every run of this test
    return session


def driver_rows(state: dict) -> dict[str, dict]:
    """Return the rows of drivers by the names of their files."""
    rows = (row for row in state["rows"] if row["kind"] == "driver")
    return {Path(row["key"]).name.split("_icd")[0]: row for row in rows}


def start(window: Window) -> None:
    """Probe all, and say yes to what is asked the first time."""
    window.trigger("probe_all")
    if window.wait("the question", lambda s: s["modal"] or probed(window))["modal"]:
        window.press("Probe")
    window.wait("the run", lambda _s: probed(window))


def probed(window: Window) -> list[str]:
    """Return what was said of the steps of the run, which may be over."""
    said: list[str] = window.ask(ask="probed")
    return said


def wait_long(window: Window, what: str) -> dict:
    """Wait until the run is over and its results are shown."""
    deadline = time.monotonic() + PROBE_PATIENCE
    while (state := window.state())["probing"]:
        assert time.monotonic() < deadline, f"{what}: {state['probing']}\n{window.log()}"
        time.sleep(0.1)
    return wait_for_results(window)


def wait_for_results(window: Window) -> dict:
    """Wait until every driver's row says what is known of it."""

    def are_shown(state: dict) -> bool:
        words = {row["word"] for row in driver_rows(state).values()}
        return state["recalled"] and not words & {"", NOT_PROBED}

    return window.wait("results", are_shown)


def check(rows: dict[str, dict], drivers: dict[str, tuple[str, str, str]]) -> None:
    """Check what each driver's row says."""
    for name, (_when, _deed, said) in drivers.items():
        row = rows[name]
        told = row["reason"] or row["health"]
        told = f"crashes {told}" if row["word"] == "Crashes" else told
        assert told.startswith(said), row
        if said.endswith(" of"):
            assert f"lib{name}.so" in row["reason"], row
        word = "Crashes" if said.startswith("crashes") else "Fails"
        assert row["word"] == ("no device found" if said.startswith("works") else word), row


@pytest.mark.long
def test_the_window_lives_and_says_which_driver_did_what(deadly: ProbingSession) -> None:
    deadly.add(DEADLY)
    with deadly.window() as window:
        before = driver_rows(window.state())
        assert {row["word"] for row in before.values()} >= {NOT_PROBED}
        start(window)
        state = wait_long(window, "the run never ended")
        rows = driver_rows(state)
        check(rows, DEADLY)
        assert rows["lvp"]["word"] == "1 device"
        assert any(row["kind"] == "device" for row in state["rows"])
        assert any(said.startswith("Probing ") and " of " in said for said in probed(window))
        window.wait("it told", lambda s: "segv crashes every Vulkan program" in s["problems"])
        deadly.wait_for_the_end(window.process.pid)
    with deadly.window() as window:  # the next start knows it without a process
        check(driver_rows(wait_for_results(window)), DEADLY)
        assert not probed(window)
    deadly.wait_for_the_end()


@pytest.mark.long
def test_what_hangs_is_ended_and_named(deadly: ProbingSession) -> None:
    deadly.add(HANGING)
    for seconds in GROWING_LIMITS[1:]:  # until all have come to where they hang, or have answered
        deadly.own = {PROBE_SECONDS: str(seconds)}
        with deadly.window() as window:
            start(window)
            rows = driver_rows(wait_long(window, "the hanging drivers"))
            deadly.wait_for_the_end(window.process.pid)
        hanging = [rows[name]["reason"].startswith(said) for name, (*_, said) in HANGING.items()]
        if all(hanging) and rows["lvp"]["word"] == "1 device":
            break
    check(rows, HANGING)
    assert rows["lvp"]["word"] == "1 device"


def test_a_run_that_hangs_is_cancelled_at_once(deadly: ProbingSession) -> None:
    deadly.add({"hang": HANGING["hang"], "parent": DEADLY["parent"]})
    deadly.own = NEVER
    with deadly.window() as window:
        start(window)
        window.wait("the hang", lambda s: "libhang.so" in s["probing"])
        window.press("Cancel probing")
        window.wait("the end", lambda s: not s["probing"])
        deadly.wait_for_the_end(window.process.pid)
        row = driver_rows(window.state())["hang"]
        assert row["word"] in ("", NOT_PROBED), row  # the first of several says it


def test_closing_the_window_ends_a_run(deadly: ProbingSession) -> None:
    deadly.add({"hang": HANGING["hang"]})
    deadly.own = NEVER
    with deadly.window() as window:
        start(window)
        window.wait("the hang", lambda s: "libhang.so" in s["probing"])
    deadly.wait_for_the_end()
