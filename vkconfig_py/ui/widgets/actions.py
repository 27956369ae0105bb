"""Every action of the window as a table: name, text, keys, icon and menu.

The menu bar, the header, Ctrl+K and the row menu show them. window/action_bindings.py connects
them to their commands.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.optional_parts import list_menu_entries
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.preferences import LANGUAGE_WORDS
from vkconfig_py.model.text.wording import make_tooltip
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.basic import remove_mnemonic
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.menus import PopupMenu


class Menu(StrEnum):
    """A menu of the window."""

    CONFIGURATION = "configuration"
    EDIT = "edit"
    CHAIN = "chain"
    PROBE = "probe"
    LAUNCH = "launch"
    VIEW = "view"
    HELP = "help"


MENUS = {
    Menu.CONFIGURATION: tr("&Configuration", "a menu"),
    Menu.EDIT: tr("&Edit", "a menu"),
    Menu.CHAIN: tr("C&hain", "a menu"),
    Menu.PROBE: tr("&Probe", "a menu"),
    Menu.LAUNCH: tr("&Launch", "a menu"),
    Menu.VIEW: tr("&View", "a menu"),
    Menu.HELP: tr("&Help", "a menu"),
}


class ActionSpec(NamedTuple):
    """One action.

    Attributes:
        name: key of the action, "" for a separator, or for the heading of a group.
        text: with the mnemonic of menus.
        keys: shortcut as Qt writes it, "" for none.
        icon: name of an icon, "" for none.
        group: makes it one of several checkable alternatives, "" for none.
        is_handled_by_list: a list handles its keys itself, and menus only show them.
    """

    name: str
    menu: Menu
    text: str
    keys: str = ""
    icon: str = ""
    group: str = ""
    is_handled_by_list: bool = False


SEPARATOR = "-"
_CONFIGURATION, _EDIT, _CHAIN, _PROBE, _LAUNCH, _VIEW, _HELP = Menu
ACTION_SPECS: tuple[ActionSpec, ...] = (
    ActionSpec("configuration_new", _CONFIGURATION, tr("&New"), "Ctrl+N", "plus"),
    ActionSpec("configuration_duplicate", _CONFIGURATION, tr("&Duplicate"), "Ctrl+D", "copy"),
    ActionSpec("configuration_rename", _CONFIGURATION, tr("&Rename"), "F2", "pencil"),
    # The list takes these keys itself; elsewhere they move layers.
    ActionSpec(
        "configuration_up",
        _CONFIGURATION,
        tr("Move &up"),
        "Alt+Up",
        "chevron-up",
        is_handled_by_list=True,
    ),
    ActionSpec(
        "configuration_down",
        _CONFIGURATION,
        tr("Move do&wn"),
        "Alt+Down",
        "chevron-down",
        is_handled_by_list=True,
    ),
    ActionSpec("configuration_delete", _CONFIGURATION, tr("De&lete"), "", "trash"),
    ActionSpec("", _CONFIGURATION, SEPARATOR),
    *(
        ActionSpec(
            menu_entry.name, _CONFIGURATION, menu_entry.text, menu_entry.keys, menu_entry.icon
        )
        for menu_entry in list_menu_entries()
    ),
    ActionSpec("configuration_import", _CONFIGURATION, tr("&Import…"), "Ctrl+O", "import"),
    ActionSpec("configuration_export", _CONFIGURATION, tr("&Export…"), "", "export"),
    ActionSpec("configuration_archive", _CONFIGURATION, tr("Export with la&yers…"), "", "export"),
    ActionSpec(
        "configuration_settings_file",
        _CONFIGURATION,
        tr("&Use an existing vk_layer_settings.txt…"),
        "",
        "file",
    ),
    ActionSpec("configuration_reset", _CONFIGURATION, tr("Rese&t configuration"), "", "reset"),
    ActionSpec(
        "configuration_reset_all",
        _CONFIGURATION,
        tr("Reset all &built-in configurations"),
        "",
        "reset",
    ),
    ActionSpec("", _CONFIGURATION, SEPARATOR),
    ActionSpec("source_folder", _CONFIGURATION, tr("Add layer &folder…"), "", "folder"),
    ActionSpec("source_manifest", _CONFIGURATION, tr("Add layer &manifest…"), "", "file"),
    ActionSpec("add_build", _CONFIGURATION, tr("Add my &build…"), "", "layer"),
    ActionSpec("", _CONFIGURATION, SEPARATOR),
    ActionSpec("generate", _CONFIGURATION, tr("&Generate…"), "Ctrl+G", "file"),
    ActionSpec("", _CONFIGURATION, SEPARATOR),
    ActionSpec("apply", _CONFIGURATION, tr("&Apply…"), "Ctrl+Enter", "apply"),
    ActionSpec("withdraw", _CONFIGURATION, tr("&Withdraw"), "Ctrl+Backspace", "close"),
    ActionSpec("", _CONFIGURATION, SEPARATOR),
    ActionSpec("quit", _CONFIGURATION, tr("&Quit"), "Ctrl+Q"),
    ActionSpec("undo", _EDIT, tr("&Undo"), "Ctrl+Z", "undo"),
    ActionSpec("redo", _EDIT, tr("&Redo"), "Ctrl+Shift+Z", "redo"),
    ActionSpec("", _EDIT, SEPARATOR),
    # Widgets with a text of their own take Ctrl+C first, by ShortcutOverride; this is for all
    # others.
    ActionSpec("copy", _EDIT, tr("&Copy"), "Ctrl+C", "copy"),
    ActionSpec("copy_reason", _EDIT, tr("Copy &reason and file"), "Ctrl+Shift+C", "copy"),
    ActionSpec("", _EDIT, SEPARATOR),
    ActionSpec("preferences", _EDIT, tr("Pre&ferences…"), "Ctrl+,", "sliders"),
    ActionSpec("erase_data", _EDIT, tr("&Erase all vkconfig-py data…"), "", "trash"),
    ActionSpec("", _EDIT, SEPARATOR),
    ActionSpec("search", _EDIT, tr("&Search everything…"), "Ctrl+K", "search"),
    ActionSpec("filter", _EDIT, tr("&Find in this pane"), "Ctrl+F", "filter"),
    ActionSpec("row_up", _CHAIN, tr("Move &up"), "Alt+Up", "chevron-up"),
    ActionSpec("row_down", _CHAIN, tr("Move &down"), "Alt+Down", "chevron-down"),
    ActionSpec("row_move", _CHAIN, tr("&Move with the arrow keys"), "Ctrl+M", "keyboard"),
    ActionSpec("forget_order", _CHAIN, tr("Re&set layer order"), "", "reset"),
    ActionSpec("forget_layer", _CHAIN, tr("&Remove from the configuration"), "", "trash"),
    ActionSpec("other_layers", _CHAIN, tr("Show one row for all other la&yers")),
    ActionSpec("", _CHAIN, SEPARATOR),
    ActionSpec("details", _CHAIN, tr("Deta&ils"), "Enter", "info", is_handled_by_list=True),
    ActionSpec("documentation", _CHAIN, tr("&Documentation"), "Shift+F1", "book"),
    ActionSpec("website", _CHAIN, tr("Open &website"), "", "link"),
    ActionSpec(
        "generate_layer", _CHAIN, tr("&Generate files for this layer…"), "Ctrl+Shift+G", "file"
    ),
    ActionSpec("", _CHAIN, SEPARATOR),
    # Bare keys cannot be shortcuts of the window: they would be taken from every field in it.
    ActionSpec(
        "wish_auto", _CHAIN, tr("&Auto"), "Backspace", "", "control", is_handled_by_list=True
    ),
    ActionSpec("wish_on", _CHAIN, tr("&On"), "+", "", "control", is_handled_by_list=True),
    ActionSpec("wish_off", _CHAIN, tr("O&ff"), "-", "", "control", is_handled_by_list=True),
    ActionSpec("", _CHAIN, SEPARATOR),
    ActionSpec("", _CHAIN, tr("View")),
    ActionSpec("view_launch", _CHAIN, tr("This &launch"), "", "", "view"),
    ActionSpec("view_program", _CHAIN, tr("Applied to this &program"), "", "", "view"),
    ActionSpec("view_listed", _CHAIN, tr("Applied to the l&isted programs"), "", "", "view"),
    ActionSpec("view_every", _CHAIN, tr("Applied to &every program"), "", "", "view"),
    ActionSpec("view_variables", _CHAIN, tr("Environment &variables only"), "", "", "view"),
    ActionSpec("", _CHAIN, SEPARATOR),
    ActionSpec("look_again", _CHAIN, tr("Resca&n"), "Ctrl+R", "reset"),
    ActionSpec("check", _CHAIN, tr("&Check with the real loader"), "F7", "target"),
    ActionSpec("check_applied", _CHAIN, tr("Check &after applying")),
    ActionSpec("", _CHAIN, SEPARATOR),
    ActionSpec("what_if", _CHAIN, tr("&What-if"), "F9", "flask"),
    ActionSpec("what_if_adopt", _CHAIN, tr("Adopt w&hat-if"), "", "import"),
    ActionSpec("what_if_reset", _CHAIN, tr("Rese&t what-if"), "", "reset"),
    ActionSpec("compare", _CHAIN, tr("Com&pare…"), "Ctrl+Shift+D", "device"),
    ActionSpec("environment", _CHAIN, tr("Loader varia&bles"), "", "terminal"),
    ActionSpec("loader_options", _CHAIN, tr("Loader: log and added dri&vers"), "", "loader"),
    ActionSpec("probe_this", _PROBE, tr("&Probe this"), "F8", "driver"),
    ActionSpec("probe_all", _PROBE, tr("Probe &all"), "Shift+F8", "driver"),
    ActionSpec("probe_cancel", _PROBE, tr("&Cancel probing"), "", "stop"),
    ActionSpec("", _PROBE, SEPARATOR),
    ActionSpec("devices", _PROBE, tr("Choose de&vices"), "", "device"),
    ActionSpec("device_only", _PROBE, tr("&Use only this device"), "", "pin"),
    ActionSpec("device_first", _PROBE, tr("Put this device &first"), "", "chevron-up"),
    ActionSpec("devices_prove", _PROBE, tr("Chec&k device selection"), "", "target"),
    ActionSpec("devices_all", _PROBE, tr("Use all devices, in the &loader's order"), "", "reset"),
    ActionSpec("", _PROBE, SEPARATOR),
    ActionSpec("device_copy", _PROBE, tr("Copy device as &JSON"), "", "copy"),
    ActionSpec("device_export", _PROBE, tr("&Export device…"), "", "file"),
    ActionSpec("launch", _LAUNCH, tr("&Launch"), "F5", "play"),
    ActionSpec("launch_cube", _LAUNCH, tr("Launch &vkcube"), "", "play"),
    ActionSpec("stop", _LAUNCH, tr("&Stop"), "Shift+F5", "stop"),
    ActionSpec("stop_all", _LAUNCH, tr("Stop a&ll"), "", "stop"),
    ActionSpec("close_ended", _LAUNCH, tr("Cl&ose finished runs"), "", "close"),
    ActionSpec("", _LAUNCH, SEPARATOR),
    ActionSpec("safe_implicit", _LAUNCH, tr("Launch without &implicit layers"), "", "play"),
    ActionSpec("safe_layers", _LAUNCH, tr("Launch without &any layers"), "", "play"),
    ActionSpec("safe_driver", _LAUNCH, tr("Launch with only o&ne driver…"), "", "play"),
    ActionSpec("", _LAUNCH, SEPARATOR),
    ActionSpec("choose_program", _LAUNCH, tr("&Choose program…"), "Ctrl+P", "program"),
    ActionSpec("launch_options", _LAUNCH, tr("Launch &options"), "", "sliders"),
    ActionSpec("runs", _LAUNCH, tr("Compare &runs…"), "", "history"),
    ActionSpec("forget_requests", _LAUNCH, tr("For&get observed requests"), "", "reset"),
    ActionSpec("panel_culprit", _LAUNCH, tr("Find the cu&lprit"), "Ctrl+Shift+F5", "search"),
    ActionSpec("", _LAUNCH, SEPARATOR),
    ActionSpec("export_bash", _LAUNCH, tr("Copy variables as &bash")),
    ActionSpec("export_fish", _LAUNCH, tr("Copy variables as &fish")),
    ActionSpec("export_powershell", _LAUNCH, tr("Copy variables as &PowerShell")),
    ActionSpec("export_cmd", _LAUNCH, tr("Copy variables as c&md")),
    ActionSpec("export_steam", _LAUNCH, tr("Copy as S&team launch options")),
    ActionSpec("", _LAUNCH, SEPARATOR),
    ActionSpec("entry_desktop", _LAUNCH, tr("Copy as .&desktop file")),
    ActionSpec("entry_systemd", _LAUNCH, tr("Copy as s&ystemd user unit")),
    ActionSpec("entry_vscode", _LAUNCH, tr("Copy for &VS Code's launch.json")),
    ActionSpec("entry_lutris", _LAUNCH, tr("Copy as L&utris configuration")),
    ActionSpec("entry_heroic", _LAUNCH, tr("Copy as &Heroic configuration")),
    ActionSpec("panel_launcher", _VIEW, tr("&Launcher"), "Ctrl+1", "terminal"),
    ActionSpec("panel_problems", _VIEW, tr("&Problems"), "Ctrl+2", "warn"),
    ActionSpec("panel_preview", _VIEW, tr("P&review"), "Ctrl+3", "eye"),
    ActionSpec("panel_journal", _VIEW, tr("&History"), "Ctrl+4", "history"),
    ActionSpec("panel_collection", _VIEW, tr("La&yers"), "Ctrl+5", "layer"),
    ActionSpec("panel_running", _VIEW, tr("R&unning"), "Ctrl+6", "program"),
    ActionSpec("", _VIEW, SEPARATOR),
    ActionSpec("inspector", _VIEW, tr("&Inspector"), "", "info"),
    ActionSpec("messages", _VIEW, tr("M&essages"), "", "bell"),
    ActionSpec("", _VIEW, SEPARATOR),
    ActionSpec("next_pane", _VIEW, tr("&Next pane"), "F6"),
    ActionSpec("previous_pane", _VIEW, tr("Previou&s pane"), "Shift+F6"),
    ActionSpec("", _VIEW, SEPARATOR),
    ActionSpec("text_larger", _VIEW, tr("Lar&ger text"), "Ctrl++"),
    ActionSpec("text_smaller", _VIEW, tr("Sma&ller text"), "Ctrl+-"),
    ActionSpec("text_default", _VIEW, tr("Default te&xt size"), "Ctrl+0"),
    ActionSpec("", _VIEW, SEPARATOR),
    ActionSpec("high_contrast", _VIEW, tr("High &contrast")),
    ActionSpec("less_motion", _VIEW, tr("Reduce &motion")),
    ActionSpec("desktop_style", _VIEW, tr("Desktop s&tyle")),
    ActionSpec("help", _HELP, tr("&Help on this pane"), "F1", "book"),
    ActionSpec("first_steps", _HELP, tr("&First steps"), "", "info"),
    ActionSpec("bug_report", _HELP, tr("&Bug report…"), "", "warn"),
    ActionSpec("", _HELP, SEPARATOR),
    ActionSpec("keys", _HELP, tr("&Keyboard shortcuts"), "Ctrl+F1", "keyboard"),
    ActionSpec("about", _HELP, tr("&About"), "", "info"),
)
LAUNCHER_ACTIONS = tuple(spec.name for spec in ACTION_SPECS if spec.name.startswith("entry_"))
CHECKABLE_ACTIONS = frozenset(
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
    **{menu_entry.name: menu_entry.tool_tip for menu_entry in list_menu_entries()},
    "choose_program": tr("Choose the program to launch; the chain shows what it loads"),
    "other_layers": tr(
        "Add a row for all layers that this configuration does not name, to place them together "
        "or turn them off"
    ),
    "stop_all": tr("Stop all running programs launched from vkconfig-py"),
    "close_ended": tr("Close the logs of all finished runs"),
    "runs": tr("List past runs, and compare two of them"),
    "erase_data": tr("Withdraw everything, back up your data to one file, and remove all data"),
    "forget_requests": tr(
        "Predict the chain without the layers and extensions that the program requested "
        "in past launches"
    ),
    "safe_implicit": tr("Safe mode: launch once without implicit layers; nothing is saved"),
    "safe_layers": tr("Safe mode: launch once without any layers; nothing is saved"),
    "safe_driver": tr("Safe mode: launch once with only one driver; nothing is saved"),
    "preferences": tr(
        "Language, theme, text size, probes, closing the window, tray icon, application menu"
    ),
    "search": tr(
        "Commands, layers, settings, variables, extensions, limits, configurations, files"
    ),
    "configuration_reset": tr(
        "A built-in configuration as shipped; your own as the loader decides"
    ),
    "apply": tr("Also use this configuration for programs started outside vkconfig-py"),
    "view_launch": tr("Show the chain of a launch from this window"),
    "view_program": tr("Show the chain of this program once the configuration is applied to it"),
    "view_listed": tr("Show the chain of the listed programs once the configuration is applied"),
    "view_every": tr("Show the chain of any program once the configuration is applied to all"),
    "view_variables": tr("Show the chain that environment variables alone give"),
    "what_if": tr("See the chain with another loader, program or variable; nothing is written"),
    "high_contrast": tr("Use high contrast even if the desktop does not request it"),
    "less_motion": tr("Turn off animations and blinking, even if the desktop does not request it"),
    "desktop_style": tr(
        "Use the desktop's style for menus and dialogs; custom-drawn rows do not change"
    ),
    "check_applied": tr("After each Apply, check the result with the real loader"),
    "add_build": tr(
        "Add a layer that you are developing: it goes first in the chain and is probed "
        "after each rebuild"
    ),
    "compare": tr("Compare two devices, configurations, loaders or reports side by side"),
    "bug_report": tr(
        "Save the chain, reasons, problems and files in one report, without user and machine names"
    ),
    "probe_all": tr("Load each driver and layer in a separate process to see which work"),
    "messages": tr("Past messages in this window, with the actions still available"),
    "panel_launcher": tr("Output of launched programs and the loader"),
    "panel_problems": tr("Problems on this machine, and how to fix them"),
    "panel_preview": tr("Files and variables that would be written"),
    "panel_journal": tr("Past changes, and how to undo them"),
    "panel_culprit": tr("Use trial runs to find which layer, driver or setting breaks the program"),
    "panel_collection": tr("All installed layer copies, and folders that you added"),
    "panel_running": tr(
        "Vulkan layers and drivers loaded in running programs, compared with the prediction"
    ),
}

_VIEW_SEARCH_WORDS = tr("view chain", "words that find a command")
_TEXT_SEARCH_WORDS = tr("zoom font bigger smaller scale", "words that find a command")
# What people type to find it, where neither text nor purpose says so.
_SEARCH_WORDS_BY_ACTION = {
    "desktop_style": tr("theme dark", "words that find a command"),
    "erase_data": tr("uninstall remove delete reset", "words that find a command"),
    "forget_layer": tr("uninstall", "words that find a command"),
    "high_contrast": tr("theme dark", "words that find a command"),
    "launch": tr("run start play", "words that find a command"),
    "launch_cube": tr("preview try overlay", "words that find a command"),
    "panel_collection": tr("installed uninstall remove", "words that find a command"),
    "panel_culprit": tr(
        "crashes crashing freezes hangs aborts black screen bisect", "words that find a command"
    ),
    "panel_problems": tr("errors repair", "words that find a command"),
    "panel_running": tr("overlay games", "words that find a command"),
    "preferences": " ".join(
        (
            tr("settings options tray dark theme uninstall remove", "words that find a command"),
            LANGUAGE_WORDS,
        )
    ),
    "stop": tr("kill end", "words that find a command"),
    "text_default": _TEXT_SEARCH_WORDS,
    "text_larger": _TEXT_SEARCH_WORDS,
    "text_smaller": _TEXT_SEARCH_WORDS,
    "view_every": _VIEW_SEARCH_WORDS,
    "view_launch": _VIEW_SEARCH_WORDS,
    "view_listed": _VIEW_SEARCH_WORDS,
    "view_program": _VIEW_SEARCH_WORDS,
    "view_variables": _VIEW_SEARCH_WORDS,
    "withdraw": tr("remove restore uninstall", "words that find a command"),
}


class Actions:
    """The actions by name."""

    def __init__(self, window: QWidget, context: ThemeContext) -> None:
        self._context = context
        self._actions: dict[str, QAction] = {}
        self._pending_icon_context: ThemeContext | None = None
        groups: dict[str, QActionGroup] = {}
        for spec in ACTION_SPECS:
            if not spec.name:
                continue
            # The window is the parent: actions live as long as it does, whatever menu shows them.
            action = QAction(spec.text, window)
            action.setObjectName(spec.name)
            action.setToolTip(make_tooltip(get_purpose(action)))
            if spec.keys:
                # Both keys are called Enter; to Qt only that of the keypad is one.
                large_key = spec.keys.replace("Enter", "Return")
                action.setShortcuts(
                    [QKeySequence(keys) for keys in dict.fromkeys((spec.keys, large_key))]
                )
            # Held down, a key would start one program after the other.
            action.setAutoRepeat(spec.name != "launch")
            if spec.is_handled_by_list:  # of a widget that never has the keyboard
                action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            # QActionGroup unchecks the others.
            if spec.group:
                group = groups.setdefault(spec.group, QActionGroup(window))
                action.setCheckable(True)
                group.addAction(action)
            if spec.name in CHECKABLE_ACTIONS:
                action.setCheckable(True)
            self._actions[spec.name] = action
            # A shortcut works only through a visible widget that has its action; menus are closed.
            window.addAction(action)

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def map_by_name(self) -> dict[str, QAction]:
        """Return every action by its name, in menu order."""
        return dict(self._actions)

    def hide_all_except(self, names: Collection[str]) -> None:
        """Hide every action but these, which removes its menu entry and its keys."""
        for name, action in self._actions.items():
            action.setVisible(name in names)

    def show_all(self) -> None:
        """Show every action again that `hide_all_except` hid."""
        for action in self._actions.values():
            action.setVisible(True)

    def add_menus(self, bar: QMenuBar | QMenu) -> None:
        """Add the menus to a menu bar, or as submenus of the menu button."""
        menus: dict[Menu, PopupMenu] = {}
        for spec in ACTION_SPECS:
            menu = menus.get(spec.menu)
            if menu is None:
                menu = menus[spec.menu] = PopupMenu(self._context, bar, MENUS[spec.menu])
                bar.addMenu(menu)
                menu.aboutToShow.connect(self._set_icons)
            if spec.text == SEPARATOR:
                menu.addSeparator()
            elif not spec.name:
                menu.addSection(spec.text)
            else:
                menu.addAction(self._actions[spec.name])

    def make_menu(self, parent: QWidget) -> PopupMenu:
        """Return an empty menu whose actions get their icons once it opens."""
        menu = PopupMenu(self._context, parent)
        menu.aboutToShow.connect(self._set_icons)
        return menu

    def use_icons(self, context: ThemeContext) -> None:
        """Let the actions have icons in the present colors, rendered when a menu opens."""
        self._pending_icon_context = context

    def _set_icons(self) -> None:
        """Give the actions their icons in the present colors, if they are outdated."""
        context, self._pending_icon_context = self._pending_icon_context, None
        if context is None:
            return
        colors, size = context.theme.colors, context.theme.px(16)
        for spec in ACTION_SPECS:
            if spec.name and spec.icon:
                icon = context.icons.make_icon(spec.icon, colors.text, colors.disabled, size)
                self._actions[spec.name].setIcon(icon)


def render_keys(action: QAction) -> str:
    """Return the keys of an action in the user's language, such as Strg+S, "" for none."""
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)


def render_tip(action: QAction) -> str:
    """Return the tool tip of an action: its text and keys, and below them its purpose."""
    text, keys = remove_mnemonic(action.text()), render_keys(action)
    name_text = f"{text} ({keys})" if keys else text
    return "\n".join(filter(None, (name_text, get_purpose(action))))


def get_purpose(action: QAction) -> str:
    """Return what an action is for, "" where its text says it."""
    return _TIPS.get(action.objectName(), "")


def get_words(action: QAction) -> str:
    """Return other words that people use for an action."""
    return _SEARCH_WORDS_BY_ACTION.get(action.objectName(), "")


def make_icon_button(context: ThemeContext, action: QAction, icon: str) -> Button:
    """Return a button with an icon alone that triggers an action and is enabled as it is."""
    button = Button(context, icon=icon, frame=Frame.FLAT, name=remove_mnemonic(action.text()))

    def follow() -> None:
        """Take over whether the action is enabled, and its tool tip."""
        button.setEnabled(action.isEnabled())
        button.setToolTip(action.toolTip() or render_tip(action))

    button.clicked.connect(action.trigger)
    # Also when its text changes: Undo names what it undoes.
    action.changed.connect(follow)
    follow()
    return button
