"""Observe the loader of a launch: lines of its log, libraries it opened, instances it created.

Instances are compared with the prediction; what a program asked for is remembered.
"""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from vkconfig_py.language.sentences import Message, counted, join_words, message, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.binaries import LibraryReader
from vkconfig_py.loader.files.opened_loader import (
    FORMAT,
    MAX_BYTES,
    ObservedLoader,
    ProgramFile,
    find_by_files,
    get_observations_file,
    make_program_key,
    parse_shown,
    read_program,
    render_shown,
)
from vkconfig_py.loader.files.own_files import (
    DocumentError,
    NewerFormatError,
    check_format,
    parse_object,
    read_file,
    write_file,
)
from vkconfig_py.loader.files.safe_paths import ForeignOwnerError
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.probe.reference_client import (
    CallstackLayer,
    iterate_log_messages,
    parse_callstack,
)
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.rules.ordering import ENABLED_BY_APPLICATION
from vkconfig_py.model.configuration.configuration import Variable
from vkconfig_py.model.configuration.workspace_edits import get_short_name
from vkconfig_py.model.launch.launch_processes import find_descendants
from vkconfig_py.model.layer_settings.known_layers import list_harmless_texts
from vkconfig_py.model.programs.program_paths import ProgramMatch, ProgramState, describe_program
from vkconfig_py.model.programs.seen_requests import SeenRequests, read_identity
from vkconfig_py.model.programs.shell.syntax import ANY_VARIABLE, ScriptVariable, Unknown
from vkconfig_py.model.text.wording import strip_layer_prefix

_PADDED_WIDTH = 18
LOADER_DEBUG_VARIABLE = "VK_LOADER_DEBUG"
_ALL_FLAG = "all"
_CHAIN_FLAG = "layer"  # without it the loader does not tell its call stack
_REQUESTS_FLAG = "info"
_LEVEL_PATTERN = re.compile(r"(?:\[Vulkan Loader\] )?(\w+)")

# The validation layer's own words, whatever else a line says.
_VALIDATION_PATTERN = re.compile(
    r"VUID-|UNASSIGNED-|SYNC-HAZARD|Validation (Error|Warning|Performance)", re.I
)
_PATTERN_BY_SOURCE = (
    ("validation", _VALIDATION_PATTERN),
    ("MangoHud", re.compile(r"\[MANGOHUD\]|^MANGOHUD", re.I)),
    ("vkBasalt", re.compile(r"^vkBasalt", re.I)),
)
# Each line of a source, and each that is no information, has one of these in lower case.
_SOURCE_MARKS = (
    "vuid-",
    "unassigned-",
    "sync-hazard",
    "validation ",
    "mangohud",
    "vkbasalt",
    "warn",
    "err",
    "critical",
    "fatal",
)
# How the loader warns of a variable that acts; one that does not is told in other words.
_ACTING_VARIABLE_PATTERN = re.compile(
    r"\benv var '?(\w+)'?(?: defined and adding layers\b.*|\.)?$|(?:^|: )\s*Ignoring (VK_\w+)\. ",
    re.I,
)
_WARNING_PATTERN = re.compile(
    r"Validation (Performance )?Warning|\[warn(ing)?\]|\bwarn(ing)?:", re.I
)
_ERROR_PATTERN = re.compile(
    r"VUID-|SYNC-HAZARD|Validation Error|\[(error|err|critical|fatal)\]|\b(err|error|fatal):"
    r"|\bERROR\b",
    re.I,
)

# Every loader tells the chain. Since 1.3.302 it tells who turned on each layer ("Enabled By"),
# since 1.4.354 what the program passed to vkCreateInstance. Of older ones a layer is the program's
# own choice if nothing else accounts for it: neither the prediction nor a variable, which they
# name.
_CALLSTACK_TITLE = "vkCreateInstance layer callstack setup to:"
_CALLSTACK_END = "   <Drivers>"
_APPLICATION_INFO_PATTERN = re.compile(
    r"vkCreateInstance: applicationName: .*apiVersion: (\d+\.\d+\.\d+)$", re.DOTALL
)
_REQUESTED_HEADER_PATTERN = re.compile(
    r"vkCreateInstance: Requested \d+ instance (layer|extension)\(s\):$"
)
_LISTED_NAME_PATTERN = re.compile(r"   (\w+)$")
# Both name the variable, and the layers in quotes.
_ADDED_BY_LIST_PATTERN = re.compile(r"env var '(\w+)' defined and adding layers \"(.*)\"$")
_ADDED_BY_FILTER_PATTERN = re.compile(r"Layer \"(\w+)\" forced enabled due to env var '(\w+)'$")
_ADDED_BY_VARIABLE = "Environment Variable "  # how "Enabled By" begins
MAX_INSTANCES = 64  # of one launch: a program may make instances without end
_LOADER_NAMES = (b"/libvulkan.so", b"/libvulkan.so.1")
_FIRST_WAIT, _MAX_WAIT_LENGTH = 0.01, 2.0
_SHORT_WAIT_COUNT = 30  # at the first interval; each further wait is longer by half
_MAX_PROGRAMS = 200
_DELETED_SUFFIX = b" (deleted)"


