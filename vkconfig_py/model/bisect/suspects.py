"""What can be left out of a program's snapshot, and the configuration that leaves it out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import assert_never

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Outcome
from vkconfig_py.loader.manifests.driver import get_driver_display_name
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.rules.ordering import ENABLED_BY_APPLICATION
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    DriverControl,
    LayerControl,
    Value,
    Variable,
)
from vkconfig_py.model.text.wording import get_display_names


class SuspectKind(StrEnum):
    """Kind of a candidate."""

    LAYER = "layer"
    SETTING = "setting"
    VARIABLE = "variable"
    DRIVER = "driver"


class SearchPart(StrEnum):
    """What a search is limited to."""

    LAYERS = "layers"
    SETTINGS = "settings"  # with the configuration's variables
    DRIVERS = "drivers"


_PART_BY_KIND = {
    SuspectKind.LAYER: SearchPart.LAYERS,
    SuspectKind.SETTING: SearchPart.SETTINGS,
    SuspectKind.VARIABLE: SearchPart.SETTINGS,
    SuspectKind.DRIVER: SearchPart.DRIVERS,
}


class Suspect(NamedTuple):
    """One thing that may break the program.

    Attributes:
        name: of a layer (for a setting, of its layer), a variable, or the file name of a driver's
            manifest.
        setting: key of a setting, else "".
        file: manifest of the layer or driver.
        value: of a setting or variable, as text.
        wished: the configuration turns the layer on, or names the driver.
    """

    kind: SuspectKind
    name: str
    setting: str = ""
    file: str = ""
    value: str = ""
    wished: bool = False

    @property
    def key(self) -> str:
        """Return the identity within one search, such as "setting:VK_LAYER_x/debug_action"."""
        return f"{self.kind}:{self.name}{f'/{self.setting}' if self.setting else ''}"

    @property
    def row_key(self) -> str:
        """Return the key of its row in the layer chain, "" for a variable."""
        match self.kind:
            case SuspectKind.LAYER | SuspectKind.SETTING:
                return f"layer:{self.name}"
            case SuspectKind.DRIVER:
                return f"driver:{self.file}"
            case SuspectKind.VARIABLE:
                return ""


def find_candidates(
    configuration: Configuration, report: LoaderReport, part: SearchPart | None = None
) -> tuple[Suspect, ...]:
    """Return what may break the program: what would load, and what the configuration sets.

    The most suspected come first. A search finds an early one of several sets that break a program:
    implicit layers that nobody asked for come before layers that the configuration turns on.
    """
    layers = _find_layers(configuration, report)
    suspects = (
        *(layer for layer in layers if not layer.wished),
        *(layer for layer in layers if layer.wished),
        *_find_settings(configuration, layers),
        *_find_variables(configuration),
        *_find_drivers(configuration, report),
    )
    suspects_of_part = (
        suspect for suspect in suspects if part is None or _PART_BY_KIND[suspect.kind] is part
    )
    return tuple({suspect.key: suspect for suspect in suspects_of_part}.values())


def sort_by_disruption(candidates: Iterable[Suspect]) -> tuple[str, ...]:
    """Return the keys of candidates, first those whose turning off takes least from the user."""
    order = (SuspectKind.SETTING, SuspectKind.VARIABLE, SuspectKind.LAYER, SuspectKind.DRIVER)
    ranked_suspects = sorted(
        candidates, key=lambda candidate: (order.index(candidate.kind), candidate.wished)
    )
    return tuple(suspect.key for suspect in ranked_suspects)


def remove_suspects(configuration: Configuration, left_out: Iterable[Suspect]) -> Configuration:
    """Return a configuration without these layers, settings, variables and drivers."""
    for suspect in left_out:
        match suspect.kind:
            case SuspectKind.LAYER:
                configuration = configuration.with_control(suspect.name, LayerControl.OFF)
            case SuspectKind.SETTING:
                entry = configuration.find_entry(suspect.name)
                if entry is not None:
                    configuration = configuration.with_entry(entry.without_value(suspect.setting))
            case SuspectKind.VARIABLE:
                configuration = configuration.without_variable(suspect.name)
            case SuspectKind.DRIVER:
                configuration = configuration.with_driver_control(suspect.name, DriverControl.OFF)
            case unknown_kind:
                assert_never(unknown_kind)
    return configuration


def describe_suspect(suspect: Suspect) -> str:
    """Return a layer, setting, variable or driver that may be at fault, as a part of a sentence."""
    match suspect.kind:
        case SuspectKind.LAYER:
            return suspect.name
        case SuspectKind.SETTING:
            return tr(
                "the {layer} setting {setting} = {value}",
                setting=suspect.setting,
                value=suspect.value,
                layer=suspect.name,
            )
        case SuspectKind.VARIABLE:
            return tr("the variable {name}={value}", name=suspect.name, value=suspect.value)
        case SuspectKind.DRIVER:
            return tr("the driver {name}", name=suspect.name)


def describe_suspect_briefly(suspect: Suspect) -> str:
    """Return a short name for the name of a configuration: "MangoHud", "lavapipe"."""
    match suspect.kind:
        case SuspectKind.LAYER:
            return get_display_names([suspect.name])[0]
        case SuspectKind.SETTING:
            return f"{get_display_names([suspect.name])[0]} {suspect.setting}"
        case SuspectKind.VARIABLE:
            return suspect.name
        case SuspectKind.DRIVER:
            return get_driver_display_name(suspect.name)


def _find_layers(configuration: Configuration, report: LoaderReport) -> list[Suspect]:
    """Return the layers that would load, except those that the program itself asks for."""
    suspects: dict[str, Suspect] = {}
    for active_layer in report.callstack:
        manifest = active_layer.manifest
        # A program that asks for a layer does not start without it.
        if active_layer.enabled_by == ENABLED_BY_APPLICATION:
            continue
        is_requested = configuration.get_control(manifest.name) is LayerControl.ON
        suspect = Suspect(SuspectKind.LAYER, manifest.name, file=manifest.file, wished=is_requested)
        suspects.setdefault(suspect.name, suspect)
    return list(suspects.values())


def _find_settings(configuration: Configuration, layers: Sequence[Suspect]) -> list[Suspect]:
    """Return the layer settings that differ from their defaults.

    A file of the user's own is used as it is.
    """
    if configuration.settings_file:
        return []
    suspects = []
    for layer in layers:
        entry = configuration.find_entry(layer.name)
        if entry is None or not entry.writes_settings:
            continue
        for setting in entry.settings:
            value = _render_setting_value(setting.value)
            suspects.append(
                Suspect(SuspectKind.SETTING, layer.name, setting.key, layer.file, value)
            )
    return suspects


def _render_setting_value(value: Value) -> str:
    """Return the value of a setting as text."""
    match value:
        case tuple():
            items = (item if isinstance(item, str) else str(item.value) for item in value)
            return ",".join(items)
        case bool():
            return str(value).lower()
        case _:
            return str(value)


def _find_variables(configuration: Configuration) -> list[Suspect]:
    """Return the variables that the configuration sets."""
    return [
        Suspect(SuspectKind.VARIABLE, variable.name, value=_render_variable(variable))
        for variable in configuration.environment
    ]


def _render_variable(variable: Variable) -> str:
    return "" if variable.value is None else variable.value


def _find_drivers(configuration: Configuration, report: LoaderReport) -> list[Suspect]:
    """Return the drivers that would load."""
    suspects: dict[str, Suspect] = {}
    for driver in report.drivers:
        if driver.verdict.outcome is not Outcome.LOADS:
            continue
        name = get_base_name(driver.file)
        is_requested = configuration.get_driver_control(name) is DriverControl.ONLY
        suspect = Suspect(SuspectKind.DRIVER, name, file=driver.file, wished=is_requested)
        suspects.setdefault(name, suspect)
    return list(suspects.values())
