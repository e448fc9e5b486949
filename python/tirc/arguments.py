# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Conversion of keyword arguments to arguments of the command. The C API defines the options."""

from __future__ import annotations

import difflib
import functools
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tirc import _tirc


@dataclass(frozen=True)
class Option:
    """An option of the command `tirc`. `kind`: "flag", "bool", "value", "list" or "comma-list"."""

    name: str
    kind: str
    value_name: str | None
    help: str
    values: tuple[str, ...]

    @property
    def key(self) -> str:
        """The name of the keyword argument."""
        return self.name.replace("-", "_")

    def argument(self, value: str) -> str:
        return f"--{self.name}={value}" if len(self.name) > 1 else f"-{self.name}{value}"


@functools.cache
def table() -> dict[str, Option]:
    """Returns all options of a compilation, by keyword argument."""
    rows = (
        Option(name, kind, value_name, help, tuple(values.split(",")) if values else ())
        for name, kind, value_name, help, values in _tirc.options()
    )
    return {option.key: option for option in rows}


def to_arguments(options: Mapping[str, object]) -> list[str]:
    """Returns the arguments of the command. None has the same effect as leaving the option out.

    Raises TypeError for an unknown option and for a value of the wrong type. The compilation checks the meaning of
    values.
    """
    arguments: list[str] = []
    for key, value in options.items():
        option = table().get(key)
        if option is None:
            raise TypeError(_unknown(key))
        if value is not None:
            arguments += _arguments(option, value)
    return arguments


def from_command(texts: Mapping[str, list[str]]) -> dict[str, object]:
    """Returns the options of a command line, from all texts that each was given: of an option that takes one, the last counts."""
    options: dict[str, object] = {}
    for name, values in texts.items():
        option = table()[name.replace("-", "_")]
        options[option.key] = values[-1] if option.kind == "value" else values
    return options


def _unknown(key: str) -> str:
    near = difflib.get_close_matches(key.replace("-", "_"), table(), n=1, cutoff=0.5)
    question = f" (did you mean '{near[0]}'?)" if near else ""
    return f"there is no option '{key}'{question}; expected one of {', '.join(table())}"


def _wrong(option: Option, expected: str, value: object) -> TypeError:
    return TypeError(f"option {option.key}: expected {expected}, but {value!r} is of type {type(value).__name__}")


def _arguments(option: Option, value: object) -> list[str]:
    if option.kind in ("flag", "bool"):
        if not isinstance(value, bool):
            raise _wrong(option, "True or False", value)
        if option.kind == "bool":
            return [option.argument("true" if value else "false")]
        return [f"--{option.name}" if len(option.name) > 1 else f"-{option.name}"] if value else []
    # These options have a form without a value.
    if option.key in ("weights_as_inputs", "tvm_compat") and isinstance(value, bool):
        return [f"--{option.name}"] if value else []
    if option.kind == "value":
        return [option.argument(_text(option, value))]
    elements = _elements(option, value)
    if option.kind == "comma-list":
        return [option.argument(",".join(elements))]
    return [option.argument(element) for element in elements]


def _text(option: Option, value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, os.PathLike):
        return os.fsdecode(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise _wrong(option, f"a str ({option.value_name})", value)


def _elements(option: Option, value: object) -> list[str]:
    if isinstance(value, (str, os.PathLike)):
        return [_text(option, value)]
    if isinstance(value, Mapping):
        return [f"{name}:{_parts(option, part)}" for name, part in value.items()]
    if isinstance(value, Iterable):
        return [_text(option, element) for element in value]
    raise _wrong(option, f"a str ({option.value_name}) or several", value)


def _parts(option: Option, value: object) -> str:
    """Returns the part of `{"image": (1, 96, 96, 3)}` or `{"rate": 16000}` after the colon, joined by the separator of the
    option's value."""
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, int, float)) and re.fullmatch(r"\w+:\d+", option.value_name or ""):
        return str(value).lower()
    shape = re.fullmatch(r"\w+:\w+?(\W|x)\w+.*", option.value_name or "")
    if shape is None or not isinstance(value, Iterable):
        raise _wrong(option, f"values of the form {option.value_name}", value)
    return shape[1].join(str(element) for element in value)
