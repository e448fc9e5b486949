# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whose numbers tirc's are, by the format of a model, and which peers compute others. docs/Python.md shows this table."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True)
class Arithmetic:
    """What a front end follows, and how others differ from it."""

    follows: str
    others: tuple[str, ...]

    def sentence(self) -> str:
        return f"tirc follows {self.follows}" + "".join(f"; {other}" for other in self.others)


# By the beginning of `ImportedModel.front_end`.
ARITHMETIC = {
    "onnx": Arithmetic(
        "onnxruntime without optimisations (ORT_DISABLE_ALL)",
        (
            "its optimisations join quantised operators and then round less often",
            "on processors without VNNI, it saturates sums of products of uint8 and int8",
        ),
    ),
    "tflite": Arithmetic(
        "LiteRT's reference kernels (OpResolverType.BUILTIN_REF)",
        (
            "LiteRT's default kernels round MEAN, ADD, MUL and QUANTIZE in another way",
            "tflite-micro rounds FULLY_CONNECTED twice, as TOSA does",
        ),
    ),
    "torch": Arithmetic(
        "PyTorch's eager mode",
        ("torch.compile joins operators and then rounds less often",),
    ),
    "mlir": Arithmetic("TOSA 1.0", ("a rescale rounds once or twice, as its rounding mode says",)),
}

__all__ = ["ARITHMETIC", "Arithmetic"]
