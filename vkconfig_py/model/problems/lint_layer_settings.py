"""Problems of vk_layer_settings.txt, and of files that one layer reads, such as MangoHud.conf.

How layers trim, split or take values literally was measured with both families of layers
(docs/layer_settings.md). The known settings come from the manifests of the machine; without them
only the syntax is checked.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from functools import partial

from vkconfig_py.language.sentences import join_choices, message, render, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Outcome, Problem, Severity
from vkconfig_py.loader.files.scan import DocumentCache, Scanner
from vkconfig_py.loader.lint.lint_context import find_nearest_word
from vkconfig_py.loader.rules.loader_report import FoundLayer, LoaderReport
from vkconfig_py.model.configuration.configuration import PATH_TYPES, SettingType, Target, Value
from vkconfig_py.model.formats.foreign_files import ReadDeclaredLayers
from vkconfig_py.model.formats.layer_files import (
    LayerSettingsFile,
    explain_unknown_setting,
    find_file_faults,
    parse_layer_files,
    read_lines,
)
from vkconfig_py.model.formats.layer_settings_txt import (
    KnownLayers,
    SettingsTextLine,
    parse_layer_settings,
    split_file_lines,
)
from vkconfig_py.model.formats.reshade_settings import ReadFile
from vkconfig_py.model.layer_settings.checks import check_value, render_value
from vkconfig_py.model.layer_settings.conversion import list_enabled_texts
from vkconfig_py.model.layer_settings.declared import (
    DeclaredLayer,
    Setting,
    SettingStatus,
    list_undeclared_parts,
)
from vkconfig_py.model.layer_settings.described_layers import find_description
from vkconfig_py.model.layer_settings.encoding import (
    BLANKS,
    BYTE_ORDER_MARK,
    RefusedValue,
    decode_value,
    encode_value,
    explain_ignored_digits,
    find_entry_beside_blank,
    get_path_separator,
)
from vkconfig_py.model.layer_settings.known_layers import (
    PLAIN_READING,
    EntryReading,
    find_entry_reading,
    list_hiding_settings,
)
from vkconfig_py.model.layer_settings.mangohud_values import ValueFault, find_value_faults
from vkconfig_py.model.layer_settings.own_file import (
    EFFECTS_NAME,
    OwnFile,
    UnreadReason,
    add_installed_release,
    get_own_file_name,
)
from vkconfig_py.model.layer_settings.own_notes import make_version_note, render_missing_named_file
from vkconfig_py.model.layer_settings.setting_names import (
    get_platform_token,
    make_file_key,
    make_layer_key,
)
from vkconfig_py.model.plan.inventory import LayerDeclaration, find_declaration
from vkconfig_py.model.plan.users_file import read_layer_file, read_program_file
from vkconfig_py.model.text.wording import abbreviate_home

_VALUE_CODE, _CHARACTERS_CODE = "setting-value", "setting-characters"
_BOOL_TYPES = frozenset({SettingType.BOOL, SettingType.BOOL_NUMERIC})
_LIST_TYPES = frozenset({SettingType.FLAGS, SettingType.LIST})
_TEXT_TYPES = PATH_TYPES | {SettingType.STRING}
_QUOTE_CHARACTERS = "\"'"
_UNEXPANDED_STARTS = ("~/", "$", "%")
WIDE_ENCODING_MARKS = (b"\xff\xfe", b"\xfe\xff")  # the same in UTF-16
_LAYER_PREFIX = "vk_layer_"
# Quoted texts and words of which only the start is shown.
_LONG_TEXT_PATTERN = re.compile("([“„«][^”“»]{80})[^”“»]+(?=[”“»])|(\\S{120})\\S+")
NOT_TEXT = message("This is not text: it contains NUL bytes.")
EFFECT_ENDS_PROGRAM = "effect-ends-program"
VALUE_ENDS_PROGRAM = "value-ends-program"
SETTINGS_FILE_IGNORED = "settings-file-named-in-vain"


class LintProblem(NamedTuple):
    """One problem of a file.

    Attributes:
        code: stable name of the kind of finding.
        line: 1-based, or 0.
        missing_key: a required key that is absent, or "".
    """

    severity: Severity
    code: str
    file: str
    line: int
    sentence: str
    missing_key: str = ""


def escape_surrogates(text: str) -> str:
    """Return the text with lone surrogates escaped, which strict JSON does not allow."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


