"""The child that asks an installed Khronos loader: version, layers, vkCreateInstance, devices.

It may have to answer as for another program: with another executable path and other rights.
app_keys are compared with what readlink("/proc/self/exe") returns inside the loader. A copy or a
hard link of the interpreter cannot stand at the target's path; a mount namespace could, but many
systems forbid it; a rewritten copy of the override would no longer be the active file.
So the import of readlink in the opened loader library, and nothing else, is bound to a function of
ours that answers this one question differently. Where the import cannot be found (another
platform, a static C library) nothing is changed and the caller says that it checked without the
program's path. What secure_getenv finds in an elevated program is imitated in the same way.

The library is opened by absolute path, as LD_LIBRARY_PATH and the name "libvulkan.so" would
otherwise choose another one.
"""

from __future__ import annotations

import ctypes
import json
import mmap
import os
import sys
from collections.abc import Iterator

from vkconfig_py.loader.base.records import Any, encode, write_message
from vkconfig_py.loader.base.versions import get_vk_result_name
from vkconfig_py.loader.files.processes import list_own_mapped_files
from vkconfig_py.loader.native.abi import VkLayerProperties
from vkconfig_py.loader.native.memory import make_instance_info
from vkconfig_py.loader.probe.protocol import (
    OPENING_NOTE_PREFIX,
    LayerProperties,
    LoaderQuestion,
    Reply,
    pack_version,
    parse_question,
    unpack_version,
)
from vkconfig_py.loader.profiles.profile import PROPERTIES2, WINDOW_SYSTEMS, XRANDR

_OWN_EXECUTABLE_LINK = b"/proc/self/exe"
# Tags of the dynamic section (elf.h): DT_PLTRELSZ, DT_STRTAB, ...
_PLTRELSZ, _STRTAB, _SYMTAB, _RELA, _RELASZ, _JMPREL = 2, 5, 6, 7, 8, 23
_PLT_TYPES = (6, 7, 1025, 1026)  # GLOB_DAT and JUMP_SLOT of x86-64 and of AArch64
_SECURE_LOOKUPS = (b"secure_getenv", b"__secure_getenv")
_GETENV = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_char_p)
_READLINK = ctypes.CFUNCTYPE(ctypes.c_ssize_t, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t)

_U32 = ctypes.c_uint32
_DEVICE_PROPERTIES_SIZE = 824  # sizeof(VkPhysicalDeviceProperties)
# Behind apiVersion, driverVersion, vendorID, deviceID and deviceType.
_DEVICE_NAME_OFFSET = 20


# VkStructureType.
_PROPERTIES_2, _ID_PROPERTIES = 1000059001, 1000071004
_GET_PROPERTIES = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)


class _ExtensionProperties(ctypes.Structure):
    _fields_ = (("extensionName", ctypes.c_char * 256), ("specVersion", ctypes.c_uint32))


class _IdProperties(ctypes.Structure):
    """VkPhysicalDeviceIDProperties."""

    _fields_ = (
        ("sType", _U32),
        ("pNext", ctypes.c_void_p),
        ("deviceUUID", ctypes.c_uint8 * 16),
        ("driverUUID", ctypes.c_uint8 * 16),
        ("deviceLUID", ctypes.c_uint8 * 8),
        ("deviceNodeMask", _U32),
        ("deviceLUIDValid", _U32),
    )


