"""Meta-layers and overrides: which stay, and what they remove."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tests.loader.machine import (
    NEW,
    OLD,
    PROGRAM,
    Machine,
    found,
    outcomes,
    override_object,
)
from tests.loader.profiles.test_profile_layers import around
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile

OFF_PROGRAM = ("off", "override-not-for-program")
OFF_FIRST = ("off", "override-not-first")
ACTS = ("acts", "meta-expanded")


def machine_of(*overrides: dict[str, Any]) -> Machine:
    machine = Machine().driver().explicit("A").explicit("B").explicit("C")
    return machine.file(
        "/ch/vulkan/implicit_layer.d/o.json",
        {"file_format_version": "1.1.2", "layers": list(overrides)},
    )


@pytest.mark.parametrize(
    ("overrides", "expected"),
    [
        ([override_object("A")], [ACTS]),
        ([override_object("A", app_keys=[])], [ACTS]),
        ([override_object("A", app_keys=[PROGRAM])], [ACTS]),
        ([override_object("A", app_keys=["/x"])], [OFF_PROGRAM]),
        ([override_object("A", app_keys=["/x", PROGRAM])], [ACTS]),
        ([override_object("A"), override_object("B")], [ACTS, OFF_FIRST]),
        ([override_object("A"), override_object("B", app_keys=[PROGRAM])], [OFF_FIRST, ACTS]),
        ([override_object("A", app_keys=[PROGRAM]), override_object("B")], [ACTS, OFF_FIRST]),
        (
            [override_object("A", app_keys=["/x"]), override_object("B", app_keys=[PROGRAM])],
            [OFF_PROGRAM, ACTS],
        ),
        (
            [override_object("A", app_keys=[PROGRAM]), override_object("B", app_keys=[PROGRAM])],
            [ACTS, OFF_FIRST],
        ),
    ],
)
def test_overrides_for_programs(
    overrides: list[dict[str, Any]], expected: list[tuple[str, str]], profile: LoaderProfile
):
    report = machine_of(*overrides).report(profile=profile)
    assert outcomes(report, OVERRIDE_NAME) == expected


def test_override_of_another_program_leaks_after_the_match():
    overrides = [override_object("A", app_keys=[PROGRAM]), override_object("B", app_keys=["/x"])]
    machine = machine_of(*overrides)
    assert machine.chain(profile=OLD) == "A B"
    before, since = around(Gate.DUPLICATES_REMOVED)
    assert (machine.chain(profile=before), machine.chain(profile=since)) == ("A B", "A")


def test_layer_names_the_override_that_wrote_it(profile: LoaderProfile):
    machine = Machine().driver().explicit("A").implicit("I").implicit("J").env(DISABLE_J="1")
    machine.override("A", "J", app_keys=[PROGRAM]).override("I", base="/dd", app_keys=["/x"])
    first, second = (f"{base}/vulkan/implicit_layer.d/override.json" for base in ("/ch", "/dd"))
    report = machine.report(profile=profile)
    assert [found(report, name).verdict.file for name in ("A", "J")] == [first, first]
    machine.explicit("B").override("B", base="/dd", app_keys=["/x"])
    report = machine.report(profile=OLD)
    assert found(report, "B").verdict.file == second


def test_third_override_leaks_even_where_duplicates_are_removed():
    keys = ([PROGRAM], ["/x"], ["/y"])
    overrides = [override_object(n, app_keys=k) for n, k in zip(("A", "B", "C"), keys, strict=True)]
    assert machine_of(*overrides).chain(profile=NEW) == "A C"


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))), ids=str)
def test_cumulative_keys_serve_each_program_alone(order: tuple[int, ...], profile: LoaderProfile):
    programs = ["/p1", "/p2", "/p3"]
    overrides = [
        override_object(
            "ABC"[program], app_keys=[programs[program], *(programs[k] for k in order[:place])]
        )
        for place, program in enumerate(order)
    ]
    for program in range(3):
        machine = machine_of(*overrides, override_object("C"))
        machine.changes = {"executable": programs[program]}
        assert machine.chain(profile=profile) == "ABC"[program]


def test_key_listed_twice_removes_the_override_itself():
    machine = machine_of(override_object("A", app_keys=[PROGRAM, PROGRAM]))
    assert outcomes(machine.report(), OVERRIDE_NAME) == [OFF_FIRST]


@pytest.mark.parametrize("tail", [False, True])
@pytest.mark.parametrize(
    ("keys", "chain"),
    [
        # The comparison goes on with the entry that moved up, and removes the one before it.
        (["p", "2 p", "3 2 p"], ""),
        (["p", "p 2", "p 2 3"], "A"),
        (["p", "2 p", "3 2 p p"], "C"),
        (["p", "2 p", "3 2 p p", "4"], "D"),
        (["p", "p p"], "A"),
        (["p", "p p", "x y p"], ""),
        (["q", "p", "p p p"], "B"),
    ],
)
def test_slips_of_the_loader_with_keys_that_are_served_already(
    keys: list[str], chain: str, tail: bool, profile: LoaderProfile
):
    overrides = [
        override_object(name, app_keys=[PROGRAM if key == "p" else key for key in line.split()])
        for name, line in zip("ABCD", keys, strict=False)
    ]
    machine = machine_of(*overrides).explicit("D")
    if tail:
        machine.implicit("I")
        chain = "I" if chain == "C" else f"{chain} I".strip()
    assert machine.chain(profile=profile) == chain


def test_unknown_program_prunes_nothing():
    machine = machine_of(override_object("A", app_keys=["/x"]), override_object("B"))
    machine.changes = {"executable": ""}
    assert machine.chain(profile=OLD) == "A B"


def test_programs_are_unknown_to_loaders_before_1_2_141():
    machine = Machine().driver().explicit("A")
    machine.override("A", base="/cd", app_keys=["/x"], api_version="1.3.0")
    assert machine.chain(profile=LoaderProfile((1, 2, 140))) == "A"
    assert machine.chain(profile=LoaderProfile((1, 2, 141))) == ""


def test_override_with_a_library_is_an_ordinary_layer(profile: LoaderProfile):
    machine = Machine().driver().explicit("A")
    machine.implicit(OVERRIDE_NAME, blacklisted_layers=["A"])
    blocks = profile.has(Gate.ANY_OVERRIDE_ACTS)
    expected = "VK_ERROR_LAYER_NOT_PRESENT" if blocks else f"{OVERRIDE_NAME} A"
    assert machine.chain("A", profile=profile) == expected


# -- paths


def test_paths_of_the_override_replace_the_explicit_search(profile: LoaderProfile):
    machine = Machine().driver().explicit("A").override("B", override_paths=["/mine"])
    machine.explicit("B", base="/x").env(VK_LAYER_PATH="/dd/vulkan/explicit_layer.d")
    machine.files["/mine/B.json"] = machine.files.pop("/x/vulkan/explicit_layer.d/B.json")
    report = machine.report(profile=profile)
    assert report.explicit_search.paths == ("/mine",)
    assert report.explicit_search.sources == ("override",)
    assert machine.chain(profile=profile) == "B"
    assert machine.chain("A", profile=profile) == "VK_ERROR_LAYER_NOT_PRESENT"


def test_first_or_last_override_gives_the_paths():
    overrides = [
        override_object(app_keys=[PROGRAM], override_paths=["/one"]),
        override_object(app_keys=["/x"], override_paths=["/two"]),
    ]
    machine = machine_of(*overrides)
    assert machine.report(profile=NEW).explicit_search.paths == ("/one",)
    assert machine.report(profile=OLD).explicit_search.paths == ("/two",)


def test_disabled_override_gives_no_paths(profile: LoaderProfile):
    machine = machine_of(override_object(override_paths=["/one"]))
    machine.env(**{f"DISABLE_{OVERRIDE_NAME}": ""})
    assert machine.report(profile=profile).explicit_search.paths[0].startswith("/ch/")


# -- the blacklist


def test_blacklist_removes_layers_of_both_kinds(profile: LoaderProfile):
    machine = Machine().driver().explicit("A").explicit("B").implicit("I")
    machine.override("A", blacklisted_layers=["I", "B", "A", OVERRIDE_NAME])
    report = machine.report(profile=profile)
    for name in ("I", "A", "B"):
        assert outcomes(report, name) == [("off", "blacklisted")]
        assert found(report, name).verdict.file == "/ch/vulkan/implicit_layer.d/override.json"
        assert not found(report, name).is_listed
    assert outcomes(report, OVERRIDE_NAME) == [ACTS]


def test_blacklist_is_unknown_to_loaders_before_1_1_106():
    machine = Machine().driver().implicit("I", base="/cd", api_version="1.0.0")
    machine.override("I", base="/cd", blacklisted_layers=["I"])
    assert machine.chain(profile=LoaderProfile((1, 1, 105))) == "I"
    assert machine.chain(profile=LoaderProfile((1, 1, 106))) == ""


def test_disabled_override_blocks_nothing(profile: LoaderProfile):
    machine = Machine().driver().implicit("I").override(blacklisted_layers=["I"])
    machine.env(**{f"DISABLE_{OVERRIDE_NAME}": "0"})
    assert machine.chain(profile=profile) == "I"


def test_override_in_an_explicit_folder_blocks_and_is_not_active(profile: LoaderProfile):
    machine = Machine().driver().implicit("I").explicit("A")
    machine.meta(OVERRIDE_NAME, "A", blacklisted_layers=["I"])
    assert machine.chain(profile=profile) == ""
    assert outcomes(machine.report(profile=profile), OVERRIDE_NAME) == [("off", "not-requested")]


def test_blacklist_of_a_disabled_override_acts_once_another_is_valid():
    # All look-ups take the first override of the list.
    overrides = [
        override_object(
            app_keys=[PROGRAM], blacklisted_layers=["A"], disable_environment={"OFF": "1"}
        ),
        override_object("B", app_keys=["/x"]),
    ]
    machine = machine_of(*overrides).env(OFF="1")
    assert outcomes(machine.report(profile=OLD), "A") == [("off", "blacklisted")]
    assert machine.chain(profile=OLD) == "B"


# -- verification


@pytest.mark.parametrize(
    ("components", "members", "reason"),
    [
        (["A", "gone"], {}, "meta-component-missing"),
        (["A"], {"api_version": "1.4.0"}, "meta-component-older"),
        (["A", "meta"], {}, "meta-recursive"),
        (["broken"], {}, "meta-component-missing"),
    ],
)
def test_invalid_meta_layer_is_skipped(
    components: list[str], members: dict[str, Any], reason: str, profile: LoaderProfile
):
    machine = Machine().driver().explicit("A").meta("broken", "nobody", base="/de")
    machine.meta("meta", *components, **members)
    report = machine.report(profile=profile)
    assert outcomes(report, "meta") == [("skipped", reason)]
    assert not found(report, "meta").is_listed
    assert machine.chain("meta", profile=profile) == "VK_ERROR_LAYER_NOT_PRESENT"


def test_meta_layers_after_a_removed_one_fail_too_and_earlier_ones_do_not():
    machine = Machine().driver().meta("early", "broken", base="/ch").meta("broken", "gone")
    machine.meta("late", "broken", base="/de")
    report = machine.report()
    assert outcomes(report, "early") == [("skipped", "meta-component-missing")]
    assert outcomes(report, "late") == [("skipped", "meta-component-missing")]


@pytest.mark.parametrize(("version", "valid"), [((1, 3, 210), False), ((1, 3, 211), True)], ids=str)
def test_component_may_be_newer_since_1_3_211(version: tuple[int, int, int], valid: bool):
    machine = Machine().driver().explicit("A").meta("meta", "A")
    chain = machine.chain("meta", profile=LoaderProfile(version))
    assert (chain == "A") == valid
    if not valid:
        assert outcomes(machine.report(profile=LoaderProfile(version)), "meta") == [
            ("skipped", "meta-component-other-version")
        ]


def test_meta_layer_reached_twice_is_refused_by_newer_loaders():
    machine = Machine().driver().explicit("A").meta("inner", "A").meta("outer", "inner", "inner")
    assert machine.chain("outer", profile=OLD) == "A"
    assert machine.chain("outer", profile=NEW) == "VK_ERROR_LAYER_NOT_PRESENT"
    assert outcomes(machine.report(), "outer") == [("skipped", "meta-component-missing")] or (
        outcomes(machine.report(), "outer") == [("skipped", "meta-recursive")]
    )


def test_circle_of_meta_layers_crashes_older_loaders():
    machine = Machine().driver().explicit("A").meta("one", "two").meta("two", "one")
    report = machine.report(profile=OLD)
    assert (report.create_result, report.layers) == ("SIGSEGV", "SIGSEGV")
    assert outcomes(report, "one") == [("fails", "crashes-all")]
    assert machine.report(profile=NEW).create_result == "VK_SUCCESS"
    assert outcomes(machine.report(profile=NEW), "one")[0][0] == "skipped"


def test_one_release_finds_circles_of_two_alone():
    two = Machine().driver().explicit("A").meta("one", "two").meta("two", "one")
    three = Machine().driver().meta("one", "two").meta("two", "three").meta("three", "one")
    before, since = around(Gate.META_CIRCLE_OF_TWO)
    (_, after) = around(Gate.META_VISITED)
    for profile, results in (
        (before, ("SIGSEGV", "SIGSEGV")),
        (since, ("VK_SUCCESS", "SIGSEGV")),
        (after, ("VK_SUCCESS", "VK_SUCCESS")),
    ):
        assert (
            two.report(profile=profile).create_result,
            three.report(profile=profile).create_result,
        ) == results


def test_meta_layer_without_components_is_valid(profile: LoaderProfile):
    machine = Machine().driver().meta("meta")
    assert machine.chain("meta", profile=profile) == ""
