"""Layer manifests, field by field, for both generations of readers."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.loader.machine import NEW, OLD, document, layer_object, override_object
from tests.loader.manifests.reading_layers import FILE, MIDDLE, layer, only, parse, reason
from vkconfig_py.loader.base.verdicts import Outcome, Reason
from vkconfig_py.loader.files.scan import Document
from vkconfig_py.loader.json.decode import parse_json
from vkconfig_py.loader.manifests.layer import LayerManifest, parse_layer_file
from vkconfig_py.loader.manifests.reader import Dialect, Extension, Failure, PrintStyle, print_plain
from vkconfig_py.loader.platforms.local_paths import FILE_NOT_OPENED_MESSAGE
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import decide_failure


def test_a_file_of_which_the_place_alone_is_known_is_unknown():
    document = Document(b"", FILE_NOT_OPENED_MESSAGE, is_elsewhere=True)
    (failure,) = parse_layer_file(FILE, document, True, Dialect.of(NEW, 64)).entries
    assert isinstance(failure, Failure)
    decision = decide_failure(failure)
    assert (decision.outcome, decision.reason) == (Outcome.UNKNOWN, Reason.FILE_NOT_HERE)


def test_everything_a_manifest_says_is_read():
    found = layer(
        implicit=True,
        implementation_version="3",
        library_path="../lib/liba.so",
        enable_environment={"ENABLE_a": "yes"},
        instance_extensions=[{"name": "VK_EXT_x", "spec_version": "2"}],
        device_extensions=[{"name": "VK_EXT_y"}],
        library_arch="64",
    )
    assert found == LayerManifest(
        name="VK_LAYER_a",
        file=FILE,
        implicit=True,
        file_version="1.1.2",
        api_version=(1, 3, 0),
        implementation_version=3,
        description="about VK_LAYER_a",
        library_path="../lib/liba.so",
        library="/dd/../lib/liba.so",
        enable_environment=("ENABLE_a", "yes"),
        disable_environment="DISABLE_VK_LAYER_a",
        instance_extensions=(Extension("VK_EXT_x", 2),),
        device_extensions=(Extension("VK_EXT_y", 0),),
        library_arch="64",
    )
    assert not found.is_meta
    assert not found.is_override


@pytest.mark.parametrize(
    ("library_path", "library"),
    [("/lib/a.so", "/lib/a.so"), ("./a.so", "/dd/./a.so"), ("a.so", "a.so"), ("", "")],
)
def test_library_path_is_resolved_against_the_manifest(library_path: str, library: str):
    assert layer(library_path=library_path).library == library


def test_library_path_of_a_manifest_without_folder():
    data = json.dumps(document(layer_object("a", library_path="./a.so"))).encode()
    found = parse_layer_file("a.json", Document(data), False, Dialect.of(NEW, 64)).entries[0]
    assert isinstance(found, LayerManifest)
    assert found.library == "./a.so"


@pytest.mark.parametrize(
    "key", ["name", "type", "api_version", "implementation_version", "description"]
)
def test_required_keys(key: str, profile: LoaderProfile):
    assert reason(layer(profile, **{key: None})) == (Reason.MISSING_KEY, key)


@pytest.mark.parametrize("key", ["name", "type", "api_version", "implementation_version"])
def test_key_that_is_no_string_is_a_bad_value_for_newer_loaders(key: str):
    assert reason(layer(**{key: 1})) == (Reason.BAD_VALUE, f"“{key}” is not a string")


@pytest.mark.parametrize("key", ["api_version", "implementation_version"])
def test_versions_may_be_missing_for_some_loaders(key: str):
    assert isinstance(layer(MIDDLE, **{key: None}), LayerManifest)
    assert isinstance(layer(MIDDLE, **{key: 1}), LayerManifest)


@pytest.mark.parametrize(
    ("value", "name"),
    [(12345, "234"), (7, ""), (True, "ru"), (["x"], '"x"'), ({}, "\n"), (1.5, ".50000")],
)
def test_older_loaders_print_any_value_and_cut_its_ends(value: Any, name: str):
    assert layer(OLD, name=value).name == name


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (2.0, "2"),
        (1e300, "1.000000e+300"),
        (1e-7, "1.000000e-07"),
        (1e20, "100000000000000000000"),
    ],
)
def test_numbers_as_older_loaders_print_them(value: float, printed: str):
    assert layer(OLD, description=value).description == printed[1:-1]


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        ("plain", "plain"),
        ('a"b\\c\n', 'a"b\\c\n'),
        ("a\x01b\x1f", "au0001bu001f"),
        (5, "5"),
        (2.0, "2"),
        (1.5, "1.5"),
        (None, "null"),
        ([1, "x", {}], '[1, "x", {\n\t}]'),
        ({"a": {"b": []}}, '{\n\t"a":\t{\n\t\t"b":\t[]\n\t}\n}'),
    ],
)
def test_values_are_printed_as_cjson_prints_them(value: Any, printed: str):
    found = parse_json(json.dumps(value).encode()).value
    assert print_plain(found, PrintStyle('"', 0)) == printed
    if not isinstance(value, str):
        assert print_plain(found) == printed.replace('"', "")  # since 1.3.251


def test_of_a_deep_value_the_beginning_is_printed():
    value: Any = []
    for _ in range(5000):
        value = [value]
    printed = print_plain(value)
    assert printed == "[" * 5000 + "[]" + "]" * (len(printed) - 5002)
    assert 8000 < len(printed) < 9000  # longer than any path can be


@pytest.mark.parametrize("key", ["name", "description"])
@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("x" * 254, True),
        ("x" * 255, False),
        ('"' * 127, True),
        ('"' * 128, False),
        ("é" * 127, True),
        ("é" * 128, False),
        ("\x01" * 42, True),
        ("\x01" * 43, False),
        ("\n" * 127, True),
    ],
    ids=lambda value: repr(value)[:8],
)
def test_longest_text(key: str, text: str, fits: bool):
    found = layer(**{key: text})
    assert isinstance(found, LayerManifest) == fits
    if not fits:
        assert reason(found) == (Reason.BAD_VALUE, f"“{key}” is longer than 254 bytes")


def test_control_characters_of_a_name_are_printed():
    assert layer(name="a\x01\n").name == "au0001\n"


def test_older_loaders_cut_a_long_text():
    assert layer(OLD, name="x" * 300).name == "x" * 255
    assert layer(OLD, description="é" * 200).description == "é" * 127 + "\udcc3"


@pytest.mark.parametrize("kind", ["GLOBAL", "INSTANCE"])
def test_layer_types(kind: str, profile: LoaderProfile):
    assert layer(profile, type=kind).type == kind


def test_device_layers_are_refused(profile: LoaderProfile):
    assert reason(layer(profile, type="DEVICE")) == (Reason.DEVICE_LAYER, "DEVICE")


def test_unknown_type_is_refused_and_a_missing_one_is_kept_by_some_loaders():
    for profile in (OLD, MIDDLE, NEW):
        assert reason(layer(profile, type="global"))[0] is Reason.BAD_VALUE
    assert layer(MIDDLE, type=5).type == ""


def test_api_variant_is_refused():
    assert reason(layer(api_version="1.1.3.0")) == (Reason.VARIANT, "1")
    assert layer(api_version="0.1.3.0").api_version == (1, 3, 0)
    assert isinstance(layer(LoaderProfile((1, 3, 204)), api_version="1.1.3.0"), LayerManifest)


@pytest.mark.parametrize(("text", "number"), [("12x", 12), ("abc", 0), ("-1", 0xFFFFFFFF), ("", 0)])
def test_implementation_version_is_read_like_a_number_of_c(text: str, number: int):
    assert layer(implementation_version=text).implementation_version == number


@pytest.mark.parametrize("bits", [32, 64])
@pytest.mark.parametrize(
    ("arch", "refused_on"), [("32", 64), ("64", 32), ("32-bit", 64), ("x86", 0), (32, 0)]
)
def test_architecture(arch: Any, refused_on: int, bits: int):
    found = parse(document(layer_object("a", library_arch=arch)), bits=bits).entries[0]
    assert isinstance(found, Failure) == (bits == refused_on)
    if isinstance(found, Failure):
        assert reason(found) == (Reason.WRONG_ARCHITECTURE, str(arch)[:2])


def test_architecture_is_unknown_to_loaders_before_1_3_219():
    assert isinstance(layer(LoaderProfile((1, 3, 218)), library_arch="32"), LayerManifest)


# -- meta-layers


def test_meta_layer_has_components_and_no_library():
    found = layer(library_path=None, component_layers=["a", "b"])
    assert (found.is_meta, found.library_path, found.library) == (True, None, "")
    assert found.component_layers == ("a", "b")


@pytest.mark.parametrize("value", [[], "text", 5, None, {}])
def test_components_may_be_empty(value: Any):
    members = layer_object("a", library_path=None)
    assert only(document({**members, "component_layers": value})).is_meta


def test_library_and_components_exclude_each_other():
    assert reason(layer(component_layers=[]))[0] is Reason.BAD_VALUE


def test_one_of_library_and_components_is_needed():
    assert reason(layer(library_path=None)) == (Reason.MISSING_KEY, "library_path")
    found = layer(library_path=None, component_layers=["a", 1])
    assert reason(found)[0] is Reason.BAD_VALUE


def test_override_reads_its_lists():
    found = only(
        document(
            override_object(
                "a",
                blacklisted_layers=["b", 1, "c"],
                override_paths={"x": "/p", "y": "/q"},
                app_keys=["/opt/x"],
            )
        )
    )
    assert found.is_override
    assert found.blacklisted_layers == ("b",)  # a failing list keeps its good part
    assert found.override_paths == ("/p", "/q")
    assert found.app_keys == ("/opt/x",)


def test_blacklist_of_another_layer_is_not_read():
    assert layer(blacklisted_layers=["b"]).blacklisted_layers == ()


def test_older_loaders_print_the_elements_of_lists():
    found = only(document(override_object("a", app_keys=["/x", 12345])), OLD)
    assert found.app_keys == ("/x", "234")


# -- switches of implicit layers


def test_explicit_layer_has_no_switches():
    found = layer(enable_environment={"A": "1"}, disable_environment={"B": "1"})
    assert (found.enable_environment, found.disable_environment) == (None, None)


def test_disable_variable_is_required():
    found = layer(implicit=True, disable_environment=None)
    assert reason(found) == (Reason.MISSING_KEY, "disable_environment")


@pytest.mark.parametrize("value", [{}, "x", 5, {"A": 1}, ["x"]])
def test_disable_variable_must_be_named(value: Any):
    found = layer(implicit=True, disable_environment=value)
    assert reason(found)[0] is Reason.BAD_VALUE


def test_only_the_first_disable_variable_counts():
    found = layer(implicit=True, disable_environment={"A": "", "B": "1"})
    assert found.disable_environment == "A"


@pytest.mark.parametrize("value", [{}, "x", 5, {"A": 1}, ["x"]])
def test_enable_variable_that_is_none_is_ignored(value: Any):
    assert layer(implicit=True, enable_environment=value).enable_environment is None


@pytest.mark.parametrize(
    "members",
    [
        {"enable_environment": {}},
        {"enable_environment": "x"},
        {"enable_environment": {"A": 1}},
        {"disable_environment": {"A": 1}},
        {"disable_environment": ["x"]},
        {"functions": ["x"]},
    ],
    ids=str,
)
def test_older_loaders_crash_on_some_values(members: dict[str, Any]):
    found = layer(OLD, implicit=True, **members)
    assert found.reason is Reason.CRASHES_ALL
    assert found.is_abort
    assert found.line > 1


@pytest.mark.parametrize("value", [{}, "x", []])
def test_older_loaders_refuse_other_switches_that_name_nothing(value: Any):
    assert reason(layer(OLD, implicit=True, disable_environment=value))[0] is Reason.BAD_VALUE


# -- extensions


def test_extensions_are_read_leniently_and_once():
    found = layer(
        instance_extensions=[
            {"name": "VK_a", "spec_version": "7"},
            {"name": "VK_a", "spec_version": "8"},
            {"name": "VK_b", "spec_version": 9},
            {"spec_version": "1"},
            "VK_c",
            {"name": "VK_EXT_directfb_surface"},
        ],
        device_extensions={"name": "VK_d"},
    )
    assert found.instance_extensions == (Extension("VK_a", 7), Extension("VK_b", 0))
    assert found.device_extensions == ()


def test_window_systems_are_removed_from_instance_extensions_alone():
    found = layer(device_extensions=[{"name": "VK_EXT_directfb_surface"}])
    assert found.device_extensions == (Extension("VK_EXT_directfb_surface", 0),)


# -- the file


scalars = st.none() | st.booleans() | st.integers() | st.text(max_size=6)
values = st.recursive(
    scalars,
    lambda x: st.lists(x, max_size=3) | st.dictionaries(st.text(max_size=4), x, max_size=3),
    max_leaves=6,
)
keys = st.sampled_from([*layer_object("a", True), "component_layers", "app_keys", "functions"])


@given(
    st.dictionaries(keys, values, max_size=8), st.booleans(), st.sampled_from([OLD, MIDDLE, NEW])
)
def test_any_layer_object_parses_or_says_why(
    members: dict[str, Any], implicit: bool, profile: LoaderProfile
):
    content = document({**layer_object("a", implicit), **members})
    for entry in parse(content, profile, implicit).entries:
        if isinstance(entry, Failure):
            assert entry.detail
            assert entry.line >= 1
        else:
            assert isinstance(entry.name, str)


@given(values, st.sampled_from([OLD, NEW]))
def test_any_json_value_is_a_manifest_or_says_why(value: Any, profile: LoaderProfile):
    for key in ("", "layer", "layers"):
        content = {"file_format_version": "1.0.0", key: value} if key else value
        for entry in parse(content, profile).entries:
            assert isinstance(entry, Failure | LayerManifest)
