"""API and file format versions, read as the loader reads them.

Source: loader.c, loader_make_version and loader_parse_version_number. The loader splits with
strtok, converts with strtoul into 16 bits and packs without masking, so a part that is too large
spills into its neighbour. `"1.5000.3"` is 5.904.3.
"""

from __future__ import annotations

from functools import lru_cache

from vkconfig_py.loader.parsing import c_numbers
from vkconfig_py.loader.records import NamedTuple

_SEPARATORS = str.maketrans('"\n\r', "...")


class Version(NamedTuple):
    """A packed Vulkan version, taken apart."""

    variant: int
    major: int
    minor: int
    patch: int

    def __str__(self) -> str:
        """Return major.minor.patch, with the variant in front when there is one."""
        text = f"{self.major}.{self.minor}.{self.patch}"
        return f"{self.variant}.{text}" if self.variant else text

    @property
    def short(self) -> tuple[int, int, int]:
        """Return the version without its variant."""
        return (self.major, self.minor, self.patch)


NO_VERSION = Version(0, 0, 0, 0)


@lru_cache(maxsize=1024)  # a machine has many manifests and few versions
def parse_version(text: str) -> Version:
    """Read a version string as loader_parse_version_number does; junk counts as zero."""
    parts = text.split(".")
    if len(parts) == 3 and text.isascii() and all(p.isdecimal() and len(p) < 3 for p in parts):
        return Version(0, int(parts[0]), int(parts[1]), int(parts[2]))
    return _parse_odd_version(text)


def _parse_odd_version(text: str) -> Version:
    tokens = [token for token in text.translate(_SEPARATORS).split(".") if token]
    numbers = [strtoul(token) & 0xFFFF for token in tokens[:4]]
    if len(numbers) == 4:
        return unpack_version(pack_version(*numbers))
    numbers += [0] * (3 - len(numbers))
    return unpack_version(pack_version(0, *numbers))


@lru_cache(maxsize=1024)
def parse_three_parts(text: str) -> tuple[int, int, int]:
    """Read a version as loaders do that know no variant: all above the minor number is major."""
    tokens = [token for token in text.translate(_SEPARATORS).split(".") if token]
    variant, major, minor, patch = parse_version(".".join(tokens[:3]))
    return variant << 7 | major, minor, patch


def version_text(parts: tuple[int, int, int]) -> str:
    """Return three parts as they stand in a packed version, with the variant they may hold."""
    return str(unpack_version(pack_version(0, *parts)))


def pack_version(variant: int, major: int, minor: int, patch: int) -> int:
    """Pack without masking, as VK_MAKE_API_VERSION does."""
    return (variant << 29 | major << 22 | minor << 12 | patch) & 0xFFFFFFFF


def unpack_version(packed: int) -> Version:
    """Take a packed version apart."""
    return Version(packed >> 29 & 0x7, packed >> 22 & 0x7F, packed >> 12 & 0x3FF, packed & 0xFFF)


def strtoul(text: str) -> int:
    """Convert as C strtoul in base 10: blanks, a sign, the leading digits; junk is zero."""
    if text.isdecimal() and len(text) < 10 and text.isascii():
        return int(text)
    return c_numbers.strtoul(text, 10)[0]
