"""Properties, settings and package dumps are read as Android reads them; odd lines are told."""

from __future__ import annotations

import pytest

from tests.framework.android_dump import APP_FOLDER, PACKAGE, AndroidDump
from vkconfig_py.machines.android.app import parse_package_dump
from vkconfig_py.machines.android.device import DeviceSources, InputError, read_device
from vkconfig_py.machines.android.properties import (
    MAX_FILE_SIZE,
    parse_properties,
    parse_settings,
    read_image,
)


def properties(text: str | bytes) -> tuple[dict[str, str], list[tuple[int, str]]]:
    data = text.encode() if isinstance(text, str) else text
    found = parse_properties(data, "p")
    values = {name: known.value for name, known in found.values_by_name.items()}
    return values, [(x.line, x.why) for x in found.unread]


def test_output_of_getprop():
    text = "[ro.a]: [1]\r\n[b]: []\n[c]: [two\nlines]\n[d]: [x]y]\n"
    assert properties(text) == ({"ro.a": "1", "b": "", "c": "two\nlines", "d": "x]y"}, [])


def test_output_of_getprop_that_ends_in_the_middle():
    values, unread = properties("[a]: [1]\nnoise\n[b]: [2\n[c]: [3]\n[d]: [4")
    assert values == {"a": "1", "c": "3"}
    assert unread == [
        (2, "not of the form [name]: [value]"),
        (3, "the value of b has no closing bracket"),
        (5, "the value of d has no closing bracket"),
    ]


def test_build_prop():
    text = "# comment\n\n  a = 1 \nb=x=y\nc\nctl.stop=x\n.d=1\na=2\n"
    assert properties(text) == (
        {"a": "2", "b": "x=y"},
        [
            (5, "the line contains no “=”, so Android skips it"),
            (6, "ctl.stop triggers an action, so Android ignores it in property files"),
            (7, ".d is not a valid property name"),
        ],
    )


def test_long_values_are_for_constant_properties_alone():
    fits, long = "x" * 91, "x" * 92
    values, unread = properties(f"ro.a={long}\ndebug.a={fits}\ndebug.b={long}\n")
    assert values == {"ro.a": long, "debug.a": fits}
    assert unread == [
        (3, "the value of debug.b is longer than 91 bytes, so Android does not set it")
    ]


def test_length_counts_bytes():
    values, unread = properties("debug.a=" + "é" * 46)
    assert values == {}
    assert len(unread) == 1


def test_bytes_that_are_no_text_are_refused():
    assert properties(b"a=\xff\nb=1\n") == (
        {"b": "1"},
        [(1, "the value of a is not valid UTF-8, so Android does not set it")],
    )


def test_a_zero_byte_ends_the_file():
    assert properties(b"a=1\nb=2\0\nc=3\n")[0] == {"a": "1"}


