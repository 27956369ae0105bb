"""What the pictures of the window show: each scene brings the open window into a state."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from devtools.console import ROOT, SetupError
from vkconfig_py.model.configuration import chosen_program, workspace_edits
from vkconfig_py.model.layer_settings import setting_edits

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from vkconfig_py.fleet.window.reports_window import ReportsWindow
    from vkconfig_py.gui import Running
    from vkconfig_py.model.chain.probe_results import ProbeStep
    from vkconfig_py.ui.dialogs.about import AboutDialog
    from vkconfig_py.ui.dialogs.apply_popover import ApplyPopover

_PATIENCE = 60_000  # milliseconds
_QUIET = 800  # milliseconds in which nothing is computed; longer than any delay in the window
_IDLE = 40_000_000  # nanoseconds of them that blinking and polling may take
_STEPS_PLAYED = 5  # of a recorded probe, in the picture of one that runs
_HASTE = 12_000  # milliseconds: what is seen must be of the row that is shown
is_hasty = False  # where a late progress bar is no matter: what is looked at is text, not a picture
VALIDATION = "VK_LAYER_KHRONOS_validation"
_MANGOHUD = "VK_LAYER_MANGOHUD_overlay_x86_64"
_VKBASALT = "VK_LAYER_VKBASALT_post_processing"


def edited(running: Running) -> None:
    """Show three configurations; in the first two layers are on, one of them on top."""
    from vkconfig_py.model.configuration.configuration import LayerControl, Target

    session = running.session
    debugging = session.edits.workspace.current.key
    session.edits.do(workspace_edits.rename_configuration, debugging, "Debugging")
    session.edits.do(workspace_edits.new_configuration, "Frame rate")
    session.edits.do(workspace_edits.new_configuration, "Recording")
    cube = running.session.machine.host.executable
    for edit in (
        lambda: session.edits.select_configuration(debugging),
        lambda: session.edits.do(chosen_program.choose_program, Target(cube)),
        lambda: session.edits.do(workspace_edits.set_control, VALIDATION, LayerControl.ON),
        lambda: session.edits.do(workspace_edits.set_control, _VKBASALT, LayerControl.ON),
        lambda: session.edits.move_layer(VALIDATION, 0),
    ):
        answered(running, edit)
    running.window.chain.view.select_key(f"layer:{VALIDATION}")
    running.window.chain.view.scrollToTop()


def settings(running: Running) -> None:
    """Change some settings of a layer, and be about to type one that is not valid."""
    from PySide6.QtCore import Qt

    from vkconfig_py.ui.inspector.head import Page

    edited(running)
    page = running.window.inspector.settings
    editing = page.editing
    wait(running.session.declared.changed, lambda: editing.declared is not None)
    running.window.show_inspector()
    running.window.inspector.show_tab(Page.SETTINGS)
    editing.choose_preset(1)
    nodes = {node.id: node for top in editing.state.nodes for node in top.walk()}
    editing.check(nodes["report_flags=warn"], on=True)
    editing.type(nodes["duplicate_message_limit"], "-5")
    page.view.go_to("duplicate_message_limit")
    page.view.setFocus(Qt.FocusReason.TabFocusReason)
    page.view.scrollToTop()


def mangohud(running: Running) -> None:
    """Show the settings of MangoHud beside a file of the user, some of them changed."""
    from vkconfig_py.ui.inspector.head import Page

    edited(running)
    host = running.session.machine.host
    file = Path(f"{host.root}{host.environment['HOME']}/.config/MangoHud/MangoHud.conf")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("# mine\nposition=top-right\nfont_size=20\n# fps_limit=0\n", encoding="utf-8")
    running.window.chain.view.select_key(f"layer:{_MANGOHUD}")
    editing = running.window.inspector.settings.editing
    running.window.inspector.show_tab(Page.SETTINGS)
    wait(editing.changed, lambda: bool(editing.own_path))
    nodes = {node.id: node for top in editing.state.nodes for node in top.walk()}
    editing.add(nodes["fps_limit"], "60")
    editing.check(nodes["no_display"], on=True)
    running.window.inspector.settings.view.scrollToTop()


def preview(running: Running) -> None:
    """Show what would be written."""
    edited(running)
    running.window.docks.open("preview")


def problems(running: Running) -> None:
    """Show what is wrong on the machine."""
    running.window.docks.open("problems")


def about(running: Running) -> None:
    """Show what changed."""
    running.window.actions_["about"].trigger()
    about_dialog(running).changes.search.setText("undo")


def what_if(running: Running) -> None:
    """Suppose an old loader, and a filter that turns implicit layers off."""
    edited(running)
    session, window = running.session, running.window
    window.actions_["what_if"].trigger()
    session.what_if.set_variable("VK_LOADER_LAYERS_DISABLE", "~implicit~")
    session.what_if.suppose(session.what_if.assumptions._replace(version=(1, 3, 275)))
    wait(session.snapshots.shown_changed, lambda: not session.what_if.pending)
    window.chain.view.select_key("layer:VK_LAYER_MESA_device_select")
    window.chain.view.scrollToTop()


def device(running: Running) -> None:
    """Show everything about a device."""
    select(running, "device", "radeon")


def devices(running: Running) -> None:
    """Choose which devices programs get, and in which order."""
    from vkconfig_py.ui.inspector.head import Page

    select(running, "device", "radeon")
    chosen = running.session.edits.devices
    keys = [line.key for line in chosen.lines()]
    answered(running, lambda: chosen.use(keys[-1], on=False))
    answered(running, lambda: chosen.step(keys[0], 1))
    running.window.inspector.show_tab(Page.DEVICES)


def device_only(running: Running) -> None:
    """Choose one graphics processor, by what fits best."""
    from vkconfig_py.ui.inspector.head import Page

    select(running, "device", "radeon")
    chosen = running.session.edits.devices
    key = next(line.key for line in chosen.lines() if line.name.startswith("AMD Radeon"))
    answered(running, lambda: chosen.use_only(key))
    running.window.inspector.show_tab(Page.DEVICES)


def extensions(running: Running) -> None:
    """Look for extensions of a device."""
    from vkconfig_py.ui.inspector.head import Page

    select(running, "device", "radeon")
    running.window.inspector.show_tab(Page.EXTENSIONS)
    running.window.inspector.probing.extensions.search.setText("khr ray")


def probing(running: Running) -> None:
    """Play the recorded probe, and stay in the middle of it."""
    from vkconfig_py.model.chain.prober import RecordedRun
    from vkconfig_py.ui.inspector.head import Page

    play = RecordedRun.run

    def play_half(self: RecordedRun, tell: Callable[[ProbeStep], None]) -> tuple[str, bool]:
        def tell_half(step: ProbeStep) -> None:
            tell(step)
            if step.done == _STEPS_PLAYED:
                self._cancelled.wait()  # until the window closes

        return play(self, tell_half)

    RecordedRun.run = play_half  # type: ignore[method-assign]
    edited(running)
    running.window.inspector.show_tab(Page.PROBE)
    running.window.actions_["probe_all"].trigger()
    probes = running.session.probes
    wait(probes.stepped, lambda: probes.step is not None and probes.step.done == _STEPS_PLAYED)


def crashed(running: Running) -> None:
    """Let the recording be one of a driver that crashes."""
    from vkconfig_py.ui.inspector.head import Page

    recorded = Path(running.session.machine.recorded)
    text = recorded.read_text(encoding="utf-8")
    fails = '"state": "fails-to-create"'
    text = text.replace(fails, '"state": "crashed"').replace(
        '"code": "VK_ERROR_INCOMPATIBLE_DRIVER"', '"code": "SIGSEGV"'
    )
    recorded.write_text(text, encoding="utf-8")
    running.session.snapshots.refresh()
    settle()
    select(running, "driver", "nvidia")
    running.window.inspector.show_tab(Page.PROBE)
    running.window.docks.open("problems")


def collection(running: Running) -> None:
    """Show two places that were added, one with another copy of a layer that is installed."""
    from vkconfig_py.model.configuration.workspace import CollectionSource
    from vkconfig_py.ui.panels.collection_panel import CollectionPanel

    edited(running)
    window, session = running.window, running.session
    home = Path(session.machine.host.environment["HOME"])
    rows = session.snapshots.current.rows if session.snapshots.current else ()
    installed = next(Path(row.manifest) for row in rows if row.name == VALIDATION)
    text = installed.read_text(encoding="utf-8")
    build, old = home / "layers/build", home / "old-sdk"
    for folder, version in ((build, "1.4.321"), (old, "1.2.162")):
        folder.mkdir(parents=True)
        copy = json.loads(text)
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
    changed = session.edits.workspace._replace(collection=sources)
    answered(running, partial(session.edits.commit, workspace_edits.Changed(changed, "Add")))
    window.docks.height = 420
    panel = window.docks.open("collection")
    settle()
    if isinstance(panel, CollectionPanel):
        panel.search.setText("khr valid")
        panel.view.setCurrentIndex(panel.model.index(0))


def configurations(running: Running) -> None:
    """Edit a built-in configuration, apply another, and open the menu of a third."""
    from PySide6.QtCore import Qt

    from vkconfig_py.model.configuration.configuration import LayerControl

    edited(running)
    window, session = running.window, running.session
    built_in = next(one for one in session.edits.workspace.configurations if one.built_in)
    changed = built_in.with_control(_VKBASALT, LayerControl.ON)
    session.edits.do(workspace_edits.edit, changed, "Turn on")
    session.apply(())
    settle()
    key = session.edits.workspace.configurations[1].key
    menu = window.controllers.configurations.menu(key)
    menu.setParent(window, Qt.WindowType.Widget)  # a popup is no part of the window's picture
    menu.adjustSize()
    menu.move(90, 190)
    menu.show()


def _dragged(running: Running, part: QWidget, *paths: Path) -> None:
    """Let files stand over a part of the window, as during a drag."""
    window = running.window
    at = part.mapTo(window, part.rect().center())
    window.dragged.emit([str(path) for path in paths], at, "")
    settle()


def _write_dropped(running: Running) -> tuple[Path, Path]:
    """A layer manifest, and a settings file of a layer that is off."""
    folder = Path(running.session.machine.host.environment["HOME"])
    manifest, settings_file = folder / "VkLayer_frame.json", folder / "vk_layer_settings.txt"
    layer = {"name": "VK_LAYER_ACME_frame", "library_path": "./f.so", "type": "GLOBAL"}
    manifest.write_text(json.dumps({"file_format_version": "1.2.0", "layer": layer}))
    settings_file.write_text("khronos_validation.thread_safety = true\n")
    return manifest, settings_file


def dragged_to_the_chain(running: Running) -> None:
    """Drag a layer manifest over the chain."""
    edited(running)
    _dragged(running, running.window.chain, _write_dropped(running)[0])


def dragged_to_the_list(running: Running) -> None:
    """Drag several files over the configurations."""
    edited(running)
    _dragged(running, running.window.configurations, *_write_dropped(running))


def dragged_to_the_program(running: Running) -> None:
    """Drag what is no program over the button of the program."""
    edited(running)
    _dragged(running, running.window.header.program, _write_dropped(running)[0])


def dropped_settings(running: Running) -> None:
    """Drop a settings file of a layer that is off."""
    from vkconfig_py.model.exchange.drops import DropPlace

    edited(running)
    running.session.edits.do(workspace_edits.new_configuration, "Bare")
    settle()
    running.session.exchange.open_paths([str(_write_dropped(running)[1])], DropPlace.CHAIN)
    settle()


def searching(running: Running) -> None:
    """Search everything for what commands, layers, settings and variables share."""
    _search(running, "valid")


def searching_commands(running: Running) -> None:
    """Search for commands: their menus, icons and keys."""
    from vkconfig_py.language.sentences import tr

    menu = tr("Configuration")
    _search(running, f"{menu.casefold()} >")


def searching_variables(running: Running) -> None:
    """Search for variables and extensions."""
    _search(running, "mangohud")


def _search(running: Running, text: str) -> None:
    from PySide6.QtCore import Qt

    from vkconfig_py.ui.window.quick_search import SearchEverything

    edited(running)
    window = running.window
    window.actions_["search"].trigger()
    box = next(iter(window.findChildren(SearchEverything)))
    at = window.mapFromGlobal(box.pos())
    box.setParent(window, Qt.WindowType.Widget)  # a popup is no part of the window's picture
    box.move(at)
    box.show()
    box.field.setText(text)
    settle()


def ordering(running: Running) -> None:
    """Rename a new configuration in place."""
    edited(running)
    running.window.actions_["configuration_new"].trigger()
    settle()


def loader_options(running: Running) -> None:
    """Turn two kinds of the loader's messages on, and add two drivers, one of them off."""
    from vkconfig_py.model.configuration.workspace_edits import add_drivers, enable_driver, set_log

    edited(running)
    window, edits = running.window, running.session.edits
    folder = Path(running.session.machine.home, "build")
    folder.mkdir()
    icd = {"library_path": "libvulkan_mine.so", "api_version": "1.3.0"}
    files = [str(folder / name) for name in ("mine_icd.json", "older_icd.json")]
    for file in files:
        Path(file).write_text(json.dumps({"file_format_version": "1.0.0", "ICD": icd}))
    key = edits.workspace.current.key
    edits.commit(set_log(edits.workspace, key, ("error", "layer")))
    answered(running, lambda: edits.commit(add_drivers(edits.workspace, key, files)))
    answered(
        running,
        lambda: edits.commit(enable_driver(edits.workspace, key, files[1], on=False)),
    )
    window.actions_["loader_options"].trigger()


