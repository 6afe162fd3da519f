"""Evidence for hyphens at lines' ends: English compounds that keep theirs ("long-term"), all words of a document."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from quire.model.page import Line


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PREFIXES = frozenset({"self", "ex", "well", "so-called", "quasi", "cross", "half", "all", "pseudo", "vice"})
"""First parts that keep the hyphen before any word."""

_FIRST = _words(
    """one two three four five six seven eight nine ten twelve twenty thirty forty fifty first second third fourth
    fifth long short high low full large small single double triple multi"""
)
"""First parts that keep the hyphen before one of `_MEASURES`."""

_MEASURES = _words(
    """term run range length time scale size sized year month week hour minute page step stage phase part sided
    tier level quality performance resolution speed risk income end tech energy frequency density cost carbon
    dimensional thirds quarters tailed lived lasting standing distance haul stroke color colour column digit
    bedroom story storey person party class generation degree grade volume value pressure temperature voltage
    profile yield growth fidelity grained precision throughput latency power impact profit rate rated ranking
    paid skilled fat sugar fledged blind click core factor layer lane letter bit byte axis wheeled piece pronged
    fifths storied dose"""
)

_SECOND = _words(
    """based related valued supported effective specific driven oriented orientated readable reported dependent
    term quality friendly aware sensitive weighted funded owned backed focused focussed centered centred
    intensive facing party dimensional shaped adjusted linked compatible compliant efficient neutral sponsored
    resistant induced mediated generated controlled managed"""
)
"""Second parts that keep the hyphen after a word of at least `_LEAST` letters."""

_CLOSED = _words(
    "inter under over counter super trans hyper ultra semi anti fore after electro micro macro multi hydro text"
)
"""First parts written as one word with those: "interrelated", "undervalued"."""

_WHOLE = _words(
    """in-house in-depth in-person in-kind in-class in-service on-site off-site real-time real-world open-source
    open-ended time-consuming decision-making decision-makers policy-makers follow-up peer-reviewed heavy-duty
    hands-on face-to work-life large-scale small-scale user-defined cost-benefit same-sex trade-off trade-offs
    opt-in opt-out right-hand left-hand post-war pre-war mid-term mid-year anti-money know-how non-profit
    for-profit machine-learning problem-solving risk-free tax-free duty-free year-end year-old year-over day-to
    old-age middle-aged middle-class"""
)

_LEAST = 4  # letters of the first part


def keeps_hyphen(first: str, second: str) -> bool:
    """Whether English usage writes two lower-case parts with a hyphen."""
    if first in _PREFIXES or f"{first}-{second}" in _WHOLE:
        return True
    if first in _FIRST and second in _MEASURES:
        return True
    return second in _SECOND and len(first) >= _LEAST and first not in _CLOSED


_TRIM = ".,;:!?()[]{}\"'“”‘’«»…*/"


class Vocabulary(Container[str]):
    """The `words_of` pages, collected on first use."""

    def __init__(self, pages: Iterable[Sequence[Line]]) -> None:
        self._pages = pages
        self._words: frozenset[str] | None = None

    def __contains__(self, word: object) -> bool:
        if self._words is None:
            self._words = words_of(self._pages)
        return word in self._words


def words_of(pages: Iterable[Sequence[Line]]) -> frozenset[str]:
    """The lower-case words of pages, without words that a line end may have cut."""
    words: set[str] = set()
    for lines in pages:
        for line in lines:
            words.update([word.text for word in line.words[:-1]])
            last = line.words[-1].text
            if last[-1] not in "-\u2010\u00ad":
                words.add(last)
    return frozenset([word.strip(_TRIM).lower() for word in words])
