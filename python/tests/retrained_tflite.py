# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes other weights for a quantised .tflite file, quantised again, as a training with the same layers would."""

from __future__ import annotations

import pathlib
from typing import Any

import numpy
import pytest

schema: Any = pytest.importorskip("ai_edge_litert.schema_py_generated", reason="needs ai-edge-litert")


def _quantised(tensor: Any) -> Any:
    quantization = tensor.quantization
    return quantization if quantization is not None and quantization.scale is not None else None


def _names(model: Any, operator: Any) -> str:
    kinds = {value: name for name, value in vars(schema.BuiltinOperator).items() if not name.startswith("_")}
    code = model.operatorCodes[operator.opcodeIndex]
    return kinds[max(code.builtinCode, code.deprecatedBuiltinCode)]


def _rescale(model: Any, graph: Any, random: numpy.random.Generator) -> None:
    """Gives the tensors between the layers other ranges. A range of a rectified tensor begins at 0, so that its zero
    point stays; tensors that share a range, as around a pool, go on to share it. Inputs and outputs keep theirs."""
    # MAX_POOL_2D, RESHAPE and the like have equal ranges; SOFTMAX and LOGISTIC have fixed ones.
    factors: dict[int, float] = {}
    for operator in graph.operators:
        name, output = _names(model, operator), operator.outputs[0]
        if output in graph.outputs or name in ("SOFTMAX", "LOGISTIC", "TANH"):
            continue
        if name in ("MAX_POOL_2D", "AVERAGE_POOL_2D", "RESHAPE", "PAD"):
            factors[output] = factors.get(operator.inputs[0], 1.0)
        else:
            factors[output] = float(random.uniform(0.8, 1.3))
    for index, factor in factors.items():
        quantization = _quantised(graph.tensors[index])
        if quantization is not None:
            quantization.scale = numpy.asarray(quantization.scale, numpy.float32) * numpy.float32(factor)
            if quantization.zeroPoint[0] != -128:
                quantization.zeroPoint = numpy.asarray([int(quantization.zeroPoint[0]) + int(random.integers(-9, 9))])


def _train(model: Any, graph: Any, random: numpy.random.Generator) -> None:
    """Changes weights and biases in floats, and quantises them again for the ranges of the inputs."""
    for operator in graph.operators:
        if _names(model, operator) not in ("CONV_2D", "DEPTHWISE_CONV_2D", "FULLY_CONNECTED"):
            continue
        x, weights, bias = (graph.tensors[index] for index in operator.inputs)
        axis = 3 if _names(model, operator) == "DEPTHWISE_CONV_2D" else 0
        buffer = model.buffers[weights.buffer]
        numbers = numpy.frombuffer(bytes(buffer.data), numpy.int8).reshape(weights.shape)
        scales = numpy.asarray(_quantised(weights).scale, numpy.float32)
        shape = [1] * len(weights.shape)
        shape[axis if len(scales) > 1 else 0] = len(scales)
        values = numbers * scales.reshape(shape)
        values = values * random.uniform(0.9, 1.1, shape) + random.normal(0, 0.05 * values.std(), values.shape)
        others = tuple(i for i in range(len(shape)) if shape[i] != len(scales) or len(scales) == 1)
        most = numpy.abs(values).max(axis=others, keepdims=True)
        new = numpy.maximum(most / 127, 1e-9).astype(numpy.float32)
        buffer.data = numpy.clip(numpy.round(values / new), -127, 127).astype(numpy.int8).view(numpy.uint8).ravel()
        sums = numpy.frombuffer(bytes(model.buffers[bias.buffer].data), numpy.int32) * _quantised(bias).scale
        sums = sums + random.normal(0, 0.1 * sums.std() + 1e-6, sums.shape)
        _quantised(weights).scale = new.reshape(-1)
        _quantised(bias).scale = new.reshape(-1) * numpy.float32(_quantised(x).scale[0])
        rounded = numpy.round(sums / _quantised(bias).scale).astype(numpy.int32)
        model.buffers[bias.buffer].data = rounded.view(numpy.uint8)


def read(path: pathlib.Path) -> Any:
    return schema.ModelT.InitFromObj(schema.Model.GetRootAs(bytearray(path.read_bytes())))


def open_model(model: bytes) -> Any:
    """Returns LiteRT's interpreter of a file, with the reference kernels, which round as the specification says."""
    interpreter = pytest.importorskip("ai_edge_litert.interpreter", reason="needs ai-edge-litert")
    kinds = interpreter.OpResolverType
    opened = interpreter.Interpreter(
        model_content=model, experimental_op_resolver_type=kinds.BUILTIN_REF, num_threads=1
    )
    opened.allocate_tensors()
    return opened


def write(model: Any) -> bytes:
    import flatbuffers

    builder = flatbuffers.Builder(1 << 20)
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def retrain(path: pathlib.Path, seed: int) -> bytes:
    """Returns the file with other weights, biases, scales and zero points."""
    random = numpy.random.default_rng(seed)
    model = read(path)
    graph = model.subgraphs[0]
    _rescale(model, graph, random)
    _train(model, graph, random)
    return write(model)
