"""One machine, two releases, two answers: gates that concern layers and their manifests."""

from __future__ import annotations

from typing import Any

import pytest

from tests.loader.machine import Machine, document, layer_object, outcomes
from vkconfig_py.loader.base.verdicts import ChangeProfile, Reason, Severity
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile, release_after
from vkconfig_py.loader.rules.loader_report import LoaderReport


def around(gate: Gate) -> tuple[LoaderProfile, LoaderProfile]:
    """Return the last release without the gate, and the first one with it."""
    major, minor, patch = gate.value.first
    return LoaderProfile((major, minor, patch - 1)), LoaderProfile(gate.value.first)


def after(gate: Gate) -> LoaderProfile:
    """Return the first release in which the gate has closed again."""
    return LoaderProfile(release_after(gate.value.last))


def names(report: LoaderReport) -> Any:
    return report.layers if isinstance(report.layers, str) else [x.name for x in report.layers]


def machine() -> Machine:
    return Machine().driver().implicit("I").explicit("A")


def test_invalid_layer_manifest_ends_the_search_before_1_3_234():
    before, since = around(Gate.INVALID_JSON_FAILS)
    found = machine().file("/dd/vulkan/implicit_layer.d/bad.json", "{").implicit("J").override("A")
    report = found.report(profile=before)
    assert names(report) == ["VK_LAYER_LUNARG_override", "I"]
    assert report.create_result == "VK_SUCCESS"
    assert [x.manifest.name for x in report.callstack] == ["I"]
    assert outcomes(report, "bad.json") == [("skipped", "ends-search")]
    assert outcomes(report, "J") == outcomes(report, "A") == [("skipped", "not-reached")]
    assert report.explicit_search.paths == ()
    assert found.report(profile=since).layers == "VK_ERROR_OUT_OF_HOST_MEMORY"
    assert outcomes(found.report(profile=after(Gate.INVALID_JSON_FAILS)), "J") == [
        ("loads", "implicit-always")
    ]


def test_invalid_explicit_manifest_ends_the_search_unchecked_before_1_3_234():
    before, _ = around(Gate.INVALID_JSON_FAILS)
    found = machine().override("A", blacklisted_layers=["I"])
    found.file("/dd/vulkan/explicit_layer.d/bad.json", "{").explicit("B")
    report = found.report(profile=before)
    assert names(report) == ["VK_LAYER_LUNARG_override", "I", "A"]
    assert [x.manifest.name for x in report.callstack] == ["A", "I"]


def test_array_before_the_end_of_the_search_crashes_every_call():
    before, _ = around(Gate.INVALID_JSON_FAILS)
    found = machine().file("/dd/vulkan/implicit_layer.d/array.json", document([None]))
    assert found.report(profile=before).instance_version == "SIGSEGV"
    found.file("/dd/vulkan/explicit_layer.d/bad.json", " ")
    assert found.report(profile=before).instance_version == "SIGSEGV"
    found = machine().file("/dd/vulkan/implicit_layer.d/a.json", "{").implicit("J")
    found.file("/dd/vulkan/implicit_layer.d/array.json", document([None]))
    assert found.report(profile=before).instance_version == before.version_text


def test_last_explicit_manifest_failed_every_call_in_1_3_234():
    before, since = around(Gate.LAST_FILE_FAILS_ALL)
    found = machine().file("/dd/vulkan/explicit_layer.d/z.json", "")
    report = found.report(profile=since)
    assert report.create_result == names(report) == "VK_ERROR_INITIALIZATION_FAILED"
    assert report.instance_version == since.version_text
    for profile in (before, after(Gate.LAST_FILE_FAILS_ALL)):
        assert found.report(profile=profile).create_result == "VK_SUCCESS"
    assert found.explicit("B").report(profile=since).create_result == "VK_SUCCESS"


