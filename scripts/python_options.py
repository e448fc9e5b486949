"""Generates the type of the keyword arguments of `tirc.compile` from the driver's options."""

import re
import textwrap

import reference

_HEAD = '''# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The options of a compilation. Written by scripts/generate_files from the options of the command `tirc`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

Path = str | os.PathLike[str]


class CompileOptions(TypedDict, total=False):
    """The keyword arguments of `tirc.compile`. One that is None is as one that is not given."""
'''


def _or_bool(values):
    """Returns the type of an option that also has a form without a value."""
    if not values:
        return "bool | str | Sequence[str]"
    return "bool | Literal[" + ", ".join(f'"{value}"' for value in values.split(",")) + "]"


def _type(option, value_name):
    """Returns the type that tirc.arguments takes for an option; a test compares it with the C API's kinds."""
    kind, values = option["Kind"]["def"], option["Values"]
    if kind == "KIND_FLAG" or values == "true,false":
        return "bool"
    if option["Name"] in ("tvm-compat=", "weights-as-inputs="):
        return _or_bool(values)
    choice = "Literal[" + ", ".join(f'"{value}"' for value in values.split(",")) + "]" if values else "str"
    if kind == "KIND_COMMAJOINED":
        return f"str | Sequence[{choice}]"
    if any(flag["def"] == "Repeated" for flag in option["Flags"]):
        if value_name == "LIB":
            return "Path | Sequence[Path]"
        parts = "str | float" if re.fullmatch(r"\w+:\d+", value_name) else "str | Sequence[float]"
        return "str | Sequence[str]" + (f" | Mapping[str | int, {parts}]" if ":" in value_name else "")
    # Other spellings of a name are valid, too.
    if value_name == "NAME" and values:
        return "str"
    if values:
        return f"{choice} | int" if values.replace(",", "").isdigit() else choice
    if value_name in ("BYTES", "COUNT"):
        return "str | int"
    return "Path" if value_name in ("DIR", "FILE") else "str"


def generate():
    """Returns the text of the module `tirc.options`."""
    text = _HEAD
    of_front_end = []
    records = reference.Records([reference.OPTIONS])
    for option in reference.command_options(records):
        if not reference.is_in_group(records, option, "compile_Group"):
            continue
        name = option["Name"].rstrip("=")
        if any(flag["def"] == "OfFrontEnd" for flag in option["Flags"]):
            of_front_end.append(name.replace("-", "_"))
        value_name = (option["MetaVarName"] or "").strip("<>")
        spelt = f"`{reference.spell(option).replace('<', '').replace('>', '')}`: {option['HelpText']}."
        lines = textwrap.wrap(spelt, 108, break_long_words=False, break_on_hyphens=False)
        closing = '"""' if len(lines) == 1 else '\n    """'
        text += f"\n    {name.replace('-', '_')}: {_type(option, value_name)} | None\n"
        text += '    """' + "\n    ".join(lines) + closing + "\n"
    lines = textwrap.wrap(", ".join(f'"{name}"' for name in sorted(of_front_end)), 116)
    text += "\n\n# The options that a front end needs and adds to.\n"
    return text + "FRONT_END_OPTIONS = (\n    " + "\n    ".join(lines) + ",\n)\n"
