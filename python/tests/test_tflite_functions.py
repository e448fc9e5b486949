# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of TensorFlow Lite that Arm's converter does not know, or not in all forms, give what LiteRT gives."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from models import FOR_A_RUN

import tirc

pytest.importorskip("tosa_converter_for_tflite", reason="needs tirc[tflite]")
litert: Any = pytest.importorskip("ai_edge_litert.interpreter", reason="needs ai-edge-litert")

from tflite_graph import Graph, Operator, Quantization, Tensor, write  # noqa: E402  what follows needs the packages

Array = numpy.ndarray[Any, numpy.dtype[Any]]
RANDOM = numpy.random.default_rng(3)


class _Model:
    def __init__(self) -> None:
        self.graph = Graph()
        self.values: list[Array] = []

    def input(self, values: Any, kind: str = "", quantization: Quantization | None = None) -> Tensor:
        array = numpy.asarray(values)
        kind = kind or array.dtype.name.upper()
        tensor = Tensor(f"x{len(self.values)}", array.shape, kind, quantization)
        self.graph.inputs.append(tensor)
        self.values.append(array)
        return tensor

    def constant(self, values: Any) -> Tensor:
        array = numpy.asarray(values)
        name = f"c{len(self.graph.tensors())}"
        return Tensor(name, array.shape, array.dtype.name.upper(), values=array)

    def add(self, kind: str, *inputs: Tensor, options: Any = None, results: Any = ()) -> None:
        """`results` are types, each with a quantisation if it has one; by default, there is one result of the first input's
        type and quantisation."""
        number = len(self.graph.operators)
        data = inputs[1] if kind in ("FILL", "EMBEDDING_LOOKUP", "SCATTER_ND") else inputs[0]
        kinds = [result if isinstance(result, tuple) else (result, None) for result in results] or [(data.kind, data.quantization)]
        made = [Tensor(f"y{number}_{i}", (), *kind) for i, kind in enumerate(kinds)]
        self.graph.operators.append(Operator(kind, list(inputs), made, options))
        self.graph.outputs += made

    def reference(self, resolver: str = "BUILTIN_WITHOUT_DEFAULT_DELEGATES") -> list[Array]:
        """Returns LiteRT's results; the file's shapes become LiteRT's."""
        kind = getattr(litert.OpResolverType, resolver)
        interpreter = litert.Interpreter(model_content=write(self.graph), experimental_op_resolver_type=kind)
        interpreter.allocate_tensors()
        for detail, values in zip(interpreter.get_input_details(), self.values, strict=True):
            interpreter.set_tensor(detail["index"], values)
        interpreter.invoke()
        for detail, tensor in zip(interpreter.get_tensor_details(), self.graph.tensors(), strict=False):
            tensor.shape = tuple(int(size) for size in detail["shape"])
        return [interpreter.get_tensor(detail["index"]) for detail in interpreter.get_output_details()]

    def check(self) -> None:
        expected = self.reference()
        got = tirc.compile(write(self.graph), **FOR_A_RUN).run(*self.values)
        places = [(operator.kind, i) for operator in self.graph.operators for i in range(len(operator.outputs))]
        for place, want, (name, made) in zip(places, expected, got.items(), strict=True):
            assert (made.shape, made.dtype) == (want.shape, want.dtype), (place, name)
            if want.dtype == numpy.float32:
                assert numpy.allclose(made, want, rtol=1e-6, atol=1e-6), (place, name)
            else:
                assert numpy.array_equal(made, want), (place, name)


def _f(*shape: int) -> Array:
    return RANDOM.standard_normal(shape).astype(numpy.float32)


def _i(*values: Any, kind: str = "int32") -> Array:
    return numpy.array(values, kind)


def _bytes(*shape: int) -> Array:
    return RANDOM.integers(0, 256, shape).astype(numpy.uint8)


BYTE = Quantization.of(0.5, 77)


