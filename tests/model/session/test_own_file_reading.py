"""What the user's own file of a layer says is the value in force where nothing is chosen."""

from __future__ import annotations

import json

import pytest

from tests.framework.manifests import implicit_layer, layer_document
from tests.framework.settings_session import SettingsMachine, open_session
from tests.model.session.edited import kept, label, node
from vkconfig_py.model.configuration.configuration import ListItem, Target
from vkconfig_py.model.layer_settings.own_file import NO_FILE
from vkconfig_py.model.plan.users_file import read_users_file
from vkconfig_py.model.session.layer_editing import LayerEditing
from vkconfig_py.ui.settings.page_parts import describe_origin

MANGOHUD = "VK_LAYER_MANGOHUD_overlay"


@pytest.fixture
def hud(qtbot, tmp_path):
    """Return a function that shows the settings of MangoHud beside a file of the user."""
    sessions = []

    def open_hud(content=None, layer=MANGOHUD, name="MangoHud/MangoHud.conf", **environment):
        machine = SettingsMachine(tmp_path, HOME=str(tmp_path), **environment)
        document = layer_document(implicit_layer(layer, "libx.so"))
        machine.add(json.dumps(document).encode(), layer)
        file = tmp_path / ".config" / name
        if content is not None:
            file.parent.mkdir(parents=True)
            file.write_bytes(content)
        session = open_session(qtbot, machine)
        sessions.append(session)
        editing = LayerEditing(
            session.shared, session.edits, session.snapshots, session.declared, session
        )
        editing.show_row(machine.row(layer))
        if content is not None:
            qtbot.waitUntil(lambda: editing._own_files.file is not NO_FILE)
        return editing

    yield open_hud
    for session in sessions:
        session.close()


def notes(editing, key):
    return [one.text for one in node(editing, key).notes]


def test_without_a_file_the_layers_own_defaults_are_shown(hud):
    editing = hud()
    assert editing.own_path == ""
    assert editing.has_page
    assert node(editing, "font_size").text == "24"
    assert notes(editing, "font_size") == []


@pytest.mark.parametrize(
    ("content", "original", "origin"),
    [
        (
            None,
            None,
            "Apply created {}. Launch uses a private file; withdrawing removes the file.",
        ),
        (
            b"font_size=32\n",
            b"font_size=24\n",
            "Apply changed {}. Launch uses a copy with your changes; "
            "withdrawing restores the file.",
        ),
    ],
    ids=["created", "changed"],
)
def test_the_origin_says_what_apply_did_to_the_file(hud, tmp_path, content, original, origin):
    editing = hud(content)
    path = str(tmp_path / ".config/MangoHud/MangoHud.conf")
    planned = "Apply writes MangoHud.conf for every program, or a separate file for each chosen"
    assert planned in describe_origin(editing) or "no settings" in describe_origin(editing)
    request = editing._snapshots.shown.request._replace(
        own_files=(path,), original_contents=((path, original),) if original else ()
    )
    file = read_users_file(editing.declared, request, "/usr/bin/vkcube")
    assert (file.path, file.applied_path) == (path if original else "", path)
    editing._own_files._show_file(file)
    said = describe_origin(editing)
    assert said.endswith(origin.format("~/.config/MangoHud/MangoHud.conf"))


def test_a_value_of_the_file_is_shown_with_its_line(hud):
    editing = hud(b"# mine\nfont_size=32\nno_display\n")
    assert editing.own_path == "~/.config/MangoHud/MangoHud.conf"
    assert node(editing, "font_size").text == "32"
    assert notes(editing, "font_size") == ["Set in ~/.config/MangoHud/MangoHud.conf, line 2."]
    assert node(editing, "no_display").checked is True
    assert editing.count_settings() == 0


def test_what_is_chosen_takes_its_place_and_reset_goes_back_to_the_file(hud):
    editing = hud(b"font_size=32\nno_display\n")
    editing.write(node(editing, "font_size"), "24")
    editing.check(node(editing, "no_display"), is_on=False)
    # 24 and off are the layer's own defaults, and are kept, as the file says otherwise.
    assert kept(editing) == {"font_size": 24.0, "no_display": False}
    assert node(editing, "font_size").default_text == "MangoHud.conf: 32"
    assert notes(editing, "font_size") == []
    assert label(editing) == "Set Hidden at start"
    editing.reset(node(editing, "font_size"))
    assert node(editing, "font_size").text == "32"
    assert kept(editing) == {"no_display": False}


def test_a_list_of_the_file_is_read_as_one(hud):
    editing = hud(b"fps_limit = 60, 30\n")
    row = node(editing, "fps_limit")
    assert [child.label for child in row.children] == ["60", "30"]
    editing.add(row, "90")
    assert kept(editing) == {"fps_limit": (ListItem(60), ListItem(30), ListItem(90))}


