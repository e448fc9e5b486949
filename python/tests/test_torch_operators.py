# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of PyTorch that the importer writes as others, against PyTorch. Operators of one kind share a module,
because torch.export takes seconds."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy
import pytest
from models import FOR_A_RUN

import tirc
from tirc.importers import FrontEndError

torch: Any = pytest.importorskip("torch", reason="needs tirc[torch]")
pytest.importorskip("torch_mlir", reason="needs tirc[torch]")

from torch import nn  # noqa: E402  what follows needs the package

Functions = Mapping[str, Callable[..., Any]]
Module: Any = nn.Module


pytestmark = pytest.mark.usefixtures("repeatable_torch")


class Several(Module):  # type: ignore[misc]
    """Returns the results of several functions of the same inputs, by their names."""

    def __init__(self, functions: Functions) -> None:
        super().__init__()
        self.functions = functions

    def forward(self, *inputs: Any) -> dict[str, Any]:
        results = {}
        for name, function in self.functions.items():
            for number, result in enumerate(torch.utils._pytree.tree_leaves(function(*inputs))):
                # The outputs of a module have to be different tensors.
                results[f"{name}_{number}"] = result.clone()
        return results


def check(functions: Functions, *inputs: Any) -> tirc.Module:
    model = Several(functions)
    module = tirc.compile(model, inputs, **FOR_A_RUN)
    got = module.run(*(value.numpy() for value in inputs))
    wrong = {}
    for name, value in model(*inputs).items():
        wanted = value.numpy()
        assert got[name].shape == wanted.shape and got[name].dtype == wanted.dtype, name
        largest = max(1.0, float(abs(numpy.nan_to_num(wanted, posinf=0, neginf=0)).max()))
        if not numpy.allclose(got[name], wanted, rtol=1e-5, atol=1e-6 * largest, equal_nan=True):
            wrong[name] = got[name], wanted
    assert wrong == {}
    return module


SORTING: Functions = {
    "topk": lambda x: torch.topk(x, 3),
    "topk_first_dimension": lambda x: torch.topk(x, 2, 0, largest=False),
    "sort": lambda x: torch.sort(x, dim=1, stable=True),
    "sort_down": lambda x: torch.sort(x, dim=1, descending=True, stable=True),
    "argsort": lambda x: torch.argsort(x, dim=-1, stable=True),
    "kthvalue": lambda x: torch.kthvalue(x, 4, 1, keepdim=True),
    "median": lambda x: torch.median(x),
    "median_of_rows": lambda x: torch.median(x, -1),
}


@pytest.mark.parametrize("is_integer", [False, True])
def test_sorting(is_integer: bool) -> None:
    # PyTorch chooses any of equal numbers, so that all are different.
    x = torch.randperm(3 * 5 * 7).reshape(3, 5, 7) - 50
    check(SORTING, x.to(torch.int32) if is_integer else x / 4)


def test_nan_is_the_greatest_number() -> None:
    x = torch.tensor([[3.0, math.nan, -math.inf, 7.0, math.inf], [0.0, -1.0, 5.0, 2.0, 1.0]])
    functions: Functions = {name: SORTING[name] for name in ("topk", "sort", "sort_down", "kthvalue", "median_of_rows")}
    functions["place"] = lambda x: (torch.argmax(x, 1), torch.argmin(x), torch.min(x, 0), torch.argmin(x.half(), 0))
    check(functions, x)


INDEX = torch.tensor([[0, 3, 3, 1], [2, 2, 0, 4]])
SCATTERING: Functions = {
    "scatter": lambda x, s: x.scatter(1, torch.tensor([[0, 3, 4, 1], [2, 1, 0, 4]]), s),
    "scatter_first_dimension": lambda x, s: x.scatter(0, torch.tensor([[2, 1, 0, 2]]), s),
    "scatter_number": lambda x, s: x.scatter(1, INDEX, 7.5),
    "scatter_add": lambda x, s: x.scatter_add(1, INDEX, s),
    **{
        f"scatter_{reduction}_{own}": lambda x, s, reduction=reduction, own=own: x.scatter_reduce(
            1, INDEX, s, reduction, include_self=own
        )
        for reduction in ("sum", "prod", "mean", "amax", "amin")
        for own in (True, False)
    },
    "index_put": lambda x, s: x.index_put((torch.tensor([2, -3]), torch.tensor([0, 4])), s[0, :2]),
    "index_put_rows": lambda x, s: x.index_put((torch.tensor([1, -1, 1]),), x[:3] * 2, accumulate=True),
    "index_put_columns": lambda x, s: torch.ops.aten.index_put(x, [None, torch.tensor([4, 0])], s[0, :2]),
    "masked": lambda x, s: torch.index_put(x, (x > 0.25,), torch.tensor(-9.0)),
    "index_add": lambda x, s: x.index_add(1, torch.tensor([1, 1, 4]), x[:, :3]),
    "index_copy": lambda x, s: x.index_copy(0, torch.tensor([2, 0]), x[1:]),
}


