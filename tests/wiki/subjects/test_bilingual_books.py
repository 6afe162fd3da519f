"""Books in two languages: each passage is read by the rules of its own, subjects come from both."""

from __future__ import annotations

from collections import Counter

from quire.read.books.plain_text import read_book_text
from quire.wiki.book import Book, make_book
from quire.wiki.chapter_pages import chapter_plans
from quire.wiki.page_planner import all_sentences, make_plan
from quire.wiki.planning_phase import candidates_of
from quire.wiki.subjects.bilingual_books import join_languages, split_by_language
from quire.wiki.subjects.subject_candidates import Candidate

_CHINESE = (
    "软件仓库是存放软件包的地方。数字签名（digital signature）用来检查软件仓库里的软件包。"
    "管理员把软件仓库写进配置文件，数字签名由发行者的密钥生成。"
)
_ENGLISH = (
    "A firewall is a program that filters the packets of a network. The firewall reads its packet filter from a file. "
    "A packet filter decides which packets pass the firewall, and a digital signature protects the file."
)


def _book(chinese: int, english: int) -> Book:
    parts = [f"## 软件仓库 {at}\n\n{_CHINESE}{at}号软件仓库也有数字签名。" for at in range(chinese)]
    parts += [f"## Packet filters {at}\n\n{_ENGLISH} Firewall {at} logs packets." for at in range(english)]
    return make_book(read_book_text(("# 手册\n\n" + "\n\n".join(parts)).encode(), markdown=True))


def test_a_book_in_one_language_is_one_share():
    book = _book(6, 0)
    sentences = all_sentences(book.passages, book.lang)
    assert split_by_language(book, sentences) == [(book, sentences)]


def test_each_share_has_the_headings_and_marked_words_of_its_language():
    book = _book(6, 6)
    book.emphasised = Counter({"数字签名": 2, "packet filter": 3})
    book.index = (("数字签名", "digital signature"), ("Firewall",))
    (chinese, said), (english, told) = split_by_language(book, all_sentences(book.passages, book.lang))
    if chinese.lang != "zh":
        chinese, said, english, told = english, told, chinese, said
    assert (chinese.lang, english.lang) == ("zh", "en")
    assert (*chinese.emphasised, *english.emphasised) == ("数字签名", "packet filter")
    assert (chinese.index, english.index) == ((("数字签名", "digital signature"),), (("Firewall",),))
    assert all("软件" in one.text or "数字" in one.text for one in said)
    assert all("irewall" in one.text or "packet" in one.text for one in told)
    assert len(chinese.passages) == len(english.passages) == len(book.passages)


def test_english_sentences_of_a_chinese_book_are_parted_and_cited():
    book = _book(8, 6)
    sentences = all_sentences(book.passages, book.lang)
    assert "A firewall is a program that filters the packets of a network." in {one.text for one in sentences}
    assert {one.lang for one in sentences} == {"zh", "en"}
    assert all(not (one.lang == "en" and "软件" in one.text) for one in sentences)
    found = candidates_of(book, sentences, "technical")
    plan = make_plan(book.passages, chapter_plans(book, "zh"), found, book.lang)
    titles = {one.title: one for one in plan.entries}
    assert {"数字签名", "Firewall"} <= set(titles)
    lead = [sentences[number].text for number in titles["Firewall"].lead]
    assert lead[0] == "A firewall is a program that filters the packets of a network."


def test_a_passage_is_in_one_language():
    text = "## 安全\n\n防火墙过滤网络。\n\nA firewall filters the packets of a network for all its users.\n\n签名保护文件。"
    book = make_book(read_book_text((f"# 手册\n\n{text}\n\n" + _CHINESE * 9).encode(), markdown=True))
    assert [one.text for one in book.passages][:2] == [
        "防火墙过滤网络。",
        "A firewall filters the packets of a network for all its users.",
    ]


def test_what_goes_by_a_name_that_is_taken_is_no_second_subject():
    first = [Candidate("数字签名", "concept", 3.0, ["digital signature"], [])]
    second = [
        Candidate("Digital signatures", "concept", 5.0, [], []),
        Candidate("Firewall", "concept", 4.0, ["Digital signature"], []),
    ]
    assert [(one.title, one.aliases) for one in join_languages([first, second])] == [
        ("Firewall", []),
        ("数字签名", ["digital signature"]),
    ]
