"""Problems of loader settings files: entries without effect, and files that are not read."""

from __future__ import annotations

from collections.abc import Iterator

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import (
    REMOVED,
    ChangeProfile,
    EditKey,
    KeyPath,
    Problem,
    Reason,
    RemoveFile,
    RenameKey,
)
from vkconfig_py.loader.base.versions import format_version
from vkconfig_py.loader.explain.settings_verdicts import is_in_folder_of_other_kind
from vkconfig_py.loader.files.search_paths import is_json
from vkconfig_py.loader.json.decode import Members, iterate_elements
from vkconfig_py.loader.lint.key_problems import find_deep_nesting, find_repeated_keys
from vkconfig_py.loader.lint.lint_context import (
    LintContext,
    ProblemCode,
    find_nearest_word,
    make_problem,
)
from vkconfig_py.loader.manifests.layer import parse_layer_file
from vkconfig_py.loader.manifests.reader import Fields
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.settings_file import (
    TREAT_AS_IMPLICIT,
    Control,
    LoaderSettings,
    UnusedReason,
    list_settings_paths,
)

_ROOT_KEYS = ("file_format_version", "settings", "settings_array")
# log_locations is parsed, but used by no loader.
_SECTION = (
    "app_keys",
    "stderr_log",
    "log_locations",
    "layers",
    "additional_drivers",
    "additional_drivers_use_exclusively",
    "device_configurations",
)
_LAYER = ("control", "name", "path", TREAT_AS_IMPLICIT)


class _Section(NamedTuple):
    """One settings object of the file."""

    path: KeyPath
    members: Members


def find_settings_problems(context: LintContext) -> Iterator[Problem]:
    """Yield problems of the loader settings file in use, and of others beside it."""
    yield from _find_unread_file(context)
    if not context.settings.file:
        return
    yield from _find_shadowed_files(context)
    root = context.read_tree(context.settings.file)
    if not isinstance(root, Members):
        return
    yield from find_repeated_keys(context, context.settings.file, root)
    yield from find_deep_nesting(context.settings.file, root)
    yield from _find_misspelt_keys(context, (), root, _ROOT_KEYS)
    for section in _list_sections(root):
        yield from _find_misspelt_keys(context, section.path, section.members, _SECTION)
        is_read = _is_section_read(section, context.settings)
        # What no program reads has no effect; other programs may read what is limited to some.
        if is_read or _may_others_read(section, context):
            for problem in _find_section_problems(context, section, is_read):
                yield problem if is_read else _limit_problem(problem)


def _find_unread_file(context: LintContext) -> Iterator[Problem]:
    """Yield that this loader is too old to read the settings file."""
    path = context.find_unread_settings_file()
    if path:
        since = Gate.SETTINGS_FILE.value.first
        yield make_problem(
            ProblemCode.SETTINGS_FILE_NOT_READ,
            tr(
                "Loader {version} does not read {file}",
                version=context.profile.version_text,
                file=get_base_name(path),
            ),
            _render_no_effect(context.profile, format_version(since)),
            path,
            remedies=(ChangeProfile(since),),
        )


def _render_no_effect(profile: LoaderProfile, since: str) -> str:
    """Render that the settings file has no effect with this loader.

    `since`: first version that reads it.
    """
    if profile.has(Gate.OVERRIDE):
        return tr(
            "It has no effect: it requires loader {version} or newer. This loader reads "
            "override layers instead.",
            version=since,
        )
    return tr(
        "It has no effect: it requires loader {version} or newer. This loader reads only "
        "environment variables.",
        version=since,
    )


def _find_shadowed_files(context: LintContext) -> Iterator[Problem]:
    """Yield further settings files, which the loader never reads."""
    for path in list_settings_paths(context.host, context.profile):
        # get_unix_settings_path stops at the first file that exists, usable or not.
        if path != context.settings.file and context.scanner.exists(path):
            yield make_problem(
                ProblemCode.SETTINGS_FILE_SHADOWED,
                tr("A second loader settings file is never read"),
                tr(
                    "The loader uses the file that it finds first, {file}.",
                    file=context.settings.file,
                ),
                path,
                remedies=(RemoveFile(path),),
            )


def _list_sections(root: Members) -> Iterator[_Section]:
    """Yield the sections of a settings file."""
    for key, value in root.first().items():
        if key.lower() == "settings" and isinstance(value, Members):
            yield _Section((key,), value)
        elif key.lower() == "settings_array" and isinstance(value, list):
            for index, element in enumerate(value):
                if isinstance(element, Members):
                    yield _Section((key, index), element)


