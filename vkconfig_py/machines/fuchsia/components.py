"""ICD components of Fuchsia: their folders, metadata.json, manifest and library; JSON5.

Steps and errors are those of icd_component.cc (Initialize, ReadFromComponent, ReadManifest). Behind
"failed validation" the service logs an object of rapidjson whose form differs between releases;
here a sentence stands there. The component manifest of a package says which of its folders are
`contents` and `metadata` (README.md of src/graphics/bin/vulkan_loader, "Component manifest").
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from enum import StrEnum

from vkconfig_py.language.sentences import Message, message, render, tr
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.files.safe_paths import find_unsuitable, read_beginning
from vkconfig_py.loader.json.decode import Members
from vkconfig_py.loader.platforms.local_paths import resolve_below_root
from vkconfig_py.machines.fuchsia.strict_json import (
    MAX_BYTES,
    StrictJsonError,
    parse_strict,
    render_pretty,
)

MAX_JSON5_BYTES = 1 << 18
MAX_NESTING = 64

_WHITESPACE_AND_COMMENTS_PATTERN = re.compile(
    r"(?:[\s\ufeff]+|//[^\n\r\u2028\u2029]*|/\*.*?\*/)*", re.DOTALL
)
_NAME_PATTERN = re.compile(r"[^\W\d]\w*|\$[\w$]*")
_STRING_PATTERN = re.compile(
    r"""'((?:[^'\\\n\r]|\\(?:\r\n|.))*)'|"((?:[^"\\\n\r]|\\(?:\r\n|.))*)\"""", re.DOTALL
)
_NUMBER_PATTERN = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_ESCAPE_PATTERN = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|(\r\n|.))", re.DOTALL)
_CHARACTER_BY_ESCAPE = {
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
    "0": "\0",
    # A line end after a backslash continues the string.
    "\n": "",
    "\r": "",
    "\r\n": "",
}
_LITERALS = {"true": True, "false": False, "null": None}


class Json5Error(ValueError):
    """The text is no JSON5, or beyond our limits."""

    def __init__(self, sentence: str, line: int) -> None:
        super().__init__(f"line {line}: {sentence}")
        self.sentence = sentence
        self.line = line


def parse_json5(data: bytes) -> Any:
    """Parse a text. Of a key that occurs twice the last value counts.

    Raises:
        Json5Error: it is no JSON5, or beyond our limits.
    """
    if len(data) > MAX_JSON5_BYTES:
        raise Json5Error(f"larger than {MAX_JSON5_BYTES >> 10} KB, not read", 1)
    return _Json5Reader(data.decode("utf-8", "surrogateescape")).read()


