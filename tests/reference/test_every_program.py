"""What is applied for every program, with a loader for each word size: one file serves both."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import save
from tests.framework.manifests import list_layers
from tests.framework.narrow import build_32_bit, get_32_bit_library_path, get_32_bit_loader
from tests.framework.native import build_native
from tests.framework.reference import Answer, RealLoader, ask, chromium_loader, debian_loader
from tests.framework.system import ManifestKind, Place, SystemBuilder
from tests.model.machine import drawn, look
from vkconfig_py.cli import main
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.files.opened_loader import (
    ObservedLoader,
    find_opened,
    get_observations_file,
    make_program_key,
    render_shown,
)
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.plan.plan import (
    AppliedConfiguration,
    Limitation,
    Mechanism,
    PlanView,
    PredictionRequest,
)

EVERY = PlanView(Mechanism.OVERRIDE)
BEST = PlanView(Mechanism.AUTOMATIC)


class Both:
    """One machine with drivers and layers of both word sizes, and a program of each."""

    def __init__(self, folder: Path) -> None:
        self.system = SystemBuilder(folder / "machine", build_native())
        self.narrow = SystemBuilder(folder / "narrow", build_32_bit())
        self.system.add_driver("gpu64").with_env(LD_LIBRARY_PATH=get_32_bit_library_path())
        self._bring(self.narrow.add_driver("gpu32"), ManifestKind.DRIVER, "gpu32")
        self.narrow_program = self.system.root / "bin" / "narrow"
        self.narrow.add_program(self.narrow_program)

    def add(self, name: str, *sizes: int, said: bool = True, implicit: bool = False) -> None:
        """Add a layer for these word sizes; `said` names the word size in its manifest."""
        for size in sizes:
            builder = self.system if size == 64 else self.narrow
            more = {"library_arch": str(size)} if said else {}
            file = f"{name}.{size}.json"
            kind = ManifestKind.IMPLICIT if implicit else ManifestKind.EXPLICIT
            add = builder.add_implicit_layer if implicit else builder.add_explicit_layer
            add(name, file=file, file_format_version="1.2.1", **more)
            if size == 32:
                self._bring(builder, kind, name)

    def _bring(self, builder: SystemBuilder, kind: ManifestKind, name: str) -> None:
        manifest = builder.manifest(name)
        target = self.system.folder(kind, Place.DATA_DIRS) / manifest.name
        self.system.add_file(target, manifest.read_bytes())

    def look(
        self,
        configuration: Configuration,
        view: PlanView = EVERY,
        loaders: tuple[LoaderProfile, ...] = (),
        applied: tuple[AppliedConfiguration, ...] = (),
    ) -> ChainSnapshot:
        loaders = loaders or (debian_loader().profile, get_32_bit_loader().profile)
        return compute_snapshot(
            PredictionRequest(
                self.system.host(),
                loaders[0],
                configuration,
                view,
                applied_configurations=applied,
                loaders=loaders,
            )
        )

    def write(self, snapshot: ChainSnapshot) -> None:
        for file in snapshot.plan.files:
            self.system.add_file(file.path, file.content or b"")

    def run(self, loader: RealLoader, program: Path | None = None) -> Answer:
        system = self.system
        found = self.narrow_program if loader.profile.pointer_bits == 32 else system.program
        command = [program or found]
        return ask(loader, Application(), command, system.environment, system.root, system.root)


@pytest.fixture
def both(tmp_path: Path) -> Both:
    return Both(tmp_path)


def limits(snapshot: ChainSnapshot) -> list[Limitation]:
    """Return what is said of the loader for 32-bit programs."""
    return [limit for limit in snapshot.plan.limits if "32-bit" in limit.text]


def overrides(snapshot: ChainSnapshot) -> list[dict[str, object]]:
    (file,) = snapshot.plan.files
    return list_layers(file.content or b"")


@pytest.mark.long
def test_layers_with_twins_need_one_override_and_nothing_is_said(both: Both) -> None:
    both.add("A", 64, 32)
    both.add("B", 64, 32)
    snapshot = both.look(drawn("B", "A", on=("A", "B")))
    assert limits(snapshot) == []
    (layer,) = overrides(snapshot)
    assert "library_arch" not in layer
    both.write(snapshot)
    for loader in (debian_loader(), get_32_bit_loader()):
        assert both.run(loader).chain() == ("B", "A")


@pytest.mark.parametrize("said", [False, True])
def test_a_layer_without_a_twin_is_said_and_takes_nothing_away_from_32_bit_programs(
    both: Both, said: bool
) -> None:
    both.add("A", 64, 32)
    both.add("ONLY64", 64, said=said)
    snapshot = both.look(drawn("ONLY64", "A", on=("ONLY64", "A")))
    wide, narrow = overrides(snapshot)
    assert (wide["library_arch"], wide["component_layers"]) == ("64", ["ONLY64", "A"])
    assert (narrow["library_arch"], narrow["component_layers"]) == ("32", ["A"])
    (limit,) = limits(snapshot)
    assert limit.subject == "ONLY64"
    assert limit.text.startswith("32-bit loader 1.3.239 does not load it: ")
    both.write(snapshot)
    assert both.run(debian_loader()).chain() == ("ONLY64", "A")
    assert both.run(get_32_bit_loader()).chain() == ("A",)


def test_without_the_split_the_real_loader_drops_everything(both: Both) -> None:
    both.add("A", 64, 32)
    both.add("ONLY64", 64)
    unaware = both.look(
        drawn("ONLY64", "A", on=("ONLY64", "A")), loaders=(debian_loader().profile,)
    )
    both.write(unaware)
    assert both.run(debian_loader()).chain() == ("ONLY64", "A")
    assert both.run(get_32_bit_loader()).chain() == ()


def test_twins_of_different_names_each_serve_their_own_programs(both: Both) -> None:
    both.add("HUD_x86_64", 64)
    both.add("HUD_x86", 32)
    snapshot = both.look(drawn("HUD_x86_64", "HUD_x86", on=("HUD_x86_64", "HUD_x86")))
    both.write(snapshot)
    assert both.run(debian_loader()).chain() == ("HUD_x86_64",)
    assert both.run(get_32_bit_loader()).chain() == ("HUD_x86",)


def test_chosen_programs_of_both_word_sizes_do_not_leak_into_each_other(both: Both) -> None:
    both.add("ONLY64", 64)
    both.add("A", 64, 32)
    first = AppliedConfiguration(
        drawn("ONLY64", on=("ONLY64",))._replace(key="first"),
        (str(both.narrow_program), str(both.system.program)),
        0.0,
    )
    other = both.system.root / "bin" / "other"
    both.narrow.add_program(other)
    view = PlanView(Mechanism.OVERRIDE, (str(other),))
    snapshot = both.look(drawn("A", on="A"), view, applied=(first,))
    both.write(snapshot)
    assert both.run(debian_loader()).chain() == ("ONLY64",)
    assert both.run(get_32_bit_loader()).chain() == ()
    assert both.run(get_32_bit_loader(), other).chain() == ("A",)


def test_the_older_of_two_loaders_is_told_where_it_takes_another_order(both: Both) -> None:
    both.add("E", 64)
    both.add("I", 64, implicit=True)
    loaders = (chromium_loader().profile, debian_loader().profile)
    snapshot = both.look(drawn("I", "E", on=("I", "E")), loaders=loaders)
    assert snapshot.list_loading_layers() == ("I", "E")
    told = [limit for limit in snapshot.plan.limits if "1.3.239" in limit.text]
    assert {limit.subject for limit in told} == {"I", "E"}
    both.write(snapshot)
    assert both.run(chromium_loader()).chain() == ("I", "E")
    assert both.run(debian_loader()).chain() == ("E", "I")


def test_what_the_newer_loader_needs_is_written_where_the_older_one_comes_first(both: Both) -> None:
    both.add("I", 64, implicit=True)
    both.add("E", 64)
    configuration = drawn("I", "E", on=("E",))  # I loads anyway, and stands above
    loaders = (debian_loader().profile, chromium_loader().profile)
    snapshot = both.look(configuration, loaders=loaders)
    both.write(snapshot)
    assert both.run(chromium_loader()).chain() == ("I", "E")
    assert both.run(debian_loader()).chain() == snapshot.list_loading_layers()


def test_what_a_launch_of_a_chosen_program_showed_is_compared_with(both: Both) -> None:
    both.system.add_explicit_layer("E", description="x" * 300)  # too long for the newer loader
    both.add("I", 64, implicit=True)
    other = both.system.root / "bin" / "other"
    both.system.add_program(other)
    view = PlanView(Mechanism.OVERRIDE, (str(both.system.program), str(other)))
    loaders = (debian_loader().profile, chromium_loader().profile)
    configuration = drawn("I", "E", on=("I", "E"))
    newer = f"loader {chromium_loader().profile.version_text}"
    before = both.look(configuration, view, loaders)
    assert not any(newer in limit.text for limit in before.plan.limits)
    host = both.system.host()
    opened = find_opened(host, str(other), DocumentCache())
    assert opened is not None
    shown = ObservedLoader(str(other), opened.expected, loaders[1].library, 1.0)
    memory = Path(get_observations_file(host.environment))
    memory.parent.mkdir(parents=True, exist_ok=True)
    memory.write_bytes(render_shown({make_program_key(str(other)): shown}))
    after = both.look(configuration, view, loaders)
    assert "E" in {x.subject for x in after.plan.limits if newer in x.text}


def test_an_installed_loader_alone_costs_no_word(both: Both) -> None:
    both.add("A", 64)
    snapshot = look(both.system.host(), drawn("A", on="A"), EVERY, debian_loader().profile)
    assert snapshot.plan.limits == ()


def test_the_command_says_it_before_anything_is_written(
    both: Both, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    both.add("ONLY64", 64)
    both.add("A", 64, 32)
    for name, value in both.system.environment.items():
        monkeypatch.setenv(name, value)
    save(drawn("ONLY64", "A", on=("ONLY64", "A")))
    before = sorted(both.system.root.rglob("VkLayer_override*"))
    assert main(["apply", "-c", "drawn", "--every-program", "--dry-run"]) == 0
    out, err = capsys.readouterr()
    assert "vkconfig-py: ONLY64: 32-bit loader 1.3.239 does not load it: " in err
    assert '"library_arch": "32"' in out
    assert sorted(both.system.root.rglob("VkLayer_override*")) == before == []


def test_a_loader_that_does_not_read_the_settings_file_is_told_once(both: Both) -> None:
    both.add("A", 64, 32)
    loaders = (chromium_loader().profile, get_32_bit_loader().profile)
    snapshot = both.look(drawn("A", on="A"), PlanView(Mechanism.SETTINGS), loaders)
    told = [limit.text for limit in snapshot.plan.limits if "1.3.239" in limit.text]
    assert told == [
        "loader 1.3.239, which is also installed, does not read vk_loader_settings.json"
    ]
