"""The real validation layer does what the generated C and C++ headers pass to it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.framework import native
from tests.framework.chromium import fetch_chromium_loader
from tests.framework.compiled import compile_cached, compile_once
from tests.framework.settings import entry_with_values
from tests.framework.settings_run import Reader, SettingsRun, make_environment
from tests.reference.test_layer_settings import ALL_FLAGS, PROOFS, Proof, count, written
from vkconfig_py.model.configuration.configuration import LayerEntry, Value
from vkconfig_py.model.formats.layer_settings_txt import FILE_NAME
from vkconfig_py.model.formats.setting_lines import LayerSettings
from vkconfig_py.model.formats.settings_code import render_c, render_cpp
from vkconfig_py.model.layer_settings.declared import DeclaredLayer

STRICT = ("-Wall", "-Wextra", "-Werror")
PROGRAM = Path(native.__file__).with_name("draws_with_settings.c")
C_PART = """
#include "settings.h"
const void *settings_for_layers(void);
uint32_t names_of_layers(const char *const **names);
const void *settings_for_layers(void) {
    static VkLayerSettingsCreateInfoEXT info;
    info = vk_layer_settings_info(NULL);
    return &info;
}
uint32_t names_of_layers(const char *const **names) {
    *names = vk_layer_names;
    return vk_layer_name_count;
}
"""
CPP_PART = """
#include "settings.h"
extern "C" const void *settings_for_layers() {
    static const vulkan_layer_settings::LayerSettings settings;
    static const vulkan_layer_settings::Passed passed(settings);
    return passed.info();
}
extern "C" std::uint32_t names_of_layers(const char *const **names) {
    static const std::vector<const char *> layers = vulkan_layer_settings::LayerSettings().layers();
    *names = layers.data();
    return static_cast<std::uint32_t>(layers.size());
}
"""
NEWER = [proof for proof in PROOFS if proof.reader is Reader.NEWER]


def run(
    folder: Path,
    layer: DeclaredLayer,
    values: dict[str, Value],
    render: Callable[[Sequence[LayerSettings]], str] = render_c,
) -> SettingsRun:
    cpp = render is render_cpp
    entry = entry_with_values(layer, LayerEntry(layer.name), values)
    shown = [LayerSettings.from_entry(layer, entry)]
    (folder / "settings.h").write_text(render(shown), "utf-8")
    part = folder / ("part.cpp" if cpp else "part.c")
    part.write_text(CPP_PART if cpp else C_PART)
    compiler = ["g++", "-std=c++17"] if cpp else ["gcc", "-std=c11"]
    program = compile_cached(PROGRAM, *STRICT, "-c")
    command = (*compiler, *STRICT, "-c", "-o", "part.o", part.name)
    assert compile_once(folder, "part.o", *command) == ""
    built = folder / "program"
    subprocess.run(["g++", "-o", built, program, folder / "part.o", "-ldl"], check=True)
    working = folder / "working"
    working.mkdir(exist_ok=True)
    ran = subprocess.run(
        [built, fetch_chromium_loader()],
        env=make_environment(Reader.NEWER, folder),
        cwd=working,
        capture_output=True,
        timeout=60,
        check=False,
    )
    output = (ran.stdout + ran.stderr).decode("utf-8", "replace")
    files = {path.name: path.read_text("utf-8", "replace") for path in working.iterdir()}
    return SettingsRun(ran.returncode, output, files)


@pytest.mark.parametrize("proof", NEWER, ids=lambda proof: proof.key)
def test_the_layer_does_what_the_c_header_says(proof: Proof, tmp_path: Path):
    everything = {"report_flags": ALL_FLAGS}
    ran = run(tmp_path, proof.layer, everything | {proof.key: proof.value})
    assert ran.result == 0
    assert count(ran, proof) == proof.times[1], ran.output


def test_the_layer_does_what_the_cpp_header_says(tmp_path: Path):
    keys = {"validate_sync", "validate_best_practices", "duplicate_message_limit", "log_filename"}
    proofs = [proof for proof in NEWER if proof.key in keys and proof.layer is NEWER[0].layer]
    assert len(proofs) == len(keys)
    values = {"report_flags": ALL_FLAGS} | {proof.key: proof.value for proof in proofs}
    ran = run(tmp_path, NEWER[0].layer, values, render_cpp)
    assert ran.result == 0
    text = ran.files["my log.txt"]  # and nothing is printed any more
    for proof in proofs:
        assert any(line.strip().startswith(proof.line) for line in text.splitlines()), text


def test_a_file_with_a_setting_without_effect_leaves_a_program_what_it_chose(tmp_path: Path):
    proof = next(proof for proof in NEWER if proof.key == "validate_sync")
    (tmp_path / "working").mkdir()
    file = tmp_path / "working" / FILE_NAME
    file.write_bytes(written(proof.layer, sync_queue_submit=False))
    ran = run(tmp_path, proof.layer, {"report_flags": ALL_FLAGS, "validate_sync": True})
    assert count(ran, proof) == proof.times[1], ran.output


def test_an_integer_of_another_type_than_the_layer_asks_for_is_lost(tmp_path: Path):
    # Why settings_types.py reads the type off the range.
    def as_signed(layers: Sequence[LayerSettings]) -> str:
        return render_c(layers).replace("TYPE_UINT32_EXT, ", "TYPE_INT32_EXT, ")

    proof = next(proof for proof in NEWER if proof.key == "duplicate_message_limit")
    values = {"report_flags": ALL_FLAGS, proof.key: proof.value}
    assert count(run(tmp_path, proof.layer, values, as_signed), proof) == 0
