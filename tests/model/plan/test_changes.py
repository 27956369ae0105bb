from vkconfig_py.model.configuration.configuration import Variable
from vkconfig_py.model.plan.plan import (
    ChangeKind,
    Limitation,
    Mechanism,
    Plan,
    PlannedChange,
    PlannedFile,
    find_changes,
    present_change,
    render_difference,
    summarize_limits,
)


def changes_of(files=(), variables=(), present=None, environment=None):
    plan = Plan(mechanism=Mechanism.LAUNCH, files=files, variables=variables)
    return find_changes(plan, environment or {}, (present or {}).get)


def test_a_file_that_is_not_there_is_new():
    assert changes_of((PlannedFile("/a", b"x\n"),)) == (PlannedChange(ChangeKind.NEW, "/a", "+x"),)


def test_a_file_with_other_content_changes_line_by_line():
    changed = changes_of((PlannedFile("/a", b"x\ny\n"),), present={"/a": b"x\nz\n"})
    assert changed == (PlannedChange(ChangeKind.CHANGE, "/a", " x\n-z\n+y"),)


def test_a_file_that_is_taken_away_shows_what_is_lost():
    changed = changes_of((PlannedFile("/a", None),), present={"/a": b"x"})
    assert changed == (PlannedChange(ChangeKind.REMOVE, "/a", "-x"),)


def test_what_is_already_so_is_no_change():
    files = (PlannedFile("/a", b"x"), PlannedFile("/b", None))
    assert changes_of(files, (Variable("GONE", None),), present={"/a": b"x"}) == ()


def test_variables_are_set_and_unset():
    variables = (Variable("A", "1"), Variable("B", None))
    assert changes_of((), variables, environment={"B": "old"}) == (
        PlannedChange(ChangeKind.SET, "A", "1"),
        PlannedChange(ChangeKind.UNSET, "B", "old"),
    )


def test_bytes_that_are_no_text_do_not_stop_the_preview():
    assert render_difference(b"\xff", b"ok") == "-\ufffd\n+ok"


def test_the_preview_tells_files_from_variables():
    file = present_change(PlannedChange(ChangeKind.NEW, "/home/u/VkLayer_override.json", "+{\n+}"))
    at_home = present_change(PlannedChange(ChangeKind.NEW, "/home/u/a/b.json", ""), "/home/u")
    assert (at_home.title, at_home.text) == ("b.json", "~/a")
    variable = present_change(PlannedChange(ChangeKind.SET, "MANGOHUD", "1"))
    assert (file.title, file.text, file.badge) == ("VkLayer_override.json", "/home/u", "New")
    assert (variable.title, variable.text, variable.badge) == ("MANGOHUD", "1", "Set")
    assert variable.accessible_text == "Set: MANGOHUD"


def test_what_is_lost_is_counted():
    limit = Limitation("a", "cannot")
    assert summarize_limits((limit, limit), Mechanism.OVERRIDE) == (
        "2 choices cannot be applied this way:"
    )
    assert summarize_limits((limit,), Mechanism.LAUNCH) == (
        "1 choice does not take effect in this launch:"
    )
    assert summarize_limits((), Mechanism.OVERRIDE) == "All choices can be applied"
    assert summarize_limits((), Mechanism.LAUNCH) == (
        "Everything you chose takes effect in this launch"
    )
