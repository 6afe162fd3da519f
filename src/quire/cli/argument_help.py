"""The help of arguments, which the command-line library loses with click 8.5: that has a help of its own for them."""

from __future__ import annotations

import inspect
import typing

import click
from typer.models import ArgumentInfo


def with_help(command: click.Command) -> click.Command:
    """The command, whose arguments (and those of its subcommands) have the help that their functions say again."""
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            with_help(inner)
    elif command.callback is not None:
        said = _said(inspect.unwrap(command.callback))
        for parameter in command.params:
            if isinstance(parameter, click.Argument) and parameter.name in said:
                parameter.help = said[parameter.name]
    return command


def _said(function: typing.Callable[..., object]) -> dict[str, str]:
    """By parameter, the help of the arguments of a command's function."""
    hints = typing.get_type_hints(function, include_extras=True)
    notes = {name: [*getattr(hint, "__metadata__", ())] for name, hint in hints.items()}
    found = {
        name: next((note for note in some if isinstance(note, ArgumentInfo)), None) for name, some in notes.items()
    }
    return {name: str(note.help) for name, note in found.items() if note is not None and note.help}
