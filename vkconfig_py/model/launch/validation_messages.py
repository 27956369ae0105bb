"""Messages of the validation layer, put together from the lines of a program's output.

A message has several lines, in one of the forms below, which real layers and programs print
(tests/reference/test_validation_messages.py makes them anew):

- LAYER: layers up to 1.3.28x print the whole message in one line that begins with its identifier,
  then its objects; a text of several lines stands between.
- BLOCK: newer layers print identifier, text and objects in lines of their own, and a blank one.
- JSON: newer layers with `message_format_json`.
- CUBE: programs of the Khronos samples print identifier and number before the text.
- INSIDE: other programs print only the text that their messenger gets. That of older layers has
  the identifier in it.
- CALL: that of newer layers has it only in the address at its end.

Where the end of a message shows only later, following lines are held back: they become part of the
message when what belongs to it comes after them, else they are lines of the program.

Messages are also counted by kind, and a kind leads to the specification and to a setting.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum, auto
from typing import Any, Protocol

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.launch.log_store import (
    SEVERITIES,
    EntryReader,
    LogEntry,
    MessageHeader,
)
from vkconfig_py.model.launch.observed_loader import OutputLine
from vkconfig_py.model.layer_settings.declared import DeclaredLayer
from vkconfig_py.model.layer_settings.setting_edits import FILTER_KEY
from vkconfig_py.model.text.severities import render_severity_count
from vkconfig_py.model.text.wording import escape_invisible, render_count

HOLD_SECONDS = 0.2  # seconds for which other lines wait for the rest of a message
MAX_HELD_LINES = 200  # lines of a message whose end does not come
_MAX_CALL_LINES = 20  # lines of a message that only its address tells from what programs print
VALIDATION = "validation"

# A message that layer and program both print is one entry: the validation layer prints its messages
# itself (`debug_action`) and hands them to the messengers of the program, most of which print them
# too. The same message then stands twice in the output, one right after the other, in either order.
_HANDLE_PATTERN = re.compile(r"0x[0-9a-f]+")
_SPACE_RUN_PATTERN = re.compile(r"\s+")
_SPECIFICATION_URL = "https://registry.khronos.org/vulkan/specs"
_LAST_SEPARATE_VERSION = (1, 3)  # later versions have one document
# Which settings print a message; the first that a layer declares counts. Older layers have one list
# for what is checked in addition, and one for what is not checked. A rule with a number does not
# say which part of the layer checks it, so that is the group of all parts.
_SETTINGS_BY_MESSAGE_PATTERN = (
    (r"BestPractices", ("validate_best_practices", "enables")),
    (r"^SYNC-", ("validate_sync", "enables")),
    (r"DEBUG-PRINTF", ("printf_enable", "validate_gpu_based", "enables")),
    (r"GPU-A", ("gpuav_enable", "validate_gpu_based", "enables")),
    (r"Threading", ("thread_safety", "disables")),
    (r"-(parent|commonparent)$", ("object_lifetime", "disables")),
    (r"-(parameter|sType|pNext|unique|bitmask|arraylength)$", ("stateless_param", "disables")),
    (r"^VUID-", ("validation_control", "validate_core", "disables")),
    (r"", ("report_flags",)),
)
_ID_EXPRESSION = r"(?:VUID-[\w-]+|UNASSIGNED-[\w-]+|SYNC-HAZARD-[\w-]+|BestPractices-[\w-]+)"
_BLOCK_PATTERN = re.compile(r"Validation ([A-Z][\w ]*?): \[ (.+?) \](.*)")
_LAYER_PATTERN = re.compile(r"^(\S.*?)\((\w+) / [\w ]+\): msgNum: (-?\d+) - ")
_CUBE_PATTERN = re.compile(
    r"^(\w+) : [\w+ ]+ - Message Id Number: (-?\d+) \| Message Id Name: (.*)"
)
_CALL_PATTERN = re.compile(r"\bvk[A-Z]\w+\(\): ")
_ID_PATTERN = re.compile(_ID_EXPRESSION)
_JSON_BEGIN_PATTERN = re.compile(r'^\t"(?:AppName|Severity)" : "')
_JSON_END_PATTERN = re.compile(r"^\}\s*$")
_LABELS_PATTERN = re.compile(r"^\tCommand Buffer Labels - (\d+)$")
_OBJECT_PATTERN = re.compile(r"^\s+(Object|Label)?\[\d+\](?: -)? (.*)")
_OBJECT_IN_TEXT_PATTERN = re.compile(r"Object \d+: (.*?), type = (VK_OBJECT_TYPE_\w+);", re.S)
_MESSAGE_ID_PATTERN = re.compile(r"MessageID = (0x[0-9a-f]+)(?: \| )?")
_SPEC_PATTERN = re.compile(r"\bThe Vulkan spec states: ")
_URL_PATTERN = re.compile(r"\((https?://[^\s()]+#(VUID-[\w-]+))\)")
_REPEAT_PATTERN = re.compile(r"\(Warning - This VUID has now been reported \d+ times[^)]*\)\.?\s*")
_APPLICATION_PATTERN = re.compile(r"^\[AppName: .*?\] (?=vk|\w+\()")
_SEVERITY_BY_WORD = {
    "error": "error",
    "warning": "warning",
    "warn": "warning",
    "performance warning": "warning",
    "perf": "warning",
}


class MessageForm(Enum):
    """How a message is written; see above."""

    LAYER = auto()
    BLOCK = auto()
    JSON = auto()
    CUBE = auto()
    INSIDE = auto()
    CALL = auto()
    LINE = auto()  # names a message, but is not written as any of these


_COUNT_PATTERNS = {
    MessageForm.LAYER: re.compile(r"^    Objects: (\d+)$"),
    MessageForm.BLOCK: re.compile(r"^Objects: (\d+)$"),
    MessageForm.CUBE: re.compile(r"^\tObjects - (\d+)$"),
}


class _OpenMessage:
    """A message whose end has not come.

    Attributes:
        lines: what belongs to it.
        later_lines: what came after these: lines that may belong to it, and lines of other sources.
        left: lines of objects or labels still to come; -1 before their number is known.
        is_after_blank: its text has ended with a blank line.
    """

    __slots__ = ("form", "is_after_blank", "is_json", "later_lines", "left", "lines", "match")

    def __init__(self, form: MessageForm, line: OutputLine, match: re.Match[str] | None) -> None:
        self.form = form
        self.match = match
        self.lines = [line]
        self.later_lines: list[OutputLine] = []
        self.left = -1
        self.is_after_blank = False
        self.is_json = form is MessageForm.JSON

    def is_foreign(self, line: OutputLine) -> bool:
        """Return whether a line is of another source or output than this message."""
        return line.source not in ("", VALIDATION) or line.stream != self.lines[0].stream

    def has_address(self, text: str) -> bool:
        """Return whether a text has the address with which this message ends."""
        address = _URL_PATTERN.search(text)
        return address is not None and self.match is not None and address[2] == self.match[2]

    def append_line(self, line: OutputLine) -> None:
        """Add a line that belongs to the message, and with it what was held back before it."""
        self.lines += [
            output_line for output_line in self.later_lines if not self.is_foreign(output_line)
        ]
        self.later_lines = [line for line in self.later_lines if self.is_foreign(line)]
        self.lines.append(line)

    def settle(self) -> bool:
        """Decide on what was held back. Return False if these lines are no message."""
        if self.form in (MessageForm.JSON, MessageForm.CALL):
            return len(self.lines) > 1
        later_lines, self.later_lines = self.later_lines, []
        for line_index, line in enumerate(later_lines):
            if self.is_foreign(line):
                self.later_lines.append(line)
            elif self._looks_own(line.text):
                self.lines.append(line)
            else:
                self.later_lines += later_lines[line_index:]
                break
        return True

    def _looks_own(self, text: str) -> bool:
        """Return whether a held-back line belongs to the message, by its indentation."""
        if self.form in (MessageForm.BLOCK, MessageForm.CUBE):
            return not text.strip()
        return text[:1].isspace() and bool(text.strip())


class _Step(Enum):
    TAKE = auto()
    LAST = auto()  # take it, and the message has ended
    HOLD = auto()
    OTHER = auto()  # the message has ended before it


class MessageReader:
    """Puts lines together; loses none, and keeps the order of first lines."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._open: _OpenMessage | None = None
        self._clock = clock
        self._last_line_time = 0.0  # when the last line was taken that belongs to the open message

    def feed(self, line: OutputLine) -> list[LogEntry]:
        """Return the entries that this line completes."""
        if self._open is None:
            return self._begin(line)
        step = self._step(self._open, line)
        if step is _Step.OTHER:
            return [*self._close(), *self.feed(line)]
        if step is _Step.HOLD:
            self._open.later_lines.append(line)
            if self._clock() - self._last_line_time >= HOLD_SECONDS:
                return self.finish()
        else:
            self._open.append_line(line)
            self._last_line_time = self._clock()
        held_lines = len(self._open.lines) + len(self._open.later_lines)
        limit = _MAX_CALL_LINES if self._open.form is MessageForm.CALL else MAX_HELD_LINES
        return self._close() if step is _Step.LAST or held_lines >= limit else []

    def finish(self) -> list[LogEntry]:
        """Return what is held back, as if nothing that belongs to it came any more."""
        entries: list[LogEntry] = []
        while self._open is not None:
            entries += self._close()
        return entries

    def _begin(self, line: OutputLine) -> list[LogEntry]:
        """Begin a message with a line, or return the line as an entry of its own."""
        form, match = _find_form(line)
        if form is None:
            return [_make_program_entry(line)]
        self._open = _OpenMessage(form, line, match)
        self._last_line_time = self._clock()
        is_whole = form is MessageForm.INSIDE and self._open.has_address(line.text)
        return self._close() if form is MessageForm.LINE or is_whole else []

    def _close(self) -> list[LogEntry]:
        """Return the entries of the open message and of the lines held back behind it."""
        open_, self._open = self._open, None
        if open_ is None:
            return []
        if open_.settle():
            entries = [_make_entry(open_)]
            later_lines = open_.later_lines
        else:
            entries = [_make_program_entry(open_.lines[0])]
            later_lines = [*open_.lines[1:], *open_.later_lines]
        for line in later_lines:  # among them another message may begin
            entries += self.feed(line)
        return entries

    def _step(self, open_message: _OpenMessage, line: OutputLine) -> _Step:
        """Return whether a line belongs to the open message, may do so, or is another's."""
        if open_message.is_foreign(line):
            return _Step.HOLD
        # The text that a Khronos sample prints second is in the form that layers give it.
        is_text = open_message.form is MessageForm.JSON or (
            open_message.form is MessageForm.CUBE and len(open_message.lines) == 1
        )
        if not is_text and _find_form(line)[0] in _FORMS_WITH_HEAD:
            return _Step.OTHER
        return _STEP_FUNCTION_BY_MESSAGE_FORM[open_message.form](open_message, line.text)


