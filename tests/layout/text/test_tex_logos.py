"""Logos of TeX and LaTeX."""

from __future__ import annotations

from quire.layout.text.tex_logos import join_logos
from quire.layout.text.text_rows import line_text
from tests.layout.pages import line


def test_a_logo_is_one_word():
    row = line("das L A T X-Paket", 100, 200)
    das, ell, a, t, x = row.words
    raised = a._replace(x0=ell.x1 - 3, x1=ell.x1 + 2, baseline=197.5, space=False)
    t = t._replace(x0=ell.x1 + 1, x1=ell.x1 + 8, space=False)
    x = x._replace(x0=t.x1 + 4)
    logo = row._replace(words=(das, ell, raised, t, x))
    e = line("E", t.x1 - 1, 202.2)
    joined = join_logos([logo, e])
    assert [line_text(one) for one in joined] == ["das LaTeX-Paket"]
    apart = line("E", t.x1 + 40, 202.2)
    assert len(join_logos([logo, apart])) == 2
    assert len(join_logos([logo, line("E", t.x1 - 1, 212.0)])) == 2  # of the next line
