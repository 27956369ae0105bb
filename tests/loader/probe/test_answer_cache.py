"""The memory of probes: what is recalled, and what is asked again because it may have changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.framework.probing import HANGS, LIMITS, discover_machine, group_by_name
from tests.framework.system import SystemBuilder
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.probe import child_runs
from vkconfig_py.loader.probe.answer_cache import AnswerKey, ProbeMemory, find_candidates, make_key
from vkconfig_py.loader.probe.probe_run import (
    DEVICES,
    ProbeProgress,
    ProbeSelection,
    probe,
    recall_results,
    recall_unused_drivers,
)
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.wire.jobs import ChainAnswer, State
from vkconfig_py.loader.wire.results import ProbeResults


def test_a_memory_keeps_what_was_used_last(tmp_path: Path) -> None:
    path = str(tmp_path / "probes.json")
    memory = ProbeMemory(path)
    for number in range(20):
        memory.remember(AnswerKey(f"k{number}"), "x" * (1 << 20), 0.5, {})
    memory.recall(AnswerKey("k0"))
    memory.save()
    again = ProbeMemory(path)
    assert again.recall(AnswerKey("k1")) is None
    assert again.recall(AnswerKey("k0")) is not None
    assert again.recall(AnswerKey("k19")) is not None
    assert Path(path).stat().st_size < 18 << 20


def test_what_is_remembered_is_not_asked_again_while_nothing_changes(
    system: SystemBuilder, tmp_path: Path
) -> None:
    path = str(tmp_path / "cache" / "probes.json")
    system.add_probe_driver("good").add_probe_driver("bad", knobs={"create_does": "crash"})
    first = probe(discover_machine(system), DEVICES, memory=ProbeMemory(path), limits=LIMITS)
    assert not any(one.is_cached for one in first.drivers)
    second = probe(discover_machine(system), DEVICES, memory=ProbeMemory(path), limits=LIMITS)
    assert all(one.is_cached for one in second.drivers)
    assert [one.health for one in second.drivers] == [one.health for one in first.drivers]
    assert [one.answer for one in second.drivers] == [one.answer for one in first.drivers]
    again = probe(
        discover_machine(system),
        DEVICES,
        memory=ProbeMemory(path),
        ignores_cache=True,
        limits=LIMITS,
    )
    assert not any(one.is_cached for one in again.drivers)


def test_a_short_probe_saves_its_answers_once(
    system: SystemBuilder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(tmp_path / "cache" / "probes.json")
    saves: list[str] = []

    def save(self: ProbeMemory) -> None:
        saves.append(self.path)
        real_save(self)

    real_save = ProbeMemory.save
    monkeypatch.setattr(ProbeMemory, "save", save)
    monkeypatch.setattr(child_runs, "_SECONDS_BETWEEN_SAVES", 600.0)
    system.add_probe_driver("a").add_probe_driver("b")
    probe(discover_machine(system), DEVICES, memory=ProbeMemory(path), limits=LIMITS)
    assert saves == [path]
    assert len(recall_results(discover_machine(system), ProbeMemory(path)).drivers) == 2
    # One that takes long has saved what it knows, should it come to no end.
    monkeypatch.setattr(child_runs, "_SECONDS_BETWEEN_SAVES", 0.0)
    probe(
        discover_machine(system),
        DEVICES,
        memory=ProbeMemory(path),
        ignores_cache=True,
        limits=LIMITS,
    )
    assert len(saves) == 1 + 4


def test_answers_that_nobody_asks_for_are_carried_along_as_they_stand(tmp_path: Path) -> None:
    path = tmp_path / "probes.json"
    answer = '{"b": 1, "b":2}'  # a text that no answer is written as
    entries = [["k", "", answer, 0.5, "{}"], ["l", "", "1", 0.5, "{}"]]
    path.write_text(json.dumps({"format": 4, "circumstances": {"": {}}, "answers": entries}))
    memory = ProbeMemory(str(path))
    memory.remember(AnswerKey("l"), 2, 0.5, {})
    memory.save()
    assert json.loads(path.read_text())["answers"][0] == entries[0]
    known = ProbeMemory(str(path)).recall(AnswerKey("k"))
    assert known is not None
    assert known.value == {"b": 2}


def test_what_is_remembered_can_be_recalled_without_a_child(system: SystemBuilder) -> None:
    system.add_probe_driver("good").add_probe_driver("bad", knobs={"create_does": "hang"})
    system.add_probe_layer("VK_LAYER_a")
    for limits in HANGS:
        memory = ProbeMemory()
        assert recall_results(discover_machine(system), memory) == ProbeResults()
        asked = probe(discover_machine(system), memory=memory, limits=limits)
        if group_by_name(asked.drivers)["good"].health.state is State.HEALTHY:
            break
    recalled = recall_results(discover_machine(system), memory)
    assert [x._replace(is_cached=False) for x in recalled.drivers] == list(asked.drivers)
    assert [x._replace(is_cached=False) for x in recalled.layers] == list(asked.layers)
    assert recalled.chain is not None
    hung = group_by_name(recalled.drivers)["bad"]
    assert (hung.health.state, hung.is_cached) == (State.HUNG, True)
    once_more = group_by_name(
        probe(discover_machine(system), DEVICES, memory=memory, limits=limits).drivers
    )
    assert (once_more["bad"].is_cached, once_more["good"].is_cached) == (False, True)


def test_a_changed_library_or_variable_is_asked_again(
    system: SystemBuilder, tmp_path: Path
) -> None:
    path = str(tmp_path / "cache" / "probes.json")

    def remembered() -> list[bool]:
        memory = ProbeMemory(path)
        drivers = probe(discover_machine(system), DEVICES, memory=memory, limits=LIMITS).drivers
        return [one.is_cached for one in drivers]

    system.add_probe_driver("a").add_probe_driver("b")
    assert remembered() == [False, False]
    assert remembered() == [True, True]
    library = next(system.root.rglob("liba.so"))
    library.write_bytes(library.read_bytes() + b"\0")
    assert sorted(remembered()) == [False, True]
    system.with_env(RADV_DEBUG="info")
    assert remembered() == [False, False]
    system.with_env(SHLVL="7")  # no driver asks for it
    assert remembered() == [True, True]


def test_what_was_found_beside_another_chain_is_recalled_with_what_was_different(
    system: SystemBuilder, tmp_path: Path
) -> None:
    path = str(tmp_path / "probes.json")
    system.add_probe_driver("a").add_probe_layer("VK_LAYER_a").add_probe_layer("VK_LAYER_b")
    system.with_env(TOKEN="secret-word")
    probe(discover_machine(system), memory=ProbeMemory(path), limits=LIMITS)
    system.with_env(VK_INSTANCE_LAYERS="VK_LAYER_a", RADV_DEBUG="info")
    found = recall_results(discover_machine(system), ProbeMemory(path))
    (driver,) = found.drivers
    assert driver.health.state is State.HEALTHY
    assert driver.other_circumstances == ("$RADV_DEBUG", "$VK_INSTANCE_LAYERS")
    assert [one.other_circumstances for one in found.layers] == [driver.other_circumstances] * 2
    assert found.chain is not None
    assert "layers" in found.chain.other_circumstances
    assert found.chain.layers == ()
    assert found.dump is not None
    probe(discover_machine(system), memory=ProbeMemory(path), limits=LIMITS)
    again = recall_results(discover_machine(system), ProbeMemory(path))
    assert again.chain is not None
    assert (again.chain.other_circumstances, again.chain.layers) == ((), ("VK_LAYER_a",))
    assert "secret-word" not in Path(path).read_text()


def test_a_layer_that_is_written_twice_makes_no_other_chain(
    system: SystemBuilder, tmp_path: Path
) -> None:
    memory = ProbeMemory(str(tmp_path / "probes.json"))
    own = {"disable_environment": {"NO_A": "1"}}
    system.add_probe_driver("a").add_probe_layer("VK_LAYER_a", implicit=True, **own)
    system.add_probe_layer("VK_LAYER_b")
    for meta in ("VK_LAYER_meta", "VK_LAYER_other_meta"):
        system.add_meta_layer(meta, ("VK_LAYER_b", "VK_LAYER_a"))
    profile = LoaderProfile((1, 3, 239))  # it writes components again, and loads the last
    system.with_env(VK_INSTANCE_LAYERS="VK_LAYER_meta")
    report = discover(system.host(), profile=profile)
    assert [one.manifest.name[-1] for one in report.probe_inputs.written_layers] == list("aba")
    chain = probe(report, memory=memory, limits=LIMITS).chain
    assert chain is not None
    assert chain.layers == ("VK_LAYER_b", "VK_LAYER_a")
    system.with_env(VK_INSTANCE_LAYERS="VK_LAYER_meta:VK_LAYER_other_meta")
    report = discover(system.host(), profile=profile)
    assert [one.manifest.name[-1] for one in report.probe_inputs.written_layers] == list("ababa")
    again = recall_results(report, memory).chain
    assert again is not None
    assert "layers" not in again.other_circumstances


def test_a_layer_is_recalled_while_the_driver_that_it_was_tried_on_is_left_out(
    system: SystemBuilder,
) -> None:
    memory = ProbeMemory()
    system.add_probe_driver("a").add_probe_layer("VK_LAYER_a")
    probe(discover_machine(system), memory=memory, limits=LIMITS)
    system.with_env(VK_LOADER_DRIVERS_DISABLE="*")
    found = recall_results(discover_machine(system), memory)
    assert found.drivers == ()
    assert found.layers[0].health.state is State.HEALTHY
    assert "ground" in found.layers[0].other_circumstances


def test_a_driver_that_is_not_used_is_recalled_apart_from_results_of_the_report(
    system: SystemBuilder,
) -> None:
    memory = ProbeMemory()
    system.add_probe_driver("good").add_probe_driver("other")
    probe(discover_machine(system), DEVICES, memory=memory, limits=LIMITS)
    system.with_env(VK_LOADER_DRIVERS_SELECT="good*")
    report = discover_machine(system)
    assert list(group_by_name(recall_results(report, memory).drivers)) == ["good"]
    (other,) = recall_unused_drivers(report, memory)
    assert (other.is_cached, other.health.state) == (True, State.HEALTHY)
    assert list(group_by_name((other,))) == ["other"]


def test_of_several_circumstances_the_latest_answer_whose_files_stay_is_the_nearest(
    tmp_path: Path,
) -> None:
    memory = ProbeMemory()
    file = str(tmp_path / "lib.so")
    keys = [make_key("a", {"loader": n}, {"LONG": "x" * n, "LINES": str(n)}, "m") for n in range(4)]
    memory.remember(keys[0], "old", 1.0, {file: None})
    memory.remember(keys[1], "gone", 3.0, {file: (1, 2, 3)})
    memory.remember(keys[2], "new", 2.0, {file: None})
    found = memory.recall_nearest(keys[3])
    assert found is not None
    assert (found.remembered.value, found.differing) == ("new", ("$LONG", "loader"))
    assert memory.recall_nearest(make_key("b", {}, {}, "m")) is None
    exact = memory.recall_nearest(keys[0])
    assert exact is not None
    assert (exact.remembered.value, exact.differing) == ("old", ())


def test_a_library_that_was_missing_is_asked_again_when_it_is_there(
    system: SystemBuilder,
) -> None:
    system.add_probe_driver("late")
    library = next(system.root.rglob("liblate.so"))
    away = library.with_suffix(".away")
    memory = ProbeMemory()

    def devices() -> int:
        results = probe(discover_machine(system), DEVICES, memory=memory, limits=LIMITS)
        assert results.chain is not None
        assert isinstance(results.chain.answer, ChainAnswer)
        found = results.chain.answer.devices
        return 0 if isinstance(found, str) else len(found)

    library.rename(away)
    assert devices() == 0
    assert group_by_name(recall_results(discover_machine(system), memory).drivers)[
        "late"
    ].health.state is (State.DOES_NOT_LOAD)
    away.rename(library)
    assert recall_results(discover_machine(system), memory).drivers == ()
    assert devices() == 1


def test_a_library_without_a_path_may_come_into_any_folder_of_the_linker():
    environment = {"LD_LIBRARY_PATH": "/a::b;/c"}
    assert list(find_candidates("libx.so", environment)) == ["/a/libx.so", "/c/libx.so"]
    assert list(find_candidates("/lib/libx.so", environment)) == ["/lib/libx.so"]


def test_an_answer_of_a_library_that_was_replaced_meanwhile_is_not_recalled(
    system: SystemBuilder,
) -> None:
    system.add_probe_driver("a")
    library = next(system.root.rglob("liba.so"))
    new = library.with_suffix(".new")
    new.write_bytes(library.read_bytes())

    def replace(progress: ProbeProgress) -> None:
        if progress.about.startswith("vkCreateInstance") and new.exists():
            new.rename(library)

    memory = ProbeMemory()
    wanted = ProbeSelection(layers=frozenset(), chain=False)
    (driver,) = probe(
        discover_machine(system), wanted, memory=memory, tell=replace, limits=LIMITS
    ).drivers
    assert driver.health.state is State.HEALTHY
    assert recall_results(discover_machine(system), memory).drivers == ()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b'{"format": 0}',
        b"[" * 50_000,
        b'{"format": 4, "answers": {}, "circumstances": {}}',
        b'{"format": 4, "answers": [], "circumstances": []}',
        b'{"format": 4, "circumstances": {"": {}, "d": 1}, "answers": [3, [1, "", "1", 0.5, "{}"],'
        b' ["k", "", 1, 0.5, "{}"], ["k", "", "1", 2, {}], ["k", "d", "1", 0.5, "{}"],'
        b' ["k", "e", "1", 0.5, "{}"]]}',
        b'{"format": 4, "circumstances": {"": {}}, "answers": [["k", "", "1", 0.5, "{}}"]]}',
        b'{"format": 4, "circumstances": {"": {}}, "answers": [["k", "", "1", 0.5, "[]"]]}',
        b'{"format": 4, "circumstances": {"": {}}, "answers": [["k", "", "1", 0.5,'
        b' "{\\"f\\": [1]}"]]}',
        b'{"format": 4, "circumstances": {"": {}}, "answers": [["k", "", "1", 0.5, "'
        + b"[" * 50_000
        + b'"]]}',
    ],
)
def test_a_damaged_memory_is_empty(system: SystemBuilder, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "probes.json"
    path.write_bytes(content)
    memory = ProbeMemory(str(path))
    assert memory.recall(AnswerKey("k")) is None
    results = probe(
        discover_machine(system.add_probe_driver()), DEVICES, memory=memory, limits=LIMITS
    )
    assert results.drivers[0].health.state is State.HEALTHY


def test_a_memory_that_cannot_be_written_is_no_failure(tmp_path: Path) -> None:
    memory = ProbeMemory(str(tmp_path / "file" / "probes.json"))
    (tmp_path / "file").write_text("")
    memory.remember(AnswerKey("k"), 1, 0.5, {})
    memory.save()
    known = memory.recall(AnswerKey("k"))
    assert known is not None
    assert (known.value, known.time) == (1, 0.5)
