"""Views of installed containers: what their programs would see, from their own metadata."""

from __future__ import annotations

import os

import pytest

from tests.framework.sandboxes import (
    APP,
    BLENDER,
    DRIVERS,
    PLATFORM,
    RUNTIME,
    SNAP,
    Sandboxes,
    write_text,
)
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.installed_views import (
    RuntimeViewError,
    find_view,
    list_views,
    parse_mappings,
)
from vkconfig_py.loader.api.runtime_view import parse_keyfile
from vkconfig_py.loader.base.verdicts import Outcome

VIEW = f"flatpak:{BLENDER}"
VALIDATION = "VK_LAYER_KHRONOS_validation"


@pytest.fixture
def machine(tmp_path):
    """Return a machine without containers."""
    return Sandboxes(tmp_path)


def look(machine, view, **variables):
    runtime_view = find_view(view, machine.host)
    host = runtime_view.apply(machine.host).with_environment(variables.items())
    return runtime_view, discover(host)


def layers(report):
    return {layer.name: layer.file for layer in report.found_layers}


def drivers(report):
    return {one.file: one.verdict.outcome for one in report.drivers}


def test_a_flatpak_app_has_the_drivers_of_its_extensions_and_no_layer_of_the_system(machine):
    machine.add_flatpak()
    machine.add_driver("default")
    machine.add_host_layer(VALIDATION)
    runtime_view, report = look(machine, VIEW)
    assert drivers(report) == {f"{DRIVERS}/default.json": Outcome.LOADS}
    assert layers(report) == {}
    assert report.host.environment["XDG_DATA_HOME"] == f"{machine.home}/.var/app/{BLENDER}/data"
    assert "VK_LAYER_PATH" not in report.host.environment
    assert runtime_view.note == (
        f"Seen from inside the Flatpak app “{BLENDER}”, with files and variables based on the "
        f"metadata of the app, {RUNTIME}/x86_64/23.08 and 1 extension. Changes by the app's "
        "start script and portals are unknown until it runs."
    )


def test_layers_of_its_extensions_are_merged_into_one_folder(machine):
    machine.add_flatpak()
    machine.add_layer_extension("MangoHud", "VK_LAYER_MANGOHUD_overlay", "implicit")
    machine.add_layer_extension("vkBasalt", "VK_LAYER_VKBASALT_post_processing", "implicit")
    runtime_view, report = look(machine, VIEW)
    folder = "/usr/lib/extensions/vulkan/share/vulkan/implicit_layer.d"
    assert layers(report) == {
        "VK_LAYER_MANGOHUD_overlay": f"{folder}/MangoHud.json",
        "VK_LAYER_VKBASALT_post_processing": f"{folder}/vkBasalt.json",
    }
    assert {one.verdict.outcome for one in report.found_layers} == {Outcome.LOADS}
    # Which of the two comes first, metadata do not tell.
    assert "The layer order across extensions is unknown until the app runs" in runtime_view.note


def test_an_extension_of_another_branch_or_processor_is_not_mounted(machine):
    machine.add_flatpak()
    for version, cpu in (("22.08", "x86_64"), ("23.08", "i386")):
        files = machine.add_extension(f"{RUNTIME}.VulkanLayer.Old{cpu}", version, cpu=cpu)
        write_text(files / "share/vulkan/explicit_layer.d/old.json", "{}")
    assert look(machine, VIEW)[1].explicit_search.files == ()


def test_the_driver_of_nvidia_is_there_in_the_version_of_the_kernel_module(machine):
    machine.add_flatpak()
    for suffix in ("default", "nvidia-535-154-05", "nvidia-470-1"):
        machine.add_driver(suffix)
    assert len(drivers(look(machine, VIEW)[1])) == 1
    write_text(machine.root / "sys/module/nvidia/version", "535.154.05\n")
    assert {os.path.basename(file) for file in drivers(look(machine, VIEW)[1])} == {
        "default.json", "nvidia-535-154-05.json",
    }  # fmt: skip
    named = machine.host.with_environment([("FLATPAK_GL_DRIVERS", "nvidia-470-1")])
    machine.host = named
    assert list(drivers(look(machine, VIEW)[1])) == [f"{DRIVERS}/nvidia-470-1.json"]


def test_an_installation_of_the_user_comes_before_that_of_the_system(machine):
    machine.add_flatpak(of_user=True)
    runtime_view = find_view(VIEW, machine.host)
    assert str(runtime_view.root).startswith(f"{machine.user}/app/{BLENDER}/")