_FORMS_WITH_HEAD = (MessageForm.LAYER, MessageForm.BLOCK, MessageForm.CUBE, MessageForm.INSIDE)


def _may_begin(text: str) -> bool:
    """Return False for nearly all lines that begin no message.

    This is six times as fast as an expression.
    """
    return (
        "(): " in text
        or ": [ " in text
        or text.endswith("{")
        or "VUID-" in text
        or "UNASSIGNED-" in text
        or "SYNC-HAZARD-" in text
        or "BestPractices-" in text
        or "Message Id Number: " in text
    )


def _find_form(line: OutputLine) -> tuple[MessageForm | None, re.Match[str] | None]:
    """Return the form of the message that a line begins, None for none, with the match."""
    text = line.text
    if not _may_begin(text) or line.source not in ("", VALIDATION):
        return None, None
    for form, pattern in ((MessageForm.LAYER, _LAYER_PATTERN), (MessageForm.CUBE, _CUBE_PATTERN)):
        if match := pattern.search(text):
            return form, match
    if match := _BLOCK_PATTERN.search(text):
        number = _MESSAGE_ID_PATTERN.search(match[3])
        is_whole_line = number is not None and number.end() == len(match[3])
        return (MessageForm.BLOCK if is_whole_line else MessageForm.INSIDE), match
    if text.endswith("{"):
        return MessageForm.JSON, None
    if _ID_PATTERN.search(text):
        return MessageForm.LINE, None
    return (MessageForm.CALL, None) if _CALL_PATTERN.search(text) else (None, None)


