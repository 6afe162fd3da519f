"""Options that several commands have, and the settings that they lead to."""

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
    """The settings of the environment, with the data folder of the option where it is given.

    Raises:
        BadSetting: a setting cannot be read.
    """
    from quire import settings

    return settings.read(given={"data_dir": data_dir})
