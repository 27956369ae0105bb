"""A supposition changes what is asked, and what a configuration could take over of it."""

import pytest

from tests.model.items.snapshots import question_of
from tests.model.machine import ENVIRONMENT, EVERY, LAUNCH, NEW, OLD, build
from vkconfig_py.loader.api.what_if import NOTHING_ASSUMED, WhatIf
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.verdicts import (
    AskFor,
    AskNotFor,
    ChangeProfile,
    EditKey,
    InstallLibrary,
    Mark,
    MoveFile,
    NoRemedy,
    RemoveFile,
    RenameKey,
    SetVariable,
    Step,
    Together,
    UnsetVariable,
)
from vkconfig_py.loader.files.binaries import make_accepted_header
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.what_if_snapshot import (
    add_remedy,
    add_what_if,
    apply_assumptions,
    assume_variable,
    copy_to_configuration,
    describe_tried_remedy,
    mark_assumed_steps,
)
from vkconfig_py.model.configuration.configuration import Configuration, Target, Variable
from vkconfig_py.model.plan.plan import AppliedConfiguration, PredictionRequest

SMALL = LoaderProfile((1, 3, 204), "/usr/lib32/libvulkan.so.1", pointer_bits=32)
EMPTY = Host(environment={})
SESSION = Host(environment={"MANGOHUD": "1"})


def under(**assumptions):
    return add_what_if(question_of(), WhatIf(**assumptions), (OLD, NEW, SMALL))


# the loader


def test_a_supposed_word_size_means_the_loader_installed_for_it():
    assert under(pointer_bits=32).profile == SMALL


def test_a_word_size_without_a_loader_keeps_the_version_and_has_no_library():
    asked = add_what_if(question_of()._replace(profile=OLD), WhatIf(pointer_bits=32), (OLD,))
    assert asked.profile == OLD._replace(pointer_bits=32, library="")


def test_a_version_that_is_installed_is_that_loader():
    assert under(version=NEW.version).profile == NEW


def test_any_other_version_is_the_loader_of_programs_with_another_number():
    assert under(version=(1, 3, 250)).profile == OLD._replace(version=(1, 3, 250))


# the question


def test_a_supposed_variable_wins_over_the_configurations_own_line():
    mine = Configuration(key="k", name="Mine", environment=(Variable("A", "1"), Variable("B", "2")))
    request = question_of(mine)._replace(assumptions=WhatIf(variables=(("A", None),)))
    asked = apply_assumptions(request)
    assert asked.configuration.environment == (Variable("B", "2"),)
    assert "A" not in asked.host.environment


def test_another_root_has_its_own_loader_and_nothing_of_ours_applied(tmp_path):
    library = tmp_path / "other/usr/lib/x86_64-linux-gnu/libvulkan.so.1.3.250"
    library.parent.mkdir(parents=True)
    library.write_bytes(make_accepted_header(EMPTY))
    (library.parent / "libvulkan.so.1").symlink_to(library.name)
    other = str(tmp_path / "other")
    request = question_of()._replace(
        applied_configurations=(AppliedConfiguration(Configuration(key="k", name="X"), (), 0.0),),
        own_files=("/etc/a.json",),
        assumptions=WhatIf(root=other),
    )
    asked = apply_assumptions(request)
    assert asked.profile.version == (1, 3, 250)
    assert asked.host.root == other
    assert (asked.applied_configurations, asked.own_files) == ((), ())


def test_a_root_without_a_loader_has_none(tmp_path):
    request = question_of()._replace(profile=OLD, assumptions=WhatIf(root=str(tmp_path)))
    assert apply_assumptions(request).profile == OLD._replace(library="")


def test_a_version_supposed_for_another_root_stays(tmp_path):
    assumptions = WhatIf(root=str(tmp_path), version=(1, 3, 250))
    request = add_what_if(question_of(), assumptions, (OLD,))
    assert apply_assumptions(request).profile.version == (1, 3, 250)


# the picture


@pytest.fixture
def machine(system):
    return build(system)


