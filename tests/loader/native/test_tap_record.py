"""What a record of calls says about each layer."""

from vkconfig_py.loader.native.tracing_layers import ENUMERATE_DEVICE_EXTENSIONS, Call, CallRecord

_LAYERS = ("upper", "lower")
_SUBMIT = "vkQueueSubmit"


def _call(tracing_layer, command, seconds, *inner, enters=True, extensions=None):
    call = Call(tracing_layer, command, enters)
    call.left = seconds
    call.inner += inner
    call.extensions = extensions if extensions is None else tuple(extensions)
    return call


def _layer_calls(*calls):
    record = CallRecord()
    record.layers = _LAYERS
    record.calls += calls
    return [tuple(layer_call) for layer_call in record.list_layer_calls()]


def test_a_layer_has_what_the_next_tap_did_not_see():
    submit = _call(0, _SUBMIT, 9.0, _call(1, _SUBMIT, 4.0, _call(2, _SUBMIT, 1.0)))
    assert _layer_calls(submit) == [
        (_SUBMIT, "upper", 9.0, 5.0, (), ()),
        (_SUBMIT, "lower", 4.0, 3.0, (), ()),
    ]


def test_a_layer_that_takes_no_part_is_not_entered():
    submit = _call(0, _SUBMIT, 9.0, _call(1, _SUBMIT, 4.0, _call(2, _SUBMIT, 1.0)), enters=False)
    assert [layer_call[1] for layer_call in _layer_calls(submit)] == ["lower"]


def test_a_layer_that_answers_by_itself_is_the_last():
    assert [layer_call[1] for layer_call in _layer_calls(_call(0, _SUBMIT, 9.0))] == ["upper"]


def test_other_calls_of_a_layer_are_not_its_own_time_and_nobodys_order():
    asked = _call(1, "vkEnumeratePhysicalDevices", 3.0)
    create = _call(0, "vkCreateDevice", 9.0, asked, _call(1, "vkCreateDevice", 4.0))
    assert _layer_calls(asked, create) == [
        ("vkCreateDevice", "upper", 9.0, 2.0, (), ()),
        ("vkCreateDevice", "lower", 4.0, 4.0, (), ()),
    ]


def test_extensions_of_a_create_info_come_from_above():
    below = _call(1, "vkCreateDevice", 1.0, extensions="ACD")
    create = _call(0, "vkCreateDevice", 2.0, below, extensions="AB")
    assert _layer_calls(create)[0][4:] == (("C", "D"), ("B",))


def test_extensions_of_an_enumeration_come_from_below():
    below = _call(1, ENUMERATE_DEVICE_EXTENSIONS, 1.0, extensions="ACD")
    assert _layer_calls(_call(0, ENUMERATE_DEVICE_EXTENSIONS, 2.0, below, extensions="AB"))[0][
        4:
    ] == (
        ("B",),
        ("C", "D"),
    )


def test_two_calls_of_a_command_are_one_passage():
    counted = _call(
        0,
        ENUMERATE_DEVICE_EXTENSIONS,
        2.0,
        _call(1, ENUMERATE_DEVICE_EXTENSIONS, 1.0, extensions="B"),
    )
    below = _call(1, ENUMERATE_DEVICE_EXTENSIONS, 1.0, extensions="B")
    listed = _call(0, ENUMERATE_DEVICE_EXTENSIONS, 3.0, below, extensions="AB")
    assert _layer_calls(counted, listed) == [
        (ENUMERATE_DEVICE_EXTENSIONS, "upper", 5.0, 3.0, ("A",), ()),
        (ENUMERATE_DEVICE_EXTENSIONS, "lower", 2.0, 2.0, (), ()),
    ]
