"""Every action of the window, as a table: name, text, keys, icon and menu.

The menu bar, the header, Ctrl+K and the row menu all show these; every action is reachable by
keyboard. window/action_bindings.py connects them to their commands.
"""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.ui.theme.look import Look


class Spec(NamedTuple):
    """One action. `group` makes it one of several checkable alternatives.

    Attributes:
        in_list: a list handles its keys itself; menus only show them.
    """

    name: str
    menu: str
    text: str
    keys: str = ""
    icon: str = ""
    group: str = ""
    in_list: bool = False


SEPARATOR = "-"
SPECS: tuple[Spec, ...] = (
    Spec("configuration_new", "&Configuration", "&New", "Ctrl+N", "plus"),
    Spec("configuration_duplicate", "&Configuration", "&Duplicate", "Ctrl+D", "copy"),
    Spec("configuration_rename", "&Configuration", "&Rename…", "F2", "pencil"),
    # The list takes these keys itself; elsewhere they move layers.
    Spec("configuration_up", "&Configuration", "Move &up", "Alt+Up", "chevron-up", in_list=True),
    Spec(
        "configuration_down",
        "&Configuration",
        tr("Move do&wn"),
        "Alt+Down",
        "chevron-down",
        in_list=True,
    ),
    Spec("configuration_delete", "&Configuration", "De&lete", "", "trash"),
    Spec("", "&Configuration", SEPARATOR),
    Spec("configuration_import", "&Configuration", tr("&Open file…"), "Ctrl+O", "file"),
    Spec("reports", "&Configuration", tr("Open re&ports…"), "", "folder"),
    Spec("open_machine", "&Configuration", "Open &machine…", "Ctrl+Shift+O", "device"),
    Spec("configuration_export", "&Configuration", "&Export…"),
    Spec(
        "configuration_settings_file",
        "&Configuration",
        tr("&Use an existing vk_layer_settings.txt…"),
    ),
    Spec("configuration_reset", "&Configuration", "Rese&t", "", "reset"),
    Spec("configuration_reset_all", "&Configuration", tr("Reset all &built-in ones")),
    Spec("", "&Configuration", SEPARATOR),
    Spec("source_folder", "&Configuration", tr("Add layer &folder…"), "", "folder"),
    Spec("source_manifest", "&Configuration", tr("Add layer &manifest…"), "", "file"),
    Spec("add_build", "&Configuration", tr("Add my &build…"), "", "layer"),
    Spec("", "&Configuration", SEPARATOR),
    Spec("generate", "&Configuration", "&Generate…", "Ctrl+G", "file"),
    Spec("", "&Configuration", SEPARATOR),
    Spec("apply", "&Configuration", "&Apply…", "Ctrl+Return", "apply"),
    Spec("withdraw", "&Configuration", "&Withdraw", "Ctrl+Backspace", "close"),
    Spec("", "&Configuration", SEPARATOR),
    Spec("quit", "&Configuration", "&Quit", "Ctrl+Q"),
    Spec("undo", "&Edit", "&Undo", "Ctrl+Z", "undo"),
    Spec("redo", "&Edit", "&Redo", "Ctrl+Shift+Z", "redo"),
    Spec("", "&Edit", SEPARATOR),
    # Widgets with a text of their own take Ctrl+C first, by ShortcutOverride; this is for all
    # others.
    Spec("copy", "&Edit", "&Copy", "Ctrl+C", "copy"),
    Spec("copy_reason", "&Edit", tr("Copy &reason and file"), "Ctrl+Shift+C", "copy"),
    Spec("", "&Edit", SEPARATOR),
    Spec("preferences", "&Edit", "Pre&ferences…", "Ctrl+,", "sliders"),
    Spec("", "&Edit", SEPARATOR),
    Spec("search", "&Edit", tr("&Search everything…"), "Ctrl+K", "search"),
    Spec("filter", "&Edit", tr("&Find in this pane"), "Ctrl+F", "filter"),
    Spec("row_up", "C&hain", "Move &up", "Alt+Up"),
    Spec("row_down", "C&hain", "Move &down", "Alt+Down"),
    Spec("row_move", "C&hain", tr("&Move with the arrow keys"), "Ctrl+M"),
    Spec("forget_order", "C&hain", tr("Re&set layer order"), "", "reset"),
    Spec("forget_layer", "C&hain", tr("&Remove from the configuration"), "", "trash"),
    Spec("other_layers", "C&hain", tr("Show “other la&yers” row")),
    Spec("", "C&hain", SEPARATOR),
    Spec("documentation", "C&hain", "&Documentation…", "Shift+F1", "book"),
    Spec("website", "C&hain", "Open &website", "", "link"),
    Spec("generate_layer", "C&hain", tr("&Generate for this layer…"), "Ctrl+Shift+G", "file"),
    Spec("", "C&hain", SEPARATOR),
    # Bare keys cannot be shortcuts of the window: they would be taken from every field in it.
    Spec("wish_auto", "C&hain", "&Auto", "Backspace", in_list=True),
    Spec("wish_on", "C&hain", "&On", "+", in_list=True),
    Spec("wish_off", "C&hain", "O&ff", "-", in_list=True),
    Spec("", "C&hain", SEPARATOR),
    Spec("view_launch", "C&hain", tr("View: this &launch"), "", "", "view"),
    Spec("view_program", "C&hain", tr("View: applied to this &program"), "", "", "view"),
    Spec("view_listed", "C&hain", tr("View: applied to the l&isted programs"), "", "", "view"),
    Spec("view_every", "C&hain", tr("View: applied to &every program"), "", "", "view"),
    Spec("view_variables", "C&hain", tr("View: environment &variables only"), "", "", "view"),
    Spec("", "C&hain", SEPARATOR),
    Spec("look_again", "C&hain", "Resca&n", "Ctrl+R", "reset"),
    Spec("check", "C&hain", tr("&Check with the real loader"), "F7", "check"),
    Spec("check_applied", "C&hain", tr("Check &after applying")),
    Spec("", "C&hain", SEPARATOR),
    Spec("what_if", "C&hain", tr("&What if"), "F9", "flask"),
    Spec("what_if_adopt", "C&hain", tr("Copy w&hat-if to configuration")),
    Spec("what_if_reset", "C&hain", "Rese&t what-if", "", "reset"),
    Spec("compare", "C&hain", "Com&pare…", "Ctrl+Shift+D", "device"),
    Spec("environment", "C&hain", tr("Loader varia&bles"), "", "terminal"),
    Spec("loader_options", "C&hain", tr("Loader: log and added dri&vers"), "", "loader"),
    Spec("probe_this", "&Probe", tr("&Probe this"), "F8", "driver"),
    Spec("probe_all", "&Probe", "Probe &all", "Shift+F8", "driver"),
    Spec("probe_cancel", "&Probe", tr("&Cancel probing"), "", "stop"),
    Spec("", "&Probe", SEPARATOR),
    Spec("devices", "&Probe", tr("Choose de&vices…"), "", "device"),
    Spec("device_only", "&Probe", tr("&Use only this device")),
    Spec("device_first", "&Probe", tr("Put this device &first")),
    Spec("devices_prove", "&Probe", tr("P&rove the choice of devices"), "", "check"),
    Spec("devices_all", "&Probe", tr("All devices, in the &loader's order"), "", "reset"),
    Spec("", "&Probe", SEPARATOR),
    Spec("device_copy", "&Probe", tr("Copy device as &JSON"), "", "copy"),
    Spec("device_export", "&Probe", tr("&Export device…"), "", "file"),
    Spec("launch", "&Launch", "&Launch", "F5", "play"),
    Spec("stop", "&Launch", "&Stop", "Shift+F5", "stop"),
    Spec("stop_all", "&Launch", tr("Stop a&ll"), "", "stop"),
    Spec("close_ended", "&Launch", tr("Cl&ose ended runs"), "", "close"),
    Spec("", "&Launch", SEPARATOR),
    Spec("safe_implicit", "&Launch", tr("Launch without &implicit layers"), "", "play"),
    Spec("safe_layers", "&Launch", tr("Launch without &any layer"), "", "play"),
    Spec("safe_driver", "&Launch", tr("Launch with o&ne driver only…"), "", "play"),
    Spec("", "&Launch", SEPARATOR),
    Spec("choose_program", "&Launch", tr("&Choose program…"), "Ctrl+P", "program"),
    Spec("launch_options", "&Launch", "Launch &options", "", "sliders"),
    Spec("runs", "&Launch", "Compare &runs…", "", "history"),
    Spec("forget_requests", "&Launch", tr("For&get what it asked for"), "", "reset"),
    Spec("panel_culprit", "&Launch", tr("Find the cu&lprit…"), "Ctrl+Shift+F5", "search"),
    Spec("", "&Launch", SEPARATOR),
    Spec("export_bash", "&Launch", tr("Copy variables as &bash")),
    Spec("export_fish", "&Launch", tr("Copy variables as &fish")),
    Spec("export_powershell", "&Launch", tr("Copy variables as &PowerShell")),
    Spec("export_cmd", "&Launch", tr("Copy variables as c&md")),
    Spec("export_steam", "&Launch", tr("Copy as S&team launch options")),
    Spec("", "&Launch", SEPARATOR),
    Spec("entry_desktop", "&Launch", tr("Copy as .&desktop file")),
    Spec("entry_systemd", "&Launch", tr("Copy as s&ystemd user unit")),
    Spec("entry_vscode", "&Launch", tr("Copy for &VS Code's launch.json")),
    Spec("entry_lutris", "&Launch", tr("Copy as L&utris configuration")),
    Spec("entry_heroic", "&Launch", tr("Copy as &Heroic configuration")),
    Spec("panel_launcher", "&View", "&Launcher", "Ctrl+1", "terminal"),
    Spec("panel_problems", "&View", "&Problems", "Ctrl+2", "warn"),
    Spec("panel_preview", "&View", "P&review", "Ctrl+3", "eye"),
    Spec("panel_journal", "&View", "&Journal", "Ctrl+4", "history"),
    Spec("panel_collection", "&View", "La&yers", "Ctrl+5", "layer"),
    Spec("panel_running", "&View", "R&unning", "Ctrl+6", "program"),
    Spec("", "&View", SEPARATOR),
    Spec("inspector", "&View", "&Inspector", "", "info"),
    Spec("next_pane", "&View", tr("&Next pane"), "F6"),
    Spec("previous_pane", "&View", "Previou&s pane", "Shift+F6"),
    Spec("", "&View", SEPARATOR),
    Spec("high_contrast", "&View", tr("&High contrast")),
    Spec("less_motion", "&View", "Less &motion"),
    Spec("desktop_style", "&View", tr("S&tyle of the desktop")),
    Spec("help", "&Help", tr("&Help on this"), "F1", "book"),
    Spec("first_steps", "&Help", tr("&First steps"), "", "info"),
    Spec("bug_report", "&Help", tr("&Report for a bug…"), "", "warn"),
    Spec("", "&Help", SEPARATOR),
    Spec("keys", "&Help", tr("&Keyboard shortcuts"), "Ctrl+F1"),
    Spec("about", "&Help", "&About", "", "info"),
)
LAUNCH_ENTRIES = tuple(spec.name for spec in SPECS if spec.name.startswith("entry_"))
CHECKABLE = frozenset(
    {
        "check_applied",
        "desktop_style",
        "high_contrast",
        "less_motion",
        "other_layers",
        "panel_launcher",
        "panel_problems",
        "panel_preview",
        "panel_journal",
        "panel_collection",
        "panel_running",
        "panel_culprit",
        "inspector",
        "what_if",
    }
)