def chain(system, *, view=LAUNCH, configuration=None, **assumptions):
    request = PredictionRequest(
        host=system.host(),
        profile=NEW,
        configuration=configuration or Configuration(key="k", name="c"),
        view=view,
        assumptions=WhatIf(**assumptions),
    )
    return compute_snapshot(request).list_loading_layers()


def test_a_supposed_variable_changes_the_chain(machine):
    assert chain(machine) == ("I1", "I2")
    assert chain(machine, variables=(("ENABLE_I3", "1"),)) == ("I1", "I2", "I3")


@pytest.mark.parametrize("view", [LAUNCH, ENVIRONMENT, EVERY])
def test_a_filter_is_honoured_from_its_version_on(machine, view):
    off = (("VK_LOADER_LAYERS_DISABLE", "~implicit~"),)
    assert chain(machine, view=view, variables=off) == ()
    assert chain(machine, view=view, variables=off, version=(1, 3, 224)) == ("I1", "I2")


def test_an_elevated_program_does_not_see_the_folders_of_the_session(machine):
    request = PredictionRequest(
        host=machine.host(),
        profile=NEW,
        configuration=Configuration(key="k", name="c"),
        view=LAUNCH,
        assumptions=WhatIf(elevated=True),
    )
    snapshot = compute_snapshot(request)
    assert not {"I1", "I2"} & set(snapshot.list_loading_layers())
    assert snapshot.rows[0].reason.startswith("Runs with elevated privileges: ")


def test_a_tried_remedy_changes_the_chain(machine):
    remedy = RemoveFile(str(machine.manifest("I2")))
    assert chain(machine, remedies=(remedy,)) == ("I1",)


def test_a_remedy_for_a_file_that_is_gone_changes_nothing(machine):
    assert chain(machine, remedies=(EDIT._replace(file="/nowhere.json"),)) == ("I1", "I2")


def test_the_picture_keeps_the_question_as_it_was_asked(machine):
    request = PredictionRequest(
        host=machine.host(),
        profile=NEW,
        configuration=Configuration(key="k", name="c", environment=(Variable("ENABLE_I3", "1"),)),
        view=LAUNCH,
        assumptions=WhatIf(variables=(("ENABLE_I3", None),)),
    )
    snapshot = compute_snapshot(request)
    assert snapshot.request is request
    assert snapshot.list_loading_layers() == ("I1", "I2")
    assert "what-if" in snapshot.sentences[0]


def test_another_program_is_looked_at_in_every_view(machine, tmp_path):
    program = tmp_path / "game"
    program.write_bytes(b"\x7fELF")
    program.chmod(0o755)
    for view in (LAUNCH, EVERY):
        request = PredictionRequest(
            host=machine.host(),
            profile=NEW,
            configuration=Configuration(key="k", name="c", target=Target("/usr/bin/true")),
            view=view,
            assumptions=WhatIf(program=str(program)),
        )
        snapshot = compute_snapshot(request)
        assert snapshot.report.host.executable == str(program)
        assert snapshot.rows[0].name == "game"


# adopting


def test_variables_and_program_are_taken_over_and_the_rest_stays_supposed():
    assumptions = WhatIf(
        version=(1, 3, 250), program="/usr/bin/game", variables=(("A", "1"), ("MANGOHUD", None))
    )
    target = Target("/usr/bin/vkcube", ("--x",))
    found = copy_to_configuration(
        assumptions, Configuration(key="k", name="Mine", target=target), LAUNCH, SESSION
    )
    assert found is not None
    assert found.configuration.environment == (Variable("A", "1"), Variable("MANGOHUD", None))
    assert found.configuration.target == Target("/usr/bin/game", ("--x",))
    assert found.remaining_what_if == WhatIf(version=(1, 3, 250))
    assert found.sentence == (
        "Copies A, MANGOHUD and the program to “Mine”. Not copied: the loader version."
    )


def test_what_the_session_has_anyway_is_no_line_of_the_configuration():
    mine = Configuration(key="k", name="Mine", environment=(Variable("MANGOHUD", None),))
    assumptions = WhatIf(variables=(("MANGOHUD", "1"),))
    found = copy_to_configuration(assumptions, mine, LAUNCH, SESSION)
    assert found is not None
    assert found.configuration.environment == ()


