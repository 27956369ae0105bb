"""What the order of layers means for the picture: which of them draws over which.

A layer that is called later stands nearer to the driver: it gets the picture with all that layers
called earlier drew, and draws over it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from vkconfig_py.language.sentences import join_words, message, render, tr
from vkconfig_py.loader.base.verdicts import Mark, Step
from vkconfig_py.model.chain.snapshot_values import Row, RowKind
from vkconfig_py.model.layer_settings.layer_sources import PictureUse, find_picture_use
from vkconfig_py.model.text.wording import strip_layer_prefix

_Sentences = Mapping[tuple[PictureUse, PictureUse], Callable[[str], str]]
_RULES = {
    PictureUse.DRAWS: message("Draws over the image: the layer that is called last is on top"),
    PictureUse.CHANGES: message("Changes the image, including what layers called earlier drew"),
    PictureUse.CAPTURES: message("Captures the image, including what layers called earlier drew"),
}
# By what the layer does, and what one that is called earlier does.
_EARLIER: _Sentences = {
    (PictureUse.DRAWS, PictureUse.DRAWS): lambda layers: tr(
        "Drawn on top of: {layers}", layers=layers
    ),
    (PictureUse.DRAWS, PictureUse.CHANGES): lambda layers: tr(
        "Not changed by: {layers}", layers=layers
    ),
    (PictureUse.DRAWS, PictureUse.CAPTURES): lambda layers: tr(
        "Not captured by: {layers}", layers=layers
    ),
    (PictureUse.CHANGES, PictureUse.DRAWS): lambda layers: tr(
        "Changes what these draw: {layers}", layers=layers
    ),
    (PictureUse.CHANGES, PictureUse.CAPTURES): lambda layers: tr(
        "Not captured by: {layers}", layers=layers
    ),
    (PictureUse.CAPTURES, PictureUse.DRAWS): lambda layers: tr(
        "Captures what these draw: {layers}", layers=layers
    ),
    (PictureUse.CAPTURES, PictureUse.CHANGES): lambda layers: tr(
        "Captures the changes made by: {layers}", layers=layers
    ),
}
# By what the layer does, and what one that is called later does.
_LATER: _Sentences = {
    (PictureUse.DRAWS, PictureUse.DRAWS): lambda layers: tr(
        "On top of it: {layers}", layers=layers
    ),
    (PictureUse.DRAWS, PictureUse.CHANGES): lambda layers: tr(
        "Changed by: {layers}", layers=layers
    ),
    (PictureUse.DRAWS, PictureUse.CAPTURES): lambda layers: tr(
        "Captured by: {layers}", layers=layers
    ),
    (PictureUse.CHANGES, PictureUse.DRAWS): lambda layers: tr(
        "Does not change what these draw: {layers}", layers=layers
    ),
    (PictureUse.CHANGES, PictureUse.CAPTURES): lambda layers: tr(
        "Captured by: {layers}", layers=layers
    ),
    (PictureUse.CAPTURES, PictureUse.DRAWS): lambda layers: tr(
        "Does not capture what these draw: {layers}", layers=layers
    ),
    (PictureUse.CAPTURES, PictureUse.CHANGES): lambda layers: tr(
        "Does not capture the changes made by: {layers}", layers=layers
    ),
}


def explain_picture(rows: Sequence[Row], name: str) -> tuple[Step, ...]:
    """Return what the place of a layer means for the picture, () if it leaves that alone."""
    uses = [
        (row.name, use)
        for row in rows
        if row.kind is RowKind.LAYER and (use := find_picture_use(row.name)) is not None
    ]
    place = next((at for at, (layer, _use) in enumerate(uses) if layer == name), None)
    if place is None:
        return ()
    own = uses[place][1]
    sentences = [render(_RULES[own])]
    for table, others in ((_EARLIER, uses[:place]), (_LATER, uses[place + 1 :])):
        for use in PictureUse:
            names = [strip_layer_prefix(layer) for layer, other in others if other is use]
            if names and (own, use) in table:
                sentences.append(table[own, use](join_words(names)))
    return tuple(Step(Mark.NEUTRAL, sentence) for sentence in sentences)
