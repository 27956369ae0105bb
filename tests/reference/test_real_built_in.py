"""Built-in configurations do under real validation layers what their names say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.framework.chromium import INSTALLED_VALIDATION
from tests.framework.settings import sdk_layer
from tests.framework.settings_run import Reader, run_with_settings
from vkconfig_py.model.configuration.configuration import SettingType
from vkconfig_py.model.configuration.configuration_json import read_built_ins
from vkconfig_py.model.formats.layer_settings_txt import LayerSettings, Scope, render_layer_settings
from vkconfig_py.model.layer_settings.declared import DeclaredLayer
from vkconfig_py.model.layer_settings.layer_values import adapt_entry_to_copy
from vkconfig_py.model.layer_settings.parse_layer import read_declared

OLDER = read_declared(INSTALLED_VALIDATION.read_bytes()).layers[0]
WARNING_OF_MIXED_NAMES = "VALIDATION-SETTINGS"


def _newest() -> DeclaredLayer:
    """Return the layer as newer manifests declare it: without the names of before 1.3.283.

    A newer layer complains about a file that has both.
    """
    layer = sdk_layer("khronos_validation")
    gpu = layer.find_setting("validate_sync")
    assert gpu is not None
    left = [one for one in layer.settings if one.key not in ("enables", "disables")]
    return layer._replace(settings=(*left, gpu._replace(key="gpuav_enable", settings=())))


CASES = {
    ("validation", Reader.OLDER): ("Current Enables: None.", "Current Disables: None."),
    ("synchronization", Reader.OLDER): (
        "Current Enables: VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION",
        "SYNC-HAZARD-READ-AFTER-WRITE",
    ),
    ("gpu-assisted", Reader.OLDER): (
        "Current Enables: VK_VALIDATION_FEATURE_ENABLE_GPU_ASSISTED_EXT",
    ),
    ("best-practices", Reader.OLDER): (
        "Current Enables: VK_VALIDATION_FEATURE_ENABLE_BEST_PRACTICES_EXT",
        "BestPractices-vkAllocateMemory-small-allocation",
    ),
    ("validation", Reader.NEWER): ("- Core Checks",),
    ("synchronization", Reader.NEWER): ("- Synchronization", "SYNC-HAZARD-READ-AFTER-WRITE"),
    ("gpu-assisted", Reader.NEWER): ("- GPU-AV",),
    ("best-practices", Reader.NEWER): ("- Best Practices",),
}


@pytest.mark.parametrize(
    ("key", "reader"), CASES, ids=[f"{key}-{reader.value}" for key, reader in CASES]
)
def test_a_real_layer_checks_what_the_configuration_is_for(
    key: str, reader: Reader, tmp_path: Path
) -> None:
    (one,) = (found for found in read_built_ins() if found.key == f"built-in-{key}")
    entry = one.layers[0]
    # What is checked is told as information.
    told = entry.with_value("report_flags", SettingType.FLAGS, ("info", "warn", "perf", "error"))
    layer = OLDER if reader is Reader.OLDER else _newest()
    said = adapt_entry_to_copy(one, layer, told)
    rendered = render_layer_settings([LayerSettings.from_entry(layer, said)], scope=Scope.CHANGED)
    assert rendered.unwritten == ()
    ran = run_with_settings(reader, tmp_path, rendered.content)
    assert ran.result == 0
    for words in CASES[key, reader]:
        assert words in ran.output
    assert WARNING_OF_MIXED_NAMES not in ran.output
    # The others are for what they name alone.
    assert (ran.mistakes > 0) == (key in ("validation", "synchronization"))
