"""Values of a device as people read them: versions, sizes, masks by their bits, yes and no.

A dump has the members of Vulkan's structures under their own names, so a name says what its value
is. The bits are those of vulkan_core.h, without "_BIT"; one that is not known here is a number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from vkconfig_py.language.sentences import number_text, tr
from vkconfig_py.loader.api.report_json import uuid_text
from vkconfig_py.loader.base.records import Any
from vkconfig_py.model.text.sizes import exact_size_text, size_text
from vkconfig_py.model.text.wording import version_text


def _bits(names: str, first: int = 1) -> Mapping[int, str]:
    """Names of consecutive bits; "-" leaves one out."""
    found = {first << place: name for place, name in enumerate(names.split())}
    return {bit: name for bit, name in found.items() if name != "-"}


NONE = tr("none")

# By the prefix of the bits in vulkan_core.h.
BITS: Mapping[str, Mapping[int, str]] = {
    "VK_MEMORY_PROPERTY_": _bits(
        "DEVICE_LOCAL HOST_VISIBLE HOST_COHERENT HOST_CACHED LAZILY_ALLOCATED "
        "PROTECTED DEVICE_COHERENT_AMD DEVICE_UNCACHED_AMD RDMA_CAPABLE_NV"
    ),
    "VK_MEMORY_HEAP_": _bits("DEVICE_LOCAL MULTI_INSTANCE"),
    "VK_QUEUE_": _bits(
        "GRAPHICS COMPUTE TRANSFER SPARSE_BINDING PROTECTED VIDEO_DECODE_KHR "
        "VIDEO_ENCODE_KHR - OPTICAL_FLOW_NV - DATA_GRAPH_ARM"
    ),
    "VK_SHADER_STAGE_": _bits(
        "VERTEX TESSELLATION_CONTROL TESSELLATION_EVALUATION GEOMETRY "
        "FRAGMENT COMPUTE TASK_EXT MESH_EXT RAYGEN_KHR ANY_HIT_KHR "
        "CLOSEST_HIT_KHR MISS_KHR INTERSECTION_KHR CALLABLE_KHR"
    ),
    "VK_SUBGROUP_FEATURE_": _bits(
        "BASIC VOTE ARITHMETIC BALLOT SHUFFLE SHUFFLE_RELATIVE CLUSTERED QUAD "
        "PARTITIONED_NV ROTATE ROTATE_CLUSTERED"
    ),
    "VK_RESOLVE_MODE_": _bits("SAMPLE_ZERO AVERAGE MIN MAX"),
    "VK_FORMAT_FEATURE_": _bits(
        "SAMPLED_IMAGE STORAGE_IMAGE STORAGE_IMAGE_ATOMIC "
        "UNIFORM_TEXEL_BUFFER STORAGE_TEXEL_BUFFER "
        "STORAGE_TEXEL_BUFFER_ATOMIC VERTEX_BUFFER COLOR_ATTACHMENT "
        "COLOR_ATTACHMENT_BLEND DEPTH_STENCIL_ATTACHMENT BLIT_SRC BLIT_DST "
        "SAMPLED_IMAGE_FILTER_LINEAR SAMPLED_IMAGE_FILTER_CUBIC_EXT "
        "TRANSFER_SRC TRANSFER_DST SAMPLED_IMAGE_FILTER_MINMAX "
        "MIDPOINT_CHROMA_SAMPLES SAMPLED_IMAGE_YCBCR_CONVERSION_LINEAR_FILTER "
        "SAMPLED_IMAGE_YCBCR_CONVERSION_SEPARATE_RECONSTRUCTION_FILTER "
        "SAMPLED_IMAGE_YCBCR_CONVERSION_CHROMA_RECONSTRUCTION_EXPLICIT "
        "SAMPLED_IMAGE_YCBCR_CONVERSION_CHROMA_RECONSTRUCTION_EXPLICIT_FORCEABLE"
        " DISJOINT COSITED_CHROMA_SAMPLES FRAGMENT_DENSITY_MAP_EXT "
        "VIDEO_DECODE_OUTPUT_KHR VIDEO_DECODE_DPB_KHR - - "
        "ACCELERATION_STRUCTURE_VERTEX_BUFFER_KHR "
        "FRAGMENT_SHADING_RATE_ATTACHMENT_KHR"
    ),
    "VK_EXTERNAL_MEMORY_FEATURE_": _bits("DEDICATED_ONLY EXPORTABLE IMPORTABLE"),
}
_MASKS = {
    "propertyFlags": "VK_MEMORY_PROPERTY_",
    "queueFlags": "VK_QUEUE_",
    "supportedStages": "VK_SHADER_STAGE_",
    "subgroupSupportedStages": "VK_SHADER_STAGE_",
    "requiredSubgroupSizeStages": "VK_SHADER_STAGE_",
    "supportedOperations": "VK_SUBGROUP_FEATURE_",
    "subgroupSupportedOperations": "VK_SUBGROUP_FEATURE_",
    "supportedDepthResolveModes": "VK_RESOLVE_MODE_",
    "supportedStencilResolveModes": "VK_RESOLVE_MODE_",
    "linearTilingFeatures": "VK_FORMAT_FEATURE_",
    "optimalTilingFeatures": "VK_FORMAT_FEATURE_",
    "bufferFeatures": "VK_FORMAT_FEATURE_",
    "externalMemoryFeatures": "VK_EXTERNAL_MEMORY_FEATURE_",
}
_SAMPLES = re.compile(r"[sS]ampleCounts$")
_BYTES = re.compile(
    r"(Range|Alignment|Stride|Granularity|AtomSize|AllocationSize|MemorySize|ConstantsSize"
    r"|BufferSize|AddressSpaceSize|UniformBlockSize|DataSize|ResourceSize|Bytes)$"
)
_NOT_BYTES = ("pointSizeGranularity", "lineWidthGranularity", "minImageTransferGranularity")
_HEXADECIMAL = re.compile(r"(vendorID|deviceID|HandleTypes|deviceNodeMask|Flags|flags)$")
_UUID_DIGITS = re.compile(r"[0-9a-f]{32}")
_EXTENTS = ("WorkGroupCount", "WorkGroupSize", "Dimensions")


def bytes_text(size: int) -> str:
    """Bytes of a limit: exact, since programs compare them; large ones in units too."""
    exact = exact_size_text(size)
    return f"{size_text(size)} ({exact})" if size >= 1 << 20 else exact


def mask_text(mask: int, prefix: str) -> str:
    """Names of the bits of a mask; those without a name as one number."""
    names = [name for bit, name in BITS[prefix].items() if mask & bit]
    unknown = mask & ~sum(BITS[prefix])
    return ", ".join([*names, *([f"{unknown:#x}"] if unknown else [])]) or NONE


def samples_text(mask: int) -> str:
    """Numbers of samples, whose bits are the numbers themselves."""
    return ", ".join(f"{1 << place}×" for place in range(mask.bit_length()) if mask >> place & 1)


def packed_version(packed: int) -> str:
    """A version as VK_MAKE_API_VERSION packs it."""
    return version_text((packed >> 22 & 0x7F, packed >> 12 & 0x3FF, packed & 0xFFF))


def value_text(name: str, value: Any) -> str:
    """Text of a member of a structure; `name` is that of the member."""
    if value is None:
        return NONE
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, int):
        return _number_text(name, value)
    if isinstance(value, Mapping):
        return _object_text(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return _list_text(name, value)
    if isinstance(value, float):
        return f"{value:g} ns" if name == "timestampPeriod" else f"{value:g}"
    return uuid_text(value) if _UUID_DIGITS.fullmatch(value) else str(value)


def _number_text(name: str, value: int) -> str:
    if name in _MASKS:
        return mask_text(value, _MASKS[name])
    if _SAMPLES.search(name):
        return samples_text(value) or NONE
    if name == "apiVersion":
        return packed_version(value)
    if _BYTES.search(name) and name not in _NOT_BYTES:
        return bytes_text(value)
    if _HEXADECIMAL.search(name):
        return f"{value:#x}"
    return number_text(value)


def _object_text(value: Mapping[str, Any]) -> str:
    if set(value) == {"major", "minor", "subminor", "patch"}:  # VkConformanceVersion
        return version_text(value.values())
    if set(value) <= {"width", "height", "depth"}:
        return " × ".join(number_text(one) for one in value.values())
    return ", ".join(f"{name}: {value_text(name, one)}" for name, one in value.items()) or NONE


def _list_text(name: str, value: Sequence[Any]) -> str:
    texts = [value_text("", one) for one in value]
    if name.endswith(_EXTENTS):
        return " × ".join(texts)
    if name.endswith("Range") and len(texts) == 2:
        return tr("{least} to {most}", least=texts[0], most=texts[1])
    return ", ".join(texts) or NONE
