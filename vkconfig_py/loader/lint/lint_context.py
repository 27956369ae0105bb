"""LintContext and helpers shared by the lint rules: codes, problems, spelling suggestions.

docs/problem_codes.md explains the codes.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

from vkconfig_py.loader.base.host import Host, OverlayFile
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import (
    KeyPath,
    Kind,
    NoRemedy,
    Outcome,
    Problem,
    Reason,
    Remedy,
    Severity,
)
from vkconfig_py.loader.files.binaries import (
    LibraryReader,
    LibraryState,
    find_library_state,
    find_obstacle,
)
from vkconfig_py.loader.files.library_search import EntryPoints, make_library_checks
from vkconfig_py.loader.files.scan import DocumentCache, Scanner
from vkconfig_py.loader.files.search_paths import base_folders
from vkconfig_py.loader.json.decode import Members
from vkconfig_py.loader.manifests.driver import DRIVER_ENTRY_POINTS
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.manifests.reader import Dialect
from vkconfig_py.loader.platforms.rules import Linking, get_platform_rules
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE, Gate, LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.settings_file import list_settings_paths, load_settings


class ProblemCode(StrEnum):
    """Codes of problems. Refused manifests and variables use the values of Reason."""

    # the whole machine
    NO_DRIVER = "no-driver"
    HANGS_ALL = "hangs-all"
    OTHER_LOADER_FAILS = "other-loader-fails"
    LOADER_BLOCKED = "loader-blocked"
    IN_SANDBOX = "in-sandbox"
    # files and folders
    DANGLING_LINK = "dangling-link"
    LINK_LOOP = "link-loop"
    FILE_NAME_IGNORED = "file-name-ignored"
    FOLDER_NEVER_SEARCHED = "folder-never-searched"
    # keys of manifests
    MISSPELT_KEY = "misspelt-key"
    WRONG_CASE_KEY = "wrong-case-key"
    REPEATED_KEY = "repeated-key"
    NESTED_DEEPLY = "nested-deeply"
    NO_DISABLE_ENVIRONMENT = "no-disable-environment"
    NAME_WITHOUT_PREFIX = "name-without-prefix"
    TEXT_TOO_LONG = "text-too-long"
    FILE_VERSION_TOO_OLD = "file-version-too-old"
    KEY_WITHOUT_EFFECT = "key-without-effect"
    META_MULTIPLIES = "meta-multiplies"
    # libraries
    LIBRARY_EMPTY = "library-empty"
    LIBRARY_UNREADABLE = "library-unreadable"
    DRIVER_TWICE = "driver-twice"
    DRIVER_WITHOUT_MANIFEST = "driver-without-manifest"
    LIBRARY_PATH_SLASH = "library-path-slash"
    FUNCTION_NOT_EXPORTED = "function-not-exported"
    VULKAN_NAMES_EXPORTED = "vulkan-names-exported"
    # programs of the other word size
    NO_DRIVER_OTHER_SIZE = "no-driver-other-size"
    WORD_SIZES_MIXED = "word-sizes-mixed"
    WORD_SIZE_UNMARKED = "word-size-unmarked"
    # the registry of Windows
    REGISTRY_NOT_ASCII = "registry-not-ascii"
    # overrides
    OVERRIDE_PROGRAM_GONE = "override-program-gone"
    OVERRIDE_KEY_NEVER_MATCHES = "override-key-never-matches"
    OVERRIDE_PATH_GONE = "override-path-gone"
    OVERRIDE_SEVERAL = "override-several"
    OVERRIDE_DISABLED_ACTS = "override-disabled-acts"
    OVERRIDE_LEAKS = "override-leaks"
    OVERRIDE_BLOCKS_OWN = "override-blocks-own"
    OVERRIDE_IN_EXPLICIT_FOLDER = "override-in-explicit-folder"
    # the loader settings file
    SETTINGS_FILE_UNUSED = "settings-file-unused"
    SETTINGS_FILE_HIDES_OVERRIDE = "settings-file-hides-override"
    SETTINGS_FILE_CRASHES = "settings-file-crashes"
    SETTINGS_FILE_NOT_READ = "settings-file-not-read"
    SETTINGS_FILE_SHADOWED = "settings-file-shadowed"
    SETTINGS_LAYERS_DISCARDED = "settings-layers-discarded"
    SETTINGS_ENTRY_DEAD = "settings-entry-dead"
    SETTINGS_ENTRY_EXPLICIT = "settings-entry-explicit"
    SETTINGS_DRIVER_DEAD = "settings-driver-dead"
    SETTINGS_CONTROL_UNKNOWN = "settings-control-unknown"
    # variables
    VARIABLE_EMPTY = "variable-empty"
    VARIABLE_DEPRECATED = "variable-deprecated"
    VARIABLE_UNKNOWN = "variable-unknown"
    SEARCH_PATH_GONE = "search-path-gone"
    FILTERS_CONFLICT = "filters-conflict"
    ENABLED_AND_DISABLED = "enabled-and-disabled"
    LAYER_VARIABLE_SET = "layer-variable-set"
    LAYER_VARIABLE_COMMON = "layer-variable-common"
    LAYER_VARIABLE_SHARED = "layer-variable-shared"
    STEAM_WITHOUT_LAYERS = "steam-without-layers"
    STEAM_LIBRARY_PATH = "steam-library-path"


# Reasons of refused manifests, libraries and variables that are also problem codes.
REFUSAL_CODES = (
    Reason.ABORTS_ALL,
    Reason.ENDS_SEARCH,
    Reason.CRASHES_ALL,
    Reason.UNREADABLE,
    Reason.INVALID_JSON,
    Reason.MISSING_KEY,
    Reason.BAD_VALUE,
    Reason.NOT_A_MANIFEST,
    Reason.OTHER_MANIFEST_TYPE,
    Reason.DEVICE_LAYER,
    Reason.VARIANT,
    Reason.MULTIPLE_LAYER_NODES,
    Reason.LIBRARY_MISSING,
    Reason.LIBRARY_FOREIGN,
    Reason.LIBRARY_NEEDS_MISSING,
    Reason.LIBRARY_UNLINKABLE,
    Reason.DRIVER_WITHOUT_ENTRY_POINT,
    Reason.LAYER_WITHOUT_ENTRY_POINT,
    Reason.LIBRARY_CUT_SHORT,
    Reason.DUPLICATE,
    Reason.META_COMPONENT_MISSING,
    Reason.META_COMPONENT_OLDER,
    Reason.META_COMPONENT_OTHER_VERSION,
    Reason.META_RECURSIVE,
    Reason.FOLDER_UNREADABLE,
    Reason.SHADOWED,
    Reason.NOT_HONOURED,
    Reason.MATCHES_NOTHING,
    Reason.TOO_MANY_TOKENS,
)
# Programs cannot use Vulkan at all, or nothing of a kind is found.
_ERROR_CODES = {
    ProblemCode.NO_DRIVER,
    ProblemCode.HANGS_ALL,
    ProblemCode.OTHER_LOADER_FAILS,
    ProblemCode.LOADER_BLOCKED,
    ProblemCode.SETTINGS_FILE_CRASHES,
    ProblemCode.VARIABLE_EMPTY,
}
_NOTE_CODES = {
    ProblemCode.NESTED_DEEPLY,
    ProblemCode.FILE_NAME_IGNORED,
    ProblemCode.NAME_WITHOUT_PREFIX,
    ProblemCode.FILE_VERSION_TOO_OLD,
    ProblemCode.KEY_WITHOUT_EFFECT,
    ProblemCode.OVERRIDE_BLOCKS_OWN,
    ProblemCode.SETTINGS_FILE_SHADOWED,
    ProblemCode.VARIABLE_DEPRECATED,
    ProblemCode.VULKAN_NAMES_EXPORTED,
    ProblemCode.WORD_SIZE_UNMARKED,
    ProblemCode.LAYER_VARIABLE_SET,
    ProblemCode.STEAM_WITHOUT_LAYERS,
    ProblemCode.LAYER_VARIABLE_SHARED,
    ProblemCode.SEARCH_PATH_GONE,
}


def get_severity(code: ProblemCode) -> Severity:
    """Return the severity of a problem code."""
    if code in _ERROR_CODES:
        return Severity.ERROR
    return Severity.NOTE if code in _NOTE_CODES else Severity.WARNING


def make_problem(
    code: ProblemCode,
    title: str,
    consequence: str,
    file: str = "",
    line: int = 0,
    remedies: tuple[Remedy, ...] = (),
    detail: str = "",
) -> Problem:
    """Return a problem of which the code determines the severity.

    Args:
        code: what kind of problem it is.
        title: one line about it.
        consequence: what follows, in sentences.
        file: the file that it is in, or "".
        line: the line of the file, 0 for none.
        remedies: what can be done, the default first.
        detail: the key, value or path that it is about.
    """
    first_step = remedies[0] if remedies else NoRemedy("")
    return Problem(
        get_severity(code),
        code.value,
        title,
        consequence,
        file,
        line,
        first_step,
        detail,
        remedies[1:],
    )


_USABLE_OUTCOMES = (Outcome.LOADS, Outcome.OFF, Outcome.UNKNOWN)


class ManifestFile(NamedTuple):
    """A file that was read as a manifest."""

    path: str
    kind: Kind
    implicit: bool = False


class LintContext:
    """The machine of one report, as input for lint rules.

    Attributes:
        loaders: every installed loader.
    """

    def __init__(
        self, report: LoaderReport, cache: DocumentCache, loaders: Sequence[LoaderProfile] = ()
    ) -> None:
        self.report = report
        self.profile = report.profile
        # A 32-bit loader only runs in 32-bit programs, whatever the machine.
        bits = min(report.host.pointer_bits, report.profile.pointer_bits)
        self.host: Host = report.host._replace(pointer_bits=bits)
        self.platform = get_platform_rules(self.host.platform)
        code_page = "" if report.host.windows is None else report.host.windows.code_page
        self.dialect = Dialect.of(report.profile, bits, self.platform.paths, code_page)
        self.cache = cache
        self.scanner = Scanner(report.host, cache)
        self._libraries = LibraryReader(cache.headers)
        self._library_checks = make_library_checks(self.host, report.profile, self._libraries)
        self.settings = load_settings(self.scanner, report.host, report.profile, self.dialect)
        self.loaders = tuple(loaders)
        self._used_names = {
            layer.file
            for layer in report.found_layers
            if layer.manifest is not None
            and not layer.manifest.is_override
            and layer.verdict.outcome in _USABLE_OUTCOMES
        }

    def is_settings_file(self, data: bytes) -> bool:
        """Return whether the loader would use its settings file if it had this content."""
        host = self.report.host.with_overlay({self.settings.file: OverlayFile(data)})
        settings = load_settings(Scanner(host, self.cache), host, self.profile, self.dialect)
        return bool(settings.file) and not settings.reason

    def find_unread_settings_file(self) -> str:
        """Return the path of a settings file that this loader is too old to read, or ""."""
        if self.profile.has(Gate.SETTINGS_FILE):
            return ""
        newest_release = self.profile.at_release(
            NEWEST_PROFILE.version
        )  # compiled with the same folders
        return next(filter(self.scanner.exists, list_settings_paths(self.host, newest_release)), "")

    def iterate_manifests(self) -> Iterator[ManifestFile]:
        """Yield each manifest of a layer or driver once, in the order of reading."""
        seen: set[str] = set()
        for layer in self.report.found_layers:
            if layer.file not in seen:
                seen.add(layer.file)
                yield ManifestFile(layer.file, Kind.LAYER, layer.implicit)
        for driver in self.report.drivers:
            if driver.file not in seen:
                seen.add(driver.file)
                yield ManifestFile(driver.file, Kind.DRIVER)

    def iterate_layers(self) -> Iterator[LayerManifest]:
        """Yield the layers whose manifests the loader could parse."""
        for layer in self.report.found_layers:
            if layer.manifest is not None:
                yield layer.manifest

    def find_library(self, name: str) -> LibraryState:
        """Return the state of the file that the loader opens for a library's name or path."""
        if self.platform.linking is not Linking.LD_SO:
            return self._library_checks.check_layer(name, ())
        # What a library needs in turn is no matter here: the report has asked the linker.
        origin = os.path.dirname(self.profile.library)
        return find_library_state(self.host, name, origin, self._libraries)

    def find_loader_obstacle(self) -> str:
        """Return the file that programs open in place of a Vulkan loader, or ""."""
        if self.report.opened_loader is not None:
            return self.report.opened_loader.obstacle
        return "" if self.profile.library else find_obstacle(self.host, self._libraries)

    def lacks_entry_points(self, library: str, entry_points: EntryPoints) -> bool:
        """Return whether a library opens and certainly exports none of these entry points."""
        return self._library_checks.check_layer(library, entry_points).reason == "no-entry-point"

    def find_driver_state(self, name: str) -> LibraryState:
        """Return whether a library opens as a driver, with all that it needs."""
        return self._library_checks.check_driver(name, DRIVER_ENTRY_POINTS)

    def find_local_file(self, path: str) -> str:
        """Return the file of this machine that a path of the host leads to, links followed.

        Raises:
            OSError: a circle of links, or a drive that is not here.
        """
        return self._libraries.real_path(self.host, path)

    def is_used(self, file: str) -> bool:
        """Return whether a file has a layer, no override, that programs can use."""
        return file in self._used_names

    def read_tree(self, file: str) -> Any:
        """Return the root value of a JSON file, or None if it cannot be read."""
        document = self.scanner.read_document(file)
        if document.error:
            return None
        parsed_json = document.parse(self.dialect.new_json)
        return None if parsed_json.error else parsed_json.value

    def find_line(self, file: str, *key_path: str | int) -> int:
        """Return the line of a key in a JSON file, 0 if unknown."""
        return (
            self.scanner.read_document(file).positions(self.dialect.new_json).find_line(*key_path)
        )

    def exists(self, path: str) -> bool:
        """Return whether a file, folder or link exists at a path, planned files included."""
        folder_prefix = f"{path.rstrip('/')}/"
        return (
            os.path.lexists(self.map_path(path))
            or self.scanner.exists(path)
            or any(planned.startswith(folder_prefix) for planned in self.host.overlay)
        )

    def is_planned_removal(self, path: str) -> bool:
        """Return whether the plan that is examined removes a file."""
        overlay = self.host.overlay
        return path in overlay and overlay[path] is None

    def is_certainly_absent(self, path: str) -> bool:
        """Return whether a path certainly does not exist, even if this process lacks permission."""
        if self.exists(path):
            return False
        try:
            os.lstat(self.map_path(path))
        except PermissionError:
            return False
        except (OSError, ValueError):  # ValueError: a NUL in the path
            return True
        return False

    def make_key_path(self, layer: LayerManifest, *key: str | int) -> KeyPath:
        """Return the place of a layer's key in its manifest."""
        root = self.read_tree(layer.file)
        # If both keys exist, the loader reads "layers".
        has_layers_array = isinstance(root, Members) and any(
            key.lower() == "layers" for key, _ in root
        )
        return ("layers", layer.index, *key) if has_layers_array else ("layer", *key)

    def map_path(self, path: str) -> str:
        """Map a path of the host to a path of this process."""
        return self.host.root + os.path.join(self.host.working_directory, path)

    def list_base_folders(self) -> tuple[str, ...]:
        """Return the base folders of the manifest folders."""
        values = base_folders(self.host, self.profile)
        parts = (part for value, _ in values for part in value.split(self.platform.separator))
        return tuple(dict.fromkeys(part for part in parts if part and not part.endswith(".json")))


