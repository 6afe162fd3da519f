"""The language of a paragraph, and of a book."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from quire.wiki.passage_language import LANGUAGES, is_foreign, language_of, main_language


@pytest.mark.parametrize(
    "text",
    [
        "The package manager is the program that installs and removes packages on a system.",
        "Gears carry torque between parallel shafts turning quietly and smoothly.",
        "“Packages are signed,” says the policy, “so that nobody can put another file in their place.”",
        "内核 (kernel) is the part of the system that talks to the devices and shares out memory.",
    ],
)
def test_prose_in_latin_letters_is_english_in_a_chinese_book(text: str):
    assert language_of(text, "zh") == "en"


@pytest.mark.parametrize(
    "text",
    [
        "软件包管理器 dpkg 安装和删除软件包。",
        "使用 `apt install gnupg` 安装 GnuPG，然后运行 gpg --full-generate-key。",
        "GNU Emacs, Vim, GNU nano, Kate, Gedit, Mousepad",
        "apt-get install build-essential devscripts debhelper dh-make fakeroot lintian",
        "Linux Torvalds",
        "",
        "……",
    ],
)
def test_names_and_commands_are_no_english_in_a_chinese_book(text: str):
    assert language_of(text, "zh") == "zh"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("软件包管理器安装和删除软件包。", "zh"),
        ("内核管理内存，它由 Linus Torvalds 写成。", "zh"),
        ("The word 道 is read dao, and it is often translated as the way.", "en"),
        ("道德经", "en"),
        ("A naïve café owner.", "en"),
    ],
)
def test_chinese_is_told_in_an_english_book(text: str, found: str):
    assert language_of(text, "en") == found


def test_the_main_language_is_that_in_which_most_is_said():
    chinese, english = "软件包管理器安装和删除软件包，并且检查它们的签名。", "The package manager installs packages."
    assert main_language([chinese] * 9 + [english] * 9) == "zh"
    assert main_language([chinese] * 2 + [english] * 18) == "en"
    assert main_language(["用 apt 安装 gnupg。", "运行 gpg 生成密钥。"]) == "zh"
    assert main_language([]) == "en"


@given(some.text(), some.sampled_from(LANGUAGES))
def test_any_text_has_a_language(text: str, lang: str):
    assert language_of(text, lang) in LANGUAGES


@pytest.mark.parametrize(
    ("text", "foreign"),
    [
        ("Мельник жил у реки и каждое утро открывал шлюз для зерна.", True),
        ("Der Müller wohnte am Fluss und öffnete jeden Morgen die Schleuse für das Korn der Bauern.", True),
        ("粉屋は川のそばに住み、毎朝、農民の穀物のために水門を開けた。", True),
        ("The miller lived by the river and opened the sluice every morning for the grain of the farmers.", False),
        ("磨坊主住在河边，每天早上都要打开水闸。", False),
        ("for (int i = 0; i < n; i++) total += a[i];", False),
    ],
)
def test_a_book_in_another_language_is_told(text: str, foreign: bool):
    assert is_foreign([text] * 50) is foreign
    assert not is_foreign([text] + ["He went home, and that was the end of it for all of them."] * 9)
    assert not is_foreign([])