# What for, where the text alone does not say it.
_TIPS = {
    "choose_program": tr("The program that Launch starts, and whose chain is shown"),
    "stop_all": tr("Stop every program that was launched here and runs"),
    "close_ended": tr("Close the logs of all runs that are over"),
    "runs": tr("What was run from here, and what differs between two runs"),
    "forget_requests": tr("Predict the program as if no launch had shown what it asks for itself"),
    "safe_implicit": tr("Safe mode: once without implicit layers; nothing is saved"),
    "safe_layers": tr("Safe mode: once without any layer; nothing is saved"),
    "safe_driver": tr("Safe mode: once with one driver only; nothing is saved"),
    "search": tr(
        "Commands, layers, settings, variables, extensions, limits, configurations, files"
    ),
    "open_machine": tr("Show another machine: a root folder, a saved report, or through ssh"),
    "apply": tr("Use this configuration also for programs that are started elsewhere"),
    "what_if": tr("See the chain under another loader, program or variable; nothing is written"),
    "high_contrast": tr("Also where the desktop does not ask for it"),
    "less_motion": tr("Nothing moves or blinks, also where the desktop does not ask for it"),
    "desktop_style": tr(
        "Menus and questions look as in other programs; painted rows stay as they are"
    ),
    "check_applied": tr("Ask the real loader by itself whether it does what was applied"),
    "reports": tr(
        "Saved reports of many machines as a table: sorted, filtered, compared, exported"
    ),
    "add_build": tr("A layer that you write: first in the chain, and looked at when it is rebuilt"),
    "compare": tr("Two devices, configurations, loaders or reports in columns: what differs"),
    "bug_report": tr("Chain, reasons, problems and files in one file, without your names"),
    "probe_all": tr("Open every driver and layer in a separate process, and see which work"),
    "panel_launcher": tr("What the launched program and the loader print"),
    "panel_problems": tr("What is wrong on this machine, and how to repair it"),
    "panel_preview": tr("Files and variables that would be written"),
    "panel_journal": tr("What was written, and how to undo it"),
    "panel_culprit": tr("Finds by trials which layer, driver or setting breaks the program"),
    "panel_collection": tr("Every copy of every layer, and folders of your own"),
    "panel_running": tr("What running programs have loaded of Vulkan, beside what is predicted"),
}