def test_scattering() -> None:
    check(SCATTERING, torch.randn(3, 5), torch.randn(2, 4))


def test_running_results_and_other_forms() -> None:
    functions: Functions = {
        "cumsum": lambda x: torch.cumsum(x, 1),
        "cumsum_of_integers": lambda x: torch.cumsum((x * 9).to(torch.int32), 2),
        "cumprod": lambda x: torch.cumprod(x, -1),
        "cummax": lambda x: torch.cummax(x, 1),
        "cummin": lambda x: torch.cummin(x, 0),
        "roll": lambda x: torch.roll(x, (1, -2), (0, 2)),
        "roll_all": lambda x: torch.roll(x, 11),
        "fold": lambda x: nn.functional.fold(x.reshape(1, 8, 12), (4, 5), 2),
        "fold_apart": lambda x: nn.functional.fold(x.reshape(1, 6, 16)[..., :12], (7, 6), (3, 2), 1, (1, 1), (3, 2)),
        "fold_with_a_rest": lambda x: nn.functional.fold(x[:1, :3, :6], (7, 7), (1, 3), (2, 1), (1, 0), (3, 3)),
        "nearest": lambda x: nn.functional.interpolate(x[None], scale_factor=2.3, mode="nearest"),
        "nearest_of_each": lambda x: nn.functional.interpolate(x[None], scale_factor=(1.3, 2.0), mode="nearest"),
        "hypot_with_a_number": lambda x: torch.hypot(x.half(), torch.tensor(1.5)),
        "euclidean": lambda x: torch.cdist(x, x + 1),
        "city": lambda x: torch.cdist(x, x.flip(1), p=1.0),
        "farthest": lambda x: torch.cdist(x, x.flip(1), p=math.inf),
        "pdist": lambda x: [nn.functional.pdist(x[0].double(), p) for p in (0.0, 1.0, 2.0, 2.5, math.inf)],
        "pdist_of_few": lambda x: nn.functional.pdist(x[0, :2]),
        "dist": lambda x: [torch.dist(x, x[1], p) for p in (0, 1, 2, 3, -1, math.inf, -math.inf)],
        "diagonal": lambda x: torch.diagonal(x, 1, 0, 2),
        "diagonal_scatter": lambda x: x.diagonal_scatter(x[0, :, :2].t().reshape(4, 2), -1, 2, 0),
        "diag_embed": lambda x: torch.diag_embed(x[0], -1),
    }
    check(functions, torch.randn(2, 4, 12))


def test_infinity_off_the_diagonal() -> None:
    functions: Functions = {
        "diagonal": lambda x: torch.diagonal(x, 1, 0, 2),
        "below": lambda x: torch.diagonal(x, -1, 2, 1),
        "diag": lambda x: torch.diag(x[0], 1),
        "trace": lambda x: torch.trace(x[1]),
        "einsum": lambda x: torch.einsum("bii->bi", x),
    }
    x = torch.randn(2, 3, 3)
    x[:, 2, 0] = math.inf
    check(functions, x)


def test_a_constant_never_has_the_numbers_of_another() -> None:
    # Each is gone before the next one is made, at the same address; any object stands for a tensor.
    from tirc_frontends.literals import Literals

    literals = Literals()
    for number in range(100):
        literal = literals.track({number})
        assert literal.is_empty
        literal.value = number


