"""The subjects of the rules and those of a model's reading as one list, the names of one subject joined.

A name that nobody has is taken when one subject claims it more often than any other. Two subjects become one only
when at least two parts of the book say so, and more than tell them apart.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from quire.wiki.assisted.chapter_reading import Subject, name_key
from quire.wiki.page_plan import Entry
from quire.wiki.page_types import PROPER
from quire.wiki.subjects.subject_candidates import Candidate

__all__ = ["evidence_of", "merge_subjects"]

_FRESH = 0.5
"""New subjects over those of the rules: a reading may widen the wiki by half, no more."""

_FEWEST = 12
_AGREED = 2
"""Parts of the book that have to say that two subjects are one."""

_AGREEMENT = 0.7
"""Share of the more important half of the rules' subjects that a reading has to name before it is believed about the
rest."""

_MARKED = frozenset({"index", "glossary", "emphasis", "english"})

_MOST_EVIDENCE = 8


def merge_subjects(found: Sequence[Candidate], read: Sequence[Subject]) -> list[Candidate]:
    """The rules' candidates in their order with further aliases, then the new subjects, the most told first."""
    if not read:
        return list(found)
    return _Merger(found, read).run()


def evidence_of(entries: Sequence[Entry], read: Sequence[Subject]) -> dict[str, list[str]]:
    """Page id to the ids of the passages that the reading named for it, the most named first."""
    named: dict[str, Counter[str]] = defaultdict(Counter)
    for one in read:
        named[name_key(one.name)].update(one.passages)
    out = {}
    for entry in entries:
        total: Counter[str] = Counter()
        for key in {name_key(name) for name in (entry.title, *entry.aliases)}:
            total.update(named[key])
        if total:
            ranked = sorted(total, key=lambda id_: (-total[id_], int(id_[1:])))
            out[entry.id] = ranked[:_MOST_EVIDENCE]
    return out


class _Merger:
    def __init__(self, found: Sequence[Candidate], read: Sequence[Subject]) -> None:
        self._read = read
        self._all = [Candidate(one.title, one.type, one.score, [*one.aliases], [*one.reasons]) for one in found]
        self._known = len(self._all)
        self._most = max(_FEWEST, int(_FRESH * len(found)))
        self._owner: dict[str, int] = {}
        for at, one in enumerate(self._all):
            for name in one.names:
                self._owner.setdefault(name_key(name), at)
        self._written: dict[str, Counter[str]] = defaultdict(Counter)  # key to the ways it is written
        self._parts: dict[str, set[str]] = defaultdict(set)  # key to the parts that have it as a subject
        self._claims: dict[tuple[str, str], set[str]] = defaultdict(set)  # name and alias to the parts that say so
        for subject in read:
            mine = name_key(subject.name)
            self._written[mine][subject.name] += 1
            self._parts[mine].add(subject.part)
            for alias in subject.aliases:
                key = name_key(alias)
                self._written[key][alias] += 1
                if key != mine:
                    self._claims[mine, key].add(subject.part)

    def run(self) -> list[Candidate]:
        """The list; see `merged`."""
        self._open()
        self._join()
        self._name()
        self._doubt()
        told = {self._owner[key]: 0 for key in self._parts}
        for key, where in self._parts.items():
            told[self._owner[key]] += len(where)
        for at in told:
            if "model" not in self._all[at].reasons:
                self._all[at].reasons.append("model")
        fresh = [at for at in range(self._known, len(self._all)) if at in told and self._all[at].title]
        fresh.sort(key=lambda at: (-told[at], at))
        return [*(one for one in self._all[: self._known] if one.title), *(self._all[at] for at in fresh[: self._most])]

    def _open(self) -> None:
        """A subject that the rules do not know begins a candidate of its own."""
        for subject in self._read:
            key = name_key(subject.name)
            if key not in self._owner:
                self._owner[key] = len(self._all)
                self._all.append(Candidate(subject.name, subject.kind, 1.0, [], ["model"]))

    def _join(self) -> None:
        """Two candidates that are one by what several parts say."""
        for (name, alias), where in sorted(self._claims.items()):
            one, other = self._owner[name], self._owner.get(alias)
            if other is None or one == other or not self._alike(one, other):
                continue
            said = where | self._claims.get((alias, name), set())
            apart = (self._parts[name] & self._parts[alias]) - said
            if len(said) >= _AGREED and len(said) > len(apart):
                self._absorb(min(one, other), max(one, other))

    def _doubt(self) -> None:
        """Drop what only the rules name, in the less important half, if the reading agrees on the other half.

        What the book itself marks as a term stays.
        """
        named = {self._owner[key] for key in self._parts}
        alive = [at for at in range(self._known) if self._all[at].title]
        top, rest = alive[: len(alive) // 2], alive[len(alive) // 2 :]
        if len(top) < _FEWEST or sum(at in named for at in top) < _AGREEMENT * len(top):
            return
        for at in rest:
            if at not in named and not _MARKED & set(self._all[at].reasons):
                self._all[at] = Candidate("", self._all[at].type, 0.0)

    def _alike(self, one: int, other: int) -> bool:
        a, b = self._all[one].type, self._all[other].type
        return a == b or not ({a, b} & PROPER)

    def _absorb(self, keep: int, gone: int) -> None:
        kept, other = self._all[keep], self._all[gone]
        kept.aliases += [name for name in other.names if name not in kept.names]
        self._all[gone] = Candidate("", other.type, 0.0)
        for key, at in self._owner.items():
            if at == gone:
                self._owner[key] = keep

    def _name(self) -> None:
        """Names that nobody bears go to the one who claims them most; to nobody where two claim them alike."""
        wanted: dict[str, Counter[int]] = defaultdict(Counter)
        for (name, alias), where in self._claims.items():
            if alias not in self._owner:
                wanted[alias][self._owner[name]] += len(where)
        for alias, claims in wanted.items():
            (at, count), *rest = claims.most_common(2)
            if not rest or count > rest[0][1]:
                self._all[at].aliases.append(self._written[alias].most_common(1)[0][0])
                self._owner[alias] = at
