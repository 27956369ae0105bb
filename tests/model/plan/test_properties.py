"""Whatever a configuration says, a plan lists no layer twice and none that is missing."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.framework.manifests import list_layers
from tests.framework.native import NativeBuilds
from tests.framework.system import SystemBuilder
from tests.model.machine import ENVIRONMENT, EVERY, LAUNCH, build, look
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.chain.snapshot import get_order_after_move
from vkconfig_py.model.configuration.configuration import (
    NEWEST_COPY,
    Configuration,
    LayerControl,
    LayerEntry,
)

NAMES = ["I1", "I2", "I3", "A", "B", "C", "GONE", "VK_LAYER_LUNARG_override"]
INSTALLED = {"I1", "I2", "I3", "A", "B", "C"}
VERSIONS = [
    (1, 3, 204),
    (1, 3, 239),
    (1, 3, 246),
    (1, 3, 250),
    (1, 3, 275),
    (1, 4, 309),
    (1, 4, 364),
]
ENTRIES = st.lists(
    st.builds(
        lambda name, control, placed, copy: LayerEntry(name, control, placed, copy=copy),
        st.sampled_from(NAMES),
        st.sampled_from(LayerControl),
        st.booleans(),
        st.sampled_from(["", NEWEST_COPY, "/nowhere.json"]),
    ),
    max_size=9,
)
SESSIONS = st.dictionaries(
    st.sampled_from(["VK_INSTANCE_LAYERS", "ENABLE_I3", "DISABLE_I1", "DISABLE_I2"]),
    st.sampled_from(["1", "", "C:A", "I2:B"]),
    max_size=3,
)
VIEWS = st.sampled_from([LAUNCH, EVERY, ENVIRONMENT])
PROFILES = st.sampled_from(VERSIONS).map(lambda version: LoaderProfile(version, "/lib.so"))


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory, native: NativeBuilds) -> SystemBuilder:
    root: Path = tmp_path_factory.mktemp("properties") / "machine"
    return build(SystemBuilder(root, native))


COMMON = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@COMMON
@given(ENTRIES, SESSIONS, VIEWS, PROFILES)
def test_a_plan_lists_every_layer_once_and_only_what_is_there(
    machine: SystemBuilder, entries: list, session: dict, view: object, profile: LoaderProfile
) -> None:
    host = machine.host().with_environment(list(session.items()))
    configuration = Configuration(key="k", name="k", layers=tuple(entries))
    snapshot = look(host, configuration, view, profile)
    for file in snapshot.plan.files:
        for layer in list_layers(file.content or b""):
            listed = layer["component_layers"]
            blocked = layer.get("blacklisted_layers", [])
            assert len(set(listed)) == len(listed)
            assert set(listed) | set(blocked) <= INSTALLED
            assert not set(listed) & set(blocked)
    names = [variable.name for variable in snapshot.plan.variables]
    assert len(set(names)) == len(names)


@COMMON
@given(ENTRIES, SESSIONS, VIEWS, PROFILES)
def test_every_layer_has_one_row_and_every_deviation_is_real(
    machine: SystemBuilder, entries: list, session: dict, view: object, profile: LoaderProfile
) -> None:
    host = machine.host().with_environment(list(session.items()))
    configuration = Configuration(key="k", name="k", layers=tuple(entries))
    snapshot = look(host, configuration, view, profile)
    layers = [row.name for row in snapshot.rows if row.key.startswith("layer:")]
    assert len(set(layers)) == len(layers)
    assert {entry.name for entry in entries} | INSTALLED <= set(layers)
    chain = [row.name for row in snapshot.rows if row.kind == "layer"]
    assert tuple(chain) == snapshot.list_loading_layers()
    for entry in {entry.name: entry for entry in reversed(entries)}.values():
        row = next(row for row in snapshot.rows if row.name == entry.name)
        followed = entry.control is LayerControl.AUTO or (row.kind == "layer") == (
            entry.control is LayerControl.ON
        )
        assert followed or row.deviation or entry.name not in INSTALLED


@COMMON
@given(ENTRIES, SESSIONS, st.sampled_from(VERSIONS[1:]))
def test_one_launch_turns_on_and_off_what_is_wished(
    machine: SystemBuilder, entries: list, session: dict, version: tuple[int, int, int]
) -> None:
    host = machine.host().with_environment(list(session.items()))
    configuration = Configuration(key="k", name="k", layers=tuple(entries))
    snapshot = look(host, configuration, LAUNCH, LoaderProfile(version, "/lib.so"))
    first = {entry.name: entry for entry in reversed(entries) if entry.name in INSTALLED}
    chain = set(snapshot.list_loading_layers())
    assert {name for name, entry in first.items() if entry.control is LayerControl.ON} <= chain
    assert not {name for name, entry in first.items() if entry.control is LayerControl.OFF} & chain


@COMMON
@given(st.permutations(["I1", "I2", "I3", "A", "B"]), st.sampled_from(VERSIONS[1:]))
def test_one_launch_follows_any_order(
    machine: SystemBuilder, order: list[str], version: tuple[int, int, int]
) -> None:
    configuration = Configuration(key="k", name="k")
    for name in order:
        configuration = configuration.with_control(name, LayerControl.ON)
    configuration = configuration.with_order(order)
    snapshot = look(machine.host(), configuration, LAUNCH, LoaderProfile(version, "/lib.so"))
    assert list(snapshot.list_loading_layers()) == order


@COMMON
@given(
    st.lists(st.tuples(st.sampled_from(sorted(INSTALLED)), st.integers(0, 6)), max_size=4), PROFILES
)
def test_any_moves_keep_every_layer_once(
    machine: SystemBuilder, moves: list, profile: LoaderProfile
) -> None:
    configuration = Configuration(key="k", name="k")
    for name, place in moves:
        snapshot = look(machine.host(), configuration, EVERY, profile)
        order = get_order_after_move(snapshot, name, place)
        assert sorted(order) == sorted({*snapshot.list_loading_layers(), name})
        configuration = configuration.with_order(order, on=name)
    names = [entry.name for entry in configuration.layers]
    assert len(set(names)) == len(names)
