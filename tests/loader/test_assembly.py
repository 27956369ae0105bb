"""Assembly: JSON both ways."""

from __future__ import annotations

import json

import pytest

from vkconfig_py.loader.assembly import (
    Assembly,
    DeviceConfiguration,
    DriverFile,
    LayerExtension,
    LayerFile,
)
from vkconfig_py.loader.host import Application
from vkconfig_py.loader.profile import LoaderProfile
from vkconfig_py.loader.wire import WireError

_LAYER = LayerFile(
    "VK_LAYER_a",
    "/lib/a.so",
    "/etc/a.json",
    implicit=True,
    negotiate="aNegotiate",
    device_extensions=(LayerExtension("VK_EXT_a", 3, ("vkA", "vkB")),),
    pre_instance=(("vkEnumerateInstanceVersion", "aVersion"),),
)
_FULL = Assembly(
    drivers=(DriverFile("/etc/d.json", "libd.so", (1, 3, 5), is_portability=True),),
    layers=(_LAYER, _LAYER._replace(name="VK_LAYER_b", asked_for=True)),
    implicit_only=(_LAYER,),
    listed=(_LAYER,),
    active=(_LAYER,),
    application=Application("game", (1, 2, 0), ("VK_LAYER_b",), ("VK_KHR_surface",), 1),
    profile=LoaderProfile((1, 3, 239), surfaces=()),
    environment={"VK_LOADER_DEVICE_SELECT": "1:2"},
    device_configurations=(DeviceConfiguration("0" * 32, "f" * 32, 7, "a device"),),
    refusal="VK_ERROR_LAYER_NOT_PRESENT",
)


@pytest.mark.parametrize("assembly", [Assembly(), _FULL], ids=["empty", "full"])
def test_an_assembly_survives_json(assembly: Assembly) -> None:
    read = Assembly.from_json(json.loads(json.dumps(assembly.to_json())))
    assert read == assembly
    assert type(read.application) is Application


@pytest.mark.parametrize(
    "damage",
    [
        {"format": 0},
        {"drivers": {}},
        {"drivers": [1]},
        {"drivers": [{}]},
        {"refusal": 3},
        {"application": {"name": "x"}},
        {"environment": []},
        {"device_configurations": 1},
        {"profile": {**_FULL.to_json()["profile"], "version": [1, 2]}},
    ],
    ids=str,
)
def test_a_damaged_assembly_is_refused(damage: dict[str, object]) -> None:
    with pytest.raises(WireError):
        Assembly.from_json({**_FULL.to_json(), **damage})


def test_what_is_no_object_is_refused() -> None:
    with pytest.raises(WireError, match="no assembly"):
        Assembly.from_json([])
