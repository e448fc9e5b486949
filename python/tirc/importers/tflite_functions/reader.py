# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads one operator of a .tflite file."""

from __future__ import annotations

import abc
import dataclasses
import math
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy

from tirc.importers.base import FrontEndError
from tirc.importers.tflite_functions.limits import limits_of
from tirc_frontends.text import Array, Function, Tensor

# The numbers of `ActivationFunctionType`.
_ACTIVATIONS = {0: "linear", 1: "relu", 2: "relu_n1_to_1", 3: "relu6", 4: "tanh", 6: "sigmoid"}


@dataclasses.dataclass(frozen=True)
class Types:
    """The sizes and the element types of a function's operands and of its result. A dynamic size is -1."""

    operands: list[tuple[list[int], str]]
    result: list[int]
    result_kind: str

    @property
    def x(self) -> list[int]:
        """The sizes of the first operand."""
        return self.operands[0][0]

    @property
    def x_kind(self) -> str:
        return self.operands[0][1]


class Reader(abc.ABC):
    """An operator and its operands. A tensor is known by its position among the operator's inputs."""

    # The names in `BuiltinOperator`, of the class of its options, and of its functions.
    operator: ClassVar[str]
    options_class: ClassVar[str]
    function_name: ClassVar[str]
    # The numbers of the activations that it may have.
    activations: ClassVar[tuple[int, ...]]

    def __init__(self, model: Any, graph: Any, operator: Any, source: str, dequantized: Mapping[int, int]) -> None:
        """`dequantized` has the constants of which tensors of the subgraph are the DEQUANTIZE."""
        import tflite

        self.tflite_operator = operator
        self._model, self._graph, self._operator, self._source = model, graph, operator, source
        self._types, self._dequantized = tflite.TensorType, dequantized
        self._place = graph.Tensors(operator.Outputs(0)).Name().decode()
        self._options = getattr(tflite, self.options_class)()
        table = operator.BuiltinOptions()
        if table is not None:
            self._options.Init(table.Bytes, table.Pos)

    @abc.abstractmethod
    def is_taken(self) -> bool:
        """Returns whether the operator has to become a function."""

    def operands(self) -> list[int]:
        """Returns the operands that the function has, by their positions among the operator's inputs."""
        return [0]

    def parts(self) -> Sequence[Reader]:
        """Returns what reads the operator: several, of which each has some of its results, if they become functions."""
        return [self]

    def outputs(self) -> list[int]:
        """Returns the results that the function has, by their positions among the tensors of the subgraph."""
        return [int(self._operator.Outputs(i)) for i in range(self._operator.OutputsLength())]

    def _has(self, *operands: int) -> bool:
        return any(i < self._operator.InputsLength() and self._operator.Inputs(i) >= 0 for i in operands)

    def _index(self, operand: int) -> int:
        """Returns the position of an operand among the tensors of the subgraph."""
        index = int(self._operator.Inputs(operand)) if operand < self._operator.InputsLength() else -1
        if index < 0:
            raise self._refused(f"it has no input {operand}; expected one")
        return index

    def _tensor(self, operand: int) -> Any:
        return self._graph.Tensors(self._index(operand))

    def _output(self) -> Any:
        return self._graph.Tensors(self._operator.Outputs(0))

    def _kind(self, operand: int) -> str:
        return self._kind_of(self._tensor(operand))

    def _kind_of(self, tensor: Any) -> str:
        number = tensor.Type()
        known = {self._types.FLOAT32: "f32", self._types.INT8: "i8", self._types.INT16: "i16"}
        names = {value: key.lower() for key, value in vars(self._types).items() if isinstance(value, int)}
        return str(known.get(number, names[number]))

    def _activation(self) -> str:
        number = self._options.FusedActivationFunction()
        if number not in self.activations:
            raise self._refused(f"its activation has the number {number}; expected one of {list(self.activations)}")
        return _ACTIVATIONS[number]

    def _limits(self, activation: str, tensor: Any) -> tuple[float, float] | None:
        """Returns the least and the largest number of a tensor after an activation."""
        kind = self._kind_of(tensor)
        is_real = activation == "linear" or kind == "f32"
        return limits_of(activation, kind, *((1.0, 0) if is_real else self._scale(tensor)))

    @staticmethod
    def _open_shape(tensor: Any) -> list[int]:
        """Returns the sizes, of which the dynamic ones are -1."""
        if count := tensor.ShapeSignatureLength():
            return [int(tensor.ShapeSignature(i)) for i in range(count)]
        return Reader._shape(tensor)

    @staticmethod
    def _shape(tensor: Any) -> list[int]:
        return [int(tensor.Shape(i)) for i in range(tensor.ShapeLength())]

    def lacks_sizes(self) -> FrontEndError | None:
        """Returns the refusal of an operator on tensors whose sizes the file does not have."""
        operator = self.tflite_operator
        indices = [operator.Inputs(i) for i in range(operator.InputsLength())]
        indices += [operator.Outputs(i) for i in range(operator.OutputsLength())]
        tensors = [self._graph.Tensors(index) for index in indices if index >= 0]
        name = next((tensor.Name().decode() for tensor in tensors if not tensor.ShapeLength()), None)
        if name is None:
            return None
        return self._refused(f"the file does not have the sizes of '{name}'; expected them: convert the model with fixed sizes")

    def _scale(self, tensor: Any) -> tuple[float, int]:
        """Returns the scale and the zero point of a tensor that has one of each."""
        quantization = tensor.Quantization()
        if quantization is None or quantization.ScaleLength() != 1:
            raise self._refused(f"'{tensor.Name().decode()}' has no scale of its own; expected one")
        return float(quantization.Scale(0)), int(quantization.ZeroPoint(0)) if quantization.ZeroPointLength() else 0

    def _is_constant(self, operand: int) -> bool:
        tensor = self._graph.Tensors(self._stored(operand))
        return bool(self._model.Buffers(tensor.Buffer()).DataLength())

    def _stored(self, operand: int) -> int:
        """Returns the position of an operand, or of the constant of which it is the DEQUANTIZE."""
        index = self._index(operand)
        return self._dequantized.get(index, index)

    def _float_constant(self, operand: int) -> Array:
        """Returns a constant in floats, which may be stored as float16 or as integers."""
        index = self._stored(operand)
        values = self._constant(index)
        if values.dtype.kind == "f":
            return values.astype(numpy.float32)
        scale, zero = self._scale(self._graph.Tensors(index))
        return ((values.astype(numpy.float32) - zero) * numpy.float32(scale)).astype(numpy.float32)

    def _constant(self, index: int) -> Array:
        """Returns the numbers of a tensor of the subgraph."""
        tensor = self._graph.Tensors(index)
        types = {
            self._types.FLOAT32: "<f4",
            self._types.FLOAT16: "<f2",
            self._types.INT8: "<i1",
            self._types.INT4: "<i1",
            self._types.UINT8: "<u1",
            self._types.INT16: "<i2",
            self._types.INT32: "<i4",
            self._types.INT64: "<i8",
        }
        data = self._model.Buffers(tensor.Buffer())
        if tensor.Type() not in types or not data.DataLength():
            raise self._refused(f"'{tensor.Name().decode()}' is not a constant; expected constant weights")
        values: Array = numpy.frombuffer(data.DataAsNumpy().tobytes(), types[tensor.Type()])
        if tensor.Type() == self._types.INT4:
            # Two numbers in a byte, the first in its lower half.
            values = numpy.stack([values << 4 >> 4, values >> 4], 1).reshape(-1)[: math.prod(self._shape(tensor))]
        return values.reshape(self._shape(tensor))

    def _refused(self, text: str) -> FrontEndError:
        name = f"tfl.{self.operator.lower()}"
        return FrontEndError(f"{self._source}: '{self._place}': {name}: {text}", operator=name)


class Stored(Reader):
    """An operator whose function has the sizes that are in the file."""

    @abc.abstractmethod
    def text(self, name: str) -> str:
        """Returns the function, and the variables of the operator. Raises FrontEndError for an unknown form."""


class Typed(Reader):
    """An operator whose function has the sizes that the converter computes."""

    def text(self, name: str, types: Types) -> str:
        function = Function(name, self._place)
        return function.text([self.emit(function, types)])

    @abc.abstractmethod
    def emit(self, function: Function, types: Types) -> Tensor:
        """Adds what the operator computes. Raises FrontEndError for an unknown form."""


class OfFloats(Typed):
    """An operator of one tensor of floats, without an activation."""

    activations = ()

    def is_taken(self) -> bool:
        return self._kind(0) == "f32"

    def emit(self, function: Function, types: Types) -> Tensor:
        return self.computed(function, function.argument(types.x, "f32"))

    @abc.abstractmethod
    def computed(self, function: Function, x: Tensor) -> Tensor:
        """Adds what the operator computes."""
