"""What if in the window: looked at, never written; and the environment that matters."""

from __future__ import annotations

import json
import os

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QApplication

from vkconfig_py.loader.explain import story
from vkconfig_py.loader.verdicts import RemoveFile
from vkconfig_py.model.configuration import Target, Variable, Wish
from vkconfig_py.model.picture_values import NOTHING_SUPPOSED, RowKind, Supposition
from vkconfig_py.model.plan import Mechanism
from vkconfig_py.model.store import NO_CHECK_OF_WHAT_IF
from vkconfig_py.ui.panels.inspector import CHANGES, ENVIRONMENT, FILE, LIBRARY, MANIFEST, WHY
from vkconfig_py.ui.what_if_commands import APPLIED_TODAY, MOVED_TODAY
from vkconfig_py.ui.widgets import Ink

# the offscreen platform says so about every popup
POPUPS = pytest.mark.qt_log_ignore("This plugin does not support")
DISABLE = "VK_LOADER_LAYERS_DISABLE"
MESA = "VK_LAYER_MESA_device_select"
MANGOHUD = "VK_LAYER_MANGOHUD_overlay_x86_64"
VKBASALT = "VK_LAYER_VKBASALT_post_processing"


def rows(window):
    return {row.name: row for _index, row in window.chain.view.rows()}


def chain_of(window):
    return [row.name for row in rows(window).values() if row.kind is RowKind.LAYER]


def wait_until_answered(qtbot, window):
    what_if = window.store.what_if
    qtbot.waitUntil(lambda: not what_if.is_hypothetical or what_if.picture is not None)
    qtbot.waitUntil(lambda: not what_if.pending and not window.store._refresher.pending)


def press(widget, key, modifiers=Qt.KeyboardModifier.NoModifier):
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(widget, QKeyEvent(kind, key, modifiers))


@pytest.fixture
def bar(qtbot, window):
    """Return the bar, opened by its action."""
    window.actions_["what_if"].trigger()
    assert window.chain.what_if is not None
    return window.chain.what_if


@pytest.fixture
def supposing(qtbot, window, bar):
    """Return the window while every implicit layer is supposed to be off."""
    window.store.what_if.set_variable(DISABLE, "~implicit~")
    wait_until_answered(qtbot, window)
    return window


# the bar


def test_the_bar_takes_the_place_of_the_head_and_gives_it_back(window, bar):
    assert bar.isVisible()
    assert not window.chain.sentence.isVisible()
    assert window.header.what_if.isChecked()
    bar.close_button.click()
    assert not bar.isVisible()
    assert window.chain.sentence.isVisible()
    assert not window.header.what_if.isChecked()


def test_opening_supposes_nothing_and_shows_today(window, bar):
    assert window.store.shown is window.store.picture
    assert bar.loads.text().endswith("layers load")
    assert bar.differs.text() == "· Nothing is supposed yet"
    assert not bar.adopt.isVisible()
    assert not bar.reset.isEnabled()
    assert window.strip.verified.text() == "Sample machine"


def test_the_keyboard_goes_to_the_bar_and_back(qtbot, window, bar):
    qtbot.waitUntil(bar.loader.hasFocus)
    window.actions_["what_if"].trigger()
    qtbot.waitUntil(window.chain.view.hasFocus)


def test_f6_walks_through_the_bar(qtbot, window, bar):
    window.chain.view.setFocus()
    qtbot.waitUntil(window.chain.view.hasFocus)
    window.actions_["previous_pane"].trigger()
    qtbot.waitUntil(bar.loader.hasFocus)
    window.actions_["next_pane"].trigger()
    qtbot.waitUntil(window.chain.view.hasFocus)


def test_escape_leaves_the_bar_and_keeps_what_is_supposed(qtbot, supposing):
    supposing.chain.what_if.bits.setFocus()
    qtbot.keyClick(supposing.chain.what_if.bits, Qt.Key.Key_Escape)
    qtbot.waitUntil(supposing.chain.view.hasFocus)
    assert supposing.store.what_if.is_hypothetical


def test_every_part_of_the_bar_has_a_name_for_screen_readers(supposing):
    bar = supposing.chain.what_if
    assert bar.accessibleName() == "What if"
    for widget in bar.findChildren(QAbstractButton):
        assert widget.accessibleName(), widget
    assert bar._tags[0].accessibleName() == f"{DISABLE}=~implicit~, supposed"
    assert bar._tags[0].accessibleDescription() == "Enter changes it, Delete takes it away"


