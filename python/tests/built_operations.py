# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests of builders share: cases by operation, and functions that contain the operations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tirc.building import Attribute, AttributeValue, Body, Builder, Region, Value

Case = Callable[[Builder], None]


class Cases(dict[str, Case]):
    """Functions that build a module with an operation, by the name of that operation."""

    def of(self, name: str) -> Callable[[Case], Case]:
        """Adds the decorated function."""

        def add(case: Case) -> Case:
            assert name not in self, name
            self[name] = case
            return case

        return add


def function(builder: Builder, types: Sequence[str], body: Body, name: str = "f") -> None:
    """Builds a function without results; `body` gets its arguments."""

    def whole(*arguments: Value) -> None:
        body(*arguments)
        builder.create("func.return")

    function_type = Attribute(f"({', '.join(types)}) -> ()")
    attributes: Mapping[str, AttributeValue] = {"sym_name": name, "function_type": function_type}
    builder.create("func.func", attributes=attributes, regions=[Region(whole, types)])


def declaration(builder: Builder, name: str, function_type: str) -> None:
    attributes: Mapping[str, AttributeValue] = {
        "sym_name": name, "sym_visibility": "private", "function_type": Attribute(function_type),
    }  # fmt: skip
    builder.create("func.func", attributes=attributes, regions=[None])


def index(builder: Builder, number: int) -> Value:
    """Builds a constant."""
    return builder.create("arith.constant", [], ["index"], attributes={"value": Attribute(f"{number} : index")}).result