def test_patch_version_of_a_component_counts_for_some_releases():
    found = machine().explicit("C", api_version="1.2.100")
    found.meta("M", "C", api_version="1.2.101").meta("N", "C", api_version="1.2.99")
    before, since = around(Gate.COMPONENT_PATCH)
    assert names(found.report(profile=since)) == ["I", "A", "C", "N"]
    assert outcomes(found.report(profile=since), "M") == [("skipped", "meta-component-older")]
    for profile in (before, after(Gate.COMPONENT_PATCH)):
        assert names(found.report(profile=profile)) == ["I", "A", "C", "M", "N"]


def test_invalid_driver_manifest_fails_on_every_older_loader():
    before, since = around(Gate.INVALID_JSON_SKIPPED)
    found = machine().file("/dd/vulkan/icd.d/bad.json", "{")
    for profile in (LoaderProfile((1, 3, 231)), before):
        assert found.report(profile=profile).create_result == "VK_ERROR_OUT_OF_HOST_MEMORY"
    assert found.report(profile=since).create_result == "VK_SUCCESS"


def test_variables_name_layers_in_their_own_order_but_for_some_releases():
    found = machine().explicit("B").env(VK_INSTANCE_LAYERS="B:A:I")
    before, _ = around(Gate.ENVIRONMENT_IN_ONE_PASS)
    assert found.chain(profile=before) == "I B A"
    assert found.chain(profile=after(Gate.INSTANCE_LAYERS_OVERRUN)) == "I A B"
    assert found.chain(profile=after(Gate.ENVIRONMENT_IN_ONE_PASS)) == "I B A"


@pytest.mark.parametrize(
    ("date", "is_on"),
    [
        ("2021-12-31-23-59", False),
        ("2999-12-31-23-59", True),
        ("2999-00-00-00-00", True),
        ("9999999999-20000", True),  # what is missing is the last part again
        ("1-1-1-1-1-222222", False),
        ("2021-12-31-23:59", False),
        ("2021-12-31-23-5", None),
        ("2021 12 31 23 59", None),
        ("2021-12-31-0023-", None),
        (2021, None),
    ],
)
def test_override_expired_before_1_3_233(date: object, is_on: bool | None):
    _, since = around(Gate.OVERRIDE_EXPIRES)
    members = {"api_version": "1.3.0", "disable_environment": {"OFF": "1"}}
    found = machine().override("A", base="/dd", expiration_date=date, **members)
    undated = after(Gate.OVERRIDE_EXPIRES)
    for variables, else_commands in ({}, True), ({"OFF": "1"}, False):
        found.env(**variables)
        for profile in (since, LoaderProfile((1, 3, 232))):
            chain = found.chain(profile=profile)
            assert ("A" in chain) == (else_commands if is_on is None else is_on)
        assert ("A" in found.chain(profile=undated)) == else_commands
    if is_on is False:
        report = found.report(profile=since)
        assert outcomes(report, "VK_LAYER_LUNARG_override") == [("off", "expired")]


def test_variable_with_several_names_was_a_crash_in_three_releases():
    before, since = around(Gate.INSTANCE_LAYERS_OVERRUN)
    found = machine().env(VK_INSTANCE_LAYERS=":A::B:")
    report = found.report(profile=since)
    assert report.create_result == "SIGSEGV"
    assert names(report) == ["I", "A"]
    (problem,) = [x for x in report.problems if x.code == Reason.CRASHES_ALL]
    assert (problem.severity, problem.remedy) == (Severity.ERROR, ChangeProfile((1, 3, 237)))
    for profile in (before, after(Gate.INSTANCE_LAYERS_OVERRUN)):
        assert found.report(profile=profile).create_result == "VK_SUCCESS"
    one = machine().env(VK_INSTANCE_LAYERS="A")
    assert one.report(profile=since).create_result == "VK_SUCCESS"
    two = machine().env(VK_INSTANCE_LAYERS="A:" + "x" * 57)
    assert two.report(profile=since).create_result == "VK_SUCCESS"
    without_driver = Machine().explicit("A").env(VK_INSTANCE_LAYERS="A:B")
    assert without_driver.report(profile=since).create_result == "VK_ERROR_INCOMPATIBLE_DRIVER"