def matching(running: Running) -> None:
    """Ask whether a link to a program would match, which is in the list by its real path."""
    from vkconfig_py.ui.inspector.head import Page

    edited(running)
    window, session = running.window, running.session
    cube = Path(session.machine.host.executable)
    link = cube.with_name("my-cube")
    link.symlink_to(cube)
    key = session.edits.workspace.current.key
    for path in (str(cube), str(cube.with_name("gone"))):
        session.edits.do(workspace_edits.add_program, key, path)
    session.edits.do(workspace_edits.enable_program, key, str(cube.with_name("gone")), on=False)
    window.chain.view.select_key(window.controllers.commands.program_key())
    window.inspector.show_tab(Page.MATCHING)
    window.inspector.programs.test.setText(str(link))


def generate(running: Running) -> None:
    """Show the documentation of the layers that programs get."""
    edited(running)
    dialog = running.window.controllers.generate.open()
    wait(dialog.shown, lambda: dialog.generated is not None)


def bug_report(running: Running) -> None:
    """Show the report for a bug about the chain of the sample machine."""
    edited(running)
    commands = running.window.controllers.bug_report
    commands.open()
    dialog = commands.dialog
    assert dialog is not None
    wait(dialog.shown, lambda: bool(dialog.rendered))


def bug_report_dialog(running: Running) -> QWidget:
    """Return the dialog of the report for a bug."""
    dialog = running.window.controllers.bug_report.dialog
    assert dialog is not None
    return dialog


