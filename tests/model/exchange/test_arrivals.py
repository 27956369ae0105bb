"""What a user drops or opens is told apart by one rule."""

from vkconfig_py.model.exchange.open_file import DroppedPaths, sort_dropped_paths


def test_files_and_folders_are_told_apart_in_the_order_in_which_they_came(tmp_path):
    paths = [tmp_path / name for name in ("b", "a.json", "c", "link", "gone")]
    for folder in (paths[0], paths[2]):
        folder.mkdir()
    paths[1].touch()
    paths[3].symlink_to(paths[2])
    b, a, c, link, gone = map(str, paths)
    assert sort_dropped_paths([b, a, c, link, gone]) == DroppedPaths((a, gone), (b, c, link))


def test_what_cannot_be_looked_at_is_left_to_the_reader_of_files(tmp_path):
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    paths = (str(loop), "/x\0y", f"{tmp_path}/{'x' * 300}")
    assert sort_dropped_paths(paths) == DroppedPaths(paths)


def test_a_folder_called_like_the_state_of_vkconfig_makes_no_folder_of_vkconfig(tmp_path):
    (tmp_path / "vkconfig.json").mkdir()
    assert sort_dropped_paths([str(tmp_path)]) == DroppedPaths(folders=(str(tmp_path),))