def is_printed_by_layer(text: str) -> bool:
    """Return whether the layer itself printed a message, not a messenger of the program."""
    line = text[: text.find("\n")] if "\n" in text else text
    if _LAYER_PATTERN.search(line) or line == "{":
        return True
    return line.startswith("Validation ") and _BLOCK_PATTERN.match(line) is not None


def _step_layer_form(open_message: _OpenMessage, text: str) -> _Step:
    """Decide on a line after the head that the layer prints."""
    if open_message.left > 0:
        return _step_objects(open_message, text)
    if match := _COUNT_PATTERNS[MessageForm.LAYER].match(text):
        open_message.left = int(match[1])
        return _Step.TAKE if open_message.left else _Step.LAST
    return _Step.HOLD


def _step_objects(open_message: _OpenMessage, text: str) -> _Step:
    """Count a line that lists an object, and decide whether it is the last."""
    # The name of an object may have line ends in it.
    if _OBJECT_PATTERN.match(text):
        open_message.left -= 1
    return (
        _Step.LAST
        if open_message.left == 0 and open_message.form is MessageForm.LAYER
        else _Step.TAKE
    )


def _step_block_form(open_message: _OpenMessage, text: str) -> _Step:
    """Decide on a line of a message whose head stands alone."""
    if open_message.left > 0:
        return _step_objects(open_message, text)
    if open_message.left == 0:
        return _Step.OTHER if text.strip() else _Step.LAST
    if match := _COUNT_PATTERNS[MessageForm.BLOCK].match(text):
        open_message.left = int(match[1])
        return _Step.TAKE
    if open_message.is_after_blank:
        return _Step.TAKE if _SPEC_PATTERN.match(text) else _Step.HOLD
    open_message.is_after_blank = not text.strip()
    return _Step.TAKE


