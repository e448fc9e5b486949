# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of TensorFlow Lite whose options or types Arm's converter drops or converts to something else.

LiteRT's reference kernels are the reference. Each model is also converted without tirc's repairs: when a new version of
the converter makes one of them unnecessary, the test says so.
"""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy
import pytest
from models import FOR_A_RUN
from packed_tflite import Array, operator, packed, schema, subgraph, tensor
from tflite_nodes import litert

import tirc
from tirc.importers import FrontEndError
from tirc.importers.base import run_converter

pytest.importorskip("tosa_converter_for_tflite", reason="needs tirc[tflite]")
pytest.importorskip("tflite", reason="needs tirc[tflite]")

_ZEROS = {"INT8": -5, "UINT8": 120, "INT16": 0}
_DTYPES = {"FLOAT32": numpy.float32, "FLOAT16": numpy.float16, "BOOL": numpy.bool_} | {
    f"{sign}INT{bits}": numpy.dtype(f"{sign}int{bits}".lower()).type for sign in ("", "U") for bits in (8, 16, 32, 64)
}
_RELU, _RELU_N1_TO_1, _RELU6, _TANH, _SIGN_BIT = 1, 2, 3, 4, 5


@dataclasses.dataclass
class _Node:
    """An operator whose first input is `x`; the others are constants."""

    name: str
    options: Any
    x: Array
    kind: str
    shape: Sequence[int]
    result: str
    constants: Sequence[Array] = ()
    scale: float | None = 0.05
    # The position of `x` among the inputs.
    place: int = 0


def _kind_of(values: Array) -> str:
    return values.dtype.name.upper()


def _model(nodes: Sequence[_Node]) -> bytes:
    codes = sorted({node.name for node in nodes})
    tensors: list[Any] = []
    buffers: list[Array] = []
    inputs, outputs, operators = [], [], []

    def add(name: str, shape: Sequence[int], kind: str, scale: float | None, buffer: int = 0) -> int:
        made = tensor(name, shape, kind, buffer)
        if scale is not None and kind in _ZEROS:
            made.quantization = schema.QuantizationParametersT()
            made.quantization.scale, made.quantization.zeroPoint = [scale], [_ZEROS[kind]]
        tensors.append(made)
        return len(tensors) - 1

    for number, node in enumerate(nodes):
        inputs.append(add(f"x{number}", node.x.shape, node.kind, node.scale))
        operands = [inputs[-1]]
        for constant in node.constants:
            buffers.append(constant)
            operands.append(add(f"c{len(buffers)}", constant.shape, constant.dtype.name.upper(), None, len(buffers)))
        operands.insert(node.place, operands.pop(0))
        outputs.append(add(f"y{number}", node.shape, node.result, node.scale))
        kind = type(node.options).__name__.removesuffix("T")
        operators.append(operator(codes.index(node.name), operands, [outputs[-1]], node.options, kind))
    return packed(codes, [subgraph(tensors, inputs, outputs, operators)], buffers)


def _differing(nodes: Sequence[_Node], got: Sequence[Array], wanted: Sequence[Array]) -> Iterator[str]:
    for node, one, other in zip(nodes, got, wanted, strict=True):
        tolerance = 2e-6 if other.dtype.kind == "f" else 0
        if one.dtype != other.dtype or not numpy.allclose(one, other, rtol=tolerance, atol=tolerance):
            yield f"{node.name} {node.kind} {node.x.shape} {vars(node.options)}: {one} for {other}"


def _check(nodes: Sequence[_Node], faulty: Sequence[_Node] = ()) -> None:
    """Compares with LiteRT; the converter alone must make something else of each of the faulty nodes."""
    data, inputs = _model(nodes), [node.x for node in nodes]
    wanted = litert(data, inputs)
    got = list(tirc.compile(data, **FOR_A_RUN).run(*inputs).values())
    assert not list(_differing(nodes, got, wanted))
    for node in faulty:
        text = run_converter("tflite", {"text": True}, _model([node]), "model").mlir
        (bare,) = tirc.compile(text, **FOR_A_RUN).run(node.x).values()
        unsigned = bare.view(_DTYPES[node.result]) if bare.dtype.itemsize == 1 else bare
        assert list(_differing([node], [unsigned], litert(_model([node]), [node.x]))), f"{node.name} needs no repair"


def _options(name: str, **values: object) -> Any:
    made = getattr(schema, f"{name}OptionsT")()
    for key, value in values.items():
        assert hasattr(made, key)
        setattr(made, key, value)
    return made


def _numbers(shape: Sequence[int], kind: str) -> Array:
    generator = numpy.random.default_rng(len(shape) + sum(shape))
    if kind == "FLOAT32":
        return generator.standard_normal(shape).astype(numpy.float32) * 4
    limits = numpy.iinfo(_DTYPES[kind])
    return generator.integers(limits.min, limits.max, shape, _DTYPES[kind], endpoint=True)


def _pool(name: str, kind: str, activation: int, window: int = 3, is_valid: bool = False, size: int = 7) -> _Node:
    options = _options(
        "Pool2D",
        padding=int(is_valid),
        strideW=2,
        strideH=2,
        filterWidth=window,
        filterHeight=window,
        fusedActivationFunction=activation,
    )
    out = (size - window) // 2 + 1 if is_valid else -(-size // 2)
    x = _numbers([1, size, size, 3], kind)
    if kind == "INT16":
        # Numbers near the limits.
        x //= 200
    return _Node(name, options, x, kind, [1, out, out, 3], kind)


@pytest.mark.parametrize("name", ["MAX_POOL_2D", "AVERAGE_POOL_2D"])
def test_pools_keep_their_activations(name: str) -> None:
    kinds, activations = ("FLOAT32", "INT8", "UINT8", "INT16"), (_RELU, _RELU_N1_TO_1, _RELU6)
    nodes = [_pool(name, kind, activation) for kind in kinds for activation in activations]
    _check([*nodes, *[_pool(name, kind, 0, is_valid=True) for kind in kinds]], nodes[::4])


def test_averages_of_uint8_are_rounded_up() -> None:
    forms = itertools.product((2, 3), (True, False))
    nodes = [_pool("AVERAGE_POOL_2D", "UINT8", 0, window, is_valid, 12) for window, is_valid in forms]
    # Windows that do not end at the last element.
    ends = [_pool(name, "INT8", 0, 1, size=8) for name in ("MAX_POOL_2D", "AVERAGE_POOL_2D")]
    for node in ends:
        node.options.filterWidth, node.options.strideW, node.shape = 5, 1, [1, 4, 8, 3]
    _check([*nodes, *ends], nodes[:1])
    with pytest.raises(FrontEndError, match="wholly divisible"):
        run_converter("tflite", {"text": True}, _model(ends), "model")


def test_norms_are_pooled() -> None:
    nodes = [_pool("L2_POOL_2D", "FLOAT32", activation, is_valid=bool(activation)) for activation in (0, _RELU6)]
    _check(nodes)
    with pytest.raises(FrontEndError, match="l2_pool_2d"):
        run_converter("tflite", {"text": True}, _model(nodes), "model")


@pytest.mark.parametrize("activation", [_TANH, _SIGN_BIT])
def test_activations_that_litert_ignores_are_refused(activation: int) -> None:
    name = {_TANH: "TANH", _SIGN_BIT: "SIGN_BIT"}[activation]
    message = f"model: 'y0': MAX_POOL_2D: its fused activation is {name}, which LiteRT does not compute; expected none"
    with pytest.raises(FrontEndError, match=message) as caught:
        tirc.compile(_model([_pool("MAX_POOL_2D", "INT8", activation)]))
    assert caught.value.operator == "tfl.max_pool_2d"
    x = numpy.ones((1, 4), numpy.float32)
    node = _Node("ADD", _options("Add", fusedActivationFunction=activation), x, "FLOAT32", [1, 4], "FLOAT32", [x])
    with pytest.raises(FrontEndError, match=f"ADD: its fused activation is {name}"):
        tirc.compile(_model([node]))


def _resize(name: str, kind: str, sizes: tuple[int, int, int, int], aligned: bool, centres: bool) -> _Node:
    options = _options(name, alignCorners=aligned, halfPixelCenters=centres)
    code = {"ResizeBilinear": "RESIZE_BILINEAR", "ResizeNearestNeighbor": "RESIZE_NEAREST_NEIGHBOR"}[name]
    x, out = _numbers([1, *sizes[:2], 2], kind), [1, *sizes[2:], 2]
    return _Node(code, options, x, kind, out, kind, [numpy.array(sizes[2:], numpy.int32)])


# Doubling, other factors, down, one element, and two whose positions in float32 are not the exact ones.
_SIZES = [(4, 5, 8, 15), (7, 9, 3, 4), (1, 4, 3, 9), (6, 6, 1, 1), (2, 8, 41, 47), (4, 83, 82, 61)]
_KINDS = ("FLOAT32", "INT8", "UINT8", "INT16")


def test_nearest_elements_are_those_of_litert() -> None:
    forms = list(itertools.product(_SIZES, (False, True), (False, True)))
    nodes = [_resize("ResizeNearestNeighbor", "INT8", *form) for form in forms]
    nodes += [_resize("ResizeNearestNeighbor", kind, *forms[0]) for kind in _KINDS]
    _check(nodes, [nodes[0], nodes[3]])


@pytest.mark.parametrize("kind", _KINDS)
def test_interpolation_is_that_of_litert(kind: str) -> None:
    forms = [(sizes, *form) for sizes in _SIZES for form in ((False, False), (True, False), (False, True))]
    nodes = [_resize("ResizeBilinear", kind, *form) for form in forms]
    # Floats with another position are found by numbers of one sign.
    faulty = {"FLOAT32": nodes[-1], "INT8": nodes[2], "UINT8": nodes[0], "INT16": nodes[2]}[kind]
    _check(nodes, [faulty])


def _cast(before: str, after: str, values: Sequence[float]) -> _Node:
    x = numpy.array([values]).astype(_DTYPES[before])
    return _Node("CAST", _options("Cast"), x, before, x.shape, after, scale=None)


def test_casts_drop_fractions() -> None:
    floats = [-2.5, -1.5, -0.9, -0.0, 0.5, 0.99, 1.5, 2.5, 126.7, 200.3, 255.9]
    wide = [*floats, 300.5, -300.5, 1e5, -1e5, 3e9, -3e9]
    nodes = [_cast("FLOAT32", after, wide) for after in ("INT8", "UINT8", "INT16", "INT32")]
    nodes += [_cast("FLOAT16", after, floats) for after in ("INT8", "UINT8", "INT16", "INT32")]
    integers = [0, 1, -1, 127, 128, 255, 256, -128, -129, 300, 32767, 65535, 2**31 - 1]
    nodes += [_cast("INT32", after, integers) for after in ("INT8", "UINT8", "INT16", "FLOAT32", "BOOL")]
    nodes += [_cast(before, "UINT8", [0, 1, 100, 127]) for before in ("INT8", "INT16", "BOOL", "UINT8")]
    nodes += [_cast("UINT8", after, [0, 1, 128, 255]) for after in ("INT8", "INT16", "INT32", "FLOAT32", "BOOL")]
    _check(nodes, [nodes[0], nodes[3], nodes[9]])


def test_casts_have_64_bits() -> None:
    wide = [0, 1, -1, 200, 300, 2**31, -(2**40) - 7, 2**62 + 5]
    nodes = [_cast("INT64", after, wide) for after in ("INT8", "UINT8", "INT16", "INT32", "FLOAT32", "BOOL")]
    small = [0, 1, 100, 127]
    nodes += [_cast(before, "INT64", small) for before in ("INT8", "UINT8", "INT16", "INT32", "FLOAT16", "BOOL")]
    _check([*nodes, _cast("FLOAT32", "INT64", [-2.5, 0.9, 3e9, -1e15])])


@pytest.mark.parametrize("kind", ["UINT16", "UINT32"])
def test_casts_of_wide_unsigned_numbers_are_refused(kind: str) -> None:
    with pytest.raises(FrontEndError, match=f"'x0': CAST: the type {kind.lower()} is not supported here"):
        tirc.compile(_model([_cast(kind, "FLOAT32", [1, 2])]))


def test_positions_have_64_bits() -> None:
    nodes = []
    for name, kind, axis in itertools.product(("ArgMax", "ArgMin"), ("FLOAT32", "INT8", "UINT8"), (-1, 0)):
        x = _numbers([3, 7], kind) // 60
        options = _options(name, outputType=schema.TensorType.INT64)
        code = {"ArgMax": "ARG_MAX", "ArgMin": "ARG_MIN"}[name]
        constants = [numpy.array(axis, numpy.int32)]
        nodes.append(_Node(code, options, x, kind, [3 if axis else 7], "INT64", constants))
    _check(nodes)


def test_the_place_of_the_largest_truth() -> None:
    x = numpy.array([[True, False, True], [False, True, False], [False, False, False]])
    options = _options("ArgMax", outputType=schema.TensorType.INT32)
    data = _model([_Node("ARG_MAX", options, x, "BOOL", [3], "INT32", [numpy.array(1, numpy.int32)])])
    (got,) = tirc.compile(data, **FOR_A_RUN).run(x).values()
    assert got.tolist() == [0, 1, 0]


def test_a_log_softmax_of_large_numbers_is_finite() -> None:
    x = numpy.random.default_rng(3).standard_normal((2, 3, 9)).astype(numpy.float32) * 200
    options = _options("LogSoftmax")
    nodes = [_Node("LOG_SOFTMAX", options, scale * x, "FLOAT32", x.shape, "FLOAT32") for scale in (1, 0.01)]
    _check(nodes, nodes[:1])


def test_sizes_of_dynamic_inputs_are_those_that_are_given() -> None:
    """Functions in place of operators have the sizes that the converter computes."""
    nodes = [
        _resize("ResizeNearestNeighbor", "INT8", (4, 5, 8, 10), False, False),
        _resize("ResizeBilinear", "INT8", (4, 5, 8, 10), False, True),
        _resize("ResizeBilinear", "FLOAT32", (4, 83, 82, 61), False, True),
        _pool("MAX_POOL_2D", "INT8", _RELU),
        _pool("AVERAGE_POOL_2D", "UINT8", 0),
        _cast("FLOAT32", "INT32", [-1.5, 2.5]),
        # No window reads the last row and column.
        _pool("MAX_POOL_2D", "INT8", 0, window=2, is_valid=True),
        _pool("AVERAGE_POOL_2D", "FLOAT32", 0, window=2, is_valid=True),
    ]
    model = schema.ModelT.InitFromPackedBuf(_model(nodes), 0)
    for made in model.subgraphs[0].tensors:
        if not made.name.startswith(b"c"):
            made.shapeSignature = [-1, *made.shape[1:]]
    import flatbuffers

    builder: Any = flatbuffers.Builder(1024)
    builder.Finish(model.Pack(builder), b"TFL3")
    batches = [numpy.concatenate([node.x, node.x[:, ::-1]]) for node in nodes]
    module = tirc.compile(bytes(builder.Output()), input_shape={f"x{i}": x.shape for i, x in enumerate(batches)})
    got = module.run(*batches)
    for half in range(2):
        wanted = litert(_model(nodes), [x[half : half + 1] for x in batches])
        parts = [result[half : half + 1] for result in got.values()]
        # Exact positions, where LiteRT has float32 positions.
        assert abs(parts[2] - wanted[2]).max() < 1e-4
        parts[2] = wanted[2]
        assert not list(_differing(nodes, parts, wanted))


def _pair(name: str, options: str, x: Array, y: Array, result: str = "", **values: object) -> _Node:
    shape = numpy.broadcast_shapes(x.shape, y.shape)
    kind = _kind_of(x)
    return _Node(name, _options(options, **values), x, kind, shape, result or kind, [y], scale=None)


_INTEGERS = (numpy.int8, numpy.int16, numpy.int32, numpy.int64)


def test_remainders_have_the_sign_of_the_divisor() -> None:
    generator = numpy.random.default_rng(2)
    x, y = generator.integers(-100, 100, (2, 1, 4)), generator.integers(1, 9, (3, 1)) * numpy.array([[1], [-1], [1]])
    floats = numpy.array([[41, 287, -7, 5.5]], numpy.float32), numpy.array([[41, 41, 2.5, -2]], numpy.float32)
    nodes = [_pair("FLOOR_MOD", "FloorMod", *floats)]
    nodes += [_pair("FLOOR_MOD", "FloorMod", x.astype(kind), y.astype(kind)) for kind in _INTEGERS]
    nodes += [_pair("FLOOR_DIV", "FloorDiv", x.astype(kind), y.astype(kind)) for kind in _INTEGERS[:3]]
    _check(nodes, nodes[:1])


def test_integers_have_activations() -> None:
    x, y = numpy.arange(-12, 12).reshape(2, 1, 12), numpy.array([[3], [-2], [5]])
    nodes = []
    for kind, activation in itertools.product((numpy.int32, numpy.int64), (0, _RELU, _RELU_N1_TO_1, _RELU6)):
        for name in ("Add", "Sub", "Mul"):
            operands = x.astype(kind), y.astype(kind)
            nodes.append(_pair(name.upper(), name, *operands, fusedActivationFunction=activation))
    _check(nodes)
    with pytest.raises(FrontEndError):
        run_converter("tflite", {"text": True}, _model(nodes[3:4]), "model")


def test_halves_become_even() -> None:
    # LiteRT does not have a reference kernel of ROUND; the others round like NumPy.
    x = [-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 0.49999997, 1e7 + 1, 8388609, -8388607.5, 1e20, -numpy.inf, numpy.inf]
    numbers = numpy.array([x], numpy.float32)
    data = packed(["ROUND"], [subgraph([tensor(name, [1, 13]) for name in "xy"], [0], [1], [operator(0, [0], [1])])])
    assert numpy.array_equal(tirc.compile(data, **FOR_A_RUN).run(numbers)["y"], numpy.rint(numbers))
    bare = run_converter("tflite", {"text": True}, data, "model").mlir
    assert not numpy.array_equal(tirc.compile(bare, **FOR_A_RUN).run(numbers)["y"], numpy.rint(numbers))


def test_a_condition_selects_rows() -> None:
    conditions = numpy.array([True, False, True])
    nodes = []
    for kind in ("FLOAT32", "INT8", "INT32"):
        x, y = _numbers([3, 2, 4], kind), _numbers([3, 2, 4], kind)[::-1]
        # The condition is the first input, and the only one that is not constant.
        constants = [numpy.ascontiguousarray(values) for values in (x, y)]
        nodes.append(_Node("SELECT", _options("Select"), conditions, "BOOL", [3, 2, 4], kind, constants, scale=None))
    _check(nodes)


def test_angles_are_those_of_the_c_library() -> None:
    x, y = _numbers([3, 5], "FLOAT32"), _numbers([3, 5], "FLOAT32")[::-1].copy()
    data = packed(
        ["ATAN2"],
        [subgraph([tensor(name, [3, 5]) for name in "abc"], [0, 1], [2], [operator(0, [0, 1], [2])])],
    )
    for one, other in ((x, y), (x, -x), (0 * x, -y)):
        (wanted,) = litert(data, [one, other])
        assert numpy.allclose(tirc.compile(data, **FOR_A_RUN).run(one, other)["c"], wanted, rtol=1e-6, atol=1e-7)


def test_numbers_of_64_bits_are_compared() -> None:
    x, y = numpy.array([[1 << 40, -5, 3, 7]]), numpy.array([[1, -5, 4, 1 << 33]])
    names = ("Less", "LessEqual", "Greater", "GreaterEqual", "Equal", "NotEqual")
    codes = [re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper() for name in names]
    nodes = [_pair(code, name, x, y, "BOOL") for code, name in zip(codes, names, strict=True)]
    _check([*nodes, *[_pair(name, "MaximumMinimum", x, y) for name in ("MAXIMUM", "MINIMUM")]])


def test_bits_of_uint8_stay() -> None:
    x, y = numpy.array([[30, 158, 255, 0]], numpy.uint8), numpy.array([[0, 3, 170, 85]], numpy.uint8)
    nodes = [_pair("BITWISE_XOR", "BitwiseXor", x, y)]
    _check(nodes)
    both = operator(0, [0, 0], [1], _options("BitwiseXor"), "BitwiseXorOptions")
    data = packed(["BITWISE_XOR"], [subgraph([tensor(name, [1, 4], "UINT8") for name in "xy"], [0], [1], [both])])
    assert tirc.compile(data, **FOR_A_RUN).run(x)["y"].tolist() == [[0] * 4]
    bare = run_converter("tflite", {"text": True}, data, "model").mlir
    assert set(tirc.compile(bare, **FOR_A_RUN).run(x)["y"].flat) == {128}


def _slice(index: Sequence[tuple[int, int, int]], shape: Sequence[int], **masks: object) -> _Node:
    x = numpy.arange(120, dtype=numpy.float32).reshape(4, 5, 6)
    constants = list(numpy.array(index, numpy.int32).T.copy())
    return _Node("STRIDED_SLICE", _options("StridedSlice", **masks), x, "FLOAT32", shape, "FLOAT32", constants)


def test_slices_have_all_forms() -> None:
    nodes = [
        _slice([(0, 1, 1), (0, 2, 1), (1, 4, 1)], [1, 2, 3, 6], newAxisMask=1),
        _slice([(1, 2, 1), (1, 2, 1), (2, 3, 1)], [2, 2, 3], offset=True),
        _slice([(3, 0, -1), (-1, 0, -2), (5, 1, -3)], [3, 2, 2]),
        _slice([(0, 0, -1), (0, 0, -1), (0, 0, 1)], [4, 5, 6], beginMask=7, endMask=7),
        _slice([(-1, 0, 1), (-2, 0, 1), (0, 6, 2)], [3], shrinkAxisMask=3),
        _slice([(1, 2, 1), (0, 0, 1), (1, 4, 1)], [5, 3], ellipsisMask=2, shrinkAxisMask=1),
        _slice([(0, 0, 1), (0, 0, 1), (1, 3, 1)], [4, 5, 1, 2], ellipsisMask=1, newAxisMask=2),
        _slice([(-100, 100, 1), (1, 100, 1), (2, 100, 2)], [4, 4, 2]),
        _slice([(0, 1, 1), (0, 3, 1), (0, 1, 1), (1, 3, 1)], [1, 1, 5, 2], newAxisMask=2, endMask=4),
    ]
    _check(nodes)


def test_elements_between_short_windows_are_behind_the_last() -> None:
    x, weights = _numbers([1, 3, 5, 2], "FLOAT32"), _numbers([2, 1, 2, 2], "FLOAT32")
    nodes = []
    for rows, columns in ((3, 1), (3, 4), (1, 3), (2, 2)):
        options = _options("TransposeConv", padding=0, strideH=rows, strideW=columns)
        shape = [1, 3 * rows, 5 * columns, 2]
        constants = [numpy.array(shape, numpy.int32), weights]
        nodes.append(_Node("TRANSPOSE_CONV", options, x, "FLOAT32", shape, "FLOAT32", constants, place=2))
    _check(nodes, nodes[:1])


def _split(sizes: Sequence[int], shared: bool = False) -> bytes:
    made = [tensor("x", [2, 6]), tensor("sizes", [3], "INT32", 1), tensor("axis", [], "INT32", 2)]
    made += [tensor(f"y{i}", [2, size]) for i, size in enumerate([1, 3, 2])]
    made += [tensor("other", [3], "INT32", 1)] if shared else []
    node = operator(0, [0, 1, 2], [3, 4, 5], _options("SplitV", numSplits=3), "SplitVOptions")
    constants = [numpy.array(sizes, numpy.int32), numpy.array(-1, numpy.int32)]
    return packed(["SPLIT_V"], [subgraph(made, [0], [3, 4, 5], [node])], constants)


def test_the_rest_is_split_off() -> None:
    data, x = _split([1, -1, 2]), _numbers([2, 6], "FLOAT32")
    wanted = litert(data, [x])
    got = tirc.compile(data, **FOR_A_RUN).run(x).values()
    assert all(numpy.array_equal(one, other) for one, other in zip(got, wanted, strict=True))
    bare = run_converter("tflite", {"text": True}, data, "model").mlir
    alone = tirc.compile(bare, **FOR_A_RUN).run(x).values()
    assert [result.shape for result in alone] != [result.shape for result in wanted]
    with pytest.raises(FrontEndError, match="'y0': SPLIT_V: one of its sizes is -1; expected all sizes as numbers"):
        tirc.compile(_split([1, -1, 2], shared=True))


def test_a_mean_along_an_axis_twice_is_refused() -> None:
    axes = numpy.array([1, -1], numpy.int32)
    node = _Node("MEAN", _options("Reducer"), _numbers([2, 3], "FLOAT32"), "FLOAT32", [2], "FLOAT32", [axes])
    with pytest.raises(FrontEndError, match=r"'y0': MEAN: its axes are \[1, -1\]; expected each once"):
        tirc.compile(_model([node]))