def test_an_installation_that_a_file_of_the_system_names_is_searched_too(machine):
    machine.system = machine.root / "mnt/disk/flatpak"
    machine.add_flatpak()
    assert [one.name for one in list_views(machine.host)] == ["root"]
    text = '[Installation "disk"]\nPath=/mnt/disk/flatpak\nDisplayName=Disk\n'
    write_text(machine.root / "etc/flatpak/installations.d/disk.conf", text)
    assert str(find_view(VIEW, machine.host).root).startswith(f"{machine.system}/app/")


def test_variables_are_those_of_metadata_and_of_overrides_in_their_order(machine):
    machine.add_flatpak(APP.replace("TMP_DIR=", "A=app\nB=app\nC=app\nLANG=app\nTMP_DIR="))
    write_text(machine.system / "overrides/global", "[Environment]\nA=all\nB=all\n")
    text = "[Context]\nunset-environment=LANG;\n\n[Environment]\nA=mine\n"
    write_text(machine.user / f"overrides/{BLENDER}", text)
    environment = look(machine, VIEW)[0].environment
    assert [environment.get(name) for name in "ABC"] == ["mine", "all", "app"]
    assert "LANG" not in environment
    assert environment["XDG_DATA_DIRS"].startswith("/app/share:/usr/share:/usr/share/runtime")


@pytest.mark.parametrize(
    ("permission", "is_there"),
    [("home", True), ("host", True), ("~/.local/share/vulkan:ro", True), ("xdg-data/vulkan", True),
     ("xdg-config", False), ("home;!home", False)],
)  # fmt: skip
def test_folders_of_the_user_are_there_if_a_permission_names_them(machine, permission, is_there):
    machine.add_flatpak(APP.replace("xdg-run/pipewire-0", permission))
    file = machine.home / ".local/share/vulkan/explicit_layer.d/own.json"
    write_text(file, "{}")
    folder = str(file.parent)
    report = look(machine, VIEW, VK_LAYER_PATH=folder)[1]
    assert (report.explicit_search.files == (f"{folder}/own.json",)) is is_there


def test_the_reason_why_a_layer_is_not_there_names_what_brings_it(machine):
    machine.add_flatpak()
    runtime_view = find_view(VIEW, machine.host)
    why = (
        f"Not visible inside Flatpak {BLENDER}: its /usr comes from the runtime "
        f"{RUNTIME}/x86_64/23.08, not from this system"
    )
    overlay = "VK_LAYER_MANGOHUD_overlay"
    command = f"flatpak install {RUNTIME}.VulkanLayer.MangoHud//23.08"
    assert runtime_view.explain_absence(overlay) == (why, command)
    machine.add_layer_extension("MangoHud", overlay)
    assert overlay not in find_view(VIEW, machine.host).absent_layers


def test_no_command_is_offered_for_an_extension_that_is_not_known_to_exist(machine):
    machine.add_flatpak()
    why, command = find_view(VIEW, machine.host).explain_absence(VALIDATION)
    assert command == ""
    assert why.endswith(
        f"; only a {RUNTIME}.VulkanLayer.NAME extension from branch 23.08 can add the layer"
    )


def test_a_runtime_without_the_point_for_layers_can_have_none(machine):
    machine.add_flatpak(runtime=PLATFORM.partition("[Extension org.freedesktop.Platform.Vulkan")[0])
    assert set(find_view(VIEW, machine.host).absent_layers) == {""}


def test_without_a_linker_cache_folders_of_libraries_are_named(machine):
    machine.add_flatpak()
    machine.add_driver("default")
    path = look(machine, VIEW)[0].environment["LD_LIBRARY_PATH"]
    assert path == "/app/lib:/usr/lib/x86_64-linux-gnu/GL/default/lib"
    write_text(machine.home / f".var/app/{BLENDER}/.ld.so/active", "")
    assert "LD_LIBRARY_PATH" not in look(machine, VIEW)[0].environment


def test_an_app_without_its_runtime_says_which(machine):
    machine.add_flatpak(APP.replace("23.08", "21.08"))
    with pytest.raises(RuntimeViewError, match=r"org\.blender\.Blender needs org\.freedesktop"):
        find_view(VIEW, machine.host)


