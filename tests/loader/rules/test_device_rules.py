"""Which devices a program gets, in which order, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.language.sentences import message
from vkconfig_py.loader.base.device_values import DeviceConfiguration, PciAddress, PhysicalDevice
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.verdicts import (
    Kind,
    NoRemedy,
    Outcome,
    Reason,
    SetVariable,
    UnsetVariable,
    Verdict,
)
from vkconfig_py.loader.explain.device_verdicts import find_device_verdicts, find_variable_verdicts
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE, LoaderProfile
from vkconfig_py.loader.rules.device_rules import (
    DEVICE_ID_FILTER_VARIABLE,
    DEVICE_SELECT_VARIABLE,
    DISABLE_SELECT_VARIABLE,
    DRIVER_ID_FILTER_VARIABLE,
    VENDOR_ID_FILTER_VARIABLE,
    Arrangement,
    IdRange,
    arrange_devices,
    can_sort,
    choose_devices,
    count_chosen,
    find_chosen_groups,
    make_device_rules,
    order_by_driver,
    parse_id_filter,
    parse_range,
    parse_selection,
    read_filters,
    sort_groups,
)

OLD = LoaderProfile((1, 3, 203))
CPU = PhysicalDevice("cpu", 0, 0, 0x10005, 0, 4, (1, 3, 0))
GPU = PhysicalDevice("gpu", 0, 1, 0x10DE, 0x2684, 2, (1, 3, 0), pci=PciAddress(0, 3, 0, 0))
NEAR = PhysicalDevice("near", 0, 2, 0x10DE, 0x2204, 2, (1, 3, 0), pci=PciAddress(0, 1, 0, 0))
INTEL = PhysicalDevice("intel", 1, 0, 0x8086, 0x46A6, 1, (1, 3, 0), pci=PciAddress(0, 0, 2, 0))
DEVICES = (CPU, GPU, NEAR, INTEL)
TYPES = st.integers(0, 5)
NUMBERS = st.integers(0, 3)
ADDRESSES = st.none() | st.builds(PciAddress, NUMBERS, NUMBERS, NUMBERS, NUMBERS)
MANY = st.lists(
    st.builds(
        PhysicalDevice,
        name=st.just("x"),
        driver=NUMBERS,
        place=NUMBERS,
        vendor_id=NUMBERS,
        device_id=NUMBERS,
        type=TYPES,
        api_version=st.sampled_from([(1, 0, 0), (1, 1, 0), (1, 3, 0)]),
        pci=ADDRESSES,
        device_uuid=st.sampled_from(["0" * 32, "1" * 32]),
        driver_id=st.none() | NUMBERS,
    ),
    max_size=6,
)
SELECTIONS = st.sampled_from(["", "1:1", "0:2", "3:", "x"])


def names(
    devices: Sequence[PhysicalDevice],
    environment: Mapping[str, str] | None = None,
    profile: LoaderProfile = NEWEST_PROFILE,
    configurations: tuple[DeviceConfiguration, ...] | None = None,
) -> list[str]:
    rules = make_device_rules(environment or {}, profile, True, configurations)
    return [devices[place].name for place in arrange_devices(devices, rules).listed_indexes]


def why(
    devices: Sequence[PhysicalDevice],
    environment: Mapping[str, str] | None = None,
    configurations: tuple[DeviceConfiguration, ...] | None = None,
    seen: Sequence[int] | None = None,
) -> dict[str, Verdict]:
    rules = make_device_rules(environment or {}, NEWEST_PROFILE, True, configurations)
    found = find_device_verdicts(
        devices,
        rules,
        arrange_devices(devices, rules),
        listed_by_program=seen,
        file="/settings.json",
    )
    assert [verdict.subject for verdict in found] == [device.name for device in devices]
    assert all(verdict.kind is Kind.DEVICE for verdict in found)
    return {verdict.subject: verdict for verdict in found}


# -- the order


def test_type_decides_before_the_bus_and_numbers_decide_last():
    assert names(DEVICES) == ["near", "gpu", "intel", "cpu"]
    same = [CPU._replace(name=str(number), device_id=number) for number in (7, 3, 5)]
    assert names(same) == ["5", "7", "3"]  # 0x10005 is the vendor


def test_unsorted_devices_stand_in_reverse_order_of_drivers():
    assert names(DEVICES, {DISABLE_SELECT_VARIABLE: "1"}) == ["intel", "cpu", "gpu", "near"]
    assert names(DEVICES, profile=OLD) == ["intel", "cpu", "gpu", "near"]
    assert names(DEVICES, {DISABLE_SELECT_VARIABLE: "no"}) == names(DEVICES)


def test_selected_device_comes_first_once():
    assert names(DEVICES, {DEVICE_SELECT_VARIABLE: "10005:0"}) == ["cpu", "near", "gpu", "intel"]
    twice = (*DEVICES, CPU._replace(name="second", place=3))
    assert names(twice, {DEVICE_SELECT_VARIABLE: "0x10005: 0"}) == [
        "cpu",
        "near",
        "gpu",
        "intel",
        "second",
    ]
    assert names(DEVICES, {DEVICE_SELECT_VARIABLE: "10005 :0"}) == names(DEVICES)


def test_device_without_an_address_comes_after_those_with_one():
    assert names([GPU._replace(pci=None), GPU._replace(name="known")]) == ["known", "gpu"]


def test_type_without_a_name_comes_last():
    assert names([CPU._replace(name="strange", type=9), CPU]) == ["cpu", "strange"]


def test_no_device_is_a_failure():
    rules = make_device_rules({}, NEWEST_PROFILE, True)
    assert arrange_devices((), rules) == Arrangement((), (), "VK_ERROR_INITIALIZATION_FAILED")


@given(MANY, SELECTIONS)
def test_sorting_keeps_every_device(devices: list[PhysicalDevice], select: str):
    arrangement = arrange_devices(
        devices, make_device_rules({DEVICE_SELECT_VARIABLE: select}, NEWEST_PROFILE, True)
    )
    assert sorted(arrangement.sorted_indexes) == list(range(len(devices)))
    assert arrangement.listed_indexes == arrangement.sorted_indexes


@given(MANY)
def test_order_of_drivers_holds_among_equals(devices: list[PhysicalDevice]):
    same = [device._replace(type=2, pci=None, vendor_id=1, device_id=1) for device in devices]
    arrangement = arrange_devices(same, make_device_rules({}, NEWEST_PROFILE, True))
    assert arrangement.sorted_indexes == order_by_driver(same)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("10de:2684", (0x10DE, 0x2684)),
        ("10de:", None),
        (":2684", None),
        ("", None),
        ("-1:0x", (0xFFFFFFFF, 0)),
    ],
)
def test_selection(value: str, expected: tuple[int, int] | None):
    assert parse_selection(value) == expected


BEFORE = LoaderProfile((1, 4, 313))
FIRST, SECOND = LoaderProfile((1, 3, 209)), LoaderProfile((1, 3, 210))
CASES = [
    (OLD, (1, 3), True, [((1, 3), True)], False),
    (NEWEST_PROFILE, (1, 0), False, [((1, 3), False)], False),
    (NEWEST_PROFILE, (1, 0), False, [((1, 3), False), ((1, 0), True)], True),
    (NEWEST_PROFILE, (1, 0), True, [((1, 3), False)], True),
    (NEWEST_PROFILE, (1, 1), False, [((1, 0), False)], True),
    (BEFORE, (1, 1), False, [((1, 0), False)], False),
    (BEFORE, (1, 1), False, [((1, 0), False), ((1, 1), False)], True),
    (BEFORE, (1, 0), False, [((1, 1), False)], False),
    (BEFORE, (1, 0), False, [((1, 1), True)], True),
    (BEFORE, (1, 0), True, [((1, 0), False)], False),
    (BEFORE, (1, 0), True, [((1, 1), False)], True),
    (FIRST, (1, 0), False, [((1, 0), True)], False),
    (FIRST, (1, 0), True, [((1, 0), True)], True),
    (FIRST, (1, 1), False, [((1, 1), False)], True),
    (SECOND, (1, 0), False, [((1, 0), True)], True),
]


@pytest.mark.parametrize(("profile", "program", "asked", "drivers", "expected"), CASES)
def test_instance_that_can_sort(
    profile: LoaderProfile,
    program: tuple[int, int],
    asked: bool,
    drivers: list[tuple[tuple[int, int], bool]],
    expected: bool,
):
    assert can_sort(profile, program, asked, drivers) is expected


def test_pci_address_is_written_as_the_system_writes_it():
    assert str(PciAddress(0, 0x3B, 2, 7)) == "0000:3b:02.7"


# -- filters


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("5", 5, 5),
        ("0x10-0x20", 16, 32),
        ("1:2", 1, 2),
        ("1--2", 1, 0xFFFFFFFE),
        ("2-1", 2, 1),
        ("x", 0, 0),
        ("08", 0, 0),
        ("10-", 10, 0),
        ("4294967297", 1, 1),
    ],
)
def test_range(text: str, first: int, last: int):
    assert parse_range(text) == IdRange(text, first, last)


def test_all_filters_must_let_a_device_pass():
    assert names(DEVICES, {VENDOR_ID_FILTER_VARIABLE: "0x10de"}) == ["near", "gpu"]
    assert names(
        DEVICES, {VENDOR_ID_FILTER_VARIABLE: "0x10de", DEVICE_ID_FILTER_VARIABLE: "0x2684-0x2684"}
    ) == ["gpu"]
    assert names(DEVICES, {VENDOR_ID_FILTER_VARIABLE: ","}) == names(DEVICES)
    known = GPU._replace(driver_id=4)
    assert names([known, CPU], {DRIVER_ID_FILTER_VARIABLE: "0-9"}) == ["gpu"]
    assert names(DEVICES, {VENDOR_ID_FILTER_VARIABLE: "1"}, LoaderProfile((1, 4, 325))) == names(
        DEVICES
    )


def test_sixteen_ranges_counted_for_some_releases():
    value = ",".join(map(str, range(17)))
    few = parse_id_filter(DEVICE_ID_FILTER_VARIABLE, value, is_limited=True)
    assert len(few.ranges) == 16
    assert few.ignored_ranges[0].text == "16"
    assert read_filters({DEVICE_ID_FILTER_VARIABLE: value}, NEWEST_PROFILE)[0].ignored_ranges == ()


@given(
    MANY,
    st.dictionaries(
        st.sampled_from(
            [DEVICE_ID_FILTER_VARIABLE, VENDOR_ID_FILTER_VARIABLE, DRIVER_ID_FILTER_VARIABLE]
        ),
        SELECTIONS,
    ),
)
def test_filters_keep_the_order(devices: list[PhysicalDevice], environment: dict[str, str]):
    arrangement = arrange_devices(devices, make_device_rules(environment, NEWEST_PROFILE, True))
    assert list(arrangement.listed_indexes) == [
        p for p in arrangement.sorted_indexes if p in arrangement.listed_indexes
    ]


# -- the settings file

A = DeviceConfiguration("a" * 32, "f" * 32, 7)
B = DeviceConfiguration("b" * 32, "f" * 32, 7)
CHOSEN = (
    GPU._replace(device_uuid="a" * 32, driver_uuid="f" * 32, driver_version=7),
    CPU._replace(device_uuid="b" * 32, driver_uuid="f" * 32, driver_version=7),
    INTEL,
)


def test_settings_file_chooses_in_its_own_order():
    assert names(CHOSEN, configurations=(B, A)) == ["cpu", "gpu"]
    assert names(CHOSEN, configurations=(A, A)) == ["gpu", "gpu"]
    assert names(CHOSEN, {VENDOR_ID_FILTER_VARIABLE: "0x10de"}, configurations=(B, A)) == ["gpu"]


def test_device_of_1_0_cannot_be_chosen():
    old = (CHOSEN[0]._replace(api_version=(1, 0, 9)), CHOSEN[1])
    assert names(old, configurations=(A, B)) == ["cpu"]


def test_none_of_the_configured_devices_there():
    rules = make_device_rules({}, NEWEST_PROFILE, True, (A,))
    assert arrange_devices([INTEL], rules).result == "VK_ERROR_INITIALIZATION_FAILED"
    assert arrange_devices([INTEL], rules._replace(configurations=())).listed_indexes == ()
    before = LoaderProfile((1, 4, 324))
    assert choose_devices([INTEL], (A,), before) == ()
    assert choose_devices([INTEL], (A,), NEWEST_PROFILE) is None


def test_driver_counts_since_it_is_required():
    other = A._replace(driver_version=8)
    assert choose_devices(CHOSEN, (other,), NEWEST_PROFILE) is None
    assert choose_devices(CHOSEN, (other,), LoaderProfile((1, 4, 328))) == (0,)
    assert choose_devices(CHOSEN, (A._replace(driver_uuid="0" * 32), B), NEWEST_PROFILE) == (1,)


def test_query_for_the_number_compares_nothing():
    assert count_chosen(CHOSEN, (A,)) == 1
    assert count_chosen(CHOSEN, (A, B, A, B)) == 3


def test_groups_of_chosen_devices_stay():
    assert find_chosen_groups([(0, 1), (2,), (0,)], (0, 1)) == (0, 2)
    assert find_chosen_groups([(0, 1)], (0,)) == ()
    assert find_chosen_groups([(0, 1)], ()) is None
    assert find_chosen_groups([(0, 1)], None) is None


# -- groups


def test_groups_are_sorted_inside_and_by_their_first_device():
    groups = [(CPU, INTEL), (GPU, NEAR)]
    assert sort_groups(groups, "") == ((1, (1, 0)), (0, (1, 0)))
    assert sort_groups(groups, "10005:0") == ((0, (0, 1)), (1, (1, 0)))
    assert sort_groups([(CPU,), (), (CPU,)], "10005:0") == ((0, (0,)), (2, (0,)))


@given(st.lists(MANY, max_size=4), SELECTIONS)
def test_groups_keep_their_devices(groups: list[list[PhysicalDevice]], select: str):
    found = sort_groups(groups, select)
    assert sorted(place for place, _ in found) == [i for i, group in enumerate(groups) if group]
    for place, inner in found:
        assert sorted(inner) == list(range(len(groups[place])))


# -- why


def test_what_parts_a_device_from_the_one_before_it():
    same = CPU._replace(name="same", place=3)
    found = why((*DEVICES, same, CPU._replace(name="more", place=4, device_id=2)))
    assert {name: (v.reason, str(v.detail)) for name, v in found.items()} == {
        "near": (Reason.DEVICE_BUS, "0000:01:00.0"),
        "gpu": (Reason.DEVICE_BUS, "0000:03:00.0"),
        "intel": (Reason.DEVICE_TYPE, "integrated GPU"),
        "cpu": (Reason.DEVICE_TYPE, "CPU"),
        "same": (Reason.DEVICE_AS_NAMED, ""),
        "more": (Reason.DEVICE_NUMBERS, "0x10005 0x0002"),
    }
    assert all(verdict.outcome is Outcome.LOADS for verdict in found.values())
    assert found["near"].remedy == NoRemedy("it is already the first device")
    assert found["gpu"].remedy == SetVariable(DEVICE_SELECT_VARIABLE, "10de:2684")
    assert found["same"].remedy == NoRemedy("another device has the same vendor and device IDs")


def test_only_device_and_unsorted_devices():
    assert why((CPU,))["cpu"].reason is Reason.DEVICE_ALONE
    found = why(DEVICES, {DISABLE_SELECT_VARIABLE: "1"})
    assert {verdict.reason for verdict in found.values()} == {Reason.DEVICE_AS_NAMED}
    unsorted = NoRemedy("the loader does not sort devices for this instance")
    assert [verdict.remedy for verdict in found.values()].count(unsorted) == len(DEVICES) - 1
    assert why([CPU._replace(type=8), CPU])["cpu"].reason is Reason.DEVICE_TYPE
    without = why([GPU._replace(pci=None), NEAR])["gpu"]
    assert (without.reason, without.detail) == (Reason.DEVICE_BUS, "unknown")


def test_selected_device_and_those_taken_out():
    found = why(
        DEVICES, {DEVICE_SELECT_VARIABLE: "8086:46a6", VENDOR_ID_FILTER_VARIABLE: "0x8086,0x10005"}
    )
    assert found["intel"].reason is Reason.DEVICE_SELECTED
    assert found["intel"].remedy == UnsetVariable(DEVICE_SELECT_VARIABLE)
    assert (found["gpu"].outcome, found["gpu"].reason) == (Outcome.OFF, Reason.DEVICE_ID_FILTER)
    assert (found["gpu"].detail, found["gpu"].remedy) == (
        VENDOR_ID_FILTER_VARIABLE,
        UnsetVariable(VENDOR_ID_FILTER_VARIABLE),
    )


def test_chosen_devices():
    found = why(CHOSEN, configurations=(B,))
    assert (found["cpu"].reason, found["cpu"].file) == (Reason.DEVICE_CONFIGURED, "/settings.json")
    assert found["gpu"].reason is Reason.DEVICE_NOT_CONFIGURED
    assert found["gpu"].remedy == found["cpu"].remedy == NoRemedy("")  # where nobody says better


def test_what_layers_did():
    found = why(DEVICES, seen=[2, 3])
    assert found["gpu"].reason is found["cpu"].reason is Reason.DEVICE_HIDDEN_BY_LAYER
    by_layer = NoRemedy(message("layers may change the device list"))
    assert found["gpu"].remedy == found["cpu"].remedy == by_layer
    assert found["near"].reason is Reason.DEVICE_TYPE
    found = why(DEVICES, seen=[3, 2, 1, 0])
    assert {verdict.reason for verdict in found.values()} == {Reason.DEVICE_MOVED_BY_LAYER}
    assert {verdict.remedy for verdict in found.values()} == {by_layer}


def about_variables(
    profile: LoaderProfile = NEWEST_PROFILE, elevated: bool = False, **environment: str
) -> list[tuple[str, Reason, str]]:
    host = Host(environment, elevated=elevated)
    seen = {name: value for name, value in environment.items() if not elevated}
    rules = make_device_rules(seen, profile, True)
    verdicts = find_variable_verdicts(host, DEVICES, rules)
    return [(verdict.outcome.value, verdict.reason, verdict.detail) for verdict in verdicts]


def test_variables():
    assert about_variables(VK_LOADER_DEVICE_SELECT="8086:46a6") == [
        ("acts", Reason.DEVICE_SELECTED, "intel")
    ]
    assert about_variables(VK_LOADER_DEVICE_SELECT="x") == [
        ("ignored", Reason.MATCHES_NOTHING, "x")
    ]
    assert about_variables(VK_LOADER_DISABLE_SELECT="0") == [("ignored", Reason.NOT_DECISIVE, "")]
    both = about_variables(VK_LOADER_DEVICE_SELECT="8086:46a6", VK_LOADER_DISABLE_SELECT="1")
    assert both == [
        ("ignored", Reason.NOT_DECISIVE, ""),
        ("acts", Reason.DEVICE_AS_NAMED, ""),
    ]
    assert about_variables(VK_LOADER_VENDOR_ID_FILTER="0x8086,7") == [
        ("acts", Reason.DEVICE_ID_FILTER, "0x8086"),
        ("ignored", Reason.MATCHES_NOTHING, "7"),
    ]
    # What no range matches hides every device.
    assert about_variables(VK_LOADER_VENDOR_ID_FILTER="7,8") == [
        ("acts", Reason.MATCHES_NOTHING, "7"),
        ("acts", Reason.MATCHES_NOTHING, "8"),
    ]
    lost = about_variables(
        LoaderProfile((1, 4, 360)), VK_LOADER_DEVICE_ID_FILTER=",".join(["0-99999"] * 17)
    )
    assert lost[-1] == ("ignored", Reason.TOO_MANY_TOKENS, "0-99999")


def test_variables_that_are_not_read():
    old = about_variables(OLD, VK_LOADER_DEVICE_SELECT="1:1", VK_LOADER_DISABLE_SELECT="1")
    assert old == [("ignored", Reason.NOT_HONOURED, "1.3.204")] * 2
    assert about_variables(elevated=True, VK_LOADER_DRIVER_ID_FILTER="1") == [
        ("ignored", Reason.ELEVATED, "")
    ]
    before = LoaderProfile((1, 4, 325))
    assert about_variables(before, VK_LOADER_DRIVER_ID_FILTER="1") == [
        ("ignored", Reason.NOT_HONOURED, "1.4.326")
    ]


def test_settings_file_shadows_the_selection():
    host = Host({DEVICE_SELECT_VARIABLE: "8086:46a6"})
    rules = make_device_rules(host.environment, NEWEST_PROFILE, True, (A,))
    (verdict,) = find_variable_verdicts(host, DEVICES, rules, "/settings.json")
    assert (verdict.reason, verdict.detail) == (Reason.SHADOWED, "/settings.json")
