# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What litert-torch and ai-edge-quantizer write into .tflite files, which other producers do not."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from models import FOR_A_RUN
from packed_tflite import Array, operator, packed, schema, subgraph, tensor
from tflite_graph import Graph, Operator, Tensor, write
from tflite_nodes import litert

import tirc

pytest.importorskip("tosa_converter_for_tflite", reason="needs tirc[tflite]")

random = numpy.random.default_rng(7)


def changed(data: bytes, change: Any) -> bytes:
    """Returns the file after a change of its tables."""
    import flatbuffers

    model = schema.ModelT.InitFromPackedBuf(bytearray(data), 0)
    change(model)
    builder: Any = flatbuffers.Builder(1024)
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def floats(*shape: int) -> Array:
    return random.standard_normal(shape).astype(numpy.float32)


def assert_as_litert(data: bytes, x: Array) -> Any:
    module = tirc.compile(data, **FOR_A_RUN)
    (want,) = litert(data, [x])
    (got,) = module.run(x).values()
    numpy.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-5 * abs(want).max())
    return module


def dense(weights: Any, buffers: list[Array]) -> bytes:
    """FULLY_CONNECTED by a tensor of 2 axes."""
    units, features = weights.shape
    tensors = [tensor("x", (2, features)), weights, tensor("y", (2, units))]
    made = operator(0, [0, 1, -1], [2], schema.FullyConnectedOptionsT(), "FullyConnectedOptions")
    return packed([("FULLY_CONNECTED", 12)], [subgraph(tensors, [0], [2], [made])], buffers)


def test_metadata_do_not_change_what_a_model_computes() -> None:
    weights = floats(3, 4)
    data = dense(tensor("w", weights.shape, buffer=1), [weights])

    def add(model: Any) -> None:
        entry, buffer = schema.MetadataT(), schema.BufferT()
        entry.name, entry.buffer = "keep_stablehlo_constant", len(model.buffers)
        buffer.data = numpy.frombuffer(b"true", numpy.uint8)
        model.buffers.append(buffer)
        model.metadata = [entry]

    assert_as_litert(changed(data, add), floats(2, 4))


@pytest.mark.parametrize("name", ["MUL", "SUB", "DIV"])
def test_an_operator_without_a_number_in_a_byte_is_not_add(name: str) -> None:
    values = abs(floats(4)) + 0.5
    tensors = [tensor("x", (2, 4)), tensor("c", (4,), buffer=1), tensor("y", (2, 4))]
    options = getattr(schema, f"{name.title()}OptionsT")()
    made = operator(0, [0, 1], [2], options, f"{name.title()}Options")
    data = packed([name], [subgraph(tensors, [0], [2], [made])], [values])

    def forget(model: Any) -> None:
        model.operatorCodes[0].deprecatedBuiltinCode = 0

    assert_as_litert(changed(data, forget), floats(2, 4))


