# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The program of a request: its inputs, its outputs, and the names of its operators."""

from __future__ import annotations

import itertools
import pathlib
from collections.abc import Iterator
from typing import Any

import torch
import torch.export
from torch.utils import _pytree

from . import interface
from .refused import Refused, first_line
from .torch_rewrites.refused import origin_of, original_operator_of, place_of


def read(path: pathlib.Path) -> Any:
    data = path.read_bytes()
    if b"quantized_decomposed" in data:
        # It defines these operators; older versions of PyTorch do so themselves.
        try:
            from torchao.quantization import pt2e

            del pt2e
        except ImportError:
            pass
    try:
        with path.open("rb") as file:
            program = torch.export.load(file)
    except Exception as error:  # Whatever a damaged archive leads to.
        raise Refused(
            f"PyTorch {torch.__version__} cannot load this program: {first_line(error)}; write it again with "
            "torch.export.save of this version"
        ) from error
    # Quantisers leave in a node the one of the program that they were given.
    for node in program.graph.nodes:
        node.meta.pop("from_node", None)
    return program


def input_names(program: Any, request: dict[str, Any]) -> list[str]:
    """Returns the names of the inputs. Refuses inputs that the compiler has no type for."""
    names = [name for name in program.graph_signature.user_inputs if isinstance(name, str)]
    if unknown := interface.unknown_input(request["input_shape"], [(name,) for name in names]):
        raise Refused(unknown)
    values = {node.name: node.meta.get("val") for node in program.graph.nodes if node.op == "placeholder"}
    for index, name in enumerate(names):
        value = values[name]
        if not isinstance(value, torch.Tensor) or value.is_complex():
            raise Refused(f"input {index} ('{name}') is not a tensor of real numbers; expected only those")
        shape = [size if isinstance(size, int) else None for size in value.shape]
        if None in shape:
            known = "x".join("?" if size is None else str(size) for size in shape)
            raise Refused(
                f"input {index} ('{name}') has the shape {known}; expected a size in place of each '?': export the module "
                "without dynamic_shapes"
            )
        if 0 in shape:
            raise Refused(
                f"input {index} ('{name}') has the shape {'x'.join(map(str, shape))} and so no elements; expected at least "
                "one: export the module with other inputs"
            )
    return names


def output_names(program: Any) -> list[str]:
    """Returns the names of the outputs: the keys or fields under which the module returns them, or else the names of
    the program."""
    names = list(program.graph_signature.user_outputs)
    tree = _pytree.tree_unflatten(names, program.call_spec.out_spec)
    paths, _ = _pytree.tree_flatten_with_path(tree)
    result = []
    for (path, _), name in zip(paths, names, strict=True):
        keys = [getattr(part, "key", getattr(part, "name", getattr(part, "idx", ""))) for part in path]
        if name is not None:
            result.append("_".join(map(str, keys)) if any(isinstance(key, str) for key in keys) else str(name))
    return result


def drop_absent_outputs(program: Any) -> None:
    """Drops outputs that are None, as attention weights that nobody asked for."""
    specs = program.graph_signature.output_specs
    (output,) = (node for node in program.graph.nodes if node.op == "output")
    values = output.args[0]
    kept = [index for index, value in enumerate(values) if value is not None]
    if len(kept) == len(values):
        return
    output.args = (tuple(values[index] for index in kept),)
    specs[:] = [specs[index] for index in kept]
    program.module_call_graph[0].signature.out_spec = _pytree.tree_structure((0,) * len(kept))
    program.graph_module.recompile()


def with_signs(program: Any, inputs: list[str], outputs: list[str]) -> list[list[tuple[str, bool]]]:
    """Returns the names of the inputs and outputs, each with whether its integers are unsigned."""
    types = {node.name: getattr(node.meta.get("val"), "dtype", None) for node in program.graph.nodes}
    signature = program.graph_signature
    found = []
    for names, values in ((inputs, signature.user_inputs), (outputs, signature.user_outputs)):
        found.append([(name, types.get(value) == torch.uint8) for name, value in zip(names, values, strict=True)])
    return found


def operators(program: Any) -> dict[str, str]:
    """Returns the operators of the exported program by the names of their nodes. The program may be rewritten."""
    nodes = [node for node in program.graph.nodes if node.op == "call_function" and hasattr(node.target, "_schema")]
    return {origin_of(node.meta, node.name): original_operator_of(node) for node in nodes}


def single_nodes(program: Any) -> Iterator[tuple[Any, Any]]:
    """Yields nodes that read and write tensors only, and a program of each alone; of nodes that are alike, the first."""
    seen = set()
    for node in program.graph.nodes:
        if node.op != "call_function" or not hasattr(node.target, "_schema"):
            continue
        values = [operand.meta["val"] for operand in node.all_input_nodes]
        if not all(isinstance(value, torch.Tensor) for value in values):
            continue
        names = {operand: f"input_{index}" for index, operand in enumerate(node.all_input_nodes)}
        form: Any = torch.fx.node.map_arg((node.args, node.kwargs), names.get)
        key = f"{node.target} {form} {[(tuple(value.shape), value.dtype) for value in values]}"
        if key in seen:
            continue
        seen.add(key)
        graph = torch.fx.Graph()
        inputs = {operand: graph.placeholder(operand.name) for operand in node.all_input_nodes}
        graph.output(graph.node_copy(node, inputs.get))
        tensors = tuple(torch.zeros(value.shape, dtype=value.dtype) for value in values)
        try:
            single = torch.export.export(torch.fx.GraphModule(torch.nn.Module(), graph), tensors)
        except Exception:  # Whatever the node raises for zeros.
            continue
        yield node, single


def place(node: Any) -> str:
    return str(place_of(node.meta, node.name))


def origin(node: Any) -> str:
    return str(origin_of(node.meta, node.name))


def operators_keep_meaning(program: Any) -> bool:
    """Returns whether TOSA has what the program means: torch-mlir turns a resize that takes the element before a
    position into one that rounds, and computes with uint8 as int8."""
    nodes = [node for node in program.graph.nodes if node.op in ("call_function", "placeholder")]
    nearest = any("upsample_nearest" in str(node.target) for node in nodes)
    values = [value for node in nodes if isinstance(value := node.meta.get("val"), torch.Tensor)]
    return not nearest and all(value.dtype != torch.uint8 for value in values)


# The least and the greatest number of integers of 4 and of 2 bits.
_NARROW = ((-8, 7), (-7, 7), (0, 15), (-2, 1), (-1, 1), (0, 3))


def has_narrow(program: Any) -> bool:
    """Returns whether a tensor is dequantised whose numbers have at most 4 bits."""

    def is_narrow(node: Any) -> bool:
        given = [*node.args, *node.kwargs.values()]
        limits = [tuple(pair) for pair in itertools.pairwise(given) if all(type(one) is int for one in pair)]
        return "dequantize" in str(node.target) and any(pair in _NARROW for pair in limits)

    return any(map(is_narrow, program.graph.nodes))
