"""Memory shared with C code: handles, dispatch tables, create infos, pNext chains, enumerations.

The first word of a dispatchable object is the address of a dispatch table. Layers use that word as
a key, so an instance and its physical devices begin with the same one on both sides of the chain
(LoaderLayerInterface, "Creating New Dispatchable Objects"). In objects of drivers it is a magic
number (vk_icd.h, ICD_LOADER_MAGIC), which the loader overwrites.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence

from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.versions import INCOMPLETE, SUCCESS, VulkanError
from vkconfig_py.loader.native.abi import (
    APPLICATION_INFO,
    DRIVER_MAGIC,
    INSTANCE_CREATE_INFO,
    INSTANCE_MAGIC,
    LOADER_DEVICE_CREATE_INFO,
    LOADER_INSTANCE_CREATE_INFO,
    PHYSICAL_DEVICE_MAGIC,
    VkApplicationInfo,
    VkDeviceCreateInfo,
    VkInstanceCreateInfo,
    VkLayerProperties,
)
from vkconfig_py.loader.profiles.profile import is_valid_name
from vkconfig_py.loader.wire.jobs import PlannedLayer

_WORD_SIZE = ctypes.sizeof(ctypes.c_size_t)
# sizeof(VkExtensionProperties), and of its name, which the spec version follows.
EXTENSION_SIZE = 260
_NAME_SIZE = 256

# All commands of the registry and the 250 unknown functions that the loader has room for, in
# either numbering (loader.h, MAX_NUM_UNKNOWN_EXTS).
DISPATCH_SLOT_COUNT = 1280

_HANDLE_BELOW_INDEX = 3
_LOW_MASK = 0xFFFFFFFF
# Shifts of VK_API_VERSION_MAJOR and _MINOR; 7 bits of major, since the variant lies above them.
_MAJOR, _MINOR = 22, 12
NO_VERSION = (1, 0, 0)
Extensions = tuple[tuple[str, int], ...]
_LAYER_SIZE = ctypes.sizeof(VkLayerProperties)
_MAX_TEXT_LENGTH = 255  # bytes of a name or description, before the terminating NUL


def read_word(address: int, index: int = 0) -> int:
    """Return the machine word at an address, or at `index` words after it."""
    return ctypes.c_size_t.from_address(address + _WORD_SIZE * index).value


def write_word(address: int, value: int, index: int = 0) -> None:
    """Write a machine word at an address, or at `index` words after it."""
    ctypes.c_size_t.from_address(address + _WORD_SIZE * index).value = value


def read_u32(address: int) -> int:
    return ctypes.c_uint32.from_address(address).value


def write_u32(address: int, value: int) -> None:
    ctypes.c_uint32.from_address(address).value = value


def copy_structure(kind: Any, address: int) -> Any:
    """Return a copy of the structure at an address, with the same pNext."""
    return kind.from_buffer_copy(kind.from_address(address))


def read_text(address: int) -> str:
    """Return the C string at an address, "" for NULL. Invalid UTF-8 is kept as surrogates."""
    # Paths and names are bytes to C: surrogateescape brings the same bytes back.
    return ctypes.string_at(address).decode("utf-8", "surrogateescape") if address else ""


def encode(text: str) -> bytes:
    """Return the bytes of a string for C, as read_text() reads them."""
    return text.encode("utf-8", "surrogateescape")


def read_names(count: int, address: int) -> tuple[str, ...]:
    """Return the strings of a char *[] at an address."""
    return tuple(read_text(read_word(address, index)) for index in range(count))


def name_array(names: Sequence[str]) -> Any:
    """Return a char *[] for C. Its strings live as long as the object."""
    # c_char_p keeps the bytes objects alive: they are assigned as objects, not as addresses.
    return (ctypes.c_char_p * len(names))(*map(encode, names))


def read_extensions(count: int, address: int) -> tuple[tuple[str, int], ...]:
    """Return (name, spec version) of an array of VkExtensionProperties."""
    addresses = range(address, address + count * EXTENSION_SIZE, EXTENSION_SIZE)
    return tuple(
        (_read_fixed_text(address), read_u32(address + _NAME_SIZE)) for address in addresses
    )


def write_extensions(extensions: Sequence[tuple[str, int]], address: int) -> None:
    """Write an array of VkExtensionProperties."""
    for index, (name, version) in enumerate(extensions):
        output_address = address + index * EXTENSION_SIZE
        ctypes.memmove(
            output_address, encode(name)[: _NAME_SIZE - 1].ljust(_NAME_SIZE, b"\0"), _NAME_SIZE
        )
        write_u32(output_address + _NAME_SIZE, version)


def make_extension_buffer(count: int) -> Any:
    """Return a buffer for an array of VkExtensionProperties."""
    return ctypes.create_string_buffer(max(count, 1) * EXTENSION_SIZE)


def _read_fixed_text(address: int) -> str:
    """Return the string in a char array of fixed size."""
    # A name that fills the whole array has no NUL.
    data = ctypes.string_at(address, _NAME_SIZE)
    return data.split(b"\0", 1)[0].decode("utf-8", "surrogateescape")


class DispatchTable:
    """Function pointers that C code jumps through. Word 0 identifies the owner.

    An empty slot holds the address of a function that returns an error, so that calling a missing
    function does not jump to address 0.

    Attributes:
        address: of word 0; dispatchable handles begin with it.
        missing: address in empty slots.
    """

    __slots__ = ("_table_words", "address", "missing")

    def __init__(self, missing: int, magic: int = 0, slots: int = DISPATCH_SLOT_COUNT) -> None:
        self.missing = missing
        self._table_words = (ctypes.c_size_t * slots)(*[missing] * slots)
        # DEVICE_MAGIC tells tables of devices from those of instances.
        self._table_words[0] = magic
        # Valid as long as this object: the array never moves, which a Python list of words would.
        self.address = ctypes.addressof(self._table_words)

    def __len__(self) -> int:
        return len(self._table_words)

    def __getitem__(self, slot: int) -> int:
        return self._table_words[slot]

    def __setitem__(self, slot: int, address: int) -> None:
        """Put a function into a slot. Address 0 empties it."""
        if not 0 < slot < len(self._table_words):
            raise IndexError(f"there is no slot {slot} in a table of {len(self._table_words)}")
        # vkGetInstanceProcAddr answers NULL for what is not there.
        self._table_words[slot] = address or self.missing

    def has(self, slot: int) -> bool:
        """Return whether a slot holds a function."""
        return self._table_words[slot] != self.missing


class LoaderObject:
    """Words of memory that a handle points to. They live as long as this object."""

    __slots__ = ("_table_words", "address")

    def __init__(self, *words: int) -> None:
        self._table_words = (ctypes.c_size_t * len(words))(*words)
        self.address = ctypes.addressof(self._table_words)

    def __getitem__(self, index: int) -> int:
        return self._table_words[index]

    def __setitem__(self, index: int, value: int) -> None:
        self._table_words[index] = value


def read_instance_object(table: int) -> LoaderObject:
    """Return the memory that a VkInstance points to (loader.h, loader_instance)."""
    # Layers read word 0 as the dispatch table; the rest is the loader's.
    return LoaderObject(table, INSTANCE_MAGIC, 0, 0)


def read_top_device(table: int, instance: int, handle_below: int) -> LoaderObject:
    """Return the memory of the program's VkPhysicalDevice (loader_physical_device_tramp)."""
    # The thunk reads word 3 (X86Thunks.physical_trampoline), layers read word 0.
    return LoaderObject(table, instance, PHYSICAL_DEVICE_MAGIC, handle_below)


