"""Answers of probes, made by hand."""

from vkconfig_py.loader.base.device_values import DeviceSummary, ExtensionName, Heap, QueueFamily
from vkconfig_py.loader.wire.jobs import (
    ChainAnswer,
    DriverAnswer,
    Health,
    LayerAnswer,
    LayerCall,
    Stage,
    State,
    Timing,
)

LVP = "/usr/share/vulkan/icd.d/lvp_icd.json"
LIBRARY = "/usr/lib/libvulkan_lvp.so"
LLVMPIPE = DeviceSummary(
    name="llvmpipe (LLVM 15.0.6, 256 bits)",
    driver=LVP,
    library=LIBRARY,
    type="cpu",
    api_version=(1, 3, 230),
    driver_version=1,
    driver_name="llvmpipe",
    driver_info="Mesa 22.3.6 (LLVM 15.0.6)",
    driver_id="VK_DRIVER_ID_MESA_LLVMPIPE",
    vendor_id=0x10005,
    device_uuid="6d657361323232332e36000000000000",
    heaps=(Heap(2 << 30, is_device_local=True), Heap(1000)),
    queue_families=(QueueFamily(1, ("graphics", "compute", "transfer"), 64), QueueFamily(2)),
    extensions=(ExtensionName("VK_KHR_swapchain", 70), ExtensionName("VK_EXT_robustness2", 1)),
)
RADEON = DeviceSummary(
    name="AMD Radeon RX 7800 XT (RADV NAVI32)",
    driver="/usr/share/vulkan/icd.d/radeon_icd.json",
    type="discrete-gpu",
    vendor_id=0x1002,
    device_id=0x747E,
    driver_version=25 << 22 | 1 << 12 | 5,
    pci="0000:03:00.0",
)
TIMES = (Timing(Stage.OPEN, 0.07), Timing(Stage.NEGOTIATE, 0.00002), Timing(Stage.INSTANCE, 0.03))
SOUND = Health(State.HEALTHY, seconds=TIMES)


def driver_answer(health=SOUND, devices=(LLVMPIPE,), **more):
    more = {"library": LIBRARY, "interface": 5, "create": "VK_SUCCESS", **more}
    return DriverAnswer(health, devices=devices, **more)


def layer_answer(health=SOUND, **more):
    more = {
        "library": "/usr/lib/liba.so",
        "interface": 2,
        "create_instance": "VK_SUCCESS",
        "create_device": "VK_SUCCESS",
        "device": "llvmpipe",
        **more,
    }
    return LayerAnswer(health, **more)


def bad(state, call="vkCreateInstance", library=LIBRARY, **more):
    return Health(state, step=f"{call} of {library}", seconds=TIMES[:2], **more)


def chain_answer(*loaded, **more):
    layer_calls = [LayerCall("vkCreateInstance", name, 0.01, 0.002) for name in loaded]
    more = {
        "create": "VK_SUCCESS",
        "devices": (LLVMPIPE,),
        "layer_calls": tuple(layer_calls),
        **more,
    }
    return ChainAnswer(loaded=loaded, **more)
