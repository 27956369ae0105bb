"""Contrast of everything that is painted, measured in four palettes."""

from __future__ import annotations

from itertools import product

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QLineEdit, QPushButton, QVBoxLayout

from tests.framework.amount import take_share
from tests.ui.access.boxes import BOXES, opened
from tests.ui.access.painted import painted
from vkconfig_py.model.chain.snapshot_values import Row, RowKind
from vkconfig_py.model.configuration.preferences import DARK, HIGH, LIGHT, SYSTEM
from vkconfig_py.model.items.chain_model import ChainModel
from vkconfig_py.ui.chain.view import ChainView
from vkconfig_py.ui.theme.appearance import AppearanceChoices
from vkconfig_py.ui.theme.theme import contrast
from vkconfig_py.ui.window.bars import PANEL_BUTTONS

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
PALETTES = {
    f"{scheme} {contrast}": AppearanceChoices(scheme=scheme, contrast=contrast)
    for scheme, contrast in product((LIGHT, DARK), (SYSTEM, HIGH))
}


# A run has two of them, the most unlike; a long run has all.
@pytest.fixture(params=take_share(PALETTES, 3))
def appearance(request, qapp, context):
    """Return one of the palettes, as the application has it."""
    context.appearance.set_choices(PALETTES[request.param])
    yield context.appearance
    context.appearance.set_choices(AppearanceChoices(scheme=LIGHT))
    context.recompute()


def weak(context, widget):
    """Return what is told apart too badly from what it stands on."""
    colors = context.theme.colors
    text, sign = (7.0, 4.5) if context.theme.high_contrast else (4.5, 3.0)
    least = {"text": text, "icon": sign, "outline": sign}
    off = widget.palette().color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
    exempt = {colors.divider.name(), colors.disabled.name(), off.name()}
    return sorted(
        {
            str(one)
            for one in painted(widget)
            if one.contrast < least[one.kind] and one.text_role.name() not in exempt
        }
    )


def test_everything_in_the_window_is_told_apart(qtbot, context, appearance, window):
    found = weak(context, window)
    for name, _text, _icon in PANEL_BUTTONS:
        panel = window.docks.open(name)
        panel.setFocus()
        found += weak(context, panel)
    assert found == []


# Drawn by the style, and nothing that has to be seen to use them: the frame around a menu or a text
# that is only read, lines between entries, a yellow sign that has a black edge.
DECORATION = {"menu": "outline", "crash": "outline", "error": "icon"}


def test_everything_in_dialogs_and_popups_is_told_apart(qtbot, context, appearance, window):
    found = []
    for name in BOXES:
        with opened(qtbot, window, name) as box:
            found += [f"{name}: {one}" for one in weak(context, box)]
    # With high contrast a black menu on a black window has an edge.
    free = {name for name in DECORATION if name != "menu" or not context.theme.high_contrast}
    exempt = tuple(f"{name}: {DECORATION[name]} ''" for name in free)
    assert [one for one in found if not one.startswith(exempt)] == []


@pytest.mark.parametrize("kind", [QPushButton, QCheckBox, QLineEdit, QComboBox])
def test_edges_of_what_qt_draws_in_questions_are_told_apart(qtbot, context, appearance, kind):
    box = QDialog()
    qtbot.addWidget(box)
    column = QVBoxLayout(box)
    column.addWidget(QPushButton("Another one, which is the default"))
    control = kind()
    column.addWidget(control)
    box.show()
    seen = control.grab().toImage()
    edge = [seen.pixelColor(x, seen.height() // 2) for x in range(4)]
    least = 4.5 if context.theme.high_contrast else 3.0
    assert max(contrast(one, box.palette().window().color()) for one in edge) >= least


def test_a_default_button_is_told_apart(qtbot, context, appearance):
    button = QPushButton("Apply")
    qtbot.addWidget(button)
    button.setDefault(True)
    seen = button.grab().toImage()
    edge = [seen.pixelColor(x, seen.height() // 2) for x in range(4)]
    assert max(contrast(one, context.theme.colors.window) for one in edge) >= 3.0


def test_the_sign_of_a_file_that_is_no_error_is_told_apart(qtbot, context, appearance, session):
    broken = Row(key="file:/x.json", kind=RowKind.BROKEN, name="x.json", status="Skipped")
    snapshot = session.snapshots.current
    snapshot.rows = (broken,)
    view = ChainView(context, session, ChainModel(session.edits))
    qtbot.addWidget(view)
    view.resize(680, 200)
    view.show_snapshot(snapshot)
    assert "!" in {one.text for one in painted(view.viewport())}
    assert weak(context, view.viewport()) == []