def test_a_variable_changes_the_rows_at_once_and_says_what_was(supposing):
    found = rows(supposing)
    assert found[MESA].kind is RowKind.OFF_LAYER
    assert found[MESA].delta == "loads today"
    assert found[MESA].reason == f"{DISABLE}=~implicit~ matches"
    bar = supposing.chain.what_if
    assert bar.tags() == [f"{DISABLE}=~implicit~"]
    assert "would load" in bar.loads.text()
    assert "differ from today" in bar.differs.text()
    assert "This is what if: nothing is written." in bar.accessibleDescription()


def test_an_old_loader_does_not_know_the_variable(qtbot, window, bar):
    what_if = window.store.what_if
    what_if.set_variable("VK_IMPLICIT_LAYER_PATH", "/nowhere")
    wait_until_answered(qtbot, window)
    assert MESA not in rows(window)
    what_if.suppose(what_if.supposed._replace(version=(1, 3, 275)))
    wait_until_answered(qtbot, window)
    found = rows(window)
    assert found[MESA].kind is RowKind.LAYER
    loader = found["Loader 1.3.275"]
    assert loader.simulated
    assert loader.delta == "1.4.364 today"
    assert bar.loader.value == "1.3.275"


def test_a_loader_that_would_fail_says_so_in_red(qtbot, window, bar):
    window.store.what_if.suppose(Supposition(version=(1, 3, 239)))
    wait_until_answered(qtbot, window)
    assert bar.loads.text() == "Vulkan would fail"
    assert bar.loads._ink is Ink.ERROR
    assert "VK_ERROR_OUT_OF_HOST_MEMORY" in bar.accessibleDescription()


def test_everything_says_that_it_is_simulated(qtbot, supposing):
    assert supposing.strip.verified.text() == "Simulated"
    foot = "Simulated: not checked with a real loader."
    assert supposing.inspector.why._foot.text() == foot
    assert not supposing.inspector.why._check.isVisible()
    supposing.chain.view.select_key(f"layer:{MESA}")
    today = supposing.inspector.why._today
    assert today.isVisible()
    assert today.text().startswith("Today: Loads: always on")
    supposing.actions_["what_if"].trigger()
    assert not today.isVisible()


def test_reset_supposes_nothing_and_closing_returns_to_today(qtbot, supposing):
    store = supposing.store
    before = store.what_if.supposed
    supposing.actions_["what_if"].trigger()
    assert store.shown is store.picture
    assert MESA in chain_of(supposing)
    assert not any(row.delta for row in rows(supposing).values())
    supposing.actions_["what_if"].trigger()  # and back again
    assert store.what_if.supposed == before
    wait_until_answered(qtbot, supposing)
    assert MESA not in chain_of(supposing)
    supposing.chain.what_if.reset.click()
    assert store.what_if.supposed == NOTHING_SUPPOSED
    assert MESA in chain_of(supposing)


@POPUPS
def test_any_version_can_be_typed(qtbot, window, bar):
    bar.loader.click()
    popup = bar.choosing.popup
    qtbot.keyClicks(popup.field, "1.3.250")
    qtbot.keyClick(popup.field, Qt.Key.Key_Return)
    wait_until_answered(qtbot, window)
    assert window.store.what_if.supposed == Supposition(version=(1, 3, 250))
    assert "Loader 1.3.250" in rows(window)


@POPUPS
def test_what_makes_no_sense_is_not_taken_and_the_sentence_says_what_would(qtbot, bar):
    bar.loader.click()
    popup = bar.choosing.popup
    qtbot.keyClicks(popup.field, "new")
    while popup.model.rowCount():
        qtbot.keyClicks(popup.field, "x")
    assert popup._none.text() == "A loader version is three numbers, such as 1.3.239."
    qtbot.keyClick(popup.field, Qt.Key.Key_Return)
    assert popup.isVisible()
    popup.close()


@POPUPS
def test_choosing_the_first_entry_takes_the_thing_as_it_is(qtbot, window, bar):
    window.store.what_if.suppose(Supposition(version=(1, 3, 250)))
    bar.loader.click()
    qtbot.keyClick(bar.choosing.popup.field, Qt.Key.Key_Return)
    assert window.store.what_if.supposed == NOTHING_SUPPOSED


