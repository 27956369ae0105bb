"""Function types by signature, and C callable Python functions that cannot raise.

A signature is the letter of the result and one letter for each parameter. A type is made once: to
make one costs more than to call through it. All calls release Python's lock; one that kept it would
wait for ever as soon as a driver's own thread calls back.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache

from vkconfig_py.loader.records import Any

INITIALIZATION_FAILED = -3

_LETTERS: dict[str, Any] = {
    "v": None,
    "p": ctypes.c_size_t,
    "h": ctypes.c_uint64,
    "i": ctypes.c_int32,
    "u": ctypes.c_uint32,
    "q": ctypes.c_uint64,
    "z": ctypes.c_size_t,
    "f": ctypes.c_float,
    "d": ctypes.c_double,
    "w": ctypes.c_uint16,
}
# What Python passes may be an address, None, an array, a byref().
_PASSED = {**_LETTERS, "p": ctypes.c_void_p}

FunctionType = Any  # a subclass of ctypes._CFuncPtr
Report = Callable[[BaseException], None]


@cache
def function_type(signature: str) -> FunctionType:
    """Return the type of a C function that Python calls; a result that is a pointer is an int."""
    parameters = (_PASSED[letter] for letter in signature[1:])
    return ctypes.CFUNCTYPE(_LETTERS[signature[0]], *parameters)


@cache
def _callback_type(signature: str) -> FunctionType:
    """Return the type of a Python function that C calls; every pointer is an int, null is 0."""
    return ctypes.CFUNCTYPE(*(_LETTERS[letter] for letter in signature))


class Callback:
    """A Python function with an address. Whoever hands the address out keeps the object."""

    __slots__ = ("_function", "address")

    def __init__(self, function: Any) -> None:
        self._function = function
        self.address = ctypes.c_size_t.from_buffer(function).value


def print_exception(error: BaseException) -> None:
    """Hand an exception to Python's last resort, which prints it."""
    sys.excepthook(type(error), error, error.__traceback__)


def callback(
    signature: str,
    function: Callable[..., int | None],
    failure: int | None = None,
    report: Report = print_exception,
) -> Callback:
    """Return a C callable of a Python function.

    An exception that left it would come back as 0, which is VK_SUCCESS. So every exception goes to
    `report` and the caller gets `failure`; without one, VK_ERROR_INITIALIZATION_FAILED from what
    returns a VkResult, and 0 from everything else.
    """
    if failure is None:
        failure = INITIALIZATION_FAILED if signature[0] == "i" else 0
    guard = _without_result if signature[0] == "v" else _with_result
    return Callback(_callback_type(signature)(guard(function, failure, report)))


def _with_result(
    function: Callable[..., int | None], failure: int, report: Report
) -> Callable[..., int]:
    def guarded(*arguments: object) -> int:
        try:
            return int(function(*arguments))  # type: ignore[arg-type]  # None is an error, as it should be
        except BaseException as error:  # noqa: BLE001 - nothing may leave a C callable
            report(error)
        return failure

    return guarded


def _without_result(
    function: Callable[..., int | None], failure: int, report: Report
) -> Callable[..., None]:
    def guarded(*arguments: object) -> None:
        try:
            function(*arguments)
        except BaseException as error:  # noqa: BLE001 - nothing may leave a C callable
            report(error)

    return guarded
