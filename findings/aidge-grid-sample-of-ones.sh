#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Aidge 0.10.1: GridSample interpolates ones to -1.
#
# Linear interpolation of equal numbers gives this number, and all results lie between the neighbours. One would guess that this
# holds for GridSample, whose mode "nearest" is right here. With the mode "linear" of opset 20, ones become -1, and random
# images other numbers than onnxruntime's. With "cubic", ones become -0.125 and numbers beyond -5, whatever the mode of padding
# is.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q aidge-core==0.10.1 aidge-backend-cpu==0.10.1 aidge-onnx==0.10.1 onnxruntime==1.32.0 \
  onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import aidge_backend_cpu
import aidge_core
import aidge_onnx
import numpy
import onnx
import onnxruntime


def run(model, *inputs):
    """Returns what Aidge and onnxruntime answer."""
    model = onnx.parser.parse_model(model)
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, "model.onnx")
    aidge_core.Log.set_console_level(aidge_core.Level.Fatal)
    graph = aidge_onnx.load_onnx("model.onnx")
    graph.set_backend("cpu")
    aidge_core.SequentialScheduler(graph).forward(data=[aidge_core.Tensor(values) for values in inputs])
    found = [numpy.array(node.get_operator().get_output(index)) for node, index in graph.get_ordered_outputs()]
    feeds = {value.name: values for value, values in zip(model.graph.input, inputs)}
    return found, onnxruntime.InferenceSession(model.SerializeToString()).run(None, feeds)


grid = numpy.array([[0, 0], [0.5, 0], [-0.5, 0.3], [0.2, -0.7]], numpy.float32).reshape(1, 1, 4, 2)
generator = numpy.random.default_rng(0)
for mode in ["nearest", "linear", "cubic"]:
    for padding in ["zeros", "border", "reflection"]:
        model = f"""
<ir_version: 9, opset_import: ["": 20]> main (float[1, 1, 4, 4] x, float[1, 1, 4, 2] grid) => (float[1, 1, 1, 4] y) {{
  y = GridSample <mode = "{mode}", padding_mode = "{padding}", align_corners = 1> (x, grid)
}}"""
        (found,), (want,) = run(model, numpy.ones([1, 1, 4, 4], numpy.float32), grid)
        print(f"{mode}, {padding}: {found.ravel().round(3).tolist()}, onnxruntime {want.ravel().round(3).tolist()}")
        (other,), (right,) = run(model, generator.normal(size=[1, 1, 4, 4]).astype(numpy.float32), grid)
        if mode == "nearest":
            assert numpy.array_equal(found, want) and numpy.array_equal(other, right)
        else:
            assert numpy.allclose(found, -1) if mode == "linear" else found[0, 0, 0, 1] < -5
            assert abs(want - 1).max() < 0.2 and abs(other - right).min() > 0.01
PYTHON
