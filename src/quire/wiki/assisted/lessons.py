"""Lessons: what the answers of a phase often got wrong becomes a gene, a short rule in its later prompts.

Prompts are asked in waves. The rules of a wave are settled and kept before its first prompt is asked, so an
interrupted wave asks the very same prompts again and finds their answers on disk.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import replace
from functools import cache
from importlib.resources import files

from quire.wiki.wiki_folder import HouseRule, Wiki

__all__ = ["OF_SUBJECTS", "WAVE", "Lessons"]

WAVE = 24
"""Prompts of a wave: enough to tell a habit from a slip, few enough that most of a book's prompts profit."""

OF_SUBJECTS = frozenset({"lead", "short", "link", "offtopic"})
"""Kinds of faults that only subject pages can have."""

_OFTEN = 0.1
"""Share of answers with a fault from which on a rule is worth its tokens."""

_LEAST = 3
_MOST = 5
"""Rules in one prompt: more of them make small models forget the first ones."""


class Lessons:
    """The faults of one phase, counted, and the rules that follow from them."""

    def __init__(self, wiki: Wiki, phase: str, lang: str, *, also: str = "") -> None:
        """`also` is another phase whose rules are applied in this one."""
        self._wiki = wiki
        self._also = also
        self._phase = phase
        self._lang = lang
        data = wiki.load_work(self._file)
        state = data if isinstance(data, dict) else {}
        self._asked = int(state.get("asked", 0))
        self._failed: Counter[str] = Counter(state.get("failed", {}))
        self._waves: dict[str, list[str]] = dict(state.get("waves", {}))

    def rules(self, wave: str, *, without: Container[str] = ()) -> str:
        """What the prompts of a wave say beside their template; "" when nothing has been learned.

        Args:
            wave: its name.
            without: kinds of faults that answers to these prompts cannot have.
        """
        if wave not in self._waves:
            self._waves[wave] = self._kinds()
            self._save()
        return self.told("", [kind for kind in self._waves[wave] if kind not in without])

    def told(self, rules: str, kinds: Iterable[str]) -> str:
        """Rules as `rules` gives them, with those against further kinds of faults."""
        opening = "特别注意：" if self._lang == "zh" else "Mind in particular:"
        texts = [_texts(self._lang)[kind] for kind in dict.fromkeys(kinds) if kind in _texts(self._lang)]
        lines = [line for text in texts if (line := f"- {text}") not in rules]
        return "\n".join([rules.rstrip("\n") or opening, *lines]) + "\n" if lines else rules

    def learn(self, answers: Iterable[Iterable[str]], wave: str) -> None:
        """Count the kinds of faults of each answer of a wave, and keep the genes that follow."""
        for kinds in answers:
            self._asked += 1
            self._failed.update(set(kinds))
        self._save()
        genes = {(one.kind, one.value): one for one in self._wiki.house_rules()}
        before = dict(genes)
        for kind, count in self._failed.items():
            text = _texts(self._lang).get(kind)
            share = count / max(1, self._asked)
            key = ("text", f"{self._phase}.{kind}")
            if text and (key in genes or (count >= _LEAST and share >= _OFTEN)):
                old = genes.get(key)
                genes[key] = HouseRule(
                    id=old.id if old else f"g{len(genes) + 1}",
                    name=f"{kind}: {count} of {self._asked} answers",
                    kind="text",
                    text=text,
                    phase=self._phase,
                    weight=round(min(1.0, share + 0.2), 2),
                    uses=(old.uses if old else 0),
                    value=key[1],
                )
        for kind in self._waves.get(wave, ()):
            for phase in (self._phase, self._also):
                key = ("text", f"{phase}.{kind}")
                if key in genes:
                    genes[key] = replace(genes[key], uses=genes[key].uses + 1)
        if genes != before:
            self._wiki.save_house_rules(genes.values())

    def _kinds(self) -> list[str]:
        mine = [
            one for one in self._wiki.house_rules() if one.kind == "text" and one.phase in {self._phase, self._also}
        ]
        top = sorted(mine, key=lambda one: (-one.weight, one.value))
        kinds = [one.value.partition(".")[2] for one in top if one.weight >= _OFTEN + 0.2]
        return list(dict.fromkeys(kinds))[:_MOST]

    def _save(self) -> None:
        self._wiki.save_work(
            self._file, {"asked": self._asked, "failed": dict(sorted(self._failed.items())), "waves": self._waves}
        )

    @property
    def _file(self) -> str:
        return f"lessons-{self._phase}.json"


@cache
def _texts(lang: str) -> dict[str, str]:
    text = (files("quire.wiki.assisted") / "prompts" / f"rules.{lang}.txt").read_text(encoding="utf-8")
    lines = [line.partition(":") for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return {kind.strip(): rule.strip() for kind, _, rule in lines}