def test_a_snap_has_its_base_and_the_drivers_of_the_snap_that_it_names(machine):
    snaps = machine.add_snap()
    machine.add_host_layer(VALIDATION)
    driver = '"ICD": {"library_path": "libx.so", "api_version": "1.3.0"}'
    content = f'{{"file_format_version": "1.0.0", {driver}}}'
    write_text(snaps / "mesa-core22/7/usr/share/vulkan/icd.d/lvp.json", content)
    runtime_view, report = look(machine, "snap:krita")
    assert list(drivers(report)) == ["/snap/krita/94/graphics/usr/share/vulkan/icd.d/lvp.json"]
    assert layers(report) == {}
    environment = report.host.environment
    assert environment["HOME"] == f"{machine.home}/snap/krita/94"
    assert environment["LANG_DIR"] == "/snap/krita/94/usr/share/locale"
    assert environment["QUOTED"] == "yes"
    layers_there = "/snap/krita/94/graphics/usr/share/vulkan/implicit_layer.d/"
    assert environment["VK_LAYER_PATH"].startswith(f"/mine:{layers_there}")
    assert runtime_view.note == (
        "Seen from inside the snap “krita”, with files and variables from its snap.yaml "
        "and its base core22. Variables set by the snap's start wrappers are unknown "
        "until the snap runs."
    )


def test_a_snap_without_its_provider_says_so(machine):
    machine.add_snap(with_provider=False)
    runtime_view, report = look(machine, "snap:krita")
    assert "mesa-core22 is not installed" in runtime_view.note
    assert report.drivers == ()


def test_a_steam_runtime_sees_what_is_imported_of_the_system(machine):
    machine.add_steam_runtime()
    machine.add_host_layer(VALIDATION)
    machine.host = machine.host.with_environment([("VK_LAYER_PATH", None)])
    runtime_view, report = look(machine, "steam:sniper")
    assert list(layers(report)) == [VALIDATION]
    assert "imports this system's drivers and layers" in runtime_view.note
    machine.host = machine.host.with_environment([("PRESSURE_VESSEL_IMPORT_VULKAN_LAYERS", "0")])
    assert layers(look(machine, "steam:sniper")[1]) == {}


def test_all_views_are_listed_whether_anything_runs_or_not(machine):
    machine.add_flatpak()
    machine.add_snap()
    machine.add_steam_runtime()
    assert [(one.name, one.note) for one in list_views(machine.host)] == [
        (VIEW, f"on {RUNTIME}/x86_64/23.08"),
        ("snap:krita", "on core22, graphics from mesa-core22"),
        ("steam:sniper", f"Steam Linux Runtime 3, in {machine.root}/games"),
        ("root", "through sudo, with the variables that sudo keeps"),
    ]


def test_apps_without_access_to_a_gpu_are_not_listed(machine):
    machine.add_flatpak(APP.replace("devices=dri;", ""))
    machine.add_snap(SNAP.replace("    - opengl\n", "").replace("    - desktop\n", ""))
    assert [one.name for one in list_views(machine.host)] == ["root"]
    write_text(machine.user / f"overrides/{BLENDER}", "[Context]\ndevices=all;\n")
    assert VIEW in [one.name for one in list_views(machine.host)]


def test_a_program_that_runs_is_the_better_answer(machine):
    machine.add_flatpak()
    folder = machine.root / "proc/12"
    (folder / "root").mkdir(parents=True)
    (folder / "environ").write_bytes(f"FLATPAK_ID={BLENDER}\0A=1\0".encode())
    (view, *_rest) = list_views(machine.host)
    assert (view.name, view.is_running) == (VIEW, True)
    assert find_view(VIEW, machine.host).environment["A"] == "1"


@pytest.mark.parametrize("kind", ["flatpak", "snap", "steam"])
def test_what_is_not_installed_is_named_with_what_is(machine, kind):
    with pytest.raises(
        RuntimeViewError, match=r"“none” is installed or running \(installed: none\)"
    ):
        find_view(f"{kind}:none", machine.host)


def test_a_key_file_is_read_as_glib_does():
    text = "# x\n[A]\nk=1\nk = 2\nbroken\nlist=a;b;\n\n[A]\nm=3\n[B]\n"
    assert parse_keyfile(text) == {"A": {"k": "2", "list": "a;b;", "m": "3"}, "B": {}}


def test_mappings_of_yaml_are_read():
    text = "# x\na: 1\nb:\n  c: 'x: y'\n  d:\n  - one\n  - two\ne: |\n  text\nf:\n"
    assert parse_mappings(text) == {
        "a": "1", "b": {"c": "x: y", "d": ["one", "two"]}, "e": "|", "f": {},
    }  # fmt: skip
