"""Put beside the program of a package: opens its window on the sample machine, says what it shows.

Preferences and, by the action of F1, the help are opened; printed as JSON is what stands in them.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vkconfig_py.gui import RunningWindow
    from vkconfig_py.ui.dialogs.help_window import HelpWindow


def be_child(_arguments: list[str]) -> None:
    """Run the program as its command does, and look at its window."""
    from vkconfig_py.__main__ import _choose_language

    _choose_language()
    from vkconfig_py.app import main

    sys.exit(main(["--demo"], _watch))


def _watch(running: RunningWindow) -> None:
    running.window.startup_completed.connect(lambda: _open(running))


def _open(running: RunningWindow) -> None:
    from PySide6.QtCore import QTimer

    from vkconfig_py.ui.dialogs.help_window import HelpWindow

    window = running.window
    window.actions_["preferences"].trigger()
    window.actions_["help"].trigger()
    shown = window.findChildren(HelpWindow)[0]
    look = QTimer(shown, interval=50)
    look.timeout.connect(lambda: _say(running, shown))
    look.start()


def _say(running: RunningWindow, shown: HelpWindow) -> None:
    from PySide6.QtCore import QCoreApplication, QUrl
    from PySide6.QtGui import QTextDocument

    from vkconfig_py.ui.dialogs.preferences_dialog import PreferencesDialog

    kind, snapshot = QTextDocument.ResourceType.ImageResource, QUrl("images/main_light.png")
    if shown.text.document().resource(int(kind.value), snapshot) is None:
        return  # it is still read
    window = running.window
    said = {
        "help": shown.text.toPlainText().partition("\n")[0],
        "pages": shown.model.rowCount(),
        "preferences": window.findChildren(PreferencesDialog)[0].windowTitle(),
        "qt": QCoreApplication.translate("QPlatformTheme", "Cancel"),
    }
    sys.stdout.write(json.dumps(said))
    window.close_quietly()