def test_a_huge_file_is_read_in_part():
    found = parse_properties(b"a=1\n" * (MAX_FILE_SIZE // 4 + 1), "p")
    assert [x.line for x in found.unread] == [0]


def image(**files: str) -> dict[str, str]:
    def read(path: str) -> bytes | None:
        text = files.get(path)
        return None if text is None else text.encode()

    found = read_image(read)
    return {name: known.value for name, known in found.values_by_name.items()}


def test_later_partitions_replace_earlier_ones():
    order = (
        "/system/build.prop",
        "/system_ext/etc/build.prop",
        "/vendor/default.prop",
        "/vendor/build.prop",
        "/odm/etc/build.prop",
        "/product/etc/build.prop",
    )
    for count in range(1, len(order) + 1):
        files = {path: f"ro.a={path}\n" for path in order[:count]}
        assert image(**files) == {"ro.a": order[count - 1]}


def test_the_new_place_of_a_partition_hides_the_old_one():
    assert image(**{"/odm/etc/build.prop": "ro.a=1\n", "/odm/build.prop": "ro.b=1\n"}) == {
        "ro.a": "1"
    }


def test_imports_are_followed_with_their_filter():
    assert image(
        **{
            "/system/build.prop": "import /x.prop ro.a*\nimport /y.prop\n",
            "/x.prop": "ro.ab=1\nro.b=1\n",
            "/y.prop": "ro.c=1\n",
        }
    ) == {"ro.ab": "1", "ro.c": "1"}


def test_an_import_of_itself_ends():
    files = {"/system/build.prop": "ro.a=1\nimport /system/build.prop\n"}
    found = read_image(lambda path: files[path].encode() if path in files else None)
    assert found.get_value("ro.a") == "1"
    assert len(found.unread) == 1


def test_settings():
    found = parse_settings(b"a=1\nb=x=y\nc=null\n\nbad line\na=2\n", "s")
    assert (found.get_value("a"), found.get_value("b"), found.get_value("c")) == ("2", "x=y", "")
    assert [(x.line, x.why) for x in found.unread] == [(5, "not of the form name=value")]


@pytest.mark.parametrize(("text", "number"), [("1", 1), ("0", 0), ("-1", -1), ("on", 0), ("", 0)])
def test_a_setting_that_is_no_number_counts_as_zero(text: str, number: int):
    found = parse_settings(f"enable_gpu_debug_layers={text}\n".encode(), "s")
    assert found.get_number("enable_gpu_debug_layers") == number
    assert bool(found.unread) == (text in ("on", ""))


PACKAGE_DUMP = f"""Packages:
  Package [com.other] (1):
    flags=[ HAS_CODE ]
  Package [{PACKAGE}] (abc123):
    codePath=/data/app/x
    legacyNativeLibraryDir=/data/app/x/lib
    primaryCpuAbi=arm64-v8a
    flags=[ DEBUGGABLE HAS_CODE ]
    splits=[base, config.arm64_v8a]
    dataDir=/data/user/0/{PACKAGE}
Hidden system packages:
  Package [{PACKAGE}] (def):
    flags=[ SYSTEM ]
"""


def test_dump_of_a_package():
    app, unread = parse_package_dump(PACKAGE_DUMP.encode(), PACKAGE, "d")
    assert unread == ()
    assert app.debuggable
    assert not app.is_system
    assert app.native_library_folder == "/data/app/x/lib/arm64"
    assert app.apks == ("/data/app/x/base.apk", "/data/app/x/split_config.arm64_v8a.apk")


def test_dump_without_the_package_says_so():
    app, unread = parse_package_dump(PACKAGE_DUMP.encode(), "com.none", "d")
    assert app.package == "com.none"
    assert "com.none, which is probably not installed" in unread[0].why


def test_dump_of_a_package_replaces_the_search_in_the_folder(dump: AndroidDump, tmp_path):
    assert read_device(dump.sources).app.apks == (f"{APP_FOLDER}/base.apk",)
    (tmp_path / "d").write_text(PACKAGE_DUMP)
    dump.set_sources(package_dump=str(tmp_path / "d"), debuggable=False)
    app = read_device(dump.sources).app
    assert app.apks[0] == "/data/app/x/base.apk"
    assert app.debuggable


def test_abi_is_that_of_the_device_unless_told(dump: AndroidDump):
    dump.set_properties(ro__product__cpu__abilist="x86_64,arm64-v8a")
    assert read_device(dump.sources).abi.name == "x86_64"
    assert read_device(dump.set_sources(abi="riscv64").sources).abi.name == "riscv64"


def test_nothing_named_is_told_in_words_of_the_options():
    with pytest.raises(InputError, match=r"--root DIR.*--properties FILE"):
        read_device(DeviceSources())


@pytest.mark.parametrize("option", ["properties", "settings", "package_dump"])
def test_a_file_that_cannot_be_read_is_named(dump: AndroidDump, option: str):
    with pytest.raises(InputError, match="/none cannot be read: No such file"):
        read_device(dump.set_sources(**{option: "/none"}).sources)


def test_output_of_getprop_is_enough_for_names(tmp_path):
    file = tmp_path / "p"
    file.write_text("[ro.hardware.vulkan]: [gpu]\n")
    from vkconfig_py.machines.android.report import inspect_device

    report = inspect_device(read_device(DeviceSources(properties=str(file))))
    assert [driver.library for driver in report.drivers] == ["vulkan.gpu.so"]
    assert "--root" in report.problems[0].consequence


def test_only_line_feeds_end_lines():
    assert properties("[a]: [1\x0b2\u2028]\n")[0] == {"a": "1\x0b2\u2028"}
    assert parse_settings(b"a=1\x1c2\n", "s").get_value("a") == "1\x1c2"


def test_files_that_import_each_other_many_times_end():
    files = {"/system/build.prop": "ro.a=1\n" + "import /system/build.prop\n" * 30}
    read = []

    def content(path: str) -> bytes | None:
        read.append(path)
        return files[path].encode() if path in files else None

    properties = read_image(content)
    assert read.count("/system/build.prop") == 32
    assert properties.get_value("ro.a") == "1"
    assert len(properties.unread) == 200


@pytest.mark.parametrize(
    ("text", "number"),
    [("1", 1), ("-2", -2), ("+3", 3), ("1_0", 0), (" 1", 0), ("--5", 0), ("4294967297", 0)],
)
def test_a_number_is_one_for_java(text: str, number: int):
    settings = parse_settings(f"enable_gpu_debug_layers={text}".encode(), "settings.txt")
    assert settings.get_number("enable_gpu_debug_layers") == number
    assert bool(settings.unread) == (number == 0)


def test_of_lines_without_sense_the_first_are_told():
    assert len(parse_properties(b"nonsense\n" * 1000, "build.prop").unread) == 200
    assert len(parse_settings(b"nonsense\n" * 1000, "settings.txt").unread) == 200


def test_an_import_that_depends_on_the_start_or_is_missing_is_told():
    files = {"/system/build.prop": "import /vendor/${ro.boot.sku}.prop\nimport /none.prop\n"}
    found = read_image(lambda path: files[path].encode() if path in files else None)
    assert [x.why for x in found.unread] == [
        "/vendor/${ro.boot.sku}.prop depends on how the device was booted; not read",
        "/none.prop cannot be read",
    ]


def test_huge_settings_are_read_in_part():
    assert parse_settings(b"a=1\n" * (MAX_FILE_SIZE // 4 + 1), "s").unread[0].line == 0


@pytest.mark.parametrize(
    ("code", "apks"),
    [("", ()), ("/system/app/x.apk", ("/system/app/x.apk",)), ("/a/b", ("/a/b/base.apk",))],
)
def test_archives_of_a_package(code: str, apks: tuple[str, ...]):
    text = f"  Package [a] (1):\n    codePath={code}\n    flags=[ SYSTEM ]\n"
    app, _ = parse_package_dump(text.encode(), "", "d")
    assert (app.package, app.apks, app.is_system) == ("a", apks, True)
