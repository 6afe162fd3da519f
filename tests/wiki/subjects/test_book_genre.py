"""What kind of book it is."""

from __future__ import annotations

import pytest

from quire.wiki.book import Book
from quire.wiki.page_planner import all_sentences
from quire.wiki.passage import Passage
from quire.wiki.sentence_split import Sentence
from quire.wiki.subjects.book_genre import CLASSICAL, Genre, common_words, genre_of, word_rates
from quire.wiki.subjects.classical_subjects_zh import is_treatise

MARGARET = "The room was still, and she had fallen asleep on her sofa; so Margaret spoke gently to her once more."
SERVER = "The server reads its settings at start. Each setting has a name. I prefer short names. Values are strings."
PORTER = (
    "老马把车放下，擦了擦脸上的汗，心里说不出的难受。他想起了那个下着大雨的晚上，眼泪慢慢地流了下来。"
    "他不知道该往哪里走，只好坐在门口看着街上的人。"
)
RATE = "学习率决定每次更新参数的步长。如果学习率过大，损失函数可能无法收敛；如果过小，训练的时间就会很长。"
WINE = (
    "王生者，洛阳人也。少好酒，家贫。一日，见一女子立于门下，年十六七矣。生问之曰：“娘子何来？”女泣而答曰：“妾父为李将军所杀。”"
    "生大惊，遂与之俱去。后数年，生复至于洛阳，不知其所在矣。"
)
WATER = (
    "凡用水之法，必先察其地。地高者宜引，地下者宜蓄。引之以渠，蓄之以塘，故旱不为灾，而五谷可成也。"
    "是故善治田者，不违其时，不失其宜，则用力少而得多矣。"
)


def _genre(lang: str, *texts: str) -> Genre:
    passages = [Passage(f"p{at + 1}", "One", at, text) for at, text in enumerate(texts)]
    return genre_of(Book("", "", lang, tuple(passages), ()), all_sentences(passages, lang))


@pytest.mark.parametrize(
    ("lang", "text", "kind"),
    [("en", MARGARET, "fiction"), ("en", SERVER, "technical"), ("zh", PORTER, "fiction"), ("zh", RATE, "technical")],
    ids=["a story without double quotes", "a manual that says I", "a story without speeches", "a Chinese textbook"],
)
def test_the_words_tell_the_kind(lang, text, kind):
    assert _genre(lang, *[text] * 20) == Genre(kind)


@pytest.mark.parametrize(("text", "kind"), [(WINE, "fiction"), (WATER, "technical")], ids=["a tale", "a treatise"])
def test_classical_chinese_has_weights_of_its_own(text, kind):
    assert is_treatise(text)
    assert _genre("zh", *[text] * 20) == Genre(kind)


def test_in_classical_chinese_the_marks_of_an_edition_say_nothing():
    told, plain = ([Sentence(text, 0, 0, "zh")] for text in ("生曰：“何来？”", "生曰何来"))
    assert common_words(told, CLASSICAL) == common_words(plain, CLASSICAL)


def test_what_tells_and_explains_is_in_doubt_and_read_for_both():
    assert _genre("en", *[MARGARET, MARGARET, SERVER] * 10) == Genre("history", doubtful=True)


def test_a_few_words_say_little():
    assert _genre("en", "The lamp was out.").doubtful


def test_numbers_are_one_word_and_latin_ones_in_chinese_are_another():
    sentences = [Sentence("第12章用Python和NumPy，第3章用Python。", 0, 0, "zh")]
    counts = common_words(sentences, "zh")
    assert (counts["0"], counts["a"], counts["章"]) == (2, 3, 2)


def test_words_that_a_short_text_lacks_stand_nearly_as_often_as_elsewhere():
    rates = word_rates({"the": 10}, {"the": 50.0, "of": 30.0})
    assert 5.0 < rates["of"] ** 2 * 1.1 < 33.0
    assert rates["the"] ** 2 > 50
