"""Files that were made to cost time: what they ask for is bounded, and told."""

from __future__ import annotations

import sys
from itertools import pairwise

import pytest

from tests.framework.amount import choose_amount, combine
from tests.framework.effort import costs_at_most
from tests.loader.lint.lint_machines import EXPLICIT, IMPLICIT, doubling
from tests.loader.machine import OLD, Machine, document, meta_object
from vkconfig_py.loader.base.verdicts import Problem
from vkconfig_py.loader.json.decode import MAX_RECORDED_DEPTH, find_positions, parse_json
from vkconfig_py.loader.lint.lint_context import ProblemCode
from vkconfig_py.loader.lint.linter import lint
from vkconfig_py.loader.manifests.reader import OLDEST_PRINT_STYLE, PRINT_STYLE, print_plain
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE, LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport

SIZE = choose_amount(50_000, long=200_000)
LOOPS = 1400  # some seconds of a fast processor; each of these took some minutes
HEAD = (
    b'{"file_format_version":"1.0.0","layer":{"name":"VK_LAYER_a","type":"GLOBAL","api_version":'
    b'"1.3.0","library_path":"/lib/a.so","implementation_version":"1","description":"d","x":%s}}'
)


def _members(depth: int) -> bytes:
    inner = b",".join([b'"a":1'] * ((SIZE - 6 * depth) // 6))
    return b'{"k":' * depth + b"{" + inner + b"}" + b"}" * depth


DEEP = {
    "repeated keys far down": _members(100),
    "repeated keys at the limit": _members(950),
    "a repeated key on each level": b'{"a":1,"a":' * 900 + b"1" + b"}" * 900,
    "numbers far down": b"[" * 900 + b",".join([b"0"] * (SIZE // 2)) + b"]" * 900,
    "lists alone": b"[" * (SIZE // 2) + b"]" * (SIZE // 2),
    "objects alone": b'{"k":' * (SIZE // 6) + b"1" + b"}" * (SIZE // 6),
}


def _look(machine: Machine, profile: LoaderProfile) -> tuple[LoaderReport, tuple[Problem, ...]]:
    report = machine.report(profile=profile)
    return report, lint(report)


@pytest.mark.parametrize(
    ("what", "profile"),
    combine(DEEP, [OLD, NEWEST_PROFILE]),
    ids=lambda x: getattr(x, "version_text", x),
)
def test_a_deep_manifest_costs_little(what, profile):
    machine = Machine().file(f"{IMPLICIT}/deep.json", HEAD.replace(b"%s", DEEP[what]))
    with costs_at_most(LOOPS):
        _report, problems = _look(machine, profile)
    codes = {problem.code for problem in problems}
    assert codes & {ProblemCode.NESTED_DEEPLY, "invalid-json", "aborts-all"}, codes


@pytest.mark.parametrize("key", [b"name", b"library_path", b"description", b"component_layers"])
def test_a_deep_value_where_a_text_belongs_costs_little(key):
    text = DEEP["numbers far down"] if key == b"component_layers" else _members(400)
    data = HEAD.replace(b'"%s":"' % key, b'"%s":%s,"y":"' % (key, text)).replace(b"%s", b"1")
    if key == b"component_layers":
        data = data.replace(b'"library_path":', b'"component_layers":[%s],"y":' % text)
    machine = Machine().file(f"{IMPLICIT}/deep.json", data)
    with costs_at_most(LOOPS):
        _look(machine, OLD)


def test_many_repeated_keys_are_told_together():
    text = b"{" + b",".join([b'"a%d":1' % (number % 100) for number in range(3000)]) + b"}"
    machine = Machine().file(f"{EXPLICIT}/x.json", HEAD.replace(b"%s", text))
    told = [x for x in _look(machine, NEWEST_PROFILE)[1] if x.code == ProblemCode.REPEATED_KEY]
    assert len(told) == 21
    assert told[-1].title == "x.json: 2,880 more keys appear twice"


def test_positions_end_at_a_depth_and_know_the_nearest_parent():
    positions = find_positions(b'{"a":\n' * 80 + b"1" + b"}" * 80)
    deepest = positions.find_line(*("a",) * 80)
    assert deepest == positions.find_line(*("a",) * MAX_RECORDED_DEPTH) == MAX_RECORDED_DEPTH - 1
    assert positions.find_line("A", "a") == 2


def test_a_printed_value_is_as_long_as_a_name_or_path_can_use():
    value = parse_json(b"[" * 900 + b"1" + b"]" * 900).value
    assert print_plain(value, PRINT_STYLE) == "[" * 900 + "1" + "]" * 900
    wide = parse_json(b"[" + b",".join([b"{}"] * 100_000) + b"]").value
    assert print_plain(wide, OLDEST_PRINT_STYLE).startswith("[{\n}, {\n}")
    assert len(print_plain(wide, OLDEST_PRINT_STYLE)) < 8200


@pytest.mark.parametrize("version", [(1, 3, 211), (1, 3, 239), (1, 3, 248), (1, 3, 261)], ids=str)
def test_meta_layers_that_double_cost_little_and_are_told(version):
    machine = Machine().driver()
    doubling(machine, 26)
    with costs_at_most(LOOPS):
        report = machine.report("VK_LAYER_m", profile=LoaderProfile(version))
        problems = lint(report)
    assert [layer.manifest.name for layer in report.callstack] == ["VK_LAYER_a"]
    assert ProblemCode.META_MULTIPLIES in {problem.code for problem in problems}


def test_loaders_that_refuse_them_tell_only_that():
    machine = Machine()
    doubling(machine, 26)
    codes = {problem.code for problem in _look(machine, NEWEST_PROFILE)[1]}
    assert ProblemCode.META_MULTIPLIES not in codes
    assert "meta-component-missing" in codes


@pytest.mark.parametrize("profile", [OLD, NEWEST_PROFILE], ids=lambda x: x.version_text)
def test_meta_layers_deep_inside_one_another_are_followed(profile):
    machine = Machine().driver().explicit("VK_LAYER_a")
    names = ["VK_LAYER_a", *(f"VK_LAYER_m{number}" for number in range(600))]
    layers = [meta_object(name, inner) for inner, name in pairwise(names)]
    machine.file(f"{EXPLICIT}/metas.json", document(*layers))
    before = sys.getrecursionlimit()
    report = machine.report(names[-1], profile=profile)
    lint(report)
    assert [layer.manifest.name for layer in report.callstack] == ["VK_LAYER_a"]
    assert sys.getrecursionlimit() == before
