"""Where manifests are searched, in which order, and how a folder is listed."""

from __future__ import annotations

from tests.loader.machine import NEW, Machine
from tests.statements.asking import ME, UPSTREAM, driver_at, folders, kept, layer_at, listed
from tests.statements.registry import statement
from vkconfig_py.loader.platforms.rules import ManifestType

SIX = {
    "XDG_CONFIG_HOME": "/1",
    "XDG_CONFIG_DIRS": "/2a:/2b",
    "XDG_DATA_HOME": "/5",
    "XDG_DATA_DIRS": "/6",
}
SIX_BASES = ["/1", "/2a", "/2b", "/usr/local/etc", "/etc", "/5", "/6"]
BASES_OF_ME = [
    "/home/me/.config",
    "/etc/xdg",
    "/usr/local/etc",
    "/etc",
    "/home/me/.local/share",
    "/usr/local/share",
    "/usr/share",
]


@statement(45, rule="loader.files.search_paths.find_search_paths")
def test_drivers_of_the_system_and_of_the_user_are_found(machine: Machine):
    machine.environment = dict(ME)
    driver_at(machine, "/usr/share/vulkan/icd.d/distribution.json")
    driver_at(machine, "/etc/vulkan/icd.d/administrator.json")
    driver_at(machine, "/home/me/.local/share/vulkan/icd.d/user.json")
    driver_at(machine, "/home/you/.local/share/vulkan/icd.d/stranger.json")
    assert sorted(kept(machine.report())) == ["administrator", "distribution", "user"]


@statement(46, rule="loader.files.search_paths.read_place_folders")
def test_elevated_process_searches_no_folder_of_home():
    user = "/home/me/.local/share/vulkan/icd.d"
    assert user in folders(ME)
    elevated = folders(ME, elevated=True)
    assert user not in elevated
    assert "/etc/vulkan/icd.d" in elevated
    assert "/usr/share/vulkan/icd.d" in elevated


@statement(49, rule="loader.files.search_paths.base_folders")
def test_each_folder_is_told_with_what_named_it(machine: Machine):
    machine.environment = {**ME, "XDG_DATA_DIRS": "/srv"}
    search = machine.report().driver_search
    named = dict(zip(search.paths, search.sources, strict=True))
    assert named["/srv/vulkan/icd.d"] == "XDG_DATA_DIRS"
    assert named["/etc/vulkan/icd.d"] == "built in"
    assert named["/home/me/.local/share/vulkan/icd.d"] == "HOME"


@statement(83, rule="loader.files.search_paths.find_search_paths")
def test_layers_are_below_the_same_bases_and_home_is_skipped_for_elevated_processes():
    for kind, folder in (
        (ManifestType.EXPLICIT, "explicit_layer.d"),
        (ManifestType.IMPLICIT, "implicit_layer.d"),
    ):
        bases = ("/usr/share", "/etc", "/home/me/.local/share")
        wanted = {f"{base}/vulkan/{folder}" for base in bases}
        assert wanted <= set(folders(ME, kind))
        elevated = folders(ME, kind, elevated=True)
        assert wanted - set(elevated) == {f"/home/me/.local/share/vulkan/{folder}"}


@statement(130, rule="loader.files.search_paths.base_folders")
def test_six_bases_are_searched_in_order():
    assert folders(SIX, profile=UPSTREAM) == [f"{base}/vulkan/icd.d" for base in SIX_BASES]


@statement(131, rule="loader.base.host.Host.secure_getenv")
def test_elevated_process_searches_the_fallbacks_alone():
    environment = {**SIX, **ME}
    assert "/1/vulkan/icd.d" in folders(environment)
    assert folders(environment, elevated=True) == [
        "/etc/xdg/vulkan/icd.d",
        "/etc/vulkan/icd.d",
        "/usr/local/share/vulkan/icd.d",
        "/usr/share/vulkan/icd.d",
    ]


@statement(132, rule="loader.files.search_paths.base_folders")
def test_built_in_folders_are_those_of_the_loader_and_the_second_may_be_absent():
    assert folders(SIX, profile=NEW)[3:-2] == ["/etc/vulkan/icd.d"]
    both = NEW._replace(sysconfdir="/opt/etc", extra_sysconfdir="/etc")
    assert folders(SIX, profile=both)[3:-2] == ["/opt/etc/vulkan/icd.d", "/etc/vulkan/icd.d"]


