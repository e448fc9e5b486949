# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that choose and move elements."""

from __future__ import annotations

from typing import Any

import torch

from .drawing import EVERY, NUMBERS, ROUNDED, Draw, operator


def _x(draw: Draw, low: int = 1, high: int = 4) -> tuple[str, list[int], int]:
    """Adds a tensor, and returns its name, its shape and one of its dimensions."""
    shape = draw.shape(low, high)
    dim = draw.number(0, len(shape) - 1)
    return draw.tensor(draw.dtype(EVERY), shape), shape, dim


@operator("select", "narrow", "index_select", "flip", "roll", "repeat_interleave", "unbind", "chunk", "split", "unfold")
def along(draw: Draw, name: str) -> Any:
    x, shape, dim = _x(draw)
    size, shown = shape[dim], dim - draw.choose(0, len(shape))
    if name == "select":
        return f"{x}.select({shown}, {draw.number(-size, size - 1)})", ROUNDED
    if name == "narrow":
        start = draw.number(0, size - 1)
        return f"{x}.narrow({shown}, {start}, {draw.number(1, size - start)})", ROUNDED
    if name == "index_select":
        index = draw.index([draw.number(1, 5)], size, dtype=draw.choose(torch.int64, torch.int32))
        return f"torch.index_select({x}, {shown}, {index})", ROUNDED
    if name == "flip":
        return f"torch.flip({x}, {draw.sample(range(len(shape)), draw.number(1, len(shape)))})", ROUNDED
    if name == "roll":
        if draw.flag(0.2):
            return f"torch.roll({x}, {draw.number(-9, 9)})", ROUNDED
        dims = draw.sample(range(len(shape)), draw.number(1, len(shape)))
        return f"torch.roll({x}, {[draw.number(-6, 6) for _ in dims]}, {dims})", ROUNDED
    if name == "repeat_interleave":
        return f"torch.repeat_interleave({x}, {draw.number(1, 3)}, {shown})", ROUNDED
    if name == "unfold":
        return f"{x}.unfold({shown}, {draw.number(1, size)}, {draw.number(1, 3)})", ROUNDED
    if name == "unbind":
        return f"torch.unbind({x}, {shown})", ROUNDED
    return f"torch.{name}({x}, {draw.number(1, size)}, {shown})", ROUNDED


@operator("getitem")
def getitem(draw: Draw) -> Any:
    x, shape, _ = _x(draw)
    parts = []
    for size in shape:
        start, stop = draw.number(-size - 1, size), draw.number(-1, size + 2)
        first, step, place = draw.number(0, size - 1), draw.number(1, 3), draw.number(-size, size - 1)
        some = (":", f"{first}:", f"{first}::{step}", str(place), "None, :", f"-{first + 1}:", f"{min(start, 0)}:{size + stop}")
        parts.append(draw.choose(*some))
    if draw.flag(0.2):
        parts[-1] = "..."
    return f"{x}[{', '.join(parts)}]", ROUNDED


@operator("index_tensors")
def index_tensors(draw: Draw) -> Any:
    x, shape, _ = _x(draw, 2)
    places = draw.shape(1, 2)
    parts = []
    for size in shape:
        kind = draw.number(0, 3)
        wide = draw.broadcast(places)
        negative = draw.flag(0.3)
        parts.append(":" if kind < 2 else draw.index(wide or [1], size, negative) if kind == 2 else "0:1")
    if all(part[0] not in "xc" for part in parts):
        parts[draw.number(0, len(parts) - 1)] = draw.index(places, min(shape))
    return f"{x}[{', '.join(parts)}]", ROUNDED


@operator("gather", "take_along_dim", "scatter", "scatter_value", "scatter_add", "scatter_reduce", "scatter_multiply")
def by_index(draw: Draw, name: str) -> Any:
    shape = draw.shape(1, 3)
    dim = draw.number(0, len(shape) - 1)
    dtype = draw.dtype(NUMBERS if name in ("scatter_add", "scatter_reduce", "scatter_multiply") else EVERY)
    x = draw.tensor(dtype, shape, "any" if name in ("gather", "scatter", "scatter_value", "take_along_dim") else "small")
    sizes = [draw.number(1, size) for size in shape]
    sizes[dim] = draw.number(1, 5) if name in ("gather", "take_along_dim") else draw.number(1, shape[dim])
    if name == "take_along_dim":
        sizes = [size if i == dim else shape[i] for i, size in enumerate(sizes)]
    if name in ("scatter", "scatter_value"):
        # Which of several numbers for one place remains is open: all indices along a dimension differ.
        order = torch.rand(sizes[:dim] + [shape[dim]] + sizes[dim + 1 :], generator=draw.generator()).argsort(dim)
        index = draw.add(order.narrow(dim, 0, sizes[dim]).contiguous())
    else:
        index = draw.index(sizes, shape[dim])
    if name in ("gather", "take_along_dim"):
        return f"torch.{name}({x}, {dim}, {index})" if name == "gather" else f"torch.{name}({x}, {index}, {dim})", ROUNDED
    if name == "scatter_value":
        return f"torch.scatter({x}, {dim}, {index}, {draw.number(0, 3)})"
    source = draw.tensor(dtype, sizes, "small")
    if name == "scatter_reduce":
        mode = draw.choose("sum", "prod", "mean", "amax", "amin")
        return f"torch.scatter_reduce({x}, {dim}, {index}, {source}, {mode!r}, include_self={draw.flag()})"
    if name == "scatter_multiply":
        return f"torch.scatter({x}, {dim}, {index}, {source}, reduce={draw.choose('add', 'multiply')!r})"
    return f"torch.{name}({x}, {dim}, {index}, {source})"