def test_an_override_cannot_take_variables_over():
    assumptions = WhatIf(variables=(("A", "1"),))
    assert (
        copy_to_configuration(assumptions, Configuration(key="k", name="Mine"), EVERY, EMPTY)
        is None
    )


def test_nothing_can_be_taken_over_of_another_machine():
    assumptions = WhatIf(
        version=(1, 3, 250),
        pointer_bits=32,
        elevated=True,
        root="/mnt",
        remedies=(RemoveFile("/a"),),
    )
    assert (
        copy_to_configuration(assumptions, Configuration(key="k", name="Mine"), LAUNCH, EMPTY)
        is None
    )
    with_program = assumptions._replace(program="/bin/x")
    found = copy_to_configuration(with_program, Configuration(key="k", name="Mine"), EVERY, EMPTY)
    assert found is not None
    assert found.sentence.endswith(
        "Not copied: the loader version, the word size, the elevated privileges, the root "
        "folder and the file changes tried in the what-if."
    )


# remedies

EDIT = EditKey("/usr/share/x.json", ("layer", "name"), "VK_LAYER_x", "add the name")


@pytest.mark.parametrize(
    ("remedy", "expected"),
    [
        (SetVariable("A", "1"), WhatIf(variables=(("A", "1"),))),
        (UnsetVariable("MANGOHUD"), WhatIf(variables=(("MANGOHUD", None),))),
        (UnsetVariable("A"), NOTHING_ASSUMED),
        (SetVariable("MANGOHUD", "1"), NOTHING_ASSUMED),
        (ChangeProfile((1, 3, 262)), WhatIf(version=(1, 3, 262))),
        (EDIT, WhatIf(remedies=(EDIT,))),
        (NoRemedy("no"), NOTHING_ASSUMED),
        (
            Together((SetVariable("A", "1"), RemoveFile("/a"))),
            WhatIf(variables=(("A", "1"),), remedies=(RemoveFile("/a"),)),
        ),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_remedy_is_supposed_where_it_belongs(remedy, expected):
    assert add_remedy(NOTHING_ASSUMED, remedy, SESSION.environment) == expected


def test_the_same_remedy_is_tried_once():
    once = add_remedy(NOTHING_ASSUMED, EDIT, {})
    assert add_remedy(once, EDIT, {}) == once


def test_a_variable_that_is_as_today_is_no_longer_supposed():
    assumptions = assume_variable(NOTHING_ASSUMED, "A", "1", {})
    assert assume_variable(assumptions, "A", None, {}) == NOTHING_ASSUMED


@pytest.mark.parametrize(
    ("remedy", "text"),
    [
        (EDIT, "x.json: add the name"),
        (RenameKey("/a/x.json", ("layer", "nam"), "name"), "x.json: “nam” renamed to “name”"),
        (RemoveFile("/usr/share/x.json"), "without x.json"),
        (MoveFile("/a/x.json", "/b/x.json"), "x.json in /b"),
        (AskFor(layer="VK_LAYER_x"), "requests x"),
        (AskFor(extension="VK_EXT_x"), "requests VK_EXT_x"),
        (AskFor(flags=1), "requests portability drivers"),
        (AskNotFor(layer="VK_LAYER_x"), "does not request x"),
        (InstallLibrary("/usr/lib/libx.so"), "with libx.so installed"),
        (SetVariable("A", "1"), ""),  # a variable has a tag of its own
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_tried_remedy_has_a_short_text(remedy, text):
    assert describe_tried_remedy(remedy) == text


def test_a_step_that_rests_on_a_supposed_variable_says_so():
    steps = (
        Step(Mark.AGAINST, "MANGOHUD is not set", note="enable_environment"),
        Step(Mark.PASS, "DISABLE_MANGOHUD is not set"),
    )
    assumptions = WhatIf(variables=(("MANGOHUD", None),))
    marked = mark_assumed_steps(steps, assumptions)
    assert [step.note for step in marked] == ["what-if · enable_environment", ""]
