"""Outputs with messages of real validation layers: of a program that makes mistakes, and of others.

`python -m tests.framework.mistakes` records them in tests/data/validation, for the tests of what
reads them; tests/reference/test_validation_messages.py makes them anew.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tests.e2e.desktop import virtual_desktop
from tests.framework import native
from tests.framework.cache import cache_folder
from tests.framework.chromium import fetch_chromium_loader
from tests.framework.compiled import compile_cached
from tests.framework.patience import PATIENCE
from tests.framework.settings_run import VALIDATION, Reader, make_environment
from vkconfig_py.model.formats.layer_settings_txt import FILE_NAME

RECORDED = Path(__file__).parents[1] / "data/validation"
LAVAPIPE = "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"
_ALL = "report_flags = info,warn,perf,error"
_PRACTICES = "VK_VALIDATION_FEATURE_ENABLE_BEST_PRACTICES_EXT"
_SYNC = "VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT"
_JSON = "message_format_json = true"
_NAMES = "message_format_display_application_name = true"
_LOG = "debug_action = VK_DBG_LAYER_ACTION_LOG_MSG"
_ENABLES = f"enables = {_PRACTICES},{_SYNC}"


class MessageCase(NamedTuple):
    """An output.

    Attributes:
        words: for mistakes.c, or the command of another program.
        settings: lines for the layer.
    """

    name: str
    words: tuple[str, ...]
    settings: tuple[str, ...] = (_ALL,)

    @property
    def is_ordered(self) -> bool:
        """True if the program prints the same in each run."""
        return "threads" not in self.words


CASES = (
    MessageCase("plain", ("layer", "buffers", "fill", "chatter")),
    MessageCase("named", ("layer", "named", "buffers", "submitted", "chatter")),
    MessageCase("limited", ("layer", "buffers", "fill"), (_ALL, "duplicate_message_limit = 1")),
    MessageCase("practices", ("layer", "fill"), (_ALL, _ENABLES)),
    MessageCase("application", ("layer", "named", "buffers"), (_ALL, _NAMES)),
    MessageCase("json", ("layer", "named", "buffers", "fill", "chatter"), (_ALL, _NAMES, _JSON)),
    MessageCase(
        "messenger", ("layer", "named", "buffers", "fill", "messenger", "chatter", "submitted")
    ),
    MessageCase(
        "json-messenger", ("layer", "named", "buffers", "messenger", "chatter"), (_ALL, _JSON)
    ),
    MessageCase("threads", ("layer", "threads"), (_ALL, "duplicate_message_limit = 100")),
    MessageCase("vkcube", ("/usr/bin/vkcube", "--validate", "--c", "2"), (_ALL, _ENABLES)),
    MessageCase(
        "vkcube-json", ("/usr/bin/vkcube", "--validate", "--c", "2"), (_ALL, _ENABLES, _JSON)
    ),
    # The layer prints its messages, and a messenger of the program does too.
    MessageCase(
        "paired", ("layer", "buffers", "fill", "messenger", "chatter"), (_ALL, _ENABLES, _LOG)
    ),
    MessageCase("paired-json", ("layer", "buffers", "messenger"), (_ALL, _JSON, _LOG)),
    MessageCase(
        "paired-vkcube", ("/usr/bin/vkcube", "--validate", "--c", "2"), (_ALL, _ENABLES, _LOG)
    ),
    MessageCase("vulkaninfo", ("/usr/bin/vulkaninfo", "--summary"), (_ALL, _ENABLES)),
)
ALL_CASES = tuple((reader, case) for reader in Reader for case in CASES)


def build_mistakes() -> Path:
    """Return the program."""
    source = Path(native.__file__).with_name("mistakes.c")
    return compile_cached(source, "-O1", "-Wall", "-Wextra", "-Werror", "-ldl", "-lpthread")


def print_messages(reader: Reader, case: MessageCase, folder: Path, display: str = "") -> str:
    """Return what the program and its layers print, both outputs in one."""
    (folder / FILE_NAME).write_text(
        "".join(f"khronos_validation.{line}\n" for line in case.settings)
    )
    environment = make_environment(reader, folder) | {"TMPDIR": str(folder)}
    del environment["PYTHONPATH"]
    command = case.words
    if not command[0].startswith("/"):
        command = (str(build_mistakes()), str(fetch_chromium_loader()), *command)
    else:
        environment |= {"VK_DRIVER_FILES": LAVAPIPE, "DISPLAY": display}
        if "vulkaninfo" in command[0]:
            environment["VK_INSTANCE_LAYERS"] = VALIDATION
    completed = subprocess.run(
        command,
        env=environment,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=PATIENCE,
        check=False,
    )
    return remove_variable_parts(completed.stdout.decode("utf-8", "replace"), folder)


def remove_variable_parts(output: str, folder: Path) -> str:
    """Return an output without what is another in each run: folders, handles."""
    output = output.replace(str(folder), "/folder").replace(str(cache_folder("chromium")), "/cache")
    cached: dict[str, str] = {}

    def numbered(match: re.Match[str]) -> str:
        return cached.setdefault(match[0], f"0x55d00000{len(cached):04x}")

    return re.sub(r"0x[0-9a-f]{9,}", numbered, output)


def read_recorded(reader: Reader, case: MessageCase) -> str:
    """Return what was recorded."""
    return (RECORDED / f"{reader.value}-{case.name}.txt").read_text("utf-8")


def _record_outputs() -> None:
    RECORDED.mkdir(exist_ok=True)
    with virtual_desktop("640x480") as desktop:
        for reader, case in ALL_CASES:
            with tempfile.TemporaryDirectory() as folder:
                output = print_messages(reader, case, Path(folder), desktop.display)
            target = RECORDED / f"{reader.value}-{case.name}.txt"
            target.write_text(output, "utf-8")
            sys.stdout.write(f"{target.name}: {output.count(chr(10))} lines\n")


if __name__ == "__main__":
    _record_outputs()
