from __future__ import annotations

from PySide6.QtCore import QPoint, Qt

from vkconfig_py.ui.panels.sentence import Sentence, split_words

LONG = "vkcube will load 3 layers: MangoHud, device select and validation, on lavapipe."
SHORT = "3 layers load"


def test_nouns_stay_whole_and_nothing_is_lost():
    words = split_words(LONG, {"program": "vkcube", "device": "lavapipe"})
    assert "".join(word.text for word in words) == LONG
    assert [word.text for word in words if word.noun] == ["vkcube", "lavapipe"]


def test_a_noun_that_does_not_occur_is_ignored():
    assert not any(word.noun for word in split_words(LONG, {"device": "radeon"}))


def test_the_longest_sentence_that_fits_is_shown(qtbot, look):
    sentence = Sentence(look)
    qtbot.addWidget(sentence)
    sentence.show_sentences((LONG, SHORT), {})
    sentence.show()
    sentence.resize(900, 36)
    assert shown(sentence) == LONG
    sentence.resize(160, 36)
    assert shown(sentence) == SHORT
    assert sentence.toolTip() == LONG


def test_readers_always_get_the_longest(qtbot, look):
    sentence = Sentence(look)
    qtbot.addWidget(sentence)
    sentence.resize(160, 36)
    sentence.show_sentences((LONG, SHORT), {})
    assert sentence.accessibleName() == LONG


def test_a_noun_opens_its_choice_by_mouse_and_keyboard(qtbot, look):
    sentence = Sentence(look)
    qtbot.addWidget(sentence)
    sentence.resize(900, 36)
    sentence.show_sentences((LONG,), {"program": "vkcube"})
    sentence.show()
    used = []
    sentence.noun_used.connect(lambda noun, at: used.append(noun))
    qtbot.mouseClick(sentence, Qt.MouseButton.LeftButton, pos=QPoint(10, 18))
    qtbot.keyClick(sentence, Qt.Key.Key_Return)
    assert used == ["program", "program"]


def shown(sentence):
    return "".join(placed.word.text for placed in sentence._placed)
