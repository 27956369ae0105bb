"""Reads shell scripts command by command (XCU 2.3 and 2.10).

A shell reads and runs one complete command after the other, so a fault below the last command that
runs does not matter: `ShellReader.next_command` is called as a shell calls its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.programs.shell.syntax import (
    ASSIGNMENT_PATTERN,
    TRIMMING_OPERATORS,
    CaseCommand,
    Command,
    CommandList,
    CommandSubstitution,
    Conditional,
    ForEach,
    FunctionDefinition,
    GroupingCommand,
    Loop,
    OpaquePart,
    Parameter,
    Part,
    Pipeline,
    ShellSyntaxError,
    SimpleCommand,
    TextPart,
    Word,
)

MAX_NESTING = 40
_ARRAY_PATTERN = re.compile(r"[A-Za-z_]\w*\[[^]=\s]*\]\+?=", re.ASCII)
# The longest first, as a shell reads them (XCU 2.3).
_OPERATOR_PATTERN = re.compile(
    r"&>>|<<-|<<<|;;&|&&|\|\||\|&|;;|;&|&>|>>|<<|>&|<&|<>|>\||[;&|()<>\n]"
)
_REDIRECTION_OPERATORS = frozenset(
    {"<", ">", ">>", "<<", "<<-", "<<<", ">&", "<&", "<>", ">|", "&>", "&>>"}
)
_NAME_PATTERN = re.compile(r"[A-Za-z_]\w*|[0-9@*#?$!-]", re.ASCII)
_BRACED_PATTERN = re.compile(
    r"(#?)([A-Za-z_]\w*|[0-9]+|[@*#?$!-])(\[0\])?(?:(:?[-=?+]|%%?|##?)(.*))?", re.ASCII | re.DOTALL
)
_CLOSING_KEYWORDS = frozenset({"then", "elif", "else", "fi", "do", "done", "esac", "}"})
_SEPARATORS = frozenset({";", "&", "\n"})


class _Token(NamedTuple):
    """An operator, or a word with operator ""; both "" and () at the end of the text."""

    operator: str
    word: Word
    line: int

    @property
    def plain(self) -> str:
        """The word if nothing in it is quoted or replaced, else "".

        Only then it can be a keyword.
        """
        match self.word:
            case (TextPart(text, False),):
                return text
            case _:
                return ""

    @property
    def is_end(self) -> bool:
        """True at the end of the text."""
        return not self.operator and not self.word


class ShellReader:
    """Reads a script command by command."""

    def __init__(self, text: str, line: int = 1, nesting_depth: int = 0) -> None:
        self._text, self._position, self._line, self._depth = text, 0, line, nesting_depth
        self._pending_token: _Token | None = None
        self._documents: list[tuple[str, bool]] = []  # here-documents whose text is still to come

    def next_command(self) -> Command | None:
        """Read the next complete command, or return None at the end.

        Raises:
            ShellSyntaxError: the text cannot be read from here on.
        """
        self._skip_newlines()
        if self._peek_token().is_end:
            return None
        commands, operators = [], []
        while True:
            command = self._read_and_or()
            token = self._peek_token()
            commands.append(command)
            operators.append(token.operator)
            if token.operator in _SEPARATORS:
                self._next_token()
            elif not token.is_end:
                raise ShellSyntaxError(token.line)
            if (
                token.operator in ("\n", "")
                or self._peek_token().is_end
                or self._peek_token().operator
            ):
                return CommandList(tuple(commands), tuple(operators))

    # Commands

    def _read_body(self, *closing: str) -> CommandList:
        """Read commands up to one of these closing keywords or operators, which is not taken."""
        self._depth += 1
        if self._depth > MAX_NESTING:
            raise ShellSyntaxError(self._line)
        commands, operators = [], []
        self._skip_newlines()
        while not self._is_next_keyword(*closing):
            if self._peek_token().is_end:
                raise ShellSyntaxError(self._line)
            commands.append(self._read_and_or())
            operator = self._peek_token().operator
            operators.append(operator)
            if operator in _SEPARATORS:
                self._next_token()
            elif not self._is_next_keyword(*closing):
                raise ShellSyntaxError(self._line)
            self._skip_newlines()
        self._depth -= 1
        return CommandList(tuple(commands), tuple(operators))

    def _read_and_or(self) -> Command:
        """Read pipelines joined by && and ||."""
        commands, operators = [self._read_pipeline()], []
        while self._peek_token().operator in ("&&", "||"):
            operators.append(self._next_token().operator)
            self._skip_newlines()
            commands.append(self._read_pipeline())
        return CommandList(tuple(commands), (*operators, "")) if operators else commands[0]

    def _read_pipeline(self) -> Command:
        """Read commands joined by |, with a leading !."""
        negated = False
        while (word := self._peek_token().plain) in ("!", "time"):
            self._next_token()
            negated ^= word == "!"
        commands = [self._read_command()]
        while self._peek_token().operator in ("|", "|&"):
            self._next_token()
            self._skip_newlines()
            commands.append(self._read_command())
        return Pipeline(tuple(commands), negated) if negated or len(commands) > 1 else commands[0]

    def _read_command(self) -> Command:
        """Read one simple or compound command, or a function."""
        token = self._peek_token()
        if token.operator == "(":
            if self._text.startswith("(", self._position):  # ((…)) of bash
                self._next_token()
                self._position -= 1
                substitution = TextPart(self._read_nested_text("(", ")"), quoted=True)
                words = ((TextPart("let", quoted=False),), (substitution,))
                return self._skip_redirections(SimpleCommand(token.line, words=words))
            self._next_token()
            return self._skip_redirections(
                GroupingCommand(self._read_closed_body(")"), subshell=True)
            )
        readers = {
            "{": lambda: GroupingCommand(self._read_closed_body("}"), subshell=False),
            "if": lambda: self._read_conditional(token.line),
            "while": lambda: self._read_loop(token.line, is_until=False),
            "until": lambda: self._read_loop(token.line, is_until=True),
            "for": lambda: self._read_for_each(token.line),
            "select": lambda: self._read_for_each(token.line),
            "case": lambda: self._read_case(token.line),
            "function": self._read_named_function,
        }
        read = readers.get(token.plain)
        if read is not None:
            self._next_token()
            return self._skip_redirections(read())
        if (
            token.plain in _CLOSING_KEYWORDS
            or token.is_end
            or token.operator not in ("", *_REDIRECTION_OPERATORS)
        ):
            raise ShellSyntaxError(token.line)
        return self._read_simple()

    def _read_closed_body(self, closing: str) -> CommandList:
        """Read commands up to a closing keyword, and take that too."""
        body = self._read_body(closing)
        self._next_token()
        return body

    def _read_conditional(self, line: int) -> Command:
        """Read the rest of an `if`."""
        branches, else_commands = [], None
        while True:
            condition = self._read_closed_body("then")
            branches.append((condition, self._read_body("elif", "else", "fi")))
            keyword = self._next_token().plain
            if keyword == "else":
                else_commands = self._read_closed_body("fi")
            if keyword != "elif":
                return Conditional(line, tuple(branches), else_commands)

    def _read_loop(self, line: int, *, is_until: bool) -> Command:
        """Read the rest of a `while` or `is_until`."""
        condition = self._read_closed_body("do")
        return Loop(line, condition, self._read_closed_body("done"), is_until)

    def _read_for_each(self, line: int) -> Command:
        """Read the rest of a `for`."""
        name = self._next_token().plain
        words: list[Word] | None = None
        self._skip_newlines()
        if self._peek_token().plain == "in":
            self._next_token()
            words = []
            while not self._peek_token().operator and not self._peek_token().is_end:
                words.append(self._next_token().word)
        if self._peek_token().operator == ";":
            self._next_token()
        self._skip_newlines()
        if not name or self._next_token().plain != "do":
            raise ShellSyntaxError(line)
        return ForEach(
            line, name, None if words is None else tuple(words), self._read_closed_body("done")
        )

    def _read_case(self, line: int) -> Command:
        """Read the rest of a `case`."""
        word, case_arms = self._next_token().word, []
        self._skip_newlines()
        if self._next_token().plain != "in":
            raise ShellSyntaxError(line)
        self._skip_newlines()
        while self._peek_token().plain != "esac":
            if self._peek_token().operator == "(":
                self._next_token()
            patterns = [self._next_token().word]
            while (separator := self._next_token().operator) == "|":
                patterns.append(self._next_token().word)
            if separator != ")" or not all(patterns):
                raise ShellSyntaxError(line)
            case_arms.append((tuple(patterns), self._read_body(";;", "esac")))
            if self._peek_token().operator == ";;":
                self._next_token()
            self._skip_newlines()
        self._next_token()
        return CaseCommand(line, word, tuple(case_arms))

    def _read_named_function(self) -> Command:
        """Read the rest of a function that begins with the keyword `function`."""
        name = self._next_token().plain
        if self._peek_token().operator == "(":
            self._next_token()
            self._next_token()
        self._skip_newlines()
        return FunctionDefinition(name, self._read_command())

    def _skip_redirections(self, command: Command) -> Command:
        """Read and ignore the redirections behind a compound command, and return the command."""
        while self._peek_token().operator in _REDIRECTION_OPERATORS or self._is_descriptor():
            self._read_redirection()
        return command

    def _read_simple(self) -> Command:
        """Read a simple command: assignments, words and redirections."""
        line, is_redirected = self._peek_token().line, False
        assignments: list[tuple[str, bool, Word]] = []
        words: list[Word] = []
        while True:
            token = self._peek_token()
            if token.operator in _REDIRECTION_OPERATORS or self._is_descriptor():
                is_redirected |= self._read_redirection()
            elif token.operator == "(" and len(words) == 1 and not assignments:
                return self._read_function(words[0], line)
            elif token.operator or token.is_end:
                return SimpleCommand(line, tuple(assignments), tuple(words), is_redirected)
            elif not words and (assignment := _parse_assignment(token.word)) is not None:
                self._next_token()
                assignments.append(assignment)
            elif not words and token.plain == "[[":
                words += self._read_bash_test()
            else:
                words.append(self._next_token().word)

    def _read_function(self, name: Word, line: int) -> Command:
        """Read the rest of a function that begins with its name."""
        self._next_token()
        match name:
            case (TextPart(text, False),) if self._next_token().operator == ")":
                self._skip_newlines()
                return FunctionDefinition(text, self._read_command())
            case _:
                raise ShellSyntaxError(line)

    def _read_bash_test(self) -> Iterator[Word]:
        """Yield the words of [[ … ]], where operators are words too."""
        while (token := self._next_token()).plain != "]]":
            if token.is_end:
                raise ShellSyntaxError(token.line)
            yield token.word or (TextPart(token.operator, False),)
        yield token.word

    def _is_descriptor(self) -> bool:
        """True at the number in front of a redirection, such as the 2 of 2>file."""
        token = self._peek_token()
        next_character = self._text[self._position : self._position + 1]
        return token.plain.isdigit() and next_character in ("<", ">")

    def _read_redirection(self) -> bool:
        """Read a redirection. Return True if it is that of the standard output."""
        descriptor = ""
        if self._is_descriptor():
            descriptor = self._next_token().plain
        operator, target = self._next_token().operator, self._next_token()
        if target.operator or target.is_end:
            raise ShellSyntaxError(target.line)
        if operator in ("<<", "<<-"):
            end = "".join(part.text for part in target.word if isinstance(part, TextPart))
            self._documents.append((end, operator == "<<-"))
        return descriptor in ("", "1") and "<" not in operator

    # Tokens

    def _is_next_keyword(self, *closing: str) -> bool:
        """True if the next token is one of these keywords or operators."""
        token = self._peek_token()
        return (token.operator or token.plain) in closing

    def _skip_newlines(self) -> None:
        while self._peek_token().operator == "\n":
            self._next_token()

    def _peek_token(self) -> _Token:
        """Return the next token without taking it."""
        if self._pending_token is None:
            self._pending_token = self._read_token()
        return self._pending_token

    def _next_token(self) -> _Token:
        """Read the next token and go on behind it."""
        token = self._peek_token()
        self._pending_token = None
        return token

    def _read_token(self) -> _Token:
        """Read a token from the text, behind blanks and comments."""
        text = self._text
        while self._position < len(text):
            if text.startswith("\\\n", self._position):
                self._position += 2
                self._line += 1
            elif text[self._position] in " \t\r":
                self._position += 1
            elif text[self._position] == "#":
                end = text.find("\n", self._position)
                self._position = len(text) if end < 0 else end
            else:
                break
        line = self._line
        match = _OPERATOR_PATTERN.match(text, self._position)
        if match is None:
            return _Token("", self._read_word(), line)
        self._position = match.end()
        if match[0] == "\n":
            self._line += 1
            self._skip_documents()
        return _Token(match[0], (), line)

    def _skip_documents(self) -> None:
        """Skip the here-documents that begin with the next line."""
        for end, strips_tabs in self._documents:
            while self._position < len(self._text):
                line, _, _ = self._text[self._position :].partition("\n")
                self._position += len(line) + 1
                self._line += 1
                if (line.lstrip("\t") if strips_tabs else line) == end:
                    break
        self._documents.clear()

    def _read_word(self) -> Word:
        """Read a word of plain, quoted and replaced parts."""
        parts: list[Part] = []
        text, start = self._text, self._position
        while self._position < len(text):
            mark = text[self._position]
            if mark in " \t\r" or (_OPERATOR_PATTERN.match(text, self._position) is not None):
                is_array = mark == "(" and _is_assignment(text[start : self._position])
                if not is_array:
                    break
                self._read_nested_text("(", ")")
                parts.append(OpaquePart(quoted=True))
            elif mark == '"':
                self._position += 1
                parts += self._read_quoted()
            elif mark == "'":
                parts.append(TextPart(self._read_until("'", self._position + 1), quoted=True))
            elif mark == "\\":
                parts += self._read_escaped()
            elif mark in "$`":
                parts.append(self._read_replacement(is_quoted=False))
            else:
                parts.append(TextPart(mark, quoted=False))
                self._position += 1
        return tuple(_join_parts(parts))

    def _read_escaped(self) -> Iterator[Part]:
        """Yield the character behind a backslash, nothing for a line break."""
        following_text = self._text[self._position + 1 : self._position + 2]
        self._position += 2
        if following_text == "\n":
            self._line += 1
        else:
            yield TextPart(following_text or "\\", quoted=True)

    def _read_quoted(self) -> Iterator[Part]:
        """Yield the parts within double quotation marks, the first of which is read already."""
        text = self._text
        yield TextPart("", quoted=True)
        while (mark := text[self._position : self._position + 1]) != '"':
            if not mark:
                raise ShellSyntaxError(self._line)
            if mark == "\\" and text[self._position + 1 : self._position + 2] in tuple('$`"\\\n'):
                yield from self._read_escaped()
            elif mark in "$`":
                yield self._read_replacement(is_quoted=True)
            else:
                self._line += mark == "\n"
                self._position += 1
                yield TextPart(mark, quoted=True)
        self._position += 1

    def _read_replacement(self, *, is_quoted: bool) -> Part:
        """Read a parameter, command or arithmetic that begins with $ or `."""
        text, position = self._text, self._position
        if text[position] == "`":
            return CommandSubstitution(
                re.sub(r"\\([$`\\])", r"\1", self._read_until("`", position + 1)), is_quoted
            )
        if text.startswith("$((", position):
            self._position += 1
            self._read_nested_text("(", ")")
            return OpaquePart(is_quoted)
        if text.startswith("$(", position):
            self._position += 1
            return CommandSubstitution(self._read_nested_text("(", ")"), is_quoted)
        if text.startswith("${", position):
            self._position += 1
            return self._read_braced(self._read_nested_text("{", "}"), is_quoted=is_quoted)
        if text.startswith("$'", position) and not is_quoted:
            self._position += 1
            self._read_until("'", self._position + 1)
            return OpaquePart(quoted=True)
        name = _NAME_PATTERN.match(text, position + 1)
        self._position = position + 1 if name is None else name.end()
        return TextPart("$", is_quoted) if name is None else Parameter(name[0], is_quoted)

    def _read_braced(self, content: str, *, is_quoted: bool) -> Part:
        """Parse the text within ${…}."""
        match = _BRACED_PATTERN.fullmatch(content)
        if match is None or (match[1] and match[4]):
            return OpaquePart(is_quoted)
        if match[3] and match[2] != "BASH_SOURCE":  # another array
            return OpaquePart(is_quoted)
        if match[1]:
            return Parameter(match[2], is_quoted, "length")
        if self._depth >= MAX_NESTING:
            raise ShellSyntaxError(self._line)
        reader = ShellReader(match[5] or "", self._line, self._depth + 1)
        # Quotes around the whole do not quote the pattern of a trimming (XCU 2.6.2).
        word = reader.read_operand(is_quoted=is_quoted and match[4] not in TRIMMING_OPERATORS)
        return Parameter(match[2], is_quoted, match[4] or "", word)

    def read_operand(self, *, is_quoted: bool) -> Word:
        """Read all of the text as the word behind an operator of ${name}, blanks included."""
        if is_quoted:
            self._text += '"'
            parts = list(self._read_quoted())
            # A quotation within the quotation: shells differ.
            return (
                (OpaquePart(is_quoted),)
                if self._position < len(self._text)
                else tuple(_join_parts(parts))
            )
        parts = []
        while self._position < len(self._text):
            if (
                _OPERATOR_PATTERN.match(self._text, self._position)
                or self._text[self._position] in " \t"
            ):
                parts.append(TextPart(self._text[self._position], quoted=False))
                self._position += 1
            else:
                parts += self._read_word()
        return tuple(_join_parts(parts))

    def _read_until(self, end: str, start: int) -> str:
        """Read up to a mark that no backslash escapes. Before ' a backslash is no escape."""
        pattern = re.compile(r"[^']*" if end == "'" else r"(?:[^`\\]|\\.)*", re.DOTALL)
        match = pattern.match(self._text, start)
        assert match is not None
        if not self._text.startswith(end, match.end()):
            raise ShellSyntaxError(self._line)
        self._position = match.end() + 1
        self._line += match[0].count("\n")
        return match[0]

    def _read_nested_text(self, opening: str, closing: str) -> str:
        """Read the text within brackets. Quoted brackets in it do not count."""
        start, depth, text = self._position + 1, 0, self._text
        while self._position < len(text):
            mark = text[self._position]
            if mark == "'" and not (opening == "{" and depth > 1):
                self._read_until("'", self._position + 1)
                continue
            if mark == "\\":
                self._position += 1
            elif mark == '"':
                self._position += 1
                for _part in self._read_quoted():
                    pass
                continue
            elif mark in (opening, closing):
                depth += 1 if mark == opening else -1
                if not depth:
                    self._position += 1
                    return text[start : self._position - 1]
            self._line += mark == "\n"
            self._position += 1
        raise ShellSyntaxError(self._line)