class ValueProblem(NamedTuple):
    """A problem of a value; the sentence follows the setting's key."""

    severity: Severity
    code: str
    sentence: str


def find_value_problems(
    setting: Setting, text: str, separator: str, entries: EntryReading = PLAIN_READING
) -> Iterator[ValueProblem]:
    """Yield the problems of a setting's value in a file.

    `separator` is the platform's path-list separator.
    """
    if not text:
        if _has_value(setting.default):
            sentence = tr("No value follows “=”: newer layers use the default.")
            yield ValueProblem(Severity.NOTE, "setting-empty", sentence)
        return
    yield from _find_misread_characters(setting, text, separator, entries)
    read = decode_value(setting, text, separator, entries)
    if isinstance(read, RefusedValue):
        consequence = tr("Layers read it as false.") if setting.type in _BOOL_TYPES else ""
        yield ValueProblem(Severity.ERROR, _VALUE_CODE, f"{read.reason} {consequence}".rstrip())
    elif invalid := check_value(setting, read):
        allowed_text = (
            tr("Allowed: {values}.", values=invalid.allowed_text) if invalid.allowed_text else ""
        )
        sentence = " ".join(
            filter(None, (invalid.reason, _suggest_values(setting, read), allowed_text))
        )
        yield ValueProblem(Severity.WARNING, _VALUE_CODE, sentence)


def _has_value(default: Value) -> bool:
    """True if a setting's default is not empty."""
    return (
        bool(list_enabled_texts(default))
        if isinstance(default, tuple)
        else default not in ("", None)
    )


def _suggest_values(setting: Setting, value: Value) -> str:
    """Return the sentence that names known values like the unknown ones, or ""."""
    keys = [choice.key for choice in setting.choices]
    suggestions = [find_nearest_word(part, keys) for part in list_undeclared_parts(setting, value)]
    names = ", ".join(tr("“{name}”", name=key) for key in dict.fromkeys(suggestions) if key)
    return tr("Did you mean {names}?", names=names) if names else ""


def _find_misread_characters(
    setting: Setting, text: str, separator: str, entries: EntryReading
) -> Iterator[ValueProblem]:
    """Yield problems of characters that layers do not read as one would expect."""
    sentences = []
    is_quote_dropped = text[0] == '"' and entries.drops_quotes
    if text[0] in _QUOTE_CHARACTERS and text[-1] == text[0] and not is_quote_dropped:
        sentences.append(
            tr("The quotation marks become part of the value: layers do not strip them.")
        )
    if setting.type in _TEXT_TYPES:
        sentences += _find_misread_text(setting, text, separator)
    elif setting.type in _LIST_TYPES:
        sentences += _find_misread_entries(setting, text, separator, entries)
        sentences += filter(
            None,
            (explain_ignored_digits(part.strip(BLANKS), entries) for part in text.split(",")),
        )
    yield from (
        ValueProblem(Severity.WARNING, _CHARACTERS_CODE, sentence) for sentence in sentences
    )


def _find_misread_text(setting: Setting, text: str, separator: str) -> Iterator[str]:
    """Yield why layers would read a single text differently."""
    encoded_value = encode_value(setting, text, separator)
    if isinstance(encoded_value, RefusedValue):
        yield encoded_value.reason
    if setting.type in PATH_TYPES and text.startswith(_UNEXPANDED_STARTS):
        yield tr("Layers do not expand the “{sign}” at the start of this path.", sign=text[0])


def _find_misread_entries(
    setting: Setting, text: str, separator: str, entries: EntryReading
) -> Iterator[str]:
    """Yield why layers would read the entries of a list differently."""
    if entry := find_entry_beside_blank(text, separator, entries):
        yield tr("Layers treat the space next to “{entry}” as part of that entry.", entry=entry)
    if separator in text and "," not in text:
        yield tr(
            "Only newer layers split lists at “{separator}”; all layers split lists at commas.",
            separator=separator,
        )
    if setting.type is SettingType.LIST and separator != ";" and ";" in text and "," not in text:
        yield tr("On this platform, layers do not split lists at “;”, so this is a single entry.")