def _find_misspelt_keys(
    context: LintContext, path: KeyPath, members: Members, known_keys: tuple[str, ...]
) -> Iterator[Problem]:
    """Yield the keys of an object in the settings file that are written wrong."""
    file = context.settings.file
    present_keys = {key.lower() for key, _ in members}
    for key in members.first():
        likely_key = (
            ""
            if key.lower() in known_keys
            else find_nearest_word(key, [k for k in known_keys if k not in present_keys])
        )
        if likely_key:
            yield make_problem(
                ProblemCode.MISSPELT_KEY,
                tr(
                    "{file}: “{key}” instead of “{meant}”",
                    file=get_base_name(file),
                    key=key,
                    meant=likely_key,
                ),
                tr(
                    "The loader does not recognize “{key}” and continues as if “{meant}” "
                    "were missing.",
                    key=key,
                    meant=likely_key,
                ),
                file,
                context.find_line(file, *path, key),
                (RenameKey(file, (*path, key), likely_key),),
                likely_key,
            )


def _is_section_read(section: _Section, settings: LoaderSettings) -> bool:
    """Return whether the loader reads a section for this program."""
    key_path = settings.key_path
    is_for_program = settings.unused_reason is not UnusedReason.NOT_FOR_PROGRAM
    # The key of a section counts in any case.
    return bool(key_path) and is_for_program and _fold_key(section.path) == _fold_key(key_path)


def _fold_key(path: KeyPath) -> KeyPath:
    """Return the path of a section with its key in lower case."""
    return (str(path[0]).lower(), *path[1:])


def _may_others_read(section: _Section, context: LintContext) -> bool:
    """Return whether a section that this program does not read is for other programs."""
    if not context.settings.key_path:
        return False  # the loader reads no section
    fields = Fields(section.members, context.dialect)
    return any(True for _ in iterate_elements(fields.get_raw("app_keys")))


def _limit_problem(problem: Problem) -> Problem:
    """Return a problem with the sentence that it affects the programs of its section alone."""
    limit = tr("This affects only the programs listed in this section of the file.")
    return problem._replace(consequence=f"{problem.consequence} {limit}")


def _find_section_problems(
    context: LintContext, section: _Section, is_read: bool
) -> Iterator[Problem]:
    """Yield problems of a section's layers and drivers.

    `is_read`: this program reads the section.
    """
    crashes = not context.profile.has(Gate.SETTINGS_MALFORMED_SAFE)
    if is_read:
        crashes = context.settings.failure is Reason.CRASHES_ALL
    yield from _find_layer_problems(context, section, crashes)
    yield from _find_driver_problems(context, section)


def _find_layer_problems(
    context: LintContext, section: _Section, crashes: bool
) -> Iterator[Problem]:
    """Yield problems of a section's list of layers.

    `crashes`: the loader crashes on a malformed element.
    """
    fields = Fields(section.members, context.dialect)
    if not fields.has("layers"):
        return
    file, path = context.settings.file, (*section.path, "layers")
    # A scalar is treated as an empty list.
    nodes = list(iterate_elements(fields.get_raw("layers")))
    for index, node in enumerate(nodes):
        key_path = (*path, index)
        entry = Fields(node, context.dialect) if isinstance(node, Members) else None
        # parse_layer_configurations discards the whole list; the other sections remain valid.
        if entry is None or _is_incomplete(entry):
            title = tr("The loader ignores all layers in the loader settings file")
            consequence = tr(
                "Entry {number} lacks “control”, “name” or “path”, so the loader drops "
                "the whole list.",
                number=index + 1,
            )
            if crashes:
                title = tr(
                    "Entry {number} of the loader settings file lacks “control”, “name” or “path”",
                    number=index + 1,
                )
                consequence = tr("The loader crashes on it.")
            yield make_problem(
                ProblemCode.SETTINGS_LAYERS_DISCARDED,
                title,
                consequence,
                file,
                context.find_line(file, *key_path),
                (EditKey(file, key_path, REMOVED, tr("remove entry {number}", number=index + 1)),),
            )
            return
    for index, node in enumerate(nodes):
        yield from _find_misspelt_keys(context, (*path, index), node, _LAYER)
        yield from _find_entry_problems(context, Fields(node, context.dialect), (*path, index))


def _is_incomplete(entry: Fields) -> bool:
    """Return whether an element lacks a key, so that the loader drops the whole list."""
    control = entry.get_text("control")
    if control is None:
        return True
    if control == Control.UNORDERED:
        return False
    return entry.get_text("name") is None or entry.get_text("path") is None


