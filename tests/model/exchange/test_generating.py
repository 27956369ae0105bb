"""Whatever manifests declare and configurations keep, every kind of file can be generated."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.framework.settings import find_effective_values
from tests.framework.system import SystemBuilder
from tests.model.formats.documents import ODD, Html
from tests.model.layer_settings.test_any_manifest import FEATURES, layer_of
from tests.model.machine import LAUNCH, NEW, OLD, build, drawn, look
from vkconfig_py.language.sentences import render
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.chain.compute import predict
from vkconfig_py.model.chain.run_engine import compute_report
from vkconfig_py.model.configuration.configuration import (
    LayerEntry,
    ListItem,
    SettingType,
    SettingValue,
)
from vkconfig_py.model.exchange.documented_layers import (
    DocumentedLayers,
    document_configuration,
)
from vkconfig_py.model.exchange.generated_files import (
    GeneratedFile,
    GeneratedKind,
    describe_kind,
    generate_file,
    get_kind_label,
)
from vkconfig_py.model.formats.layer_settings_txt import parse_layer_settings
from vkconfig_py.model.formats.loader_settings_json import SettingsSection, UnorderedLayers
from vkconfig_py.model.formats.setting_lines import LayerSettings
from vkconfig_py.model.plan.loader_family import LAUNCH_KEEPS_ORDER

TEXTS = st.sampled_from(["", "a", ODD, "a\nb", "\0", "#", "a,b", "x\n\n| y", "${HOME}/a", "<br>"])
NUMBERS = st.integers() | st.sampled_from([2**64, -(2**63) - 1, -1])
VALUES = {
    SettingType.BOOL: st.booleans(),
    SettingType.BOOL_NUMERIC: st.booleans(),
    SettingType.INT: NUMBERS,
    SettingType.FLOAT: st.floats(),
    SettingType.FLAGS: st.lists(TEXTS, max_size=3).map(tuple),
    SettingType.LIST: st.lists(
        st.builds(ListItem, TEXTS | NUMBERS, st.booleans(), st.just(())), max_size=3
    ).map(tuple),
    SettingType.FRAMES: st.sampled_from(["", "3,8-2", "99999999999", "x"]),
}
READER = MarkdownIt("commonmark", {"html": True}).enable("table")


@st.composite
def about(draw: st.DrawFn) -> DocumentedLayers:
    """Draw layers with values that a configuration of anybody may keep."""
    layers = []
    for number in range(draw(st.integers(0, 3))):
        layer = layer_of(draw(FEATURES))
        layer = layer._replace(name=draw(st.sampled_from([layer.name, f"VK_LAYER_{number}", ODD])))
        kept = tuple(
            SettingValue(one.key, one.type, draw(VALUES.get(one.type, TEXTS)))
            for one in layer.walk_settings()
            if one.type is not SettingType.GROUP and draw(st.booleans())
        )
        entry = LayerEntry(layer.name, settings=kept)
        layers.append(LayerSettings.from_entry(layer, entry, is_on=draw(st.booleans())))
    title = draw(st.sampled_from(["", "Debugging", ODD, "a/b", ".."]))
    written = tuple(one for one in layers if draw(st.booleans()))
    return DocumentedLayers(
        title, tuple(layers), written, SettingsSection("", (UnorderedLayers(),)), Host({})
    )


@given(about())
def test_every_kind_is_made_of_anything(meant: DocumentedLayers) -> None:
    for kind in GeneratedKind:
        made = generate_file(kind, meant)
        assert "/" not in made.name
        assert not made.name.startswith(".")
        assert made.content
        assert all(note == note.strip() and note for note in made.notes)


@given(about())
def test_documents_are_sound_and_say_the_same(meant: DocumentedLayers) -> None:
    page = Html(generate_file(GeneratedKind.HTML, meant).text)
    assert len(page.ids) == len(set(page.ids))
    inside = [link[1:] for link in page.links if link.startswith("#")]
    assert set(inside) <= set(page.ids)
    read = Html(READER.render(generate_file(GeneratedKind.MARKDOWN, meant).text))
    assert sorted(read.ids) == sorted(set(page.ids) & set(inside))  # no others: it is read as text
    assert sorted(read.links) == sorted(page.links)


@given(about())
def test_json_is_what_every_reader_of_json_takes(meant: DocumentedLayers) -> None:
    def refuse(word: str) -> Any:
        raise AssertionError(word)

    document = json.loads(generate_file(GeneratedKind.JSON, meant).content, parse_constant=refuse)
    assert [one["name"] for one in document["layers"]] == [
        one.declared.name for one in meant.layers
    ]


@given(about())
def test_nothing_that_a_layer_does_not_allow_is_in_force(meant: DocumentedLayers) -> None:
    from vkconfig_py.model.layer_settings.checks import check_value
    from vkconfig_py.model.layer_settings.layer_values import is_default
    from vkconfig_py.model.layer_settings.setting_names import make_file_key

    made: GeneratedFile = generate_file(GeneratedKind.SETTINGS, meant)
    applied_state: Mapping[str, str] = find_effective_values(parse_layer_settings(made.content))
    for layer in meant.written_layers:
        for one in layer.declared.walk_settings():
            value = layer.values.get(one.key)
            if one.type in (SettingType.GROUP, SettingType.FLAGS) or is_default(one, value):
                continue
            if check_value(one, value) is not None and len(meant.written_layers) == 1:
                assert make_file_key(layer.declared.name, one.key) not in applied_state


@pytest.mark.parametrize("kind", list(GeneratedKind))
def test_every_kind_has_a_name_and_says_what_it_is_for(kind: GeneratedKind) -> None:
    assert get_kind_label(kind)
    assert describe_kind(kind)


@pytest.mark.parametrize("kind", [GeneratedKind.BASH, GeneratedKind.CMD])
@pytest.mark.parametrize("profile", [OLD, NEW], ids=lambda profile: profile.version_text)
def test_a_script_says_that_its_variables_give_another_order(
    profile: LoaderProfile, kind: GeneratedKind, system: SystemBuilder
) -> None:
    snapshot = look(build(system).host(), drawn(on=("A", "B")), LAUNCH, profile)
    assert snapshot.list_loading_layers()[-2:] == ("A", "B") or profile is NEW
    cache = DocumentCache()
    prediction = predict(snapshot.request, cache)
    made = generate_file(kind, document_configuration(snapshot.request, prediction, cache))
    said = [note for note in made.notes if "Loader 1.3.239 loads " in note]
    # 1.3.234 to 1.3.246 give layers that a variable names the order in which they are found.
    expected = "Loader 1.3.239 loads B above A (remedy: {remedy})"
    is_said = kind is GeneratedKind.BASH and profile is OLD
    assert said == ([expected.format(remedy=render(LAUNCH_KEEPS_ORDER))] if is_said else [])


@pytest.mark.parametrize("profile", [OLD, NEW], ids=lambda profile: profile.version_text)
def test_a_script_turns_implicit_layers_on_and_off(
    profile: LoaderProfile, system: SystemBuilder
) -> None:
    host = build(system).host()
    snapshot = look(host, drawn(on=("A", "I3"), off=("I2",)), LAUNCH, profile)
    cache = DocumentCache()
    prediction = predict(snapshot.request, cache)
    meant = document_configuration(snapshot.request, prediction, cache)
    assert "\nexport ENABLE_I3=1\n" in generate_file(GeneratedKind.BASH, meant).text
    variables = [(one.name, one.value) for one in meant.variables]
    named = ("VK_INSTANCE_LAYERS", ":".join(meant.enabled_layers))
    report = compute_report(snapshot.request, host.with_environment([*variables, named]), cache)
    loaded = {active.manifest.name for active in report.callstack}
    assert loaded == set(snapshot.list_loading_layers()) == {"A", "I1", "I3"}