class _Json5Reader:
    """A text and the place in it."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._offset = 0

    def read(self) -> Any:
        """Return the only value of the text."""
        value = self._read_value(0)
        self._skip_blanks()
        if self._offset < len(self._text):
            raise self._make_error("text after the end")
        return value

    def _read_value(self, level: int) -> Any:
        """Read a value of any kind.

        Args:
            level: how many objects and arrays it is in.
        """
        self._skip_blanks()
        if level > MAX_NESTING:
            raise self._make_error(f"nested deeper than {MAX_NESTING} levels, not read")
        if self._skip_if_next("{"):
            return self._read_object(level)
        if self._skip_if_next("["):
            return self._read_array(level)
        if self._text[self._offset : self._offset + 1] in ("'", '"'):
            return self._read_string()
        if token := self._match(_NAME_PATTERN):
            if token not in _LITERALS:
                raise self._make_error(f"{token} is no value")
            return _LITERALS[token]
        if token := self._match(_NUMBER_PATTERN):
            # A number of thousands of digits is no integer for Python.
            return float(token) if len(token) > 20 or not token.isdecimal() else int(token)
        raise self._make_error("expected a value")

    def _read_object(self, level: int) -> dict[str, Any]:
        """Read the members of an object, after its opening bracket."""
        members: dict[str, Any] = {}
        while not self._skip_closing_bracket("}", first=not members):
            key = self._match(_NAME_PATTERN)
            if not key:
                if self._text[self._offset : self._offset + 1] not in ("'", '"'):
                    raise self._make_error("expected a key")
                key = self._read_string()
            self._skip_blanks()
            if not self._skip_if_next(":"):
                raise self._make_error('expected ":" after the key')
            members[key] = self._read_value(level + 1)
        return members

    def _read_array(self, level: int) -> list[Any]:
        """Read the elements of an array, after its opening bracket."""
        elements: list[Any] = []
        while not self._skip_closing_bracket("]", first=not elements):
            elements.append(self._read_value(level + 1))
        return elements

    def _skip_closing_bracket(self, bracket: str, *, first: bool) -> bool:
        """Return whether the bracket closes here. Else go past the comma before the next element.

        `first` says that no element was read so far, so there is no comma.
        """
        self._skip_blanks()
        if self._skip_if_next(bracket):
            return True
        if first:
            return False
        if not self._skip_if_next(","):
            raise self._make_error(f'expected "," or "{bracket}"')
        self._skip_blanks()
        return self._skip_if_next(bracket)  # a comma may stand before it

    def _read_string(self) -> str:
        """Read a string in single or double quotes."""
        match = _STRING_PATTERN.match(self._text, self._offset)
        if match is None:
            raise self._make_error("unterminated string")
        self._offset = match.end()
        return _ESCAPE_PATTERN.sub(_decode_escape, match[1] if match[1] is not None else match[2])

    def _match(self, pattern: re.Pattern[str]) -> str:
        """Return the text that a pattern matches here and go past it, "" if it does not match."""
        match = pattern.match(self._text, self._offset)
        if match is None:
            return ""
        self._offset = match.end()
        return match[0]

    def _skip_if_next(self, letter: str) -> bool:
        """Go past a character if it is the next one, and return whether it is."""
        is_next = self._text.startswith(letter, self._offset)
        self._offset += is_next
        return is_next

    def _skip_blanks(self) -> None:
        """Go past blanks and comments."""
        self._match(_WHITESPACE_AND_COMMENTS_PATTERN)

    def _make_error(self, sentence: str) -> Json5Error:
        """Return an error at the present line."""
        return Json5Error(sentence, self._text.count("\n", 0, self._offset) + 1)


def _decode_escape(match: re.Match[str]) -> str:
    """Return the character that an escape sequence stands for."""
    if match[1] or match[2]:
        return chr(int(match[1] or match[2], 16))
    return _CHARACTER_BY_ESCAPE.get(match[3], match[3])


METADATA_FILE = "metadata.json"
METADATA_VERSION = 1
_MAX_URL_LENGTH = 4096  # fuchsia.component.decl, Child.url
CONTENTS_KEY, METADATA_KEY = "contents", "metadata"
ICD_RUNNER, ELF_RUNNER = "icd_runner", "elf"
# What a component with the elf runner may use.
LOG_SINK = "fuchsia.logger.LogSink"
# icd_runner serves the namespace entry /pkg, and nothing else of a component.
PACKAGE = "/pkg"
_MANIFEST_FOLDERS = ("meta", "")
_MAX_NAMES = 1000  # entries of a package folder that are looked at
_EXECUTE_RIGHTS = ("rx*", "execute")


class ComponentStep(StrEnum):
    """How far a component came, as inspect shows it (`status`)."""

    UNINITIALIZED = "uninitialized"
    CREATED = "created"
    BOUND = "bound"
    READING = "reading from package"
    MANIFEST = "opening manifest"
    LIBRARY = "opening VMO"
    INITIALIZED = "initialized"


class RealmError(NamedTuple):
    """An error of fuchsia.component.Realm: the property of inspect, and its value."""

    property: str
    code: int


# fuchsia.component.Error.
INVALID_URL = RealmError("create_response", 2)
# A child is started lazily, so a URL that leads nowhere is noticed when its directory is opened.
CANNOT_RESOLVE = RealmError("bind_response", 8)


class ComponentReading(NamedTuple):
    """What is read of a component before the service renames its library.

    Attributes:
        step: the last step that was begun.
        error: what the service logs, without the URL; "" if all went well.
        why: the same for people, as a sentence without its end.
        line: where in `file` the error is; 0 if it concerns the whole file.
        file: file of this machine that the error is about, or "".
        realm_error: set if the component could not be created or bound.
        file_path: library, as metadata.json names it.
        library_path: as the manifest names it.
        manifest: the parsed manifest.
        manifest_file: file of this machine with the manifest; "" before metadata.json was read.
        library: file of this machine that is handed out for library_path.
    """

    step: ComponentStep
    error: str = ""
    why: str = ""
    line: int = 0
    file: str = ""
    realm_error: RealmError | None = None
    version: int | None = None
    file_path: str | None = None
    library_path: str | None = None
    manifest: Members | None = None
    manifest_path: str = ""
    manifest_file: str = ""
    library: str = ""


def read_component(url: str, component: IcdComponent | None) -> ComponentReading:
    """Read the component at a URL. None is a URL that leads nowhere."""
    if not url or len(url.encode("utf-8", "surrogateescape")) > _MAX_URL_LENGTH:
        return _make_refused_reading(ComponentStep.UNINITIALIZED, INVALID_URL, "CreateChild")
    if component is None or component.error:
        refused_reading = _make_refused_reading(
            ComponentStep.CREATED, CANNOT_RESOLVE, "OpenExposedDir"
        )
        return refused_reading._replace(file=component.manifest) if component else refused_reading
    reading = _read_metadata(component, ComponentReading(ComponentStep.READING))
    if not reading.error:
        reading = _read_manifest(component, reading._replace(step=ComponentStep.MANIFEST))
    if not reading.error:
        reading = _open_library(component, reading._replace(step=ComponentStep.LIBRARY))
    return reading if reading.error else reading._replace(step=ComponentStep.INITIALIZED)


def _make_refused_reading(step: ComponentStep, error: RealmError, call: str) -> ComponentReading:
    """Return the reading of a component that Fuchsia refuses to create or start.

    `call` is the name of the call that failed.
    """
    return ComponentReading(step, f"{call} error: {error.code}", realm_error=error)


def _read_metadata(component: IcdComponent, reading: ComponentReading) -> ComponentReading:
    """Read metadata.json of a component, which names manifest and library."""
    try:
        path, data = _read_file(component.metadata, METADATA_FILE)
    except OSError:
        error = f"JSON parser had error {METADATA_FILE}: Failed to read file: {METADATA_FILE}"
        fault = tr("{file} is missing from the component's metadata folder", file=METADATA_FILE)
        file = f"{component.metadata}/{METADATA_FILE}"
        return reading._replace(error=error, why=fault, file=file)
    reading = reading._replace(file=path)
    try:
        value = parse_strict(data)
    except StrictJsonError as refused:
        return _make_unparsed_reading(reading, refused, METADATA_FILE)
    if problem := find_metadata_problem(value):
        return reading._replace(
            error=f"{METADATA_FILE} failed validation: {problem}",
            why=f"{METADATA_FILE}: {render(problem)}",
        )
    members = value.first()
    if not isinstance(members["version"], int):
        # The schema takes 1.0 for 1, and rapidjson's GetInt aborts the whole service.
        error = f"{METADATA_FILE}: version 1.0 ends the service, write 1"
        fault = tr(
            "{file}: the version number 1.0 makes the service exit; write 1 instead",
            file=METADATA_FILE,
        )
        return reading._replace(error=error, why=fault)
    return reading._replace(
        version=members["version"],
        file_path=_cut_at_zero(members["file_path"]),
        manifest_path=_cut_at_zero(members["manifest_path"]),
    )


def _read_manifest(component: IcdComponent, reading: ComponentReading) -> ComponentReading:
    """Read the manifest of the driver of a component."""
    path = reading.manifest_path
    try:
        file, data = _read_file(component.contents, path)
    except OSError:
        # The manifest is looked up in contents, so its name tells more than the file.
        file = f"{component.contents}/{path}"
        fault = tr(
            "{file} names the manifest {path!r}, which is not in the contents folder",
            file=METADATA_FILE,
            path=path,
        )
        error = f"Failed to read manifest path {path}"
        return reading._replace(error=error, why=fault, file=file)
    reading = reading._replace(file=file, manifest_file=file)
    try:
        value = parse_strict(data)
    except StrictJsonError as refused:
        return _make_unparsed_reading(reading, refused, path)
    if problem := find_manifest_problem(value):
        fault = tr("the manifest {path}: {fault}", path=path, fault=render(problem))
        return reading._replace(error=f"manifest.json failed validation: {problem}", why=fault)
    library_path = _cut_at_zero(value.first()["ICD"].first()["library_path"])
    return reading._replace(file="", manifest=value, library_path=library_path)


def _open_library(component: IcdComponent, reading: ComponentReading) -> ComponentReading:
    """Check that the library of a component can be opened and executed."""
    path = reading.file_path or ""
    try:
        library = _find_file(component.contents, path)
        status = os.stat(library)
        is_folder = stat.S_ISDIR(status.st_mode)
        problem = message("it is a folder") if is_folder else find_unsuitable(status)
    except OSError:
        problem, library = message("it does not exist"), f"{component.contents}/{path}"
    if not component.executable:
        problem = message("“contents” is exposed without execute rights")
    if problem:
        fault = tr(
            "{file} names the library {path!r}: {fault}",
            file=METADATA_FILE,
            path=path,
            fault=render(problem),
        )
        return reading._replace(
            error=f"Could not open path {path}: {problem}",
            why=fault,
            file=library,
        )
    return reading._replace(library=library)


def find_metadata_problem(value: Any) -> Message | str:
    """Return what is wrong with the content of metadata.json, "" if its schema accepts it."""
    problem = _find_member_problem(value, ("version", "file_path", "manifest_path"))
    if problem:
        return problem
    for key, member in value:  # of a key that occurs twice both are checked
        if key == "version" and (isinstance(member, bool) or member != METADATA_VERSION):
            return message("version must be the number {number}", number=METADATA_VERSION)
        if key in ("file_path", "manifest_path") and not isinstance(member, str):
            return message("{key} must be a string", key=key)
    return ""


def find_manifest_problem(value: Any) -> Message | str:
    """Return what is wrong with a driver's manifest, "" if its schema accepts it."""
    problem = _find_member_problem(value, ("file_format_version", "ICD"))
    if problem:
        return problem
    for key, member in value:
        if key == "file_format_version" and not isinstance(member, str):
            return message("{key} must be a string", key=key)
        if key == "ICD" and (problem := _find_icd_problem(member)):
            return problem
    return ""