def _step_json_form(open_message: _OpenMessage, text: str) -> _Step:
    """Decide on a line of a message in JSON."""
    if len(open_message.lines) == 1:
        return _Step.TAKE if _JSON_BEGIN_PATTERN.match(text) else _Step.OTHER
    return _Step.LAST if _JSON_END_PATTERN.match(text) else _Step.TAKE


def _step_cube_form(open_message: _OpenMessage, text: str) -> _Step:
    """Decide on a line of a message as the Khronos samples print it."""
    if open_message.left > 0:
        return _step_objects(open_message, text)
    if match := _COUNT_PATTERNS[MessageForm.CUBE].match(text) or _LABELS_PATTERN.match(text):
        open_message.left = int(match[1])
        return _Step.TAKE
    if len(open_message.lines) == 1:
        open_message.is_json = text.strip() == "{"
        return _Step.TAKE
    if open_message.is_after_blank or open_message.left == 0:
        return _Step.HOLD
    open_message.is_after_blank = not text.strip()
    return _Step.TAKE


def _step_inside_form(open_message: _OpenMessage, text: str) -> _Step:
    """Decide on a line of a message that has its head within the text."""
    return _Step.LAST if open_message.has_address(text) else _Step.HOLD


def _step_call_form(_open: _OpenMessage, text: str) -> _Step:
    """Decide on a line of a message that begins with a call."""
    if _CALL_PATTERN.search(text):
        return _Step.OTHER
    return _Step.LAST if _SPEC_PATTERN.match(text) and _URL_PATTERN.search(text) else _Step.HOLD


_STEP_FUNCTION_BY_MESSAGE_FORM = {
    MessageForm.LAYER: _step_layer_form,
    MessageForm.BLOCK: _step_block_form,
    MessageForm.JSON: _step_json_form,
    MessageForm.CUBE: _step_cube_form,
    MessageForm.INSIDE: _step_inside_form,
    MessageForm.CALL: _step_call_form,
}


