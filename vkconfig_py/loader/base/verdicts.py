"""Reason, Verdict, Problem: the vocabulary of "why".

Every file found, layer considered, driver refused and variable read yields one Verdict. The window,
the command line and the tests use these values; log text is never parsed.
"""

from __future__ import annotations

from enum import Enum, StrEnum

from vkconfig_py.language.sentences import Message, message
from vkconfig_py.loader.base.records import Any, Final, NamedTuple

Json = None | bool | int | float | str | list[Any] | dict[str, Any]

KeyPath = tuple[str | int, ...]


class Kind(StrEnum):
    """Category of a verdict's subject."""

    LAYER = "layer"
    DRIVER = "driver"
    DEVICE = "device"
    FILE = "file"
    FOLDER = "folder"
    VARIABLE = "variable"
    SETTINGS = "settings"
    LOADER = "loader"  # the loader itself: its version, its calls
    REQUEST = "request"  # a layer, a flag or a version that the program requests
    EXTENSION = "extension"  # an instance extension that the program requests
    LIBRARY = "library"  # a file that is opened for a layer or driver
    PROCESS = "process"  # the program: its path, its privileges, its word size


class Outcome(StrEnum):
    """Effect of the loader's decision on the subject."""

    LOADS = "loads"  # layer in the chain, or driver opened
    OFF = "off"  # valid, but not in the chain
    SKIPPED = "skipped"  # cannot be used: broken, hidden, wrong architecture, missing library
    ACTS = "acts"  # a variable or file that influenced the result
    IGNORED = "ignored"  # a variable or file that was read without effect
    FAILS = "fails"  # makes a whole call fail
    UNKNOWN = "unknown"  # cannot be known from files


OUTCOME_WORDS = {
    Outcome.LOADS: message("Loads"),
    Outcome.OFF: message("Off"),
    Outcome.SKIPPED: message("Skipped"),
    Outcome.FAILS: message("Fails"),
    Outcome.UNKNOWN: message("Unknown"),
    Outcome.ACTS: message("Active"),
    Outcome.IGNORED: message("Ignored"),
}


