"""The part settings.xml."""

from __future__ import annotations

from lxml import etree

from quire.write.word.word_settings import settings_part
from tests.write.ooxml import W, _orders


def test_word_opens_it_in_no_compatibility_mode() -> None:
    tree = etree.fromstring(settings_part("zh", notes="<w:footnotePr/>", even=True, mirrored=True))
    assert list(_orders("settings", tree)) == []
    modes = {e.get(W + "name"): e.get(W + "val") for e in tree.iter(W + "compatSetting")}
    assert modes["compatibilityMode"] == "15"
    assert len(list(tree.iter(W + "evenAndOddHeaders", W + "mirrorMargins"))) == 2
    assert len(list(tree.iter(W + "footnotePr"))) == 1


def test_what_is_not_needed_is_not_there() -> None:
    tree = etree.fromstring(settings_part("en", notes="", even=False, mirrored=False))
    assert list(tree.iter(W + "evenAndOddHeaders", W + "mirrorMargins", W + "footnotePr")) == []
