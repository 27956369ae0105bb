"""What the pictures of running programs show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from devtools import scenes

if TYPE_CHECKING:
    from vkconfig_py.gui import Running

_VALIDATION = "VK_LAYER_KHRONOS_validation"
_MANGOHUD = "VK_LAYER_MANGOHUD_overlay_x86_64"


def running_programs(running: Running) -> None:
    """Show running programs: one as predicted, one not, one in a sandbox."""
    from vkconfig_py.language.sentences import join_words, tr
    from vkconfig_py.loader.files.processes import ProcessFacts
    from vkconfig_py.model.processes.mapped_parts import MappedKind, MappedPart
    from vkconfig_py.model.processes.running_now import (
        NO_INSTANCE,
        Agreement,
        RunningNow,
        RunningProcess,
    )
    from vkconfig_py.model.text.wording import count_of
    from vkconfig_py.ui.panels.running_panel import RunningPanel

    def part(
        name: str, *, loaded: bool = True, predicted: bool = True, why: str = ""
    ) -> MappedPart:
        layers, folder = "/usr/share/vulkan/implicit_layer.d", "/usr/lib/x86_64-linux-gnu"
        kind, file = MappedKind.LAYER, f"{layers}/{name.removeprefix('VK_LAYER_')}.json"
        if name.endswith(".json"):
            kind, file = MappedKind.DRIVER, f"/usr/share/vulkan/icd.d/{name}"
        library = f"{folder}/lib{name.partition('.')[0]}.so"
        return MappedPart(kind, name, file, library, predicted, loaded, why=why)

    def process(
        pid: int, program: str, word: Agreement, said: str, *parts: MappedPart
    ) -> RunningProcess:
        facts = ProcessFacts(pid, 1000, pid, 0.0, program.rpartition("/")[2], program,
                             environment={"HOME": "/home/alex"})  # fmt: skip
        loader = "/usr/lib/x86_64-linux-gnu/libvulkan.so.1.4.309"
        return RunningProcess(facts, word, said, loader, "1.4.309", parts, is_own=True)

    select, radeon = part("VK_LAYER_MESA_device_select"), part("radeon_icd.x86_64.json")
    overlay = "/home/alex/.local/share/vulkan/implicit_layer.d/VkLayer_override.json"
    when = tr("at {time}", time="10:21")
    why = tr("{file} was written {when}, after the program started.", file=overlay, when=when)
    late = part(_VALIDATION, loaded=False, why=why)
    mango = part(_MANGOHUD)
    counts = join_words([count_of(2, MappedKind.LAYER.value), count_of(1, MappedKind.DRIVER.value)])
    said = f"{counts}."
    cube = process(4242, "/usr/bin/vkcube", Agreement.EQUAL, said, mango, select, radeon)
    expected = tr(
        "Expected {what}, has {count:,}.", what=count_of(2, MappedKind.LAYER.value), count=1
    )
    said = f"{expected} KHRONOS_validation: {why}"
    thrust = "/opt/games/thrust/bin/thrust"
    game = process(3977, thrust, Agreement.DIFFERENT, said, late, select, radeon)
    boxed = process(4100, "/app/bin/blender", Agreement.NO_INSTANCE, NO_INSTANCE)
    boxed = boxed._replace(facts=boxed.facts._replace(root="/proc/4100/root"))
    cube = cube._replace(is_launched_here=True)
    scenes.edited(running)
    panel = running.window.docks.open("running")
    scenes.settle()
    if isinstance(panel, RunningPanel):
        panel.show_now(RunningNow((boxed, game, cube), 118))
        panel.view.setCurrentIndex(panel.model.index(1))
        panel.view.setFocus()


def seen_by(running: Running) -> None:
    """Choose whose view of the machine is taken, among installed containers."""
    from PySide6.QtCore import Qt

    from vkconfig_py.loader.api.installed_views import RUNNING, TITLES
    from vkconfig_py.loader.api.runtime_view import RuntimeViewKind
    from vkconfig_py.model.chain.what_if_choices import Offered

    scenes.edited(running)
    running.window.actions_["what_if"].trigger()
    scenes.settle()
    bar = running.window.chain.what_if
    if bar is None:
        return
    bar.root.click()
    popup = bar.choosing.popup
    if popup is None:
        return
    platform = "org.freedesktop.Platform/x86_64/23.08"
    # Fixed: those of this machine would be others in the next picture.
    popup.offer(
        (
            Offered("flatpak:org.blender.Blender", "org.blender.Blender",
                    f"{TITLES[RuntimeViewKind.FLATPAK]}, {platform}", "program"),
            Offered("flatpak:com.valvesoftware.Steam", "com.valvesoftware.Steam",
                    f"{TITLES[RuntimeViewKind.FLATPAK]}, {RUNNING}", "program"),
            Offered("snap:krita", "krita", f"{TITLES[RuntimeViewKind.SNAP]}, core22", "program"),
            Offered("steam:sniper", "sniper",
                    f"{TITLES[RuntimeViewKind.STEAM]}, Steam Linux Runtime 3, /home/alex", "play"),
        )
    )  # fmt: skip
    popup.setParent(running.window, Qt.WindowType.Widget)  # a popup is no part of the picture
    popup.move(bar.root.mapTo(running.window, bar.root.rect().bottomLeft()))
    popup.show()
    scenes.settle()
