"""LoadPlan: JSON both ways."""

from __future__ import annotations

import json

import pytest

from tests.loader.machine import NEW, OLD, Machine, document, layer_object, meta_object
from vkconfig_py.loader.base.device_values import DeviceConfiguration
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.base.records import WireError, decode, encode
from vkconfig_py.loader.probe.probe_run import make_load_plan
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.wire.jobs import DriverFile, LayerExtension, LoadPlan, PlannedLayer

_LAYER = PlannedLayer(
    "VK_LAYER_a",
    "/lib/a.so",
    "/etc/a.json",
    implicit=True,
    negotiate="aNegotiate",
    device_extensions=(LayerExtension("VK_EXT_a", 3, ("vkA", "vkB")),),
    pre_instance=(("vkEnumerateInstanceVersion", "aVersion"),),
)
_FULL = LoadPlan(
    drivers=(DriverFile("/etc/d.json", "libd.so", (1, 3, 5), is_portability=True),),
    layers=(_LAYER, _LAYER._replace(name="VK_LAYER_b", is_requested=True)),
    implicit_only=(_LAYER,),
    listed=(_LAYER,),
    active=(_LAYER,),
    application=Application("game", (1, 2, 0), ("VK_LAYER_b",), ("VK_KHR_surface",), 1),
    profile=LoaderProfile((1, 3, 239), surfaces=()),
    environment={"VK_LOADER_DEVICE_SELECT": "1:2"},
    device_configurations=(DeviceConfiguration("0" * 32, "f" * 32, 7, "a device"),),
    refusal="VK_ERROR_LAYER_NOT_PRESENT",
)


@pytest.mark.parametrize("assembly", [LoadPlan(), _FULL], ids=["empty", "full"])
def test_an_assembly_survives_json(assembly: LoadPlan) -> None:
    read = decode(LoadPlan, json.loads(json.dumps(encode(assembly))))
    assert read == assembly
    assert type(read.application) is Application


@pytest.mark.parametrize(
    "damage",
    [
        {"drivers": {}},
        {"drivers": [1]},
        {"drivers": [{}]},
        {"refusal": 3},
        {"application": {"name": 1}},
        {"environment": []},
        {"device_configurations": 1},
        {"profile": {**encode(_FULL)["profile"], "version": [1, 2]}},
    ],
    ids=str,
)
def test_a_damaged_assembly_is_refused(damage: dict[str, object]) -> None:
    with pytest.raises(WireError):
        decode(LoadPlan, {**encode(_FULL), **damage})


def test_what_is_no_object_is_refused() -> None:
    with pytest.raises(WireError, match="no LoadPlan"):
        decode(LoadPlan, [])


def test_drivers_stand_in_the_order_of_opening_with_those_that_files_refuse() -> None:
    found = Machine().driver("a").driver("b", library_path="/gone.so").driver("c")
    found.file("/dd/vulkan/icd.d/d.json", "{}").env(VK_LOADER_DRIVERS_DISABLE="c*")
    drivers = make_load_plan(found.report()).drivers
    assert [(d.manifest, d.library) for d in drivers] == [
        ("/dd/vulkan/icd.d/a.json", "/lib/a.so"),
        ("/dd/vulkan/icd.d/b.json", "/gone.so"),
    ]
    assert drivers[0].api_version == (1, 3, 0)


def test_portability_drivers_are_there_for_calls_before_an_instance() -> None:
    found = Machine()
    for name in "ab":
        found.driver(name, is_portability_driver=True)
    drivers = make_load_plan(found.env(VK_LOADER_DRIVERS_SELECT="a*").report()).drivers
    assert [(d.library, d.is_portability) for d in drivers] == [("/lib/a.so", True)]
    found.settings({"device_configurations": []})  # the filters count no longer
    assert len(make_load_plan(found.report()).drivers) == 2


def test_layers_stand_as_written_even_if_their_library_is_missing() -> None:
    found = Machine().driver().implicit("I").explicit("E", library=False)
    made = make_load_plan(found.report("E"))
    assert [(x.name, x.implicit, x.is_requested) for x in made.layers] == [
        ("I", True, False),
        ("E", False, True),
    ]
    assert made.refusal == ""  # it is for the library to fail


def test_meta_layers_stand_behind_their_components_in_the_active_list() -> None:
    found = Machine().driver().explicit("A").explicit("B").meta("M", "A", "B")
    made = make_load_plan(found.report("M"))
    assert [x.name for x in made.layers] == ["A", "B"]
    assert [x.name for x in made.active] == ["A", "B", "M"]
    assert [x.name for x in made.listed] == ["A", "B", "M"]
    assert made.active[2].components == ("A", "B")


def test_a_meta_layer_offers_what_its_components_offer() -> None:
    device = {"name": "VK_EXT_d", "spec_version": "2", "entrypoints": ["vkD"]}
    instance = {"name": "VK_EXT_i", "spec_version": "3"}
    found = Machine().explicit("A", device_extensions=[device], instance_extensions=[instance])
    (a, meta) = make_load_plan(found.driver().meta("M", "A").report()).listed
    assert a.device_extensions == (LayerExtension("VK_EXT_d", 2, ("vkD",)),)
    assert meta.device_extensions == (LayerExtension("VK_EXT_d", 2),)
    assert meta.instance_extensions == (LayerExtension("VK_EXT_i", 3),)


