"""The table of features and defects of VkConfig is whole, and what checks it can fail."""

from devtools.parity import Row, find_faults, named_tests, read_rows, table, wanted_numbers


def test_the_table_has_every_number_once_and_each_names_a_test_or_a_reason():
    assert find_faults(table()) == []


def test_every_named_test_stands_in_its_file(request):
    root = request.config.rootpath
    for test in named_tests(table()):
        file, _, name = test.partition("::")
        assert f"def {name.rpartition('::')[2]}(" in (root / file).read_text(), test


def test_a_row_is_read_with_its_tests():
    line = "| F028 | master switch | Apply | `tests/a.py::test_b`, `tests/c.py::test_d` |"
    assert read_rows(f"# Title\n\n{line}\n") == (
        Row("F028", "master switch", "Apply", ("tests/a.py::test_b", "tests/c.py::test_d")),
    )


def test_a_feature_that_is_not_built_says_so():
    (row,) = read_rows("| F018 | Icon in the tray | None | Not built: there is none. |\n")
    assert (row.tests, row.differs, row.not_built) == ((), "", "there is none.")


def test_faults_of_a_table_are_found():
    rows = [Row(number, "", "", ("tests/a.py::test_b",)) for number in wanted_numbers()]
    assert find_faults(rows) == []
    assert find_faults(rows[1:]) == ["F001 is missing"]
    assert find_faults([*rows, rows[0]]) == ["F001 stands twice"]
    assert find_faults([*rows, rows[0]._replace(number="F191")]) == ["F191 is not asked for"]
    assert find_faults([rows[0]._replace(tests=()), *rows[1:]]) == [
        "F001 names neither a test nor a reason"
    ]
    eleven = [row._replace(tests=(), differs="because") for row in rows[:11]]
    assert "11 features are deliberately different" in find_faults([*eleven, *rows[11:]])[0]
