"""Pictures of finished reports: whatever a saved report holds, rows or a refusal."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tests.framework.german import speak_german
from tests.loader.api.test_saved_report import DAMAGED, JSON
from vkconfig_py.loader.api.report_json import SavedReportError, make_stamped_json, read_report
from vkconfig_py.machines.window.other_machine import (
    NOT_PROBED_TEXT,
    list_verdict_steps,
    make_snapshot,
    read_machine,
)
from vkconfig_py.model.chain.loader_variables import describe_environment
from vkconfig_py.model.chain.snapshot_values import RowKind, Tone


def show(document):
    try:
        report = read_report(document).report
    except SavedReportError:
        return
    for language in (nullcontext, speak_german):
        with language():
            snapshot = make_snapshot(report)
            for row in snapshot.rows:
                list_verdict_steps(report, row.key)


@given(st.data())
def test_a_damaged_member_leads_to_rows_or_a_refusal(data):
    key = data.draw(st.sampled_from(sorted(DAMAGED)))
    show({**DAMAGED, key: data.draw(JSON)})


@given(st.data())
def test_a_damaged_element_leads_to_rows_or_a_refusal(data):
    lists = sorted(key for key, value in DAMAGED.items() if value and isinstance(value, list))
    key = data.draw(st.sampled_from(lists))
    first, *rest = DAMAGED[key]
    member = data.draw(st.sampled_from(sorted(first)))
    kind = type(first[member])
    values = {str: st.text(max_size=8), int: st.integers(-5, 1 << 40), bool: st.booleans()}
    value = data.draw(values.get(kind, JSON))
    show({**DAMAGED, key: [{**first, member: value}, *rest]})


@given(st.text("0123456789.", max_size=14), st.integers(-1, 1 << 70))
def test_odd_numbers_of_the_loader_lead_to_rows_or_a_refusal(version, bits):
    loader = {"version": version, "library": "/l", "pointer_bits": bits}
    show({**DAMAGED, "loader": loader, "loaders": [loader, loader]})


def test_searches_without_sources_are_read():
    found = {"driver": {"paths": ["/a", "/b"], "files": [], "sources": ["built in"]}}
    report = read_report({**DAMAGED, "search": found}).report
    assert report.driver_search.sources == ("built in", "")
    assert make_snapshot(report).rows


SAMPLE = Path(__file__).parents[3] / "resources/demo/windows"


def test_a_program_that_the_machine_names_has_its_row_and_the_sentence():
    snapshot = read_machine(str(SAMPLE)).snapshot
    assert snapshot.sentences[0].startswith("meadow.exe will load 3 layers")
    assert snapshot.rows[0].name == "meadow.exe"


def test_drivers_that_nobody_probed_say_so_one_by_one():
    rows = read_machine(str(SAMPLE)).snapshot.rows
    drivers = [row for row in rows if row.kind is RowKind.DRIVER and row.is_used]
    assert [row.status for row in drivers] == [NOT_PROBED_TEXT, NOT_PROBED_TEXT]
    assert not any("not probed yet" in row.accessible_text + row.tooltip for row in drivers)


def test_variables_of_another_machine_are_not_said_to_be_of_this_session():
    machine = read_machine(str(SAMPLE))
    reasons = [row.reason for row in machine.snapshot.rows]
    assert "ENABLE_VK_LAYER_VALVE_steam_overlay_1=1 is set on the other machine" in reasons
    told = [row.reason + row.tooltip + row.accessible_text for row in machine.snapshot.rows]
    told += [problem.title + problem.consequence for problem in machine.problems]
    assert not any("your session" in text for text in told)


def test_layers_of_which_only_the_place_is_known_are_no_promise(tmp_path):
    export = tmp_path / "machine.reg"
    export.write_bytes((SAMPLE / "registry.reg").read_bytes())
    snapshot = read_machine(str(export)).snapshot
    assert snapshot.sentences[0].startswith("The layers that a program will load are unknown: ")
    unread = [row for row in snapshot.rows if row.status == "Unknown"]
    assert {row.tone for row in unread} == {Tone.NEUTRAL}
    assert {row.secondary for row in unread} == {"layer"}


def test_a_saved_report_has_no_values_of_variables_and_names_the_variable_alone():
    document = make_stamped_json(read_machine(str(SAMPLE)).snapshot.report)
    rows = make_snapshot(read_report(document).report).rows
    name = "ENABLE_VK_LAYER_VALVE_steam_overlay_1"
    assert f"{name} is set on the other machine" in [row.reason for row in rows]


def test_variables_of_another_machine_have_no_origin_on_this_one(monkeypatch):
    monkeypatch.setenv("ENABLE_VK_LAYER_VALVE_steam_overlay_1", "1")
    entries = describe_environment(read_machine(str(SAMPLE)).snapshot)
    found = {entry.row.name: entry.origin for entry in entries if entry.row.value is not None}
    assert found["ENABLE_VK_LAYER_VALVE_steam_overlay_1"] == "set on the other machine"
    assert {*found.values()} == {"set on the other machine"}


def test_what_another_machine_decided_is_told_in_the_language_of_the_window():
    said = {row.key: row.reason for row in make_snapshot(read_report(DAMAGED).report).rows}
    with speak_german():
        here = {row.key: row.reason for row in make_snapshot(read_report(DAMAGED).report).rows}
    assert said["layer:VK_LAYER_a"] == "game requests it"
    assert here["layer:VK_LAYER_a"] == "das Programm fordert ihn an"
