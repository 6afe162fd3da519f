"""Terms of an English technical book: from its structure first, then from how its sentences use words."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from quire.wiki.book import Book
from quire.wiki.page_types import PageType
from quire.wiki.sentence_split import Sentence
from quire.wiki.step_progress import Progress, no_progress, with_progress
from quire.wiki.subjects.abbreviations import abbreviations
from quire.wiki.subjects.lexicon import word_list
from quire.wiki.subjects.own_headings import own_headings
from quire.wiki.subjects.subject_candidates import Candidate
from quire.wiki.subjects.term_model import LEAST_PROBABLE, LEAST_TOLD, common_words, frequency_en, salience, term_score
from quire.wiki.tokenization import GENERIC, STOP, singular, tokens

__all__ = ["terms", "weighed_terms"]

_CLASSES = frozenset(word_list("en", "code_classes"))
_CLASS_WEIGHT = {"trait": 3, "keyword": 3, "macro": 2.5, "method": 2, "type": 2, "operator": 2.5, "attribute": 2}
_CODED = re.compile(r"`([^`\n]{1,40})`(?:\s+([a-z]+)\b)?")
_IDENTIFIER = re.compile(r"[A-Za-z_][\w:.!<>,&*' /+-]*[\w>!*]|[A-Za-z_]\w?")
_TELLS_WHAT = (
    r"(?:(?:is|are|was|were)\s+(?:an?|the|any|one|some|when|simply)"
    r"|refers? to|means?|denotes?|describes?|involves?|indicates?|consists? of|occurs? when)\b"
)
_DEFINED = (
    re.compile(
        r"\b(?:called|known as|termed|named|referred to as|(?:is|are) (?:said to be|called))\s+(?:an?\s+"
        r"|the\s+)?[*“\"‘']?((?:[a-z][a-z-]+\s?){1,3})"),
    re.compile(rf"(?:^|[.;]\s)(?:An?|The)\s+((?:[a-z][a-z-]+\s){{1,3}}){_TELLS_WHAT}"),
    re.compile(rf"(?:^|[.;]\s)([A-Z][a-z-]+(?:\s[a-z-]+){{0,2}})\s{_TELLS_WHAT}"),
    re.compile(r"\b[Tt]he (?:term|word|concept of)\s[*“\"‘']?((?:[a-z][a-z-]+[\s”\"’'*]){1,3})"),
)  # fmt: skip
_OF_CLAUSE = re.compile(
    r"\b([a-z]+) (?:is|was) (?:(?:simply|just|often|usually|not) )?"
    r"(?:(?:that|because|why|whether)\b|to (?!be\b)[a-z])",
    re.IGNORECASE,
)
"""A noun that only holds a clause together, as group 1: “the advantage is that”, “our goal is to”."""
_EMPTY, _CHANCE = 0.035, 10
"""Share of its uses, and as many more, in which such a noun does so: then it is no subject, nor is what it ends."""
_DETERMINERS = frozenset(word_list("en", "determiners"))
_VERBAL = frozenset(word_list("en", "before_verbs"))
_LINKING = frozenset(word_list("en", "before_predicates"))
"""Words before an adjective that stands alone: “is available”, “fully automatic”."""
_FILE = re.compile(r"([\w/-]*+\.[a-z][\w.]*+)|[\w/-]++")
"""The name of a file, or its ending, as group 1: "toml file" is not a phrase of "the Cargo.toml file". Other words
match
without the group, so each character is read at most twice: a search for the name alone is quadratic in a long word."""
_FILE_NAME = re.compile(r"(?!www\.)[\w-]{2,}\.(?!com|org|net|edu)[a-z][a-z0-9]{1,4}")
"""One that may be a subject, in whatever type it is set: "Cargo.toml", no address of the web."""
_MODIFIES = 3.0
"""How many times as often a word has to stand before another than alone to be an adjective."""
_PLURAL = 0.1
"""Share of a word's uses in the plural, or in capitals, from which on it is a noun: “globals” stands once among many
“global variables”."""
_FEWEST_VERB = 2
"""Times that a word stands behind “to” or the like, at least, if it is a verb and no subject."""
_ALONE = 2.0
"""How many times as often as in the genitive a word stands alone whose genitive begins no term: “Alice's bitcoin”."""
_ADJECTIVAL = re.compile(r"(?:[^aeiou]al|[st]ual|[st]ive|ous|ic|[ai]ble|less|ful|[^e]ed|iple|pendent)$")
_MODIFIES_ADJECTIVAL = 1.3
"""The same of a word that ends as adjectives do: it may stand alone where its noun goes without saying."""
_PHRASE = 3
"""Words of a phrase that is counted, at most."""
_SHORTEST_WORD = 2
"""Letters of each word of a phrase, at least."""
_OUTSIDE = STOP | {""}
"""What stands before and behind a whole phrase: words of grammar, or nothing."""
_NAME = 0.9
"""Share of capitals from which on a stressed phrase is a name or a title, not a new term."""
_PREDICATES = frozenset(word_list("en", "predicates"))
"""Verbs that tell something of what stands before them."""
_LONGEST = 4
"""Words of a term, at most."""
_FEWEST_LONE = 3
"""C-value from which on a phrase is weighed though nothing else speaks for it."""
_FEWEST_COUNTED = 2
"""Mentions of a phrase that has a C-value, at least."""
_FEWEST_UNMARKED = 3
"""Mentions of a term that only its C-value speaks for, at least."""
_SHORTEST = 3
"""Letters of all words of a term together, at least."""
_SHORTEST_CODE = 2
"""Characters of a name of program text, at least."""
_FEWEST_CLASSED, _FEWEST_CLASSED_CODE, _FEWEST_CODE = 2, 4, 6
"""Of a name of program text, at least: mentions with its class; all its mentions, when one has its class; all its
mentions, when none has and its characters tell it from a word."""


