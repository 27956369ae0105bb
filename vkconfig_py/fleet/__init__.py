"""What asking other machines, and comparing many, adds to the program."""

from __future__ import annotations

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.optional_parts import CommandGroup, Contribution, MenuEntry, PartCommand

_PACKAGE_NAME = "vkconfig_py.fleet"
ADDRESS_PREFIXES = ("ssh:", "adb:")
CONTRIBUTION = Contribution(
    commands={
        "fleet": CommandGroup(
            tr("compare reports from many machines; collect them with Ansible"),
            {
                "reports": PartCommand(
                    f"{_PACKAGE_NAME}.commands.reports",
                    tr("show a folder of saved reports as a table of machines, outliers first"),
                ),
                "ansible": PartCommand(
                    f"{_PACKAGE_NAME}.commands.ansible",
                    tr("write the self-contained Ansible collection vkconfig_py.vulkan"),
                ),
            },
        ),
    },
    functions={
        "show --host": f"{_PACKAGE_NAME}.commands.remote:ask_machine",
        "fleet reports --window": f"{_PACKAGE_NAME}.window.reports_window:make_window",
    },
    machine_kinds=f"{_PACKAGE_NAME}.remote.asked_machine:MACHINE_KINDS",
    addresses=ADDRESS_PREFIXES,
    waiting_text=tr(
        "Waiting for a response… If ssh needs a password or confirmation, it asks in the "
        "terminal that started vkconfig-py, or through SSH_ASKPASS."
    ),
    menu=(
        MenuEntry(
            "reports",
            tr("Open re&ports…"),
            "",
            "folder",
            tr(
                "Shows saved reports from many machines in a table that you can sort, filter, "
                "compare and export"
            ),
            f"{_PACKAGE_NAME}.window.report_commands:ReportCommands",
            {"ReportsWindow": "lab.md"},
        ),
    ),
)