class Reason(StrEnum):
    """Reason of a verdict. docs/loader_rules.md has rule, source, function and test of each."""

    # layers that load
    IMPLICIT_ALWAYS = "implicit-always"  # no enable variable, nothing turns it off
    ENABLE_VARIABLE = "enable-variable"
    APPLICATION = "application"
    INSTANCE_LAYERS = "instance-layers"  # VK_INSTANCE_LAYERS
    DEVICE_LAYERS = "device-layers"  # VK_DEVICE_LAYERS, read by loaders of 2016
    ENABLE_FILTER = "enable-filter"  # VK_LOADER_LAYERS_ENABLE
    ALLOW_FILTER = "allow-filter"  # VK_LOADER_LAYERS_ALLOW
    META_COMPONENT = "meta-component"  # detail: the meta-layer
    OVERRIDE_COMPONENT = "override-component"
    SETTINGS_FILE_ON = "settings-file-on"
    # layers that are off
    ENABLE_VARIABLE_UNSET = "enable-variable-unset"
    ENABLE_VARIABLE_OTHER_VALUE = "enable-variable-other-value"
    DISABLE_VARIABLE = "disable-variable"
    DISABLE_FILTER = "disable-filter"  # VK_LOADER_LAYERS_DISABLE
    NOT_REQUESTED = "not-requested"
    BLACKLISTED = "blacklisted"  # by the active override
    OUTSIDE_OVERRIDE = "outside-override"  # loaders before 1.1.106
    OVERRIDE_NOT_FOR_PROGRAM = "override-not-for-program"
    OVERRIDE_NOT_FIRST = "override-not-first"
    EXPIRED = "expired"  # expiration_date of an override, loaders before 1.3.233
    SETTINGS_FILE_OFF = "settings-file-off"
    SETTINGS_FILE_HIDES = "settings-file-hides"  # not listed and no unordered entry
    META_EXPANDED = "meta-expanded"  # the meta-layer itself: its components replace it
    NAME_INSIDE_ANOTHER = "name-inside-another"  # part of another name in VK_INSTANCE_LAYERS
    OLDER_THAN_APPLICATION = "older-than-application"  # loaders before 1.3.228
    WRONG_ARCHITECTURE = "wrong-architecture"
    # manifests and libraries that cannot be used
    UNREADABLE = "unreadable"
    FILE_NOT_HERE = "file-not-here"  # of an inspected machine, only its place is known
    INVALID_JSON = "invalid-json"
    MISSING_KEY = "missing-key"  # detail: the key
    BAD_VALUE = "bad-value"  # detail: the key and what is wrong
    NOT_A_MANIFEST = "not-a-manifest"
    OTHER_MANIFEST_TYPE = "other-manifest-type"  # driver manifest in a layer folder, or the reverse
    DEVICE_LAYER = "device-layer"
    VARIANT = "variant"
    LIBRARY_MISSING = "library-missing"
    LIBRARY_FOREIGN = "library-foreign"  # for another machine, or not a library
    LIBRARY_NEEDS_MISSING = "library-needs-missing"  # depends on a library that is missing
    LIBRARY_UNLINKABLE = "library-unlinkable"  # a symbol or version that no library defines
    LAYER_WITHOUT_ENTRY_POINT = "layer-without-entry-point"  # detail: the function it lacks
    DRIVER_WITHOUT_ENTRY_POINT = "driver-without-entry-point"  # detail: the function it lacks
    LIBRARY_CUT_SHORT = "library-cut-short"  # the file ends too early: a bus error
    LIBRARY_OTHER_SIZE = "library-other-size"  # for programs of the other word size
    LIBRARY_UNKNOWN = "library-unknown"  # bare name that only the dynamic linker can resolve
    DUPLICATE = "duplicate"  # hidden by another of that name, found first
    META_COMPONENT_MISSING = "meta-component-missing"
    META_COMPONENT_OLDER = "meta-component-older"
    META_COMPONENT_OTHER_VERSION = "meta-component-other-version"
    META_RECURSIVE = "meta-recursive"
    MULTIPLE_LAYER_NODES = "multiple-layer-nodes"
    ENDS_SEARCH = "ends-search"  # an invalid file after which this loader reads no layer
    NOT_REACHED = "not-reached"  # after such a file; detail: the file
    ABORTS_ALL = "aborts-all"  # one file that makes every call fail on this loader
    CRASHES_ALL = "crashes-all"  # one file that makes this loader crash in every program
    # drivers
    KEPT = "kept"
    DRIVER_SELECT_FILTER = "driver-select-filter"
    DRIVER_DISABLE_FILTER = "driver-disable-filter"
    PORTABILITY = "portability"
    PROGRAM_AS_DRIVER = "program-as-driver"  # loaders 1.3.227 to 1.3.234; detail: why it is unread
    # results of opening a library
    LIBRARY_REFUSED = "library-refused"  # by the dynamic linker; detail: its message
    INTERFACE_REFUSED = "interface-refused"  # no version in common, or an entry point is missing
    CREATE_FAILS = "create-fails"  # vkCreateInstance or vkCreateDevice returns an error
    LIBRARY_CRASHES = "library-crashes"  # detail: signal and step
    LIBRARY_HANGS = "library-hangs"  # detail: the step
    LIBRARY_EXCESSIVE = "library-excessive"  # detail: what it used too much of, and the step
    LIBRARY_EXITS = "library-exits"  # the library terminated the process with status 0
    # search paths and variables
    SEARCHED = "searched"
    FOLDER_ABSENT = "folder-absent"
    FOLDER_UNREADABLE = "folder-unreadable"
    REGISTRY_LEFT_OUT = "registry-left-out"  # registered, and not in the loader's list
    REPLACES_SEARCH = "replaces-search"  # an override variable: nothing else is searched
    ADDS_TO_SEARCH = "adds-to-search"
    SHADOWED = "shadowed"  # set, and another variable or the override wins
    NOT_HONOURED = "not-honoured"  # this loader version does not know it
    ELEVATED = "elevated"  # ignored for an elevated process
    TOO_MANY_TOKENS = "too-many-tokens"  # after the sixteenth of a filter
    SETTINGS_FILE_IN_FORCE = "settings-file-in-force"
    MATCHES_NOTHING = "matches-nothing"
    NOT_DECISIVE = "not-decisive"  # another rule with precedence decides about the layer
    BASE_FOLDER = "base-folder"  # HOME and the XDG variables: folders to search below
    LIBRARY_FOUND = "library-found"
    # properties and requests of the program
    REQUESTED = "requested"
    NOT_PRESENT = "not-present"  # requested, and not in the list of layers
    EXTENSION_KNOWN = "extension-known"
    EXTENSION_UNKNOWN = "extension-unknown"
    EXTENSION_FILTER_OFF = "extension-filter-off"  # VK_LOADER_DISABLE_INST_EXT_FILTER
    PROGRAM_PATH = "program-path"  # app_keys are compared with it
    WORD_SIZE = "word-size"
    # parts of the settings file
    SETTINGS_ENTRY = "settings-entry"
    SETTINGS_TAKEN_ALONG = "settings-taken-along"  # removed with the misnamed entry after it
    SETTINGS_NO_LAYER = "settings-no-layer"  # the entry's manifest holds no layer of that name
    SETTINGS_NOT_JSON = "settings-not-json"  # a path that does not end in .json
    SETTINGS_LIST_DROPPED = "settings-list-dropped"  # one bad element discards its list
    SETTINGS_EXCLUSIVE = "settings-exclusive"  # hides every driver that is installed
    # devices that a program gets: what decides their order
    DEVICE_SELECTED = "device-selected"  # VK_LOADER_DEVICE_SELECT
    DEVICE_TYPE = "device-type"
    DEVICE_BUS = "device-bus"  # detail: its PCI address
    DEVICE_NUMBERS = "device-numbers"  # of vendor and device
    DEVICE_AS_NAMED = "device-as-named"  # drivers in the reverse order of their opening
    DEVICE_ALONE = "device-alone"
    DEVICE_CONFIGURED = "device-configured"  # by the settings file
    DEVICE_MOVED_BY_LAYER = "device-moved-by-layer"
    # devices that a program does not get
    DEVICE_NOT_CONFIGURED = "device-not-configured"
    DEVICE_ID_FILTER = "device-id-filter"  # detail: the variable
    DEVICE_HIDDEN_BY_LAYER = "device-hidden-by-layer"


