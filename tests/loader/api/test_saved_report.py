"""Reports that are read back: the same words as on their machine, and nothing from bad input."""

from __future__ import annotations

import io
import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.german import speak_german
from tests.framework.system import SystemBuilder
from vkconfig_py import __version__
from vkconfig_py.cli.output import Output
from vkconfig_py.cli.report_text import print_report
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.report_json import (
    ReportOrigin,
    SavedReportError,
    make_stamped_json,
    read_report,
)
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.lint.linter import lint
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE, LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport


def rich(system: SystemBuilder) -> LoaderReport:
    system.add_explicit_layer("VK_LAYER_a").add_implicit_layer("VK_LAYER_overlay")
    system.add_implicit_layer("VK_LAYER_waits", enable_environment={"WAITS": "1"})
    system.add_meta_layer("VK_LAYER_meta", ["VK_LAYER_a"])
    system.add_driver("gpu")
    system.add_file(system.root / "data_dirs/vulkan/explicit_layer.d/broken.json", "{")
    system.with_env(WAITS="2", VK_LOADER_LAYERS_DISABLE="VK_LAYER_overlay")
    host = system.host()
    cache = DocumentCache()
    profile = NEWEST_PROFILE._replace(library="/usr/lib/libvulkan.so.1")
    asked = Application("game", (1, 2, 0), layers=("VK_LAYER_a",))
    report = discover(host, asked, profile, cache)
    return report._replace(problems=lint(report, cache), loaders=(profile,))


def saved(report: LoaderReport) -> dict[str, object]:
    document: dict[str, object] = json.loads(json.dumps(make_stamped_json(report)))
    return document


def drawn(report: LoaderReport) -> str:
    text = io.StringIO()
    print_report(report, Output(text, sys.stderr, colored=False, width=100))
    return text.getvalue()


def test_a_report_read_back_says_the_same(system):
    report = rich(system)
    assert drawn(read_report(saved(report)).report) == drawn(report)


@pytest.mark.parametrize(
    "changes",
    [
        {"version": (1, 3, 204), "is_branch": True},
        {"version": (1, 0, 44), "oldest": (1, 0, 43), "is_version_known": False},
        {"version": (1, 3, 233), "told": (1, 3, 300)},
    ],
)
def test_what_is_known_of_the_loader_is_kept(system, changes):
    report = rich(system)
    report = report._replace(profile=LoaderProfile(library="/l", **changes))
    again = read_report(saved(report)).report.profile
    assert again == report.profile


def test_it_says_where_it_comes_from(system):
    taken = read_report(saved(rich(system)) | {"machine": "box", "time": "then"}).origin
    assert (taken.machine, taken.time, taken.engine) == ("box", "then", __version__)


def test_sentences_are_those_of_its_own_engine(system):
    document = saved(rich(system))
    for verdict in document["verdicts"]:
        verdict["sentence"] = "in other words"
    again = drawn(read_report(document).report)
    assert "always on" not in again
    assert "in other words" in again


def test_problems_are_told_in_the_language_of_the_reader(system):
    system.add_explicit_layer("VK_LAYER_a", library_path="/gone/liba.so").add_driver("gpu")
    document = saved(discover(system.host(), profile=NEWEST_PROFILE))
    with speak_german():
        (here,) = discover(system.host(), profile=NEWEST_PROFILE).problems
        (said,) = read_report(document).report.problems
    assert said.title == here.title != document["problems"][0]["title"]


def test_reports_of_releases_before_these_keys_are_read(system):
    report = rich(system)
    document = saved(report)
    for key in ("machine", "time", "engine", "platform", "application", "manifests"):
        del document[key]
    again = read_report(document)
    assert again.origin == ReportOrigin()
    assert [one.manifest.name for one in again.report.callstack] == ["VK_LAYER_a"]
    assert {one.name: one.verdict.reason for one in again.report.found_layers} == {
        one.name: one.verdict.reason for one in report.found_layers
    }


@pytest.mark.parametrize("raw", [None, 1, [], {}, {"basis": "files"}, {"verdicts": []}])
def test_what_is_no_report_is_named(raw):
    with pytest.raises(SavedReportError, match="show --json"):
        read_report(raw)


def test_a_rule_of_a_newer_engine_names_both_versions(system):
    document = saved(rich(system)) | {"engine": "99.0"}
    document["verdicts"][0]["reason"] = "rule-of-tomorrow"
    with pytest.raises(SavedReportError) as refused:
        read_report(document)
    assert "written by vkconfig-py 99.0" in str(refused.value)
    assert __version__ in str(refused.value)
    assert "rule-of-tomorrow" in str(refused.value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@given(st.data())
def test_a_damaged_report_is_read_or_refused(data):
    document = dict(DAMAGED)
    key = data.draw(st.sampled_from(sorted(document)))
    document[key] = data.draw(JSON)
    try:
        read_report(document)
    except SavedReportError:
        return


@given(st.data())
def test_a_report_with_a_damaged_element_is_read_or_refused(data):
    lists = sorted(key for key, value in DAMAGED.items() if value and isinstance(value, list))
    key = data.draw(st.sampled_from(lists))
    first, *rest = DAMAGED[key]
    member = data.draw(st.sampled_from(sorted(first)))
    document = {**DAMAGED, key: [{**first, member: data.draw(JSON)}, *rest]}
    try:
        read_report(document)
    except SavedReportError:
        return


VERDICT = {
    "subject": "VK_LAYER_a", "kind": "layer", "outcome": "loads", "basis": "files",
    "reason": "application", "sentence": "game requests it", "detail": "", "file": "", "line": 0,
    "remedy": {"action": "NoRemedy", "why": ""}, "manifest": "/a.json", "position": 0,
    "listed": True,
}  # fmt: skip
DAMAGED = {
    "basis": "files", "instance_version": "1.3.239",
    "loader": {"version": "1.3.239", "library": "", "pointer_bits": 64},
    "process": {"executable": "", "elevated": False, "pointer_bits": 64, "root": ""},
    "loaders": [{"version": "1.3.239", "library": "", "pointer_bits": 64}],
    "layers": [{"name": "VK_LAYER_a", "spec_version": "1.3.0", "implementation_version": 1,
                "description": "", "manifest": "/a.json", "kind": "explicit", "library": "a.so"}],
    "create": "VK_SUCCESS",
    "callstack": [{"name": "VK_LAYER_a", "type": "explicit", "manifest": "/a.json",
                   "library": "a.so", "enabled_by": ""}],
    "drivers": [{"manifest": "/d.json", "library": "d.so", "api_version": "1.3.0"}],
    "search": {"driver": {"paths": [], "files": [], "sources": []}},
    "settings_file": None,
    "verdicts": [VERDICT, {**VERDICT, "kind": "driver", "manifest": "/d.json"}],
    "problems": [{"severity": "note", "code": "x", "title": "x", "consequence": "x"}],
    "devices": [{"name": "gpu", "api_version": "1.3.0"}],
    "health": [{"subject": "driver", "manifest": "/d.json", "name": "", "state": "sound",
                "seconds": {"open": 0.1}}],
    "manifests": [{"name": "VK_LAYER_a", "manifest": "/a.json", "implicit": False,
                   "api_version": [1, 3, 0], "implementation_version": 1, "description": "",
                   "library": "a.so", "components": []}],
}  # fmt: skip


def test_the_report_to_be_damaged_is_read():
    report = read_report(DAMAGED).report
    assert report.devices is not None
    assert report.probe_results is not None
    assert len(report.drivers) == 1
