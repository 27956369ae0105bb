"""VK_LAYER_LUNARG_standard_validation: a name that means layers, without a manifest.

Loaders with Gate.VALIDATION_AS_A_WHOLE list it where all of its layers are. Then
loaderAddLegacyStandardValidationLayer of loaders with Gate.STANDARD_VALIDATION adds it as a
meta-layer whose components it forgets to count.
"""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.loader.manifests.layer import DEVICE_TYPE, INSTANCE_TYPE, LayerManifest
from vkconfig_py.loader.manifests.reader import Extension
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.loader_report import Entry
from vkconfig_py.loader.rules.ordering import STANDARD_VALIDATION

# loader.h, std_validation_names: the layers in their order, from each release on.
_VALIDATION_SINCE = {
    (1, 0, 3): (
        "LUNARG_threading LUNARG_param_checker LUNARG_device_limits LUNARG_object_tracker "
        "LUNARG_image LUNARG_mem_tracker LUNARG_draw_state LUNARG_swapchain GOOGLE_unique_objects"
    ),
    (1, 0, 4): (
        "GOOGLE_threading LUNARG_param_checker LUNARG_device_limits LUNARG_object_tracker "
        "LUNARG_image LUNARG_mem_tracker LUNARG_draw_state LUNARG_swapchain GOOGLE_unique_objects"
    ),
    (1, 0, 6): (
        "GOOGLE_threading LUNARG_parameter_validation LUNARG_device_limits LUNARG_object_tracker "
        "LUNARG_image LUNARG_core_validation LUNARG_swapchain GOOGLE_unique_objects"
    ),
    (1, 0, 20): (
        "GOOGLE_threading LUNARG_parameter_validation LUNARG_object_tracker "
        "LUNARG_image LUNARG_core_validation LUNARG_swapchain GOOGLE_unique_objects"
    ),
    (1, 0, 40): (
        "GOOGLE_threading LUNARG_parameter_validation LUNARG_object_tracker "
        "LUNARG_core_validation LUNARG_swapchain GOOGLE_unique_objects"
    ),
}


def _validation_layers(profile: LoaderProfile) -> tuple[str, ...]:
    last = max(since for since in _VALIDATION_SINCE if since <= profile.version)
    return tuple(f"VK_LAYER_{name}" for name in _VALIDATION_SINCE[last].split())


def standard_validation(entries: Sequence[Entry], profile: LoaderProfile) -> list[Entry]:
    """Return the legacy layer; [] if its name is taken or the loader does not add it."""
    if profile.has(Gate.VALIDATION_AS_A_WHOLE):
        return _whole_validation(entries, profile)
    if not profile.has(Gate.STANDARD_VALIDATION):
        return []
    if any(entry.name == STANDARD_VALIDATION for entry in entries):
        return []
    layer = LayerManifest(
        STANDARD_VALIDATION,
        file="",
        implicit=False,
        api_version=(1, 0, profile.version[2]),
        description="LunarG Standard Validation Layer",
    )
    return [Entry("", False, layer)]


def _whole_validation(entries: Sequence[Entry], profile: LoaderProfile) -> list[Entry]:
    """Return the layer that means all of validation, for the chains that have all of it."""
    meant = _validation_layers(profile)
    patch = 0 if profile.has(Gate.VALIDATION_WITHOUT_PATCH) else profile.version[2]
    found = []
    chains = ((INSTANCE_TYPE, DEVICE_TYPE), (DEVICE_TYPE, INSTANCE_TYPE))
    for kind, other in chains if profile.has(Gate.DEVICE_LAYERS) else chains[:1]:
        listed = [entry for entry in entries if entry.layer.type != other]
        if {entry.name for entry in listed}.issuperset(meant):
            layer = LayerManifest(
                STANDARD_VALIDATION,
                file="",
                implicit=False,
                type=kind,
                api_version=(1, 0, patch),
                description="LunarG Standard Validation Layer",
                component_layers=meant,
                instance_extensions=_extensions_of(listed, meant, profile),
            )
            found.append(Entry("", False, layer))
    return found


def _extensions_of(
    entries: Sequence[Entry], names: tuple[str, ...], profile: LoaderProfile
) -> tuple[Extension, ...]:
    """Return the extensions of the explicit layers of these names, each once."""
    # vkEnumerateInstanceExtensionProperties.
    found: dict[str, Extension] = {}
    for name in names if profile.has(Gate.VALIDATION_OFFERS) else ():
        entry = next((x for x in entries if x.name == name and not x.implicit), None)
        for extension in entry.layer.instance_extensions if entry is not None else ():
            found.setdefault(extension.name, extension)
    return tuple(found.values())


def expand_validation(names: tuple[str, ...], profile: LoaderProfile) -> tuple[str, ...]:
    """Replace the name of all of validation by the names of its layers."""
    # loader_expand_layer_names.
    if STANDARD_VALIDATION not in names or not profile.has(Gate.VALIDATION_AS_A_WHOLE):
        return names
    layers = _validation_layers(profile)
    if profile.has(Gate.VALIDATION_IN_PLACE):
        kept = [name for name in names if name not in layers]
        place = kept.index(STANDARD_VALIDATION)
        return (*kept[:place], *layers, *expand_validation(tuple(kept[place + 1 :]), profile))
    # What stood behind a name that was removed moves up, once for each gap before it.
    kept = [name if name not in (STANDARD_VALIDATION, *layers) else "" for name in names]
    moved = list(kept)
    for place in range(len(kept) - kept.count("")):
        if not moved[place]:
            moved[place] = next(filter(None, kept[place + 1 :]), "")
    return (*moved[: len(kept) - kept.count("")], *layers)


def overruns_validation(names: tuple[str, ...], profile: LoaderProfile) -> bool:
    """Return whether the layers need more room than their name takes, which stands there twice."""
    # loader_expand_layer_names: one place less than names and layers together.
    room = len(names) - 1 + len(_validation_layers(profile))
    return profile.has(Gate.VALIDATION_OVERRUNS) and len(expand_validation(names, profile)) > room