def point_to(device: LoaderObject, handle_below: int) -> None:
    """Make a VkPhysicalDevice of the program stand for another one of the topmost layer."""
    device[_HANDLE_BELOW_INDEX] = handle_below


def is_trampoline_device(handle: int) -> bool:
    """Return whether a handle is a program's VkPhysicalDevice of this loader."""
    # The application may pass anything; a foreign handle is told by its magic word, as in
    # trampoline.c, loader_unwrap_physical_device.
    return bool(handle) and read_word(handle, 2) == PHYSICAL_DEVICE_MAGIC


def read_top_layer_device(handle: int) -> int:
    """Return the topmost layer's handle for the application's VkPhysicalDevice."""
    return read_word(handle, _HANDLE_BELOW_INDEX)


def read_driver_device(handle: int) -> int:
    """Return the driver's VkPhysicalDevice for that below the last layer."""
    return read_word(handle, 2)


def read_driver_table(handle: int) -> int:
    """Return the address of the driver's table for the VkPhysicalDevice below the last layer."""
    return read_word(handle, 1)


def has_driver_magic(handle: int) -> bool:
    """Return whether a driver reserved the table's word (valid_loader_magic_value)."""
    return read_word(handle) & _LOW_MASK == DRIVER_MAGIC


def write_dispatch_table(handle: int, table: int) -> None:
    """Write the address of a dispatch table into a dispatchable object (loader_set_dispatch)."""
    # Layers read it as the key of their own tables (LoaderLayerInterface, "Creating New
    # Dispatchable Objects").
    write_word(handle, table)


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
        """Return the API version that the program requests, 1.0 if it names none."""
        return unpack_version(self.packed_version) if self.packed_version else NO_VERSION


