"""Code: the stable names of problems, and how bad each is. docs/problems.md explains them."""

from __future__ import annotations

from enum import StrEnum

from vkconfig_py.loader.base.verdicts import NoRemedy, Problem, Reason, Remedy, Severity


class Code(StrEnum):
    """What is wrong; codes of refused manifests and of variables are values of Reason."""

    # the whole machine
    NO_DRIVER = "no-driver"
    PLATFORM_UNKNOWN = "platform-unknown"
    HANGS_ALL = "hangs-all"
    OTHER_LOADER_FAILS = "other-loader-fails"
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


# Refusals of manifests, libraries and variables that are told as problems, under their own names.
REFUSALS = (
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
_ERRORS = {
    Code.NO_DRIVER,
    Code.HANGS_ALL,
    Code.OTHER_LOADER_FAILS,
    Code.SETTINGS_FILE_CRASHES,
    Code.VARIABLE_EMPTY,
}
_NOTES = {
    Code.NESTED_DEEPLY,
    Code.FILE_NAME_IGNORED,
    Code.NAME_WITHOUT_PREFIX,
    Code.FILE_VERSION_TOO_OLD,
    Code.KEY_WITHOUT_EFFECT,
    Code.OVERRIDE_BLOCKS_OWN,
    Code.SETTINGS_FILE_SHADOWED,
    Code.VARIABLE_DEPRECATED,
    Code.LAYER_VARIABLE_SET,
    Code.LAYER_VARIABLE_SHARED,
    Code.SEARCH_PATH_GONE,
}


def severity_of(code: Code) -> Severity:
    """Return how bad a problem of a code is."""
    if code in _ERRORS:
        return Severity.ERROR
    return Severity.NOTE if code in _NOTES else Severity.WARNING


def problem(
    code: Code,
    title: str,
    consequence: str,
    file: str = "",
    line: int = 0,
    remedies: tuple[Remedy, ...] = (),
    detail: str = "",
) -> Problem:
    """Make a problem; its first remedy is the one that Enter uses."""
    first = remedies[0] if remedies else NoRemedy("")
    return Problem(
        severity_of(code), code.value, title, consequence, file, line, first, detail, remedies[1:]
    )
