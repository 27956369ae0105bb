"""Two machines for Ansible, both this one: each with a home of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from devtools.console import ROOT
from tests.framework.patience import PATIENCE
from tests.loader.machine import LIBRARY

HOSTS = ("first", "second")
Task = tuple[str, Mapping[str, Any]]  # the hosts that it runs on, and what it is
_PLAY = {"gather_facts": False, "environment": {"HOME": "{{ home }}"}}
_COMMAND = """#!{python}
import sys

sys.path.insert(0, {root!r})
from vkconfig_py.app import main

sys.exit(main())
"""


class Machines:
    """An inventory, the collection, and a command vkconfig-py that is not in PATH."""

    def __init__(self, folder: Path, manifest: Mapping[str, Any]) -> None:
        self.folder = folder
        for host in HOSTS:
            place = folder / host / ".local/share/vulkan/explicit_layer.d"
            place.mkdir(parents=True)
            (place / "layer.json").write_text(json.dumps(manifest))
            (place / "layer.so").write_bytes(LIBRARY)
        self.command = folder / "command"
        self.command.write_text(_COMMAND.format(python=sys.executable, root=str(ROOT)))
        self.command.chmod(0o755)
        run([str(self.command), "fleet", "ansible", str(folder / "collections")], folder)
        hosts = {
            host: {
                "ansible_connection": "local",
                "ansible_python_interpreter": sys.executable,
                "home": str(folder / host),
            }
            for host in HOSTS
        }
        # JSON is YAML.
        (folder / "inventory.yml").write_text(json.dumps({"all": {"hosts": hosts}}))

    def play(self, tasks: Sequence[Task], *options: str) -> str:
        """Run tasks, each on the first machine or on all, and return what is printed."""
        plays = [
            {**_PLAY, "hosts": hosts, "tasks": [dict(task) for _hosts, task in together]}
            for hosts, together in groupby(tasks, key=itemgetter(0))
        ]
        playbook = self.folder / "playbook.yml"
        playbook.write_text(json.dumps(plays))
        command = [tool("ansible-playbook"), "-i", "inventory.yml", *options, str(playbook)]
        return run(command, self.folder)


def tool(name: str) -> str:
    return str(Path(sys.executable).with_name(name))


def run(command: list[str], folder: Path) -> str:
    environment = {
        "PATH": os.defpath,
        "LC_ALL": "C.UTF-8",
        "HOME": str(folder),
        "ANSIBLE_HOME": str(folder / "ansible"),
        "ANSIBLE_COLLECTIONS_PATH": str(folder / "collections"),
        "ANSIBLE_NOCOLOR": "1",
        "ANSIBLE_PIPELINING": "1",  # half the processes
        "ANSIBLE_LOCALHOST_WARNING": "0",
    }
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=5 * PATIENCE,  # a play is many steps
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout
