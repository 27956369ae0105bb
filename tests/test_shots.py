"""dev.py shots compares pictures pixel by pixel; those of the documents are few and small."""

from __future__ import annotations

import random
import re

import pytest
from PySide6.QtGui import QColor, QImage

from devtools import pictures, shots
from devtools.console import ROOT, SetupError
from devtools.scenes import SCENES
from devtools.stage import PictureLook

WHITE, RED = QColor("white"), QColor(200, 10, 10)
DOCUMENTS = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]


def picture(width=8, height=6, *dots):
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(WHITE)
    for column, row in dots:
        image.setPixelColor(column, row, RED)
    return image


def noise(seed=1, width=160, height=120):
    """A window with one background and thousands of other colours."""
    choose = random.Random(seed)
    image = picture(width, height)
    for _ in range(width * height // 4):
        colour = QColor(*(choose.randrange(256) for _ in range(3)))
        image.setPixelColor(choose.randrange(width), choose.randrange(height), colour)
    return image


def colours(image):
    return {
        image.pixelColor(column, row).rgb()
        for column in range(image.width())
        for row in range(image.height())
    }


def test_pictures_that_look_the_same_do_not_differ():
    assert pictures.compare(picture(8, 6, (1, 2)), picture(8, 6, (1, 2))) is None


def test_how_an_image_is_stored_makes_no_difference():
    other = picture(8, 6, (1, 2)).convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    assert pictures.compare(picture(8, 6, (1, 2)), other) is None


def test_pixels_that_differ_are_counted_and_boxed():
    found = pictures.compare(picture(8, 6, (0, 0)), picture(8, 6, (0, 0), (2, 1), (5, 4)))
    assert found == pictures.PixelDifference(pixels=2, left=2, top=1, width=4, height=4)
    assert str(found) == "2 pixels differ in 4 x 4 at 2, 1"


def test_one_pixel_is_enough():
    assert str(pictures.compare(picture(), picture(8, 6, (7, 5)))) == (
        "1 pixel differs in 1 x 1 at 7, 5"
    )


@pytest.mark.parametrize(
    ("size", "pixels", "box"), [((9, 6), 6, (8, 0, 1, 6)), ((8, 5), 8, (0, 5, 8, 1))]
)
def test_what_only_one_picture_has_differs(size, pixels, box):
    for pair in ((picture(), picture(*size)), (picture(*size), picture())):
        found = pictures.compare(*pair)
        assert found is not None
        assert found.pixels == pixels
        assert (found.left, found.top, found.width, found.height) == box


def test_a_difference_is_marked_on_the_faded_picture():
    before, after = picture(8, 6, (1, 1)), picture(8, 7, (1, 1), (3, 3))
    marked = pictures.mark_differences(before, after)
    assert (marked.width(), marked.height()) == (8, 7)
    strong = {(3, 3), *((column, 6) for column in range(8))}
    for column in range(8):
        for row in range(7):
            is_strong = marked.pixel(column, row) == 0xFFE0006C
            assert is_strong == ((column, row) in strong)
    assert marked.pixelColor(1, 1).red() > RED.red()


def test_a_picture_of_few_colours_stays_exactly_as_it_is():
    image = picture(8, 6, (1, 2), (3, 3))
    small = pictures.reduce_palette(image)
    assert small.format() == QImage.Format.Format_Indexed8
    assert pictures.compare(image, small) is None


def test_a_palette_keeps_the_background_and_comes_close_to_the_rest(tmp_path):
    image = noise()
    small = pictures.reduce_palette(image)
    assert len(colours(small)) <= 256 < len(colours(image))
    for column in range(image.width()):
        for row in range(image.height()):
            was, now = image.pixelColor(column, row), small.pixelColor(column, row)
            if was == WHITE:
                assert now == WHITE
            else:
                parts = zip(was.getRgb(), now.getRgb(), strict=True)
                assert max(abs(a - b) for a, b in parts) < 80
    pictures.write(image, tmp_path / "plain.png")
    pictures.write(small, tmp_path / "small.png")
    plain, small_file = ((tmp_path / name).stat().st_size for name in ("plain.png", "small.png"))
    assert small_file < plain * 0.7
    assert pictures.compare(small, pictures.read(tmp_path / "small.png")) is None


def test_a_palette_is_the_same_in_each_run():
    assert pictures.reduce_palette(noise()) == pictures.reduce_palette(noise())


def test_a_file_that_is_no_picture_is_named(tmp_path):
    file = tmp_path / "main.png"
    file.write_text("text")
    with pytest.raises(SetupError, match=r"main\.png is no picture"):
        pictures.read(file)


@pytest.fixture
def folders(tmp_path):
    """Earlier and later pictures: same.png, other.png that changed, new.png without an earlier."""
    earlier, later = tmp_path / "earlier", tmp_path / "later"
    for folder in (earlier, later):
        pictures.write(picture(), folder / "same.png")
    pictures.write(picture(), earlier / "other.png")
    pictures.write(picture(8, 6, (2, 2)), later / "other.png")
    pictures.write(picture(), later / "new.png")
    return earlier, later


def test_folders_are_compared_by_name(folders, tmp_path, capfd):
    different = tmp_path / "different"
    pictures.write(picture(), different / "of_an_earlier_run.png")
    names = ("same", "other", "new")
    assert shots.compare_folders(names, *folders, different) == ("other",)
    assert [file.name for file in different.iterdir()] == ["other.png"]
    told = "".join(capfd.readouterr()).splitlines()
    marked = different / "other.png"
    assert told == [
        f"other: 1 pixel differs in 1 x 1 at 2, 2: {marked}",
        "new: new",
        "1 differs.",
    ]


def test_it_is_said_when_nothing_differs(folders, tmp_path, capfd):
    assert shots.compare_folders(("same",), *folders, tmp_path / "different") == ()
    assert not (tmp_path / "different").exists()
    assert "No picture differs." in "".join(capfd.readouterr())


def test_the_documents_get_their_pictures_small_and_no_others(tmp_path, monkeypatch):
    monkeypatch.setattr(shots, "DOCUMENT_PICTURES", ("main_light", "settings"))
    made, documents = tmp_path / "made", tmp_path / "documents"
    for name in ("main_light", "preview"):
        pictures.write(noise(), made / f"{name}.png")
    for name in ("settings", "gone"):
        pictures.write(picture(), documents / f"{name}.png")
    shots.update_documents(("main_light", "preview"), made, documents)
    assert {file.stem for file in documents.iterdir()} == {"main_light", "settings"}
    main = documents / "main_light.png"
    assert pictures.read(main).format() == QImage.Format.Format_Indexed8
    assert main.stat().st_size < (made / main.name).stat().st_size


def test_a_picture_of_the_documents_that_looks_the_same_is_not_written_again(tmp_path, monkeypatch):
    monkeypatch.setattr(shots, "DOCUMENT_PICTURES", ("main_light",))
    made, documents = tmp_path / "made", tmp_path / "documents"
    pictures.write(picture(), made / "main_light.png")
    pictures.write(pictures.reduce_palette(picture()), documents / "main_light.png")
    (documents / "main_light.png").chmod(0o400)
    before = (documents / "main_light.png").stat().st_mtime_ns
    shots.update_documents(("main_light",), made, documents)
    assert (documents / "main_light.png").stat().st_mtime_ns == before


def test_a_picture_that_there_is_not_is_refused(capsys):
    with pytest.raises(SystemExit):
        shots.main(["main_lihgt"])
    assert "no such picture: main_lihgt" in capsys.readouterr().err


def test_before_anything_was_kept_the_way_to_keep_it_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(shots, "REFERENCE_FOLDER", tmp_path / "reference")
    with pytest.raises(SetupError, match=r"dev\.py shots --keep"):
        shots.main(["main_light", "--compare"])


def test_a_revision_that_there_is_not_is_refused(capfd):
    with pytest.raises(SetupError, match="neither a folder nor a revision"):
        shots.main(["main_light", "--compare", "no-such-revision"])


def test_the_repository_holds_few_small_pictures_and_a_document_shows_each():
    assert len(shots.pictures_of(shots.DOCUMENTS)) <= 20
    for folder in (ROOT / "docs/images", *(ROOT / "docs").glob("*/images")):  # of each language
        files = sorted(folder.iterdir())
        assert [file.stem for file in files] == sorted(shots.pictures_of(folder))
        assert sum(file.stat().st_size for file in files) < 1.5e6
        indexed = QImage.Format.Format_Indexed8
        assert all(pictures.read(file).format() == indexed for file in files)
    text = "".join(document.read_text() for document in DOCUMENTS)
    assert {*re.findall(r"images/(\w+)\.png", text)} == {*shots.pictures_of(shots.DOCUMENTS)}


def test_the_name_of_a_picture_says_scene_and_look():
    assert shots.split_name("main_light") == ("main", PictureLook())
    assert shots.split_name("bug_report_dark_2x") == (
        "bug_report",
        PictureLook(scheme="dark", scale=2),
    )


def test_each_scene_can_be_named():
    assert {name: shots.split_name(name)[0] for name in SCENES} == {name: name for name in SCENES}
    assert {shots.split_name(name)[0] for name in shots.pictures_of(shots.DOCUMENTS)} <= {*SCENES}
