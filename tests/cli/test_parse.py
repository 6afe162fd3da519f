"""The command `quire parse`, as a person runs it: exit codes, sentences, files."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Quire, pdf


def test_one_file(quire: Quire, tmp_path: Path) -> None:
    source = pdf(tmp_path / "in.pdf", "One is here.", "Two is here.", "Three is here.")
    assert quire("parse", source, "--to", "md", "--output", tmp_path / "new" / "out.md", "--pages", "2-") == (0, "", "")
    text = (tmp_path / "new" / "out.md").read_text("utf-8")
    assert "Two is here." in text
    assert "One" not in text


@pytest.mark.parametrize(
    ("name", "start"), [("o.md", "Hello"), ("o.HTML", "<!doctype html>"), ("o.json", '{"schema":"quire-document"')]
)
def test_the_format_is_read_off_the_output(quire: Quire, tmp_path: Path, name: str, start: str) -> None:
    assert quire("parse", pdf(tmp_path / "in.pdf"), "-o", tmp_path / name)[0] == 0
    assert (tmp_path / name).read_text("utf-8").startswith(start)


@pytest.mark.parametrize("to", ["docx", "pptx"])
def test_office_formats(quire: Quire, tmp_path: Path, to: str) -> None:
    assert quire("parse", pdf(tmp_path / "in.pdf"), "-o", tmp_path / f"o.{to}") == (0, "", "")
    assert (tmp_path / f"o.{to}").read_bytes().startswith(b"PK")


def test_stdout(quire: Quire, tmp_path: Path) -> None:
    source = pdf(tmp_path / "in.pdf")
    assert quire("parse", source, "-o", "-") == (0, "Hello from the first page.\n", "")
    code, out, _ = quire("parse", source, "--to", "json", "-o", "-")
    assert code == 0
    assert json.loads(out)["page_count"] == 1
    assert quire("parse", source, "--to", "docx", "-o", "-")[0] == 2
    assert quire("parse", tmp_path / "missing.pdf", "-o", "-")[:2] == (1, "")


@pytest.mark.parametrize("jobs", [1, 3])
def test_several_files_go_on_after_an_error(quire: Quire, tmp_path: Path, jobs: int) -> None:
    good = [pdf(tmp_path / "a" / f"n{number}.pdf", f"Number {number} it is.") for number in range(4)]
    twin = pdf(tmp_path / "b" / "n0.pdf", "Another zero.")
    bad = tmp_path / "bad.pdf"
    bad.write_bytes(b"%PDF-1.7\nnothing else")
    out = tmp_path / "out"
    code, _, err = quire(
        "parse", good[0], bad, *good[1:], twin, tmp_path / "gone.pdf", "--to", "md", "-o", out, "--jobs", jobs
    )
    assert code == 1
    assert sorted(path.name for path in out.iterdir()) == ["n0-2.md", "n0.md", "n1.md", "n2.md", "n3.md"]
    assert (out / "n0-2.md").read_text("utf-8") == "Another zero.\n"
    assert sorted(line.split(":")[1] for line in err.splitlines()) == [" bad.pdf", " gone.pdf"]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: None, "No such file"),
        (lambda path: path.write_bytes(b""), ""),
        (lambda path: path.write_bytes(b"%PDF-1.7\n%garbage"), "damaged"),
        (lambda path: path.write_bytes(b"GIF89a"), "Unsupported file type: image/gif. Supported: BMP, DOCX, "),
    ],
)
def test_a_document_that_cannot_be_processed_is_one_sentence(
    quire: Quire, tmp_path: Path, make: Callable[[Path], object], words: str
) -> None:
    make(tmp_path / "in.pdf")
    code, out, err = quire("parse", tmp_path / "in.pdf", "-o", tmp_path / "o.md")
    assert (code, out) == (1, "")
    assert len(err.splitlines()) == 1
    assert err.startswith("quire: in.pdf: ")
    assert words in err
    assert not (tmp_path / "o.md").exists()


def test_pages_outside_the_document(quire: Quire, tmp_path: Path) -> None:
    code, _, err = quire("parse", pdf(tmp_path / "in.pdf"), "-o", tmp_path / "o.md", "--pages", "3")
    assert (code, "which has 1 page." in err) == (1, True)


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("in.pdf",),
        ("in.pdf", "-o", "o.xyz"),
        ("in.pdf", "-o", "o.md", "--to", "odt"),
        ("in.pdf", "-o", "o.md", "--pages", "x"),
        ("in.pdf", "-o", "o.md", "--jobs", "0"),
        ("in.pdf", "-o", "o.md", "--nonsense"),
        ("in.pdf", "in.pdf", "-o", "in.pdf", "--to", "md"),
        ("in.pdf", "-o", "in.pdf", "--to", "md"),
        ("in.pdf", "in.pdf", "-o", "-"),
        ("in.pdf", "in.pdf", "-o", "one.md"),
        ("in.pdf", "-o", "a.md", "-o", "b.html"),
    ],
)
def test_wrong_usage(quire: Quire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]) -> None:
    before = pdf(tmp_path / "in.pdf").read_bytes()
    monkeypatch.chdir(tmp_path)
    assert quire("parse", *arguments)[0] == 2
    assert [path.name for path in tmp_path.iterdir()] == ["in.pdf"]
    assert (tmp_path / "in.pdf").read_bytes() == before


def test_caps_end_with_a_sentence(quire: Quire, tmp_path: Path, slow_source: Path) -> None:
    room = ("--memory", "16384")  # the child starts with all that this test process holds, which counts too
    code, _, err = quire("parse", slow_source, "-o", tmp_path / "o.md", "--timeout", "0.1", *room)
    assert code == 1
    assert "too long" in err
    assert [path.name for path in tmp_path.iterdir()] == [slow_source.name]


def test_an_output_that_cannot_be_written(quire: Quire, tmp_path: Path) -> None:
    source = pdf(tmp_path / "in.pdf")
    (tmp_path / "file").write_text("x")
    code, _, err = quire("parse", source, "-o", tmp_path / "file" / "o.md")
    assert (code, len(err.splitlines())) == (1, 1)


@pytest.fixture
def slow_source(tmp_path: Path) -> Path:
    """A document that takes seconds."""
    return pdf(tmp_path / "slow.pdf", *(f"Page {number}: " + "many words of text " * 150 for number in range(1500)))


@pytest.fixture
def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


PROGRAM = [sys.executable, "-c", "import sys; from quire.cli import main; sys.exit(main())", "parse"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_leaves_nothing_half_written(
    tmp_path: Path, slow_source: Path, environment: dict[str, str], jobs: int
) -> None:
    out = tmp_path / "out"
    command = [*PROGRAM, str(slow_source), str(slow_source), "--to", "md", "-o", str(out), "--jobs", str(jobs)]
    with subprocess.Popen(
        command,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
        # A background job is born deaf to it; this process has no other thread that could hold a lock.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    ) as running:
        wait_until(lambda: len(children_of(running.pid)) >= jobs)
        family = descendants_of(running.pid)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=60)
        assert running.returncode == 130
        assert "Traceback" not in err
    assert list(out.iterdir()) == []
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in family))


def test_a_terminal_shows_progress_on_stderr_only(tmp_path: Path, environment: dict[str, str]) -> None:
    source = pdf(tmp_path / "in.pdf", *("words " * 5 for _ in range(20)))
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [*PROGRAM, str(source), "-o", "-"],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**environment, "TERM": "xterm"},
        check=True,
        timeout=60,
    )
    os.close(theirs)
    shown = b""
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        try:
            while piece := terminal.read(4096):
                shown += piece
        except OSError:  # Linux says so when the other end is closed
            pass
    assert b"20/20 pages" in shown
    assert b"pages" not in done.stdout


def test_start_up_loads_nothing_heavy(tmp_path: Path, environment: dict[str, str]) -> None:
    script = (
        "import sys; sys.argv = ['quire', 'parse', 'missing.pdf', '-o', 'o.md']; from quire.cli import main; main();"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    run = [sys.executable, "-c", script]
    loaded = subprocess.run(
        run, capture_output=True, text=True, env=environment, cwd=tmp_path, check=True
    ).stdout.split()
    heavy = {
        "pypdfium2",
        "rich",
        "pydantic",
        "lxml",
        "docx",
        "pptx",
        "numpy",
        "PIL",
        "sqlalchemy",
        "fastapi",
        "asyncio",
    }
    assert not heavy & set(loaded)


def children_of(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def descendants_of(pid: int) -> list[int]:
    return [one for child in children_of(pid) for one in (child, *descendants_of(child))]


def wait_until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


def test_folders_are_looked_through(quire: Quire, tmp_path: Path) -> None:
    for name in ("in/a.pdf", "in/deep/b.PDF", "in/deep/a.pdf"):
        pdf(tmp_path / name)
    (tmp_path / "in" / "notes.txt").write_text("not a document")
    code, _, err = quire("parse", tmp_path / "in", "--to", "md", "-o", tmp_path / "out")
    assert (code, err) == (0, "")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a-2.md", "a.md", "b.md"]
    (tmp_path / "empty").mkdir()
    code, _, err = quire("parse", tmp_path / "empty", "--to", "md", "-o", tmp_path / "out")
    assert (code, "contains no supported file" in err) == (2, True)


def test_a_folder_of_one_document_makes_a_folder(quire: Quire, tmp_path: Path) -> None:
    pdf(tmp_path / "in" / "a.pdf")
    assert quire("parse", tmp_path / "in", "--to", "md", "-o", tmp_path / "out")[0] == 0
    assert (tmp_path / "out" / "a.md").is_file()


def test_what_is_done_is_not_done_again(quire: Quire, tmp_path: Path) -> None:
    good, other, bad = pdf(tmp_path / "a.pdf"), pdf(tmp_path / "b.pdf"), tmp_path / "c.pdf"
    bad.write_bytes(b"%PDF-1.7 no")
    out = tmp_path / "out"
    ask = ("parse", good, other, bad, "--to", "md", "-o", out, "--update", "--json")
    code, said, _ = quire(*ask)
    ends = [json.loads(line) for line in said.splitlines()]
    assert code == 1
    assert [(one["input"], one["status"]) for one in ends] == [
        (str(good), "done"),
        (str(other), "done"),
        (str(bad), "failed"),
    ]
    assert (ends[0]["output"], ends[0]["warnings"]) == (str(out / "a.md"), [])
    assert "damaged" in ends[2]["error"]
    os.utime(other, ns=(2**62, 2**62))  # newer than its result
    states = [json.loads(line)["status"] for line in quire(*ask)[1].splitlines()]
    assert states == ["skipped", "done", "failed"]
    assert quire("parse", good, "-o", out / "a.md", "--update")[0] == 0


def test_results_and_ends_do_not_share_standard_output(quire: Quire, tmp_path: Path) -> None:
    code, out, err = quire("parse", pdf(tmp_path / "a.pdf"), "-o", "-", "--json")
    assert (code, out) == (2, "")
    assert "--json" in err


def test_strict_fails_on_an_empty_result(quire: Quire, tmp_path: Path) -> None:
    source = pdf(tmp_path / "in.pdf", "")
    code, _, err = quire("parse", source, "-o", tmp_path / "o.md")
    assert (code, "No text was found" in err) == (0, True)
    assert quire("parse", source, "-o", tmp_path / "o.md", "--strict")[0] == 1
    assert quire("parse", pdf(tmp_path / "text.pdf"), "-o", tmp_path / "o.md", "--strict") == (0, "", "")


def test_audit_says_for_each_page_where_its_text_is(quire: Quire, tmp_path: Path) -> None:
    source = pdf(tmp_path / "in.pdf", "One is here.", "Two is here.")
    code, out, err = quire("parse", source, "-o", tmp_path / "o.md", "--audit", "--json", "--strict")
    sentences = [f"Page {n}: 100.0 % of 9 letters and digits are in the text." for n in (1, 2)]
    assert code == 0
    assert json.loads(out)["audit"] == sentences
    assert all(sentence in err for sentence in sentences)


def test_an_empty_file_and_options_of_another_format_are_refused(quire: Quire, tmp_path: Path) -> None:
    (tmp_path / "empty.pdf").touch()
    code, _, err = quire("parse", tmp_path / "empty.pdf", "-o", tmp_path / "o.md")
    assert (code, err) == (1, "quire: empty.pdf: The file is empty.\n")
    code, _, err = quire("parse", pdf(tmp_path / "in.pdf"), "-o", tmp_path / "o.md", "--chunk-tokens", "300")
    assert (code, err) == (2, "quire: --chunk-tokens is for chunks only: add --to chunks.\n")
