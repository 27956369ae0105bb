"""What layers and the loader agree on when a layer is opened, and how calls come to it."""

from __future__ import annotations

from tests.framework.probe_parts import PRE_INSTANCE, RENAMED
from tests.statements.opening import LAYER, chain, layer
from tests.statements.registry import statement
from vkconfig_py.loader.wire.jobs import State

B = "VK_LAYER_b"


@statement(246, rule="loader.native.libraries._negotiate")
def test_layer_negotiates_version_2():
    assert layer().interface == 2


@statement(249, rule="loader.native.libraries._negotiate")
def test_lower_version_of_both_is_used():
    assert layer(knobs={"interface": 1}).interface == 1
    assert layer(knobs={"interface": 9}).health.state is State.HEALTHY


@statement(367, rule="loader.native.libraries._find_entry_points")
def test_layer_without_negotiation_works():
    found = layer(exports="lookups")
    assert (found.health.state, found.interface) == (State.HEALTHY, 1)


@statement(251, rule="loader.native.libraries._find_entry_points")
def test_entry_points_are_looked_up_by_name_without_negotiation():
    assert layer(exports="instance lookup").health.state is State.HEALTHY
    assert layer(exports="nothing").health.state is State.REFUSES


@statement(252, rule="loader.manifests.reader.read_functions")
def test_manifest_renames_the_exported_function():
    assert layer(exports="renamed", functions=RENAMED).interface == 2
    assert layer(exports="renamed").health.state is State.REFUSES


@statement(366, rule="loader.manifests.reader.read_functions")
def test_functions_rename_both_entry_points():
    renamed = dict(list(RENAMED.items())[1:])
    assert layer(exports="renamed lookups", functions=renamed).health.state is State.HEALTHY


@statement(87, rule="loader.manifests.reader.read_functions")
def test_entry_point_has_the_default_name_or_that_of_functions():
    assert layer(exports="lookups").health.state is State.HEALTHY
    renamed = dict(list(RENAMED.items())[1:])
    assert layer(exports="lookups", functions=renamed).health.state is State.REFUSES


@statement(100, rule="loader.native.loader_instance.create_through_chain")
def test_layer_that_fails_fails_the_call():
    def build(system, **knobs):
        return system.add_probe_driver().add_probe_layer(LAYER, knobs=knobs)

    failed = chain(lambda s: build(s, create=-3), LAYER)
    assert failed.create == "VK_ERROR_INITIALIZATION_FAILED"
    assert chain(build, LAYER).create == "VK_SUCCESS"


@statement(355, rule="loader.native.loader_instance.open_layers")
def test_vkcreateinstance_goes_down_the_chain():
    def build(system):
        return system.add_probe_driver().add_probe_layer(LAYER).add_probe_layer(B)

    for order in ((LAYER, B), (B, LAYER)):
        layer_calls = chain(build, *order).layer_calls
        entered = [one.layer for one in layer_calls if one.command == "vkCreateInstance"]
        assert entered == list(order)


@statement(289, rule="loader.manifests.reader.read_functions")
def test_pre_instance_functions_name_symbols():
    def build(system):
        return system.add_probe_driver().add_probe_layer(
            LAYER, implicit=True, pre_instance_functions=PRE_INSTANCE, knobs={"pre_adds": 3}
        )

    plain = chain(lambda s: s.add_probe_driver()).instance_version
    assert chain(build).instance_version != plain


@statement(250, rule="loader.native.libraries._negotiate")
def test_from_version_2_on_the_structure_holds_the_entry_points():
    assert layer(exports="negotiate").health.state is State.HEALTHY
    assert layer(exports="negotiate", knobs={"interface": 1}).health.state is State.REFUSES


@statement(320, rule="loader.native.libraries.find_device_entry_points")
def test_layer_of_version_1_exports_both_entry_points():
    found = layer(exports="lookups")
    assert (found.interface, found.create_device) == (1, "VK_SUCCESS")
    layer_calls = chain(
        lambda s: s.add_probe_driver().add_probe_layer(LAYER, exports="lookups"), LAYER
    ).layer_calls
    assert LAYER in [one.layer for one in layer_calls if one.command == "vkCreateDevice"]


@statement(365, rule="loader.native.libraries._find_entry_points")
def test_default_entry_points_are_all_that_a_layer_needs():
    found = layer(exports=("vkGetInstanceProcAddr", "vkGetDeviceProcAddr"))
    assert (found.health.state, found.create_device) == (State.HEALTHY, "VK_SUCCESS")


def _adding(system, *names):
    system.add_probe_driver()
    for name in names:
        system.add_probe_layer(
            name, implicit=True, pre_instance_functions=PRE_INSTANCE, knobs={"pre_adds": 3}
        )


@statement(288, rule="loader.native.global_functions.PreInstanceChains._open_drivers")
def test_implicit_layer_intercepts_calls_before_an_instance():
    plain, changed = chain(_adding), chain(lambda s: _adding(s, LAYER))
    assert changed.instance_version > plain.instance_version
    versions = dict(plain.extensions)
    assert all(version == versions[name] + 3 for name, version in changed.extensions)


@statement(291, rule="loader.native.global_functions.PreInstanceChains._open_drivers")
def test_each_such_function_calls_the_next():
    one, two = chain(lambda s: _adding(s, LAYER)), chain(lambda s: _adding(s, LAYER, B))
    versions = dict(one.extensions)
    assert all(version == versions[name] + 3 for name, version in two.extensions)