def unpack_version(version: int) -> tuple[int, int, int]:
    """Return (major, minor, patch) of a packed version, without its variant."""
    return version >> _MAJOR & 0x7F, version >> _MINOR & 0x3FF, version & 0xFFF


def pack_version(version: tuple[int, int, int]) -> int:
    """Return a packed version: VK_MAKE_API_VERSION(0, ...)."""
    return version[0] << _MAJOR | version[1] << _MINOR | version[2]


def make_instance_info(
    name: str,
    version: int,
    layers: Sequence[str],
    extensions: Sequence[str],
    flags: int,
    chain: int = 0,
) -> tuple[VkInstanceCreateInfo, tuple[object, ...]]:
    """Return a VkInstanceCreateInfo and the objects that it points to, to be kept alive.

    Args:
        name: of the program.
        version: packed API version.
        layers: to enable.
        extensions: to enable.
        flags: of the structure.
        chain: address for pNext, or 0.
    """
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
    """Return what the VkInstanceCreateInfo at an address requests."""
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
    """Return the ppEnabledExtensionNames of a VkDeviceCreateInfo."""
    # loader_validate_device_extensions skips NULL among the names; for an instance it is an error.
    count, array = info.enabledExtensionCount, info.ppEnabledExtensionNames or 0
    addresses = [read_word(array, index) for index in range(count)] if array else []
    names = tuple(read_text(address) for address in addresses if address)
    return NameArray(names, (bool(array) or not count) and all(map(is_valid_name, names)))


def read_named(count: int, address: int) -> NameArray:
    """Return the strings of a caller's char *[], and whether all are valid.

    An address of 0 is valid for none.
    """
    # No array is fine for no names.
    if not address:
        return NameArray((), not count)
    addresses = [read_word(address, index) for index in range(count)]
    names = tuple(read_text(address) for address in addresses if address)
    # loader.c, vk_string_validate: a name that is too long or no UTF-8 fails the whole call.
    return NameArray(names, len(names) == count and all(map(is_valid_name, names)))


def strip_links(address: int) -> int:
    """Return the address of a pNext chain without the elements that the loader put first."""
    loader_types = LOADER_INSTANCE_CREATE_INFO, LOADER_DEVICE_CREATE_INFO
    return next(
        (address for kind, address in walk_structure_chain(address) if kind not in loader_types), 0
    )


