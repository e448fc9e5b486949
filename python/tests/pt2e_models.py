# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Networks that PT2E quantises, and a quantizer that quantises all tensors between operators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

torch: Any = pytest.importorskip("torch", reason="needs tirc[torch]")
pt2e: Any = pytest.importorskip("torchao.quantization.pt2e.quantize_pt2e", reason="needs torchao")

from torch import nn  # noqa: E402  what follows needs the packages
from torchao.quantization.pt2e import observer  # noqa: E402
from torchao.quantization.pt2e.quantizer import quantizer as base  # noqa: E402

Module: Any = nn.Module
Quantizer: Any = base.Quantizer


class Cnn(Module):  # type: ignore[misc]
    """Convolutions with a branch that is added, and one that is put beside; pooling; a dense layer; probabilities."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 3, 2, 1)
        self.norm = nn.BatchNorm2d(8)
        self.conv, self.point, self.side = nn.Conv2d(8, 8, 3, padding="same"), nn.Conv2d(8, 8, 1), nn.Conv2d(8, 8, 1)
        self.pool, self.mean = nn.MaxPool2d(2), nn.AvgPool2d(3, 1)
        self.dense, self.scores = nn.Linear(64, 24), nn.Linear(24, 5)

    def forward(self, image: Any) -> Any:
        x = torch.relu(self.norm(self.stem(image)))
        x = torch.relu(x + self.point(torch.relu(self.conv(x))))
        x = self.pool(torch.cat([x, self.side(x).clamp(0, 6)], 1))
        x = self.mean(x).flatten(1)
        return {"scores": torch.softmax(self.scores(torch.relu(self.dense(x))), -1)}


class Depthwise(Module):  # type: ignore[misc]
    """Separable convolutions with other activations, an upsampling and a transposed convolution."""

    def __init__(self) -> None:
        super().__init__()
        self.stem, self.act = nn.Conv2d(3, 8, 3, 2, 1), nn.Hardswish(inplace=True)
        self.depthwise, self.relu6 = nn.Conv2d(8, 8, 3, padding=1, groups=8), nn.ReLU6(inplace=True)
        self.point = nn.Conv2d(8, 12, 1)
        self.second = nn.Conv2d(12, 24, 3, 2, 1, groups=12)
        self.pool, self.gate = nn.AdaptiveAvgPool2d(1), nn.Conv2d(24, 24, 1)
        self.up = nn.ConvTranspose2d(24, 4, 2, 2)

    def forward(self, image: Any) -> Any:
        x = self.point(self.relu6(self.depthwise(self.act(self.stem(image)))))
        x = nn.functional.silu(self.second(x))
        x = x * torch.sigmoid(self.gate(self.pool(x)))
        x = nn.functional.interpolate(x, scale_factor=2, mode="nearest")
        return torch.tanh(nn.functional.leaky_relu(self.up(x), 0.1))


class Mlp(Module):  # type: ignore[misc]
    """Dense layers on the last of three axes."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(16, 32), nn.GELU(), nn.Linear(32, 32), nn.Tanh(), nn.Dropout(), nn.Linear(32, 6))

    def forward(self, x: Any) -> Any:
        return self.layers(x).mean(1)


class Attention(Module):  # type: ignore[misc]
    """Attention with two heads, and a normalisation, which computes in float."""

    def __init__(self) -> None:
        super().__init__()
        self.parts, self.out, self.norm = nn.Linear(16, 48), nn.Linear(16, 16), nn.LayerNorm(16)

    def forward(self, x: Any) -> Any:
        queries, keys, values = (part.view(1, 6, 2, 8).transpose(1, 2) for part in self.parts(x).chunk(3, -1))
        scores = torch.softmax(torch.matmul(queries, keys.transpose(-1, -2)) * 8**-0.5, -1)
        y = torch.matmul(scores, values).permute(0, 2, 1, 3).reshape(1, 6, 16)
        return self.norm(x + self.out(y))