def test_every_copy_of_a_named_layer_is_written_before_1_3_234():
    before, _ = around(Gate.ENVIRONMENT_IN_ONE_PASS)
    found = machine().explicit("A", base="/de", description="second").env(VK_INSTANCE_LAYERS="A")
    report = found.report(profile=before)
    assert [x.manifest.description for x in report.callstack] == ["about I", "second"]


@pytest.mark.parametrize(
    ("members", "cut", "whole", "strict"),
    [
        ({"name": 15}, "", "15", None),
        ({"api_version": 1}, "0.0.0", "1.0.0", None),
        ({"implementation_version": 7}, "0", "7", None),
        ({"implementation_version": 3.25}, "0", "3", None),
    ],
    ids=str,
)
def test_values_that_are_no_texts(members: dict[str, Any], cut: str, whole: str, strict: Any):
    key = next(iter(members))
    found = (
        Machine()
        .driver()
        .file("/dd/vulkan/explicit_layer.d/x.json", document(layer_object("A", **members)))
    )

    def shown(profile: LoaderProfile) -> str | None:
        report = found.report(profile=profile)
        if not report.layers:
            return None
        value = getattr(report.layers[0], key)
        return ".".join(map(str, value)) if isinstance(value, tuple) else str(value)

    before, since = around(Gate.VALUES_PRINTED_WHOLE)
    assert shown(before) == cut
    assert shown(since) == whole
    assert shown(after(Gate.HALF_READ_LAYERS)) == strict


def test_lists_are_printed_whole_too():
    found = Machine().driver().explicit("A").explicit("5").meta("M", "A", component_layers=["A", 5])
    before, since = around(Gate.VALUES_PRINTED_WHOLE)
    assert names(found.report(profile=before)) == ["A", "5"]
    assert names(found.report(profile=since)) == ["A", "5", "M"]


@pytest.mark.parametrize("key", ["api_version", "implementation_version"])
def test_layer_that_is_read_half_is_listed_and_never_loads(key: str):
    found = machine().explicit("H", **{key: None})
    before, since = around(Gate.HALF_READ_LAYERS)
    for profile in (before, after(Gate.HALF_READ_LAYERS)):
        assert names(found.report(profile=profile)) == ["I", "A"]
        assert outcomes(found.report(profile=profile), "H") == [("skipped", "missing-key")]
    report = found.report(profile=since)
    half = report.layers[-1]
    assert (half.name, half.implementation_version, half.description) == ("H", 0, "")
    assert half.api_version == ((0, 0, 0) if key == "api_version" else (1, 3, 0))
    assert outcomes(report, "H") == [("skipped", "missing-key")]
    assert found.report("H", profile=since).create_result == "VK_ERROR_LAYER_NOT_PRESENT"


@pytest.mark.parametrize("kind", [None, 5])
def test_layer_without_a_type_is_listed_as_an_implicit_one(kind: Any):
    found = machine().explicit("T", type=kind)
    before, since = around(Gate.TYPE_OPTIONAL)
    for profile in (before, after(Gate.TYPE_OPTIONAL)):
        assert names(found.report(profile=profile)) == ["I", "A"]
    report = found.report(profile=since)
    assert names(report) == ["I", "A", "T"]
    assert report.layers[-1].implicit
    assert outcomes(report, "T") == [("skipped", "missing-key")]
    other = machine().explicit("T", type="OTHER").report(profile=since)
    assert names(other) == ["I", "A"]
    assert outcomes(other, "T") == [("skipped", "bad-value")]
    found.env(VK_LOADER_LAYERS_DISABLE="~implicit~")
    assert names(found.report(profile=since)) == ["A"]


