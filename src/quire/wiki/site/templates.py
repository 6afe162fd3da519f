"""The site's templates; everything that they put in is escaped unless it was made safe before."""

from __future__ import annotations

import functools
from importlib import resources
from typing import TYPE_CHECKING

from quire.wiki.site.markdown_html import first_sentences, inline_html

if TYPE_CHECKING:  # it loads slowly
    from jinja2 import Environment

__all__ = ["render", "static_file", "static_names"]

_STATIC = ("site.css", "theme.js", "text_search.js", "site.js", "reader.js", "icon.svg")


def render(template: str, **values: object) -> str:
    """A file of the site, or a part of an export."""
    return _environment().get_template(template).render(**values)


def static_names() -> tuple[str, ...]:
    """Names of the files that every site has unchanged."""
    return _STATIC


def static_file(name: str) -> str:
    """The text of such a file.

    Raises:
        KeyError: there is none of this name.
    """
    if name not in _STATIC:
        raise KeyError(name)
    return resources.files("quire.wiki.site").joinpath("static", name).read_text(encoding="utf-8")


@functools.cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    made = Environment(
        loader=PackageLoader("quire.wiki.site"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["inline"] = lambda text: Markup(inline_html(str(text)))  # noqa: S704 - it escapes what it is given
    made.filters["opening"] = first_sentences
    return made
