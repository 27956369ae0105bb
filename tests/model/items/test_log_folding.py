"""Entries that come again right behind themselves have one row, and are still all there."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import Qt

from tests.model.items.test_log_model import add, find, line, log, scans, texts
from vkconfig_py.model.items.keyed_list import LogRole
from vkconfig_py.model.items.log_model import LogModel
from vkconfig_py.model.launch import log_filter
from vkconfig_py.model.launch.log_filter import LogFilter, copy_rows
from vkconfig_py.model.launch.log_store import LogLimits, LogStore

__all__ = ["log", "scans"]
WORDS = ("a", "a", "b", "")


def shown(model: LogModel) -> list[tuple[str, int]]:
    """Return text and number of repetitions of each row."""
    return [
        (model.index(row).data(), model.index(row).data(LogRole.REPEATS))
        for row in range(model.rowCount())
    ]


def fold(words: list[str]) -> list[tuple[str, int]]:
    rows: list[tuple[str, int]] = []
    for word in words:
        if word and rows and rows[-1][0] == word:
            rows[-1] = word, rows[-1][1] + 1
        else:
            rows.append((word, 0))
    return rows


def test_rows_that_are_shown_stay_when_the_first_entry_comes_again(log, scans, qtbot):
    with qtbot.assertNotEmitted(log.modelReset):
        add(log, *[line("three")] * 3, line("four"))
        scans.run()
    assert shown(log) == [("one", 0), ("Two", 0), ("three", 2), ("four", 0)]
    assert log.index(2).data(LogRole.NUMBER) == 3
    assert log.index(3).data(LogRole.NUMBER) == 6


@pytest.mark.parametrize("stamp", ["[2026-11-30 16:44:42.{n:03}] ", "2026-11-30T16:44:{n:02} "])
def test_a_time_in_front_of_a_line_makes_no_other_line_of_it(log, scans, stamp):
    lines = [line(f"{stamp.format(n=n)}[MANGOHUD] [error] no sensor") for n in range(3)]
    add(log, *lines, line("[MANGOHUD] [error] none"))
    scans.run()
    assert shown(log)[2:] == [
        (f"{stamp.format(n=0)}[MANGOHUD] [error] no sensor", 2), ("[MANGOHUD] [error] none", 0)
    ]  # fmt: skip
    find(log, scans, text=stamp.format(n=2).strip(), folds=False)
    assert texts(log) == [f"{stamp.format(n=2)}[MANGOHUD] [error] no sensor"]


def test_the_row_of_an_entry_that_comes_again_is_painted_anew(log, scans, qtbot):
    add(log, line("three"), line("three"))
    scans.run()
    with qtbot.waitSignal(log.dataChanged) as changed:
        add(log, line("three"))
        scans.run()
    assert changed.args[0].row() == 2
    assert shown(log)[2] == ("three", 2)


def test_what_differs_in_severity_or_source_is_no_repetition(log, scans):
    add(log, line("a"), line("a", "error"), line("a", "error", "loader"))
    scans.run()
    assert [repeats for _text, repeats in shown(log)] == [0] * 5


def test_empty_lines_are_not_folded(log, scans):
    add(log, line(""), line(""), line("x"), line("x"))
    scans.run()
    assert shown(log)[2:] == [("", 0), ("", 0), ("x", 1)]


def test_each_entry_has_its_row_without_folding(log, scans):
    add(log, *[line("three")] * 3)
    scans.run()
    assert find(log, scans, folds=False) == ["one", "Two", "three", "three", "three"]
    assert [repeats for _text, repeats in shown(log)] == [0] * 5
    assert find(log, scans) == ["one", "Two", "three"]


def test_a_search_finds_the_row_of_all_repetitions(log, scans):
    add(log, *[line("three")] * 3, line("other"), line("three"))
    assert find(log, scans, text="thr") == ["three", "three"]
    assert shown(log) == [("three", 2), ("three", 0)]
    assert (log.hits, log.find_next_hit(0)) == (2, 1)
    log.set_filter(LogFilter(text="thr", shows_only_hits=False))
    scans.run()
    assert texts(log) == ["one", "Two", "three", "other", "three"]


def test_repetitions_lead_to_their_row(log, scans):
    add(log, *[line("three")] * 3)
    scans.run()
    assert [log.find_row(number) for number in range(6)] == [0, 1, 2, 2, 2, -1]
    assert (log.count_repeats(2), log.count_repeats(1), log.count_repeats(-1)) == (2, 0, 0)


def test_all_repetitions_are_copied(log, scans):
    add(log, *[line("three")] * 3, line("four"))
    scans.run()
    copied = copy_rows(log.store, log.rows, [range(1, 3)], is_whole=False)
    assert copied.text == "Two\nthree\nthree\nthree"
    find(log, scans, folds=False)
    copied = copy_rows(log.store, log.rows, [range(2, 4)], is_whole=False)
    assert copied.text == "three\nthree"


def test_a_screen_reader_says_how_often_it_came(log, scans):
    add(log, *[line("three")] * 3)
    scans.run()
    spoken = log.index(2).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "info, vkcube: three, 3 times"


def test_a_part_that_may_be_left_out_folds_nothing_into_another(log, scans, tmp_path):
    store = LogStore(tmp_path, limits=LogLimits(entries=4, size=1 << 20, beginning=1, end=2))
    log.set_store(store)
    for _ in range(26):
        store.append([line("same")])
        store.write_full_parts()
        log.sync()
        scans.run()
    rows = shown(log)
    assert rows[0] == rows[2] == ("same", 3)
    assert "dropped" in rows[1][0]
    assert sum(1 + repeats for text, repeats in rows if text == "same") == 26 - (
        store.shape.tail - store.shape.head
    )
    store.close()


@pytest.mark.parametrize("seed", range(20))
def test_any_output_is_folded_as_it_comes(log, scans, monkeypatch, seed):
    monkeypatch.setattr(log_filter, "SLICE_ENTRIES", 5)
    chance, words = random.Random(seed), ["one", "Two"]
    for _ in range(30):
        batch = [chance.choice(WORDS) for _ in range(chance.randrange(6))]
        words += batch
        add(log, *map(line, batch))
        if chance.random() < 0.2:
            log.set_filter(log.filter._replace(folds=not log.filter.folds))
        scans.run(chance.choice((0, 1, 99)))
    scans.run()
    expected = fold(words) if log.filter.folds else [(word, 0) for word in words]
    assert shown(log) == expected


def test_a_log_that_is_shown_later_is_folded_at_once(scans, qapp):
    store = LogStore(None)
    store.append([line("a"), line("a"), line("b")])
    model = LogModel(scans.submit)
    model.set_store(store)
    scans.run()
    assert shown(model) == [("a", 1), ("b", 0)]
