"""Markdown of pages, and runs of the book's text, as safe HTML.

Links ``[[page|label]]`` and citations ``[^p12]`` are read by the Markdown parser itself, so that program text with
such brackets stays what it is. Raw HTML is text; what comes out is cleaned once more.
"""

from __future__ import annotations

import functools
import html
import re
from collections.abc import MutableMapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit

from quire.latex import plain
from quire.latex.mathml import MATHML_ATTRIBUTES, MATHML_TAGS, mathml
from quire.wiki.site.figure_placement import FigureAddress
from quire.wiki.site.site_content import SiteContent
from quire.wiki.wiki_page import Page

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.renderer import RendererProtocol
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token
    from markdown_it.utils import OptionsDict

__all__ = ["Address", "bare_text", "first_sentences", "inline_html", "page_html"]

_LINK = re.compile(r"\[\[([^\[\]|#\n]+)(?:#[^\[\]|\n]*)?(?:\|([^\[\]\n]*))?\]\]")
_CITATION = re.compile(r"\[\^(p\d{1,9})\]")
_FORMULA = re.compile(r"\$(?! )([^$\n]+)(?<! )\$(?!\d)")
_TAGS = {
    *("a", "blockquote", "br", "code", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "s"),
    *("span", "strong", "sub", "sup", "table", "tbody", "td", "th", "thead", "tr", "ul", "div"),
    *MATHML_TAGS,
}
_SCHEMES = {"http", "https", "mailto"}
_SENTENCE_END = re.compile(r"[.!?](?=\s)|[。！？](?!”)|(?<=[。！？])”")

_JOINER = "\u2060"
"""No line ends between a word and the mark of its source."""


class Address(FigureAddress, Protocol):
    """Where things are, seen from the file that is written."""

    def page(self, page_id: str) -> str:
        """The link to a page."""

    def passage(self, passage_id: str) -> str:
        """The link to a passage in the book's text."""


def page_html(content: SiteContent, page: Page, address: Address) -> str:
    """The body of a page as HTML."""
    import nh3

    numbers = {quote.passage.id: quote.number for quote in content.quotes(page)}
    rendered = _markdown().render(page.body, {"content": content, "address": address, "numbers": numbers})
    return nh3.clean(
        str(rendered),
        tags=_TAGS,
        attributes={
            "a": {"href", "title", "class"},
            "sup": {"class"},
            "span": {"class"},
            "code": {"class"},
            "td": {"align"},
            "th": {"align"},
            "ol": {"start"},
            "div": {"class"},
            **MATHML_ATTRIBUTES,
        },
        url_schemes=_SCHEMES,
        link_rel="noopener noreferrer nofollow",
    )


def inline_html(text: str) -> str:
    """A run of a passage's text as HTML: program text between backticks, formulas between dollar signs."""
    parts = re.split(r"`([^`\n]+)`", text)
    parts[::2] = [_FORMULA.sub(_spanned, html.escape(one, quote=False)) for one in parts[::2]]
    parts[1::2] = [f"<code>{html.escape(one)}</code>" for one in parts[1::2]]
    return "".join(parts)


def bare_text(text: str) -> str:
    """A run of text with its formulas in signs, and no markup."""
    return _FORMULA.sub(lambda found: plain(html.unescape(found.group(1))), text).replace("`", "")


def first_sentences(text: str, longest: int) -> str:
    """The leading whole sentences within `longest` characters, or the first one if it is at most twice as long.

    A text without any is cut after a word, with "…".
    """
    if len(text) <= longest:
        return text
    cut = text[:longest]
    ends = [found.end() for found in _SENTENCE_END.finditer(cut)]
    if ends and ends[-1] > longest // 3:
        return cut[: ends[-1]]
    if first := next((one for one in _SENTENCE_END.finditer(text, longest // 3, 2 * longest)), None):
        return text[: first.end()]
    return (cut[: cut.rfind(" ")] if " " in cut[longest // 2 :] else cut).rstrip(" ,;:，；：、.…") + "…"


def _spanned(found: re.Match[str]) -> str:
    return mathml(html.unescape(found.group(1)))


@functools.cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    made = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    made.use(dollarmath_plugin, allow_space=False, allow_digits=False, renderer=_formula)
    made.inline.ruler.before("link", "wiki_link", _read_link)
    made.inline.ruler.before("link", "citation", _read_citation)
    made.add_render_rule("wiki_link", _link)
    made.add_render_rule("citation", _citation)
    made.validateLink = _outward  # type: ignore[method-assign]  # the library's way to say which links are taken
    return made


def _outward(url: str) -> bool:
    """Links that people wrote lead out; within the wiki only ``[[links]]`` do."""
    try:
        return urlsplit(url.strip()).scheme.lower() in _SCHEMES
    except ValueError:
        return False


def _formula(content: str, options: MutableMapping[str, Any]) -> str:  # the plugin's signature
    return mathml(content, block=bool(options.get("display_mode")))


def _read_link(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - the parser's signature
    found = _LINK.match(state.src, state.pos, state.posMax) if state.src.startswith("[[", state.pos) else None
    if not found:
        return False
    if not silent:
        token = state.push("wiki_link", "", 0)
        label = (found.group(2) or found.group(1)).strip()
        token.content = re.sub(r"\\([\\`*_\[\]<>#~|])", r"\1", label)
        token.meta = {"target": found.group(1).strip()}
    state.pos = found.end()
    return True


def _read_citation(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - the parser's signature
    found = _CITATION.match(state.src, state.pos, state.posMax) if state.src.startswith("[^p", state.pos) else None
    if not found:
        return False
    if not silent:
        state.pending = state.pending.rstrip(" ")  # the mark stands at the word
        state.push("citation", "", 0).meta = {"passage": found.group(1)}
    state.pos = found.end()
    return True


def _link(
    renderer: RendererProtocol,  # noqa: ARG001 - the parser's signature
    tokens: Sequence[Token],
    at: int,
    options: OptionsDict,  # noqa: ARG001
    env: MutableMapping[str, Any],
) -> str:
    label = inline_html(tokens[at].content)
    target = env["content"].resolve(tokens[at].meta["target"])
    if target is None:
        return f'<span class="missing">{label}</span>'
    return f'<a href="{html.escape(env["address"].page(target))}">{label}</a>'


def _citation(
    renderer: RendererProtocol,  # noqa: ARG001 - the parser's signature
    tokens: Sequence[Token],
    at: int,
    options: OptionsDict,  # noqa: ARG001
    env: MutableMapping[str, Any],
) -> str:
    passage = tokens[at].meta["passage"]
    number = env["numbers"].get(passage)
    if number is None:
        return f'{_JOINER}<sup class="cite">?</sup>'
    chapter = html.escape(env["content"].part_of[passage].title)
    href = html.escape(env["address"].passage(passage))
    return f'{_JOINER}<sup class="cite"><a href="{href}" title="{chapter}">{number}</a></sup>'
