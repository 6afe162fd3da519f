"""Plays: who speaks stands before what is said."""

from __future__ import annotations

from quire.read.books.plain_text import read_book_text
from quire.wiki.book import make_book
from quire.wiki.page_planner import all_sentences
from quire.wiki.subjects.book_genre import genre_of
from quire.wiki.subjects.people_en import people
from quire.wiki.subjects.play_speakers import play_speakers

SPEECHES = [
    "ROSALIND\tI pray thee, cousin, tell me of the wood.",
    "CELIA\tThe wood is near, and we may go to it.",
    "DUKE SENIOR\tNow let us sit and speak of Rosalind.",
    "ORLANDO\tWhat would you have of me, my lord?",
]


def test_the_names_before_speeches_are_counted():
    texts = [speech.replace("\t", " ") for speech in SPEECHES * 4]
    assert play_speakers(texts) == {"ROSALIND": 4, "CELIA": 4, "DUKE SENIOR": 4, "ORLANDO": 4}


def test_words_in_capitals_make_no_play():
    texts = ["NOTE This is a note.", "The reader looks at the page.", "IT IS SO.", "HTTP Requests are sent."] * 9
    assert play_speakers([*texts, *(f"Sentence {number} says something." for number in range(900))]) == {}
    assert play_speakers(["WARNING Do not do it."] * 30) == {}


def test_a_play_is_a_story_with_its_speakers_as_persons():
    text = "ACT I\n\n" + "\n\n".join(SPEECHES * 8) + "\n\nACT II\n\n" + "\n\n".join(SPEECHES * 8)
    book = make_book(read_book_text(text.encode(), markdown=False))
    sentences = all_sentences(book.passages, "en")
    assert genre_of(book, sentences).kind == "fiction"
    found = {one.title: one.aliases for one in people(book, sentences, 20) if one.type == "person"}
    assert {"Rosalind", "Celia", "Duke Senior", "Orlando"} <= set(found)
    assert "CELIA" in found["Celia"]


def test_a_poem_tells_of_persons():
    lines = "Of man's first disobedience and the fruit\nOf that forbidden tree whose mortal taste\nBrought death into the world and all our woe\nWith loss of Eden till one greater man\nRestore us and regain the blissful seat"
    text = "\n\n".join(f"BOOK {number}\n\n{lines}\n\n{lines}" for number in ("I", "II", "III"))
    book = make_book(read_book_text(text.encode(), markdown=False))
    assert genre_of(book, all_sentences(book.passages, "en")).kind != "technical"