def test_operators_that_read_where_indices_say() -> None:
    m = _Model()
    x = m.input(_f(4, 3))
    m.add("EMBEDDING_LOOKUP", m.input(_i(3, 0, 3)), m.constant(_f(4, 3, 2)))
    table = m.constant(RANDOM.integers(-127, 128, (4, 5)).astype(numpy.int8))
    table.quantization = Quantization((0.5, 0.25, 0.125, 2.0), (0,) * 4)
    m.add("EMBEDDING_LOOKUP", m.input(_i(1, 2)), table, results=("FLOAT32",))
    nibbles = m.constant(RANDOM.integers(-8, 8, (4, 6)).astype(numpy.int8))
    nibbles.kind, nibbles.quantization = "INT4", table.quantization
    m.add("EMBEDDING_LOOKUP", m.input(_i(3, 1)), nibbles, results=("FLOAT32",))
    m.add("REVERSE_SEQUENCE", x, m.input(_i(2, 0, 4)), options=("ReverseSequenceOptions", {"seqDim": 0, "batchDim": 1}))
    for axis, indices in ((-1, _i(2, 0, kind="int64")), (0, _i([1], [3], kind="int64")), (-2, numpy.int32(1))):
        m.add("GATHER", x, m.constant(indices), options=("GatherOptions", {"axis": axis, "batchDims": 0}))
    batched = m.input(_i([2, 1], [0, 0], kind="int64"))
    m.add("GATHER", m.input(_f(2, 3, 2)), batched, options=("GatherOptions", {"axis": 1, "batchDims": 1}))
    m.add("GATHER_ND", x, m.constant(_i([3, 1], [0, 0], kind="int64")), options=("GatherNdOptions", {}))
    m.add("GATHER_ND", m.input(RANDOM.random((4, 3)) < 0.5), m.input(_i([2], [0])), options=("GatherNdOptions", {}))
    m.check()


def test_operators_that_write_where_indices_say() -> None:
    m = _Model()
    x = m.input(_f(4, 3))
    for start in (_i(1, 1), _i(-1, 7)):
        m.add("DYNAMIC_UPDATE_SLICE", x, m.input(_f(2, 2)), m.input(start), options=("DynamicUpdateSliceOptions", {}))
    nd = ("ScatterNdOptions", {})
    # Updates of one place are added up.
    places = m.constant(_i([1], [3], [1]))
    m.add("SCATTER_ND", places, m.input(_f(3, 2)), m.constant(_i(5, 2)), options=nd)
    m.add("SCATTER_ND", places, m.input(_bytes(3), "UINT8", BYTE), m.constant(_i(5)), options=nd)
    dense = ("SparseToDenseOptions", {})
    size = m.constant(_i(3, 2, kind="int64"))
    places = m.constant(_i([0, 1], [2, 0], kind="int64"))
    m.add(
        "SPARSE_TO_DENSE",
        places,
        size,
        m.input(_f(2)),
        m.constant(numpy.float32(7)),
        options=dense,
        results=("FLOAT32",),
    )
    m.add("SPARSE_TO_DENSE", places, size, m.input(_i(5)[0]), m.constant(_i(1)[0]), options=dense, results=("INT32",))
    ends = m.constant(numpy.float32(2)), m.constant(numpy.float32(-3))
    for axis, kind in ((-1, "int32"), (0, "int64")):
        indices = m.input(_i(2, -1, 0, 4, kind=kind))
        m.add(
            "ONE_HOT",
            indices,
            m.constant(_i(4)[0]),
            *ends,
            options=("OneHotOptions", {"axis": axis}),
            results=("FLOAT32",),
        )
    m.check()