@operator("index_put", "index_add", "index_copy", "index_fill", "masked_fill", "masked_scatter", "index_reduce", "put")
def put(draw: Draw, name: str) -> Any:
    shape = draw.shape(1, 3)
    dim, dtype = draw.number(0, len(shape) - 1), draw.dtype(NUMBERS)
    x = draw.tensor(dtype, shape, "small" if name in ("index_add", "index_put") else "any")
    if name == "masked_fill":
        value = draw.choose("0", "-math.inf" if dtype.is_floating_point else "7", "1")
        return f"{x}.masked_fill({draw.tensor(torch.bool, draw.broadcast(shape))}, {value})", ROUNDED
    if name == "masked_scatter":
        return f"{x}.masked_scatter({draw.tensor(torch.bool, shape)}, {draw.tensor(dtype, shape)})"
    count = draw.number(1, shape[dim])
    order = draw.sample(range(shape[dim]), count)
    index = draw.add(torch.tensor(order))
    part = [count if i == dim else size for i, size in enumerate(shape)]
    if name == "index_fill":
        return f"{x}.index_fill({dim}, {index}, {draw.number(0, 5)})", ROUNDED
    if name == "put":
        return f"torch.put({x}, {index}, {draw.tensor(dtype, [count])})", ROUNDED
    if name == "index_put":
        accumulate = draw.flag()
        source = draw.tensor(dtype, [count, *shape[1:]] if draw.flag() else [1], "small")
        rows = draw.index([count], shape[0], True) if accumulate else draw.add(torch.randperm(shape[0], generator=draw.generator())[:count])
        if not accumulate:
            source = draw.tensor(dtype, [1], "small")
        elif source:
            return f"{x}.index_put(({rows},), {source}, accumulate=True)"
        return f"{x}.index_put(({rows},), {source})", ROUNDED
    source = draw.tensor(dtype, part, "small")
    if name == "index_reduce":
        return f"torch.index_reduce({x}, {dim}, {index}, {source}, {draw.choose('prod', 'mean', 'amax', 'amin')!r})"
    return f"torch.{name}({x}, {dim}, {index}, {source}{draw.options(alpha=draw.number(1, 3)) if name == 'index_add' else ''})"


@operator("tril", "triu", "diagonal", "diag", "diag_embed", "diagonal_scatter", "slice_scatter", "select_scatter", "trace")
def matrices(draw: Draw, name: str) -> Any:
    x, shape, dim = _x(draw, 2)
    offset = draw.number(-2, 2)
    if name in ("tril", "triu"):
        return f"torch.{name}({x}, {offset})", ROUNDED
    if name == "trace":
        return f"torch.trace({x}.reshape({shape[0]}, -1))"
    if name == "diag":
        return f"torch.diag({x}.flatten({draw.number(0, 1)}), {min(1, abs(offset))})" if len(shape) == 2 else (
            f"torch.diag({x}.flatten(), {offset})", ROUNDED)
    if name == "diag_embed":
        return f"torch.diag_embed({x}, {offset})", ROUNDED
    if name == "diagonal":
        offset = draw.number(-shape[0] + 1, shape[1] - 1)
        return f"torch.diagonal({x}, {offset})", ROUNDED
    if name == "diagonal_scatter":
        return f"torch.diagonal_scatter({x}, torch.diagonal({x}) * 2)", ROUNDED
    if name == "select_scatter":
        return f"torch.select_scatter({x}, {x}.select({dim}, 0), {dim}, -1)", ROUNDED
    start = draw.number(0, shape[dim] - 1)
    return f"torch.slice_scatter({x}, {x}.narrow({dim}, 0, {shape[dim] - start}), {dim}, {start})", ROUNDED


@operator("reshape", "permute", "transpose", "squeeze", "unsqueeze", "flatten", "unflatten", "expand", "repeat", "tile",
          "movedim", "cat", "stack", "hstack", "rot90", "as_strided", "broadcast_tensors", "view_dtype")  # fmt: skip
