# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whose numbers tirc's are, by the format of a model, and which peers compute others. docs/Numbers.md shows this table."""

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
    "tflite": Arithmetic(
        "LiteRT's reference kernels",
        (
            "LiteRT's default kernels round MEAN, ADD, MUL and QUANTIZE otherwise",
            "TensorFlow Lite Micro rounds FULLY_CONNECTED twice, as TOSA does",
        ),
    ),
    "onnx": Arithmetic(
        "onnxruntime without optimisations",
        (
            "its optimisations join quantised operators, which are then rounded less often",
            "without VNNI, it saturates sums of products of uint8 and int8",
        ),
    ),
    "torch": Arithmetic("PyTorch in eager mode", ("torch.compile joins operators, which are then rounded less often",)),
    "tosa": Arithmetic("the specification of TOSA 1.0", ("its reference model adds float16 in float16",)),
    "mlir": Arithmetic("the specification of TOSA 1.0", ("its reference model adds float16 in float16",)),
}