class OutputLine(NamedTuple):
    """Severity and source of an output line.

    Attributes:
        severity: "error", "warning" or "info".
        source: "loader", "validation", "MangoHud", "vkBasalt", or "" for the program itself.
        text: the line; for a loader's line the message, with its indentation.
        raw: the unparsed line.
        time: when it was read, "15:29:52".
        stream: "stdout", "stderr", or "" where they are one.
    """

    severity: str
    source: str
    text: str
    raw: str
    time: str = ""
    stream: str = ""


def parse_output(
    line: str, own_layers: Container[str] = (), time: str = "", stream: str = ""
) -> OutputLine:
    """Find source and severity of a line of output.

    A loader warning that one of vkconfig-py's `own_layers` variables has an effect becomes
    information, as does an error of a layer that is known to be harmless.
    """
    payload = next(iter(iterate_log_messages(line)), None)
    if payload is not None and _is_loader_line(line[: len(line) - len(payload)], payload):
        level = _LEVEL_PATTERN.match(line)
        severity = {"ERROR": "error", "WARNING": "warning"}.get(level[1] if level else "", "info")
        return OutputLine(
            _lower_severity(severity, payload, own_layers), "loader", payload, line, time, stream
        )
    # What is not the loader's own stems from layers and the program, which conventions alone tell
    # apart. Most lines have none of their words, and programs print many lines.
    lower_line = line.lower()
    if not any(mark in lower_line for mark in _SOURCE_MARKS):
        return OutputLine("info", "", line, line, time, stream)
    source = next((name for name, pattern in _PATTERN_BY_SOURCE if pattern.search(line)), "")
    severity = _find_severity(line)
    if severity == "error" and is_known_harmless(source, line):
        severity = "info"
    # Programs with a debug messenger print what the loader tells them.
    return OutputLine(_lower_severity(severity, line, own_layers), source, line, line, time, stream)


def is_known_harmless(source: str, text: str) -> bool:
    """Return whether a layer is known to print this although programs run as they should.

    `source`: as in OutputLine.
    """
    return bool(source) and any(part in text for part in list_harmless_texts())


def _lower_severity(severity: str, text: str, own_variables: Container[str]) -> str:
    """Return the severity. A warning that an own variable has an effect becomes information."""
    acting_match = _ACTING_VARIABLE_PATTERN.search(text) if severity == "warning" else None
    return (
        "info"
        if acting_match is not None and (acting_match[1] or acting_match[2]) in own_variables
        else severity
    )


def make_chain_log_variable(
    session: Mapping[str, str], changes: Iterable[Variable], profile: LoaderProfile
) -> Variable:
    """Return VK_LOADER_DEBUG with the flags that also print the call chain.

    If the loader can, they also print what the program passes to vkCreateInstance.
    """
    value = {LOADER_DEBUG_VARIABLE: session.get(LOADER_DEBUG_VARIABLE, "")}
    value |= {
        change.name: change.value or ""
        for change in changes
        if change.name == LOADER_DEBUG_VARIABLE
    }
    flags = [flag for flag in value[LOADER_DEBUG_VARIABLE].split(",") if flag]
    request_flags = (_REQUESTS_FLAG,) if profile.has(Gate.REQUESTS_LOGGED) else ()
    added_flags = () if _ALL_FLAG in flags else (_CHAIN_FLAG, *request_flags)
    return Variable(LOADER_DEBUG_VARIABLE, ",".join(dict.fromkeys((*flags, *added_flags))))


