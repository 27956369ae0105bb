"""What readers and rules cost grows with the size of what they read, n log n at most."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.framework.amount import take_share
from tests.framework.steps import count_steps, describe_excess_growth
from tests.loader.machine import Machine, document, layer_object
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.files.own_files import DocumentError, parse_object
from vkconfig_py.loader.json.decode import find_positions, parse_json
from vkconfig_py.loader.lint.linter import lint
from vkconfig_py.loader.platforms.reg_file import parse_reg
from vkconfig_py.model.formats import layer_settings_txt, mangohud_conf, vkbasalt_conf
from vkconfig_py.model.launch.observed_loader import OutputLine
from vkconfig_py.model.launch.validation_messages import MessageReader
from vkconfig_py.model.problems.lint_file import lint_file

EXPLICIT, IMPLICIT = "/dd/vulkan/explicit_layer.d", "/dd/vulkan/implicit_layer.d"
DRIVERS = "/dd/vulkan/icd.d"
SETTINGS = "/ch/vulkan/loader_settings.d/vk_loader_settings.json"


def _layer(**members: Any) -> bytes:
    return json.dumps(document(layer_object("VK_LAYER_a", **members))).encode()


def _layers(count: int, name: str = "", **members: Any) -> bytes:
    objects = [layer_object(name or f"VK_LAYER_{at}", **members) for at in range(count)]
    return json.dumps(document(*objects, {})).encode()


def _settings(**members: Any) -> bytes:
    return json.dumps({"file_format_version": "1.0.0", "settings": members}).encode()


def _registry(body: str) -> bytes:
    return ("Windows Registry Editor Version 5.00\r\n\r\n" + body).encode("utf-16")


LINTED: dict[str, tuple[str, Callable[[int], bytes]]] = {
    "long description": ("a.json", lambda n: _layer(description="a b " * 50 * n)),
    "long name": ("a.json", lambda n: _layer(name="VK_LAYER_" + "x" * 50 * n)),
    "escapes": ("a.json", lambda n: _layer(description="\x01" * 20 * n)),
    "many layers": ("a.json", _layers),
    "layers of one name": ("a.json", partial(_layers, name="VK_LAYER_a")),
    "broken layers": ("a.json", partial(_layers, api_version=5)),
    "extensions": ("a.json", lambda n: _layer(instance_extensions=[{"name": "x"}] * n)),
    "unknown keys": ("a.json", lambda n: _layer(**{f"key{at}": 1 for at in range(n)})),
    "blank lines": ("a.json", lambda n: b"{" + b"\n" * 20 * n + b'"layer": 1}'),
    "listed layers": (
        "vk_loader_settings.json",
        lambda n: _settings(layers=[{"name": f"x{at}", "path": f"/{at}.json"} for at in range(n)]),
    ),
    "listed drivers": (
        "vk_loader_settings.json",
        lambda n: _settings(additional_drivers=[{"path": f"/{at}.json"} for at in range(n)]),
    ),
    "layer settings": (
        "vk_layer_settings.txt",
        lambda n: b"".join(b"khronos_validation.k%d = a,b\n" % at for at in range(n)),
    ),
    "a long setting": ("vk_layer_settings.txt", lambda n: b"khronos_validation.x = " + b"a," * n),
    "MangoHud": ("MangoHud.conf", lambda n: b"".join(b"fps_lmt%d=1\n" % at for at in range(n))),
    "vkBasalt": ("vkBasalt.conf", lambda n: b"".join(b"efects%d = x\n" % at for at in range(n))),
}


@pytest.mark.parametrize("what", take_share(LINTED, 4))
def test_lint_of_a_file_grows_with_the_file(what, tmp_path):
    name, make = LINTED[what]

    def prepare(size: int) -> Callable[[], object]:
        content = make(size)
        return lambda: lint_file(str(tmp_path / name), content)

    lint_file(str(tmp_path / name), make(1))  # what is imported and cached is no cost of the file
    assert describe_excess_growth(prepare, 20) == ""


def _refused(content: bytes) -> None:
    with pytest.raises(DocumentError):
        parse_object(content)


def _read_log(content: bytes) -> None:
    reader = MessageReader()
    for line in content.decode().splitlines():
        reader.feed(OutputLine("error", "validation", line, line, "12:00:00", "stdout"))
    reader.finish()


READ: dict[str, tuple[Callable[[bytes], object], Callable[[int], bytes]]] = {
    "JSON, not closed": (parse_json, lambda n: b'{"a": "' + b'\\"' * n),
    "positions": (find_positions, lambda n: b"[" + b"\n1," * n + b"1]"),
    "own file": (_refused, lambda n: b'{"a": "' + b'\\"' * n),
    "keys of a registry": (
        partial(parse_reg, path="x.reg"),
        lambda n: _registry("".join(f"[HKEY_LOCAL_MACHINE\\a{at}]\r\n" for at in range(n))),
    ),
    "values of a registry": (
        partial(parse_reg, path="x.reg"),
        lambda n: _registry("[HKEY_LOCAL_MACHINE]\r\n" + '"a"=dword:00000000\r\n' * n),
    ),
    "bytes in a registry": (
        partial(parse_reg, path="x.reg"),
        lambda n: _registry('[HKEY_LOCAL_MACHINE]\r\n"a"=hex:' + "00,\\\r\n  " * n + "00"),
    ),
    "MangoHud": (
        lambda content: mangohud_conf.edit_conf(content, {f"k{at}": "2" for at in range(20)}),
        lambda n: b"".join(b"k%d=1\n" % at for at in range(n)),
    ),
    "presets of MangoHud": (
        mangohud_conf.list_preset_numbers,
        lambda n: b"".join(b"[preset %d]\nk=1\n" % at for at in range(n)),
    ),
    "vkBasalt": (
        vkbasalt_conf.find_effective_lines,
        lambda n: b"".join(b"k%d=1\n" % at for at in range(n)),
    ),
    "layer settings": (
        layer_settings_txt.parse_layer_settings,
        lambda n: b"".join(b"khronos_validation.k%d = a\n" % at for at in range(n)),
    ),
    "messages": (_read_log, lambda n: b"Validation Error: [ VUID-x ] | MessageID = 0x1\n" * n),
    "a message of many lines": (
        _read_log,
        lambda n: b"Validation Error: [ VUID-x ]\n" + b"a\n" * n,
    ),
    "comments of layer settings": (layer_settings_txt.read_comments, lambda n: b"# a\n\n" * n),
}


@pytest.mark.parametrize("what", take_share(READ, 4))
def test_a_reader_grows_with_its_file(what):
    read, make = READ[what]
    read(make(1))
    assert describe_excess_growth(lambda size: partial(read, make(size)), 300) == ""


def _many(folder: str, make: Callable[[int], object]) -> Callable[[int], Machine]:
    def build(count: int) -> Machine:
        machine = Machine()
        for at in range(count):
            machine.file(f"{folder}/f{at}.json", make(at))
        return machine

    return build


def _named(variable: str, separator: str) -> Callable[[int], Machine]:
    return lambda n: (
        Machine().explicit("A").env(**{variable: separator.join(f"x{at}" for at in range(n))})
    )


MACHINES: dict[str, Callable[[int], Machine]] = {
    "empty objects as explicit layers": _many(EXPLICIT, lambda _: "{}"),
    "empty objects as implicit layers": _many(IMPLICIT, lambda _: "{}"),
    "empty objects as drivers": _many(DRIVERS, lambda _: "{}"),
    "no JSON": _many(EXPLICIT, lambda _: "{"),
    "layers": _many(EXPLICIT, lambda at: document(layer_object(f"VK_LAYER_{at}"))),
    "implicit layers": _many(IMPLICIT, lambda at: document(layer_object(f"VK_LAYER_{at}", True))),
    "copies": _many(EXPLICIT, lambda _: document(layer_object("VK_LAYER_a"))),
    "enabled names": _named("VK_LOADER_LAYERS_ENABLE", ","),
    "disabled names": _named("VK_LOADER_LAYERS_DISABLE", ","),
    "requested names": _named("VK_INSTANCE_LAYERS", ":"),
    "selected drivers": _named("VK_LOADER_DRIVERS_SELECT", ","),
    "search folders": _named("VK_LAYER_PATH", ":"),
    "listed layers": lambda n: Machine().file(
        SETTINGS, _settings(layers=[{"name": f"x{at}", "path": f"/{at}.json"} for at in range(n)])
    ),
}


@pytest.mark.parametrize("what", take_share(MACHINES, 4))
def test_problems_of_a_machine_grow_with_its_files(what):
    def prepare(size: int) -> Callable[[], object]:
        machine = MACHINES[what](size)
        return lambda: lint(machine.report())

    prepare(1)()
    assert describe_excess_growth(prepare, 20) == ""


def test_fixes_are_tried_on_a_machine_without_the_fixes_of_everything_else():
    host = MACHINES["empty objects as explicit layers"](20).host()
    discover(host, with_remedies=False)
    tried = count_steps(lambda: discover(host, with_remedies=False))
    whole = count_steps(lambda: discover(host))
    assert tried < whole / 2


def test_problems_of_one_file_are_found_without_ways_to_a_driver():
    machine = MACHINES["layers"](20).env(VK_DRIVER_FILES="/none.json")
    report = machine.report()
    file = f"{EXPLICIT}/f0.json"
    assert [x for x in lint(report) if x.file == file] == [*lint(report, file=file)]
    alone, whole = (count_steps(lambda file=file: lint(report, file=file)) for file in (file, None))
    assert alone < whole / 2
