"""What layer manifests offer: extensions, and the calls before an instance exists."""

from __future__ import annotations

from tests.loader.machine import LIBRARY, Machine, document, layer_object
from tests.statements.asking import listed, told
from tests.statements.registry import statement
from vkconfig_py.loader.lint.lint_context import ProblemCode
from vkconfig_py.loader.manifests.reader import Extension

EARLY = {"pre_instance_functions": {"vkEnumerateInstanceVersion": "mine"}}
IMPLICIT = "/dd/vulkan/implicit_layer.d"


@statement(75, rule="loader.manifests.reader._read_list")
def test_manifest_lists_instance_and_device_extensions(machine: Machine):
    machine.explicit(
        "a",
        instance_extensions=[{"name": "VK_EXT_i", "spec_version": "6"}],
        device_extensions=[{"name": "VK_EXT_d", "spec_version": "7", "entrypoints": ["vkD"]}],
    )
    (layer,) = machine.report().layers
    assert layer.instance_extensions == (Extension("VK_EXT_i", 6),)
    assert layer.device_extensions == (Extension("VK_EXT_d", 7),)


@statement(25, rule="loader.manifests.reader._read_list")
def test_extensions_of_a_named_layer_are_its_own_alone(machine: Machine):
    for name in ("a", "b"):
        extensions = [{"name": f"VK_EXT_{name}", "spec_version": "1"}]
        machine.explicit(name, instance_extensions=extensions)
    machine.explicit("none")
    offered = machine.report().layer_extensions
    assert offered["a"] == (Extension("VK_EXT_a", 1),)
    assert offered["b"] == (Extension("VK_EXT_b", 1),)
    assert offered["none"] == ()


@statement(25, rule="loader.rules.outcome.merge_implicit_extensions")
def test_without_a_layer_name_only_implicit_layers_that_are_on_add_extensions(machine: Machine):
    def offer(name: str) -> dict[str, object]:
        return {"instance_extensions": [{"name": f"VK_EXT_{name}", "spec_version": "2"}]}

    machine.implicit("a", **offer("a")).explicit("b", **offer("b"))
    machine.implicit("off", enable_environment={"NEVER": "1"}, **offer("off"))
    report = machine.report()
    assert report.implicit_extensions == (Extension("VK_EXT_a", 2),)
    assert Extension("VK_EXT_debug_utils", 2) in report.loader_extensions
    assert machine.env(DISABLE_a="1").report().implicit_extensions == ()


@statement(309, rule="loader.manifests.reader._read_list")
def test_instance_extension_without_a_name_is_passed_over(machine: Machine):
    extensions = [{"spec_version": "1"}, "text", {"name": "VK_EXT_x", "spec_version": "3"}, {}]
    machine.explicit("a", instance_extensions=extensions)
    machine.explicit("b", instance_extensions={"name": "VK_EXT_x"})
    assert [x.instance_extensions for x in machine.report().layers] == [
        (Extension("VK_EXT_x", 3),),
        (),
    ]


@statement(310, rule="loader.manifests.reader._read_list")
def test_device_extension_may_list_its_functions(machine: Machine):
    plain = {"name": "VK_EXT_p", "spec_version": "1"}
    full = {"name": "VK_EXT_f", "spec_version": "2", "entrypoints": ["vkOne", "vkTwo"]}
    odd = {"name": "VK_EXT_o", "spec_version": "3", "entrypoints": 5}
    machine.explicit("a", device_extensions=[plain, full, odd])
    (layer,) = machine.report().layers
    assert layer.device_extensions == (
        Extension("VK_EXT_p", 1),
        Extension("VK_EXT_f", 2),
        Extension("VK_EXT_o", 3),
    )


@statement(225, rule="loader.rules.resolve.list_layers")
def test_discovery_tells_name_version_and_extensions(machine: Machine):
    extensions = [{"name": "VK_EXT_a", "spec_version": "2"}]
    machine.explicit("a", api_version="1.1.5", instance_extensions=extensions)
    report = machine.report()
    assert [(x.name, x.api_version) for x in report.layers] == [("a", (1, 1, 5))]
    assert report.layer_extensions == {"a": (Extension("VK_EXT_a", 2),)}


@statement(15, rule="loader.rules.resolve.list_layers")
def test_every_layer_that_was_discovered_is_enumerated(machine: Machine):
    machine.explicit("b").implicit("off", enable_environment={"NEVER": "1"}).explicit(
        "a", base="/ch"
    )
    machine.meta("m", "a")
    report = machine.report()
    assert listed(report) == ["off", "a", "b", "m"]
    assert report.callstack == ()


@statement(293, rule="loader.lint.key_problems._find_keys_without_effect")
def test_early_functions_of_an_explicit_layer_are_told_and_passed_over(machine: Machine):
    machine.implicit("i", **EARLY)
    assert told(machine.report(), ProblemCode.KEY_WITHOUT_EFFECT) == []
    machine.explicit("e", **EARLY)
    assert told(machine.report(), ProblemCode.KEY_WITHOUT_EFFECT) == ["pre_instance_functions"]
    assert machine.chain("e") == "i e"


@statement(293, rule="loader.lint.key_problems._find_old_file_version")
def test_early_functions_of_an_old_manifest_are_told_and_passed_over(machine: Machine):
    machine.file("/lib/a.so", LIBRARY)
    content = document(layer_object("a", True, **EARLY), version="1.1.1")
    machine.file(f"{IMPLICIT}/a.json", content)
    assert told(machine.report(), ProblemCode.FILE_VERSION_TOO_OLD) == ["pre_instance_functions"]
    assert machine.chain() == "a"
    machine.file(f"{IMPLICIT}/a.json", document(layer_object("a", True), version="1.1.1"))
    assert told(machine.report(), ProblemCode.FILE_VERSION_TOO_OLD) == []


@statement(314, rule="loader.lint.key_problems._find_old_file_version")
def test_early_functions_belong_to_version_1_1_2(machine: Machine):
    for version, is_told in (("1.0.0", True), ("1.1.1", True), ("1.1.2", False), ("1.2.0", False)):
        content = document(layer_object("a", True, **EARLY), version=version)
        machine.file(f"{IMPLICIT}/a.json", content)
        assert bool(told(machine.report(), ProblemCode.FILE_VERSION_TOO_OLD)) is is_told
        assert listed(machine.report()) == ["a"]