def test_true_is_greater_than_false() -> None:
    functions: Functions = {
        "less": lambda x, y, z: torch.lt(x, y),
        "at_least": lambda x, y, z: x >= y,
        "at_most_an_integer": lambda x, y, z: torch.le(x, z),
        "sum": lambda x, y, z: x + y,
        "maximum": lambda x, y, z: torch.maximum(x, y),
        "fmin": lambda x, y, z: torch.fmin(x, y),
        "amax": lambda x, y, z: torch.amax(x, 0),
        "least": lambda x, y, z: torch.min(y),
        "cummax": lambda x, y, z: torch.cummax(x, 0),
        "diagonal_scatter": lambda x, y, z: torch.diagonal_scatter(x.reshape(2, 2), z[:2] * 2),
    }
    x, y = torch.tensor([True, False, True, False]), torch.tensor([True, True, False, False])
    check(functions, x, y, torch.tensor([1, 0, -1, 2]))


def test_nan_survives_limits() -> None:
    """On linalg, torch-mlir chooses by comparisons, which NaN fails."""
    functions: Functions = {
        "clamp": lambda x, y: torch.clamp(x, -1, 1),
        "empty_clamp": lambda x, y: torch.clamp(x, 3, -1),
        "relu6": lambda x, y: nn.functional.relu6(x),
        "maximum": lambda x, y: torch.maximum(x, y),
        "minimum": lambda x, y: torch.minimum(y, x),
        "hypot": lambda x, y: torch.hypot(x, y),
        "chosen": lambda x, y: torch.where(x > y, x, y),
        "double": lambda x, y: torch.clamp(x.double(), None, 0.5),
    }
    x, y = torch.tensor([math.nan, 0.5, math.nan, 3, -2]), torch.tensor([0.5, math.nan, math.nan, 7, 1])
    check(functions, x, y)


LIMITS: Functions = {
    "relu": torch.relu,
    "relu_of_half": lambda x: torch.relu(x.half()),
    "clamp_min": lambda x: torch.clamp(x, min=-1),
    "clamp_max": lambda x: torch.clamp(x, max=1),
    "clamp_to_infinity": lambda x: torch.clamp(x, 0, math.inf),
    "clamp_min_of_tensor": lambda x: torch.clamp(x, min=torch.flip(x, [0])),
    "clamp_max_of_tensor": lambda x: torch.clamp(x, max=torch.flip(x, [0])),
    "largest_as_max": lambda x: torch.clamp(x, max=torch.finfo(torch.float32).max),
    "hardswish": nn.functional.hardswish,
}


@pytest.mark.parametrize("kind", [torch.float32, torch.float64])
def test_infinity_without_a_limit(kind: Any) -> None:
    """In TOSA, and on linalg."""
    x = torch.tensor([math.inf, -math.inf, math.nan, 0.5, -7.0, 7.0, torch.finfo(torch.float32).max], dtype=kind)
    got = tirc.compile(Several(LIMITS), (x,), **FOR_A_RUN).run(x.numpy())
    for name, function in LIMITS.items():
        numpy.testing.assert_allclose(got[f"{name}_0"], function(x).numpy(), rtol=1e-6, err_msg=name)


def test_small_numbers_beside_1() -> None:
    functions: dict[str, Any] = {
        "log1p": torch.log1p,
        "expm1": torch.expm1,
        "elu": nn.functional.elu,
        "celu": lambda x: nn.functional.celu(x, 0.5),
        "selu": nn.functional.selu,
        "softplus": lambda x: nn.functional.softplus(torch.log(x.abs())),
        "log_sigmoid": lambda x: nn.functional.logsigmoid(-torch.log(x.abs())),
    }
    x = torch.tensor([1e-7, -1e-7, 3e-20, 0.5, -0.9, 20.0, math.inf])
    (one,) = (tirc.compile(Several(functions), (x,), **FOR_A_RUN).run(x.numpy()),)
    for name, function in functions.items():
        numpy.testing.assert_allclose(one[f"{name}_0"], function(x).numpy(), rtol=2e-6, err_msg=name)