def compare_chains(predicted_names: Sequence[str], actual_chain: Sequence[str]) -> tuple[bool, str]:
    """Return whether a call chain is as predicted, and the sentence for the log."""
    if tuple(predicted_names) == tuple(actual_chain):
        if not actual_chain:
            return True, tr("Chain matches the prediction: no layers")
        return True, counted(
            "Chain matches the prediction: {n} layers",
            "Chain matches the prediction: {n} layer",
            len(actual_chain),
        )
    return False, tr(
        "Chain differs from the prediction: {found}; predicted: {predicted}",
        found=join_short_names(actual_chain),
        predicted=join_short_names(predicted_names),
    )


def _is_loader_line(head: str, payload: str) -> bool:
    """Return whether the loader printed a line.

    Programs print "WARNING: [x] ..." themselves. Loaders pad the prefix; those of 1.2 do not, and
    start no message with a bracket.
    """
    return len(head) >= _PADDED_WIDTH or not payload.startswith("[")


def _find_severity(line: str) -> str:
    """Return the severity that a line's words tell: warning, error or info."""
    if _WARNING_PATTERN.search(line):
        return "warning"
    return "error" if _ERROR_PATTERN.search(line) else "info"


def join_short_names(chain: Sequence[str]) -> Message | str:
    """Return the layers of a call chain in words."""
    return ", ".join(str(get_short_name(name)) for name in chain) or message("no layers")


class LoaderSighting:
    """Observer of the libraries that the processes of one launch open.

    Attributes:
        loaders_by_program: path of each program that opened a loader, with the paths of the
            libraries it opened.
    """

    def __init__(
        self, pid: int, start_key: str, environment: Mapping[str, str], memory: str
    ) -> None:
        """Begin to look which loaders the processes of a launch open.

        `start_key`: the file that was started, which may be a script that runs the program.
        `memory`: file that stores what is observed, "" for none.
        """
        self.loaders_by_program: dict[str, tuple[str, ...]] = {}
        self._pid = pid
        self._start_key = start_key
        self._environment = environment
        self._memory = memory
        # The maps of a process name the library for as long as it runs, so a thread looks at them:
        # often in the beginning, for many programs are short, then seldom.
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name=f"maps {pid}", daemon=True)
        self._thread.start()

    def close(self) -> str:
        """Stop observing, and store what was observed.

        Return the path of an unexpected loader, or "".
        """
        self._is_over.set()
        self._thread.join()
        if not self.loaders_by_program or not self._memory:
            return ""
        return store_observed_loaders(
            self.loaders_by_program, self._start_key, self._environment, Path(self._memory)
        )

    def _watch(self) -> None:
        """Look at the launch's processes, on the thread, ever more seldom, until it is over."""
        wait, look_count = _FIRST_WAIT, 0
        while not self._is_over.wait(wait):
            look_count += 1
            if look_count > _SHORT_WAIT_COUNT:
                wait = min(wait * 1.5, _MAX_WAIT_LENGTH)
            for process in find_descendants(self._pid):
                self._note_loaders(process.pid)

    def _note_loaders(self, pid: int) -> None:
        """Note the loaders that a process has mapped."""
        libraries = find_mapped_loaders(pid)
        if not libraries:
            return
        try:
            program = os.readlink(f"/proc/{pid}/exe")  # noqa: PTH115 - it is no path of ours
        except OSError:  # it has ended, or is another user's
            return
        self.loaders_by_program.setdefault(program, libraries)


def find_mapped_loaders(pid: int) -> tuple[str, ...]:
    """Return the loader libraries that a process has mapped, each once."""
    try:
        maps = Path(f"/proc/{pid}/maps").read_bytes()
    except OSError:
        return ()
    if b"/libvulkan.so" not in maps:
        return ()
    paths = dict.fromkeys(line.partition(b"/")[2] for line in maps.split(b"\n"))
    return tuple(os.fsdecode(b"/" + path) for path in paths if _is_loader(b"/" + path))


def _is_loader(path: bytes) -> bool:
    """Return whether a mapped file is a loader library that was not replaced."""
    name = path[path.rfind(b"/") :]
    # The kernel marks a file that was replaced, as by an update: its path is another file now.
    return not path.endswith(_DELETED_SUFFIX) and (
        name in _LOADER_NAMES or name.startswith(_LOADER_NAMES[1] + b".")
    )


