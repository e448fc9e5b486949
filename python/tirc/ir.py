# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models as MLIR, to inspect and to run passes on."""

from __future__ import annotations

import collections
import html
import os
import pathlib
from collections.abc import Sequence
from dataclasses import dataclass

from tirc import _tirc
from tirc.errors import CompileError, Diagnostic

# Constants with more elements are left out of the printed text.
_LARGE = 16


@dataclass(frozen=True)
class Operation:
    """One operation of a module.

    `name` is MLIR's, such as "tosa.conv2d"; `symbol` is the name by which others refer to it, or None. `place` is its
    name in the original model, or None. `file` and `line` are its position in a text, None and 0 if there is none.
    `depth` counts the operations around it: the module's is 0. Types are as MLIR prints them.
    """

    name: str
    symbol: str | None
    place: str | None
    file: str | None
    line: int
    depth: int
    operand_types: tuple[str, ...]
    result_types: tuple[str, ...]


class Module:
    """A module of MLIR. It never changes: passes create a new one (`tirc.passes.run`). Threads may share it."""

    def __init__(self, ir: _tirc.IR, name: str) -> None:
        self._ir = ir
        self._name = name

    @property
    def name(self) -> str:
        """The source of the module: a file's name without its folder, or "module"."""
        return self._name

    def print(self, *, locations: bool = False, generic: bool = False, large: int | None = _LARGE) -> str:
        """Returns the module as text. `locations` adds the location of each operation; `generic` selects MLIR's generic
        form. Constants of more than `large` elements are left out; with None, all of them are printed, and the text can
        be read again."""
        return self._ir.print(locations, generic, -1 if large is None else large)

    def __str__(self) -> str:
        return self.print()

    def __repr__(self) -> str:
        counts = collections.Counter(op.name.partition(".")[0] for op in self.operations[1:])
        listed = ", ".join(f"{count} of {dialect}" for dialect, count in counts.most_common())
        return f"<tirc.ir.Module '{self._name}': {listed or 'empty'}>"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"

    @property
    def bytecode(self) -> bytes:
        """The module as MLIR's bytecode, with all constants."""
        return self._ir.bytecode()

    @property
    def operations(self) -> list[Operation]:
        """Returns all operations in the order in which they are printed; the first is the module itself."""
        return [Operation(*row) for row in self._ir.operations()]

    def _source(self) -> tuple[bytes, str]:
        return self.bytecode, self._name


def parse(source: str | bytes | os.PathLike[str]) -> Module:
    """Reads MLIR: text (a str with a line break or a brace), text or bytecode (bytes), or a file (another str, a path).

    Raises CompileError if it is not a valid module of the dialects that tirc knows, and OSError if the file cannot be
    read.
    """
    name = "module"
    if isinstance(source, bytes):
        data = source
    elif isinstance(source, str) and ("\n" in source or "{" in source):
        data = source.encode()
    else:
        path = pathlib.Path(source)
        data, name = path.read_bytes(), path.name
    return module_of(_tirc.parse(data, os.fsencode(name)), name)


def module_of(result: tuple[_tirc.IR | None, Sequence[_tirc._Diagnostic]], name: str) -> Module:
    """Returns the module that reading or a pipeline gave, or raises CompileError with MLIR's diagnostics."""
    ir, said = result
    if ir is None:
        diagnostics = [Diagnostic.of_row(row) for row in said]
        errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]
        text = "\n".join(str(diagnostic) for diagnostic in errors or diagnostics)
        raise CompileError(text or f"{name}: MLIR refuses this and does not say why", diagnostics)
    return Module(ir, name)
