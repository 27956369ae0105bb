"""Whether memory, semaphores and fences can be shared; a driver that does not know shares nothing.

terminator.c, terminator_GetPhysicalDeviceExternal*Properties; extension_manual.c for the older
question of VK_NV_external_memory_capabilities.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable

from vkconfig_py.loader.binding.memory import read_word
from vkconfig_py.loader.binding.structures import structure
from vkconfig_py.loader.binding.terminators.asking import (
    FORMAT_NOT_SUPPORTED,
    emulating,
    ignoring,
    required,
)
from vkconfig_py.loader.records import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from vkconfig_py.loader.binding.driver_instance import DriverInstance

_NV = "vkGetPhysicalDeviceExternalImageFormatPropertiesNV"


class _Question(NamedTuple):
    """A command with an answer that may be all zero.

    Attributes:
        fields: of the answer, behind sType and pNext.
    """

    info: str
    answer: str
    fields: tuple[str, ...]


def emulations(driver: DriverInstance) -> dict[str, Callable[..., int | None]]:
    """Return what stands in for the questions that a driver does not know."""
    answers: dict[str, Callable[..., int | None]] = {}
    for name, question in _QUESTIONS.items():
        if not driver.answers(name):
            nothing = _nothing(driver, name, question)
            answers |= {name: nothing, f"{name}KHR": nothing}
    if not driver.proc(_NV):
        answers[_NV] = _image_format(driver)
    return answers


def _nothing(
    driver: DriverInstance, name: str, question: _Question
) -> Callable[[int, int, int], None]:
    places = [getattr(structure(question.answer), field) for field in question.fields]
    thing = question.answer.removeprefix("Vk")

    def emulate(_device: int, info: int, answer: int) -> None:
        emulating(driver, name)
        if read_word(info, 1):
            ignoring(driver, name, f"p{question.info.removeprefix('VkPhysicalDevice')}->pNext")
        for place in places:
            ctypes.memset(answer + place.offset, 0, place.size)
        if read_word(answer, 1):
            ignoring(driver, name, f"p{thing}->pNext")

    return emulate


def _image_format(driver: DriverInstance) -> Callable[..., int]:
    answer_type = structure("VkExternalImageFormatPropertiesNV")
    ask = required(driver, "vkGetPhysicalDeviceImageFormatProperties")

    def emulate(
        device: int,
        number: int,
        kind: int,
        tiling: int,
        usage: int,
        flags: int,
        handle_type: int,
        answer: int,
    ) -> int:
        if handle_type:
            return FORMAT_NOT_SUPPORTED
        found = answer_type.from_address(answer)
        found.externalMemoryFeatures = 0
        found.exportFromImportedHandleTypes = 0
        found.compatibleHandleTypes = 0
        inside = answer + answer_type.imageFormatProperties.offset
        return ask(device, number, kind, tiling, usage, flags, inside)

    return emulate


_SHARING = ("exportFromImportedHandleTypes", "compatibleHandleTypes")
_QUESTIONS = {
    "vkGetPhysicalDeviceExternalBufferProperties": _Question(
        "VkPhysicalDeviceExternalBufferInfo",
        "VkExternalBufferProperties",
        ("externalMemoryProperties",),
    ),
    "vkGetPhysicalDeviceExternalSemaphoreProperties": _Question(
        "VkPhysicalDeviceExternalSemaphoreInfo",
        "VkExternalSemaphoreProperties",
        (*_SHARING, "externalSemaphoreFeatures"),
    ),
    "vkGetPhysicalDeviceExternalFenceProperties": _Question(
        "VkPhysicalDeviceExternalFenceInfo",
        "VkExternalFenceProperties",
        (*_SHARING, "externalFenceFeatures"),
    ),
}
