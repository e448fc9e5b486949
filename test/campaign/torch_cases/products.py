# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products, norms, attention, recurrent layers, Fourier transforms and complex numbers."""

from __future__ import annotations

import math
from typing import Any

import torch

from ..tolerance import Tolerance
from .drawing import NUMBERS, Draw, operator

LOOSE = Tolerance(1e4, 1e4)

_MOST_FLOATS = (torch.float32, torch.float32, torch.float32, torch.float16, torch.bfloat16, torch.float64)


def _kind(draw: Draw, values: str = "normal") -> tuple[Any, str]:
    """Returns a type, and the values for products: integers are small."""
    if draw.flag(0.15):
        return draw.dtype(NUMBERS), "small"
    return draw.choose(*_MOST_FLOATS), values


@operator("matmul", "mm", "bmm", "mv", "dot", "inner", "outer", "addmm", "addmv", "baddbmm", "addbmm", "addr", "linear",
          "bilinear", "kron", "tensordot", "linalg.multi_dot", "linalg.cross", "vdot", "ger")  # fmt: skip
def product(draw: Draw, name: str) -> Any:
    dtype, values = _kind(draw)
    a, b, m, k, n = (draw.number(1, draw.size) for _ in range(5))

    def t(*shape: int) -> str:
        return draw.weight(dtype, shape, values) if draw.inputs else draw.tensor(dtype, shape, values)

    whole = not dtype.is_floating_point
    options = draw.options(beta=draw.number(0, 2) if whole else draw.real(0, 2), alpha=draw.number(-2, 2) if whole else draw.real(-2, 2))
    if name == "matmul":
        lead = [a, b][: draw.number(0, 2)]
        one = draw.choose([k], [m, k], [*lead, m, k])
        two = draw.choose([k], [k, n], [*(draw.broadcast(lead)), k, n])
        return f"torch.matmul({t(*one)}, {t(*two)})"
    if name == "linear":
        bias = f", {t(n)}" if draw.flag() else ""
        return f"F.linear({t(*[a, b][: draw.number(0, 2)], k)}, {t(n, k)}{bias})"
    if name == "linalg.multi_dot":
        return f"torch.linalg.multi_dot([{t(a, m)}, {t(m, k)}, {t(k, n)}])"
    if name == "linalg.cross":
        return f"torch.linalg.cross({t(a, 3)}, {t(a, 3)})"
    if name == "tensordot":
        return f"torch.tensordot({t(a, k, m)}, {t(k, b)}, dims=([1], [0]))"
    if name == "bilinear":
        return f"F.bilinear({t(a, m)}, {t(a, k)}, {t(n, m, k)}, {t(n)})"
    shapes: dict[str, list[Any]] = {
        "mm": [(m, k), (k, n)], "bmm": [(a, m, k), (a, k, n)], "mv": [(m, k), (k,)], "dot": [(k,), (k,)], "vdot": [(k,), (k,)],
        "inner": [(a, k), (b, k)], "outer": [(m,), (n,)], "ger": [(m,), (n,)], "kron": [(a, b), (m, k)],
        "addmm": [draw.choose((m, n), (n,), (1, n)), (m, k), (k, n)], "addmv": [(m,), (m, k), (k,)],
        "baddbmm": [draw.choose((a, m, n), (1, m, n), (a, 1, n)), (a, m, k), (a, k, n)],
        "addbmm": [(m, n), (a, m, k), (a, k, n)], "addr": [(m, n), (m,), (n,)],
    }  # fmt: skip
    operands = ", ".join(t(*shape) for shape in shapes[name])
    return f"torch.{name}({operands}{options if 'add' in name else ''})"


@operator("einsum")
def einsum(draw: Draw) -> Any:
    dtype, values = _kind(draw)
    equation = draw.choose("ij,jk->ik", "bij,bjk->bik", "ij->ji", "ii->i", "ij->", "i,j->ij", "bhqd,bhkd->bhqk", "ij,ij->i",
                           "bik,jk->bij", "...i,ij->...j", "abc,cd,de->abe", "ij,kj->ki")  # fmt: skip
    sizes = {letter: draw.number(1, 4) for letter in "abcdehijkq"}
    shapes = [[sizes[c] for c in part if c.isalpha()] for part in equation.partition("->")[0].replace("...", "ab").split(",")]
    return f"torch.einsum({equation!r}, {', '.join(draw.tensor(dtype, shape, values) for shape in shapes)})"