def lint_layer_settings(
    file: str, content: bytes, read_declared_layers: ReadDeclaredLayers, host: Host
) -> Iterator[LintProblem]:
    """Yield problems of a vk_layer_settings.txt: what layers ignore, truncate or cannot parse."""
    if content.startswith(WIDE_ENCODING_MARKS):
        sentence = tr("This is UTF-16 text, which layers cannot read.")
        yield LintProblem(Severity.ERROR, "not-understood", file, 0, sentence)
        return
    if b"\0" in content:
        yield LintProblem(Severity.ERROR, "not-understood", file, 0, render(NOT_TEXT))
        return
    for finding in _check_lines(file, content, read_declared_layers, host):
        yield finding._replace(sentence=_LONG_TEXT_PATTERN.sub(_shorten, finding.sentence))


def _shorten(match: re.Match[str]) -> str:
    """Return the matched text, cut, with an ellipsis."""
    return f"{match[1] or match[2]}…"


def _check_lines(
    file: str, content: bytes, read_declared_layers: ReadDeclaredLayers, host: Host
) -> Iterator[LintProblem]:
    """Yield the problems of a file's lines."""
    texts = split_file_lines(content)
    lines = [line for line in parse_layer_settings(content) if line.is_active]
    yield from _find_ignored_lines(file, texts, lines)
    yield from _find_repeated_lines(file, lines)
    assigned_keys = frozenset(line.key for line in lines if line.value)
    checker = _LineChecker(
        file,
        KnownLayers(read_declared_layers),
        get_path_separator(get_platform_token(host.platform)),
        assigned_keys,
    )
    for line in lines:
        yield from checker.check_line(line, texts[line.line - 1])


def _find_ignored_lines(
    file: str, texts: Sequence[str], lines: Sequence[SettingsTextLine]
) -> Iterator[LintProblem]:
    """Yield a problem for each line that sets no setting and is no comment."""
    setting_lines = {line.line for line in lines}
    for number, text in enumerate(texts, start=1):
        code, comment_mark, _comment = text.partition("#")
        if number not in setting_lines and code.strip(BLANKS + BYTE_ORDER_MARK):
            sentence = tr("Layers ignore this line: it has no “=”.")
            if comment_mark:
                sentence = tr("Layers ignore this line: it has no “=” before its “#”.")
            yield LintProblem(Severity.WARNING, "setting-line", file, number, sentence)


def _find_repeated_lines(file: str, lines: Sequence[SettingsTextLine]) -> Iterator[LintProblem]:
    """Yield a problem for each line whose setting a later line sets again."""
    last_line_by_key = {line.key: line.line for line in lines}
    for line in lines:
        if (number := last_line_by_key[line.key]) != line.line:
            sentence = tr(
                "Line {number} sets {key} again; layers use the last value, so this line "
                "has no effect.",
                number=number,
                key=line.key,
            )
            yield LintProblem(Severity.WARNING, "setting-twice", file, line.line, sentence)


