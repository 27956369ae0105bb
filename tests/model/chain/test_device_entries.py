"""A device in groups."""

from __future__ import annotations

from vkconfig_py.language.sentences import message
from vkconfig_py.loader.base.device_values import (
    DeviceSummary,
    ExtensionName,
    Heap,
    QueueFamily,
)
from vkconfig_py.model.chain.device_entries import (
    EXTENSIONS_GROUP,
    FEATURES_GROUP,
    FORMATS_GROUP,
    INSTANCE_EXTENSIONS_GROUP,
    INSTANCE_GROUP,
    LAYERS_GROUP,
    LIMITS_GROUP,
    MEMORY_GROUP,
    QUEUES_GROUP,
    DeviceFact,
    list_device_values,
    list_dump_values,
)

SUMMARY = DeviceSummary(
    "GPU",
    heaps=(Heap(8 << 30, is_device_local=True), Heap(16 << 30)),
    queue_families=(QueueFamily(16, ("graphics", "sparse binding"), 64),),
    extensions=(ExtensionName("VK_KHR_swapchain", 70), ExtensionName("VK_EXT_a", 1)),
)
DUMP = {
    "properties": {
        "apiVersion": 4206822,
        "limits": {"maxUniformBufferRange": 65536},
        "sparseProperties": {"residencyAlignedMipSize": False},
    },
    "features": {"geometryShader": True},
    "memory": {
        "memoryTypeCount": 1,
        "memoryTypes": [{"propertyFlags": 6, "heapIndex": 1}],
        "memoryHeapCount": 1,
        "memoryHeaps": [{"size": 4 << 30, "flags": 1}],
    },
    "queue_families": [
        {
            "queueFlags": 7,
            "queueCount": 1,
            "timestampValidBits": 36,
            "minImageTransferGranularity": {"width": 1, "height": 1, "depth": 1},
        }
    ],
    "queue_families2": [
        {
            "VkQueueFamilyProperties2": {"queueFamilyProperties": {}},
            "VkQueueFamilyCheckpointPropertiesNV": {"checkpointExecutionStageMask": 1},
        }
    ],
    "formats": {"VK_FORMAT_R8_UNORM": [0, 1, 64], "VK_FORMAT_R4G4_UNORM_PACK8": [0, 0, 0]},
    "image_formats": {"VK_FORMAT_R4G4_UNORM_PACK8": "VK_ERROR_FORMAT_NOT_SUPPORTED"},
    "properties2": {
        "VkPhysicalDeviceProperties2": {"properties": {}},
        "VkPhysicalDeviceSubgroupProperties": {"subgroupSize": 32},
    },
    "features2": "VK_ERROR_OUT_OF_HOST_MEMORY",
}


def of_group(group: str, *, dump: dict[str, object] | None = None) -> list[DeviceFact]:
    return [one for one in list_device_values(SUMMARY, dump) if one.group == group]


def test_what_a_list_of_devices_tells_is_in_groups():
    heaps = [f"{one.name}: {one.value}" for one in of_group(MEMORY_GROUP)]
    assert heaps == [
        "Heap 0: 8 GiB (8,589,934,592 bytes) · DEVICE_LOCAL",
        "Heap 1: 16 GiB (17,179,869,184 bytes) · none",
    ]
    (family,) = of_group(QUEUES_GROUP)
    assert family.value == "16 queues · GRAPHICS, SPARSE_BINDING · 64-bit timestamps"
    assert [one.name for one in of_group(EXTENSIONS_GROUP)] == ["VK_EXT_a", "VK_KHR_swapchain"]


def test_a_dump_is_told_in_the_same_groups_and_each_value_once():
    entries = list_device_values(SUMMARY, DUMP)
    places = [(one.group, one.name) for one in entries]
    assert len(places) == len(set(places))
    assert of_group(LIMITS_GROUP, dump=DUMP)[0].path == "properties.limits.maxUniformBufferRange"
    assert [one.value for one in of_group(MEMORY_GROUP, dump=DUMP)] == [
        "4 GiB (4,294,967,296 bytes) · DEVICE_LOCAL",
        "heap 1 · HOST_VISIBLE, HOST_COHERENT",
    ]
    assert [one.value for one in of_group(FEATURES_GROUP, dump=DUMP)] == ["yes"]
    assert [one.value for one in of_group(FORMATS_GROUP, dump=DUMP)] == [
        "optimal: SAMPLED_IMAGE\nbuffer: VERTEX_BUFFER",
        "not supported",
    ]
    assert "VkPhysicalDeviceProperties2" not in {group for group, _ in places}
    assert ("VkPhysicalDeviceSubgroupProperties", "subgroupSize") in places
    checkpoint = "Family 0: checkpointExecutionStageMask"
    assert ("VkQueueFamilyCheckpointPropertiesNV", checkpoint) in places


