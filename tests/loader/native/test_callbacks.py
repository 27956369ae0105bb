"""Python functions that C calls: what arrives, and what happens to exceptions."""

import ctypes
import sys

import pytest

from vkconfig_py.loader.native.callbacks import make_callback, make_function_type


def test_types_are_made_once():
    assert make_function_type("ipu") is make_function_type("ipu")


def test_null_is_a_number_on_both_sides():
    seen = []
    made = make_callback("pph", lambda *arguments: seen.append(arguments) or 0)
    assert make_function_type("pph")(made.address)(None, 5) == 0
    assert seen == [(0, 5)]


def test_what_python_passes_may_be_an_array_or_a_reference():
    made = make_callback("up", lambda place: ctypes.c_uint32.from_address(place).value)
    call = make_function_type("up")(made.address)
    assert call((ctypes.c_uint32 * 2)(7, 8)) == 7
    assert call(ctypes.byref(ctypes.c_uint32(9))) == 9


@pytest.mark.parametrize(
    ("signature", "failure", "answer"),
    [("ip", None, -3), ("ip", -1, -1), ("pp", None, 0), ("up", None, 0), ("vp", None, None)],
)
def test_exception_becomes_a_failure_and_is_reported(signature, failure, answer):
    reported = []

    def fail(_):
        raise ValueError("wrong")

    made = make_callback(signature, fail, failure, reported.append)
    assert make_function_type(signature)(made.address)(None) == answer
    assert [str(error) for error in reported] == ["wrong"]


def test_exit_does_not_pass_through_c():
    reported = []
    made = make_callback("ip", sys.exit, report=reported.append)
    assert make_function_type("ip")(made.address)(None) == -3
    assert isinstance(reported[0], SystemExit)


def test_no_result_where_one_is_promised_is_a_failure():
    reported = []
    made = make_callback("ip", lambda _: None, report=reported.append)
    assert make_function_type("ip")(made.address)(None) == -3
    assert isinstance(reported[0], TypeError)


def test_unreported_exception_goes_to_the_last_resort(monkeypatch):
    seen = []
    monkeypatch.setattr(sys, "excepthook", lambda *what: seen.append(what))
    made = make_callback("i", lambda: 1 // 0)
    assert make_function_type("i")(made.address)() == -3
    assert seen[0][0] is ZeroDivisionError
