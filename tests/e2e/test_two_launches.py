"""Two programs at once under different configurations: apart in logs, checks, files and ends."""

from __future__ import annotations

from tests.e2e.session import VALIDATION, Session
from tests.framework.patience import wait_for
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, Target
from vkconfig_py.model.files.paths import LAUNCH_PREFIX
from vkconfig_py.model.launch.run_history import read_runs

EQUAL = "matches the prediction"


def files_of(session: Session) -> set[str]:
    """The files of the launches that go on."""
    folders = (session.folder / "run" / "vkconfig-py").glob(f"{LAUNCH_PREFIX}*")
    return {str(path) for folder in folders for path in folder.rglob("*") if path.is_file()}


def runs(state):
    return [one[1:] for one in state["runs"]]


def test_two_programs_run_at_once_and_leave_each_other_alone(session: Session) -> None:
    game = str(session.program("game"))
    lasting = Target("/bin/sh", ("-c", f"{game} --summary; exec sleep 600"))
    first = Configuration(key="a", name="First", target=lasting)
    second = Configuration(key="b", name="Second", target=Target(game, ("--summary",)))
    session.save(
        first.with_control(VALIDATION, LayerControl.ON),
        second.with_control(VALIDATION, LayerControl.OFF),
    )
    with session.window() as window:
        window.choose("First")
        window.wait("its chain", lambda s: VALIDATION in s["chain"])
        session.desktop.keys("F5")
        window.wait("the first", lambda s: any(EQUAL in line for line in s["log"]))
        private = wait_for(lambda: files_of(session), "the files of the launch")
        window.choose("Second")
        window.wait("its chain", lambda s: s["ready"] and VALIDATION not in s["chain"])
        session.desktop.keys("F5")
        state = window.wait("the second", lambda s: runs(s)[1:] == [["ended", "exit 0", "shown"]])
        assert any(EQUAL in line for line in state["log"]), state["log"]
        assert runs(state)[0][0] == "running"
        assert files_of(session) == private
        window.press("Stop sh")
        # The loader of Chromium has messages for the program, which are counted behind it.
        state = window.wait("its end", lambda s: runs(s)[0][1].startswith("stopped"))
        assert runs(state)[0][::2] == ["ended", ""]
        assert runs(state)[1] == ["ended", "exit 0", "shown"]
        assert files_of(session) == set()
        window.press("Close sh")
        window.wait("one run", lambda s: len(s["runs"]) == 1)
    seen = {
        run.configuration: VALIDATION in run.chain
        for run in read_runs(session.home / ".local/state/vkconfig-py")
    }
    assert seen == {"First": True, "Second": False}
