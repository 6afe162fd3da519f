"""Persons and places of an English story as candidates."""

from __future__ import annotations

from quire.wiki.book import Book
from quire.wiki.page_planner import all_sentences
from quire.wiki.passage import Passage
from quire.wiki.subjects.people_en import people
from quire.wiki.subjects.subject_candidates import Candidate


def _found(*texts: str) -> dict[str, Candidate]:
    passages = [Passage(f"p{at + 1}", "One", at, text) for at, text in enumerate(texts)]
    found = people(Book("", "", "en", tuple(passages), ()), all_sentences(passages, "en"), 60)
    return {one.title: one for one in found}


def test_the_formal_name_is_the_title_and_the_short_ones_are_aliases():
    found = _found(
        *["Then Eliza Hartley smiled at her aunt, and Eliza Hartley said nothing of it."] * 4,
        *["Soon Elizabeth Hartley came in, and she sat down with her aunt."] * 2,
        *["Then Lizzy laughed at her mother, and Lizzy was glad."] * 2,
    )
    assert {"Eliza Hartley", "Lizzy"} <= set(found["Elizabeth Hartley"].aliases)
    assert "Eliza Hartley" not in found


def test_mister_is_the_man_of_the_family():
    found = _found(
        *["At last Mr. Varley came, and Mr. Varley bowed to her; then Nancy told her aunt what she knew."] * 4,
        "Here George Varley said that Nancy Varley was his wife, and she smiled at her aunt.",
        "Here George Varley told him so, and he said that Nancy Varley was gone with her aunt.",
        "Here George Varley rose, and Nancy Varley said that she was ready.",
    )
    assert "Mr. Varley" in found["George Varley"].aliases


def test_a_title_may_be_a_family_name():
    found = _found(*["They say that Miss King was rich, and Miss King said so to her friend Mr. Baron at once."] * 3)
    assert {"Miss King", "Mr. Baron"} <= set(found)


def test_a_surname_that_is_also_a_given_name_goes_to_who_bears_it_with_a_title():
    found = _found(
        *["Then Colonel Fenwick said that he would come. But Fenwick said no more to him."] * 5,
        "Of all men Fenwick Dale was the last to come, and he said nothing.",
    )
    assert found["Colonel Fenwick"].aliases == ["Fenwick"]


def test_the_bare_name_of_a_large_family_is_nobody():
    found = _found(
        *["There Anna Farrell said that she knew; Peter Farrell said that he did not, and he laughed."] * 3,
        *["The house of Farrell said nothing; and then Farrell looked away, for Farrell was proud."] * 3,
    )
    assert "Farrell" not in found


def test_a_saint_after_a_preposition_is_a_place():
    found = _found(*["They went to court at St. James, and they met in St. James as before."] * 3)
    assert found["St. James"].type == "place"


def test_mister_with_the_given_name_is_told_apart_from_mister():
    found = _found(
        *["Then Mr. Hartwell said that he knew, and Mr. Hartwell laughed at his friend."] * 9,
        *["Then Mr. Hartwell said that Mr. John Hartwell did not, and he laughed at his brother."] * 6,
        *["Here Mrs. John Hartwell came in, and she told her sister what she had seen."] * 3,
    )
    assert {"Mr. Hartwell", "Mr. John Hartwell", "Mrs. John Hartwell"} <= set(found)
    assert not {"Mr. Hartwell", "Mrs. John Hartwell"} & set(found["Mr. John Hartwell"].aliases)


def test_the_name_that_the_book_uses_is_the_title():
    found = _found(
        *["Then Huck Morley said that he knew, and Huck Morley laughed. “Yes,” said Huck, for he was glad of it."] * 7,
        *["But Huckleberry Morley was his name, and he said so to his friend."] * 2,
    )
    assert {"Huck", "Huckleberry Morley"} <= set(found["Huck Morley"].aliases)


def test_a_woman_cannot_be_mister():
    found = _found(
        *["Then Mr. Danvers said that he would come, and Mr. Danvers smiled at his friend."] * 5,
        "They called the child Anna Danvers that day.",
        *["So Maple Grove was sold; they lived in Maple Grove and spoke of Maple Grove."] * 2,
    )
    assert "Mr. Danvers" in found
    assert found["Maple Grove"].type == "place"


def test_a_widow_is_named_with_the_article():
    found = _found(*["Then the Widow Douglas said that she was glad, and the Widow Douglas took his hand."] * 3)
    assert "Widow Douglas" in found


def test_a_family_may_be_named_like_a_month_and_a_girl_by_two_letters():
    found = _found(
        *["In time Mrs. March smiled at her girls. “Come in,” said Jo, and she laughed at her mother; Jo ran."] * 5
    )
    assert {"Mrs. March", "Jo"} <= set(found)


