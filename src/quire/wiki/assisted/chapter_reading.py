"""Planning with a model: each part of the book is read once for its subjects; what passages lack is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field

from quire.llm.asker import Answer, Prompt
from quire.wiki.assisted.lessons import WAVE, Lessons
from quire.wiki.assisted.model_session import ModelSession
from quire.wiki.assisted.prompt_template import passages_of, prompt
from quire.wiki.book import Book
from quire.wiki.citation_support import CitedPassages, Fault, find_faults, is_in_language
from quire.wiki.definitions import definition_score
from quire.wiki.page_types import PROPER, SUBJECTS, PageType
from quire.wiki.passage import Passage
from quire.wiki.phase_context import PhaseContext
from quire.wiki.sentence_split import fold, split
from quire.wiki.tokenization import GENERIC, HAN, STOP, is_generic_zh, singular

__all__ = [
    "BookPart",
    "Subject",
    "book_parts",
    "most_subjects",
    "name_key",
    "read_book",
    "read_subjects",
    "reading_prompt",
]

SCHEMA: Mapping[str, object] = {
    "type": "object",
    "properties": {
        "subjects": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "name": {"type": "string"},
                    "kind": {"type": "string", "enum": list(SUBJECTS)},
                    "aliases": {"type": "array", "items": {"type": "string"}},
                    "definition": {"type": "string"},
                    "passages": {"type": "array", "items": {"type": "string"}},
                },
                "required": ["name", "kind", "aliases", "definition", "passages"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["subjects"],
    "additionalProperties": False,
}

_PART = {"en": 12_000, "zh": 4_500}
"""Characters of a part: some 3,000 tokens. Longer ones make models skip their middle."""

_PER_SUBJECT = {"en": 900, "zh": 400}
"""Characters of a part for each subject that may be listed."""

_LONGEST = {"en": 60, "zh": 24}
_SHORTEST = 2
"""Characters of a name, at least."""
_MOST_ALIASES = 6
_MOST_READ = 40
_MOST_TOKENS = 2400
_HOPELESS = 12
"""Parts read without a sound subject before a model is given up."""

_FILE = "reading.jsonl"


@dataclass(frozen=True, slots=True)
class BookPart:
    """Passages of one chapter that are read together; `name` is the unit of work."""

    name: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Subject:
    """A subject as the reading of one part gave it; everything in it stands in that part."""

    name: str
    kind: str
    aliases: tuple[str, ...]
    passages: tuple[str, ...]
    part: str


@dataclass(slots=True)
class _Notes:
    subjects: list[Subject] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    dropped: int = 0


def read_book(work: PhaseContext, book: Book, helper: ModelSession) -> None:
    """Read every unread part, in waves; each is a unit whose subjects are on disk before it counts as done."""
    all_parts = book_parts(book)
    lessons = Lessons(work.wiki, "boot", book.lang)
    for at in range(0, len(all_parts), WAVE):
        work.progress(at, len(all_parts) + 2)
        left = [one for one in all_parts[at : at + WAVE] if work.begin(one.name)]
        if not left or not helper.there():
            continue
        wave = str(at // WAVE)
        rules = lessons.rules(wave)
        notes: dict[int, _Notes] = {}

        def check(
            index: int, answer: Answer, left: list[BookPart] = left, notes: dict[int, _Notes] = notes
        ) -> list[str]:
            notes[index] = _taken(left[index], answer, book.lang)
            many = notes[index].dropped > max(2, len(notes[index].subjects))
            return [one.text for one in notes[index].faults] if many else []

        for index, answer in helper.ask_all([reading_prompt(book, one, rules) for one in left], check):
            if answer is None and not helper.there():
                continue  # nobody read it: a later run of the phase may
            part = left[index]
            for one in notes[index].subjects if index in notes else ():
                work.wiki.append_work(_FILE, asdict(one))
            work.finish(part.name)
        lessons.learn([[fault.kind for fault in one.faults] for one in notes.values()], wave)
        if len(notes) >= _HOPELESS and not any(one.subjects for one in notes.values()):
            helper.leave("nothing that it found stands in the book.")


def read_subjects(work: PhaseContext) -> list[Subject]:
    """What has been read so far, each subject of a part once."""
    rows = [
        Subject(row["name"], row["kind"], tuple(row["aliases"]), tuple(row["passages"]), row["part"])
        for row in work.wiki.work_rows(_FILE)
    ]
    return list(dict.fromkeys(rows))


def book_parts(book: Book) -> list[BookPart]:
    """The book in parts for reading: whole passages of one chapter, of about equal size."""
    out = []
    for chapter in book.chapters:
        inside = book.passages[chapter.first : chapter.end]
        size = sum(len(one.text) for one in inside)
        each = size / max(1, -(-size // _PART[book.lang]))
        group: list[Passage] = []
        filled = 0
        for one in inside:
            if group and filled + len(one.text) / 2 > each:
                out.append(_part(group))
                group, filled = [], 0
            group.append(one)
            filled += len(one.text)
        if group:
            out.append(_part(group))
    return out


def name_key(name: str) -> str:
    """A name for comparison: letters and digits in lower case, an English plural cut."""
    words = re.findall(r"[^\W_]+(?:['’][^\W_]+)*", name.lower())
    return fold(" ".join([*words[:-1], singular(words[-1])])) if words and not HAN.search(name) else fold(name)


def _part(group: Sequence[Passage]) -> BookPart:
    return BookPart(f"read {group[0].id}-{group[-1].id}", tuple(group))


def most_subjects(part: BookPart, lang: str) -> int:
    """How many subjects may be listed for a part."""
    return max(3, sum(len(one.text) for one in part.passages) // _PER_SUBJECT[lang])


def reading_prompt(book: Book, part: BookPart, rules: str = "") -> Prompt:
    """The call that asks for the subjects of a part."""
    values = {
        "title": " ".join(book.title.split())[:120] or "-",
        "chapter": " ".join(part.passages[0].chapter.split())[:120] or "-",
        "rules": rules,
        "most": str(most_subjects(part, book.lang)),
        "passages": passages_of(part.passages),
    }
    return prompt("boot", template="boot", lang=book.lang, schema=SCHEMA, values=values, most_tokens=_MOST_TOKENS)


def _taken(part: BookPart, answer: Answer, lang: str) -> _Notes:
    """The subjects of an answer that hold against the part's passages."""
    notes = _Notes()
    by_id = {one.id: one.text for one in part.passages}
    whole = "\n\n".join(by_id.values())
    rows = answer.get("subjects")
    for row in rows[:_MOST_READ] if isinstance(rows, list) else ():
        found = list(_wrong(row, by_id, whole, lang)) if isinstance(row, Mapping) else [Fault("form", "no object")]
        notes.faults += found
        if found:
            notes.dropped += 1
            continue
        name, kind = _clean(row["name"]), str(row["kind"])
        listed = [_clean(one) for one in row["aliases"]][: _MOST_ALIASES * 2]
        good = [one for one in dict.fromkeys(listed) if one != name and _usable(one, kind, whole, lang)]
        if len(good) < len({*listed} - {name}):
            notes.faults.append(Fault("alias", f"Some aliases of “{name}” are no names that stand in the passages."))
        ids = tuple(one for one in dict.fromkeys(map(_id, row["passages"])) if one in by_id)
        notes.subjects.append(Subject(name, kind, tuple(good[:_MOST_ALIASES]), ids, part.name))
    return notes


