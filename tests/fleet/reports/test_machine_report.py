"""Summaries of saved reports, and files that are none."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.german import speak_german
from tests.framework.lab import DAMAGED, FOREIGN, LLVMPIPE, RADEON, make_devices
from vkconfig_py.fleet.reports.machine_report import (
    MAX_ENTRIES,
    MAX_TEXT_LENGTH,
    StringPool,
    parse_report,
    summarize_report,
)

LEAST = {"loader": {"version": "1.4.364"}, "create": "VK_SUCCESS", "callstack": [], "verdicts": []}
VALIDATION = "VK_LAYER_KHRONOS_validation"


def summary_of(report, **members):
    return parse_report("a/b.json", json.dumps({**report, **members}).encode(), StringPool())


def verdict(subject, outcome, kind="layer", reason="not-requested", sentence="not requested"):
    return {
        "subject": subject,
        "kind": kind,
        "outcome": outcome,
        "reason": reason,
        "sentence": sentence,
    }


def test_a_summary_names_machine_time_loader_chain_drivers_and_problems(lab):
    stamp = {"machine": "node1", "time": "2026-01-15T10:30:00Z", "engine": "0.1.0"}
    found = summary_of(lab.reports["common"], **stamp)
    assert found.error == ""
    assert (found.machine, found.time, found.engine) == ("node1", "2026-01-15T10:30:00", "0.1.0")
    assert (found.loader, found.pointer_bits, found.result) == ("1.4.364", 64, "VK_SUCCESS")
    assert found.chain == ("VK_LAYER_MESA_device_select", "VK_LAYER_MANGOHUD_overlay_x86_64")
    assert found.kept_drivers == (
        "nvidia_icd.json",
        "lvp_icd.x86_64.json",
        "radeon_icd.x86_64.json",
    )
    assert {one.code for one in found.problems} >= {"invalid-json", "library-missing"}
    assert found.devices is None


def test_a_report_without_a_name_is_named_by_its_file(lab):
    assert summary_of(lab.reports["common"]).machine == "b"


def test_devices_are_known_only_after_a_probe(lab):
    probed = summary_of(lab.reports["common"], devices=make_devices(RADEON, LLVMPIPE))
    assert probed.devices == (RADEON, LLVMPIPE)
    assert summary_of(lab.reports["common"], devices="VK_ERROR_DEVICE_LOST").devices == ()


def test_of_several_copies_of_a_layer_the_one_that_loads_tells(lab):
    two = [verdict("A", "skipped"), verdict("A", "loads"), verdict("A", "off")]
    (found,) = summary_of(LEAST, verdicts=two).layers
    assert (found.name, found.state) == ("A", "loads")
    (validation,) = [x for x in summary_of(lab.reports["common"]).layers if x.name == VALIDATION]
    assert validation.state == "off"


def test_drivers_are_named_by_their_manifest_whatever_the_system():
    paths = ("/usr/share/vulkan/icd.d/a.json", r"C:\Windows\System32\b.json")
    found = summary_of(LEAST, verdicts=[verdict(path, "loads", "driver") for path in paths])
    assert found.kept_drivers == ("a.json", "b.json")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (DAMAGED, "damaged: line 1: Expecting"),
        (b"\x00\x01\xff", "damaged: it is not valid JSON"),
        (b"", "damaged: line 1: Expecting value"),
        (b"[1]", "damaged: line 1: expected an object"),
        (b"[" * 1_000_000, "damaged: it is not valid JSON"),
        (b'{"a": ' + b"9" * 5000 + b"}", "damaged: it contains a number that is too long"),
        (FOREIGN, "not a vkconfig-py report: “loader.version” is missing or has the wrong type"),
        (b'{"loader": {"version": "1"}, "verdicts": {}}', "“verdicts” is missing"),
    ],
)
def test_damaged_and_foreign_files_are_rows_with_the_reason(content, why):
    found = parse_report("lost/node7.json", content, StringPool())
    assert why in found.error
    assert (found.file, found.machine, found.layers) == ("lost/node7.json", "node7", ())


def test_reports_saved_by_powershell_are_read(lab):
    text = json.dumps(lab.reports["common"])
    assert parse_report("a.json", text.encode("utf-16"), StringPool()).error == ""


def test_members_of_another_kind_are_left_out():
    odd = {
        "machine": 7,
        "time": "yesterday",
        "process": [],
        "problems": {"a": 1},
        "verdicts": [1, None, {"kind": "layer"}, verdict(["x"], 3)],
        "callstack": [{"name": 5}],
        "devices": {"name": "x"},
    }
    found = summary_of(LEAST, **odd)
    assert (found.error, found.machine, found.time, found.pointer_bits) == ("", "b", "", 0)
    assert (found.problems, found.chain, found.devices) == ((), ("",), ())
    assert [one.state for one in found.layers] == ["unknown"]


def test_texts_and_lists_are_limited():
    many = [verdict(f"{n}" + "x" * 1000, "off") for n in range(MAX_ENTRIES + 5)]
    found = summary_of(LEAST, verdicts=many)
    assert len(found.layers) == MAX_ENTRIES
    assert max(len(one.name) for one in found.layers) == MAX_TEXT_LENGTH


def test_what_all_reports_together_may_keep_is_limited():
    words = StringPool(limit=5000)
    content = json.dumps({**LEAST, "verdicts": [verdict("A", "off")] * 30}).encode()
    errors = [parse_report(f"{n}.json", content, words).error for n in range(3)]
    assert errors[0] == ""
    assert errors[2] == "skipped: the reports exceed the memory limit"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


MEMBERS = st.sampled_from(
    ["machine", "time", "process", "problems", "devices", "verdicts", "callstack", "settings_file"]
)


@given(st.dictionaries(MEMBERS, JSON))
def test_whatever_members_hold_the_answer_is_a_row(members):
    found = summary_of(LEAST, **members)
    assert found.file == "a/b.json"
    assert found.error == "" or "is missing or has the wrong type" in found.error


def test_equal_texts_are_kept_once(lab):
    words = StringPool()
    first, second = (summarize_report(name, lab.reports["common"], words) for name in ("a", "b"))
    assert all(x.sentence is y.sentence for x, y in zip(first.layers, second.layers, strict=True))


def test_sentences_are_told_from_facts_in_the_language_of_the_reader(lab):
    saved = lab.reports["common"]
    with speak_german():
        found = summary_of(saved)
    problems = {one.code: one.title for one in found.problems}
    assert problems["other-manifest-type"] == (
        "intel_icd.x86_64.json: ein Treibermanifest, kein Layer-Manifest"
    )
    # The document has no facts beside what only the lint of its machine knew.
    own = {one["code"]: one["title"] for one in saved["problems"]}
    assert problems["misspelt-key"] == own["misspelt-key"]
    reasons = {one.reason: one.sentence for one in found.layers}
    assert reasons["enable-variable"] == "MANGOHUD ist gesetzt"