def test_bytes_without_a_scale() -> None:
    m = _Model()
    places, size = m.constant(_i([0, 1], [2, 0], kind="int64")), m.constant(_i(3, 2, kind="int64"))
    numbers, default = m.input(numpy.uint8([1, 200])), m.constant(numpy.uint8(7))
    options: Any = ("SparseToDenseOptions", {})
    m.add("SPARSE_TO_DENSE", places, size, numbers, default, options=options, results=("UINT8",))
    ends = m.constant(numpy.uint8(133)), m.constant(numpy.uint8(2))
    options = ("OneHotOptions", {"axis": -1})
    m.add("ONE_HOT", m.input(_i(2, -1, 0)), m.constant(_i(4)[0]), *ends, options=options, results=("UINT8",))
    m.add("DILATE", m.input(_bytes(2, 3)), m.constant(_i(2, 3)), m.constant(numpy.uint8(33)))
    x = m.input(_bytes(4, 3))
    m.add("RIGHT_SHIFT", x, m.constant(numpy.uint8([1, 0, 9])), options=("RightShiftOptions", {}))
    m.add("RIGHT_SHIFT", x, m.input(_bytes(4, 3) & 7), options=("RightShiftOptions", {}))
    m.add("BITCAST", x, options=("BitcastOptions", {}), results=("INT8",))
    m.add("BITCAST", m.input(_bytes(4).view(numpy.int8)), options=("BitcastOptions", {}), results=("UINT8",))
    m.check()


def test_operators_with_several_results_of_bytes() -> None:
    m = _Model()
    x, same = m.input(_bytes(4, 6), "UINT8", BYTE), ("UINT8", BYTE)
    m.add("SPLIT", m.constant(_i(1)[0]), x, options=("SplitOptions", {"numSplits": 3}), results=(same,) * 3)
    sizes, axis = m.constant(_i(1, 3, 2)), m.constant(_i(-1)[0])
    m.add("SPLIT_V", x, sizes, axis, options=("SplitVOptions", {"numSplits": 3}), results=(same,) * 3)
    m.add("UNPACK", x, options=("UnpackOptions", {"num": 4, "axis": -2}), results=(same,) * 4)
    m.check()


def test_moves_of_bytes() -> None:
    m = _Model()
    x = m.input(_bytes(4, 6), "UINT8", BYTE)
    m.add("BROADCAST_TO", x, m.constant(_i(4, 6)), options=("BroadcastToOptions", {}))
    m.graph.operators[-1].version = 2
    for pads in (_i([0, 0], [0, 0]), _i([1, 0], [2, 3])):
        m.add("PADV2", x, m.constant(pads), _quantized(m.constant(numpy.uint8(5)), BYTE), options=("PadV2Options", {}))
    wide = m.input(RANDOM.integers(-99, 99, (2, 1, 2, 1, 2)).astype(numpy.int32))
    pads = numpy.array([[1, 0], [0, 2], [0, 0], [1, 1], [0, 0]], numpy.int32)
    m.add("PADV2", wide, m.constant(pads), m.constant(_i(7)), options=("PadV2Options", {}))
    others = [m.input(_bytes(2, 6), "UINT8", Quantization.of(*scale)) for scale in ((0.5, 77), (0.3, 0), (1.7, 255))]
    options = ("ConcatenationOptions", {"axis": -2, "fusedActivationFunction": 0})
    m.add("CONCATENATION", *others, options=options, results=(("UINT8", BYTE),))
    m.check()


def _quantized(tensor: Tensor, quantization: Quantization) -> Tensor:
    tensor.quantization = quantization
    return tensor


