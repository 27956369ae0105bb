"""C number parsing (strtoul, atoi, sscanf %x), API versions as the loader parses them, VkResult.

Source: loader.c, loader_make_version and loader_parse_version_number. The loader splits with
strtok, converts with strtoul into 16 bits and packs without masking, so a part that is too large
spills into its neighbor. `"1.5000.3"` is 5.904.3.
"""

from __future__ import annotations

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple

_BLANK_CHARACTERS = " \t\n\v\f\r"
_HEX_DIGITS = "0123456789abcdef"
_ULONG_MAX = (1 << 64) - 1
_LONG_MAX = (1 << 63) - 1
_MAX_DIGITS = 22  # digits of the largest number in base 8

_SEPARATOR_TABLE = str.maketrans('"\n\r', "...")


def strtoul_with_rest(text: str, base: int = 0) -> tuple[int, str]:
    """Return the number at the start of a string, and the rest.

    Base 0 detects the prefix (0x, 0). Without digits the result is 0 and the whole string.
    """
    negative, remaining_text = _split_sign(text)
    if base == 0:
        base = 8 if remaining_text[:1] == "0" else 10
        if remaining_text[:2] in ("0x", "0X") and _read_digits(remaining_text[2:3], 16)[1]:
            base, remaining_text = 16, remaining_text[2:]
    value, length = _read_digits(remaining_text, base)
    if not length:
        return 0, text
    return _clamp_to_ulong(value, negative), remaining_text[length:]


def atoi(text: str) -> int:
    """Return the decimal number at the start of a string as a signed 32-bit integer."""
    negative, remaining_text = _split_sign(text)
    value, _ = _read_digits(remaining_text, 10)
    value = -min(value, _LONG_MAX + 1) if negative else min(value, _LONG_MAX)
    return convert_to_int32(value)


def scan_hexadecimal(text: str) -> tuple[int, str] | None:
    """Return the number that sscanf's %x reads (32 bits) and the rest, or None without a match."""
    negative, remaining_text = _split_sign(text)
    if remaining_text[:2] in ("0x", "0X"):  # reads as 0 if no hex digit follows "0x"
        value, length = _read_digits(remaining_text[2:], 16)
        return _clamp_to_ulong(value, negative) & 0xFFFFFFFF, remaining_text[2 + length :]
    value, length = _read_digits(remaining_text, 16)
    if not length:
        return None
    return _clamp_to_ulong(value, negative) & 0xFFFFFFFF, remaining_text[length:]


def read_u32(text: str, signed: bool) -> int:
    """Return the lower 32 bits of a decimal number, read with a sign or without."""
    return (atoi if signed else strtoul)(text) & 0xFFFFFFFF


def convert_to_int32(value: int) -> int:
    """Return the lower 32 bits of a number, with their sign."""
    return ((value + (1 << 31)) & 0xFFFFFFFF) - (1 << 31)


def _split_sign(text: str) -> tuple[bool, str]:
    """Skip blanks and a sign. Return whether the sign is a minus, and the rest."""
    remaining_text = text.lstrip(_BLANK_CHARACTERS)
    return remaining_text[:1] == "-", remaining_text[1:] if remaining_text[:1] in (
        "-",
        "+",
    ) else remaining_text


def _read_digits(text: str, base: int) -> tuple[int, int]:
    """Return the value of the leading digits and how many they are."""
    digits = _HEX_DIGITS[:base]
    length = 0
    while length < len(text) and text[length].lower() in digits:
        length += 1
    # No number of more digits fits; int() on a hostile million of them is slow.
    significant = text[:length].lstrip("0")
    if len(significant) > _MAX_DIGITS:
        return _ULONG_MAX + 1, length
    return int(significant or "0", base), length


def _clamp_to_ulong(value: int, negative: bool) -> int:
    """Return strtoul's result for a number: ULONG_MAX on overflow."""
    if value > _ULONG_MAX:
        return _ULONG_MAX
    return -value & _ULONG_MAX if negative else value


class Version(NamedTuple):
    """Fields of a packed Vulkan version."""

    variant: int
    major: int
    minor: int
    patch: int

    def __str__(self) -> str:
        """Format as major.minor.patch, preceded by a nonzero variant."""
        text = f"{self.major}.{self.minor}.{self.patch}"
        return f"{self.variant}.{text}" if self.variant else text

    @property
    def without_variant(self) -> tuple[int, int, int]:
        """Return the version without its variant."""
        return (self.major, self.minor, self.patch)


