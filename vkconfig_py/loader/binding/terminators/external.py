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
    function,
    ignoring,
)
from vkconfig_py.loader.binding.terminators.properties2 import choose
from vkconfig_py.loader.records import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from vkconfig_py.loader.binding.driver_instance import DriverInstance

_NV = "vkGetPhysicalDeviceExternalImageFormatPropertiesNV"


class _Question(NamedTuple):
    """A command with an answer that may be all zero.

    Attributes:
        fields: of the answer, behind sType and pNext.
    """

    extension: str
    info: str
    answer: str
    fields: tuple[str, ...]


def emulations(driver: DriverInstance) -> dict[str, Callable[..., int | None] | int]:
    """Return what answers each question for a driver."""
    chosen: dict[str, Callable[..., int | None] | int] = {}
    for name, question in _QUESTIONS.items():
        answer = choose(driver, name, question.extension) or _nothing(driver, name, question)
        chosen |= {name: answer, f"{name}KHR": answer}
    if not driver.proc(_NV):
        chosen[_NV] = _image_format(driver)
    return chosen


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
    ask = function(driver, "vkGetPhysicalDeviceImageFormatProperties")

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
        code: int = ask(device, number, kind, tiling, usage, flags, inside)
        return code

    return emulate


_SHARING = ("exportFromImportedHandleTypes", "compatibleHandleTypes")
_QUESTIONS = {
    "vkGetPhysicalDeviceExternalBufferProperties": _Question(
        "VK_KHR_external_memory_capabilities",
        "VkPhysicalDeviceExternalBufferInfo",
        "VkExternalBufferProperties",
        ("externalMemoryProperties",),
    ),
    "vkGetPhysicalDeviceExternalSemaphoreProperties": _Question(
        "VK_KHR_external_semaphore_capabilities",
        "VkPhysicalDeviceExternalSemaphoreInfo",
        "VkExternalSemaphoreProperties",
        (*_SHARING, "externalSemaphoreFeatures"),
    ),
    "vkGetPhysicalDeviceExternalFenceProperties": _Question(
        "VK_KHR_external_fence_capabilities",
        "VkPhysicalDeviceExternalFenceInfo",
        "VkExternalFenceProperties",
        (*_SHARING, "externalFenceFeatures"),
    ),
}
