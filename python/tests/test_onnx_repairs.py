# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of ONNX that are repaired before torch-mlir reads them, in all their forms, against onnxruntime."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy
import pytest
from models import FOR_A_RUN
from onnx_cases import Case, assert_right, expected, model_of

import tirc
from tirc.importers import FrontEndError

onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")
pytest.importorskip("torch_mlir", reason="needs tirc[onnx]")
onnxruntime = pytest.importorskip("onnxruntime", reason="needs onnxruntime")

from onnx import helper, numpy_helper  # noqa: E402  what follows needs the package

random = numpy.random.default_rng(11)
FLOAT, INT32, INT64, BOOL = (getattr(onnx.TensorProto, name) for name in ("FLOAT", "INT32", "INT64", "BOOL"))


def ints(kind: str, *shape: int) -> Any:
    limits = numpy.iinfo(kind)
    return numpy.asarray(random.integers(limits.min, limits.max, shape, endpoint=True).astype(kind))


def scales(*shape: int) -> Any:
    return numpy.asarray((random.random(shape) * 0.05 + 0.01).astype(numpy.float32))


def floats(*shape: int) -> Any:
    return random.standard_normal(shape).astype(numpy.float32)


def dequantize() -> Iterator[Case]:
    for kind in ("int8", "uint8", "int16", "uint16", "int32"):
        for axis, shape in ((1, ()), (0, (4,)), (1, (3,)), (2, (5,)), (-1, (5,))):
            zero = numpy.zeros(shape, kind) if kind == "int32" else ints(kind, *shape)
            # int32 beyond 2**24 is rounded before the scale by some, after it by others.
            x = ints(kind, 4, 3, 5) // (1 << 8 if kind == "int32" else 1)
            for constant in ((1, 2), (1,), (2,), ()):
                yield Case("DequantizeLinear", [x, scales(*shape), zero], constant, {"axis": axis})
        yield Case(
            "DequantizeLinear", [ints("int8", 6).astype(kind) if kind != "uint8" else ints(kind, 6), scales()], (1,)
        )
    x, shape = ints("uint8", 4, 6), (4, 2)
    yield Case("DequantizeLinear", [x, scales(*shape), ints("uint8", *shape)], (1, 2), {"axis": 1, "block_size": 3})


def quantize() -> Iterator[Case]:
    for kind in ("int8", "uint8", "int16"):
        for axis, shape in ((1, ()), (0, (4,)), (1, (3,)), (2, (5,)), (-1, (5,))):
            x = ((random.random((4, 3, 5)) - 0.5) * 0.2 * numpy.iinfo(kind).max).astype(numpy.float32)
            for constant in ((1, 2), (1,), (2,), ()):
                # One unit: a division may be a multiplication by the reciprocal.
                yield Case("QuantizeLinear", [x, scales(*shape), ints(kind, *shape)], constant, {"axis": axis}, 1)
    yield Case("QuantizeLinear", [floats(4, 3), scales()], (1,), {}, 1)


def products() -> Iterator[Case]:
    for a, b in (("int8", "int8"), ("uint8", "uint8"), ("uint8", "int8")):
        for left, right in (
            ((2, 4), (4, 3)),
            ((2, 2, 4), (2, 4, 3)),
            ((2, 2, 4), (4, 3)),
            ((2, 1, 3, 4), (2, 2, 4, 5)),
        ):
            shapes: list[tuple[int, ...]] = [(), (1,)]
            if len(right) == 2:
                shapes.append((3,))
            for shape in shapes:
                x, y, zeros = ints(a, *left), ints(b, *right), (ints(a), ints(b, *shape))
                linear = [x, scales(), zeros[0], y, scales(*shape), zeros[1], numpy.float32(2), ints(a)]
                for constant in ((1, 2, 4, 5, 6, 7), ()):
                    yield Case("QLinearMatMul", [numpy.asarray(v) for v in linear], constant, {}, 1)
                for constant in ((2, 3), ()):
                    yield Case("MatMulInteger", [x, y, *zeros], constant)
    yield Case("Einsum", [floats(2, 3), floats(3, 4)], (), {"equation": "kj,ji"})
    yield Case("Einsum", [floats(2, 3, 4), floats(2, 4, 5)], (), {"equation": "...ij,...jk"})


