# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of TensorFlow Lite, converted by the converter on PyPI."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
from typing import Any

import numpy
import pytest
from conftest import REPO
from models import FOR_A_RUN
from tiny_tflite import tiny_tflite

import tirc
from tirc.importers import FrontEndError, load

pytest.importorskip("tosa_converter_for_tflite", reason="needs tirc[tflite]")
pytest.importorskip("tflite", reason="needs tirc[tflite]")

DIGITS = REPO / "examples" / "digits"


def test_digits_give_the_reference_outputs_on_360_images() -> None:
    module = tirc.compile(DIGITS / "digits_int8.tflite")
    cases = numpy.load(DIGITS / "digits_int8.test_set.npz")
    images, labels, expected = cases["images"], cases["labels"], cases["tflite_outputs"]
    scores = numpy.stack([module.run(image.reshape(1, 8, 8, 1))["Identity"] for image in images])
    assert scores.shape == (360, 1, 10)
    assert numpy.array_equal(scores.reshape(expected.shape), expected)
    assert (scores.reshape(360, 10).argmax(axis=1) == labels).sum() == 354


@pytest.mark.parametrize(
    ("name", "shape"), [("ad01", "1x640"), ("kws", "1x49x10x1"), ("ic", "1x32x32x3"), ("vww", "1x96x96x3")]
)
def test_networks_of_mlperf_tiny_give_what_litert_gives(shared: pathlib.Path, name: str, shape: str) -> None:
    folder = shared / "models" / "mlperf_tiny"
    module = tirc.compile(folder / f"{name}_int8.tflite", input_shape=f"0:{shape}")
    golden = numpy.load(folder / f"{name}_int8.golden.npz")
    for inputs, expected in zip(golden["inputs"], golden["tflite"], strict=True):
        (scores,) = module.run(inputs.reshape(module.inputs[0].shape)).values()
        assert numpy.array_equal(scores.reshape(expected.shape), expected)


def test_quantisation_comes_from_the_file() -> None:
    module = tirc.compile(DIGITS / "digits_int8.tflite")
    image, scores = module.inputs[0], module.outputs[0]
    # The outputs of TensorFlow Lite's interpreter, to the last bit.
    assert (image.name, image.scale, image.zero_point) == ("a", float(numpy.float32(1 / 255)), -128)
    assert (scores.name, scores.scale, scores.zero_point) == ("Identity", 1 / 256, -128)
    assert "#define TVMGEN_DIGITS_INT8_A_SCALE 0.003921568859368563\n" in module.header
    assert "#define TVMGEN_DIGITS_INT8_IDENTITY_ZERO_POINT (-128)\n" in module.header


def test_the_caller_s_quantisation_wins() -> None:
    module = tirc.compile(tiny_tflite(), io_quant={"a": (0.25, 7)})
    assert (module.inputs[0].scale, module.inputs[0].zero_point) == (0.25, 7)
    assert (module.outputs[0].scale, module.outputs[0].zero_point) == (0.5, 3)
    assert tirc.compile(tiny_tflite(scale=None)).inputs[0].scale is None


def test_kernels_have_the_layers_names() -> None:
    report = tirc.compile(DIGITS / "digits_int8.tflite").report.json
    places = [kernel["place"] for kernel in report["kernels"]]
    assert any("sequential_1/re_lu_1/Relu" in place for place in places)
    assert any(place == "sequential...ooling2d_1/MaxPool2d (max_pool2d#0)" for place in places)
    assert report["model"] == {"name": "digits_int8", "source": "digits_int8.tflite"}


def test_names_are_those_of_the_signature() -> None:
    module = tirc.compile(tiny_tflite(signature=(["image"], "scores")))
    assert (module.inputs[0].name, module.outputs[0].name) == ("image", "scores")
    assert (module.inputs[0].scale, module.outputs[0].zero_point) == (0.5, 3)
    x = numpy.array([[-9, 0, 3, 100]], numpy.int8)
    assert module.run(image=x)["scores"].tolist() == [[3, 3, 3, 100]]


