"""Libraries: how their names are resolved, and what is known before one is opened."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.loader.files.test_binaries import cache_of
from tests.loader.machine import LIBRARY, Machine, document, layer_object
from tests.statements.asking import driver, driver_at, kept, layer_at, listed, reason
from tests.statements.registry import statement
from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.explain.verdict_sentences import render_verdict
from vkconfig_py.loader.files.binaries import find_library_state, find_loaders, search_candidates
from vkconfig_py.loader.manifests.reader import Extension
from vkconfig_py.loader.platforms.rules import get_platform_rules


@statement(13, rule="loader.files.binaries.find_loaders")
def test_loader_is_libvulkan_so_1_whatever_its_minor_version():
    with tempfile.TemporaryDirectory() as root:
        folder = Path(root) / "usr/lib"
        folder.mkdir(parents=True)
        for name in ("libvulkan.so", "libvulkan.so.2", "libvulkan.so.1.3.239"):
            (folder / name).write_bytes(LIBRARY)
        host = Host({}, root=root)
        assert find_loaders(host) == ()
        (folder / "libvulkan.so.1").symlink_to("libvulkan.so.1.3.239")
        assert [loader.path for loader in find_loaders(host)] == ["/usr/lib/libvulkan.so.1"]


@statement(47, rule="loader.files.binaries.search_candidates")
def test_library_named_without_a_folder_is_searched_for(machine: Machine):
    driver_at(machine, "/dd/vulkan/icd.d/bare.json", library_path="libvendor.so")
    assert reason(machine.report(), "bare") == "library-missing"
    machine.file("/usr/lib/x86_64-linux-gnu/libvendor.so", LIBRARY)
    assert kept(machine.report()) == ["driver", "bare"]


@statement(48, rule="loader.manifests.reader.resolve_library")
def test_path_with_a_slash_inside_is_relative_to_the_manifest(machine: Machine):
    machine.file("/dd/vulkan/icd.d/lib/vendor.so", LIBRARY)
    for name in ("lib/vendor.so", "./vendor.so", "vendor.so"):
        file = f"/dd/vulkan/icd.d/{name.replace('/', '-')}.json"
        driver_at(machine, file, library_path=name)
    report = machine.report()
    libraries = [x.manifest.library for x in report.drivers if x.manifest]
    beside = "/dd/vulkan/icd.d/./vendor.so"
    assert libraries[1:] == ["/dd/vulkan/icd.d/lib/vendor.so", beside, "vendor.so"]
    assert kept(report) == ["driver", "lib-vendor.so"]


@statement(65, rule="loader.files.binaries.find_library_state")
def test_library_of_a_driver_may_hold_a_layer(machine: Machine):
    machine.explicit("a", library=False, library_path="/lib/driver.so")
    assert machine.chain("a") == "a"
    machine.files.pop("/lib/driver.so")
    assert machine.chain("a") == "VK_ERROR_INCOMPATIBLE_DRIVER"


@statement(192, rule="loader.files.binaries.find_library_state")
def test_driver_library_serves_as_driver_and_as_implicit_layer(machine: Machine):
    machine.implicit("a", library=False, library_path="/lib/driver.so")
    report = machine.report()
    assert kept(report) == ["driver"]
    assert [active.manifest.library for active in report.callstack] == ["/lib/driver.so"]


@statement(71, rule="loader.manifests.layer._parse_array")
def test_one_library_may_hold_several_layers(machine: Machine):
    layers = [layer_object(name, library_path="/lib/driver.so") for name in ("a", "b")]
    machine.file("/dd/vulkan/explicit_layer.d/both.json", document(*layers))
    report = machine.report("b", "a")
    assert [x.manifest.name for x in report.callstack] == ["b", "a"]
    assert {x.manifest.library for x in report.callstack} == {"/lib/driver.so"}


@statement(136, rule="loader.explain.verdict_sentences.render_verdict")
def test_hint_for_a_driver_library_that_is_searched_for_in_vain(machine: Machine):
    driver_at(machine, "/dd/vulkan/icd.d/bare.json", library_path="libvendor.so")
    driver_at(machine, "/dd/vulkan/icd.d/full.json", library_path="/lib/vendor.so")
    report = machine.report()
    assert "LD_LIBRARY_PATH" in render_verdict(driver(report, "bare").verdict, report)
    assert "LD_LIBRARY_PATH" not in render_verdict(driver(report, "full").verdict, report)
    machine.env(LD_LIBRARY_PATH="/opt").file("/opt/libvendor.so", LIBRARY)
    assert kept(machine.report()) == ["driver", "bare"]


@statement(242, rule="loader.explain.verdict_sentences.render_verdict")
def test_hint_for_a_layer_library_that_is_searched_for_in_vain(machine: Machine):
    machine.implicit("bare", library=False, library_path="libbare.so")
    machine.implicit("full", library=False, library_path="/lib/full.so")
    report = machine.report()
    said = {layer.name: render_verdict(layer.verdict, report) for layer in report.found_layers}
    assert "LD_LIBRARY_PATH" in said["bare"]
    assert "LD_LIBRARY_PATH" not in said["full"]
    machine.env(LD_LIBRARY_PATH="/opt").file("/opt/libbare.so", LIBRARY)
    assert machine.chain() == "bare"


@statement(306, rule="loader.manifests.reader.resolve_library")
def test_layer_library_is_a_name_relative_or_absolute(machine: Machine):
    folder = "/dd/vulkan/explicit_layer.d"
    for name, path in (("bare", "lib.so"), ("relative", "../lib.so"), ("absolute", "/x/lib.so")):
        layer_at(machine, f"{folder}/{name}.json", name, library_path=path)
    libraries = [layer.library for layer in machine.report().layers]
    assert libraries == ["lib.so", f"{folder}/../lib.so", "/x/lib.so"]


@statement(363, rule="loader.files.binaries.search_candidates")
def test_bare_name_is_looked_up_in_the_order_of_the_dynamic_linker():
    with tempfile.TemporaryDirectory() as root:
        for path in ("first/lib.so", "cached/lib.so", "usr/lib/lib.so"):
            (Path(root) / path).parent.mkdir(parents=True, exist_ok=True)
            (Path(root) / path).write_bytes(LIBRARY)
        (Path(root) / "etc").mkdir()
        cache = Path(root) / "etc/ld.so.cache"
        cache.write_bytes(cache_of([("lib.so", "/cached/lib.so")]))
        host = Host({"LD_LIBRARY_PATH": "/first"}, root=root)
        assert find_library_state(host, "lib.so").path == "/first/lib.so"
        assert find_library_state(host._replace(elevated=True), "lib.so").path == "/cached/lib.so"
        cache.unlink()
        assert find_library_state(host._replace(environment={}), "lib.so").path == "/usr/lib/lib.so"
        assert find_library_state(host, "./lib.so").reason == "missing"


@statement(70, rule="loader.rules.resolve.list_layers")
def test_layer_is_listed_without_its_library_until_somebody_asks_for_it(machine: Machine):
    machine.explicit("a", library=False)
    assert listed(machine.report()) == ["a"]
    assert machine.report().create_result == "VK_SUCCESS"
    assert machine.report("a").create_result == "VK_ERROR_LAYER_NOT_PRESENT"


@statement(228, rule="loader.manifests.layer.parse_layer_file")
def test_queries_have_the_same_answer_with_and_without_libraries(machine: Machine):
    extensions = [{"name": "VK_EXT_mine", "spec_version": "3"}]
    machine.explicit("a", instance_extensions=extensions).implicit("b")
    with_libraries = machine.report()
    machine.files = {name: file for name, file in machine.files.items() if ".so" not in name}
    without = machine.report()
    assert listed(without) == listed(with_libraries) == ["b", "a"]
    assert without.layers == with_libraries.layers
    assert without.layer_extensions == with_libraries.layer_extensions


@statement(351, rule="loader.rules.resolve.list_layers")
def test_layer_queries_look_at_no_library_and_creation_looks_at_those_that_load(machine: Machine):
    extensions = [{"name": "VK_EXT_mine", "spec_version": "3"}]
    for name in ("a", "b"):
        machine.explicit(name, instance_extensions=extensions)
        machine.file(f"/lib/{name}.so", b"no library")
    report = machine.report("a")
    assert listed(report) == ["a", "b"]
    assert report.layer_extensions["a"] == (Extension("VK_EXT_mine", 3),)
    assert report.create_result == "VK_ERROR_LAYER_NOT_PRESENT"
    machine.file("/lib/a.so", LIBRARY)
    assert machine.chain("a") == "a"


@statement(349, rule="loader.files.binaries.search_candidates")
def test_programs_link_the_loader_by_its_name_with_the_number():
    host = Host({"LD_LIBRARY_PATH": "/mine"})
    found = [path for path, _source in search_candidates(host, "libvulkan.so.1")]
    assert "/mine/libvulkan.so.1" in found
    assert {path.rpartition("/")[2] for path in found} == {"libvulkan.so.1"}


@statement(12, rule="loader.platforms.rules.get_platform_rules")
def test_loader_of_windows_is_vulkan_1_dll():
    assert get_platform_rules(Platform.WINDOWS).loader_library == "vulkan-1.dll"
