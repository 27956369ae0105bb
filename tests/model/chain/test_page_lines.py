from tests.framework.german import speak_german
from vkconfig_py.language.sentences import message, render
from vkconfig_py.loader.base.device_values import ExtensionName
from vkconfig_py.loader.base.verdicts import Mark, Outcome, Step
from vkconfig_py.model.chain.row_details import (
    AddedDriverLine,
    filter_extensions,
    get_extension_key,
    get_step_key,
    number_steps,
    present_driver,
    present_extension,
    present_step,
)
from vkconfig_py.model.chain.snapshot_values import Row, RowKind
from vkconfig_py.model.configuration.configuration import AddedDriver

MANY = [ExtensionName(f"VK_EXT_number_{number}", 1) for number in range(410)]
TWO = (ExtensionName("VK_KHR_surface", 25), ExtensionName("VK_EXT_b", 1))


def test_steps_say_what_a_rule_found_and_where():
    steps = number_steps(
        (
            Step(Mark.PASS, "MANGOHUD=1 requests it", "/x/MangoHud.json", 14, "set in this one"),
            Step(Mark.AGAINST, "DISABLE_MANGOHUD is set", decisive=True),
            Step(Mark.NEUTRAL, "DISABLE_MANGOHUD is set", "/x/folder"),
            Step(Mark.FACT, "Draws over the image"),
        )
    )
    lines = [present_step(one) for one in steps]
    assert len({get_step_key(one) for one in steps}) == 4
    assert [line.icon for line in lines] == ["check", "cross", "minus", "info"]
    assert [line.text for line in lines] == [
        "MangoHud.json, line 14 · set in this one",
        "",
        "/x/folder",
        "",
    ]
    assert [one.is_fact for one in steps] == [False, False, False, True]
    assert lines[0].tooltip == "/x/MangoHud.json, line 14"


def test_a_screen_reader_says_a_noted_sentence_in_the_language_of_the_user():
    neutral, step = number_steps(
        Step(mark, message("not valid JSON")) for mark in (Mark.NEUTRAL, Mark.AGAINST)
    )
    with speak_german():
        assert present_step(neutral).accessible_text == render(neutral.step.text)
        line = present_step(step)
        assert line.accessible_text.startswith(render(line.title) + ", ")
        assert not line.accessible_text.startswith("not valid JSON")


def names(extensions, text=""):
    return [get_extension_key(one) for one in filter_extensions(extensions, text)]


def test_extensions_stand_in_the_order_of_their_names_with_their_versions():
    assert names(TWO) == ["VK_EXT_b", "VK_KHR_surface"]
    line = present_extension(TWO[0])
    assert line.text == "version 25"
    assert line.accessible_text == "VK_KHR_surface, version 25"


def test_every_word_is_sought_in_any_case_in_names_and_versions():
    assert names(TWO, "KHR surf") == ["VK_KHR_surface"]
    assert names(TWO, "version 25") == ["VK_KHR_surface"]
    assert names(TWO, "nothing") == []
    assert len(names(TWO, " ")) == 2
    assert len(names(MANY, "number_40")) == 11


def test_a_driver_that_cannot_be_opened_says_so_in_few_words_and_why_in_its_tool_tip():
    why = "cannot be opened: liba.so does not exist"
    row = Row("driver:/a.json", RowKind.DRIVER, "a", status=why, outcome=Outcome.SKIPPED)
    line = present_driver(AddedDriverLine(AddedDriver("/a.json"), row))
    assert (line.text, line.icon, line.tooltip) == ("cannot be opened", "warn", f"/a.json\n{why}")
    used = row._replace(status="1 device: llvmpipe", outcome=Outcome.LOADS, is_used=True)
    assert present_driver(AddedDriverLine(AddedDriver("/a.json"), used)).text == used.status
    assert present_driver(AddedDriverLine(AddedDriver("/a.json"))).text == ""


def test_a_step_names_a_library_below_the_home_folder_as_other_pages_do():
    library = "/home/u/layers/libx.so"
    (step,) = number_steps((Step(Mark.PASS, "Library found", "/x/x.json", 6, library),))
    line = present_step(step, "/home/u")
    assert line.text == "x.json, line 6 · ~/layers/libx.so"


def test_a_step_about_a_whole_file_shortens_it_and_has_all_of_it_as_a_tool_tip():
    (step,) = number_steps((Step(Mark.AGAINST, "kept off", "/home/u/.local/a.json"),))
    line = present_step(step, "/home/u")
    assert (line.text, line.tooltip) == ("~/.local/a.json", "/home/u/.local/a.json")
