"""Pictures for those who see or read differently: high contrast, large text, right to left.

They show scenes that other pictures show as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from devtools import log_scenes, program_scenes, running_scenes, scenes, timeline_scenes

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from devtools.shots import Shot
    from vkconfig_py.gui import Running

Scene = tuple[Callable[["Running"], None], "Callable[[Running], QWidget] | None"]

_SCENES: Mapping[str, Scene] = {
    "main": (scenes.edited, None),
    "settings": (scenes.settings, None),
    "problems": (scenes.problems, None),
    "journal": (timeline_scenes.journal, None),
    "log": (log_scenes.log, None),
    "what_if": (scenes.what_if, None),
    "devices": (scenes.devices, None),
    "running": (running_scenes.running_programs, None),
    "collection": (scenes.collection, None),
    "launch_options": (program_scenes.launch_options, None),
    "culprit": (program_scenes.culprit_found, None),
    "applying": (scenes.applying, None),
    "generate": (scenes.generate, scenes.dialog),
    "bug_report": (scenes.bug_report, scenes.bug_report_dialog),
    "reports": (scenes.reports, scenes.reports_window),
}
_CONTRAST = ("main", "settings", "log", "what_if", "applying", "bug_report")
_STYLE = ("main", "settings", "bug_report")


def pictures(shot: type[Shot]) -> dict[str, Shot]:
    """The pictures by name."""

    def shots(end: str, names: Iterable[str], **look: Any) -> dict[str, Shot]:
        return {
            f"{name}_{end}": shot(_SCENES[name][0], part=_SCENES[name][1], **look) for name in names
        }

    return {
        **shots("contrast", _CONTRAST, contrast="high"),
        **shots("contrast_dark", _CONTRAST, contrast="high", scheme="dark"),
        **shots("mirrored", _SCENES, mirrored=True),
        **shots("large", _SCENES, text=2.0),
        **shots("style", _STYLE, style="desktop"),
        **shots("style_contrast_dark", _STYLE, style="desktop", contrast="high", scheme="dark"),
    }