class _Properties2(ctypes.Structure):
    """VkPhysicalDeviceProperties2."""

    _fields_ = (
        ("sType", _U32),
        ("pNext", ctypes.c_void_p),
        ("properties", ctypes.c_uint64 * (_DEVICE_PROPERTIES_SIZE // 8)),
    )


class _Rela(ctypes.Structure):
    """Elf64_Rela."""

    _fields_ = (
        ("r_offset", ctypes.c_uint64),
        ("r_info", ctypes.c_uint64),
        ("r_addend", ctypes.c_int64),
    )


class _Symbol(ctypes.Structure):
    """Elf64_Sym."""

    _fields_ = (
        ("st_name", ctypes.c_uint32),
        ("st_info", ctypes.c_uint8),
        ("st_other", ctypes.c_uint8),
        ("st_shndx", ctypes.c_uint16),
        ("st_value", ctypes.c_uint64),
        ("st_size", ctypes.c_uint64),
    )


class _LinkMap(ctypes.Structure):
    """The public head of struct link_map. A dlopen handle of glibc and musl points to one."""

    _fields_ = (
        ("l_addr", ctypes.c_uint64),
        ("l_name", ctypes.c_char_p),
        ("l_ld", ctypes.c_uint64),
    )


def show_executable(library: ctypes.CDLL, path: str) -> bool:
    """Make a library read another path from /proc/self/exe. Return whether it is possible."""
    if os.fsencode(path) == _read_own_path():
        return True
    if not sys.platform.startswith("linux") or ctypes.sizeof(ctypes.c_void_p) != 8:
        return False
    # A dlopen handle of glibc and musl is the address of its struct link_map.
    link_map = _LinkMap.from_address(library._handle)
    slots = tuple(_list_import_slots(link_map, b"readlink"))
    if not slots:
        return False
    address = _find_called_address(library, os.fsencode(path))
    return all(_write_pointer(slot, address) for slot in slots)


def hide_variables(library: ctypes.CDLL) -> bool:
    """Make a library's secure_getenv find nothing. Return whether it is possible."""
    if not sys.platform.startswith("linux") or ctypes.sizeof(ctypes.c_void_p) != 8:
        return False
    link_map = _LinkMap.from_address(library._handle)
    slots = [slot for name in _SECURE_LOOKUPS for slot in _list_import_slots(link_map, name)]
    callback = _GETENV(lambda _name: None)
    library.__dict__["_hidden_variables"] = callback
    address = ctypes.cast(callback, ctypes.c_void_p).value or 0
    return bool(slots) and all(_write_pointer(slot, address) for slot in slots)


def _read_own_path() -> bytes:
    """Return the path of this process's executable, b"" if unknown."""
    try:
        return os.fsencode(os.readlink(_OWN_EXECUTABLE_LINK))
    except OSError:
        return b""


def _find_called_address(library: ctypes.CDLL, path: bytes) -> int:
    """Return the address of the readlink that the library will call.

    It returns another path for /proc/self/exe.
    """
    real_readlink = ctypes.CDLL(None).readlink
    real_readlink.argtypes = (ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t)
    real_readlink.restype = ctypes.c_ssize_t

    def answer(name: bytes, buffer: int, size: int) -> int:
        """Return the other path for /proc/self/exe, and the real target of any other link."""
        if name != _OWN_EXECUTABLE_LINK:
            return int(real_readlink(name, buffer, size))
        # readlink truncates silently, and writes no NUL.
        cut_path = path[:size]
        ctypes.memmove(buffer, cut_path, len(cut_path))
        return len(cut_path)

    callback = _READLINK(answer)
    # Kept with the library: it will call the function until it is closed.
    library.__dict__["_shown_executable"] = callback
    return ctypes.cast(callback, ctypes.c_void_p).value or 0


def _list_import_slots(link_map: _LinkMap, name: bytes) -> Iterator[int]:
    """Yield the addresses at which a library keeps its pointer to an imported function."""
    base = link_map.l_addr
    dynamic_entries = _read_dynamic_section(link_map.l_ld)

    def address(tag: int) -> int:
        """Return the address in a dynamic tag as it is in memory."""
        value = dynamic_entries.get(tag, 0)  # glibc has relocated these, other C libraries have not
        return value if value >= base else value + base

    if _STRTAB not in dynamic_entries or _SYMTAB not in dynamic_entries:
        return
    strings, symbols = address(_STRTAB), address(_SYMTAB)
    # DT_JMPREL has the pointers of the procedure linkage table, DT_RELA all others.
    for table, size in ((_JMPREL, _PLTRELSZ), (_RELA, _RELASZ)):
        for index in range(
            dynamic_entries.get(size, 0) // ctypes.sizeof(_Rela) if table in dynamic_entries else 0
        ):
            entry = _Rela.from_address(address(table) + index * ctypes.sizeof(_Rela))
            if entry.r_info & 0xFFFFFFFF not in _PLT_TYPES:
                continue
            symbol_address = symbols + (entry.r_info >> 32) * ctypes.sizeof(_Symbol)
            if ctypes.string_at(strings + _Symbol.from_address(symbol_address).st_name) == name:
                yield base + entry.r_offset


def _read_dynamic_section(address: int) -> dict[int, int]:
    """Return the dynamic section (elf(5)) at an address by tag."""
    entries = {}
    while tag := ctypes.c_int64.from_address(address).value:
        entries[tag] = ctypes.c_uint64.from_address(address + 8).value
        address += 16
    return entries


def _write_pointer(slot: int, value: int) -> bool:
    """Write a pointer into memory. Return False if its page stays read-only."""
    # Full RELRO leaves the page of the table read-only.
    page = slot & ~(mmap.PAGESIZE - 1)
    protect = ctypes.CDLL(None).mprotect
    protect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    if protect(page, mmap.PAGESIZE, mmap.PROT_READ | mmap.PROT_WRITE) != 0:
        return False
    ctypes.c_uint64.from_address(slot).value = value
    return True


class Announcer:
    """Names each risky step in advance, so that a crash tells where it was."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def about(self, step: str) -> None:
        """Announce the next step to the parent process."""
        write_message(self._descriptor, {"about": step})


def main(descriptor: int) -> None:
    """Answer the request on stdin: a question to a loader, or a program to run."""
    os.set_inheritable(descriptor, False)
    request = json.load(sys.stdin)
    # The request was read to its end; libraries must not find a pipe of ours as stdin.
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    announcer = Announcer(descriptor)
    if "command" in request:
        answer = _run_program(request["command"], request["environment"], announcer)
    else:
        answer = _open_and_ask(parse_question(request), announcer)
    write_message(descriptor, {"answer": answer})
    os._exit(0)  # destructors of drivers have crashed after everything had gone well


def _run_program(
    command: list[str], environment: dict[str, str], announcer: Announcer
) -> dict[str, str | int]:
    """Run a program of another word size. Its output becomes this child's."""
    announcer.about(f"run {command[0]}")
    try:
        process = os.posix_spawn(command[0], command, environment)
    except OSError as error:
        return {"refused": str(error)}
    return {"code": os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])}