def shapes(draw: Draw, name: str) -> Any:
    x, shape, dim = _x(draw)
    rank = len(shape)
    order = draw.sample(range(rank), rank)
    other = draw.tensor(draw.dtype(EVERY), shape)
    swapped = draw.number(-rank, rank - 1)
    texts = {
        "reshape": f"{x}.reshape({draw.choose('-1', '1, -1', f'{shape[0]}, -1', f'-1, {shape[-1]}, 1')})",
        "permute": f"{x}.permute({order})",
        "transpose": f"{x}.transpose({dim}, {swapped})",
        "squeeze": f"{x}.squeeze({draw.choose('', str(dim))})",
        "unsqueeze": f"{x}.unsqueeze({draw.number(-rank - 1, rank)})",
        "flatten": f"torch.flatten({x}, {dim})",
        "unflatten": f"{x}.unflatten({dim}, (1, {shape[dim]}))",
        "expand": f"{x}.unsqueeze({dim}).expand({[*shape[:dim], 3, *shape[dim:]]})",
        "repeat": f"{x}.repeat({[draw.number(1, 2) for _ in range(rank + draw.number(0, 1))]})",
        "tile": f"torch.tile({x}, {tuple(draw.number(1, 2) for _ in range(draw.number(1, rank + 1)))})",
        "movedim": f"torch.movedim({x}, {dim}, {swapped})",
        "cat": f"torch.cat([{x}, {other}, {x}], {dim})",
        "stack": f"torch.stack([{x}, {other}], {draw.number(-rank - 1, rank)})",
        "hstack": f"torch.{draw.choose('hstack', 'vstack', 'dstack', 'column_stack')}([{x}, {other}])",
        "rot90": f"torch.rot90({x}.unsqueeze(0), {draw.number(-1, 3)}, (0, 1))",
        "as_strided": f"{x}.flatten().as_strided(({shape[-1]},), (1,))",
        "broadcast_tensors": f"torch.broadcast_tensors({x}, {other}[:1])",
        "view_dtype": f"{x}.float().view(torch.int32)",
    }
    return texts[name], ROUNDED


@operator("creation")
def creation(draw: Draw) -> Any:
    x, shape, _ = _x(draw)
    kind = draw.choose(torch.float32, torch.int32, torch.int64, torch.float16)
    text = draw.choose(
        f"torch.zeros_like({x}) + {x}", f"torch.ones_like({x}, dtype={kind})", f"torch.full_like({x}, 3)",
        f"torch.arange({draw.number(1, 4)}, {draw.number(5, 12)}, {draw.number(1, 3)}, dtype={kind})",
        f"torch.linspace({draw.real(-2, 0)}, {draw.real(1, 3)}, {draw.number(1, 7)})",
        f"torch.logspace(-1, 1, {draw.number(2, 5)})", f"torch.eye({draw.number(1, 4)}, dtype={kind})",
        f"{x}.new_full({tuple(shape)}, 1)", f"torch.full({tuple(shape)}, 2.5)", f"torch.hann_window({draw.number(2, 8)})",
        f"torch.tri({draw.number(1, 4)})" if hasattr(torch, "tri") else f"torch.tril_indices({draw.number(1, 4)}, 4)",
    )  # fmt: skip
    return f"({text}, {x} == {x})"


@operator("meshgrid", "cartesian_prod", "combinations", "vander", "one_hot", "embedding", "embedding_bag", "triu_indices")
def tables(draw: Draw, name: str) -> Any:
    if name in ("embedding", "embedding_bag", "one_hot"):
        count = draw.number(2, 7)
        index = draw.index(draw.shape(1, 2) if name != "embedding_bag" else [2, 3], count, dtype=torch.int64)
        if name == "one_hot":
            return f"F.one_hot({index}, {count})"
        table = draw.weight(draw.dtype(), [count, draw.number(1, 4)])
        if name == "embedding":
            return f"F.embedding({index}, {table}{draw.options(padding_idx=0)})"
        return f"F.embedding_bag({index}, {table}, mode={draw.choose('sum', 'mean', 'max')!r})"
    dtype = draw.dtype(NUMBERS)
    one, two = (draw.tensor(dtype, [draw.number(1, 4)], "small") for _ in range(2))
    texts = {
        "meshgrid": f"torch.meshgrid({one}, {two}, indexing={draw.choose('ij', 'xy')!r})",
        "cartesian_prod": f"torch.cartesian_prod({one}, {two})",
        "combinations": f"torch.combinations({one}, 1)",
        "vander": f"torch.vander({one}, {draw.number(1, 4)}, increasing={draw.flag()})",
        "triu_indices": f"({one}, torch.triu_indices(3, {draw.number(1, 4)}), torch.tril_indices(3, 3))",
    }
    return texts[name]