def test_quotients_of_quantized_numbers() -> None:
    """Also of negative divisors and with activations."""
    m = _Model()
    scale = Quantization.of
    for kind, zero in (("int8", 3), ("uint8", 131), ("int16", 0)):
        ends = numpy.iinfo(kind)
        x = RANDOM.integers(ends.min, ends.max + 1, (5, 16)).astype(kind)
        y = RANDOM.integers(ends.min, ends.max + 1, (5, 16)).astype(kind)
        # Of smaller numbers, LiteRT shifts the quotient by more bits than it has.
        x, y = (numpy.where(abs(v.astype(int) - zero) < least, zero + least, v).astype(kind) for v, least in ((x, 3), (y, 1)))
        first = m.input(x, kind.upper(), scale(0.3, zero))
        for divisor, unit, activation in ((y, 0.01, 0), (y[:1], 0.003, 3)):
            operands = first, m.input(divisor, kind.upper(), scale(0.05, zero))
            options = ("DivOptions", {"fusedActivationFunction": activation})
            m.add("DIV", *operands, options=options, results=((kind.upper(), scale(unit, zero)),))
    # The least number by -1.
    least = m.input(numpy.int32([-(2**31), 7, -7]))
    m.add("DIV", least, m.constant(_i(-1, -2, 2)), options=("DivOptions", {"fusedActivationFunction": 3}))
    m.check()


def test_reductions_of_integers() -> None:
    m = _Model()
    for kind, zero in (("int8", 3), ("int16", 0)):
        ends = numpy.iinfo(kind)
        numbers = RANDOM.integers(ends.min, ends.max + 1, (3, 2, 4)).astype(kind)
        for axes, unit in ((_i(1), 0.02), (_i(-1, 0), 0.0005)):
            x = m.input(numbers, kind.upper(), Quantization.of(0.02, zero))
            options: Any = ("ReducerOptions", {"keepDims": len(axes) == 1})
            results = ((kind.upper(), Quantization.of(unit, zero)),)
            m.add("REDUCE_PROD", x, m.constant(axes), options=options, results=results)
    wide = m.input(RANDOM.integers(-(2**40), 2**40, (3, 2, 4)))
    for kind in ("REDUCE_MAX", "REDUCE_MIN", "REDUCE_PROD"):
        m.add(kind, wide, m.constant(_i(-1, 0)), options=("ReducerOptions", {"keepDims": False}))
    truths = m.input(RANDOM.random((3, 2, 4)) < 0.5)
    for kind in ("ArgMax", "ArgMin"):
        name = f"{kind[:3]}_{kind[3:]}".upper()
        for result, number in (("INT32", 2), ("INT64", 4)):
            options = (f"{kind}Options", {"outputType": number})
            m.add(name, truths, m.constant(_i(2)[0]), options=options, results=(result,))
    m.check()


def test_complex_numbers_are_pairs_of_floats() -> None:
    m = _Model()
    x, y = (_f(2, 3) + 1j * _f(2, 3) for _ in range(2))
    numbers = [m.input(values.astype(numpy.complex64)) for values in (x, y[:1])]
    for kind in ("COMPLEX_ABS", "REAL", "IMAG"):
        m.add(kind, numbers[0], results=("FLOAT32",))
    m.add("MUL", *numbers, options=("MulOptions", {"fusedActivationFunction": 0}))
    for shape, sizes in (((2, 3, 7), (2, 8)), ((4, 4), (4, 4))):
        m.add("RFFT2D", m.input(_f(*shape)), m.constant(_i(*sizes)), options=("Rfft2dOptions", {}), results=("COMPLEX64",))
    expected = [array.view(numpy.float32) for array in m.reference()]
    given = [values.view(numpy.float32).reshape(*values.shape, -1) for values in m.values[:2]] + m.values[2:]
    for want, (name, made) in zip(expected, tirc.compile(write(m.graph)).run(*given).items(), strict=True):
        assert numpy.allclose(made.reshape(want.shape), want, rtol=1e-6, atol=1e-5), name


