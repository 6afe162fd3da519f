"""Options that several commands share, and the settings they give."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from quire.settings import Settings

DataDir = Annotated[
    Path | None, typer.Option("--data-dir", metavar="DIR", help="Data folder of the service.", show_default=False)
]


def settings_of(data_dir: Path | None) -> Settings:
    """The settings of the environment, with the data folder of the option if given.

    Raises:
        BadSetting: a setting is invalid.
    """
    from quire import settings

    return settings.read(given={"data_dir": data_dir})
