"""Where a message of the validation layer leads: the specification, and a setting of the layer."""

from __future__ import annotations

import re

from vkconfig_py.model.launch.log_entries import MessageHead
from vkconfig_py.model.layer_settings.declared import DeclaredLayer
from vkconfig_py.model.layer_settings.muting import FILTER

_REGISTRY = "https://registry.khronos.org/vulkan/specs"
_LAST_OF_ITS_OWN = (1, 3)  # later versions have one document

# Which settings print a message; the first that a layer declares counts. Older layers have one list
# for what is checked in addition, and one for what is not checked. A rule with a number does not
# say which part of the layer checks it, so that is the group of all parts.
_SETTINGS = (
    (r"BestPractices", ("validate_best_practices", "enables")),
    (r"^SYNC-", ("validate_sync", "enables")),
    (r"DEBUG-PRINTF", ("printf_enable", "validate_gpu_based", "enables")),
    (r"GPU-A", ("gpuav_enable", "validate_gpu_based", "enables")),
    (r"Threading", ("thread_safety", "disables")),
    (r"-(parent|commonparent)$", ("object_lifetime", "disables")),
    (r"-(parameter|sType|pNext|unique|bitmask|arraylength)$", ("stateless_param", "disables")),
    (r"^VUID-", ("validation_control", "validate_core", "disables")),
    (r"", ("report_flags",)),
)


def specification_address(head: MessageHead, version: tuple[int, ...]) -> str:
    """The rule's place in the specification, or "" for what is no rule of it.

    `version` is that of the layer.
    """
    if head.address:
        return head.address
    if not re.fullmatch(r"VUID-[\w-]+", head.identifier, re.ASCII):
        return ""
    major, minor = (*version, 0, 0)[:2]
    has_own = (1, 0) <= (major, minor) <= _LAST_OF_ITS_OWN
    document = f"{major}.{minor}-extensions" if has_own else "latest"
    return f"{_REGISTRY}/{document}/html/vkspec.html#{head.identifier}"


def setting_of(head: MessageHead, declared: DeclaredLayer) -> str:
    """The key of the setting with which the layer prints a message; "" if it declares none."""
    for pattern, keys in _SETTINGS:
        if re.search(pattern, head.identifier, re.ASCII):
            known = (key for key in (*keys, FILTER) if declared.setting(key) is not None)
            return next(known, "")
    return ""
