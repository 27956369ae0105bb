"""What the foot of the inspector's "Why" says: how sure the prediction is."""

from __future__ import annotations

import time
from typing import NamedTuple

from vkconfig_py.model.picture.values import RowKind
from vkconfig_py.model.probing.probed import tapped_text
from vkconfig_py.model.store import Store
from vkconfig_py.ui.widgets import Ink

AS_PROBED = "The order in which programs get the devices, as the probe got them."


class FootWords(NamedTuple):
    """The sentence, its colour, and whether the real loader can be asked."""

    text: str
    ink: Ink = Ink.SECONDARY
    can_check: bool = False


def foot_words(store: Store, kind: RowKind | None) -> FootWords:
    """Return how sure the prediction for a row is."""
    if kind is RowKind.DEVICE:
        return FootWords(AS_PROBED)
    if store.what_if.is_hypothetical:
        return FootWords("Simulated: not checked with a real loader.", Ink.SIMULATED)
    text, ink = "Predicted from files and variables. ", Ink.SECONDARY
    tapped, answer = store.tapped or store.tapped_before, store.verification
    if tapped is not None:
        text += tapped_text(tapped) + " "
        ink = Ink.ERROR if tapped.difference and not tapped.tried_with else ink
    if store.machine.demo:
        return FootWords(f"{text}A sample machine: there is no loader to check with.", ink)
    if answer is None:
        text += "Not checked yet." if tapped is None else "The system's loader was not asked yet."
    elif answer.agreed:
        when = time.strftime("%H:%M", time.localtime(answer.when))
        launched = f"The program launched at {when} loaded this chain."
        text += launched if answer.by_launch else f"The real loader agreed at {when}."
    elif answer.checked:
        text, ink = f"The real loader disagrees: {answer.difference}", Ink.ERROR
    else:
        text += answer.difference
    return FootWords(text, ink, answer is None or not answer.agreed)
