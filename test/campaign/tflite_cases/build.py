"""Builds TensorFlow Lite models of one operator, or of a few, from random choices."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy
from tflite_graph import Graph, Operator, Quantization, Tensor

from ..case import Case, Generator
from ..draw import Draw
from ..tolerance import EXACT, Tolerance
from ..values import NONFINITE, TAME, Array

LIMITS = {
    "INT8": (-128, 127),
    "UINT8": (0, 255),
    "INT16": (-32768, 32767),
    "INT32": (-(2**31), 2**31 - 1),
    "INT64": (-(2**63), 2**63 - 1),
    "INT4": (-8, 7),
    "UINT16": (0, 2**16 - 1),
    "UINT32": (0, 2**32 - 1),
}
QUANTIZED = ("INT8", "UINT8", "INT16")
NUMPY: dict[str, Any] = {
    "FLOAT32": "float32",
    "FLOAT16": "float16",
    "INT4": "int8",
    "BOOL": "bool",
    "COMPLEX64": "complex64",
}
NUMPY |= {kind: kind.lower() for kind in LIMITS if kind != "INT4"}
NUMPY = {kind: numpy.dtype(name) for kind, name in NUMPY.items()}
_STEPS = 64

# An output: its type and quantisation.
Output = tuple[str, Quantization | None]
Maker = Callable[["Net"], None]
Options = tuple[str, dict[str, Any]]


class Net:
    """A model that is being built. `type` is what its numbers are: a type of the schema, or INT4, HYBRID or HYBRID4 for
    weights of 4 bits, and weights of 8 and of 4 bits in operators on floats."""

    def __init__(self, draw: Draw, operator: str, kind: str) -> None:
        self.draw, self.operator, self.type = draw, operator, kind
        self.graph = Graph()
        self.arrays: list[Array] = []
        self.words: list[str] = []
        self.tags: set[str] = set()
        self.tolerance = EXACT

    # Choices.

    def integer(self, low: int, high: int) -> int:
        return self.draw.integer(low, high)

    def choice(self, options: Sequence[Any]) -> Any:
        return self.draw.choice(options)

    def chance(self, probability: float) -> bool:
        return self.draw.flag(probability)

    def random(self) -> numpy.random.RandomState:
        """Returns a source of numbers, which takes one choice."""
        return numpy.random.RandomState(self.draw.below(1 << 16))

    def shape(self, least: int = 1, most: int = 4, size: int = 7, elements: int = 400) -> tuple[int, ...]:
        """Returns sizes of a rank from `least` to `most`, with at most that many elements."""
        sizes = list(self.draw.shape(least, most, size))
        while math.prod(sizes) > elements:
            sizes[sizes.index(max(sizes))] -= 1
        return tuple(sizes)

    def axis(self, rank: int) -> int:
        """Returns an axis, which may be counted from the end."""
        return self.integer(0, rank - 1) - (rank if self.chance(0.5) else 0)

    def log_uniform(self, low: float, high: float) -> float:
        """Returns a float32 between two others; powers of two are frequent."""
        if self.chance(0.2):
            return 2.0 ** self.integer(math.ceil(math.log2(low)), math.floor(math.log2(high)))
        part = self.draw.below(_STEPS + 1) / _STEPS
        return float(numpy.float32(math.exp(math.log(low) + part * (math.log(high) - math.log(low)))))

    # Quantisation.

    def zero_point(self, kind: str) -> int:
        first, last = LIMITS[kind]
        if kind == "INT16":
            return 0
        return int(self.choice([(first + last + 1) // 2, first, last, self.integer(first, last)]))

    def quantization(self, kind: str, low: float = 1e-3, high: float = 0.5) -> Quantization | None:
        """Returns a scale and a zero point, or None for a type that has none."""
        return self.quantized(kind, low, high) if kind in QUANTIZED else None

    def quantized(self, kind: str, low: float = 1e-3, high: float = 0.5) -> Quantization:
        if self.chance(0.1):
            low, high = self.choice([(0.5, 1e3), (1e-6, 1e-3)])
        return Quantization.of(self.log_uniform(low, high), self.zero_point(kind))

    def near(self, before: Quantization | None, kind: str, factor: float = 4.0) -> Quantization | None:
        """Returns the same quantisation, or another whose scale is at most `factor` times as large or small."""
        if before is None or not self.chance(0.7):
            return before
        return Quantization.of(self.scaled(before.scales[0], factor), self.zero_point(kind))

    def scaled(self, scale: float, factor: float) -> float:
        """Returns a scale that is at most `factor` times as large or small."""
        ratio = factor ** (self.draw.below(_STEPS + 1) / (_STEPS / 2) - 1)
        return float(numpy.float32(max(scale * ratio, 1e-12)))

    def per_channel(self, channels: int, axis: int, low: float = 1e-3, high: float = 0.1) -> Quantization:
        scales = tuple(self.log_uniform(low, high) for _ in range(channels))
        return Quantization(scales, (0,) * channels, axis)

    # Numbers.

    def numbers(self, shape: Sequence[int], kind: str, patterns: Sequence[str] | None = None) -> Array:
        """Returns numbers of one of the patterns of values.py, by default any that are finite."""
        if kind == "INT4":
            return self.between(shape, kind, -8, 7)
        return self.draw.values(tuple(shape), NUMPY[kind], patterns)

    def between(self, shape: Sequence[int], kind: str, low: float, high: float) -> Array:
        """Returns numbers of a range, or at its ends only."""
        rng = self.random()
        if NUMPY[kind].kind == "f":
            return numpy.asarray(rng.uniform(low, high, tuple(shape))).astype(NUMPY[kind])
        if self.chance(0.2):
            return numpy.asarray(numpy.array([low, high])[rng.randint(0, 2, tuple(shape))]).astype(NUMPY[kind])
        return numpy.asarray(rng.randint(int(low), int(high) + 1, tuple(shape), dtype="int64")).astype(NUMPY[kind])

    # Tensors and operators.

    def input(
        self, shape: Sequence[int], kind: str, quantization: Quantization | None = None, numbers: Array | None = None
    ) -> Tensor:
        tensor = Tensor(f"in{len(self.graph.inputs)}", tuple(shape), kind, quantization)
        array = self.numbers(shape, kind) if numbers is None else numbers
        self.graph.inputs.append(tensor)
        self.arrays.append(numpy.asarray(array, NUMPY[kind]).reshape(tuple(shape)))
        self.words.append(_described(tensor))
        return tensor

    def constant(
        self, values: Any, kind: str | None = None, quantization: Quantization | None = None, name: str = ""
    ) -> Tensor:
        array = numpy.asarray(values)
        kind = kind or array.dtype.name.upper()
        tensor = Tensor(
            name or f"constant{len(self.words)}", array.shape, kind, quantization, array.astype(NUMPY[kind])
        )
        few = f" {array.tolist()}" if array.size <= 8 else ""
        self.words.append(f"constant {_described(tensor)}{few}")
        return tensor

    def integers(self, values: Any, kind: str = "INT32") -> Tensor:
        """Returns a constant of whole numbers, such as axes."""
        return self.constant(numpy.array(values, NUMPY[kind]), kind)

    def either(
        self,
        shape: Sequence[int],
        kind: str,
        quantization: Quantization | None = None,
        numbers: Array | None = None,
        constant: float = 0.3,
    ) -> Tensor:
        """Returns an input or a constant."""
        if not self.chance(constant):
            return self.input(shape, kind, quantization, numbers)
        array = self.numbers(shape, kind) if numbers is None else numbers
        return self.constant(numpy.asarray(array).reshape(tuple(shape)), kind, quantization)

    def add(
        self,
        inputs: Sequence[Tensor | None],
        *outputs: Output,
        options: Options | None = None,
        kind: str = "",
        version: int = 1,
        is_output: bool = True,
        shapes: Sequence[Sequence[int]] = (),
    ) -> list[Tensor]:
        """Adds an operator. LiteRT computes the shapes of its outputs."""
        number = len(self.graph.operators)
        made = [
            Tensor(f"out{number}_{i}", tuple(shapes[i]) if shapes else (), of, quantization)
            for i, (of, quantization) in enumerate(outputs)
        ]
        self.graph.operators.append(Operator(kind or self.operator, list(inputs), made, options, version))
        fields = ", ".join(
            f"{name}={value}" for name, value in (options or ("", {}))[1].items() if type(value) is not Graph
        )
        self.words.append(f"{kind or self.operator}({fields}) to {', '.join(map(_described, made))}")
        if is_output:
            self.graph.outputs += made
        return made

    def moved(self, shape: Sequence[int], *others: Tensor, options: Options | None = None, version: int = 1) -> None:
        """Adds an operator on one tensor, whose quantisation stays."""
        quantization = self.quantization(self.type)
        x = self.input(shape, self.type, quantization)
        self.add([x, *others], (self.type, quantization), options=options, version=version)

    def case(self) -> Case:
        if not self.graph.inputs:
            raise self.draw.reject()
        return Case(self.graph, self.arrays, "; ".join(self.words), self.tolerance, frozenset(self.tags))


def _described(tensor: Tensor) -> str:
    text = tensor.kind.lower() + (str(list(tensor.shape)) if tensor.shape else "")
    if (quantization := tensor.quantization) is None:
        return text
    scales = [f"{scale:.6g}" for scale in quantization.scales[:3]]
    more = f" of {len(quantization.scales)}, axis {quantization.axis}" if len(quantization.scales) > 1 else ""
    return f"{text} scale {'/'.join(scales)}{more} zero {quantization.zero_points[0]}"


class Registry:
    """What makes a case of each operator and type."""

    def __init__(self) -> None:
        self.makers: dict[tuple[str, str], Maker] = {}
        self.tolerances: dict[tuple[str, str], Tolerance] = {}

    def __call__(self, operators: str, types: str, tolerance: Tolerance = EXACT) -> Callable[[Maker], Maker]:
        """Registers a function for operators and types, both separated by spaces. The tolerance is for floats."""

        def register(make: Maker) -> Maker:
            for operator in operators.split():
                for kind in types.split():
                    assert (operator, kind) not in self.makers, (operator, kind)
                    self.makers[operator, kind] = make
                    self.tolerances[operator, kind] = tolerance
            return make

        return register

    def operators(self) -> dict[str, Generator]:
        """Returns a generator for each operator, which draws one of its types."""
        types: dict[str, list[str]] = {}
        for operator, kind in sorted(self.makers, key=lambda pair: (pair[0], _ORDER.index(pair[1]))):
            types.setdefault(operator, []).append(kind)
        return {operator: self._any_of(operator, kinds) for operator, kinds in types.items()}

    def pairs(self) -> dict[str, Generator]:
        """Returns a generator for each operator and type, named CONV_2D-int8 and the like."""
        return {f"{operator}-{kind.lower()}": self._generator(operator, kind) for operator, kind in sorted(self.makers)}

    def _any_of(self, operator: str, kinds: Sequence[str]) -> Generator:
        weighted = [kind for kind in kinds for _ in range(_WEIGHTS.get(kind, 1))]
        return lambda draw: self._generator(operator, draw.choice(weighted))(draw)

    def _generator(self, operator: str, kind: str) -> Generator:
        def generate(draw: Draw) -> Case:
            net = Net(draw, operator, kind)
            net.tolerance = self.tolerances[operator, kind]
            net.tags.add(kind.lower())
            self.makers[operator, kind](net)
            return net.case()

        return generate


# From the simplest type; what networks on microcontrollers have is drawn more often.
_ORDER = ["FLOAT32", "INT8", "INT32", "INT16", "UINT8", "BOOL", "HYBRID", "INT4", "HYBRID4", "INT64", "FLOAT16"]
_ORDER += ["UINT16", "UINT32", "COMPLEX64"]
_WEIGHTS = {"FLOAT32": 8, "INT8": 8, "INT16": 4, "INT32": 3, "UINT8": 2, "BOOL": 2, "HYBRID": 3, "INT4": 2}

register = Registry()

__all__ = ["LIMITS", "NONFINITE", "NUMPY", "QUANTIZED", "TAME", "Net", "register"]