NO_VERSION = Version(0, 0, 0, 0)


def parse_version(text: str) -> Version:
    """Parse a version string like loader_parse_version_number. Non-numbers are zero."""
    tokens = [token for token in text.translate(_SEPARATOR_TABLE).split(".") if token]
    numbers = [strtoul(token) & 0xFFFF for token in tokens[:4]]
    if len(numbers) == 4:
        return unpack_version(pack_version(*numbers))
    numbers += [0] * (3 - len(numbers))
    return unpack_version(pack_version(0, *numbers))


class VersionError(ValueError):
    """A text written by a person is no API version."""


def parse_exact_version(text: str) -> Version:
    """Parse a version that a person wrote. With four parts the variant comes first.

    Raises:
        VersionError: it is none, or a number has more bits than its field.
    """
    parts = text.split(".")
    if not 1 <= len(parts) <= 4 or not all(part.isdecimal() and len(part) < 6 for part in parts):
        raise VersionError(tr("{text!r:.60} is not a valid version (example: 1.3.239)", text=text))
    numbers = [int(part) for part in parts] + [0, 0]
    version = Version(*numbers[:4]) if len(parts) == 4 else Version(0, *numbers[:3])
    if unpack_version(pack_version(*version)) != version:
        raise VersionError(tr("{text!r} is out of range for a Vulkan version", text=text))
    return version


def parse_three_parts(text: str) -> tuple[int, int, int]:
    """Parse a version like loaders without variants: all bits above the minor are the major."""
    tokens = [token for token in text.translate(_SEPARATOR_TABLE).split(".") if token]
    variant, major, minor, patch = parse_version(".".join(tokens[:3]))
    return variant << 7 | major, minor, patch


def parse_two_dots(text: str) -> tuple[int, int, int]:
    """Parse a version like loaders up to 1.0.24, which cut it at its dots."""
    parts = text.split(".")
    if len(parts) != 3:  # fewer are a crash
        return 0, 0, 0
    packed = pack_version(0, *(strtoul(part) for part in parts))
    return packed >> 22, packed >> 12 & 0x3FF, packed & 0xFFF


def format_version(parts: tuple[int, int, int]) -> str:
    """Format three parts of a packed version. The major may include a variant."""
    return str(unpack_version(pack_version(0, *parts)))


def pack_version(variant: int, major: int, minor: int, patch: int) -> int:
    """Return a packed version without masking, as VK_MAKE_API_VERSION does."""
    return (variant << 29 | major << 22 | minor << 12 | patch) & 0xFFFFFFFF


def unpack_version(packed: int) -> Version:
    """Return the version that a packed number stands for."""
    return Version(packed >> 29 & 0x7, packed >> 22 & 0x7F, packed >> 12 & 0x3FF, packed & 0xFFF)


def strtoul(text: str) -> int:
    """Return the number at the start of a string like C's strtoul in base 10, 0 without digits."""
    if text.isdecimal() and len(text) < 10 and text.isascii():
        return int(text)
    return strtoul_with_rest(text, 10)[0]