def test_convolutions_in_forms_that_the_converter_refuses() -> None:
    m = _Model()
    volume = m.input(_f(1, 2, 3, 2, 2))
    steps: Any = dict.fromkeys(("dilationDFactor", "dilationHFactor", "dilationWFactor", "strideW"), 1)
    steps |= {"strideD": 2, "strideH": 2}
    for padding, sizes, activation in ((0, (4, 6, 2), 3), (1, (4, 7, 4), 0)):
        options: Any = ("Conv3DOptions", steps | {"padding": padding, "fusedActivationFunction": activation})
        weights, bias = m.constant(_f(2, 3, 3, 1, 2)), m.constant(_f(1))
        m.add("CONV_3D_TRANSPOSE", m.constant(_i(1, *sizes, 1)), weights, volume, bias, options=options, results=("FLOAT32",))
    options = ("Conv3DOptions", steps | {"padding": 0, "fusedActivationFunction": 0})
    m.add("CONV_3D", m.input(_f(1, 4, 4, 3, 2)), m.constant(_f(1, 1, 2, 2, 3)), options=options)
    scales = Quantization((0.01, 0.02, 0.05, 0.03), (0,) * 4)
    image = m.input(RANDOM.integers(-(2**15), 2**15, (1, 5, 4, 4)).astype(numpy.int16), "INT16", Quantization.of(0.01))
    weights = _quantized(m.constant(RANDOM.integers(-127, 128, (4, 2, 2, 2)).astype(numpy.int8)), scales)
    bias = _quantized(m.constant(_i(-9, 2**20, 0, 7, kind="int64")), Quantization((1e-4, 2e-4, 5e-4, 3e-4), (0,) * 4))
    flat = {"strideH": 2, "strideW": 1, "dilationHFactor": 1, "dilationWFactor": 1, "padding": 0}
    options = ("Conv2DOptions", flat | {"fusedActivationFunction": 1})
    m.add("CONV_2D", image, weights, bias, options=options, results=(("INT16", Quantization.of(0.4)),))
    m.check()


def test_powers_and_quantisation_with_few_bits() -> None:
    m = _Model()
    bases, exponents = m.input(_i([-1, 0, 1, 2], [-3, 5, -7, 46340])), m.input(_i([31, 40, 99, 30], [19, 0, 11, 2]))
    m.add("POW", bases, exponents, options=("PowOptions", {}))
    for bits, low, high in ((4, -0.37, 1.0), (2, -6.0, 6.0)):
        m.add("FAKE_QUANT", m.input(_f(4, 9)), options=("FakeQuantOptions", {"min": low, "max": high, "numBits": bits}))
    m.check()


def test_one_place_of_an_axis_with_masks_for_its_ends() -> None:
    m = _Model()
    for mask in (1, 3):
        for ends in ("beginMask", "endMask"):
            options = ("StridedSliceOptions", {"shrinkAxisMask": mask, ends: 1})
            parts = [m.constant(_i(*numbers)) for numbers in ((1, 2), (2, 3), (1, 1))]
            m.add("STRIDED_SLICE", m.input(_f(3, 4)), *parts, options=options)
    m.check()


def test_operators_that_fill_tensors() -> None:
    m = _Model()
    row = m.input(_bytes(2, 3), "UINT8", BYTE)
    m.add("FILL", m.constant(_i(2, 3)), m.input(numpy.float32(1.5)), options=("FillOptions", {}))
    m.add("MATRIX_DIAG", row, options=("MatrixDiagOptions", {}))
    m.add("MATRIX_SET_DIAG", m.input(_f(2, 3, 4)), m.input(_f(2, 3)), options=("MatrixSetDiagOptions", {}))
    m.add(
        "DILATE", m.input(_f(2, 3)), m.constant(_i(3, 2)), m.constant(numpy.float32(-1)), options=("DilateOptions", {})
    )
    m.add("BROADCAST_ARGS", m.input(_i(5, 1, 3)), m.input(_i(4, 1)))
    for kind in ("int8", "int16", "int32"):
        numbers = m.input(RANDOM.integers(-100, 100, (2, 4)).astype(kind))
        m.add("RIGHT_SHIFT", numbers, m.constant(_i(0, 1, 3, 7, kind=kind)), options=("RightShiftOptions", {}))
    for kind in ("int16", "int32", "int64"):
        m.add("NEG", m.input(_i(numpy.iinfo(kind).min, 5, kind=kind)), options=("NegOptions", {}))
    m.add("BITCAST", m.input(_f(3)), options=("BitcastOptions", {}), results=("INT32",))
    for kind in ("ADD", "MULTIPLY", "MAXIMUM", "MINIMUM"):
        m.add(f"STABLEHLO_{kind}", m.input(_f(3)), m.input(_f(3)))
        m.add(f"STABLEHLO_{kind}", m.input(_i(1, -5, 3)), m.input(_i(2, 4, -3)))
    m.check()


