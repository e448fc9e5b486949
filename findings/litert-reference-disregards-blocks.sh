#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ai-edge-litert 2.3.0: FULLY_CONNECTED by weights with a scale for each block is right in XNNPACK, and else without weights.
#
# ai-edge-quantizer writes int4 weights with a scale for each block of a row (BlockwiseQuantization). One would guess that the
# kernel, or the check before it, knows them or refuses them. The reference kernel reads the scale of the whole tensor, of which
# there is none, and returns zeros. XNNPACK computes with the scales of the blocks.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q ai-edge-litert==2.3.0 flatbuffers==25.12.19 numpy==2.4.6
"$work/venv/bin/python" - <<'PYTHON'
import flatbuffers
import numpy
from ai_edge_litert import interpreter as litert
from ai_edge_litert import schema_py_generated as schema

FEATURES, UNITS, BLOCK = 64, 8, 32
random = numpy.random.default_rng(0)
weights = random.integers(-8, 8, (UNITS, FEATURES))
scales = (random.integers(64, 128, (UNITS, FEATURES // BLOCK)) / 256).astype(numpy.float16)


def tensor(name, shape, kind, buffer=0):
    made = schema.TensorT()
    made.name, made.shape, made.type, made.buffer = name, shape, kind, buffer
    return made


def buffer(values):
    made = schema.BufferT()
    made.data = numpy.frombuffer(values.tobytes(), numpy.uint8)
    return made


details = schema.BlockwiseQuantizationT()
details.scales, details.zeroPoints, details.blockSize = 2, -1, BLOCK
stored = tensor("weights", [UNITS, FEATURES], schema.TensorType.INT4, 1)
stored.quantization = schema.QuantizationParametersT()
stored.quantization.detailsType = schema.QuantizationDetails.BlockwiseQuantization
stored.quantization.details = details
code, operator, graph, model = schema.OperatorCodeT(), schema.OperatorT(), schema.SubGraphT(), schema.ModelT()
code.builtinCode = code.deprecatedBuiltinCode = schema.BuiltinOperator.FULLY_CONNECTED
code.version = 12
operator.inputs, operator.outputs = [0, 1, -1], [3]
operator.builtinOptionsType = schema.BuiltinOptions.FullyConnectedOptions
operator.builtinOptions = schema.FullyConnectedOptionsT()
graph.tensors = [tensor("x", [1, FEATURES], schema.TensorType.FLOAT32), stored,
                 tensor("scales", list(scales.shape), schema.TensorType.FLOAT16, 2),
                 tensor("y", [1, UNITS], schema.TensorType.FLOAT32)]
graph.inputs, graph.outputs, graph.operators = [0], [3], [operator]
numbers = weights.reshape(-1).astype(numpy.uint8) & 15
model.version, model.operatorCodes, model.subgraphs = 3, [code], [graph]
model.buffers = [schema.BufferT(), buffer(numbers[0::2] | numbers[1::2] << 4), buffer(scales)]
builder = flatbuffers.Builder(1024)
builder.Finish(model.Pack(builder), file_identifier=b"TFL3")
x = random.standard_normal((1, FEATURES)).astype(numpy.float32)
want = x @ (weights * numpy.repeat(scales.astype(numpy.float32), BLOCK, 1)).T
for name, kernels in (("XNNPACK", "BUILTIN"), ("reference", "BUILTIN_REF")):
    made = litert.Interpreter(
        model_content=bytes(builder.Output()), experimental_op_resolver_type=litert.OpResolverType[kernels])
    made.allocate_tensors()
    made.set_tensor(made.get_input_details()[0]["index"], x)
    made.invoke()
    got = made.get_tensor(made.get_output_details()[0]["index"])
    difference = float(abs(got - want).max() / abs(want).max())
    print(f"{name}: {got[0, :4].tolist()}, {difference:.1%} from the floats")
    assert difference < 0.02 if name == "XNNPACK" else not got.any(), got
PYTHON
