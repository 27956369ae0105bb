"""What is in force on the system, in lines for a menu and in one sentence for a tool tip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vkconfig_py.language.sentences import join_words, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.platforms.rules import base_name
from vkconfig_py.model.apply.lease_texts import until_text
from vkconfig_py.model.apply.notices import BannerKind
from vkconfig_py.model.plan.plan import ends_with
from vkconfig_py.model.text.wording import without_stop

if TYPE_CHECKING:
    from vkconfig_py.model.apply.notices import Banner
    from vkconfig_py.model.plan.leases import Moment
    from vkconfig_py.model.plan.plan import Applied, InForce

NOTHING = tr("Nothing is applied to the system")


class TrayTexts(NamedTuple):
    """Texts of the icon.

    Attributes:
        lines: everything that is in force, one by one, without full stops.
        tip: the same in one sentence.
    """

    lines: tuple[str, ...]
    tip: str


def tray_texts(banner: Banner | None, in_force: InForce, now: Moment) -> TrayTexts:
    """Texts on what this program applied; without that, on what the banner is about."""
    if banner is None:
        return TrayTexts((NOTHING,), f"{NOTHING}.")
    if banner.kind in (BannerKind.STALE, BannerKind.FOREIGN):
        return TrayTexts((without_stop(str(banner)),), str(banner))
    lines = tuple(_line(one, in_force, now) for one in in_force.applied)
    what = lines[0]
    if len(lines) > 1:
        what = join_words(
            [tr("“{name}”", name=one.configuration.title) for one in in_force.applied]
        )
    return TrayTexts(lines, tr("Applied to this system: {configurations}.", configurations=what))


def _line(one: Applied, in_force: InForce, now: Moment) -> str:
    name = one.configuration.title
    until = until_text(one.lease, now, is_own=ends_with(one, in_force.reader))
    if not one.programs:
        return tr("“{name}”, for every program, {until}", name=name, until=until)
    programs = join_words([base_name(program) for program in one.programs])
    return tr("“{name}”, for {programs} only, {until}", name=name, programs=programs, until=until)
