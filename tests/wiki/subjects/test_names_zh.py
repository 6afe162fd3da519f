"""Who is a person in a Chinese book."""

from __future__ import annotations

from quire.wiki.subjects.names_zh import given_of, person_names, surname_of


def _told(name: str, times: int = 6) -> str:
    verbs = ("曰：“可。”", "引军来到，", "大怒，", "问其故，", "笑道：“是也。”", "奔走不停，", "遂去。", "又说了一遍。")
    return "".join(f"{name}{verbs[at % len(verbs)]}众皆默然。" for at in range(times))


def test_surnames():
    assert (surname_of("诸葛亮"), given_of("诸葛亮")) == ("诸葛", "亮")
    assert (surname_of("林黛玉"), given_of("林黛玉")) == ("林", "黛玉")
    assert surname_of("貂蝉") == ""


def test_a_surname_and_what_stands_free_after_it_is_a_name():
    assert set(person_names(_told("张顺") + _told("林冲"))) == {"张顺", "林冲"}


def test_words_are_no_names():
    text = (
        "张开了口，" * 8 + "马上就来，" * 8 + "钱粮来到，钱粮回去，" * 4 + "何敢如此！" * 5 + "公大怒，公大怒曰：" * 5
    )
    assert not person_names(text)


def test_who_speaks_needs_no_surname():
    found = person_names("黛玉道：“是了。”宝玉笑道：“好。”" * 10 + "众人道：“是。”左右曰：“是。”那怪道：“来。”" * 10)
    assert set(found) == {"黛玉", "宝玉"}


def test_a_known_name_and_a_verb_are_no_longer_name():
    text = _told("云长", 10) + "云长交付已毕，云长交付已毕。" * 6
    assert "云长交" not in person_names(text, ["云长"])


def test_rulers_are_named_by_history():
    assert "后主" in person_names("后主曰：“可。”百官皆散。" * 8)
