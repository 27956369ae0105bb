"""What the pictures of a program's output show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from devtools import scenes

if TYPE_CHECKING:
    from vkconfig_py.gui import Running
    from vkconfig_py.ui.panels.log_pane import LogPane

_MESSAGE = """Validation Error: [ VUID-vkCmdDraw-None-08600 ] Object 0: handle = 0x55d0c0f1e2a0, \
type = VK_OBJECT_TYPE_COMMAND_BUFFER; | MessageID = 0x9888fef3
vkCmdDraw(): VkPipeline 0x7f0010 statically uses descriptor set 0, but no set is bound there.
The Vulkan spec states: For each set n that is statically used by a bound shader, a descriptor set \
must have been bound to n at the same pipeline bind point."""


_CHAIN = (scenes.VALIDATION, "VK_LAYER_MESA_device_select", "VK_LAYER_MANGOHUD_overlay_x86_64")


def log(running: Running) -> None:
    """Show the output of a program, with the details of a message."""
    scenes.edited(running)
    pane = _logged(running)
    pane.view.go_to(4)


def log_search(running: Running) -> None:
    """Show what a search found, among all rows."""
    scenes.edited(running)
    pane = _logged(running)
    pane.search.only_hits.setChecked(False)
    pane.search.field.setText("frame 1")
    scenes.wait(pane.log.search_changed, lambda: not pane.log.searching)
    pane.step()
    pane.step()


def log_expression(running: Running) -> None:
    """Search with an expression that is not valid yet."""
    scenes.edited(running)
    pane = _logged(running)
    pane.search.options["is_expression"].setChecked(True)
    pane.search.field.setText(r"vkCmd\w+\(")
    pane.search.field.setText(r"vkCmd\w+(")


def log_nothing(running: Running) -> None:
    """Show what a search says that found nothing."""
    scenes.edited(running)
    pane = _logged(running)
    pane.search.field.setText("geometry shader")
    scenes.wait(pane.log.search_changed, lambda: not pane.log.searching)


def log_runs(running: Running) -> None:
    """Show several runs: two go on, one ended well, one was ended by a signal."""
    from datetime import datetime

    from vkconfig_py.language.sentences import tr
    from vkconfig_py.model.launch.run_program import LaunchEnd
    from vkconfig_py.model.session.run_values import LaunchState

    scenes.edited(running)
    ends = {
        "vulkaninfo": LaunchEnd(0, "", False, tr("exit {code}", code=0)),
        "": None,
        "game": LaunchEnd(None, "SIGSEGV", False, "ended by SIGSEGV"),
    }
    for name, result in ends.items():
        _logged(running, name)
        run = running.window.launcher.shown
        if run is None:
            raise AssertionError("what is launched is shown")
        run.began = datetime(2026, 3, 14, 10, 30)
        run.result, run.state = result, LaunchState.ENDED if result else LaunchState.RUNNING
    _logged(running)
    last = running.window.launcher.shown
    if last is not None:
        last.began = datetime(2026, 3, 14, 10, 32)
        last.verdict = (True, _as_predicted())
        last.changed.emit()


def _as_predicted() -> str:
    from vkconfig_py.model.launch.observed_loader import compare_chains

    return compare_chains(_CHAIN, _CHAIN)[1]


def _logged(running: Running, name: str = "") -> LogPane:
    from typing import cast

    from vkconfig_py.model.configuration.configuration import Target
    from vkconfig_py.model.launch.log_entries import LogEntry, MessageHeader
    from vkconfig_py.model.session.run_values import LaunchState
    from vkconfig_py.ui.panels.launcher_panel import LauncherPanel

    cube = running.session.machine.host.executable
    head = MessageHeader(
        "VUID-vkCmdDraw-None-08600",
        -1735852301,
        ("VkCommandBuffer 0x55d0c0f1e2a0",),
        _MESSAGE.splitlines()[1],
    )
    time = "10:30:00"
    entries = [
        LogEntry("info", "launcher", time, f"{cube}   (environment: 3 set, 1 unset)"),
        LogEntry("info", "loader", time, f"Inserted device layer {scenes.VALIDATION}"),
        LogEntry("info", "launcher", time, _as_predicted()),
        LogEntry("warning", "MangoHud", time, "[MANGOHUD] [warning] no sensor for the GPU found"),
        LogEntry("error", "validation", time, _MESSAGE, head),
        *(LogEntry("info", "vkcube", time, f"frame {n}: {n % 7 + 16} ms") for n in range(40)),
    ]
    run = running.window.launcher.add_run(Target(name or cube))
    run.state = LaunchState.RUNNING
    run.log.store.append(entries)
    run.log.sync()
    run.changed.emit()
    pane = cast(LauncherPanel, running.window.docks.open("launcher")).pane
    if pane is None:
        raise AssertionError("a shown run has a pane")
    return pane
