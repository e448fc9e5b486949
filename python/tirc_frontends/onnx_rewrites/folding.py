# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Nodes that do not depend on an input, computed by ONNX's reference implementation.

The functions by which the standard defines operators compute with shapes, and choose by If between forms. With static
shapes, all of that is constant.
"""

from __future__ import annotations

from typing import Any

import numpy
import onnx
from onnx import helper, numpy_helper

from .graph import Values, defined

# More numbers than this stay an operation: they would only make the model larger.
_MOST = 1 << 18
# Integers of 8 bits that become wider: more of them than this stay so, and the kernels that read them widen them.
_MOST_WIDENED = 256
# What operators take as sizes, axes and positions.
_SIZES, _MOST_SIZES = (onnx.TensorProto.INT64, onnx.TensorProto.INT32), 64
_BYTES = (onnx.TensorProto.INT8, onnx.TensorProto.UINT8)
# A dequantised weight is a constant, but the kernels compute with its integers; the others are random.
_KEPT = frozenset(
    "DequantizeLinear QuantizeLinear RandomNormal RandomUniform RandomNormalLike RandomUniformLike Bernoulli "
    "Multinomial".split()
)


def fold(model: Any) -> Any:
    """Returns the model, whose values have types, without nodes that have one result; its values have types again."""
    versions = {opset.domain: opset for opset in model.opset_import}
    while _fold_once(model.graph, list(versions.values())) | _copy_into_bodies(model.graph, {}):
        _forget_types(model.graph)
        model = onnx.shape_inference.infer_shapes(model, data_prop=True)
    return model


def _forget_types(graph: Any) -> None:
    """Drops what was inferred of values: shapes that were unknown would stay so. Those of a loop's results are not inferred."""
    loops = {name for node in graph.node if node.op_type == "Loop" for name in node.output}
    kept = [value for value in graph.value_info if value.name in loops]
    del graph.value_info[:]
    graph.value_info.extend(kept)
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.type == onnx.AttributeProto.GRAPH:
                _forget_types(attribute.g)


def _fold_once(graph: Any, opsets: list[Any]) -> bool:
    """Folds the nodes of a graph, and those that thereby become constant; returns whether there were any."""
    values, nodes, changed = Values(graph), [], False
    outputs = {value.name for value in graph.output}
    for node in graph.node:
        if node.domain not in ("", "ai.onnx"):
            nodes.append(node)
            continue
        condition = values.constant(node.input[0]) if node.op_type == "If" else None
        if condition is not None:
            nodes += _branch(node, bool(condition.reshape(-1)[0]))
            changed = True
            continue
        results = _evaluate(node, values, opsets)
        if results is None:
            nodes.append(node)
            continue
        changed |= node.op_type != "Identity" or outputs.isdisjoint(node.output)
        for name, result in zip(node.output, results, strict=True):
            if name:
                # The graph's own outputs are results of nodes.
                constant = f"{name}/constant" if name in outputs else name
                tensor = numpy_helper.from_array(numpy.asarray(result), constant)
                graph.initializer.append(tensor)
                values.add_constant(tensor)
                if name in outputs:
                    nodes.append(helper.make_node("Identity", [constant], [name], name=node.name))
    del graph.node[:]
    graph.node.extend(nodes)
    return changed


def _copy_into_bodies(graph: Any, outer: dict[str, Any]) -> bool:
    """Gives the graphs inside a graph the sizes and axes that they read from `outer` and from it: the inference of shapes
    does not see these from inside. Returns whether there were any."""
    sizes = {t.name: t for t in graph.initializer if t.data_type in _SIZES and numpy.prod(t.dims) <= _MOST_SIZES}
    sizes, changed = outer | sizes, False
    for node in graph.node:
        place = node.name or next(filter(None, node.output))
        for attribute in node.attribute:
            if attribute.type != onnx.AttributeProto.GRAPH:
                continue
            body = attribute.g
            changed |= _copy_into_bodies(body, sizes)
            read = {name for inner in body.node for name in inner.input} & (sizes.keys() - defined(body))
            names = {name: f"{place}/{name}" for name in sorted(read)}
            if not names:
                continue
            copies = [helper.make_node("Constant", [], [new], value=sizes[old]) for old, new in names.items()]
            nodes = [renamed(inner, names) for inner in body.node]
            del body.node[:]
            body.node.extend([*copies, *nodes])
            changed = True
    return changed


