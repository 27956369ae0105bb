#!/usr/bin/python
# Apache License 2.0 (https://www.apache.org/licenses/LICENSE-2.0)
"""Report which Vulkan layers, drivers and devices a program gets."""

from __future__ import annotations

DOCUMENTATION = r"""
module: report
short_description: Report which Vulkan layers, drivers and devices a program gets
description:
  - Returns what C(vkconfig-py show --json) prints on the managed machine.
  - Nothing is changed or installed there. Where vkconfig-py is not installed, its engine is sent
    along, run by Python 3.11 or newer, and removed again.
author: vkconfig-py
options:
  engine:
    description:
      - Which engine makes the report. V(auto) takes the installed vkconfig-py where there is one,
        else the one that is sent along.
    type: str
    choices: [auto, installed, sent]
    default: auto
  executable:
    description:
      - Path of the installed vkconfig-py. By default it is looked for in PATH, C(~/.local/bin),
        C(/usr/local/bin) and C(/opt/homebrew/bin).
    type: path
  program:
    description:
      - Path of the program to report for. By default any program of the word size of Python.
    type: str
  probe:
    description:
      - Open drivers and layers in child processes, so that the report names the devices too.
    type: bool
    default: false
  arguments:
    description:
      - More arguments of C(vkconfig-py show), such as C(--loader-version=1.3.239).
    type: list
    elements: str
    default: []
attributes:
  check_mode:
    description: Nothing is ever changed.
    support: full
  diff_mode:
    description: Nothing is ever changed.
    support: none
"""

EXAMPLES = r"""
- name: Look at Vulkan
  vkconfig_py.vulkan.report:
  register: vulkan

- name: Save what was found, for "vkconfig-py fleet reports collected/"
  ansible.builtin.copy:
    content: "{{ vulkan.report | to_json }}"
    dest: "collected/{{ inventory_hostname }}.json"
    mode: "0644"
  delegate_to: localhost

- name: Fail where a game would find no driver
  vkconfig_py.vulkan.report:
    program: /usr/bin/game
    probe: true
  register: vulkan
  failed_when: vulkan.report.create != "VK_SUCCESS"
"""

RETURN = r"""
report:
  description: The report, with the keys of C(vkconfig-py show --json).
  returned: success
  type: dict
  sample: {"machine": "node7", "create": "VK_SUCCESS", "callstack": [], "drivers": []}
engine:
  description: Which engine made it, C(installed) or C(sent).
  returned: success
  type: str
  sample: sent
"""

import base64
import io
import os
import sys
import zipfile

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.vkconfig_py.vulkan.plugins.module_utils.command_line import (
    OPTIONS,
    find_program,
    require_program,
    run_json,
)
from ansible_collections.vkconfig_py.vulkan.plugins.module_utils.engine import ENGINE

OLDEST = (3, 11)
_NEWER = ("python3", "python3.14", "python3.13", "python3.12", "python3.11")
_START = (
    "import sys; sys.path.insert(0, {!r}); "
    "from vkconfig_py.loader.__main__ import main; sys.exit(main(sys.argv[1:]))"
)


def main():
    module = AnsibleModule(
        argument_spec={
            **OPTIONS,
            "engine": {"choices": ["auto", "installed", "sent"], "default": "auto"},
            "program": {"type": "str"},
            "probe": {"type": "bool", "default": False},
            "arguments": {"type": "list", "elements": "str", "default": []},
        },
        supports_check_mode=True,
    )
    wanted = module.params["engine"]
    if wanted == "installed":
        program = require_program(module)
    else:
        program = find_program(module) if wanted == "auto" else None
    if program is not None:
        command, engine = [program, "show"], "installed"
    else:
        command, engine = [find_python(module), *sent_engine(module)], "sent"
    command.append("--json")
    if module.params["program"] is not None:
        command += ["--program", module.params["program"]]
    if module.params["probe"]:
        command.append("--probe")
    # What loaders and drivers answered is otherwise kept in the cache folder of the user.
    cache = {"XDG_CACHE_HOME": os.path.join(module.tmpdir, "cache")} if engine == "sent" else {}
    report = run_json(module, [*command, *module.params["arguments"]], cache)
    module.exit_json(changed=False, report=report, engine=engine)


def find_python(module):
    """Return a Python that can run the engine: the one of this module, or another one."""
    if sys.version_info >= OLDEST:
        return sys.executable
    test = f"import sys; sys.exit(sys.version_info < {OLDEST!r})"
    paths = filter(None, map(module.get_bin_path, _NEWER))
    found = next(
        (one for one in paths if module.run_command([one, "-I", "-c", test])[0] == 0), None
    )
    if found is None:
        module.fail_json(
            msg="The engine needs Python 3.11 or newer, and this machine has only "
            f"{sys.version.split()[0]}. Install a newer one, or vkconfig-py with it."
        )
    return found


def sent_engine(module):
    """Unpack the engine into the module's own folder, which Ansible removes; return arguments."""
    folder = os.path.join(module.tmpdir, "engine")
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(ENGINE))) as packed:
        packed.extractall(folder)
    # Isolated: no site packages, no variables of Python, no bytecode.
    return ["-I", "-S", "-B", "-c", _START.format(folder)]


if __name__ == "__main__":
    main()
