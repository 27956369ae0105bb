"""What children say of drivers and layers, in the language of the user."""

from __future__ import annotations

import pytest

from tests.framework.german import speak_german
from vkconfig_py.language.sentences import message
from vkconfig_py.loader.wire.jobs import DriverAnswer, Health, State
from vkconfig_py.model.chain.probe_words import make_driver_health, shorten_step


@pytest.mark.parametrize(
    ("health", "said", "told"),
    [
        (
            Health(
                State.EXCEEDED_LIMIT,
                "vkCreateInstance of /d.so",
                message("more than {size} of shared memory", size="2 GiB"),
            ),
            "uses more than 2 GiB of shared memory in vkCreateInstance from d.so",
            "verbraucht mehr als 2 GiB gemeinsamen Speicher in vkCreateInstance von d.so",
        ),
        (
            Health(
                State.REFUSES,
                "negotiate",
                detail=message("{name} not found", name="vkGetInstanceProcAddr"),
            ),
            "rejects this loader: vkGetInstanceProcAddr not found",
            "lehnt diesen Loader ab: vkGetInstanceProcAddr fehlt",
        ),
        (
            Health(State.DOES_NOT_LOAD, "open /d.so", detail="/d.so: wrong ELF class"),
            "cannot be opened: /d.so: wrong ELF class",
            "lässt sich nicht öffnen: /d.so: wrong ELF class",
        ),
    ],
)
def test_what_went_wrong_is_told_as_far_as_it_is_no_text_of_the_system(health, said, told):
    answer = DriverAnswer(health)
    assert make_driver_health(answer, 0.0).sentence == said
    with speak_german():
        assert make_driver_health(answer, 0.0).sentence == told


def test_every_kind_of_step_is_told():
    steps = ("open /x/d.so", "close /x/d.so", "run vulkaninfo", "the properties of device 3")
    with speak_german():
        assert [shorten_step(step) for step in (*steps, "vkCreateInstance")] == [
            "d.so öffnen",
            "d.so schließen",
            "vulkaninfo ausführen",
            "Abfrage der Eigenschaften von Gerät 3",
            "vkCreateInstance",
        ]


def test_a_step_names_a_layer_by_its_own_part():
    assert shorten_step("vkCreateInstance of VK_LAYER_ME_beta") == "vkCreateInstance from ME_beta"
    assert shorten_step("vkCreateInstance of /lib/libme.so") == "vkCreateInstance from libme.so"
