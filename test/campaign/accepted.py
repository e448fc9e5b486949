"""Differences from the references that are accepted: each with its reason and the largest difference."""

from __future__ import annotations

import dataclasses
import math
import re

from .tolerance import Difference


@dataclasses.dataclass(frozen=True)
class Accepted:
    """`operator` is a regular expression; `tag` is what a case has to have. The largest difference is in units for
    integers, and a part of the largest number of the tensor for floats; infinity stands for any. With `overflows`, the
    highest number of an integer may also be the lowest."""

    front_end: str
    operator: str
    reason: str
    units: float = 0
    part: float = 0
    tag: str | None = None
    overflows: bool = False


TABLE: tuple[Accepted, ...] = (
    Accepted(
        "onnx",
        "QLinear.*|QGemm|QDQ-.*",
        "A half of a unit may be rounded to the other side: onnxruntime multiplies by the scales in float32, tirc in "
        "integers.",
        units=1,
    ),
    Accepted(
        "onnx",
        "QLinear.*|QGemm|QDQ-.*",
        "Where a result is 2^31 units or more, onnxruntime's conversion to integers gives the lowest number. tirc "
        "gives the highest one, as the standard says.",
        units=1,
        overflows=True,
    ),
    Accepted(
        "onnx",
        "LayerNormalization|RMSNormalization",
        "The standard computes in float32 unless stash_type says otherwise, onnxruntime in float64.",
        part=1e-6,
        tag="float64",
    ),
    Accepted(
        "onnx",
        "TreeEnsemble",
        "In the standard, post_transform 1 is SOFTMAX and 2 is LOGISTIC; onnxruntime takes them for each other.",
        units=math.inf,
        part=math.inf,
        tag="swapped transformation",
    ),
    Accepted(
        "onnx",
        "TreeEnsemble",
        "If a set has a negative member, onnxruntime cuts off the fraction of the numbers that it looks for; the standard asks "
        "for equal numbers.",
        units=math.inf,
        part=math.inf,
        tag="negative members",
    ),
    Accepted(
        "onnx",
        "TreeEnsemble",
        "onnxruntime transforms scores in float32, in which PROBIT cancels digits; tirc in float64.",
        part=1e-5,
        tag="float64",
    ),
    Accepted(
        "onnx",
        "(Average|Lp|Max)Pool",
        "With auto_pad=SAME, onnxruntime pads as if the cells of a dilated window lay side by side; the standard counts what the "
        "window spans.",
        units=math.inf,
        part=math.inf,
        tag="SAME of dilated windows",
    ),
    Accepted(
        "onnx",
        "Resize",
        "onnxruntime does not crop axes whose size stays; the standard does.",
        units=math.inf,
        part=math.inf,
        tag="kept size",
    ),
    Accepted(
        "onnx",
        "Resize",
        "With align_corners, onnxruntime rounds a size that follows from a scale; the standard does not.",
        units=math.inf,
        part=math.inf,
        tag="rounded size",
    ),
    Accepted(
        "onnx",
        "DFT|Shrink",
        "onnxruntime computes factors and offsets for float64 in float32, tirc in float64.",
        part=1e-6,
        tag="float64",
    ),
    Accepted(
        "onnx",
        "Shrink",
        "onnxruntime computes Shrink of float64 in float32, where larger numbers are infinite.",
        part=math.inf,
        tag="beyond float32",
    ),
    Accepted(
        "onnx",
        "MeanVarianceNormalization",
        "Of equal numbers, the standard makes 0, as it adds 1e-9 to the divisor; onnxruntime divides 0 by 0.",
        part=math.inf,
        tag="equal",
    ),
    Accepted(
        "onnx",
        "Sign",
        "The sign of NaN is NaN in the standard, and in onnxruntime but for float16: there, it is 0.",
        part=math.inf,
        tag="float16",
    ),
    Accepted(
        "onnx",
        "RNN|GRU|LSTM",
        "Without activation_alpha, the threshold of ThresholdedRelu is 1 in the standard, and 0 in onnxruntime.",
        part=math.inf,
        tag="ThresholdedRelu",
    ),
    Accepted(
        "onnx",
        "RNN|GRU|LSTM",
        "Without activation_alpha, the factor of Affine is 1 in tirc, as it was in ONNX's operator, and 0 in onnxruntime.",
        part=math.inf,
        tag="Affine",
    ),
    Accepted(
        "onnx",
        "ReduceLogSumExp",
        "Of opset 28, onnxruntime adds the exponentials themselves, which overflow; tirc subtracts the largest number "
        "first, as onnxruntime does in older opsets.",
        part=math.inf,
        tag="opset 28",
    ),
    Accepted(
        "onnx",
        "ReduceLogSumExp",
        "Of integers, onnxruntime cuts off the exponential of each to an integer; tirc only the result.",
        units=4,
        tag="integers",
    ),
    Accepted(
        "onnx",
        "Dropout",
        "Before opset 12, onnxruntime's mask is false everywhere, as if all elements were dropped. tirc's mask is true "
        "everywhere, as the standard says since opset 12.",
        units=1,
        tag="mask",
    ),
    Accepted(
        "tflite",
        "SUM",
        "The reference kernel of int8 and int16 wraps. LiteRT's default one rounds once, tirc twice, as LiteRT Micro and the "
        "reference kernel of uint8.",
        units=1,
        tag="default",
    ),
    Accepted(
        "tflite",
        "LOGISTIC",
        "Below -9, LiteRT takes exp(x) for the sigmoid of a float; tirc computes the sigmoid itself.",
        part=1.3e-4,
        tag="float32",
    ),
    Accepted(
        "torch",
        "pt2e.*",
        "A half of a unit may be rounded to the other side: PyTorch multiplies by the scales in float32, tirc in integers. "
        "A function of 16 bits consists of lines between 513 points.",
        units=1,
    ),
    Accepted(
        "torch",
        "digamma",
        "PyTorch computes in float32 terms that nearly cancel each other; tirc in float64.",
        part=1e-5,
    ),
    Accepted(
        "torch",
        r"lgamma|special\.(gammaln|multigammaln)",
        "Near 1 and 2, terms nearly cancel each other, of which tirc loses a few digits of float64.",
        part=1e-13,
    ),
    Accepted(
        "torch",
        r"erfc|i0|special\.(erfcx|i0e|i1|i1e|log_ndtr)",
        "tirc's sums of Chebyshev polynomials lose a few digits of float64.",
        part=1e-13,
    ),
    Accepted(
        "torch",
        "instance_norm",
        "Of numbers of float64 that are nearly equal, PyTorch loses a few digits, which tirc keeps.",
        part=1e-12,
    ),
)


def reason(front_end: str, operator: str, tags: frozenset[str], difference: Difference) -> str | None:
    """Returns why this difference is accepted, or None."""
    for row in TABLE:
        # A walk's operators have their types in their names.
        if row.front_end != front_end.removesuffix("-walk") or not re.fullmatch(f"({row.operator})(-\\w+)?", operator):
            continue
        most = row.units if difference.is_integer else row.part
        allows = difference.largest <= most and (row.overflows or not difference.overflows)
        if (row.tag is None or row.tag in tags) and allows:
            return row.reason
    return None
