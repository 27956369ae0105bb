"""Which variables real layers read for a setting, and which of them is the strongest."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from tests.framework.chromium import INSTALLED_VALIDATION
from tests.framework.settings import sdk_layer
from tests.framework.settings_run import MISTAKE, Reader, run_with_settings
from vkconfig_py.model.layer_settings.declared import DeclaredLayer
from vkconfig_py.model.layer_settings.parse_layer import read_declared
from vkconfig_py.model.layer_settings.setting_names import (
    list_settable_variables,
    list_variable_names,
)

KEY = "message_id_filter"
OLDER = read_declared(INSTALLED_VALIDATION.read_bytes()).layers[0]
NEWER = sdk_layer("khronos_validation")
OTHER = "VUID-something-else"


def names(layer: DeclaredLayer, key: str = KEY) -> tuple[str, ...]:
    found = layer.find_setting(key)
    assert found is not None
    return list_variable_names(layer, found)


def mistakes(reader: Reader, folder: Path, **variables: str) -> int:
    """Return how often the layer complains: not at all if a variable filters the mistake."""
    return run_with_settings(reader, folder, None, environment=variables).mistakes


@pytest.mark.parametrize("name", names(NEWER))
def test_a_newer_layer_reads_every_name(name: str, tmp_path: Path):
    assert mistakes(Reader.NEWER, tmp_path, **{name: MISTAKE}) == 0


@pytest.mark.parametrize(("stronger", "weaker"), list(pairwise(names(NEWER))))
def test_of_two_variables_a_newer_layer_takes_the_one_that_stands_first(
    stronger: str, weaker: str, tmp_path: Path
):
    assert mistakes(Reader.NEWER, tmp_path, **{stronger: MISTAKE, weaker: OTHER}) == 0
    assert mistakes(Reader.NEWER, tmp_path, **{stronger: OTHER, weaker: MISTAKE}) == 2


def test_a_newer_layer_reads_variables_that_its_manifest_does_not_name(tmp_path: Path):
    core = NEWER.find_setting("validate_core")
    assert core is not None
    assert core.variable == ""
    for name in list_settable_variables(NEWER, core):
        assert mistakes(Reader.NEWER, tmp_path, **{name: "false"}) == 0


def test_an_older_layer_reads_the_variable_of_its_manifest_alone(tmp_path: Path):
    assert names(OLDER) == ("VK_LAYER_MESSAGE_ID_FILTER",)
    for name in names(NEWER):
        expected = 0 if name in names(OLDER) else 2
        assert mistakes(Reader.OLDER, tmp_path, **{name: MISTAKE}) == expected
