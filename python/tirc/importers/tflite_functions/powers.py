# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""POW of integers and FAKE_QUANT of TensorFlow Lite. Version 2026.2.0 of the converter has no form of POW in integers, and of
FAKE_QUANT only with 8 and 16 bits."""

from __future__ import annotations

import numpy

from tirc.importers.tflite_functions.elements import Elements
from tirc.importers.tflite_functions.loops import broadcast
from tirc.importers.tflite_functions.tables import float_text
from tirc_frontends.text import Function, Tensor

# Of larger exponents, only powers of -1, 0 and 1 are in the type.
_BITS = 5


class Power(Elements):
    """LiteRT refuses exponents below 0 when it runs."""

    operator, function_name, data = "POW", "power", (0, 1)

    def is_taken(self) -> bool:
        return self._mlir(self._tensor(0)) == "i32" and super().is_taken()

    def emit(self, function: Function, *arguments: Tensor) -> Tensor:
        most = (1 << _BITS) - 2
        lines = [
            "%one = arith.constant 1 : i32",
            "%zero = arith.constant 0 : i32",
            f"%most = arith.constant {most} : i32",
            # An odd exponent stays odd.
            "%odd = arith.andi %in1, %one : i32",
            "%highest = arith.ori %most, %odd : i32",
            "%exponent0 = arith.minsi %in1, %highest : i32",
            "%made0 = arith.constant 1 : i32",
            "%factor0 = arith.addi %in0, %zero : i32",
        ]
        for i in range(_BITS):
            lines += [
                f"%bit{i} = arith.andi %exponent{i}, %one : i32",
                f"%is{i} = arith.cmpi ne, %bit{i}, %zero : i32",
                f"%product{i} = arith.muli %made{i}, %factor{i} : i32",
                f"%made{i + 1} = arith.select %is{i}, %product{i}, %made{i} : i32",
                f"%factor{i + 1} = arith.muli %factor{i}, %factor{i} : i32",
                f"%exponent{i + 1} = arith.shrsi %exponent{i}, %one : i32",
            ]
        lines.append(f"linalg.yield %made{_BITS} : i32")
        return broadcast(function, arguments, self._shape(self._output()), "i32", lines)


class FakeQuantization(Elements):
    operator, options_class, function_name = "FAKE_QUANT", "FakeQuantOptions", "fake_quantization"

    def is_taken(self) -> bool:
        return self._kind(0) == "f32" and self._options.NumBits() not in (8, 16)

    def emit(self, function: Function, x: Tensor) -> Tensor:
        first, last, scale = self._grid()
        numbers = {"first": first, "last": last, "scale": scale, "inverse": numpy.float32(1) / scale}
        lines = [f"%{label} = arith.constant {float_text(float(number))} : f32" for label, number in numbers.items()]
        lines += [
            "%above = arith.maximumf %in, %first : f32",
            "%inside = arith.minimumf %above, %last : f32",
            "%moved = arith.subf %inside, %first : f32",
            "%steps = arith.mulf %moved, %inverse : f32",
            "%whole = math.round %steps : f32",
            "%near = arith.mulf %whole, %scale : f32",
            "%result = arith.addf %near, %first : f32",
            "linalg.yield %result : f32",
        ]
        return function.mapped(x, "f32", lines)

    def _grid(self) -> tuple[numpy.float32, numpy.float32, numpy.float32]:
        """Returns the least and the largest number, moved so that 0 is a step, and the distance of two steps."""
        single = numpy.float32
        low, high = single(self._options.Min()), single(self._options.Max())
        least, most = single(int(self._options.NarrowRange())), single((1 << self._options.NumBits()) - 1)
        scale = (high - low) / (most - least)
        zero = min(max(numpy.floor(least - low / scale + single(0.5)), least), most)
        return (least - zero) * scale, (most - zero) * scale, scale


# The converter has a form of these, but not for all types.
KNOWN: list[type[Elements]] = [FakeQuantization, Power]
