"""Create infos and pNext chains of callers: reading and linking."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence

from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.vk_result import VulkanError
from vkconfig_py.loader.native.abi import (
    APPLICATION_INFO,
    INSTANCE_CREATE_INFO,
    LOADER_DEVICE_CREATE_INFO,
    LOADER_INSTANCE_CREATE_INFO,
    VkApplicationInfo,
    VkDeviceCreateInfo,
    VkInstanceCreateInfo,
)
from vkconfig_py.loader.native.memory import encode, name_array, read_text, read_u32, read_word
from vkconfig_py.loader.profiles.profile import is_valid_name

# Shifts of VK_API_VERSION_MAJOR and _MINOR; 7 bits of major, since the variant lies above them.
_MAJOR, _MINOR = 22, 12
NO_VERSION = (1, 0, 0)


class NameArray(NamedTuple):
    """An array of names as passed by a caller.

    Attributes:
        are_valid: every name is one that the loader looks up.
    """

    names: tuple[str, ...]
    are_valid: bool


class InstanceRequest(NamedTuple):
    """Arguments of a vkCreateInstance call.

    Attributes:
        packed_version: VkApplicationInfo::apiVersion; None if there is no VkApplicationInfo.
        chain: address of the first structure of the pNext chain.
    """

    packed_version: int | None
    flags: int
    layers: NameArray
    extensions: NameArray
    chain: int

    @property
    def api_version(self) -> tuple[int, int, int]:
        """Return the effective version. Without VkApplicationInfo, or with version 0, it is 1.0."""
        return unpack(self.packed_version) if self.packed_version else NO_VERSION


def unpack(version: int) -> tuple[int, int, int]:
    """Return (major, minor, patch) of a packed version, without its variant."""
    return version >> _MAJOR & 0x7F, version >> _MINOR & 0x3FF, version & 0xFFF


def pack(version: tuple[int, int, int]) -> int:
    """VK_MAKE_API_VERSION(0, ...)."""
    return version[0] << _MAJOR | version[1] << _MINOR | version[2]


def make_instance_info(
    name: str,
    version: int,
    layers: Sequence[str],
    extensions: Sequence[str],
    flags: int,
    chain: int = 0,
) -> tuple[VkInstanceCreateInfo, tuple[object, ...]]:
    """VkInstanceCreateInfo of a client, and the objects it points to, to be kept alive with it."""
    text, layer_names, extension_names = encode(name), name_array(layers), name_array(extensions)
    name_buffer = ctypes.create_string_buffer(text)
    application = VkApplicationInfo(
        sType=APPLICATION_INFO,
        pApplicationName=ctypes.addressof(name_buffer),
        apiVersion=version,
    )
    info = VkInstanceCreateInfo(
        sType=INSTANCE_CREATE_INFO,
        pNext=chain,
        flags=flags,
        pApplicationInfo=ctypes.addressof(application),
        enabledLayerCount=len(layer_names),
        ppEnabledLayerNames=ctypes.addressof(layer_names),
        enabledExtensionCount=len(extension_names),
        ppEnabledExtensionNames=ctypes.addressof(extension_names),
    )
    return info, (application, name_buffer, layer_names, extension_names)


def read_instance_request(address: int) -> InstanceRequest:
    info = VkInstanceCreateInfo.from_address(address)
    application = info.pApplicationInfo
    # pApplicationInfo may be NULL, which is not the same to a driver as apiVersion 0.
    version = VkApplicationInfo.from_address(application).apiVersion if application else None
    return InstanceRequest(
        version,
        info.flags,
        read_named(info.enabledLayerCount, info.ppEnabledLayerNames or 0),
        read_named(info.enabledExtensionCount, info.ppEnabledExtensionNames or 0),
        info.pNext or 0,
    )


def read_device_extensions(info: VkDeviceCreateInfo) -> NameArray:
    """ppEnabledExtensionNames of a VkDeviceCreateInfo."""
    # loader_validate_device_extensions skips NULL among the names; for an instance it is an error.
    count, array = info.enabledExtensionCount, info.ppEnabledExtensionNames or 0
    places = [read_word(array, index) for index in range(count)] if array else []
    names = tuple(read_text(place) for place in places if place)
    return NameArray(names, (bool(array) or not count) and all(map(is_valid_name, names)))


def read_named(count: int, address: int) -> NameArray:
    # No array is fine for no names.
    if not address:
        return NameArray((), not count)
    places = [read_word(address, index) for index in range(count)]
    names = tuple(read_text(place) for place in places if place)
    # loader.c, vk_string_validate: a name that is too long or no UTF-8 fails the whole call.
    return NameArray(names, len(names) == count and all(map(is_valid_name, names)))


def strip_links(address: int) -> int:
    """Return the address of a chain behind the elements that the loader put before it."""
    ours = LOADER_INSTANCE_CREATE_INFO, LOADER_DEVICE_CREATE_INFO
    return next((at for kind, at in walk(address) if kind not in ours), 0)


def walk(chain: int) -> Iterator[tuple[int, int]]:
    """Yield (sType, address) of each structure of a pNext chain."""
    while chain:
        yield read_u32(chain), chain
        chain = read_word(chain, 1)


def find_in_chain(chain: int, structure_type: int) -> int:
    """Return the address of the first structure of a type in a pNext chain, or 0."""
    return next((address for found_type, address in walk(chain) if found_type == structure_type), 0)


def link_nodes(nodes: Sequence[Any], rest: int) -> int:
    """Link structures by pNext, before the chain at `rest`, and return the first one's address."""
    for node in reversed(nodes):
        node.pNext = rest or None  # a number: the caller keeps the nodes alive
        rest = ctypes.addressof(node)
    return rest


def refuse_unless(condition: bool, command: str, code: int) -> None:
    """Raise VulkanError unless a condition holds."""
    if not condition:
        raise VulkanError(command, code)