def convolutions() -> Iterator[Case]:
    for a, b in (("int8", "int8"), ("uint8", "uint8"), ("uint8", "int8")):
        for x, w, group in (
            ((1, 2, 6, 6), (4, 2, 3, 3), 1),
            ((1, 4, 6, 6), (4, 1, 3, 3), 4),
            ((1, 4, 6, 6), (4, 2, 3, 3), 2),
            ((1, 2, 8), (4, 2, 3), 1),
        ):
            attributes = {"pads": [1] * (2 * len(x) - 4), "group": group}
            for shape in ((), (4,)):
                for bias in (None, random.integers(-1000, 1000, 4).astype(numpy.int32)):
                    zero = numpy.zeros(shape, b) if b == "int8" else numpy.full(shape, 77, b)
                    inputs = [ints(a, *x), scales(), ints(a), ints(b, *w), scales(*shape), zero, numpy.float32(2)]
                    inputs = [*map(numpy.asarray, inputs), ints(a), bias]
                    yield Case("QLinearConv", inputs, tuple(range(1, 9)), attributes, 1)
            if a == b == "uint8" or len(x) == 4:
                yield Case("ConvInteger", [ints(a, *x), ints(b, *w), ints(a), ints(b)], (1, 2, 3), attributes)
            yield Case("ConvInteger", [ints(a, *x), ints(b, *w), ints(a), ints(b)], (), attributes)
    for attributes in ({"pads": [0, 1, 2, 0]}, {"auto_pad": "SAME_LOWER", "strides": [2, 2]}):
        inputs = [ints("uint8", 1, 2, 6, 6), ints("uint8", 4, 2, 3, 2), ints("uint8"), ints("uint8")]
        yield Case("ConvInteger", inputs, (1, 2, 3), attributes)


def unsigned() -> Iterator[Case]:
    x, y = ints("uint8", 2, 4, 6, 6), ints("uint8", 2, 4, 6, 6) | 1
    # One by one at the sizes where the sign of a signed number would change.
    x[0, 0, 0, :5] = 0, 127, 128, 129, 255
    for operator in "Add Sub Mul Div Mod Max Min Greater Less Equal GreaterOrEqual LessOrEqual BitwiseAnd".split():
        yield Case(operator, [x, y])
    limits = numpy.uint8(100), numpy.uint8(200)
    yield Case("Clip", [x, *map(numpy.asarray, limits)], (1, 2))
    yield Case("Clip", [x, None, numpy.asarray(limits[1])], (2,))
    for attributes in ({"kernel_shape": [2, 2], "strides": [2, 2]}, {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1]}):
        yield Case("MaxPool", [x], (), attributes)
    yield from (Case(operator, [x], (), {"axis": 1}) for operator in ("ArgMax", "ArgMin"))
    for operator in ("ReduceMax", "ReduceMin"):
        yield Case(operator, [x, numpy.int64([1])], (1,))
    yield Case("Abs", [ints("uint16", 3, 7)])
    yield from (Case("Abs", [x]), Case("Neg", [ints("int8", 300)]), Case("Sign", [x]))
    yield Case("Cast", [numpy.float32([0, 1.5, 127, 128, 200.7, 255])], (), {"to": onnx.TensorProto.UINT8})
    yield Case("CastLike", [numpy.float32([127, 128, 255]), numpy.uint8([0])], (1,))


def pads() -> Iterator[Case]:
    x = floats(1, 3, 4, 5)
    for amounts in ([0, 0, 1, 2, 0, 0, 3, 1], [0, 0, 4, 0, 0, 0, 0, 5]):
        yield Case("Pad", [x, numpy.int64(amounts)], (1,), {"mode": "wrap"})
    yield Case("Pad", [x, numpy.int64([1, 2]), None, numpy.int64([-1])], (1, 3), {"mode": "wrap"})


