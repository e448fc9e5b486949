# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models in ONNX, imported by torch-mlir, against ONNX's own evaluator."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
from typing import Any

import numpy
import pytest
from models import FOR_A_RUN

import tirc
from tirc import passes
from tirc.importers import FrontEndError, load

onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")
pytest.importorskip("torch_mlir", reason="needs tirc[onnx]")

import onnx.reference  # noqa: E402, F811  what follows needs the package
import onnx_models  # noqa: E402
from onnx_models import Graph  # noqa: E402


def inputs_of(model: Any) -> dict[str, Any]:
    """Returns random numbers for each input, the same each time."""
    random = numpy.random.default_rng(1)
    return {
        value.name: random.standard_normal([d.dim_value for d in value.type.tensor_type.shape.dim]).astype("float32")
        for value in model.graph.input
    }


def largest_difference(module: tirc.Module, model: Any) -> float:
    inputs = inputs_of(model)
    expected = onnx.reference.ReferenceEvaluator(model).run(None, inputs)
    outputs = module.run(**inputs)
    assert list(outputs) == [value.name for value in model.graph.output]
    assert [output.shape for output in outputs.values()] == [wanted.shape for wanted in expected]
    return max(float(abs(got - want).max()) for got, want in zip(outputs.values(), expected, strict=True))


@pytest.mark.parametrize("name", onnx_models.ALL)
def test_networks_give_what_the_evaluator_gives(name: str) -> None:
    model = onnx_models.ALL[name]()
    source = load(model)
    # TOSA is used if it has all operators.
    assert source.front_end == ("onnx-linalg" if name == "no_tosa_form" else "onnx-tosa")
    assert largest_difference(tirc.compile(source.mlir, **source.options), model) < 1e-5


_BOTH_WAYS = """
import json, pathlib, sys
from tirc_frontends import lowering, process

convert, found = process.converter("onnx"), []
has_sizes = lowering._has_sizes
for way in (has_sizes, lambda module: found.append(has_sizes(module)) or False):
    lowering._has_sizes = way
    convert(json.loads(pathlib.Path("request.json").read_text()))
    print(pathlib.Path(".model.mlir").read_text())
    print("---")
print(all(found))
"""


@pytest.mark.parametrize("name", onnx_models.ALL)
def test_sizes_that_are_known_are_not_computed_again(name: str, tmp_path: pathlib.Path) -> None:
    """The pipeline without that computation has the same result, and all networks with known sizes take it."""
    (tmp_path / "net.onnx").write_bytes(onnx_models.ALL[name]().SerializeToString())
    names: dict[str, object] = dict.fromkeys(("input_shape", "input_value", "inputs", "outputs", "custom_op"), [])
    request = {"model": "net.onnx", "crashed": False, "trees": "auto", "folder": None, **names}
    (tmp_path / "request.json").write_text(json.dumps(request))
    command = [sys.executable, "-c", _BOTH_WAYS]
    printed = subprocess.run(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True, check=True).stdout
    short, whole, is_known = printed.split("---\n")
    assert short == whole and "func.func" in short
    assert is_known == "True\n"


def test_names_of_inputs_outputs_and_nodes_arrive() -> None:
    module = tirc.compile(onnx_models.branches())
    assert [tensor.name for tensor in module.inputs] == ["left", "right"]
    assert [tensor.name for tensor in module.outputs] == ["means", "mask"]
    places = " ".join(kernel["place"] for kernel in module.report.json["kernels"])
    assert "conv_0" in places and "convtranspose_6" in places
    # If a node has no name, the name of its output is used.
    g = Graph()
    g.add("Relu", "x", out="hidden")
    g.add("Exp", "hidden", out="y")
    for node in g.nodes:
        node.name = ""
    trace = passes.trace(g.model({"x": [1, 4]}, {"y": [1, 4]}), until="import")
    assert {"hidden", "y"} <= {operation.place for operation in trace["model"].operations}