@statement(133, rule="loader.files.search_paths._add_entries")
def test_suffix_is_appended_to_each_folder_of_a_list():
    found = folders({"XDG_DATA_DIRS": "/a:/b/::/a/"})
    assert found[-2:] == ["/a/vulkan/icd.d", "/b/vulkan/icd.d"]


@statement(134, rule="loader.files.scan.Scanner.list_folder")
def test_folders_have_an_order_and_files_come_as_they_are_listed(machine: Machine):
    machine.files.clear()
    for path in ("/dd/vulkan/icd.d/z", "/dd/vulkan/icd.d/a", "/ch/vulkan/icd.d/m"):
        driver_at(machine, f"{path}.json")
    files = machine.report().driver_search.files
    assert files == (
        "/ch/vulkan/icd.d/m.json",
        "/dd/vulkan/icd.d/z.json",
        "/dd/vulkan/icd.d/a.json",
    )


@statement(135, rule="loader.files.search_paths.read_place_folders")
def test_documented_driver_folders_of_a_user_without_xdg_variables():
    assert folders(ME, profile=UPSTREAM) == [f"{base}/vulkan/icd.d" for base in BASES_OF_ME]


@statement(239, rule="loader.files.search_paths.base_folders")
def test_layers_are_searched_in_the_same_six_steps():
    for kind in (ManifestType.EXPLICIT, ManifestType.IMPLICIT):
        found = [path.partition("/vulkan/")[0] for path in folders(SIX, kind, UPSTREAM)]
        assert found == SIX_BASES


@statement(240, rule="loader.files.search_paths.find_search_paths")
def test_kinds_of_layers_have_folders_of_their_own():
    assert folders(SIX, ManifestType.EXPLICIT)[0] == "/1/vulkan/explicit_layer.d"
    assert folders(SIX, ManifestType.IMPLICIT)[0] == "/1/vulkan/implicit_layer.d"


@statement(241, rule="loader.files.scan.Scanner.list_folder")
def test_layers_of_a_folder_are_not_sorted(machine: Machine):
    machine.implicit("z").implicit("a").implicit("m")
    assert machine.chain() == "z a m"


@statement(243, rule="loader.files.search_paths.read_place_folders")
def test_documented_explicit_layer_folders_of_a_user_without_xdg_variables():
    found = folders(ME, ManifestType.EXPLICIT, UPSTREAM)
    assert found == [f"{base}/vulkan/explicit_layer.d" for base in BASES_OF_ME]


@statement(350, rule="loader.files.search_paths.find_search_paths")
def test_layers_of_the_system_and_of_the_user_are_found(machine: Machine):
    machine.environment = dict(ME)
    machine.explicit("system", base="/usr/share").explicit("user", base="/home/me/.local/share")
    machine.explicit("stranger", base="/home/you/.local/share")
    assert listed(machine.report()) == ["user", "system"]


@statement(69, rule="loader.rules.resolve.ManifestScan.read_layers")
def test_folder_decides_whether_a_layer_is_implicit(machine: Machine):
    layer_at(machine, "/ch/vulkan/implicit_layer.d/a.json", "a", True)
    layer_at(machine, "/dd/vulkan/explicit_layer.d/a.json", "a", True)
    assert [layer.implicit for layer in machine.report().found_layers] == [True, False]


@statement(41, rule="loader.files.scan.Scanner.list_folder")
def test_any_file_name_that_ends_in_json_is_a_manifest(machine: Machine):
    machine.files.clear()
    for name in ("what ever.v2.json", ".json", "a.JSON", "a.json.bak", "json", "a.txt"):
        driver_at(machine, f"/dd/vulkan/icd.d/{name}")
    files = machine.report().driver_search.files
    assert files == ("/dd/vulkan/icd.d/what ever.v2.json", "/dd/vulkan/icd.d/.json")


@statement(142, rule="loader.files.scan.Scanner.list_folder")
def test_driver_manifest_is_known_by_its_ending_alone(machine: Machine):
    machine.env(VK_ADD_DRIVER_FILES="/x/odd name.json:/x/named.icd")
    driver_at(machine, "/x/odd name.json")
    driver_at(machine, "/x/named.icd")
    assert kept(machine.report()) == ["odd name", "driver"]


@statement(301, rule="loader.files.scan.Scanner.list_folder")
def test_layer_manifest_is_known_by_its_ending_alone(machine: Machine):
    for name in ("first", "second.disabled", "third.json"):
        layer_at(machine, f"/dd/vulkan/explicit_layer.d/{name}", name)
    assert listed(machine.report()) == ["third.json"]
