"""A program that is started from a shell with our script has the layers and their settings."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.framework.chromium import INSTALLED_VALIDATION
from tests.framework.settings import entry_with_values, sdk_layer
from tests.framework.settings_run import MISTAKE, VALIDATION, Reader, make_command, make_environment
from vkconfig_py.model.configuration.configuration import LayerEntry, ListItem
from vkconfig_py.model.formats.setting_lines import LayerSettings, Scope
from vkconfig_py.model.formats.shells import ShellKind
from vkconfig_py.model.formats.variable_scripts import render_script
from vkconfig_py.model.layer_settings.parse_layer import read_declared

OVERLAY = "VK_LAYER_MESA_overlay"
IDS = (ListItem("off", enabled=False), ListItem("VUID-x"), ListItem(MISTAKE))


def run_from_bash(reader: Reader, folder: Path, *layers: str) -> tuple[list[str], str]:
    """Return the libraries that the program had open, and what was printed."""
    installed = read_declared(INSTALLED_VALIDATION.read_bytes()).layers[0]
    layer = sdk_layer("khronos_validation") if reader is Reader.NEWER else installed
    entry = entry_with_values(layer, LayerEntry(layer.name), {"message_id_filter": IDS})
    script = render_script(
        ShellKind.BASH,
        [LayerSettings.from_entry(layer, entry)],
        enabled_layers=layers,
        loader_log=["layer"],
        scope=Scope.ALL,
    )
    (folder / "script.sh").write_text(script.text, "utf-8")
    program, wanted = make_command(layers=())
    environment = make_environment(reader, folder)
    environment["VK_LAYER_PATH"] += f":{INSTALLED_VALIDATION.parent}"
    ran = subprocess.run(
        ["bash", "-c", f"source script.sh\nexec {program}"],
        input=wanted.encode(),
        env=environment,
        cwd=folder,
        capture_output=True,
        timeout=60,
        check=True,
    )
    output = (ran.stdout + ran.stderr).decode()
    answer = json.loads(output.rpartition("\nanswer: ")[2].partition("\n")[0])
    assert answer["result"] == 0
    return answer["libraries"], output


@pytest.mark.parametrize("reader", list(Reader), ids=lambda reader: reader.value)
def test_every_layer_of_the_script_loads_and_reads_its_settings(reader: Reader, tmp_path: Path):
    libraries, output = run_from_bash(reader, tmp_path, VALIDATION, OVERLAY)
    for library in ("libVkLayer_khronos_validation.so", "libVkLayer_MESA_overlay.so"):
        assert any(path.endswith(library) for path in libraries)
    assert f'Insert instance layer "{VALIDATION}"' in output  # the loader's own log
    assert MISTAKE not in output