@pytest.mark.parametrize(
    "members",
    [
        {"functions": [1]},
        {"pre_instance_functions": [{}]},
        {"instance_extensions": [[1]]},
    ],
    ids=str,
)
def test_names_in_arrays_crash_loaders_before_1_3_302(members: dict[str, Any]):
    found = machine().implicit("X", **members)
    before, since = around(Gate.ARRAYS_SEARCHED)
    assert found.report(profile=before).layers == "SIGSEGV"
    assert found.report(profile=since).create_result == "VK_SUCCESS"


@pytest.mark.parametrize(
    ("element", "offered"),
    [
        (["a"], {"a": 0}),
        (["3", "b"], {"3": 3}),
        ([True], {"true": 0}),
        ([[]], {"[]": 0}),
        ([], {}),
        ("a", {}),
    ],
    ids=str,
)
def test_extension_that_is_an_array_has_its_first_element_as_name_in_1_3_302(
    element: Any, offered: dict[str, int]
):
    own = {"VK_EXT_x": 1}
    extensions = [element, {"name": "VK_EXT_x", "spec_version": "1"}]
    found = machine().explicit("X", instance_extensions=extensions, device_extensions=extensions)
    for profile, expected in (
        (LoaderProfile(Gate.ARRAYS_ANSWER.value.first), offered | own),
        (after(Gate.ARRAYS_ANSWER), own),
    ):
        (layer,) = (x for x in found.report(profile=profile).found_layers if x.name == "X")
        assert layer.manifest is not None
        assert dict(layer.manifest.instance_extensions) == expected
        assert dict(layer.manifest.device_extensions) == expected


def test_functions_and_layers_that_are_arrays_are_read_in_1_3_302():
    within, since = LoaderProfile(Gate.ARRAYS_ANSWER.value.first), after(Gate.ARRAYS_ANSWER)
    found = machine().implicit("X", functions=["first", "second"])
    (layer,) = (x for x in found.report(profile=within).found_layers if x.name == "X")
    assert layer.manifest is not None
    assert layer.manifest.functions.get_instance_proc_addr == "first"
    (layer,) = (x for x in found.report(profile=since).found_layers if x.name == "X")
    assert layer.manifest is not None
    assert layer.manifest.functions.get_instance_proc_addr == ""
    listed = {"file_format_version": "1.1.0", "layers": [["DEVICE"]]}
    found = machine().file("/dd/vulkan/explicit_layer.d/array.json", listed)
    assert outcomes(found.report(profile=within), "DEVICE") == [("skipped", "device-layer")]
    assert outcomes(found.report(profile=since), "array.json") == [("skipped", "bad-value")]


@pytest.mark.parametrize(
    "content",
    [
        {"file_format_version": "1.0.0", "ICD": ["/lib/x.so"]},
        [{"library_path": "/lib/x.so", "api_version": "1.0.0"}],
        [["/lib/x.so"]],
    ],
    ids=str,
)
def test_driver_in_an_array_is_read_in_1_3_302(content: Any):
    found = machine().file("/dd/vulkan/icd.d/x.json", content)
    for profile, expected in (
        (LoaderProfile(Gate.ARRAYS_ANSWER.value.first), ["/lib/driver.so", "/lib/x.so"]),
        (after(Gate.ARRAYS_ANSWER), ["/lib/driver.so"]),
    ):
        drivers = found.report(profile=profile).drivers
        assert [x.manifest.library for x in drivers if x.manifest is not None] == expected


@pytest.mark.parametrize(
    ("value", "crashes_until"),
    [
        (["X"], (1, 4, 303)),
        ([1], (1, 3, 250)),
        ({"X": 1}, (1, 3, 250)),
        ("X", (1, 3, 250)),
        ({}, (1, 3, 250)),
    ],
    ids=str,
)
def test_switch_that_names_no_variable(value: Any, crashes_until: tuple[int, int, int]):
    found = machine().implicit("X", enable_environment=value)
    major, minor, patch = crashes_until
    assert found.report(profile=LoaderProfile(crashes_until)).create_result == "SIGSEGV"
    assert found.chain(profile=LoaderProfile((major, minor, patch + 1))) == "I X"


