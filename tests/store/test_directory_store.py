"""Files: the same promises from a directory, an object store, and the fake."""

from __future__ import annotations

import errno
import os
import threading

import pytest

from quire.errors import NotFound, StorageUnavailable
from quire.store import directory_store
from quire.store.directory_store import MARK, FakeFiles, LocalFiles
from quire.store.file_store import open_files

BIG = os.urandom(700_000)


@pytest.fixture(params=["directory", "objects", "fake"])
def files(request, tmp_path):
    if request.param == "directory":
        return open_files(f"file://{tmp_path / 'files'}")
    return open_files("memory://") if request.param == "objects" else FakeFiles()


@pytest.fixture
def upload(tmp_path):
    path = tmp_path / "upload"
    path.write_bytes(BIG)
    return path


def test_what_is_put_can_be_read(files, upload, tmp_path):
    files.put_file(upload, "tasks/1/source")
    assert b"".join(files.open("tasks/1/source")) == BIG
    assert files.stat("tasks/1/source").size == len(BIG)
    files.fetch("tasks/1/source", tmp_path / "copy")
    assert (tmp_path / "copy").read_bytes() == BIG
    assert upload.read_bytes() == BIG


@pytest.mark.parametrize(
    ("start", "end"), [(0, None), (0, 1), (5, 9), (600_000, None), (600_000, 10**9), (699_999, None), (3, 3)]
)
def test_ranges(files, upload, start, end):
    files.put_file(upload, "a/b")
    if end is not None:
        end = min(end, len(BIG))
    assert b"".join(files.open("a/b", start, end)) == BIG[start:end]


def test_a_file_of_no_bytes(files, tmp_path):
    (tmp_path / "empty").write_bytes(b"")
    files.put_file(tmp_path / "empty", "a/empty")
    assert b"".join(files.open("a/empty")) == b""
    assert files.stat("a/empty").size == 0


def test_missing_names_are_not_found_at_the_call(files, tmp_path):
    for ask in (files.open, files.stat, lambda name: files.fetch(name, tmp_path / "x")):
        with pytest.raises(NotFound):
            ask("tasks/none/source")
    with pytest.raises(NotFound):
        files.open("tasks/none/source", 3, 3 + 1)


def test_delete_takes_a_file_or_a_folder_and_nothing_else(files, upload):
    for name in ("tasks/1/source", "tasks/1/out/a", "tasks/10/source", "tasks/2/a", "tasks/2/b"):
        files.put_file(upload, name)
    files.delete("tasks/1")
    files.delete("tasks/2/a")
    files.delete("tasks/none")
    assert sorted(name for name, _ in files.names("tasks")) == ["tasks/10/source", "tasks/2/b"]


def test_two_delete_the_same_folder(tmp_path, upload):
    files = LocalFiles(tmp_path / "files")
    for round_ in range(5):
        for name in range(100):
            files.put_file(upload, f"tasks/{round_}/{name % 10}/{name}")
        threads = [threading.Thread(target=files.delete, args=(f"tasks/{round_}",)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert list((tmp_path / "files" / "tasks").iterdir()) == []


def test_putting_again_replaces(files, upload, tmp_path):
    files.put_file(upload, "a/b")
    files.put_file(upload, "a/b")
    (tmp_path / "other").write_bytes(b"other")
    files.put_file(tmp_path / "other", "a/b")
    assert b"".join(files.open("a/b")) == b"other"
    assert [name for name, _ in files.names("a")] == ["a/b"]


@pytest.mark.parametrize("name", ["", "/etc/passwd", "../x", "a/../../x", "a//b", "a/./b", "a\0b", "a\\..\\b"])
def test_names_that_climb_are_refused(files, upload, name):
    with pytest.raises(ValueError, match="stored name"):
        files.put_file(upload, name)


def test_etags_change_with_the_content(tmp_path, upload):
    files = LocalFiles(tmp_path / "files")
    files.put_file(upload, "a")
    before = files.stat("a").etag
    assert files.stat("a").etag == before
    assert before.startswith('"')
    (tmp_path / "other").write_bytes(b"other")
    files.put_file(tmp_path / "other", "a")
    assert files.stat("a").etag != before


def test_a_reader_never_sees_half_a_file(tmp_path):
    files = LocalFiles(tmp_path / "files")
    versions = []
    for number in range(2):
        path = tmp_path / str(number)
        path.write_bytes(bytes([number]) * 500_000)
        versions.append(path)
    files.put_file(versions[0], "a")
    done = threading.Event()

    def write():
        for number in range(100):
            files.put_file(versions[number % 2], "a")
        done.set()

    writer = threading.Thread(target=write)
    writer.start()
    while not done.is_set():
        content = b"".join(files.open("a"))
        assert len(content) == 500_000
        assert len(set(content)) == 1
    writer.join()


def test_across_file_systems_it_copies(tmp_path, upload, monkeypatch):
    def no_link(*_):
        raise OSError("cross-device link")

    monkeypatch.setattr(os, "link", no_link)
    files = LocalFiles(tmp_path / "files")
    files.put_file(upload, "a")
    assert b"".join(files.open("a")) == BIG


def test_the_fake_fails_when_told():
    files = FakeFiles(fail={"delete": 2})
    files.delete("a")
    with pytest.raises(StorageUnavailable, match="delete"):
        files.delete("a")
    files.delete("a")
    away = FakeFiles(fail={"stat": range(1, 3)})
    for _ in range(2):
        with pytest.raises(StorageUnavailable):
            away.stat("a")
    with pytest.raises(NotFound):
        away.stat("a")


def test_a_directory_that_is_not_mounted_has_lost_nothing(tmp_path, upload):
    """Its mount point is an empty folder: what it held is not deleted, and nothing is written into it."""
    files = LocalFiles(tmp_path / "files")
    files.put_file(upload, "a/b")
    (tmp_path / "files").rename(tmp_path / "away")
    for there in (False, True):
        if there:
            (tmp_path / "files").mkdir()
        calls = (
            lambda: files.open("a/b"),
            lambda: files.stat("a/b"),
            lambda: files.fetch("a/b", tmp_path / "copy"),
            lambda: files.put_file(upload, "a/c"),
            lambda: files.delete("a/b"),
            lambda: next(files.names("a"), None),
        )
        for call in calls:
            with pytest.raises(StorageUnavailable):
                call()
    assert not any((tmp_path / "files").iterdir())
    (tmp_path / "files").rmdir()
    (tmp_path / "away").rename(tmp_path / "files")
    assert b"".join(files.open("a/b")) == BIG
    assert (tmp_path / "files" / MARK).exists()


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.ESTALE, errno.EROFS, errno.EACCES])
def test_a_disk_that_fails_is_the_store_that_fails(tmp_path, upload, monkeypatch, number):
    files = LocalFiles(tmp_path / "files")

    def fail(*_):
        raise OSError(number, os.strerror(number), "/secret/path")

    monkeypatch.setattr(directory_store, "_link_or_copy", fail)
    with pytest.raises(StorageUnavailable) as raised:
        files.put_file(upload, "a")
    assert "secret" not in str(raised.value)
    assert ("space" in str(raised.value)) == (number == errno.ENOSPC)
    assert not [name for name, _ in files.names("a")]


def test_a_local_file_that_is_missing_is_the_callers_fault(tmp_path):
    with pytest.raises(FileNotFoundError):
        LocalFiles(tmp_path / "files").put_file(tmp_path / "none", "a")
