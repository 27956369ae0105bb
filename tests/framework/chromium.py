"""What Debian ships inside chromium-common: a second loader, two drivers, a newer validation layer.

Their versions move with Debian's security updates, so nobody may rely on a number: ask the library.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.framework.debian_packages import CHROMIUM

INSTALLED_VALIDATION = Path("/usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json")
_SWIFTSHADER, _MOCK, _VALIDATION = "vk_swiftshader_icd.json", "mock_icd.json", "validation.json"


def fetch_chromium_loader() -> Path:
    """Return the library, fetching it first when it is not in the cache."""
    folder = CHROMIUM.fetch()
    # vulkaninfo opens libvulkan.so before libvulkan.so.1.
    link = folder / "libvulkan.so"
    if not link.is_symlink():
        link.symlink_to("libvulkan.so.1")
    return folder / "libvulkan.so.1"


def get_swiftshader_driver() -> Path:
    """Return the manifest of SwiftShader (interface 7), as it is shipped."""
    return fetch_chromium_loader().with_name(_SWIFTSHADER)


def write_mock_driver() -> Path:
    """Return a manifest for the mock driver (interface 5), which comes without one."""
    icd = {"library_path": "./libVkICD_mock_icd.so", "api_version": "1.4.0"}
    return _write_manifest(_MOCK, {"file_format_version": "1.0.1", "ICD": icd})


def write_newer_validation_layer() -> Path:
    """Return a manifest for the validation layer: that of Debian's older one with this library."""
    document = json.loads(INSTALLED_VALIDATION.read_text("utf-8"))
    document["layer"] |= {
        "library_path": "./libVkLayer_khronos_validation.so",
        "api_version": "1.4.0",
    }
    return _write_manifest(_VALIDATION, document)


def _write_manifest(name: str, document: dict[str, object]) -> Path:
    path = fetch_chromium_loader().with_name(name)
    text = json.dumps(document, indent=4)
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")
    return path