def _make_program_entry(line: OutputLine) -> LogEntry:
    """Make a log entry of a line that is no validation message."""
    return LogEntry(line.severity, line.source, line.time, line.text)


def _make_entry(open_message: _OpenMessage) -> LogEntry:
    """Make a log entry of a whole validation message."""
    text = "\n".join(line.text for line in open_message.lines)
    data = _parse_json(text) if open_message.is_json else None
    severity, header = _read_text(open_message, text) if data is None else _read_json(data)
    return LogEntry(severity, VALIDATION, open_message.lines[0].time, text, header)


def _read_text(open_message: _OpenMessage, text: str) -> tuple[str, MessageHeader]:
    """Return severity and header of a validation message in text form."""
    severity, identifier, number = _parse_head(open_message, text)
    address = _URL_PATTERN.search(text)
    header = MessageHeader(
        identifier,
        number,
        _list_objects(open_message, text),
        _find_first_sentence(_find_message_text(open_message, text)),
        address[1] if address else "",
        is_last=_REPEAT_PATTERN.search(text) is not None,
    )
    return severity, header


def _parse_head(open_message: _OpenMessage, text: str) -> tuple[str, str, int | None]:
    """Return severity, identifier and number."""
    match = open_message.match
    if match is None:
        address_match = _URL_PATTERN.search(text)
        identifier = (
            address_match[2] if address_match else next(iter(_ID_PATTERN.findall(text)), "")
        )
        severities = {line.severity for line in open_message.lines}
        return next(severity for severity in SEVERITIES if severity in severities), identifier, None
    if open_message.form is MessageForm.CUBE:
        return _parse_severity(match[1]), match[3], int(match[2])
    if match.re is _LAYER_PATTERN:
        return _parse_severity(match[2]), match[1], int(match[3])
    number = _MESSAGE_ID_PATTERN.search(text)
    return _parse_severity(match[1]), match[2], to_signed_number(number[1]) if number else None


def _parse_severity(word: str) -> str:
    """Return the severity that a word means, info for an unknown word."""
    return _SEVERITY_BY_WORD.get(word.casefold(), "info")


def to_signed_number(number: str) -> int:
    """Return the number of a message as messengers get it.

    Layers print it without a sign.
    """
    value = int(number, 16) & 0xFFFFFFFF
    return value - (1 << 32) if value >> 31 else value


def _list_objects(open_message: _OpenMessage, text: str) -> tuple[str, ...]:
    """Return type and handle of the Vulkan objects that a message names."""
    if object_matches := _OBJECT_IN_TEXT_PATTERN.findall(text):
        return tuple(f"{kind} {_find_handle(handle)}" for handle, kind in object_matches)
    lines = (
        _OBJECT_PATTERN.match(line.text) for line in open_message.lines if open_message.left >= 0
    )
    return tuple(match[2] for match in lines if match and match[1] != "Label")


def _find_handle(text: str) -> str:
    """Return handle and name of an object without what the layer writes around them."""
    return text.removeprefix("handle = ").replace(", name = ", " ")


def _find_message_text(open_message: _OpenMessage, text: str) -> str:
    """Return the text of a message, without head and objects."""
    number = _MESSAGE_ID_PATTERN.search(text)
    if number is not None:
        text = text[number.end() :]
    elif open_message.form is MessageForm.CUBE:
        text = text.partition("\n")[2]
    elif match := _CALL_PATTERN.search(text):
        text = text[match.start() :]
    return text


def _find_first_sentence(text: str) -> str:
    """Return the first line that says something."""
    text = _REPEAT_PATTERN.sub("", _SPEC_PATTERN.split(text)[0])
    lines = (_APPLICATION_PATTERN.sub("", line.strip()) for line in text.split("\n"))
    return next((line for line in lines if line), "")


def _parse_json(text: str) -> Mapping[str, Any] | None:
    """Return the JSON object in a message, None if it is none."""
    begin, end = text.find("{\n"), text.rfind("\n}")
    try:
        data = json.loads(text[begin : end + 2], strict=False)
    except ValueError:
        return None
    return data if isinstance(data, dict) else None


