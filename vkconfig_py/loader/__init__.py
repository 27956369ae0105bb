"""The embedded loader engine: decides what the Khronos loader would do, and says why.

    report = discover(Host.current(), Application(layers=("VK_LAYER_KHRONOS_validation",)))

Everything is a value. A what-if is the same call on a changed Host; another loader version is
another LoaderProfile. Nothing here starts a process or opens a library.
"""

from __future__ import annotations

from vkconfig_py.loader.discover import discover
from vkconfig_py.loader.explain import sentence, story, word
from vkconfig_py.loader.host import Application, Host, OverlayFile, Platform, Position
from vkconfig_py.loader.manifests.driver import DriverManifest
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME, Extension, LayerManifest
from vkconfig_py.loader.profile import NEWEST, Gate, LoaderProfile
from vkconfig_py.loader.report import ActiveLayer, FoundDriver, FoundLayer, LoaderReport, Search
from vkconfig_py.loader.scan import DocumentCache
from vkconfig_py.loader.verdicts import Kind, Outcome, Problem, Reason, Severity, Step, Verdict

__all__ = [
    "NEWEST",
    "OVERRIDE_NAME",
    "ActiveLayer",
    "Application",
    "DocumentCache",
    "DriverManifest",
    "Extension",
    "FoundDriver",
    "FoundLayer",
    "Gate",
    "Host",
    "Kind",
    "LayerManifest",
    "LoaderProfile",
    "LoaderReport",
    "Outcome",
    "OverlayFile",
    "Platform",
    "Position",
    "Problem",
    "Reason",
    "Search",
    "Severity",
    "Step",
    "Verdict",
    "discover",
    "sentence",
    "story",
    "word",
]