def test_numbers_that_torch_mlir_rounds() -> None:
    functions: Functions = {
        "difference": lambda x, y, z: 0.1 - x,
        "scaled_difference": lambda x, y, z: torch.rsub(x, 0.1, alpha=3),
        "negative": lambda x, y, z: -y,
        "least_integer": lambda x, y, z: torch.copysign(y.to(torch.int32), x),
        "negative_least_integer": lambda x, y, z: -z,
        "mean": lambda x, y, z: torch.mean(x.half(), 0, dtype=torch.float64),
        "quotient": lambda x, y, z: torch.div(y.to(torch.int32) % 4096, x.half(), rounding_mode="trunc"),
        "norm_of_zeros": lambda x, y, z: nn.functional.rms_norm(x * 0, [3]),
        "norm": lambda x, y, z: nn.functional.rms_norm(x.half(), [3], weight=x.half()),
    }
    x, y = torch.tensor([0.3, 1.7, -2.9]).double() + 1e-9, torch.tensor([9223372036854775806, 2047, -7])
    z = torch.tensor([-(1 << 31), 5, -1], dtype=torch.int32)
    got = tirc.compile(Several(functions), (x, y, z), **FOR_A_RUN).run(x.numpy(), y.numpy(), z.numpy())
    for name, value in Several(functions)(x, y, z).items():
        kind = numpy.finfo(value.numpy().dtype) if value.is_floating_point() else None
        numpy.testing.assert_allclose(got[name], value.numpy(), rtol=4 * kind.eps if kind else 0, err_msg=name)


def test_places_of_maxima_in_padding() -> None:
    pool = {"padding": 1, "return_indices": True}
    functions: Functions = {
        "line": lambda x: nn.functional.max_pool1d(x[0], 3, 2, **pool),
        "image": lambda x: nn.functional.max_pool2d(x, 3, 2, dilation=2, **pool),
        "nan": lambda x: nn.functional.max_pool2d(x[:, :1] * 0, 3, 1, **pool),
        "end": lambda x: nn.functional.max_pool2d(x, 3, 3, ceil_mode=True, return_indices=True),
        "volume": lambda x: nn.functional.max_pool3d(x[None], 2, **pool),
        "integers": lambda x: nn.functional.max_pool3d(torch.where(x > 0, 1, 0)[None].to(torch.int32), 2, **pool),
    }
    x = torch.full((2, 3, 6, 8), -math.inf)
    x[:, :, 3, 5] = 1
    check(functions, x)


def test_uint8_is_unsigned() -> None:
    functions: Functions = {
        "sum": lambda x, y: x.sum(),
        "greater": lambda x, y: x > y,
        "greater_than_a_number": lambda x, y: x >= 200,
        "wrapping_sum": lambda x, y: x + y,
        "wrapping_product": lambda x, y: x * 3,
        "quotient": lambda x, y: torch.div(x, y, rounding_mode="floor"),
        "maximum": lambda x, y: torch.maximum(x, y),
        "argmax": lambda x, y: x.argmax(1),
        "float": lambda x, y: x.float() / 255,
        "constant": lambda x, y: x.float() * torch.tensor([[250]], dtype=torch.uint8),
        "float_of_constant": lambda x, y: x + torch.tensor([[250]], dtype=torch.uint8).float(),
        "from_float": lambda x, y: (x.float() * 0.75).to(torch.uint8),
        # Results that are constants.
        "filled": lambda x, y: x.new_full((2, 3), 250),
        "constant_result": lambda x, y: (x + 1, torch.tensor([[1, 250]], dtype=torch.uint8)),
        "sorted": lambda x, y: torch.sort(x, dim=1, stable=True),
        "either": lambda x, y: x | 3,
        "moved": lambda x, y: torch.cat((x, y)).t(),
    }
    x, y = (torch.randint(1, 256, (4, 9), dtype=torch.uint8) for _ in range(2))
    module = check(functions, x, y)
    assert all(tensor.dtype == "uint8" for tensor in module.inputs)


