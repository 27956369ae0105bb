"""Problems of what libraries of drivers and layers export, read from their files.

Only files on this disk are looked at; what is unknown is no problem. A library without any entry
point is refused by the rules: these are names that its manifest gives, and names of Vulkan.

Source: LoaderDriverInterface, "Driver Vulkan Entry Point Discovery"; LoaderLayerInterface, "Layer
Version Negotiation" and "Layer Interface Version 0"; loader.c, loader_scanned_icd_add,
loader_create_instance_chain.
"""

from __future__ import annotations

from collections.abc import Iterator

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.verdicts import (
    REMOVED,
    EditKey,
    NoRemedy,
    Outcome,
    PathOfKeys,
    Problem,
)
from vkconfig_py.loader.explain.remedies import OTHER_NAME
from vkconfig_py.loader.files.binaries import EntryPoint
from vkconfig_py.loader.files.exported_names import exported_names
from vkconfig_py.loader.lint.lint_context import Code, LintContext, problem
from vkconfig_py.loader.manifests.driver import DRIVER_ENTRY_POINTS
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.manifests.reader import GET_INSTANCE_PROC_ADDR, NEGOTIATE
from vkconfig_py.loader.platforms.rules import Linking, base_name
from vkconfig_py.loader.rules.loader_report import FoundDriver

# A driver or layer that exports its commands exports some of these; look-up functions and what
# describes layers are allowed.
_COMMANDS = (
    "vkCreateInstance",
    "vkDestroyInstance",
    "vkEnumeratePhysicalDevices",
    "vkCreateDevice",
    "vkDestroyDevice",
    "vkGetDeviceQueue",
    "vkQueueSubmit",
    "vkCreateSwapchainKHR",
)


def find_export_problems(context: LintContext) -> Iterator[Problem]:
    """Yield problems of the libraries that the report expects to load."""
    for driver in context.report.drivers:
        if driver.verdict.outcome is Outcome.LOADS:
            yield from _driver(context, driver)
    for layer in context.layers():
        if layer.library_path:
            yield from _layer(context, layer)


def _driver(context: LintContext, driver: FoundDriver) -> Iterator[Problem]:
    assert driver.manifest is not None, f"{driver.file} loads without a manifest"
    library = driver.manifest.library
    # Drivers of interface version 0 must export their commands.
    if not context.lacks(library, DRIVER_ENTRY_POINTS[:1]):
        yield from _named_commands(context, base_name(driver.file), driver.file, library)


def _layer(context: LintContext, layer: LayerManifest) -> Iterator[Problem]:
    functions = layer.functions
    renamed = {
        ("functions", NEGOTIATE): functions.negotiate,
        ("functions", GET_INSTANCE_PROC_ADDR): functions.get_instance_proc_addr,
        ("functions", "vkGetDeviceProcAddr"): functions.get_device_proc_addr,
        **{("pre_instance_functions", command): name for command, name in functions.pre_instance},
    }
    for place, name in renamed.items():
        if name and context.lacks(layer.library, (EntryPoint((name,)),)):
            yield _not_exported(context, layer, place, name)
    yield from _named_commands(context, layer.name, layer.file, layer.library)


def _not_exported(
    context: LintContext, layer: LayerManifest, place: tuple[str, str], name: str
) -> Problem:
    section, command = place
    where: PathOfKeys = context.place(layer, section, command)
    consequence = tr("The loader does not find the function and continues without it.")
    remedy: EditKey | NoRemedy = EditKey(layer.file, where, REMOVED, tr("remove the function"))
    if context.lacks(layer.library, layer.functions.entry_points):
        consequence = tr("The loader opens the library, finds no entry point and skips the layer.")
        remedy = OTHER_NAME
    # Without the entry the usual name is looked up.
    if section == "functions" and not context.lacks(layer.library, (EntryPoint((command,)),)):
        remedy = EditKey(layer.file, where, REMOVED, tr("use the usual name"))
    return problem(
        Code.FUNCTION_NOT_EXPORTED,
        tr("{layer}: its library exports no {function}", layer=layer.name, function=name),
        consequence,
        layer.file,
        context.line(layer.file, *where),
        (remedy,),
        name,
    )


def _named_commands(context: LintContext, name: str, file: str, library: str) -> Iterator[Problem]:
    # Other systems look a name up in the library that was asked for, not in all that are open.
    if context.platform.linking is not Linking.LD_SO:
        return
    exported = _exported(context, library)
    command = next((command for command in _COMMANDS if command in exported), "")
    if command:
        yield problem(
            Code.VULKAN_NAMES_EXPORTED,
            tr(
                "{name}: its library exports {command} under its Vulkan name",
                name=name,
                command=command,
            ),
            tr(
                "A program that opens this library before the loader may call it instead of "
                "the loader's."
            ),
            file,
            detail=library,
        )


def _exported(context: LintContext, library: str) -> frozenset[str]:
    """Return the commands that a library itself exports; none if its file does not tell."""
    state = context.library(library)
    if not state.found or state.path in context.host.overlay:
        return frozenset()
    host = context.host
    try:
        return exported_names(context.local(state.path), _COMMANDS, host.machine, host.pointer_bits)
    except (OSError, ValueError):
        return frozenset()