class _LineChecker:
    """Checks the lines of a vk_layer_settings.txt."""

    def __init__(
        self, file: str, known_layers: KnownLayers, separator: str, assigned_keys: frozenset[str]
    ) -> None:
        self._file = file
        self._known_layers = known_layers
        self._separator = separator
        self._set_keys = assigned_keys
        self._unknown_names: set[str] = set()

    def check_line(self, line: SettingsTextLine, text: str) -> Iterator[LintProblem]:
        """Yield the problems of a line that sets a setting. `text` is the whole line."""
        code = text.partition("#")[0]
        if code != text and line.value and code[-1] not in BLANKS:
            cut = tr(
                "Layers truncate a line at the first “#”: they read “{value}”.",
                value=line.value,
            )
            yield self._make_problem(Severity.WARNING, "setting-characters", line, cut)
        if line.key.startswith(BYTE_ORDER_MARK):
            sentence = tr("A byte order mark precedes the name, so layers do not find the setting.")
            yield self._make_problem(Severity.WARNING, "setting-name", line, sentence)
        name, dot, key = line.key.removeprefix(BYTE_ORDER_MARK).partition(".")
        expected_name = make_layer_key(name).removeprefix(_LAYER_PREFIX)
        if not (name and dot and key):
            yield self._make_problem(
                Severity.WARNING, "setting-name", line, self._describe_bad_name(line.key)
            )
        elif expected_name != name:
            sentence = tr(
                "Layers look for “{wanted}.{key}”: lowercase, without VK_LAYER_.",
                wanted=expected_name,
                key=key,
            )
            yield self._make_problem(Severity.WARNING, "setting-name", line, sentence)
        elif (layer := self._known_layers.find(name, key)) is not None:
            yield from self._check_layer_line(line, layer, key)
        elif self._known_layers.names and name not in self._unknown_names:
            self._unknown_names.add(name)  # said once, however many lines it has
            yield self._report_unknown_layer(line, name)

    def _describe_bad_name(self, key: str) -> str:
        """Return the sentence that a name lacks its layer, with the name probably meant."""
        layers = (self._known_layers.find(name, key) for name in self._known_layers.names)
        layer = next(
            (
                candidate
                for candidate in layers
                if candidate is not None and candidate.find_setting(key) is not None
            ),
            None,
        )
        if layer is None:
            return tr("“{key}” does not name a layer; expected: layer.setting = value.", key=key)
        return tr(
            "“{key}” does not name a layer; expected: layer.setting = value. Did you mean "
            "“{name}”?",
            key=key,
            name=make_file_key(layer.name, key),
        )

    def _report_unknown_layer(self, line: SettingsTextLine, name: str) -> LintProblem:
        """Return the problem of an unknown layer, which is a warning only for a likely typo."""
        if suggestion := find_nearest_word(name, self._known_layers.names):
            sentence = tr(
                "No layer named {name} on this machine. Did you mean “{meant}”?",
                name=name,
                meant=suggestion,
            )
            return self._make_problem(Severity.WARNING, "layer-unknown", line, sentence)
        sentence = tr(
            "No layer named {name} on this machine, so its settings cannot be checked.", name=name
        )
        return self._make_problem(Severity.NOTE, "layer-unknown", line, sentence)

    def _check_layer_line(
        self, line: SettingsTextLine, layer: DeclaredLayer, key: str
    ) -> Iterator[LintProblem]:
        """Yield the problems of a line whose layer is known."""
        setting = layer.find_setting(key)
        if setting is not None:
            yield from self._check_setting(line, layer, setting)
        elif layer.settings:  # without declarations the layer's settings are unknown
            suggestion = find_nearest_word(key, [setting.key for setting in layer.walk_settings()])
            layer_text = f"{layer.name} {layer.api_version}".rstrip()
            sentence = tr("{layer} has no setting {key}.", layer=layer_text, key=key)
            if suggestion:
                sentence = tr(
                    "{layer} has no setting {key}. Did you mean “{meant}”?",
                    layer=layer_text,
                    key=key,
                    meant=suggestion,
                )
            yield self._make_problem(Severity.WARNING, "setting-unknown", line, sentence)
        elif (
            described_layer := find_description(layer.name)
        ) is not None and described_layer.own_settings is not None:
            sentence = tr(
                "{layer} does not read this file: it reads environment variables instead.",
                layer=layer.name,
            )
            if described_layer.own_settings.has_file:
                sentence = tr(
                    "{layer} does not read this file: it reads {file} instead.",
                    layer=layer.name,
                    file=get_own_file_name(described_layer.own_settings),
                )
            yield self._make_problem(Severity.WARNING, "setting-unknown", line, sentence)

    def _check_setting(
        self, line: SettingsTextLine, layer: DeclaredLayer, setting: Setting
    ) -> Iterator[LintProblem]:
        """Yield the problems of a line whose setting is known."""
        hiding_keys = list_hiding_settings(layer.name, layer.api_version, setting.key)
        if any(make_file_key(layer.name, key) in self._set_keys for key in hiding_keys):
            sentence = tr(
                "{setting} has no effect: {names} is set and takes precedence.",
                setting=setting.key,
                names=join_choices(hiding_keys),
            )
            yield self._make_problem(Severity.WARNING, "setting-hidden", line, sentence)
        if setting.deprecated_by or setting.status is SettingStatus.DEPRECATED:
            sentence = tr("{setting} is deprecated.", setting=setting.key)
            if setting.deprecated_by:
                sentence = tr(
                    "{setting} is deprecated; use {other} instead.",
                    setting=setting.key,
                    other=setting.deprecated_by,
                )
            yield self._make_problem(Severity.NOTE, "setting-deprecated", line, sentence)
        entries = find_entry_reading(layer.name, layer.api_version, setting.key)
        for value_problem in find_value_problems(setting, line.value, self._separator, entries):
            sentence = f"{setting.key}: {value_problem.sentence}"
            yield self._make_problem(value_problem.severity, value_problem.code, line, sentence)

    def _make_problem(
        self, severity: Severity, code: str, line: SettingsTextLine, sentence: str
    ) -> LintProblem:
        """Return a problem of a line."""
        return LintProblem(severity, code, self._file, line.line, sentence)


