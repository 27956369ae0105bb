"""What the pictures of a device's values and of comparisons show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from devtools import scenes
from devtools.console import SetupError

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from vkconfig_py.gui import Running

_GIB = 1 << 30


def _dump(large: int) -> dict[str, Any]:
    """What a device tells of itself, in short; a large one has more of it."""
    return {
        "properties": {
            "limits": {
                "maxImageDimension2D": 16384,
                "maxUniformBufferRange": 65536 * large,
                "maxMemoryAllocationCount": 4294967295,
                "maxComputeSharedMemorySize": 32768 * large,
                "maxComputeWorkGroupCount": [65535, 65535, 65535],
                "framebufferColorSampleCounts": 15 if large > 1 else 5,
                "timestampPeriod": 10.0,
                "lineWidthRange": [0.0, 8.0],
                "minMemoryMapAlignment": 4096,
            },
            "sparseProperties": {"residencyAlignedMipSize": False},
        },
        "memory": {
            "memoryTypeCount": 3,
            "memoryTypes": [
                {"propertyFlags": 1, "heapIndex": 0},
                {"propertyFlags": 6, "heapIndex": 1},
                {"propertyFlags": 15, "heapIndex": 0},
            ][: large + 1],
            "memoryHeapCount": 2,
            "memoryHeaps": [
                {"size": 16 * _GIB * large, "flags": 1},
                {"size": 8 * _GIB, "flags": 0},
            ],
        },
        "queue_families": [
            {
                "queueFlags": 15,
                "queueCount": 1,
                "timestampValidBits": 64,
                "minImageTransferGranularity": {"width": 1, "height": 1, "depth": 1},
            }
        ],
        "features": {
            "robustBufferAccess": True,
            "geometryShader": True,
            "shaderFloat64": large > 1,
            "sparseBinding": large > 1,
        },
        "properties2": {
            "VkPhysicalDeviceSubgroupProperties": {
                "subgroupSize": 64,
                "supportedStages": 0x7F,
                "supportedOperations": 0xFF,
            },
            "VkPhysicalDeviceDriverProperties": {
                "driverID": "VK_DRIVER_ID_MESA_RADV",
                "conformanceVersion": {"major": 1, "minor": 4, "subminor": 0, "patch": 0},
            },
        },
        "formats": {
            "VK_FORMAT_R8G8B8A8_UNORM": [0xD401, 0x1FD83, 0x58],
            "VK_FORMAT_ASTC_4x4_UNORM_BLOCK": [0, 0, 0],
        },
    }


def with_dumps(running: Running) -> None:
    """Let each device of the sample machine tell everything about itself."""
    probes = running.session.probes
    details = probes.answers.details
    devices = {
        key: detail._replace(dump=_dump(1 + number % 2))
        for number, (key, detail) in enumerate(details.devices.items())
    }
    probes.answers = probes.answers._replace(details=details._replace(devices=devices))
    probes.changed.emit()


def limits(running: Running) -> None:
    """Show limits, features and formats of a device, in groups."""
    from vkconfig_py.ui.inspector.head import Page

    probes, inspector = running.session.probes, running.window.inspector
    # What the recording says comes later than the window, and would take the dumps away again.
    scenes.wait(probes.changed, lambda: bool(probes.answers.details.devices))
    scenes.settle()
    with_dumps(running)
    scenes.device(running)
    if Page.EVERYTHING not in inspector.tabs.pages:
        raise SetupError("The device tells nothing of itself.", 1)
    inspector.show_tab(Page.EVERYTHING)


def comparing(running: Running) -> None:
    """Compare two devices."""
    with_dumps(running)
    scenes.device(running)
    compare = running.window.controllers.compare
    compare.open()
    view = compare.view
    assert view is not None
    first, second = [one for one in compare.choices() if "AMD" in one.title]
    view.choose(first, second)
    scenes.wait(view.model.modelReset, lambda: view.found is not None)


def comparing_configurations(running: Running) -> None:
    """Compare two configurations, and show what is the same as well."""
    compare = running.window.controllers.compare
    choices = {getattr(one, "key", ""): one for one in compare.choices()}
    compare.open()
    view = compare.view
    assert view is not None
    view.choose(choices["built-in-validation"], choices["built-in-synchronization"])
    scenes.wait(view.model.modelReset, lambda: view.found is not None)
    view.only.setChecked(False)


def compare_window(running: Running) -> QWidget:
    """Return the window that compares."""
    view = running.window.controllers.compare.view
    if view is None:
        raise SetupError("The comparison was not shown.", 1)
    return view