def booleans() -> Iterator[Case]:
    # torch-mlir folds it on TOSA.
    yield Case("Mul", [numpy.float32([1, -numpy.inf, numpy.nan]), numpy.zeros((2, 1), numpy.float32)], (1,))
    x = random.random((4, 3, 2)) < 0.5
    for operator in ("ReduceMax", "ReduceMin"):
        for axes in (None, numpy.int64([1]), numpy.int64([0, 2])):
            yield Case(operator, [x, axes], (1,), {"keepdims": 0})


def resizes() -> Iterator[Case]:
    image, none = floats(1, 2, 5, 7), None
    sizes = [numpy.int64([1, 2, *size]) for size in ((3, 5), (8, 9), (10, 14), (5, 1))]
    factors = [numpy.float32([1, 1, *scale]) for scale in ((0.6, 0.6), (2, 3), (1.7, 0.5))]
    for mode in ("linear", "nearest", "cubic"):
        for coordinates in ("half_pixel", "align_corners", "asymmetric", "pytorch_half_pixel"):
            attributes = {"mode": mode, "coordinate_transformation_mode": coordinates}
            rounding = ("floor", "ceil", "round_prefer_floor", "round_prefer_ceil") if mode == "nearest" else ("",)
            for nearest in rounding:
                more = {"nearest_mode": nearest} if nearest else {}
                for size in sizes:
                    yield Case("Resize", [image, none, none, size], (3,), attributes | more)
                # onnxruntime rounds the size before it aligns the corners; the standard does not.
                for scale in factors if coordinates != "align_corners" else factors[1:2]:
                    yield Case("Resize", [image, none, scale], (2,), attributes | more)
    for mode in ("linear", "cubic"):
        yield Case("Resize", [image, none, none, sizes[0]], (3,), {"mode": mode, "antialias": 1})
    yield Case("Resize", [ints("uint8", 1, 2, 5, 7), none, factors[0]], (2,), {"mode": "nearest"})
    crop = {"mode": "linear", "coordinate_transformation_mode": "tf_crop_and_resize", "extrapolation_value": 9.0}
    region = numpy.float32([0, 0, 0.1, -0.3, 1, 1, 0.7, 1.2])
    yield Case("Resize", [image, region, none, sizes[1]], (1, 3), crop)
    yield Case("Resize", [image, region, numpy.float32([1, 1, 1.4, 0.6])], (1, 2), crop)
    yield Case("Resize", [floats(1, 2, 9), none, numpy.float32([1, 1, 0.6])], (2,), {"mode": "linear"})


def samples() -> Iterator[Case]:
    image, grid = floats(2, 3, 4, 5), (random.random((2, 3, 4, 2)) * 2.6 - 1.3).astype(numpy.float32)
    # Halves, where the nearest number is the even one, and the corners.
    grid[0, 0, :, 0], grid[0, 0, :, 1] = (-1, -0.6, 0.2, 1), (-1, -0.5, 0.5, 1)
    for mode in ("linear", "nearest", "cubic"):
        for padding in ("zeros", "border", "reflection"):
            for aligned in (0, 1):
                attributes = {"mode": mode, "padding_mode": padding, "align_corners": aligned}
                yield Case("GridSample", [image, grid], (), attributes)


