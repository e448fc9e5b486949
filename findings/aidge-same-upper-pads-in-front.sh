#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Aidge 0.10.1: auto_pad="SAME_UPPER" of a pool pads in front, and "SAME_LOWER" behind.
#
# With SAME_UPPER, ONNX puts an odd row of padding behind, with SAME_LOWER in front, and their number depends on the size of the
# input. One would guess that a pool with either begins where it should, or is refused, as convolutions with it are. The two are
# mixed up, and the padding is that of a size which the stride divides: six elements in windows of three and steps of two are
# right for the other attribute, and seven give three windows instead of four.
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


for size, kernel, stride in [(6, 3, 1), (6, 2, 1), (6, 3, 2), (7, 3, 2), (5, 2, 2)]:
    x = numpy.arange(size, dtype=numpy.float32).reshape(1, 1, 1, size)
    found, want = {}, {}
    for padding in ["SAME_UPPER", "SAME_LOWER"]:
        (found[padding],), (want[padding],) = run(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[1, 1, 1, {size}] x) => (float[1, 1, 1, n] y) {{
  y = MaxPool <kernel_shape = [1, {kernel}], auto_pad = "{padding}", strides = [1, {stride}]> (x)
}}""", x)
        print(f"{size} elements, windows of {kernel}, steps of {stride}, {padding}: {found[padding].ravel().tolist()},",
              f"onnxruntime {want[padding].ravel().tolist()}")
    if size == 6:
        assert numpy.array_equal(found["SAME_UPPER"], want["SAME_LOWER"])
        assert numpy.array_equal(found["SAME_LOWER"], want["SAME_UPPER"])
    else:
        assert all(found[padding].size == want[padding].size - 1 for padding in found)
PYTHON