class Rotary(Module):  # type: ignore[misc]
    """Has complex constants, and one that it does not save."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("turns", torch.polar(torch.ones(6, 4), torch.randn(6, 4)))
        self.register_buffer("scale", torch.rand(8), persistent=False)

    def forward(self, x: Any) -> Any:
        turned = torch.view_as_complex((x * self.scale).reshape(2, 6, 4, 2)) * self.turns
        return torch.view_as_real(turned).flatten(2)


def test_complex_constants() -> None:
    model, x = Rotary(), torch.randn(2, 6, 8)
    (got,) = tirc.compile(model, (x,), **FOR_A_RUN).run(x.numpy()).values()
    assert numpy.allclose(got, model(x), rtol=1e-5, atol=1e-6)


def real(value: Any) -> Any:
    return torch.view_as_real(value)


def test_complex_arithmetic() -> None:
    functions: Functions = {
        "sum": lambda x, z: real((z + 2 - z.flip(0) * 3j).sum(0)),
        "product": lambda x, z: real(z * x[0] * z.conj()),
        "quotient": lambda x, z: real(z / (z + 2j) + 1 / z),
        "matrix_product": lambda x, z: real(z @ z.transpose(-1, -2)),
        "length": lambda x, z: (z.abs(), z.angle(), (z**2).imag, torch.exp(z).real),
        "joined": lambda x, z: real(torch.cat([z, torch.where(x > 0, z, z * 1j)])[:, 1:]),
        "separated": lambda x, z: [part.real for part in z.split(1)],
        "running_sum": lambda x, z: real(torch.cumsum(z, 1)),
        "padded": lambda x, z: real(nn.functional.pad(z, (1, 2), value=3.0)),
        "created": lambda x, z: real(torch.complex(x, -x) + torch.polar(x.abs(), x)),
    }
    pairs: Functions = {
        name: lambda x, y, function=function: function(x, torch.view_as_complex(y))
        for name, function in functions.items()
    }
    check(pairs, torch.randn(2, 3, 4), torch.randn(2, 3, 4, 2))


def test_fourier_transforms() -> None:
    window = torch.hann_window(16)
    functions: Functions = {
        "rfft": lambda x: real(torch.fft.rfft(x, norm="ortho")),
        "rfft_of_another_size": lambda x: torch.fft.irfft(torch.fft.rfft(x, 7, 0), 7, 0),
        "filter": lambda x: torch.fft.irfft(torch.fft.rfft(x) * (2 + 1j)),
        "fft": lambda x: real(torch.fft.ifft(torch.fft.fft(x) * torch.fft.fft(x + 1, dim=-1))),
        "fft2": lambda x: real(torch.fft.fft2(x)),
        "rfft2": lambda x: torch.fft.irfft2(torch.fft.rfft2(x).conj() * 0.5),
        "spectrogram": lambda x: torch.log(
            torch.stft(x, 16, 8, window=window, return_complex=True).abs().pow(2) + 1e-3
        ),
        "whole_stft": lambda x: torch.stft(
            x, 12, 4, 10, window[:10], normalized=True, onesided=False, return_complex=False
        ),
        "istft": lambda x: torch.istft(
            torch.stft(x, 16, 4, window=window, return_complex=True) * 0.5, 16, 4, window=window, length=60
        ),
    }
    check(functions, torch.randn(2, 64))


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (
            lambda x: torch.tan(torch.fft.fft(x)).abs(),
            "'tan': aten.tan: it computes with complex numbers, for which this",
        ),
        (torch.fft.fft, "output 'clone' has complex numbers; expected real ones: return torch.view_as_real"),
        (
            lambda x: torch.cond(x.sum() > 0, lambda x: x + 1, lambda x: x - 1, (x,)),
            "'cond': torch.cond: it runs graphs of its own; expected only operators: choose between results",
        ),
        (
            lambda x: torch.bincount(x.flatten().to(torch.int64), minlength=3),
            "'bincount': aten.bincount: the size of its result depends on numbers that are known only at run time; expected",
        ),
        (
            lambda x: x.to(torch.float8_e4m3fn).float(),
            "aten.to: it computes in floats of 8 bits; expected floats of at least 16 bits, or quantised",
        ),
    ],
)
def test_what_no_target_has_is_refused(function: Any, message: str) -> None:
    with pytest.raises(FrontEndError, match=message):
        tirc.compile(Several({"result": function}), (torch.ones(4, 4),))


def test_forms_that_the_campaign_found() -> None:
    def pool(x: Any, *options: Any, kind: Any = torch.int64, **more: Any) -> Any:
        return nn.functional.max_pool3d((x.reshape(1, 2, 5, 4, 3) * 9).to(kind), *options, **more)

    functions: Functions = {
        "cut": lambda x, one: (nn.functional.pad(x, (2, -1, -1, 1)), nn.functional.pad(x.half(), (-1, 0), value=-1.5)),
        "first": lambda x, one: (torch.argmax(one), torch.argmin(one.to(torch.int16))),
        "joined": lambda x, one: torch.cat([x > 0, x.abs().to(torch.uint8)]),
        "constants": lambda x, one: (torch.cat([x, torch.ones(2, 12)]), torch.stack([x, torch.zeros(10, 12)])),
        "places": lambda x, one: (x[torch.tensor([3, 0])], x[:, torch.tensor([[1, 0], [-1, 5]])]),
        "chosen": lambda x, one: torch.where(x > 0, x > 1, x.abs().to(torch.uint8)),
        "pool": lambda x, one: pool(x, 2, kind=torch.int16, ceil_mode=True),
        "sums_of_integers": lambda x, one: [(2.6 * x).half().sum(dtype=k) for k in (torch.int64, torch.int32)],
        "rounded": lambda x, one: [torch.round(x.to(k), decimals=2).float() for k in (torch.bfloat16, torch.half)],
        "dilated": lambda x, one: pool(x, (3, 1, 2), 2, (1, 0, 1), (2, 2, 1), ceil_mode=True),
    }
    check(functions, torch.randn(10, 12) * 3, torch.tensor(2.5))


def test_words_limits_and_pools_without_a_batch() -> None:
    def integers(x: Any, kind: Any) -> Any:
        return torch.clamp(x * 20, -128, 127).to(torch.int32).to(kind)

    functions: Functions = {
        "words": lambda x: [x.view(torch.int32), x.double().view(torch.int64), x.half().view(torch.int16)],
        "floats": lambda x: [integers(x, torch.int32).view(torch.float32), integers(x, torch.int8).view(torch.uint8)],
        "limits": lambda x: [
            torch.clamp(integers(x, k), *limits)
            for k in (torch.int8, torch.uint8, torch.int64)
            for limits in ((-1.5, 2.5), (None, 3.0), (0.5, None), (-2, 7.25))
        ],
        "numbers": lambda x: [
            integers(x, torch.int64) + each(integers(x, torch.int8))
            for each in (lambda i: i * 2, lambda i: i - 3, lambda i: 3 - i, lambda i: i % -3)
        ],
        "blocks": lambda x: torch.block_diag(x, x[0], x > 0),
        "one": lambda x: torch.max(x[0, 0], 0),
        "pools": lambda x: [
            nn.functional.max_pool1d(x, 2, return_indices=True),
            nn.functional.max_pool2d(x[None].double(), 2, return_indices=True),
            nn.functional.avg_pool2d(x[None].double(), 3, 2, 1),
            nn.functional.adaptive_max_pool2d(x[None], (2, 3), return_indices=True),
        ],
    }
    check(functions, torch.randn(6, 12) * 3)


class Narrow(Module):  # type: ignore[misc]
    """Has weights in floats of 8 bits, as torchao.quantization.Float8WeightOnlyConfig makes them."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("weight", torch.randn(6, 4).to(torch.float8_e4m3fn))
        self.register_buffer("scale", torch.rand(4) + 0.5)

    def forward(self, x: Any) -> Any:
        return x @ (self.weight.t().t().to(torch.float32) * self.scale)