@pytest.mark.parametrize(
    ("number", "signed", "unsigned"),
    [("9223372036854775813", 0xFFFFFFFF, 5), ("-99999999999999999999", 0, 0xFFFFFFFF)],
)
def test_sign_of_large_numbers(number: str, signed: int, unsigned: int):
    offers = [{"name": "VK_EXT_x", "spec_version": number}]
    found = machine().explicit("X", implementation_version=number, instance_extensions=offers)
    found.env(VK_LOADER_DISABLE_INST_EXT_FILTER="4294967296")
    last = LoaderProfile(Gate.SIGNED_NUMBERS.value.last or (0, 0, 0))
    for profile, expected in ((last, signed), (after(Gate.SIGNED_NUMBERS), unsigned)):
        (layer,) = (x for x in found.report(profile=profile).found_layers if x.name == "X")
        assert layer.manifest is not None
        assert layer.manifest.implementation_version == expected
        assert dict(layer.manifest.instance_extensions) == {"VK_EXT_x": expected}
        unknown = found.report(profile=profile, extensions=("VK_V_unknown",)).create_result
        assert (unknown == "VK_ERROR_EXTENSION_NOT_PRESENT") == (expected == signed)


def test_file_of_hundreds_of_levels_is_told_without_an_edit():
    deep = "[" * 900 + "]" * 900
    text = f'{{"file_format_version": "1.2.0", "layer": {{"name": {deep}}}, "note": {deep}}}'
    report = machine().file("/dd/vulkan/implicit_layer.d/deep.json", text).report()
    assert outcomes(report, "deep.json") == [("skipped", "multiple-layer-nodes")]


def test_path_of_a_library_is_cut_off_before_1_3_251():
    before, since = around(Gate.LONG_LIBRARY_PATHS)
    long = "/lib/" + "d" * 1018
    assert len(long) == 1023
    for path, cut in ((long, long), (f"{long}.so", long), ("ä" * 600 + "/x", None)):
        found = Machine().explicit("A", library_path=path)
        whole = path if path.startswith("/") else f"/dd/vulkan/explicit_layer.d/{path}"
        cut = cut or whole.encode()[:1023].decode(errors="surrogateescape")
        for profile, expected in ((before, cut), (since, whole)):
            (layer,) = [x for x in found.report(profile=profile).found_layers if x.name == "A"]
            assert layer.manifest is not None
            assert layer.manifest.library == expected


def test_unverified_meta_layers_in_a_circle_are_looked_through_without_end():
    members = {"library_path": None, "api_version": "1.0.0"}
    offers = [{"name": "VK_EXT_one", "spec_version": "1"}]
    found = machine().implicit("bad", component_layers=["gone"], **members)
    found.implicit("one", component_layers=["two"], instance_extensions=offers, **members)
    found.explicit("worse", component_layers=["gone"], **members)
    found.explicit("two", component_layers=["one"], **members)
    # The loader looks for "A" without end: a crash, or no answer, as it was compiled.
    assert names(found.report(profile=LoaderProfile((1, 3, 204)))) == "SIGSEGV"


def test_circle_of_meta_layers_before_an_instance():
    members = {"library_path": None, "type": "GLOBAL"}
    found = machine().implicit("VK_LAYER_LUNARG_override", component_layers=["M"], **members)
    found.implicit("M", component_layers=["VK_LAYER_LUNARG_override"], **members)
    # Up to 1.1.84 calls before vkCreateInstance check no meta-layer.
    for version, expected in (((1, 1, 84), "1.1.0"), ((1, 1, 85), "SIGSEGV")):
        report = found.report(profile=LoaderProfile(version))
        assert (report.instance_version, report.create_result) == (expected, "SIGSEGV")
        assert report.layers == "SIGSEGV"
