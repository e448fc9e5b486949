# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations of the dialect `kernel`. Written by scripts/update_reference from KernelTensorOps.td."""

from __future__ import annotations

from collections.abc import Mapping

from tirc import attribute_text as kinds
from tirc.attribute_text import Attribute
from tirc.building import NO_ATTRIBUTES, Builder, Value


def keep(
    builder: Builder,
    tensor: Value,
    *,
    scratch: Value | None = None,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`kernel.keep`: a tensor in a kernel that is better stored than computed again.

    tensor: the elements (statically shaped tensor of any type values)
    scratch: memory for some of them (statically shaped memref of any type values)
    returns result: the elements
    """
    return builder._build(
        "kernel.keep",
        [("tensor", [tensor]), ("scratch", scratch)],
        [],
        attributes,
        place,
    ).result


def unpack_pairs(
    builder: Builder,
    words: Value,
    *,
    segment: int,
    weights_type: str,
    bytes: bool = False,
    in_order: bool = False,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`kernel.unpack_pairs`: weights that a schedule laid out for kernel.dot_pairs.

    words: the words (1D memref of 32-bit signless integer values)
    segment: the elements of a segment
    weights_type: type of weights (statically shaped tensor of 8-bit signless integer values)
    bytes: whether the weights of both channels are bytes
    in_order: whether the elements of a word are neighbours
    returns weights: the weights
    """
    return builder._build(
        "kernel.unpack_pairs",
        [("words", [words])],
        [("segment", kinds.I64, segment), ("bytes", kinds.FLAG, bytes), ("in_order", kinds.FLAG, in_order)],
        attributes,
        place,
        results=[weights_type],
    ).result


def unpack_taps(
    builder: Builder,
    words: Value,
    *,
    weights_type: str,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`kernel.unpack_taps`: weights that a schedule laid out for kernel.load_taps.

    words: the words (1D memref of 32-bit signless integer values)
    weights_type: type of weights (statically shaped tensor of 8-bit signless integer values)
    returns weights: the weights
    """
    return builder._build(
        "kernel.unpack_taps",
        [("words", [words])],
        [],
        attributes,
        place,
        results=[weights_type],
    ).result


def unpack_channels(
    builder: Builder,
    bytes: Value,
    *,
    group: int,
    weights_type: str,
    depthwise: bool = False,
    excess: bool = False,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`kernel.unpack_channels`: weights that a schedule laid out for scalar steps.

    bytes: the bytes (1D memref of 8-bit signless integer or 16-bit signless integer values)
    group: the channels of a group
    weights_type: type of weights (statically shaped tensor of 8-bit signless integer values)
    depthwise: whether the result is HWCM
    excess: whether 128 was added to each byte
    returns weights: the weights
    """
    return builder._build(
        "kernel.unpack_channels",
        [("bytes", [bytes])],
        [("group", kinds.I64, group), ("depthwise", kinds.FLAG, depthwise), ("excess", kinds.FLAG, excess)],
        attributes,
        place,
        results=[weights_type],
    ).result


def narrow_words(
    builder: Builder,
    words: Value,
    *,
    elements_type: str,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`kernel.narrow_words`: a tensor whose elements another kernel stored as words.

    words: the words (1D memref of 32-bit signless integer values)
    elements_type: type of elements (statically shaped tensor of 8-bit signless integer values)
    returns elements: the elements
    """
    return builder._build(
        "kernel.narrow_words",
        [("words", [words])],
        [],
        attributes,
        place,
        results=[elements_type],
    ).result


def widen_words(
    builder: Builder,
    elements: Value,
    *,
    words_type: str,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`kernel.widen_words`: the words as which a kernel stores its int8 elements.

    elements: the elements (statically shaped tensor of 8-bit signless integer values)
    words_type: type of words (1D tensor of 32-bit signless integer values)
    returns words: the words
    """
    return builder._build(
        "kernel.widen_words",
        [("elements", [elements])],
        [],
        attributes,
        place,
        results=[words_type],
    ).result