@operator("linalg.det", "linalg.inv", "linalg.solve", "linalg.cholesky", "linalg.matrix_power", "linalg.qr")
def algebra(draw: Draw, name: str) -> Any:
    dtype, n = draw.choose(torch.float32, torch.float64), draw.number(1, 4)
    x = f"({draw.tensor(dtype, [n, n], 'normal')} * 0.2 + torch.eye({n}, dtype={dtype}))"
    if name == "linalg.solve":
        return f"torch.linalg.solve({x}, {draw.tensor(dtype, [n, 2], 'normal')})", LOOSE
    if name == "linalg.matrix_power":
        return f"torch.linalg.matrix_power({x}, {draw.number(0, 4)})"
    if name == "linalg.cholesky":
        return f"torch.linalg.cholesky({x} @ {x}.mT)", LOOSE
    return f"torch.{name}({x})", LOOSE


@operator("layer_norm", "rms_norm", "group_norm", "batch_norm", "instance_norm", "local_response_norm")
def normalization(draw: Draw, name: str) -> Any:
    dtype = draw.choose(*_MOST_FLOATS)
    # Of a single number, PyTorch cancels a product in float32 that is larger than the result.
    cancelled = Tolerance(8.0, 16.0, 1000.0 if dtype in (torch.float32, torch.float64) else 1.0)
    values, eps = draw.choose("normal", "finite"), draw.options(eps=draw.choose(1e-3, 0.1))
    if name in ("layer_norm", "rms_norm"):
        shape = draw.shape(1, 4)
        inner = shape[-draw.number(1, len(shape)) :]
        x = draw.tensor(dtype, shape, values)
        weights = f", weight={draw.weight(dtype, inner)}" if draw.flag(0.7) else ""
        if name == "layer_norm" and weights and draw.flag():
            weights += f", bias={draw.weight(dtype, inner)}"
        found = f"F.{name}({x}, {inner}{weights}{eps})"
        return (found, cancelled) if math.prod(inner) == 1 else found
    groups = draw.number(1, 3)
    channels = groups * draw.number(1, 2)
    rank = draw.number(1 if name in ("instance_norm", "local_response_norm") else 0, 3)
    x = draw.tensor(dtype, [draw.number(1, 2), channels, *(draw.number(2, 4) for _ in range(rank))], values)
    if name == "local_response_norm":
        return f"F.local_response_norm({x}, {draw.number(1, 4)}{draw.options(alpha=0.1, beta=0.5, k=2.0)})"
    weights = f", weight={draw.weight(dtype, [channels])}, bias={draw.weight(dtype, [channels])}" if draw.flag(0.7) else ""
    if name == "group_norm":
        found = f"F.group_norm({x}, {groups}{weights}{eps})"
        return (found, cancelled) if not rank and channels == groups else found
    if name == "instance_norm":
        return f"F.instance_norm({x}{weights}{eps})"
    mean, variance = draw.weight(dtype, [channels]), draw.weight(dtype, [channels], "positive")
    return f"F.batch_norm({x}, {mean}, {variance}{weights}{eps})"


