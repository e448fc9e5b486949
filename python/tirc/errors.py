# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exceptions; all of them are subclasses of `tirc.Error`."""

from __future__ import annotations

import pathlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


class Error(Exception):
    """Something that tirc cannot do, with a text that says what was expected, what was found and what to do."""


@dataclass(frozen=True)
class Diagnostic:
    """One message about a model.

    `severity` is "error", "warning", "remark" or "note". `place` is the operation's name in the model, such as
    "digits.mlirbc:conv2d#3", or None. `file`, `line` and `column` (both from 1) are its position in the model's text;
    None and 0 if there is no text. `notes` refer to other operations that are involved.
    """

    severity: str
    message: str
    place: str | None = None
    file: str | None = None
    line: int = 0
    column: int = 0
    notes: tuple[Diagnostic, ...] = ()

    @staticmethod
    def of_row(row: Sequence[Any]) -> Diagnostic:
        """Converts a diagnostic of the extension module."""
        severity, message, place, file, line, column, notes = row
        return Diagnostic(severity, message, place, file, line, column, tuple(map(Diagnostic.of_row, notes)))

    def __str__(self) -> str:
        where = self.place
        if where is None and self.file is not None:
            where = f"{self.file}:{self.line}:{self.column}"
        head = f"{where}: {self.severity}" if where else self.severity
        return "\n".join([f"{head}: {self.message}", *(str(note) for note in self.notes)])


class CompileError(Error):
    """A model or its options that do not compile.

    `diagnostics` has every error and warning; `text` is what the command `tirc` prints. `reproducer` is a folder with
    the model and its arguments, or None if it could not be written. `command` is the shell command that gives the same
    error there.
    """

    def __init__(
        self,
        text: str,
        diagnostics: Sequence[Diagnostic] = (),
        reproducer: pathlib.Path | None = None,
        command: str | None = None,
    ) -> None:
        super().__init__(text)
        self.text = text
        self.diagnostics = tuple(diagnostics)
        self.reproducer = reproducer
        self.command = command

    def naming(self, operators: Mapping[str, str]) -> CompileError:
        """Returns the error with notes that name the operators of the source model at the places of the errors, since the
        compiler knows only what a front end makes of them. `operators` has them by place."""
        notes: list[str] = []
        for diagnostic in self.diagnostics:
            quoted = re.findall("'([^']*)'", diagnostic.place or "")
            notes += [f"note: '{name}' is {operators[name]} in the model" for name in quoted if name in operators]
        if not notes:
            return self
        text = "\n".join([self.text.rstrip(), *dict.fromkeys(notes)])
        return CompileError(text, self.diagnostics, self.reproducer, self.command)

    def __reduce__(self) -> tuple[object, ...]:
        return CompileError, (self.text, self.diagnostics, self.reproducer, self.command)

    def __str__(self) -> str:
        return f"{self.text.rstrip()}\nto reproduce it: {self.command}" if self.command else self.text.rstrip()


class BuildError(Error):
    """An operation that its verifier refuses, or that cannot be built of what is given. `operation` is its name, such as
    "tir.call_tir"; `diagnostics` has what MLIR says of it."""

    def __init__(self, text: str, operation: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        super().__init__(text)
        self.operation = operation
        self.diagnostics = tuple(diagnostics)

    def __reduce__(self) -> tuple[object, ...]:
        return BuildError, (self.args[0], self.operation, self.diagnostics)


class VerificationError(Error):
    """A compiled model that gives another result than the runtime of its format. `tensor` is the first tensor of the
    source model that differs."""

    def __init__(self, text: str, tensor: str) -> None:
        super().__init__(text)
        self.tensor = tensor

    def __reduce__(self) -> tuple[object, ...]:
        return VerificationError, (self.args[0], self.tensor)


class LinkError(Error):
    """A compiled model that needs a function that is not defined; see `Module.link`."""


class RunError(Error):
    """A run that ended with a code other than 0. `code` is that code; `message` says what failed, or is "" if
    unknown."""

    def __init__(self, text: str, code: int, message: str = "") -> None:
        super().__init__(text)
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[object, ...]:
        return RunError, (self.args[0], self.code, self.message)