def packed_numbers(numbers: Array, bits: int) -> Array:
    """Puts numbers with signs into bytes, the first into the low bits."""
    parts = (numbers.reshape(-1, 8 // bits).astype(numpy.uint8) & ((1 << bits) - 1)).astype(numpy.uint8)
    made: Array = numpy.bitwise_or.reduce(parts << (bits * numpy.arange(8 // bits)).astype(numpy.uint8), axis=1)
    return made.astype(numpy.uint8)


def narrow(shape: tuple[int, int], bits: int, scales: Array) -> tuple[Any, Array]:
    """A constant of 2 or 4 bits with a scale for each row, in buffer 1, and its bytes."""
    numbers = random.integers(-(1 << (bits - 1)), 1 << (bits - 1), shape)
    made = tensor("w", shape, f"INT{bits}", buffer=1)
    made.quantization = schema.QuantizationParametersT()
    made.quantization.scale, made.quantization.zeroPoint = list(scales), [0] * len(scales)
    return made, packed_numbers(numbers, bits)


@pytest.mark.parametrize("bits", [2, 4])
def test_weights_of_few_bits(bits: int) -> None:
    weights, data = narrow((6, 16), bits, abs(floats(6)) + 0.1)
    assert_as_litert(dense(weights, [data]), floats(2, 16))


def with_blocks(weights: Any, scales: Array, size: int) -> Any:
    """Returns the scales of blocks as tensor 3, in buffer 2."""
    details = schema.BlockwiseQuantizationT()
    details.scales, details.zeroPoints, details.blockSize = 3, -1, size
    weights.quantization = schema.QuantizationParametersT()
    weights.quantization.details = details
    weights.quantization.detailsType = schema.QuantizationDetails.BlockwiseQuantization
    return tensor("scales", scales.shape, "FLOAT16", buffer=2)


def interpreted(data: bytes, given: Array) -> Array:
    """Returns what LiteRT computes by XNNPACK: its reference kernels disregard blocks."""
    module: Any = pytest.importorskip("ai_edge_litert.interpreter", reason="needs ai-edge-litert")
    interpreter = module.Interpreter(model_content=data)
    interpreter.allocate_tensors()
    interpreter.set_tensor(interpreter.get_input_details()[0]["index"], given)
    interpreter.invoke()
    result: Array = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])
    return result


def test_blocks_of_weights_have_scales_of_their_own() -> None:
    weights, data = narrow((6, 64), 4, numpy.ones(1))
    # XNNPACK makes bfloat16 of them, as the quantiser has done before.
    scales = (random.integers(64, 128, (6, 2)) / 256).astype(numpy.float16)
    tensors = [tensor("x", (2, 64)), weights, tensor("b", (6,), buffer=3), with_blocks(weights, scales, 32), tensor("y", (2, 6))]
    made = operator(0, [0, 1, 2], [4], schema.FullyConnectedOptionsT(), "FullyConnectedOptions")
    model = packed([("FULLY_CONNECTED", 12)], [subgraph(tensors, [0], [4], [made])], [data, scales, floats(6)])
    module = tirc.compile(model, **FOR_A_RUN)
    for _ in range(3):
        x = floats(2, 64) + 0.5
        want = interpreted(model, x)
        numpy.testing.assert_allclose(module.run(x)["y"], want, rtol=1e-5, atol=1e-5 * abs(want).max())


def test_blocks_of_a_table() -> None:
    """The reference is the format: LiteRT reads the scales of other tensors here."""
    table, data = narrow((5, 64), 4, numpy.ones(1))
    scales = (abs(floats(5, 2)) + 0.1).astype(numpy.float16)
    tensors = [tensor("x", (3,), "INT32"), table, tensor("y", (3, 64)), with_blocks(table, scales, 32)]
    model = packed([("EMBEDDING_LOOKUP", 4)], [subgraph(tensors, [0], [2], [operator(0, [0, 1], [2])])], [data, scales])
    numbers = numpy.stack([(data << 4).astype(numpy.int8) >> 4, data.astype(numpy.int8) >> 4], 1).reshape(5, 64)
    want = numbers * numpy.repeat(scales.astype(numpy.float32), 32, 1)
    rows = numpy.array([4, 0, 2], numpy.int32)
    numpy.testing.assert_array_equal(tirc.compile(model, **FOR_A_RUN).run(rows)["y"], want[rows])


def rotation(size: int, signs: list[int]) -> bytes:
    from flatbuffers import flexbuffers

    builder = flexbuffers.Builder()
    with builder.Map():
        builder.Int("hadamard_size", size)
        builder.VectorFromElements("random_binary_vector", signs)
    made = operator(0, [0], [1])
    made.customOptions = numpy.frombuffer(bytes(builder.Finish()), numpy.uint8)
    data = packed(["CUSTOM"], [subgraph([tensor("x", (3, 32)), tensor("y", (3, 32))], [0], [1], [made])])

    def name(model: Any) -> None:
        model.operatorCodes[0].customCode = "aeq.hadamard_rotation"

    return changed(data, name)


@pytest.mark.parametrize("size", [2, 16, 32])
def test_rotations_by_hadamard_matrices(size: int) -> None:
    data, x = rotation(size, [1] * size), floats(3, 32)
    got = tirc.compile(data, **FOR_A_RUN).run(x)["y"]
    numpy.testing.assert_allclose(got, interpreted(data, x), rtol=1e-6, atol=1e-6)


def test_rotations_that_change_signs_are_refused() -> None:
    with pytest.raises(tirc.FrontEndError, match="'y': tfl.custom: the rotation changes signs; expected one that does not"):
        tirc.compile(rotation(4, [1, -1, 1, 1]))


@pytest.mark.parametrize("approximate", [False, True])
def test_gelu_of_16_bits(approximate: bool) -> None:
    options = schema.GeluOptionsT()
    options.approximate = approximate
    tensors = [tensor("x", (1, 4096), "INT16"), tensor("y", (1, 4096), "INT16")]
    for made, scale in zip(tensors, (2e-4, 1.9e-4), strict=True):
        made.quantization = schema.QuantizationParametersT()
        made.quantization.scale, made.quantization.zeroPoint = [scale], [0]
    data = packed(["GELU"], [subgraph(tensors, [0], [1], [operator(0, [0], [1], options, "GeluOptions")])])
    x = random.integers(-32768, 32768, (1, 4096)).astype(numpy.int16)
    got = tirc.compile(data, **FOR_A_RUN).run(x)["y"]
    assert abs(got.astype(int) - litert(data, [x])[0]).max() <= 1


def described(means: list[float], stds: list[float], labels: str) -> bytes:
    """A model with TensorFlow Lite's metadata: how its input is normalised, the order of its boxes, and a file with labels
    after it."""
    import io
    import zipfile

    import flatbuffers

    b: Any = flatbuffers.Builder(256)

    def numbers(values: list[float]) -> Any:
        b.StartVector(4, len(values), 4)
        for value in reversed(values):
            b.PrependFloat32(value)
        return b.EndVector()

    def places(values: list[int]) -> Any:
        b.StartVector(4, len(values), 4)
        for value in reversed(values):
            b.PrependUint32(value)
        return b.EndVector()

    def listed(*tables: Any) -> Any:
        b.StartVector(4, len(tables), 4)
        for one in reversed(tables):
            b.PrependUOffsetTRelative(one)
        return b.EndVector()

    def table(fields: dict[int, Any], byte: tuple[int, int] | None = None) -> Any:
        b.StartObject(8)
        for slot, value in fields.items():
            b.PrependUOffsetTRelativeSlot(slot, value, 0)
        if byte:
            b.PrependUint8Slot(*byte, 0)
        return b.EndObject()

    unit = table({1: table({0: numbers(means), 1: numbers(stds)})}, byte=(0, 1))
    file = table({0: b.CreateString("labels.txt")})
    boxes = table({1: table({0: places([1, 0, 3, 2])}, byte=(1, 1))}, byte=(0, 3))
    graph = table({2: listed(table({4: listed(unit)})), 3: listed(table({3: boxes, 6: listed(file)}))})
    b.Finish(table({3: listed(graph)}), b"M001")
    content = bytes(b.Output())
    tensors = [tensor("x", (1, 4)), tensor("y", (1, 4))]
    data = packed(["TANH"], [subgraph(tensors, [0], [1], [operator(0, [0], [1])])])

    def add(model: Any) -> None:
        entry, buffer = schema.MetadataT(), schema.BufferT()
        entry.name, entry.buffer = "TFLITE_METADATA", len(model.buffers)
        buffer.data = numpy.frombuffer(content, numpy.uint8)
        model.buffers.append(buffer)
        model.metadata = [entry]

    archive = io.BytesIO(changed(data, add))
    archive.seek(0, io.SEEK_END)
    with zipfile.ZipFile(archive, "a") as made:
        made.writestr("labels.txt", labels)
    return archive.getvalue()


def test_metadata_are_stated() -> None:
    words = [f"word{i}" for i in range(99)]
    module = tirc.compile(described([127.5], [128], "\n".join(words)), emit="c", model_name="m", target="cortex-m4")
    stated = [
        "input 'x' is (x - mean) / std, with the mean 127.5 and std 128",
        "output 'y' has boxes: left, top, right, bottom, at 1 0 3 2, in parts of the image",
        f"output 'y' has 99 labels (labels.txt): {', '.join(words)}",
    ]
    assert module.report.json["metadata"] == stated
    header = " ".join(module.files["tvmgen_m.h"].decode().split())
    assert f"/* What the model's file says: {' '.join(stated)} */" in header
    remarks = [diagnostic.message for diagnostic in module.diagnostics if "metadata" in diagnostic.message]
    assert remarks[:2] == [f"the file's metadata: {text}" for text in stated[:2]]
    assert remarks[2].endswith("...") and len(remarks[2]) < len(stated[2])


@pytest.mark.parametrize("axis", [-1, 1])
def test_packed_tensors_with_a_batch(axis: int) -> None:
    """Without the sizes that the file stores, the converter fails on a PACK along a new last axis."""
    values = [Tensor(name, (1, 3, 4), signature=(-1, 3, 4)) for name in ("x", "minus")]
    sizes = (1, 3, 4, 2) if axis < 0 else (1, 2, 3, 4)
    packed_values = Tensor("y", sizes, signature=(-1, *sizes[1:]))
    pack = Operator("PACK", values, [packed_values], ("PackOptions", {"valuesCount": 2, "axis": axis}))
    graph = Graph([Operator("NEG", values[:1], values[1:], ("NegOptions", {})), pack], values[:1], [packed_values])
    assert_as_litert(write(graph), floats(1, 3, 4))


@pytest.mark.parametrize(("padding", "sizes"), [(1, (6, 8)), (1, (5, 7)), (2, (8, 9))])
@pytest.mark.parametrize("kernel", [(2, 2), (4, 3)])
def test_a_transposed_convolution_of_mediapipe(padding: int, sizes: tuple[int, int], kernel: tuple[int, int]) -> None:
    """Convolution2DTransposeBias, which LiteRT does not have, computes what its TRANSPOSE_CONV with a bias does."""
    if padding == 2:
        sizes = (2 * 2 + kernel[0], 3 * 2 + kernel[1])
    x, y = Tensor("x", (1, 3, 4, 5)), Tensor("y", (1, *sizes, 2))
    weights, bias = Tensor("w", (2, *kernel, 5), values=floats(2, *kernel, 5)), Tensor("b", (2,), values=floats(2))
    shape = Tensor("s", (4,), "INT32", values=numpy.int32(y.shape))
    options = {"padding": padding - 1, "strideH": 2, "strideW": 2}
    known = Operator("TRANSPOSE_CONV", [shape, weights, x, bias], [y], ("TransposeConvOptions", options), 3)
    given = floats(1, 3, 4, 5)
    (want,) = litert(write(Graph([known], [x], [y])), [given])
    own = Operator("CUSTOM", [x, weights, bias], [y])

    def name(model: Any) -> None:
        model.operatorCodes[0].customCode = "Convolution2DTransposeBias"
        operator = model.subgraphs[0].operators[0]
        operator.customOptions = numpy.frombuffer(numpy.int32([padding, 2, 2]).tobytes(), numpy.uint8)

    data = changed(write(Graph([own], [x], [y])), name)
    (got,) = tirc.compile(data, **FOR_A_RUN).run(given).values()
    numpy.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-5)
    # The application may compute it nevertheless.
    assert "my_convolution(" in tirc.compile(data, custom_op="Convolution2DTransposeBias:my_convolution").c_source


@pytest.mark.parametrize("batch", [1, 3])
@pytest.mark.parametrize("sizes", [(-1, 2), (2, -1), (6, 2)])
def test_a_reshape_behind_a_dynamic_batch(sizes: tuple[int, int], batch: int) -> None:
    """Keras computes the sizes of Reshape((-1, 2)) in the graph, and the file stores 1 for those that are not known."""

    def constant(name: str, *values: int) -> Tensor:
        return Tensor(name, (len(values),), "INT32", values=numpy.int32(values))

    def scalar(name: str, value: int) -> Tensor:
        return Tensor(name, (), "INT32", values=numpy.array(value, numpy.int32))

    x, doubled = (Tensor(name, (1, 3, 4), signature=(-1, 3, 4)) for name in ("x", "doubled"))
    shape, first, whole = Tensor("shape", (3,), "INT32"), Tensor("first", (), "INT32"), Tensor("whole", (3,), "INT32")
    stored = [1 if size < 0 else size for size in sizes]
    y, z = (Tensor(name, (1, *stored), signature=(-1, *sizes)) for name in ("y", "z"))
    taken = [shape, constant("begin", 0), constant("end", 1), constant("step", 1)]
    parts = [first, *(scalar(f"size{i}", size) for i, size in enumerate(sizes))]
    nodes = [
        Operator("ADD", [x, x], [doubled], ("AddOptions", {})),
        Operator("SHAPE", [doubled], [shape], ("ShapeOptions", {"outType": 2})),
        Operator("STRIDED_SLICE", taken, [first], ("StridedSliceOptions", {"shrinkAxisMask": 1})),
        Operator("PACK", parts, [whole], ("PackOptions", {"valuesCount": 3})),
        Operator("RESHAPE", [doubled, whole], [y], ("ReshapeOptions", {})),
        Operator("NEG", [y], [z], ("NegOptions", {})),
    ]

    def separate(model: Any) -> None:
        # TensorFlow's converter gives each tensor a buffer.
        for each in model.subgraphs[0].tensors:
            if not each.buffer:
                each.buffer = len(model.buffers)
                model.buffers.append(schema.BufferT())

    data = changed(write(Graph(nodes, [x], [z])), separate)
    given = numpy.arange(batch * 12, dtype=numpy.float32).reshape(batch, 3, 4)
    module = tirc.compile(data, input_shape=f"x:{batch}x3x4", **FOR_A_RUN)
    (got,) = module.run(given).values()
    numpy.testing.assert_array_equal(got, -2 * given.reshape(batch, *sizes))
