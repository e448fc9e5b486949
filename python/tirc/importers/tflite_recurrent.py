# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""UNIDIRECTIONAL_SEQUENCE_LSTM of TensorFlow Lite as a function with a loop.

Arm's converter does not know this operator. It converts a custom operator to tosa.custom: each layer becomes one in the
file, and the tosa.custom a call of the layer's function in MLIR.
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Sequence
from typing import Any

import numpy

from tirc.importers import flatbuffer
from tirc.importers.base import FrontEndError
from tirc.importers.recurrent import layers, quantized
from tirc.importers.recurrent.activations import Activation
from tirc.importers.recurrent.text import Array, Function, variable
from tirc.importers.tflite_repairs import operators_of

_OPERATOR = "UNIDIRECTIONAL_SEQUENCE_LSTM"
_NAME = "tfl.unidirectional_sequence_lstm"
# The operands, in the order of the gates i, f, c and o.
_INPUT, _WEIGHTS, _RECURRENCE, _PEEPHOLES, _BIAS = 0, range(1, 5), range(5, 9), range(9, 12), range(12, 16)
_PROJECTION, _PROJECTION_BIAS, _HIDDEN, _CELL, _NORMALISATION = 16, 17, 18, 19, range(20, 24)
# The functions of `ActivationFunctionType` that the operator has.
_ACTIVATIONS = {0: "linear", 1: "relu", 3: "relu6", 4: "tanh", 6: "sigmoid"}
# Fields of the tables Model, SubGraph, Tensor, OperatorCode and Operator.
_CODES, _OPERATORS, _SIGNATURE = 6, 10, 18
_DEPRECATED, _CUSTOM, _VERSION, _BUILTIN = 4, 6, 8, 10
_CODE, _INPUTS, _OUTPUTS = 4, 6, 8
# A variable: its name, shape and element type, and all of its numbers at first.
_State = tuple[str, list[int], str, int]


@dataclasses.dataclass(frozen=True)
class Layer:
    """A layer that was taken out: the name of its function, the MLIR of it and of its variables."""

    name: str
    text: str


def take_out(buffer: bytearray, model: Any, source: str) -> list[Layer]:
    """Makes each layer a custom operator on its input, and returns the layers. Sizes become those of the file. Raises
    FrontEndError for a layer of an unknown form."""
    import tflite

    number = getattr(tflite.BuiltinOperator, _OPERATOR)
    graphs = [model.Subgraphs(i) for i in range(model.SubgraphsLength())]
    places = [
        (graph, index, operator)
        for graph in graphs
        for index, (code, operator) in enumerate(operators_of(model, graph))
        if code == number
    ]
    if not places:
        return []
    taken: list[Layer] = []
    for graph, _, operator in places:
        name = f"lstm{len(taken) or ''}"
        taken.append(Layer(name, _Reader(model, graph, operator, source).text(name)))
    for code, (graph, index, operator) in enumerate(places, model.OperatorCodesLength()):
        _replace(buffer, graph, index, operator, code)
    _add_codes(buffer, model, [(tflite.BuiltinOperator.CUSTOM, layer.name) for layer in taken])
    for graph in graphs:
        for index in range(graph.TensorsLength()):
            flatbuffer.without_field(buffer, graph.Tensors(index), _SIGNATURE)
    return taken


def put_back(mlir: bytes, taken: Sequence[Layer]) -> bytes:
    """Returns the text with calls of the layers' functions in place of the custom operators."""
    text = mlir.decode()
    for layer in taken:
        pattern = (
            r"tosa\.custom (?P<x>%[\w#]+) \{[^{}\n]*operator_name = \"" + layer.name + r"\"\} : "
            r"(?P<type>\([^()\n]*\) -> [^\n]*?)(?P<place> loc\([^\n]*\))?$"
        )
        text = re.sub(pattern, rf"func.call @{layer.name}(\g<x>) : \g<type>\g<place>", text, flags=re.M)
    functions = "\n".join(layer.text for layer in taken)
    return re.sub(r"^(module\b[^\n]*\{)$", lambda head: f"{head[1]}\n{functions}", text, count=1, flags=re.M).encode()


