# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fourier transforms as products with matrices."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
import torch.export

from .complex_numbers import Pair, minus, pair_of, plus
from .emitter import Emitter

_aten: Any = torch.ops.aten


def _stft(
    x: Any,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Any = None,
    normalized: bool = False,
    onesided: bool | None = None,
    return_complex: bool | None = None,
    align_to_window: bool | None = None,
) -> Any:
    frames = x.unfold(-1, n_fft, hop_length or n_fft // 4)
    window = _framed_window(window, n_fft, win_length or n_fft, x)
    norm = "ortho" if normalized else "backward"
    is_half = onesided is None or onesided
    result = (torch.fft.rfft if is_half else torch.fft.fft)(frames * window, norm=norm)
    result = result.transpose(-1, -2)
    return result if return_complex else torch.view_as_real(result)


def _istft(
    x: Any,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Any = None,
    center: bool = True,
    normalized: bool = False,
    onesided: bool | None = None,
    length: int | None = None,
    return_complex: bool = False,
) -> Any:
    if return_complex:
        return NotImplemented
    hop, shape = hop_length or n_fft // 4, x.shape
    norm = "ortho" if normalized else "backward"
    frames = x.reshape(-1, *shape[-2:]).transpose(-1, -2)
    if onesided is None or onesided:
        frames = torch.fft.irfft(frames, n_fft, norm=norm)
    else:
        frames = torch.fft.ifft(frames, norm=norm).real
    window = _framed_window(window, n_fft, win_length or n_fft, frames)
    size = n_fft + hop * (shape[-1] - 1)

    def added(values: Any) -> Any:
        parts = values.transpose(-1, -2)
        return torch.nn.functional.fold(parts, (1, size), (1, n_fft), stride=(1, hop)).reshape(-1, size)

    weights = added((window * window).expand(1, shape[-1], n_fft))
    start = n_fft // 2 if center else 0
    end = start + length if length is not None else size - start
    parts = (values[:, start : min(end, size)] for values in (added(frames * window), weights))
    found = torch.nn.functional.pad(torch.div(*parts), (0, max(0, end - size)))
    return found.reshape(*shape[:-2], end - start)


def _framed_window(window: Any, size: int, length: int, x: Any) -> Any:
    """Returns a window in the middle of a frame."""
    if window is None:
        window = torch.ones((length,), dtype=x.dtype)
    left = (size - length) // 2
    return torch.nn.functional.pad(window, (left, size - length - left))


def _matrices(
    emit: Emitter, rows: int, columns: int, size: int, weights: Any, is_forward: bool
) -> tuple[Any, Any]:
    """Returns the real and the imaginary parts of the factors by which a row's number takes part in a column's."""
    numbers = torch.outer(torch.arange(rows), torch.arange(columns)) % size
    angles = numbers.to(torch.float64) * ((-2 if is_forward else 2) * math.pi / size)
    kind = emit.node.args[0].meta["val"].dtype
    kind = kind.to_real() if kind.is_complex else kind
    # The ratios of right angles are exact, so that real numbers have real sums.
    quarters, is_right = 4 * numbers // size, torch.eq(4 * numbers % size, 0)
    cosine = torch.where(is_right & torch.eq(quarters % 2, 1), 0.0, torch.cos(angles))
    sine = torch.where(is_right & torch.eq(quarters % 2, 0), 0.0, torch.sin(angles))
    real, imaginary = (emit.constant((weights * ratios).to(kind)) for ratios in (cosine, sine))
    return real, imaginary


def _product(emit: Emitter, x: Any, matrix: Any) -> Any:
    """Multiplies the last dimension with a matrix."""
    if x is None:
        return None
    shape = list(x.meta["val"].shape)
    if not x.meta["val"].is_contiguous():
        x = emit(_aten.clone.default, x, memory_format=torch.contiguous_format)
    rows = emit(_aten.view.default, x, [math.prod(shape[:-1]), shape[-1]])
    result = emit(_aten.mm.default, rows, matrix)
    return emit(_aten.view.default, result, [*shape[:-1], matrix.meta["val"].shape[1]])


def _shape(x: Pair) -> Any:
    return next(part for part in x if part is not None).meta["val"].shape


def _swapped(emit: Emitter, x: Pair, dim: int) -> Pair:
    """Swaps a dimension and the last one."""
    rank = len(_shape(x))
    if dim % rank == rank - 1:
        return x
    order = list(range(rank))
    order[dim], order[-1] = order[-1], order[dim]
    return Pair(*(None if part is None else emit(_aten.permute.default, part, order) for part in x))


def _scale(normalization: int, size: int) -> float:
    """Returns what a transform along a dimension is multiplied by: 0 is nothing, 1 the root of the size, 2 the size."""
    return (1.0, 1 / math.sqrt(size), 1 / size)[normalization]


def _transformed(emit: Emitter, x: Pair, dim: int, normalization: int, is_forward: bool, count: int | None = None) -> Pair:
    """Transforms a dimension, of whose results it computes the first ones."""
    x = _swapped(emit, x, dim)
    size = _shape(x)[-1]
    cosine, sine = _matrices(emit, size, count or size, size, _scale(normalization, size), is_forward)
    real, imaginary = x
    return _swapped(
        emit,
        Pair(
            minus(emit, _product(emit, real, cosine), _product(emit, imaginary, sine)),
            plus(emit, _product(emit, imaginary, cosine), _product(emit, real, sine)),
        ),
        dim,
    )


def _c2c(emit: Emitter, x: Any, dims: Sequence[int], normalization: int, forward: bool) -> Pair:
    result = pair_of(x)
    for dim in dims:
        result = _transformed(emit, result, dim, normalization, forward)
    return result


def _r2c(emit: Emitter, x: Any, dims: Sequence[int], normalization: int, onesided: bool) -> Pair:
    last = dims[-1]
    count = x.meta["val"].shape[last] // 2 + 1 if onesided else None
    result = _transformed(emit, Pair(x, None), last, normalization, True, count)
    return _c2c(emit, result, dims[:-1], normalization, True)


def _c2r(emit: Emitter, x: Any, dims: Sequence[int], normalization: int, size: int) -> Any:
    *others, last = dims
    value = _swapped(emit, _c2c(emit, x, others, normalization, False), last)
    # Those that are not there are the conjugates of these, so that most of these count twice.
    count = size // 2 + 1
    weights = torch.full((count, 1), 2 * _scale(normalization, size), dtype=torch.float64)
    weights[0] /= 2
    if size % 2 == 0:
        weights[-1] /= 2
    cosine, sine = _matrices(emit, count, size, size, weights, False)
    real, imaginary = (
        None if part is None else emit(_aten.slice.Tensor, part, -1, 0, count) for part in value
    )
    result = minus(emit, _product(emit, real, cosine), _product(emit, imaginary, sine))
    return _swapped(emit, Pair(result, None), last).real


_NAMES = ["fft", "fft2", "fftn", "fftshift", "hfft", "ifft", "ifft2", "ifftn", "ifftshift", "ihfft", "irfft", "irfft2", "irfftn", "rfft", "rfft2", "rfftn"]
_OPERATORS = [getattr(_aten, f"fft_{name}").default for name in _NAMES]
# torch-mlir's table keeps these operators, which PyTorch defines by the three below. PyTorch finds the definitions only
# before a table that has these operators is in use.
_DEFAULTS = torch.export.default_decompositions()
TABLE = {_aten.istft.default: _istft, _aten.stft.default: _stft, **{operator: _DEFAULTS[operator] for operator in _OPERATORS}}
RULES = {"_fft_c2c": _c2c, "_fft_c2r": _c2r, "_fft_r2c": _r2c}
