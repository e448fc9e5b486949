# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions, running results, sorting and searching."""

from __future__ import annotations

import dataclasses
from typing import Any

import torch

from .drawing import EVERY, FLOATS, NUMBERS, SUM, Draw, operator, summed


def _dims(draw: Draw, rank: int) -> str:
    """Returns one dimension, or a list of several."""
    if rank == 0 or draw.flag(0.4):
        return str(draw.number(-rank, rank - 1)) if rank else "0"
    count = draw.number(1, rank)
    return str([dim - draw.choose(0, rank) for dim in draw.sample(range(rank), count)])


@operator("sum", "mean", "nansum", "nanmean", "amax", "amin", "count_nonzero")
def reduction(draw: Draw, name: str) -> Any:
    kinds = {"mean": FLOATS, "nanmean": FLOATS}.get(name, EVERY)
    dtype, shape = draw.dtype(kinds), draw.shape(0)
    x = draw.tensor(dtype, shape, "finite" if name in ("mean", "sum") and draw.flag(0.7) else "any")
    options = ""
    if shape and (draw.flag(0.8) or name in ("amax", "amin")):
        options = f", dim={_dims(draw, len(shape))}"
        if name != "count_nonzero":
            options += draw.options(keepdim=True)
    if name in ("sum", "mean", "nansum", "nanmean") and draw.flag(0.25):
        options += f", dtype={draw.choose(torch.float32, torch.float64, *(NUMBERS if name == 'sum' else ()))}"
    text = f"torch.{name}({x}{options})"
    return (text, summed(draw.inputs[0])) if name in ("sum", "mean", "nansum", "nanmean") else text


@operator("prod", "any", "all")
def one_dimension(draw: Draw, name: str) -> str:
    shape = draw.shape(0)
    x = draw.tensor(draw.dtype(EVERY), shape, "small" if name == "prod" else "any")
    if not shape or draw.flag(0.3):
        return f"torch.{name}({x})"
    return f"torch.{name}({x}, {draw.number(-len(shape), len(shape) - 1)}{draw.options(keepdim=True)})"


@operator("max", "min", "argmax", "argmin", "aminmax")
def extreme(draw: Draw, name: str) -> Any:
    dtype, shape = draw.dtype(NUMBERS), draw.shape(0)
    x = draw.tensor(dtype, shape, draw.choose("any", "small"))
    if draw.flag(0.25) or not shape:
        return f"torch.{name}({x})"
    dim = draw.number(-len(shape), len(shape) - 1)
    return f"torch.{name}({x}, {'dim=' if name == 'aminmax' else ''}{dim}{draw.options(keepdim=True)})"


@operator("std", "var", "std_mean", "var_mean")
def variance(draw: Draw, name: str) -> str:
    shape = [size + 1 for size in draw.shape()]
    x = draw.tensor(draw.dtype(), shape, "normal")
    if draw.flag(0.2):
        return f"torch.{name}({x})"
    return f"torch.{name}({x}, {_dims(draw, len(shape))}{draw.options(correction=draw.number(0, 1), keepdim=True)})"


@operator("linalg.vector_norm", "norm", "linalg.matrix_norm")
def norm(draw: Draw, name: str) -> str:
    dtype, shape = draw.dtype(), draw.shape(2 if name == "linalg.matrix_norm" else 1)
    x = draw.tensor(dtype, shape, "normal")
    if name == "linalg.matrix_norm":
        return f"torch.{name}({x}, {draw.choose('1', chr(39) + 'fro' + chr(39), 'math.inf', '-1')})"
    order = draw.choose("1", "2", "3", "0", "math.inf", "-math.inf", "0.5")
    dim = f", dim={_dims(draw, len(shape))}" if draw.flag(0.8) else ""
    return f"torch.{name}({x}, {order}{dim}{draw.options(keepdim=True) if dim else ''})"


@operator("cumsum", "cumprod")
def running(draw: Draw, name: str) -> str:
    shape = draw.shape(0, 3)
    x = draw.tensor(draw.dtype(EVERY), shape, "small" if name == "cumprod" else "finite")
    dtype = f", dtype={draw.choose(*FLOATS, torch.int32)}" if draw.flag(0.2) else ""
    return f"torch.{name}({x}, {draw.number(-len(shape), len(shape) - 1) if shape else 0}{dtype})"


