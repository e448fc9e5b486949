# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names and shapes of inputs and outputs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

# Names that a field cannot have in C or C++. The compiler knows all of them (lib/ABI/ReservedNames.cpp) and refuses
# them; these are the ones that people use as names of tensors.
_RESERVED = frozenset(
    "and arm asm auto bool break case catch char class compl concept const continue default delete do double else enum "
    "eof errno explicit export extern false file float for friend goto i386 if infinity inline int linux long mips "
    "mutable namespace nan new not null operator or private protected public register requires restrict return short "
    "signed sizeof sparc static stderr stdin stdout struct sun switch template this throw true try typedef typeid "
    "typename typeof union unix unsigned using virtual void volatile while workspace xor".split()
)

# The parts after the colon of the options input_shape and input_value.
_SHAPE = r"\d+(x\d+)*"
_NUMBER = r"true|false|[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?|[-+]?(inf|nan)"
_FORMS = {"input_shape": _SHAPE, "input_value": _NUMBER}


def usable_names(inputs: Sequence[str], outputs: Sequence[str]) -> tuple[list[str], list[str]]:
    """Returns names for a model's inputs and outputs that C can take, each the model's own if that is possible.

    A name keeps its punctuation, which C replaces by '_'. A name that would begin with a digit, or that C reserves,
    gets the prefix `input_` or `output_`; a name that differs from an earlier one only in case or punctuation gets a
    number.
    """
    taken: set[str] = set()

    def usable(name: str, kind: str) -> str:
        # TensorFlow's converters write names that are separated by commas.
        name = re.sub(r"\s|,", "_", name.strip())
        in_c = name_in_c(name)
        reserved = in_c.lower() in _RESERVED or re.match("__|_[A-Z]", in_c)
        if not in_c or in_c[0].isdigit() or reserved:
            name = f"{kind}_{name}" if name else kind
        base, number = name, 1
        while name_in_c(name).lower() in taken:
            number += 1
            name = f"{base}_{number}"
        taken.add(name_in_c(name).lower())
        return name

    return [usable(name, "input") for name in inputs], [usable(name, "output") for name in outputs]


def name_in_c(name: str) -> str:
    """Returns the name that the header has for an input or output."""
    # Byte by byte, as in the compiler.
    in_c = "".join(chr(c) if chr(c).isalnum() and c < 128 else "_" for c in name.encode())
    # The compiler drops leading punctuation that would make a reserved name, but not the model's own underscores.
    own = len(in_c) - len(re.sub(r"^[^A-Za-z0-9_]*", "", name.encode().decode("latin1")))
    while own and len(in_c) > 1 and re.match("__|_[A-Z]", in_c):
        in_c, own = in_c[1:], own - 1
    return in_c


def with_packed(options: Mapping[str, object], has_narrow: bool) -> dict[str, object]:
    """Returns the options, with packed_constants for a model that has integers of at most 4 bits, unless something is said
    about them."""
    is_open = options.get("packed_constants") in (None, "auto")
    return {**options, "packed_constants": "on"} if has_narrow and is_open else dict(options)


def as_list(value: object, joint: str) -> list[str]:
    """Returns the values of an option that may be given several times: a str, several, or a mapping, whose parts are
    joined by `joint`."""
    if value is None:
        return []
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [
            f"{key}:{_text(part) if isinstance(part, (str, bool, int, float)) else joint.join(map(str, part))}"
            for key, part in value.items()
        ]
    if isinstance(value, Iterable):
        return [str(element) for element in value]
    return [str(value)]


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def shape_for(option: object, index: int, *names: str) -> list[int] | None:
    """Returns the shape that the option input_shape (`INDEX:1x8` or `NAME:1x8`) gives to an input, or None.

    The compiler reports text that has another form.
    """
    shape = _part_for(option, "x", _SHAPE, index, names)
    return None if shape is None else [int(size) for size in shape.split("x")]


def value_for(option: object, index: int, *names: str) -> str | None:
    """Returns the number that the option input_value (`INDEX:16000` or `NAME:16000`) gives to an input, or None."""
    return _part_for(option, "", _NUMBER, index, names)


def _part_for(option: object, joint: str, form: str, index: int, names: Sequence[str]) -> str | None:
    for text in as_list(option, joint):
        key, colon, part = text.rpartition(":")
        if colon and key in (*names, *map(name_in_c, names), str(index)) and re.fullmatch(form, part):
            return part
    return None


def unread(option: object, name: str) -> list[str]:
    """Returns the values of the option input_shape or input_value that have another form, which the compiler reports."""
    form = f".+:({_FORMS[name]})"
    return [text for text in as_list(option, "x") if not re.fullmatch(form, text, re.DOTALL)]


def unknown_input(option: object, inputs: Sequence[Sequence[str]], name: str = "input_shape") -> str | None:
    """Returns the error for a name or index in the option input_shape or input_value that no input has. `inputs` has the
    names of each input."""
    form = _FORMS[name]
    for text in as_list(option, "x"):
        key, colon, part = text.rpartition(":")
        known = {str(index) for index in range(len(inputs))}.union(*inputs, *(map(name_in_c, names) for names in inputs))
        if colon and key not in known and re.fullmatch(form, part):
            names = ", ".join(f"'{names[0]}'" for names in inputs)
            return f"{name} names the input '{key}', which this model does not have; expected one of {names}"
    return None


def dynamic_inputs(shapes: Sequence[tuple[int, str, Sequence[int | None]]]) -> str:
    """Returns the error for inputs without all their sizes, each with its index and name; it names the option that gives
    them."""
    described = ", ".join(f"input {index} ('{name}') has the shape {_sizes(shape, '?')}" for index, name, shape in shapes)
    examples = [f'"{index}:{_sizes(shape, "1")}"' for index, _, shape in shapes]
    value = examples[0] if len(examples) == 1 else f"[{', '.join(examples)}]"
    return (
        f"{described}; expected a size in place of each '?': give input_shape={value} (or another size in place of each "
        "'?'), which the command takes as "
        + " ".join(f"--input-shape={example[1:-1]}" for example in examples)
    )


def dynamic_batch(shapes: Sequence[tuple[int, str, Sequence[int | None]]]) -> str:
    """Returns the remark on inputs whose batch is 1 because nobody said another size."""
    index, _, shape = shapes[0]
    names = ", ".join(f"{index} ('{name}')" for index, name, _ in shapes)
    what = f"input {names} has" if len(shapes) == 1 else f"the inputs {names} have"
    return (
        f"{what} a dynamic batch, which is compiled as 1; give input_shape=\"{index}:{_sizes(shape, '8')}\" for a batch of 8"
    )


def is_batch(name: str, is_first: bool, rank: int) -> bool:
    """Returns whether a dynamic dimension that an ONNX model calls `name` is the batch. The first dimension is, if it has
    no name but one that a converter made for it."""
    if "batch" in name.lower() and "seq" not in name.lower():
        return True
    if not is_first:
        return False
    made = r"(unk__\d+|\?|-1|None|s\d+|(p2o\.)?DynamicDimension\.\d+)?"
    return name.lower() in ("n", "b", "bs") or (rank > 1 and bool(re.fullmatch(made, name)))


def _sizes(shape: Sequence[int | None], unknown: str) -> str:
    return "x".join(unknown if size is None else str(size) for size in shape)