def lint_layer_file(
    path: str, content: bytes, layer: DeclaredLayer, read: ReadFile
) -> Iterator[LintProblem]:
    """Yield the problems of a layer's own settings file, such as MangoHud.conf.

    They are lines that the layer does not know or read, and values that end programs.
    """
    for parsed_file in parse_layer_files(path, content, layer, read):
        if parsed_file.file.refusal:
            sentence = tr(
                "{layer} does not read this file: {reason}.",
                layer=layer.name,
                reason=parsed_file.file.refusal,
            )
            line = parsed_file.file.refusal_line
            yield LintProblem(Severity.ERROR, "not-understood", path, line, sentence)
        yield from _check_parsed_file(path, content, parsed_file, read)


def _check_parsed_file(
    path: str, content: bytes, parsed_file: LayerSettingsFile, read: ReadFile
) -> Iterator[LintProblem]:
    """Yield the problems of what a layer's own settings file says, or says to one program."""
    ending_lines = set()
    for fault in find_file_faults(parsed_file.layer, content, lambda file: read(file) is not None):
        lines = parsed_file.file.values
        file_value = lines.get(fault.name) or lines.get(EFFECTS_NAME)
        line = file_value.line if file_value else 0
        ending_lines.add(line)
        code = VALUE_ENDS_PROGRAM if isinstance(fault, ValueFault) else EFFECT_ENDS_PROGRAM
        yield LintProblem(Severity.ERROR, code, path, line, f"{fault.reason}.")
    yield from (
        problem
        for problem in _check_layer_lines(path, parsed_file)
        if problem.line not in ending_lines
    )


def _check_layer_lines(path: str, parsed_file: LayerSettingsFile) -> Iterator[LintProblem]:
    """Yield the problems of the lines of a layer's own settings file."""
    layer, file = (
        parsed_file.layer,
        parsed_file.file._replace(release=parsed_file.own_settings.release),
    )
    for line in read_lines(parsed_file):
        number = line.file_value.line
        if line.setting is None:
            sentence = explain_unknown_setting(layer, line.key)
            yield LintProblem(Severity.WARNING, "setting-unknown", path, number, sentence)
            continue
        if line.reason:
            text_in_use = render_value(line.setting, line.value)
            sentence = f"{line.key}: {line.reason}"
            if text_in_use != line.file_value.text and not line.ignores_file:
                sentence = tr(
                    "{setting}: {reason} The layer uses {used}.",
                    setting=line.key,
                    reason=line.reason,
                    used=text_in_use or tr("nothing"),
                )
            severity = Severity.ERROR if line.ignores_file else Severity.WARNING
            yield LintProblem(severity, "setting-value", path, number, sentence)
        if (version_sentence := _describe_version(line.setting, file)) is not None:
            yield LintProblem(Severity.WARNING, "setting-version", path, number, version_sentence)


def _describe_version(setting: Setting, file: OwnFile) -> str | None:
    """Return that the installed version of a layer does not know a setting, or None."""
    note = make_version_note(setting, file)
    return f"{setting.own_name}: {note.text}" if note is not None else None


def find_file_problems(report: LoaderReport, cache: DocumentCache) -> Iterator[Problem]:
    """Yield the problems of settings files that layers such as MangoHud read in a program."""
    scanner = Scanner(report.host, cache)
    reported_details: set[str] = set()
    for found_layer in report.found_layers:
        described_layer = (
            find_description(found_layer.name) if found_layer.manifest is not None else None
        )
        if (
            described_layer is None
            or described_layer.own_settings is None
            or not described_layer.own_settings.has_file
        ):
            continue
        declared_layer = find_declaration(
            LayerDeclaration(found_layer.file, found_layer.name), scanner
        )
        if declared_layer is None or declared_layer.own_settings is None:
            continue
        layer = add_installed_release(declared_layer, report.host)
        for problem in _find_layer_problems(layer, found_layer, report.host, scanner):
            if problem.detail not in reported_details:  # copies of a layer read one file
                reported_details.add(problem.detail)
                yield problem


