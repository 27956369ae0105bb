"""The order of the chain in both families of loaders."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.loader.machine import (
    NARROW_LIBRARY,
    NEW,
    OLD,
    PROGRAM,
    Machine,
    document,
    found,
    meta_object,
    outcomes,
    override_object,
)
from tests.loader.profiles.test_profile_layers import around
from vkconfig_py.loader.explain.remedies import NOTHING_TO_REPAIR
from vkconfig_py.loader.explain.verdict_sentences import render_verdict
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile

MISSING = "VK_ERROR_LAYER_NOT_PRESENT"
DISABLED = {"DISABLE_I3": "1", "DISABLE_I1": ""}


def recipe_machine() -> Machine:
    """I1 implicit of the user, I2 and I3 of the system, explicit C B A; listed in this order."""
    machine = Machine().driver().implicit("I1", base="/dh").implicit("I2")
    machine.implicit("I3", enable_environment={"ENABLE_I3": "1"})
    for name in ("C", "B", "A"):
        machine.explicit(name)
    return machine


def with_override_between() -> Machine:
    """Put the override between I2 and I3."""
    machine = Machine().driver().implicit("I1", base="/dh").implicit("I2")
    machine.override(*["B", "I2", "A", "I1", "C"], base="/dd").implicit("I3", base="/de")
    for name in ("C", "B", "A"):
        machine.explicit(name)
    return machine


def first(*components: str, **members: object) -> Machine:
    return recipe_machine().override(*components, **members)


def array(*overrides: dict[str, object]) -> Machine:
    machine = recipe_machine()
    machine.file(
        "/ch/vulkan/implicit_layer.d/o.json",
        {"file_format_version": "1.1.2", "layers": list(overrides)},
    )
    return machine


P1, P2 = PROGRAM, "/opt/other"

# Each line was seen on loaders 1.3.239 and 1.4.364 with layers that record their calls.
VECTORS = [
    ("override first", first(*["B", "I2", "A", "I1", "C"]), "C A", "B A C I1 I2", "B I2 A I1 C"),
    ("override first, I3 listed", first("B", "I3", "A"), "", "B A I1 I2 I3", "B I3 A I1 I2"),
    (
        "disable variables",
        first("B", "I3", "A").env(**DISABLED),
        "",
        "B A I2 I3",
        "B I3 A I2",
    ),
    (
        "VK_INSTANCE_LAYERS beside an override",
        first("B", "I3", "A").env(VK_INSTANCE_LAYERS="C:A"),
        "",
        "B I1 I2 I3 C A",
        "B I3 A I1 I2 C",
    ),
    (
        "enable filter",
        first("B", "I3", "A").env(VK_LOADER_LAYERS_ENABLE="*"),
        "",
        "I1 I2 I3 C B A",
        "B I3 A I1 I2 C",
    ),
    (
        "disable explicit",
        first("B", "I3", "A").env(VK_LOADER_LAYERS_DISABLE="~explicit~"),
        "",
        "I1 I2 I3",
        "I3 I1 I2",
    ),
    (
        "disable implicit",
        first("B", "I3", "A").env(VK_LOADER_LAYERS_DISABLE="~implicit~"),
        "",
        "",
        "",
    ),
    ("blacklist", first("B", "I2", blacklisted_layers=["I1", "C"]), "C", MISSING, MISSING),
    ("component twice", first("A", "B", "A"), "", "B A I1 I2", "A B I1 I2"),
    (
        "implicit layers in VK_INSTANCE_LAYERS",
        recipe_machine().env(VK_INSTANCE_LAYERS="I3:A:I1"),
        "",
        "I1 I2 A",
        "I2 I3 A I1",
    ),
    (
        "order of VK_INSTANCE_LAYERS",
        recipe_machine().env(VK_INSTANCE_LAYERS="A:B:C"),
        "",
        "I1 I2 C B A",
        "I1 I2 A B C",
    ),
    ("component that is gone", first("U", "GONE", override_paths=["/u"]), "A", MISSING, MISSING),
    (
        "two programs, keys apart",
        array(override_object("A", app_keys=[P1]), override_object("B", app_keys=[P2])),
        "",
        "A B I1 I2",
        "A I1 I2",
    ),
    (
        "two programs, cumulative keys, the first",
        array(override_object("A", app_keys=[P1]), override_object("B", app_keys=[P2, P1])),
        "",
        "A I1 I2",
        "A I1 I2",
    ),
    (
        "two programs, cumulative keys, the second",
        array(override_object("A", app_keys=[P2]), override_object("B", app_keys=[P1, P2])),
        "",
        "B I1 I2",
        "B I1 I2",
    ),
    (
        "paths leak",
        array(
            override_object("A", app_keys=[P1]),
            override_object("B", app_keys=[P2], override_paths=["/nowhere"]),
        ),
        "C",
        MISSING,
        MISSING,
    ),
]


@pytest.mark.parametrize(
    ("name", "machine", "asked", "last_wins", "first_wins"), VECTORS, ids=[v[0] for v in VECTORS]
)
def test_vector(name: str, machine: Machine, asked: str, last_wins: str, first_wins: str):
    assert machine.chain(*asked.split(), profile=OLD) == last_wins
    assert machine.chain(*asked.split(), profile=NEW) == first_wins


def test_override_that_is_scanned_between_implicit_layers():
    machine = with_override_between()
    assert machine.chain("C", "A", profile=OLD) == "B I2 A I1 C I3"
    assert machine.chain("C", "A", profile=NEW) == "I1 I2 B A C I3"


def test_override_that_is_scanned_last():
    machine = recipe_machine().override(*["B", "I2", "A", "I1", "C"], base="/de")
    assert machine.chain("C", "A", profile=OLD) == "B I2 A I1 C"
    assert machine.chain("C", "A", profile=NEW) == "I1 I2 B A C"


def test_components_are_written_twice_by_four_releases():
    machine = first("B", "I3", "A").env(VK_INSTANCE_LAYERS="A")
    assert machine.chain(profile=LoaderProfile((1, 3, 247))) == "B I3 A I1 I2"
    machine = first("A", "B", "A")
    assert machine.chain(profile=LoaderProfile((1, 3, 250))) == "B A I1 I2"
    assert machine.chain(profile=LoaderProfile((1, 3, 251))) == "A B I1 I2"


@pytest.mark.parametrize("place", [(1, 4, 325), (1, 4, 326)], ids=str)
def test_instance_layers_place_implicit_layers_since_1_4_326(place: tuple[int, int, int]):
    machine = recipe_machine().env(VK_INSTANCE_LAYERS="I3:A:I1")
    expected = "I1 I2 I3 A" if place == (1, 4, 325) else "I2 I3 A I1"
    assert machine.chain(profile=LoaderProfile(place)) == expected


def test_name_that_is_part_of_another_in_instance_layers_is_not_loaded():
    machine = Machine().driver().implicit("VK_LAYER_a").explicit("VK_LAYER_ab")
    machine.env(VK_INSTANCE_LAYERS="VK_LAYER_ab")
    assert machine.chain() == "VK_LAYER_ab"
    assert outcomes(machine.report(), "VK_LAYER_a") == [("off", "name-inside-another")]
    assert machine.chain(profile=OLD) == "VK_LAYER_a VK_LAYER_ab"


def test_application_may_ask_for_an_implicit_layer_that_is_off(profile: LoaderProfile):
    machine = recipe_machine().env(DISABLE_I3="1")
    assert machine.chain("I3", "A", profile=profile) == "I1 I2 I3 A"


def test_unknown_name_in_instance_layers_is_no_failure(profile: LoaderProfile):
    machine = recipe_machine().env(VK_INSTANCE_LAYERS=":unknown::A")
    assert machine.chain(profile=profile) == "I1 I2 A"


def test_nameless_layer_is_loaded_by_nobody(profile: LoaderProfile):
    machine = Machine().driver().explicit("", file=None)
    assert machine.chain(profile=profile) == ""


# -- meta-layers


def test_meta_layer_is_replaced_by_its_components(profile: LoaderProfile):
    machine = recipe_machine().meta("inner", "B").meta("outer", "C", "inner", "I3", "A")
    assert machine.chain("outer", profile=profile) == "I1 I2 C B A"
    assert outcomes(machine.report("outer"), "outer") == [("acts", "meta-expanded")]
    assert outcomes(machine.report("outer"), "inner") == [("acts", "meta-expanded")]
    assert outcomes(machine.report(), "outer") == [("off", "not-requested")]


def test_component_that_a_filter_hides_is_passed_over(profile: LoaderProfile):
    machine = recipe_machine().meta("meta", "A", "B").env(VK_LOADER_LAYERS_DISABLE="A")
    assert machine.chain("meta", profile=profile) == "I1 I2 B"


def test_meta_layer_asked_for_twice_is_expanded_once():
    machine = recipe_machine().meta("meta", "A").env(VK_INSTANCE_LAYERS="meta")
    assert machine.chain("B", "meta") == "I1 I2 A B"


def test_meta_layer_named_twice_by_variables_is_expanded_once():
    machine = recipe_machine().meta("meta", "B", "A").env(VK_INSTANCE_LAYERS="meta:C")
    machine.env(VK_LOADER_LAYERS_ENABLE="meta")
    assert machine.chain() == "I1 I2 B A C"


# -- copies


def test_first_copy_wins_and_the_other_says_so():
    machine = recipe_machine().explicit("A", base="/de", library_path="/lib/B.so")
    report = machine.report("A")
    assert [x.manifest.file for x in report.callstack][-1] == "/dd/vulkan/explicit_layer.d/A.json"
    assert outcomes(report, "A") == [("loads", "application"), ("skipped", "duplicate")]
    second = [x for x in report.found_layers if x.name == "A"][1]
    assert second.verdict.detail == "/dd/vulkan/explicit_layer.d/A.json"
    assert not second.is_listed


def test_of_three_copies_two_stay_in_the_list():
    machine = Machine().driver()
    for base in ("/ch", "/dh", "/dd", "/de"):
        machine.explicit("A", base=base)
    listed = [layer.file.split("/")[1] for layer in machine.report().layers]
    assert listed == ["ch", "dd"]
    del machine.files["/de/vulkan/explicit_layer.d/A.json"]
    assert len(machine.report().layers) == 2
    assert len(machine.report(profile=OLD).layers) == 3


def test_older_loaders_load_the_last_copy_of_an_implicit_layer():
    machine = Machine().driver().implicit("I", base="/ch").implicit("I", base="/dd")
    old, new = machine.report(profile=OLD), machine.report(profile=NEW)
    assert [x.manifest.file.split("/")[1] for x in old.callstack] == ["dd"]
    assert [x.manifest.file.split("/")[1] for x in new.callstack] == ["ch"]
    assert outcomes(old, "I") == [("skipped", "duplicate"), ("loads", "implicit-always")]


# -- libraries


def test_layer_without_library_is_left_out(profile: LoaderProfile):
    machine = Machine().driver().implicit("I", library=False).explicit("A")
    report = machine.report("A", profile=profile)
    assert machine.chain("A", profile=profile) == "A"
    assert found(report, "I").is_listed
    assert outcomes(report, "I") == [("skipped", "library-missing")]
    assert found(report, "I").verdict.detail == "/lib/I.so"


def test_layer_of_the_application_without_library_is_a_failure(profile: LoaderProfile):
    machine = Machine().driver().explicit("A", library=False).meta("meta", "A")
    assert machine.chain("A", profile=profile) == MISSING
    assert machine.chain("meta", profile=profile) == ""
    assert outcomes(machine.report(profile=profile), "A") == [("skipped", "library-missing")]


def test_file_that_is_no_library(profile: LoaderProfile):
    machine = Machine().driver().implicit("I").file("/lib/I.so", "text")
    assert outcomes(machine.report(profile=profile), "I") == [("skipped", "library-foreign")]


def test_library_for_programs_of_the_other_word_size(profile: LoaderProfile):
    machine = Machine().driver().implicit("I").file("/lib/I.so", NARROW_LIBRARY)
    report = machine.report(profile=profile)
    assert outcomes(report, "I") == [("off", "library-other-size")]
    assert not [problem for problem in report.problems if "I" in problem.title.split(":")[0]]
    verdict = found(report, "I").verdict
    assert render_verdict(verdict, report) == "for 32-bit programs"
    assert verdict.remedy == NOTHING_TO_REPAIR


def test_library_of_another_machine_is_none_of_its_32_bit_programs(profile: LoaderProfile):
    arm = NARROW_LIBRARY[:18] + b"\x28\x00"
    machine = Machine().driver().implicit("I").file("/lib/I.so", arm)
    assert outcomes(machine.report(profile=profile), "I") == [("skipped", "library-foreign")]


def test_library_that_only_a_program_can_find_is_assumed_to_load():
    machine = Machine().driver().implicit("I", library_path="/x/$ORIGIN/libi.so")
    report = machine.report()
    assert outcomes(report, "I") == [("unknown", "library-unknown")]
    assert found(report, "I").position == 0


def test_older_loader_falls_back_to_an_earlier_copy_with_a_library():
    machine = Machine().driver().implicit("I", base="/ch")
    machine.implicit("I", base="/dd", library_path="/lib/gone.so")
    old = machine.report(profile=OLD)
    assert [x.manifest.file.split("/")[1] for x in old.callstack] == ["ch"]
    assert machine.chain(profile=NEW) == "I"


# -- labels of the loader's log


def test_labels_of_the_log():
    machine = recipe_machine().override("B").env(VK_LOADER_LAYERS_ENABLE="C")
    machine.explicit("D").env(VK_INSTANCE_LAYERS="D")
    labels = {x.manifest.name: x.enabled_by for x in machine.report("A").callstack}
    assert labels == {
        "B": "Meta Layer (Vulkan Configurator)",
        "I1": "Implicit Layer",
        "I2": "Implicit Layer",
        "D": "Environment Variable VK_INSTANCE_LAYERS",
        "C": "Environment Variable VK_LOADER_LAYERS_ENABLE",
        "A": "By the Application",
    }


def test_listing_an_implicit_layer_that_stands_already_changes_its_label():
    machine = Machine().driver().implicit("I").override("I", base="/de")
    assert machine.report().callstack[0].enabled_by == "Meta Layer (Vulkan Configurator)"
    machine = Machine().driver().implicit("I").override("I")
    assert machine.report().callstack[0].enabled_by == "Implicit Layer"


# -- old loaders


def test_implicit_layer_below_the_api_version_of_the_program_is_off_before_1_3_228():
    machine = Machine().driver().implicit("I", api_version="1.1.0")
    before = LoaderProfile((1, 3, 227))
    assert machine.chain(profile=before, api_version=(1, 2, 0)) == ""
    report = machine.report(profile=before, api_version=(1, 2, 0))
    assert outcomes(report, "I") == [("off", "older-than-application")]
    assert machine.chain(profile=before, api_version=(1, 1, 0)) == "I"
    assert machine.chain(profile=LoaderProfile((1, 3, 228)), api_version=(1, 2, 0)) == "I"


names = st.lists(st.sampled_from(["A", "B", "C", "I1", "I2", "I3"]), max_size=6)


@given(names, names, names, st.sampled_from([OLD, NEW, LoaderProfile((1, 3, 248))]))
def test_chain_repeats_no_layer_and_loses_none_that_is_asked_for(
    components: list[str], variable: list[str], asked: list[str], profile: LoaderProfile
):
    machine = recipe_machine().override(*components).env(VK_INSTANCE_LAYERS=":".join(variable))
    report = machine.report(*asked, profile=profile)
    chain = [active.manifest.name for active in report.callstack]
    assert len(chain) == len(set(chain))
    assert set(chain) >= set(asked) | set(components) | {"I1", "I2"}
    for layer in report.found_layers:
        assert (layer.position >= 0) == (layer.verdict.outcome.value == "loads")


@given(names)
def test_first_place_family_draws_an_override_that_is_scanned_first_as_it_is_listed(
    components: list[str],
):
    wanted = list(dict.fromkeys(components))
    rest = [name for name in ("I1", "I2") if name not in wanted]
    assert recipe_machine().override(*components).chain() == " ".join(wanted + rest)


@pytest.mark.parametrize("profile", [OLD, NEW])
def test_the_first_copy_of_a_name_ends_what_names_it(profile: LoaderProfile):
    machine = Machine().driver().implicit("alpha").meta("first", "second")
    machine.file("/dh/vulkan/explicit_layer.d/a.json", document(meta_object("second", "first")))
    copy = document(meta_object("second", "alpha", implicit=True))
    machine.file("/dd/vulkan/implicit_layer.d/m.json", copy)
    machine.env(VK_LOADER_LAYERS_ENABLE="~all~")
    report = machine.report(profile=profile)
    assert report.create_result == "VK_SUCCESS"
    assert [active.manifest.name for active in report.callstack] == ["alpha"]


def test_a_circle_through_implicit_meta_layers_of_a_settings_file_ends():
    names, machine = ("m0", "m1", "m2", "m3"), Machine().driver().explicit("a")
    entries = []
    for number, name in enumerate(names):
        implicit, path = number % 2 == 0, f"/m/{name}.json"
        layer = meta_object(name, names[(number + 1) % 4], "a", implicit=implicit)
        machine.file(path, document(layer))
        entries.append(
            {
                "name": name,
                "path": path,
                "control": "on",
                "treat_as_implicit_manifest": implicit,
            }
        )
    machine.settings({"layers": [*entries, {"control": "unordered_layer_location"}]})
    before, since = around(Gate.CIRCLES_LEFT)
    assert machine.report(profile=before).create_result == "SIGSEGV"  # its stack overflows
    assert machine.report(profile=since).create_result == "VK_SUCCESS"