def test_a_value_that_is_none_is_told_with_what_the_layer_uses(hud):
    editing = hud(b"font_size=large\ntext_color=zzz\nposition=nowhere\nbackground_alpha=2\n")
    file = "~/.config/MangoHud/MangoHud.conf"
    assert node(editing, "font_size").text == "24"
    assert notes(editing, "text_color") == [
        f"Line 2 of {file} specifies “zzz”, but the layer uses 000000. "
        "Must be a color such as 39F900."
    ]
    assert node(editing, "text_color").text == "000000"
    assert notes(editing, "position")[0].startswith(
        f"Line 3 of {file} specifies “nowhere”, but the layer uses "
    )
    assert node(editing, "background_alpha").text == "2"
    assert notes(editing, "background_alpha") == [
        f"Line 4 of {file} specifies “2”. Must be from 0 to 1."
    ]


def test_a_value_that_ends_the_program_is_an_error(hud):
    editing = hud(b"fps_value=x\n")
    (note,) = node(editing, "fps_value").notes
    assert (note.tone, note.text) == (
        "error",
        "MangoHud cannot convert fps_value=x and terminates the program.",
    )
    assert node(editing, "fps_value").text == "x"


def test_a_variable_that_wins_is_said_at_the_setting(hud):
    editing = hud(b"font_size=32\n", MANGOHUD_CONFIG="fps_limit=30")
    assert notes(editing, "fps_limit") == [
        "Your session sets MANGOHUD_CONFIG=fps_limit=30, which takes precedence."
    ]
    unread = (
        "Your session sets MANGOHUD_CONFIG=fps_limit=30 without read_cfg, so the layer does "
        "not read a settings file."
    )
    assert editing.own_path == ""
    assert node(editing, "font_size").text == "24"
    assert notes(editing, "font_size") == [unread]
    assert node(editing, "fps_limit").text == "30"
    editing.check(node(editing, "no_display"), is_on=True)
    assert notes(editing, "no_display") == [unread]


def test_a_variable_that_is_empty_keeps_the_file_from_being_read(hud):
    editing = hud(b"font_size=32\n", MANGOHUD_CONFIG="")
    assert node(editing, "font_size").text == "24"
    unread = (
        "Your session sets MANGOHUD_CONFIG= without read_cfg, so the layer does not read a "
        "settings file."
    )
    assert notes(editing, "font_size") == [unread]


def test_a_file_that_a_variable_names_in_vain_is_said_at_the_setting(hud):
    editing = hud(b"font_size=32\n", MANGOHUD_CONFIGFILE="~/.config/MangoHud/MangoHud.conf")
    assert node(editing, "font_size").text == "24"
    assert notes(editing, "font_size") == [
        (
            "MANGOHUD_CONFIGFILE names ~/.config/MangoHud/MangoHud.conf, but “~” is not "
            "expanded, so the file is not found. The layer does not read a settings file."
        )
    ]


def test_the_variable_that_names_the_file_may_be_empty(hud):
    editing = hud(b"font_size=32\n", MANGOHUD_CONFIGFILE="")
    assert notes(editing, "font_size") == [
        "MANGOHUD_CONFIGFILE is empty, so the layer does not read a settings file."
    ]


def test_presets_search_and_changed_only_work_as_for_other_layers(hud):
    editing = hud()
    titles = [one.label for one in editing.detect_preset().presets]
    assert titles[:2] == ["Layer defaults", "FPS only"]
    editing.choose_preset(1)
    assert kept(editing)["fps_only"] is True
    editing.set_filters(editing.filters._replace(query="second", only_changed=False))
    shown = {one.id for top in editing.state.rows for one in top.walk()}
    assert "fps_limit" in shown
    assert "cpu_color" not in shown
    editing.set_filters(editing.filters._replace(query="", only_changed=True))
    shown = {one.id for top in editing.state.rows for one in top.walk()}
    assert "fps_only" in shown
    assert "fps_limit" not in shown
    editing.reset_all()
    assert kept(editing) == {}


PRESETS = b"[preset 2]\nfont_size=20\nno_display\n[preset 7]\nfont_size=30\n"


def presets_of(tmp_path):
    file = tmp_path / ".config/MangoHud/presets.conf"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(PRESETS)
    return file


def test_the_preset_that_the_file_begins_with_counts_below_the_file(hud, tmp_path):
    (tmp_path / "p").write_bytes(PRESETS)
    editing = hud(b"preset=2,1\nno_display=0\n", MANGOHUD_PRESETSFILE=str(tmp_path / "p"))
    assert node(editing, "font_size").text == "20"
    assert notes(editing, "font_size") == [
        "Preset 2 from ~/p, line 2; versions before 0.6.9 ignore it."
    ]
    assert not node(editing, "no_display").checked
    assert notes(editing, "no_display") == ["Set in ~/.config/MangoHud/MangoHud.conf, line 2."]


