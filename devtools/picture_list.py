"""The pictures of the window: which scene each shows, and how the window looks in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from devtools import device_scenes as device
from devtools import dialog_scenes as dialogs
from devtools import help_scenes as helps
from devtools import log_scenes as logs
from devtools import program_scenes as program
from devtools import running_scenes as running
from devtools import scenes
from devtools import timeline_scenes as timeline

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from vkconfig_py.gui import Running

Scene = Callable[["Running"], None]
Part = Callable[["Running"], "QWidget"]


class Shot(NamedTuple):
    """One picture.

    Attributes:
        contrast, style: as `Choices` of ui/theme/appearance.py has them.
        text: how many times as large the font of the system is.
        mirrored: laid out from right to left.
    """

    prepare: Scene
    part: Part | None = None
    scheme: str = "light"
    scale: int = 1
    size: tuple[int, int] = (1280, 720)
    contrast: str = "system"
    style: str = "own"
    text: float = 1.0
    mirrored: bool = False


# Words at the end of a name say how the window looks.
_LOOKS: dict[str, dict[str, Any]] = {
    "dark": {"scheme": "dark"},
    "2x": {"scale": 2},
    "narrow": {"size": (860, 600)},
    # For those who see or read differently, and the style of a desktop that is not ours.
    "contrast": {"contrast": "high"},
    "mirrored": {"mirrored": True},
    "large": {"text": 2.0},
    "style": {"style": "desktop"},
}
_SCENES: tuple[tuple[Scene, Part | None, str], ...] = (
    (scenes.edited, None, "main_light main_dark main_2x narrow"),
    (scenes.settings, None, "settings settings_dark settings_2x"),
    (scenes.mangohud, None, "mangohud mangohud_dark mangohud_2x"),
    (scenes.preview, None, "preview"),
    (scenes.problems, None, "problems"),
    (timeline.journal, None, "journal journal_dark journal_2x"),
    (logs.log, None, "log log_dark log_2x log_narrow"),
    (logs.log_runs, None, "log_runs log_runs_dark_2x log_runs_narrow"),
    (logs.log_search, None, "log_search log_search_dark log_search_narrow"),
    (logs.log_expression, None, "log_expression log_expression_dark_2x"),
    (scenes.about, scenes.about_dialog, "about about_dark_2x"),
    (helps.first_steps, None, "first_steps first_steps_dark_2x"),
    (helps.help_page, helps.help_window, "help"),
    (helps.help_tables, helps.help_window, "help_tables help_tables_dark"),
    (helps.help_search, helps.help_window, "help_search_dark_2x"),
    (helps.preferences, helps.preferences_dialog, "preferences preferences_dark_2x"),
    (helps.first_steps_menu, None, "first_steps_menu"),
    (helps.menu_offered, helps.preferences_dialog, "menu_offered"),
    (helps.menu_outdated, helps.preferences_dialog, "menu_outdated"),
    (helps.menu_preview, helps.menu_dialog, "menu_preview menu_preview_dark_2x"),
    (helps.tray, None, "tray tray_dark_2x"),
    (logs.log_nothing, None, "log_nothing"),
    (scenes.what_if, None, "what_if"),
    (scenes.device, None, "device device_dark device_2x"),
    (scenes.devices, None, "devices devices_dark devices_2x"),
    (scenes.device_only, None, "device_only device_only_dark"),
    (scenes.extensions, None, "extensions"),
    (device.limits, None, "limits limits_dark limits_2x"),
    (device.comparing, device.compare_window, "compare compare_dark"),
    (device.comparing_configurations, device.compare_window, "compare_configurations_2x"),
    (scenes.probing, None, "probing"),
    (scenes.collection, None, "collection collection_dark"),
    (running.running_programs, None, "running running_dark running_2x running_narrow"),
    (running.seen_by, None, "seen_by seen_by_dark seen_by_2x"),
    (scenes.configurations, None, "configurations"),
    (scenes.loader_options, None, "loader_options loader_options_dark loader_options_2x"),
    (scenes.dragged_to_the_chain, None, "dragged_chain dragged_chain_dark"),
    (scenes.dragged_to_the_list, None, "dragged_list dragged_list_2x"),
    (scenes.dragged_to_the_program, None, "dragged_program"),
    (scenes.dropped_settings, None, "dropped_settings dropped_settings_narrow"),
    (scenes.searching, None, "searching searching_dark"),
    (scenes.searching_commands, None, "searching_commands"),
    (scenes.searching_variables, None, "searching_variables_2x"),
    (scenes.ordering, None, "renaming"),
    (scenes.matching, None, "matching matching_dark"),
    (scenes.generate, scenes.dialog, "generate generate_dark"),
    (scenes.bug_report, scenes.bug_report_dialog, "bug_report bug_report_dark bug_report_2x"),
    (program.own_error, program.own_error_dialog, "own_error own_error_dark own_error_2x"),
    (program.picker, program.picker_popup, "picker picker_dark picker_2x"),
    (program.picker_error, program.picker_popup, "picker_error"),
    (program.launch_options, None, "launch_options launch_options_dark launch_options_2x"),
    (program.launch_options_plain, None, "launch_options_plain"),
    (program.known_requests, None, "known_requests known_requests_dark known_requests_2x"),
    (program.runs, program.runs_dialog, "runs runs_dark runs_2x"),
    (program.safe_mode, None, "safe_mode safe_mode_dark safe_mode_2x safe_mode_narrow"),
    (program.culprit_running, None, "culprit culprit_dark culprit_2x"),
    (program.culprit_asking, None, "culprit_asking"),
    (program.culprit_found, None, "culprit_found culprit_found_dark culprit_found_narrow"),
    (program.culprit_interrupted, None, "culprit_interrupted"),
    (scenes.documentation, scenes.page, "documentation documentation_dark"),
    (scenes.crashed, None, "crashed crashed_dark"),
    (
        scenes.other_layers,
        None,
        "other_layers other_layers_dark other_layers_2x other_layers_narrow",
    ),
    (scenes.applying, None, "applying applying_dark applying_2x"),
    (scenes.applying_for_own_time, None, "applying_own_time"),
    (scenes.applied_for_minutes, None, "applied_for_minutes applied_for_minutes_dark"),
    (scenes.last_minute, None, "last_minute last_minute_dark_2x"),
    (scenes.applying_with_limits, None, "applying_limits"),
    (scenes.reports, scenes.reports_window, "reports reports_dark reports_2x"),
    (dialogs.open_machine, dialogs.open_machine_dialog, "open_machine"),
    (dialogs.other_machine, None, "other_machine"),
    (dialogs.keys, dialogs.keys_dialog, "keys"),
    (dialogs.not_imported, dialogs.not_imported_dialog, "not_imported"),
    (dialogs.closing_questions, dialogs.requests, "questions_closing"),
    (dialogs.file_questions, dialogs.requests, "questions_files"),
    (dialogs.no_loader, None, "no_loader"),
    (dialogs.row_menu, None, "row_menu"),
    (dialogs.device_menu, None, "device_menu"),
    (dialogs.what_if_loader, None, "what_if_loader"),
    (dialogs.culprit_form, None, "culprit_form"),
    (dialogs.driver, None, "driver"),
    (dialogs.loader, None, "loader"),
)
_MIRRORED_AND_LARGE: dict[str, tuple[Scene, Part | None]] = {
    "main": (scenes.edited, None),
    "settings": (scenes.settings, None),
    "problems": (scenes.problems, None),
    "journal": (timeline.journal, None),
    "log": (logs.log, None),
    "what_if": (scenes.what_if, None),
    "devices": (scenes.devices, None),
    "running": (running.running_programs, None),
    "collection": (scenes.collection, None),
    "launch_options": (program.launch_options, None),
    "culprit": (program.culprit_found, None),
    "applying": (scenes.applying, None),
    "generate": (scenes.generate, scenes.dialog),
    "bug_report": (scenes.bug_report, scenes.bug_report_dialog),
    "reports": (scenes.reports, scenes.reports_window),
}
_CONTRAST = ("main", "settings", "log", "what_if", "applying", "bug_report")
_STYLE = ("main", "settings", "bug_report")


def _list_shots() -> Iterator[tuple[str, Shot]]:
    for scene, part, names in _SCENES:
        yield from ((name, _make_shot(name, scene, part)) for name in names.split())
    for end, shown in _list_accessible():
        for name in shown:
            whole = f"{name}_{end}"
            yield whole, _make_shot(whole, *_MIRRORED_AND_LARGE[name])


def _list_accessible() -> Iterator[tuple[str, Iterable[str]]]:
    yield from ((end, _CONTRAST) for end in ("contrast", "contrast_dark"))
    yield from ((end, _MIRRORED_AND_LARGE) for end in ("mirrored", "large"))
    yield from ((end, _STYLE) for end in ("style", "style_contrast_dark"))


def _make_shot(name: str, scene: Scene, part: Part | None) -> Shot:
    shot = Shot(scene, part)
    for word in reversed(name.split("_")):
        if word not in _LOOKS:
            break
        shot = shot._replace(**_LOOKS[word])
    return shot


SHOTS = dict(_list_shots())


def distinct_scenes() -> list[str]:
    """Return one picture of each scene; others show the same text in other looks."""
    found: dict[Scene, str] = {}
    for name, shot in SHOTS.items():
        found.setdefault(shot.prepare, name)
    return list(found.values())