def test_names_that_c_cannot_take_become_some_that_it_can() -> None:
    names = ("serving_default_x:0", "Serving default_X:0")
    module = tirc.compile(tiny_tflite("MAXIMUM", inputs=names, output="395", scale=0.5, zero_point=0))
    first, second = module.inputs
    assert (first.name, first.c_name) == ("serving_default_x:0", "serving_default_x_0")
    assert (second.name, second.c_name) == ("Serving_default_X:0_2", "Serving_default_X_0_2")
    assert (module.outputs[0].name, module.outputs[0].c_name) == ("output_395", "output_395")
    assert [tensor.scale for tensor in (*module.inputs, *module.outputs)] == [0.5, 0.5, 0.5]
    a, b = numpy.array([[1, 5, -3, 7]], numpy.int8), numpy.array([[2, 4, -5, 7]], numpy.int8)
    inputs = {first.name: a, second.c_name: b}
    assert module.run(**inputs)["output_395"].tolist() == [[2, 5, -3, 7]]


def test_a_dynamic_dimension_is_one_or_as_given() -> None:
    data = tiny_tflite(dynamic=True)
    one = tirc.compile(data)
    assert one.inputs[0].shape == one.outputs[0].shape == (1, 4)
    remark = "input 0 ('a') has a dynamic batch, which is compiled as 1; give input_shape=\"0:8x4\" for a batch of 8"
    assert remark in [each.message for each in one.diagnostics]
    with pytest.raises(FrontEndError, match="input_shape names the input 'x', which this .*; expected one of 'a'"):
        tirc.compile(data, input_shape="x:1x4")
    for option in ("0:2x4", "a:2x4", ["0:2x4"], {"a": (2, 4)}):
        assert tirc.compile(data, input_shape=option).inputs[0].shape == (2, 4)
    with pytest.raises(tirc.CompileError, match="does not agree with input 0"):
        tirc.compile(data, input_shape="0:2x5")


def test_options_take_the_names_of_the_model_and_of_c() -> None:
    data = tiny_tflite(inputs=("serving:0",), output="out:0", dynamic=True)
    for name, output in (("serving:0", "out:0"), ("serving_0", "out_0")):
        module = tirc.compile(
            data, input_shape=f"{name}:2x4", rename=[f"{name}:image", f"{output}:y"], io_quant=f"{output}:0.25:1"
        )
        assert (module.inputs[0].c_name, module.inputs[0].shape) == ("image", (2, 4))
        assert (module.outputs[0].c_name, module.outputs[0].scale) == ("y", 0.25)


def test_tensors_need_no_names() -> None:
    module = tirc.compile(tiny_tflite("MAXIMUM", inputs=("", ""), output=""))
    assert [tensor.name for tensor in (*module.inputs, *module.outputs)] == ["input", "input_2", "output"]
    a, b = numpy.array([[1, 5, -3, 7]], numpy.int8), numpy.array([[2, 4, -5, 7]], numpy.int8)
    assert module.run(a, b)["output"].tolist() == [[2, 5, -3, 7]]


def test_a_model_for_an_accelerator_is_named() -> None:
    with pytest.raises(FrontEndError, match="compiled by Arm's Vela, .*; expected the model from which it was compiled"):
        tirc.compile(tiny_tflite(custom="ethos-u"))


def test_a_damaged_file_is_an_error() -> None:
    data = (DIGITS / "digits_int8.tflite").read_bytes()
    for damaged in (data[:9000], data[:8] + b"\xff" * 200, data[:8]):
        with pytest.raises(FrontEndError, match="model: .* damaged"):
            tirc.compile(damaged)


