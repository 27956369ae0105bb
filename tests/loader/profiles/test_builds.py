"""How a loader was built: secure lookups, and the window systems it knows."""

from __future__ import annotations

from tests.loader.machine import LIBRARY, NEW, Machine, document, layer_object
from vkconfig_py.loader.base.verdicts import Kind
from vkconfig_py.loader.manifests.reader import Extension
from vkconfig_py.loader.profiles.profile import WINDOW_SYSTEMS, XRANDR

TRUSTING = NEW._replace(is_secure=False)
WITHOUT_WAYLAND = NEW._replace(surfaces=("VK_KHR_xcb_surface", "VK_KHR_xlib_surface", XRANDR))
WITHOUT_XRANDR = NEW._replace(surfaces=WINDOW_SYSTEMS[:3])
BARE = NEW._replace(surfaces=())


def elevated(machine: Machine) -> Machine:
    machine.changes["elevated"] = True
    return machine


def test_an_elevated_program_keeps_its_variables_where_lookups_are_not_secure():
    machine = elevated(Machine().driver().implicit("a", base="/ch"))
    assert machine.chain(profile=TRUSTING) == "a"
    assert machine.report(profile=NEW).callstack == ()


def test_the_dynamic_linker_hides_its_variable_all_the_same():
    machine = Machine().driver().env(LD_LIBRARY_PATH="/extra")
    machine.implicit("a", library=False, library_path="bare.so")
    machine.file("/extra/bare.so", LIBRARY)
    assert machine.chain(profile=TRUSTING) == "a"
    assert elevated(machine).report(profile=TRUSTING).callstack == ()


def test_no_variable_is_told_to_be_hidden_where_lookups_are_not_secure():
    machine = elevated(Machine().driver().env(VK_LOADER_LAYERS_DISABLE="*"))
    for profile, told in ((NEW, True), (TRUSTING, False)):
        verdicts = machine.report(profile=profile).verdicts
        assert any(v.kind is Kind.PROCESS and v.subject == "elevated" for v in verdicts) is told
        assert any(v.reason == "elevated" for v in verdicts) is told


def test_window_systems_that_are_not_built_in_are_taken_from_layers():
    offered = [{"name": "VK_KHR_wayland_surface", "spec_version": "6"}]
    layer = layer_object("a", instance_extensions=offered)
    machine = Machine().driver()
    machine.file("/dd/vulkan/explicit_layer.d/a.json", document(layer))
    machine.file("/lib/a.so", LIBRARY)
    extension = Extension("VK_KHR_wayland_surface", 6)
    assert machine.report(profile=NEW).layer_extensions["a"] == (extension,)
    assert machine.report(profile=WITHOUT_WAYLAND).layer_extensions["a"] == ()


def test_window_systems_that_are_not_built_in_are_unknown():
    def create(profile, *extensions):
        return Machine().driver().report(extensions=extensions, profile=profile).create_result

    assert create(NEW, "VK_KHR_wayland_surface") == "VK_SUCCESS"
    assert create(WITHOUT_WAYLAND, "VK_KHR_wayland_surface") == "VK_ERROR_EXTENSION_NOT_PRESENT"
    assert create(WITHOUT_WAYLAND, XRANDR) == "VK_SUCCESS"
    assert create(WITHOUT_XRANDR, "VK_KHR_xlib_surface") == "VK_SUCCESS"
    for profile in (BARE, WITHOUT_XRANDR):
        assert create(profile, XRANDR) == "VK_ERROR_EXTENSION_NOT_PRESENT"