def _find_icd_problem(value: Any) -> Message | str:
    """Return what is wrong with the member ICD of a driver's manifest, "" for nothing."""
    keys = ("library_path", "api_version")
    if problem := _find_member_problem(value, keys, "ICD"):
        return problem
    wrong_key = next(
        (key for key, member in value if key in keys and not isinstance(member, str)), ""
    )
    return message("{key} must be a string", key=f"ICD.{wrong_key}") if wrong_key else ""


def _find_member_problem(value: Any, keys: tuple[str, ...], name: str = "") -> Message | str:
    """Return why a value is not an object with these keys, "" if it is.

    `name` is that of the value in sentences, "" for the whole file.
    """
    if not isinstance(value, Members):
        return (
            message("{key} must be an object", key=name)
            if name
            else message("the file must be an object")
        )
    first_value = value.first()
    missing = next((key for key in keys if key not in first_value), "")
    return (
        message("{key} is missing", key=f"{name}.{missing}" if name else missing) if missing else ""
    )


def render_renamed_manifest(manifest: Members, library_path: str) -> bytes:
    """Return a driver's manifest with another library_path, as the service prints it."""
    # FindMember changes the first of two members with one name.
    changed_members = _change_first(
        manifest, "ICD", lambda icd: _change_first(icd, "library_path", lambda _: library_path)
    )
    return render_pretty(changed_members)


