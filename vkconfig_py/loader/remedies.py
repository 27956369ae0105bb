"""What would change a decision, as values that a program can offer and carry out."""

from __future__ import annotations

from collections.abc import Callable

from vkconfig_py.loader.entries import Decision
from vkconfig_py.loader.filters import DISABLE, DRIVERS_DISABLE, DRIVERS_SELECT
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.ordering import INSTANCE_LAYERS
from vkconfig_py.loader.verdicts import (
    REMOVED,
    EditKey,
    InstallLibrary,
    Json,
    MoveFile,
    NoRemedy,
    Reason,
    Remedy,
    Removed,
    RemoveFile,
    SetVariable,
    UnsetVariable,
)

_FILTER_VARIABLES = {
    Reason.DISABLE_FILTER: DISABLE,
    Reason.DRIVER_DISABLE_FILTER: DRIVERS_DISABLE,
    Reason.DRIVER_SELECT_FILTER: DRIVERS_SELECT,
    Reason.NAME_INSIDE_ANOTHER: INSTANCE_LAYERS,
}
_NEAREST = {
    "type": "GLOBAL",
    "api_version": "1.0.0",
    "implementation_version": "1",
    "file_format_version": "1.0.0",
}
_KEY_EDITS: dict[Reason, tuple[Json | Removed, str]] = {
    Reason.VARIANT: ("1.0.0", "use a version without a variant"),
    Reason.DEVICE_LAYER: ("GLOBAL", "use the type GLOBAL"),
    Reason.MULTIPLE_LAYER_NODES: (
        REMOVED,
        "move this key in front of layer, or use a layers array",
    ),
    Reason.BLACKLISTED: (REMOVED, "take the layer out"),
    Reason.SETTINGS_FILE_OFF: ("on", "say on instead of off"),
    Reason.SETTINGS_FILE_HIDES: (REMOVED, "take the list of layers out"),
}
_META_EDITS = {
    Reason.META_COMPONENT_MISSING: "take the missing layer out",
    Reason.META_RECURSIVE: "take the circle out",
    Reason.CRASHES_ALL: "take the circle out",
    Reason.META_COMPONENT_OLDER: "lower the meta-layer's api_version",
    Reason.META_COMPONENT_OTHER_VERSION: "take the layer of another api_version out",
}
_NOTHING = {
    Reason.WRONG_ARCHITECTURE: "written for programs of the other word size",
    Reason.PORTABILITY: "only a program that asks for portability drivers gets it",
    Reason.OLDER_THAN_APPLICATION: "the layer's api_version is below the program's",
    Reason.OVERRIDE_COMPONENT: "the override lists it",
    Reason.UNREADABLE: "the file cannot be read",
    Reason.NOT_A_MANIFEST: "the file holds something else",
}
_NO_REMEDY = NoRemedy("")


def find_remedy(file: str, decision: Decision, layer: LayerManifest | None = None) -> Remedy:
    """Return what would change a decision about a manifest."""
    reason = decision.reason
    if layer is not None and (found := _layer_remedy(layer, decision)) is not None:
        return found
    if reason in _FILTER_VARIABLES:
        return UnsetVariable(_FILTER_VARIABLES[reason])
    if reason in _KEY_EDITS:
        return EditKey(decision.file or file, decision.place, *_KEY_EDITS[reason])
    rule = _FILE_RULES.get(reason)
    if rule is not None:
        return rule(file, decision)
    return NoRemedy(_NOTHING[reason]) if reason in _NOTHING else _NO_REMEDY


def _key_remedy(file: str, decision: Decision) -> Remedy:
    if not decision.place:
        return RemoveFile(file)
    key = decision.place[-1]
    advice = "add this key" if decision.reason is Reason.MISSING_KEY else "correct this value"
    return EditKey(file, decision.place, _NEAREST.get(str(key), ""), advice)


def _move(file: str, decision: Decision) -> MoveFile:
    folder = "explicit_layer.d" if decision.detail == "ICD" else "icd.d"
    above, _, name = file.rpartition("/")
    return MoveFile(file, f"{above.rpartition('/')[0]}/{folder}/{name}")


def _library(_file: str, decision: Decision) -> InstallLibrary:
    return InstallLibrary(decision.detail)


def _remove(file: str, _decision: Decision) -> RemoveFile:
    return RemoveFile(file)


def _remove_other(_file: str, decision: Decision) -> Remedy:
    return RemoveFile(decision.file) if decision.file else _NO_REMEDY


_FILE_RULES: dict[Reason, Callable[[str, Decision], Remedy]] = {
    Reason.MISSING_KEY: _key_remedy,
    Reason.BAD_VALUE: _key_remedy,
    Reason.CRASHES_ALL: _key_remedy,
    Reason.LIBRARY_MISSING: _library,
    Reason.LIBRARY_FOREIGN: _library,
    Reason.INVALID_JSON: _remove,
    Reason.ENDS_SEARCH: _remove,
    Reason.NOT_REACHED: _remove_other,
    Reason.ABORTS_ALL: _remove,
    Reason.DUPLICATE: _remove_other,
    Reason.OVERRIDE_NOT_FIRST: _remove_other,
    Reason.OTHER_MANIFEST_TYPE: _move,
}


def _layer_remedy(layer: LayerManifest, decision: Decision) -> Remedy | None:
    """Return remedies that rest on the layer's own variables or name."""
    reason, detail = decision.reason, decision.detail
    if reason in (Reason.ENABLE_VARIABLE_UNSET, Reason.ENABLE_VARIABLE_OTHER_VALUE):
        return SetVariable(*layer.enable_environment) if layer.enable_environment else None
    if reason is Reason.DISABLE_VARIABLE:
        return UnsetVariable(detail)
    if reason is Reason.NOT_REQUESTED:
        return SetVariable(INSTANCE_LAYERS, layer.name)
    if reason in (Reason.IMPLICIT_ALWAYS, Reason.ENABLE_VARIABLE) and layer.disable_environment:
        return SetVariable(layer.disable_environment, "1")
    if reason in _META_EDITS:
        return _meta_remedy(layer, decision)
    if reason is Reason.OVERRIDE_NOT_FOR_PROGRAM:
        place = (*layer.place, "app_keys", len(layer.app_keys))
        return EditKey(layer.file, place, detail, f"add {detail}")
    return None


def _meta_remedy(layer: LayerManifest, decision: Decision) -> Remedy | None:
    advice = _META_EDITS[decision.reason]
    if decision.detail not in layer.component_layers:
        return None
    if decision.reason is Reason.META_COMPONENT_OLDER:
        return EditKey(layer.file, (*layer.place, "api_version"), "1.0.0", advice)
    index = layer.component_layers.index(decision.detail)
    return EditKey(layer.file, (*layer.place, "component_layers", index), REMOVED, advice)