def test_a_converter_that_crashes_is_an_error(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # One that does nothing else, before the real one.
    crash = "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n"
    (tmp_path / "tosa_converter_for_tflite.py").write_text(crash)
    message = r"model: 'b': RELU: .* \(the converter crashed \(SIGSEGV\) \((cd .*__main__.py tflite)\)\); express it"
    with monkeypatch.context() as patch:
        patch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
        with pytest.raises(FrontEndError, match=message) as caught:
            tirc.compile(tiny_tflite())
        found = re.search(message, str(caught.value))
        # The command crashes, too.
        assert found and subprocess.run(found[1], shell=True, capture_output=True, check=False).returncode in (-11, 139)
    assert tirc.compile(tiny_tflite()).name == "model"


def test_an_operator_that_the_converter_refuses_is_named() -> None:
    with pytest.raises(FrontEndError, match="model: 'b': LSTM: .* \\('tfl.lstm' op requires attr") as caught:
        tirc.compile(tiny_tflite("LSTM", scale=None))
    assert caught.value.operator == "tfl.lstm" and "error" in caught.value.output


def test_an_operator_without_a_form_in_tosa_is_named() -> None:
    with pytest.raises(FrontEndError, match="model: 'b': tosa-converter-for-tflite has no form of tfl.where") as caught:
        tirc.compile(tiny_tflite("WHERE", scale=None))
    assert caught.value.operator == "tfl.where"
    with pytest.raises(tirc.CompileError, match="'MyOp' is a custom operator of the domain 'TFL'"):
        tirc.compile(tiny_tflite(custom="MyOp"))


def test_the_file_s_name_tells_nothing(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "net v2.mlir"
    path.write_bytes(tiny_tflite())
    source = load(path)
    assert (source.front_end, source.name, source.source) == ("tflite", "net_v2", "net v2.mlir")
    module = tirc.compile(path)
    assert module.name == "net_v2" and module.report.json["model"]["source"] == "net v2.mlir"


def _litert(data: bytes, *inputs: numpy.ndarray[Any, Any]) -> numpy.ndarray[Any, Any]:
    """Returns the output that LiteRT's reference kernels compute."""
    litert = pytest.importorskip("ai_edge_litert.interpreter", reason="needs ai-edge-litert")
    kernels = litert.OpResolverType.BUILTIN_REF
    interpreter = litert.Interpreter(model_content=data, experimental_op_resolver_type=kernels)
    interpreter.allocate_tensors()
    for detail, values in zip(interpreter.get_input_details(), inputs, strict=True):
        interpreter.set_tensor(detail["index"], values)
    interpreter.invoke()
    output: numpy.ndarray[Any, Any] = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])
    return output


@pytest.mark.parametrize(
    ("operator", "types"),
    [
        ("RELU", ("UINT8", "UINT8")),
        ("HARD_SWISH", ("UINT8", "UINT8")),
        ("QUANTIZE", ("UINT8", "INT8")),
        ("QUANTIZE", ("INT8", "UINT8")),
        ("DEQUANTIZE", ("UINT8", "FLOAT32")),
    ],
)
def test_uint8_models_keep_uint8_in_the_interface(operator: str, types: tuple[str, str]) -> None:
    data = tiny_tflite(operator, types=types, shape=(1, 256))
    module = tirc.compile(data, interface_api="packed")
    assert [module.inputs[0].dtype, module.outputs[0].dtype] == [name.lower() for name in types]
    # Every number of the type.
    every = numpy.arange(256, dtype=numpy.uint8).reshape(1, 256).view(module.inputs[0].numpy_dtype)
    wanted = _litert(data, every)
    for backend in ("jit", "c"):
        (got,) = module.run(every, backend=backend).values()
        assert got.dtype == wanted.dtype and numpy.array_equal(got, wanted)
    with pytest.raises(TypeError, match=f"expected 1x256 {types[0].lower()}"):
        module.run(every.astype(numpy.int16))


def test_uint8_is_in_the_header() -> None:
    module = tirc.compile(tiny_tflite(types=("UINT8", "UINT8"), zero_point=200))
    assert (module.inputs[0].scale, module.inputs[0].zero_point) == (0.5, 200)
    assert "/* Input a: 1x4 uint8 */" in module.header and "#define TVMGEN_MODEL_A_ZERO_POINT 200" in module.header


@pytest.mark.parametrize("kind", ["INT8", "UINT8", "INT16"])
def test_numbers_beyond_a_quantised_type_saturate(kind: str) -> None:
    zero_point = 0 if kind == "INT16" else 3
    data = tiny_tflite("QUANTIZE", types=("FLOAT32", kind), zero_point=zero_point, shape=(1, 9))
    numbers = numpy.array([[-1e12, -1e6, -300, -64.2, 0, 63.7, 300, 1e6, 1e12]], numpy.float32)
    (got,) = tirc.compile(data, **FOR_A_RUN).run(numbers).values()
    limits = numpy.iinfo(got.dtype)
    assert got.dtype == kind.lower() and got[0, 0] == limits.min and got[0, -1] == limits.max
    # LiteRT's own rounding of numbers beyond int32 is not defined.
    assert numpy.array_equal(got[:, 1:-1], _litert(data, numbers)[:, 1:-1])


