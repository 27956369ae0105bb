"""What is offered for every code, remedy by remedy: a wrong kind of remedy may cure as well."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath

import pytest

from tests.loader.lint.lint_machines import MACHINES, look
from vkconfig_py.loader.base.verdicts import REMOVED, EditKey, Reason, Remedy, Together, WriteFile

BUILT = Reason.LIBRARY_NEEDS_MISSING  # its machine needs a compiler: test_needed.py
_LONG = 36
_HERE = "/dd/vulkan/"
OFFERED: dict[str, tuple[str, ...]] = {
    "no-driver": ("NoRemedy install a driver package for your GPU",),
    "hangs-all": ("RemoveFile /share/vulkan/implicit_layer.d/x.json",),
    "other-loader-fails": ("RemoveFile explicit_layer.d/x.json",),
    "dangling-link": ("RemoveFile /share/vulkan/implicit_layer.d/x.json",),
    "link-loop": ("RemoveFile /share/vulkan/implicit_layer.d/x.json",),
    "file-name-ignored": (
        "MoveFile /share/vulkan/implicit_layer.d/x.JSON /share/vulkan/implicit_layer.d/x.json",
    ),
    "folder-never-searched": (
        "MoveFile /share/vulkan/implicit_layers.d/x.json /share/vulkan/implicit_layer.d/x.json",
    ),
    "misspelt-key": (
        "RenameKey explicit_layer.d/x.json ('layer', 'libary_path') library_path",
        "RemoveFile explicit_layer.d/x.json",
    ),
    "wrong-case-key": (
        "RenameKey explicit_layer.d/x.json ('layer', 'Type') type",
        "RemoveFile explicit_layer.d/x.json",
    ),
    "repeated-key": ("NoRemedy",),
    "nested-deeply": ("NoRemedy",),
    "meta-multiplies": (
        "NoRemedy the file cannot be moved aside: it contains other layers that are in use",
    ),
    "no-disable-environment": (
        'EditKey VK_LAYER_b.json layer/disable_environment = {"DISABLE_B": "1"}',
        "MoveFile implicit_layer.d/VK_LAYER_b.json explicit_layer.d/VK_LAYER_b.json",
        "RemoveFile implicit_layer.d/VK_LAYER_b.json",
    ),
    "name-without-prefix": ("NoRemedy",),
    "text-too-long": ("EditKey VK_LAYER_a.json layer/description = 202 characters",),
    "file-version-too-old": ('EditKey m.json file_format_version = "1.1.0"',),
    "key-without-effect": ("EditKey VK_LAYER_a.json layer/app_keys = removed",),
    "library-path-slash": ("NoRemedy",),
    "registry-not-ascii": ("NoRemedy",),
    "library-empty": ("RemoveFile explicit_layer.d/VK_LAYER_a.json",),
    "library-unlinkable": ("NoRemedy install another build of the library",),
    "library-cut-short": ("NoRemedy install another build of the library",),
    "library-unreadable": ("NoRemedy",),
    "driver-without-entry-point": ("RemoveFile /share/vulkan/icd.d/x.json",),
    "driver-without-manifest": (
        "WriteFile /etc/vulkan/icd.d/lvp_icd.json 134 characters",
        "WriteFile /dh/vulkan/icd.d/lvp_icd.json 134 characters",
    ),
    "driver-twice": (
        "RemoveFile icd.d/other.json",
        "SetVariable VK_LOADER_DRIVERS_DISABLE other.json",
        "RemoveFile icd.d/driver.json",
    ),
    "layer-without-entry-point": ("NoRemedy install another build of the library",),
    "function-not-exported": ("EditKey x.json layer/functions/vkGetInstanceProcAddr = removed",),
    "vulkan-names-exported": ("NoRemedy",),
    "no-driver-other-size": ("NoRemedy",),
    "loader-blocked": ("NoRemedy",),
    "in-sandbox": ("NoRemedy",),
    "word-sizes-mixed": (
        "Together 2:",
        'EditKey VK_LAYER_a.json layer/library_arch = "64"',
        'EditKey VK_LAYER_a.json layer/library_arch = "32"',
    ),
    "word-size-unmarked": ('EditKey VK_LAYER_a.json layer/library_arch = "64"',),
    "override-program-gone": ("RemoveFile /ch/vulkan/implicit_layer.d/override.json",),
    "override-key-never-matches": ('EditKey override.json layer/app_keys/0 = "/program"',),
    "override-path-gone": (
        "EditKey override.json layer/override_paths/0 = removed",
        "RemoveFile /ch/vulkan/implicit_layer.d/override.json",
    ),
    "override-several": ("EditKey override.json layers/1 = removed",),
    "override-disabled-acts": ("EditKey override.json layers/0 = removed",),
    "override-leaks": ('EditKey override.json layers/1/app_keys = ["/opt/other", "/opt/program"]',),
    "override-blocks-own": ("EditKey override.json layer/blacklisted_layers/0 = removed",),
    "override-in-explicit-folder": ("RemoveFile explicit_layer.d/o.json",),
    "settings-file-unused": ("NoRemedy",),
    "settings-file-hides-override": (
        "EditKey vk_loader_settings.json settings/layers/1 = 39 characters",
    ),
    "settings-file-crashes": ("EditKey vk_loader_settings.json settings/layers/0 = removed",),
    "settings-file-not-read": ("ChangeProfile (1, 3, 251)",),
    "settings-file-shadowed": ("RemoveFile /dh/vulkan//loader_settings.d/vk_loader_settings.json",),
    "settings-layers-discarded": ("EditKey vk_loader_settings.json settings/layers/0 = removed",),
    "settings-entry-explicit": (
        "EditKey vk_loader_settings.json settings/layers/0/treat_as_implicit_manifest = true",
    ),
    "settings-entry-dead": ("EditKey vk_loader_settings.json settings/layers/0 = removed",),
    "settings-driver-dead": (
        "EditKey vk_loader_settings.json settings/additional_drivers/0 = removed",
    ),
    "settings-control-unknown": (
        'EditKey vk_loader_settings.json settings/layers/0/control = "on"',
    ),
    "steam-without-layers": ("UnsetVariable PRESSURE_VESSEL_IMPORT_VULKAN_LAYERS",),
    "steam-library-path": ("SetVariable LD_LIBRARY_PATH /own",),
    "variable-empty": ("UnsetVariable VK_DRIVER_FILES",),
    "variable-deprecated": (
        "Together 2:",
        "SetVariable VK_DRIVER_FILES icd.d/driver.json",
        "UnsetVariable VK_ICD_FILENAMES",
    ),
    "variable-unknown": (
        "Together 2:",
        "SetVariable VK_LAYER_PATH /x",
        "UnsetVariable VK_LAYERS_PATH",
        "UnsetVariable VK_LAYERS_PATH",
    ),
    "search-path-gone": ("UnsetVariable VK_ADD_LAYER_PATH",),
    "filters-conflict": (
        "UnsetVariable VK_LOADER_LAYERS_DISABLE",
        "UnsetVariable VK_LOADER_LAYERS_ENABLE",
    ),
    "enabled-and-disabled": ("UnsetVariable OFF", "UnsetVariable ON"),
    "layer-variable-set": ("UnsetVariable OFF",),
    "layer-variable-common": ("NoRemedy",),
    "layer-variable-shared": ("NoRemedy",),
    "aborts-all": ("RemoveFile explicit_layer.d/x.json",),
    "ends-search": ("RemoveFile explicit_layer.d/x.json",),
    "crashes-all": (
        "RemoveFile explicit_layer.d/VK_LAYER_m.json",
        "EditKey VK_LAYER_m.json layer/component_layers/0 = removed",
    ),
    "unreadable": ("RemoveFile /share/vulkan/implicit_layer.d/x.json",),
    "invalid-json": ("RemoveFile explicit_layer.d/x.json",),
    "missing-key": (
        'EditKey VK_LAYER_a.json layer/description = ""',
        "RemoveFile explicit_layer.d/VK_LAYER_a.json",
    ),
    "bad-value": (
        'EditKey VK_LAYER_a.json layer/implementation_version = "1"',
        "RemoveFile explicit_layer.d/VK_LAYER_a.json",
    ),
    "not-a-manifest": ("RemoveFile explicit_layer.d/x.json",),
    "other-manifest-type": (
        "MoveFile explicit_layer.d/x.json icd.d/x.json",
        "RemoveFile explicit_layer.d/x.json",
    ),
    "device-layer": (
        'EditKey VK_LAYER_a.json layer/type = "GLOBAL"',
        "RemoveFile explicit_layer.d/VK_LAYER_a.json",
    ),
    "variant": (
        'EditKey VK_LAYER_a.json layer/api_version = "1.3.0"',
        "RemoveFile explicit_layer.d/VK_LAYER_a.json",
    ),
    "multiple-layer-nodes": (
        "Together 2:",
        "EditKey x.json more = removed",
        "EditKey x.json more = {}",
        "RemoveFile explicit_layer.d/x.json",
    ),
    "library-missing": (
        "InstallLibrary /lib/VK_LAYER_a.so",
        "RemoveFile explicit_layer.d/VK_LAYER_a.json",
    ),
    "library-foreign": ("InstallLibrary /lib/VK_LAYER_a.so",),
    "duplicate": ("RemoveFile /de/vulkan/explicit_layer.d/VK_LAYER_a.json",),
    "meta-component-missing": (
        "EditKey override.json layer/component_layers/0 = removed",
        "RemoveFile /ch/vulkan/implicit_layer.d/override.json",
    ),
    "meta-component-older": ('EditKey override.json layer/api_version = "1.0.0"',),
    "meta-component-other-version": ('EditKey override.json layer/api_version = "1.3.0"',),
    "meta-recursive": (
        "EditKey VK_LAYER_m.json layer/component_layers/0 = removed",
        "RemoveFile explicit_layer.d/VK_LAYER_m.json",
    ),
    "folder-unreadable": ("NoRemedy you do not have permission to list the folder",),
    "shadowed": ("UnsetVariable VK_ADD_LAYER_PATH",),
    "not-honoured": ("ChangeProfile (1, 3, 262)",),
    "matches-nothing": ("UnsetVariable VK_INSTANCE_LAYERS",),
    "too-many-tokens": ("UnsetVariable VK_LOADER_DRIVERS_SELECT",),
}


def told(remedies: Sequence[Remedy]) -> Iterator[str]:
    """Yield a line for each remedy: its kind, then what it says, without its advice."""
    for remedy in remedies:
        kind = type(remedy).__name__
        match remedy:
            case Together(steps):
                yield f"{kind} {len(steps)}:"
                yield from told(steps)
            case EditKey(file, path, value):
                said = "removed" if value is REMOVED else json.dumps(value)
                said = said if len(said) < _LONG else f"{len(said)} characters"
                yield f"{kind} {PurePath(file).name} {'/'.join(map(str, path))} = {said}"
            case WriteFile(file, content):
                yield f"{kind} {file} {len(content)} characters"
            case _:
                yield " ".join([kind, *map(str, remedy)]).strip().replace(_HERE, "")


@pytest.mark.parametrize("code", [str(code) for code in MACHINES if code != BUILT])
def test_what_is_offered(code: str, tmp_path: Path):
    found = next(problem for problem in look(code, tmp_path) if problem.code == code)
    assert tuple(told((found.remedy, *found.other_remedies))) == OFFERED[code]
