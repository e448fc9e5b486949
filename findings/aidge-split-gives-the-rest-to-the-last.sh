#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Aidge 0.10.1: Split into three of seven elements gives 2, 2 and 3, where ONNX says 3, 3 and 1.
#
# With num_outputs, parts of an axis that does not divide are as long as the quotient rounded up, and the last is shorter. One
# would guess that a runtime that accepts the attribute knows this, as it is the purpose of it. Aidge rounds down and makes the
# last part longer, so that all parts but the first begin elsewhere; sizes that divide hide it.
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


for size, parts in [(6, 3), (7, 3), (5, 2), (10, 4)]:
    names = [f"y{part}" for part in range(parts)]
    found, want = run(f"""
<ir_version: 8, opset_import: ["": 18]> main (float[{size}] x) => ({", ".join(f"float[n{name}] {name}" for name in names)}) {{
  {", ".join(names)} = Split <num_outputs = {parts}> (x)
}}""", numpy.arange(size, dtype=numpy.float32))
    print(f"{size} in {parts}: {[part.tolist() for part in found]}, onnxruntime {[part.tolist() for part in want]}")
    down, up = size // parts, -(-size // parts)
    assert [len(part) for part in found] == [down] * (parts - 1) + [size - down * (parts - 1)]
    assert [len(part) for part in want] == [up] * (parts - 1) + [size - up * (parts - 1)]
PYTHON
