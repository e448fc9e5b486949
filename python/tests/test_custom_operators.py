# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of ONNX that the application computes: the same numbers as an operator of the standard in their place."""

from __future__ import annotations

import ctypes
import pathlib
import subprocess
from typing import Any

import numpy
import pytest

import tirc
from tirc.importers import FrontEndError

onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")
pytest.importorskip("torch_mlir", reason="needs tirc[onnx]")
onnxruntime = pytest.importorskip("onnxruntime", reason="needs onnxruntime")

from onnx import TensorProto, helper, numpy_helper  # noqa: E402  what follows needs the package

_LIMIT = """
#include "tvmgen_net.h"
int32_t vendor_limit(const int8_t *x, const int8_t *most, int8_t *y, int64_t size) {{
  for (int64_t i = 0; i < size; ++i)
    y[i] = (int8_t)(({kind})x[i] < ({kind})*most ? x[i] : *most);
  return 0;
}}
int32_t run(void *x, void *y) {{
  struct tvmgen_net_inputs inputs = {{.x = x}};
  struct tvmgen_net_outputs outputs = {{.y = y}};
  return tvmgen_net_run(&inputs, &outputs);
}}
"""


def _quantized(kind: int, node: Any) -> Any:
    """Returns a model with a node between quantised operators: from q1 and m to c."""
    dtype = helper.tensor_dtype_to_np_dtype(kind)
    constants = {"s": numpy.float32(0.05), "z": numpy.array(90, dtype), "m": numpy.array(115, dtype)}
    nodes = [
        helper.make_node("QuantizeLinear", ["x", "s", "z"], ["q"]),
        helper.make_node("DequantizeLinear", ["q", "s", "z"], ["d"]),
        helper.make_node("Relu", ["d"], ["r"]),
        helper.make_node("QuantizeLinear", ["r", "s", "z"], ["q1"]),
        node,
        helper.make_node("DequantizeLinear", ["c", "s", "z"], ["d1"]),
        helper.make_node("Neg", ["d1"], ["n"]),
        helper.make_node("QuantizeLinear", ["n", "s", "z"], ["y"]),
    ]
    return _model(nodes, kind, constants)


def _model(nodes: list[Any], kind: int, constants: dict[str, Any]) -> Any:
    graph = helper.make_graph(
        nodes,
        "net",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 64])],
        [helper.make_tensor_value_info("y", kind, [1, 64])],
        [numpy_helper.from_array(value, name) for name, value in constants.items()],
        value_info=[helper.make_tensor_value_info("c", kind, [1, 64])],
    )
    opsets = [helper.make_opsetid("", 19), helper.make_opsetid("com.vendor", 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=9)


@pytest.mark.parametrize("kind", ["INT8", "UINT8"])
def test_between_quantised_operators(kind: str, tmp_path: pathlib.Path) -> None:
    number = getattr(TensorProto, kind)
    custom = helper.make_node("Limit", ["q1", "m"], ["c"], domain="com.vendor", size=64)
    module = tirc.compile(_quantized(number, custom), model_name="net", custom_op={"Limit": "vendor_limit"}, target="portable")
    assert not module.diagnostics
    module.save(tmp_path)
    (tmp_path / "vendor.c").write_text(_LIMIT.format(kind=f"{kind.lower()}_t"))
    sources = [tmp_path / "vendor.c", tmp_path / "tvmgen_net.c"]
    library = tmp_path / "net.so"
    subprocess.run(["cc", "-std=c99", "-Wall", "-Werror", "-shared", "-fPIC", "-o", library, *sources], check=True)

    x = (numpy.random.default_rng(1).normal(size=(1, 64)) * 3).astype(numpy.float32)
    standard = _quantized(number, helper.make_node("Min", ["q1", "m"], ["c"]))
    (want,) = onnxruntime.InferenceSession(standard.SerializeToString()).run(None, {"x": x})
    got = numpy.zeros_like(want)
    assert len(numpy.unique(want)) > 10
    assert ctypes.CDLL(str(library)).run(x.ctypes.data_as(ctypes.c_void_p), got.ctypes.data_as(ctypes.c_void_p)) == 0
    numpy.testing.assert_array_equal(got, want)


def _gain(**attributes: Any) -> Any:
    nodes = [
        helper.make_node("Relu", ["x"], ["a"]),
        helper.make_node("Gain", ["a", "w"], ["c"], name="gain0", domain="com.vendor", **attributes),
        helper.make_node("Add", ["c", "x"], ["y"]),
    ]
    return _model(nodes, TensorProto.FLOAT, {"w": numpy.arange(4, dtype=numpy.float32)})


def test_attributes_are_arguments_by_name() -> None:
    model = _gain(shift=3, alpha=0.5, axes=[1, 2], weights=[0.25, float("inf")], mode="soft")
    module = tirc.compile(model, custom_op=["com.vendor.Gain:vendor_gain:dsp0:hooks=open"], target="portable")
    prototype = " ".join(module.header.split())
    assert (
        "int32_t vendor_gain(const float *input0, const float *input1, float *output0, float alpha, const int64_t *axes, "
        "int32_t axes_count, const char *mode, int64_t shift, const float *weights, int32_t weights_count, void *"
    ) in prototype
    assert 'output0, 0.5f, axes, 2, "soft", 3, weights, 2, dsp0)' in " ".join(module.c_source.split())
    assert "int32_t TVMDeviceDspOpen(void *context);" in module.header


def test_an_operator_that_nobody_named() -> None:
    with pytest.raises(
        FrontEndError,
        match=r"'gain0': com.vendor.Gain is not an operator of ONNX itself; .* \(only its vendor knows what it computes\), .*"
        r"\(--custom-op=com.vendor.Gain:FUNCTION\[:DEVICE\]\)",
    ):
        tirc.compile(_gain())
    with pytest.raises(tirc.CompileError, match="the model has no operator 'Gian'; it has no custom operators"):
        tirc.compile(_model([helper.make_node("Abs", ["x"], ["y"])], TensorProto.FLOAT, {}), custom_op="Gian:f")


def test_what_a_call_needs_to_know() -> None:
    model = _gain()
    del model.graph.value_info[:]
    with pytest.raises(FrontEndError, match="'gain0': Gain: the type of its tensor 'c' is not known, .*: add the type to"):
        tirc.compile(model, custom_op="Gain:vendor_gain")
    with pytest.raises(FrontEndError, match="its attribute 'table' is of the type TENSOR; expected numbers or a text, .*"):
        tirc.compile(_gain(table=numpy_helper.from_array(numpy.zeros(3))), custom_op="Gain:vendor_gain")

    gain = helper.make_node("Gain", ["x"], ["b"], name="gain1", domain="com.vendor")
    branch = helper.make_graph([gain], "branch", [], [helper.make_tensor_value_info("b", TensorProto.FLOAT, [1, 64])])
    choice = helper.make_node("If", ["is"], ["y"], then_branch=branch, else_branch=branch)
    model = _model([choice], TensorProto.FLOAT, {"is": numpy.array(True)})
    with pytest.raises(FrontEndError, match="'gain1': com.vendor.Gain is in a branch or a loop; .*: take it out of it"):
        tirc.compile(model, custom_op="Gain:vendor_gain")
