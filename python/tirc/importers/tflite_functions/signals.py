# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Custom operators of tflite-micro that make features of sound, in its integers.

Numbers without a sign, which TOSA lacks, have the same bits with one here; the operators know what they mean.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from typing import Any

import numpy

from tirc.importers import flatbuffer
from tirc.importers.base import FrontEndError
from tirc.importers.tflite_codes import custom_name
from tirc.importers.tflite_functions import fixed_fft, signal_curves
from tirc.importers.tflite_functions.custom import Custom
from tirc.importers.tflite_functions.elements import computed, extract, places, reduced
from tirc.importers.tflite_functions.loops import generic
from tirc.importers.tflite_repairs import every_operator
from tirc_frontends.element_loops import Steps
from tirc_frontends.text import Array, Function, Tensor, variable

_TYPE = 6
# tflite-micro's fractions: of the ratio of a signal to noise, and of what a gain makes of it.
_RATIO_BITS, _GAINED_BITS = 12, 6


class _Signal(Custom):
    """One of tflite-micro's own operators for sound."""

    def _numbers(self, operand: int) -> Array:
        return self._constant(self._index(operand))

    def _is_inside(self, operand: int) -> bool:
        return False


class Window(_Signal):
    """Products with a window, which are shifted and limited."""

    custom, function_name, data = "SignalWindow", "signal_window", (0, 1)

    def emit(self, function: Function, x: Tensor, window: Tensor) -> Tensor:
        steps = Steps()
        wide = [steps.named(f"arith.extsi {value} : i16 to i32") for value in ("%e0", "%e1")]
        product = steps.named(f"arith.muli {wide[0]}, {wide[1]} : i32")
        bits, least, most = (steps.literal(f"{number} : i32") for number in (self._option("shift"), -(2**15), 2**15 - 1))
        shifted = steps.named(f"arith.shrsi {product}, {bits} : i32")
        above = steps.named(f"arith.maxsi {shifted}, {least} : i32")
        steps.named(f"arith.trunci {steps.named(f'arith.minsi {above}, {most} : i32')} : i32 to i16")
        lines = [*steps.ending(), "linalg.yield %result : i16"]
        return function.elements([x, window], x.shape, "i16", lines)


class AutoScale(_Signal):
    """Numbers that are shifted until the largest one fills its type, and the number of bits."""

    custom, function_name = "SignalFftAutoScale", "signal_auto_scale"

    def emit(self, function: Function, x: Tensor) -> Sequence[Tensor]:
        flat = function.tensor(function.reshape(x, [math.prod(x.shape)]))
        # The size of -32768 is -32768 again, so that the numbers after it count with their signs.
        lines = [
            extract("%short", flat, ["%i1"]),
            "%number = arith.extsi %short : i16 to i32",
            "%none = arith.constant 0 : i32",
            "%other = arith.subi %none, %number : i32",
            "%wrapped = arith.trunci %other : i32 to i16",
            "%negative = arith.extsi %wrapped : i16 to i32",
            "%is_less = arith.cmpi sgt, %other, %before : i32",
            "%kept = arith.select %is_less, %negative, %before : i32",
            "%is_more = arith.cmpi sgt, %number, %before : i32",
            "%result = arith.select %is_more, %number, %kept : i32",
        ]
        largest = reduced(function, [1], flat.shape[0], "0 : i32", lines, "i32")
        lines = [
            "%zeros = math.ctlz %in : i32",
            "%spare = arith.constant 17 : i32",
            "%free = arith.subi %zeros, %spare : i32",
            "%none = arith.constant 0 : i32",
            "%some = arith.maxsi %free, %none : i32",
            "%is_none = arith.cmpi eq, %in, %none : i32",
            "%result = arith.select %is_none, %none, %some : i32",
            "linalg.yield %result : i32",
        ]
        bits = function.mapped(largest, "i32", lines)
        lines = [
            "%short = arith.trunci %e1 : i32 to i16",
            "%result = arith.shli %e0, %short : i16",
            "linalg.yield %result : i16",
        ]
        scaled = function.elements([flat, bits], flat.shape, "i16", lines)
        shapes = [self._shape(self._result(i)) for i in range(2)]
        return [function.tensor(function.reshape(made, shape)) for made, shape in zip((scaled, bits), shapes, strict=True)]


