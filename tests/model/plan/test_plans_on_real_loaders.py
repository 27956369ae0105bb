"""What a picture shows before anything is written is what the real loader does afterwards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.framework.amount import combine
from tests.framework.reference import RealLoader, chromium_loader, debian_loader
from tests.framework.system import Place, SystemBuilder
from tests.model.machine import ENVIRONMENT, EVERY, LAUNCH, build, carry_out, drawn, look
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    Configuration,
    LayerControl,
    LayerEntry,
    Target,
    Variable,
)
from vkconfig_py.model.plan.launch_plan import plan_launch
from vkconfig_py.model.plan.plan import (
    AppliedConfiguration,
    Mechanism,
    PlanView,
    add_applied_configuration,
)

CASES = {
    "explicit-above-explicit": drawn("A", "B", "I1", "I2", on="AB"),
    "explicit-above-implicit": drawn("A", "I1", "I2", on="A"),
    "implicit-above-explicit": drawn("I1", "A", "I2", on="A"),
    "implicit-against-scan-order": drawn("I2", "I1"),
    "forced-implicit-between": drawn("B", "I3", "A", "I2", "I1", on=("A", "B", "I3")),
    "everything": drawn("C", "I3", "A", "I2", "B", "I1", on=("A", "B", "C", "I3")),
    "implicit-off": drawn("A", "I2", on="A", off=("I1",)),
    "explicit-off": drawn("A", "I1", "I2", on="A", off="BC"),
    "only-off": drawn(off=("I1", "I2", "C")),
    "nothing": drawn(),
}
SESSIONS = {
    "plain": {},
    "instance-layers": {"VK_INSTANCE_LAYERS": "C:A"},
    "disabled": {"DISABLE_I3": "1", "DISABLE_I2": ""},
    "enabled": {"ENABLE_I3": "1"},
    "enable-filter": {"VK_LOADER_LAYERS_ENABLE": "*"},
    "disable-implicit": {"VK_LOADER_LAYERS_DISABLE": "~implicit~"},
    "disable-all": {"VK_LOADER_LAYERS_DISABLE": "*"},
}
VIEWS = (LAUNCH, EVERY, ENVIRONMENT)
LOADERS = ("debian", "chromium")


@pytest.fixture(params=LOADERS)
def loader(request: pytest.FixtureRequest) -> RealLoader:
    return debian_loader() if request.param == "debian" else chromium_loader()


@pytest.mark.parametrize(
    ("case", "session", "view", "loader"),
    combine(CASES, SESSIONS, VIEWS, LOADERS, every=3),
    indirect=["loader"],
    ids=lambda value: getattr(value, "mechanism", value),
)
def test_the_predicted_chain_is_the_real_one(
    case: str, session: str, view: PlanView, system: SystemBuilder, loader: RealLoader
) -> None:
    build(system).with_env(**SESSIONS[session])
    configuration, folder = CASES[case], str(system.root / "private")
    snapshot = look(system.host(), configuration, view, loader.profile, folder=folder)
    answer = carry_out(snapshot.plan, system, loader)
    assert (answer.create, answer.chain()) == (
        snapshot.report.create_result,
        snapshot.list_loading_layers(),
    )
    if view is LAUNCH:  # both loaders follow the drawn order
        _assert_drawn(configuration, answer.chain())
        assert not any(row.deviation for row in snapshot.rows)


def _assert_drawn(configuration: Configuration, chain: tuple[str, ...]) -> None:
    wanted = [entry.name for entry in configuration.layers if entry.name in chain]
    assert [name for name in chain if name in wanted] == wanted
    on = {entry.name for entry in configuration.layers if entry.control == "on"}
    off = {entry.name for entry in configuration.layers if entry.control == "off"}
    assert on <= set(chain)
    assert not off & set(chain)


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.mechanism)
@pytest.mark.parametrize("session", SESSIONS)
def test_with_the_other_layers_on_the_real_loader_loads_what_the_picture_shows(
    session: str, view: PlanView, system: SystemBuilder, loader: RealLoader
) -> None:
    build(system).with_env(**SESSIONS[session])
    folder = str(system.root / "private")
    configuration = drawn("A", UNLISTED, "I1", on=["A", UNLISTED, "I1"], off="C")
    snapshot = look(system.host(), configuration, view, loader.profile, folder=folder)
    answer = carry_out(snapshot.plan, system, loader)
    assert (answer.create, answer.chain()) == (
        snapshot.report.create_result,
        snapshot.list_loading_layers(),
    )
    if view is LAUNCH:
        assert (answer.chain()[0], answer.chain()[-1]) == ("A", "I1")
        assert set(answer.chain()) == {"A", "B", "I1", "I2", "I3"}


def test_one_launch_ignores_what_is_applied(system: SystemBuilder, loader: RealLoader) -> None:
    build(system)
    keys = [str(system.program)]
    for number, app_keys in enumerate(([*keys], ["/other", *keys], ["/third", "/other"])):
        system.add_override(
            ("C",),
            app_keys=app_keys,
            override_paths=["/nowhere"],
            blacklisted_layers=["A"],
            file=f"VkLayer_override_{number}.json",
        )
    configuration = drawn("I2", "A", "I1", on="A")._replace(target=Target(str(system.program)))
    folder = str(system.root / "private")
    snapshot = look(system.host(), configuration, LAUNCH, loader.profile, folder=folder)
    answer = carry_out(snapshot.plan, system, loader)
    assert answer.chain() == snapshot.list_loading_layers() == ("I2", "A", "I1")


def test_a_launch_with_an_unknown_loader_follows_both_families(
    system: SystemBuilder, loader: RealLoader
) -> None:
    build(system)
    configuration = drawn("I3", "B", "I2", "A", "I1", on=("A", "B", "I3"), off="C")
    snapshot = look(system.host(), configuration, LAUNCH, loader.profile)
    folder = str(system.root / "private")
    plan = plan_launch(configuration, snapshot.inventory, system.host(), None, folder)
    assert carry_out(plan, system, loader).chain() == ("I3", "B", "I2", "A", "I1")


def test_three_programs_with_three_configurations_and_a_fourth_without(
    system: SystemBuilder, loader: RealLoader
) -> None:
    build(system)
    programs = [system.root / "bin" / name for name in ("one", "two", "three", "four")]
    for program in programs:
        system.add_program(program)
    system.add_explicit_layer("OWN", folder=system.root / "mine")
    two = drawn("OWN", on=("OWN",))._replace(sources=(str(system.root / "mine"),))
    layers = [drawn("A", on="A"), two, drawn("C", "I2", on="C", off=("I1",))]
    applied: tuple[AppliedConfiguration, ...] = ()
    for number, (configuration, program) in enumerate(zip(layers, programs, strict=False)):
        keyed = Configuration(
            key=str(number),
            name=program.name,
            layers=configuration.layers,
            sources=configuration.sources,
        )
        applied = add_applied_configuration(applied, keyed, [str(program)], 0.0)
    for kept in (applied, (applied[0], applied[2])):
        view = PlanView(Mechanism.OVERRIDE, kept[-1].programs)
        snapshot = look(system.host(), kept[-1].configuration, view, loader.profile, kept)
        chains = [carry_out(snapshot.plan, system, loader, program).chain() for program in programs]
        plain = ("I1", "I2")
        expected = [("A", *plain), ("OWN", *plain), ("C", "I2"), plain]
        if len(kept) == 2:
            expected[1] = plain
        assert chains == expected


@pytest.mark.parametrize("counts", [(1, 2, 4), (4, 2, 1), (2, 1, 3)])
def test_several_programs_of_each_override_get_it_and_no_other(
    system: SystemBuilder, loader: RealLoader, counts: tuple[int, ...]
) -> None:
    """The loader goes on at the same index after it removed an override: keys must line up."""
    build(system)
    named: list[tuple[str, list[str]]] = []
    for layer, count in zip("ABC", counts, strict=True):
        programs = [system.root / "bin" / f"{layer}{number}" for number in range(count)]
        for program in programs:
            system.add_program(program)
        named.append((layer, [str(program) for program in programs]))
    other = system.root / "bin" / "other"
    system.add_program(other)
    applied: tuple[AppliedConfiguration, ...] = ()
    for layer, paths in named:
        applied = add_applied_configuration(
            applied, drawn(layer, on=layer)._replace(key=layer), paths, 0.0
        )
    every = drawn(off=("I1",))._replace(key="every")
    snapshot = look(system.host(), every, EVERY, loader.profile, applied)
    for layer, paths in named:
        for path in paths:
            chain = carry_out(snapshot.plan, system, loader, Path(path)).chain()
            assert chain == (layer, "I1", "I2"), path
    assert carry_out(snapshot.plan, system, loader, other).chain() == ("I2",)


@pytest.mark.parametrize("source", ["mine", "mine/OWN.json"])
def test_a_layer_from_a_place_of_the_users_own_keeps_the_rest_findable(
    source: str, system: SystemBuilder, loader: RealLoader
) -> None:
    build(system)
    system.add_explicit_layer("OWN", folder=system.root / "mine", file="OWN.json")
    configuration = drawn("OWN", "A", on=("OWN", "A"))._replace(
        sources=(str(system.root / source),)
    )
    for view in (LAUNCH, EVERY, ENVIRONMENT):
        folder = str(system.root / "private")
        snapshot = look(system.host(), configuration, view, loader.profile, folder=folder)
        answer = carry_out(snapshot.plan, system, loader)
        assert answer.chain() == snapshot.list_loading_layers()
        assert {"OWN", "A"} <= set(answer.chain())


def test_the_chosen_copy_of_an_explicit_layer_is_taken(
    system: SystemBuilder, loader: RealLoader
) -> None:
    build(system)
    system.add_explicit_layer("A", folder=system.root / "mine", file="copy.json")
    copy = str(system.manifest("A"))
    configuration = drawn()._replace(
        sources=(str(system.root / "mine"),),
        layers=(LayerEntry("A", LayerControl.ON, True, copy=copy),),
    )
    for view in (LAUNCH, EVERY):
        folder = str(system.root / "private")
        snapshot = look(system.host(), configuration, view, loader.profile, folder=folder)
        answer = carry_out(snapshot.plan, system, loader)
        assert [layer.manifest for layer in answer.callstack if layer.name == "A"] == [copy]


@pytest.mark.parametrize(("first", "chosen"), [("1.4.335", "1.2.239"), ("1.2.239", "1.4.335")])
def test_a_chosen_copy_of_another_version_is_taken(
    first: str, chosen: str, system: SystemBuilder, loader: RealLoader
) -> None:
    # Loaders drop a meta-layer above the version of one of its components, with all its layers.
    build(system)
    folder = system.root / "share/c/vulkan/explicit_layer.d"
    system.add_explicit_layer("D", folder=folder, file="copy.json", api_version=chosen)
    copy = str(system.manifest("D"))
    system.add_explicit_layer("D", place=Place.DATA_HOME, api_version=first)
    configuration = drawn()._replace(layers=(LayerEntry("D", LayerControl.ON, True, copy=copy),))
    for view in (LAUNCH, EVERY):
        private = str(system.root / "private")
        snapshot = look(system.host(), configuration, view, loader.profile, folder=private)
        answer = carry_out(snapshot.plan, system, loader)
        assert [layer.manifest for layer in answer.callstack if layer.name == "D"] == [copy]


def test_a_chosen_copy_is_taken_where_the_first_one_has_no_library(
    system: SystemBuilder, loader: RealLoader
) -> None:
    build(system)
    folder = system.root / "share/c/vulkan/explicit_layer.d"
    system.add_explicit_layer("D", folder=folder, file="copy.json")
    copy = str(system.manifest("D"))
    system.add_explicit_layer("D", place=Place.DATA_HOME)
    broken = json.loads(system.manifest("D").read_text())
    broken["layer"]["library_path"] = str(system.root / "gone.so")
    system.add_file(system.manifest("D"), broken)
    configuration = drawn()._replace(layers=(LayerEntry("D", LayerControl.ON, True, copy=copy),))
    for view in (LAUNCH, EVERY):
        private = str(system.root / "private")
        snapshot = look(system.host(), configuration, view, loader.profile, folder=private)
        answer = carry_out(snapshot.plan, system, loader)
        assert [layer.manifest for layer in answer.callstack if layer.name == "D"] == [copy]
        assert "D" in snapshot.list_loading_layers()


def test_variables_of_the_configuration_act_in_a_launch(
    system: SystemBuilder, loader: RealLoader
) -> None:
    build(system).with_env(DISABLE_I1="1")
    configuration = drawn()._replace(
        environment=(Variable("ENABLE_I3", "1"), Variable("DISABLE_I1", None))
    )
    snapshot = look(system.host(), configuration, LAUNCH, loader.profile)
    assert (
        carry_out(snapshot.plan, system, loader).chain()
        == snapshot.list_loading_layers()
        == ("I1", "I2", "I3")
    )
    (row,) = [row for row in snapshot.rows if row.name == "I3"]
    assert row.reason == "ENABLE_I3=1 is set in this configuration"