def test_a_resize_to_the_element_before_is_not_rounded() -> None:
    g = Graph()
    sizes = g.constant(numpy.float32([])), g.constant(numpy.float32([1, 1, 2, 2]))
    modes = {"mode": "nearest", "coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
    g.add("Resize", "x", *sizes, out="y", **modes)
    model = g.model({"x": [1, 1, 4, 4]}, {"y": [1, 1, 8, 8]})
    assert largest_difference(tirc.compile(model), model) == 0


def test_unsigned_numbers_stay_unsigned() -> None:
    g = Graph(opset=19)
    g.add("QuantizeLinear", "x", g.constant(numpy.float32(0.05)), g.constant(numpy.uint8(100)), out="y")
    model = g.model({"x": [1, 40]}, {"y": [1, 40]})
    model.graph.output[0].type.tensor_type.elem_type = onnx.TensorProto.UINT8
    x = numpy.linspace(-6, 9, 40, dtype=numpy.float32)[None]
    (expected,) = onnx.reference.ReferenceEvaluator(model).run(None, {"x": x})
    assert expected.min() == 0 and expected.max() == 255
    got = tirc.compile(model, **FOR_A_RUN).run(x)["y"]
    assert got.dtype == numpy.uint8 and numpy.array_equal(got, expected)


def test_quantised_networks_compute_in_integers() -> None:
    g = Graph(opset=19)
    q = {
        name: (g.constant(numpy.float32(scale)), g.constant(numpy.int8(zero)))
        for name, scale, zero in (("x", 0.05, 3), ("w", 0.01, 0), ("h", 0.1, -128), ("y", 0.2, 1))
    }
    random = numpy.random.default_rng(3)

    def weights(*shape: int) -> str:
        return g.add("DequantizeLinear", g.constant(random.integers(-100, 100, shape).astype(numpy.int8)), *q["w"])

    x = g.add("DequantizeLinear", g.add("QuantizeLinear", "x", *q["x"]), *q["x"])
    x = g.add("Relu", g.add("Conv", x, weights(4, 2, 3, 3), kernel_shape=[3, 3]))
    x = g.add("DequantizeLinear", g.add("QuantizeLinear", x, *q["h"]), *q["h"])
    x = g.add("Gemm", g.add("Flatten", x), weights(3, 64), transB=1)
    g.add("DequantizeLinear", g.add("QuantizeLinear", x, *q["y"]), *q["y"], out="y")
    model = g.model({"x": [1, 2, 6, 6]}, {"y": [1, 3]})
    module = tirc.compile(model)
    assert largest_difference(module, model) < 1e-5
    assert "int8_t" in module.c_source and "(int32_t)" in module.c_source


def test_old_operator_sets_are_converted() -> None:
    # The evaluator's normalisation of that version differs from the standard.
    assert largest_difference(tirc.compile(onnx_models.cnn(opset=11)), onnx_models.cnn()) < 1e-5
    # Upsample is no longer an operator of ONNX.
    g = Graph(opset=9)
    g.add("Upsample", "x", g.constant(numpy.float32([1, 1, 2, 2])), out="y", mode="nearest")
    model = g.model({"x": [1, 1, 3, 3]}, {"y": [1, 1, 6, 6]})
    x = inputs_of(model)["x"]
    assert numpy.array_equal(tirc.compile(model, **FOR_A_RUN).run(x)["y"], x.repeat(2, axis=2).repeat(2, axis=3))


def test_a_constant_of_an_old_file_is_no_input() -> None:
    model = onnx.parser.parse_model(
        """<ir_version: 3, opset_import: ["" : 6]> net (float[3,2,5] x) => (float[3,2,5] y) {
          size = Abs(x) one = Constant<value = float {1}>() sum = Add<broadcast = 1>(size, one) y = Div(x, sum)
        }"""
    )
    x = inputs_of(model)["x"]
    assert numpy.allclose(tirc.compile(model, **FOR_A_RUN).run(x)["y"], x / (abs(x) + 1))


def test_properties_of_a_file_are_stated() -> None:
    model = onnx_models.cnn(batch=1)
    names = ", ".join(f"{i}: 'kind {i}'" for i in range(40))
    properties = {"names": f"{{{names}}}".replace(", ", ",\n "), "stride": "32", "empty": " ", "onnx.infer": "yes"}
    onnx.helper.set_model_props(model, properties)
    module = tirc.compile(model, emit="c", model_name="m", target="cortex-m4")
    stated = [f"names: {{{names}}}", "stride: 32"]
    assert module.report.json["metadata"] == stated
    header = " ".join(module.files["tvmgen_m.h"].decode().split())
    assert f"/* What the model's file says: {' '.join(stated)} */" in header
    remarks = [each.message for each in module.diagnostics if "metadata" in each.message]
    assert remarks == [f"the file's metadata: {stated[0][:200]}...", f"the file's metadata: {stated[1]}"]


def test_a_dynamic_batch_is_one() -> None:
    remark = (
        "input 0 ('image') has a dynamic batch, which is compiled as 1; give input_shape=\"0:8x1x8x8\" for a batch of 8"
    )
    one = tirc.compile(onnx_models.cnn(batch="N"))
    assert one.inputs[0].shape == (1, 1, 8, 8) and remark in [each.message for each in one.diagnostics]
    assert largest_difference(one, onnx_models.cnn(batch=1)) < 1e-5
    # Names that PyTorch's and PaddlePaddle's exporters make for a first size without one.
    for name in ("s6", "DynamicDimension.0", "p2o.DynamicDimension.0"):
        assert tirc.compile(onnx_models.cnn(batch=name)).inputs[0].shape == (1, 1, 8, 8)
    # Other dynamic sizes are not guessed, and a size that one input has holds for the others.
    text = "(float[batch,T] x, float[2,batch] h) => (float[batch,T] y, float[2,batch] g) {y = Relu(x)\n g = Relu(h)}"
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["" : 18]> net {text}')
    with pytest.raises(FrontEndError, match=r"input 0 \('x'\) has the shape 1x\?; expected"):
        tirc.compile(model)
    assert [tensor.shape for tensor in tirc.compile(model, input_shape="x:3x5").inputs] == [(3, 5), (2, 3)]


def test_a_symbolic_dimension_takes_its_size() -> None:
    model = onnx_models.cnn(batch="N")
    fixed = onnx_models.cnn(batch=3)
    assert largest_difference(tirc.compile(model, input_shape={"image": (3, 1, 8, 8)}), fixed) < 1e-5
    with pytest.raises(tirc.CompileError, match="does not agree with input 0"):
        tirc.compile(model, input_shape="0:3x1x8x9")


def test_weights_in_other_files_are_found_beside_the_model(tmp_path: pathlib.Path) -> None:
    model = onnx_models.mlp()
    path = tmp_path / "mlp.onnx"
    onnx.save(model, path, save_as_external_data=True, location="weights.bin", size_threshold=0)
    assert largest_difference(tirc.compile(path), onnx_models.mlp()) < 1e-5
    with pytest.raises(FrontEndError, match="are in another file; .* give the path of the model"):
        tirc.compile(path.read_bytes())
    (tmp_path / "weights.bin").unlink()
    with pytest.raises(FrontEndError, match="the weights of 'w0' cannot be read"):
        tirc.compile(path)


def test_names_that_c_cannot_take_become_some_that_it_can() -> None:
    g = Graph()
    g.add("Add", "input.1", "42", out="int")
    module = tirc.compile(g.model({"input.1": [2], "42": [2]}, {"int": [2]}))
    assert [tensor.name for tensor in (*module.inputs, *module.outputs)] == ["input.1", "input_42", "output_int"]
    one = numpy.float32([1, 2])
    assert module.run(**{"input.1": one, "input_42": one})["output_int"].tolist() == [2, 4]


def test_a_damaged_file_is_an_error() -> None:
    data = onnx_models.cnn().SerializeToString()
    for damaged in (data[:1000], data[:-1], b"\x08\x08\x3a\x05\xff\xff\xff\xff\xff"):
        with pytest.raises(FrontEndError, match="model: this ONNX file is damaged"):
            tirc.compile(damaged)


def test_an_operator_that_there_is_not_is_named() -> None:
    g = Graph()
    g.add("NoSuchOp", "x", out="y")
    with pytest.raises(FrontEndError, match="'nosuchop_0': NoSuchOp: opset 17 does not have this operator") as caught:
        tirc.compile(g.model({"x": [1, 4]}, {"y": [1, 4]}, check=False))
    assert caught.value.operator == "onnx.NoSuchOp"


def test_an_operator_of_someone_else_is_named() -> None:
    g = Graph()
    g.add("NhwcMaxPool", "x", out="y", domain="com.microsoft")
    model = g.model({"x": [1, 1, 5, 5]}, {"y": [1, 2, 3, 3]}, check=False)
    model.opset_import.append(onnx.helper.make_opsetid("com.microsoft", 1))
    with pytest.raises(
        FrontEndError, match="'nhwcmaxpool_0': com.microsoft.NhwcMaxPool is not an operator of ONNX"
    ) as caught:
        tirc.compile(model)
    assert caught.value.operator == "com.microsoft.NhwcMaxPool"


def test_an_operator_without_a_lowering_is_named_with_its_node() -> None:
    g = Graph()
    g.add("Conv", g.add("Relu", "x"), g.weight(2, 1, 2, 2, 1), out="y", group=2, dilations=[2, 2, 2])
    message = "model: 'conv_1': Conv: torch-mlir does not convert this operator in this form; express it by other"
    with pytest.raises(FrontEndError, match=message) as caught:
        tirc.compile(g.model({"x": [1, 2, 4, 4, 1]}, {"y": [1, 2, 2, 2, 1]}))
    assert caught.value.operator == "onnx.Conv" and "failed to legalize" in caught.value.output


def test_branches_by_a_constant_and_shapes_are_computed_at_once() -> None:
    model = onnx.parser.parse_model(
        """<ir_version: 9, opset_import: ["" : 19]> net (float[2,3] x) => (float[N,2] y) {
          shape = Shape(x) one = Constant<value = int64[1] {1}>() columns = Gather(shape, one)
          three = Constant<value = int64[1] {3}>() [same] c = Equal(columns, three)
          [choice] y = If(c) <
            then_branch = a () => (float[3,2] t) { t0 = Transpose(x) t = Relu(t0) },
            else_branch = b () => (float[2,3] e) { e = Relu(x) }>
        }"""
    )
    x = numpy.arange(-3, 3, dtype=numpy.float32).reshape(2, 3)
    module = tirc.compile(model)
    assert numpy.array_equal(module.run(x)["y"], numpy.maximum(x.T, 0))


def test_a_name_that_no_input_has_is_an_error() -> None:
    expected = "model: input_shape names the input 'imag', which this model does not have; expected one of 'image'"
    for model in (onnx_models.cnn(batch="N"), onnx_models.cnn()):
        with pytest.raises(FrontEndError, match=expected):
            tirc.compile(model, input_shape={"imag": (1, 1, 8, 8)})
    with pytest.raises(FrontEndError, match="input_shape names the input '1', which"):
        tirc.compile(onnx_models.cnn(batch="N"), input_shape="1:1x1x8x8")


def test_a_size_of_minus_one_is_not_known() -> None:
    model = onnx_models.cnn(batch=-1)
    assert tirc.compile(model).inputs[0].shape == (1, 1, 8, 8)
    fixed = onnx_models.cnn(batch=2)
    assert largest_difference(tirc.compile(model, input_shape={"image": (2, 1, 8, 8)}), fixed) < 1e-5


def test_an_input_without_elements_is_an_error() -> None:
    with pytest.raises(
        FrontEndError, match=r"input 0 \('image'\) has the shape 0x1x8x8 and so no elements; expected at"
    ):
        tirc.compile(onnx_models.cnn(batch=0))


def test_assertions_of_torch_mlir_become_remarks() -> None:
    g = Graph()
    g.nodes.append(onnx.helper.make_node("GatherElements", ["x", "indices"], ["y"], name="pick", axis=1))
    model = g.model({"x": [2, 3], "indices": [2, 2]}, {"y": [2, 2]}, check=False)
    model.graph.input[1].type.tensor_type.elem_type = onnx.TensorProto.INT64
    module = tirc.compile(model, target="host")
    x, indices = numpy.float32([[1, 2, 3], [4, 5, 6]]), numpy.array([[2, 0], [-1, 1]], numpy.int64)
    assert module.run(x, indices)["y"].tolist() == [[3, 1], [6, 5]]
    remarks = [str(each) for each in module.diagnostics]
    assert remarks and all(
        each.startswith("remark: 'pick': GatherElements: nothing checks at run time") for each in remarks
    )


def test_an_assertion_about_other_numbers_is_an_error() -> None:
    g = Graph()
    g.add("Det", "x", out="y")
    with pytest.raises(
        FrontEndError, match="model: 'det_0': Det: torch-mlir converts only a part of this operator: "
    ) as caught:
        tirc.compile(g.model({"x": [1, 5, 5]}, {"y": [1]}))
    assert caught.value.operator == "onnx.Det"
