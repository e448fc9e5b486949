# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the options inputs and outputs have in common for all formats: they cut a model at tensors."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

# The most names that an error lists.
_MOST = 8


def unknown(option: str, name: str, known: Iterable[str]) -> str:
    """Returns the error for a name that no tensor of the model has."""
    names = list(dict.fromkeys(known))
    near = difflib.get_close_matches(name, names, _MOST, 0.5) or names[-_MOST:]
    listed = ", ".join(f"'{one}'" for one in near)
    more = f" (the model has {len(names)}, these are {'like it' if names[-_MOST:] != near else 'the last'})"
    return (
        f"{option} names the tensor '{name}', which this model does not compute; expected one of {listed}"
        f"{more if len(names) > len(near) else ''}"
    )


def missing(names: Sequence[str], given: Sequence[str]) -> str:
    """Returns the error for inputs of the model that the outputs need in addition to those that are given."""
    listed = ", ".join(f"'{name}'" for name in names)
    more = [*given, *names]
    return (
        f"the outputs are computed also from {listed}, which inputs does not name; expected all that they need: give "
        f"inputs={list(more)}, which the command takes as {' '.join(f'--inputs={name}' for name in more)}"
    )


def repeated(option: str, names: Sequence[str]) -> str | None:
    """Returns the error for a name that is there twice."""
    twice = next((name for index, name in enumerate(names) if name in names[:index]), None)
    return None if twice is None else f"{option} names '{twice}' twice; expected each tensor once"
