"""What an edited layer shows and keeps."""

from __future__ import annotations

from tests.framework.settings import make_setting
from vkconfig_py.model.session.layer_editing import LayerEditing

NUMBER = make_setting("n", "INT", default=10, range={"min": 0})
FLAGS = make_setting("f", "FLAGS", flags=("A", "B"), default=["A"])


def open_editing(session):
    """The editing of a settings page that is not shown yet."""
    editing = LayerEditing(session.shared, session.edits, session.snapshots, session.declared)
    editing.awake = False
    return editing


def walk_nodes(nodes):
    return [one for node in nodes for one in node.walk()]


def node(editing, node_id):
    return next(node for node in walk_nodes(editing.state.rows) if node.id == node_id)


def kept(editing):
    entry = editing.entry
    return {one.key: one.value for one in entry.settings} if entry else {}


def label(editing):
    return editing._edits.undo_label()
