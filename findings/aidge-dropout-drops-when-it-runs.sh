#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Aidge 0.10.1: a Dropout of an ONNX model drops elements when the model runs.
#
# For ONNX, Dropout is the identity unless its third input, training_mode, is true, and up to opset 11 always. One would guess
# that Aidge, which runs and exports models for embedded devices, leaves it out or copies its input. Of each model with a
# Dropout, it replaces some of the elements by 0 and scales the others, with training_mode=false, too; of the inputs it says in
# a warning that they are not used, and takes the ratio from one of them all the same.
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


x = numpy.arange(1, 1001, dtype=numpy.float32)
for version, given, arguments, attribute, ratio in [
        (7, "", "x", "<ratio = 0.25>", 0.25), (13, "", "x", "", 0.5), (13, "<float r = {0.25}>", "x, r", "", 0.25),
        (13, "<float r = {0.25}, bool t = {0}>", "x, r, t", "", 0.25)]:
    (found,), (want,) = run(f"""
<ir_version: 8, opset_import: ["": {version}]> main (float[1000] x) => (float[1000] y) {given} {{
  y = Dropout {attribute} ({arguments})
}}""", x)
    dropped = found == 0
    factor = found[~dropped][0] / x[~dropped][0]
    print(f"opset {version}, {given}{attribute}: {dropped.mean():.0%} are 0, the others {factor:.3f} times what they were;",
          f"onnxruntime changes {(want != x).sum()}")
    assert numpy.array_equal(want, x)
    assert abs(dropped.mean() - ratio) < 0.1 and numpy.allclose(found[~dropped], x[~dropped] / (1 - ratio))
PYTHON
