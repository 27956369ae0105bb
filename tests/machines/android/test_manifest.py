"""The manifest inside an APK says whether an application lets layers in."""

from __future__ import annotations

import random
import struct
from contextlib import suppress
from pathlib import Path

import pytest

from tests.framework.android_dump import (
    APP_FOLDER,
    DEBUG_FOLDER,
    FALSE,
    PACKAGE,
    REFERENCE,
    TRUE,
    AndroidDump,
    make_apk,
    make_binary_manifest,
)
from vkconfig_py.machines.android.app import (
    INJECT,
    AppManifest,
    ManifestError,
    parse_manifest,
)
from vkconfig_py.machines.android.device import read_device
from vkconfig_py.machines.android.files import ApkError, read_entry
from vkconfig_py.machines.android.layers import search_path

FILE = "AndroidManifest.xml"
ROOT = ("manifest", {"package": PACKAGE})
PLAIN = ("application", {})
DEBUGGABLE = ("application", {"debuggable": TRUE})
INJECTS = ("meta-data", {"name": INJECT, "value": TRUE})


@pytest.mark.parametrize("wide", [True, False])
@pytest.mark.parametrize("stripped", [True, False])
def test_flag_and_meta_data_are_found_by_name_or_number(wide: bool, stripped: bool):
    data = make_binary_manifest(ROOT, DEBUGGABLE, INJECTS, wide=wide, stripped=stripped)
    assert parse_manifest(data) == AppManifest(PACKAGE, True, True)


def test_values_that_are_not_true_are_false():
    data = make_binary_manifest(
        *(ROOT, ("application", {"debuggable": FALSE})),
        *(("meta-data", {"name": INJECT, "value": "true"}), ("meta-data", {"name": "other"})),
    )
    assert parse_manifest(data) == AppManifest(PACKAGE)


def installed(dump: AndroidDump, *elements, packed: bool = True) -> list[str]:
    entries = {FILE: make_binary_manifest(ROOT, *elements)}
    dump.add_file(f"{APP_FOLDER}/base.apk", make_apk(entries, packed=entries if packed else ()))
    return [x.path for x in search_path(read_device(dump.set_sources(debuggable=False).sources))]


@pytest.mark.parametrize("packed", [True, False])
def test_the_manifest_of_an_application_opens_the_debug_folder(dump: AndroidDump, packed: bool):
    assert DEBUG_FOLDER not in installed(dump, PLAIN, packed=packed)
    assert DEBUG_FOLDER in installed(dump, DEBUGGABLE, packed=packed)
    assert DEBUG_FOLDER in installed(dump, PLAIN, INJECTS, packed=packed)


def test_a_value_in_resources_is_told(dump: AndroidDump):
    installed(dump, ("application", {"debuggable": REFERENCE}))
    (problem,) = dump.inspect().problems
    assert "android:debuggable is stored in resources" in problem.title


def test_a_damaged_manifest_is_told(dump: AndroidDump):
    dump.add_file(f"{APP_FOLDER}/base.apk", make_apk({FILE: b"<manifest/>"}))
    (problem,) = dump.inspect().problems
    assert problem.title == "base.apk: its AndroidManifest.xml could not be parsed: no binary XML"


@pytest.mark.parametrize("at", range(0, 120, 7))
def test_a_manifest_that_is_cut_short_is_refused_or_read_in_part(at: int):
    data = make_binary_manifest(ROOT, DEBUGGABLE)
    with suppress(ManifestError):
        parse_manifest(data[:-at] if at else data)
    with pytest.raises(ManifestError):
        parse_manifest(data[: min(at, 60)])


def test_changed_bytes_give_a_manifest_or_the_one_error():
    whole = make_binary_manifest(ROOT, DEBUGGABLE, INJECTS)
    chance = random.Random(3)
    for _ in range(3000):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 5)):
            data[chance.randrange(len(data))] = chance.choice((0, 1, 2, 127, 128, 255))
        with suppress(ManifestError):
            parse_manifest(bytes(data))


def test_strings_that_share_their_bytes_are_refused():
    text = struct.pack("<HH", 0x8000, 40_000) + b"a\0" * 40_000
    head = struct.pack("<HHIIIIII", 1, 28, 28 + 4 * 1000 + len(text), 1000, 0, 0, 4028, 0)
    body = head + bytes(4 * 1000) + text
    with pytest.raises(ManifestError, match="overlap"):
        parse_manifest(struct.pack("<HHI", 3, 8, 8 + len(body)) + body)


def test_attributes_without_a_size_are_refused():
    data = bytearray(make_binary_manifest(("application", {"debuggable": TRUE})))
    at = data.rindex(struct.pack("<HHH", 20, 20, 1))
    data[at + 2] = 0
    with pytest.raises(ManifestError, match="without a size"):
        parse_manifest(bytes(data))


def test_a_packed_manifest_that_grows_is_refused(tmp_path: Path):
    file = tmp_path / "x.apk"
    file.write_bytes(make_apk({FILE: bytes(3 << 20)}, packed=[FILE]))
    with pytest.raises(ApkError, match="larger than 1 MB"):
        read_entry(str(file), FILE, 1 << 20)
    file.write_bytes(make_apk({FILE: bytes(3 << 20)}))
    with pytest.raises(ApkError, match="larger than 1 MB"):
        read_entry(str(file), FILE, 1 << 20)
    assert read_entry(str(file), "other", 1) is None


def test_damaged_packed_bytes_are_refused(tmp_path: Path):
    file = tmp_path / "x.apk"
    content = bytearray(make_apk({FILE: b"text" * 100}, packed=[FILE]))
    content[4096:4100] = b"\xff" * 4
    file.write_bytes(content)
    with pytest.raises(ApkError, match="damaged"):
        read_entry(str(file), FILE, 1 << 20)