def _find_entry_problems(
    context: LintContext, entry: Fields, key_path: KeyPath
) -> Iterator[Problem]:
    """Yield problems of one element of a section's list of layers."""
    file = context.settings.file
    control, name, path = (entry.get_text(key) or "" for key in ("control", "name", "path"))
    shown_name = name or tr("an unnamed layer")
    if control not in tuple(Control):
        likely_control = find_nearest_word(control, tuple(Control)) or Control.AUTO.value
        yield make_problem(
            ProblemCode.SETTINGS_CONTROL_UNKNOWN,
            tr(
                "The loader settings file sets {name} to “{control}”",
                control=control,
                name=shown_name,
            ),
            tr("The loader does not recognize this value and uses “auto”."),
            file,
            context.find_line(file, *key_path, "control"),
            (
                EditKey(
                    file,
                    (*key_path, "control"),
                    likely_control,
                    tr("set it to “{meant}”", meant=likely_control),
                ),
            ),
            control,
        )
    # get_settings_layers opens no manifest for these.
    elif control in (Control.UNORDERED, Control.OFF):
        return
    is_implicit = entry.get_raw(TREAT_AS_IMPLICIT) is True
    reason = _render_why_dead(context, name, path, is_implicit)
    if reason:
        yield make_problem(
            ProblemCode.SETTINGS_ENTRY_DEAD,
            reason,
            tr(
                "The entry does not load a layer, but hides copies of the layer that are "
                "installed elsewhere."
            ),
            file,
            context.find_line(file, *key_path),
            (EditKey(file, key_path, REMOVED, tr("remove the entry")),),
            path,
        )
    # What is on loads whatever its kind.
    elif control != Control.ON and not is_implicit:
        yield from _find_made_explicit(context, name, path, key_path)


def _find_made_explicit(
    context: LintContext, name: str, path: str, entry_path: KeyPath
) -> Iterator[Problem]:
    """Yield an implicit layer that the settings file makes explicit by mistake."""
    if is_in_folder_of_other_kind(path, False, context.report):
        key_path = (*entry_path, TREAT_AS_IMPLICIT)
        advice = tr("set “{key}” to true", key=TREAT_AS_IMPLICIT)
        yield make_problem(
            ProblemCode.SETTINGS_ENTRY_EXPLICIT,
            tr(
                "The loader settings file lists {name} without “{key}”",
                name=name,
                key=TREAT_AS_IMPLICIT,
            ),
            tr("The implicit layer becomes explicit: it loads only when requested."),
            context.settings.file,
            context.find_line(context.settings.file, *entry_path),
            (EditKey(context.settings.file, key_path, True, advice),),
            TREAT_AS_IMPLICIT,
        )


def _render_why_dead(context: LintContext, name: str, path: str, is_implicit: bool) -> str:
    """Render why an element of the settings file stands for no layer, or ""."""
    shown_name = name or tr("an unnamed layer")
    if not path:
        return tr(
            "The loader settings file lists {name} without “{key}”", name=shown_name, key="path"
        )
    if not context.scanner.exists(path):
        return tr(
            "The loader settings file lists {name}, but {path} does not exist",
            name=shown_name,
            path=path,
        )
    if not is_json(path) and context.profile.has(Gate.SETTINGS_PATH_JSON):
        return tr(
            "The loader settings file lists {name}, but {path} does not end in .json",
            name=shown_name,
            path=path,
        )
    layer_file = parse_layer_file(
        path, context.scanner.read_document(path), is_implicit, context.dialect
    )
    # get_settings_layers compares the name exactly, including case.
    names = [entry.name for entry in layer_file.entries]
    if name in names:
        return ""
    return tr(
        "The loader settings file lists {name}, but {path} does not contain a layer of that name",
        name=shown_name,
        path=path,
    )


def _find_driver_problems(context: LintContext, section: _Section) -> Iterator[Problem]:
    """Yield the drivers of a section that do not exist or do not end in .json."""
    fields = Fields(section.members, context.dialect)
    # Before 1.4.323 no loader reads the key.
    if not context.profile.has(Gate.ADDITIONAL_DRIVERS):
        return
    file, path = context.settings.file, (*section.path, "additional_drivers")
    nodes = list(iterate_elements(fields.get_raw("additional_drivers")))
    for index, node in enumerate(nodes):
        driver_file = (
            Fields(node, context.dialect).get_text("path") if isinstance(node, Members) else None
        )
        if driver_file is None or (is_json(driver_file) and context.scanner.exists(driver_file)):
            continue
        # The result of the last path is that of the whole scan for drivers.
        is_last = index == len(nodes) - 1 and not is_json(driver_file)
        yield make_problem(
            ProblemCode.SETTINGS_DRIVER_DEAD,
            tr(
                "The loader settings file adds the driver {file}, which does not exist",
                file=driver_file,
            )
            if is_json(driver_file)
            else tr(
                "The loader settings file adds the driver {file}, which does not end in .json",
                file=driver_file,
            ),
            tr("Because this driver is the last entry, the loader does not find any drivers.")
            if is_last
            else tr("The loader continues without it."),
            file,
            context.find_line(file, *path, index),
            (EditKey(file, (*path, index), REMOVED, tr("remove the entry")),),
            driver_file,
        )