def test_weights_in_floats_of_8_bits() -> None:
    model, x = Narrow(), torch.randn(3, 6)
    (got,) = tirc.compile(model, (x,), **FOR_A_RUN).run(x.numpy()).values()
    assert numpy.allclose(got, model(x).numpy(), rtol=1e-6)


def test_work_that_would_take_minutes_is_refused() -> None:
    message = r"^Several.pt2: 'sort': aten.sort: it needs 81000000 comparisons; expected at most 16777216: make its tensors smaller$"
    with pytest.raises(FrontEndError, match=message):
        tirc.compile(Several({"sorted": torch.sort}), (torch.ones(9000),))


def test_a_mask_that_takes_several_numbers_is_refused() -> None:
    def put(x: Any) -> Any:
        return x.index_put((x > 0,), torch.arange(4.0))

    with pytest.raises(
        FrontEndError, match="'index_put': aten.index_put: it puts several numbers where a mask is true"
    ):
        tirc.compile(Several({"put": put}), (torch.ones(4),))


def test_copies_of_parts() -> None:
    """Operators that copy what others only show, as ExecuTorch's quantizers write them."""
    ops = torch.ops.aten
    check(
        {
            "select": lambda x: ops.select_copy.int(x, 1, 2) + 1,
            "slice": lambda x: ops.slice_copy.Tensor(x, 1, 1, 3) + 1,
            "permute": lambda x: ops.permute_copy.default(x, [1, 0, 2]) + 1,
            "view": lambda x: ops.view_copy.default(x, [6, 4]) + 1,
            "squeeze": lambda x: ops.squeeze_copy.dims(ops.unsqueeze_copy.default(x, 0), [0]) + 1,
        },
        torch.randn(2, 3, 4),
    )