@operator("cummax", "cummin")
def running_extreme(draw: Draw, name: str) -> str:
    shape = draw.shape(0, 3)
    x = draw.tensor(draw.dtype(EVERY), shape, draw.choose("any", "small"))
    return f"torch.{name}({x}, {draw.number(-len(shape), len(shape) - 1) if shape else 0})"


@operator("sort", "argsort", "topk", "kthvalue", "median", "nanmedian", "msort", "mode")
def sorting(draw: Draw, name: str) -> str:
    dtype, shape = draw.dtype(NUMBERS), draw.shape(1, 3)
    # PyTorch takes any of equal numbers unless it sorts stably.
    stable = name in ("sort", "argsort")
    x = draw.tensor(dtype, shape, "any" if stable else "small" if name == "mode" else "distinct")
    dim = draw.number(-len(shape), len(shape) - 1)
    if name in ("sort", "argsort"):
        return f"torch.{name}({x}, dim={dim}, descending={draw.flag()}, stable=True)"
    if name == "topk":
        return f"torch.topk({x}, {draw.number(1, shape[dim])}, {dim}, largest={draw.flag()})"
    if name == "kthvalue":
        return f"torch.kthvalue({x}, {draw.number(1, shape[dim])}, {dim}{draw.options(keepdim=True)})"
    if name == "msort":
        return f"torch.msort({x})"
    if name == "mode":
        return f"torch.mode({x}, {dim}).values"
    return f"torch.{name}({x}, {dim}{draw.options(keepdim=True)})" if draw.flag(0.7) else f"torch.{name}({x})"


@operator("sort_values")
def sort_values(draw: Draw) -> Any:
    """Values with ties, whatever the indices are."""
    x = draw.tensor(draw.dtype(NUMBERS), draw.shape(1, 3))
    return draw.choose(f"torch.sort({x}).values", f"torch.sort({x}, descending=True).values", f"torch.topk({x}, 1).values")


@operator("quantile", "nanquantile")
def quantile(draw: Draw, name: str) -> str:
    shape = draw.shape(1, 3)
    x = draw.tensor(draw.choose(torch.float32, torch.float64), shape, "normal")
    mode = draw.choose("linear", "lower", "higher", "nearest", "midpoint")
    return f"torch.{name}({x}, {draw.choose(0.0, 0.25, 0.6, 1.0)}, dim={draw.number(0, len(shape) - 1)}, interpolation={mode!r})"


@operator("bucketize", "searchsorted")
def search(draw: Draw, name: str) -> str:
    dtype = draw.choose(torch.float32, torch.int32, torch.int64, torch.float64)
    bounds = draw.add(draw.data(dtype, [draw.number(2, 7)], "small").sort().values)
    x = draw.tensor(dtype, draw.shape(), "small")
    right = draw.options(right=True, out_int32=True)
    return f"torch.bucketize({x}, {bounds}{right})" if name == "bucketize" else f"torch.searchsorted({bounds}, {x}{right})"


@operator("diff", "trapezoid", "cumulative_trapezoid", "histc", "bincount", "cov", "corrcoef", "logdet")
def others(draw: Draw, name: str) -> Any:
    dtype, shape = draw.choose(torch.float32, torch.float64), [size + 1 for size in draw.shape(1, 3)]
    if name == "bincount":
        return f"torch.bincount({draw.index([draw.number(1, 8)], 5)}, minlength=5)"
    if name == "histc":
        return f"torch.histc({draw.tensor(dtype, shape, 'normal')}, {draw.number(2, 6)}, -2, 2)"
    if name in ("cov", "corrcoef"):
        return f"torch.{name}({draw.tensor(dtype, [2, draw.number(3, 6)], 'normal')})"
    if name == "logdet":
        # The determinant is near 1, so that the digits of its logarithm are few.
        near_one = f"{draw.tensor(dtype, [3, 3], 'normal')} * 0.1 + torch.eye(3, dtype={dtype})"
        return f"torch.logdet({near_one})", dataclasses.replace(SUM, absolute=64)
    x = draw.tensor(draw.dtype(NUMBERS) if name == "diff" else dtype, shape)
    return f"torch.{name}({x}, dim={draw.number(-len(shape), len(shape) - 1)})"
