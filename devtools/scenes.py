"""What the pictures of the window show: one table, and what brings the window into each state.

A scene may be looked at in several ways: the name of a picture is that of a scene and the words of
`LOOKS`, such as main_dark_2x.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple, cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from devtools.console import ROOT
from devtools.stage import edit_and_wait, settle, wait_until
from tests.ui.access.boxes import BOXES
from vkconfig_py.fleet.window.reports_window import ReportsWindow
from vkconfig_py.language.sentences import join_words, tr
from vkconfig_py.loader.files.processes import ProcessFacts
from vkconfig_py.model.bisect import investigation
from vkconfig_py.model.bisect.search import BisectTrial
from vkconfig_py.model.configuration import chosen_program, workspace_edits
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    LayerControl,
    OptionSet,
    Target,
    Variable,
)
from vkconfig_py.model.configuration.preferences import ON, TRAY
from vkconfig_py.model.configuration.workspace import CollectionSource
from vkconfig_py.model.launch.log_store import LogEntry, MessageHeader
from vkconfig_py.model.launch.observed_loader import compare_chains
from vkconfig_py.model.processes.mapped_parts import MappedKind, MappedPart
from vkconfig_py.model.processes.running_now import (
    NO_INSTANCE,
    Agreement,
    RunningProcess,
    RunningPrograms,
)
from vkconfig_py.model.session.faulty_component_search import ACTIVE_STATES, SearchState
from vkconfig_py.model.session.run_values import LaunchState
from vkconfig_py.model.text.wording import render_count
from vkconfig_py.ui.dialogs.apply_popover import ApplyPopover
from vkconfig_py.ui.inspector.head import InspectorPage
from vkconfig_py.ui.panels.collection_panel import CollectionPanel
from vkconfig_py.ui.panels.launcher_panel import LauncherPanel
from vkconfig_py.ui.panels.running_panel import RunningPanel
from vkconfig_py.ui.widgets.buttons import Frame
from vkconfig_py.ui.window.toasts import MessageList
from vkconfig_py.ui.window.tray import Tray

if TYPE_CHECKING:
    from vkconfig_py.gui import RunningWindow
    from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
    from vkconfig_py.ui.panels.log_pane import LogPane

SceneAction = Callable[["RunningWindow"], "QWidget | None"]

_VALIDATION = "VK_LAYER_KHRONOS_validation"
_MANGOHUD = "VK_LAYER_MANGOHUD_overlay_x86_64"
_VKBASALT = "VK_LAYER_VKBASALT_post_processing"
_DEVICE_SELECT = "VK_LAYER_MESA_device_select"
_CUBE = Target("/usr/bin/vkcube")


class Scene(NamedTuple):
    """A state of the window: what is done, in this order.

    Attributes:
        is_edited: three configurations are made, in two of them layers are on.
        row: the kind of a row that is selected, and a part of its key.
        action, panel, page: what is chosen of the menus, of the panels, of the inspector.
        act: what else is done; it returns what is shown in place of the main window.
    """

    is_edited: bool = False
    row: tuple[str, str] | None = None
    action: str = ""
    panel: str = ""
    page: InspectorPage | None = None
    act: SceneAction | None = None

    def prepare(self, running: RunningWindow) -> QWidget:
        """Bring the open window into the state, and return what is shown."""
        window = running.window
        if self.is_edited:
            _edit(running)
        if self.row:
            _select(running, *self.row)
        if self.action:
            window.actions_[self.action].trigger()
        if self.panel:
            window.docks.open(self.panel)
        if self.page:
            window.inspector.show_tab(self.page)
        shown = self.act(running) if self.act else None
        settle()
        return shown or window


# What scenes do, in the order of the table


def _edit(running: RunningWindow) -> None:
    """Show three configurations; in the first two layers are on, one of them on top."""
    edits = running.session.edits
    debugging = edits.workspace.selected_configuration.key
    edits.do(workspace_edits.rename_configuration, debugging, "Debugging")
    edits.do(workspace_edits.add_configuration, "Frame rate")
    edits.do(workspace_edits.add_configuration, "Recording")
    cube = Target(running.session.machine.host.executable)
    for edit in (
        lambda: edits.select_configuration(debugging),
        lambda: edits.do(chosen_program.choose_program, cube),
        lambda: edits.do(workspace_edits.set_control, _VALIDATION, LayerControl.ON),
        lambda: edits.do(workspace_edits.set_control, _VKBASALT, LayerControl.ON),
        lambda: edits.move_layer(_VALIDATION, 0),
    ):
        edit_and_wait(running, edit)
    running.window.chain.view.select_key(f"layer:{_VALIDATION}")
    running.window.chain.view.scrollToTop()


def _enable_launch(running: RunningWindow) -> None:
    """Show Launch as on a machine that runs programs, which the sample machine does not."""
    settle()  # what is computed until then turns it off again
    header = running.window.header
    header.launch.setEnabled(True)
    for button in (header.launch, header.safe_mode):
        button.set_frame(Frame.PRIMARY)


def _change_settings(running: RunningWindow) -> None:
    """Change some settings of a layer, and be about to type one that is not valid."""
    page = running.window.inspector.settings
    editing = page.editing
    wait_until(lambda: editing.declared is not None)
    running.window.show_inspector()
    running.window.inspector.show_tab(InspectorPage.SETTINGS)
    editing.choose_preset(1)
    nodes = {node.id: node for top in editing.state.rows for node in top.walk()}
    editing.check(nodes["report_flags=warn"], is_on=True)
    editing.type(nodes["duplicate_message_limit"], "-5")
    page.view.go_to("duplicate_message_limit")
    page.view.setFocus(Qt.FocusReason.TabFocusReason)
    page.view.scrollToTop()


def _apply_and_withdraw(running: RunningWindow) -> None:
    """Apply and withdraw, while another program removes a layer and changes a driver."""
    session, system = running.session, running.session.system
    running.window.docks.height = 300
    running.window.docks.open("journal")
    wait_until(lambda: system.history is not None)
    session.apply(())
    wait_until(lambda: bool(system.journal))
    root, inventory = session.machine.host.root, _get_snapshot(running).inventory
    layer = next(
        manifest for manifest in inventory.found_layers if "device_select" in manifest.name
    )
    Path(root + layer.file).unlink()
    driver = Path(root + inventory.drivers[0].file)
    driver.write_text(driver.read_text("utf-8").replace("1.4.312", "1.4.325"), encoding="utf-8")
    session.snapshots.refresh()
    wait_until(
        lambda: system.history is not None and bool(system.history.moments[0].changes),
    )
    session.withdraw()
    wait_until(lambda: len(system.journal) > 1)


_MESSAGE = """Validation Error: [ VUID-vkCmdDraw-None-08600 ] Object 0: handle = 0x55d0c0f1e2a0, \
type = VK_OBJECT_TYPE_COMMAND_BUFFER; | MessageID = 0x9888fef3
vkCmdDraw(): VkPipeline 0x7f0010 statically uses descriptor set 0, but no set is bound there.
The Vulkan spec states: For each set n that is statically used by a bound shader, a descriptor set \
must have been bound to n at the same pipeline bind point."""


def _add_log(running: RunningWindow) -> LogPane:
    """Add the output of a program, and return what shows it."""
    cube, at = running.session.machine.host.executable, "10:30:00"
    chain = (_VALIDATION, _DEVICE_SELECT, _MANGOHUD)
    head = MessageHeader(
        "VUID-vkCmdDraw-None-08600",
        -1735852301,
        ("VkCommandBuffer 0x55d0c0f1e2a0",),
        _MESSAGE.splitlines()[1],
    )
    entries = (
        LogEntry("info", "launcher", at, f"{cube}   (environment: 3 set, 1 unset)"),
        LogEntry("info", "loader", at, f"Inserted device layer {_VALIDATION}"),
        LogEntry("info", "launcher", at, compare_chains(chain, chain)[1]),
        *[LogEntry("warning", "MangoHud", at, "[MANGOHUD] [warning] no sensor for the GPU found")]
        * 12,
        *[LogEntry("error", "validation", at, _MESSAGE, head)] * 3,
        *(LogEntry("info", "vkcube", at, f"frame {n}: {n % 7 + 16} ms") for n in range(40)),
    )
    run = running.window.launcher.add_run(Target(cube))
    run.state = LaunchState.RUNNING
    run.log.store.append(entries)
    run.log.sync()
    run.changed.emit()
    pane = cast("LauncherPanel", running.window.docks.open("launcher")).current_pane
    assert pane is not None, "a shown run has a pane"
    return pane


def _assume_what_if(running: RunningWindow) -> None:
    """Suppose an old loader, and a filter that turns implicit layers off."""
    what_if, view = running.session.what_if, running.window.chain.view
    what_if.set_variable("VK_LOADER_LAYERS_DISABLE", "~implicit~")
    what_if.set_assumptions(what_if.assumptions._replace(version=(1, 3, 275)))
    wait_until(lambda: not what_if.pending)
    view.select_key(f"layer:{_DEVICE_SELECT}")
    view.scrollToTop()


def _read_surfaces(running: RunningWindow) -> None:
    """Open the page of surfaces, and wait until the devices have answered."""
    running.window.show_inspector()
    running.window.inspector.show_tab(InspectorPage.SURFACES)
    probes = running.session.probes
    wait_until(lambda: bool(probes.surfaces.read_at))


def _choose_devices(running: RunningWindow) -> None:
    """Choose which devices programs get, and in which order."""
    devices = running.session.edits.devices
    keys = [line.key for line in devices.list_devices()]
    edit_and_wait(running, lambda: devices.set_use(keys[-1], is_on=False))
    edit_and_wait(running, lambda: devices.move_by(keys[0], 1))
    running.window.inspector.show_tab(InspectorPage.DEVICES)

    # fmt: on


def _record_crash(running: RunningWindow) -> None:
    """Let the recording be one of a driver that crashes."""
    recorded = Path(running.session.machine.recorded)
    text = recorded.read_text(encoding="utf-8")
    text = text.replace('"state": "fails-to-create"', '"state": "crashed"')
    text = text.replace('"code": "VK_ERROR_INCOMPATIBLE_DRIVER"', '"code": "SIGSEGV"')
    recorded.write_text(text, encoding="utf-8")
    running.session.snapshots.refresh()
    settle()
    _select(running, "driver", "nvidia")
    running.window.inspector.show_tab(InspectorPage.PROBE)
    running.window.docks.open("problems")


def _add_collection(running: RunningWindow) -> None:
    """Show two places that were added, one with another copy of a layer that is installed."""
    window, session = running.window, running.session
    home = Path(session.machine.host.environment["HOME"])
    rows = _get_snapshot(running).rows
    installed = next(Path(row.manifest) for row in rows if row.name == _VALIDATION)
    build, old = home / "layers/build", home / "old-sdk"
    for folder, version in ((build, "1.4.321"), (old, "1.2.162")):
        folder.mkdir(parents=True)
        copy = json.loads(installed.read_text(encoding="utf-8"))
        library = installed.parent / copy["layer"]["library_path"]
        copy["layer"] |= {"api_version": version, "library_path": str(library)}
        (folder / "VkLayer_khronos_validation.json").write_text(json.dumps(copy))
    copy["layer"]["name"] = "VK_LAYER_TUTORIAL_triangle"
    (build / "VkLayer_triangle.json").write_text(json.dumps(copy))
    sources = (
        CollectionSource(str(build)),
        CollectionSource(str(old), enabled=False),
        CollectionSource(f"{home}/gone.json"),
    )
    changed = session.edits.workspace._replace(sources=sources)
    edit_and_wait(
        running, lambda: session.edits.commit(workspace_edits.WorkspaceChange(changed, "Add"))
    )
    window.docks.height = 420
    panel = cast("CollectionPanel", window.docks.open("collection"))
    settle()
    panel.search.setText("khr valid")
    panel.view.setCurrentIndex(panel.model.index(0))


def _show_running(running: RunningWindow) -> None:
    """Show running programs: one as predicted, one not, one in a sandbox."""

    def part(name: str, *, is_loaded: bool = True, why: str = "") -> MappedPart:
        kind, file = MappedKind.LAYER, f"implicit_layer.d/{name.removeprefix('VK_LAYER_')}.json"
        if name.endswith(".json"):
            kind, file = MappedKind.DRIVER, f"icd.d/{name}"
        library = f"/usr/lib/x86_64-linux-gnu/lib{name.partition('.')[0]}.so"
        return MappedPart(
            kind, name, f"/usr/share/vulkan/{file}", library, True, is_loaded, explanation=why
        )

    def process(
        pid: int, program: str, agreement: Agreement, text: str, *parts: MappedPart
    ) -> RunningProcess:
        name, environment = program.rpartition("/")[2], {"HOME": "/home/alex"}
        facts = ProcessFacts(pid, 1000, pid, 0.0, name, program, environment=environment)
        loader = "/usr/lib/x86_64-linux-gnu/libvulkan.so.1.4.309"
        return RunningProcess(facts, agreement, text, loader, "1.4.309", parts, is_own=True)

    select, radeon = part(_DEVICE_SELECT), part("radeon_icd.x86_64.json")
    overlay = "/home/alex/.local/share/vulkan/implicit_layer.d/VkLayer_override.json"
    when = tr("at {time}", time="10:21")
    why = tr("{file} was changed {when}, after the program started.", file=overlay, when=when)
    late = part(_VALIDATION, is_loaded=False, why=why)
    layers, driver = (
        render_count(2, MappedKind.LAYER.value),
        render_count(1, MappedKind.DRIVER.value),
    )
    expected = tr("Expected {what}, has {count:,}.", what=layers, count=1)
    text = f"{expected} KHRONOS_validation: {why}"
    game = process(3977, "/opt/games/thrust/bin/thrust", Agreement.DIFFERENT, text, late, select,
                   radeon)  # fmt: skip
    text = f"{join_words([layers, driver])}."
    cube = process(4242, "/usr/bin/vkcube", Agreement.EQUAL, text, part(_MANGOHUD), select, radeon)
    boxed = process(4100, "/app/bin/blender", Agreement.NO_INSTANCE, NO_INSTANCE)
    boxed = boxed._replace(facts=boxed.facts._replace(root="/proc/4100/root"))
    settle()
    panel = cast("RunningPanel", running.window.docks.open("running"))
    panel.show_running(RunningPrograms((boxed, game, cube._replace(is_launched_here=True)), 118))
    panel.view.setCurrentIndex(panel.model.index(1))
    panel.view.setFocus()


def _set_launch_options(running: RunningWindow) -> None:
    """Show an option set of a program, with a variable and a log file."""
    edits = running.session.edits
    edits.do(chosen_program.choose_program, _CUBE)
    edits.do(
        workspace_edits.set_environment,
        edits.workspace.selected_configuration.key,
        (Variable("LANG", "C"),),
    )
    variables = (Variable("MESA_VK_WSI_PRESENT_MODE", "fifo"), Variable("MANGOHUD", None))
    log = "~/logs/{program}-{date}-{n}.log"
    options = OptionSet("1000 frames at 60 Hz", ("--c", "1000"), "", variables, log)
    edit_and_wait(running, lambda: edits.do(chosen_program.add_set, _CUBE.program, options))
    running.window.actions_["launch_options"].trigger()


def _search_faulty_component(running: RunningWindow, state: str, trials: int) -> None:
    """Show a search in which some trials were answered as if MangoHud broke the program."""
    session, search = running.session, running.window.controllers.faulty_component.search
    settle()
    test = investigation.SuccessTest()
    found = investigation.investigate(session.requests.make_request(), test, session.shared.cache())
    step = found.search.find_next_step()
    while trials and isinstance(step, BisectTrial):
        works = f"layer:{_MANGOHUD}" in step.left_out
        word = tr("exit {code}", code=0) if works else "SIGSEGV"
        found = found.with_verdict(step, investigation.RunVerdict(not works, word))
        step, trials = found.search.find_next_step(), trials - 1
    search.investigation, search.state = found, SearchState(state)
    if isinstance(step, BisectTrial):
        search.trial = step if search.state in ACTIVE_STATES else None
    else:
        search.result = step
    search.changed.emit()


def _turn_off_other_layers(running: RunningWindow) -> None:
    """Turn off what the configuration does not name, in a row of its own between two layers."""
    edits = running.session.edits
    for edit in (
        lambda: edits.do(workspace_edits.show_unlisted, is_shown=True),
        lambda: edits.move_layer(UNLISTED, 1),
        lambda: edits.do(workspace_edits.set_control, UNLISTED, LayerControl.OFF),
    ):
        edit_and_wait(running, edit)
    running.window.chain.view.select_key(f"layer:{UNLISTED}")


def _apply_to_programs(running: RunningWindow) -> None:
    """Open what applies to two programs what only a loader settings file can say."""
    _turn_off_other_layers(running)
    edits, cube = running.session.edits, Path(running.session.machine.host.executable)
    for program in (cube, cube.with_name("vulkaninfo")):
        edits.do(
            workspace_edits.add_program, edits.workspace.selected_configuration.key, str(program)
        )
    settle()
    window = running.window
    window.controllers.commands.open_apply()
    popover = next(one for one in window.children() if isinstance(one, ApplyPopover))
    wait_until(popover.apply_button.isEnabled)


def _apply(running: RunningWindow) -> None:
    """Show a configuration that is applied to every program."""
    running.session.apply(())
    wait_until(lambda: running.window.banner.shown_banner is not None)


def _copy_for(running: RunningWindow, action: str) -> None:
    """Show what is copied for another launcher, and what variables cannot express of it."""
    edits = running.session.edits
    best = next(
        one for one in edits.workspace.configurations if one.key == "built-in-best-practices"
    )
    edit_and_wait(running, lambda: edits.select_configuration(best.key))
    running.window.actions_[action].trigger()
    wait_until(lambda: bool(running.window.status_bar.messages.entries))


def _open_launch_menu(running: RunningWindow) -> QWidget:
    """Open the menu beside Launch."""
    menu = running.window.controllers.safe_mode.make_menu()
    menu.popup(running.window.mapToGlobal(running.window.rect().center()))
    return menu


def _open_tray(running: RunningWindow, name: str) -> QWidget:
    """Open the menu of the tray icon, or a submenu of it, while a configuration is applied."""
    _apply(running)
    edits = running.session.edits
    edit_and_wait(
        running, lambda: edits.do(workspace_edits.set_control, _MANGOHUD, LayerControl.ON)
    )
    # The window of the sample machine has no icon.
    session = running.session
    session.requests.machine = session.machine._replace(demo=False)
    session.preferences.choose(TRAY, ON)
    menu = cast("Tray", running.window.findChild(Tray)).menu
    menu.aboutToShow.emit()
    wait_until(lambda: menu.configuration_menu.actions()[0].text().count(",") > 0)
    shown: QMenu = getattr(menu, name) if name else menu
    shown.popup(running.window.mapToGlobal(running.window.rect().topLeft()))
    return shown


def _show_messages(running: RunningWindow, *, is_listed: bool) -> QWidget | None:
    """Show the latest of three messages, or with `is_listed` the list of all."""
    window, bar = running.window, running.window.status_bar
    bar.show_toast(tr("Choose a program first."), tone="warn")
    bar.hide_toast()
    file = "/opt/games/thrust/tools/overrides/VkLayer_override.json"
    bar.show_toast(f"{file}: line 3: “enabled_layers” is missing", tone="error")
    bar.hide_toast()
    bar.show_toast(tr("Removed: {path}", path=_CUBE.program), undo=True)
    bar.offer_command(tr("Show"), window.rescan)
    if not is_listed:
        return None
    window.actions_["messages"].trigger()
    return window.findChild(MessageList)


def _open_reports(running: RunningWindow) -> ReportsWindow:
    """Open saved reports of sixty machines, and select one that differs from the others."""
    folder = Path.home() / "collected"
    # In a process of its own: it opens a sample machine, whose place is taken here.
    command = [sys.executable, "-m", "tests.framework.lab", str(folder), "60"]
    subprocess.run(command, cwd=ROOT, check=True)
    (folder / "node61.json").write_bytes(b'{"basis": "files", ')
    view: ReportsWindow = running.window.controllers.optional["reports"].show()
    view.open(folder)
    wait_until(lambda: not view.reading.is_running)
    view.table.selectRow(2)
    return view


def _open_dialog(running: RunningWindow, name: str) -> QWidget:
    """Open a dialog, window or popup as tests of them do."""
    box: QWidget = BOXES[name](SimpleNamespace(waitUntil=wait_until), running.window)
    return box


def _open_other_machine(running: RunningWindow) -> None:
    """Show a root folder beside this machine: the sample machine as others see it."""
    machines = running.window.controllers.optional["open_machine"]
    home = Path(running.session.machine.host.environment["HOME"])
    machines.open(str(home.parents[1]))
    wait_until(lambda: machines.visit.machine is not None)


# What they share


def _get_snapshot(running: RunningWindow) -> ChainSnapshot:
    snapshot = running.session.snapshots.current
    assert snapshot is not None, "a window shows a snapshot"
    return snapshot


def _select(running: RunningWindow, kind: str, part: str) -> None:
    """Select the first row of a kind that has this in its key."""
    rows = _get_snapshot(running).rows
    key = next(row.key for row in rows if row.kind.value == kind and part in row.key)
    running.window.chain.view.select_key(key)


# The table


_MAIN = Scene(is_edited=True)
SCENES: dict[str, Scene] = {
    **{
        name.replace(" ", "_"): _MAIN._replace(act=partial(_open_dialog, name=name))
        for name in BOXES
    },
    "main": _MAIN._replace(act=_enable_launch),
    "why": Scene(row=("off-layer", "fossilize")),
    "settings": _MAIN._replace(act=_change_settings),
    "preview": _MAIN._replace(panel="preview"),
    "problems": Scene(panel="problems"),
    "journal": _MAIN._replace(act=_apply_and_withdraw),
    "log": _MAIN._replace(act=lambda running: _add_log(running).go_to_first_error()),
    "first_steps": Scene(action="first_steps"),
    "what_if": _MAIN._replace(action="what_if", act=_assume_what_if),
    "device": Scene(row=("device", "radeon")),
    "devices": Scene(row=("device", "radeon"), act=_choose_devices),
    "driver": Scene(row=("driver", "nvidia")),
    "loader": Scene(row=("loader", "")),
    "extensions": Scene(
        row=("device", "radeon"),
        page=InspectorPage.EXTENSIONS,
        act=lambda running: running.window.inspector.probing.extensions.search.setText("khr ray"),
    ),
    "surfaces": Scene(row=("device", "radeon"), act=_read_surfaces),
    "crashed": Scene(act=_record_crash),
    "collection": _MAIN._replace(act=_add_collection),
    "running": _MAIN._replace(panel="running", act=_show_running),
    "launch_options": _MAIN._replace(act=_set_launch_options),
    "culprit_form": _MAIN._replace(panel="culprit"),
    "culprit_running": _MAIN._replace(
        panel="culprit", act=partial(_search_faulty_component, state="running", trials=2)
    ),
    "culprit": _MAIN._replace(
        panel="culprit", act=partial(_search_faulty_component, state="ended", trials=100)
    ),
    "other_layers": _MAIN._replace(act=_turn_off_other_layers),
    "applied": _MAIN._replace(act=_apply),
    "applying": _MAIN._replace(act=_apply_to_programs),
    "message": _MAIN._replace(act=partial(_show_messages, is_listed=False)),
    "copied": _MAIN._replace(act=partial(_copy_for, action="export_steam")),
    "copied_lutris": _MAIN._replace(act=partial(_copy_for, action="entry_lutris")),
    "launch_menu": _MAIN._replace(act=_open_launch_menu),
    "tray": _MAIN._replace(act=partial(_open_tray, name="")),
    "tray_apply": _MAIN._replace(act=partial(_open_tray, name="configurations")),
    "messages": _MAIN._replace(act=partial(_show_messages, is_listed=True)),
    "reports": Scene(act=_open_reports),
    "other_machine": Scene(act=_open_other_machine),
    "no_loader": Scene(act=lambda running: running.window.show_no_loader(is_missing=True)),
}