def test_presets_of_the_user_are_offered_and_the_chosen_one_is_shown(hud, tmp_path, qtbot):
    file = presets_of(tmp_path)
    editing = hud()
    qtbot.waitUntil(lambda: editing._own_files.file.presets_path == str(file))
    assert node(editing, "font_size").text == "24"
    offered = [one.label for one in editing.list_choices(node(editing, "preset"))]
    assert offered[-2:] == ["Detailed", "Preset 7"]
    with qtbot.waitSignal(editing._snapshots.current_changed):
        editing.choose(node(editing, "preset"), "7")
    editing.show_row(editing._row)  # as the inspector does with each picture
    qtbot.waitUntil(lambda: node(editing, "font_size").text == "30")
    assert notes(editing, "font_size") == [
        "Preset 7 from ~/.config/MangoHud/presets.conf, line 5; versions before 0.6.9 ignore it."
    ]
    editing.write(node(editing, "font_size"), "31")
    assert kept(editing) == {"preset": "7", "font_size": 31}


def test_a_preset_of_the_session_wins_over_the_chosen_one(hud, tmp_path, qtbot):
    presets_of(tmp_path)
    editing = hud(MANGOHUD_CONFIG="read_cfg,preset=7\\,2")
    with qtbot.waitSignal(editing._snapshots.current_changed):
        editing.choose(node(editing, "preset"), "2")
    editing.show_row(editing._row)
    qtbot.waitUntil(lambda: node(editing, "font_size").text == "30")


@pytest.mark.parametrize(
    ("content", "origin"),
    [
        (
            b"version = 2\n",
            "~/.config/lsfg-vk/conf.toml has profiles for programs. Choose a program to see and "
            "change its settings.",
        ),
        (
            b"version = 3\n",
            "~/.config/lsfg-vk/conf.toml is not edited: its version is not 2, so the layer ignores "
            "it. Once the file is correct, its settings can be changed here.",
        ),
    ],
)
def test_the_origin_says_why_a_file_with_profiles_is_not_edited(hud, content, origin):
    editing = hud(content, "VK_LAYER_LSFGVK_frame_generation", "lsfg-vk/conf.toml")
    assert describe_origin(editing).endswith(origin)


@pytest.mark.parametrize(
    ("content", "origin"),
    [
        (
            b"version = 2\n[[profile]]\nname = 'Mine'\nactive_in = 'vkcube'\n",
            "Based on the profile “Mine” in ~/.config/lsfg-vk/conf.toml. Launch uses a copy with "
            "your changes; Apply changes the profile.",
        ),
        (
            b"version = 2\n",
            "~/.config/lsfg-vk/conf.toml has no profile for this program. Launch uses a copy with "
            "one; Apply adds one.",
        ),
    ],
)
def test_the_origin_names_the_profile_of_the_program(hud, content, origin):
    editing = hud(content, "VK_LAYER_LSFGVK_frame_generation", "lsfg-vk/conf.toml")
    request = editing._snapshots.shown.request
    configuration = request.configuration._replace(target=Target("/usr/bin/vkcube"))
    request = request._replace(configuration=configuration)
    editing._own_files._show_file(read_users_file(editing.declared, request, "/usr/bin/vkcube"))
    assert describe_origin(editing).endswith(origin)


def test_the_origin_names_all_files_that_count(hud, tmp_path):
    editing = hud(b"gamma = 0.5\n", "VK_LAYER_vksumi_color_grading", "vkSumi/vkSumi.conf")
    file = tmp_path / ".config/vkSumi/games/vkcube.conf"
    file.parent.mkdir()
    file.write_bytes(b"tint = 0.5\n")
    request = editing._snapshots.shown.request
    editing._own_files._show_file(read_users_file(editing.declared, request, "/usr/bin/vkcube"))
    assert describe_origin(editing).endswith(
        "Based on ~/.config/vkSumi/games/vkcube.conf and ~/.config/vkSumi/vkSumi.conf, all of "
        "which count. Launch adds a private file with your changes; Apply changes the layer's file."
    )
    assert notes(editing, "gamma") == ["Set in ~/.config/vkSumi/vkSumi.conf, line 1."]
    assert notes(editing, "tint") == ["Set in ~/.config/vkSumi/games/vkcube.conf, line 1."]


def test_half_the_name_of_an_effect_is_held_back_until_it_is_one_or_is_dropped(hud):
    layer = "VK_LAYER_VKBASALT_post_processing"
    editing = hud(b"mine = /fx/mine.fx\n", layer, "vkBasalt/vkBasalt.conf")
    effects = node(editing, "effects")
    editing.begin(effects)
    assert not editing.type(effects, "cas, s")
    assert not editing.write(effects, "cas, s")
    editing.finish_typing()
    assert kept(editing) == {}
    assert node(editing, "effects").is_draft
    assert notes(editing, "effects") == [
        "No effect or effect file named “s”. Not written: cas still applies."
    ]
    editing.discard_typed(node(editing, "effects"))
    assert not node(editing, "effects").is_draft
    assert editing.write(node(editing, "effects"), "cas, smaa, mine")
    assert kept(editing) == {"effects": (ListItem("cas"), ListItem("smaa"), ListItem("mine"))}
