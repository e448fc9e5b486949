# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of single numbers, sums and positions, which torch-mlir converts in some forms only or inexactly, against
PyTorch. Functions of one kind share a module, because torch.export takes seconds."""

from __future__ import annotations

import math
from typing import Any

import numpy
import pytest
from models import FOR_A_RUN
from test_torch_operators import Functions, check

import tirc

torch: Any = pytest.importorskip("torch", reason="needs tirc[torch]")
pytest.importorskip("torch_mlir", reason="needs tirc[torch]")

pytestmark = pytest.mark.usefixtures("repeatable_torch")


def test_functions_of_single_numbers() -> None:
    functions: Functions = {
        "reciprocal": lambda x, y: (torch.reciprocal(x), 1 / y, torch.reciprocal(y.to(torch.int32))),
        "square": lambda x, y: (torch.square(y.to(torch.int16)), torch.square(x)),
        "isfinite": lambda x, y: (torch.isfinite(1 / x), torch.isfinite(y.to(torch.int32))),
        "copysign": lambda x, y: (torch.copysign(y, x), torch.copysign(y.to(torch.int8), x), torch.copysign(y, -2.0)),
        "signbit": lambda x, y: (torch.signbit(x), torch.signbit(y.to(torch.int8))),
        "hypot": lambda x, y: (torch.hypot(x, y), torch.hypot(x * 1e30, y * 1e30)),
        "isclose": lambda x, y: (
            torch.isclose(x, y, atol=0.5),
            torch.isclose(x / 0, y / 0, equal_nan=True),
            torch.isclose(x.to(torch.int16), y.to(torch.int16), rtol=0.5),
        ),
        "erfinv": lambda x, y: (torch.erfinv(x / 9), torch.erfinv(x / 3.5)),
        "xlog1py": lambda x, y: torch.special.xlog1py(x, 1),
        "lgamma": lambda x, y: (torch.lgamma(x), torch.lgamma(y)),
        "digamma": lambda x, y: (torch.digamma(x), torch.digamma(y)),
        "logcumsumexp": lambda x, y: (torch.logcumsumexp(x, 0), torch.logcumsumexp(y * 10, 0)),
        "shrinks": lambda x, y: (
            torch.nn.functional.softshrink(x / 0),
            torch.nn.functional.softshrink((x / 0).half(), 0.3).float(),
            torch.nn.functional.softshrink(y, 1.5),
            torch.nn.functional.hardshrink(x / 0),
            (x / 0) * 0,
        ),
        "softplus_of_halves": lambda x, y: torch.nn.functional.softplus(y.half(), beta=2.25).float(),
        "erfc": lambda x, y: (torch.erfc(x), torch.special.log_ndtr(y)),
        "bessel": lambda x, y: (torch.i0(x), torch.special.i1e(y * 5)),
        "narrow_floats": lambda x, y: (
            torch.ge(x.half(), y.bfloat16()),
            torch.lt(x.bfloat16(), (x * 1.0009765625).half()),
            torch.maximum(x.half(), y.bfloat16()),
            (x * 1.1).half().bfloat16().float(),
            (x * 1.1).bfloat16().half().float(),
        ),
        # Next to float64, torch-mlir would convert everything to linalg, where its tanh is another one.
        "gelu": lambda x, y: (
            torch.nn.functional.gelu(x, approximate="tanh"),
            torch.nn.functional.gelu(x.double(), approximate="tanh"),
            torch.nn.functional.gelu(x),
        ),
    }
    x = torch.tensor([-3.5, -1.0, -0.25, -0.0, 0.0, 0.5, 1.0, 2.25, 3.5, 0.75])
    check(functions, x, torch.tensor([1.0, 2.0, 3.0, -2.0, 4.0, -7.5, 0.1, 2.5, 6.0, -1.0]))


def test_other_forms_of_sums_and_places() -> None:
    mask = torch.tensor([[True, False, True], [False, True, True], [True, False, False], [False, False, True]])
    functions: Functions = {
        "addmv": lambda x, m: torch.addmv(x[:, 0], x, x[0], beta=0.5, alpha=2.0),
        "addbmm": lambda x, m: torch.addbmm(x[:2, :2], x.reshape(2, 2, 3), x.reshape(2, 3, 2), alpha=0.5),
        "histc": lambda x, m: torch.histc(x, 4, -1, 1),
        "index_fill": lambda x, m: (x.index_fill(1, torch.tensor([0, -1]), 3.0), x.index_fill(0, torch.tensor([1]), 2)),
        "index_reduce": lambda x, m: [
            torch.index_reduce(x, 0, torch.tensor([1, 3, 1]), x[1:], mode) for mode in ("prod", "mean", "amax", "amin")
        ],
        "put": lambda x, m: torch.put(x, torch.tensor([[0, 5], [3, 11]]), x[:2, :2]),
        "masked_scatter": lambda x, m: x.masked_scatter(m, -x),
        "nanmedian": lambda x, m: (torch.nanmedian(torch.where(m, math.nan, x)), torch.nanmedian(x / m, 1)),
        "det": lambda x, m: (torch.linalg.det(x[:3]), torch.linalg.slogdet(x[1:]), torch.linalg.det(x[:2, :2] * m[:2, :2])),
        "embedding_bag": lambda x, m: [
            torch.nn.functional.embedding_bag(torch.tensor([3, 0, 2, 3, 1]), x, torch.tensor([0, 3, 3]), mode=mode)
            for mode in ("sum", "mean", "max")
        ],
        "mode": lambda x, m: (torch.mode(torch.round(x), 0), torch.mode(m.to(torch.int32), 1)),
        "searchsorted": lambda x, m: (
            torch.searchsorted(torch.tensor([-1.0, 0.0, 0.0, 0.5]), x, right=True),
            torch.searchsorted(torch.sort(x, 1)[0], x, out_int32=True),
            torch.bucketize(x, torch.tensor([-1.0, 0.5])),
        ),
        "affine_grid": lambda x, m: (
            torch.nn.functional.affine_grid(x[:2].reshape(1, 2, 3), [1, 1, 3, 4], align_corners=False),
            torch.nn.functional.affine_grid(x.reshape(1, 3, 4), [1, 1, 2, 1, 3], align_corners=True),
        ),
        "avg_pool3d": lambda x, m: torch.nn.functional.avg_pool3d(x.reshape(1, 2, 2, 3), (1, 2, 2), 1, (0, 1, 0)),
        "fft2": lambda x, m: torch.view_as_real(torch.fft.fft2(torch.complex(x, -x).reshape(2, 2, 3))),
    }
    check(functions, torch.randn(4, 3), mask)


def test_circular_padding_copies_what_is_defined() -> None:
    """The check compares the results of all kernels, also corners that others replace."""
    model, x = torch.nn.CircularPad2d(1), torch.randn(1, 2, 4, 5)
    module = tirc.compile(model, (x,), check="fast")
    assert numpy.array_equal(next(iter(module.run(x.numpy()).values())), model(x).numpy())


def test_uint8_beside_other_types() -> None:
    functions: Functions = {
        "cat": lambda x, y: (torch.cat((x, y)), torch.stack((y, x)), torch.cat((x, y.float()))),
        "where": lambda x, y: (torch.where(y > 0, x, y), torch.where(y > 0, x, 0.5)),
    }
    check(functions, torch.tensor([0, 127, 128, 255], dtype=torch.uint8), torch.tensor([-128, 1, 0, 127], dtype=torch.int8))


class Constants(torch.nn.Module):  # type: ignore[misc]
    """Compares constants, and a tensor with itself and, by its signs, with zero; products with 0 keep NaN."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("small", torch.tensor([0.1, 0.1]))
        self.register_buffer("wide", torch.tensor(0.1, dtype=torch.float64))
        self.register_buffer("large", torch.full((100,), 0.1))

    def forward(self, x: Any) -> Any:
        numbers = [self.small < 0, (self.wide < 0) | (x > 0), self.wide * 2 >= 0.3, self.large < 0, self.large > 0.05]
        numbers += [torch.sign(self.wide), torch.sgn(self.wide.reshape(1)) + x[:1]]
        own = [compare(x, x) for compare in (torch.eq, torch.le, torch.ge, torch.ne, torch.lt)]
        products = [torch.signbit(product) for product in (x * 0, x * torch.zeros(2, 1))] + [(x * 0.0).isnan()]
        return [value.clone() for value in (*numbers, *own, torch.signbit(x[:4]), *(each[..., :3] for each in products))]


def test_comparisons_of_constants_and_of_a_tensor_with_itself() -> None:
    model, x = Constants(), torch.tensor([1.0, math.nan, -1.0, -0.0, -math.nan])
    got = tirc.compile(model, (x,), **FOR_A_RUN).run(x.numpy()).values()
    assert [value.tolist() for value in got] == [value.tolist() for value in model(x)]
