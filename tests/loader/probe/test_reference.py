"""A real loader, asked in a child: its answers, its call stack, and libraries that misbehave."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.framework.patience import GROWING_LIMITS, PATIENCE
from tests.framework.probe_parts import ProbeDevice
from tests.framework.reference import RealLoader, chromium_loader, debian_loader
from tests.framework.system import SystemBuilder
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.base.records import decode, encode
from vkconfig_py.loader.probe.protocol import (
    LoaderQuestion,
    Reply,
    parse_question,
    question_to_json,
)
from vkconfig_py.loader.probe.reference_client import (
    ReferenceAnswer,
    ask_version,
    query_reference_loader,
)
from vkconfig_py.loader.profiles.profile import IDENTITY_EXTENSIONS
from vkconfig_py.loader.wire.results import Crashed, Failure, TimedOut

LAYERS = ("VK_LAYER_b", "VK_LAYER_a")


@pytest.fixture(params=["debian", "chromium"])
def loader(request: pytest.FixtureRequest) -> RealLoader:
    """Return a real loader."""
    return debian_loader() if request.param == "debian" else chromium_loader()


def ask(
    system: SystemBuilder, loader: RealLoader, *, timeout: float = PATIENCE, **question: object
) -> ReferenceAnswer | Failure:
    asked = LoaderQuestion(loader.profile.library, devices=True, **question)
    return query_reference_loader(asked, system.environment, timeout=timeout)


def test_child_and_real_program_get_the_same_answer(system: SystemBuilder, loader: RealLoader):
    system.add_driver("one").add_implicit_layer("VK_LAYER_i")
    for name in LAYERS:
        system.add_explicit_layer(name)
    answer = ask(system, loader, layers=LAYERS, api_version=(1, 3, 0), application="test")
    program = system.run_reference(loader, Application("test", (1, 3, 0), LAYERS))
    assert isinstance(answer, ReferenceAnswer)
    assert answer.reply.version == loader.version
    assert answer.reply.layers == program.layers
    assert answer.reply.create == program.create == "VK_SUCCESS"
    assert answer.reply.devices == program.devices == ("one",)
    assert answer.callstack == program.callstack
    assert [layer.name for layer in answer.callstack or ()] == ["VK_LAYER_i", *LAYERS]


def test_failing_calls_are_named(system: SystemBuilder, loader: RealLoader):
    answer = ask(system, loader)
    assert isinstance(answer, ReferenceAnswer)
    assert answer.reply.create == "VK_ERROR_INCOMPATIBLE_DRIVER"
    assert answer.callstack is None
    answer = ask(system.add_driver(), loader, layers=("VK_LAYER_unknown",))
    assert isinstance(answer, ReferenceAnswer)
    assert answer.reply.create == "VK_ERROR_LAYER_NOT_PRESENT"


def test_extensions_and_flags_reach_the_loader(system: SystemBuilder, loader: RealLoader):
    system.add_driver(is_portability_driver=True)
    answer = ask(system, loader, extensions=("VK_KHR_portability_enumeration",), flags=1)
    assert isinstance(answer, ReferenceAnswer)
    assert answer.reply.create == "VK_SUCCESS"


def test_program_path_is_imitated(system: SystemBuilder, loader: RealLoader):
    system.add_driver().add_explicit_layer("VK_LAYER_a")
    system.add_override(("VK_LAYER_a",), app_keys=["/opt/some game/bin/game"])
    with_path = ask(system, loader, executable="/opt/some game/bin/game")
    without = ask(system, loader)
    assert isinstance(with_path, ReferenceAnswer)
    assert isinstance(without, ReferenceAnswer)
    assert with_path.reply.is_imitated
    assert [layer.name for layer in with_path.callstack or ()] == ["VK_LAYER_a"]
    assert without.callstack == ()


def test_longest_path_is_cut_as_readlink_cuts_it(system: SystemBuilder, loader: RealLoader):
    answer = ask(system.add_driver(), loader, executable="/" + "x" * 5000)
    assert isinstance(answer, ReferenceAnswer)
    assert answer.reply.create == "VK_SUCCESS"


def test_crash_in_a_layer_is_a_result(system: SystemBuilder, loader: RealLoader):
    system.add_driver().add_implicit_layer("VK_LAYER-crash")
    answer = ask(system, loader)
    assert isinstance(answer, Crashed)
    assert (str(answer.how), answer.during) == ("SIGSEGV", "vkCreateInstance")
    assert answer.stack[-1].startswith("main (reference_child.py:")


def test_layer_that_ends_the_process_is_a_result(system: SystemBuilder, loader: RealLoader):
    answer = ask(system.add_driver().add_implicit_layer("VK_LAYER-exit"), loader)
    assert isinstance(answer, Crashed)
    assert str(answer.how) == "exit 7"


def test_hang_in_a_driver_is_a_result(system: SystemBuilder, loader: RealLoader):
    system.add_driver("driver-hang")
    for seconds in GROWING_LIMITS:
        answer = ask(system, loader, timeout=seconds)
        assert isinstance(answer, TimedOut)
        if answer.during:
            break
    assert answer.during == "vkCreateInstance"


def test_noise_on_stdout_does_not_disturb_the_answer(system: SystemBuilder, loader: RealLoader):
    answer = ask(system.add_driver().add_implicit_layer("VK_LAYER-noise"), loader)
    assert isinstance(answer, ReferenceAnswer)
    assert "noise on stdout" in answer.output
    assert [layer.name for layer in answer.callstack or ()] == ["VK_LAYER-noise"]


@pytest.mark.parametrize("name", ["absent.so", "text.so"])
def test_library_that_does_not_open_is_refused(name: str, tmp_path: Path):
    (tmp_path / "text.so").write_text("no library")
    answer = ask_version(str(tmp_path / name))
    assert isinstance(answer, Crashed)
    assert name in str(answer.how)


def test_question_and_reply_survive_json():
    question = LoaderQuestion(
        "/lib/x.so", True, True, "/bin/p", "app", (1, 2, 3), ("a",), ("e",), 1
    )
    assert parse_question(question_to_json(question)) == question
    reply = Reply((1, 3, 0), "VK_ERROR_OUT_OF_HOST_MEMORY", "VK_SUCCESS", ("d",), True)
    assert decode(Reply, encode(reply)) == reply


def test_question_of_another_release_is_refused():
    with pytest.raises(ValueError, match="different releases"):
        parse_question({**question_to_json(LoaderQuestion("/x")), "protocol": 99})


def test_devices_of_vulkan_1_0_tell_their_uuid_where_the_extension_is_offered(
    system: SystemBuilder, loader: RealLoader
) -> None:
    device = ProbeDevice("gpu", uuid=7)
    offers = {"extensions": ",".join(f"{name}:1" for name in IDENTITY_EXTENSIONS)}
    offers["functions"] = "vkGetPhysicalDeviceProperties2KHR"
    system.add_probe_driver("gpu", devices=(device,), knobs=offers)
    plain = ask(system, loader, api_version=(1, 0, 0))
    asked = ask(system, loader, api_version=(1, 0, 0), optional=IDENTITY_EXTENSIONS)
    newer = ask(system, loader, api_version=(1, 1, 0))
    unoffered = ask(system, loader, optional=("VK_EXT_nobody_has_this",))
    replies = [one.reply for one in (plain, asked, newer, unoffered)]
    assert [reply.create for reply in replies] == ["VK_SUCCESS"] * 4
    assert replies[0].identities == ()
    assert replies[1].identities == replies[2].identities
    assert len(replies[1].identities) == 1
