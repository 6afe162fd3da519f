"""Events and the timeline: of the book's own sentences, in its order, each with its source."""

from __future__ import annotations

from quire.wiki.page_composition import PageComposer
from quire.wiki.page_plan import ChapterPlan, Entry, Plan
from quire.wiki.page_planner import all_sentences
from quire.wiki.passage import Passage
from quire.wiki.review import check_page
from quire.wiki.sentence_split import Sentence
from quire.wiki.timeline import add_timeline, timeline_id, timeline_page
from quire.wiki.wiki_page import Page, citations, links

TITLE = "第一回 沈伯安雪夜渡江 陆子静火烧粮寨"
TEXTS = [
    "那年冬天，沈清带了几个人，冒着大雪，趁夜渡江而去。江上风急，小船几乎翻覆。众人都怕，只有沈清不怕。",
    "过了数日，并无消息。营中的人都在等候，天气一天比一天冷，柴草也渐渐少了。",
    "定安三年春正月，陆远引兵攻打敌寨，放火烧了粮草，大败敌军，斩其大将而回。敌军的粮寨烧了一夜。",
    "沈清曰：“此番大败敌军，斩其大将，都是陆远的功劳。人人都要记得。他日必有重赏。”众人都称是。",
    "自从定安元年以来，没有这样的大胜。百姓听说了，都来相贺，一连三日，热闹非常。",
]


def _plan() -> tuple[Plan, list[Passage], list[Sentence]]:
    passages = [Passage(f"p{at + 1}", TITLE, at, text) for at, text in enumerate(TEXTS)]
    persons = [
        Entry("沈清", "沈清", "person", ["伯安", "沈伯安"], [3], {}, [], [0]),
        Entry("陆远", "陆远", "person", ["子静", "陆子静"], [4], {}, [], [0]),
    ]
    plan = Plan(persons, [ChapterPlan("one", TITLE, 0, len(passages))])
    sentences = all_sentences(passages, "zh")
    add_timeline(plan, passages, sentences, "zh")
    return plan, passages, sentences


def test_each_verse_becomes_a_page_of_the_passage_that_tells_it():
    plan, passages, sentences = _plan()
    events = {one.title: one for one in plan.entries if one.type == "event"}
    places = {title: passages[sentences[one.lead[0]].passage].id for title, one in events.items()}
    assert places == {"沈伯安雪夜渡江": "p1", "陆子静火烧粮寨": "p3"}
    assert plan.chapters[0].subjects == [one.id for one in events.values()]
    assert "沈清" in events["沈伯安雪夜渡江"].related


def test_an_event_begins_with_its_chapter_and_persons_and_the_sentence_that_holds_most_of_its_verse():
    plan, passages, sentences = _plan()
    event = next(one for one in plan.entries if one.title == "沈伯安雪夜渡江")
    assert sentences[event.lead[0]].text.startswith("那年冬天，沈清带了几个人")
    body, _ = PageComposer(plan, passages, sentences, "zh").subject(event)
    assert body.startswith(f"*汇编：* 事件；叙于[[one|{TITLE}]]；与[[沈清]]。 [^p1]\n\n那年冬天")
    page = Page(event.id, event.title, event.type, body, summary="x")
    assert check_page(page, {one.id: one for one in passages}, {"one", "沈清", "陆远"}) == ()


def test_the_timeline_shows_deeds_with_their_dates_and_no_talk():
    plan, passages, sentences = _plan()
    page = timeline_page(plan, PageComposer(plan, passages, sentences, "zh"), sentences, "zh")
    assert (page.type, page.id) == ("index", "timeline")
    assert "- **定安三年春正月** — " in page.body
    assert "大败敌军，斩其大将而回" in page.body
    assert "功劳" not in page.body
    assert citations(page.body) == ("p3",)
    assert {"one", "陆远"} <= {one.target for one in links(page.body)}


def test_a_plan_is_kept_whole_as_data():
    plan, _, _ = _plan()
    assert Plan.from_json(plan.to_json()) == plan
    old = plan.to_json()
    del old["timeline"]
    assert Plan.from_json(old).timeline == []
    assert plan.living({one.id for one in plan.entries}).timeline == plan.timeline


def test_the_timelines_id_is_its_own():
    assert timeline_id(Plan([Entry("timeline", "Timeline", "concept", [], [], {}, [], [])], [])) == "timeline-list"


def test_a_book_in_which_nothing_happens_has_no_timeline():
    passages = [Passage("p1", "One", 0, "The room was large and light. The table was round and made of oak.")]
    plan = Plan([], [ChapterPlan("one", "One", 0, 1)])
    add_timeline(plan, passages, all_sentences(passages, "en"), "en")
    assert plan.timeline == []
    assert plan.entries == []


def test_a_timeline_of_few_chapters_is_none():
    plan, passages, _ = _plan()
    told = len(plan.timeline)
    quiet = [f"The room number {at} was large and light, and the table was round." for at in range(4 * told)]
    more = [Passage(f"q{at}", f"Q{at}", len(passages) + at, text) for at, text in enumerate(quiet)]
    chapters = [ChapterPlan(one.id, one.chapter, one.position, one.position + 1) for one in more]
    longer = Plan(plan.entries, [*plan.chapters, *chapters])
    add_timeline(longer, [*passages, *more], all_sentences([*passages, *more], "zh"), "zh")
    assert told
    assert longer.timeline == []
