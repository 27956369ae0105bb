"""Problems that only Windows has: names in the registry, slashes in library paths."""

from __future__ import annotations

from collections.abc import Iterator

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.verdicts import Problem
from vkconfig_py.loader.lint.lint_context import Code, LintContext, problem
from vkconfig_py.loader.platforms.rules import ManifestType
from vkconfig_py.loader.platforms.windows_search import search_registry


def find_registry_problems(context: LintContext) -> Iterator[Problem]:
    """Yield problems of registered manifests."""
    for kind in ManifestType:
        for entry in search_registry(context.host, context.profile, kind).listed:
            # RegEnumValueA and RegQueryValueExA answer in the code page of the system, and the
            # loader takes the bytes for UTF-8.
            if not entry.path.isascii():
                yield problem(
                    Code.REGISTRY_NOT_ASCII,
                    tr(
                        "{path} has characters that the loader may not be able to read",
                        path=entry.path,
                    ),
                    tr(
                        "It reads the registry in the code page of the system and opens files "
                        "in UTF-8, so it finds the file only where both agree."
                    ),
                    entry.path,
                    detail=entry.place,
                )
    yield from _slashes(context)


def _slashes(context: LintContext) -> Iterator[Problem]:
    # loader_platform_is_path: DIRECTORY_SYMBOL is a backslash.
    report = context.report
    written = [(x.file, x.manifest.library_path) for x in report.found if x.manifest is not None]
    written += [(x.file, x.manifest.library_path) for x in report.drivers if x.manifest is not None]
    for file, library in written:
        if library and "/" in library and context.platform.paths.is_bare(library):
            yield problem(
                Code.LIBRARY_PATH_SLASH,
                tr("{file} names its library with / instead of \\", file=file),
                tr(
                    "On Windows this is not taken as a path: the library is searched by name "
                    "alone, not beside the manifest."
                ),
                file,
                detail=library,
            )