_SHORT_WORD_LENGTH = 6


def find_nearest_word(word: str, names: Iterable[str]) -> str:
    """Return the known word that was probably meant, or "".

    One typo is allowed in a short word, two in a longer one; a word ("library") also matches if it
    is the prefix before an underscore of exactly one known word ("library_path").
    """
    folded_text = _simplify(word)
    nearest_word = (3, "")
    name_starts = []
    for candidate in names:
        simple_candidate = _simplify(candidate)
        allowed_distance = (
            1 if min(len(simple_candidate), len(folded_text)) <= _SHORT_WORD_LENGTH else 2
        )
        distance = _compute_edit_distance(folded_text, simple_candidate, allowed_distance)
        if distance <= allowed_distance:
            nearest_word = min(nearest_word, (distance, candidate))
        if len(word) >= _SHORT_WORD_LENGTH and candidate.lower().startswith(f"{word.lower()}_"):
            name_starts.append(candidate)
    if nearest_word[1]:
        return nearest_word[1]
    return name_starts[0] if len(name_starts) == 1 else ""


def _simplify(word: str) -> str:
    """Return a word in lower case without hyphens and underscores."""
    return word.lower().replace("-", "_").replace("_", "")


def _compute_edit_distance(left: str, right: str, limit: int) -> int:
    """Return how many edits (insert, delete, replace, transpose) two words differ by.

    At most `limit` + 1.
    """
    if abs(len(left) - len(right)) > limit:
        return limit + 1
    previous_distances: list[int] = []
    previous_row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        row = [i]
        for j, b in enumerate(right, 1):
            cost = min(previous_row[j] + 1, row[j - 1] + 1, previous_row[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, previous_distances[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
        previous_distances, previous_row = previous_row, row
    return previous_row[-1]
