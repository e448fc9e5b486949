# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws the tensors and attributes of one operator of PyTorch, and makes the case of them."""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import ml_dtypes
import torch

from .. import case, tolerance
from ..draw import Draw as Choices

FLOATS = (torch.float32, torch.float16, torch.bfloat16, torch.float64)
SIGNED = (torch.int32, torch.int8, torch.int16, torch.int64)
INTEGERS = (*SIGNED, torch.uint8)
NUMBERS = (*FLOATS, *INTEGERS)
EVERY = (*NUMBERS, torch.bool)
# Types that networks use are drawn more often than the others.
_WEIGHTS = {torch.float32: 5, torch.int32: 2, torch.int64: 2, torch.float16: 2}


@dataclasses.dataclass
class Expression:
    """One operator: an expression over its inputs `x0`, `x1`, ..., its constants `c0`, ... and its modules `m0`, ...,
    which are expressions, too; their weights depend on `seed`."""

    text: str
    inputs: list[Any]
    constants: list[Any]
    modules: list[str]
    seed: int
    # What torch.export.save writes.
    archive: bytes = b""

    def __str__(self) -> str:
        def shown(prefix: str, values: Sequence[Any]) -> list[str]:
            return [f"{prefix}{i}: {str(v.dtype)[6:]}{list(v.shape)}" for i, v in enumerate(values)]

        modules = [f"m{i}: {text}" for i, text in enumerate(self.modules)]
        return f"{self.text} [{', '.join(shown('x', self.inputs) + shown('c', self.constants) + modules)}]"


class Draw:
    """Draws for an expression, with the choices of the campaign."""

    def __init__(self, choices: Choices) -> None:
        self._choices = choices
        self.size = 5
        self.inputs: list[Any] = []
        self.constants: list[Any] = []
        self.modules: list[str] = []

    #
    # Numbers
    #

    def choose(self, *values: Any) -> Any:
        return self._choices.choice(values)

    def flag(self, chance: float = 0.5) -> bool:
        return self._choices.flag(chance)

    def number(self, low: int, high: int) -> int:
        return self._choices.integer(low, max(low, high))

    def real(self, low: float, high: float) -> float:
        """Returns a number with three decimals, or a whole one."""
        if self.flag():
            return round(low + (high - low) * self._choices.below(1001) / 1000, 3)
        return float(self.number(math.ceil(low), max(math.ceil(low), math.floor(high))))

    def sample(self, values: Sequence[Any], count: int) -> list[Any]:
        rest = list(values)
        return [rest.pop(self._choices.below(len(rest))) for _ in range(count)]

    def dtype(self, kinds: Sequence[Any] = FLOATS) -> Any:
        return self.choose(*(kind for kind in kinds for _ in range(_WEIGHTS.get(kind, 1))))

    def shape(self, low: int = 1, high: int = 4) -> list[int]:
        return [self.number(1, self.size) for _ in range(self.number(low, high))]

    def broadcast(self, shape: Sequence[int]) -> list[int]:
        """Returns a shape that broadcasts with this one."""
        return list(self._choices.broadcast(shape)) if self.flag(0.6) else list(shape)

    def options(self, **drawn: Any) -> str:
        """Returns some of these as arguments by name."""
        return "".join(f", {name}={value!r}" for name, value in drawn.items() if self.flag(0.6))

    #
    # Tensors
    #

    def tensor(self, dtype: Any, shape: Sequence[int], values: str = "any", constant: float = 0.15) -> str:
        """Adds a tensor as an input or as a constant, and returns its name in the expression."""
        return self.add(self.data(dtype, shape, values), constant)

    def weight(self, dtype: Any, shape: Sequence[int], values: str = "normal") -> str:
        return self.tensor(dtype, shape, values, constant=0.7)

    def index(self, shape: Sequence[int], size: int, negative: bool = False, dtype: Any = torch.int64) -> str:
        """Adds indices."""
        data = torch.randint(-size if negative else 0, size, tuple(shape), generator=self.generator())
        return self.add(data.to(dtype))

    def add(self, data: Any, constant: float = 0.4) -> str:
        if self.inputs and self.flag(constant):
            self.constants.append(data)
            return f"c{len(self.constants) - 1}"
        self.inputs.append(data)
        return f"x{len(self.inputs) - 1}"

    def module(self, text: str) -> str:
        self.modules.append(text)
        return f"m{len(self.modules) - 1}"

    def seed(self) -> int:
        return self._choices.below(1 << 16)

    def generator(self) -> Any:
        return torch.Generator().manual_seed(self.seed())

    def data(self, dtype: Any, shape: Sequence[int], values: str = "any") -> Any:
        """Returns numbers of a kind:

        any        ties, zeros of both signs, extremes; sometimes NaN and infinities
        finite     without NaN and infinities
        normal     around 0
        positive   above 0
        nonzero    not 0
        unit       between 0 and 1
        small      small whole numbers
        distinct   all different
        """
        shape = tuple(shape)
        make = _integers
        if dtype == torch.bool:
            make = _booleans
        elif dtype.is_floating_point:
            make = _floats
        # How special the numbers are, of which 0 is the least.
        kind = self._choices.below(8) if values in ("any", "finite") else 0
        return make(self.generator(), dtype, shape, values, kind)


