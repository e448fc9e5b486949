# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Other operators, as compositions of those that torch-mlir converts."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy
import torch

from .work import check_work, limit

_aten: Any = torch.ops.aten


def _zeros(sizes: Sequence[int], *, dtype: Any = None, **_: Any) -> Any:
    """Of what nothing has been written to yet: circular padding copies its corners before they have their numbers."""
    return torch.full(tuple(sizes), 0, dtype=dtype or torch.get_default_dtype())


def _roll(x: Any, shifts: Sequence[int], dims: Sequence[int] = ()) -> Any:
    shape = x.shape
    if not dims:
        x, dims = x.reshape(-1), (0,)
    for shift, dim in zip(shifts, dims, strict=True):
        size = x.shape[dim]
        if count := shift % size:
            x = torch.cat((x.narrow(dim, size - count, count), x.narrow(dim, 0, size - count)), dim)
    return x.reshape(shape)


def _col2im(
    x: Any,
    output_size: Sequence[int],
    kernel_size: Sequence[int],
    dilation: Sequence[int],
    padding: Sequence[int],
    stride: Sequence[int],
) -> Any:
    """Adds blocks where they overlap: a transposed convolution of each channel, whose filters have a single 1."""
    sizes = [size + 2 * pad for size, pad in zip(output_size, padding, strict=True)]
    windows = [step * (kernel - 1) + 1 for step, kernel in zip(dilation, kernel_size, strict=True)]
    blocks = [(size - window) // each + 1 for size, window, each in zip(sizes, windows, stride, strict=True)]
    rest = [(size - window) % each for size, window, each in zip(sizes, windows, stride, strict=True)]
    count = math.prod(kernel_size)
    channels = x.shape[-2] // count
    image = x.reshape(-1, x.shape[-2], *blocks)
    filters = torch.eye(count, dtype=x.dtype).reshape(count, 1, *kernel_size).repeat(channels, 1, 1, 1)
    none = [0] * len(rest)
    if not any(rest):
        result = _aten.convolution.default(image, filters, None, stride, padding, dilation, True, none, channels)
    else:
        # torch-mlir loses the sizes of some transposed convolutions that pad their result.
        result = _aten.convolution.default(image, filters, None, stride, none, dilation, True, none, channels)
        ends = [(-pad, more - pad) for pad, more in zip(padding, rest, strict=True)]
        result = torch.nn.functional.pad(result, [end for pair in reversed(ends) for end in pair])
    return result.reshape(*x.shape[:-2], channels, *output_size)


def _nearest(x: Any, output_size: Sequence[int] | None, scale_factors: Sequence[float] | None) -> Any:
    """Takes elements at places that follow from the factors. torch-mlir takes the quotient of the sizes, which differs
    from a factor that is not an integer."""
    if output_size or not scale_factors or all(float(factor).is_integer() for factor in scale_factors):
        return NotImplemented
    for axis, factor in enumerate(scale_factors, 2):
        size = x.shape[axis]
        count = int(size * factor)
        if count in (size, 2 * size):
            places = numpy.arange(count) // (count // size)
        else:
            places = numpy.floor(numpy.arange(count, dtype=numpy.float32) * numpy.float32(1 / factor))
        x = x.index_select(axis, torch.tensor(numpy.minimum(places, size - 1).astype(int).tolist()))
    return x


def _before(x: Any, dim: int) -> tuple[Any, Any]:
    """Returns, for each element along a dimension, all of them, and whether they are at its own place or before."""
    x = x.movedim(dim, -1)
    check_work(x.numel() * x.shape[-1])
    positions = torch.arange(x.shape[-1])
    return x.unsqueeze(-2), positions.unsqueeze(0) <= positions.unsqueeze(1)


def _cumsum(x: Any, dim: int, *, dtype: Any = None) -> Any:
    return _accumulated(x, dim, dtype, 0)


def _cumprod(x: Any, dim: int, *, dtype: Any = None) -> Any:
    return _accumulated(x, dim, dtype, 1)


def _accumulated(x: Any, dim: int, dtype: Any, neutral: int) -> Any:
    """Returns the sum, or the product, of the elements up to each place."""
    if x.is_complex():
        if neutral:
            return NotImplemented
        return torch.complex(_accumulated(x.real, dim, None, 0), _accumulated(x.imag, dim, None, 0))
    x = x.to(dtype or (x.dtype if x.is_floating_point() else torch.int64))
    if x.dim() == 0:
        return x.clone()
    elements, is_before = _before(x, dim)
    given = torch.where(is_before, elements, neutral)
    found = given.prod(-1, dtype=x.dtype) if neutral else given.sum(-1, dtype=x.dtype)
    return found.movedim(-1, dim)


def _running(x: Any, dim: int, is_greatest: bool) -> tuple[Any, Any]:
    """Returns the greatest or least element up to each place, and the last index where it is."""
    if x.dim() == 0:
        return x.clone(), torch.zeros((), dtype=torch.int64)
    if x.dtype == torch.bool:
        value, index = _running(x.to(torch.int32), dim, is_greatest)
        return value.to(torch.bool), index
    elements, is_before = _before(x, dim)
    given = torch.where(is_before, elements, limit(x.dtype, is_greatest))
    value = given.amax(-1) if is_greatest else given.amin(-1)
    is_found = torch.eq(elements, value.unsqueeze(-1))
    if x.is_floating_point():
        is_found = torch.logical_or(is_found, torch.ne(elements, elements))
    positions = torch.arange(elements.shape[-1], dtype=torch.int32)
    index = torch.where(torch.logical_and(is_before, is_found), positions, 0).amax(-1).to(torch.int64)
    return value.movedim(-1, dim), index.movedim(-1, dim)


def _cummax(x: Any, dim: int) -> tuple[Any, Any]:
    return _running(x, dim, True)


def _cummin(x: Any, dim: int) -> tuple[Any, Any]:
    return _running(x, dim, False)


def _norm(apart: Any, p: float) -> Any:
    """Returns the norm of absolute values along the last dimension."""
    if p == 0:
        return torch.ne(apart, 0).to(apart.dtype).sum(-1)
    if p == 1:
        return apart.sum(-1)
    if p == 2:
        return (apart * apart).sum(-1).sqrt()
    if abs(p) == math.inf:
        return apart.amax(-1) if p > 0 else apart.amin(-1)
    return apart.pow(p).sum(-1).pow(1 / p)


def _cdist(one: Any, other: Any, p: float, compute_mode: int | None = None) -> Any:
    return _norm((one.unsqueeze(-2) - other.unsqueeze(-3)).abs(), p)


def _pdist(x: Any, p: float = 2) -> Any:
    count = x.shape[0]
    pairs = count * (count - 1) // 2
    check_work(pairs * x.shape[1])
    # The rows of the pairs (0, 1), (0, 2), ..., (1, 2), ...
    one, other = torch.triu_indices(count, count, 1)
    return _norm((x.index_select(0, one) - x.index_select(0, other)).abs(), p)


def _dist(x: Any, y: Any, p: float = 2) -> Any:
    return _norm((x - y).abs().reshape(-1), p)


def _diagonal(x: Any, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Any:
    """Takes elements a row and a column apart. torch-mlir multiplies the others by 0, which infinity does not survive."""
    x = x.movedim((dim1, dim2), (-2, -1))
    rows, columns = x.shape[-2:]
    count = min(rows + min(0, offset), columns - max(0, offset))
    begin = offset if offset >= 0 else -offset * columns
    return x.flatten(-2)[..., begin : begin + count * (columns + 1) : columns + 1][..., : max(0, count)]


def _trace(x: Any) -> Any:
    return torch.diagonal(x).sum()


def _rms_norm(x: Any, shape: Sequence[int], weight: Any = None, eps: float | None = None) -> Any:
    """Takes the epsilon of the type where none is given. torch-mlir takes 0, and makes NaN of zeros."""
    if eps is not None:
        return NotImplemented
    mean = (x * x).mean(tuple(range(-len(shape), 0)), keepdim=True)
    x = x * torch.rsqrt(mean + torch.finfo(x.dtype).eps)
    return x if weight is None else x * weight


def _clamp(x: Any, min: Any = None, max: Any = None) -> Any:
    """Gives the upper limit where it is below the lower one, but for NaN, which torch-mlir loses. Compares integers with
    floats as floats."""
    if isinstance(min, float) or isinstance(max, float):
        kind = torch.result_type(x, 1.0)
        if x.dtype != kind:
            return torch.clamp(x.to(kind), min, max)
    if min is None or max is None or min <= max or not x.is_floating_point():
        return NotImplemented
    return torch.where(torch.ne(x, x), x, max)


def _difference_of_number(x: Any, number: Any, alpha: Any = 1) -> Any:
    """Subtracts float64 from a number, which torch-mlir would round to float32, and int8, for which it crashes."""
    if x.dtype not in (torch.float64, torch.int8) or (x.dtype == torch.int8 and isinstance(number, float)):
        return NotImplemented
    return torch.scalar_tensor(number, dtype=x.dtype) - (x * alpha if alpha != 1 else x)


def _neg(x: Any) -> Any:
    """Subtracts integers from 0. torch-mlir negates int64 through float64, and TOSA saturates others."""
    return NotImplemented if x.is_floating_point() or x.is_complex() else 0 - x


def _diagonal_scatter(x: Any, source: Any, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Any:
    x = x.movedim((dim1, dim2), (-2, -1))
    rows, columns = x.shape[-2:]
    above = max(0, -offset)
    source = source.to(x.dtype)
    source = torch.nn.functional.pad(source, (above, rows - above - source.shape[-1])).unsqueeze(-1)
    is_diagonal = torch.arange(rows).unsqueeze(-1) + offset == torch.arange(columns)
    return torch.where(is_diagonal, source, x).movedim((-2, -1), (dim1, dim2))


def _quotient(x: Any, y: Any, *, rounding_mode: str | None = None) -> Any:
    """Divides by a number, which torch-mlir would round to float32, and an integer as the narrow float that it becomes."""
    if isinstance(x, torch.Tensor) and isinstance(y, torch.Tensor) and x.dtype != y.dtype:
        kind = torch.result_type(x, y)
        is_narrow = kind in (torch.float16, torch.bfloat16)
        return torch.div(x.to(kind), y.to(kind), rounding_mode=rounding_mode) if is_narrow else NotImplemented
    if isinstance(y, torch.Tensor) or not isinstance(x, torch.Tensor) or x.dtype != torch.float64:
        return NotImplemented
    return torch.div(x, torch.scalar_tensor(y, dtype=x.dtype), rounding_mode=rounding_mode)


def _floor_quotient(x: Any, y: Any) -> Any:
    return torch.div(x, y, rounding_mode="floor")


def _remainder_of_number(x: Any, y: Any) -> Any:
    return torch.remainder(torch.scalar_tensor(x, dtype=torch.result_type(x, y)), y)


def _product_and_sum(x: Any, product: Any, beta: Any, alpha: Any) -> Any:
    product = product * alpha if alpha != 1 else product
    # With 0, NaN in x does not count.
    return product if beta == 0 else product + (x * beta if beta != 1 else x)


def _addmv(x: Any, matrix: Any, vector: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
    return _product_and_sum(x, torch.mv(matrix, vector), beta, alpha)


def _addbmm(x: Any, one: Any, other: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
    product = torch.mm(one.movedim(0, 1).flatten(1, 2), other.flatten(0, 1))
    return _product_and_sum(x, product, beta, alpha)


def _base_grid(size: int, align_corners: bool, like: Any) -> Any:
    """Returns the places of pixels from -1 to 1."""
    if size == 1:
        return torch.zeros((1,), dtype=like.dtype)
    places = torch.linspace(-1, 1, size, dtype=like.dtype)
    return places if align_corners else places * ((size - 1) / size)


def _affine_grid(theta: Any, size: Sequence[int], align_corners: bool) -> Any:
    count, sizes = size[0], size[2:]
    rank = len(sizes)
    places = [
        _base_grid(each, align_corners, theta).reshape([-1 if i == axis else 1 for i in range(rank)]).expand(sizes)
        for axis, each in enumerate(sizes)
    ]
    grid = torch.stack([*reversed(places), torch.ones(sizes, dtype=theta.dtype)], -1).reshape(1, -1, rank + 1)
    grid = grid.expand(count, *grid.shape[1:])
    return torch.bmm(grid, theta.transpose(1, 2)).reshape(count, *sizes, rank)


def _histc(x: Any, bins: int = 100, min: Any = 0, max: Any = 0) -> Any:
    if min == max:
        return NotImplemented
    place = torch.floor((x.reshape(-1) - min) / (max - min) * bins)
    place = torch.where(torch.eq(x.reshape(-1), max), bins - 1, place)
    hits = torch.eq(place.unsqueeze(0), torch.arange(bins, dtype=x.dtype).unsqueeze(1))
    return hits.to(x.dtype).sum(-1)


def _constant_pad(x: Any, pad: Sequence[int], value: Any = 0) -> Any:
    """Cuts off what negative amounts say; TOSA only adds."""
    if all(amount >= 0 for amount in pad):
        return NotImplemented
    for axis, (before, after) in enumerate(zip(pad[::2], pad[1::2], strict=True)):
        dim, begin = x.dim() - 1 - axis, max(0, -before)
        x = x.narrow(dim, begin, x.shape[dim] - begin - max(0, -after))
    rest = [max(0, amount) for amount in pad]
    return torch.constant_pad_nd(x, rest, value) if any(rest) else x.clone()


def _first_of_one(x: Any, dim: int | None = None, keepdim: bool = False) -> Any:
    """Returns the place of the only element of a tensor without dimensions, which torch-mlir does not write."""
    return torch.zeros((), dtype=torch.int64) if x.dim() == 0 else NotImplemented


def _extreme_of_one(x: Any, dim: int, keepdim: bool = False) -> Any:
    return (x.clone(), torch.zeros((), dtype=torch.int64)) if x.dim() == 0 else NotImplemented


def _block_diagonal(parts: Sequence[Any]) -> Any:
    matrices = [torch.atleast_2d(part) for part in parts]
    kind = functools.reduce(torch.promote_types, [part.dtype for part in matrices])
    width, rows, begin = sum(part.shape[1] for part in matrices), [], 0
    for part in matrices:
        rows.append(torch.constant_pad_nd(part.to(kind), [begin, width - begin - part.shape[1]]))
        begin += part.shape[1]
    return torch.cat(rows)


def _view_as_type(x: Any, dtype: Any) -> Any:
    """Converts integers, whose bits remain."""
    if x.dtype == dtype:
        return x.clone()
    kinds = (x.dtype, dtype)
    is_of_bytes = set(kinds) == {torch.int8, torch.uint8} or (x.dtype == torch.bool and dtype in (torch.int8, torch.uint8))
    return x.to(dtype) if is_of_bytes else NotImplemented


def _with_tensor(function: Any) -> Callable[[Any, Any], Any]:
    """Returns a function whose second operand is a tensor as one of a number."""
    return lambda x, number: function(x, torch.scalar_tensor(number, dtype=torch.result_type(x, number)))


def _in_eight_bits(function: Any) -> Callable[..., Any]:
    """Makes a tensor of a number beside int8, for which torch-mlir crashes on its way to linalg."""

    def compute(x: Any, number: Any, **options: Any) -> Any:
        if isinstance(number, (torch.Tensor, float)) or x.dtype != torch.int8:
            return NotImplemented
        return function(x, torch.scalar_tensor(number, dtype=x.dtype), **options)

    return compute


def _scalar_tensor(number: Any, *, dtype: Any, **_: Any) -> Any:
    return torch.full((), number, dtype=dtype)


def _uncopied() -> dict[Any, Any]:
    """Returns the operators that copy what others of the same name show a part of: copies are made where they are needed."""
    found = {}
    for name in ("expand", "permute", "select", "slice", "squeeze", "t", "transpose", "unsqueeze", "view"):
        copying, showing = getattr(_aten, f"{name}_copy"), getattr(_aten, name)
        for form in set(copying.overloads()) & set(showing.overloads()):
            found[getattr(copying, form)] = getattr(showing, form)
    return found


TABLE = _uncopied() | {
    torch.ops.prims.scalar_tensor.default: _scalar_tensor,
    _aten.addbmm.default: _addbmm,
    _aten.addmv.default: _addmv,
    _aten.affine_grid_generator.default: _affine_grid,
    _aten.argmax.default: _first_of_one,
    _aten.argmin.default: _first_of_one,
    _aten.empty.memory_format: _zeros,
    _aten.histc.default: _histc,
    _aten._cdist_forward.default: _cdist,
    _aten._pdist_forward.default: _pdist,
    _aten.bitwise_or.Scalar: _with_tensor(_aten.bitwise_or.Tensor),
    _aten.bitwise_xor.Scalar: _with_tensor(_aten.bitwise_xor.Tensor),
    _aten.block_diag.default: _block_diagonal,
    _aten.clamp.default: _clamp,
    _aten.col2im.default: _col2im,
    _aten.upsample_nearest2d.vec: _nearest,
    _aten.constant_pad_nd.default: _constant_pad,
    _aten.cummax.default: _cummax,
    _aten.cummin.default: _cummin,
    _aten.cumprod.default: _cumprod,
    _aten.cumsum.default: _cumsum,
    _aten.diagonal.default: _diagonal,
    _aten.diagonal_scatter.default: _diagonal_scatter,
    _aten.dist.default: _dist,
    _aten.div.Tensor_mode: _quotient,
    _aten.floor_divide.default: _floor_quotient,
    _aten.remainder.Scalar_Tensor: _remainder_of_number,
    _aten.max.dim: _extreme_of_one,
    _aten.min.dim: _extreme_of_one,
    _aten.mul.Tensor: _in_eight_bits(_aten.mul.Tensor),
    _aten.neg.default: _neg,
    _aten.remainder.Scalar: _in_eight_bits(_aten.remainder.Tensor),
    _aten.rms_norm.default: _rms_norm,
    _aten.roll.default: _roll,
    _aten.rsub.Scalar: _difference_of_number,
    _aten.sub.Tensor: _in_eight_bits(_aten.sub.Tensor),
    _aten.trace.default: _trace,
    _aten.view.dtype: _view_as_type,
}
