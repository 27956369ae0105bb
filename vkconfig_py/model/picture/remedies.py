"""What a user can do about a row: each offer with its effect and its button. No Qt."""

from __future__ import annotations

import shlex
from enum import StrEnum

from vkconfig_py.loader.filters import DISABLE
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.loader.verdicts import (
    AskFor,
    AskNotFor,
    ChangeProfile,
    DropPrivileges,
    EditKey,
    InstallLibrary,
    MoveFile,
    NoRemedy,
    Reason,
    Remedy,
    RemoveFile,
    RenameKey,
    SetVariable,
    Together,
    UnsetVariable,
    Verdict,
)
from vkconfig_py.model.documents.configuration import DriverWish, Wish
from vkconfig_py.model.picture.values import FAILS, Picture, Row, RowKind

MOST = 3


class OfferKind(StrEnum):
    """What the button of an offer does."""

    WISH = "wish"  # value: the wish to set
    COPY = "copy"  # value: the text to copy
    SHOW = "show"  # value: the file to show
    FORGET = "forget"  # what the configuration says about the layer
    NONE = "none"  # nothing to press; the text is the answer


class Offer(NamedTuple):
    """One remedy as the inspector shows it.

    Attributes:
        line: 1-based line in the file to show, or 0.
        remedy: what the offer is about, to be tried as what if; None where there is nothing to try.
    """

    what: str
    effect: str
    kind: OfferKind
    value: str = ""
    label: str = ""
    line: int = 0
    remedy: Remedy | None = None


def offers_for(picture: Picture, row: Row) -> tuple[Offer, ...]:
    """Return what can be done about a row, the nearest first.

    Where the configuration itself decides, its wish is all that helps; what its plan writes is
    nothing that a user could set or edit.
    """
    wishes = _wish_offers(row)
    if _is_decided(row):
        return tuple(wishes)
    offers = [*wishes, *_variable_offers(picture.report, row)]
    verdict = _verdict(picture.telling(row.name), row)
    remedy, line = (verdict.remedy, verdict.line) if verdict else (NoRemedy(""), 0)
    offer = None if _is_planned(picture, remedy) else _offer_for(remedy, line)
    if offer is not None and verdict is not None and verdict.reason is Reason.DUPLICATE:
        offer = offer._replace(what="Remove the copy that is found first")
    if offer is not None and offer.kind is OfferKind.NONE and offer.remedy is None and offers:
        return tuple(offers[:MOST])  # a way that works says more than why another does not
    if offer is not None and all(offer.value != other.value for other in offers):
        offers.append(offer)
    if verdict is not None and verdict.reason is Reason.DISABLE_FILTER:
        without = _offer_for(UnsetVariable(DISABLE), 0)
        offers += [without] if without and without.value != offers[-1].value else []
    return tuple(offers[:MOST])


def _is_decided(row: Row) -> bool:
    """Return whether the row is as it is because the configuration wishes it so."""
    wished = {
        RowKind.LAYER: (Wish.ON,),
        RowKind.OFF_LAYER: (Wish.OFF,),
        RowKind.DRIVER: (DriverWish.ONLY, DriverWish.OFF),
    }
    return row.wish in wished.get(row.kind, ())


def _is_planned(picture: Picture, remedy: Remedy) -> bool:
    match remedy:
        case UnsetVariable(name):
            session = picture.question.host.environment
            return name not in session and name in {v.name for v in picture.plan.variables}
        case EditKey() | RenameKey() | RemoveFile() | MoveFile():
            return remedy.file in {planned.path for planned in picture.plan.files}
        case Together(steps):
            return any(_is_planned(picture, step) for step in steps)
        case _:
            return False


def heading(row: Row) -> str:
    """Return what the offers are for."""
    if row.kind is RowKind.LAYER:
        return "To turn it off"
    if row.kind is RowKind.BROKEN:
        return "To repair it"
    return "To load it" if row.kind is RowKind.OFF_LAYER else "To change it"