def documentation(running: Running) -> None:
    """Show what the validation layer says of itself and of its settings."""
    settings(running)
    running.window.controllers.documentation.open()


def reports(running: Running) -> None:
    """Open saved reports of sixty machines, and select one that differs from the others."""
    folder = Path.home() / "collected"
    # In a process of its own: it opens a sample machine, whose place is taken here.
    command = [sys.executable, "-m", "tests.framework.lab", str(folder), "60"]
    subprocess.run(command, cwd=ROOT, check=True)
    (folder / "node61.json").write_bytes(b'{"basis": "files", ')
    view = running.window.controllers.optional["reports"].show()
    view.open(folder)
    wait(view.reading.ended, lambda: not view.reading.is_running)
    view.table.selectRow(2)


def reports_window(running: Running) -> ReportsWindow:
    """Return the window with saved reports."""
    view: ReportsWindow | None = running.window.controllers.optional["reports"].view
    if view is None:
        raise SetupError("The reports were not shown.", 1)
    return view


def other_layers(running: Running) -> None:
    """Turn off what the configuration does not name, in a row of its own between two layers."""
    from vkconfig_py.model.configuration.configuration import UNLISTED, LayerControl

    edited(running)
    session = running.session
    for edit in (
        lambda: session.edits.do(workspace_edits.show_unlisted, shown=True),
        lambda: session.edits.move_layer(UNLISTED, 1),
        lambda: session.edits.do(workspace_edits.set_control, UNLISTED, LayerControl.OFF),
    ):
        answered(running, edit)
    running.window.chain.view.select_key(f"layer:{UNLISTED}")