def test_operators_that_add_up_or_sort() -> None:
    m = _Model()
    x = m.input(_f(3, 4))
    for axis, exclusive, reverse in ((1, False, False), (-2, True, False), (0, False, True), (1, True, True)):
        options = ("CumsumOptions", {"exclusive": exclusive, "reverse": reverse})
        m.add("CUMSUM", x, m.constant(_i(axis)[0]), options=options)
    m.add("SEGMENT_SUM", x, m.constant(_i(0, 0, 1)), options=("SegmentSumOptions", {}))
    ids, count = m.constant(_i(2, -1, 0)), m.constant(_i(4)[0])
    for kind in ("Sum", "Prod", "Max", "Min"):
        m.add(f"UNSORTED_SEGMENT_{kind.upper()}", x, ids, count, options=(f"UnsortedSegment{kind}Options", {}))
    equal = m.input(_i([3, 1, 3, 3], [0, 0, -1, 0]))
    ranks = [m.input(RANDOM.standard_normal(shape).round(1).astype(numpy.float32)) for shape in ((9,), (2, 3, 7))]
    counts = [(x, 3), (equal, 3), (equal, 4), (x, 1), *((tensor, 5) for tensor in ranks)]
    for tensor, count in counts:
        m.add("TOPK_V2", tensor, m.constant(_i(count)[0]), options=("TopKV2Options", {}), results=(tensor.kind, "INT32"))
    fields = {"radius": 1, "bias": 1.0, "alpha": 0.5, "beta": 0.75}
    m.add(
        "LOCAL_RESPONSE_NORMALIZATION", m.input(_f(1, 2, 2, 5)), options=("LocalResponseNormalizationOptions", fields)
    )
    m.check()


def _weights(*shape: int, kind: str = "float32") -> Array:
    return (RANDOM.standard_normal(shape) * 0.4).astype(kind)


def test_recurrent_layers_keep_their_state() -> None:
    m = _Model()
    activations = (4, 0, 1)
    for number, activation in enumerate(activations):
        state = Tensor(f"state{number}", (2, 4), is_variable=True)
        parameters = m.constant(_weights(4, 3)), m.constant(_weights(4, 4)), m.constant(_weights(4))
        fields = {"fusedActivationFunction": activation}
        if number == 0:
            m.add("RNN", m.input(_f(2, 3)), *parameters, state, options=("RNNOptions", fields))
            continue
        fields["timeMajor"] = number == 2
        x = m.input(_f(*((5, 2, 3) if number == 2 else (2, 5, 3))))
        m.add("UNIDIRECTIONAL_SEQUENCE_RNN", x, *parameters, state, options=("SequenceRNNOptions", fields))
    # Four filters of rank 2 are two units; the memory has three steps.
    parameters = m.constant(_weights(4, 3)), m.constant(_weights(4, 3)), m.constant(_weights(2))
    state = Tensor("memory", (2, 12), is_variable=True)
    fields = {"rank": 2, "fusedActivationFunction": 1}
    m.add("SVDF", m.input(_f(2, 3)), *parameters, state, options=("SVDFOptions", fields))
    for number in range(2):
        # With weights of 8 bits, the inputs of the products are quantised in each run.
        integers = [m.constant(RANDOM.integers(-127, 128, (4, size)).astype("int8")) for size in (3, 3, 4)]
        for tensor in integers:
            tensor.quantization = Quantization.of(0.01, 0)
        fields = {"asymmetricQuantizeInputs": number == 1}
        state = Tensor(f"filters{number}", (2, 12), is_variable=True)
        operands = m.input(_f(2, 3)), *integers[:2], parameters[2], state
        m.add("SVDF", *operands, options=("SVDFOptions", fields | {"rank": 2}))
        state = Tensor(f"units{number}", (2, 4), is_variable=True)
        operands = m.input(_f(2, 3)), integers[0], integers[2], m.constant(_weights(4)), state
        m.add("RNN", *operands, options=("RNNOptions", fields | {"fusedActivationFunction": 4}))
    m.reference()
    interpreter = litert.Interpreter(model_content=write(m.graph))
    interpreter.allocate_tensors()
    module = tirc.compile(write(m.graph))
    for _ in range(4):
        values = [_f(*array.shape) for array in m.values]
        for detail, array in zip(interpreter.get_input_details(), values, strict=True):
            interpreter.set_tensor(detail["index"], array)
        interpreter.invoke()
        got = module.run(*values).values()
        for detail, made in zip(interpreter.get_output_details(), got, strict=True):
            assert numpy.allclose(made, interpreter.get_tensor(detail["index"]), rtol=1e-5, atol=1e-6), detail["name"]


