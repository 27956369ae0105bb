"""Layers that cannot be used, and layers that break rules."""

from __future__ import annotations

import faulthandler
import os
import signal

import pytest

from tests.loader.native.parts import driver_part, layer_part
from vkconfig_py.loader.profiles.profile import LoaderProfile

NAME = "VK_LAYER_a"


def _load(load, tmp_path, layer, **options):
    return load(driver_part(tmp_path), layers=(layer,), listed=(layer,), **options)


@pytest.mark.parametrize("exports", ["nothing", "negotiate"])
def test_layer_that_cannot_be_used_fails_only_who_asked_for_it(load, tmp_path, exports):
    layer = layer_part(tmp_path, NAME, exports, negotiates="")
    client = _load(load, tmp_path, layer)
    assert client.create() == 0
    client.destroy()
    client = _load(load, tmp_path, layer._replace(is_requested=True))
    assert client.create(layers=[NAME]) == -6


def test_refused_negotiation_counts_since_1_4_361(load, tmp_path):
    layer = layer_part(tmp_path, NAME, negotiate=-3)._replace(is_requested=True)
    assert _load(load, tmp_path, layer).create(layers=[NAME]) == -6
    client = _load(load, tmp_path, layer, profile=LoaderProfile((1, 4, 360)))
    assert client.create(layers=[NAME]) == 0
    client.destroy()


def test_layer_makes_a_device_of_its_own(load, tmp_path):
    client = _load(load, tmp_path, layer_part(tmp_path, NAME, uses_callback=1))
    assert client.create() == 0
    device = client.create_device(client.devices()[0])
    assert device > 0
    client.call("vkDestroyDevice", device, None)
    client.destroy()


def _signal_that_ends(function):
    child = os.fork()
    if child == 0:
        try:
            faulthandler.disable()  # the death is wanted
            function()
        finally:
            os._exit(0)
    return -os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.parametrize("knob", ["changes_instance", "changes_device"])
def test_layer_that_hands_down_another_handle_ends_the_program(load, tmp_path, knob):
    client = _load(load, tmp_path, layer_part(tmp_path, NAME, **{knob: 1}))

    def use():
        client.create()
        client.create_device(client.devices()[0])

    assert _signal_that_ends(use) == signal.SIGABRT


def test_handle_of_another_loader_ends_the_program(load, tmp_path):
    client = load(driver_part(tmp_path))
    client.create()
    own = client.instance

    def use():
        client.instance = client.devices()[0]
        client.address("vkQueueSubmit")

    assert _signal_that_ends(use) == signal.SIGABRT
    client.instance = own
    client.destroy()
