"""The head of the group below the chain, and controls on rows of an earlier picture."""

from __future__ import annotations

import pytest

from tests.ui import sample
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    DriverControl,
    DriverEntry,
    LayerControl,
    LayerEntry,
)
from vkconfig_py.model.items.chain_model import add_hidden_counts, apply_controls, render_hidden

ROWS = sample.rows_of(sample.CHAIN, sample.BELOW)


@pytest.mark.parametrize(
    ("hidden", "text"),
    [
        (sample.BELOW[:3], "hidden: 1 implicit, 2 explicit"),
        (sample.BELOW[:1], "hidden: 1 implicit"),
        (sample.BELOW[1:], "hidden: 2 explicit, 1 missing"),
        (sample.BELOW, "hidden: 1 implicit, 2 explicit, 1 missing"),
        (sample.CHAIN, ""),
        ((), ""),
    ],
)
def test_the_head_counts_what_is_hidden_by_kind(hidden, text):
    assert render_hidden(hidden) == text
    keys = {row.key for row in hidden}
    head = next(row for row in add_hidden_counts(ROWS, keys) if row.kind is RowKind.GROUP)
    assert head.reason == head.tooltip == text
    again = add_hidden_counts(add_hidden_counts(ROWS, {sample.BELOW[0].key}), keys)
    assert next(row for row in again if row.kind is RowKind.GROUP) == head


def test_wishes_of_layers_and_drivers_are_those_of_now_and_verdicts_stay():
    layer, driver = ROWS[1], next(row for row in ROWS if row.kind is RowKind.DRIVER)
    ended = layer._replace(accessible_name="MANGOHUD_overlay")
    configuration = Configuration(
        key="c1",
        name="c",
        layers=(LayerEntry(layer.name, control=LayerControl.OFF),),
        drivers=(DriverEntry("lavapipe.json", DriverControl.ONLY),),
    )
    device = driver._replace(
        key="device:1", kind=RowKind.DEVICE, control="on", controls=("on", "off")
    )
    rows = (ROWS[0], ended, driver, device, device._replace(key="device:2"))
    program, wished, chosen, *devices = apply_controls(rows, configuration, {"device:1": False})
    assert [one.control for one in devices] == ["off", "on"]
    assert program is ROWS[0]
    assert (wished.control, wished.status) == ("off", "Loads")
    assert wished.accessible_text == f"MANGOHUD_overlay, Loads: {layer.reason}. Set to Off."
    assert (chosen.control, chosen.status) == ("only", "1 device")
    assert apply_controls((wished,), Configuration(key="c1", name="c"), {})[0] == ended
