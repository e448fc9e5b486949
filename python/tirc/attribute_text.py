# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attributes of MLIR as text, made of Python's values. `tirc.dialects` names the kind of each attribute."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Attribute:
    """An attribute as MLIR prints it, such as `Attribute("#tir.effect<read>")`."""

    text: str


# What an attribute of any kind may be made of: a str becomes a string, an int an integer of 64 bits.
AttributeValue = Attribute | str | int


class WrongValue(Exception):
    """A value that an attribute cannot be made of; the text says what was expected."""


@dataclass(frozen=True)
class Kind:
    """A kind of attributes: what it is made of, in words, and the function that makes it. If it is `optional`, None and
    False stand for no attribute."""

    expected: str
    convert: Callable[[object], str]
    optional: bool = False


def _quoted(text: str) -> str:
    """Returns a string in MLIR's syntax, in which any byte may be two digits."""
    plain = (chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:02X}" for byte in text.encode())
    return '"' + "".join(plain) + '"'


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise WrongValue
    return _quoted(value)


def _symbol(value: object) -> str:
    return "@" + _string(value)


def _text(value: object) -> str:
    if not isinstance(value, Attribute):
        raise WrongValue
    return value.text


def _type(value: object) -> str:
    if not isinstance(value, str):
        raise WrongValue
    return value


def _flag(value: object) -> str:
    if value is not True:
        raise WrongValue
    return "unit"


def _any(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return f"{_number(value, 64)} : i64"
    return _text(value) if isinstance(value, Attribute) else _string(value)


def _number(value: object, bits: int) -> str:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise WrongValue
    number = value.__index__()
    if not -(2 ** (bits - 1)) <= number < 2 ** (bits - 1):
        raise WrongValue
    return str(number)


def _dictionary(value: object) -> str:
    if not isinstance(value, Mapping):
        raise WrongValue
    return "{" + ", ".join(f"{_quoted(name)} = {_any(entry)}" for name, entry in value.items()) + "}"


def _list(convert: Callable[[object], str], opening: str = "[", closing: str = "]") -> Callable[[object], str]:
    def make(value: object) -> str:
        if not isinstance(value, Sequence) or isinstance(value, (str, bytes)):
            raise WrongValue
        return opening + ", ".join(map(convert, value)) + closing

    return make


def _integers(bits: int) -> Callable[[object], str]:
    def make(value: object) -> str:
        inner = _list(lambda number: _number(number, bits), "", "")(value)
        return f"array<i{bits}: {inner}>" if inner else f"array<i{bits}>"

    return make


def integer(bits: int) -> Kind:
    """An integer of so many bits."""
    return Kind(f"an int of {bits} bits", lambda value: f"{_number(value, bits)} : i{bits}")


def case(form: str, *cases: str) -> Kind:
    """A case of an enumeration; `form` has `{}` in its place."""

    def make(value: object) -> str:
        if value not in cases:
            raise WrongValue
        return form.format(value)

    return Kind("one of " + ", ".join(map(repr, cases)), make)


def optional(kind: Kind) -> Kind:
    """The same kind, for an attribute that may be left out."""
    return Kind(f"{kind.expected}, or None", kind.convert, optional=True)


def array(of: Kind) -> Kind:
    """An array of attributes of one kind."""
    return Kind(f"a sequence, with each element {of.expected}", _list(of.convert))


ANY = Kind("an Attribute, a str, an int of 64 bits or a bool", _any)
ATTRIBUTE = Kind("an Attribute", _text)
FLAG = Kind("a bool", _flag, optional=True)
STRING = Kind("a str", _string)
SYMBOL = Kind("a str, the name of a symbol", _symbol)
TYPE = Kind("a str, a type as MLIR prints it", _type)
DICTIONARY = Kind("a mapping from names to attributes", _dictionary)
INTEGERS = Kind("a sequence of ints of 64 bits", _integers(64))
SEGMENTS = Kind("a sequence of ints of 32 bits", _integers(32))
I32 = integer(32)
I64 = integer(64)