def _change_first(members: Members, key: str, change: Callable[[Any], Any]) -> Members:
    """Return members with a change of the first value of a key."""
    member_index = next(index for index, (name, _) in enumerate(members) if name == key)
    return Members(
        (
            *members[:member_index],
            (key, change(members[member_index][1])),
            *members[member_index + 1 :],
        )
    )


def _make_unparsed_reading(
    reading: ComponentReading, refused: StrictJsonError, name: str
) -> ComponentReading:
    """Return the reading of a component, one of whose files is not JSON.."""
    error = f"JSON parser had error {refused.render_for_file(name)}"
    fault = refused.sentence[:1].lower() + refused.sentence[1:]
    if refused.line:
        reason = tr(
            "{file} is not valid JSON, line {line}, column {column}: {fault}",
            file=name,
            line=refused.line,
            column=refused.column,
            fault=fault,
        )
    else:
        reason = tr("{file} is not valid JSON: {fault}", file=name, fault=fault)
    return reading._replace(error=error, why=reason, line=refused.line)


def _cut_at_zero(text: str) -> str:
    """Return a text up to its first zero byte, as C sees it."""
    return text.partition("\0")[0]


def _read_file(folder: str, path: str) -> tuple[str, bytes]:
    """Return the file at a path inside a directory capability, and its content.

    Raises:
        OSError: it cannot be read, or the path leaves the directory.
    """
    file = _find_file(folder, path)
    return file, read_beginning(file, MAX_BYTES + 1)


