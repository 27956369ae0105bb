"""What the machines that are opened from files add to the program."""

from __future__ import annotations

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.optional_parts import Contribution, MenuEntry

_PACKAGE_NAME = "vkconfig_py.machines"
CONTRIBUTION = Contribution(
    functions={
        "show --platform": f"{_PACKAGE_NAME}.open_machine:inspect_platform",
        "show --registry": f"{_PACKAGE_NAME}.open_machine:open_export",
        "show --machine": f"{_PACKAGE_NAME}.commands.show_machine:show_machine",
        "apply --machine": f"{_PACKAGE_NAME}.commands.show_machine:open_described_machine",
        "apply --output": f"{_PACKAGE_NAME}.commands.show_machine:write_files",
    },
    machine_kinds=f"{_PACKAGE_NAME}.open_machine:MACHINE_KINDS",
    menu=(
        MenuEntry(
            "open_machine",
            tr("Open &machine…"),
            "Ctrl+Shift+O",
            "device",
            tr("Show another machine from a root folder or a saved report, or over SSH"),
            f"{_PACKAGE_NAME}.window.machine_commands:MachineCommands",
            {
                "MachinePage": "machines.md",
                "OpenMachineDialog": "machines.md",
            },
        ),
    ),
)
