"""Short texts in classical Chinese: what they define, list, name and are asked about; phrases are no subjects."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.jobs.book_source import load
from quire.read.books.plain_text import read_book_text
from quire.wiki.aspects import aspect_of
from quire.wiki.book import Book, make_book
from quire.wiki.definitions import definition_score
from quire.wiki.mentions import MentionFinder
from quire.wiki.page_planner import all_sentences
from quire.wiki.planning_phase import candidates_of
from quire.wiki.subjects.book_genre import genre_of
from quire.wiki.subjects.classical_subjects_zh import classical_subjects, is_treatise, speakers
from quire.wiki.tokenization import is_single_character_word
from tests.wiki import books

SAMPLE = Path(__file__).parents[3] / "samples" / "books" / "sunzi-zh.txt"

TALKS = """论语

学而第一

子曰：“巧言令色，鲜矣仁！”

子贡曰：“贫而无谄，富而无骄，何如？”子曰：“可也。未若贫而乐，富而好礼者也。”

子夏曰：“贤贤易色；事父母，能竭其力；事君，能致其身。”

为政第二

子夏问孝。子曰：“色难。有事，弟子服其劳；有酒食，先生馔，曾是以为孝乎？”

子游问孝。子曰：“今之孝者，是谓能养。至于犬马，皆能有养；不敬，何以别乎？”

颜渊第十二

颜渊问仁。子曰：“克己复礼为仁。一日克己复礼，天下归仁焉。”颜渊曰：“请问其目。”

司马牛问仁。子曰：“仁者，其言也讱。”樊迟问仁。子曰：“爱人。”

子贡问政。子曰：“足食，足兵，民信之矣。”季康子问政于孔子。孔子对曰：“政者，正也。子帅以正，孰敢不正？”
"""

LESSONS = """传习篇

第一章

形者，体之貌也；神者，体之用也。夫形存则神存，形灭则神灭。是故形神不可离也。一曰仁，二曰义，三曰勇。

第二章

仁以爱人，义以正己，勇以行之。学者必取于古，必取于师，必取于心。善学者，日新其德；善学者，不耻下问。

第三章

故善学者，形与神俱；是以善学者，仁义并行。不为而成，不见而名，此之谓玄同。玄同者，道之至也。见形而知神，可谓勇矣。居仁由义，勇在其中。
"""


def book(text: str) -> Book:
    return make_book(read_book_text(text.encode(), markdown=False))


def found(text: str) -> list[str]:
    made = book(text)
    return [one.title for one in classical_subjects(made, all_sentences(made.passages, "zh"), 20)]


def test_what_is_defined_listed_named_or_asked_is_a_subject():
    assert {"仁", "孝", "政"} <= {*found(TALKS)}
    assert {"形", "神", "玄同"} <= {*found(LESSONS)}


def test_phrases_and_particles_are_none():
    names = {*found(LESSONS)} | {*found(TALKS)}
    assert not names & {"必取", "形者", "神者", "不为", "学而", "为政", "者", "之", "以"}


def test_who_does_something_is_one_where_the_text_comes_back_to_him():
    assert "善学者" in found(LESSONS)
    assert "善学者" not in found(LESSONS.replace("善学者，不耻", "学者，不耻"))


def test_who_speaks_is_a_person():
    made = book(TALKS)
    names = {one.title for one in speakers(all_sentences(made.passages, "zh"))}
    assert {"子贡", "子夏", "颜渊"} <= names
    assert not names & {"子曰", "子", "或", "其目"}
    assert not names & {*found(TALKS)}


def test_the_sample_gives_its_terms():
    made = make_book(load(SAMPLE))
    names = [one.title for one in classical_subjects(made, all_sentences(made.passages, "zh"), 20)]
    assert {"道", "天", "地", "法", "势", "形", "地形"} <= {*names}
    assert not {*names} & {"必取", "形者", "不可胜", "此五", "善战"}


@pytest.mark.parametrize("name", ["tale.txt", "textbook.md"])
def test_stories_and_books_of_today_are_no_treatises(name: str, tmp_path: Path):
    made = make_book(load(books.files(tmp_path)[name]))
    assert not is_treatise("\n".join(one.text for one in made.passages))


def test_a_treatise_is_read_for_its_terms():
    made = book(LESSONS)
    assert is_treatise(LESSONS)
    assert genre_of(made, all_sentences(made.passages, "zh")).kind == "technical"


def test_a_treatise_in_doubt_has_its_terms_and_speakers_too():
    made = book(TALKS)
    found = candidates_of(made, all_sentences(made.passages, "zh"), "history")
    assert {"孝", "子贡"} <= {one.title for one in found}


def test_a_character_inside_a_word_is_no_word():
    assert is_single_character_word("天者，阴阳也", 0)
    assert not is_single_character_word("得天下者", 1)
    names = MentionFinder([("天", "concept", ["天"])])
    assert [one.start for one in names.find("天者，取天下而法天。")] == [0, 8]


@pytest.mark.parametrize(
    ("sentence", "name", "least"),
    [
        ("孙子曰：兵者，国之大事，不可不察也。", "兵", 6),
        ("夫地形者，兵之助也。", "地形", 6),
        ("德者本也，财者末也。", "德", 6),
        ("能因敌变化而取胜者，谓之神。", "神", 4),
    ],
)
def test_definitions_are_known_by_their_particles(sentence: str, name: str, least: float):
    assert definition_score(sentence, name, "zh") >= least


def test_who_wins_is_not_what_winning_is():
    assert definition_score("胜者之战民也，若决积水于千仞之溪者，形也。", "胜", "zh") < 4


def test_the_cues_of_today_are_not_looked_for_in_classical_sentences():
    assert aspect_of("天之道，利而不害；圣人之道，为而不争。", "zh") == "notes"
    assert aspect_of("其中每一层都可以单独训练。", "zh") == "how"
