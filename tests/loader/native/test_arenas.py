"""A whole life of a program, with thunks in machine code and with callbacks in their place."""

from __future__ import annotations

from tests.framework.probe_client import ClientRequest
from tests.framework.probe_life import run_program
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.native.callbacks import CallbackArena, CodeArena, open_arena
from vkconfig_py.loader.native.loader import Loader
from vkconfig_py.loader.native.loader_messages import Observer
from vkconfig_py.loader.probe.probe_run import make_load_plan


def test_programs_see_no_difference(system, tmp_path):
    system.add_probe_driver().add_probe_layer("VK_LAYER_one")
    application = Application(api_version=(1, 3, 0), layers=("VK_LAYER_one",))
    assembly = make_load_plan(discover(system.host(), application))
    arenas = open_arena(), CallbackArena()
    assert isinstance(arenas[0], CodeArena)
    kept = []

    def opened(arena):
        kept.append(Loader(assembly, Observer(), arena))
        return kept[-1].get_instance_proc_addr

    machine_code, callbacks = (
        run_program(
            lambda arena=arena: opened(arena),
            ClientRequest(application),
            system.environment,
            tmp_path,
        )
        for arena in arenas
    )
    assert machine_code == callbacks
    assert machine_code.find_answer("vkCreateInstance") == 0