def _find_file(folder: str, path: str) -> str:
    """Return the file of this machine at a path of a directory capability.

    Raises:
        OSError: the path is empty, absolute or goes up, which fuchsia.io refuses; or a loop.
    """
    if leaves_directory(path):
        raise FileNotFoundError(path)
    # A package holds no links; those of an unpacked one lead nowhere else.
    return resolve_below_root(folder, f"/{path}")


def leaves_directory(path: str) -> bool:
    """Return whether fuchsia.io refuses a path: empty, absolute, or with parts such as `..`."""
    return any(part in ("", ".", "..") for part in path.split("/"))


class IcdComponent(NamedTuple):
    """The two directories of a component, as folders of this machine.

    Attributes:
        contents: folder of the library and its manifest.
        metadata: folder of metadata.json.
        error: why the service gets neither: the component cannot be resolved or started; or "".
        manifest: the .cml that says so, or "".
        executable: contents may be opened with the right to execute.
        unavailable: capabilities that it uses and does not get.
    """

    contents: str = ""
    metadata: str = ""
    error: str = ""
    manifest: str = ""
    executable: bool = True
    unavailable: tuple[str, ...] = ()


def find_component(folder: str) -> IcdComponent:
    """Return the component in a folder: contents and metadata, or a package with a .cml."""
    contents, metadata = f"{folder}/{CONTENTS_KEY}", f"{folder}/{METADATA_KEY}"
    if os.path.isdir(contents) or os.path.isdir(metadata):
        return IcdComponent(contents, metadata)
    manifests = find_manifests(folder)
    if not manifests:
        return IcdComponent(
            error=tr(
                "{folder} contains neither contents and metadata folders nor a .cml file",
                folder=folder,
            )
        )
    if len(manifests) > 1:
        names = ", ".join(os.path.basename(path) for path in manifests)
        return IcdComponent(
            error=tr(
                "{folder} has several component manifests: {names}", folder=folder, names=names
            )
        )
    return read_package(folder, manifests[0])


def find_manifests(folder: str) -> tuple[str, ...]:
    """Return the .cml files of an unpacked package: of its folder meta, else of its top."""
    for name in _MANIFEST_FOLDERS:
        inner = os.path.join(folder, name) if name else folder
        try:
            names = sorted(os.listdir(inner)[:_MAX_NAMES])
        except OSError:
            continue
        if manifests := tuple(os.path.join(inner, file) for file in names if file.endswith(".cml")):
            return manifests
    return ()


def read_package(folder: str, manifest: str) -> IcdComponent:
    """Return the folders that a package exposes by its component manifest."""
    try:
        text = read_beginning(manifest, MAX_BYTES + 1)
        value = parse_json5(text)
    except OSError as error:
        return IcdComponent(error=f"{manifest}: {error.strerror}", manifest=manifest)
    except Json5Error as error:
        return IcdComponent(error=f"{manifest}: {error}", manifest=manifest)
    return find_exposed_folders(folder, value)._replace(manifest=manifest)


