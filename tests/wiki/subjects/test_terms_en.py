"""Terms of English technical books."""

from __future__ import annotations

from collections import Counter

from quire.wiki.book import Book
from quire.wiki.index_mining import index_entries
from quire.wiki.page_planner import all_sentences
from quire.wiki.page_types import PageType
from quire.wiki.passage import Passage
from quire.wiki.sentence_split import Sentence
from quire.wiki.subjects.subject_candidates import Candidate
from quire.wiki.subjects.terms_en import _merged, terms, weighed_terms


def _found(*texts: str, index: tuple[tuple[str, ...], ...] = (), coded: tuple[str, ...] = ()) -> dict[str, Candidate]:
    passages = [Passage(f"p{at + 1}", "One", at, text, ("Scheduler",)) for at, text in enumerate(texts)]
    book = Book("", "", "en", tuple(passages), (), index=index, coded=Counter(coded))
    return {one.title: one for one in terms(book, all_sentences(passages, "en"), 60)}


def _stressed(term: str, text: str) -> Book:
    passages = (Passage("p1", "One", 0, text, ("Scheduler",)),)
    return Book("", "", "en", passages, (), emphasised=Counter([term] if term else []))


def _sentences(text: str) -> list[Sentence]:
    return all_sentences([Passage("p1", "One", 0, text, ("Scheduler",))], "en")


def test_adjectives_are_no_terms():
    found = _found(
        *["The redundant scheduler starts each process; the scheduler is redundant. This process waits."] * 4,
        *["The redundant processes end when the schedulers stop, and the redundant schedulers are gone."] * 4,
    )
    assert "Scheduler" in found
    assert "Redundant" not in found


def test_what_stands_behind_called_ends_at_a_word_of_grammar():
    found = _found(
        "The lowest layer of a pond is called the silt bed that fish avoid.",
        *["Fish swim at the top of a pond. Herons wait near a pond."] * 4,
    )
    assert found["Silt bed"].reasons == ["definition"]


def test_acronyms_stand_before_other_words_too():
    found = _found(*["The EFI firmware loads the EFI partition, and the EFI firmware starts it."] * 5)
    assert "EFI" in found


def test_a_name_that_ends_in_s_is_no_plural():
    found = _found(*["The Btrfs filesystem is new. Use the Btrfs or btrfs tools; a btrfs is quick."] * 4)
    assert "Btrf" not in found
    found = _found(*["Each patch series is kept. The patch series grows, and a Patch Series ends."] * 4)
    assert not any(title.endswith("sery") for title in found)


def test_entries_of_the_index_are_titles():
    lines = ["hanging indent, 12", "setq, 14", "Arrays, 17"]
    texts = ["A hanging indent is set by setq. Arrays hold it.", "The hanging indent and setq are old, as arrays are."]
    found = _found(*texts * 2, index=tuple(index_entries(lines)), coded=("setq",))
    assert {"Hanging indent", "setq", "Arrays"} <= set(found)


def test_an_index_with_leaders_and_columns():
    lines = [
        "`abs` . . . . . . . . . . 12 `array` . . . . . . . . 14 `attach` . . . . . 15, 16",
        "binary relations, 49 | braces, 27",
        "braces, 12 | category code of, 30 | in ordinary text, 31",
    ]
    assert [one[0] for one in index_entries(lines)] == [
        "abs",
        "array",
        "attach",
        "binary relations",
        "braces",
        "braces",
    ]


def test_names_of_program_text_are_called_by_what_the_book_calls_them():
    found = _found(
        *["The `Vec<T>` type holds values, and the `push` method adds one to a `Vec<T>`. The `a` method is short."] * 3,
        *["Use the `push` method, or the `println!` macro, which prints; `foo` functions do nothing."] * 3,
        "Run `cargo build` once.",
    )
    coded = {title: one.aliases for title, one in found.items() if one.type == "code"}
    assert coded == {"Vec<T> type": ["Vec<T>"], "push method": ["push"], "println! macro": ["println!"]}


def test_what_ends_as_adjectives_do_and_stands_before_others_is_no_subject():
    found = _found(
        *["The visual mode selects text. A global mapping works in every buffer."] * 4,
        "Globals are rare, and the VISUAL mode is on.",
        *["Visual mode shows the global options. The archive file holds the archive."] * 4,
        *["A global command reads the archive, and the visual mode is left. The archive grows."] * 9,
    )
    assert not {"Visual", "Global"} & set(found)
    assert "Archive" in found


def test_abbreviations_are_weighed_too():
    texts = ["A central processing unit (CPU) is a chip. The CPU runs programs, and each CPU has a clock."] * 4
    found = _found(*texts, "It once met the annual general meeting (AGM) somewhere.")
    assert found["CPU"].aliases == ["central processing unit"]
    assert "AGM" not in found or found["AGM"].score < found["CPU"].score


def test_a_stressed_word_is_less_than_a_stressed_phrase():
    texts = ["You may *exactly* do it with *source routing* here. It is exactly so; source routing works."] * 3
    found = _found(*texts)
    assert "Exactly" not in found


def test_an_abbreviation_is_another_name_of_the_term_that_has_its_words() -> None:
    long = Candidate("Information retrieval", PageType.CONCEPT, 5.0, [], ["heading"])
    short = Candidate("IR", PageType.CONCEPT, 2.0, ["Information Retrieval"], ["abbreviation"])
    other = Candidate("UI", PageType.CONCEPT, 1.0, ["User interface"], ["abbreviation"])
    assert [(one.title, one.aliases) for one in _merged([long, short, other])] == [
        ("Information retrieval", ["IR"]),
        ("UI", ["User interface"]),
    ]


def test_a_noun_that_only_holds_a_clause_together_is_no_subject():
    found = _found(
        *["The upside is that a rope holds. A rope is a bundle of yarn. The silver splice is a knot of ropes."] * 3,
        *["Sailors need a rope, and each silver splice takes an hour."] * 3,
    )
    assert {"Rope", "Silver splice"} <= set(found)
    assert "Upside" not in found


def test_a_verb_that_no_heading_names_is_no_subject():
    text = "You can encode a message, and you have to encode each payload. The payload holds a message. " * 4
    names = [one.title for one, _ in weighed_terms(_stressed("encode", text), _sentences(text))]
    assert "Payload" in names
    assert "Encode" not in names


def test_what_somebody_owns_who_mostly_acts_is_no_subject():
    text = "Alice opens a channel. Alice waits. The Alice's payload is new. Alice asks. Then Alice pays for it. " * 5
    more = "The Bellman's payload is new, and the Bellman's payload is here. " * 5
    names = [one.title for one, _ in weighed_terms(_stressed("", text + more), _sentences(text + more))]
    assert "Bellman's payload" in names
    assert "Alice's payload" not in names


def test_a_phrase_is_less_where_the_book_stresses_many():
    text = "The water wheel turns. " * 40
    few, many = _stressed("water wheel", text), _stressed("water wheel", text)
    many.emphasised.update(f"word {number}" for number in range(50))
    scores = [
        next(
            evidence["emphasis"]
            for one, evidence in weighed_terms(book, _sentences(text))
            if one.title == "Water wheel"
        )
        for book in (few, many)
    ]
    assert scores[0] == 1 > scores[1] > 0