def _replace(buffer: bytearray, graph: Any, index: int, operator: Any, code: int) -> None:
    """Replaces an operator by one on its first input."""
    vector = graph._tab.Vector(graph._tab.Offset(_OPERATORS))
    position, places = flatbuffer.begin_table(buffer, {_CODE: code}, [_INPUTS, _OUTPUTS])
    flatbuffer.refer(buffer, vector + 4 * index, position)
    flatbuffer.refer(buffer, places[_INPUTS], flatbuffer.add_integers(buffer, [operator.Inputs(_INPUT)]))
    outputs = [operator.Outputs(i) for i in range(operator.OutputsLength())]
    flatbuffer.refer(buffer, places[_OUTPUTS], flatbuffer.add_integers(buffer, outputs))


def _add_codes(buffer: bytearray, model: Any, added: Sequence[tuple[int, str]]) -> None:
    """Adds custom operators to the list of the operators' codes."""
    codes = [
        (code.BuiltinCode(), code.DeprecatedBuiltinCode(), code.Version(), (code.CustomCode() or b"").decode())
        for code in (model.OperatorCodes(i) for i in range(model.OperatorCodesLength()))
    ]
    codes += [(number, number, 1, name) for number, name in added]
    position, places = flatbuffer.begin_references(buffer, len(codes))
    flatbuffer.refer(buffer, flatbuffer.place_of(model, _CODES), position)
    for place, (builtin, deprecated, version, name) in zip(places, codes, strict=True):
        numbers = {_DEPRECATED: deprecated, _VERSION: version, _BUILTIN: builtin}
        table, inside = flatbuffer.begin_table(buffer, numbers, [_CUSTOM] if name else [])
        flatbuffer.refer(buffer, place, table)
        if name:
            flatbuffer.refer(buffer, inside[_CUSTOM], flatbuffer.add_string(buffer, name))


