"""Variables that replace the search, add to it, or do nothing because of privileges."""

from __future__ import annotations

from tests.loader.machine import OLD, Machine
from tests.statements.asking import driver_at, folders, kept, layer_at, listed, told
from tests.statements.registry import statement
from vkconfig_py.loader.lint.lint_context import ProblemCode
from vkconfig_py.loader.platforms.rules import ManifestType

ALL_DRIVER_VARIABLES = ("VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES")


@statement(50, rule="loader.files.search_paths.find_replacing_variable")
def test_icd_filenames_replaces_the_search(machine: Machine):
    driver_at(machine, "/x/one.json")
    driver_at(machine, "/y/two.json")
    assert kept(machine.report()) == ["driver"]
    machine.env(VK_ICD_FILENAMES="/y/two.json:/x/one.json")
    assert kept(machine.report()) == ["two", "one"]


@statement(51, rule="loader.files.scan.Scanner.list_folder")
def test_bare_name_in_icd_filenames_is_read_beside_the_process_and_not_in_icd_d(machine: Machine):
    machine.env(VK_ICD_FILENAMES="vendor.json").driver("vendor")
    machine.changes["working_directory"] = "/run"
    assert kept(machine.report()) == []
    driver_at(machine, "/run/vendor.json")
    assert kept(machine.report()) == ["vendor"]


@statement(52, rule="loader.files.scan.Scanner.list_folder")
def test_mixed_list_uses_the_full_path_and_loses_the_bare_name(machine: Machine):
    machine.env(VK_ICD_FILENAMES="vendor.json:/build/mine.json").driver("vendor")
    driver_at(machine, "/build/mine.json")
    report = machine.report()
    assert report.driver_search.files == ("vendor.json", "/build/mine.json")
    assert kept(report) == ["mine"]


@statement(53, rule="loader.base.host.Host.secure_getenv")
def test_elevated_process_ignores_icd_filenames():
    environment = {"VK_ICD_FILENAMES": "/x/mine.json"}
    assert folders(environment) == ["/x/mine.json"]
    assert folders(environment, elevated=True) == folders({}, elevated=True) != []


@statement(84, rule="loader.files.search_paths.find_replacing_variable")
def test_layer_path_lists_the_only_folders(machine: Machine):
    layer_at(machine, "/one/one.json", "one")
    layer_at(machine, "/two/two.json", "two")
    machine.explicit("usual")
    assert listed(machine.report()) == ["usual"]
    machine.env(VK_LAYER_PATH="/two:/one")
    assert listed(machine.report()) == ["two", "one"]
    machine.changes["elevated"] = True
    assert "/two" not in machine.report().explicit_search.paths


@statement(105, rule="loader.files.search_paths.find_search_paths")
def test_either_variable_sets_exactly_which_drivers_there_are():
    for name in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES"):
        assert folders({name: "/x/a.json:/y/b.json"}) == ["/x/a.json", "/y/b.json"]
        assert folders({name: ""}) == []
    assert len(folders({})) > 2


@statement(106, rule="loader.files.search_paths.find_replacing_variable")
def test_driver_files_counts_and_icd_filenames_does_not():
    old = {"VK_ICD_FILENAMES": "/old.json"}
    assert folders({**old, "VK_DRIVER_FILES": "/new.json"}) == ["/new.json"]
    assert folders({**old, "VK_DRIVER_FILES": ""}) == []
    assert folders(old) == ["/old.json"]


@statement(108, rule="loader.files.search_paths._add_entries")
def test_colons_separate_the_entries_and_semicolons_do_not():
    assert folders({"VK_DRIVER_FILES": "/a.json:/b.json"}) == ["/a.json", "/b.json"]
    assert folders({"VK_DRIVER_FILES": "/a.json;/b.json"}) == ["/a.json;/b.json"]


@statement(109, rule="loader.files.search_paths.find_search_paths")
def test_added_driver_files_come_first(machine: Machine):
    driver_at(machine, "/x/added.json")
    machine.env(VK_ADD_DRIVER_FILES="/x/added.json")
    assert kept(machine.report()) == ["added", "driver"]