def applying(running: Running) -> None:
    """Open what applies to two programs what only a loader settings file can say."""
    other_layers(running)
    edits, cube = running.session.edits, Path(running.session.machine.host.executable)
    for program in (cube, cube.with_name("vulkaninfo")):
        edits.do(workspace_edits.add_program, edits.workspace.current.key, str(program))
    settle()
    _open_apply(running)


def applying_for_own_time(running: Running) -> None:
    """Choose a duration of one's own that is none yet."""
    applying(running)
    from vkconfig_py.ui.dialogs.apply_popover import ApplyPopover

    for popover in running.window.findChildren(ApplyPopover):
        popover.until.other.setChecked(True)
        popover.until.duration.setText("20")
        popover.refresh()


def applied_for_minutes(running: Running) -> None:
    """Show the countdown of what is applied for a quarter of an hour."""
    _apply_for(running, 15 * 60)


def last_minute(running: Running) -> None:
    """Show the last seconds of what is applied for a time."""
    _apply_for(running, 42)


def _apply_for(running: Running, seconds: float) -> None:
    from vkconfig_py.model.plan.leases import ForSeconds

    edited(running)
    running.session.apply((), term=ForSeconds(seconds))
    settle()


def applying_with_limits(running: Running) -> None:
    """Open it for an override that cannot say much, and long reasons why."""
    from vkconfig_py.model.plan.plan import Mechanism

    edited(running)
    session = running.session
    for number, row in enumerate(
        session.snapshots.current.rows if session.snapshots.current else ()
    ):
        if row.controls and row.key.startswith("layer:"):
            copy = f"/home/demo/builds/of/layers/{number}/VkLayer_of_my_own_{number}.json"
            session.edits.do(setting_edits.choose_copy, row.key.partition(":")[2], copy)
    settle()
    popover = _open_apply(running)
    popover.ways[Mechanism.OVERRIDE].setChecked(True)