class WakeWord(Module):  # type: ignore[misc]
    """Convolutions along the time, one of them depthwise, and a score."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.depthwise = nn.Conv1d(10, 16, 5, 2, 2), nn.Conv1d(16, 16, 3, groups=16)
        self.pool, self.score = nn.MaxPool1d(2), nn.Linear(16, 1)

    def forward(self, audio: Any) -> Any:
        x = self.pool(torch.relu(self.depthwise(torch.relu(self.first(audio)))))
        return torch.sigmoid(self.score(x.mean(-1)))


NETWORKS: dict[str, tuple[Callable[[], Any], tuple[int, ...]]] = {
    "attention": (Attention, (1, 6, 16)),
    "cnn": (Cnn, (1, 3, 16, 16)),
    "depthwise": (Depthwise, (1, 3, 16, 16)),
    "mlp": (Mlp, (1, 5, 16)),
    "wake word": (WakeWord, (1, 10, 40)),
}
_WEIGHTED = ("conv1d", "conv2d", "conv_transpose2d", "linear")
# They move numbers, and are computed on the numbers of their input.
_MOVING = ("chunk", "dropout", "flatten", "getitem", "permute", "reshape", "slice", "transpose", "view")
_FLOAT = ("layer_norm",)


class All(Quantizer):  # type: ignore[misc]
    """Quantises each result to `kind`, and weights to int8."""

    def __init__(self, kind: Any, *, channels: bool) -> None:
        limits = torch.iinfo(kind)
        self.numbers = base.QuantizationSpec(
            kind,
            observer.MinMaxObserver.with_args(eps=2**-12),
            quant_min=limits.min,
            quant_max=limits.max,
            qscheme=torch.per_tensor_affine,
        )
        scheme = torch.per_channel_symmetric if channels else torch.per_tensor_symmetric
        chosen = observer.PerChannelMinMaxObserver if channels else observer.MinMaxObserver
        self.weights = [
            base.QuantizationSpec(
                torch.int8,
                chosen.with_args(eps=2**-12),
                quant_min=-127,
                quant_max=127,
                qscheme=scheme,
                ch_axis=axis if channels else None,
            )
            for axis in (0, 1)
        ]

    def annotate(self, model: Any) -> Any:
        for node in model.graph.nodes:
            if node.op == "placeholder" and isinstance(node.meta["val"], torch.Tensor):
                node.meta["quantization_annotation"] = base.QuantizationAnnotation({}, self.numbers, _annotated=True)
            if node.op != "call_function" or not isinstance(node.meta.get("val"), torch.Tensor):
                continue
            name = node.target.__name__.partition(".")[0]
            if name in (*_MOVING, *_FLOAT):
                continue
            sources = [value for value in node.all_input_nodes if value.op != "get_attr"]
            specs = dict.fromkeys(sources, self.numbers)
            if name in _WEIGHTED:
                specs[node.args[1]] = self.weights[name == "conv_transpose2d"]
            users = [user.target.__name__.partition(".")[0] for user in node.users if user.op == "call_function"]
            # A limit is a part of the operator before it.
            is_limited = users in (["relu"], ["relu6_"], ["clamp"], ["batch_norm"], ["silu"])
            result = None if is_limited else self.numbers
            node.meta["quantization_annotation"] = base.QuantizationAnnotation(specs, result, _annotated=True)
        return model

    def validate(self, model: Any) -> None:
        pass


def quantized(network: str, quantizer: Any, **options: Any) -> tuple[Any, Any]:
    """Returns the exported program of a network, and inputs."""
    torch.manual_seed(11)
    module, shape = NETWORKS[network]
    model = module().eval()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(torch.randn(parameter.shape) * 0.1)
    inputs = (torch.randn(shape),)
    prepared = pt2e.prepare_pt2e(torch.export.export(model, inputs).module(), quantizer)
    for _ in range(8):
        prepared(torch.randn(shape))
    return torch.export.export(pt2e.convert_pt2e(prepared, **options), inputs), inputs