def store_observed_loaders(
    loaders_by_program: Mapping[str, tuple[str, ...]],
    start_key: str,
    environment: Mapping[str, str],
    memory: Path,
) -> str:
    """Store which loaders the programs of a launch opened.

    Without write access the next launch observes it again. Return the path of a loader that neither
    files nor earlier launches predicted, else "".
    """
    host = Host.read_current().replace_environment(environment)
    script = describe_program(start_key, host)
    is_script = script.state is ProgramState.SCRIPT
    observations = {}
    for program, libraries in loaders_by_program.items():
        file = read_program(host, program)
        if file is None:
            continue
        entry = _make_observed_loader(file, libraries, host)
        if not (is_script and program == script.real_path):  # an interpreter runs other scripts too
            observations[make_program_key(program)] = entry
        if is_script and len(loaders_by_program) == 1:
            observations[make_program_key(start_key)] = entry
    observations.pop("", None)
    try:
        remembered_loader = _read_remembered(memory)
        if remembered_loader is None:
            return ""
        latest = sorted(
            {**remembered_loader, **observations}.items(), key=lambda item: item[1].when
        )[-_MAX_PROGRAMS:]
        write_file(str(memory), render_shown(dict(latest)))
    except OSError:
        return ""
    return next(
        (
            observation.library
            for key, observation in observations.items()
            if _is_new_loader(observation, remembered_loader.get(key))
        ),
        "",
    )


def _is_new_loader(shown_loader: ObservedLoader, previous_loader: ObservedLoader | None) -> bool:
    """Return whether a loader is another one than was predicted or observed before."""
    if previous_loader is not None and previous_loader.expected == shown_loader.expected:
        return shown_loader.library != previous_loader.library
    return shown_loader.library != shown_loader.expected


def _read_remembered(memory: Path) -> dict[str, ObservedLoader] | None:
    """Read what earlier launches showed. Return None if the file must not be replaced."""
    try:
        content = read_file(str(memory), MAX_BYTES)
        check_format(parse_object(content), FORMAT)
        return parse_shown(content)
    except (ForeignOwnerError, NewerFormatError):
        return None
    except (FileNotFoundError, NotADirectoryError, DocumentError):
        return {}


def _make_observed_loader(
    file: ProgramFile, libraries: tuple[str, ...], host: Host
) -> ObservedLoader:
    """Return the loader that a program opened, and the one that its files let expect."""
    opened_loader = find_by_files(host, file, LibraryReader())
    library = libraries[0]
    if opened_loader.library is not None and opened_loader.library.resolved_path in libraries:
        library = opened_loader.library.path  # as the linker names it
    return ObservedLoader(file.path, opened_loader.expected, library, time.time())


def start_sighting(
    pid: int, start_key: str, environment: Mapping[str, str], session: Mapping[str, str]
) -> LoaderSighting:
    """Begin to look which loaders a launch opens.

    The session determines where that is stored.
    """
    return LoaderSighting(pid, start_key, environment, get_observations_file(session))


class SeenInstance(NamedTuple):
    """One vkCreateInstance.

    Attributes:
        stack: application side first.
        layers, extensions: what the program asked for; None if the loader does not tell it.
        api_version: such as "1.2.0", "" if the loader does not tell it or the program named none.
        variables: layers that a variable turned on, and its name.
    """

    stack: tuple[CallstackLayer, ...]
    layers: tuple[str, ...] | None = None
    extensions: tuple[str, ...] | None = None
    api_version: str = ""
    variables: tuple[tuple[str, str], ...] = ()

    @property
    def chain(self) -> tuple[str, ...]:
        """The names of the layers, application side first."""
        return tuple(layer.name for layer in self.stack)

    @property
    def has_requests(self) -> bool:
        """Whether the loader printed what the program requested."""
        return self.layers is not None or any(layer.enabled_by for layer in self.stack)

    def list_own_layers(self, by_others: Collection[str]) -> tuple[str, ...]:
        """Return the layers that the program itself requested.

        `by_others`: layers turned on without that, as predicted.
        """
        if self.layers is not None:
            return self.layers
        if self.has_requests:
            return tuple(
                layer.name for layer in self.stack if layer.enabled_by == ENABLED_BY_APPLICATION
            )
        turned_on_by_others = {*by_others, *dict(self.variables)}
        return tuple(
            layer.name
            for layer in self.stack
            if layer.type == "Explicit" and layer.name not in turned_on_by_others
        )