def _open_apply(running: Running) -> ApplyPopover:
    from vkconfig_py.ui.dialogs.apply_popover import ApplyPopover

    window = running.window
    window.controllers.commands.open_apply()
    popover = next(child for child in window.children() if isinstance(child, ApplyPopover))
    wait(running.session.snapshots.current_changed, popover.button.isEnabled)
    popover.move(window.mapToGlobal(window.rect().topRight()) - popover.rect().topRight())
    return popover


def select(running: Running, kind: str, part: str) -> None:
    """Show the first row of a kind that has this in its key."""
    rows = running.session.snapshots.current.rows if running.session.snapshots.current else ()
    key = next(row.key for row in rows if row.kind.value == kind and part in row.key)
    running.window.chain.view.select_key(key)


def dialog(running: Running) -> QWidget:
    """Return the dialog that generates files."""
    return running.window.controllers.generate.open()


def about_dialog(running: Running) -> AboutDialog:
    from vkconfig_py.ui.dialogs.about import AboutDialog

    return running.window.findChildren(AboutDialog)[0]


def page(running: Running) -> QWidget:
    """Return the window with a layer's documentation."""
    view = running.window.controllers.documentation.view
    if view is None:
        raise SetupError("The documentation was not shown.", 1)
    return view


def answered(running: Running, edit: Callable[[], object]) -> None:
    """Make an edit and wait for its picture."""
    session = running.session
    edit()

    def is_answered() -> bool:
        # What a probe found changes the picture, too.
        snapshot = session.snapshots.current
        return snapshot is not None and snapshot.request == session.requests.ask()

    wait(session.snapshots.current_changed, is_answered)


def wait(signal: object, done: Callable[[], bool]) -> None:
    """Wait until it is so."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop, patience = QEventLoop(), QTimer()
    patience.setSingleShot(True)
    patience.timeout.connect(loop.quit)
    patience.start(_PATIENCE)
    signal.connect(loop.quit)  # type: ignore[attr-defined] # a bound signal has no public type
    while not done():
        if not patience.isActive():
            raise SetupError("What the picture is to show did not come about.", 1)
        loop.exec()


def settle() -> None:
    """Let panels, previews and stories that are made off the GUI thread arrive."""
    from PySide6.QtCore import QEventLoop, QTimer

    wait_ms = _QUIET // 4 if is_hasty else _QUIET
    end = time.monotonic() + (_PATIENCE if not is_hasty else _HASTE) / 1000
    before, quiet = _demand(), False
    while not quiet and time.monotonic() < end:
        loop = QEventLoop()
        QTimer.singleShot(wait_ms, loop.quit)
        loop.exec()
        after = _demand()
        quiet = 0 <= after - before < _IDLE  # a thread that ended takes its time away
        before = after


def _demand() -> int:
    """Return how long the threads of this process ran or wanted to, in nanoseconds.

    Time on the clock says nothing on a machine that is busy with something else.
    """
    total = 0
    for file in Path("/proc/self/task").glob("*/schedstat"):
        with suppress(OSError):  # the thread ended
            running, waiting, _slices = file.read_text().split()
            total += int(running) + int(waiting)
    return total
