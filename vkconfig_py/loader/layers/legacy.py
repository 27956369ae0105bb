"""A layer that old loaders list without any manifest.

Follows loader.c, loaderAddLegacyStandardValidationLayer of loaders with Gate.STANDARD_VALIDATION:
the former name of the validation layer, as a meta-layer whose components it forgets to count.
"""

from __future__ import annotations

from collections.abc import Iterable

from vkconfig_py.loader.entries import Entry
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile

STANDARD_VALIDATION = "VK_LAYER_LUNARG_standard_validation"


def standard_validation(entries: Iterable[Entry], profile: LoaderProfile) -> list[Entry]:
    """Return the layer, unless there is one of its name or the loader does not know it."""
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
