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


def log(running: Running) -> None:
    """Show the output of a program, with the details of a message."""
    pane = _logged(running)
    pane.view.go_to(4)


def log_search(running: Running) -> None:
    """Show what a search found, among all rows."""
    pane = _logged(running)
    pane.search.only_hits.setChecked(False)
    pane.search.field.setText("frame 1")
    scenes.wait(pane.log.search_changed, lambda: not pane.log.searching)
    pane.step()
    pane.step()


def log_expression(running: Running) -> None:
    """Search with an expression that is not valid yet."""
    pane = _logged(running)
    pane.search.options["is_expression"].setChecked(True)
    pane.search.field.setText(r"vkCmd\w+\(")
    pane.search.field.setText(r"vkCmd\w+(")


def log_nothing(running: Running) -> None:
    """Show what a search says that found nothing."""
    pane = _logged(running)
    pane.search.field.setText("geometry shader")
    scenes.wait(pane.log.search_changed, lambda: not pane.log.searching)


def _logged(running: Running) -> LogPane:
    from typing import cast

    from vkconfig_py.model.launch.log_entries import LogEntry, MessageHead
    from vkconfig_py.ui.panels.launcher_panel import LauncherPanel

    scenes.edited(running)
    cube = running.session.machine.host.executable
    head = MessageHead(
        "VUID-vkCmdDraw-None-08600",
        -1735852301,
        ("VkCommandBuffer 0x55d0c0f1e2a0",),
        _MESSAGE.splitlines()[1],
    )
    time = "10:30:00"
    entries = [
        LogEntry("info", "launcher", time, f"{cube}   (environment: 3 set, 1 unset)"),
        LogEntry("info", "loader", time, f"Inserted device layer {scenes.VALIDATION}"),
        LogEntry("info", "launcher", time, "Chain equals the prediction: 3 layers"),
        LogEntry("warning", "MangoHud", time, "[MANGOHUD] [warning] no sensor for the GPU found"),
        LogEntry("error", "validation", time, _MESSAGE, head),
        *(LogEntry("info", "vkcube", time, f"frame {n}: {n % 7 + 16} ms") for n in range(40)),
    ]
    store = running.window.launcher.log.store
    store.append(entries)
    running.window.launcher.log.sync()
    return cast(LauncherPanel, running.window.docks.open("launcher")).pane
