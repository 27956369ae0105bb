"""Functions of implicit layers before there is an instance."""

from __future__ import annotations

import ctypes

from tests.framework.probe_parts import PRE_INSTANCE
from tests.loader.native.parts import driver_part, layer_part
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE

VERSION = NEWEST_PROFILE.version[2]


def _layer(folder, name, **knobs):
    return layer_part(folder, name, **knobs)._replace(
        implicit=True, pre_instance=tuple(PRE_INSTANCE.items())
    )


def _patch_version(client):
    version = ctypes.c_uint32()
    code = client.call("vkEnumerateInstanceVersion", ctypes.byref(version))
    return code or version.value & 0xFFF


def test_each_layer_adds_its_part(load, tmp_path):
    layers = (_layer(tmp_path, "VK_LAYER_a"), _layer(tmp_path, "VK_LAYER_b", pre_adds=10))
    client = load(driver_part(tmp_path), implicit_only=layers)
    assert _patch_version(client) == VERSION + 11
    plain = dict(load(driver_part(tmp_path)).extensions())
    assert dict(client.extensions()) == {name: found + 11 for name, found in plain.items()}


def test_last_listed_layer_is_called_first(load, tmp_path):
    layers = (_layer(tmp_path, "VK_LAYER_a"), _layer(tmp_path, "VK_LAYER_b", pre_result=-8))
    assert _patch_version(load(implicit_only=layers)) == -8


def test_layer_without_the_symbol_is_passed_over(load, tmp_path):
    lacking = _layer(tmp_path, "VK_LAYER_a")._replace(
        pre_instance=(("vkEnumerateInstanceVersion", "none"),)
    )
    client = load(implicit_only=(lacking, _layer(tmp_path, "VK_LAYER_b")))
    assert _patch_version(client) == VERSION + 1
    missing = [x for x in client.recorder.findings if x.outcome == "missing"]
    assert [finding.subject for finding in missing] == ["VK_LAYER_a"]


def test_layers_that_are_off_are_not_asked(load):
    assert _patch_version(load()) == VERSION
