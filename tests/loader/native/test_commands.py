"""The table of commands, compared with the installed headers by gcc."""

import re

from devtools.registry import FOLDER, LOCK
from tests.framework import headers
from vkconfig_py.loader.native import abi
from vkconfig_py.loader.native.callbacks import make_function_type
from vkconfig_py.loader.native.vulkan_registry import (
    DEVICE_FIRST,
    DEVICE_SLOTS,
    INSTANCE_FIRST,
    INSTANCE_SLOTS,
    list_commands,
    list_extension_kinds,
    read_table,
)

_C_TYPES = {
    "p": "void *",
    "h": "VkFence",
    "i": "int32_t",
    "u": "uint32_t",
    "q": "uint64_t",
    "z": "size_t",
    "f": "float",
    "d": "double",
    "w": "uint16_t",
}
_FIRST = {
    "VkInstance": "I",
    "VkPhysicalDevice": "P",
    "VkDevice": "D",
    "VkQueue": "Q",
    "VkCommandBuffer": "C",
}


def test_the_table_has_every_command_of_the_headers():
    assert len(_declared()) > 600
    assert _declared().keys() <= list_commands().keys()


def test_a_command_that_the_headers_lack_is_newer_than_they():
    newer = list_commands().keys() - _declared().keys()
    assert len(newer) + len(_declared()) == len(list_commands())
    assert [name for name in newer if not _is_newer(list_commands()[name])] == []
    assert len(newer) == {(1, 3, 239): 217}.get(headers.read_version(), len(newer))


def _is_newer(command):
    if command.version:
        return command.version > headers.read_version()[:2]
    known = headers.extension_revisions().get(command.extension, 0)
    return known < int(_registered()[command.extension])


def _registered():
    return {name: revision for name, _, revision in map(str.split, read_table("extensions"))}


def test_each_command_is_dispatched_by_its_first_parameter():
    for name, (_, parameters) in _declared().items():
        assert list_commands()[name].first == _FIRST.get(parameters[0].split()[0], ""), name


def test_the_letters_of_each_command_are_as_large_as_its_types():
    """A function of the letters' types takes the arguments of the command in C."""
    body = []
    for name, (result, parameters) in _declared().items():
        letters = list_commands()[name].signature
        assert len(letters) == 1 + len(parameters), name
        for letter, text in zip(letters, [result, *parameters], strict=True):
            assert (letter == "v") == (text == "void"), name
            if letter != "v":
                body.append(
                    f'_Static_assert(sizeof({text}) == sizeof({_C_TYPES[letter]}), "{name}");'
                    f"_Static_assert(__builtin_classify_type(({text}){{0}}) "
                    f'{"==" if letter in "fd" else "!="} 8, "{name}");'
                )
    headers.compile_and_run("\n".join(body))


def test_a_function_can_be_made_of_every_signature():
    for command in list_commands().values():
        assert set(command.signature) <= abi.CTYPES_BY_LETTER.keys()
        assert len(make_function_type(command.signature)._argtypes_) == len(command.signature) - 1


def test_slots_are_numbered_from_one_without_a_gap():
    for slots, first in ((INSTANCE_SLOTS, INSTANCE_FIRST), (DEVICE_SLOTS, DEVICE_FIRST)):
        assert sorted(slots.values()) == list(range(1, len(slots) + 1))
        assert slots.keys() == {c.name for c in list_commands().values() if c.first in first}
        assert len(slots) + abi.MAX_UNKNOWN_FUNCTIONS < 1024


def test_an_alias_is_a_command_of_the_same_signature():
    aliases = [command for command in list_commands().values() if command.alias]
    assert len(aliases) > 100
    for command in aliases:
        meant = list_commands()[command.alias]
        assert (meant.first, meant.signature) == (command.first, command.signature)


def test_a_command_is_of_a_core_version_or_of_an_extension_that_is_known():
    for command in list_commands().values():
        assert (command.version is None) == bool(command.extension)
        assert command.extension in list_extension_kinds() or command.version


def test_some_commands_are_as_everybody_knows_them():
    create = list_commands()["vkCreateInstance"]
    assert (create.first, create.signature, create.version) == ("", "ippp", (1, 0))
    properties = list_commands()["vkGetPhysicalDeviceProperties2KHR"]
    assert properties.alias == "vkGetPhysicalDeviceProperties2"
    assert properties.extension == "VK_KHR_get_physical_device_properties2"
    assert list_commands()["vkQueueSubmit"].first == "Q"
    assert list_extension_kinds()["VK_KHR_surface"] == "instance"
    assert list_extension_kinds()["VK_KHR_swapchain"] == "device"


def _declared():
    """Return, of each PFN_vk type of the headers, what it returns and its parameters' types."""
    found = {}
    pattern = r"typedef (\w+) +\(VKAPI_PTR \*PFN_(vk\w+)\)\(([^;]*)\);"
    # Functions of the application, and the type of a driver's function.
    others = r"vk(\w+Function|\w+Notification|De(?!stroy)\w+CallbackEXT|GetInstanceProcAddrLUNARG)"
    for result, name, parameters in re.findall(pattern, headers.read_all_headers()):
        if not re.fullmatch(others, name):
            found[name] = (result, [_type(text) for text in parameters.split(",")])
    return found


def _type(parameter):
    """Return the type of a parameter; an array is passed as a pointer."""
    if "[" in parameter or "*" in parameter:
        return "void *"
    words = parameter.split()
    return " ".join(words[:-1])


def test_the_tables_are_of_the_registry_that_the_lock_names():
    version = re.search(r"vulkan-object==(\S+)", LOCK.read_text())[1]
    tables = sorted(FOLDER.glob("*.txt"))
    assert len(tables) == 6
    for table in tables:
        first = table.read_text().partition("\n")[0]
        assert first == f"# Vulkan registry {version}; made by dev.py registry"
