#!/usr/bin/python
# Apache License 2.0 (https://www.apache.org/licenses/LICENSE-2.0)
"""Apply a configuration of Vulkan layers to the system."""

from __future__ import annotations

DOCUMENTATION = r"""
module: apply
short_description: Apply a configuration of Vulkan layers to the system
description:
  - Applies a configuration as C(vkconfig-py apply) does, for the user that Ansible acts as there.
  - It stays until M(vkconfig_py.vulkan.withdraw), which restores the previous files.
author: vkconfig-py
options:
  configuration:
    description:
      - Name or key of a configuration, built in or of that user.
    type: str
    required: true
  programs:
    description:
      - Paths of the programs that it acts on. By default those that the configuration lists, and
        every program if it lists none.
    type: list
    elements: path
    default: []
  every_program:
    description:
      - Act on every program, whatever the configuration lists.
    type: bool
    default: false
  by:
    description:
      - An override layer, a loader settings file, or what fits best.
    type: str
    choices: [best, override, settings]
    default: best
  executable:
    description:
      - Path of the installed vkconfig-py. By default it is looked for in PATH, C(~/.local/bin),
        C(/usr/local/bin) and C(/opt/homebrew/bin).
    type: path
attributes:
  check_mode:
    description: What would be written is computed and compared; nothing is written.
    support: full
  diff_mode:
    description: Shows the files that change.
    support: full
seealso:
  - module: vkconfig_py.vulkan.withdraw
"""

EXAMPLES = r"""
- name: Check one program with the validation layer
  vkconfig_py.vulkan.apply:
    configuration: Validation
    programs: [/usr/bin/vkcube]

- name: See what would change
  vkconfig_py.vulkan.apply:
    configuration: Validation
    every_program: true
  check_mode: true
  diff: true
"""

RETURN = r"""
applied_to:
  description: Programs that it acts on; empty for every program.
  returned: success
  type: list
  elements: str
  sample: [/usr/bin/vkcube]
files:
  description: Files that were written, or would be.
  returned: success
  type: list
  elements: str
  sample: [/home/user/.local/share/vulkan/implicit_layer.d/VkLayer_override.json]
chain:
  description: Layers that such a program then loads, application side first.
  returned: success
  type: list
  elements: str
  sample: [VK_LAYER_KHRONOS_validation]
mechanism:
  description: How it was applied.
  returned: success
  type: str
  sample: override
"""

import os

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.vkconfig_py.vulkan.plugins.module_utils.command_line import (
    OPTIONS,
    applied_programs,
    require_program,
    run_json,
)


def main():
    module = AnsibleModule(
        argument_spec={
            **OPTIONS,
            "configuration": {"required": True},
            "programs": {"type": "list", "elements": "path", "default": []},
            "every_program": {"type": "bool", "default": False},
            "by": {"choices": ["best", "override", "settings"], "default": "best"},
        },
        supports_check_mode=True,
    )
    if module.params["programs"] and module.params["every_program"]:
        module.fail_json(msg="'programs' and 'every_program' exclude each other.")
    program = require_program(module)
    command = [program, "apply", "--json", "--by", module.params["by"]]
    for one in module.params["programs"]:
        command += ["--program", one]
    if module.params["every_program"]:
        command.append("--every-program")
    # As one word a name that begins with a dash is no option.
    command.append("--config=" + module.params["configuration"])
    planned = run_json(module, [*command, "--dry-run"])
    known = applied_programs(module, program).get(planned["configuration"]["key"])
    is_known = known is not None and known["applied_to"] == planned["applied_to"]
    diff = [one for one in map(difference, planned["files"]) if one is not None]
    changed = bool(diff) or not is_known
    if changed and not module.check_mode:
        planned = run_json(module, command)
    module.exit_json(
        changed=changed,
        diff=diff,
        applied_to=planned["applied_to"],
        files=[one["file"] for one in planned["files"]],
        chain=planned["chain"],
        mechanism=planned["mechanism"],
    )


def difference(planned):
    """Return what a planned file changes, in the form of --diff; None if it is there already."""
    path, after = planned["file"], planned.get("content", "")
    before = ""
    if os.path.isfile(path):
        # As the command tells the content: what is no UTF-8 in it, escaped.
        with open(path, encoding="utf-8", errors="backslashreplace", newline="") as file:
            before = file.read()
        if before == after:
            return None
    return {"before_header": path, "after_header": path, "before": before, "after": after}


if __name__ == "__main__":
    main()