@pytest.mark.parametrize("profile", [OLD, NEW], ids=lambda x: x.version_text)
def test_symbols_are_taken_from_the_manifest(profile: LoaderProfile) -> None:
    functions = {
        "vkNegotiateLoaderLayerInterfaceVersion": "negotiate",
        "vkGetInstanceProcAddr": "instance",
        "vkGetDeviceProcAddr": "device",
    }
    before = {"vkEnumerateInstanceVersion": "version", "vkCreateInstance": "create"}
    found = Machine().driver()
    layer = layer_object("I", True, functions=functions, pre_instance_functions=before)
    found.file("/dd/vulkan/implicit_layer.d/i.json", document(layer, version="1.1.2"))
    made = make_load_plan(found.report(profile=profile))
    (layer,) = made.layers
    assert layer.negotiate == "negotiate"
    assert (layer.get_instance_proc_addr, layer.get_device_proc_addr) == ("instance", "device")
    assert layer.pre_instance == (("vkEnumerateInstanceVersion", "version"),)
    assert [x.name for x in made.implicit_only] == ["I"]


def test_older_files_name_no_negotiation_and_nothing_before_an_instance() -> None:
    layer = layer_object(
        "I",
        True,
        functions={"vkNegotiateLoaderLayerInterfaceVersion": "n", "vkGetInstanceProcAddr": "g"},
        pre_instance_functions={"vkEnumerateInstanceVersion": "v"},
    )
    found = Machine().driver()
    found.file("/dd/vulkan/implicit_layer.d/i.json", document(layer, version="1.0.0"))
    (made,) = make_load_plan(found.report()).layers
    assert (made.negotiate, made.get_instance_proc_addr, made.pre_instance) == ("", "g", ())


def test_explicit_layers_name_nothing_before_an_instance() -> None:
    found = Machine().driver()
    found.explicit("E", pre_instance_functions={"vkEnumerateInstanceVersion": "v"})
    assert make_load_plan(found.report("E")).layers[0].pre_instance == ()


@pytest.mark.parametrize(
    ("asked", "files", "refusal"),
    [
        (("X",), {}, "VK_ERROR_LAYER_NOT_PRESENT"),
        ((), {}, ""),  # a driver may not be there; opening tells
    ],
)
def test_what_files_refuse_is_refused(
    asked: tuple[str, ...], files: dict[str, str], refusal: str
) -> None:
    assert make_load_plan(Machine().report(*asked)).refusal == refusal


def test_a_file_that_fails_every_call_is_named_in_each_refusal() -> None:
    found = Machine().driver().file("/dd/vulkan/implicit_layer.d/bad.json", "{")
    made = make_load_plan(found.report(profile=OLD))
    failed = "VK_ERROR_OUT_OF_HOST_MEMORY"
    assert (made.refusal, made.layers_refusal, made.extensions_refusal) == (failed,) * 3


def test_an_instance_finds_layers_where_the_calls_before_it_fail() -> None:
    # Before 1.3.251 the last explicit manifest decides, where a meta-layer makes the scan read it.
    found = Machine().driver().implicit("A").env(VK_LAYER_PATH="/nowhere.json")
    layer = document(meta_object("M", "A", implicit=True))
    found.file("/dd/vulkan/implicit_layer.d/m.json", layer)
    report = found.report("A", profile=LoaderProfile((1, 3, 239)))
    made = make_load_plan(report)
    failed = "VK_ERROR_INITIALIZATION_FAILED"
    assert (report.create_result, made.refusal, made.layers_refusal) == ("VK_SUCCESS", "", failed)
    assert sorted(layer.name for layer in made.listed) == ["A", "M"]
    assert report.layer_extensions == {"A": failed, "M": failed}


def test_variables_that_are_hidden_are_not_passed_on() -> None:
    found = Machine().driver()
    found.env(VK_LOADER_DEVICE_SELECT="1:2", VK_LOADER_DRIVER_ID_FILTER="3", OTHER="4")
    expected = {"VK_LOADER_DEVICE_SELECT": "1:2", "VK_LOADER_DRIVER_ID_FILTER": "3"}
    assert make_load_plan(found.report()).environment == expected
    found.changes = {"elevated": True}
    assert make_load_plan(found.report()).environment == {"VK_LOADER_DEVICE_SELECT": "1:2"}


def test_devices_that_the_settings_file_chooses() -> None:
    device = {
        "deviceUUID": list(range(16)),
        "driverUUID": [255] * 16,
        "driverVersion": -1,
        "deviceName": "n",
    }
    found = Machine().driver().settings({"device_configurations": [{}, device]})
    assert make_load_plan(found.report()).device_configurations == (
        DeviceConfiguration("000102030405060708090a0b0c0d0e0f", "f" * 32, 0xFFFFFFFF, "n"),
    )
    assert make_load_plan(Machine().report()).device_configurations is None
    none = Machine().settings({"device_configurations": []})
    assert make_load_plan(none.report()).device_configurations == ()


def test_an_assembled_report_survives_json() -> None:
    found = (
        Machine()
        .driver()
        .implicit("I")
        .explicit("E")
        .meta("M", "E")
        .env(VK_LOADER_DEVICE_SELECT="1")
    )
    made = make_load_plan(found.report("M"))
    assert decode(LoadPlan, json.loads(json.dumps(encode(made)))) == made


@pytest.mark.parametrize(
    ("api_version", "off", "expected"),
    [((1, 1, 0), "", [True]), ((1, 3, 0), "", [False]), ((1, 1, 0), "1", [False])],
    ids=["on", "too old for the application", "switched off"],
)
def test_implicit_layer_that_the_application_names(api_version, off, expected) -> None:
    found = Machine().driver("a").implicit("VK_LAYER_a", api_version="1.1.0")
    found.env(**{"DISABLE_VK_LAYER_a": "1"} if off else {})
    asked = {"profile": LoaderProfile((1, 3, 227)), "api_version": api_version}
    layers = make_load_plan(found.report("VK_LAYER_a", **asked)).layers
    assert [layer.is_on_without_request for layer in layers] == expected
