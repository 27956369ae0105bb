"""The engine runs where Python lacks what only Linux and macOS have."""

from __future__ import annotations

import subprocess
import sys

from vkconfig_py.model.files import resources

# What Python for Windows does not have, of what this program uses anywhere.
SCRIPT = """
import os, sys
for name in ("fcntl", "grp", "pwd", "resource", "termios"):
    sys.modules[name] = None
for name in (
    "O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "fork", "getegid", "geteuid", "getgid",
    "getuid", "killpg", "pipe2", "setsid", "uname", "waitid",
):
    delattr(os, name)
from vkconfig_py.loader.__main__ import parse, render_text
from vkconfig_py.loader.commands import make_report
report = make_report(parse(sys.argv[1:]))
print(render_text(report))
"""


def test_a_report_needs_nothing_that_windows_lacks():
    folder = resources.find_resource("demo") / "windows"
    options = ["--registry", str(folder / "registry.reg"), "--root", str(folder / "root")]
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *options], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "1. VK_LAYER_NV_optimus" in done.stdout
    assert "nv-vk64.json" in done.stdout