def find_exposed_folders(package: str, manifest: Any) -> IcdComponent:
    """Return the folders of a package that a parsed component manifest exposes.

    Included shards are not read: those for drivers add services that they use.
    """
    if not isinstance(manifest, dict):
        return IcdComponent(error=tr("the component manifest is not an object"))
    runner_name = _get_members(manifest.get("program")).get("runner")
    paths = {
        entry["directory"]: entry
        for entry in _list_entries(manifest, "capabilities")
        if isinstance(entry.get("directory"), str)
    }
    folders = {}
    for name in (CONTENTS_KEY, METADATA_KEY):
        exposed_folder = _find_exposed(manifest, name)
        declared_path = (
            paths.get(exposed_folder["directory"]) if exposed_folder is not None else None
        )
        if exposed_folder is None or declared_path is None:
            if manifest.get("include"):
                error = tr(
                    "the component manifest does not expose a directory named {name} "
                    "(files that it includes were not read)",
                    name=name,
                )
            else:
                error = tr(
                    "the component manifest does not expose a directory named {name}", name=name
                )
            return IcdComponent(error=error)
        inner = _find_package_path(declared_path.get("path"), exposed_folder.get("subdir", ""))
        if inner is None:
            return IcdComponent(
                error=tr(
                    "the {name} directory is outside {package}, the component's package",
                    name=name,
                    package=PACKAGE,
                )
            )
        folders[name] = f"{package}/{inner}".rstrip("/")
    return IcdComponent(
        folders[CONTENTS_KEY],
        folders[METADATA_KEY],
        executable=all(
            _may_execute(entry)
            for entry in (_find_exposed(manifest, CONTENTS_KEY), paths.get(CONTENTS_KEY))
        ),
        unavailable=tuple(_list_unavailable(manifest, runner_name)),
    )


def _find_exposed(manifest: dict[str, Any], name: str) -> dict[str, Any] | None:
    """Return the entry by which a component manifest exposes a name, None without one."""
    for entry in _list_entries(manifest, "expose"):
        directory = entry.get("directory")
        if isinstance(directory, str) and entry.get("as", directory) == name:
            return entry if entry.get("from") == "self" else None
    return None


def _find_package_path(path: Any, folder: Any) -> str | None:
    """Return the path in the package of a directory, None if it is not part of it."""
    if not isinstance(path, str) or not isinstance(folder, str):
        return None
    # icd_runner serves /pkg as the folder pkg of the outgoing directory; path is looked up there.
    # What a program with the elf runner serves cannot be known: usually its package, too.
    if path != PACKAGE and not path.startswith(f"{PACKAGE}/"):
        return None
    parts = [part for part in (path[len(PACKAGE) :] + "/" + folder).split("/") if part]
    path_text = "/".join(parts)
    # Names in fuchsia.io are UTF-8 without NUL; half a character is a lone surrogate here.
    is_name = not any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in path_text)
    return path_text if is_name and {".", ".."}.isdisjoint(parts) else None


def _may_execute(entry: dict[str, Any] | None) -> bool:
    """Return whether files of an exposed directory may be executed."""
    rights = (entry or {}).get("rights")
    if not isinstance(rights, list) or not rights:
        return True  # an exposed directory has the rights of its declaration
    return any(right in _EXECUTE_RIGHTS for right in rights)


def _list_unavailable(manifest: dict[str, Any], runner: Any) -> list[str]:
    """Return the protocols that a component uses beside those that it gets."""
    if runner not in (ICD_RUNNER, ELF_RUNNER):
        return []
    protocols: list[str] = []
    for entry in _list_entries(manifest, "use"):
        protocol = entry.get("protocol")
        protocols += [
            name for name in (protocol if isinstance(protocol, list) else [protocol]) if name
        ]
    return [str(name) for name in protocols if name != LOG_SINK]


def _list_entries(manifest: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """Return the objects in the list of a component manifest's key, [] if it is no list."""
    value = manifest.get(key)
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _get_members(value: Any) -> dict[str, Any]:
    """Return a value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}
