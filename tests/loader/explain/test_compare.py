"""What changed between two reports."""

from __future__ import annotations

import json

from tests.loader.machine import NEW, OLD, Machine
from vkconfig_py.loader.api.report_json import read_report, report_to_json
from vkconfig_py.loader.base.host import Platform
from vkconfig_py.loader.base.verdicts import Reason
from vkconfig_py.loader.explain.compare import (
    ReportDifference,
    compare_reports,
    compare_snapshots,
    make_report_snapshot,
)
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile, find_differing_gates


def difference(
    before: Machine, after: Machine, profile: LoaderProfile = NEW
) -> list[tuple[str, str, str, str]]:
    found = compare_reports(before.report(profile=profile), after.report(profile=profile))
    return [(one.subject, one.what, one.before, one.after) for one in found]


def machine() -> Machine:
    return Machine().driver().implicit("I").implicit("J").explicit("A")


def test_same_machine_has_no_difference():
    assert difference(machine(), machine()) == []


def test_outcome_changes_with_the_rule_that_says_no():
    before, after = machine(), machine().env(DISABLE_I="1")
    there = compare_reports(before.report(), after.report())
    back = compare_reports(after.report(), before.report())
    for found, old, new in ((there, "loads", "off"), (back, "off", "loads")):
        change = next(one for one in found if one.what == "outcome")
        assert (change.subject, change.before, change.after) == ("I", old, new)
        assert change.reason is Reason.DISABLE_VARIABLE
        assert "DISABLE_I is set" in change.sentence


def test_place_in_the_chain():
    before, after = machine().env(VK_INSTANCE_LAYERS="I"), machine().env(VK_INSTANCE_LAYERS="J")
    moved = {one[0]: one[1:] for one in difference(before, after) if one[1] == "position"}
    assert moved == {"I": ("position", "2", "1"), "J": ("position", "1", "2")}


def test_what_comes_and_goes():
    assert ("A", "found", "off", "absent") in difference(
        machine(), Machine().driver().implicit("I").implicit("J")
    )
    assert ("B", "found", "absent", "off") in difference(machine(), machine().explicit("B"))


def test_results_of_the_loader():
    found = compare_reports(machine().report("gone", profile=OLD), machine().report())
    assert [one.what for one in found][:2] == ["version", "create"]
    assert (found[1].before, found[1].after) == ("VK_ERROR_LAYER_NOT_PRESENT", "VK_SUCCESS")


def test_program_rights_and_word_size():
    other = machine()
    other.changes = {"executable": "/x", "elevated": True, "pointer_bits": 32}
    found = {
        (one.what, one.before, one.after)
        for one in compare_reports(machine().report(), other.report())
    }
    assert {
        ("program", "/opt/program", "/x"),
        ("rights", "ordinary", "elevated"),
        ("word-size", "64-bit", "32-bit"),
    } <= found


def test_a_loader_whose_version_is_unknown_has_no_other_rules():
    profiles = LoaderProfile((0, 0, 0)), LoaderProfile((1, 4, 364))
    found = compare_reports(*(machine().report(profile=one) for one in profiles))
    assert found[0].sentence == "loader: 0.0.0 before, 1.4.364 now"


def test_rules_of_the_sdks_library_are_counted_as_its_own():
    of_sdk = machine().report(profile=LoaderProfile((1, 3, 239), is_branch=True))
    (older, newer) = (machine().report(profile=LoaderProfile((1, 3, x))) for x in (238, 239))
    told = "loader: 1.3.238 before, 1.3.239 now"
    assert compare_reports(older, of_sdk)[0].sentence == told
    assert compare_reports(older, newer)[0].sentence.startswith(f"{told}; 1 rule differs")
    saved = make_report_snapshot(read_report(json.loads(json.dumps(report_to_json(of_sdk)))).report)
    assert compare_snapshots(make_report_snapshot(older), saved)[0].sentence == told


def test_place_that_another_loader_gives_names_the_rule():
    changed = machine().env(VK_INSTANCE_LAYERS="I")
    older, newer = LoaderProfile((1, 4, 313)), LoaderProfile((1, 4, 364))
    found = compare_reports(changed.report(profile=older), changed.report(profile=newer))
    assert found[0].sentence.startswith("loader: 1.4.313 before, 1.4.364 now; ")
    assert found[0].sentence.endswith(" rules differ (docs/loader_versions.md)")
    place = next(one for one in found if one.what == "position")
    assert (
        "; rule: VK_INSTANCE_LAYERS also determines the position of implicit layers"
        in place.sentence
    )


def test_rules_of_another_system_are_not_counted():
    profiles = LoaderProfile((1, 3, 278)), LoaderProfile((1, 3, 279))
    here = compare_reports(*(machine().report(profile=one) for one in profiles))
    assert here[0].sentence == "loader: 1.3.278 before, 1.3.279 now"
    only_there = Gate.APP_PACKAGE_LAYERS
    assert find_differing_gates(*profiles, Platform.WINDOWS) == (only_there,)
    assert find_differing_gates(*profiles, Platform.LINUX) == ()


def test_a_folder_that_does_not_exist_is_no_difference():
    profiles = LoaderProfile((1, 0, 11)), LoaderProfile((1, 3, 239))
    for pair in (profiles, profiles[::-1]):
        found = compare_reports(*(machine().report(profile=one) for one in pair))
        assert not any(one.reason is Reason.FOLDER_ABSENT for one in found)


def test_listed_layers_and_their_order():
    hidden = machine().env(VK_LOADER_LAYERS_DISABLE="A")
    assert ("A", "listed", "yes", "no") in difference(machine(), hidden)
    other = Machine().driver().implicit("J").implicit("I").explicit("A")
    assert ("layers", "order", "I, J, A", "J, I, A") in difference(machine(), other)


def test_variables_with_several_patterns():
    before = machine().env(VK_LOADER_LAYERS_ENABLE="I,nobody")
    after = machine().env(VK_LOADER_LAYERS_ENABLE="nobody,A")
    assert ("VK_LOADER_LAYERS_ENABLE", "detail", "I", "A") in difference(before, after)


def test_saved_reports_compare_like_live_ones():
    before, after = machine().report(), machine().env(DISABLE_I="1").settings("{").report()
    saved = make_report_snapshot(read_report(json.loads(json.dumps(report_to_json(after)))).report)

    def told(found: tuple[ReportDifference, ...]) -> list[tuple[str, str, str, str]]:
        return [(one.subject, one.what, one.before, one.after) for one in found]

    live = told(compare_reports(before, after))
    assert told(compare_snapshots(make_report_snapshot(before), saved)) == live
    assert live


def test_devices_and_layers_of_devices_of_saved_reports_are_compared():
    document = json.loads(json.dumps(report_to_json(machine().report())))
    device = {
        "subject": "gpu", "kind": "device", "outcome": "loads", "reason": "device-alone",
        "sentence": "the only one", "detail": "", "file": "", "line": 0, "position": 0,
    }  # fmt: skip
    probed = {**document, "verdicts": [*document["verdicts"], device]}
    of_devices = {**document, "device_callstack": [], "create_device": "VK_SUCCESS"}
    before, after, other = (
        make_report_snapshot(read_report(one).report) for one in (document, probed, of_devices)
    )
    assert [(one.subject, one.what) for one in compare_snapshots(before, after)] == [
        ("gpu", "found")
    ]
    assert "device-chain" in {one.what for one in compare_snapshots(before, other)}
