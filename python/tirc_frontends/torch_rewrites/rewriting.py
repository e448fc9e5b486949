# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is done to a program that PyTorch has exported before torch-mlir reads it, in order."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import torch
from torch.utils import _pytree

from ..refused import Refused, first_line
from . import (
    bags,
    channels,
    comparisons,
    complex_numbers,
    constants,
    determinants,
    forms,
    fourier,
    functions,
    half,
    quantized,
    recurrent,
    resampling,
    scattering,
    sorting,
    special,
    state,
    unsigned,
    windows,
)
from .refused import naming, refused_node

_FLOATS_OF_8_BITS = {getattr(torch, name) for name in dir(torch) if name.startswith("float8_")}


class Rewritten(NamedTuple):
    """A program that torch-mlir converts, and what has been taken out of it.

    calls   the recurrent layers, as `calls.Call`
    states  the names and first values of the buffers that remain between runs; they are the last inputs and outputs
    """

    program: Any
    calls: list[Any]
    states: list[tuple[str, Any]]


def rewrite(program: Any, table: dict[Any, Any]) -> Rewritten:
    """Rewrites a program, with torch-mlir's table of decompositions. Raises Refused."""
    own: dict[Any, Any] = bags.TABLE | determinants.TABLE | resampling.TABLE | special.TABLE
    own |= forms.TABLE | functions.TABLE | windows.TABLE | fourier.TABLE | scattering.TABLE | sorting.TABLE
    own |= quantized.table()
    table = recurrent.kept_operators(table) | {operator: naming(function) for operator, function in own.items()}
    table = half.in_float32(table)
    _refuse_open_sizes(program)
    quantized.say_types_of_sums(program)
    program = _decomposed(program, table)
    # Buffers that a module does not save are apart from the others, where torch-mlir looks for all.
    for name in program.graph_signature.non_persistent_buffers:
        program.state_dict[name] = program.constants[name]
    complex_numbers.take_apart(program, fourier.RULES)
    unsigned.compute_in_int32(program)
    windows.find_places(program)
    resampling.write_products(program)
    constants.fold(program)
    channels.fold(program)
    comparisons.repair(program)
    _refuse_writes(program)
    _refuse_graphs(program)
    _store_weights_as_floats(program)
    _refuse_bytes_of_floats(program)
    constants.keep_out_of_lists(program)
    unsigned.convert_constant_outputs(program)
    states = state.take_out(program)
    return Rewritten(program, recurrent.take_out(program), states)


def _decomposed(program: Any, table: dict[Any, Any]) -> Any:
    """Returns the program with its operators as compositions of others."""
    try:
        return program.run_decompositions(table)
    except Refused as error:
        # PyTorch adds paragraphs about its own graph.
        raise Refused(str(error).partition("\n")[0], error.operator) from error
    except Exception as error:  # Whatever PyTorch raises for an operator.
        # It says in a paragraph of its own which node it was about.
        named = re.search(r"While executing %(\w+)", str(error))
        node = next((node for node in program.graph.nodes if named and node.name == named[1]), None)
        reason = first_line(error)
        if node is None or node.op != "call_function":
            raise Refused(f"PyTorch does not decompose this program: {reason}; write the module with other operators") from error
        raise refused_node(
            node,
            f"PyTorch does not decompose it ({reason}); express it by other operators, or take it out of the model",
        ) from error


def _refuse_writes(program: Any) -> None:
    """Refuses a program that writes to its inputs."""
    nodes = {node.name: node for node in program.graph.nodes}
    for output, name in program.graph_signature.user_inputs_to_mutate.items():
        message = f"the module writes to its input '{name}'; expected one that only computes: return a new tensor"
        is_computed = nodes[output].op == "call_function"
        raise refused_node(nodes[output], message) if is_computed else Refused(message)


def _refuse_graphs(program: Any) -> None:
    """Refuses operators that run graphs of their own."""
    for node in program.graph.nodes:
        if node.op == "call_function" and isinstance(node.target, torch._ops.HigherOrderOperator):
            if node.target.name() == "with_effects":
                raise refused_node(
                    node,
                    "it checks numbers at run time, or prints them; expected only operators that compute: express it by "
                    "other operators, or take it out of the model",
                )
            raise refused_node(
                node,
                "it runs graphs of its own; expected only operators: choose between results with torch.where, and write "
                "loops in Python, which torch.export unrolls",
            )


def _tensors_of(node: Any) -> list[Any]:
    return [value for value in _pytree.tree_leaves(node.meta.get("val")) if isinstance(value, torch.Tensor)]


def _refuse_open_sizes(program: Any) -> None:
    """Refuses a node whose result has as many elements as some numbers say."""
    for node in program.graph.nodes:
        if any(not isinstance(size, int) for value in _tensors_of(node) for size in value.shape):
            raise refused_node(
                node,
                "the size of its result depends on numbers that are known only at run time; expected a result of one "
                "size: choose its elements with torch.where, or take the operator out of the model",
            )


def _refuse_bytes_of_floats(program: Any) -> None:
    """Refuses floats of 8 bits that are computed in a run."""
    for node in program.graph.nodes:
        if node.op == "call_function" and any(value.dtype in _FLOATS_OF_8_BITS for value in _tensors_of(node)):
            raise refused_node(
                node, "it computes in floats of 8 bits; expected floats of at least 16 bits, or quantised integers"
            )


def _is_stored_in_8_bits(node: Any) -> bool:
    return any(value.dtype in _FLOATS_OF_8_BITS for value in _tensors_of(node))


def _store_weights_as_floats(program: Any) -> None:
    """Dequantises weights: PyTorch computes with the floats, and a run need not do it again. Floats of 8 bits become
    what is computed of them alone."""
    signature = program.graph_signature
    stored = signature.inputs_to_parameters | signature.inputs_to_buffers
    graph = program.graph
    for node in list(graph.nodes):
        operator = getattr(getattr(node.target, "_schema", None), "name", "")
        source = node.args[0] if node.op == "call_function" and node.args else None
        if not isinstance(source, torch.fx.Node) or len(source.users) != 1:
            continue
        if not operator.startswith("quantized_decomposed::dequantize_per_") and not _is_stored_in_8_bits(source):
            continue
        tensors = [argument for argument in node.args if isinstance(argument, torch.fx.Node)]
        if not all(tensor.name in stored for tensor in tensors):
            continue
        values = [
            program.state_dict[stored[argument.name]] if isinstance(argument, torch.fx.Node) else argument
            for argument in node.args
        ]
        program.state_dict[stored[source.name]] = node.target(*values, **node.kwargs)
        source.meta["val"] = node.meta["val"]
        node.replace_all_uses_with(source)
        graph.erase_node(node)
    program.graph_module.recompile()
