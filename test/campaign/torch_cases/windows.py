# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Layers that slide windows: convolutions, pools, resizes, pads and blocks."""

from __future__ import annotations

import dataclasses
from typing import Any

import torch

from .drawing import EVERY, FLOATS, NUMBERS, ROUNDED, SUM, Draw, operator

_MOST_FLOATS = (torch.float32, torch.float32, torch.float32, torch.float16, torch.bfloat16, torch.float64)


def _each(draw: Draw, rank: int, low: int, high: int) -> list[int]:
    return [draw.number(low, high) for _ in range(rank)]


def _image(draw: Draw, rank: int, low: int = 5, high: int = 9) -> tuple[list[int], list[int]]:
    """Returns batch and channels, which may lack the batch, and sizes."""
    high = min(high, draw.size + 4)
    lead = [draw.number(1, 2), draw.number(1, 4)]
    return lead if draw.flag(0.8) else lead[1:], _each(draw, rank, low, high if rank < 3 else 6)


def _shown(values: list[int], draw: Draw) -> str:
    """Returns a tuple, or one number for all."""
    return str(values[0]) if len(set(values)) == 1 and draw.flag() else str(tuple(values))


@operator("conv1d", "conv2d", "conv3d")
def convolution(draw: Draw, name: str) -> Any:
    rank, dtype = int(name[4]), draw.choose(*_MOST_FLOATS)
    lead, sizes = _image(draw, rank)
    groups = draw.choose(1, 1, 2, lead[-1])
    lead[-1] = lead[-1] * groups if groups == 2 else lead[-1]
    groups = groups if lead[-1] % groups == 0 else 1
    outputs = groups * draw.number(1, 3)
    kernel = _each(draw, rank, 1, 3)
    x = draw.tensor(dtype, [*lead, *sizes], "normal", constant=0)
    weight = draw.weight(dtype, [outputs, lead[-1] // groups, *kernel])
    bias = draw.weight(dtype, [outputs]) if draw.flag() else "None"
    stride, dilation = _each(draw, rank, 1, 3), _each(draw, rank, 1, 2)
    padding = draw.choose(_shown(_each(draw, rank, 0, 2), draw), "'valid'", "'same'")
    if padding == "'same'":
        stride = [1] * rank
    return f"F.{name}({x}, {weight}, {bias}, {_shown(stride, draw)}, {padding}, {_shown(dilation, draw)}, {groups})"


@operator("conv_transpose1d", "conv_transpose2d", "conv_transpose3d")
def transposed(draw: Draw, name: str) -> Any:
    rank, dtype = int(name[14]), draw.choose(*_MOST_FLOATS)
    lead, sizes = _image(draw, rank, 2, 5)
    groups = draw.choose(1, 1, 2)
    lead[-1] *= groups
    per_group = draw.number(1, 3)
    kernel = _each(draw, rank, 1, 3)
    x = draw.tensor(dtype, [*lead, *sizes], "normal", constant=0)
    weight = draw.weight(dtype, [lead[-1], per_group, *kernel])
    bias = draw.weight(dtype, [per_group * groups]) if draw.flag() else "None"
    stride, dilation = _each(draw, rank, 1, 3), _each(draw, rank, 1, 2)
    padding = [draw.number(0, min(1, k - 1)) for k in kernel]
    more = [draw.number(0, max(s, d) - 1) for s, d in zip(stride, dilation, strict=True)]
    return f"F.{name}({x}, {weight}, {bias}, {tuple(stride)}, {tuple(padding)}, {tuple(more)}, {groups}, {tuple(dilation)})"


@operator("nn.Conv1d", "nn.Conv2d", "nn.Conv3d")
def padded_layer(draw: Draw, name: str) -> Any:
    rank = int(name[-2])
    channels, sizes = draw.number(1, 3), _each(draw, rank, 4, 7)
    mode = draw.choose("reflect", "replicate", "circular", "zeros")
    padding = draw.choose(repr("same"), repr(tuple(_each(draw, rank, 0, 2))))
    stride = 1 if "same" in padding else draw.number(1, 2)
    x = draw.tensor(torch.float32, [draw.number(1, 2), channels, *sizes], "normal")
    layer = draw.module(f"{name}({channels}, {draw.number(1, 4)}, 3, {stride}, {padding}, padding_mode={mode!r})")
    return f"{layer}({x})"


@operator("max_pool1d", "max_pool2d", "max_pool3d")
def max_pool(draw: Draw, name: str) -> Any:
    rank, dtype = int(name[8]), draw.dtype(NUMBERS)
    lead, sizes = _image(draw, rank)
    x = draw.tensor(dtype, [*lead, *sizes], draw.choose("any", "small"), constant=0)
    kernel = _each(draw, rank, 1, 3)
    padding = [draw.number(0, k // 2) for k in kernel]
    stride = f", stride={_shown(_each(draw, rank, 1, 3), draw)}" if draw.flag(0.7) else ""
    dilation = f", dilation={tuple(_each(draw, rank, 1, 2))}" if draw.flag(0.3) else ""
    options = draw.options(ceil_mode=True) + (", return_indices=True" if draw.flag(0.3) else "")
    return f"F.{name}({x}, {_shown(kernel, draw)}{stride}, padding={tuple(padding)}{dilation}{options})"


@operator("avg_pool1d", "avg_pool2d", "avg_pool3d")
def average_pool(draw: Draw, name: str) -> Any:
    rank, dtype = int(name[8]), draw.dtype()
    lead, sizes = _image(draw, rank)
    x = draw.tensor(dtype, [*lead, *sizes], "finite", constant=0)
    kernel = _each(draw, rank, 1, 4)
    padding = [draw.number(0, k // 2) for k in kernel]
    stride = f", stride={_shown(_each(draw, rank, 1, 3), draw)}" if draw.flag(0.7) else ""
    options = draw.options(ceil_mode=True, count_include_pad=False)
    options += draw.options(divisor_override=draw.number(1, 7)) if rank > 1 else ""
    return f"F.{name}({x}, {_shown(kernel, draw)}{stride}, padding={tuple(padding)}{options})"


@operator("adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d",
          "adaptive_max_pool1d", "adaptive_max_pool2d", "adaptive_max_pool3d")  # fmt: skip
def adaptive_pool(draw: Draw, name: str) -> Any:
    rank, dtype = int(name[17]), draw.dtype()
    lead, sizes = _image(draw, rank, 2, 8)
    x = draw.tensor(dtype, [*lead, *sizes], "finite", constant=0)
    targets = [draw.choose(1, size, size // 2, draw.number(1, 4), size + 1 if draw.flag(0.2) else 2) for size in sizes]
    indices = ", return_indices=True" if "max" in name and draw.flag(0.3) else ""
    target = str(targets[0]) if rank == 1 else str(tuple(targets))
    return f"F.{name}({x}, {target}{indices})"


@operator("lp_pool1d", "lp_pool2d")
def lp_pool(draw: Draw, name: str) -> Any:
    rank = int(name[7])
    lead, sizes = _image(draw, rank)
    x = draw.tensor(draw.choose(torch.float32, torch.float64), [*lead, *sizes], "normal")
    return f"F.{name}({x}, {draw.choose(1, 2, 3)}, {draw.number(1, 3)}, {draw.number(1, 3)}{draw.options(ceil_mode=True)})"


@operator("max_unpool1d", "max_unpool2d")
def unpool(draw: Draw, name: str) -> Any:
    rank = int(name[10])
    x = draw.tensor(torch.float32, [draw.number(1, 2), draw.number(1, 3), *([draw.choose(4, 6)] * rank)], "distinct")
    return f"F.{name}(*F.max_pool{rank}d({x}, 2, return_indices=True), 2)"


_MODES = {3: ("nearest", "nearest-exact", "linear"), 4: ("nearest", "nearest-exact", "bilinear", "bicubic"), 5: ("nearest", "nearest-exact", "trilinear")}


@operator("interpolate")
def interpolate(draw: Draw) -> Any:
    rank = draw.choose(1, 2, 2, 2, 3)
    mode = draw.choose(*_MODES[rank + 2], "area")
    dtype = draw.choose(*_MOST_FLOATS)
    sizes = _each(draw, rank, 1, 6)
    x = draw.tensor(dtype, [draw.number(1, 2), draw.number(1, 3), *sizes], "finite")
    if draw.flag():
        target = f"size={tuple(draw.choose(size * 2, draw.number(1, 9), size) for size in sizes)}"
    else:
        scale = draw.choose(2, 0.5, 1.5, 3, 2.3)
        scales = scale if draw.flag() else tuple(draw.choose(scale, 2.0, 1.0) for _ in sizes)
        target = f"scale_factor={scales}" + (", recompute_scale_factor=True" if draw.flag(0.2) else "")
    options = ""
    if "linear" in mode or mode == "bicubic":
        options += f", align_corners={draw.choose(True, False, None)}"
    if mode in ("bilinear", "bicubic") and draw.flag(0.15):
        options = ", antialias=True"
    return f"F.interpolate({x}, {target}, mode={mode!r}{options})"


@operator("pad_constant", "pad_reflect", "pad_replicate", "pad_circular")
def pad(draw: Draw, name: str) -> Any:
    mode = name[4:]
    rank = draw.choose(1, 1, 2, 2, 3)
    dtype = draw.dtype(EVERY if mode == "constant" else FLOATS)
    sizes = _each(draw, rank, 3, 6)
    lead = [draw.number(1, 2), draw.number(1, 3)] if mode != "constant" or draw.flag() else []
    x = draw.tensor(dtype, [*lead, *sizes])
    low = -1 if draw.flag(0.3) else 0
    amounts = _each(draw, 2 * rank, low, 2)
    value = ""
    if mode == "constant" and draw.flag():
        value = f", value={draw.choose('-math.inf', -1.5, 2, 0.1) if dtype.is_floating_point else draw.number(0, 9)}"
    return f"F.pad({x}, {tuple(amounts)}, mode={mode!r}{value})", ROUNDED


@operator("nn.pads")
def pad_layers(draw: Draw) -> Any:
    name, rank = draw.choose("Reflection", "Replication", "Zero", "Constant", "Circular"), draw.number(1, 2)
    x = draw.tensor(torch.float32, [draw.number(1, 2), draw.number(1, 3), *_each(draw, rank, 3, 6)])
    value = ", 2.5" if name == "Constant" else ""
    return f"{draw.module(f'nn.{name}Pad{rank}d({tuple(_each(draw, 2 * rank, 0, 2))}{value})')}({x})"


@operator("pixel_shuffle", "pixel_unshuffle", "channel_shuffle")
def shuffle(draw: Draw, name: str) -> Any:
    factor, dtype = draw.number(1, 3), draw.dtype(EVERY)
    high, wide, channels = (draw.number(1, 3) for _ in range(3))
    lead = [draw.number(1, 2)] if draw.flag(0.8) or name == "channel_shuffle" else []
    shape = [*lead, channels, high * factor, wide * factor]
    if name != "pixel_unshuffle":
        shape = [*lead, channels * (factor**2 if name == "pixel_shuffle" else factor), high, wide]
    return f"F.{name}({draw.tensor(dtype, shape)}, {factor})" if name != "channel_shuffle" else (
        f"torch.channel_shuffle({draw.tensor(dtype, shape)}, {factor})"
    )


@operator("unfold_blocks", "fold_blocks")
def blocks(draw: Draw, name: str) -> Any:
    sizes, kernel = _each(draw, 2, 4, 7), _each(draw, 2, 1, 3)
    dilation, padding, stride = _each(draw, 2, 1, 2), _each(draw, 2, 0, 2), _each(draw, 2, 1, 3)
    batch, channels = draw.number(1, 2), draw.number(1, 3)
    dtype = draw.choose(*_MOST_FLOATS)
    rest = f"{tuple(kernel)}, {tuple(dilation)}, {tuple(padding)}, {tuple(stride)})"
    if name == "unfold_blocks":
        return f"F.unfold({draw.tensor(dtype, [batch, channels, *sizes])}, {rest}"
    windows = [step * (k - 1) + 1 for step, k in zip(dilation, kernel, strict=True)]
    counts = [(size + 2 * p - w) // s + 1 for size, p, w, s in zip(sizes, padding, windows, stride, strict=True)]
    x = draw.tensor(dtype, [batch, channels * kernel[0] * kernel[1], counts[0] * counts[1]], "small")
    return f"F.fold({x}, {tuple(sizes)}, {rest}"


@operator("grid_sample", "affine_grid")
def grid(draw: Draw, name: str) -> Any:
    batch, corners = draw.number(1, 2), draw.flag()
    dtype = draw.choose(torch.float32, torch.float32, torch.float64)
    if name == "affine_grid":
        return f"F.affine_grid({draw.tensor(dtype, [batch, 2, 3], 'normal')}, {(batch, 1, *_each(draw, 2, 1, 5))}, align_corners={corners})"
    rank = draw.choose(2, 2, 2, 3)
    x = draw.tensor(dtype, [batch, draw.number(1, 3), *_each(draw, rank, 2, 5)], "normal")
    places = draw.tensor(dtype, [batch, *_each(draw, rank, 1, 4), rank], "normal")
    mode = draw.choose("bilinear", "nearest", "bicubic" if rank == 2 else "bilinear")
    padding = draw.choose("zeros", "border", "reflection")
    # The factors of a cubic have two signs, and the factors of places outside are dropped: what is left may be small.
    allowed = SUM
    if mode == "bicubic":
        allowed = dataclasses.replace(SUM, absolute=16 * float(draw.inputs[0].abs().max()))
    return f"F.grid_sample({x}, {places}, {mode!r}, {padding!r}, {corners})", allowed