def _read_json(data: Mapping[str, Any]) -> tuple[str, MessageHeader]:
    """Return severity and header of a validation message in JSON form."""

    def get_member(name: str) -> str:
        return str(data.get(name, ""))

    sentence = " ".join(
        part for part in (get_member("Location"), get_member("MainMessage")) if part
    )
    sentence = _find_first_sentence(sentence)
    objects = data.get("Objects")
    number = get_member("MessageID")
    header = MessageHeader(
        get_member("VUID"),
        to_signed_number(number) if re.fullmatch(r"0x[0-9a-f]+", number) else None,
        tuple(map(_render_json_object, objects if isinstance(objects, list) else ())),
        f"{get_member('Function')}(): {sentence}" if get_member("Function") else sentence,
        get_member("SpecUrl"),
        is_last=_REPEAT_PATTERN.search(get_member("MainMessage")) is not None,
    )
    return _parse_severity(get_member("Severity")), header


def _render_json_object(data: Any) -> str:
    """Return type, handle and name of a Vulkan object in a message in JSON form."""
    if not isinstance(data, dict):
        return str(data)
    name = f"[{data['name']}]" if data.get("name") else ""
    return f"{data.get('type', '')} {data.get('handle', '')}{name}"


class PairedMessages:
    """Makes one entry of a message and its repetition; both texts stay in it."""

    def __init__(self, reader: EntryReader | None = None) -> None:
        self._reader = reader or MessageReader()
        self._held_entry: LogEntry | None = None  # a message that the next entry may repeat

    def feed(self, line: OutputLine) -> list[LogEntry]:
        """Return the entries that a line completes. A message waits for its repetition."""
        return list(self._pair(self._reader.feed(line)))

    def finish(self) -> list[LogEntry]:
        """Return the entries that are held back."""
        entries = list(self._pair(self._reader.finish()))
        held_entry, self._held_entry = self._held_entry, None
        return [*entries, held_entry] if held_entry else entries

    def _pair(self, entries: Iterable[LogEntry]) -> Iterator[LogEntry]:
        """Yield entries, with a message and its repetition as one."""
        for entry in entries:
            held_entry, self._held_entry = self._held_entry, None
            if held_entry is not None and _is_repetition(entry, held_entry):
                yield _merge_entries(held_entry, entry)
                continue
            if held_entry is not None:
                yield held_entry
            if entry.message is None:
                yield entry
            else:
                self._held_entry = entry


def _is_repetition(entry: LogEntry, held_entry: LogEntry) -> bool:
    """Return whether layer and program printed the same: identifier, objects and text."""
    held_message, message = held_entry.message, entry.message
    if held_message is None or message is None:
        return False
    return (
        held_message.kind == message.kind
        and is_printed_by_layer(held_entry.text) != is_printed_by_layer(entry.text)
        and _normalize_paired_text(held_message) == _normalize_paired_text(message)
        and _are_same_objects(held_message.objects, message.objects)
    )


def _normalize_paired_text(header: MessageHeader) -> str:
    """Return the sentence of a message as it is compared."""
    return _SPACE_RUN_PATTERN.sub(" ", header.sentence).strip()


def _are_same_objects(objects: tuple[str, ...], other_objects: tuple[str, ...]) -> bool:
    """Return whether both name the same objects, whatever types they write.

    Many messengers print the text alone, and none of the objects.
    """
    return (
        not objects or not other_objects or _list_handles(objects) == _list_handles(other_objects)
    )


def _list_handles(objects: tuple[str, ...]) -> list[str]:
    """Return the handles of these Vulkan objects."""
    return [match[0] for object_name in objects if (match := _HANDLE_PATTERN.search(object_name))]


def _merge_entries(held_entry: LogEntry, entry: LogEntry) -> LogEntry:
    """Make one entry of a message and its repetition.

    A messenger often leaves out severity, number and objects.
    """
    layer, messenger = (
        (held_entry, entry) if is_printed_by_layer(held_entry.text) else (entry, held_entry)
    )
    layer_message, messenger_message = layer.message, messenger.message
    if layer_message is not None and messenger_message is not None:
        layer_message = layer_message._replace(
            number=messenger_message.number
            if layer_message.number is None
            else layer_message.number,
            objects=layer_message.objects or messenger_message.objects,
            address=layer_message.address or messenger_message.address,
            is_last=layer_message.is_last or messenger_message.is_last,
        )
    text = f"{held_entry.text}\n{entry.text}"
    return held_entry._replace(severity=layer.severity, text=text, message=layer_message)


