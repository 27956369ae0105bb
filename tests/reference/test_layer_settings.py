"""Real layers read the settings files that we write: for each setting the line that changes.

docs/layer_settings.md has the same proofs as a table, and the rules that the other tests here show.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.framework.cache import PROJECT
from tests.framework.chromium import INSTALLED_VALIDATION
from tests.framework.settings import (
    choose_other_value,
    declare_layer,
    entry_with_values,
    find_effective_values,
    make_setting,
    sdk_layer,
)
from tests.framework.settings_run import MISTAKE, VALIDATION, Reader, SettingsRun, run_with_settings
from vkconfig_py.model.configuration.configuration import LayerEntry, ListItem, SettingType, Value
from vkconfig_py.model.formats.layer_settings_txt import (
    LayerSettings,
    Scope,
    parse_layer_settings,
    render_layer_settings,
)
from vkconfig_py.model.layer_settings.checks import render_value
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, Setting
from vkconfig_py.model.layer_settings.parse_layer import read_declared

OLDER = read_declared(INSTALLED_VALIDATION.read_bytes()).layers[0]
NEWER = sdk_layer("khronos_validation")
# The newest layer comes without a manifest of its own. A layer does not know which type its
# manifest gives a setting: it reads the text.
NEWEST = declare_layer(
    make_setting(
        "report_flags", "FLAGS", flags=("info", "warn", "perf", "error"), default=["error"]
    ),
    make_setting("message_format_json"),
    make_setting("printf_enable", "BOOL_NUMERIC"),
    make_setting("log_filename", "STRING", default="stdout"),
    name=VALIDATION,
)
ALL_FLAGS = ("info", "warn", "perf", "error")
SYNC = "VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT"
PRACTICES = "VK_VALIDATION_FEATURE_ENABLE_BEST_PRACTICES_EXT"
NO_CORE = "VK_VALIDATION_FEATURE_DISABLE_CORE_CHECKS_EXT"
OLDER_LIST = "Current Enables: "


class Proof(NamedTuple):
    """A setting with a value, and the start of the line that comes or goes with it.

    Attributes:
        times: how often the line is there without and with the setting.
        file: the line is in this file of the working directory, not in the output.
    """

    reader: Reader
    layer: DeclaredLayer
    key: str
    value: Value
    line: str
    times: tuple[int, int]
    file: str = ""


def items(*values: str | int) -> tuple[ListItem, ...]:
    return tuple(ListItem(value) for value in values)


ERROR = f"Validation Error: [ {MISTAKE} ]"
OLD_ERROR = f"{MISTAKE}(ERROR / SPEC)"
LAST = "(Warning - This VUID has now been reported 1 times"
PROOFS = (
    Proof(Reader.NEWER, NEWER, "validate_sync", True, "- Synchronization", (0, 1)),
    Proof(Reader.NEWER, NEWER, "validate_best_practices", True, "- Best Practices", (0, 1)),
    Proof(Reader.NEWER, NEWER, "validate_core", False, ERROR, (2, 0)),
    Proof(Reader.NEWER, NEWER, "stateless_param", False, "- Stateless Parameter", (1, 0)),
    Proof(Reader.NEWER, NEWER, "unique_handles", False, "- Handle Wrapping", (1, 0)),
    Proof(Reader.NEWER, NEWER, "report_flags", ("warn",), ERROR, (2, 0)),
    Proof(Reader.NEWER, NEWER, "duplicate_message_limit", 1, LAST, (0, 2)),
    Proof(Reader.NEWER, NEWER, "message_id_filter", items("VUID-x", MISTAKE), ERROR, (2, 0)),
    Proof(Reader.NEWER, NEWER, "message_id_filter", items(1668015322), ERROR, (2, 0)),
    Proof(Reader.NEWER, NEWER, "log_filename", "my log.txt", ERROR, (0, 2), "my log.txt"),
    Proof(Reader.NEWER, NEWER, "enables", (PRACTICES, SYNC), "- Best Practices", (0, 1)),
    Proof(Reader.NEWER, NEWEST, "message_format_json", True, '"Severity" : "Error"', (0, 2)),
    Proof(Reader.NEWER, NEWEST, "printf_enable", True, "- Debug Printf", (0, 1)),
    Proof(Reader.NEWER, NEWEST, "log_filename", "é,漢=1;2", ERROR, (0, 2), "é,漢=1;2"),
    Proof(Reader.OLDER, OLDER, "enables", (PRACTICES, SYNC), f"{OLDER_LIST}None", (1, 0)),
    Proof(Reader.OLDER, OLDER, "enables", (PRACTICES, SYNC), f"{OLDER_LIST}{PRACTICES}, ", (0, 1)),
    Proof(Reader.OLDER, OLDER, "disables", (NO_CORE,), OLD_ERROR, (2, 0)),
    Proof(Reader.OLDER, OLDER, "report_flags", ("info",), OLD_ERROR, (2, 0)),
    Proof(Reader.OLDER, OLDER, "duplicate_message_limit", 1, OLD_ERROR, (2, 1)),
    Proof(Reader.OLDER, OLDER, "message_id_filter", items("VUID-x", MISTAKE), OLD_ERROR, (2, 0)),
    Proof(Reader.OLDER, OLDER, "log_filename", "my log.txt", OLD_ERROR, (0, 2), "my log.txt"),
    Proof(
        Reader.OLDER,
        OLDER,
        "fine_grained_locking",
        False,
        "UNASSIGNED-khronos-Validation-fine-grained-locking-warning-message",
        (0, 1),
    ),
)


def written(layer: DeclaredLayer, scope: Scope = Scope.CHANGED, **values: Value) -> bytes:
    entry = entry_with_values(layer, LayerEntry(layer.name), values)
    rendered = render_layer_settings([LayerSettings.from_entry(layer, entry)], scope=scope)
    assert rendered.unwritten == ()
    return rendered.content


def count(ran: SettingsRun, proof: Proof) -> int:
    text = ran.files.get(proof.file, "") if proof.file else ran.output
    return sum(line.strip().startswith(proof.line) for line in text.splitlines())


@pytest.mark.parametrize("proof", PROOFS, ids=lambda p: f"{p.reader.value}-{p.key}")
def test_a_real_layer_does_what_the_file_says(proof: Proof, tmp_path: Path):
    everything = {"report_flags": ALL_FLAGS}
    without = run_with_settings(proof.reader, tmp_path, written(proof.layer, **everything))
    content = written(proof.layer, **everything | {proof.key: proof.value})
    withit = run_with_settings(proof.reader, tmp_path, content)
    assert (without.result, withit.result) == (0, 0)
    assert (count(without, proof), count(withit, proof)) == proof.times, withit.output


def test_every_flag_of_the_older_layer_arrives(tmp_path: Path):
    chosen = {key: _all_flags(OLDER, key) for key in ("report_flags", "enables", "disables")}
    ran = run_with_settings(Reader.OLDER, tmp_path, written(OLDER, **chosen))
    for key in ("enables", "disables"):
        line = next(x for x in ran.lines if x.strip().startswith(f"Current {key.title()}: "))
        told = line.partition(": ")[2].removesuffix(".").split(", ")
        assert {_short(name) for name in told} == {_short(name) for name in chosen[key]}


def test_every_setting_of_the_newer_layer_is_changed_at_once(tmp_path: Path):
    values: dict[str, Value] = {
        one.key: choose_other_value(one)
        for one in NEWER.walk_settings()
        if one.type is not SettingType.GROUP
    }
    # What would hide the others, or the output, is not set.
    for key in ("enables", "disables", "debug_action", "log_filename"):
        del values[key]
    content = written(NEWER, **values | {"report_flags": ALL_FLAGS})
    assert len(find_effective_values(parse_layer_settings(content))) >= 20
    ran = run_with_settings(Reader.NEWER, tmp_path, content)
    assert ran.result == 0
    assert [line.strip() for line in ran.lines if line.startswith("  - ")] == [
        "- Synchronization",
        "- Best Practices",
    ]
    for vendor in ("[Arm]", "[AMD]", "[NVIDIA]"):
        assert vendor in ran.output


def _all_flags(layer: DeclaredLayer, key: str) -> tuple[str, ...]:
    return tuple(choice.key for choice in setting_of(layer, key).choices)


def _short(flag: str) -> str:
    """Return a flag without the end that its name has in the manifest or in the output only."""
    return flag.removesuffix("_EXT").replace("CACHING", "CACHE")


def setting_of(layer: DeclaredLayer, key: str) -> Setting:
    found = layer.find_setting(key)
    assert found is not None
    return found


def test_the_proofs_are_ten_settings_of_six_types_and_in_the_table():
    kinds = {(proof.key, _type(proof)) for proof in PROOFS}
    assert len({key for key, _kind in kinds}) >= 10
    assert len({kind for _key, kind in kinds}) >= 6
    table = (PROJECT / "docs/layer_settings.md").read_text("utf-8")
    for proof in PROOFS:
        assert row(proof) in table


def _type(proof: Proof) -> SettingType:
    return setting_of(proof.layer, proof.key).type


def row(proof: Proof) -> str:
    """Return a proof as a row of the table."""
    found = setting_of(proof.layer, proof.key)
    where = f" in “{proof.file}”" if proof.file else ""
    return (
        f"| {proof.reader.value} | `{proof.key}` | {found.type} | "
        f"`{render_value(found, proof.value)}` | `{proof.line}`{where} | "
        f"{proof.times[0]} → {proof.times[1]} |"
    )