def indices() -> Iterator[Case]:
    x = floats(3, 5, 4)
    places = numpy.int64([[[1, 4], [-1, 0]], [[2, 2], [0, 1]]])
    for reduction in ("none", "add", "mul", "max", "min"):
        yield Case("ScatterND", [x, places, floats(2, 2, 4)], (), {"reduction": reduction})
    for axis, size in ((0, 3), (1, 5), (-1, 4)):
        index = random.integers(-size, size, (2, 3, 2)).astype(numpy.int64)
        yield Case("ScatterElements", [x, index, floats(2, 3, 2)], (), {"axis": axis, "reduction": "add"})
        distinct = numpy.int64(numpy.argsort(random.random((3, 5, 4)), axis=axis))
        for kind in ("float32", "int32"):
            arrays = [x.astype(kind), distinct, floats(3, 5, 4).astype(kind)]
            yield Case("ScatterElements", arrays, (), {"axis": axis})
    # As PyTorch writes x[:, 2:4] = y, x[1:, 1:3, 2:] = y, and what is not a box.
    yield Case("ScatterND", [x, places, floats(2, 2, 4)], (1,))
    for start, *sizes in (([0, 2, 0], 3, 2, 4), ([1, 1, 2], 2, 2, 2), ([0, 0, 0], 3, 5, 4)):
        box = numpy.moveaxis(numpy.indices(sizes), 0, -1) + numpy.int64(start)
        yield Case("ScatterND", [x, box, floats(*sizes)], (1,))
        yield Case("ScatterND", [x, box[:, ::-1], floats(*sizes)], (1,))
    for axis in (0, 1, -1):
        index = numpy.broadcast_to(numpy.arange(-2, 0).reshape([2 if i == axis % 3 else 1 for i in range(3)]), (2, 2, 2))
        yield Case("ScatterElements", [x, index.astype(numpy.int64), floats(2, 2, 2)], (1,), {"axis": axis})
        whole = numpy.int64(numpy.argsort(random.random((3, 5, 4)), axis=axis))
        yield Case("ScatterElements", [ints("int32", 3, 5, 4), whole, ints("int32", 3, 5, 4)], (1,), {"axis": axis})
    yield Case("ReverseSequence", [x, numpy.int64([1, 3, 2, 5])[:3]], (), {"batch_axis": 0, "time_axis": 1})
    yield Case("ReverseSequence", [x, numpy.int64([1, 3, 2, 0, 1])], (), {"batch_axis": 1, "time_axis": 0})
    yield Case("Compress", [x, numpy.array([True, False, True])], (1,), {"axis": 0})
    yield Case("Compress", [x, numpy.array([True, False, True, True])], (1,))


def sums() -> Iterator[Case]:
    for axis in (0, -1):
        for attributes in ({}, {"reverse": 1}, {"exclusive": 1}, {"reverse": 1, "exclusive": 1}):
            yield Case("CumSum", [floats(3, 7), numpy.asarray(numpy.int64(axis))], (1,), dict(attributes))
    yield Case("CumSum", [ints("int32", 9), numpy.asarray(numpy.int64(0))], (1,))
    for size in (6, 4, 9):
        length = numpy.asarray(numpy.int64(size))
        yield Case("DFT", [floats(2, 6, 3, 1), length], (1,), {"axis": 1})
        yield Case("DFT", [floats(2, 6, 3, 1), length], (1,), {"axis": 1, "onesided": 1})
        yield Case("DFT", [floats(2, 6, 3, 2), length], (1,), {"axis": 1, "inverse": 1})
    yield Case("DFT", [floats(2, 5, 2)])
    frame = [numpy.asarray(numpy.int64(4)), floats(8)]
    yield Case("STFT", [floats(2, 32, 1), *frame], (1,))
    yield Case("STFT", [floats(2, 32, 1), *frame], (1,), {"onesided": 0})
    for p in (1, 2, 3):
        for attributes in ({"strides": [2, 1]}, {"pads": [1, 0, 1, 1]}, {"auto_pad": "SAME_UPPER"}):
            yield Case("LpPool", [floats(2, 3, 6, 5)], (), {"p": p, "kernel_shape": [3, 2], **attributes})
    for attributes in ({"group": 2}, {"group": 2, "pads": [1, 0, 1, 1], "strides": [2, 2]}):
        yield Case("ConvTranspose", [floats(1, 4, 3, 3), floats(4, 3, 3, 3), floats(6)], (1, 2), dict(attributes))
    for padding in ("SAME_UPPER", "SAME_LOWER"):
        x = floats(1, 2, 3, 3)
        yield Case("ConvTranspose", [x, floats(2, 3, 4, 3)], (1,), {"auto_pad": padding, "strides": [2, 2]})
    for attributes in (
        {"output_shape": [6, 6]},
        {"output_shape": [5, 6], "auto_pad": "SAME_UPPER"},
        {"output_shape": [7, 5], "output_padding": [1, 0]},
    ):
        yield Case("ConvTranspose", [floats(1, 2, 3, 3), floats(2, 3, 3, 3)], (1,), {"strides": [2, 2], **attributes})