def walk_structure_chain(chain: int) -> Iterator[tuple[int, int]]:
    """Yield (sType, address) of each structure of a pNext chain."""
    while chain:
        yield read_u32(chain), chain
        chain = read_word(chain, 1)


def find_in_chain(chain: int, structure_type: int) -> int:
    """Return the address of the first structure of a type in a pNext chain, or 0."""
    return next(
        (
            address
            for found_type, address in walk_structure_chain(chain)
            if found_type == structure_type
        ),
        0,
    )


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


def list_extensions(
    command: Callable[..., int], *arguments: object, reads_empty: bool = False
) -> tuple[int, Extensions]:
    """Return the VkResult and (name, spec version) of a vkEnumerate*ExtensionProperties.

    Args:
        command: function of a driver or of the top of the chain.
        arguments: those before pPropertyCount.
        reads_empty: make the second call even if the first one counted nothing.
    """
    count = ctypes.c_uint32()
    code = command(*arguments, ctypes.byref(count), None)
    if code != SUCCESS or not (count.value or reads_empty):
        return code, ()
    buffer = make_extension_buffer(count.value)
    code = command(*arguments, ctypes.byref(count), buffer)
    return code, read_extensions(count.value, ctypes.addressof(buffer))


def list_handles(command: Callable[..., int], parent: int) -> tuple[int, list[int]]:
    """Return the VkResult and the handles that vkEnumeratePhysicalDevices lists."""
    count = ctypes.c_uint32()
    code = command(parent, ctypes.byref(count), None)
    if code != SUCCESS:
        return code, []
    # The C loader makes the second call for an empty list, too; max: no array of length 0.
    handles = (ctypes.c_size_t * max(count.value, 1))()
    code = command(parent, ctypes.byref(count), handles)
    return code, handles[: count.value] if code == SUCCESS else []


def answer(
    elements: Sequence[Any], count: int, address: int, write: Callable[[Any, int], None]
) -> int:
    """Implement either call of an enumeration. Return VK_INCOMPLETE if the array is too short.

    Args:
        elements: the whole list.
        count: address of the count; on the second call, the capacity of the array.
        address: address of the array; 0 on the first call.
        write: writes elements into the array.
    """
    if not address:
        write_u32(count, len(elements))
        return SUCCESS
    fitting_elements = elements[: read_u32(count)]
    write(fitting_elements, address)
    write_u32(count, len(fitting_elements))
    # Vulkan: VK_INCOMPLETE is a success code that says that the array was too short.
    return SUCCESS if len(fitting_elements) == len(elements) else INCOMPLETE


def answer_handles(handles: Sequence[int], count: int, address: int) -> int:
    """Do either call of an enumeration of handles. Return the VkResult."""
    return answer(handles, count, address, _write_handles)


def answer_extensions(extensions: Extensions, count: int, address: int) -> int:
    """Do either call of an enumeration of extensions. Return the VkResult."""
    return answer(extensions, count, address, write_extensions)


def answer_layers(layers: Sequence[PlannedLayer], count: int, address: int) -> int:
    """Do either call of an enumeration of layers. Return the VkResult."""
    return answer(layers, count, address, _write_layers)


def _write_handles(handles: Sequence[int], address: int) -> None:
    """Write an array of handles."""
    for index, handle in enumerate(handles):
        write_word(address, handle, index)


def _write_layers(layers: Sequence[PlannedLayer], address: int) -> None:
    """Write an array of VkLayerProperties."""
    for index, layer in enumerate(layers):
        entry = VkLayerProperties.from_address(address + index * _LAYER_SIZE)
        # ctypes refuses bytes that fill the array without room for the NUL.
        entry.layerName = encode(layer.name)[:_MAX_TEXT_LENGTH]
        entry.specVersion = pack_version(layer.api_version)
        entry.implementationVersion = layer.implementation_version
        entry.description = encode(layer.description)[:_MAX_TEXT_LENGTH]