@pytest.mark.parametrize("kind", ["Int32Vector", "Uint16Vector", "Uint8Vector"])
@pytest.mark.parametrize("form", ["rows", "columns", "blocks"])
def test_sparse_weights_become_dense(form: str, kind: str) -> None:
    from packed_tflite import axis, operator, packed, sparse, subgraph, tensor

    numbers = numpy.arange(1, 9, dtype=numpy.float32)
    if form == "blocks":
        # Two blocks of 2x2, at the places (0, 1) and (1, 0) of four.
        axes = [axis(2), axis(0, [0, 1, 2], [1, 0], kind), axis(2), axis(2)]
        weights = sparse("w", [4, 4], [0, 1, 2, 3], axes, [0, 1])
    else:
        axes = [axis(4), axis(0, [0, 3, 3, 4, 8], [0, 1, 3, 2, 0, 1, 2, 3], kind)]
        weights = sparse("w", [4, 4], [0, 1] if form == "rows" else [1, 0], axes)
    tensors = [tensor("a", [4, 4]), weights, tensor("d", [4, 4]), tensor("y", [4, 4])]
    nodes = [operator(0, [1], [2]), operator(1, [0, 2], [3])]
    data = packed(["DENSIFY", "MAXIMUM"], [subgraph(tensors, [0], [3], nodes)], [numbers])
    x = numpy.full((4, 4), 2.5, numpy.float32)
    assert numpy.array_equal(tirc.compile(data, **FOR_A_RUN).run(x)["y"], _litert(data, x))


def test_both_branches_of_an_if_arrive() -> None:
    from packed_tflite import operator, packed, schema, subgraph, tensor

    options = schema.IfOptionsT()
    options.thenSubgraphIndex, options.elseSubgraphIndex = 1, 2
    tensors = [tensor("c", [], "BOOL"), tensor("x", [4]), tensor("y", [4])]
    main = subgraph(tensors, [0, 1], [2], [operator(0, [0, 1], [2], options, "IfOptions")])
    branches = [subgraph([tensor("b", [4]), tensor("r", [4])], [0], [1], [operator(i, [0], [1])]) for i in (1, 2)]
    data = packed(["IF", "RELU", "NEG"], [main, *branches])
    module, x = tirc.compile(data), numpy.array([-1, 2, -3, 4], numpy.float32)
    for condition in (True, False):
        c = numpy.array(condition)
        assert numpy.array_equal(module.run(c, x)["y"], _litert(data, c, x))


def test_a_while_arrives() -> None:
    """Keras writes GRU and SimpleRNN as loops."""
    from packed_tflite import operator, packed, schema, subgraph, tensor

    options = schema.WhileOptionsT()
    options.condSubgraphIndex, options.bodySubgraphIndex = 1, 2
    scalars = [tensor("n", [], "INT32"), tensor("x", [4]), tensor("m", [], "INT32"), tensor("y", [4])]
    main = subgraph(scalars, [0, 1], [2, 3], [operator(0, [0, 1], [2, 3], options, "WhileOptions")])
    limit = [tensor("n", [], "INT32"), tensor("x", [4]), tensor("limit", [], "INT32", buffer=1), tensor("c", [], "BOOL")]
    condition = subgraph(limit, [0, 1], [3], [operator(1, [0, 2], [3])])
    tensors = [
        *[tensor("n", [], "INT32"), tensor("x", [4]), tensor("one", [], "INT32", buffer=2)],
        *[tensor("m", [], "INT32"), tensor("y", [4])],
    ]
    body = subgraph(tensors, [0, 1], [3, 4], [operator(2, [0, 2], [3], schema.AddOptionsT(), "AddOptions"), operator(3, [1], [4])])
    numbers = [numpy.array(5, numpy.int32), numpy.array(1, numpy.int32)]
    data = packed(["WHILE", "LESS", "ADD", "NEG"], [main, condition, body], numbers)
    module, x = tirc.compile(data), numpy.array([-1, 2, -3, 4], numpy.float32)
    for start in (0, 1, 7):
        n = numpy.array(start, numpy.int32)
        results = module.run(n, x)
        assert numpy.array_equal(results["m"], max(start, 5))
        assert numpy.array_equal(results["y"], x if start in (1, 7) else -x)
