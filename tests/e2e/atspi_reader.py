"""What a screen reader sees: the tree of the accessibility bus, and what it is told.

Run by the Python of the system, which has Debian's bindings of libatspi, as a process of its own.
Questions come as JSON lines on standard input and are answered with one line each. Everything is
done through the bus: nothing here knows Qt or the program.
"""

import json
import sys
from collections import deque
from contextlib import suppress

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402 - its version is chosen first

APPLICATION = "vkconfig-py"
SAID = ("object:announcement", "window:create", "object:state-changed:focused")
FOCUSED = []  # what has, or had, the keyboard; the last one is newest
_MOST_ROWS = 200  # of a list, from its end
_MOST = 3000  # nodes; a list of a million rows is not walked through


def application():
    desktop = Atspi.get_desktop(0)
    children = (desktop.get_child_at_index(n) for n in range(desktop.get_child_count()))
    found = next((one for one in children if one and one.get_name() == APPLICATION), None)
    if found is not None:
        # Qt tells no one of rows that are added: libatspi would go on saying that there are none.
        found.set_cache_mask(Atspi.Cache.NONE)
    return found


def window_of(node):
    """The window that a node is in: Qt lists popups nowhere, they are known by their focus."""
    while node is not None and (parent := node.get_parent()) is not None:
        if parent.get_role() == Atspi.Role.APPLICATION:
            return node
        node = parent
    return None


def nodes(*, hidden=False):
    """Every node that is shown, parents first, those of the window with the keyboard before all."""
    first = None
    with suppress(GLib.Error):  # a row that had the keyboard may be gone by now
        first = window_of(FOCUSED[-1]) if FOCUSED else None
    for top, but in ((first, None), (application(), first)):
        if top is not None:
            yield from nodes_in(top, but, hidden=hidden)


def nodes_in(top, but, *, hidden):
    """Each node with its name, what it is within, and its states; without one that is known."""
    waiting, seen = deque([(top, "", None)]), 0
    while waiting and seen < _MOST:
        node, within, states = waiting.popleft()
        seen += 1
        with suppress(GLib.Error):  # it is gone by now
            name, states = node.get_name(), states or node.get_state_set()
            yield node, name, within, states
            if count := node.get_child_count():
                path = f"{within}/{name or node.get_role_name()}"
                found = children(node, count, but, hidden=hidden)
                waiting += [(child, path, states) for child, states in found]


def children(node, count, but, *, hidden):
    for number in range(max(0, count - _MOST_ROWS), count):
        child = node.get_child_at_index(number)
        if child is not None and child != but:
            states = child.get_state_set()
            if hidden or states.contains(Atspi.StateType.SHOWING):
                yield child, states


def told(node, name, within):
    return {"role": node.get_role_name(), "name": name, "within": within}


def tree(needed):
    for node, name, within, states in nodes():
        with suppress(GLib.Error):
            if not needed or states.contains(getattr(Atspi.StateType, needed)):
                yield told(node, name, within)


def find(role, beginning, *, hidden, part):
    """The first node of a role whose name begins so, within a node that is named."""
    for node, name, within, _states in nodes(hidden=hidden):
        with suppress(GLib.Error):
            if name.startswith(beginning) and part in within and node.get_role_name() == role:
                return node, name, within
    return None


def act(node, wanted):
    action = node.get_action_iface()
    for number in range(Atspi.Action.get_n_actions(action) if action else 0):
        if Atspi.Action.get_action_name(action, number) == wanted:
            return Atspi.Action.do_action(action, number)
    return False


def answer(request, said):
    ask = request["ask"]
    if ask == "tree":
        return list(tree(request["needed"]))
    if ask == "said":
        return list(said)
    hidden, part = request.get("hidden", False), request.get("part", "")
    found = find(request["role"], request["name"], hidden=hidden, part=part)
    if found is None:
        return None
    node = found[0]
    if ask == "find":
        return told(*found)
    if ask == "act":
        return act(node, request["action"])
    if ask == "select":
        parent, index = node.get_parent(), node.get_index_in_parent()
        return Atspi.Selection.select_child(parent.get_selection_iface(), index)
    if ask == "focus":
        return Atspi.Component.grab_focus(node.get_component_iface())
    if ask == "type":
        return Atspi.EditableText.set_text_contents(node.get_editable_text_iface(), request["text"])
    raise ValueError(ask)


def main():
    Atspi.init()
    # Calls wait for the window's main loop, which may be at work.
    Atspi.set_timeout(20_000, 20_000)
    said = []

    def on_event(event):
        if event.type.startswith("object:announcement"):
            said.append({"announced": str(event.any_data)})
        elif event.detail1 and event.source is not None:
            FOCUSED[:] = [event.source]
            said.append({"focused": event.source.get_name()})

    listener = Atspi.EventListener.new(on_event)
    for kind in SAID:
        listener.register(kind)
    loop = GLib.MainLoop()

    def on_line(source, _condition):
        line = source.readline()
        if not line:
            loop.quit()
            return False
        try:
            reply = answer(json.loads(line), said)
        except GLib.Error as error:  # what was asked is gone by now
            reply = {"error": str(error)}
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()
        return True

    GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, on_line)
    loop.run()


main()
