#!/usr/bin/python
# Apache License 2.0 (https://www.apache.org/licenses/LICENSE-2.0)
"""Withdraw configurations of Vulkan layers, and restore the previous files."""

from __future__ import annotations

DOCUMENTATION = r"""
module: withdraw
short_description: Withdraw configurations of Vulkan layers, and restore the previous files
description:
  - Undoes what M(vkconfig_py.vulkan.apply), C(vkconfig-py apply) or its window applied, for the
    user that Ansible acts as there.
author: vkconfig-py
options:
  configuration:
    description:
      - Name or key of one configuration. By default all that is applied is withdrawn.
    type: str
  executable:
    description:
      - Path of the installed vkconfig-py. By default it is looked for in PATH, C(~/.local/bin),
        C(/usr/local/bin) and C(/opt/homebrew/bin).
    type: path
attributes:
  check_mode:
    description: Says what would be withdrawn; nothing is written.
    support: full
  diff_mode:
    description: Shows which configurations are applied before and afterwards.
    support: full
seealso:
  - module: vkconfig_py.vulkan.apply
"""

EXAMPLES = r"""
- name: Withdraw everything
  vkconfig_py.vulkan.withdraw:

- name: Withdraw one configuration
  vkconfig_py.vulkan.withdraw:
    configuration: Validation
"""

RETURN = r"""
withdrawn:
  description: Names of the configurations that were withdrawn, or would be.
  returned: success
  type: list
  elements: str
  sample: [Validation]
files:
  description: Files that were removed or restored; empty in check mode.
  returned: success
  type: list
  elements: str
  sample: [/home/user/.local/share/vulkan/implicit_layer.d/VkLayer_override.json]
"""

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.vkconfig_py.vulkan.plugins.module_utils.command_line import (
    OPTIONS,
    applied_programs,
    in_words,
    require_program,
    run_json,
)


def main():
    module = AnsibleModule(argument_spec={**OPTIONS, "configuration": {}}, supports_check_mode=True)
    program = require_program(module)
    wanted = module.params["configuration"]
    before = list(applied_programs(module, program).values())
    leaving = [row for row in before if wanted in (None, row["key"], row["name"])]
    names = [row["name"] for row in leaving]
    files = []
    if leaving and not module.check_mode:
        command = [program, "withdraw", "--json"]
        if wanted is not None:
            command.append("--config=" + wanted)
        told = run_json(module, command)
        names = [one["name"] for one in told["withdrawn"]]
        files = [one["file"] for one in told["files"]]
    staying = [row for row in before if row not in leaving]
    module.exit_json(
        changed=bool(leaving),
        diff={"before": in_words(before), "after": in_words(staying)},
        withdrawn=names,
        files=files,
    )


if __name__ == "__main__":
    main()
