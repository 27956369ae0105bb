"""The loader's log, in the format up to 1.3 and in the one since 1.4.309."""

from __future__ import annotations

import pytest

from vkconfig_py.loader.probe.reference_client import (
    CallstackLayer,
    ReferenceSearch,
    find_folders_between,
    iterate_log_messages,
    parse_callstack,
    parse_searches,
)

OLD = """\
INFO:             Vulkan Loader Version 1.3.239
LAYER:            Searching for layer manifest files
LAYER:               In following locations:
LAYER:                  /a/vulkan/implicit_layer.d
LAYER:                  /etc/vulkan/implicit_layer.d
LAYER:                  /b/vulkan/implicit_layer.d
LAYER:               Found the following files:
LAYER:                  /a/vulkan/implicit_layer.d/one.json
WARNING | LAYER:  env var 'VK_INSTANCE_LAYERS' defined and adding layers "VK_LAYER_two"
DRIVER:           Searching for driver manifest files
DRIVER:              In following locations:
DRIVER:                 /a/vulkan/icd.d
DRIVER:              Found no files
a layer prints: as it likes
LAYER:            vkCreateInstance layer callstack setup to:
LAYER:               <Application>
LAYER:                 ||
LAYER:               <Loader>
LAYER:                 ||
LAYER:               VK_LAYER_one
LAYER:                       Type: Implicit
LAYER:                           Disable Env Var:  DISABLE_one
LAYER:                       Manifest: /a/one.json
LAYER:                       Library:  /a/libone.so
LAYER:                 ||
LAYER:               VK_LAYER_two
LAYER:                       Type: Explicit
LAYER:                       Manifest: /b/with space: and colon.json
LAYER:                       Library:  /usr/$LIB/libtwo.so
LAYER:                 ||
LAYER:               <Drivers>
INFO | DRIVER:    linux_read_sorted_physical_devices:
"""
NEW = """\
[Vulkan Loader] INFO:           Vulkan Loader Version 1.4.364
[Vulkan Loader] LAYER:          Searching for implicit layer manifest files
[Vulkan Loader] LAYER:             In following locations:
[Vulkan Loader] LAYER:                /a/vulkan/implicit_layer.d
[Vulkan Loader] LAYER:             Found no files
[Vulkan Loader] WARNING | LAYER: env var 'VK_INSTANCE_LAYERS' defined and adding layers "x"
[Vulkan Loader] LAYER:          vkCreateInstance layer callstack setup to:
[Vulkan Loader] LAYER:             <Application>
[Vulkan Loader] LAYER:               ||
[Vulkan Loader] LAYER:             <Loader>
[Vulkan Loader] LAYER:               ||
[Vulkan Loader] LAYER:             VK_LAYER_one
[Vulkan Loader] LAYER:                     Type: Implicit
[Vulkan Loader] LAYER:                     Enabled By: Implicit Layer
[Vulkan Loader] LAYER:                         Disable Env Var:  DISABLE_one
[Vulkan Loader] LAYER:                     Manifest: /a/one.json
[Vulkan Loader] LAYER:                     Library:  /a/libone.so
[Vulkan Loader] LAYER:               ||
[Vulkan Loader] LAYER:             <Drivers>
"""
OF_1_2 = """\
DEBUG: ReadDataFilesInSearchPaths: Searching the following paths for manifest files: /a/x:/etc/x

INFO: Found manifest file /a/x/one.json, version "1.2.0"
"""
UNPADDED = """\
INFO: Vulkan Loader Version 1.3.207
LAYER: Searching for layer manifest files
LAYER:    In following folders:
LAYER:       /a/vulkan/implicit_layer.d
LAYER:    Found the following files:
LAYER:       /a/vulkan/implicit_layer.d/one.json
LAYER: vkCreateInstance layer callstack setup to:
LAYER:    <Application>
LAYER:      ||
LAYER:    <Loader>
LAYER:      ||
LAYER:    VK_LAYER_one
LAYER:            Type: Implicit
LAYER:                Disable Env Var:  DISABLE_one
LAYER:            Manifest: /a/one.json
LAYER:            Library:  /a/libone.so
LAYER:      ||
LAYER:    <Drivers>
"""
EMPTY_STACK = """\
LAYER:            vkCreateInstance layer callstack setup to:
LAYER:               <Application>
LAYER:                 ||
LAYER:               <Loader>
LAYER:                 ||
LAYER:               <Drivers>
"""