def definitions() -> Iterator[Case]:
    """Operators that the standard defines by others, and what is constant then."""
    classes = numpy.int64([[0, 2], [1, 1]])
    for reduction in ("none", "mean", "sum"):
        for weights in (None, floats(3)):
            for operator in ("SoftmaxCrossEntropyLoss", "NegativeLogLikelihoodLoss"):
                attributes = {"reduction": reduction, "ignore_index": 1}
                yield Case(operator, [floats(2, 3, 2), classes, *([] if weights is None else [weights])], (), attributes)
    yield Case("AffineGrid", [floats(2, 2, 3), numpy.int64([2, 1, 4, 5])], (1,))
    yield Case("AffineGrid", [floats(1, 3, 4), numpy.int64([1, 1, 2, 3, 4])], (1,), {"align_corners": 1})
    yield Case("CenterCropPad", [floats(5, 6, 3), numpy.int64([3, 8])], (1,), {"axes": [0, 1]})
    yield Case("Dropout", [floats(2, 3)], (), {"seed": 3})
    yield Case("Dropout", [floats(2, 3), numpy.asarray(numpy.float32(0)), numpy.array(True)], (1, 2))


def functions() -> Iterator[Case]:
    """Functions of single numbers, in a model that torch-mlir converts to linalg, for Asinh."""
    yield Case("Asinh", [floats(2)])
    yield Case("Gelu", [numpy.float32([-3, -1.5, -1, -1e-3, 0, 1e-3, 1, 3])], (), {"approximate": "tanh"}, 1e-6)
    yield Case("Softplus", [numpy.float32([-79, -30, -17, -15])], (), {}, 1e-12)
    yield Case("Softplus", [numpy.float16([-17, -15, 0, 15])], (), {}, 1e-7)


def reductions() -> Iterator[Case]:
    """Along no axes: what a reduction computes of each number is left."""
    for kind in ("L1", "L2", "LogSum", "LogSumExp", "Max", "Mean", "Min", "Prod", "Sum", "SumSquare"):
        for axes in (None, numpy.zeros(0, numpy.int64)):
            x = abs(floats(2, 3)) + 1 if kind == "LogSum" else floats(2, 3)
            yield Case(f"Reduce{kind}", [x, axes], (1,), {"noop_with_empty_axes": 1})


GROUPS: dict[Callable[[], Iterator[Case]], int] = {
    dequantize: 21,
    quantize: 21,
    products: 17,
    convolutions: 17,
    unsigned: 20,
    booleans: 20,
    pads: 19,
    resizes: 19,
    samples: 20,
    indices: 18,
    sums: 17,
    definitions: 20,
    functions: 20,
    reductions: 18,
}


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.__name__)
def test_operators_give_what_onnxruntime_gives(group: Callable[[], Iterator[Case]]) -> None:
    assert_right(list(group()), GROUPS[group])


@pytest.mark.parametrize("largest", [0, 1])
@pytest.mark.parametrize("axis", [0, 1, -1])
def test_the_first_of_equal_numbers_is_the_largest(axis: int, largest: int) -> None:
    node = helper.make_node("TopK", ["x", "k"], ["y", "i"], name="n", axis=axis, largest=largest)
    value = helper.make_tensor_value_info
    given, results = value("x", FLOAT, [3, 5, 4]), [value("y", FLOAT, None), value("i", INT64, None)]
    two = numpy_helper.from_array(numpy.int64([2]), "k")
    model = onnx.shape_inference.infer_shapes(model_of([node], [given], results, [two], 18))
    x = random.integers(-3, 3, (3, 5, 4)).astype(numpy.float32)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    for got, wanted in zip(tirc.compile(model, **FOR_A_RUN).run(x).values(), session.run(None, {"x": x}), strict=True):
        assert numpy.array_equal(got, wanted)


