"""What the pictures of programs show: chosen, launched, searched for what breaks them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from devtools import scenes
from devtools.console import SetupError
from vkconfig_py.model.configuration import chosen_program, option_set_edits, workspace_edits

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from vkconfig_py.gui import Running
    from vkconfig_py.ui.dialogs.program_picker import ProgramPicker


def picker(running: Running) -> None:
    """Choose the program from a full list."""
    from vkconfig_py.language.sentences import tr
    from vkconfig_py.model.configuration.configuration import Target
    from vkconfig_py.model.programs.candidates import (
        BY_STEAM,
        IN_SANDBOX,
        ProgramCandidate,
        ProgramSection,
    )

    scenes.edited(running)
    target = Target("/usr/bin/vkcube", ("--c", "600"))
    tool = Target("/usr/bin/vulkaninfo", ("--summary",))
    flatpak = Target("/usr/bin/flatpak", ("run", "org.example.Chess"))
    # Fixed: those of this machine would be others in the next picture.
    _open_picker(running).show_candidates(
        (
            ProgramCandidate.recent(target),
            ProgramCandidate.of(
                ProgramSection.RUNNING, "game (4711)", Target("/opt/game/game", ("-w",))
            ),
            ProgramCandidate.of(
                ProgramSection.TOOLS,
                "vulkaninfo",
                tool,
                note=tr("Lists devices, layers and extensions"),
            ),
            ProgramCandidate(ProgramSection.GAMES, "Portal 2", note=BY_STEAM, steam="620"),
            ProgramCandidate.of(
                ProgramSection.APPLICATIONS, "Chess", flatpak, note=f"Flatpak: {IN_SANDBOX}"
            ),
        )
    )


def picker_error(running: Running) -> None:
    """Type a command line that cannot be started."""
    from vkconfig_py.model.programs.command_line import CommandLine

    picker(running)
    typed = "MANGOHUD=1 /opt/gone --windowed"
    shown = _open_picker(running)
    shown.show_candidates(())
    shown.field.setText(typed)
    shown.show_command(typed, CommandLine(error="/opt/gone does not exist."))


def picker_popup(running: Running) -> QWidget:
    """Return the picker of programs."""
    return _open_picker(running)


def _open_picker(running: Running) -> ProgramPicker:
    from PySide6.QtCore import Qt

    programs = running.window.controllers.commands.programs
    if programs.picker is None:
        programs.open(running.window.pos())
        if programs.picker is not None:
            # A popup closes when its window is activated, as it is while a picture is made.
            programs.picker.setParent(running.window, Qt.WindowType.Widget)
            programs.picker.show()
        running.window.worker.drain()
        scenes.settle()
    if programs.picker is None:
        raise SetupError("The picker was not shown.", 1)
    return programs.picker


def safe_mode(running: Running) -> None:
    """Show the chain of a launch without implicit layers."""
    from vkconfig_py.model.plan.plan import SafeMode, View, Without

    scenes.edited(running)
    view = View(safe=SafeMode(Without.IMPLICIT))
    scenes.answered(running, lambda: running.session.snapshots.set_view(view))


def launch_options(running: Running) -> None:
    """Show an option set of a program, with a variable and a log file."""
    from vkconfig_py.model.configuration.configuration import OptionSet, Target, Variable

    scenes.edited(running)
    edits = running.session.edits
    edits.do(chosen_program.choose_program, Target("/usr/bin/vkcube"))
    edits.do(workspace_edits.set_environment, edits.workspace.current.key, (Variable("LANG", "C"),))
    log = "~/logs/{program}-{date}-{n}.log"
    variables = (Variable("MESA_VK_WSI_PRESENT_MODE", "fifo"), Variable("MANGOHUD", None))
    one = OptionSet("1000 frames at 60 Hz", ("--c", "1000"), "", variables, log)
    scenes.answered(running, lambda: edits.do(option_set_edits.new_set, "/usr/bin/vkcube", one))
    running.window.actions_["launch_options"].trigger()


def launch_options_plain(running: Running) -> None:
    """Show launch options without an option set."""
    from vkconfig_py.model.configuration.configuration import Target

    scenes.edited(running)
    chosen = Target("/usr/bin/vkcube", ("--c", "5"))
    scenes.answered(
        running, lambda: running.session.edits.do(chosen_program.choose_program, chosen)
    )
    running.window.actions_["launch_options"].trigger()


_CULPRIT = "VK_LAYER_MANGOHUD_overlay_x86_64"


def known_requests(running: Running) -> None:
    """Show what a launch showed of the program's own requests."""
    from vkconfig_py.model.configuration.configuration import Target
    from vkconfig_py.model.programs.seen_requests import SeenRequests, identity_of, remember
    from vkconfig_py.model.session.launched_run import expect_launch

    scenes.edited(running)
    session = running.session
    scenes.answered(
        running, lambda: session.edits.do(chosen_program.choose_program, Target("/usr/bin/vkcube"))
    )
    snapshot = session.snapshots.current
    if snapshot is None:
        raise SetupError("there is no picture")
    program = expect_launch(snapshot).program
    seen = SeenRequests(
        program,
        identity_of(program),
        time.time(),
        ("VK_LAYER_LUNARG_api_dump",),
        ("VK_KHR_surface", "VK_KHR_xcb_surface"),
        "1.3.0",
        is_told=True,
    )
    remember(session.machine.paths.requests_file, seen)
    scenes.answered(running, session.snapshots.refresh)


