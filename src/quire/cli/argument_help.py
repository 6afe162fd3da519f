"""Help texts of arguments, which typer drops with click 8.5 because click now has its own."""

from __future__ import annotations

import inspect
import typing

import click
from typer.models import ArgumentInfo


def with_help(command: click.Command) -> click.Command:
    """The command with the help texts of its arguments, and of its subcommands' arguments, restored."""
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            with_help(inner)
    elif command.callback is not None:
        texts = _help_texts(inspect.unwrap(command.callback))
        for parameter in command.params:
            if isinstance(parameter, click.Argument) and parameter.name in texts:
                parameter.help = texts[parameter.name]
    return command


def _help_texts(function: typing.Callable[..., object]) -> dict[str, str]:
    """The help text of each argument of a command's function, by parameter."""
    hints = typing.get_type_hints(function, include_extras=True)
    notes = {name: [*getattr(hint, "__metadata__", ())] for name, hint in hints.items()}
    found = {
        name: next((note for note in some if isinstance(note, ArgumentInfo)), None) for name, some in notes.items()
    }
    return {name: str(note.help) for name, note in found.items() if note is not None and note.help}