@operator("scaled_dot_product_attention")
def attention(draw: Draw) -> Any:
    dtype = draw.choose(torch.float32, torch.float32, torch.float32, torch.float16, torch.bfloat16)
    batch, heads, length, keys, width = draw.number(1, 2), draw.choose(2, 4), draw.number(1, 5), draw.number(1, 5), draw.number(1, 6)
    grouped = draw.flag(0.2)
    lead = [batch, heads] if grouped or draw.flag(0.7) else [heads]
    others = [batch, heads // 2] if grouped else lead
    query = draw.tensor(dtype, [*lead, length, width], "normal")
    key, value = draw.tensor(dtype, [*others, keys, width], "normal"), draw.tensor(dtype, [*others, keys, draw.number(1, 4)], "normal")
    options = draw.options(scale=draw.choose(0.5, 1.0))
    kind = draw.number(0, 3)
    if kind == 1:
        options += ", is_causal=True"
    elif kind == 2:
        options += f", attn_mask={draw.tensor(dtype, [length, keys], 'normal')}"
    elif kind == 3:
        options += f", attn_mask={draw.tensor(torch.bool, [*lead[:1], *([1] * (len(lead) - 1)), length, keys])}"
    if grouped:
        options += ", enable_gqa=True"
    return f"F.scaled_dot_product_attention({query}, {key}, {value}{options})"


@operator("nn.MultiheadAttention", "nn.TransformerEncoderLayer", "nn.TransformerDecoderLayer")
def layers(draw: Draw, name: str) -> Any:
    heads = draw.choose(1, 2)
    width, batch, length = heads * draw.number(1, 4), draw.number(1, 2), draw.number(1, 4)
    first = draw.flag()
    x = draw.tensor(torch.float32, [batch, length, width], "normal")
    y = draw.tensor(torch.float32, [batch, length, width], "normal")
    if name == "nn.MultiheadAttention":
        layer = draw.module(f"nn.MultiheadAttention({width}, {heads}{draw.options(bias=False)}, batch_first={first})")
        return f"{layer}({x}, {y}, {y}{draw.options(need_weights=False)})"
    options = draw.options(activation="gelu", norm_first=True)
    layer = draw.module(f"{name}({width}, {heads}, 8, batch_first={first}{options})")
    return f"{layer}({x})" if "Encoder" in name else f"{layer}({x}, {y})"


@operator("nn.LSTM", "nn.GRU", "nn.RNN", "nn.LSTMCell", "nn.GRUCell", "nn.RNNCell")
def recurrent(draw: Draw, name: str) -> Any:
    inputs, hidden, batch, length = draw.number(1, 4), draw.number(1, 4), draw.number(1, 2), draw.number(1, 4)
    bias = draw.options(bias=False)
    if name.endswith("Cell"):
        relu = draw.options(nonlinearity="relu") if name == "nn.RNNCell" else ""
        layer = draw.module(f"{name}({inputs}, {hidden}{bias}{relu})")
        return f"{layer}({draw.tensor(torch.float32, [batch, inputs], 'normal')})"
    options = bias + draw.options(batch_first=True, bidirectional=True, num_layers=2)
    if name == "nn.LSTM" and draw.flag(0.2):
        options += f", proj_size={draw.number(1, max(1, hidden - 1))}" if hidden > 1 else ""
    if name == "nn.RNN":
        options += draw.options(nonlinearity="relu")
    return f"{draw.module(f'{name}({inputs}, {hidden}{options})')}({draw.tensor(torch.float32, [length, batch, inputs], 'normal')})"


_FOURIER = {
    "fft": "complex", "ifft": "complex", "rfft": "real", "irfft": "complex", "hfft": "complex", "ihfft": "real",
    "fft2": "complex", "ifft2": "complex", "rfft2": "real", "irfft2": "complex", "fftn": "complex", "rfftn": "real",
}  # fmt: skip


@operator(*(f"fft.{name}" for name in _FOURIER))
def fourier(draw: Draw, name: str) -> Any:
    short, dtype = name[4:], draw.choose(torch.float32, torch.float64)
    many = short.endswith(("2", "n"))
    shape = [draw.number(2, 6) for _ in range(draw.number(2 if many else 1, 3))]
    if _FOURIER[short] == "complex":
        x = f"torch.complex({draw.tensor(dtype, shape, 'normal')}, {draw.tensor(dtype, shape, 'normal')})"
    else:
        x = draw.tensor(dtype, shape, "normal")
    options = draw.options(norm=draw.choose("ortho", "forward", "backward"))
    if not many:
        options += draw.options(n=draw.number(2, 7), dim=draw.number(-len(shape), len(shape) - 1))
    text = f"torch.{name}({x}{options})"
    return text if short.startswith(("irfft", "hfft")) else f"torch.view_as_real({text})"


@operator("stft", "fft.fftshift", "fft.fftfreq")
def spectra(draw: Draw, name: str) -> Any:
    x = draw.tensor(torch.float32, [draw.number(1, 2), 40], "normal")
    if name == "fft.fftshift":
        return f"torch.fft.{draw.choose('fftshift', 'ifftshift')}({x})"
    if name == "fft.fftfreq":
        return f"({x}, torch.fft.{draw.choose('fftfreq', 'rfftfreq')}({draw.number(2, 9)}))"
    n = draw.choose(8, 12, 16)
    options = draw.options(hop_length=draw.number(2, 8), center=draw.flag(), normalized=True, onesided=draw.flag())
    return f"torch.view_as_real(torch.stft({x}, {n}{options}, window=torch.hann_window({n}), return_complex=True))"


@operator("complex_arithmetic")
def complex_arithmetic(draw: Draw) -> Any:
    dtype, shape = draw.choose(torch.float32, torch.float64), draw.shape(1, 3)
    z, w = (f"torch.complex({draw.tensor(dtype, shape, 'normal')}, {draw.tensor(dtype, shape, 'normal')})" for _ in range(2))
    text = draw.choose(f"{z} + {w}", f"{z} - {w}", f"{z} * {w}", f"{z} / {w}", f"{z} * 2.5", f"{z} + 1j", f"{z}.conj()",
                       f"{z}.sum(-1)", f"torch.exp({z})", f"{z}.flip(0)", f"1 / {z}", f"torch.sqrt({z})",
                       f"torch.log({z})", f"torch.sin({z})", f"torch.tanh({z})", f"{z} ** 3", f"{z}.square()",
                       f"torch.sigmoid({z})", f"{z}.cumsum(0)", f"{z}.prod(0)", f"torch.sgn({z})", f"{z} - 2")  # fmt: skip
    if draw.flag(0.25):
        return draw.choose(f"{z}.abs()", f"{z}.angle()", f"{z}.real * {z}.imag", f"{z} == {w}", f"{z} != {z}", f"torch.isnan({z})")
    return f"torch.view_as_real({text})"