@POPUPS
def test_a_variable_is_typed_changed_and_taken_away(qtbot, window, bar):
    bar.variable.click()
    qtbot.keyClicks(bar.choosing.popup.field, "ENABLE_VKBASALT=1")
    qtbot.keyClick(bar.choosing.popup.field, Qt.Key.Key_Return)
    wait_until_answered(qtbot, window)
    assert rows(window)[VKBASALT].delta == "off today"
    tag = bar._tags[0]
    press(tag, Qt.Key.Key_Return)
    popup = bar.choosing.popup
    assert popup.field.text() == "ENABLE_VKBASALT=1"
    popup.close()
    press(bar._tags[0], Qt.Key.Key_Delete)
    assert bar.tags() == []
    assert window.focusWidget() is bar.variable
    assert VKBASALT not in chain_of(window)


def test_the_cross_of_a_tag_takes_it_away(qtbot, supposing):
    tag = supposing.chain.what_if._tags[0]
    spot = tag.cross_rect().center().toPoint()
    qtbot.mouseClick(tag, Qt.MouseButton.LeftButton, pos=spot)
    assert supposing.store.what_if.supposed == NOTHING_SUPPOSED


@POPUPS
def test_programs_roots_and_word_sizes_can_be_supposed(qtbot, window, bar, demo):
    bar.program.click()
    qtbot.keyClicks(bar.choosing.popup.field, "vulkaninfo")
    qtbot.keyClick(bar.choosing.popup.field, Qt.Key.Key_Return)
    bar.root.click()
    qtbot.keyClicks(bar.choosing.popup.field, str(demo.folder))
    qtbot.keyClick(bar.choosing.popup.field, Qt.Key.Key_Return)
    bar.elevated.click()
    bar.choosing._suppose_bits(32)
    wait_until_answered(qtbot, window)
    assert window.store.what_if.supposed == Supposition(
        pointer_bits=32, program="vulkaninfo", elevated=True, root=str(demo.folder)
    )
    assert bar.program.value == "vulkaninfo"
    assert bar.root.value == str(demo.folder)
    assert bar.bits.value == "32-bit"
    assert bar.elevated.isChecked()


@POPUPS
def test_roots_that_are_found_are_offered(qtbot, bar):
    bar.root.click()
    popup = bar.choosing.popup
    popup.offer(())  # what is found may be nothing
    assert popup.model.rowCount() >= 1
    popup.close()


def test_a_root_that_is_not_there_is_said(qtbot, window, bar):
    window.store.what_if.suppose(Supposition(root="/nowhere"))
    said = "There is no folder /nowhere to look at."
    qtbot.waitUntil(lambda: window.strip._toast.text().strip() == said)
    wait_until_answered(qtbot, window)


# never written


def test_what_is_supposed_is_in_no_question_that_acts(supposing):
    store = supposing.store
    assert store.question().supposed is NOTHING_SUPPOSED
    assert store.picture.question.supposed is NOTHING_SUPPOSED
    assert DISABLE not in {v.name for v in store.picture.plan.variables}
    assert store.workspace.current.environment == ()
    assert not store.can_undo()


def test_nothing_of_it_is_saved(supposing, demo):
    supposing.store.flush()
    texts = [path.read_text() for path in demo.paths.configurations.rglob("*") if path.is_file()]
    assert not any("~implicit~" in text for text in texts)


@POPUPS
def test_applying_goes_back_to_today_first(qtbot, supposing):
    supposing.actions_["apply"].trigger()
    popover = next(
        widget
        for widget in QApplication.topLevelWidgets()
        if widget.accessibleName() == "Apply to the system" and widget.isVisible()
    )
    store = supposing.store
    assert store.shown is store.picture
    assert supposing.strip._toast.text().strip() == APPLIED_TODAY
    qtbot.waitUntil(lambda: store.picture.question.view.mechanism is Mechanism.OVERRIDE)
    assert store.picture.question.supposed is NOTHING_SUPPOSED
    popover.close()
    qtbot.waitUntil(lambda: not store._refresher.pending)


def test_variables_are_copied_without_it(qtbot, supposing):
    supposing.store.set_wish(VKBASALT, Wish.ON)
    wait_until_answered(qtbot, supposing)
    QGuiApplication.clipboard().clear()
    supposing.actions_["export_bash"].trigger()
    qtbot.waitUntil(lambda: bool(QGuiApplication.clipboard().text()))
    assert "~implicit~" not in QGuiApplication.clipboard().text()


