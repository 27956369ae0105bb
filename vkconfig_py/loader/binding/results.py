"""The result of a native call, checked in one place."""

from __future__ import annotations

from vkconfig_py.loader.results import RESULTS, result_name

SUCCESS = 0
INCOMPLETE = 5
OUT_OF_HOST_MEMORY = -1
INITIALIZATION_FAILED = -3
LAYER_NOT_PRESENT = -6
EXTENSION_NOT_PRESENT = -7
INCOMPATIBLE_DRIVER = -9


class VulkanError(Exception):
    """A command returned an error.

    Attributes:
        command: name of the command.
        code: the VkResult.
    """

    def __init__(self, command: str, code: int) -> None:
        super().__init__(f"{command} returned {result_name(code)} ({code})")
        self.command = command
        self.code = code


def check(command: str, code: int) -> int:
    """Return a result that is no error, VK_INCOMPLETE among them; raise for an error."""
    if code < 0:
        raise VulkanError(command, code)
    return code


def result_code(name: str) -> int:
    """Return the number of a VkResult by its name; what is no name counts as a failure to start."""
    for code, text in RESULTS.items():
        if text == name:
            return code
    return INITIALIZATION_FAILED