class Actions:
    """The actions by name."""

    def __init__(self, window: QWidget) -> None:
        self._all: dict[str, QAction] = {}
        self._icons_due: Look | None = None
        groups: dict[str, QActionGroup] = {}
        for spec in SPECS:
            if not spec.name:
                continue
            # The window is the parent: actions live as long as it does, whatever menu shows them.
            action = QAction(spec.text, window)
            action.setObjectName(spec.name)
            if spec.keys:
                action.setShortcut(QKeySequence(spec.keys))
            # Held down, a key would start one program after the other.
            action.setAutoRepeat(spec.name != "launch")
            if spec.in_list:  # of a widget that never has the keyboard
                action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            # QActionGroup unchecks the others.
            if spec.group:
                group = groups.setdefault(spec.group, QActionGroup(window))
                action.setCheckable(True)
                group.addAction(action)
            if spec.name in CHECKABLE:
                action.setCheckable(True)
            self._all[spec.name] = action
            # A shortcut works only through a visible widget that has its action; menus are closed.
            window.addAction(action)

    def __getitem__(self, name: str) -> QAction:
        return self._all[name]

    def named(self) -> dict[str, QAction]:
        """Every action by its name, in menu order."""
        return dict(self._all)

    def hide_others(self, names: Collection[str]) -> None:
        """Hide every action but these; hidden ones have neither a menu entry nor keys."""
        for name, action in self._all.items():
            action.setVisible(name in names)

    def show_all(self) -> None:
        for action in self._all.values():
            action.setVisible(True)

    def fill(self, bar: QMenuBar | QMenu) -> None:
        """Add the menus to a menu bar, or as submenus of the menu button."""
        menus: dict[str, QMenu] = {}
        for spec in SPECS:
            menu = menus.get(spec.menu)
            if menu is None:
                menu = menus[spec.menu] = bar.addMenu(spec.menu)
                menu.aboutToShow.connect(self._set_icons)
            if spec.text == SEPARATOR:
                menu.addSeparator()
            else:
                menu.addAction(self._all[spec.name])

    def menu(self, parent: QWidget) -> QMenu:
        """A menu whose actions have their icons once it opens."""
        menu = QMenu(parent)
        menu.aboutToShow.connect(self._set_icons)
        return menu

    def use_icons(self, look: Look) -> None:
        """Show icons in the current colours; they are rendered when the first menu opens."""
        self._icons_due = look

    def _set_icons(self) -> None:
        look, self._icons_due = self._icons_due, None
        if look is None:
            return
        colors = look.theme.colors
        for spec in SPECS:
            if spec.name and spec.icon:
                icon = look.icons.icon(spec.icon, colors.text, colors.disabled)
                self._all[spec.name].setIcon(icon)


def tip_of(action: QAction) -> str:
    """Tool tip of an action: text and keys, and below them its purpose."""
    # Tool tips show "&" as it is.
    text = action.text().replace("&", "")
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    named = f"{text} ({keys})" if keys else text
    return "\n".join(filter(None, (named, _TIPS.get(action.objectName()))))