@statement(110, rule="loader.files.search_paths.find_replacing_variable")
def test_added_driver_files_do_nothing_beside_a_replacing_variable():
    added = {"VK_ADD_DRIVER_FILES": "/added.json"}
    assert folders(added)[0] == "/added.json"
    for name in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES"):
        assert folders({**added, name: "/x.json"}) == ["/x.json"]


@statement(117, rule="loader.base.host.Host.secure_getenv")
def test_elevated_process_ignores_each_variable_for_drivers():
    usual = folders({}, elevated=True)
    for name in ALL_DRIVER_VARIABLES:
        assert folders({name: "/x.json"})[0] == "/x.json"
        assert folders({name: "/x.json"}, elevated=True) == usual


@statement(119, rule="loader.files.search_paths.find_search_paths")
def test_manifest_of_a_build_tree_is_used(machine: Machine):
    manifest = "/home/me/mesa/build/share/vulkan/icd.d/intel_icd.x86_64.json"
    driver_at(machine, manifest)
    machine.env(VK_DRIVER_FILES=manifest)
    assert machine.report().driver_search.files == (manifest,)
    assert kept(machine.report()) == ["intel_icd.x86_64"]


@statement(140, rule="loader.files.search_paths.find_replacing_variable")
def test_driver_under_test_is_used_alone(machine: Machine):
    driver_at(machine, "/build/preview.json")
    machine.env(VK_DRIVER_FILES="/build/preview.json")
    assert kept(machine.report()) == ["preview"]


@statement(212, rule="loader.files.search_paths.find_search_paths")
def test_each_variable_leads_to_a_driver_that_the_search_does_not_find(machine: Machine):
    driver_at(machine, "/elsewhere/hidden.json")
    assert "hidden" not in kept(machine.report())
    for name in ALL_DRIVER_VARIABLES:
        other = Machine().env(**{name: "/elsewhere/hidden.json"})
        other.files.update(machine.files)
        assert "hidden" in kept(other.report())


@statement(222, rule="loader.base.host.Host.secure_getenv")
def test_elevated_process_takes_no_driver_from_a_place_of_the_user(machine: Machine):
    driver_at(machine, "/elsewhere/chosen.json")
    driver_at(machine, "/etc/vulkan/icd.d/system.json")
    machine.env(VK_DRIVER_FILES="/elsewhere/chosen.json")
    assert kept(machine.report()) == ["chosen"]
    machine.changes["elevated"] = True
    assert kept(machine.report()) == ["system"]


@statement(238, rule="loader.files.search_paths.find_search_paths")
def test_layer_path_replaces_the_search_for_explicit_layers_alone():
    environment = {"VK_LAYER_PATH": "/mine"}
    assert folders(environment, ManifestType.EXPLICIT) == ["/mine"]
    assert folders(environment, ManifestType.IMPLICIT) == folders({}, ManifestType.IMPLICIT)
    elevated = folders(environment, ManifestType.EXPLICIT, elevated=True)
    assert elevated == folders({}, ManifestType.EXPLICIT)


@statement(324, rule="loader.files.search_paths.find_search_paths")
def test_layers_in_non_standard_places_are_found_through_variables():
    for kind, replacing, adding in (
        (ManifestType.EXPLICIT, "VK_LAYER_PATH", "VK_ADD_LAYER_PATH"),
        (ManifestType.IMPLICIT, "VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH"),
    ):
        assert folders({replacing: "/mine"}, kind) == ["/mine"]
        assert folders({adding: "/mine"}, kind) == ["/mine", *folders({}, kind)]
    assert folders({"VK_IMPLICIT_LAYER_PATH": "/mine"}, ManifestType.IMPLICIT, OLD) == folders(
        {}, ManifestType.IMPLICIT, OLD
    )


@statement(107, rule="loader.lint.variable_problems._find_search_problems")
def test_user_of_icd_filenames_is_told_the_new_name(machine: Machine):
    def is_told() -> bool:
        return told(machine.report(), ProblemCode.VARIABLE_DEPRECATED) == ["VK_ICD_FILENAMES"]

    assert not is_told()
    machine.env(VK_ICD_FILENAMES="/dd/vulkan/icd.d/driver.json")
    assert is_told()
    assert kept(machine.report()) == ["driver"]
    machine.env(VK_DRIVER_FILES="/dd/vulkan/icd.d/driver.json")
    assert not is_told()
