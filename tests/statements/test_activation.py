"""Which layers are on, in which order, and what is checked before a chain is built."""

from __future__ import annotations

from tests.loader.machine import NEW, OLD, Machine, outcomes
from tests.statements.asking import layer_at, listed, reason
from tests.statements.registry import statement
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.binaries import find_library_state
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.rules.activation import (
    ActivationInputs,
    decide_implicit,
    read_layer_filters,
)

FAMILIES = (OLD, NEW)
LAYER = LayerManifest("a", "/a.json", True, disable_environment="OFF_a")
GATED = LAYER._replace(enable_environment=("ON_a", "yes"))


def is_on(layer: LayerManifest, **environment: str) -> bool:
    """Return whether an implicit layer is on by itself."""
    filters = read_layer_filters(Host(environment), NEW)
    return decide_implicit(layer, ActivationInputs(environment, filters)).is_on


@statement(2, rule="loader.rules.ordering.ChainWriter.write")
def test_layer_that_nobody_enables_is_in_no_chain(machine: Machine):
    machine.explicit("a").explicit("b").implicit("i", enable_environment={"NEVER": "1"})
    for profile in FAMILIES:
        assert machine.chain("a", profile=profile) == "a"


@statement(17, rule="loader.rules.ordering.ChainWriter._write_application_layers")
def test_first_name_of_the_application_is_nearest_to_it(machine: Machine):
    machine.explicit("a").explicit("b").explicit("c")
    for profile in FAMILIES:
        assert machine.chain("b", "c", "a", profile=profile) == "b c a"
        assert machine.chain("c", "a", profile=profile) == "c a"


@statement(18, rule="loader.api.discover._Discovery._list_requests")
def test_instance_layers_adds_layers_separated_by_colons(machine: Machine):
    machine.explicit("a").explicit("b")
    for profile in FAMILIES:
        assert machine.chain(profile=profile) == ""
    machine.env(VK_INSTANCE_LAYERS=":a::b:")
    for profile in FAMILIES:
        assert machine.chain(profile=profile) == "a b"
    machine.env(VK_INSTANCE_LAYERS="a;b")
    for profile in FAMILIES:
        assert machine.chain(profile=profile) == ""


@statement(19, rule="loader.api.discover._Discovery._list_requests")
def test_device_layers_adds_nothing(machine: Machine):
    machine.explicit("a").explicit("b").env(VK_INSTANCE_LAYERS="a", VK_DEVICE_LAYERS="b")
    for profile in FAMILIES:
        assert machine.chain(profile=profile) == "a"


@statement(20, rule="loader.rules.ordering.ChainWriter._write_named_layers")
def test_first_name_in_instance_layers_is_on_top(machine: Machine):
    machine.explicit("a").explicit("b").env(VK_INSTANCE_LAYERS="b:a")
    assert machine.chain() == "b a"
    machine.env(VK_INSTANCE_LAYERS="a:b")
    assert machine.chain() == "a b"


@statement(20, rule="loader.rules.ordering.ChainWriter._write_environment_layers")
def test_from_1_3_234_to_1_3_246_instance_layers_follow_the_order_of_the_list(machine: Machine):
    machine.explicit("a").explicit("b").env(VK_INSTANCE_LAYERS="b:a")
    assert machine.chain(profile=OLD) == "a b"


@statement(21, rule="loader.rules.ordering.load_chain")
def test_layers_of_the_environment_stand_above_those_of_the_application(machine: Machine):
    machine.explicit("a").explicit("b").env(VK_INSTANCE_LAYERS="b")
    for profile in FAMILIES:
        assert machine.chain("a", profile=profile) == "b a"
        assert machine.chain("b", "a", profile=profile) == "b a"


@statement(23, rule="loader.rules.activation.decide_implicit")
def test_implicit_layer_is_on_unless_a_variable_says_otherwise(machine: Machine):
    machine.implicit("a").implicit("b")
    for profile in FAMILIES:
        assert machine.chain(profile=profile) == "a b"
    machine.env(DISABLE_a="1")
    for profile in FAMILIES:
        assert machine.chain(profile=profile) == "b"