RESULT_NAMES = {
    0: "VK_SUCCESS",
    1: "VK_NOT_READY",
    2: "VK_TIMEOUT",
    3: "VK_EVENT_SET",
    4: "VK_EVENT_RESET",
    5: "VK_INCOMPLETE",
    -1: "VK_ERROR_OUT_OF_HOST_MEMORY",
    -2: "VK_ERROR_OUT_OF_DEVICE_MEMORY",
    -3: "VK_ERROR_INITIALIZATION_FAILED",
    -4: "VK_ERROR_DEVICE_LOST",
    -5: "VK_ERROR_MEMORY_MAP_FAILED",
    -6: "VK_ERROR_LAYER_NOT_PRESENT",
    -7: "VK_ERROR_EXTENSION_NOT_PRESENT",
    -8: "VK_ERROR_FEATURE_NOT_PRESENT",
    -9: "VK_ERROR_INCOMPATIBLE_DRIVER",
    -10: "VK_ERROR_TOO_MANY_OBJECTS",
    -11: "VK_ERROR_FORMAT_NOT_SUPPORTED",
    -12: "VK_ERROR_FRAGMENTED_POOL",
    -13: "VK_ERROR_UNKNOWN",
    1000001003: "VK_SUBOPTIMAL_KHR",
    1000268000: "VK_THREAD_IDLE_KHR",
    1000268001: "VK_THREAD_DONE_KHR",
    1000268002: "VK_OPERATION_DEFERRED_KHR",
    1000268003: "VK_OPERATION_NOT_DEFERRED_KHR",
    1000297000: "VK_PIPELINE_COMPILE_REQUIRED",
    1000482000: "VK_INCOMPATIBLE_SHADER_BINARY_EXT",
    1000483000: "VK_PIPELINE_BINARY_MISSING_KHR",
    -1000000000: "VK_ERROR_SURFACE_LOST_KHR",
    -1000000001: "VK_ERROR_NATIVE_WINDOW_IN_USE_KHR",
    -1000001004: "VK_ERROR_OUT_OF_DATE_KHR",
    -1000003001: "VK_ERROR_INCOMPATIBLE_DISPLAY_KHR",
    -1000011001: "VK_ERROR_VALIDATION_FAILED",
    -1000012000: "VK_ERROR_INVALID_SHADER_NV",
    -1000023000: "VK_ERROR_IMAGE_USAGE_NOT_SUPPORTED_KHR",
    -1000023001: "VK_ERROR_VIDEO_PICTURE_LAYOUT_NOT_SUPPORTED_KHR",
    -1000023002: "VK_ERROR_VIDEO_PROFILE_OPERATION_NOT_SUPPORTED_KHR",
    -1000023003: "VK_ERROR_VIDEO_PROFILE_FORMAT_NOT_SUPPORTED_KHR",
    -1000023004: "VK_ERROR_VIDEO_PROFILE_CODEC_NOT_SUPPORTED_KHR",
    -1000023005: "VK_ERROR_VIDEO_STD_VERSION_NOT_SUPPORTED_KHR",
    -1000069000: "VK_ERROR_OUT_OF_POOL_MEMORY",
    -1000072003: "VK_ERROR_INVALID_EXTERNAL_HANDLE",
    -1000158000: "VK_ERROR_INVALID_DRM_FORMAT_MODIFIER_PLANE_LAYOUT_EXT",
    -1000161000: "VK_ERROR_FRAGMENTATION",
    -1000174001: "VK_ERROR_NOT_PERMITTED",
    -1000208000: "VK_ERROR_PRESENT_TIMING_QUEUE_FULL_EXT",
    -1000255000: "VK_ERROR_FULL_SCREEN_EXCLUSIVE_MODE_LOST_EXT",
    -1000257000: "VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS",
    -1000299000: "VK_ERROR_INVALID_VIDEO_STD_PARAMETERS_KHR",
    -1000338000: "VK_ERROR_COMPRESSION_EXHAUSTED_EXT",
    -1000483000: "VK_ERROR_NOT_ENOUGH_SPACE_KHR",
}

SUCCESS = 0
INCOMPLETE = 5
OUT_OF_HOST_MEMORY = -1
INITIALIZATION_FAILED = -3
LAYER_NOT_PRESENT = -6
EXTENSION_NOT_PRESENT = -7
INCOMPATIBLE_DRIVER = -9


def get_vk_result_name(code: int) -> str:
    """Return the name of a VkResult, or "VkResult N"."""
    return RESULT_NAMES.get(code, f"VkResult {code}")


class VulkanError(Exception):
    """A Vulkan command returned an error.

    Attributes:
        command: name of the command.
        code: the VkResult.
    """

    def __init__(self, command: str, code: int) -> None:
        super().__init__(f"{command} returned {get_vk_result_name(code)} ({code})")
        self.command = command
        self.code = code


def check_result(command: str, code: int) -> int:
    """Return a success code (VK_INCOMPLETE included). Raise VulkanError for an error."""
    if code < 0:
        raise VulkanError(command, code)
    return code


def get_vk_result_code(name: str) -> int:
    """Return the code of a VkResult name. Unknown names are VK_ERROR_INITIALIZATION_FAILED."""
    for code, text in RESULT_NAMES.items():
        if text == name:
            return code
    return INITIALIZATION_FAILED