def test_other_sizes_than_those_of_the_file_are_refused() -> None:
    m = _Model()
    m.add("CUMSUM", m.input(_f(2, 4)), m.constant(_i(1)[0]), options=("CumsumOptions", {}))
    m.reference()
    m.graph.inputs[0].signature = (-1, 4)
    with pytest.raises(tirc.FrontEndError, match="has the shape 3x4, but the file's CUMSUM needs 2x4"):
        tirc.compile(write(m.graph), input_shape="0:3x4")


def test_slopes_with_an_axis_for_the_batch() -> None:
    m = _Model()
    m.add("PRELU", m.input(_f(2, 3, 4)), m.constant(_f(1, 3, 1)))
    m.add("PRELU", m.input(_f(3, 1, 4)), m.input(_f(4)[None, None]))
    for kind, zero in (("int8", -3), ("uint8", 130)):
        low = numpy.iinfo(kind).min
        x, slopes = (RANDOM.integers(low, low + 256, shape).astype(kind) for shape in ((2, 3, 4), (2, 1, 4)))
        tensor, alpha = m.input(x, quantization=Quantization.of(0.1, zero)), m.constant(slopes)
        alpha.quantization = Quantization.of(0.02, zero + 5)
        m.add("PRELU", tensor, alpha, results=((kind.upper(), Quantization.of(0.13, zero - 9)),))
    m.check()


def test_products_with_other_numbers_of_matrices() -> None:
    m = _Model()
    for first, second in (((2, 3), (1, 3)), ((2, 3), (2, 1)), ((2,), (1,)), ((1, 3), (2, 1)), ((2, 2), (1,))):
        for is_turned in (False, True):
            x, y = _f(*first, 5, 6), _f(*second, 6, 4)
            if is_turned:
                x, y = x.swapaxes(-1, -2).copy(), y.swapaxes(-1, -2).copy()
            options = ("BatchMatMulOptions", {"adjX": is_turned, "adjY": is_turned})
            m.add("BATCH_MATMUL", m.input(x), m.input(y) if is_turned else m.constant(y), options=options)
    m.check()
    m = _Model()
    x, y = (m.input(numpy.ones((count, 2, 2), numpy.int8), quantization=Quantization.of(0.5)) for count in (2, 1))
    m.add("BATCH_MATMUL", x, y, options=("BatchMatMulOptions", {}))
    m.reference()
    with pytest.raises(tirc.Error, match=r"tfl.batch_matmul: its operands have \[2\] and \[1\] matrices"):
        tirc.compile(write(m.graph))