def test_a_heap_has_its_budget_where_the_device_tells_it() -> None:
    name = "VkPhysicalDeviceMemoryBudgetPropertiesEXT"
    budgets = {"heapBudget": [3 << 30, 0], "heapUsage": [1 << 20, 0]}
    entries = list_device_values(SUMMARY, DUMP | {"memory2": {name: budgets}})
    assert [(one.name, one.value) for one in entries if name in one.path] == [
        (
            "Budget of heap 0",
            "3 GiB (3,221,225,472 bytes) for one program; "
            "the probe itself used 1 MiB (1,048,576 bytes)",
        )
    ]


def test_what_the_loader_lists_is_told_beside_the_device() -> None:
    lists = {
        "version": [1, 3, 239],
        "extensions": [["VK_KHR_surface", 25], ["VK_EXT_debug_utils", 2]],
        "layers": [
            {
                "layerName": "VK_LAYER_TEST_a",
                "specVersion": 4206831,
                "implementationVersion": 7,
                "description": "Watches",
                "extensions": [["VK_EXT_b", 2], ["VK_EXT_a", 1]],
            }
        ],
    }
    dump = {"instance": lists, "layer_extensions": {"VK_LAYER_TEST_a": [], "b": [["VK_EXT_c", 3]]}}
    assert [(fact.group, fact.name, fact.value) for fact in list_dump_values(dump)] == [
        (message("Device extensions of layers"), "b", "VK_EXT_c 3"),
        (INSTANCE_GROUP, "Vulkan", "1.3.239"),
        (INSTANCE_EXTENSIONS_GROUP, "VK_EXT_debug_utils", "version 2"),
        (INSTANCE_EXTENSIONS_GROUP, "VK_KHR_surface", "version 25"),
        (
            LAYERS_GROUP,
            "VK_LAYER_TEST_a",
            "Watches · Vulkan 1.3.239 · version 7\nVK_EXT_a 1, VK_EXT_b 2",
        ),
    ]


def test_handle_types_and_time_domains_have_their_names() -> None:
    features = {"externalMemoryFeatures": 6, "compatibleHandleTypes": 0x201}
    dump = {
        "shared": {
            "VkExternalBufferProperties 0x80": {"externalMemoryProperties": features},
            "VkExternalSemaphoreProperties 0x10": {"externalSemaphoreFeatures": 3},
        },
        "lists": {"time_domains": [0, 1, 77], "tools": []},
    }
    assert [(fact.name, fact.value, fact.path) for fact in list_dump_values(dump)] == [
        (
            "VkExternalBufferProperties HOST_ALLOCATION_EXT",
            "externalMemoryFeatures: EXPORTABLE, IMPORTABLE; "
            "compatibleHandleTypes: OPAQUE_FD, DMA_BUF_EXT",
            "shared.VkExternalBufferProperties 0x80",
        ),
        (
            "VkExternalSemaphoreProperties SYNC_FD",
            "externalSemaphoreFeatures: EXPORTABLE, IMPORTABLE",
            "shared.VkExternalSemaphoreProperties 0x10",
        ),
        ("Time domains", "DEVICE, CLOCK_MONOTONIC, 77", "lists.time_domains"),
        ("Tools", "none", "lists.tools"),
    ]


def test_lists_that_the_loader_refuses_are_told_by_their_result() -> None:
    refused = {"version": [1, 0, 0], "extensions": "VK_ERROR_X", "layers": "VK_ERROR_Y"}
    values = [fact.value for fact in list_dump_values({"instance": refused})]
    assert values == ["1.0.0", "VK_ERROR_X", "VK_ERROR_Y"]


def test_images_that_memory_can_hold_are_told_by_their_tiling() -> None:
    """Transient and sparse images are told apart where they differ."""
    images = [
        {"format": name, "tiling": tiling, "kind": kind, "memoryTypeBits": mask}
        for name, tiling, kind, mask in (
            ("VK_FORMAT_R8G8B8A8_UNORM", "VK_IMAGE_TILING_OPTIMAL", "regular", 1),
            ("VK_FORMAT_R8G8B8A8_UNORM", "VK_IMAGE_TILING_OPTIMAL", "transient", 3),
            ("VK_FORMAT_R8G8B8A8_UNORM", "VK_IMAGE_TILING_OPTIMAL", "sparse", 1),
            ("VK_FORMAT_D16_UNORM", "VK_IMAGE_TILING_OPTIMAL", "regular", 1),
            ("VK_FORMAT_D16_UNORM", "VK_IMAGE_TILING_OPTIMAL", "transient", 1),
            ("VK_FORMAT_R8G8B8A8_UNORM", "VK_IMAGE_TILING_LINEAR", "regular", 2),
        )
    ]
    kinds = [{"heapIndex": 0, "propertyFlags": 1}] * 3
    dump = {"memory": {"memoryTypes": kinds}, "image_memory": images}
    facts = of_group(MEMORY_GROUP, dump=dump)
    assert {fact.name: fact.value for fact in facts if fact.name.startswith("Images")} == {
        "Images in type 0": (
            "optimal tiling, also transient: color, D16_UNORM\noptimal tiling, sparse: color"
        ),
        "Images in type 1": "optimal tiling, transient: color\nlinear tiling: color",
    }
