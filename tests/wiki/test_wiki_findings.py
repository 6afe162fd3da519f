"""Findings on what cannot be a book."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from quire.wiki.passage import Passage
from quire.wiki.wiki_findings import (
    book_findings,
    part_findings,
    person_findings,
    plausible_share,
    subject_findings,
)
from quire.wiki.wiki_page import Page


def _book(sizes: list[int], length: int = 500) -> list[Passage]:
    out: list[Passage] = []
    for chapter, size in enumerate(sizes):
        for _ in range(size // length):
            out.append(Passage(f"p{len(out) + 1}", f"Chapter {chapter}", len(out), "x" * length))
    return out


def _page(number: int, kind: str, summary: str) -> Page:
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    return Page(f"s{number}", f"Subject {number}", kind, "", summary=summary, created=moment, updated=moment)


def test_much_text_before_the_first_heading_is_a_finding() -> None:
    named = _named(["Opening", *(f"Chapter {at}" for at in range(1, 6))])
    assert [one.text for one in book_findings(named)] == [
        "17% of the book stands before its first heading: headings may be missing."
    ]
    assert book_findings([one for one in named if one.chapter != "Opening" or one.position < 5]) == ()


def test_a_usual_book_has_no_findings() -> None:
    assert book_findings(_book([20_000] * 10)) == ()
    assert book_findings(_book([30_000])) == ()
    assert plausible_share(()) == 1.0


def test_one_chapter_for_all_is_a_finding() -> None:
    assert "one chapter" in book_findings(_book([200_000]))[0].text
    assert "in one chapter" in book_findings(_book([150_000, 10_000, 20_000]))[0].text


def test_too_many_chapters_and_passages_without_sentences() -> None:
    assert "lines or sections were taken" in book_findings(_book([500] * 400))[0].text
    assert (
        book_findings([one._replace(chapter=f"第{at + 1}章") for at, one in enumerate(_book([1_000] * 40, 1_000))])
        == ()
    )
    assert (
        "sections were taken"
        in book_findings([one._replace(chapter=f"A{at}") for at, one in enumerate(_book([1_000] * 40, 1_000))])[0].text
    )
    assert "no ends of sentences" in book_findings(_book([40_000] * 5, length=4_000))[0].text


def _named(names: list[str]) -> list[Passage]:
    return [Passage(f"p{at}", name, at, "x" * 500) for at, name in enumerate(n for name in names for n in [name] * 20)]


def test_numbers_that_the_chapters_lack_are_a_finding() -> None:
    every = [f"第{one}回 甲" for one in ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二")]
    assert book_findings(_named(every)) == ()
    assert "lack 3" in book_findings(_named([*every[1:3], *every[5:9], *every[10:]]))[0].text
    roman = ["Chapter I", "Chapter II", "Chapter VI", "Chapter VII", "Chapter VIII", "Chapter X", "Chapter XI"]
    assert "lack 4" in book_findings(_named(roman))[0].text
    unsaid = [*every[:6], "类型", "约束", "理论", *every[9:]]
    assert book_findings(_named(unsaid)) == ()
    assert book_findings(_named([f"Part {at}. {1800 + 20 * at}" for at in range(1, 9)])) == ()
    annexes = [f"Chapter {at}" for at in range(1, 11)]
    assert book_findings(_named([*annexes, "Annex A: 40 Milestones"])) == ()
    assert "lack 3" in book_findings(_named([*annexes, "Chapter 14"]))[0].text


def test_a_long_chapter_of_a_whole_row_is_none_that_hides_others() -> None:
    def book(*names: str, parted: bool = True) -> list[Passage]:
        long = [(names[1], *([f"Step {at}"] if parted else [])) for at in range(80)]
        paths = [*[(names[0],)] * 20, *long, *[(name,) for name in names[2:] for _ in range(20)]]
        return [Passage(f"p{at}", path[0], at, "x. " * 300, path) for at, path in enumerate(paths)]

    assert book_findings(book("1 Basics", "2 Games", "3 Depth")) == ()
    for chapters in (book("Basics", "Games", "Depth"), book("1 A", "2 B", "3 C", parted=False), book("1 A", "2 B")):
        assert "of the book is in one chapter" in book_findings(chapters)[0].text


def test_chapters_of_one_name_are_a_finding() -> None:
    acts = [f"{play}{act}" for play in ("", "", "") for act in ("Act I", "Act II", "Act III")]
    assert "6 chapters bear" in book_findings(_named(acts))[0].text


def test_headings_that_were_missed_or_taken_for_chapters_are_findings() -> None:
    late = [f"BOOK {one}. And now" for one in ("VI", "VII", "VIII")] + [f"BOOK {one}." for one in ("I", "II", "III")]
    assert "begin at 6" in book_findings(_named(late))[0].text
    numbered = [f"{chapter}.{at} Boxes" for chapter in (1, 2, 3) for at in (1, 2)]
    assert "6 chapters are numbered like sections" in book_findings(_named(numbered))[0].text
    titles = [f"On subject {chr(at)}" for at in range(60, 90)]
    assert book_findings(_named(titles)) == ()
    again = [*titles[:10], "Exercises", *titles[10:20], "Exercises", "Testing", *titles[20:], "Testing"]
    assert "4 chapters have titles that come again, such as “Exercises”" in book_findings(_named(again))[0].text


def test_headings_of_other_chapters_inside_one_are_a_finding() -> None:
    acts = [
        Passage("p", act, at, "x" * 9000, (act, f"{scene}, Scene {at}"))
        for at, (act, scene) in enumerate([("Act 1", "Act 1"), *[("Act 1", "Act 2")] * 3, *[("Act 3", "Act 3")] * 3])
    ]
    assert [one.text for one in book_findings(acts) if "like theirs" in one.text] == [
        "3 headings like theirs stand inside chapters, such as “Act 2, Scene 1”: chapters may be missing."
    ]
    own = [one._replace(headings=(one.chapter, f"{one.chapter}, Scene {one.position}")) for one in acts]
    assert not any("like theirs" in one.text for one in book_findings(own))


def test_lines_like_headings_in_a_book_of_one_chapter_are_a_finding() -> None:
    below = " ".join(["What follows is told at some length, so that it is a paragraph, and it ends."] * 30)
    text = "\n\n".join(f"Step {chr(at)}\n\n{below}" for at in range(65, 76))
    told = "The whole book is one chapter, but 11 lines look like headings."
    assert [one.text for one in book_findings([Passage("p", "Opening", 0, text)])] == [told]
    assert book_findings([Passage("p", "Opening", 0, text.replace("Step", "He went on:\n"))]) == ()
    assert book_findings([Passage("p", name, 0, text) for name in ("A", "B")]) == ()


def test_a_book_of_one_chapter_with_sections_and_chapters_of_nothing_are_findings() -> None:
    inside = [Passage("p", "合同编", at, "x" * 500, ("合同编", f"第{at % 8}章")) for at in range(80)]
    assert "with 8 sections" in book_findings(inside)[0].text
    assert "4 chapters hold hardly any text" in book_findings(_book([20_000] * 9 + [500] * 4 + [20_000]))[0].text
    assert book_findings(_book([500] * 3 + [20_000] * 9 + [500])) == ()


def test_subjects_of_a_story() -> None:
    passages = _book([20_000] * 10)
    assert "persons" in subject_findings([_page(1, "person", "a")], passages, {"MODE": "fiction"})[0].text
    people = [replace(_page(at, "person", f"lead {at}"), aliases=("Tom",)) for at in range(40)]
    assert subject_findings(people, passages, {"MODE": "fiction"}) == ()
    assert (
        "same words"
        in subject_findings([_page(at, "concept", "a") for at in range(40)], passages, {"MODE": "technical"})[0].text
    )
    assert plausible_share(subject_findings([], passages, {"MODE": "fiction"})) < 0.5


def test_a_story_of_many_persons_with_one_name_each_is_a_finding() -> None:
    book = _book([30_000] * 10)
    people = [_page(at, "person", f"He is number {at}.") for at in range(40)]
    assert "0 of 40 persons have a second name" in subject_findings(people, book, {"MODE": "fiction"})[0].text
    named = [replace(one, aliases=("Tom",)) for one in people[:4]] + people[4:]
    assert subject_findings(named, book, {"MODE": "fiction"}) == ()
    assert subject_findings(people[:20], book, {"MODE": "fiction"}) == ()
    assert subject_findings(people, book, {"MODE": "history"}) == ()


def test_lost_parts_are_named_the_worst_first_and_lower_the_score_by_their_share() -> None:
    lost = {f"p{at}": [f"Page {at}", 1, 10 - at] for at in range(7)}
    found = part_findings(lost)
    assert [one.text.partition(":")[0] for one in found[:2]] == [
        "1 of 4 parts of “Page 6” could not be written",
        "1 of 5 parts of “Page 5” could not be written",
    ]
    assert found[-1].text == "2 more pages lack parts that could not be written."
    assert round(plausible_share(found), 3) == round(1 - 7 / 49, 3)
    assert part_findings(None) == part_findings({}) == ()


def test_a_book_of_a_doubtful_kind_is_told():
    passages = [Passage("p1", "One", 0, "A text.")]
    told = subject_findings([], passages, {"MODE": "history", "MODE_IN_DOUBT": "true"})
    assert "in doubt" in told[0].text
    assert plausible_share(told) == 1.0
    assert subject_findings([], passages, {"MODE": "history", "MODE_IN_DOUBT": "false"}) == ()


def test_two_persons_that_may_be_one_are_told_where_both_have_pages():
    pages = [_page(1, "person", "a"), _page(2, "person", "b"), _page(3, "place", "c")]
    titles = [one.title for one in pages]
    rows = [{"title": titles[0], "perhaps": [titles[1], titles[2]]}, {"title": titles[1]}]
    assert [one.text for one in person_findings(pages, rows)] == [f"“{titles[0]}” and “{titles[1]}” may be one person."]
    assert person_findings(pages, None) == ()
