#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# tflite-micro 0.dev20261023182759: SignalFftAutoScale forgets a sample of -32768, and its result wraps around.
#
# The operator looks for the largest absolute value of the samples, and multiplies them by the largest power of two with which they
# still fit into int16. One would guess that a sample of -32768, which a microphone gives when it is driven too hard, leaves
# the others as they are, as 32767 and -32767 do. Its absolute value does not fit into int16 and becomes -32768, below
# every later sample: only the samples after it count. [-32768, 5, 1000, 3] is multiplied by 32, so that -32768 becomes 0;
# at the end of the row, it does no harm. The operator stands before the Fourier transform in the preprocessor of micro_speech.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q tflite-micro==0.dev20261023182759 ai-edge-litert==2.3.0 flatbuffers==25.12.19 pyyaml==6.0.4 \
  numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import flatbuffers
import numpy
from ai_edge_litert import schema_py_generated as schema
from flatbuffers import flexbuffers
from tflite_micro.python.tflite_micro import runtime

SIZE = 4


def file():
    model, graph, operator, code = schema.ModelT(), schema.SubGraphT(), schema.OperatorT(), schema.OperatorCodeT()
    graph.tensors = []
    for name, shape, kind in (("x", [SIZE], "INT16"), ("scaled", [SIZE], "INT16"), ("bits", [], "INT32")):
        tensor = schema.TensorT()
        tensor.name, tensor.shape, tensor.type, tensor.buffer = name, shape, getattr(schema.TensorType, kind), 0
        graph.tensors.append(tensor)
    operator.inputs, operator.outputs, operator.customOptions = [0], [1, 2], list(flexbuffers.Dumps({}))
    graph.operators, graph.inputs, graph.outputs = [operator], [0], [1, 2]
    code.builtinCode = code.deprecatedBuiltinCode = schema.BuiltinOperator.CUSTOM
    code.customCode = "SignalFftAutoScale"
    model.version, model.buffers, model.operatorCodes, model.subgraphs = 3, [schema.BufferT()], [code], [graph]
    builder = flatbuffers.Builder(1024)
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def scaled(*samples):
    interpreter = runtime.Interpreter.from_bytes(file(), arena_size=20000)
    interpreter.set_input(numpy.array(samples, numpy.int16), 0)
    interpreter.invoke()
    made, bits = interpreter.get_output(0).tolist(), int(interpreter.get_output(1))
    print(f"{list(samples)}: by 2^{bits}: {made}")
    return made, bits


assert scaled(32767, 5, 1000, 3) == ([32767, 5, 1000, 3], 0)
assert scaled(-32767, 5, 1000, 3) == ([-32767, 5, 1000, 3], 0)
assert scaled(5, 1000, 3, -32768) == ([5, 1000, 3, -32768], 0)
assert scaled(-32768, 5, 1000, 3) == ([0, 160, 32000, 96], 5)
assert scaled(-32768, 5, 3, 1) == ([0, 20480, 12288, 4096], 12)
PYTHON