class MessageKind(NamedTuple):
    """Messages with the same identifier.

    Attributes:
        is_limited: the layer said that it prints no more of them.
    """

    identifier: str
    severity: str
    total: int
    is_limited: bool = False


class MessageCounts:
    """Counts the messages among entries."""

    def __init__(self) -> None:
        self._kinds: dict[str, MessageKind] = {}

    def add(self, entries: Iterable[LogEntry]) -> None:
        """Count the messages among these entries."""
        for entry in entries:
            head = entry.message
            if head is None:
                continue
            key = head.identifier or head.sentence
            kind = self._kinds.get(key) or MessageKind(key, entry.severity, 0)
            self._kinds[key] = kind._replace(
                total=kind.total + 1, is_limited=kind.is_limited or head.is_last
            )

    def kinds(self) -> tuple[MessageKind, ...]:
        """Return the kinds of messages, the worst first, then the most frequent."""

        def order(kind: MessageKind) -> tuple[int, int]:
            return SEVERITIES.index(kind.severity), -kind.total

        return tuple(sorted(self._kinds.values(), key=order))


class CountedKind(Protocol):
    """A kind of messages with its number."""

    @property
    def identifier(self) -> str:
        """The VUID or other name."""

    @property
    def severity(self) -> str:
        """The severity of its first message."""

    @property
    def total(self) -> int:
        """The number of messages."""


def render_summary(
    kinds: Iterable[CountedKind], unread: str = "", disabled_check_count: int = 0
) -> str:
    """Return "12 messages, 3 kinds: 10 errors, 2 warnings".

    Args:
        kinds: of the messages that came.
        unread: a file with messages that are not counted, "" for none.
        disabled_check_count: checks of the validation layer that the configuration turned off.
    """
    if unread:
        counts = render_summary(kinds, "", disabled_check_count)
        return tr(
            "{counts}; messages in {file} were not read",
            counts=counts,
            file=escape_invisible(unread),
        )
    kinds = tuple(kinds)
    if not kinds and disabled_check_count:
        return counted(
            "No validation messages ({n} checks off)",
            "No validation messages ({n} check off)",
            disabled_check_count,
        )
    if not kinds:
        return tr("No validation messages")
    total = render_count(sum(kind.total for kind in kinds), "message")
    kind_count = render_count(len(kinds), "kind")
    parts = []
    for severity in SEVERITIES:
        count = sum(kind.total for kind in kinds if kind.severity == severity)
        if count:
            parts.append(render_severity_count(count, severity))
    return f"{total}, {kind_count}: {', '.join(parts)}"


def specification_address(header: MessageHeader, version: tuple[int, ...]) -> str:
    """Return the address of the rule in the specification, "" if it is no rule of it.

    `version`: of the layer.
    """
    if header.address:
        return header.address
    if not re.fullmatch(r"VUID-[\w-]+", header.identifier, re.ASCII):
        return ""
    major, minor = (*version, 0, 0)[:2]
    has_own_specification = (1, 0) <= (major, minor) <= _LAST_SEPARATE_VERSION
    document = f"{major}.{minor}-extensions" if has_own_specification else "latest"
    return f"{_SPECIFICATION_URL}/{document}/html/vkspec.html#{header.identifier}"


def find_printing_setting(header: MessageHeader, declared_layer: DeclaredLayer) -> str:
    """Return the setting with which the layer prints a message, "" if it declares none."""
    for pattern, keys in _SETTINGS_BY_MESSAGE_PATTERN:
        if re.search(pattern, header.identifier, re.ASCII):
            declared_keys = (
                key for key in (*keys, FILTER_KEY) if declared_layer.find_setting(key) is not None
            )
            return next(declared_keys, "")
    return ""