def _wish_offers(row: Row) -> list[Offer]:
    effect = "takes effect at the next launch"
    if row.kind is RowKind.LAYER and row.wish != Wish.OFF and Wish.OFF in row.wishes:
        text = "Off in this configuration"
        return [Offer(text, effect, OfferKind.WISH, Wish.OFF.value, "Set Off")]
    if row.kind is RowKind.OFF_LAYER and row.wish != Wish.ON and Wish.ON in row.wishes:
        text = "On in this configuration"
        return [Offer(text, effect, OfferKind.WISH, Wish.ON.value, "Set On")]
    if row.kind is RowKind.DRIVER and row.used and row.word == FAILS:
        text = "Leave it out in this configuration"
        return [Offer(text, effect, OfferKind.WISH, DriverWish.OFF.value, "Set Off")]
    if row.kind is RowKind.MISSING and row.wishes:
        text = "Remove it from this configuration"
        return [Offer(text, "with its place and settings", OfferKind.FORGET, "", "Remove")]
    return []


def _variable_offers(report: LoaderReport, row: Row) -> list[Offer]:
    """Return the variable that a loaded implicit layer obeys for a single run."""
    if row.kind is not RowKind.LAYER:
        return []
    for found in report.found:
        manifest = found.manifest
        if manifest and found.file == row.manifest and manifest.disable_environment:
            line = f"{manifest.disable_environment}=1"
            tried = SetVariable(manifest.disable_environment, "1")
            return [Offer("Off for one run", line, OfferKind.COPY, line, "Copy", remedy=tried)]
    return []


def _verdict(report: LoaderReport, row: Row) -> Verdict | None:
    subject = row.key.partition(":")[2]
    for found in report.found:
        named = found.name == (row.name if row.kind is RowKind.BROKEN else subject)
        if found.file == row.manifest and (named or found.manifest is None):
            return found.verdict
    drivers = (driver.verdict for driver in report.drivers if driver.file == row.manifest)
    return next(drivers, None)


def _offer_for(remedy: Remedy, line: int) -> Offer | None:
    offer = _described(remedy, line)
    if offer is None or isinstance(remedy, NoRemedy):
        return offer
    return offer._replace(remedy=remedy)


def _described(remedy: Remedy, line: int) -> Offer | None:
    match remedy:
        case SetVariable(name, value):
            text = f"{name}={shlex.quote(value)}"
            return Offer("Set for one run", text, OfferKind.COPY, text, "Copy")
        case UnsetVariable(name):
            text = f"env -u {name}"
            return Offer(f"Run without {name}", text, OfferKind.COPY, text, "Copy")
        case InstallLibrary(library):
            return Offer("Install the library", library, OfferKind.COPY, library, "Copy")
        case Together(steps):
            return _described(steps[0], line)  # what comes next shows itself after the first
        case EditKey() | RenameKey() | RemoveFile() | MoveFile():
            return _file_offer(remedy, line)
        case ChangeProfile() | DropPrivileges() | AskFor() | AskNotFor() | NoRemedy():
            return _telling_offer(remedy)


def _file_offer(remedy: EditKey | RenameKey | RemoveFile | MoveFile, line: int) -> Offer:
    show = (OfferKind.SHOW, remedy.file, "Show file")
    match remedy:
        case EditKey(advice=advice):
            return Offer(f"Correct “{remedy.key}”", advice, *show, line)
        case RenameKey(path=path, name=name):
            return Offer(f"Name “{path[-1]}” “{name}”", "the key is misspelt", *show, line)
        case RemoveFile(file):
            return Offer("Remove the file", file, *show)
        case MoveFile(file, target):
            return Offer(f"Move it to {target[: target.rfind('/')]}", file, *show)


def _telling_offer(
    remedy: ChangeProfile | DropPrivileges | AskFor | AskNotFor | NoRemedy,
) -> Offer | None:
    match remedy:
        case ChangeProfile(version):
            text = f"version {'.'.join(map(str, version))}"
            return Offer("Use another loader", text, OfferKind.NONE)
        case DropPrivileges(program):
            return Offer("Start it without more rights than you have", program, OfferKind.NONE)
        case AskFor(layer, extension):
            return Offer("The program must ask for it", layer or extension, OfferKind.NONE)
        case AskNotFor(layer, extension):
            return Offer("The program must not ask for it", layer or extension, OfferKind.NONE)
        case NoRemedy(why):
            return Offer(why, "", OfferKind.NONE) if why else None
