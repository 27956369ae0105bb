"""A small script that stands in for adb; it serves files of a folder as those of a device."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.framework.android_dump import PACKAGE
from vkconfig_py.machines.android.device import CommandOutput

ADB = """#!/bin/sh
# "adb -s SERIAL COMMAND ...", with the device's files below $DEVICE.
[ -n "$HANGS" ] && exec sleep 100
[ "$1" = -s ] && shift 2
case "$1 $2" in
"devices ") printf 'List of devices attached\\nserial\\t%s\\n' "${STATE:-device}" ;;
"shell getprop") cat "$DEVICE/answers/getprop" ;;
"shell settings") cat "$DEVICE/answers/settings" ;;
"shell dumpsys") cat "$DEVICE/answers/package" ;;
"shell "*|"exec-out "*)
    shift; run_as() { :; }
    printf '%s' "$*" | sed "s#'/#'$DEVICE/#g; s#run-as '[^']*'##" > "$DEVICE/line"
    sh "$DEVICE/line" ;;
"pull "*) [ -e "$DEVICE$2" ] || { echo "adb: error: failed to stat remote object" >&2; exit 1; }
    cp -r "$DEVICE$2" "$3" ;;
esac
"""


class FakeAdb:
    """A device with two layers asked for by its settings, none of which is there at first."""

    def __init__(self, folder: Path) -> None:
        self.device = folder / "device"
        (self.device / "answers").mkdir(parents=True)
        script = folder / "bin/adb"
        script.parent.mkdir()
        script.write_text(ADB)
        script.chmod(0o755)
        self.variables = {
            "PATH": f"{script.parent}:{os.environ['PATH']}",
            "DEVICE": str(self.device),
        }
        self.answer(
            getprop="[ro.hardware.vulkan]: [gpu]\n[ro.product.cpu.abilist]: [arm64-v8a]\n",
            settings="enable_gpu_debug_layers=1\n"
            f"gpu_debug_app={PACKAGE}\ngpu_debug_layers=VK_LAYER_a_own:VK_LAYER_a_x\n",
            package=f"  Package [{PACKAGE}] (1):\n    codePath=/data/app/x\n"
            "    legacyNativeLibraryDir=/data/app/x/lib\n    primaryCpuAbi=arm64-v8a\n"
            "    flags=[ DEBUGGABLE ]\n",
        )

    def answer(self, **texts: str) -> None:
        for name, text in texts.items():
            (self.device / "answers" / name).write_text(text)

    def file(self, path: str, content: bytes) -> None:
        place = self.device / path.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)

    def run(self, arguments: tuple[str, ...]) -> CommandOutput:
        completed = subprocess.run(
            ["adb", "-s", "serial", *arguments],
            env={**os.environ, **self.variables},
            capture_output=True,
            check=False,
        )
        return CommandOutput(completed.returncode, completed.stdout, completed.stderr.decode())

    def ask(self, commands) -> Mapping[str, CommandOutput]:
        return {question.key: self.run(question.arguments) for question in commands}