def test_the_largest_numbers_in_a_branch() -> None:
    value = helper.make_tensor_value_info
    two = numpy_helper.from_array(numpy.int64([2]), "k")

    def branch(largest: int) -> Any:
        top = helper.make_node("TopK", ["x", "k"], ["y", "i"], name="n", largest=largest)
        return helper.make_graph([top], f"b{largest}", [], [value("y", FLOAT, [3, 2]), value("i", INT64, [3, 2])], [two])

    choice = helper.make_node("If", ["c"], ["y", "i"], then_branch=branch(1), else_branch=branch(0))
    given = [value("x", FLOAT, [3, 5]), value("c", onnx.TensorProto.BOOL, [])]
    model = onnx.shape_inference.infer_shapes(model_of([choice], given, [value("y", FLOAT, [3, 2]), value("i", INT64, [3, 2])], [], 18))
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    module = tirc.compile(model, **FOR_A_RUN)
    x = random.integers(-3, 3, (3, 5)).astype(numpy.float32)
    for c in (True, False):
        for got, wanted in zip(module.run(x, numpy.array(c)).values(), session.run(None, {"x": x, "c": numpy.array(c)}), strict=True):
            assert numpy.array_equal(got, wanted)


def test_the_order_of_numbers_that_are_not_numbers_is_total() -> None:
    node = helper.make_node("TopK", ["x", "k"], ["y", "i"], name="n")
    value = helper.make_tensor_value_info
    results = [value("y", FLOAT, [1, 7]), value("i", INT64, [1, 7])]
    model = model_of([node], [value("x", FLOAT, [1, 7])], results, [numpy_helper.from_array(numpy.int64([7]), "k")], 18)
    x = numpy.float32([[1, numpy.nan, 3, numpy.nan, -numpy.inf, numpy.nan, 2]])
    got = tirc.compile(model, **FOR_A_RUN).run(x)
    assert got["i"].tolist() == [[1, 3, 5, 2, 6, 0, 4]]
    assert numpy.array_equal(got["y"], x[0][got["i"]], equal_nan=True)


def single(case: Case, opset: int = 21) -> Any:
    node, given, fixed, _ = case.parts("n")
    model = model_of([node], given, [helper.make_empty_tensor_value_info("n_y")], fixed, opset)
    return onnx.shape_inference.infer_shapes(model)


@pytest.mark.parametrize(
    ("case", "message"),
    [
        (Case("Resize", [ints("int8", 1, 1, 4, 4), None, numpy.float32([1, 1, 0.6, 2])], (2,), {"mode": "linear"}),
         "it computes new numbers between integers; expected float32"),
        (Case("Resize", [floats(1, 1, 4, 4), None, numpy.float32([1, 1, 0.6, 2])], (), {"mode": "linear"}),
         "its scales and sizes are not constant; expected constants"),
    ],
    ids=lambda value: value.operator if isinstance(value, Case) else "",
)  # fmt: skip
def test_what_cannot_be_repaired_is_refused(case: Case, message: str) -> None:
    with pytest.raises(FrontEndError, match=f"model: 'n': {case.operator}: {message}"):
        tirc.compile(single(case))


def test_quantised_nodes_of_a_function_are_repaired() -> None:
    """PyTorch's exporter puts layers into functions of the model."""
    case = Case("DequantizeLinear", [ints("uint8", 2, 3), scales(3), ints("uint8", 3)], (), {"axis": 1})
    node, given, _, fed = case.parts("n")
    opset = [helper.make_opsetid("", 21)]
    function = helper.make_function("layers", "Dequantise", list(node.input), list(node.output), [node], opset)
    call = helper.make_node("Dequantise", list(node.input), ["y"], name="call", domain="layers")
    model = model_of([call], given, [helper.make_tensor_value_info("y", FLOAT, [2, 3])], [], 21)
    model.opset_import.append(helper.make_opsetid("layers", 1))
    model.functions.append(function)
    module = tirc.compile(model)
    got = module.run(**{t.name: fed[t.name].view(t.numpy_dtype) for t in module.inputs})["y"]
    assert numpy.allclose(got, expected(case, 21)[0])


