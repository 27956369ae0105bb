"""A portal of settings for a bus of its own: NAMESPACE KEY VALUE, the value as GVariant text."""

from __future__ import annotations

import sys

from gi.repository import Gio, GLib

NAME = "org.freedesktop.portal.Desktop"
INTERFACE = """<node><interface name="org.freedesktop.portal.Settings"><method name="ReadAll">
<arg type="as" direction="in"/><arg type="a{sa{sv}}" direction="out"/>
</method></interface></node>"""


def serve(namespace: str, key: str, value: str) -> None:
    def on_call(_bus, _sender, _path, _interface, _method, arguments, call):
        (namespaces,) = arguments.unpack()
        values = {key: GLib.Variant.parse(None, value, None, None)}
        answer = {namespace: values} if namespace in namespaces else {}
        call.return_value(GLib.Variant("(a{sa{sv}})", (answer,)))

    def on_bus(bus, _name):
        interface = Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0]
        bus.register_object("/org/freedesktop/portal/desktop", interface, on_call, None, None)

    def on_name(_bus, _name):
        sys.stdout.write("ready\n")
        sys.stdout.flush()

    Gio.bus_own_name(Gio.BusType.SESSION, NAME, 0, on_bus, on_name, None)
    GLib.MainLoop().run()


serve(*sys.argv[1:])
