"""The table of page types, and that a line added to it reaches everything that shows, finds or exports pages."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from quire.wiki import page_types
from quire.wiki.page_types import LISTS, PROPER, SUBJECTS, PageType, Role, is_subject, label, sort_order
from tests.wiki import shelves

ADDED = '    VESSEL = "vessel", Role.PROPER, 0, "~", "Vessel", "Vessels", "船舶", "船舶"\n'
"""The line of the test's own type."""

ROOT = Path(__file__).parents[2]


def test_a_type_that_is_one_more_line_appears_everywhere(tmp_path: Path):
    source = Path(page_types.__file__).read_text(encoding="utf-8")
    place = source.index("    EVENT = ")
    changed = tmp_path / "page_types.py"
    changed.write_text(source[:place] + ADDED + source[place:], encoding="utf-8")
    folder = shelves.english(tmp_path / "wiki").folder
    ran = subprocess.run(
        [sys.executable, "-m", "tests.wiki.added_page_type", changed, folder],
        check=True,
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
    )
    seen = json.loads(ran.stdout)
    assert seen["folder"]
    assert seen["types"] == 1
    assert "~</span> <bdi>Vessels</bdi>" in seen["start"]
    assert seen["start"].index("Vessels") < seen["start"].index("chapter-1-gears")
    assert "~</span> <bdi>Vessels</bdi>" in seen["list"]
    assert seen["graph"] == ["vessel"]
    assert '"Vessel"' in seen["search"]
    assert seen["hits"] == [["argo", "vessel"]]
    assert "vessel" in seen["api"]
    assert seen["vault"]
    assert "Vessels" in seen["html"]
    assert "Vessels" in seen["epub"]
    assert "vessel" in seen["schema"]
    assert "group, vessel or event" in seen["prompts"][0]
    assert "vessel（船舶）" in seen["prompts"][1]
    assert seen["found"] == [1, 0]  # a proper name, found with regard to case


@pytest.mark.parametrize("one", PageType)
def test_each_type_has_a_folder_an_icon_and_labels_in_both_languages(one: PageType):
    assert one.folder == str(one) == one.value == one.name.lower()
    assert len(one.icon) == 1
    assert all(one.label(lang, plural=plural) for lang in ("en", "zh") for plural in (False, True))
    assert label(one, "en") == one.labels["en"][1]
    assert is_subject(one) == (one.role in {Role.TERM, Role.PROPER}) == (one in SUBJECTS)


def test_a_type_that_people_made_up_is_a_subject_with_its_own_label():
    assert is_subject("ship")
    assert label("ship", "zh") == "Ship"
    assert sort_order("ship") == max(one.order for one in PageType)
    assert page_types.icon("ship") == PageType.CONCEPT.icon
    assert "ship" not in LISTS | PROPER


def test_prompts_list_the_types_of_subjects():
    assert page_types.prompt_choices("en") == "concept, code, person, place, group or event"
    assert page_types.prompt_choices("zh") == (
        "concept（概念）、code（代码名）、person（人物）、place（地点）、group（团体）或 event（事件）"
    )
