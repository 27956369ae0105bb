"""A notification service for a bus of its own: writes each call that it gets as JSON."""

from __future__ import annotations

import json
import sys

from gi.repository import Gio, GLib

NAME = "org.freedesktop.Notifications"
INTERFACE = f"""<node><interface name="{NAME}"><method name="Notify">
<arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
<arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
<arg type="a{{sv}}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/>
</method></interface></node>"""


def serve() -> None:
    loop = GLib.MainLoop()

    def on_call(_bus, _sender, _path, _interface, _method, arguments, call):
        sys.stdout.write(json.dumps(arguments.unpack()) + "\n")
        sys.stdout.flush()
        call.return_value(GLib.Variant("(u)", (7,)))

    def on_bus(bus, _name):
        interface = Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0]
        bus.register_object(f"/{NAME.replace('.', '/')}", interface, on_call, None, None)

    def on_name(_bus, _name):
        sys.stdout.write("ready\n")
        sys.stdout.flush()

    Gio.bus_own_name(Gio.BusType.SESSION, NAME, 0, on_bus, on_name, None)
    loop.run()


serve()