def test_call_stack_of_the_old_format():
    assert parse_callstack(OLD) == (
        CallstackLayer("VK_LAYER_one", "Implicit", "", "/a/one.json", "/a/libone.so"),
        CallstackLayer(
            "VK_LAYER_two", "Explicit", "", "/b/with space: and colon.json", "/usr/$LIB/libtwo.so"
        ),
    )


def test_call_stack_of_the_new_format_says_who_enabled_a_layer():
    assert parse_callstack(NEW) == (
        CallstackLayer("VK_LAYER_one", "Implicit", "Implicit Layer", "/a/one.json", "/a/libone.so"),
    )


def test_empty_call_stack_is_not_the_same_as_none():
    assert parse_callstack(EMPTY_STACK) == ()
    assert parse_callstack("INFO:             Vulkan Loader Version 1.3.239\n") is None


def test_last_call_stack_counts():
    assert parse_callstack(OLD + EMPTY_STACK) == ()


def test_call_stack_ends_where_the_log_is_cut_off():
    cut = OLD[: OLD.index("LAYER:                       Manifest: /b")]
    assert parse_callstack(cut)[1] == CallstackLayer("VK_LAYER_two", "Explicit", "", "", "")


def test_searches_of_both_formats():
    assert parse_searches(OLD) == (
        ReferenceSearch(
            "layer",
            (
                "/a/vulkan/implicit_layer.d",
                "/etc/vulkan/implicit_layer.d",
                "/b/vulkan/implicit_layer.d",
            ),
            ("/a/vulkan/implicit_layer.d/one.json",),
        ),
        ReferenceSearch("driver", ("/a/vulkan/icd.d",), ()),
    )
    assert parse_searches(NEW) == (
        ReferenceSearch("implicit layer", ("/a/vulkan/implicit_layer.d",), ()),
    )


def test_formats_in_between():
    assert parse_searches(OF_1_2) == (ReferenceSearch("", ("/a/x", "/etc/x"), ()),)
    folders = OLD.replace("locations", "folders")  # up to 1.3.231
    wider = OLD.replace(":  ", ":   ")  # 1.3.261 to 1.3.302
    for text in (folders, wider):
        assert parse_searches(text) == parse_searches(OLD)
        assert parse_callstack(text) == parse_callstack(OLD)


def test_headers_without_padding():
    stack = CallstackLayer("VK_LAYER_one", "Implicit", "", "/a/one.json", "/a/libone.so")
    assert parse_callstack(UNPADDED) == (stack,)
    folder = "/a/vulkan/implicit_layer.d"
    assert parse_searches(UNPADDED) == (
        ReferenceSearch("layer", (folder,), (f"{folder}/one.json",)),
    )


def test_searches_of_2016_have_no_header():
    text = (
        "Searching the following paths for manifest files: /etc/x:/usr/share/x:\n\n"
        'Found manifest file /etc/x/a.json, version "1.0.0"\n'
        "Searching the following path for manifest files: /home/x\n"
    )
    assert parse_searches(text) == (ReferenceSearch("", ("/etc/x", "/usr/share/x", "/home/x"), ()),)


def test_one_line_beside_the_structure_is_not_counted_twice():
    levels = (
        "DEBUG: ReadDataFilesInSearchPaths: Searching the following paths for manifest files: /a\n"
        "IMPLEM: Searching for implementation manifest files\n"
        "IMPLEM:    In following folders:\n"
        "IMPLEM:       /a\n"
    )
    assert parse_searches(levels + UNPADDED)[0] == ReferenceSearch("implementation", ("/a",), ())
    assert len(parse_searches(levels + UNPADDED)) == 2


def test_folders_between_two_others():
    searches = parse_searches(OLD)
    before, after = "/a/vulkan/implicit_layer.d", "/b/vulkan/implicit_layer.d"
    assert find_folders_between(searches, before, after) == ("/etc/vulkan/implicit_layer.d",)
    assert find_folders_between(searches, before, "/unknown") == ()


@pytest.mark.parametrize("line", ["", "text", "note: text", "[MANGOHUD] LAYER: text", ": x"])
def test_lines_of_others_are_no_messages(line):
    assert list(iterate_log_messages(line)) == []


@pytest.mark.parametrize(
    "line",
    [
        "WARNING | LAYER:  text",
        "[Vulkan Loader] WARNING | LAYER: text",
        "LAYER:            text",
        "[Vulkan Loader] LAYER:          text",
        "[Vulkan Loader] INFO | DRIVER:  text",
        "DEBUG: text",
    ],
)
def test_padding_of_the_header_is_not_part_of_the_message(line):
    assert list(iterate_log_messages(line)) == ["text"]