class Rfft(_Signal):
    """The spectra of rows of real numbers, with zeros at their end."""

    custom, function_name = "SignalRfft", "signal_rfft"

    def text(self, name: str) -> str:
        length, kind = self._option("fft_length"), self._kind(0)
        if kind != "i16" or self._option("T") != self._types.INT16:
            raise self._refused(f"its numbers have the type {kind}; expected int16: use int16 in the preprocessor")
        if length < 4 or length & (length - 1):
            raise self._refused(f"its length is {length}; expected a power of two, at least 4")
        function = Function(name, self._place)
        (x,) = self._arguments(function)
        rows, size = math.prod(x.shape[:-1]), x.shape[-1]
        if size > length:
            raise self._refused(f"its rows have {size} numbers; expected at most its length, {length}")
        given = [function.reshape(x, [rows, size])]
        zeros = [numpy.zeros([rows, length - size], numpy.int16)] if size < length else []
        padded = function.tensor(function.joined([*given, *zeros], 1))
        made = fixed_fft.spectrum(function, padded, length)
        return function.text([function.tensor(function.reshape(made, self._shape(self._output())))])


class Energy(_Signal):
    """The sums of the squares of pairs between two frequencies. The others are 0 here; tflite-micro does not write them."""

    custom, function_name = "SignalEnergy", "signal_energy"

    def emit(self, function: Function, x: Tensor) -> Tensor:
        (size,) = self._shape(self._output())
        start, end = self._option("start_index"), self._option("end_index")
        if not 0 <= start < end <= size or math.prod(x.shape) < 2 * end:
            raise self._refused(f"its indices are {start} and {end}; expected ascending ones up to {size}")
        pairs = function.reshape(x, [math.prod(x.shape) // 2, 2])
        counted = function.part(pairs, 0, start, end - start)
        parts = [function.reshape(function.part(counted, 1, i, 1), [end - start]) for i in range(2)]
        steps = Steps()
        wide = [steps.named(f"arith.extsi {value} : i16 to i32") for value in ("%e0", "%e1")]
        squares = [steps.named(f"arith.muli {part}, {part} : i32") for part in wide]
        steps.named(f"arith.addi {squares[0]}, {squares[1]} : i32")
        lines = [*steps.ending(), "linalg.yield %result : i32"]
        made = function.elements([function.tensor(part) for part in parts], [end - start], "i32", lines)
        borders = [[numpy.zeros(count, numpy.int32)] if count else [] for count in (start, size - end)]
        return function.tensor(function.joined([*borders[0], made, *borders[1]], 0))


class FilterBank(_Signal):
    """The weighted sums of frequencies. A frequency counts for two channels: its weight for one, the rest for the next."""

    custom, function_name = "SignalFilterBank", "signal_filter_bank"

    def emit(self, function: Function, x: Tensor) -> Tensor:
        first, factors = self._tables(x.shape[-1])
        channels, width = factors.shape
        starts, weights = function.tensor(first), function.tensor(factors)
        lines = [
            extract("%start", starts, ["%i0"]),
            "%origin = arith.index_cast %start : i16 to index",
            "%place = arith.addi %origin, %i1 : index",
            extract("%energy", x, ["%place"]),
            "%wide = arith.extui %energy : i32 to i64",
            extract("%weight", weights, ["%i0", "%i1"]),
            "%factor = arith.extsi %weight : i16 to i64",
            "%product = arith.muli %wide, %factor : i64",
            "%result = arith.addi %before, %product : i64",
        ]
        return reduced(function, [channels], width, "0 : i64", lines, "i64")

    def _tables(self, frequencies: int) -> tuple[Array, Array]:
        """Returns where the frequencies of each channel begin, and a row of weights for each."""
        weights, rest, starts, places_, widths = (self._numbers(i).astype(numpy.int64).ravel() for i in range(1, 6))
        channels = self._option("num_channels")
        every = numpy.zeros([channels + 1, frequencies], numpy.int64)
        for band in range(channels + 1):
            own = slice(int(places_[band]), int(places_[band] + widths[band]))
            at = slice(int(starts[band]), int(starts[band] + widths[band]))
            if at.stop > frequencies or own.stop > len(weights):
                raise self._refused(f"band {band} ends at frequency {at.stop}; expected at most {frequencies}")
            # What the band's first sum has belongs to the channel before.
            every[band, at] += weights[own]
            if band < channels:
                every[band + 1, at] += rest[own]
        every = every[1:]
        used = [numpy.flatnonzero(row) for row in every]
        width = max([1, *(int(row[-1] - row[0]) + 1 for row in used if len(row))])
        first = [min(int(row[0]) if len(row) else 0, frequencies - width) for row in used]
        rows = numpy.stack([row[start : start + width] for row, start in zip(every, first, strict=True)])
        if numpy.any(rows != rows.astype(numpy.int16)):
            raise self._refused("a frequency has two weights in one channel; expected one: write the file again")
        return numpy.array(first, numpy.int16), rows.astype(numpy.int16)


class SquareRoot(_Signal):
    """Roots of 64-bit numbers, rounded in all but a few cases, and shifted down by the bits of the scale."""

    custom, function_name, data = "SignalFilterBankSquareRoot", "signal_square_root", (0, 1)

    def emit(self, function: Function, x: Tensor, bits: Tensor) -> Tensor:
        scale = function.tensor(function.reshape(bits, [1]))
        lines = [
            extract("%number", x, places(len(x.shape))),
            "%first = arith.constant 0 : index",
            extract("%bits", scale, ["%first"]),
            "%step = arith.constant 1 : index",
            "%steps = arith.constant 32 : index",
            "%none = arith.constant 0 : i64",
            "%one = arith.constant 1 : i64",
            "%two = arith.constant 2 : i64",
            f"%top = arith.constant {1 << 62} : i64",
            "%end:3 = scf.for %turn = %first to %steps step %step iter_args(%rest = %number, %root = %none, %bit = %top) "
            "-> (i64, i64, i64) {",
            "%tried = arith.addi %root, %bit : i64",
            "%is_in = arith.cmpi uge, %rest, %tried : i64",
            "%less = arith.subi %rest, %tried : i64",
            "%half = arith.shrui %root, %one : i64",
            "%more = arith.addi %half, %bit : i64",
            "%next_rest = arith.select %is_in, %less, %rest : i64",
            "%next_root = arith.select %is_in, %more, %half : i64",
            "%next_bit = arith.shrui %bit, %two : i64",
            "scf.yield %next_rest, %next_root, %next_bit : i64, i64, i64",
            "}",
            # The root of a 32-bit number has 16 bits.
            f"%limit = arith.constant {1 << 32} : i64",
            f"%short = arith.constant {0xFFFF} : i64",
            f"%long = arith.constant {0xFFFFFFFF} : i64",
            "%is_short = arith.cmpi ult, %number, %limit : i64",
            "%most = arith.select %is_short, %short, %long : i64",
            "%is_above = arith.cmpi ugt, %end#0, %end#1 : i64",
            "%has_room = arith.cmpi ne, %end#1, %most : i64",
            "%is_raised = arith.andi %is_above, %has_room : i1",
            "%raise = arith.extui %is_raised : i1 to i64",
            "%rounded = arith.addi %end#1, %raise : i64",
            "%narrow = arith.trunci %rounded : i64 to i32",
            "%result = arith.shrui %narrow, %bits : i32",
        ]
        return computed(function, x.shape, "i32", lines)


class SpectralSubtraction(_Signal):
    """What is above an estimate of the noise, which follows the signal and is kept between runs."""

    custom, function_name = "SignalFilterBankSpectralSubtraction", "signal_spectral_subtraction"

    def text(self, name: str) -> str:
        function = Function(name, self._place)
        (x,) = self._arguments(function)
        state = f"{name}_noise"
        noise = function.read(state, x.shape, "i32")
        # Every second channel has factors of its own.
        pairs = [("smoothing", "alternate_smoothing"), ("one_minus_smoothing", "alternate_one_minus_smoothing")]
        factors = [
            numpy.resize(numpy.array([self._option(one) for one in pair], numpy.int32), math.prod(x.shape)).reshape(x.shape)
            for pair in pairs
        ]
        steps = Steps()
        rise, bits = (steps.literal(f"{self._option(one)} : {kind}") for one, kind in
                      (("smoothing_bits", "i32"), ("spectral_subtraction_bits", "i64")))
        raised = steps.named(f"arith.shli %in0, {rise} : i32")
        products = [
            steps.named(f"arith.muli {_unsigned(steps, value)}, {_unsigned(steps, factor)} : i64")
            for value, factor in ((raised, "%in2"), ("%in1", "%in3"))
        ]
        total = steps.named(f"arith.addi {products[0]}, {products[1]} : i64")
        estimate = steps.named(f"arith.trunci {steps.named(f'arith.shrui {total}, {bits} : i64')} : i64 to i32")
        limited = steps.named(f"arith.minui {estimate}, {raised} : i32")
        least = steps.literal(f"{self._option('min_signal_remaining')} : i64")
        part = steps.named(f"arith.muli {_unsigned(steps, '%in0')}, {least} : i64")
        floor = steps.named(f"arith.trunci {steps.named(f'arith.shrui {part}, {bits} : i64')} : i64 to i32")
        rest = steps.named(f"arith.shrui {steps.named(f'arith.subi {raised}, {limited} : i32')}, {rise} : i32")
        result = steps.named(f"arith.maxui {rest}, {floor} : i32")
        kept = limited if self._option("clamping") else estimate
        lines = [*steps.lines, f"linalg.yield {result}, {kept} : i32, i32"]
        every = range(len(x.shape))
        made = generic(function, [x, noise, *factors], [every] * 4, x.shape, ["i32"] * 2, lines)
        function.write(state, made[1])
        shapes = [self._shape(self._result(i)) for i in range(2)]
        results = [function.tensor(function.reshape(one, shape)) for one, shape in zip(made, shapes, strict=True)]
        return "\n".join([variable(state, x.shape, "i32"), function.text(results)])


class Pcan(_Signal):
    """Channels by a gain that follows their noise, from a table of parabolas; small ratios of both are squared."""

    custom, function_name, data = "SignalPCAN", "signal_gain", (0, 1, 2)

    def emit(self, function: Function, x: Tensor, noise: Tensor, table: Tensor) -> Tensor:
        own, last = places(len(x.shape)), table.shape[0] - 1
        lines = [
            extract("%signal", x, own),
            extract("%noise", noise, own),
            *signal_curves.gain(table, last),
            "%signal_wide = arith.extui %signal : i32 to i64",
            "%gain_wide = arith.extui %gain : i32 to i64",
            "%gained = arith.muli %signal_wide, %gain_wide : i64",
            f"%shift = arith.constant {self._option('snr_shift')} : i64",
            "%shifted = arith.shrui %gained, %shift : i64",
            "%ratio = arith.trunci %shifted : i64 to i32",
            f"%two_wide = arith.constant {2 << _RATIO_BITS} : i32",
            "%is_small = arith.cmpi ult, %ratio, %two_wide : i32",
            "%square = arith.muli %ratio, %ratio : i32",
            f"%square_bits = arith.constant {2 + 2 * _RATIO_BITS - _GAINED_BITS} : i32",
            "%quarter = arith.shrui %square, %square_bits : i32",
            f"%bits = arith.constant {_RATIO_BITS - _GAINED_BITS} : i32",
            "%whole = arith.shrui %ratio, %bits : i32",
            f"%unit = arith.constant {1 << _GAINED_BITS} : i32",
            "%less = arith.subi %whole, %unit : i32",
            "%result = arith.select %is_small, %quarter, %less : i32",
        ]
        return computed(function, x.shape, "i32", lines)


class Logarithm(_Signal):
    """Natural logarithms of numbers without a sign, with tangents between the entries of a table."""

    custom, function_name = "SignalFilterBankLog", "signal_logarithm"

    def emit(self, function: Function, x: Tensor) -> Tensor:
        table = function.tensor(signal_curves.logarithm_table())
        lines = [
            extract("%number", x, places(len(x.shape))),
            f"%correction = arith.constant {self._option('input_correction_bits')} : i32",
            "%scaled = arith.shli %number, %correction : i32",
            *signal_curves.logarithm(table),
            f"%factor = arith.constant {self._option('output_scale')} : i32",
            "%product = arith.muli %natural, %factor : i32",
            "%raised = arith.addi %product, %half : i32",
            f"%log_bits = arith.constant {signal_curves.LOG_BITS} : i32",
            "%made = arith.shrui %raised, %log_bits : i32",
            f"%most = arith.constant {2**15 - 1} : i32",
            "%limited = arith.minui %made, %most : i32",
            "%is_counted = arith.cmpi ugt, %scaled, %one : i32",
            "%kept = arith.select %is_counted, %limited, %none : i32",
            "%result = arith.trunci %kept : i32 to i16",
        ]
        return computed(function, x.shape, "i16", lines)


def _unsigned(steps: Steps, value: str) -> str:
    return steps.named(f"arith.extui {value} : i32 to i64")


READERS: list[type[_Signal]] = [
    AutoScale, Energy, FilterBank, Logarithm, Pcan, Rfft, SpectralSubtraction, SquareRoot, Window
]
# What moves numbers, and is the same with a sign.
_MOVES = ("CONCATENATION", "EXPAND_DIMS", "PACK", "RESHAPE", "SLICE", "SPLIT", "SQUEEZE", "STRIDED_SLICE", "UNPACK")


def refuse_unknown(model: Any, source: str) -> None:
    """Raises FrontEndError for an operator for sound that is not known here."""
    known = {reader.custom for reader in READERS}
    for _, operator, graph in every_operator(model):
        name = custom_name(model, operator)
        if name.startswith("Signal") and name not in known:
            place = graph.Tensors(operator.Outputs(0)).Name().decode()
            raise FrontEndError(
                f"{source}: '{place}': {name} is one of tflite-micro's own operators for sound, which is not compiled; expected "
                f"one of {', '.join(sorted(known))}: compute it in the firmware, by tflite-micro's signal library, and compile "
                "what reads it (--inputs=NAME)",
                operator=f"tfl.{name}",
            )


def make_signed(buffer: bytearray, model: Any) -> None:
    """Gives tensors of uint32 and uint64 a type with a sign if only operators for sound, and what moves numbers, have them."""
    import tflite

    known, types = {reader.custom for reader in READERS}, tflite.TensorType
    signed = {types.UINT32: types.INT32, types.UINT64: types.INT64}
    moves = {getattr(tflite.BuiltinOperator, name) for name in _MOVES}
    found, others = dict[int, Any](), set[int]()
    for code, operator, graph in every_operator(model):
        indices = [operator.Inputs(i) for i in range(operator.InputsLength())]
        indices += [operator.Outputs(i) for i in range(operator.OutputsLength())]
        tensors = {graph.Tensors(index)._tab.Pos: graph.Tensors(index) for index in indices if index >= 0}
        if custom_name(model, operator) in known:
            found |= tensors
        is_same = len({signed.get(tensor.Type(), tensor.Type()) for tensor in tensors.values()}) == 1
        is_move = code in moves or (code == tflite.BuiltinOperator.CAST and is_same)
        if not is_move and code != tflite.BuiltinOperator.CUSTOM:
            others |= tensors.keys()
    if not found:
        return
    for graph in (model.Subgraphs(i) for i in range(model.SubgraphsLength())):
        for tensor in (graph.Tensors(i) for i in range(graph.TensorsLength())):
            if tensor.Type() in signed and tensor._tab.Pos not in others:
                struct.pack_into("<B", buffer, flatbuffer.place_of(tensor, _TYPE), signed[tensor.Type()])