def test_the_real_loader_is_not_asked_about_it(qtbot, supposing):
    with qtbot.waitSignal(supposing.store.message) as caught:
        supposing.actions_["check"].trigger()
    assert caught.args == [NO_CHECK_OF_WHAT_IF, "neutral"]


def test_layers_are_not_moved_in_a_chain_that_is_only_supposed(qtbot, window, bar):
    window.store.what_if.set_variable("ENABLE_VKBASALT", "1")
    wait_until_answered(qtbot, window)
    view = window.chain.view
    view.select_key(f"layer:{MANGOHUD}")
    before = chain_of(window)
    for act in (lambda: view.step(1), view.start_keyboard_move):
        window.strip.hide_toast()
        act()
        assert view.moving is None
        assert window.strip._toast.text().strip() == MOVED_TODAY
    start = view.visualRect(view.currentIndex()).center()
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(200, start.y()))
    qtbot.mouseMove(view.viewport(), QPoint(200, start.y() + 40))
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton)
    assert chain_of(window) == before
    assert not window.store.can_undo()


def test_a_wish_is_the_configurations_and_both_pictures_follow(qtbot, supposing):
    view = supposing.chain.view
    view.select_key(f"layer:{MESA}")
    view.set_wish("on")
    store = supposing.store
    qtbot.waitUntil(lambda: rows(supposing)[MESA].kind is RowKind.LAYER)
    assert store.workspace.current.wish(MESA) is Wish.ON
    assert store.undo_label() == "Turn on MESA_device_select"
    assert store.what_if.picture is not None


# adopting


def test_adopting_is_one_step_that_can_be_undone(qtbot, supposing):
    store, bar = supposing.store, supposing.chain.what_if
    what_if = store.what_if
    what_if.suppose(what_if.supposed._replace(program="vulkaninfo", version=(1, 3, 275)))
    wait_until_answered(qtbot, supposing)
    assert "The loader version can only be looked at" in bar.adopt.toolTip()
    bar.adopt.click()
    current = store.workspace.current
    assert current.environment == (Variable(DISABLE, "~implicit~"),)
    assert current.target == Target("vulkaninfo")
    assert what_if.supposed == Supposition(version=(1, 3, 275))
    wait_until_answered(qtbot, supposing)
    assert MESA not in store.picture.chain()
    store.undo()
    assert store.workspace.current.environment == ()
    assert not store.can_undo()


def test_an_override_cannot_adopt_variables(qtbot, supposing):
    supposing.actions_["view_every"].trigger()
    wait_until_answered(qtbot, supposing)
    assert not supposing.chain.what_if.adopt.isVisible()
    assert not supposing.actions_["what_if_adopt"].isEnabled()


# remedies


def offer_button(window, name):
    return next(
        button
        for offer in window.inspector.why._offers
        for button in offer.findChildren(type(window.inspector._copy))
        if button.accessibleName().startswith(name)
    )


def test_trying_a_remedy_shows_its_effect_and_does_nothing(qtbot, window):
    window.chain.view.select_key(f"layer:{VKBASALT}")
    offer_button(window, "Try: ").click()
    wait_until_answered(qtbot, window)
    assert window.chain.what_if.isVisible()
    assert rows(window)[VKBASALT].delta == "off today"
    assert window.store.what_if.supposed.variables == (("ENABLE_VKBASALT", "1"),)
    assert VKBASALT not in window.store.picture.chain()


def test_a_file_is_supposed_to_be_gone_and_stays(qtbot, window):
    path = rows(window)[MESA].manifest
    window.store.what_if.try_remedy(RemoveFile(path))
    wait_until_answered(qtbot, window)
    assert MESA not in rows(window)
    assert window.chain.what_if.tags() == [f"without {path.rpartition('/')[2]}"]
    assert "1 gone" in window.chain.what_if.differs.text()
    assert MESA in window.store.picture.chain()
    press(window.chain.what_if._tags[0], Qt.Key.Key_Delete)
    assert MESA in rows(window)


def test_trying_from_a_closed_bar_begins_afresh(qtbot, supposing):
    supposing.actions_["what_if"].trigger()
    supposing.store.what_if.try_variable("MANGOHUD", None)
    assert supposing.store.what_if.supposed == Supposition(variables=(("MANGOHUD", None),))


# the story


