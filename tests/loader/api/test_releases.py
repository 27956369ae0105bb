"""When a decision changed, and which rule of that release did it."""

from __future__ import annotations

import pytest

from tests.loader.machine import NEW, Machine
from tests.loader.profiles.test_profile_2016 import FIRST, of_three_types
from vkconfig_py.loader.api.releases import ReleaseChange, find_releases
from vkconfig_py.loader.base.host import Application, Platform
from vkconfig_py.loader.base.verdicts import Kind
from vkconfig_py.loader.explain.compare import LAYER_ORDER_KEY, ComparisonKey, compare_reports
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile, releases_between

OLDER = (1, 3, 211)


def releases(
    machine: Machine, older: tuple[int, int, int] = OLDER
) -> dict[ComparisonKey, list[ReleaseChange]]:
    found = find_releases(machine.host(), Application(), NEW, older)
    return {key: list(changes) for key, changes in found.items()}


def of(machine: Machine, name: str) -> list[tuple[str, str, str, tuple[Gate, ...]]]:
    (changes,) = [x for key, x in releases(machine).items() if key[:2] == (Kind.LAYER, name)]
    return [(_text(x), x.before, x.after, x.gates) for x in changes]


def at(version: tuple[int, int, int]) -> LoaderProfile:
    return NEW._replace(version=version)


def _text(release: ReleaseChange) -> str:
    return ".".join(map(str, release.version))


def test_release_names_the_one_rule_of_several_that_decides():
    machine = Machine().driver().implicit("I").env(VK_LOADER_LAYERS_DISABLE="I")
    assert len([gate for gate in Gate if gate.value.first == (1, 3, 234)]) > 1
    assert of(machine, "I") == [("1.3.234", "loads", "off", (Gate.FILTERS,))]


def test_every_change_on_the_way_is_told():
    machine = Machine().driver().implicit("I").env(VK_LOADER_LAYERS_DISABLE="I")
    machine.env(VK_LOADER_LAYERS_ALLOW="*I")
    assert of(machine, "I") == [
        ("1.3.234", "loads", "off", (Gate.FILTERS,)),
        ("1.3.262", "off", "loads", (Gate.LAYERS_ALLOW,)),
    ]


def test_other_place_is_told_as_such():
    machine = Machine().driver().implicit("I").implicit("J").env(VK_INSTANCE_LAYERS="I")
    (change,) = of(machine, "J")
    assert change == ("1.4.326", "place 2", "place 1", (Gate.INSTANCE_LAYERS_PLACE,))


def test_end_of_layers_for_devices():
    found = releases(of_three_types().env(VK_DEVICE_LAYERS="D"), FIRST.version)
    key = (Kind.LAYER, "D", "/etc/vulkan/explicit_layer.d/D.json")
    (change,) = found[key]
    assert change == ReleaseChange((1, 0, 12), "loads", "skipped", (Gate.DEVICE_LAYERS,))
    assert change.render() == (
        "1.0.12: loads → skipped: from 1.0.3 to 1.0.11, layers apply to the instance, to "
        "devices or to both, and each device has a separate chain, set by "
        "VK_DEVICE_LAYERS and vkCreateDevice"
    )
    assert change.to_json()["rules"][0]["until"] == "1.0.11"


def test_a_rule_that_began_and_ended_on_the_way_is_not_told():
    machine = Machine().driver().implicit("I", library=None).explicit("A")
    began, ended = Gate.EVERY_LAYER_OPENS.value.first, (1, 2, 154)
    assert releases_between((1, 2, 152), ended)[:2] == (began, ended)
    machine.env(VK_INSTANCE_LAYERS="A")
    found = find_releases(machine.host(), Application(), at(ended), (1, 2, 152))
    assert not any(
        Gate.EVERY_LAYER_OPENS in release.gates for changes in found.values() for release in changes
    )


def test_another_order_of_the_list_names_its_rule():
    found = releases(Machine().driver().implicit("I").explicit("A"), (1, 0, 48))
    (change,) = found[LAYER_ORDER_KEY]
    assert (_text(change), change.gates) == ("1.1.85", (Gate.EXPLICIT_FIRST,))
    rule = "from 1.0.3 to 1.1.84, explicit layers are found before implicit layers"
    assert change.render() == f"1.1.85: order: {rule}"


def test_rules_of_another_system_decide_nothing():
    found = releases(Machine().driver().implicit("I").explicit("A"), (1, 0, 11))
    gates = {gate for changes in found.values() for one in changes for gate in one.gates}
    assert gates
    assert {gate.value.platform for gate in gates} == {Platform.LINUX}


def test_rules_that_decide_only_together_are_not_blamed_alone():
    one = ReleaseChange((1, 3, 0), "a", "b", ())
    assert one.render() == "1.3.0: a → b: a combination of several rules"


def test_nothing_changes_between_two_equal_loaders():
    assert find_releases(Machine().driver().host(), Application(), NEW, NEW.version) == {}


@pytest.mark.parametrize("older", [(1, 0, 12), (1, 1, 121), (1, 3, 239)])
def test_every_other_outcome_of_layer_or_driver_has_a_release(older: tuple[int, int, int]):
    machine = Machine().driver().driver("p", is_portability_driver=True).override("A")
    machine.explicit("A").explicit("B", library_arch="32").implicit("I").implicit("J", base="/ch")
    machine.meta("M", "A", "gone").env(VK_LOADER_LAYERS_ENABLE="B", VK_LOADER_DRIVERS_DISABLE="d*")
    found = releases(machine, older)
    before, after = machine.report(profile=LoaderProfile(older)), machine.report()
    outcomes = [x for x in compare_reports(before, after) if x.kind in (Kind.LAYER, Kind.DRIVER)]
    outcomes = [x for x in outcomes if x.what == "outcome"]
    assert outcomes or older == (1, 0, 12)
    for difference in outcomes:
        changes = found[difference.key]
        assert changes[0].gates, difference.subject


def test_releases_with_other_rules_lie_between_the_two():
    found = releases_between((1, 2, 134), (1, 2, 146))
    assert found == ((1, 2, 135), (1, 2, 137), (1, 2, 141), (1, 2, 146))
    assert (1, 3, 211) in releases_between((1, 2, 203), (1, 3, 211))
    assert releases_between(NEW.version, NEW.version) == ()


def test_reversed_gate_is_the_only_other_rule():
    other = NEW._replace(reversed_gates=("FILTERS", "NAMES_ONCE"))
    changed = [gate for gate in Gate if NEW.has(gate) != other.has(gate)]
    assert changed == [Gate.NAMES_ONCE, Gate.FILTERS]