def test_a_title_inside_a_run_of_names_begins_another_name():
    found = _found(*["She saw Nelly Mr. Brand, and Nelly smiled at her; then Mr. Brand bowed and he went."] * 4)
    assert {"Nelly", "Mr. Brand"} <= set(found)
    assert not any("Mr" in name.split()[1:] for name in found)


def test_father_and_son_in_one_sentence_are_two():
    found = _found(
        *["When Mr. Hale came in, Ned rose; “sit down, Ned,” said Mr. Hale, and Ned told him that he was ready."] * 5,
        *["Then Ned Hale said so, and he was gone."] * 3,
    )
    assert "Mr. Hale" not in found["Ned Hale"].aliases
    assert "Mr. Hale" in found


def test_a_wife_with_her_husbands_given_name_is_not_he():
    found = _found(
        *["Then Joe said that he was late, and Mrs. Joe told him so; Joe smiled at her, and Mrs. Joe rose."] * 5
    )
    assert "Mrs. Joe" not in found["Joe"].aliases


def test_a_particle_is_no_shared_name_and_m_is_a_title_in_french_stories():
    found = _found(
        *["Then M. de Valmont said that he would go, and M. Dorval bowed to him."] * 6,
        *["Soon Madame de Valmont smiled at her aunt. Then Madame de Lorcey said that she was tired."] * 4,
        *["But Valmont said no more of it to him. And M. d’Orbigny laughed, and M. d’Orbigny said so."] * 4,
    )
    owners = {name: one.title for one in found.values() for name in one.names}
    assert owners["Madame de Valmont"] != owners["Madame de Lorcey"]
    assert owners["M. de Valmont"] == owners["Valmont"] != owners["Madame de Valmont"]
    assert {"M. Dorval", "M. d’Orbigny"} <= set(owners)


def test_a_name_that_always_stands_behind_an_elided_particle_is_one():
    found = _found(*["The doctor was called, and M. d’Avrigny said that he came."] * 12)
    assert any("Avrigny" in name for name in found)


def test_an_initial_is_no_title():
    found = _found(*["Then M. Carver said that she would go, and Anne Carver smiled at her aunt."] * 4)
    assert not any(one.title.startswith("M. ") and one.score > 3 for one in found.values())


def test_a_family_name_may_end_like_a_plural():
    found = _found(
        *["Then Mr. Squeers said that he knew, and Mr. Squeers laughed at the boy."] * 4,
        "But they wrote Mr. Squeer in the book, and he said so.",
    )
    assert "Mr. Squeers" in found


def _chapters(*texts: str) -> dict[str, Candidate]:
    passages = [Passage(f"p{at + 1}", f"Chapter {at + 1}", at, text) for at, text in enumerate(texts)]
    found = people(Book("", "", "en", tuple(passages), ()), all_sentences(passages, "en"), 60)
    return {name: one for one in found for name in one.names}


def test_a_general_is_no_captain_and_no_mister_of_the_same_chapters():
    said = "At last General Varley came, and he bowed. Then Captain Varley said so, and he smiled. Mr. Varley rose, and he spoke."
    found = _chapters(said, said, said)
    assert len({found[f"{title} Varley"].title for title in ("General", "Captain", "Mr.")}) == 3
    promoted = _chapters(
        *["Then Captain Varley said so, and he smiled."] * 3, *["Major Varley said so, and he rose."] * 3
    )
    assert promoted["Captain Varley"] is promoted["Major Varley"]


def test_a_mistress_and_her_maid_are_not_joined_by_a_pet_name():
    found = _chapters(
        *["Then Miss Matty told Martha to go, and Martha said that she was glad of Matty and her ways."] * 6
    )
    assert found["Martha"] is not found["Matty"]


def test_a_hyphen_for_a_dash_joins_no_words():
    found = _chapters(
        *["Then Miss Varley could smile, and Mrs. Fitz-Adam said that she was glad."] * 9,
        "We saw Miss Varley-could she be ill?-and Mrs. Fitz-Adam.",
    )
    assert {"Miss Varley", "Mrs. Fitz-Adam"} <= set(found)
    assert not any("could" in name for name in found)


def test_the_author_of_the_title_page_is_nobody():
    passages = [
        Passage("p1", "Title page", 0, "The Mill, by Elizabeth Hartley, told to Elizabeth Hartley."),
        Passage("p2", "One", 1, " ".join(["Then Nancy Varley said that she was glad of her aunt."] * 3)),
    ]
    found = people(Book("", "", "en", tuple(passages), ()), all_sentences(passages, "en"), 60)
    assert [one.title for one in found] == ["Nancy Varley"]