def _wrong(row: Mapping[str, object], by_id: Mapping[str, str], whole: str, lang: str) -> Iterator[Fault]:
    """What is wrong with one subject, the first thing found."""
    name, definition = _clean(row.get("name")), " ".join(str(row.get("definition") or "").replace("\u200b", "").split())
    ids = row.get("passages")
    named = [_id(one) for one in ids if isinstance(one, str)] if isinstance(ids, list) else []
    if row.get("kind") not in SUBJECTS or not isinstance(row.get("aliases"), list):
        yield Fault("form", f"“{name[:40]}” is not of the form asked for.")
    elif not _SHORTEST <= len(name) <= _LONGEST[lang] or not _stands(name, whole):
        yield Fault("absent", f"“{name[:40]}” does not stand in the passages.")
    elif _everyday(name, str(row["kind"])) and not _defined(name, [by_id.get(one, "") for one in named], lang):
        yield Fault("generic", f"“{name}” is an everyday word, not a subject of the book.")
    elif not named or any(one not in by_id for one in named):
        yield Fault("source", f"“{name}” names passages that were not given.")
    elif fold(name) not in fold(definition) or len(fold(definition)) < len(fold(name)) + (6 if lang == "zh" else 15):
        yield Fault("definition", f"The definition of “{name}” does not say what it is, or does not hold its name.")
    elif not is_in_language(definition, lang) or find_faults(
        definition, CitedPassages([by_id[one] for one in named], lang), [name]
    ):
        yield Fault("definition", f"The definition of “{name}” says what its passages do not say.")
    elif not any(_stands(name, by_id[one]) for one in named) and not _alias_stands(row, by_id, named):
        yield Fault("source", f"“{name}” does not stand in the passages that it names.")