@pytest.mark.parametrize("others", [[], ["Asinh"]], ids=["tosa", "linalg"])
def test_many_booleans_keep_their_values(others: list[str]) -> None:
    """torch-mlir writes more than a hundred of them as bytes, of which MLIR 22 reads each bit."""
    mask = random.integers(0, 2, [7, 29]).astype(bool)
    case = Case("Where", [mask, floats(7, 29), floats(7, 29)], (0,), {})
    node, given, fixed, fed = case.parts("n")
    nodes = [node, *(helper.make_node(name, ["n_y"], ["other"]) for name in others)]
    outputs = [helper.make_tensor_value_info(name, FLOAT, [7, 29]) for name in ("n_y", *(["other"] if others else []))]
    module = tirc.compile(model_of(nodes, given, outputs, fixed, 21))
    assert numpy.array_equal(module.run(*fed.values())["n_y"], expected(case, 21)[0])


def test_an_output_without_a_type_gets_the_one_that_follows() -> None:
    """Tools make a value an output by its name alone."""
    case = Case("Transpose", [floats(2, 3)], (), {"perm": [1, 0]})
    node, given, fixed, fed = case.parts("n")
    model = model_of([node], given, [onnx.ValueInfoProto(name="n_y")], fixed, 21)
    module = tirc.compile(model)
    assert numpy.array_equal(next(iter(module.run(*fed.values()).values())), expected(case, 21)[0])


def test_scan_goes_along_any_axis_in_both_directions() -> None:
    values = [helper.make_tensor_value_info(name, FLOAT, [2]) for name in "abcd"]
    nodes = [helper.make_node("Add", ["a", "b"], ["c"]), helper.make_node("Mul", ["c", "b"], ["d"])]
    body = helper.make_graph(nodes, "step", values[:2], values[2:])
    both = {"scan_input_axes": [-1], "scan_output_axes": [1]}
    backwards = {"scan_input_directions": [1], "scan_output_directions": [1]}
    inputs = [helper.make_tensor_value_info(name, FLOAT, shape) for name, shape in (("s", [2]), ("x", [2, 3]), ("z", [3, 2]))]
    nodes, outputs = [], []
    for i, (name, attributes) in enumerate((("x", both), ("z", backwards), ("x", both | backwards), ("z", {}))):
        node = helper.make_node("Scan", ["s", name], [f"t{i}", f"y{i}"], body=body, num_scan_inputs=1, **attributes)
        nodes.append(node)
        shape = [2, 3] if "scan_output_axes" in attributes else [3, 2]
        outputs += [
            helper.make_tensor_value_info(f"t{i}", FLOAT, [2]),
            helper.make_tensor_value_info(f"y{i}", FLOAT, shape),
        ]
    model = model_of(nodes, inputs, outputs, [], 17)
    fed = {"s": floats(2), "x": floats(2, 3), "z": floats(3, 2)}
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    got = tirc.compile(model, **FOR_A_RUN).run(**fed)
    for array, wanted in zip(got.values(), session.run(None, fed), strict=True):
        assert numpy.allclose(array, wanted, atol=1e-6)


def test_sparse_constants_are_read() -> None:
    def sparse(name: str, places: Any) -> Any:
        values = numpy_helper.from_array(numpy.float32([2, 5]), name)
        return helper.make_sparse_tensor(values, numpy_helper.from_array(numpy.int64(places), f"{name}_places"), [2, 3])

    nodes = [
        helper.make_node("Constant", [], ["c"], sparse_value=sparse("v", [1, 5])),
        helper.make_node("Add", ["x", "c"], ["a"]),
        helper.make_node("Mul", ["a", "w"], ["y"]),
    ]
    ends = [helper.make_tensor_value_info(name, FLOAT, [2, 3]) for name in "xy"]
    model = model_of(nodes, ends[:1], ends[1:], [], 17)
    model.graph.sparse_initializer.append(sparse("w", [[0, 1], [1, 0]]))
    x = floats(2, 3)
    wanted = (x + numpy.float32([[0, 2, 0], [0, 0, 5]])) * numpy.float32([[0, 2, 0], [5, 0, 0]])
    assert numpy.array_equal(tirc.compile(model, **FOR_A_RUN).run(x)["y"], wanted)