def test_forms_that_litert_reads_otherwise_are_refused() -> None:
    m = _Model()
    nibbles = m.constant(RANDOM.integers(-8, 8, (4, 5)).astype(numpy.int8))
    nibbles.kind, nibbles.quantization = "INT4", Quantization.of(0.5)
    m.add("EMBEDDING_LOOKUP", m.input(_i(3, 1)), nibbles, results=("FLOAT32",))
    m.reference()
    with pytest.raises(tirc.Error, match="tfl.embedding_lookup: its rows have an odd number of int4"):
        tirc.compile(write(m.graph))
    m = _Model()
    x = m.input(_i(3, 1, kind="int8"), quantization=Quantization.of(1.5))
    m.add("LESS", x, x, results=("BOOL",))
    m.reference()
    with pytest.raises(tirc.Error, match="tfl.less: a scale is 1.5, by which LiteRT shifts"):
        tirc.compile(write(m.graph))


def test_comparisons_of_other_scales() -> None:
    m = _Model()
    numbers = RANDOM.integers(-128, 128, (2, 6)).astype(numpy.int8)
    for kind in ("Equal", "NotEqual", "Greater", "GreaterEqual", "Less", "LessEqual"):
        name = "".join(f"_{letter}" if letter.isupper() else letter for letter in kind)[1:].upper()
        # LiteRT's common scale of 1/256 does not tell numbers of smaller scales apart.
        for scale, other in ((0.5, 0.25), (0.001, 0.0011)):
            x = m.input(numbers, "INT8", Quantization.of(scale, -5))
            y = m.input(numbers[0], "INT8", Quantization.of(other, 7))
            m.add(name, x, y, options=(f"{kind}Options", {}), results=("BOOL",))
        wide = [
            m.input(RANDOM.integers(-9, 9, 6).astype(numpy.int16), "INT16", Quantization.of(0.01)) for _ in range(2)
        ]
        m.add(name, *wide, options=(f"{kind}Options", {}), results=("BOOL",))
        bytes_ = [m.input(_bytes(40), "UINT8", Quantization.of(scale, 128)) for scale in (0.5, 0.1)]
        m.add(name, *bytes_, options=(f"{kind}Options", {}), results=("BOOL",))
    m.check()


def test_positions_and_angles() -> None:
    m = _Model()
    # INT32 and INT64 are 2 and 4 in `TensorType`.
    for kind in ("Max", "Min"):
        for values in (_f(3, 5), _i([3, 1, 3], [0, 0, -1])):
            options = (f"Arg{kind}Options", {"outputType": 4})
            m.add(f"ARG_{kind.upper()}", m.input(values), m.constant(_i(-1)[0]), options=options, results=("INT64",))
        options = (f"Arg{kind}Options", {"outputType": 2})
        m.add(
            f"ARG_{kind.upper()}",
            m.input(_i([3, 5, 5], [0, 0, 1])),
            m.constant(_i(1)[0]),
            options=options,
            results=("INT32",),
        )
    m.add("ATAN2", m.input(_f(4, 5)), m.input(_f(4, 5)), options=("ATan2Options", {}))
    m.check()


def test_shapes_are_inferred_behind_a_function() -> None:
    """A batch is open before and behind QUANTIZE."""
    x = Tensor("x", (1, 6), signature=(-1, 6))
    q = Tensor("q", (1, 6), "INT8", Quantization.of(0.1, 3), signature=(-1, 6))
    w = Tensor("w", (4, 6), "INT8", Quantization.of(0.02), RANDOM.integers(-127, 128, (4, 6), numpy.int8))
    y = Tensor("y", (1, 4), "INT8", Quantization.of(0.3, -1), signature=(-1, 4))
    product = Operator("FULLY_CONNECTED", [q, w, None], [y], ("FullyConnectedOptions", {}), 4)
    data = write(Graph([Operator("QUANTIZE", [x], [q]), product], [x], [y]))
    given = RANDOM.standard_normal((2, 6)).astype(numpy.float32)
    module = tirc.compile(data, input_shape="x:2x6", verify=[given], **FOR_A_RUN)
    assert module.run(given)["y"].shape == (2, 4)