class InstanceReader:
    """Parser for the instances in a loader's log, line by line."""

    def __init__(self) -> None:
        self._lines: list[str] | None = None
        self._current_layer_names: list[str] | None = None
        self._begin()

    def _begin(self) -> None:
        """Forget what was read of an instance."""
        self._requested_layers: dict[str, list[str]] = {}
        self._variables: dict[str, str] = {}
        self._version = ""

    def read(self, line: OutputLine) -> SeenInstance | None:
        """Read the next line. Return the instance that it completes, if it does."""
        if line.source != "loader":  # lines of the program come in between
            return None
        if line.text == _CALLSTACK_TITLE:
            self._lines = [line.raw]
        elif self._lines is None:
            self._read_before(line.text)
        else:
            self._lines.append(line.raw)
            if line.text == _CALLSTACK_END:
                return self._complete(self._lines)
            if not line.text.startswith("   "):  # another message: this stack was cut off
                self._lines = None
        return None

    def _read_before(self, text: str) -> None:
        """Read a line on what the program requests, before the call chain."""
        name_match = _LISTED_NAME_PATTERN.match(text)
        if self._current_layer_names is not None and name_match:
            self._current_layer_names.append(name_match[1])
            return
        self._current_layer_names = None
        if match := _REQUESTED_HEADER_PATTERN.match(text):
            self._current_layer_names = self._requested_layers.setdefault(match[1], [])
        elif match := _APPLICATION_INFO_PATTERN.match(text):
            self._begin()  # it comes first
            self._version = match[1]
        elif match := _ADDED_BY_LIST_PATTERN.match(text):
            self._variables |= dict.fromkeys(re.split("[:;]", match[2]), match[1])
        elif match := _ADDED_BY_FILTER_PATTERN.match(text):
            self._variables[match[1]] = match[2]

    def _complete(self, lines: list[str]) -> SeenInstance:
        """Return the instance of the lines of a whole call chain."""
        stack = parse_callstack("\n".join(lines)) or ()
        by_label = {
            layer.name: layer.enabled_by.removeprefix(_ADDED_BY_VARIABLE)
            for layer in stack
            if layer.enabled_by.startswith(_ADDED_BY_VARIABLE)
        }
        instance = SeenInstance(
            stack,
            _to_tuple(self._requested_layers.get("layer")),
            _to_tuple(self._requested_layers.get("extension")),
            self._version if self._version != "0.0.0" else "",
            tuple({**self._variables, **by_label}.items()),
        )
        self._lines = None
        self._begin()
        return instance


def _to_tuple(names: list[str] | None) -> tuple[str, ...] | None:
    return None if names is None else tuple(names)


class ExpectedLaunch(NamedTuple):
    """What is predicted of a launch, as far as its instances are compared with it.

    Attributes:
        requested_layers: layers of the chain that only the program turns on.
        program: its real path, "" if it is not known before it runs.
        unknown_variables: variables that its script sets to what is known only in a run.
        script: the script whose program is known only in a run, "" if it is known.
    """

    chain: tuple[str, ...]
    requested_layers: frozenset[str] = frozenset()
    program: str = ""
    unknown_variables: tuple[ScriptVariable, ...] = ()
    script: str = ""

    @property
    def layers_by_others(self) -> frozenset[str]:
        """The layers that load without the program's request."""
        return frozenset(self.chain) - self.requested_layers


def make_expected_launch(report: LoaderReport, path: str, program: ProgramMatch) -> ExpectedLaunch:
    """Return what a prediction expects of a program.

    `path`: under which launches of the program are remembered.
    """
    chain = tuple(layer.manifest.name for layer in report.callstack)
    asked_for = [
        layer.manifest.name
        for layer in report.callstack
        if layer.enabled_by == ENABLED_BY_APPLICATION
    ]
    unknown_variables = tuple(
        change for change in program.variable_changes if isinstance(change.value, Unknown)
    )
    script = program.path if program.can_run and not program.real_path else ""
    return ExpectedLaunch(chain, frozenset(asked_for), path, unknown_variables, script)


class ChainComparison(NamedTuple):
    """A chain beside the prediction.

    Attributes:
        sentence: for the log.
        explanation: what explains a difference, as a sentence; "" if nothing is known to.
    """

    is_equal: bool
    sentence: str
    explanation: str = ""