def _booleans(generator: Any, dtype: Any, shape: tuple[int, ...], values: str, kind: int) -> Any:
    return torch.rand(shape, generator=generator) < 0.5


def _integers(generator: Any, dtype: Any, shape: tuple[int, ...], values: str, kind: int) -> Any:
    info, count = torch.iinfo(dtype), math.prod(shape)
    low, high = max(info.min, -5), 5
    if kind >= 4:
        low, high = (info.min, info.max) if info.bits < 32 else (-(10**4), 10**4)
    if values in ("positive", "unit"):
        low = 1
    if values == "distinct":
        order = torch.randperm(count, generator=generator)
        return (order - (count // 2 if info.min else 0)).to(dtype).reshape(shape)
    data = torch.randint(low, high + 1, shape, generator=generator)
    if values == "any" and kind >= 6:
        data = _mixed(generator, data, [info.min, info.max, info.max - 1, 0, 1], 0.3)
    return (torch.where(data == 0, 1, data) if values == "nonzero" else data).to(dtype)


def _floats(generator: Any, dtype: Any, shape: tuple[int, ...], values: str, kind: int) -> Any:
    count = math.prod(shape)
    if values == "small":
        return torch.randint(-4, 5, shape, generator=generator).to(dtype)
    if values == "unit":
        return torch.rand(shape, generator=generator, dtype=torch.float32).to(dtype)
    if values == "distinct":
        return ((torch.randperm(count, generator=generator) - count // 2) / 2).to(dtype).reshape(shape)
    data = torch.randn(shape, generator=generator, dtype=torch.float32)
    if values == "positive":
        data = data.abs() + 0.1
    if values in ("any", "finite"):
        # Halves, which rounding may take either way; whole numbers, which are often equal; greater numbers.
        data = ((data * 3).round(), (data * 4).round() / 2, data, data * 20)[kind % 4]
        data = _mixed(generator, data, [0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.5], 0.2)
    if values == "any" and kind >= 6:
        data = _mixed(generator, data, [math.nan, math.inf, -math.inf, 1e30 if dtype != torch.float16 else 6e4], 0.2)
    return (torch.where(data == 0, 1.0, data) if values == "nonzero" else data).to(dtype)


def _mixed(generator: Any, data: Any, others: Sequence[Any], share: float) -> Any:
    table = torch.tensor(others, dtype=data.dtype)
    chosen = table[torch.randint(0, len(others), data.shape, generator=generator)]
    return torch.where(torch.rand(data.shape, generator=generator) < share, chosen, data)


# A generator adds what it needs and returns the expression, or that and the tolerance.
Generator = Callable[..., Any]
OPERATORS: dict[str, case.Generator] = {}
# One rounding in each of two operators; functions of the C library; sums in another order.
ROUNDED, FUNCTION = tolerance.Tolerance(2.0), tolerance.Tolerance(8.0, 4.0, 1e-37)
SUM = tolerance.Tolerance(8.0, 16.0, 1e-37)


def summed(tensor: Any) -> tolerance.Tolerance:
    """Returns the tolerance of sums of a tensor's numbers, which may nearly cancel each other, so that the rounding errors of
    the terms remain."""
    finite = tensor.double().abs().nan_to_num(0, 0, 0)
    return dataclasses.replace(SUM, absolute=2 * float(finite.max()) if finite.numel() else 0.0)


def operator(*names: str) -> Callable[[Generator], Generator]:
    """Registers a generator under an operator's name; several names are passed to it as its second argument."""

    def register(generator: Any) -> Any:
        for name in names:
            assert name not in OPERATORS, name
            OPERATORS[name] = functools.partial(_make, generator, () if len(names) == 1 else (name,))
        return generator

    return register


def _make(generator: Generator, names: Sequence[str], choices: Choices) -> case.Case:
    draw = Draw(choices)
    made = generator(draw, *names)
    text, allowed = made if isinstance(made, tuple) else (made, SUM)
    if draw.flag(0.1):
        # TOSA does not have it, so that the model becomes linalg.
        draw.inputs.append(torch.zeros(1))
        text = f"({text}, torch.asinh(x{len(draw.inputs) - 1}))"
    seed = draw.seed() if draw.modules else 0
    expression = Expression(text, draw.inputs, draw.constants, draw.modules, seed)
    return case.Case(expression, [to_array(value) for value in draw.inputs], str(expression), allowed)


def to_array(value: Any) -> Any:
    """Returns a tensor as an array. NumPy has no bfloat16."""
    if value.dtype != torch.bfloat16:
        return value.detach().numpy()
    return value.detach().view(torch.int16).numpy().view(ml_dtypes.bfloat16)
