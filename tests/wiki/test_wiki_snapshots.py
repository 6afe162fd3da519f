"""Copies of a wiki's folder on several machines over one file store."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta

import pytest

from quire.errors import StorageUnavailable
from quire.store.file_store import LocalFiles
from quire.wiki import wiki_snapshots
from quire.wiki.folder_files import files_of
from quire.wiki.wiki_snapshots import Snapshots, stored_files


@pytest.fixture
def files(tmp_path):
    return LocalFiles(tmp_path / "store")


@pytest.fixture
def machines(files, tmp_path):
    return [Snapshots(files, tmp_path / name) for name in ("one", "two")]


def write(folder, **texts):
    for name, text in texts.items():
        path = folder / f"{name.replace('__', '/')}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        part.write_text(text)
        part.replace(path)


def texts(folder):
    return {path.relative_to(folder).as_posix(): path.read_text() for path in files_of(folder)}


def times(folder):
    return [path.stat().st_mtime_ns for path in files_of(folder)]


def test_another_machine_gets_the_same_folder_with_the_same_times(machines, tmp_path):
    one, two = machines
    write(tmp_path / "one/w", pages__pond="deep", local__config="PORT: 8123", 湖="水")
    first = one.save("w", None)
    two.bring("w", first)
    write(tmp_path / "one/w", pages__pond="deeper")
    (tmp_path / "one/w/湖.md").unlink()
    second = one.save("w", first)
    assert second != first
    two.bring("w", second)
    assert (
        texts(tmp_path / "two/w")
        == texts(tmp_path / "one/w")
        == {"pages/pond.md": "deeper", "local/config.md": "PORT: 8123"}
    )
    assert times(tmp_path / "two/w") == times(tmp_path / "one/w")  # what is cached by time is equal everywhere
    assert one.save("w", second) == two.save("w", second) == second


def test_only_what_has_changed_is_stored_again_until_there_are_many_packs(machines, files, tmp_path, monkeypatch):
    one, two = machines
    write(tmp_path / "one/w", book=os.urandom(50_000).hex())
    name = one.save("w", None)
    sizes = []
    for number in range(3):
        write(tmp_path / "one/w", page=str(number))
        name = one.save("w", name)
        sizes.append(files.stat(name.replace(".json", ".pack")).size)
    assert max(sizes) < 2000
    assert len(stored_files(files, name)) == 3  # itself, the book's pack and the last page's
    monkeypatch.setattr(wiki_snapshots, "MOST_PACKS", 2)
    write(tmp_path / "one/w", page="last")
    name = one.save("w", name)
    assert len(stored_files(files, name)) == 2
    two.bring("w", name)
    assert texts(tmp_path / "two/w") == texts(tmp_path / "one/w")


def test_a_copy_that_is_ahead_stays_and_one_that_is_behind_is_replaced(machines, tmp_path):
    one, two = machines
    write(tmp_path / "one/w", page="1")
    first = one.save("w", None)
    two.bring("w", first)
    write(tmp_path / "one/w", page="2")  # a worker was killed here, and goes on
    one.bring("w", first)
    assert texts(tmp_path / "one/w") == {"page.md": "2"}
    write(tmp_path / "two/w", page="3")  # another one was faster
    one.bring("w", two.save("w", first))
    assert texts(tmp_path / "one/w") == {"page.md": "3"}


def test_what_another_machine_changed_meanwhile_is_taken_over(machines, tmp_path):
    one, two = machines
    write(tmp_path / "one/w", page="1", config="PORT:", old="1")
    first = one.save("w", None)
    two.bring("w", first)
    write(tmp_path / "two/w", config="PORT: 8123", page="theirs", new="1")
    (tmp_path / "two/w/old.md").unlink()
    second = two.save("w", first)
    write(tmp_path / "one/w", page="mine")
    third = one.save("w", second)
    two.bring("w", third)
    assert texts(tmp_path / "two/w") == {"page.md": "mine", "config.md": "PORT: 8123", "new.md": "1"}
    assert texts(tmp_path / "one/w") == texts(tmp_path / "two/w")


def test_a_copy_that_was_torn_is_brought_again(machines, files, tmp_path, monkeypatch):
    one, two = machines
    write(tmp_path / "one/w", a="1", b="2")
    first = one.save("w", None)
    with monkeypatch.context() as patch:
        patch.setattr(files, "open", lambda name: _fail() if name.endswith(".pack") else LocalFiles.open(files, name))
        with pytest.raises(StorageUnavailable):
            two.bring("w", first)
    assert not two.has_copy("w", first)
    two.bring("w", first)
    assert texts(tmp_path / "two/w") == {"a.md": "1", "b.md": "2"}


def test_what_does_not_have_its_checksum_is_refused(machines, files, tmp_path):
    one, two = machines
    write(tmp_path / "one/w", a="1")
    first = one.save("w", None)
    write(tmp_path / "one/x", a="2")
    other = one.save("x", None)
    (tmp_path / "pack").write_bytes(b"".join(files.open(other.replace(".json", ".pack"))))
    files.put_file(tmp_path / "pack", first.replace(".json", ".pack"))
    with pytest.raises(OSError, match="damaged"):
        two.bring("w", first)


def test_old_files_go_when_nobody_can_be_reading_them(machines, files, tmp_path):
    one, _ = machines
    write(tmp_path / "one/w", a="1")
    first = one.save("w", None)
    write(tmp_path / "one/w", a="2")
    second = one.save("w", first)
    now = datetime.now(UTC)
    one.delete_old(second, now)
    assert len([*files.names("wikis")]) == 4
    one.delete_old(second, now + timedelta(hours=2))
    assert {name for name, _ in files.names("wikis")} == set(stored_files(files, second))


def _fail():
    raise StorageUnavailable