def compare_instance(expected_launch: ExpectedLaunch, instance: SeenInstance) -> ChainComparison:
    """Compare a created instance with the prediction."""
    is_equal, sentence = compare_chains(expected_launch.chain, instance.chain)
    reason = "" if is_equal else _explain_difference(expected_launch, instance)
    return ChainComparison(is_equal, sentence, reason)


def _explain_difference(expected_launch: ExpectedLaunch, instance: SeenInstance) -> str:
    """Return why a call chain differs from the prediction, "" if nothing is known to."""
    own_layers = set(instance.list_own_layers(expected_launch.layers_by_others))
    extra = [name for name in instance.chain if name not in expected_launch.chain]
    missing_names = [name for name in expected_launch.chain if name not in instance.chain]
    variables = dict(instance.variables)
    program = get_base_name(expected_launch.program)
    is_explained = all(name in own_layers or name in variables for name in extra)
    if not is_explained or not expected_launch.requested_layers.issuperset(missing_names):
        return " ".join(_explain_script(expected_launch))
    sentences = list(_explain_requested(program, [name for name in extra if name in own_layers]))
    sentences += [
        _explain_turned_on(program, variables[name], name)
        for name in extra
        if name not in own_layers
    ]
    sentences += _explain_not_requested(program, missing_names)
    return " ".join(sentences)


def _explain_script(expected_launch: ExpectedLaunch) -> Iterator[str]:
    """Yield what a script does that was not known before the launch."""
    if expected_launch.script:
        yield tr(
            "The program that {script} starts could not be predicted.",
            script=expected_launch.script,
        )
    for file, line in dict.fromkeys(
        (change.file, change.line) for change in expected_launch.unknown_variables
    ):
        names = [
            change.name
            for change in expected_launch.unknown_variables
            if (change.file, change.line) == (file, line)
        ]
        if ANY_VARIABLE in names:
            yield tr(
                "{file}, line {line}, sets variables that could not be predicted.",
                file=file,
                line=line,
            )
            continue
        yield counted(
            "{file}, line {line}, sets {names} to values that could not be predicted.",
            "{file}, line {line}, sets {names} to a value that could not be predicted.",
            len(names),
            file=file,
            line=line,
            names=join_words(names),
        )


def _explain_requested(program: str, names: Sequence[str]) -> Iterator[str]:
    """Yield the sentence that the program requested layers."""
    layers = join_words([*map(strip_layer_prefix, names)])
    if layers and program:
        yield tr("{program} requested {layers} itself.", program=program, layers=layers)
    elif layers:
        yield tr("The program requested {layers} itself.", layers=layers)


def _explain_turned_on(program: str, variable: str, name: str) -> str:
    """Return the sentence that a variable turned on a layer."""
    layer = strip_layer_prefix(name)
    if not program:
        return tr(
            "{variable} was set when the program started and turned on {layer}.",
            variable=variable,
            layer=layer,
        )
    return tr(
        "{variable} was set when {program} started and turned on {layer}.",
        variable=variable,
        program=program,
        layer=layer,
    )


def _explain_not_requested(program: str, names: Sequence[str]) -> Iterator[str]:
    """Yield the sentence that the program did not request layers this time."""
    layers = join_words([*map(strip_layer_prefix, names)])
    if layers and program:
        yield tr("{program} did not request {layers} this time.", program=program, layers=layers)
    elif layers:
        yield tr("The program did not request {layers} this time.", layers=layers)


def collect_requests(
    expected_launch: ExpectedLaunch, seen_instances: Iterable[SeenInstance]
) -> SeenRequests | None:
    """Return what all instances of a launch requested.

    A program often makes a small instance first, to find out what there is. None if it made no
    instance, or if its file is unknown.
    """
    instances = tuple(seen_instances)
    if not instances or not expected_launch.program:
        return None
    layers = [
        name
        for instance in instances
        for name in instance.list_own_layers(expected_launch.layers_by_others)
    ]
    extensions = [name for instance in instances for name in instance.extensions or ()]
    return SeenRequests(
        program=expected_launch.program,
        identity=read_identity(expected_launch.program),
        when=time.time(),
        layers=tuple(dict.fromkeys(layers)),
        extensions=tuple(dict.fromkeys(extensions)),
        api_version=max([instance.api_version for instance in instances], key=_parse_version),
        is_told=all(instance.has_requests for instance in instances),
    )


def _parse_version(version: str) -> list[int]:
    """Return the numbers of a version such as "1.2.0", [] for ""."""
    return [int(part) for part in version.split(".") if part]
