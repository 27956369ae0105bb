from __future__ import annotations

from PySide6.QtCore import QPoint, Qt

from vkconfig_py.ui.chain.pane import Sentence, split_words

LONG = "vkcube will load 3 layers: MangoHud, device select and validation, on lavapipe."
SHORT = "3 layers load"


def test_nouns_stay_whole_and_nothing_is_lost():
    words = split_words(LONG, {"program": "vkcube", "device": "lavapipe"})
    assert "".join(word.text for word in words) == LONG
    assert [word.text for word in words if word.link_key] == ["vkcube", "lavapipe"]


def test_a_noun_that_begins_the_sentence_has_a_capital_letter():
    words = split_words("Every program loads no layers.", {"view": "every program"})
    assert [word.text for word in words if word.link_key] == ["Every program"]


def test_a_noun_that_does_not_occur_is_ignored():
    assert not any(word.link_key for word in split_words(LONG, {"device": "radeon"}))


def test_the_longest_sentence_that_fits_is_shown(qtbot, context):
    sentence = Sentence(context)
    qtbot.addWidget(sentence)
    sentence.show_sentences((LONG, SHORT), {})
    sentence.show()
    sentence.resize(900, 36)
    assert shown(sentence) == LONG
    sentence.resize(160, 36)
    assert shown(sentence) == SHORT
    assert sentence.toolTip() == LONG


def test_readers_always_get_the_longest(qtbot, context):
    sentence = Sentence(context)
    qtbot.addWidget(sentence)
    sentence.resize(160, 36)
    sentence.show_sentences((LONG, SHORT), {})
    assert sentence.accessibleName() == LONG


def test_a_noun_opens_its_choice_by_mouse_and_keyboard(qtbot, context):
    sentence = Sentence(context)
    qtbot.addWidget(sentence)
    sentence.resize(900, 36)
    sentence.show_sentences((LONG,), {"program": "vkcube"})
    sentence.show()
    used = []
    sentence.link_activated.connect(lambda noun, at: used.append(noun))
    qtbot.mouseClick(sentence, Qt.MouseButton.LeftButton, pos=QPoint(10, 18))
    qtbot.keyClick(sentence, Qt.Key.Key_Return)
    assert used == ["program", "program"]


def test_the_longest_that_fits_one_line_is_preferred_to_a_longer_one_of_two(qtbot, context):
    sentence = Sentence(context)
    qtbot.addWidget(sentence)
    middle = "vkcube will load 3 layers."
    sentence.show_sentences((LONG, middle, SHORT), {})
    sentence.show()
    sentence.resize(300, 36)
    assert shown(sentence) == middle
    sentence.resize(120, 36)
    assert shown(sentence) == SHORT


def test_what_has_no_room_at_all_ends_in_an_ellipsis_and_changes_no_height(qtbot, context):
    sentence = Sentence(context)
    qtbot.addWidget(sentence)
    sentence.show()
    sentence.resize(160, 36)
    height = sentence.sizeHint().height()
    for text in ("a very long word " * 12, "/a/path/without/any/space/" * 5 + " crashes"):
        sentence.show_sentences((text,), {})
        assert "…" in shown(sentence)
        assert all(placed.rect.bottom() <= sentence.height() for placed in sentence._placed_words)
        assert sentence.toolTip()
        assert sentence.sizeHint().height() == height


def test_an_alarm_is_in_the_colour_of_errors_and_its_cure_is_what_return_uses(qtbot, context):
    sentence = Sentence(context)
    qtbot.addWidget(sentence)
    sentence.resize(900, 36)
    nouns = {"file": "bad.json", "fix": "Move aside"}
    sentence.show_sentences(("All crash: bad.json. Move aside",), nouns, is_alarm=True)
    sentence.show()
    colors = context.theme.colors
    inks = {
        placed.word.link_key: sentence._choose_color(placed.word)
        for placed in sentence._placed_words
    }
    assert inks == {"": colors.error, "file": colors.error, "fix": colors.accent}
    assert not sentence.grab().isNull()
    used = []
    sentence.link_activated.connect(lambda noun, at: used.append(noun))
    qtbot.keyClick(sentence, Qt.Key.Key_Return)
    assert used == ["fix"]


def test_controls_in_a_name_are_shown_as_their_escapes(qtbot, context):
    sentence = Sentence(context)
    qtbot.addWidget(sentence)
    sentence.show_sentences(("a\u202eb.json",), {"file": "a\u202eb.json"})
    assert "\u202e" not in shown(sentence)


def test_a_full_stop_stays_on_the_line_of_the_link_before_it(qtbot, context):
    sentence = Sentence(context)
    qtbot.addWidget(sentence)
    sentence.show_sentences((LONG,), {"program": "vkcube", "device": "lavapipe"})
    sentence.show()
    for width in range(260, 700, 3):
        sentence.resize(width, 36)
        *_rest, device, full_stop = sentence._placed_words
        if full_stop.word.text == ".":
            assert full_stop.rect.top() == device.rect.top()


def shown(sentence):
    return "".join(placed.word.text for placed in sentence._placed_words)
