"""What may become a page, before it is one."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Candidate"]


@dataclass(slots=True)
class Candidate:
    """A subject with the names it goes by."""

    title: str
    type: str  # concept | code | person | place | event ...
    score: float
    aliases: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)  # index, glossary, emphasis, heading, definition, code, frequency
    perhaps: list[str] = field(default_factory=list)  # titles of other persons that may be the same one

    @property
    def names(self) -> list[str]:
        """The title and the aliases."""
        return [self.title, *self.aliases]