def _branch(node: Any, is_true: bool) -> list[Any]:
    """Returns the nodes of a branch, whose values get names that no other node has."""
    name = "then_branch" if is_true else "else_branch"
    graph = next(attribute.g for attribute in node.attribute if attribute.name == name)
    names = {value: f"{node.output[0]}/{value}" for inner in graph.node for value in inner.output if value}
    names |= {tensor.name: f"{node.output[0]}/{tensor.name}" for tensor in graph.initializer}
    nodes = [
        helper.make_node("Constant", [], [names[tensor.name]], name=node.name, value=tensor)
        for tensor in graph.initializer
    ]
    nodes += [renamed(inner, names) for inner in graph.node]
    ends = zip(graph.output, node.output, strict=True)
    nodes += [
        helper.make_node("Identity", [names.get(inner.name, inner.name)], [outer], name=node.name)
        for inner, outer in ends
        if outer
    ]
    return nodes


def renamed(node: Any, names: dict[str, str]) -> Any:
    """Returns the node with other names of values, also of those that graphs inside it use."""
    copy = onnx.NodeProto()
    copy.CopyFrom(node)
    for values in (copy.input, copy.output):
        values[:] = [names.get(name, name) for name in values]
    for attribute in copy.attribute:
        if attribute.type == onnx.AttributeProto.GRAPH:
            inner = attribute.g
            own = {value.name for value in inner.input} | {tensor.name for tensor in inner.initializer}
            own |= {name for part in inner.node for name in part.output}
            visible = {old: new for old, new in names.items() if old not in own}
            parts = [renamed(part, visible) for part in inner.node]
            del inner.node[:]
            inner.node.extend(parts)
            for value in inner.output:
                value.name = visible.get(value.name, value.name)
    return copy


def _evaluate(node: Any, values: Values, opsets: list[Any]) -> list[Any] | None:
    """Returns the results of a node, or None if they are not constant."""
    if node.op_type in _KEPT or any(a.type == onnx.AttributeProto.GRAPH for a in node.attribute):
        return None
    if node.op_type == "Cast" and values.kind(node.input[0]) in _BYTES and _is_larger(node, values):
        return None
    if node.op_type == "Constant" and node.attribute[0].name == "value":
        return [numpy_helper.to_array(node.attribute[0].t)]
    if node.op_type in ("Shape", "Size") and (shape := values.shape(node.input[0])) is not None:
        given: dict[str, Any] = {node.input[0]: numpy.broadcast_to(numpy.float32(0), shape)}
    elif all(values.is_constant(name) for name in node.input if name) and _is_small(node, values):
        given = {name: values.constant(name) for name in node.input if name}
    else:
        return None
    graph = helper.make_graph(
        [node],
        "node",
        [helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None) for name in given],
        [helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None) for name in node.output if name],
    )
    # Most models do not need it, and it takes long to load.
    from onnx.reference import ReferenceEvaluator

    try:
        computed = iter(ReferenceEvaluator(helper.make_model(graph, opset_imports=opsets)).run(None, given))
    except (AttributeError, RuntimeError, TypeError, ValueError, IndexError, KeyError, NotImplementedError):
        # The operator's conversion, which knows its place, reports what is wrong with it.
        return None
    results = [next(computed) if name else None for name in node.output]
    is_tensor = all(isinstance(result, (numpy.ndarray, numpy.generic)) for result in results if result is not None)
    return results if is_tensor else None


def _is_larger(node: Any, values: Values) -> bool:
    """Returns whether a cast of constants has many elements of more than 8 bits."""
    to = next((attribute.i for attribute in node.attribute if attribute.name == "to"), 0)
    is_wide = helper.tensor_dtype_to_np_dtype(to).itemsize > 1
    shape = values.shape(node.input[0])
    return is_wide and shape is not None and bool(numpy.prod(shape) > _MOST_WIDENED)


def _is_small(node: Any, values: Values) -> bool:
    shapes = [values.shape(name) for name in [*node.input, *node.output] if name]
    return all(shape is None or numpy.prod(shape) <= _MOST for shape in shapes)