def _open_and_ask(question: LoaderQuestion, announcer: Announcer) -> Any:
    """Open a loader and ask it, or return why it does not open."""
    announcer.about(f"{OPENING_NOTE_PREFIX}{question.library}")
    try:
        library = ctypes.CDLL(question.library, mode=os.RTLD_NOW)
    except OSError as error:
        return {"refused": str(error)}
    return encode(ask(library, question, announcer))


def ask(library: ctypes.CDLL, question: LoaderQuestion, announcer: Announcer) -> Reply:
    """Call a loader for one question: version, layers, extensions, instance, devices."""
    is_imitated = bool(question.executable) and show_executable(library, question.executable)
    is_hidden = question.elevated and hide_variables(library)
    announcer.about("vkEnumerateInstanceVersion")
    version = _query_version(library)
    announcer.about("vkEnumerateInstanceLayerProperties")
    layers = _query_layers(library)
    if not question.create:
        return Reply(
            version,
            layers,
            is_imitated=is_imitated,
            surfaces=_list_surfaces(library, question.library),
        )
    question = question._replace(
        extensions=(*question.extensions, *_list_offered_extensions(library, question.optional))
    )
    announcer.about("vkCreateInstance")
    code, instance = _create_instance(library, question)
    # Before the devices are asked for: drivers without any are unloaded then.
    mapped = list_own_mapped_files() if code == 0 else ()
    devices: tuple[str, ...] | str = ()
    identities: tuple[str, ...] = ()
    if question.devices and code == 0:
        announcer.about("vkEnumeratePhysicalDevices")
        enumerated_devices = _query_devices(library, instance)
        if isinstance(enumerated_devices, str):
            devices = enumerated_devices
        else:
            devices = tuple(_query_device_name(library, device) for device in enumerated_devices)
            identities = _query_device_uuids(library, instance, question, enumerated_devices)
    return Reply(
        version,
        layers,
        get_vk_result_name(code),
        devices,
        is_imitated,
        hidden=is_hidden,
        identities=identities,
        mapped=mapped,
    )


def _query_version(library: ctypes.CDLL) -> tuple[int, int, int]:
    """Return what vkEnumerateInstanceVersion returns, 1.0.0 without it."""
    version = _U32(pack_version((1, 0, 0)))
    enumerate_version = getattr(library, "vkEnumerateInstanceVersion", None)  # none before 1.1
    if enumerate_version is not None:
        enumerate_version(ctypes.byref(version))
    return unpack_version(version.value)


def _list_surfaces(library: ctypes.CDLL, path: str) -> tuple[str, ...]:
    """Return the window system extensions that the loader was built with.

    All but Xrandr's export a function.
    """
    # A loader that was built without Xrandr does not contain the name of its extension.
    with open(path, "rb") as file:
        has_xrandr = XRANDR.encode() in file.read()
    return tuple(
        name
        for name in WINDOW_SYSTEMS
        if (has_xrandr if name == XRANDR else hasattr(library, _make_command_name(name)))
    )


def _make_command_name(surface: str) -> str:
    """Return a surface's command: vkCreateXcbSurfaceKHR for VK_KHR_xcb_surface."""
    system = surface.split("_")[2]
    return f"vkCreate{system.capitalize()}SurfaceKHR"


