"""Problems of what libraries of drivers and layers export, read from their files.

Only files on this disk are looked at; what is unknown is no problem.

Source: LoaderDriverInterface, "Driver Vulkan Entry Point Discovery"; LoaderLayerInterface, "Layer
Version Negotiation" and "Layer Interface Version 0"; loader.c, loader_scanned_icd_add,
loader_create_instance_chain.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.verdicts import (
    REMOVED,
    EditKey,
    NoRemedy,
    Outcome,
    PathOfKeys,
    Problem,
    RemoveFile,
)
from vkconfig_py.loader.files.exported_names import exported_names
from vkconfig_py.loader.lint.lint_context import Code, LintContext, problem
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.platforms.rules import Linking, base_name
from vkconfig_py.loader.rules.loader_report import FoundDriver

_DRIVER = "vk_icdGetInstanceProcAddr"
_NEGOTIATE = "vkNegotiateLoaderLayerInterfaceVersion"
_INSTANCE = "vkGetInstanceProcAddr"
# Interface version 0 of drivers.
_OLD_DRIVER = (_INSTANCE, "vkCreateInstance", "vkEnumerateInstanceExtensionProperties")
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
# Where libraries are plain files that the loader opens by itself.
_FILES = (Linking.LD_SO, Linking.DYLD, Linking.LOAD_LIBRARY)
_OTHER_BUILD = NoRemedy(tr("install another build of the library"))


def find_export_problems(context: LintContext) -> Iterator[Problem]:
    """Yield problems of the libraries that the report expects to load."""
    if context.platform.linking not in _FILES:
        return
    for driver in context.report.drivers:
        if driver.verdict.outcome is Outcome.LOADS:
            yield from _driver(context, driver)
    for layer in context.layers():
        if layer.library_path:
            yield from _layer(context, layer)


def _driver(context: LintContext, driver: FoundDriver) -> Iterator[Problem]:
    assert driver.manifest is not None, f"{driver.file} loads without a manifest"
    library = driver.manifest.library
    exported = _exported(context, library, {_DRIVER, *_OLD_DRIVER, *_COMMANDS})
    if exported is None:
        return
    name = base_name(driver.file)
    if _DRIVER in exported:
        yield from _named_commands(context, name, driver.file, library, exported)
    elif not exported.issuperset(_OLD_DRIVER):
        yield problem(
            Code.DRIVER_WITHOUT_ENTRY_POINT,
            tr("{layer}: its library exports no {function}", layer=name, function=_DRIVER),
            tr(
                "The loader opens the library, finds no entry point and continues without "
                "this driver."
            ),
            driver.file,
            context.line(driver.file, "ICD", "library_path"),
            (RemoveFile(driver.file),),
            library,
        )


def _layer(context: LintContext, layer: LayerManifest) -> Iterator[Problem]:
    functions = layer.functions
    renamed = {
        ("functions", _NEGOTIATE): functions.negotiate,
        ("functions", _INSTANCE): functions.get_instance_proc_addr,
        ("functions", "vkGetDeviceProcAddr"): functions.get_device_proc_addr,
        **{("pre_instance_functions", command): name for command, name in functions.pre_instance},
    }
    renamed = {place: name for place, name in renamed.items() if name}
    usual = {_NEGOTIATE, _INSTANCE, "vkGetDeviceProcAddr"}
    exported = _exported(context, layer.library, {*usual, *renamed.values(), *_COMMANDS})
    if exported is None:
        return
    entries = (functions.negotiate or _NEGOTIATE, functions.get_instance_proc_addr or _INSTANCE)
    missing = {place: name for place, name in renamed.items() if name not in exported}
    for place, name in missing.items():
        yield _not_exported(context, layer, place, name, exported)
    if not missing and not exported.intersection(entries):
        yield problem(
            Code.LAYER_WITHOUT_ENTRY_POINT,
            tr(
                "{layer}: its library exports neither {function} nor {other}",
                layer=layer.name,
                function=entries[0],
                other=entries[1],
            ),
            tr("The loader opens the library, finds no entry point and skips the layer."),
            layer.file,
            context.line(layer.file, *context.place(layer, "library_path")),
            (_OTHER_BUILD,),
            layer.library,
        )
    yield from _named_commands(context, layer.name, layer.file, layer.library, exported)


def _not_exported(
    context: LintContext,
    layer: LayerManifest,
    place: tuple[str, str],
    name: str,
    exported: Collection[str],
) -> Problem:
    section, command = place
    where: PathOfKeys = context.place(layer, section, command)
    consequence = tr("The loader does not find the function and continues without it.")
    remedies: tuple[EditKey, ...] = ()
    # Without the entry the usual name is looked up.
    if section == "functions" and command in exported:
        remedies = (EditKey(layer.file, where, REMOVED, tr("use the usual name")),)
    elif section == "pre_instance_functions":
        remedies = (EditKey(layer.file, where, REMOVED, tr("remove the function")),)
    return problem(
        Code.FUNCTION_NOT_EXPORTED,
        tr("{layer}: its library exports no {function}", layer=layer.name, function=name),
        consequence,
        layer.file,
        context.line(layer.file, *where),
        remedies or (_OTHER_BUILD,),
        name,
    )


def _named_commands(
    context: LintContext, name: str, file: str, library: str, exported: Collection[str]
) -> Iterator[Problem]:
    # Other systems look a name up in the library that was asked for, not in all that are open.
    shares_names = context.platform.linking is Linking.LD_SO
    commands = [command for command in _COMMANDS if command in exported]
    if commands and shares_names:
        yield problem(
            Code.VULKAN_NAMES_EXPORTED,
            tr(
                "{name}: its library exports {command} under its Vulkan name",
                name=name,
                command=commands[0],
            ),
            tr(
                "A program that opens this library before the loader may call it instead of "
                "the loader's."
            ),
            file,
            detail=library,
        )


def _exported(context: LintContext, library: str, wanted: Collection[str]) -> frozenset[str] | None:
    """Return which of these names a library exports; None if its file does not tell."""
    state = context.library(library)
    if not state.found or state.path in context.host.overlay:
        return None
    host = context.host
    try:
        path = context.local(state.path)
        return exported_names(path, tuple(sorted(wanted)), host.machine, host.pointer_bits)
    except (OSError, ValueError):
        return None
