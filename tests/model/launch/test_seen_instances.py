"""Instances in a loader's log: what the program asked for, and what explains a difference."""

from __future__ import annotations

import pytest

from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.launch.foreground import LoaderLineFilter
from vkconfig_py.model.launch.observed_loader import (
    ExpectedLaunch,
    InstanceReader,
    collect_requests,
    compare_instance,
    make_expected_launch,
    parse_output,
)
from vkconfig_py.model.programs.program_paths import find_compared_program

ASKED = """\
[Vulkan Loader] INFO:           vkCreateInstance: applicationName: "t: x", applicationVersion: 1, \
engineName: "e", engineVersion: 2, apiVersion: 1.2.3
[Vulkan Loader] INFO:           vkCreateInstance: Requested 1 instance layer(s):
[Vulkan Loader] INFO:              VK_LAYER_b
[Vulkan Loader] INFO:           vkCreateInstance: Requested 2 instance extension(s):
[Vulkan Loader] INFO:              VK_KHR_surface
[Vulkan Loader] INFO:              VK_KHR_xcb_surface
[Vulkan Loader] INFO:           No valid vk_loader_settings.json file found
"""
STACK = """\
[Vulkan Loader] LAYER:          vkCreateInstance layer callstack setup to:
[Vulkan Loader] LAYER:             <Application>
[Vulkan Loader] LAYER:             VK_LAYER_i
[Vulkan Loader] LAYER:                     Type: Implicit
[Vulkan Loader] LAYER:                     Enabled By: Implicit Layer
[Vulkan Loader] LAYER:             VK_LAYER_b
[Vulkan Loader] LAYER:                     Type: Explicit
[Vulkan Loader] LAYER:                     Enabled By: By the Application
[Vulkan Loader] LAYER:             <Drivers>
"""
NEW = ASKED + STACK
LABELLED = STACK
OLD = "\n".join(
    line.replace("[Vulkan Loader] LAYER:          ", "LAYER:            ")
    for line in STACK.splitlines()
    if "Enabled By" not in line
)
BY_VARIABLE = (
    "WARNING | LAYER:  env var 'VK_INSTANCE_LAYERS' defined and adding layers \"VK_LAYER_b\"\n"
)
BY_FILTER = (
    'WARNING | LAYER:  Layer "VK_LAYER_b" forced enabled due to env var'
    " 'VK_LOADER_LAYERS_ENABLE'\n"
)
PREDICTED = ExpectedLaunch(("VK_LAYER_i",), program="/opt/game")


def instances(log):
    reader = InstanceReader()
    found = (reader.read(parse_output(line)) for line in log.splitlines())
    return [one for one in found if one is not None]


def test_what_a_program_passes_is_read_where_the_loader_tells_it():
    (one,) = instances(NEW)
    assert one.layers == ("VK_LAYER_b",)
    assert one.extensions == ("VK_KHR_surface", "VK_KHR_xcb_surface")
    assert one.api_version == "1.2.3"


@pytest.mark.parametrize(
    ("log", "is_told"), [(NEW, True), (LABELLED, True), (OLD, False)], ids=["1.4", "label", "1.3"]
)
def test_the_programs_own_layer_is_found_with_each_loader(log, is_told):
    seen = collect_requests(PREDICTED, instances(log))
    assert (seen.layers, seen.is_told) == (("VK_LAYER_b",), is_told)


@pytest.mark.parametrize("log", [NEW, LABELLED, OLD], ids=["1.4", "label", "1.3"])
def test_a_layer_that_the_program_asked_for_explains_the_difference(log):
    (one,) = instances(log)
    compared = compare_instance(PREDICTED, one)
    assert not compared.is_equal
    assert compared.explanation == "game requested b itself."


@pytest.mark.parametrize(
    ("line", "variable"),
    [(BY_VARIABLE, "VK_INSTANCE_LAYERS"), (BY_FILTER, "VK_LOADER_LAYERS_ENABLE")],
)
def test_a_variable_that_a_script_set_explains_the_difference_and_is_no_request(line, variable):
    found = instances(line + OLD)
    assert (
        compare_instance(PREDICTED, found[0]).explanation
        == f"{variable} was set when game started and turned on b."
    )
    assert collect_requests(PREDICTED, found).layers == ()


