"""A model that answers the phases' prompts by rules: well, or as badly as a test wants."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from quire.llm.asker import Asker
from quire.llm.call import Call
from quire.llm.scripted_model import ScriptedModel, ScriptedRule, scripted_asker
from quire.wiki.sentence_split import split

_PASSAGE = re.compile(r"^\[(p\d+)\] (.*?)(?=\n\n\[p\d+\] |\n<<<|\n\S+ \w+>>>|\Z)", re.DOTALL | re.MULTILINE)


def passages(call: Call) -> dict[str, str]:
    """The passages that a call shows, by id."""
    return dict(_PASSAGE.findall(call.messages[1].text))


def lang(call: Call) -> str:
    """The language of a call."""
    return "zh" if re.search(r"[\u3400-\u9fff]{8}", call.messages[0].text) else "en"


def value(call: Call, *labels: str) -> str:
    """What stands behind a label in the user's message, without its fence."""
    for label in labels:
        found = re.search(rf"^{label}[:：]\s*(?:<<<\w+ \w+\n)?(.*)$", call.messages[1].text, re.MULTILINE)
        if found:
            return found.group(1)
    return ""


def reworded(sentence: str, language: str) -> str:
    """The sentence in other words that mean the same."""
    pairs = (
        [("之间", "间"), ("可以", "能"), ("因此", "于是"), ("使用", "用"), ("这种", "此种"), ("曰", "说")]
        if language == "zh"
        else [("is a ", "is one kind of "), (" that ", " which "), (" because ", " since "), (" to ", " so as to ")]
    )
    for old, new in pairs:
        if old in sentence and "“" not in sentence:
            return sentence.replace(old, new, 1)
    return sentence


def subjects(call: Call) -> dict[str, object]:
    """Every emphasised word of a part, defined by the sentence that it stands in."""
    language = lang(call)
    rows = []
    for id_, text in passages(call).items():
        for sentence in split(text, language):
            for name in re.findall(r"\*([^*]+)\*", sentence):
                bare = sentence.replace("*", "")
                rows.append({"name": name, "kind": "concept", "aliases": [], "definition": bare, "passages": [id_]})
    return {"subjects": rows}


def page(call: Call) -> dict[str, object]:
    """A page of the sentences that speak of the subject, in other words."""
    language, subject = lang(call), value(call, "Subject of the page", "页面的条目")
    rows: list[dict[str, object]] = []
    for id_, text in passages(call).items():
        for sentence in split(text, language):
            bare = reworded(sentence.replace("*", ""), language)
            if subject.lower() in bare.lower():
                rows.append({"section": "lead" if not rows else "how", "text": bare, "sources": [id_]})
    return {"sentences": rows}


def claims(call: Call) -> dict[int, str]:
    """The sentences that a call asks verdicts on, by number, without the ids that they cite."""
    return {
        int(at): text for at, text in re.findall(r"^(\d+)\. (.*) \([p\d, ]+\)$", call.messages[1].text, re.MULTILINE)
    }


def verdicts(call: Call, **false: str) -> dict[str, object]:
    """Every sentence is entailed, but for those that hold a word of `false`, whose mended text stands behind it."""
    rows = []
    for at, text in claims(call).items():
        wrong = [mended for word, mended in false.items() if word in text]
        rows.append({"sentence": at, "verdict": "not" if wrong else "entailed", "mended": wrong[0] if wrong else ""})
    return {"verdicts": rows}


def good(call: Call) -> Mapping[str, object]:
    """An honest answer to any prompt of the phases."""
    properties = call.schema.get("properties")
    assert isinstance(properties, dict)
    if "findings" in properties:
        return {"findings": []}
    if "verdicts" in properties:
        return verdicts(call)
    return subjects(call) if "subjects" in properties else page(call)


def asker(folder: Path, phase: str, answer: Callable[[Call], object] | object = good, **options: object) -> Asker:
    """An asker whose model always answers so; its script is `asker.script`."""

    def text(call: Call) -> str:
        said = answer(call) if callable(answer) else answer
        return said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)

    return scripted_asker(ScriptedModel([ScriptedRule("", text)]), folder, phase, **options)  # type: ignore[arg-type]
