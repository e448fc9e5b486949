# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The module after each phase of a compilation."""

from __future__ import annotations

import collections
import difflib
import html
from collections.abc import Iterator, Mapping

from tirc import ir


class Trace(Mapping[str, ir.Module]):
    """The module that each phase leaves, by the phase's name and in their order; "model" is the input.

    `trace["kernels"]` is a tirc.ir.Module, and so is `trace[2]`.
    """

    def __init__(self, steps: Mapping[str, ir.Module]) -> None:
        self._steps = dict(steps)

    def __getitem__(self, phase: str | int) -> ir.Module:
        return self._steps[self._name(phase)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._steps)

    def __len__(self) -> int:
        return len(self._steps)

    def diff(self, before: str | int, after: str | int | None = None, *, locations: bool = False) -> str:
        """Returns the changes from one phase to another, or to the next one if none is named, as a unified diff."""
        names = list(self._steps)
        first = names.index(self._name(before))
        if after is None and first + 1 == len(names):
            raise KeyError(f"'{names[first]}' is the last of this trace; it has {', '.join(names)}")
        last = names[first + 1] if after is None else self._name(after)
        old, new = (self[name].print(locations=locations).splitlines() for name in (names[first], last))
        return "\n".join(difflib.unified_diff(old, new, names[first], last, lineterm=""))

    def _name(self, phase: str | int) -> str:
        if isinstance(phase, int):
            return list(self._steps)[phase]
        if phase not in self._steps:
            raise KeyError(f"there is no '{phase}' in this trace; it has {', '.join(self._steps)}")
        return phase

    def __str__(self) -> str:
        """Returns a line for each phase: its name, the number of its operations, and their dialects."""
        width = max(map(len, self._steps))
        rows = []
        for name, module in self._steps.items():
            operations = module.operations[1:]
            dialects = collections.Counter(operation.name.partition(".")[0] for operation in operations)
            listed = ", ".join(f"{dialect} {count}" for dialect, count in dialects.most_common())
            rows.append(f"{name:{width}}  {len(operations):5} operations: {listed}")
        return "\n".join(rows)

    def __repr__(self) -> str:
        return f"<tirc.passes.Trace of {', '.join(self._steps)}>"

    def _repr_html_(self) -> str:
        return "".join(
            f"<details><summary><b>{html.escape(name)}</b> {html.escape(repr(module))}</summary>"
            f"<pre>{html.escape(str(module))}</pre></details>"
            for name, module in self._steps.items()
        )