@statement(24, rule="loader.rules.ordering.ChainWriter._add_layer")
def test_asking_for_an_implicit_layer_that_is_on_changes_nothing(machine: Machine):
    machine.implicit("a").implicit("b").explicit("c")
    for profile in FAMILIES:
        assert machine.chain("c", profile=profile) == "a b c"
        assert machine.chain("c", "a", profile=profile) == "a b c"


@statement(77, rule="loader.rules.activation._decide_by_variable")
def test_enable_environment_waits_for_exactly_its_value():
    assert is_on(GATED, ON_a="yes")
    for value in ("YES", "yes ", "", "1"):
        assert not is_on(GATED, ON_a=value)
    assert not is_on(GATED)
    assert is_on(LAYER)


@statement(78, rule="loader.rules.activation.decide_implicit")
def test_disable_variable_turns_off_whatever_its_value():
    assert is_on(LAYER)
    for value in ("1", "0", ""):
        assert not is_on(LAYER, OFF_a=value)
    assert is_on(LAYER, OFF_b="1")


@statement(78, rule="loader.manifests.layer.read_switches")
def test_disable_environment_is_required(machine: Machine):
    machine.implicit("a").implicit("b", disable_environment=None)
    assert machine.chain() == "a"
    assert reason(machine.report(), "b") == "missing-key"


@statement(79, rule="loader.rules.activation.decide_implicit")
def test_both_variables_together_turn_off():
    assert is_on(GATED, ON_a="yes")
    assert not is_on(GATED, ON_a="yes", OFF_a="")


@statement(224, rule="loader.rules.ordering.ChainWriter._write_implicit_layers")
def test_implicit_layers_are_on_and_explicit_ones_wait(machine: Machine):
    machine.explicit("e").implicit("i")
    for profile in FAMILIES:
        assert machine.chain(profile=profile) == "i"
        assert machine.chain("e", profile=profile) == "i e"


@statement(226, rule="loader.rules.ordering.remove_duplicates")
def test_first_layer_of_a_name_wins_and_is_enumerated_once(machine: Machine):
    machine.explicit("a", base="/de", description="second").explicit("a", description="first")
    report = machine.report("a")
    assert listed(report) == ["a"]
    assert [active.manifest.description for active in report.callstack] == ["first"]
    # Older loaders enumerate both, and load the first.
    old = machine.report("a", profile=OLD)
    assert listed(old) == ["a", "a"]
    assert [active.manifest.description for active in old.callstack] == ["first"]


@statement(227, rule="loader.rules.ordering.ChainWriter._add_layer")
def test_layer_that_is_named_twice_is_used_once_at_its_first_place(machine: Machine):
    machine.explicit("a").explicit("b").meta("m", "b", "a", "b")
    assert machine.chain("b", "a", "b") == "b a"
    assert machine.chain("m") == "b a"
    assert machine.chain("a", "m") == "a b"


@statement(311, rule="loader.manifests.layer.read_switches")
def test_enable_environment_is_optional_and_means_nothing_in_an_explicit_layer(machine: Machine):
    gate = {"ON": "1"}
    machine.implicit("free").implicit("gated", enable_environment=gate)
    machine.explicit("explicit", enable_environment=gate)
    assert machine.chain("explicit") == "free explicit"
    machine.env(ON="1")
    assert machine.chain("explicit") == "free gated explicit"


@statement(312, rule="loader.manifests.layer.read_switches")
def test_implicit_layer_without_disable_environment_is_skipped(machine: Machine):
    for name, value in (("none", None), ("text", "OFF"), ("empty", {}), ("number", {"OFF": 1})):
        machine.implicit(name, disable_environment=value)
    machine.implicit("good").explicit("explicit")
    report = machine.report()
    assert listed(report) == ["good", "explicit"]
    assert outcomes(report, "none") == [("skipped", "missing-key")]
    assert outcomes(report, "text") == [("skipped", "bad-value")]


@statement(313, rule="loader.rules.activation.decide_implicit")
def test_layer_with_both_variables_set_is_off(machine: Machine):
    machine.implicit("a", enable_environment={"ON": "1"}, disable_environment={"OFF": "1"})
    assert machine.env(ON="1").chain() == "a"
    assert machine.env(OFF="0").chain() == ""
    assert reason(machine.report(), "a") == "disable-variable"