class _Reader:
    """Reads one layer."""

    def __init__(self, model: Any, graph: Any, operator: Any, source: str) -> None:
        import tflite

        self._model, self._graph, self._operator, self._source = model, graph, operator, source
        self._types = tflite.TensorType
        self._place = graph.Tensors(operator.Outputs(0)).Name().decode()
        self._options = tflite.UnidirectionalSequenceLSTMOptions()
        table = operator.BuiltinOptions()
        if table is not None:
            self._options.Init(table.Bytes, table.Pos)
        # Weights in float16 are constants for DEQUANTIZE.
        self._dequantized = {
            other.Outputs(0): other.Inputs(0)
            for code, other in operators_of(model, graph)
            if code == tflite.BuiltinOperator.DEQUANTIZE
        }

    def text(self, name: str) -> str:
        """Returns the layer's variables and its function."""
        kind = self._kind(_INPUT)
        if self._has(*_NORMALISATION):
            raise self._refused("it normalises its gates; expected a layer without layer normalisation")
        if self._has(_HIDDEN) and not self._tensor(_HIDDEN).IsVariable():
            raise self._refused("its state is not a variable; expected one")
        if kind == "f32":
            return self._float(name)
        if kind == "i8":
            return self._integers(name)
        raise self._refused(f"its input has the type {kind}; expected float32 or int8: quantise it to 8 bits, or not")

    def _float(self, name: str) -> str:
        has_i = self._has(_WEIGHTS[0])
        # layers.py has the order i, o, f, c.
        order = [0, 3, 1, 2] if has_i else [3, 1, 2]
        weights, recurrence, bias = (
            numpy.concatenate([self._float_constant(operands[gate]) for gate in order])
            for operands in (_WEIGHTS, _RECURRENCE, _BIAS)
        )
        peepholes = {
            gate: self._float_constant(operand)
            for gate, operand in zip("ifo", _PEEPHOLES, strict=True)
            if self._has(operand)
        }
        function, x, steps, batch = self._begin(name, "f32")
        hidden = len(weights) // len(order)
        projection = self._float_constant(_PROJECTION) if self._has(_PROJECTION) else None
        size = hidden if projection is None else len(projection)
        states = [(f"{name}_hidden", [batch, size], "f32", 0), (f"{name}_cell", [batch, hidden], "f32", 0)]
        start = [function.read(*state[:3]) for state in states]
        squash = Activation(self._activation())
        direction = layers.Direction(
            weights,
            recurrence,
            bias,
            None,
            [Activation("sigmoid"), squash, squash],
            hidden=start[0],
            cell=start[1],
            peepholes=peepholes,
            projection=projection,
            projection_bias=self._float_constant(_PROJECTION_BIAS) if self._has(_PROJECTION_BIAS) else None,
        )
        layer = layers.Layer(
            steps,
            batch,
            hidden,
            "iofc" if has_i else "ofc",
            [direction],
            cell_clip=self._options.CellClip() or None,
            projection_clip=self._options.ProjClip() or None,
        )
        results = layers.emit(function, layer, x, wants_outputs=True)
        assert results.outputs is not None
        outputs = function.reshape(results.outputs, [steps, batch, size])
        return self._end(function, outputs, [*results.hidden, *results.cell], states)

    def _integers(self, name: str) -> str:
        for operands, what in ((_PEEPHOLES, "peepholes"), ((_PROJECTION,), "a projection")):
            if self._has(*operands):
                raise self._refused(f"it has {what}, which are supported in float only; expected a layer without")
        if not self._has(_WEIGHTS[0]):
            raise self._refused(
                "it couples its gates, which is supported in float only; expected a layer with all gates"
            )
        if self._activation() != "tanh":
            raise self._refused(f"its activation is {self._activation()}; expected tanh in a layer of integers")
        # quantized.py has the order i, f, o, c.
        order = [0, 1, 3, 2]
        weights, recurrence, bias = (
            numpy.concatenate([self._constant(self._index(operands[gate])) for gate in order])
            for operands in (_WEIGHTS, _RECURRENCE, _BIAS)
        )
        input_scale, input_zero = self._scale(self._tensor(_INPUT))
        state_scale, state_zero = self._scale(self._tensor(_HIDDEN))
        # The last of the tensors for intermediate results has the scale of the outputs.
        count = self._operator.IntermediatesLength()
        last = self._graph.Tensors(self._operator.Intermediates(count - 1)) if count else self._tensor(_HIDDEN)
        output_scale, output_zero = self._scale(last)
        cell_scale, _ = self._scale(self._tensor(_CELL))
        exponent = round(math.log2(cell_scale))
        if not math.isclose(cell_scale, math.ldexp(1, exponent), rel_tol=1e-3) or self._kind(_CELL) != "i16":
            raise self._refused(
                f"its cell has the type {self._kind(_CELL)} and the scale {cell_scale:g}; expected i16 and a power of two"
            )
        function, x, steps, batch = self._begin(name, "i8")
        hidden = len(weights) // len(order)
        states = [(f"{name}_hidden", [batch, hidden], "i8", state_zero), (f"{name}_cell", [batch, hidden], "i16", 0)]
        unit = numpy.float32(math.ldexp(1, -12))
        factors = [
            numpy.repeat(
                [scale * numpy.float32(self._scale(self._tensor(operands[gate]))[0]) / unit for gate in order], hidden
            )
            for operands, scale in ((_WEIGHTS, input_scale), (_RECURRENCE, state_scale))
        ]
        layer = quantized.Layer(
            steps,
            batch,
            hidden,
            weights,
            recurrence,
            bias,
            (factors[0], factors[1]),
            input_zero,
            state_zero,
            output_scale,
            output_zero,
            exponent,
            [function.read(*state[:3]) for state in states],
            self._options.CellClip(),
        )
        outputs, results = quantized.emit(function, layer, x)
        return self._end(function, outputs, results, states)

    def _begin(self, name: str, kind: str) -> tuple[Function, Any, int, int]:
        """Begins the function; returns its input as steps x batch x features, and these two sizes."""
        shape = self._shape(self._tensor(_INPUT))
        function = Function(name, self._place)
        x: Any = function.argument(shape, kind)
        if not self._options.TimeMajor():
            x = function.transpose(x, [1, 0, 2])
        return function, x, x.shape[0], x.shape[1]

    def _end(self, function: Function, outputs: Any, results: Sequence[Any], states: Sequence[_State]) -> str:
        for (name, *_), value in zip(states, results, strict=True):
            function.write(name, value)
        if not self._options.TimeMajor():
            outputs = function.transpose(outputs, [1, 0, 2])
        return "\n".join([*(variable(*state) for state in states), function.text([function.tensor(outputs)])])

    def _has(self, *operands: int) -> bool:
        return any(i < self._operator.InputsLength() and self._operator.Inputs(i) >= 0 for i in operands)

    def _index(self, operand: int) -> int:
        index = int(self._operator.Inputs(operand)) if operand < self._operator.InputsLength() else -1
        if index < 0:
            raise self._refused(f"it has no input {operand}; expected all gates")
        return index

    def _tensor(self, operand: int) -> Any:
        return self._graph.Tensors(self._index(operand))

    def _kind(self, operand: int) -> str:
        number = self._tensor(operand).Type()
        known = {self._types.FLOAT32: "f32", self._types.INT8: "i8", self._types.INT16: "i16"}
        names = {value: key.lower() for key, value in vars(self._types).items() if isinstance(value, int)}
        return str(known.get(number, names[number]))

    def _activation(self) -> str:
        number = self._options.FusedActivationFunction()
        if number not in _ACTIVATIONS:
            raise self._refused(f"its activation has the number {number}; expected one of {sorted(_ACTIVATIONS)}")
        return _ACTIVATIONS[number]

    @staticmethod
    def _shape(tensor: Any) -> list[int]:
        return [int(tensor.Shape(i)) for i in range(tensor.ShapeLength())]

    def _scale(self, tensor: Any) -> tuple[float, int]:
        quantization = tensor.Quantization()
        if quantization is None or quantization.ScaleLength() != 1:
            raise self._refused(f"'{tensor.Name().decode()}' has no scale of its own; expected one")
        return float(quantization.Scale(0)), int(quantization.ZeroPoint(0)) if quantization.ZeroPointLength() else 0

    def _float_constant(self, operand: int) -> Array:
        index = self._index(operand)
        index = self._dequantized.get(index, index)
        values = self._constant(index)
        if values.dtype.kind == "f":
            return values.astype(numpy.float32)
        scale, zero = self._scale(self._graph.Tensors(index))
        return ((values.astype(numpy.float32) - zero) * numpy.float32(scale)).astype(numpy.float32)

    def _constant(self, index: int) -> Array:
        tensor = self._graph.Tensors(index)
        types = {
            self._types.FLOAT32: "<f4",
            self._types.FLOAT16: "<f2",
            self._types.INT8: "<i1",
            self._types.INT16: "<i2",
            self._types.INT32: "<i4",
        }
        data = self._model.Buffers(tensor.Buffer())
        if tensor.Type() not in types or not data.DataLength():
            raise self._refused(f"'{tensor.Name().decode()}' is not a constant; expected constant weights")
        values: Array = numpy.frombuffer(data.DataAsNumpy().tobytes(), types[tensor.Type()])
        return values.reshape(self._shape(tensor))

    def _refused(self, text: str) -> FrontEndError:
        return FrontEndError(f"{self._source}: '{self._place}': {_NAME}: {text}", operator=_NAME)


__all__ = ["Layer", "put_back", "take_out"]
