"""What the order of layers means for the picture: which of them draws over which.

A layer that is called later stands nearer to the driver: it gets the picture with all that layers
called earlier drew, and draws over it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vkconfig_py.language.sentences import Message, join_words, message, render
from vkconfig_py.loader.base.verdicts import Mark, Step
from vkconfig_py.model.chain.snapshot_values import Row, RowKind
from vkconfig_py.model.layer_settings.layer_sources import PictureUse, find_picture_use
from vkconfig_py.model.text.wording import strip_layer_prefix

_Sentences = Mapping[tuple[PictureUse, PictureUse], Message]
_RULE_BY_USE = {
    PictureUse.DRAWS: message("Draws over the image: the layer that is called last is on top"),
    PictureUse.CHANGES: message(
        "Changes the image, including anything drawn by layers called earlier"
    ),
    PictureUse.CAPTURES: message(
        "Captures the image, including anything drawn by layers called earlier"
    ),
}
# By what the layer does, and what one that is called earlier does.
_EARLIER_LAYER_SENTENCES: _Sentences = {
    (PictureUse.DRAWS, PictureUse.DRAWS): message("Drawn on top of: {layers}"),
    (PictureUse.DRAWS, PictureUse.CHANGES): message("Not changed by: {layers}"),
    (PictureUse.DRAWS, PictureUse.CAPTURES): message("Not captured by: {layers}"),
    (PictureUse.CHANGES, PictureUse.DRAWS): message("Changes the overlays drawn by: {layers}"),
    (PictureUse.CHANGES, PictureUse.CAPTURES): message("Not captured by: {layers}"),
    (PictureUse.CAPTURES, PictureUse.DRAWS): message("Captures the overlays drawn by: {layers}"),
    (PictureUse.CAPTURES, PictureUse.CHANGES): message("Captures the changes made by: {layers}"),
}
# By what the layer does, and what one that is called later does.
_LATER_LAYER_SENTENCES: _Sentences = {
    (PictureUse.DRAWS, PictureUse.DRAWS): message("Overlays on top of this one: {layers}"),
    (PictureUse.DRAWS, PictureUse.CHANGES): message("Changed by: {layers}"),
    (PictureUse.DRAWS, PictureUse.CAPTURES): message("Captured by: {layers}"),
    (PictureUse.CHANGES, PictureUse.DRAWS): message(
        "Does not change the overlays drawn by: {layers}"
    ),
    (PictureUse.CHANGES, PictureUse.CAPTURES): message("Captured by: {layers}"),
    (PictureUse.CAPTURES, PictureUse.DRAWS): message(
        "Does not capture the overlays drawn by: {layers}"
    ),
    (PictureUse.CAPTURES, PictureUse.CHANGES): message(
        "Does not capture the changes made by: {layers}"
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
    sentences = [render(_RULE_BY_USE[own])]
    for table, others in (
        (_EARLIER_LAYER_SENTENCES, uses[:place]),
        (_LATER_LAYER_SENTENCES, uses[place + 1 :]),
    ):
        for use in PictureUse:
            names = [strip_layer_prefix(layer) for layer, other in others if other is use]
            if names and (own, use) in table:
                sentences.append(render(table[own, use], layers=join_words(names)))
    return tuple(Step(Mark.NEUTRAL, sentence) for sentence in sentences)
