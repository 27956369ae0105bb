"""The hand-written structures and numbers, compared with the installed headers by gcc."""

import ctypes
import inspect

import pytest

from tests.framework import headers
from vkconfig_py.loader.native import abi

# Those whose C type has no name of its own, and those that stand for several.
_UNNAMED = {"LayerDevice", "InstancePart", "DevicePart"}
_STANDS_FOR = {
    "PreInstanceChain": (
        "VkEnumerateInstanceExtensionPropertiesChain",
        "VkEnumerateInstanceLayerPropertiesChain",
        "VkEnumerateInstanceVersionChain",
    ),
}
_NUMBERS = {
    "DRIVER_INTERFACE": "CURRENT_LOADER_ICD_INTERFACE_VERSION",
    "LAYER_INTERFACE": "CURRENT_LOADER_LAYER_INTERFACE_VERSION",
    "PRE_INSTANCE_VERSION": "VK_CURRENT_CHAIN_VERSION",
    "MAX_UNKNOWN_FUNCTIONS": "MAX_NUM_UNKNOWN_EXTS",
    "DRIVER_MAGIC": "ICD_LOADER_MAGIC",
    "APPLICATION_INFO": "VK_STRUCTURE_TYPE_APPLICATION_INFO",
    "INSTANCE_CREATE_INFO": "VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO",
    "DEVICE_QUEUE_CREATE_INFO": "VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO",
    "DEVICE_CREATE_INFO": "VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO",
    "LOADER_INSTANCE_CREATE_INFO": "VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO",
    "LOADER_DEVICE_CREATE_INFO": "VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO",
    "DIRECT_DRIVER_LOADING_INFO": "VK_STRUCTURE_TYPE_DIRECT_DRIVER_LOADING_INFO_LUNARG",
    "DIRECT_DRIVER_LOADING_LIST": "VK_STRUCTURE_TYPE_DIRECT_DRIVER_LOADING_LIST_LUNARG",
    "LAYER_LINK_INFO": "VK_LAYER_LINK_INFO",
    "LOADER_DATA_CALLBACK": "VK_LOADER_DATA_CALLBACK",
    "LOADER_LAYER_CREATE_DEVICE_CALLBACK": "VK_LOADER_LAYER_CREATE_DEVICE_CALLBACK",
    "LOADER_FEATURES": "VK_LOADER_FEATURES",
    "NEGOTIATE_INTERFACE": "LAYER_NEGOTIATE_INTERFACE_STRUCT",
    "CHAIN_EXTENSIONS": "VK_CHAIN_TYPE_ENUMERATE_INSTANCE_EXTENSION_PROPERTIES",
    "CHAIN_LAYERS": "VK_CHAIN_TYPE_ENUMERATE_INSTANCE_LAYER_PROPERTIES",
    "CHAIN_VERSION": "VK_CHAIN_TYPE_ENUMERATE_INSTANCE_VERSION",
    "WSI_WAYLAND": "VK_ICD_WSI_PLATFORM_WAYLAND",
    "WSI_XCB": "VK_ICD_WSI_PLATFORM_XCB",
    "WSI_XLIB": "VK_ICD_WSI_PLATFORM_XLIB",
    "WSI_DISPLAY": "VK_ICD_WSI_PLATFORM_DISPLAY",
    "WSI_HEADLESS": "VK_ICD_WSI_PLATFORM_HEADLESS",
    "PORTABILITY_FLAG": "VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR",
    "DIRECT_EXCLUSIVE": "VK_DIRECT_DRIVER_LOADING_MODE_EXCLUSIVE_LUNARG",
    "DIRECT_INCLUSIVE": "VK_DIRECT_DRIVER_LOADING_MODE_INCLUSIVE_LUNARG",
    "MAX_NAME": "VK_MAX_EXTENSION_NAME_SIZE",
}
# The loader's own, in no installed header: loader_common.h and loader.h of its source.
_OF_THE_LOADER = {
    "INSTANCE_MAGIC": 0x10ADED010110ADED,
    "PHYSICAL_DEVICE_MAGIC": 0x10ADED020210ADED,
    "DEVICE_MAGIC": 0x10ADED040410ADED,
}


def _structures():
    kinds = (ctypes.Structure, ctypes.Union)
    return {
        name: value
        for name, value in vars(abi).items()
        if inspect.isclass(value) and issubclass(value, kinds) and value.__module__ == abi.__name__
    }


@pytest.fixture(scope="module")
def in_c():
    return headers.measure_layouts(
        (name, [field[0] for field in structure._fields_])
        for short, structure in _structures().items()
        if short not in _UNNAMED
        for name in _STANDS_FOR.get(short, (short,))
    )


@pytest.mark.parametrize("short", sorted(_structures().keys() - _UNNAMED))
def test_a_structure_lies_in_memory_as_in_the_headers(in_c, short):
    for name in _STANDS_FOR.get(short, (short,)):
        assert headers.get_layout(_structures()[short]) == in_c[name], name


def test_what_a_union_carries_lies_where_c_has_it():
    asked = [
        ("VkLayerInstanceCreateInfo", ["u." + field[0] for field in abi.InstancePart._fields_]),
        ("VkLayerDeviceCreateInfo", ["u." + field[0] for field in abi.DevicePart._fields_]),
    ]
    for name, paths in asked:
        whole = getattr(abi, name)
        _, *numbers = headers.measure_layouts([(name, paths)])[name]
        part = dict(whole._fields_)["u"]
        for path, offset, size in zip(paths, numbers[::2], numbers[1::2], strict=True):
            assert whole.u.offset == offset
            assert getattr(part, path.removeprefix("u.")).size == size


def test_the_numbers_are_those_of_the_headers():
    lines = [f'printf("%llu\\n", (unsigned long long)({name}));' for name in _NUMBERS.values()]
    answers = map(int, headers.compile_and_run("\n".join(lines)))
    assert {name: getattr(abi, name) for name in _NUMBERS} == dict(
        zip(_NUMBERS, answers, strict=True)
    )


def test_every_number_is_compared():
    numbers = {name for name, value in vars(abi).items() if type(value) is int}
    assert numbers == _NUMBERS.keys() | _OF_THE_LOADER.keys()
    assert {name: getattr(abi, name) for name in _OF_THE_LOADER} == _OF_THE_LOADER


def test_each_letter_is_as_large_as_what_it_stands_for():
    types = {
        "p": "void *",
        "h": "VkFence",
        "i": "VkResult",
        "u": "uint32_t",
        "t": "VkBool32",
        "q": "VkDeviceSize",
        "l": "int64_t",
        "z": "size_t",
        "f": "float",
        "d": "double",
        "w": "uint16_t",
        "s": "int16_t",
        "b": "uint8_t",
        "x": "int8_t",
        "c": "char",
    }
    lines = [f'printf("%zu\\n", sizeof({name}));' for name in types.values()]
    sizes = map(int, headers.compile_and_run("\n".join(lines)))
    assert dict(zip(types, sizes, strict=True)) == {
        letter: ctypes.sizeof(abi.CTYPES_BY_LETTER[letter]) for letter in types
    }
    assert abi.CTYPES_BY_LETTER.keys() == types.keys() | {"v"}