# Right as they are: programs of the other word size use them.
OTHER_PROGRAM_REASONS: Final = (Reason.WRONG_ARCHITECTURE, Reason.LIBRARY_OTHER_SIZE)
_FAULT_REASONS_OF_OPENED = (
    Reason.INTERFACE_REFUSED,
    Reason.CREATE_FAILS,
    Reason.LIBRARY_CRASHES,
    Reason.LIBRARY_HANGS,
    Reason.LIBRARY_EXCESSIVE,
    Reason.LIBRARY_EXITS,
)
# The loader opens the library before it gives the driver or layer up, and may leave it mapped.
UNUSABLE_REASONS_OF_OPENED: Final = (
    Reason.LAYER_WITHOUT_ENTRY_POINT,
    Reason.DRIVER_WITHOUT_ENTRY_POINT,
    *_FAULT_REASONS_OF_OPENED,
)
PROBE_REASONS: Final = (
    Reason.LIBRARY_REFUSED,
    *_FAULT_REASONS_OF_OPENED,
    Reason.DEVICE_SELECTED,
    Reason.DEVICE_TYPE,
    Reason.DEVICE_BUS,
    Reason.DEVICE_NUMBERS,
    Reason.DEVICE_AS_NAMED,
    Reason.DEVICE_ALONE,
    Reason.DEVICE_CONFIGURED,
    Reason.DEVICE_MOVED_BY_LAYER,
    Reason.DEVICE_NOT_CONFIGURED,
    Reason.DEVICE_ID_FILTER,
    Reason.DEVICE_HIDDEN_BY_LAYER,
)


class Removed(Enum):
    """Sentinel that is no JSON value: remove the key or element."""

    REMOVED = "removed"


REMOVED: Final = Removed.REMOVED


class SetVariable(NamedTuple):
    """Set an environment variable of the program."""

    name: str
    value: str


class UnsetVariable(NamedTuple):
    """Remove a variable from the program's environment."""

    name: str


class EditKey(NamedTuple):
    """Change one value of a JSON file.

    Attributes:
        path: keys and indexes from the root; an index after the last element appends.
        value: new value, or REMOVED.
        advice: the change in words.
    """

    file: str
    path: KeyPath
    value: Json | Removed
    advice: str

    @property
    def key(self) -> str:
        """Return the innermost key of the path, "" for the whole file."""
        return next((part for part in reversed(self.path) if isinstance(part, str)), "")

    def __hash__(self) -> int:
        """Exclude the value, which may be an unhashable list."""
        return hash((self.file, self.path, self.advice))


