"""Files of layer settings are looked at line by line, as layers read them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.settings import declare_layer as declare
from tests.framework.settings import make_manifest, make_setting, sdk_layer
from tests.model.formats.samples import LAYER, sample
from tests.model.formats.samples import declared as validation
from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.model.configuration.configuration import Variable
from vkconfig_py.model.formats.foreign_files import ForeignKind, list_no_layers
from vkconfig_py.model.formats.layer_settings_txt import render_layer_settings
from vkconfig_py.model.formats.setting_lines import LayerSettings, Scope
from vkconfig_py.model.formats.shells import ShellKind
from vkconfig_py.model.formats.variable_scripts import render_script
from vkconfig_py.model.layer_settings.declared import DeclaredLayer
from vkconfig_py.model.layer_settings.parse_layer import read_declared
from vkconfig_py.model.problems.lint_file import lint_file

FILE = "/nowhere/vk_layer_settings.txt"
NEXT = sdk_layer("khronos_validation")


def found(text, declared=validation, file=FILE, **more):
    content = text if isinstance(text, bytes) else text.encode()
    host = Host({}, **more)
    findings = lint_file(file, content, host=host, read_declared_layers=declared)
    assert all(one.file == file and one.sentence.endswith((".", "?")) for one in findings)
    return [(one.severity.value, one.code, one.line, one.sentence) for one in findings]


def only(text, declared=validation, **more):
    ((severity, code, _line, sentence),) = found(text, declared, **more)
    return severity, code, sentence


def codes(text, declared=validation, **more):
    return [(line, code) for _severity, code, line, _sentence in found(text, declared, **more)]


def test_a_layer_with_a_file_of_its_own_reads_no_other_one():
    for name, reads in (
        ("VK_LAYER_MANGOHUD_overlay", "MangoHud.conf"),
        ("VK_LAYER_VKBASALT_post_processing", "vkBasalt.conf"),
        ("VK_LAYER_MESA_overlay", "environment variables"),
    ):
        line = f"{name.removeprefix('VK_LAYER_').lower()}.x = 1"
        said = f"{name} does not read this file: it reads {reads} instead."
        layers = (DeclaredLayer(name),)
        assert only(line, lambda known=layers: known) == ("warning", "setting-unknown", said)


def of(*settings):
    """Return lines of one layer as a function that declares it."""
    (layer,) = read_declared(make_manifest(*settings)).layers
    return lambda: (layer,)


def test_every_line_of_a_file_is_looked_at():
    assert found(sample("vk_layer_settings.txt")) == [
        ("error", "setting-value", 26, "scale: “wide” is not a number that layers can read."),
        (
            "warning",
            "setting-twice",
            24,
            (
                "Line 25 sets khronos_validation.duplicate_message_limit again; layers "
                "use the last value, so this line has no effect."
            ),
        ),
        (
            "warning",
            "setting-unknown",
            27,
            "VK_LAYER_KHRONOS_validation 1.3.283 has no setting absent.",
        ),
        (
            "note",
            "layer-unknown",
            28,
            "No layer named my_layer on this machine, so its settings cannot be checked.",
        ),
    ]


@pytest.mark.parametrize("scope", list(Scope))
def test_what_we_write_ourselves_has_nothing_wrong_in_it(scope):
    content = render_layer_settings([LayerSettings.from_entry(NEXT, None)], scope=scope).content
    assert found(content, lambda: (NEXT,)) == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("kronos_validation.scale = 2", "Did you mean “khronos_validation”?"),
        ("khronos_validation.scal = 2", "no setting scal. Did you mean “scale”?"),
        ("khronos_validation.Scale = 2", "no setting Scale. Did you mean “scale”?"),
        ("KHRONOS_validation.scale = 2", "Layers look for “khronos_validation.scale”"),
        ("VK_LAYER_KHRONOS_validation.scale = 2", "Layers look for “khronos_validation.scale”"),
        ("scale = 2", "Did you mean “khronos_validation.scale”?"),
        ("\ufeffkhronos_validation.scale = 2", "A byte order mark precedes the name"),
        ("khronos_validation.report_flags = wann", "Did you mean “warn”? Allowed: error, warn"),
    ],
)
def test_a_slip_is_told_with_the_nearest_name(text, sentence):
    severity, _code, said = only(text)
    assert severity == "warning"
    assert sentence in said


def test_names_that_nothing_is_near_to_are_told():
    assert only("= 2") == (
        "warning", "setting-name", "“” does not name a layer; expected: layer.setting = value.",
    )  # fmt: skip
    assert only("colour = 2")[1] == "setting-name"


@pytest.mark.parametrize(
    ("kind", "more", "text", "severity", "sentence"),
    [
        ("BOOL", {}, "yes", "error", "x: “yes” is neither true nor false. Layers read it as false"),
        ("INT", {}, "0x10", "error", "x: “0x10” is not a 64-bit integer in decimal notation."),
        ("INT", {"range": {"min": 1, "max": 9}}, "10", "warning", "x: Must be from 1 to 9."),
        ("ENUM", {"flags": ["fast", "slow"], "default": "fast"}, "slwo", "warning", "“slow”"),
        ("FLAGS", {"flags": ["one", "two"]}, "one,one", "warning", "A flag is listed twice."),
        ("FRAMES", {"default": "0"}, "1..3", "warning", "x: Must be a list of frames, such as"),
        ("GROUP", {}, "1", "error", "x: A group cannot have a value."),
    ],
)
def test_a_value_that_does_not_fit_is_told(kind, more, text, severity, sentence):
    found_severity, code, said = only(
        f"test_settings.x = {text}", of(make_setting("x", kind, **more))
    )
    assert (found_severity, code) == (severity, "setting-value")
    assert sentence in said


@pytest.mark.parametrize(
    ("kind", "line", "sentence"),
    [
        ("SAVE_FILE", "/a#b.txt", "Layers truncate a line at the first “#”: they read “/a”."),
        ("STRING", "a,", "x: Newer layers strip leading and trailing commas."),
        ("SAVE_FILE", "/a:b", "x: Newer layers would split the value at “:”."),
        ("STRING", '"a b"', "x: The quotation marks become part of the value"),
        ("SAVE_FILE", "~/log.txt", "x: Layers do not expand the “~” at the start"),
        ("LOAD_FOLDER", "${HOME}/log", "x: Layers do not expand the “$” at the start"),
        ("LIST", "a, b", "x: Layers treat the space next to “b” as part of that entry."),
        (
            "LIST",
            "VUID:x",
            "x: Only newer layers split lists at “:”; all layers split lists at commas.",
        ),
        (
            "LIST",
            "a;b",
            "x: On this platform, layers do not split lists at “;”, so this is a single entry.",
        ),
    ],
)
def test_characters_that_layers_read_otherwise_are_told(kind, line, sentence):
    severity, code, said = only(f"test_settings.x = {line}", of(make_setting("x", kind)))
    assert (severity, code) == ("warning", "setting-characters")
    assert said.startswith(sentence)


@pytest.mark.parametrize("line", ["/a.txt # a log", "/a;b", "/a b", "/a=b", "C,/a"])
def test_characters_that_layers_leave_alone_are_not_told(line):
    assert found(f"test_settings.x = {line}", of(make_setting("x", "SAVE_FILE"))) == []


def test_on_windows_a_semicolon_splits_and_a_colon_does_not():
    declared = of(make_setting("x", "SAVE_FILE", platforms=["WINDOWS"]))
    look = {"declared": declared, "platform": Platform.WINDOWS}
    assert found("test_settings.x = C:/a.txt", **look) == []
    assert "split the value at “;”" in only("test_settings.x = a;b", **look)[2]
    listed = {"declared": of(make_setting("x", "LIST")), "platform": Platform.WINDOWS}
    assert "split lists at “;”" in only("test_settings.x = a;b", **listed)[2]


def test_a_line_that_layers_pass_over_is_told():
    assert found("khronos_validation.scale 2\n\n  \n# note\nkhronos_validation.x # = 3") == [
        ("warning", "setting-line", 1, "Layers ignore this line: it has no “=”."),
        ("warning", "setting-line", 5, "Layers ignore this line: it has no “=” before its “#”."),
    ]


def test_nothing_behind_the_equals_sign_is_told_where_the_default_says_something():
    declared = of(
        make_setting("x", "INT", default=3), make_setting("y", "LIST"), make_setting("z", "STRING")
    )
    text = "test_settings.x =\ntest_settings.y =\ntest_settings.z = # nothing"
    assert codes(text, declared) == [(1, "setting-empty")]


def test_a_deprecated_setting_is_told_with_what_replaces_it():
    declared = of(
        make_setting("new"),
        make_setting("old", deprecated_by_key="new", status="DEPRECATED"),
        make_setting("gone", status="DEPRECATED"),
    )
    text = "test_settings.old = true\ntest_settings.gone = true\ntest_settings.new = true"
    assert found(text, declared) == [
        ("note", "setting-deprecated", 1, "old is deprecated; use new instead."),
        ("note", "setting-deprecated", 2, "gone is deprecated."),
    ]


def test_without_any_layer_only_the_form_is_looked_at():
    text = "a.x = 1\na.x = 2\nnothing\nb.y = u#v\nVK_LAYER_c.z = 1\n"
    assert codes(text, list_no_layers) == [
        (1, "setting-twice"),
        (3, "setting-line"),
        (4, "setting-characters"),
        (5, "setting-name"),
    ]


def test_a_setting_of_any_copy_of_a_layer_is_known():
    older = LAYER._replace(settings=(LAYER.find_setting("validate_core"),), manifest="/older.json")
    assert found("khronos_validation.scale = 2.5", lambda: (older, LAYER)) == []


def test_of_a_layer_that_declares_nothing_nobody_knows_what_it_reads():
    assert found("mute.x = 1", lambda: (DeclaredLayer("VK_LAYER_mute"),)) == []


def test_a_file_is_known_by_its_name_too_and_may_be_empty():
    assert found("") == []
    assert codes("scale 2") == [(1, "setting-line")]
    ((_severity, code, _line, _said),) = found("scale 2", file="/x.txt")
    assert code == "not-understood"
    (wrong,) = lint_file("/x.txt", b"scale 2", kind=ForeignKind.LAYER_SETTINGS)
    assert wrong.code == "setting-line"


def test_text_that_no_layer_reads_is_told_once():
    content = "khronos_validation.scale = 2\nnothing\n".encode("utf-16")
    said = "This is UTF-16 text, which layers cannot read."
    assert found(content) == [("error", "not-understood", 0, said)]


def test_json_under_the_name_of_a_settings_file_is_looked_at_as_json():
    assert codes(b'{"file_format_version": "1.0.0", "settings": {"stderr_log": ["error"]}}') == []


@pytest.mark.parametrize("file", ["/x", FILE])
def test_a_program_is_no_text_of_layer_settings(file):
    content = b"\x7fELF\0a.b = 1#\n" + b"\0c.d = 2#\n" * 500
    ((severity, code, _line, said),) = found(content, file=file)
    assert (severity, code, said) == (
        "error",
        "not-understood",
        "This is not text: it contains NUL bytes.",
    )


@pytest.mark.parametrize(
    "text",
    [
        "#include <a.h>\nint main(void) {\n  a.b = 1;\n  return run(&a);\n}\n",
        "<html>\n<body>\n<p>a.b = 1</p>\nthe layer.setting = value\n</html>\n",
    ],
)
def test_text_with_few_lines_of_settings_is_not_understood(text):
    assert [code for _line, code in codes(text, file="/x.txt")] == ["not-understood"]
    assert len(found(text)) > 1  # the name says that it is meant as settings


@pytest.mark.parametrize("scope", Scope)
@pytest.mark.parametrize("file", ["/mine.txt", "/mine"])
def test_settings_that_we_wrote_are_known_under_any_name(scope, file):
    layer = declare(make_setting("x", "INT", default=3))
    for layers in ([], [LayerSettings(layer, {})]):
        written = render_layer_settings(layers, scope=scope, title="Mine").content
        assert found(written, lambda: (layer,), file=file) == []
    assert found("# only\n\n  # comments\n", file=file) == []
    assert codes("# only comments", file="/mine.json") == [(1, "not-understood")]


@pytest.mark.parametrize("mark", ["", "# "])
@pytest.mark.parametrize("shell", sorted(set(ShellKind) - {ShellKind.STEAM}))
def test_scripts_of_variables_are_called_so_under_any_name(shell, mark):
    text = render_script(shell, variables=[Variable("VK_A", "b.c"), Variable("VK_B", "d")]).text
    text = "".join(f"{mark}{line}\n" for line in text.splitlines() if "VK_" in line)
    ((_severity, _code, _line, said),) = found(text, file="/mine.txt")
    assert said.startswith("A script that sets variables cannot be checked")


def test_long_values_are_shown_by_their_start():
    said = only(f"khronos_validation.scale = {'x' * 500}")[2]
    assert said == f"scale: “{'x' * 80}…” is not a number that layers can read."


@given(st.binary(max_size=80))
def test_any_text_is_looked_at(content):
    layer = declare(
        make_setting("x", "LIST"), make_setting("y", "SAVE_FILE"), make_setting("z", "INT")
    )
    for key in (b"", b"test_settings.x =", b"test_settings.y = ", b"a\ntest_settings.z ="):
        for platform in Platform:
            found(key + content, lambda: (layer,), platform=platform)


def test_an_unknown_layer_is_told_once_however_many_lines_it_has():
    text = "my_layer.a = 1\nother_one.b = 2\nmy_layer.c = 3\n"
    assert codes(text) == [(1, "layer-unknown"), (2, "layer-unknown")]


def test_every_foreign_entry_of_a_list_is_named():
    layer = of(make_setting("l", "LIST", list=["a", "b"], list_only=True))
    _severity, code, sentence = only("test_settings.l = x,a,y", layer)
    assert code == "setting-value"
    assert sentence == "l: The layer does not recognize “x”, “y”. Allowed: a, b."


def test_a_setting_that_a_deprecated_one_hides_is_told():
    content = (
        b"khronos_validation.validate_sync = true\n"
        b'khronos_validation.enables = "VK_VALIDATION_FEATURE_ENABLE_BEST_PRACTICES_EXT"\n'
        b"khronos_validation.message_id_filter = 02699\n"
    )
    told = [one for one in codes(content, lambda: (NEXT,)) if one[1] != "setting-deprecated"]
    assert told == [(1, "setting-hidden"), (3, "setting-characters")]
