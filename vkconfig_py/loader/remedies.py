"""What would change a decision, as values that a program can offer and carry out."""

from __future__ import annotations

from vkconfig_py.loader.entries import Decision
from vkconfig_py.loader.filters import DISABLE, DRIVERS_DISABLE, DRIVERS_SELECT
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.ordering import INSTANCE_LAYERS
from vkconfig_py.loader.verdicts import (
    EditKey,
    InstallLibrary,
    MoveFile,
    NoRemedy,
    Reason,
    Remedy,
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
_KEY_ADVICE = {
    Reason.MISSING_KEY: "add this key",
    Reason.BAD_VALUE: "correct this value",
    Reason.META_COMPONENT_MISSING: "take the missing layer out",
    Reason.META_RECURSIVE: "take the circle out",
    Reason.CRASHES_ALL: "take the circle out",
    Reason.META_COMPONENT_OLDER: "lower the meta-layer's api_version",
    Reason.META_COMPONENT_OTHER_VERSION: "give both the same api_version",
    Reason.MULTIPLE_LAYER_NODES: "move this key in front of layer, or use a layers array",
    Reason.VARIANT: "use a version without a variant",
    Reason.DEVICE_LAYER: "use the type GLOBAL",
}
_META_KEYS = {
    Reason.META_COMPONENT_MISSING: "component_layers",
    Reason.META_RECURSIVE: "component_layers",
    Reason.CRASHES_ALL: "component_layers",
    Reason.META_COMPONENT_OLDER: "api_version",
    Reason.META_COMPONENT_OTHER_VERSION: "api_version",
    Reason.VARIANT: "api_version",
    Reason.DEVICE_LAYER: "type",
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
    reason, detail = decision.reason, decision.detail
    if layer is not None and (found := _layer_remedy(layer, decision)) is not None:
        return found
    if reason in _FILTER_VARIABLES:
        return UnsetVariable(_FILTER_VARIABLES[reason])
    if reason in _KEY_ADVICE:
        return EditKey(file, _META_KEYS.get(reason) or _key_of(detail), _KEY_ADVICE[reason])
    if reason in (Reason.LIBRARY_MISSING, Reason.LIBRARY_FOREIGN):
        return InstallLibrary(detail)
    if reason in (Reason.INVALID_JSON, Reason.ABORTS_ALL):
        return EditKey(file, "", f"line {decision.line}: {detail}")
    if reason in (Reason.DUPLICATE, Reason.OVERRIDE_NOT_FIRST) and decision.file:
        return RemoveFile(decision.file)
    if reason is Reason.OTHER_MANIFEST_TYPE:
        return MoveFile(file, "explicit_layer.d" if detail == "ICD" else "icd.d")
    return NoRemedy(_NOTHING[reason]) if reason in _NOTHING else _NO_REMEDY


def _key_of(detail: str) -> str:
    """Return the key that a detail speaks of: the quoted word of a sentence, or all of it."""
    return detail.split('"')[1] if detail.startswith('"') else detail


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
    if reason is Reason.BLACKLISTED:
        return EditKey(decision.file, "blacklisted_layers", f"take {layer.name} out")
    if reason is Reason.OVERRIDE_NOT_FOR_PROGRAM:
        return EditKey(layer.file, "app_keys", f"add {detail}")
    if reason in (Reason.SETTINGS_FILE_OFF, Reason.SETTINGS_FILE_HIDES):
        return EditKey(decision.file, "layers", f"add {layer.name}, or the unordered entry")
    return None