@statement(324, rule="loader.rules.ordering.remove_duplicates")
def test_only_one_of_several_layers_with_a_name_is_used(machine: Machine):
    machine.implicit("a", description="implicit").explicit("a", description="explicit")
    report = machine.report("a")
    assert listed(report) == ["a"]
    assert [active.manifest.description for active in report.callstack] == ["implicit"]
    assert outcomes(report, "a")[1] == ("skipped", "duplicate")


@statement(324, rule="loader.rules.activation.decide_implicit")
def test_policy_of_the_switches_of_implicit_layers():
    rows = [
        (LAYER, {}, True),
        (LAYER, {"OFF_a": ""}, False),
        (GATED, {}, False),
        (GATED, {"ON_a": "yes"}, True),
        (GATED, {"ON_a": "yes", "OFF_a": "1"}, False),
    ]
    for layer, environment, on in rows:
        assert is_on(layer, **environment) is on


@statement(348, rule="loader.rules.outcome.find_create_result")
def test_layers_and_extensions_are_checked_before_a_chain_is_built(machine: Machine):
    machine.explicit("a")
    unknown = ("VK_EXT_nobody",)
    assert machine.report("a").create_result == "VK_SUCCESS"
    for asked, result in (
        (machine.report("a", "absent"), "VK_ERROR_LAYER_NOT_PRESENT"),
        (machine.report("a", extensions=unknown), "VK_ERROR_EXTENSION_NOT_PRESENT"),
        (machine.report("absent", extensions=unknown), "VK_ERROR_LAYER_NOT_PRESENT"),
    ):
        assert asked.create_result == result
        assert asked.callstack == ()


@statement(353, rule="loader.rules.resolve.build_chains")
def test_library_of_a_layer_that_is_off_may_be_missing(machine: Machine):
    machine.explicit("a").explicit("b", library=False).implicit(
        "i", library=False, enable_environment={"NEVER": "1"}
    )
    report = machine.report("a")
    assert report.create_result == "VK_SUCCESS"
    assert [active.manifest.library for active in report.callstack] == ["/lib/a.so"]
    assert find_library_state(machine.host(), "/lib/b.so").is_found is False


@statement(382, rule="loader.rules.ordering.ChainWriter.write")
def test_explicit_layer_waits_for_program_variable_or_filter(machine: Machine):
    machine.explicit("a")
    assert machine.chain() == ""
    assert machine.chain("a") == "a"
    for name in ("VK_INSTANCE_LAYERS", "VK_LOADER_LAYERS_ENABLE"):
        other = Machine().env(**{name: "a"})
        other.files = machine.files
        for profile in FAMILIES:
            assert other.chain(profile=profile) == "a"


@statement(383, rule="loader.manifests.layer.read_switches")
def test_same_library_may_be_registered_as_implicit_with_a_disable_variable(machine: Machine):
    folder = "/dd/vulkan/implicit_layer.d"
    layer_at(machine, "/dd/vulkan/explicit_layer.d/a.json", "a")
    layer_at(machine, f"{folder}/b.json", "b", True)
    layer_at(machine, f"{folder}/c.json", "c")
    assert machine.chain() == "b"
    assert machine.chain("a") == "b a"
    assert outcomes(machine.report(), "c") == [("skipped", "missing-key")]


@statement(384, rule="loader.rules.activation._decide_by_variable")
def test_without_enable_environment_a_layer_is_always_on(machine: Machine):
    machine.implicit("a").implicit("b", enable_environment={"ON": "1"})
    assert machine.chain() == "a"
    assert machine.env(ON="1").chain() == "a b"


@statement(385, rule="loader.rules.activation._decide_by_variable")
def test_with_enable_environment_a_layer_waits_for_the_value(machine: Machine):
    machine.implicit("a", enable_environment={"ON": "yes"})
    assert machine.chain() == ""
    assert machine.env(ON="no").chain() == ""
    assert reason(machine.report(), "a") == "enable-variable-other-value"
    assert machine.env(ON="yes").chain() == "a"


@statement(386, rule="loader.rules.activation.decide_implicit")
def test_disable_variable_turns_off_with_the_enable_variable_set_too(machine: Machine):
    machine.implicit("a", enable_environment={"ON": "1"}).implicit("b").env(ON="1")
    assert machine.chain() == "a b"
    assert machine.env(DISABLE_a="1").chain() == "b"
    assert machine.env(DISABLE_b="1").chain() == ""
