"""What asking other machines, and comparing many, adds to the program."""

from __future__ import annotations

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.optional_parts import (
    CommandGroup,
    Contribution,
    MenuEntry,
    PartCommand,
)

_HERE = "vkconfig_py.fleet"
ADDRESSES = ("ssh:", "adb:")
CONTRIBUTION = Contribution(
    commands={
        "fleet": CommandGroup(
            tr("compare the reports of many machines, or report on them with Ansible"),
            {
                "reports": PartCommand(
                    f"{_HERE}.commands.reports",
                    tr("show a folder of saved reports as a table of machines, the odd ones first"),
                ),
                "ansible": PartCommand(
                    f"{_HERE}.commands.ansible",
                    tr("write the Ansible collection vkconfig_py.vulkan, with the engine inside"),
                ),
            },
        ),
    },
    functions={
        "show --host": f"{_HERE}.commands.remote:ask_machine",
        "fleet reports --window": f"{_HERE}.window.reports_window:make_window",
    },
    machine_kinds=f"{_HERE}.remote.asked_machine:KINDS",
    addresses=ADDRESSES,
    waiting_text=tr(
        "Waiting for the answer… If ssh asks for a password or a "
        "confirmation, it does so in the terminal that vkconfig-py was "
        "started in, or through SSH_ASKPASS."
    ),
    menu=(
        MenuEntry(
            "reports",
            tr("Open re&ports…"),
            "",
            "folder",
            tr("Saved reports of many machines as a table: sorted, filtered, compared, exported"),
            f"{_HERE}.window.report_commands:ReportCommands",
            {"ReportsWindow": "lab.md"},
        ),
    ),
)