def _alias_stands(row: Mapping[str, object], by_id: Mapping[str, str], named: Sequence[str]) -> bool:
    aliases = row.get("aliases")
    return any(
        _stands(_clean(one), by_id[id_]) for one in (aliases if isinstance(aliases, list) else ()) for id_ in named
    )


def _usable(name: str, kind: str, whole: str, lang: str) -> bool:
    return _SHORTEST <= len(name) <= _LONGEST[lang] and _stands(name, whole) and not _everyday(name, kind)


def _stands(name: str, text: str) -> bool:
    """Whether a name stands in a text as a word, in the plural too."""
    if HAN.search(name):
        return fold(name) in fold(text)
    return bool(fold(name)) and bool(re.search(rf"(?<![^\W_]){re.escape(name)}(?:e?s)?(?![^\W_])", text, re.IGNORECASE))


def _everyday(name: str, kind: str) -> bool:
    """Whether a name says nothing about a book: a common word, a number, a pronoun, a bare title."""
    if HAN.search(name):
        return len(fold(name)) < _SHORTEST or (kind not in PROPER and is_generic_zh(name)) or name in _NO_NAMES
    words = re.findall(r"[A-Za-z]+", name)
    if not words:
        return True
    if kind in PROPER:
        return not any(word[:1].isupper() for word in words) or all(word.lower() in STOP for word in words)
    return all(word.lower() in STOP for word in words) or (
        len(words) == 1 and kind != PageType.CODE and words[0].lower() in GENERIC
    )


def _defined(name: str, texts: Sequence[str], lang: str) -> bool:
    """Whether the book itself defines a word, however common: "A function is a relation ..."."""
    if all(word.lower() in STOP for word in re.findall(r"[A-Za-z]+", name)) and not HAN.search(name):
        return False
    least = 4.0  # of `definition_score`: the word is the subject of "is", "means" ..., or what something is called
    return any(definition_score(one, name, lang) >= least for text in texts for one in split(text, lang))


_NO_NAMES = frozenset(
    {"我们", "他们", "她们", "它们", "你们", "自己", "大家", "此人", "二人", "众人", "两人", "先生", "夫人"}
)


def _clean(name: object) -> str:
    return " ".join(str(name or "").replace("\u200b", "").split()).strip(" .,;:，。；：*_`“”\"'‘’")


def _id(one: object) -> str:
    return str(one).strip().strip("[]^")
