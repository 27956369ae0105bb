"""Facts that the loader queries from Windows besides files and variables."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from types import MappingProxyType

from vkconfig_py.loader.base.records import NamedTuple

UTF_8 = "utf-8"
_CP_UTF8 = 65001


class AnyCaseEnvironment(Mapping[str, str]):
    """Variables of a Windows process, whose names ignore case."""

    __slots__ = ("_names", "_variables")

    def __init__(self, variables: Mapping[str, str]) -> None:
        """Copy variables. Of names that differ in case alone, the last one is kept."""
        self._names = {name.upper(): name for name in variables}
        self._variables = {name: variables[name] for name in self._names.values()}

    def __getitem__(self, name: str) -> str:
        return self._variables[self._names[name.upper()]]

    def __iter__(self) -> Iterator[str]:
        return iter(self._variables)

    def __len__(self) -> int:
        return len(self._variables)


class ValueKind(IntEnum):
    """Types of registry values (winnt.h)."""

    NONE = 0
    SZ = 1
    EXPAND_SZ = 2
    BINARY = 3
    DWORD = 4
    DWORD_BIG_ENDIAN = 5
    LINK = 6
    MULTI_SZ = 7
    QWORD = 11


class RegistryValue(NamedTuple):
    """One value of a key.

    Attributes:
        kind: type number; files may name types that ValueKind does not have.
        data: as RegEnumValueW returns it: strings are UTF-16LE, with their NULs.
    """

    name: str
    kind: int
    data: bytes


class Registry:
    """Registry keys and values. Look-ups ignore case, and keys keep their spelling."""

    __slots__ = ("_children", "_keys", "_spelling_by_folded")

    def __init__(self, keys: Mapping[str, Iterable[RegistryValue]]) -> None:
        r"""Build from keys by path, such as HKEY_LOCAL_MACHINE\SOFTWARE. Parents are added."""
        self._keys: dict[str, tuple[RegistryValue, ...]] = {}
        self._spelling_by_folded: dict[str, str] = {}
        self._children: dict[str, dict[str, str]] = {}
        for path, values in keys.items():
            self._add_key(path)
            # Two spellings of one key are one key.
            self._keys[path.casefold()] += tuple(values)

    def _add_key(self, path: str) -> None:
        """Add an empty key, and its missing parents, unless it exists."""
        folded_text = path.casefold()
        if folded_text in self._keys:
            return
        self._keys[folded_text] = ()
        self._spelling_by_folded[folded_text] = path
        parent_path, slash, name = path.rpartition("\\")
        if slash:
            self._add_key(parent_path)
            self._children.setdefault(parent_path.casefold(), {})[name.casefold()] = name

    def get_values(self, path: str) -> tuple[RegistryValue, ...] | None:
        """Return the values of a key in their order, or None if there is no such key."""
        return self._keys.get(path.casefold())

    def list_subkeys(self, path: str) -> tuple[str, ...]:
        """Return the names of the keys directly below a key, sorted as the registry has them."""
        return tuple(name for _, name in sorted(self._children.get(path.casefold(), {}).items()))

    def items(self) -> Iterable[tuple[str, tuple[RegistryValue, ...]]]:
        """Yield every key with its values, in the order of insertion."""
        for folded_text, values in self._keys.items():
            yield self._spelling_by_folded[folded_text], values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Registry) and self._keys == other._keys

    def __hash__(self) -> int:
        return hash(tuple(self._keys))


class Adapter(NamedTuple):
    """A graphics adapter, in the order of IDXGIFactory6::EnumAdapterByGpuPreference."""

    luid: int
    vendor_id: int
    device_id: int = 0


class WindowsFacts(NamedTuple):
    """Answers of Windows to the calls that the loader makes.

    Attributes:
        registry: HKEY_LOCAL_MACHINE and HKEY_CURRENT_USER as far as the loader reads them.
        adapters: as DXGI lists them; None if no factory can be created.
        kernel_values: paths that D3DKMTQueryAdapterInfo returned, by value name
            (VulkanDriverName ...); None if gdi32 lacks the calls, {} if it found nothing.
        present_device_keys: paths of the software keys of devices that are present, in the order of
            the configuration manager; None if unknown: then all count as present.
        app_packages: folder of the first package, by package family.
        drives: folder of this machine that stands for a drive ("C:"), for inspected machines; ""
            for a drive whose files are not here.
        is_wow64: a 32-bit process on a 64-bit Windows.
        is_above_medium: the integrity of the process is above medium and below high, so that only
            some releases take it for elevated (Host.elevated: all do).
        code_page: codec of the ANSI code page.
        opens_utf_8: the loader opens files by paths in UTF-8, not in the code page. Either way its
            other calls are of the code page: registry and folders.
    """

    registry: Registry
    adapters: tuple[Adapter, ...] | None = ()
    kernel_values: Mapping[str, tuple[str, ...]] | None = MappingProxyType({})
    present_device_keys: tuple[str, ...] | None = None
    app_packages: Mapping[str, str] = MappingProxyType({})
    drives: Mapping[str, str] = MappingProxyType({})
    is_wow64: bool = False
    is_above_medium: bool = False
    code_page: str = "cp1252"
    opens_utf_8: bool = True

    @property
    def path_codec(self) -> str:
        """Return the Python codec of the code page in which the loader opens files."""
        return UTF_8 if self.opens_utf_8 else self.code_page

    def recode_code_page_path(self, path: str) -> str:
        """Return the file that is opened for a path in the code page."""
        return recode(path, self.code_page, self.path_codec)

    def recode_utf_8_path(self, path: str) -> str:
        """Return the file that is opened for a path from a JSON file or the kernel."""
        return recode(path, UTF_8, self.path_codec)

    def decode_variable_path(self, path: str) -> str:
        """Return the file that is opened for a path from a variable."""
        return recode(path, self.path_codec, self.path_codec)

    def map_folder(self, path: str) -> str:
        """Return the folder that Windows lists when the loader lists this path."""
        return recode(path, self.path_codec, self.code_page)


def find_codec(number: int) -> str:
    """Return the Python codec of a Windows code page, cp1252 for an unknown number."""
    if number == _CP_UTF8:
        return UTF_8
    try:
        return codecs.lookup(f"cp{number}").name
    except LookupError:
        return "cp1252"


def recode(text: str, written_codec: str, reading_codec: str) -> str:
    """Return a text as a program sees it that decodes its bytes with another codec."""
    if text.isascii():
        return text
    errors = "surrogateescape" if written_codec == UTF_8 else "replace"
    return text.encode(written_codec, errors).decode(reading_codec, "surrogateescape")
