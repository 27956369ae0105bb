"""Meta-layers and the override."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from tests.loader.machine import (
    NEW,
    OLD,
    PROGRAM,
    Machine,
    document,
    meta_object,
    outcomes,
    override_object,
)
from tests.model.apply.desk import NOTHING, applied_as, make_desk, plan_of
from tests.statements.asking import layer_at, listed, reason, told
from tests.statements.registry import statement
from vkconfig_py.loader.base.verdicts import Reason
from vkconfig_py.loader.lint.lint_context import ProblemCode
from vkconfig_py.loader.manifests.reader import Extension
from vkconfig_py.model.apply.apply_plan import apply_plan

FOLDER = "/dd/vulkan/explicit_layer.d"
FAMILIES = (OLD, NEW)
DOUBLED = NEW._replace(version=(1, 3, 247))


@statement(271, rule="loader.manifests.layer.LayerManifest.is_meta")
def test_meta_layer_has_components_and_no_library(machine: Machine):
    machine.explicit("a").explicit("b").meta("m", "b", "a")
    report = machine.report()
    assert [(x.name, x.is_meta) for x in report.layers] == [("a", False), ("b", False), ("m", True)]
    assert machine.chain("m") == "b a"
    assert machine.chain("a") == "a"


@statement(272, rule="loader.rules.ordering.ChainWriter._write_components")
def test_one_name_turns_on_all_components(machine: Machine):
    machine.explicit("a").explicit("b").explicit("c").meta("m", "a", "b")
    for profile in FAMILIES:
        assert machine.chain("m", profile=profile) == "a b"
        assert machine.chain("m", "c", profile=profile) == "a b c"


@statement(273, rule="loader.rules.meta_layers._merge_extensions")
def test_meta_layer_offers_the_extensions_of_its_components(machine: Machine):
    for name, version in (("a", "1"), ("b", "2")):
        both = [
            {"name": "VK_EXT_both", "spec_version": version},
            {"name": f"VK_EXT_{name}", "spec_version": "1"},
        ]
        machine.explicit(name, instance_extensions=both)
    machine.meta("m", "b", "a").meta("empty")
    offered = machine.report().layer_extensions
    assert offered["m"] == (
        Extension("VK_EXT_both", 2),
        Extension("VK_EXT_b", 1),
        Extension("VK_EXT_a", 1),
    )
    assert offered["empty"] == ()


@statement(274, rule="loader.manifests.layer._read_library")
def test_list_of_components_may_be_empty_and_not_absent(machine: Machine):
    machine.meta("empty")
    layer_at(machine, f"{FOLDER}/absent.json", "absent", library_path=None)
    for profile in FAMILIES:
        assert machine.chain("empty", profile=profile) == ""
        assert machine.chain("absent", profile=profile) == "VK_ERROR_LAYER_NOT_PRESENT"


@statement(275, rule="loader.rules.meta_layers.remove_invalid_metas")
def test_missing_component_makes_the_meta_layer_unusable(machine: Machine):
    machine.explicit("a").meta("whole", "a").meta("broken", "a", "gone")
    for profile in FAMILIES:
        report = machine.report(profile=profile)
        assert listed(report) == ["a", "whole"]
        assert reason(report, "broken") == "meta-component-missing"


@statement(276, rule="loader.rules.meta_layers._MetaCheck.check_components")
def test_component_is_not_older_than_the_meta_layer(machine: Machine):
    machine.explicit("a", api_version="1.2.100")
    for version in ("1.1.0", "1.2.200", "1.3.0"):
        machine.meta(version, "a", api_version=version)
    assert listed(machine.report()) == ["a", "1.1.0", "1.2.200"]
    assert reason(machine.report(), "1.3.0") == "meta-component-older"
    before = NEW._replace(version=(1, 3, 210))
    assert listed(machine.report(profile=before)) == ["a", "1.2.200"]


@statement(277, rule="loader.rules.ordering.ChainWriter._write_components")
def test_first_component_is_nearest_to_the_application(machine: Machine):
    machine.explicit("a").explicit("b").explicit("c")
    machine.meta("up", "a", "b", "c").meta("down", "c", "b", "a")
    for profile in FAMILIES:
        assert machine.chain("up", profile=profile) == "a b c"
        assert machine.chain("down", profile=profile) == "c b a"


@statement(278, rule="loader.rules.meta_layers.remove_invalid_metas")
def test_components_are_named_by_layer_name(machine: Machine):
    layer_at(machine, f"{FOLDER}/file.json", "VK_LAYER_name", library_path="/lib/driver.so")
    names = ("VK_LAYER_name", "vk_layer_name", "file", "file.json", "/lib/driver.so")
    for number, name in enumerate(names):
        machine.meta(f"meta {number}", name)
    assert listed(machine.report()) == ["VK_LAYER_name", "meta 0"]


@statement(279, rule="loader.rules.ordering.ChainWriter._write_component")
def test_component_keeps_its_first_place_or_moves_down_on_older_loaders(machine: Machine):
    machine.explicit("a").explicit("b").meta("m", "b", "a")
    machine.env(VK_INSTANCE_LAYERS="a")
    assert machine.chain("m") == "a b"
    assert machine.chain("m", profile=OLD) == "b a"
    machine.environment.pop("VK_INSTANCE_LAYERS")
    assert machine.chain("m") == "b a"


@statement(279, rule="loader.rules.ordering.load_chain")
def test_of_two_components_with_one_name_one_is_loaded(machine: Machine):
    machine.explicit("a").explicit("b").meta("m", "a", "b", "a")
    assert machine.chain("m") == "a b"
    for profile in (OLD, DOUBLED):
        assert machine.chain("m", profile=profile) == "b a"


@statement(280, rule="loader.rules.meta_layers._MetaCheck._check_inner_meta")
def test_circle_of_meta_layers_is_refused(machine: Machine):
    machine.explicit("a").meta("self", "a", "self").meta("one", "two").meta("two", "one")
    machine.meta("outer", "inner").meta("inner", "a")
    report = machine.report()
    assert listed(report) == ["a", "outer", "inner"]
    assert outcomes(report, "self") == [("skipped", "meta-recursive")]
    assert outcomes(report, "one")[0][0] == outcomes(report, "two")[0][0] == "skipped"
    assert machine.report(profile=OLD).create_result == "SIGSEGV"


@statement(281, rule="loader.manifests.layer.LayerManifest.is_override")
def test_override_is_known_by_its_name(machine: Machine):
    machine.explicit("a").implicit("i")
    members = {"implicit": True, "blacklisted_layers": ["i"]}
    machine.file("/ch/vulkan/implicit_layer.d/o.json", document(meta_object("O", "a", **members)))
    assert machine.chain() == "a i"
    machine.override("a", blacklisted_layers=["i"])
    assert machine.chain() == "a"
    machine.env(DISABLE_VK_LAYER_LUNARG_override="1")
    assert machine.chain() == "a i"


@statement(282, rule="loader.manifests.layer.parse_layer_file")
def test_override_has_three_keys_of_its_own(machine: Machine):
    keys = {"blacklisted_layers": ["x"], "app_keys": [PROGRAM], "override_paths": ["/p"]}
    machine.override(**keys)
    (layer,) = machine.report().layers
    assert layer.blacklisted_layers == ("x",)
    assert layer.app_keys == (PROGRAM,)
    assert layer.override_paths == ("/p",)


@statement(283, rule="loader.rules.meta_layers.prune_overrides")
def test_override_is_for_every_program_or_for_those_it_names(machine: Machine):
    machine.explicit("a").override("a")
    assert machine.chain() == "a"
    machine.override("a", app_keys=[PROGRAM])
    assert machine.chain() == "a"
    machine.override("a", app_keys=["/opt/other"])
    assert machine.chain() == ""


@statement(284, rule="loader.rules.meta_layers.remove_blocked_layers")
def test_blacklisted_layer_does_not_load_even_if_it_is_asked_for(machine: Machine):
    machine.explicit("a").implicit("i").override("a", blacklisted_layers=["b", "i"]).explicit("b")
    for profile in FAMILIES:
        assert machine.chain(profile=profile) == "a"
        assert machine.chain("b", profile=profile) == "VK_ERROR_LAYER_NOT_PRESENT"
    machine.env(VK_INSTANCE_LAYERS="b")
    for profile in FAMILIES:
        assert machine.chain(profile=profile) == "a"


@statement(285, rule="loader.rules.meta_layers.find_override_paths")
def test_override_paths_replace_the_search_for_explicit_layers(machine: Machine):
    machine.explicit("usual")
    layer_at(machine, "/mine/a.json", "mine")
    layer_at(machine, "/variable/a.json", "variable")
    machine.env(VK_LAYER_PATH="/variable")
    assert listed(machine.report()) == ["variable"]
    machine.override("mine", override_paths=["/mine"])
    report = machine.report()
    assert report.explicit_search.paths == ("/mine",)
    assert machine.chain() == "mine"
    reasons = {x.subject: x.reason for x in report.verdicts}
    assert reasons["VK_LAYER_PATH"] is Reason.SHADOWED


@statement(286, rule="loader.rules.meta_layers.prune_overrides")
def test_first_override_with_the_exact_path_wins_over_a_general_one(machine: Machine):
    for name in "abcd":
        machine.explicit(name)
    near = override_object("a", app_keys=[f"{PROGRAM}/", PROGRAM.upper(), "program"])
    machine.overrides(
        near,
        override_object("b"),
        override_object("c", app_keys=["/opt/x", PROGRAM]),
        override_object("d", app_keys=[PROGRAM]),
    )
    assert machine.chain() == "c"
    machine.changes["executable"] = "/opt/unknown"
    assert machine.chain() == "b"


@statement(287, rule="model.apply.apply_plan.apply_plan")
def test_override_acts_while_it_is_applied_and_not_afterwards(machine: Machine):
    with tempfile.TemporaryDirectory() as folder:
        desk = make_desk(Path(folder))
        machine.explicit("a").environment["HOME"] = str(desk.home)
        machine.environment.pop("XDG_CONFIG_HOME")
        machine.changes["root"] = ""
        assert machine.chain() == ""
        content = json.dumps(document(override_object("a"))).encode()
        apply_plan(plan_of(desk.file, content), (applied_as("mine"),), desk.paths)
        assert machine.chain() == "a"
        apply_plan(NOTHING, (), desk.paths)
        assert machine.chain() == ""


@statement(315, rule="loader.manifests.layer._read_library")
def test_older_manifests_may_use_component_layers_too(machine: Machine):
    machine.explicit("a")
    for version in ("1.0.0", "1.1.1"):
        content = document(meta_object(f"meta {version}", "a"), version=version)
        machine.file(f"{FOLDER}/meta {version}.json", content)
    assert listed(machine.report()) == ["a", "meta 1.0.0", "meta 1.1.1"]
    assert machine.chain("meta 1.0.0") == "a"


@statement(315, rule="loader.lint.key_problems._find_old_file_version")
def test_components_in_an_older_manifest_are_told(machine: Machine):
    machine.explicit("a")
    for version, details in (("1.0.1", ["component_layers"]), ("1.1.1", [])):
        content = document(meta_object("m", "a"), version=version)
        machine.file(f"{FOLDER}/m.json", content)
        assert told(machine.report(), ProblemCode.FILE_VERSION_TOO_OLD) == details
