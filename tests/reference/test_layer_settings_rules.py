"""The rules of the settings file and of variables, shown by both families of real readers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.framework.chromium import INSTALLED_VALIDATION
from tests.framework.settings import declare_setting, find_effective_values, sdk_layer
from tests.framework.settings_run import MISTAKE, Reader, SettingsRun, run_with_settings
from vkconfig_py.model.configuration.configuration import VALIDATION, LayerEntry, ListItem
from vkconfig_py.model.formats.layer_settings_txt import (
    FILE_NAME,
    LayerSettings,
    Scope,
    parse_layer_settings,
    render_layer_settings,
)
from vkconfig_py.model.layer_settings.checks import InvalidValue, check_value
from vkconfig_py.model.layer_settings.encoding import (
    RefusedValue,
    TextTarget,
    decode_value,
    encode_value,
)
from vkconfig_py.model.layer_settings.known_layers import find_entry_reading
from vkconfig_py.model.layer_settings.layer_values import set_entry_value
from vkconfig_py.model.layer_settings.parse_layer import read_declared
from vkconfig_py.model.problems.lint_layer_settings import find_value_problems

LAYER = "khronos_validation"
FLAGS = f"{LAYER}.report_flags = info,error\n"
FILTER = f"{LAYER}.message_id_filter = "
VARIABLE = "VK_LAYER_MESSAGE_ID_FILTER"
BOTH = list(Reader)
FILTERED = declare_setting("LIST")


@pytest.fixture(params=BOTH, ids=lambda reader: reader.value)
def reader(request: pytest.FixtureRequest) -> Reader:
    """Return a real layer of either family."""
    return request.param


def run(reader: Reader, folder: Path, text: str, **variables: str) -> SettingsRun:
    ran = run_with_settings(reader, folder, text, environment=variables)
    assert ran.result == 0
    return ran


def tells_itself(ran: SettingsRun) -> bool:
    """Return whether the layer was told to report information."""
    return "CURRENT-VALIDATION-ENABLED" in ran.output or "Current Enables" in ran.output


@pytest.mark.parametrize(
    "line",
    [
        "khronos_validation.report_flags=info",
        "\tkhronos_validation.report_flags\f=\vinfo \r",
        "khronos_validation.report_flags = info # error",
        "khronos_validation.report_flags = info,",
        "khronos_validation.report_flags = ,info",
        "khronos_validation.report_flags = error\nkhronos_validation.report_flags = info",
        "khronos_validation.report_flags = info = error",
        "Khronos_validation.report_flags = info",
        "khronos_validation.Report_flags = info",
        "khronos_validation.report_flags = INFO",
        "\ufeffkhronos_validation.report_flags = info",
        "# khronos_validation.report_flags = info",
        'khronos_validation.report_flags = "info"',
        "khronos_validation.report_flags # = info",
    ],
)
def test_a_line_is_read_as_our_reader_reads_it(line: str, reader: Reader, tmp_path: Path):
    value = find_effective_values(parse_layer_settings(line)).get(
        "khronos_validation.report_flags", ""
    )
    assert tells_itself(run(reader, tmp_path, line)) == ("info" in value.split(","))


@pytest.mark.parametrize(
    "flags",
    [
        "info",
        "error,info",
        "error, info",
        "info:error",
        "info;error",
        'error,"info"',
        "INFO",
        "inof",
    ],
)
def test_flags_that_lint_finds_nothing_wrong_with_reach_both_readers(flags: str, tmp_path: Path):
    installed = read_declared(INSTALLED_VALIDATION.read_bytes()).layers[0]
    setting = installed.find_setting("report_flags")
    assert setting is not None
    wrong = tuple(find_value_problems(setting, flags, ":"))
    line = f"{LAYER}.report_flags = {flags}"
    arrives = [tells_itself(run(one, tmp_path / one.value, line)) for one in BOTH]
    assert all(arrives) == (not wrong)


@pytest.mark.parametrize(
    "name",
    ["a b", "a,b", "a:b,c", "a,,b", "a=b", "a;b", "é漢", '"a"', "$HOME", "~a", "a\\b", "a\udcffb"],
)
def test_a_text_that_is_not_refused_arrives(name: str, reader: Reader, tmp_path: Path):
    text = encode_value(declare_setting("SAVE_FILE"), name)
    assert isinstance(text, str)
    ran = run(reader, tmp_path, f"{FLAGS}{LAYER}.log_filename = {text}\n")
    assert list(ran.files) == [name]
    assert MISTAKE in ran.files[name]


@pytest.mark.parametrize("name", ["a#b", "a:b", ",a", "a,", " a", "a ", "a\nb", "a\tb\t"])
def test_a_text_that_is_refused_would_not_arrive_everywhere(name: str, tmp_path: Path):
    assert isinstance(encode_value(declare_setting("SAVE_FILE"), name), RefusedValue)
    names = []
    for reader in BOTH:
        ran = run(reader, tmp_path / reader.value, f"{FLAGS}{LAYER}.log_filename = {name}\n")
        names += list(ran.files)
    assert names != [name, name]


@pytest.mark.parametrize(
    "items",
    [
        (ListItem("x", enabled=False), ListItem(MISTAKE)),
        (ListItem("x"), ListItem(MISTAKE)),
        (ListItem(MISTAKE), ListItem("x:y")),
        (ListItem(1668015322),),
        (ListItem("0x636be4da"), ListItem(7)),
    ],
    ids=range(5),
)
def test_a_list_arrives_in_the_file_and_in_the_variable(items, reader: Reader, tmp_path: Path):
    text = encode_value(declare_setting("LIST"), items)
    assert isinstance(text, str)
    assert run(reader, tmp_path, FLAGS + FILTER + text).mistakes == 0
    text = encode_value(declare_setting("LIST"), items, ":", TextTarget.VARIABLE)
    if isinstance(text, str):
        assert run(reader, tmp_path, FLAGS, **{VARIABLE: text}).mistakes == 0


def test_the_last_of_thousands_of_entries_arrives(reader: Reader, tmp_path: Path):
    others = tuple(ListItem(f"VUID-{number:06}") for number in range(10_800))
    text = encode_value(declare_setting("LIST"), (*others, ListItem(MISTAKE)))
    assert isinstance(text, str)
    assert run(reader, tmp_path, FLAGS + FILTER + text).mistakes == 0
    text = encode_value(
        declare_setting("LIST"), (*others, ListItem(MISTAKE)), ":", TextTarget.VARIABLE
    )
    assert isinstance(text, str)
    assert run(reader, tmp_path, FLAGS, **{VARIABLE: text}).mistakes == 0


def test_an_entry_with_the_separator_of_paths_stays_whole(reader: Reader, tmp_path: Path):
    text = encode_value(declare_setting("LIST"), (ListItem(f"x:{MISTAKE}"),))
    assert run(reader, tmp_path, f"{FLAGS}{FILTER}{text}").mistakes == 2


def test_blanks_in_a_list_belong_to_the_entries(reader: Reader, tmp_path: Path):
    assert run(reader, tmp_path, f"{FLAGS}{FILTER}x, {MISTAKE}").mistakes == 2


def test_a_blank_before_a_flag_is_dropped_by_older_layers_in_report_flags_alone(tmp_path: Path):
    both = {reader: run(reader, tmp_path, f"{LAYER}.report_flags = info, error") for reader in BOTH}
    assert both[Reader.OLDER].mistakes == 2
    assert both[Reader.NEWER].mistakes == 0
    core = "VK_VALIDATION_FEATURE_DISABLE_CORE_CHECKS_EXT"
    for disables, times in ((f"x,{core}", 0), (f"x, {core}", 2)):
        text = f"{FLAGS}{LAYER}.disables = {disables}"
        assert run(Reader.OLDER, tmp_path, text).mistakes == times


def test_a_comma_says_that_no_flag_is_set_and_an_empty_text_does_not(tmp_path: Path):
    report_flags = declare_setting("FLAGS", flags=("info", "error"), default=["error"])
    nothing = f"{LAYER}.report_flags = {encode_value(report_flags, ())}"
    empty = f"{LAYER}.report_flags ="
    mistakes = [
        (run(reader, tmp_path, nothing).mistakes, run(reader, tmp_path, empty).mistakes)
        for reader in (Reader.NEWER, Reader.OLDER)
    ]
    assert mistakes == [(0, 2), (0, 0)]


def test_hexadecimal_is_a_number_to_older_layers_only(tmp_path: Path):
    text = f"{FLAGS}{LAYER}.duplicate_message_limit = 0x1"
    assert run(Reader.NEWER, tmp_path, text).mistakes == 2
    assert run(Reader.OLDER, tmp_path, text).mistakes == 1


def test_older_layers_keep_the_lower_32_bits_of_a_number(tmp_path: Path):
    def mistakes(reader: Reader, number: int) -> int:
        return run(reader, tmp_path, f"{FLAGS}{LAYER}.duplicate_message_limit = {number}").mistakes

    assert [mistakes(Reader.OLDER, number) for number in (2**32 - 1, 2**32 + 1)] == [2, 1]
    narrow = declare_setting("INT")._replace(is_wide=False)
    assert isinstance(check_value(narrow, 2**32 + 1), InvalidValue)
    assert check_value(narrow, 2**32 - 1) is None
    assert [mistakes(reader, 2**32 - 1) for reader in BOTH] == [2, 2]


@pytest.mark.parametrize(
    "text", ["true", "TRUE", "on", "1", "-1", "2", "false", "off", "0", "0x1", "yes", "1.0", ""]
)
def test_newer_layers_take_these_words_for_true(text: str, tmp_path: Path):
    is_on = decode_value(declare_setting("BOOL"), text) is True
    ran = run(Reader.NEWER, tmp_path, f"{FLAGS}{LAYER}.validate_sync = {text}")
    assert ("- Synchronization" in ran.output) == is_on


def test_a_variable_is_split_at_commas_by_newer_layers_only(tmp_path: Path):
    for text, mistakes in ((f"x,{MISTAKE}", [0, 2]), (f"x:{MISTAKE}", [0, 0])):
        ran = [
            run(one, tmp_path, FLAGS, **{VARIABLE: text}) for one in (Reader.NEWER, Reader.OLDER)
        ]
        assert [one.mistakes for one in ran] == mistakes


def test_a_variable_wins_in_newer_layers_and_is_added_in_older_ones(tmp_path: Path):
    def ran(reader: Reader, variable: str) -> int:
        text = f"{FLAGS}{FILTER}{MISTAKE}"
        return run(reader, tmp_path, text, **{VARIABLE: variable}).mistakes

    assert [ran(Reader.NEWER, "x"), ran(Reader.OLDER, "x")] == [2, 0]
    assert [ran(Reader.NEWER, ""), ran(Reader.OLDER, "")] == [0, 0]


@pytest.mark.parametrize(
    "variable",
    ["VK_KHRONOS_VALIDATION_REPORT_FLAGS", "VK_VALIDATION_REPORT_FLAGS", "VK_REPORT_FLAGS"],
)
def test_long_and_short_variables_are_those_of_newer_layers(variable: str, tmp_path: Path):
    for reader in BOTH:
        ran = run(reader, tmp_path, "", **{variable: "info"})
        assert tells_itself(ran) == (reader is Reader.NEWER)


PLACES = ("xdg/vulkan/settings.d", "home/.local/share/vulkan/settings.d", "named", "working")


@pytest.mark.parametrize(
    ("places", "variables", "read"),
    [
        (PLACES, ("XDG_DATA_HOME", "VK_LAYER_SETTINGS_PATH"), "xdg/vulkan/settings.d"),
        (PLACES[1:], ("XDG_DATA_HOME", "VK_LAYER_SETTINGS_PATH"), "named"),
        (PLACES, ("VK_LAYER_SETTINGS_PATH",), "home/.local/share/vulkan/settings.d"),
        (PLACES[3:], ("VK_LAYER_SETTINGS_PATH",), "working"),
        (PLACES[2:], (), "working"),
    ],
    ids=["data home", "not there", "home", "named but missing", "working directory"],
)
def test_the_first_of_these_places_is_read(places, variables, read, reader, tmp_path: Path):
    values = {
        "XDG_DATA_HOME": str(tmp_path / "xdg"),
        "VK_LAYER_SETTINGS_PATH": str(tmp_path / "named" / FILE_NAME),
    }
    content = None
    for place in places:
        text = f"{FLAGS}{LAYER}.log_filename = {place.replace('/', '_')}"
        if place == "working":
            content = text
            continue
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / FILE_NAME).write_text(text, "utf-8")
    chosen = {name: values[name] for name in variables}
    ran = run_with_settings(reader, tmp_path, content, environment=chosen)
    assert list(ran.files) == [read.replace("/", "_")]


def test_the_variable_may_name_a_folder(reader: Reader, tmp_path: Path):
    (tmp_path / "named").mkdir()
    (tmp_path / "named" / FILE_NAME).write_text(f"{LAYER}.log_filename = read", "utf-8")
    variables = {"VK_LAYER_SETTINGS_PATH": str(tmp_path / "named")}
    ran = run_with_settings(reader, tmp_path, None, environment=variables)
    assert list(ran.files) == ["read"]


def test_the_documented_file_leaves_a_layer_as_it_is_by_itself(reader: Reader, tmp_path: Path):
    installed = read_declared(INSTALLED_VALIDATION.read_bytes()).layers[0]
    layer = LayerSettings.from_entry(
        sdk_layer(LAYER) if reader is Reader.NEWER else installed, None
    )
    layer = layer._replace(values={**layer.values, "report_flags": ("info", "error")})
    content = render_layer_settings([layer], scope=Scope.ALL).text
    assert f"\n# {LAYER}.disables = VK_" in content
    alone, documented = (parts_at_work(run(reader, tmp_path, text)) for text in (FLAGS, content))
    assert alone == documented != []


def test_what_a_manifest_calls_the_default_is_not_what_the_layer_does(
    reader: Reader, tmp_path: Path
):
    default = f"{LAYER}.disables = VK_VALIDATION_FEATURE_DISABLE_THREAD_SAFETY_EXT\n"
    texts = (FLAGS, FLAGS + default, f"{FLAGS}{default}{LAYER}.validate_sync = true")
    alone, written, newer = (parts_at_work(run(reader, tmp_path, text)) for text in texts)
    assert alone != written
    assert written == newer  # the older setting hides the newer ones


def parts_at_work(ran: SettingsRun) -> list[str]:
    """Return what the layer says about itself."""
    lines = [line.strip() for line in ran.lines]
    return [line for line in lines if line.startswith(("- ", "Current"))]


PRACTICES, SYNC = (
    f"VK_VALIDATION_FEATURE_ENABLE_{name}_EXT"
    for name in ("BEST_PRACTICES", "SYNCHRONIZATION_VALIDATION")
)
RELEASES = {Reader.OLDER: "1.3.239", Reader.NEWER: "1.4.360"}


@pytest.mark.parametrize("entry", [PRACTICES, f'"{PRACTICES}"', f'"{PRACTICES}', SYNC, SYNC[:-4],
                                   PRACTICES[:-4], f'{SYNC}"'])  # fmt: skip
def test_a_flag_is_read_with_marks_and_without_its_end_as_its_release_does(
    entry: str, reader: Reader, tmp_path: Path
):
    entries = find_entry_reading(VALIDATION, RELEASES[reader], "enables")
    text = f"{FLAGS}{LAYER}.enables = {entry}\n"
    alone = parts_at_work(run(reader, tmp_path, FLAGS))
    is_known = entries.read(entry) in (PRACTICES, SYNC)
    assert (parts_at_work(run(reader, tmp_path, text)) != alone) is is_known


@pytest.mark.parametrize("entry", [MISTAKE, f'"{MISTAKE}"', MISTAKE[-5:], f'"{MISTAKE[-5:]}"'])
def test_a_message_is_left_out_as_its_release_reads_the_entry(
    entry: str, reader: Reader, tmp_path: Path
):
    entries = find_entry_reading(VALIDATION, RELEASES[reader], "message_id_filter")
    read = entries.read(entry)
    mutes = read == MISTAKE or (read == MISTAKE[-5:] and not entries.is_ineffective(read))
    ran = run(reader, tmp_path, f"{FILTER}{entry}\n")
    assert (ran.mistakes == 0) is mutes
    wrong = tuple(find_value_problems(FILTERED, entry, ":", entries))
    assert (wrong == ()) is mutes


@pytest.mark.parametrize("key", ["disables", "duplicate_message_limit", "printf_to_stdout"])
def test_what_is_set_to_the_default_is_in_the_file_and_what_nobody_set_is_not(key: str):
    layer = read_declared(INSTALLED_VALIDATION.read_bytes()).layers[0]
    setting = layer.find_setting(key)
    assert setting is not None
    # Without it the setting of its messages would have no effect.
    printing = ("VK_VALIDATION_FEATURE_ENABLE_DEBUG_PRINTF_EXT",)
    before = set_entry_value(layer, LayerEntry(layer.name), "enables", printing)
    entry = set_entry_value(layer, before, key, setting.default)
    for said, names in ((before, []), (entry, [f"{LAYER}.{key}"])):
        content = render_layer_settings([LayerSettings.from_entry(layer, said)]).content
        lines = find_effective_values(parse_layer_settings(content))
        assert [name for name in lines if name.endswith(key)] == names


def test_a_real_layer_limits_messages_with_the_default_of_its_manifest_only_if_it_is_set(
    tmp_path: Path,
):
    layer = read_declared(INSTALLED_VALIDATION.read_bytes()).layers[0]
    setting = layer.find_setting("duplicate_message_limit")
    assert setting is not None
    # The program makes its mistake in two command buffers, so the limit has to be below that.
    layer = layer._replace(settings=tuple(
        one._replace(default=1) if one is setting else one for one in layer.walk_settings()
    ))  # fmt: skip
    entry = set_entry_value(layer, LayerEntry(layer.name), "duplicate_message_limit", 1)
    counts = [
        run_with_settings(
            Reader.OLDER,
            tmp_path,
            render_layer_settings([LayerSettings.from_entry(layer, one)]).content,
        ).mistakes
        for one in (None, entry)
    ]
    assert counts == [2, 1]