def _check_variable(layer: DeclaredLayer, file: OwnFile, *, loads: bool) -> Iterator[Problem]:
    """Yield the problems of the variable that has a layer's settings, such as MANGOHUD_CONFIG."""
    own_settings = layer.own_settings
    assert own_settings is not None
    if not own_settings.overrides:
        return
    values = {
        name: value.text
        for name, value in file.values.items()
        if value.variable == own_settings.overrides
    }
    for fault in find_value_faults(layer, values):
        title = tr(
            "{variable} has a value that terminates programs", variable=own_settings.overrides
        )
        severity = Severity.ERROR if loads else Severity.WARNING
        sentence = f"{fault.reason}."
        yield Problem(
            severity,
            VALUE_ENDS_PROGRAM,
            title,
            sentence,
            detail=f"{own_settings.overrides} {sentence}",
        )
    known_names = [setting.own_name for setting in layer.walk_settings()]
    for name in values:
        if name not in known_names and name not in own_settings.known_non_settings:
            title = tr(
                "{variable} has a setting that {layer} does not recognize",
                variable=own_settings.overrides,
                layer=layer.name,
            )
            sentence = explain_unknown_setting(layer, name)
            detail = f"{own_settings.overrides} {name}"
            yield Problem(Severity.WARNING, "setting-unknown", title, sentence, detail=detail)


def _find_layer_problems(
    layer: DeclaredLayer, found_layer: FoundLayer, host: Host, scanner: Scanner
) -> Iterator[Problem]:
    """Yield the problems of one layer's settings file and variable in a program."""
    own_settings = layer.own_settings
    assert own_settings is not None
    file = read_layer_file(layer, host, Target())
    loads = found_layer.verdict.outcome is Outcome.LOADS
    if file.unread_reason in (UnreadReason.NAMED_MISSING, UnreadReason.NAMED_NOTHING):
        title = tr("{variable} does not name an existing file", variable=own_settings.variable)
        sentence = render_missing_named_file(own_settings, file)
        yield Problem(
            Severity.WARNING, SETTINGS_FILE_IGNORED, title, sentence, detail=own_settings.variable
        )
    yield from _check_variable(layer, file, loads=loads)
    for path in (file.path, *file.weaker_paths):
        content = scanner.read(path) if path else None
        if content is not None:
            yield from _find_content_problems(layer, path, content, host, scanner, loads=loads)


def _find_content_problems(
    layer: DeclaredLayer, path: str, content: bytes, host: Host, scanner: Scanner, *, loads: bool
) -> Iterator[Problem]:
    """Yield the problems of what a layer's own settings file says.

    Args:
        layer: that reads the file.
        path: of the file.
        content: of the file.
        host: the machine.
        scanner: reads files of effects.
        loads: the layer loads, so that its faults are errors.
    """
    short_path = abbreviate_home(path, host.getenv("HOME") or "")
    for finding in lint_layer_file(path, content, layer, partial(read_program_file, scanner, host)):
        severity = Severity.WARNING
        if finding.code == EFFECT_ENDS_PROGRAM:
            title = tr("{file} has an effect that terminates programs", file=short_path)
        elif finding.code == VALUE_ENDS_PROGRAM:
            title = tr("{file} has a value that terminates programs", file=short_path)
        elif finding.severity is Severity.ERROR:
            title = tr("{layer} ignores {file}", layer=layer.name, file=short_path)
        else:
            title = tr(
                "{file} has a line that {layer} does not read", file=short_path, layer=layer.name
            )
        if loads and finding.code in (EFFECT_ENDS_PROGRAM, VALUE_ENDS_PROGRAM):
            severity = Severity.ERROR
        yield Problem(
            severity,
            finding.code,
            title,
            finding.sentence,
            finding.file,
            finding.line,
            detail=posixpath.join(finding.file, f"{finding.line} {finding.sentence}"),
        )
