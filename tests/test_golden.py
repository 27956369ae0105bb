"""What is said of random machines is what was said before, unless a commit says otherwise.

Where another answer is meant, write the committed ones anew, and look at what changed:
`dev.py fuzz --golden FILE --texts` before, `dev.py fuzz --golden FILE --compare` afterwards.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.framework.amount import choose_amount
from tests.fuzz import golden
from tests.fuzz.command import main
from tests.fuzz.told import KINDS, PROFILES, told_of

SAMPLE = range(0, golden.MACHINES, choose_amount(84, long=6))
SEED = 1


@pytest.mark.long
def test_a_sample_of_the_committed_answers_is_given_today() -> None:
    committed = golden.read(golden.COMMITTED)
    assert list(committed.digests) == list(range(golden.MACHINES))
    found = list(golden.differences(committed, SAMPLE))
    assert not found, "\n".join([*found, f"dev.py fuzz --golden {golden.COMMITTED} --compare"])


def test_the_same_is_said_of_a_machine_wherever_it_stands(tmp_path: Path) -> None:
    (number,) = golden.ask(SEED, [3], jobs=1)
    assert number == (3, told_of(SEED, 3, tmp_path))


def test_nothing_of_this_computer_is_in_the_texts() -> None:
    ((_, told),) = golden.ask(SEED, [2], jobs=1)
    assert list(told["report"]) == [profile.version_text for profile in PROFILES]
    for text in told["report"].values():
        report = json.loads(text)
        search = report["search"]
        paths = [path for kind in search.values() for path in kind["paths"]]
        assert paths
        assert all(path.startswith("@ROOT@/") for path in paths if path.startswith("/"))
        assert str(Path.home()) not in text


def test_a_difference_is_shown_line_by_line(tmp_path: Path, capsys) -> None:
    file = tmp_path / "golden.json"
    arguments = ["--golden", str(file), "--machines", "1", "--jobs", "1"]
    assert main([*arguments, "--texts"]) == 0
    assert main([*arguments, "--compare"]) == 0
    written = golden.read(file)
    told = json.loads(json.dumps(written.told(0)).replace('\\"create\\": ', '\\"made\\": '))
    golden.write(
        written._replace(
            digests={**written.digests, 0: golden.digests(told)},
            texts={**written.texts, 0: golden.packed(told)},
        ),
        file,
    )
    capsys.readouterr()
    assert main([*arguments, "--compare"]) == 1
    output = capsys.readouterr().out
    assert "machine 0, seed 1: another report" in output
    assert '\n- "made": ' in output
    assert '\n+ "create": ' in output
    assert output.endswith("1 machines, 2 differences\n")


def test_digests_alone_find_a_difference(tmp_path: Path, capsys) -> None:
    file = tmp_path / "golden.json"
    golden.write(golden.Golden(SEED, {0: dict.fromkeys(KINDS, "other")}, {}), file)
    assert main(["--golden", str(file), "--compare", "--jobs", "1", "--shown", "1"]) == 1
    output = capsys.readouterr().out
    assert "digests alone" in output
    assert output.endswith("1 machines, 4 differences\n")
