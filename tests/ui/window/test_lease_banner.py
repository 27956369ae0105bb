"""What is applied for a time is counted down, extended, announced and ended in the window."""

import pytest

from tests.framework.stand_ins import replace
from vkconfig_py.model.apply.notices import Banner, BannerAction, BannerCommand, BannerKind
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.model.plan.leases import ForSeconds
from vkconfig_py.model.session.system_state import LeaseTimer
from vkconfig_py.model.text.wording import make_tooltip
from vkconfig_py.ui.window import banner

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


class Clock:
    """A clock that a test moves, in the place of that of the window."""

    def __init__(self, session):
        self.session, self.now = session, session.find_moment()
        replace(moment=lambda wall=None: self.now)

    def move(self, seconds):
        later = {"wall_time": self.now.wall_time + seconds, "uptime": self.now.uptime + seconds}
        self.now = self.now._replace(**later)


@pytest.fixture
def clock(qtbot, window):
    """Return the clock of a window whose configuration is applied for 15 minutes."""
    session = window.session
    layer = next(row.name for row in session.snapshots.shown.rows if row.kind.value == "layer")
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.edits.do(workspace_edits.set_control, layer, LayerControl.ON)
    clock = Clock(session)
    with qtbot.waitSignal(session.system.changed):
        session.apply((), term=ForSeconds(900))
    qtbot.waitUntil(lambda: session.system.applied != ())
    (one,) = session.system.applied
    # It was made by the clock of the system, which went on while it was applied.
    clock.move(one.lease.seconds_left(clock.now) - 900)
    return clock


@pytest.fixture
def said(monkeypatch):
    """Return what screen readers are told, with its urgency."""
    told = []
    monkeypatch.setattr(
        banner, "announce", lambda _w, text, *, is_urgent=False: told.append((text, is_urgent))
    )
    return told


def tick(window):
    window.banner.refresh_countdown()
    return window.banner._countdown_label.text()


def test_the_banner_counts_down_and_the_last_minute_is_announced_once(window, clock, said):
    assert tick(window).startswith("Ends in 15:00, at ")
    clock.move(139)
    assert tick(window).startswith("Ends in 12:41, at ")
    assert said == []
    clock.move(719)
    assert tick(window) == "Ends in 0:42"
    clock.move(1)
    assert tick(window) == "Ends in 0:41"
    ((text, urgent),) = said
    assert "Ends in 0:42" in text
    assert urgent


def test_a_tick_paints_the_countdown_alone(window, clock, monkeypatch):
    tick(window)
    changed = []
    monkeypatch.setattr(window.banner, "show_banner", changed.append)
    monkeypatch.setattr(window.banner, "set_role", changed.append)
    clock.move(1)
    tick(window)
    assert changed == []


def press(window, label):
    next(one for one in window.banner._buttons if one.text() == label).click()


def test_extend_adds_a_quarter_of_an_hour(qtbot, window, clock):
    clock.move(600)
    press(window, "Extend")
    qtbot.waitUntil(lambda: tick(window).startswith("Ends in 20:00, at "))


def test_withdraw_now_ends_it_at_once(qtbot, window, clock):
    press(window, "Withdraw now")
    qtbot.waitUntil(lambda: not window.session.system.applied)
    assert window.banner.shown_banner is None


def test_the_window_ends_what_the_guard_did_not(qtbot, window, clock):
    clock.move(900)
    with qtbot.waitSignal(window.session.message) as said:
        window.session.leases._on_timeout()
    assert said.args == ["Expired and withdrawn: “My configuration”.", "neutral"]
    assert window.session.system.applied == ()
    qtbot.waitUntil(lambda: window.banner.shown_banner is None)
    qtbot.waitUntil(lambda: window.session.system.journal[0].what == "lease ended")


def test_what_the_guard_ended_is_seen_when_the_time_comes(qtbot, window, clock):
    session = window.session
    clock.move(900)
    service = session.system._make_service()
    service.end_leases(session.requests.make_request())
    session.leases._on_timeout()
    qtbot.waitUntil(lambda: session.system.applied == ())


def test_what_could_not_be_ended_is_tried_again_and_not_at_once(qtbot, window, clock):
    session, due = window.session, []
    timer = LeaseTimer(session.system, lambda: clock.now, window)
    timer.leases_due.connect(lambda: due.append(1))
    session.system.applied_state = session.system.applied_state._replace(ended_keys=("x",))
    timer.watch()
    timer.watch()
    assert due == [1]
    assert 0 < timer.timer.remainingTime() <= 31_000
    timer._on_timeout()
    assert due == [1, 1]
    timer.timer.stop()


def test_an_edited_configuration_is_applied_again_for_what_is_left(qtbot, window, clock):
    session = window.session
    clock.move(600)
    layer = [row.name for row in session.snapshots.shown.rows if row.kind.value == "layer"][1]
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.edits.do(workspace_edits.set_control, layer, LayerControl.ON)
    before = session.system.applied
    press(window, "Apply again")
    qtbot.waitUntil(lambda: session.system.applied != before)
    (one,) = session.system.applied
    assert one.lease.seconds_left(clock.now) == pytest.approx(300)


def test_a_banner_of_two_lines_keeps_its_padding_and_one_line_is_in_its_middle(window, qtbot):
    bar, theme = window.banner, window.context.theme
    window.resize(1280, 720)
    qtbot.waitUntil(lambda: bar.width() == 1280)
    assert bar._text.geometry().center().y() in range(bar.height() // 2 - 1, bar.height() // 2 + 1)
    bar.show_banner(Banner(BannerKind.OWN, "Applied " * 60, ()))
    assert bar.height() >= 2 * theme.body.height + theme.px(8)


def test_a_banner_of_two_lines_is_as_high_as_one_of_a_line(window):
    bar = window.banner
    bar.show_banner(None)
    height = bar.height()
    bar.show_banner(Banner(BannerKind.OWN, "Applied " * 30, ()))
    assert bar.height() == height


def test_the_buttons_of_a_new_banner_take_their_room_from_its_text_at_once(window):
    bar, theme = window.banner, window.context.theme
    bar.setMinimumWidth(1280)
    bar.resize(1280, bar.height())
    action = BannerAction(BannerCommand.SHOW, "Show what it does " * 4)
    text = "Applied to every program since noon. " * 4
    bar.show_banner(Banner(BannerKind.OWN, text, (action,)))
    height = bar.height()
    bar._fit_height()
    assert bar.height() == height
    assert height >= 2 * theme.body.height + theme.px(8)


def test_a_banner_that_is_cut_can_be_read_in_its_tool_tip(window):
    bar, text = window.banner, "Applied " * 80
    bar.show_banner(Banner(BannerKind.OWN, text, ()))
    bar.grab()
    assert bar._text.toolTip() == make_tooltip(text)