def _query_layers(library: ctypes.CDLL) -> tuple[LayerProperties, ...] | str:
    """Return the layers that the loader lists, or a VkResult name."""
    count = _U32()
    code = library.vkEnumerateInstanceLayerProperties(ctypes.byref(count), None)
    if code < 0:
        return get_vk_result_name(code)
    # Below, VK_INCOMPLETE is no error: it is above 0.
    array = (VkLayerProperties * count.value)()
    code = library.vkEnumerateInstanceLayerProperties(ctypes.byref(count), array)
    if code < 0:
        return get_vk_result_name(code)
    return tuple(
        LayerProperties(
            entry.layerName.decode("utf-8", "replace"),
            unpack_version(entry.specVersion),
            entry.implementationVersion,
            entry.description.decode("utf-8", "replace"),
        )
        for entry in array[: count.value]
    )


def _create_instance(library: ctypes.CDLL, question: LoaderQuestion) -> tuple[int, ctypes.c_void_p]:
    """Create an instance. Return the VkResult and the handle."""
    # vkCreateInstance takes an apiVersion of 0 for 1.0.
    version = pack_version(question.api_version) if question.api_version else 0
    info, _keep = make_instance_info(
        question.application, version, question.layers, question.extensions, question.flags
    )
    instance = ctypes.c_void_p()
    # The process ends with the answer: nothing is destroyed.
    code = library.vkCreateInstance(ctypes.byref(info), None, ctypes.byref(instance))
    return code, instance


def _query_devices(library: ctypes.CDLL, instance: ctypes.c_void_p) -> tuple[int | None, ...] | str:
    """Return the handles of physical devices, or a VkResult name."""
    count = _U32()
    code = library.vkEnumeratePhysicalDevices(instance, ctypes.byref(count), None)
    if code < 0:
        return get_vk_result_name(code)
    if not count.value:
        return ()  # with an array the call may fail, but no program asks for none of them
    handles = (ctypes.c_void_p * count.value)()
    code = library.vkEnumeratePhysicalDevices(instance, ctypes.byref(count), handles)
    if code < 0:
        return get_vk_result_name(code)
    return tuple(handles[: count.value])


def _query_device_name(library: ctypes.CDLL, device: int | None) -> str:
    """Return the name of a physical device."""
    properties = ctypes.create_string_buffer(_DEVICE_PROPERTIES_SIZE)
    library.vkGetPhysicalDeviceProperties(ctypes.c_void_p(device), properties)
    name = properties.raw[_DEVICE_NAME_OFFSET : _DEVICE_NAME_OFFSET + 256]
    return name.split(b"\0", 1)[0].decode("utf-8", "replace")


def _list_offered_extensions(library: ctypes.CDLL, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return which of these extensions the loader, drivers or implicit layers offer."""
    count = _U32()
    enumerate_extensions = library.vkEnumerateInstanceExtensionProperties
    if not names or enumerate_extensions(None, ctypes.byref(count), None) < 0:
        return ()
    array = (_ExtensionProperties * count.value)()
    if enumerate_extensions(None, ctypes.byref(count), array) < 0:
        return ()
    offered_names = {
        extension.extensionName.decode("utf-8", "replace") for extension in array[: count.value]
    }
    return tuple(name for name in names if name in offered_names)


def _query_device_uuids(
    library: ctypes.CDLL,
    instance: ctypes.c_void_p,
    question: LoaderQuestion,
    devices: tuple[int | None, ...],
) -> tuple[str, ...]:
    """Return the UUIDs of devices in hexadecimal digits, () if they cannot be queried."""
    # vkGetPhysicalDeviceProperties2 is for instances of Vulkan 1.1; before, there is an extension.
    if (question.api_version or (1, 0, 0)) >= (1, 1, 0):
        get_properties = getattr(library, "vkGetPhysicalDeviceProperties2", None)
    elif PROPERTIES2 in question.extensions:
        library.vkGetInstanceProcAddr.restype = ctypes.c_void_p
        address = library.vkGetInstanceProcAddr(instance, b"vkGetPhysicalDeviceProperties2KHR")
        get_properties = _GET_PROPERTIES(address) if address else None
    else:
        get_properties = None
    if get_properties is None:
        return ()
    return tuple(_query_device_uuid(get_properties, device) for device in devices)


def _query_device_uuid(get_properties: Any, device: int | None) -> str:
    """Return the UUID of a device in hexadecimal digits."""
    identity, properties = _IdProperties(_ID_PROPERTIES), _Properties2(_PROPERTIES_2)
    properties.pNext = ctypes.addressof(identity)
    get_properties(ctypes.c_void_p(device), ctypes.byref(properties))
    return bytes(identity.deviceUUID).hex()
