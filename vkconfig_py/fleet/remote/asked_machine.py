"""Machines at an address, as the window opens them: their report, asked through ssh or adb."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, assert_never

from vkconfig_py.fleet.remote.adb import AdbSettings, ask_by_adb
from vkconfig_py.fleet.remote.address import (
    AdbAddress,
    Address,
    AddressError,
    SshAddress,
    is_address,
    parse_address,
)
from vkconfig_py.fleet.remote.ssh import RemoteError, SshSettings, ask_by_ssh
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.optional_parts import MachineKind, OpenedMachine, OpenMachineError
from vkconfig_py.loader.wire.results import Cancellation
from vkconfig_py.machines.open_machine import read_saved_machine

_SSH_VARIABLES_NOTE = tr("The variables come from an ssh command, not from a desktop session.")


@dataclass(frozen=True, slots=True)
class RemoteSettings:
    """How other machines are asked; tests choose other programs."""

    ssh: SshSettings = field(default_factory=SshSettings)
    adb: AdbSettings = field(default_factory=AdbSettings)


def make_machine_kind(settings: RemoteSettings) -> MachineKind:
    """Return the kind of machines that are opened by address."""
    return MachineKind(is_address, partial(_open_machine, settings))


def _open_machine(
    settings: RemoteSettings, origin: str, cancellation: Cancellation | None
) -> OpenedMachine:
    """Ask the machine at an address, and return it as one that is opened from its report."""
    try:
        address = parse_address(origin)
        opened_machine = read_saved_machine(
            _request_report(address, cancellation, settings), origin
        )
    except (AddressError, RemoteError) as error:
        raise OpenMachineError(str(error)) from error
    return opened_machine._replace(
        description=tr(
            "{machine}, via {address}", machine=opened_machine.description, address=origin
        ),
        notes=(*opened_machine.notes, _SSH_VARIABLES_NOTE)
        if isinstance(address, SshAddress)
        else opened_machine.notes,
    )


def _request_report(
    address: Address, cancellation: Cancellation | None, settings: RemoteSettings
) -> Mapping[str, Any]:
    """Return the report that the machine at an address makes of itself."""
    match address:
        case SshAddress():
            return ask_by_ssh(address, "show", (), cancellation=cancellation, settings=settings.ssh)
        case AdbAddress():
            return ask_by_adb(address, (), settings.adb)
        case _:
            assert_never(address)


MACHINE_KINDS = (make_machine_kind(RemoteSettings()),)