def weighed_terms(book: Book, sentences: Sequence[Sentence]) -> list[tuple[Candidate, dict[str, float]]]:
    """Every phrase that may be a term, with the evidence that the model weighs."""
    return [*_Finder(book, sentences, no_progress).weighed()]


def terms(book: Book, sentences: Sequence[Sentence], most: int, tick: Progress = no_progress) -> list[Candidate]:
    """At most `most` candidates, the best first."""
    found = _Finder(book, sentences, tick)
    return found.ranked(most)


class _Finder:
    def __init__(self, book: Book, sentences: Sequence[Sentence], tick: Progress) -> None:
        self._book = book
        self._grams: Counter[tuple[str, ...]] = Counter()
        self._forms: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
        self._spread: dict[tuple[str, ...], set[str]] = defaultdict(set)
        self._whole: Counter[tuple[str, ...]] = Counter()  # between words that belong to no phrase
        self._told: Counter[tuple[str, ...]] = Counter()  # what a sentence begins with and tells something of
        self._nouns: Counter[str] = Counter()
        self._verbs: Counter[str] = Counter()
        self._modifying: Counter[str] = Counter()  # words before another word of content
        self._predicate: Counter[str] = Counter()  # alone after "is", "more" ...
        self._heads: Counter[str] = Counter()  # alone elsewhere: what a noun does
        self._defined: Counter[tuple[str, ...]] = Counter()
        self._clauses: Counter[str] = Counter()  # nouns that hold a clause together
        self._codes: Counter[str] = Counter()
        self._code_class: dict[str, Counter[str]] = defaultdict(Counter)
        self._titles = {title for one in book.passages for title in one.headings}
        self._reasons: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
        self._headed: Counter[tuple[str, ...]] = Counter()  # headings of nothing else
        self._abbreviations = abbreviations(sentence.text for sentence in sentences)
        self._short = {_key([one]): one for one in self._abbreviations}
        for sentence in with_progress(sentences, tick):
            self._count(sentence.text, book.passages[sentence.passage].chapter)
        self._words = sum(count for key, count in self._grams.items() if len(key) == 1)
        self._chapters = len({one.chapter for one in book.passages}) or 1
        self._stress = book.stress().weight

    def _count(self, text: str, chapter: str) -> None:
        for code in _CODED.finditer(text):
            self._codes[code.group(1).strip()] += 1
            if code.group(2) in _CLASSES:
                self._code_class[code.group(1).strip()][singular(code.group(2))] += 1
        bare = re.sub(r"`[^`]*`|\$[^$]*\$", " ; ", text)
        self._codes.update(name for name in _FILE.findall(bare) if name and _FILE_NAME.fullmatch(name))
        bare = _FILE.sub(lambda hit: " ; " if hit[1] else hit[0], bare)
        for piece in re.split(r"[^\w\s'’-]+|\d+", bare):
            words = tokens(piece)
            low = [word.lower().replace("’", "'") for word in words]
            for before, word in itertools.pairwise(low):
                self._nouns[singular(word)] += before in _DETERMINERS
                self._verbs[singular(word)] += before in _VERBAL
            self._roles(low)
            self._phrases(words, low, chapter)
        self._clauses.update(singular(hit[1].lower()) for hit in _OF_CLAUSE.finditer(bare))
        for pattern in _DEFINED:
            for hit in pattern.finditer(bare):
                named = itertools.dropwhile(STOP.__contains__, re.findall(r"[\w-]+", hit.group(1).lower()))
                if key := _key([*itertools.takewhile(lambda word: word not in STOP, named)]):
                    self._defined[key] += 1

    def _roles(self, low: list[str]) -> None:
        for before, word, after in zip(["", *low], low, [*low[1:], ""], strict=False):
            if after and after not in STOP:
                self._modifying[word] += 1
            elif before in _LINKING:
                self._predicate[word] += 1
            else:
                self._heads[word] += 1

    def _is_adjective(self, word: str) -> bool:
        """Whether a word mostly stands before others or after “is”, has no plural and is no acronym.

        One that ends as adjectives do may have a plural now and then.
        """
        forms = self._forms[(word,)]
        named = sum(count for form, count in forms.items() if form.lower() != word or form[1:].isupper())
        heads, others, predicate = self._heads[word], self._modifying[word], self._predicate[word]
        if _ADJECTIVAL.search(word):
            return named <= _PLURAL * forms.total() and others + predicate > _MODIFIES_ADJECTIVAL * heads
        return not named and (others > _MODIFIES * heads or predicate > heads)

    def _is_verb(self, word: str) -> bool:
        """Whether a word stands behind “to” and “can” and hardly behind “the”."""
        return self._verbs[word] >= _FEWEST_VERB and self._verbs[word] > self._nouns[word]

    def _is_empty(self, word: str) -> bool:
        """Whether a noun often only holds a clause together."""
        return self._clauses[word] >= _EMPTY * (self._grams[(word,)] + _CHANCE)

    def _is_owned(self, first: str) -> bool:
        """Whether a phrase begins with the genitive of what mostly stands in no genitive: Alice, not Dijkstra."""
        owner = first.removesuffix("'s")
        forms = self._forms.get((owner,), Counter()) if owner != first else Counter()
        genitive = sum(count for form, count in forms.items() if form.endswith(("'s", "’s")))
        return forms.total() - genitive > _ALONE * genitive

    def _phrases(self, words: list[str], low: list[str], chapter: str) -> None:
        for start in range(len(low)):
            if low[start] in STOP or len(low[start]) < _SHORTEST_WORD:
                continue
            for end in range(start + 1, min(len(low), start + _PHRASE) + 1):
                if low[end - 1] in STOP or len(low[end - 1]) < _SHORTEST_WORD:
                    break
                key = (*low[start : end - 1], singular(low[end - 1]))
                self._grams[key] += 1
                self._forms[key][" ".join(words[start:end])] += 1
                self._spread[key].add(chapter)
                before = low[start - 1] if start else ""
                after = low[end] if end < len(low) else ""
                if before in _OUTSIDE and after in _OUTSIDE:
                    self._whole[key] += 1
                    self._told[key] += after in _PREDICATES and (not start or (start == 1 and before in _DETERMINERS))

    def weighed(self) -> Iterator[tuple[Candidate, dict[str, float]]]:
        """Every phrase that may be a term with its evidence; the candidate has no score yet."""
        self._structure()
        yield from self._coded()
        lone = self._c_values()
        for key, name in sorted(self._short.items()):
            if evidence := self._evidence(key, self._reasons[key], lone.get(key, 0.0)):
                long = self._grams.get(_key(tokens(self._abbreviations[name])), 0)
                evidence |= {"abbreviation": 1.0, "long form": math.log1p(long)}
                why = sorted({*self._reasons[key], "abbreviation"})
                yield Candidate(name, PageType.CONCEPT, 0.0, [self._abbreviations[name]], why), evidence
        for key, reasons in self._all(lone):
            if key in self._short:
                continue
            if evidence := self._evidence(key, reasons, lone.get(key, 0.0)):
                yield Candidate(self._title(key), PageType.CONCEPT, 0.0, [], sorted(reasons)), evidence

    def ranked(self, most: int) -> list[Candidate]:
        """Candidates by their score."""
        out = []
        for one, evidence in self.weighed():
            one.score = term_score(evidence) - LEAST_PROBABLE
            if one.score > LEAST_TOLD:
                out.append(one)
        out += [
            Candidate(self._capital(forms[0]), PageType.CONCEPT, 30.0, list(forms[1:]), ["index"])
            for forms in self._book.index
        ]
        out.sort(key=lambda one: (-one.score, one.title))
        return _merged(out)[:most]

    def _capital(self, name: str) -> str:
        """An entry of the index as a title: "hanging indentation" gets a capital, a name of program text stays."""
        word = re.match(r"[a-z][a-z'’-]+(?=\s|$)", name)
        return name[:1].upper() + name[1:] if word and name not in self._book.coded else name

    def _structure(self) -> None:
        for text, count in self._book.emphasised.items():
            key = _key(tokens(text))
            if key and self._plain(key) and not re.search(r"[./_\d]", text):
                self._reasons[key]["emphasis"] += min(count, 3)
        for term, _ in self._book.glossary:
            key = _key(tokens(term))
            if key:
                self._reasons[key]["glossary"] += 1
        for heading in own_headings(self._book.passages):
            bare = re.sub(r"`[^`]*`", ";", heading)
            if key := _key(tokens(re.sub(r"^(?:the|an?|what is|what are)\s", "", bare.lower()))):
                self._headed[key] += 1
            for piece in re.split(
                r"[^\w\s'’-]+|\b(?:and|or|with|the|a|an|of|in|to|for|by|from|using|into|on)\b", bare.lower()
            ):
                key = _key(tokens(piece))
                if key and len(key) <= _LONGEST:
                    self._reasons[key]["heading"] += 1
        for key, count in self._defined.items():
            self._reasons[key]["definition"] += count

    def _plain(self, key: tuple[str, ...]) -> bool:
        return 1 <= len(key) <= _LONGEST and not (set(key) & STOP) and all(len(word) > 1 for word in key)

    def _all(self, lone: dict[tuple[str, ...], float]) -> Iterable[tuple[tuple[str, ...], Counter[str]]]:
        keys = set(self._reasons) | {key for key, value in lone.items() if value >= _FEWEST_LONE}
        for key in sorted(keys):
            yield key, self._reasons.get(key, Counter())

    def _c_values(self) -> dict[tuple[str, ...], float]:
        """How often a phrase stands by itself: its count less the mean of the longer phrases around it (C-value)."""
        around: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for key, count in self._grams.items():
            if count < _FEWEST_COUNTED:
                continue
            for size in range(1, len(key)):
                for start in range(len(key) - size + 1):
                    around[(*key[start : start + size - 1], singular(key[start + size - 1]))].append(count)
        out = {}
        for key, count in self._grams.items():
            if count >= _FEWEST_COUNTED:
                longer = around.get(key)
                out[key] = count - (sum(longer) / len(longer) if longer else 0)
        return out

    def _noun(self, word: str) -> float:
        """How much a word is used as a noun, -1..1."""
        nouns, verbs = self._nouns[word], self._verbs[word]
        plural = self._grams.get((word,), 0) and any(form.lower() != word for form in self._forms[(word,)])
        return (nouns + 2 * bool(plural) - 2 * verbs) / (nouns + 2 * verbs + 3)

    def _evidence(self, key: tuple[str, ...], reasons: Counter[str], lone: float) -> dict[str, float]:
        """What speaks for and against a phrase; nothing where it cannot be a term at all."""
        count = self._grams.get(key, 0)
        unmarked = count < _FEWEST_UNMARKED and not reasons and key not in self._short
        if not count or not self._plain(key) or unmarked or (len("".join(key)) < _SHORTEST and key not in self._short):
            return {}
        last, first, single = key[-1], key[0], len(key) == 1
        if (
            single
            and key not in self._short
            and not (reasons["glossary"] or reasons["emphasis"] > 1)
            and (self._is_adjective(last) or (not reasons["heading"] and self._is_verb(last)))
        ):
            return {}
        listed = key in self._short or any(count for name, count in reasons.items() if name != "definition")
        if not listed and (self._is_empty(last) or self._is_owned(first)):
            return {}
        forms = self._forms[key]
        levels = [frequency_en(word) for word in key]
        stress = self._stress * min(3, reasons["emphasis"])
        capitals = sum(n for form, n in forms.items() if form.split()[-1][1:].isupper()) / forms.total()
        named = sum(n for form, n in forms.items() if form[:1].isupper() and not form.isupper()) / forms.total()
        return {
            "c-value": math.log1p(max(0.0, lone)),
            "count": math.log1p(count),
            "chapters": math.log1p(len(self._spread[key])),
            "share of chapters": len(self._spread[key]) / self._chapters,
            "heading": min(2, reasons["heading"]),
            "emphasis": stress,
            "definition": min(3, reasons["definition"]),
            "glossary": min(1, reasons["glossary"]),
            "single heading": single and min(2, reasons["heading"]),
            "two words": len(key) == 2,
            "more words": len(key) > 2,
            **common_words(levels),
            "salience": min(
                salience(self._grams[(word,)], self._words, level) for word, level in zip(key, levels, strict=True)
            ),
            "noun": self._noun(last),
            "single noun": single * self._noun(last),
            "verb first": not single and self._verbs[first] > self._nouns[first] + 1,
            "adverb": last.endswith("ly") or first.endswith("ly"),
            "verbal": single and last.endswith(("ed", "ing")),
            "generic": sum(word in GENERIC for word in key) / len(key),
            "single generic": single and last in GENERIC,
            "whole": self._whole[key] / count,
            "told": math.log1p(self._told[key]),
            "headed": min(1, self._headed[key]),
            "single headed": single and min(1, self._headed[key]),
            "named emphasis": (named > _NAME) * stress,
            "single emphasis": single * stress,
            "plural": sum(n for form, n in forms.items() if form.lower() != " ".join(key)) / forms.total(),
            "capitals": capitals,
            "single capitals": single * capitals,
            "name": named,
            "single name": single * named,
            "title case": not single
            and sum(n for form, n in forms.items() if form.split()[-1][:1].isupper()) / forms.total(),
        }

    def _title(self, key: tuple[str, ...]) -> str:
        forms = self._forms[key]
        best = max(forms, key=lambda form: (forms[form], form))
        same = [form for form in forms if form.lower() == best.lower()]
        best = max(same, key=lambda form: (forms[form], form.islower()))
        words = best.split()
        last = words[-1]
        one = singular(last.lower())
        attested = any(form.split()[-1].lower() == one for form in forms)
        if one != last.lower() and attested and forms[best] < 0.8 * sum(forms.values()):
            words[-1] = last[: len(one)] if last.lower().startswith(one) else one
        text = " ".join(words)
        return text[:1].upper() + text[1:]

    def _coded(self) -> Iterator[tuple[Candidate, dict[str, float]]]:
        """Names of program text that the book speaks about."""
        for code, count in sorted(self._codes.items()):
            classes = self._code_class.get(code, Counter())
            named = sum(classes.values())
            if not _IDENTIFIER.fullmatch(code) or len(code) < _SHORTEST_CODE or code.lower() in {"foo", "bar", "baz"}:
                continue
            special = re.search(r"[A-Z!<:_.]", code) is not None
            heading = any(f"`{code}`" in title for title in self._titles)
            if not (
                named >= _FEWEST_CLASSED
                or (named and count >= _FEWEST_CLASSED_CODE)
                or (count >= _FEWEST_CODE and special)
                or heading
            ):
                continue
            kind = max(sorted(classes), key=lambda word: (classes[word], _CLASS_WEIGHT.get(word, 0))) if classes else ""
            word = "macro" if code.endswith("!") else kind
            title = f"{code} {word}" if word else code
            score = (
                1.0
                + 1.1 * math.log1p(count)
                + 0.8 * math.log1p(named)
                + (_CLASS_WEIGHT.get(kind, 0.5) if kind else 0)
                + 2 * heading
            )
            if re.search(r"[./ ]", code) and not kind:
                score += 1 if _FILE_NAME.fullmatch(code) else -2
            aliases = [code] if title != code else []
            yield Candidate(title, PageType.CODE, 0.0, aliases, ["code"]), {"code": 1.0, "code score": score}


def _key(words: Sequence[str]) -> tuple[str, ...]:
    low = [word.lower().replace("’", "'") for word in words]
    return (*low[:-1], singular(low[-1])) if low else ()


def _merged(ranked: list[Candidate]) -> list[Candidate]:
    """Candidates with every name given once: a later one that shares its title with an earlier is dropped.

    An abbreviation whose words are the name of an earlier one is another name of that.
    """
    owners: dict[str, Candidate] = {}
    out = []
    for one in ranked:
        names = [name for name in one.names if _same(name) not in owners]
        if not names or names[0] != one.title:
            continue
        spelled = next((owners[key] for key in map(_same, one.aliases) if key in owners), None)
        if spelled and "abbreviation" in one.reasons:
            spelled.aliases.append(one.title)
            owners[_same(one.title)] = spelled
            continue
        one.aliases = names[1:]
        owners.update((_same(name), one) for name in names)
        out.append(one)
    return out


def _same(name: str) -> str:
    name = re.sub(r"(?<=[A-Z]{2})s\b", "", name)  # "NMUs"
    words = re.sub(r"[^\w+#<>!]+", " ", name.lower()).split()
    return " ".join([*words[:-1], singular(words[-1])]) if words else ""