def test_every_link_of_a_story_opens_the_file_at_its_line(qtbot, window):
    inspector = window.inspector
    page, steps = inspector.manifest, inspector.why.story.steps
    linked = 0
    for row in [row for row in window.store.picture.rows if row.manifest]:
        if row.kind is RowKind.LOADER:
            continue
        told = story(window.store.picture.report, row.key.partition(":")[2])
        window.chain.view.select_key(row.key)
        inspector.show_tab(WHY)
        qtbot.waitUntil(
            lambda told=told: [steps.step_at(n) for n in range(steps.rowCount())] == list(told)
        )
        for number, step in enumerate(told):
            if not step.file:
                continue
            inspector.show_tab(WHY)
            inspector.why.story.setCurrentIndex(steps.index(number))
            press(inspector.why.story, Qt.Key.Key_Return)
            assert inspector.current_tab() == MANIFEST
            qtbot.waitUntil(
                lambda step=step: (page._file, page.text._marked) == (step.file, step.line)
            )
            linked += 1
    assert linked > 30


def deciding_step(qtbot, window, name):
    """Select a row that is off and return the step that decided, once it is told."""
    qtbot.waitUntil(lambda: name in rows(window) and rows(window)[name].word == "Off")
    window.chain.view.select_key(f"layer:{name}")
    steps = window.inspector.why.story.steps

    def told():
        return [steps.step_at(number) for number in range(steps.rowCount())]

    expected = story(window.store.picture.report, name)
    qtbot.waitUntil(lambda: told() == list(expected))
    return next(step for step in expected if step.decisive)


def opened_line(qtbot, window, step):
    """Open the link of a step and return the line that is marked."""
    window.inspector.why.story.file_asked.emit(step.file, step.line)
    page = window.inspector.manifest
    qtbot.waitUntil(lambda: page._file == step.file)
    return page.text.toPlainText().split("\n")[page.text._marked - 1]


def test_a_step_about_an_override_opens_it_also_before_it_is_written(qtbot, window):
    window.store.set_wish(MESA, Wish.OFF)
    window.actions_["view_every"].trigger()
    wait_until_answered(qtbot, window)
    step = deciding_step(qtbot, window, MESA)
    assert step.file == window.store.picture.plan.files[0].path
    assert "blacklisted_layers" in opened_line(qtbot, window, step)
    assert "not written yet" in window.inspector.manifest._path.text()


def test_a_step_about_the_settings_file_opens_it(qtbot, window, demo):
    folder = demo.folder / "home/demo/.local/share/vulkan/loader_settings.d"
    folder.mkdir(parents=True)
    manifest = rows(window)[MESA].manifest
    settings = {
        "file_format_version": "1.0.0",
        "settings": {
            "layers": [
                {"name": MESA, "path": manifest, "control": "off"},
                {"control": "unordered_layer_location"},
            ]
        },
    }
    (folder / "vk_loader_settings.json").write_text(json.dumps(settings, indent=1))
    window.store.refresh()
    step = deciding_step(qtbot, window, MESA)
    assert os.path.samefile(step.file, folder / "vk_loader_settings.json")
    opened_line(qtbot, window, step)
    assert window.inspector.current_tab() == MANIFEST
    assert '"off"' in window.inspector.manifest.text.toPlainText()


def test_a_story_says_which_step_is_only_supposed(qtbot, supposing):
    supposing.chain.view.select_key(f"layer:{MESA}")
    story = supposing.inspector.why.story
    qtbot.waitUntil(lambda: story.steps.rowCount() > 0)
    steps = [story.steps.step_at(number) for number in range(story.steps.rowCount())]
    assert steps[-1].decisive
    assert steps[-1].note == "what if"


def test_the_loaders_row_tells_everything_that_changes(qtbot, supposing):
    supposing.chain.view.select_key("loader")
    inspector = supposing.inspector
    assert inspector.current_tab() in (CHANGES, LIBRARY)
    inspector.show_tab(CHANGES)
    steps = inspector.why.story.steps

    def told():
        return [steps.step_at(number).text for number in range(steps.rowCount())]

    said = "MESA_device_select: before: loads"
    qtbot.waitUntil(lambda: any(text.startswith(said) for text in told()))
    supposing.actions_["what_if"].trigger()
    assert CHANGES not in [inspector.tabs.tabText(n) for n in range(inspector.tabs.count())]


# the environment that matters