def culprit_running(running: Running) -> None:
    """Show a search for a culprit while a trial leaves half of the layers out."""
    _show_search(running, "running", answers=2)


def culprit_asking(running: Running) -> None:
    """Show the question after a run."""
    _show_search(running, "asking", answers=3, asks=True)


def culprit_found(running: Running) -> None:
    """Show what a search found."""
    _show_search(running, "ended", answers=100)


def culprit_interrupted(running: Running) -> None:
    """Show a search that can be continued."""
    _show_search(running, "interrupted", answers=3)


def _show_search(running: Running, state: str, answers: int, *, asks: bool = False) -> None:
    """Show a search in which some trials were answered as if MangoHud broke the program."""
    from vkconfig_py.language.sentences import tr
    from vkconfig_py.model.bisect.investigation import (
        RunVerdict,
        SuccessTest,
        answered,
        investigate,
    )
    from vkconfig_py.model.bisect.search import BisectTrial
    from vkconfig_py.model.session.faulty_component_search import ACTIVE, SearchState

    scenes.edited(running)
    session, search = running.session, running.window.controllers.faulty_component.search
    running.window.docks.open("culprit")
    scenes.settle()
    one = investigate(session.requests.ask(), SuccessTest(asks=asks), session.shared.cache())
    step = one.search.step()
    while answers and isinstance(step, BisectTrial):
        failed = f"layer:{_CULPRIT}" not in step.left_out
        verdict = RunVerdict(failed, "SIGSEGV" if failed else tr("exit {code}", code=0))
        one = one.with_verdict(step, answered(works=not failed) if asks else verdict)
        step, answers = one.search.step(), answers - 1
    search.one, search.state = one, SearchState(state)
    if isinstance(step, BisectTrial):
        search.trial = step if search.state in ACTIVE else None
    else:
        search.result = step
    search.changed.emit()


def runs(running: Running) -> None:
    """Compare two runs of a program."""
    from vkconfig_py.language.sentences import tr
    from vkconfig_py.model.configuration.configuration import Variable
    from vkconfig_py.model.launch.run_history import MessageTotal, PastRun
    from vkconfig_py.ui.dialogs.runs_dialog import RunsDialog

    layers = ("VK_LAYER_KHRONOS_validation", "VK_LAYER_MANGOHUD_overlay_x86_64")
    vuid = "VUID-vkCmdDraw-None-08600"
    before = PastRun(
        1768470000.0,
        "/usr/bin/vkcube",
        ("--c", "1000"),
        "",
        "Debugging",
        "exit 0",
        16.7,
        code=0,
        chain=layers,
        is_seen=True,
        loader="1.4.364",
        device="llvmpipe",
        messages=(MessageTotal(vuid, "error", 2),),
    )
    after = before._replace(
        started=1768473600.0, seconds=3.2, safe=tr("without implicit layers"), chain=layers[:1],
        code=None, signal="SIGSEGV", ended="ended by SIGSEGV",
        messages=(MessageTotal(vuid, "error", 12),), variables=(Variable("MANGOHUD", None),),
    )  # fmt: skip
    other = before._replace(
        started=1768460000.0, program="/usr/bin/vulkaninfo", arguments=("--summary",), seconds=0.4
    )
    found = (after, before, other)
    dialog = RunsDialog(running.window.context, lambda deliver: deliver(found), running.window)
    dialog.show()


def runs_dialog(running: Running) -> QWidget:
    """Return the dialog of runs."""
    from vkconfig_py.ui.dialogs.runs_dialog import RunsDialog

    found = running.window.findChild(RunsDialog)
    if found is None:
        raise SetupError("The runs are not shown.")
    return found


def own_error(running: Running) -> None:
    """Show the dialog about an error of the program itself; what differs by machine is left out."""
    from vkconfig_py.ui.dialogs.crash_dialog import error_dialog

    trace = 'File "vkconfig_py/ui/chain/moves.py", line 88, in _slot\nValueError: no such row'
    window = running.window
    dialog = error_dialog(window.context, "no such row", trace, "", {}, window)
    text = dialog.report.toPlainText()
    dialog.report.setPlainText(text[text.index("What happened") :])
    dialog.show()


def own_error_dialog(running: Running) -> QWidget:
    """Return that dialog."""
    from vkconfig_py.ui.dialogs.crash_dialog import CrashDialog

    return running.window.findChildren(CrashDialog)[0]