def _is_assignment(text: str) -> bool:
    """True if a text is the beginning of an assignment, such as `name=`."""
    match = ASSIGNMENT_PATTERN.match(text)
    return match is not None and match.end() == len(text)


def _parse_assignment(word: Word) -> tuple[str, bool, Word] | None:
    """Return the name, whether the value is appended, and the value, None for another word."""
    match word:
        case (TextPart(text, False), *rest) if (
            match := ASSIGNMENT_PATTERN.match(text)
        ) is not None:
            value = text[match.end() :]
            parts = (TextPart(value, quoted=False), *rest) if value else tuple(rest)
            return match[1], bool(match[2]), parts
        case (TextPart(text, False), *_) if (match := _ARRAY_PATTERN.match(text)) is not None:
            return text.partition("[")[0], False, (OpaquePart(quoted=True),)
        case _:
            return None


def _join_parts(parts: Iterator[Part] | list[Part]) -> Iterator[Part]:
    """Yield the parts with adjacent texts of one kind joined."""
    held_part: TextPart | None = None
    for part in parts:
        if isinstance(part, TextPart):
            if held_part is not None and held_part.quoted is part.quoted:
                part = TextPart(held_part.text + part.text, part.quoted)
            elif held_part is not None:
                yield held_part
            held_part = part
            continue
        if held_part is not None:
            yield held_part
        held_part = None
        yield part
    if held_part is not None:
        yield held_part