def test_a_label_that_names_a_variable_is_no_request():
    log = LABELLED.replace("By the Application", "Environment Variable VK_INSTANCE_LAYERS")
    (one,) = instances(log)
    assert compare_instance(PREDICTED, one).explanation.startswith(
        "VK_INSTANCE_LAYERS was set when game"
    )
    assert collect_requests(PREDICTED, [one]).layers == ()


def test_a_predicted_request_that_was_not_made_explains_the_difference():
    expected = ExpectedLaunch(("VK_LAYER_i", "VK_LAYER_b"), frozenset({"VK_LAYER_b"}), "/opt/game")
    (one,) = instances("\n".join(OLD.splitlines()[:4] + OLD.splitlines()[-1:]))
    assert compare_instance(expected, one).explanation == "game did not request b this time."
    assert collect_requests(expected, [one]).layers == ()


def test_a_further_implicit_layer_is_not_explained():
    (one,) = instances(OLD)
    assert compare_instance(ExpectedLaunch(("VK_LAYER_b",)), one).explanation == ""


def test_a_script_that_sets_what_was_not_known_is_named(tmp_path):
    path = tmp_path / "start"
    path.write_text("#!/bin/sh\nexport A=$(tool)\nexec /usr/bin/env B=$(tool) C=1 true\n")
    path.chmod(0o755)
    program = find_compared_program(str(path), Host(environment={"PATH": "/usr/bin:/bin"}), ())
    expected = make_expected_launch(discover(Host(environment={})), program.real_path, program)
    (one,) = instances(OLD)
    assert compare_instance(expected, one).explanation == (
        f"{path}, line 2, sets A to a value that could not be predicted. "
        f"{path}, line 3, sets B to a value that could not be predicted."
    )
    path.write_text("#!/bin/sh\nexport A=$(tool) B=$(tool)\nexec /bin/true\n")
    program = find_compared_program(str(path), Host(environment={"PATH": "/usr/bin:/bin"}), ())
    expected = make_expected_launch(discover(Host(environment={})), program.real_path, program)
    assert compare_instance(expected, one).explanation == (
        f"{path}, line 2, sets A and B to values that could not be predicted."
    )
    path.write_text("#!/bin/sh\nexport $(tool)\nexec /bin/true\n")
    program = find_compared_program(str(path), Host(environment={"PATH": "/usr/bin:/bin"}), ())
    expected = make_expected_launch(discover(Host(environment={})), program.real_path, program)
    assert compare_instance(expected, one).explanation == (
        f"{path}, line 2, sets variables that could not be predicted."
    )
    path.write_text('#!/bin/sh\nexec "$(tool)"\n')
    program = find_compared_program(str(path), Host(environment={"PATH": "/usr/bin:/bin"}), ())
    expected = make_expected_launch(discover(Host(environment={})), program.real_path, program)
    assert compare_instance(expected, one).explanation == (
        f"The program that {path} starts could not be predicted."
    )


def test_all_instances_of_a_launch_count_together():
    small = NEW.replace("1.2.3", "1.0.0").replace("   VK_LAYER_b", "   VK_LAYER_i")
    seen = collect_requests(PREDICTED, instances(small + NEW))
    assert seen.api_version == "1.2.3"
    assert seen.layers == ("VK_LAYER_i", "VK_LAYER_b")
    assert collect_requests(PREDICTED, []) is None
    assert collect_requests(ExpectedLaunch(()), instances(NEW)) is None


def test_the_loaders_lines_are_taken_out_and_all_others_pass_as_they_come():
    lines = LoaderLineFilter()
    pieces = b"name? ", b"a\nINFO", b"RMED\n", b"DEBUG", b""
    assert [lines.feed(one) for one in pieces] == [b"name? ", b"a\n", b"INFORMED\n", b"", b""]
    assert lines.finish() == b"DEBUG"
    log = NEW.encode()
    for size in (1, 7, 64):
        lines = LoaderLineFilter()
        text = b"one\n" + log + b"\ntwo\n"
        pieces = [text[at : at + size] for at in range(0, len(text), size)]
        assert b"".join(map(lines.feed, pieces)) + lines.finish() == b"one\ntwo\n"
