"""All that is known of a device, as groups of named values, and as a file.

A dump has the members of Vulkan's structures under their own names, so a name says what its value
is. The bits of masks are those of vulkan_core.h, without "_BIT"; an unknown bit is a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from vkconfig_py.language.sentences import (
    Message,
    counted,
    format_number,
    join_words,
    message,
    render,
    tr,
)
from vkconfig_py.loader.api.report_json import format_uuid
from vkconfig_py.loader.base.device_values import DeviceSummary, ExtensionName
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.wire.jobs import SurfaceState
from vkconfig_py.model.chain.device_page import list_device_facts, make_device_json
from vkconfig_py.model.chain.probe_results import DeviceDetail
from vkconfig_py.model.formats.page_blocks import (
    Block,
    Heading,
    Table,
    TableRow,
    TextDocument,
    make_text_runs,
    render_html,
    render_markdown,
)
from vkconfig_py.model.text.wording import (
    escape_invisible,
    render_count,
    render_exact_size,
    render_size,
    render_version,
)

_MASK_PREFIXES = {
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
    "externalFenceFeatures": "VK_EXTERNAL_FENCE_FEATURE_",
    "externalSemaphoreFeatures": "VK_EXTERNAL_SEMAPHORE_FEATURE_",
    "supportedTransforms": "VK_SURFACE_TRANSFORM_",
    "currentTransform": "VK_SURFACE_TRANSFORM_",
    "supportedCompositeAlpha": "VK_COMPOSITE_ALPHA_",
    "supportedUsageFlags": "VK_IMAGE_USAGE_",
    "sharedPresentSupportedUsageFlags": "VK_IMAGE_USAGE_",
    "supportedSurfaceCounters": "VK_SURFACE_COUNTER_",
    "modes": "VK_DEVICE_GROUP_PRESENT_MODE_",
}
_SAMPLES_PATTERN = re.compile(r"[sS]ampleCounts$")
_BYTES_PATTERN = re.compile(
    r"(Range|Alignment|Stride|Granularity|AtomSize|AllocationSize|MemorySize|ConstantsSize"
    r"|BufferSize|AddressSpaceSize|UniformBlockSize|DataSize|ResourceSize|Bytes)$"
)
_NOT_BYTES_NAMES = ("pointSizeGranularity", "lineWidthGranularity", "minImageTransferGranularity")
_HEXADECIMAL_PATTERN = re.compile(r"(vendorID|deviceID|HandleTypes|deviceNodeMask|Flags|flags)$")
_UUID_DIGITS_PATTERN = re.compile(r"[0-9a-f]{32}")
_EXTENT_SUFFIXES = ("WorkGroupCount", "WorkGroupSize", "Dimensions")
DEVICE_GROUP, MEMORY_GROUP, QUEUES_GROUP = (
    message("Device"),
    message("Memory"),
    message("Queue families"),
)
LIMITS_GROUP, FEATURES_GROUP = message("Limits"), message("Features")
INSTANCE_GROUP, LAYERS_GROUP = message("Instance"), message("Layers")
INSTANCE_EXTENSIONS_GROUP = message("Instance extensions")
_LAYER_EXTENSIONS_GROUP = message("Device extensions of layers")
EXTENSIONS_GROUP, FORMATS_GROUP = message("Extensions"), message("Formats")
_SAMPLED_IMAGES = message("Images (2D, optimal tiling, for sampling and transfers)")
# The types of handles that a structure is asked about.
_HANDLE_PREFIXES = {
    "VkExternalBufferProperties": "VK_EXTERNAL_MEMORY_HANDLE_TYPE_",
    "VkExternalFenceProperties": "VK_EXTERNAL_FENCE_HANDLE_TYPE_",
    "VkExternalSemaphoreProperties": "VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_",
}
_HANDLE_MEMBER_SUFFIX = "HandleTypes"
_TIME_DOMAINS = {  # VkTimeDomainKHR
    0: "DEVICE",
    1: "CLOCK_MONOTONIC",
    2: "CLOCK_MONOTONIC_RAW",
    3: "QUERY_PERFORMANCE_COUNTER",
}
_LIST_TITLES = {
    "tools": message("Tools"),
    "tools_ext": message("Tools (extension)"),
    "time_domains": message("Time domains"),
    "fragment_shading_rates": message("Fragment shading rates"),
    "cooperative_matrices": message("Cooperative matrices"),
    "mixed_samples": message("Mixed samples"),
}
_GROUP_TITLES = {
    "shared": message("External handles"),
    "lists": message("Lists"),
    "device_group": message("Device group"),
}
# Parts of a dump that have a function here, or repeat what others tell.
_HANDLED_PARTS = frozenset(
    {
        *("shared", "lists"),
        *("properties", "features", "memory", "queue_families", "extensions", "layers"),
        *("formats", "image_formats", "sparse_formats", "properties2", "features2", "memory2"),
        *("queue_families2", "formats2", "image_formats2", "surfaces"),
        *("image_memory", "layer_extensions", "instance"),
    }
)
_MEMORY_BUDGET = "VkPhysicalDeviceMemoryBudgetPropertiesEXT"
_TILINGS = ("linear", "optimal", "buffer")
_COLOR_IMAGES = "VK_FORMAT_R8G8B8A8_UNORM"  # stands for all color formats
_REGULAR_IMAGES = "regular"
_TILING_TITLES = {
    "VK_IMAGE_TILING_OPTIMAL": message("optimal tiling"),
    "VK_IMAGE_TILING_LINEAR": message("linear tiling"),
}
_IMAGE_KINDS = {"transient": message("transient"), "sparse": message("sparse")}
_HTML_SUFFIXES = (".html", ".htm")
FILE_FILTERS = "JSON (*.json);;HTML (*.html);;Markdown (*.md)"


def _name_bits(names: str) -> Mapping[int, str]:
    """Return the names of consecutive bits, of which "-" leaves one out."""
    all_bits = {1 << position: name for position, name in enumerate(names.split())}
    return {bit: name for bit, name in all_bits.items() if name != "-"}


# By the prefix of the bits in vulkan_core.h.
BIT_NAMES: Mapping[str, Mapping[int, str]] = {
    "VK_MEMORY_PROPERTY_": _name_bits(
        "DEVICE_LOCAL HOST_VISIBLE HOST_COHERENT HOST_CACHED LAZILY_ALLOCATED "
        "PROTECTED DEVICE_COHERENT_AMD DEVICE_UNCACHED_AMD RDMA_CAPABLE_NV"
    ),
    "VK_MEMORY_HEAP_": _name_bits("DEVICE_LOCAL MULTI_INSTANCE"),
    "VK_QUEUE_": _name_bits(
        "GRAPHICS COMPUTE TRANSFER SPARSE_BINDING PROTECTED VIDEO_DECODE_KHR "
        "VIDEO_ENCODE_KHR - OPTICAL_FLOW_NV - DATA_GRAPH_ARM"
    ),
    "VK_SHADER_STAGE_": _name_bits(
        "VERTEX TESSELLATION_CONTROL TESSELLATION_EVALUATION GEOMETRY "
        "FRAGMENT COMPUTE TASK_EXT MESH_EXT RAYGEN_KHR ANY_HIT_KHR "
        "CLOSEST_HIT_KHR MISS_KHR INTERSECTION_KHR CALLABLE_KHR"
    ),
    "VK_SUBGROUP_FEATURE_": _name_bits(
        "BASIC VOTE ARITHMETIC BALLOT SHUFFLE SHUFFLE_RELATIVE CLUSTERED QUAD "
        "PARTITIONED_NV ROTATE ROTATE_CLUSTERED"
    ),
    "VK_RESOLVE_MODE_": _name_bits("SAMPLE_ZERO AVERAGE MIN MAX"),
    "VK_FORMAT_FEATURE_": _name_bits(
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
    "VK_EXTERNAL_MEMORY_FEATURE_": _name_bits("DEDICATED_ONLY EXPORTABLE IMPORTABLE"),
    "VK_EXTERNAL_MEMORY_HANDLE_TYPE_": _name_bits(
        "OPAQUE_FD OPAQUE_WIN32 OPAQUE_WIN32_KMT D3D11_TEXTURE D3D11_TEXTURE_KMT D3D12_HEAP "
        "D3D12_RESOURCE HOST_ALLOCATION_EXT HOST_MAPPED_FOREIGN_MEMORY_EXT DMA_BUF_EXT "
        "ANDROID_HARDWARE_BUFFER_ANDROID ZIRCON_VMO_FUCHSIA RDMA_ADDRESS_NV"
    ),
    "VK_EXTERNAL_FENCE_HANDLE_TYPE_": _name_bits("OPAQUE_FD OPAQUE_WIN32 OPAQUE_WIN32_KMT SYNC_FD"),
    "VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_": _name_bits(
        "OPAQUE_FD OPAQUE_WIN32 OPAQUE_WIN32_KMT D3D12_FENCE SYNC_FD - - ZIRCON_EVENT_FUCHSIA"
    ),
    "VK_EXTERNAL_FENCE_FEATURE_": _name_bits("EXPORTABLE IMPORTABLE"),
    "VK_EXTERNAL_SEMAPHORE_FEATURE_": _name_bits("EXPORTABLE IMPORTABLE"),
    "VK_SURFACE_TRANSFORM_": _name_bits(
        "IDENTITY_KHR ROTATE_90_KHR ROTATE_180_KHR ROTATE_270_KHR HORIZONTAL_MIRROR_KHR "
        "HORIZONTAL_MIRROR_ROTATE_90_KHR HORIZONTAL_MIRROR_ROTATE_180_KHR "
        "HORIZONTAL_MIRROR_ROTATE_270_KHR INHERIT_KHR"
    ),
    "VK_COMPOSITE_ALPHA_": _name_bits(
        "OPAQUE_KHR PRE_MULTIPLIED_KHR POST_MULTIPLIED_KHR INHERIT_KHR"
    ),
    "VK_IMAGE_USAGE_": _name_bits(
        "TRANSFER_SRC TRANSFER_DST SAMPLED STORAGE COLOR_ATTACHMENT DEPTH_STENCIL_ATTACHMENT "
        "TRANSIENT_ATTACHMENT INPUT_ATTACHMENT FRAGMENT_SHADING_RATE_ATTACHMENT_KHR "
        "FRAGMENT_DENSITY_MAP_EXT VIDEO_DECODE_DST_KHR VIDEO_DECODE_SRC_KHR VIDEO_DECODE_DPB_KHR "
        "VIDEO_ENCODE_DST_KHR VIDEO_ENCODE_SRC_KHR VIDEO_ENCODE_DPB_KHR"
    ),
    "VK_SURFACE_COUNTER_": _name_bits("VBLANK_EXT"),
    "VK_DEVICE_GROUP_PRESENT_MODE_": _name_bits(
        "LOCAL_KHR REMOTE_KHR SUM_KHR LOCAL_MULTI_DEVICE_KHR"
    ),
}


def format_bytes(size: int) -> str:
    """Return a size exactly in bytes, as programs compare it, with larger units if large."""
    exact_text = render_exact_size(size)
    return f"{render_size(size)} ({exact_text})" if size >= 1 << 20 else exact_text


def format_mask(mask: int, prefix: str) -> str:
    """Return the names of the bits of a mask, and one number for the bits without a name.

    `prefix`: start of the names in vulkan_core.h, such as VK_QUEUE_.
    """
    names = [name for bit, name in BIT_NAMES[prefix].items() if mask & bit]
    unknown_bits = mask & ~sum(BIT_NAMES[prefix])
    return ", ".join([*names, *([f"{unknown_bits:#x}"] if unknown_bits else [])]) or tr("none")


def format_samples(mask: int) -> str:
    """Return the sample counts of a VkSampleCountFlags mask: "1×, 2×, 4×"."""
    return ", ".join(
        f"{1 << position}×" for position in range(mask.bit_length()) if mask >> position & 1
    )


def format_packed_version(packed: int) -> str:
    """Return a version that VK_MAKE_API_VERSION packed, as text."""
    return render_version((packed >> 22 & 0x7F, packed >> 12 & 0x3FF, packed & 0xFFF))


def format_value(name: str, value: Any) -> str:
    """Return the text of a member of a Vulkan structure. Its name decides on unit and form."""
    if value is None:
        return tr("none")
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, int):
        return _format_number(name, value)
    if isinstance(value, Mapping):
        return _format_object(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return _format_list(name, value)
    if isinstance(value, float):
        return f"{value:g} ns" if name == "timestampPeriod" else f"{value:g}"
    return format_uuid(value) if _UUID_DIGITS_PATTERN.fullmatch(value) else str(value)


def _format_number(name: str, value: int) -> str:
    """Format a number as a mask, version, size, hexadecimal or decimal, as its name tells."""
    if name in _MASK_PREFIXES:
        return format_mask(value, _MASK_PREFIXES[name])
    if _SAMPLES_PATTERN.search(name):
        return format_samples(value) or tr("none")
    if name == "apiVersion":
        return format_packed_version(value)
    if _BYTES_PATTERN.search(name) and name not in _NOT_BYTES_NAMES:
        return format_bytes(value)
    if _HEXADECIMAL_PATTERN.search(name):
        return f"{value:#x}"
    return format_number(value)


def _format_object(value: Mapping[str, Any]) -> str:
    """Format a structure: a version, an extent, or "name: value" for each member."""
    if set(value) == {"major", "minor", "subminor", "patch"}:  # VkConformanceVersion
        return render_version(value.values())
    if set(value) <= {"width", "height", "depth"}:
        return " × ".join(format_number(number) for number in value.values())
    return ", ".join(
        f"{name}: {format_value(name, member)}" for name, member in value.items()
    ) or tr("none")


def _format_list(name: str, value: Sequence[Any]) -> str:
    """Format an array: an extent, a range "1 to 64", or items with commas."""
    texts = [format_value("", item) for item in value]
    if name.endswith(_EXTENT_SUFFIXES):
        return " × ".join(texts)
    if name.endswith("Range") and len(texts) == 2:
        return tr("{least} to {most}", least=texts[0], most=texts[1])
    return ", ".join(texts) or tr("none")


class DeviceFact(NamedTuple):
    """A named value in a group.

    Attributes:
        path: where it stands in the dump, as "properties.limits.maxViewports"; "" for others.
    """

    group: Message | str
    name: str
    value: str
    path: str = ""


def list_device_values(
    summary: DeviceSummary, dump: Mapping[str, Any] | None
) -> tuple[DeviceFact, ...]:
    """Return the facts about a device in groups: of its dump, or else of the summary.

    `dump`: all its properties, features and formats as JSON, or its surfaces alone, None if
    neither was read.
    """
    facts = [
        DeviceFact(DEVICE_GROUP, fact.label, fact.value)
        for fact in list_device_facts(summary, includes_memory=False)
    ]
    if dump is None or dump.keys() <= {"surfaces"}:
        facts += (*_list_summary_memory(summary), *list_surface_values(_get_surfaces(dump)))
        return (*facts, *_list_extensions(summary.extensions))
    return (*facts, *list_dump_values(dump), *_list_extensions(summary.extensions))


def _list_summary_memory(summary: DeviceSummary) -> Iterator[DeviceFact]:
    """Yield the memory heaps and queue families of a summary."""
    for number, heap in enumerate(summary.heaps):
        location = "DEVICE_LOCAL" if heap.is_device_local else tr("none")
        yield DeviceFact(
            MEMORY_GROUP,
            tr("Heap {number}", number=number),
            f"{format_bytes(heap.size)} · {location}",
        )
    for number, family in enumerate(summary.queue_families):
        abilities = ", ".join(ability.upper().replace(" ", "_") for ability in family.abilities)
        parts = (
            render_count(family.queues, "queue"),
            abilities or tr("none"),
            _describe_timestamps(family.timestamp_bits),
        )
        yield DeviceFact(
            QUEUES_GROUP, tr("Family {number}", number=number), " · ".join(filter(None, parts))
        )


def _list_extensions(extensions: tuple[ExtensionName, ...]) -> Iterator[DeviceFact]:
    """Yield the device extensions with their versions, by name."""
    for extension in sorted(extensions):
        yield DeviceFact(
            EXTENSIONS_GROUP,
            extension.name,
            tr("version {version}", version=extension.spec_version),
        )


def list_dump_values(dump: Mapping[str, Any]) -> Iterator[DeviceFact]:
    """Yield the values of a dump, each once: later structures repeat those of Vulkan 1.0."""
    properties = _get_members(dump.get("properties"))
    for name, group in (("limits", LIMITS_GROUP), ("sparseProperties", tr("Sparse images"))):
        yield from _list_members(group, _get_members(properties.get(name)), f"properties.{name}")
    yield from _list_memory(dump)
    yield from _list_families(dump.get("queue_families"))
    yield from _list_members(FEATURES_GROUP, _get_members(dump.get("features")), "features")
    for part in ("features2", "properties2", "memory2"):
        for structure, members in _get_members(dump.get(part)).items():
            # The base repeats what is above; heaps have their budgets.
            if not structure.endswith("2") and structure != _MEMORY_BUDGET:
                yield from _list_members(structure, _get_members(members), f"{part}.{structure}")
    yield from _list_further_families(dump.get("queue_families2"))
    yield from _list_formats(dump)
    yield from list_surface_values(_get_surfaces(dump))
    yield from _list_shared_handles(_get_members(dump.get("shared")))
    yield from _list_extension_lists(_get_members(dump.get("lists")))
    for part, value in dump.items():
        if part not in _HANDLED_PARTS:
            yield from _list_members(_GROUP_TITLES.get(part, part), _get_members(value), part)
    for layer, extensions in _get_members(dump.get("layer_extensions")).items():
        if extensions:
            value = _format_extensions(extensions)
            yield DeviceFact(_LAYER_EXTENSIONS_GROUP, layer, value, f"layer_extensions.{layer}")
    yield from list_instance_values(_get_members(dump.get("instance")))


def _list_shared_handles(answers: Mapping[str, Any]) -> Iterator[DeviceFact]:
    """Yield what can be shared by each type of handle, which has its number in the dump."""
    for key, answer in answers.items():
        structure, _space, number = key.partition(" ")
        prefix = _HANDLE_PREFIXES.get(structure, "")
        if not prefix or not number:
            name, value = key, format_value(key, answer)
        else:
            name = f"{structure} {format_mask(int(number, 16), prefix)}"
            value = _format_handles(_get_members(answer), prefix)
        yield DeviceFact(_GROUP_TITLES["shared"], name, value, f"shared.{key}")


def _format_handles(answer: Mapping[str, Any], prefix: str) -> str:
    """Format what can be shared, with the names of handle types, which begin with a prefix."""
    texts = []
    for name, value in answer.items():
        if isinstance(value, Mapping):
            texts.append(_format_handles(value, prefix))
        elif name.endswith(_HANDLE_MEMBER_SUFFIX):
            texts.append(f"{name}: {format_mask(value, prefix)}")
        else:
            texts.append(f"{name}: {format_value(name, value)}")
    return "; ".join(texts)


def _list_extension_lists(lists: Mapping[str, Any]) -> Iterator[DeviceFact]:
    """Yield the lists that extensions define, such as tools and time domains."""
    for name, value in lists.items():
        title = render(_LIST_TITLES.get(name, name))
        text = format_value(name, value)
        if name == "time_domains" and isinstance(value, Sequence):
            text = ", ".join(_TIME_DOMAINS.get(item, f"{item}") for item in value) or tr("none")
        yield DeviceFact(_GROUP_TITLES["lists"], title, text, f"lists.{name}")


def list_instance_values(instance: Mapping[str, Any]) -> Iterator[DeviceFact]:
    """Yield what the loader tells without a device: its version, extensions and layers."""
    if not instance:
        return
    version = render_version(instance["version"])
    yield DeviceFact(INSTANCE_GROUP, "Vulkan", version, "instance.version")
    extensions = instance["extensions"]
    if isinstance(extensions, str):  # the name of a VkResult
        yield DeviceFact(INSTANCE_GROUP, tr("Extensions"), extensions, "instance.extensions")
    for name, number in sorted(extensions) if isinstance(extensions, list) else ():
        value = tr("version {version}", version=number)
        yield DeviceFact(INSTANCE_EXTENSIONS_GROUP, name, value, f"instance.extensions.{name}")
    layers = instance["layers"]
    if isinstance(layers, str):
        yield DeviceFact(INSTANCE_GROUP, tr("Layers"), layers, "instance.layers")
    for number, layer in enumerate(layers) if isinstance(layers, list) else ():
        versions = (
            f"Vulkan {format_packed_version(layer['specVersion'])}",
            tr("version {version}", version=layer["implementationVersion"]),
        )
        lines = [" · ".join(filter(None, (layer["description"], *versions)))]
        if layer["extensions"]:
            lines.append(_format_extensions(layer["extensions"]))
        path = f"instance.layers[{number}]"
        yield DeviceFact(LAYERS_GROUP, layer["layerName"], "\n".join(lines), path)


def _format_extensions(extensions: Any) -> str:
    """Return extensions with their versions in one line, or the name of a VkResult."""
    if isinstance(extensions, str):
        return extensions
    return ", ".join(f"{name} {number}" for name, number in sorted(extensions))


def _get_members(value: Any) -> Mapping[str, Any]:
    """Return the members of an object, or no members if the dump has an error there."""
    return value if isinstance(value, Mapping) else {}


def _list_members(
    group: Message | str, members: Mapping[str, Any], path: str
) -> Iterator[DeviceFact]:
    """Yield the members of a structure.

    `group`: title of the group. `path`: of the structure in the dump.
    """
    for name, value in members.items():
        yield DeviceFact(group, name, format_value(name, value), f"{path}.{name}")


def _list_memory(dump: Mapping[str, Any]) -> Iterator[DeviceFact]:
    """Yield the memory heaps and types of a dump, and which images each type can hold."""
    memory, images = _get_members(dump.get("memory")), dump.get("image_memory")
    budgets = _get_members(_get_members(dump.get("memory2")).get(_MEMORY_BUDGET))
    for number, heap in enumerate(memory.get("memoryHeaps", ())):
        label, path = tr("Heap {number}", number=number), f"memory.memoryHeaps[{number}]"
        flags = format_mask(heap["flags"], "VK_MEMORY_HEAP_")
        yield DeviceFact(MEMORY_GROUP, label, f"{format_bytes(heap['size'])} · {flags}", path)
        if budgets:
            value = tr(
                "{size} for one program; the probe itself used {used}",
                size=format_bytes(budgets["heapBudget"][number]),
                used=format_bytes(budgets["heapUsage"][number]),
            )
            label = tr("Budget of heap {number}", number=number)
            path = f"memory2.{_MEMORY_BUDGET}.heapBudget[{number}]"
            yield DeviceFact(MEMORY_GROUP, label, value, path)
    for number, kind in enumerate(memory.get("memoryTypes", ())):
        flags = format_mask(kind["propertyFlags"], "VK_MEMORY_PROPERTY_")
        value = f"{tr('heap {number}', number=kind['heapIndex'])} · {flags}"
        yield DeviceFact(
            MEMORY_GROUP, tr("Type {number}", number=number), value, f"memory.memoryTypes[{number}]"
        )
        lines = _list_held_images(images, number) if isinstance(images, list) else images
        if lines:
            label = tr("Images in type {number}", number=number)
            text = lines if isinstance(lines, str) else "\n".join(lines)
            yield DeviceFact(MEMORY_GROUP, label, text, f"image_memory.{number}")


def _list_held_images(images: Sequence[Mapping[str, Any]], memory_type: int) -> list[str]:
    """Return for each tiling the formats of images that a memory type can hold.

    Transient and sparse images have a line of their own where they differ from regular ones.
    """
    formats: dict[str, dict[str, list[str]]] = {}
    for image in images:
        if image["memoryTypeBits"] >> memory_type & 1:
            is_color = image["format"] == _COLOR_IMAGES
            name = tr("color") if is_color else image["format"].removeprefix(_FORMAT_PREFIX)
            kinds = formats.setdefault(image["tiling"], {})
            kinds.setdefault(image["kind"], []).append(name)
    lines = []
    for tiling, kinds in formats.items():
        title = render(_TILING_TITLES.get(tiling, tiling))
        regular = kinds.pop(_REGULAR_IMAGES, [])
        alike = [render(_IMAGE_KINDS.get(kind, kind)) for kind in kinds if kinds[kind] == regular]
        regular_title = title
        if alike:
            regular_title = tr("{tiling}, also {kinds}", tiling=title, kinds=join_words(alike))
        if regular:
            lines.append(f"{regular_title}: {', '.join(regular)}")
        for kind, names in kinds.items():
            if names != regular:
                kind_name = render(_IMAGE_KINDS.get(kind, kind))
                lines.append(f"{title}, {kind_name}: {', '.join(names)}")
    return lines


def _list_families(families: Any) -> Iterator[DeviceFact]:
    """Yield the queue families of a dump, or nothing if the dump has an error there."""
    for number, family in enumerate(families if isinstance(families, list) else ()):
        granularity = format_value("", family["minImageTransferGranularity"])
        parts = (
            render_count(family["queueCount"], "queue"),
            format_mask(family["queueFlags"], "VK_QUEUE_"),
            _describe_timestamps(family["timestampValidBits"]),
            tr("image transfer granularity {granularity}", granularity=granularity),
        )
        value = " · ".join(filter(None, parts))
        yield DeviceFact(
            QUEUES_GROUP, tr("Family {number}", number=number), value, f"queue_families[{number}]"
        )


def _describe_timestamps(bits: int) -> str:
    return tr("{bits}-bit timestamps", bits=bits) if bits else ""


def _list_further_families(families: Any) -> Iterator[DeviceFact]:
    """Yield what extension structures say about each queue family."""
    for number, structures in enumerate(families if isinstance(families, list) else ()):
        path = f"queue_families2[{number}]"
        for structure, members in structures.items():
            if not structure.endswith("2"):
                for entry in _list_members(structure, _get_members(members), f"{path}.{structure}"):
                    yield entry._replace(
                        name=tr("Family {number}: {name}", number=number, name=entry.name)
                    )


def _list_formats(dump: Mapping[str, Any]) -> Iterator[DeviceFact]:
    """Yield the format features, and limits of sampled and sparse images, of a dump."""
    for name, features in _get_members(dump.get("formats")).items():
        masks = zip(_TILINGS, features, strict=False)
        lines = [
            f"{tiling}: {format_mask(mask, 'VK_FORMAT_FEATURE_')}" for tiling, mask in masks if mask
        ]
        yield DeviceFact(
            FORMATS_GROUP, name, "\n".join(lines) or tr("not supported"), f"formats.{name}"
        )
    for name, limits in _get_members(dump.get("image_formats")).items():
        if isinstance(limits, Mapping):  # else VK_ERROR_FORMAT_NOT_SUPPORTED
            yield DeviceFact(
                _SAMPLED_IMAGES, name, format_value(name, limits), f"image_formats.{name}"
            )
    for name, kinds in _get_members(dump.get("sparse_formats")).items():
        if kinds:
            text = "\n".join(format_value(name, kind) for kind in kinds)
            yield DeviceFact(tr("Sparse formats"), name, text, f"sparse_formats.{name}")


# What devices can present to.
_FORMAT_PREFIX, _COLOR_SPACE_PREFIX = "VK_FORMAT_", "VK_COLOR_SPACE_"
_PRESENT_MODE_PREFIX = "VK_PRESENT_MODE_"
_SURFACE_TITLES = {
    "VK_KHR_xcb_surface": message("X11 surface (XCB)"),
    "VK_KHR_xlib_surface": message("X11 surface (Xlib)"),
    "VK_KHR_wayland_surface": message("Wayland surface"),
    "VK_EXT_headless_surface": message("Headless surface"),
}
_X11_EXTENSIONS = ("VK_KHR_xcb_surface", "VK_KHR_xlib_surface")
_X11_TITLE = message("X11 surface")
_PRESENT_MODE_MEANINGS = {
    "IMMEDIATE_KHR": message("no vertical sync; can tear"),
    "MAILBOX_KHR": message("vertical sync, newest image"),
    "FIFO_KHR": message("vertical sync, every image"),
    "FIFO_RELAXED_KHR": message("vertical sync unless late"),
    "FIFO_LATEST_READY_KHR": message("vertical sync, newest image that is ready"),
    "SHARED_DEMAND_REFRESH_KHR": message("one shared image, shown on demand"),
    "SHARED_CONTINUOUS_REFRESH_KHR": message("one shared image, shown continuously"),
}
_ANY_EXTENT = 0xFFFFFFFF  # of currentExtent: the swapchain decides


def _get_surfaces(dump: Mapping[str, Any] | None) -> Sequence[Mapping[str, Any]]:
    """Return the surfaces of a dump, none if they were not asked for."""
    surfaces: Sequence[Mapping[str, Any]] = (dump or {}).get("surfaces", ())
    return surfaces


def list_surface_values(surfaces: Sequence[Mapping[str, Any]]) -> Iterator[DeviceFact]:
    """Yield what a device answered about a surface of each window system.

    The two ways to X11 are one group where their answers are the same.
    """
    answers = {
        surface["extension"]: {
            name: value for name, value in surface.items() if name != "extension"
        }
        for surface in surfaces
    }
    first, second = (answers.get(extension) for extension in _X11_EXTENSIONS)
    are_answers_equal = first is not None and first == second
    for number, (extension, answer) in enumerate(answers.items()):
        if are_answers_equal and extension == _X11_EXTENSIONS[1]:
            continue
        is_merged_x11 = are_answers_equal and extension == _X11_EXTENSIONS[0]
        group = _X11_TITLE if is_merged_x11 else _SURFACE_TITLES.get(extension, extension)
        names = _X11_EXTENSIONS if is_merged_x11 else (extension,)
        path = f"surfaces[{number}]"
        yield DeviceFact(group, tr("Extension"), "\n".join(names), f"{path}.extension")
        yield DeviceFact(
            group, tr("Can present"), _describe_presentation(answer, names), f"{path}.state"
        )
        yield from _list_surface_members(group, answer, path)


def _describe_presentation(answer: Mapping[str, Any], extensions: Sequence[str]) -> str:
    """Return whether a device can present to a surface, and if not, why."""
    detail, names = answer.get("detail", ""), join_words(list(extensions))
    match answer["state"]:
        case SurfaceState.PRESENTS:
            return _describe_families(answer["queue_families"])
        case SurfaceState.NO_QUEUE:
            return tr("no: none of its queue families can")
        case SurfaceState.DRIVER_LACKS:
            return tr("no: the driver does not support {extensions}", extensions=names)
        case SurfaceState.LOADER_LACKS:
            return tr("no: the loader does not support {extensions}", extensions=names)
        case SurfaceState.NO_DISPLAY:
            return _describe_missing_display(*detail.partition("="))
        case SurfaceState.NO_LIBRARY:
            return tr("unknown: {reason}", reason=detail)
        case SurfaceState.NO_ANSWER:
            return tr("unknown: the probe ended without an answer")
        case _:
            return tr("no: {reason}", reason=detail)


def _describe_families(can_present: Sequence[bool]) -> str:
    """Return with which queue families a device presents."""
    if all(can_present):
        return tr("yes, with every queue family")
    numbers = [
        str(number) for number, can_family_present in enumerate(can_present) if can_family_present
    ]
    return counted(
        "yes, with queue families {numbers}",
        "yes, with queue family {numbers}",
        len(numbers),
        numbers=join_words(numbers),
    )


def _describe_missing_display(variable: str, is_set: str, value: str) -> str:
    """Return that a display cannot be reached. `is_set` is "" for a variable that is not set."""
    if not is_set:
        return tr("unknown: {variable} is not set", variable=variable)
    if not value:
        return tr("unknown: {variable} is empty", variable=variable)
    return tr("unknown: no display was found at {variable}={value}", variable=variable, value=value)


def _list_surface_members(
    group: Message | str, answer: Mapping[str, Any], path: str
) -> Iterator[DeviceFact]:
    """Yield formats, present modes and capabilities of a surface.

    `group`: title of the group. `path`: of the surface in the dump.
    """
    spaces_by_format: dict[str, list[str]] = {}
    for pair in answer.get("formats", ()):
        space = str(pair["colorSpace"]).removeprefix(_COLOR_SPACE_PREFIX)
        spaces_by_format.setdefault(str(pair["format"]), []).append(space)
    for name, spaces in spaces_by_format.items():
        label = tr("Format {name}", name=name.removeprefix(_FORMAT_PREFIX))
        yield DeviceFact(group, label, "\n".join(spaces), f"{path}.formats.{name}")
    for mode in answer.get("present_modes", ()):
        name = str(mode).removeprefix(_PRESENT_MODE_PREFIX)
        meaning = render(_PRESENT_MODE_MEANINGS.get(name, tr("supported")))
        label = tr("Present mode {name}", name=name)
        yield DeviceFact(group, label, meaning, f"{path}.present_modes.{mode}")
    for structure, members in _get_members(answer.get("capabilities")).items():
        for fact in _list_members(group, members, f"{path}.capabilities.{structure}"):
            value = members[fact.name]
            if fact.name == "maxImageCount" and value == 0:
                yield fact._replace(value=tr("no limit"))
            elif fact.name == "currentExtent" and value["width"] == _ANY_EXTENT:
                yield fact._replace(value=tr("chosen by the program"))
            else:
                yield fact


def render_device(detail: DeviceDetail, suffix: str) -> str:
    """Render all that is known of a device in the format of a suffix, which is JSON if unknown."""
    if not is_readable_format(suffix):
        return make_device_json(detail)
    if suffix.casefold() in _HTML_SUFFIXES:
        return render_html(_make_page(detail, anchors=True))
    return render_markdown(_make_page(detail, anchors=False))


def is_readable_format(suffix: str) -> bool:
    """Return whether a file with this suffix is for people to read."""
    return suffix.casefold() in (*_HTML_SUFFIXES, ".md", ".markdown")


def _make_page(detail: DeviceDetail, *, anchors: bool) -> TextDocument:
    """Make a document of headings and tables about a device. `anchors`: with link targets."""
    name = escape_invisible(detail.summary.name)
    blocks: list[Block] = [Heading(1, make_text_runs(name), "device" if anchors else "")]
    entries = list_device_values(detail.summary, detail.dump)
    for number, (group, members) in enumerate(groupby(entries, key=lambda entry: entry.group)):
        blocks.append(
            Heading(
                2, make_text_runs(escape_invisible(group)), f"group-{number}" if anchors else ""
            )
        )
        rows = tuple(
            TableRow(
                (
                    make_text_runs(escape_invisible(member.name)),
                    make_text_runs(escape_invisible("; ".join(member.value.split("\n")))),
                )
            )
            for member in members
        )
        blocks.append(Table((tr("Name"), tr("Value")), rows))
    return TextDocument(name, tuple(blocks))