def test_the_menu_leads_to_the_environment(qtbot, window):
    window.actions_["environment"].trigger()
    assert window.inspector.current_tab() == ENVIRONMENT


def environment(qtbot, window, key="loader"):
    window.chain.view.select_key(key)
    window.inspector.show_tab(ENVIRONMENT)
    page = window.inspector.environment
    qtbot.waitUntil(lambda: bool(page.lines()))
    return {line.entry.row.name: line for line in page.lines()}


@pytest.mark.parametrize("key", ["loader", "program"])
def test_variables_that_matter_are_listed_with_who_and_what(qtbot, window, key):
    lines = environment(qtbot, window, key)
    assert lines["MANGOHUD"].entry.row.effects == ("turns MANGOHUD_overlay_x86_64 on",)
    assert lines["MANGOHUD"].entry.origin == "set on the sample machine"
    assert lines["DISABLE_OBS_VKCAPTURE"].entry.row.effects == ("keeps OBS_vkcapture_64 off",)
    assert lines["ENABLE_VKBASALT"].entry.row.value is None


def test_a_variable_can_be_tried_away(qtbot, window):
    line = environment(qtbot, window)["MANGOHUD"]
    line.tried.emit("MANGOHUD", None)
    wait_until_answered(qtbot, window)
    assert rows(window)[MANGOHUD].delta == "loads today"
    said = "not set, what if; in your session it is 1"
    qtbot.waitUntil(lambda: environment(qtbot, window)["MANGOHUD"].entry.origin == said)


def test_a_variable_that_a_layer_waits_for_can_be_tried(qtbot, window):
    line = environment(qtbot, window)["ENABLE_VKBASALT"]
    line._on_try_clicked()
    wait_until_answered(qtbot, window)
    assert VKBASALT in chain_of(window)


@POPUPS
def test_a_value_that_cannot_be_guessed_is_typed(window):
    window.what_if.ask_variable("VK_ICD_FILENAMES")
    popup = window.chain.what_if.choosing.popup
    assert popup.field.text() == "VK_ICD_FILENAMES="
    popup.close()


def test_a_variable_is_copied_for_a_shell(qtbot, window):
    line = environment(qtbot, window)["VK_LOADER_LAYERS_DISABLE"]
    line._on_copy_clicked()
    assert QGuiApplication.clipboard().text() == "VK_LOADER_LAYERS_DISABLE='*fossilize*'"


def test_a_start_file_opens_at_its_line_from_the_loaders_row(qtbot, window, demo):
    profile = demo.folder / "home/demo/.profile"
    profile.write_text("# mine\nexport MANGOHUD=1\n")
    environment(qtbot, window)
    window.inspector.environment.file_asked.emit(str(profile), 2)
    assert window.inspector.current_tab() == FILE
    qtbot.waitUntil(lambda: "export MANGOHUD" in window.inspector.manifest.text.toPlainText())
    assert window.inspector.manifest.text._marked == 2
    window.chain.view.select_key("program")
    assert FILE not in [
        window.inspector.tabs.tabText(place) for place in range(window.inspector.tabs.count())
    ]


# narrow


@pytest.mark.parametrize("width", [1280, 1000])
def test_offers_with_long_names_fit_beside_their_buttons(qtbot, open_window, width):
    window = open_window(width, 700)
    window.chain.view.set_folded(False)
    window.chain.view.select_key("layer:VK_LAYER_VALVE_steam_fossilize_64")
    page = window.inspector.why

    def fit():
        buttons = [b for offer in page._offers for b in offer.findChildren(QAbstractButton)]
        corners = [button.mapTo(page, button.rect().bottomRight()) for button in buttons]
        return len(buttons) >= 4 and all(page.rect().contains(corner) for corner in corners)

    qtbot.waitUntil(fit)


@pytest.mark.parametrize("width", [1280, 1000, 860, 800])
def test_the_bar_fits_at_every_width(qtbot, open_window, width):
    window = open_window(width, 600)
    window.actions_["what_if"].trigger()
    window.store.what_if.set_variable(DISABLE, "~implicit~," * 12)
    wait_until_answered(qtbot, window)
    bar = window.chain.what_if
    parts = (bar.loader, bar.bits, bar.program, bar.elevated, bar.root, bar.variable, *bar._tags,
             bar.close_button, bar.reset, bar.adopt)  # fmt: skip
    for part in parts:
        assert part.isVisible()
        assert bar.rect().contains(part.geometry()), part.accessibleName()
