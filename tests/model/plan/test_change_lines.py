from vkconfig_py.model.plan.change_lines import present_change, summarize_limits
from vkconfig_py.model.plan.plan import ChangeKind, Limitation, PlannedChange


def test_the_preview_tells_files_from_variables():
    file = present_change(PlannedChange(ChangeKind.NEW, "/home/u/VkLayer_override.json", "+{\n+}"))
    variable = present_change(PlannedChange(ChangeKind.SET, "MANGOHUD", "1"))
    assert (file.title, file.text, file.badge) == ("VkLayer_override.json", "/home/u", "New")
    assert (variable.title, variable.text, variable.badge) == ("MANGOHUD", "1", "Set")
    assert variable.accessible_text == "Set: MANGOHUD"


def test_what_is_lost_is_counted():
    limit = Limitation("a", "cannot")
    assert summarize_limits((limit, limit)) == "2 choices cannot be applied this way"
    assert summarize_limits(()) == "All choices can be applied"
