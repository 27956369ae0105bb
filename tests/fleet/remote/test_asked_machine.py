"""Machines at an address, as the window shows them."""

from __future__ import annotations

import os

import pytest

from tests.framework.android_dump import make_library
from tests.framework.fake_adb import FakeAdb
from tests.framework.ssh_server import ssh_server
from tests.framework.system import SystemBuilder
from vkconfig_py.fleet.remote.asked_machine import RemoteSettings, make_machine_kind
from vkconfig_py.fleet.remote.ssh import SshSettings
from vkconfig_py.loader.api.optional_parts import OpenMachineError
from vkconfig_py.loader.wire.results import Cancellation
from vkconfig_py.machines.window.other_machine import read_machine
from vkconfig_py.model.chain.snapshot_values import RowKind

LAYER = "VK_LAYER_far_away"


@pytest.fixture(scope="module")
def server(tmp_path_factory, native):
    system = SystemBuilder(tmp_path_factory.mktemp("far"), native)
    system.add_implicit_layer(LAYER).add_driver("far")
    folder = tmp_path_factory.mktemp("server") / "s"
    with ssh_server(folder, variables=dict(system.environment)) as server:
        yield server


def asked(server):
    return (make_machine_kind(RemoteSettings(SshSettings(server.command))),)


def test_a_machine_through_ssh_has_its_chain_and_its_reasons(server):
    machine = read_machine(server.address, kinds=asked(server))
    assert machine.name == os.uname().nodename
    assert f"via {server.address}" in machine.description
    assert machine.snapshot.list_chain_names() == (LAYER,)
    steps = machine.find_steps(f"layer:{LAYER}")
    assert steps[0].text == "Loads: always on"
    # Its files cannot be read here: they are named, and are no links.
    assert not any(step.file for step in steps)
    assert server.left() == []
    assert machine.notes == ("The variables come from an ssh command, not from a desktop session.",)


def test_rows_of_another_machine_have_no_controls_and_tell_nothing_of_this_one(server):
    machine = read_machine(server.address, kinds=asked(server))
    rows = machine.snapshot.rows
    assert not any(row.control or row.controls for row in rows)
    assert all(row.is_elsewhere for row in rows)
    assert not any("Set to" in row.accessible_text for row in rows)
    assert not any("applied" in sentence for sentence in machine.snapshot.sentences)
    (driver,) = (row for row in rows if row.kind is RowKind.DRIVER)
    assert driver.reason == ""


def test_a_cancelled_request_ends_with_a_sentence(server):
    cancellation = Cancellation()
    cancellation.cancel()
    with pytest.raises(OpenMachineError, match="Cancelled"):
        read_machine(
            server.address,
            cancellation=cancellation,
            kinds=asked(server),
        )
    cancellation.close()


def test_a_device_through_adb_is_shown_like_every_machine(tmp_path, monkeypatch):
    found = FakeAdb(tmp_path)
    for name, value in found.variables.items():
        monkeypatch.setenv(name, value)
    found.file("/vendor/lib64/hw/vulkan.gpu.so", make_library(module_id="vulkan"))
    machine = read_machine("adb:serial")
    assert "via adb:serial" in machine.description
    drivers = [row for row in machine.snapshot.rows if row.kind is RowKind.DRIVER]
    assert [row.manifest for row in drivers] == ["/vendor/lib64/hw/vulkan.gpu.so"]
    assert not machine.has_files


def test_a_wrong_address_is_named():
    with pytest.raises(OpenMachineError, match="does not specify a machine"):
        read_machine("ssh:")