class RenameKey(NamedTuple):
    """Rename one key of a JSON file, keeping its value and position.

    Attributes:
        path: keys and indexes from the root; the last one is the key as spelled in the file.
    """

    file: str
    path: KeyPath
    name: str


class ReplaceLine(NamedTuple):
    """Replace one line of a text file.

    Attributes:
        line: 1-based number of the line.
        before, after: the text of the line, without its end.
    """

    file: str
    line: int
    before: str
    after: str


class WriteFile(NamedTuple):
    """Write a file that is not there yet."""

    file: str
    content: str


class RemoveFile(NamedTuple):
    """Delete a file."""

    file: str


class MoveFile(NamedTuple):
    """Move a file to another path."""

    file: str
    target: str


class RegisterManifest(NamedTuple):
    """Make a manifest known under another path: by a link to it, or by a copy.

    Attributes:
        content: of the copy; None for a link.
    """

    file: str
    target: str
    content: str | None


class ChangeProfile(NamedTuple):
    """Use a loader of another version."""

    version: tuple[int, int, int]


class AskFor(NamedTuple):
    """Add a request (layer, extension or flag) to the program."""

    layer: str = ""
    extension: str = ""
    flags: int = 0


class AskNotFor(NamedTuple):
    """Remove a request (layer, extension or flag) from the program."""

    layer: str = ""
    extension: str = ""


class DropPrivileges(NamedTuple):
    """Start the program without elevated privileges."""

    program: str


class InstallLibrary(NamedTuple):
    """Install the library that a manifest names, for programs of this word size."""

    library: str


class Together(NamedTuple):
    """Several steps, all needed, in this order."""

    steps: tuple[Remedy, ...]


class NoRemedy(NamedTuple):
    """No user change would alter the outcome. The text says why."""

    why: Message | str


EditText = EditKey | RenameKey | ReplaceLine
ChangeFile = EditText | WriteFile | RemoveFile | MoveFile | RegisterManifest
Remedy = (
    SetVariable
    | UnsetVariable
    | ChangeFile
    | ChangeProfile
    | AskFor
    | AskNotFor
    | DropPrivileges
    | InstallLibrary
    | Together
    | NoRemedy
)


class Verdict(NamedTuple):
    """One decision.

    Attributes:
        subject: layer name, manifest path, variable name or folder.
        detail: decisive variable, filter token, key, library or other manifest;
            sentences.render_verdict() renders the line for the user.
        file: the manifest or other file that decided, or "".
        line: 1-based line in file, or 0 where no line applies.
    """

    subject: str
    kind: Kind
    outcome: Outcome
    reason: Reason
    detail: Message | str = ""
    file: str = ""
    line: int = 0
    remedy: Remedy = NoRemedy("")


class Severity(StrEnum):
    """Severity of a problem."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Problem(NamedTuple):
    """A fault on the machine, and the loader's reaction to it.

    Attributes:
        remedy: preferred remedy, the closest to the user's intention.
        detail: the decisive key, variable or path.
        other_remedies: alternative remedies.
        subject: layer, driver, folder or variable that the loader's verdict is about, or "".
    """

    severity: Severity
    code: str
    title: str
    consequence: str
    file: str = ""
    line: int = 0
    remedy: Remedy = NoRemedy("")
    detail: str = ""
    other_remedies: tuple[Remedy, ...] = ()
    subject: str = ""


class Mark(StrEnum):
    """Whether a step of an explanation speaks for the layer or driver, against it, or neither.

    A rule that does not apply is neutral; a fact is no rule at all.
    """

    PASS = "pass"
    AGAINST = "against"
    NEUTRAL = "neutral"
    FACT = "fact"

    @property
    def json_value(self) -> str:
        """The value in JSON, where a fact is neutral."""
        return Mark.NEUTRAL.value if self is Mark.FACT else self.value


class Step(NamedTuple):
    """One line of the explanation of a layer or driver, in the order the loader decides.

    Attributes:
        variable: the variable of a manifest that is set: NAME, or NAME=VALUE; "" for others.
    """

    mark: Mark
    text: str
    file: str = ""
    line: int = 0
    note: str = ""
    decisive: bool = False
    variable: str = ""
