"""Problems of machines with loaders for programs of both word sizes.

Source: LoaderLayerInterface and LoaderDriverInterface, "library_arch"; loader.c,
loader_read_layer_json, loader_parse_icd_manifest: without the key a loader finds out with dlopen.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.verdicts import EditKey, KeyPath, Outcome, Problem, Together
from vkconfig_py.loader.files.binaries import find_library_state
from vkconfig_py.loader.lint.lint_context import LintContext, ProblemCode, make_problem
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.platforms.rules import Linking, ManifestType, get_base_name
from vkconfig_py.loader.platforms.windows_search import search_registry
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.loader_report import FoundLayer, LoaderReport

_USED_OUTCOMES = (Outcome.LOADS, Outcome.UNKNOWN)


def find_word_size_problems(context: LintContext) -> Iterator[Problem]:
    """Yield problems of programs of the other word size, if a loader for them is installed."""
    if context.platform.linking is not Linking.LD_SO:
        return
    bits = context.host.pointer_bits
    other_loaders = [loader for loader in context.loaders if loader.pointer_bits != bits]
    if not other_loaders:
        return
    newest_release = max(other_loaders, key=lambda loader: loader.version)
    other_report = discover(
        context.report.host._replace(pointer_bits=newest_release.pointer_bits),
        context.report.application,
        newest_release,
        context.cache,
    )
    yield from _find_missing_drivers(context, other_report)
    mixed = list(_find_mixed_layers(context, other_report))
    yield from (problem for _, problem in mixed)
    files = {layer.file for layers, _ in mixed for layer in layers}
    for name, file, key_path, library in _find_unmarked(context):
        if file not in files and _is_refused(context, library, newest_release):
            yield _make_unmarked_problem(context, name, file, key_path, newest_release)


def _find_missing_drivers(context: LintContext, other_report: LoaderReport) -> Iterator[Problem]:
    """Yield that no driver loads in programs of the other word size.

    `other_report`: report of a program of that size.
    """
    drivers = context.report.drivers
    used_drivers = [driver for driver in drivers if driver.verdict.outcome in _USED_OUTCOMES]
    if used_drivers and not any(
        driver.verdict.outcome in _USED_OUTCOMES for driver in other_report.drivers
    ):
        bits = other_report.profile.pointer_bits
        yield make_problem(
            ProblemCode.NO_DRIVER_OTHER_SIZE,
            tr("No driver for {bits}-bit programs", bits=bits),
            tr(
                "A {bits}-bit loader is installed, and every program that uses it "
                "gets VK_ERROR_INCOMPATIBLE_DRIVER.",
                bits=bits,
            ),
            other_report.profile.library,
            detail=str(bits),
        )


def _find_mixed_layers(
    context: LintContext, other_report: LoaderReport
) -> Iterator[tuple[tuple[LayerManifest, LayerManifest], Problem]]:
    """Yield layers with a copy for each word size, none of which says for which it is."""
    bits, other_bits = context.host.pointer_bits, other_report.profile.pointer_bits
    for name, (first_manifest, second_manifest) in _list_pairs(context).items():
        layer_sizes = [
            _find_word_size(context, layer, (bits, other_bits))
            for layer in (first_manifest, second_manifest)
        ]
        if (
            sorted(layer_sizes) != sorted((bits, other_bits))
            or first_manifest.library_arch
            or second_manifest.library_arch
        ):
            continue
        if any(_can_load(layer) for layer in other_report.found_layers if layer.name == name):
            continue
        edits = tuple(
            EditKey(
                layer.file,
                context.make_key_path(layer, "library_arch"),
                str(size),
                tr("mark it as {bits}-bit", bits=size),
            )
            for layer, size in zip((first_manifest, second_manifest), layer_sizes, strict=True)
        )
        problem = make_problem(
            ProblemCode.WORD_SIZES_MIXED,
            tr(
                "{name} is installed for 32-bit and 64-bit programs, but neither manifest "
                "specifies its word size",
                name=name,
            ),
            tr(
                "{other_bits}-bit programs find the {bits}-bit copy first, cannot open "
                "its library, and therefore run without the layer.",
                other_bits=other_bits,
                bits=bits,
            ),
            second_manifest.file,
            context.find_line(
                second_manifest.file, *context.make_key_path(second_manifest, "library_path")
            ),
            (Together(edits),) if other_report.profile.has(Gate.LIBRARY_ARCH) else (),
            name,
        )
        yield (first_manifest, second_manifest), problem


def _list_pairs(context: LintContext) -> dict[str, tuple[LayerManifest, LayerManifest]]:
    """Return the two copies of each layer that is there twice, by name."""
    copies: dict[str, list[LayerManifest]] = {}
    for layer in context.iterate_layers():
        copies.setdefault(layer.name, []).append(layer)
    return {name: (same[0], same[1]) for name, same in copies.items() if len(same) == 2}


def _can_load(layer: FoundLayer) -> bool:
    """Return whether a layer loads, or would if it were requested."""
    return layer.verdict.outcome is Outcome.LOADS or layer.verdict.reason.value == "not-requested"


def _find_word_size(context: LintContext, layer: LayerManifest, sizes: tuple[int, int]) -> int:
    """Return the word size of programs that can open a layer's library, 0 if unknown.

    `sizes`: the word sizes that are tried.
    """
    for bits in sizes:
        if layer.library and _opens_in_program(context, layer.library, bits):
            return bits
    return 0


def _opens_in_program(context: LintContext, library: str, bits: int) -> bool:
    """Return whether a library opens in a program of a word size."""
    origin = os.path.dirname(context.profile.library)
    return find_library_state(context.host._replace(pointer_bits=bits), library, origin).is_found


def _is_refused(context: LintContext, library: str, other_loader: LoaderProfile) -> bool:
    """Return whether a library opens in this program, but has the wrong size for another loader."""
    host = context.host._replace(pointer_bits=other_loader.pointer_bits)
    state = find_library_state(host, library, os.path.dirname(other_loader.library))
    return state.reason == "foreign-class" and _opens_in_program(
        context, library, context.host.pointer_bits
    )


def _find_unmarked(context: LintContext) -> Iterator[tuple[str, str, KeyPath, str]]:
    """Yield manifests without library_arch whose library is the same file for every program."""
    for layer in context.iterate_layers():
        # A bare name is another library in programs of another word size.
        if not layer.library_arch and "/" in layer.library:
            yield (
                layer.name,
                layer.file,
                context.make_key_path(layer, "library_arch"),
                layer.library,
            )
    for driver in context.report.drivers:
        manifest = driver.manifest
        if manifest is not None and not manifest.library_arch and "/" in manifest.library:
            key_path = ("ICD", "library_arch")
            yield get_base_name(driver.file), driver.file, key_path, manifest.library


def _make_unmarked_problem(
    context: LintContext, name: str, file: str, key_path: KeyPath, other_loader: LoaderProfile
) -> Problem:
    """Return the problem of a manifest that does not say for which word size it is.

    Args:
        context: what is examined.
        name: the layer or driver.
        file: its manifest.
        key_path: where library_arch belongs.
        other_loader: the loader that opens the library in vain.
    """
    bits = context.host.pointer_bits
    advice = tr("mark it as {bits}-bit", bits=bits)
    return make_problem(
        ProblemCode.WORD_SIZE_UNMARKED,
        tr(
            "{name}: the manifest does not state that its library is for {bits}-bit programs",
            name=name,
            bits=bits,
        ),
        tr(
            "{bits}-bit programs try to open it, and their loader reports an error.",
            bits=other_loader.pointer_bits,
        ),
        file,
        context.find_line(file, *key_path[:-1], "library_path"),
        (EditKey(file, key_path, str(bits), advice),)
        if other_loader.has(Gate.LIBRARY_ARCH)
        else (),
        str(bits),
    )


# Problems that only Windows has: names in the registry, slashes in library paths.


def find_registry_problems(context: LintContext) -> Iterator[Problem]:
    """Yield problems of manifests in the Windows registry."""
    for kind in ManifestType:
        for entry in search_registry(context.host, context.profile, kind).listed:
            # RegEnumValueA and RegQueryValueExA answer in the code page of the system, and the
            # loader takes the bytes for UTF-8.
            if not entry.path.isascii():
                yield make_problem(
                    ProblemCode.REGISTRY_NOT_ASCII,
                    tr(
                        "{path} contains characters that the loader may not be able to read",
                        path=entry.path,
                    ),
                    tr(
                        "The loader reads the registry in the system code page but opens "
                        "files in UTF-8, so it finds the file only if both encodings "
                        "agree."
                    ),
                    entry.path,
                    detail=entry.location,
                )
    yield from _find_slash_problems(context)


def _find_slash_problems(context: LintContext) -> Iterator[Problem]:
    """Yield manifests on Windows that name their library with / instead of a backslash."""
    # loader_platform_is_path: DIRECTORY_SYMBOL is a backslash.
    report = context.report
    misplaced_paths = [
        (layer.file, layer.manifest.library_path)
        for layer in report.found_layers
        if layer.manifest is not None
    ]
    misplaced_paths += [
        (driver.file, driver.manifest.library_path)
        for driver in report.drivers
        if driver.manifest is not None
    ]
    for file, library in misplaced_paths:
        if library and "/" in library and context.platform.paths.is_bare(library):
            yield make_problem(
                ProblemCode.LIBRARY_PATH_SLASH,
                tr("{file} names its library with / instead of \\", file=file),
                tr(
                    "Windows does not treat this as a path: it searches for the library "
                    "by name, not next to the manifest."
                ),
                file,
                detail=library,
            )
