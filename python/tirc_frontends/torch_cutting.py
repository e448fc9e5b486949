# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cuts a program of torch.export at tensors that the options inputs and outputs name."""

from __future__ import annotations

from typing import Any

import torch
from torch.export.graph_signature import InputKind, InputSpec, OutputKind, OutputSpec, TensorArgument
from torch.utils import _pytree

from . import cutting
from .refused import Refused
from .torch_rewrites.refused import place_of


def cut(program: Any, inputs: list[str], outputs: list[str]) -> dict[str, str]:
    """Makes tensors the inputs and outputs of the program, each if it is not empty, and drops the nodes that are not needed. A
    tensor has the name of its node, or of the module that returns it. Returns the names of the inputs that are new, by the
    names of their nodes."""
    if not inputs and not outputs:
        return {}
    if program.graph_signature.buffers_to_mutate:
        raise Refused("a module with a state cannot be cut; expected one that writes to no buffer: leave out inputs and outputs")
    graph = program.graph
    named = _named(graph)
    own = {name for name in program.graph_signature.user_inputs if isinstance(name, str)}
    for option, names in (("outputs", outputs), ("inputs", inputs)):
        if message := cutting.repeated(option, names):
            raise Refused(message)
        known = [name for name in named if option == "inputs" or name not in own]
        known += sorted(own) if option == "inputs" else []
        for name in names:
            if name not in known:
                raise Refused(cutting.unknown(option, name, known))
    by_name = {node.name: node for node in graph.nodes}
    wanted = [named[name] for name in outputs]
    if outputs:
        _set_outputs(program, wanted, outputs)
    made = {_make_input(program, named[name], name): name for name in inputs if name not in own}
    graph.eliminate_dead_code()
    others = [name for name in own if name not in inputs and by_name[name].users]
    if inputs and others:
        raise Refused(cutting.missing(others, inputs))
    for name in own - set(inputs if inputs else [name for name in own if by_name[name].users]):
        _drop_input(program, by_name[name])
    program.graph_module.recompile()
    return made


def _named(graph: Any) -> dict[str, Any]:
    """Returns the nodes that compute a tensor, by their own names and by the names of modules, whose last node counts."""
    found = {}
    for node in graph.nodes:
        if node.op == "call_function" and isinstance(node.meta.get("val"), torch.Tensor):
            found[str(place_of(node.meta, node.name))] = node
    return found | {node.name: node for node in found.values()} | {
        node.name: node
        for node in graph.nodes
        if node.op == "call_function" and isinstance(node.meta.get("val"), torch.Tensor)
    }


def _set_outputs(program: Any, wanted: list[Any], names: list[str]) -> None:
    (output,) = (node for node in program.graph.nodes if node.op == "output")
    output.args = (tuple(wanted),)
    specs = program.graph_signature.output_specs
    specs[:] = [OutputSpec(OutputKind.USER_OUTPUT, TensorArgument(node.name), None) for node in wanted]
    program.module_call_graph[0].signature.out_spec = _pytree.tree_structure(dict.fromkeys(names, 0))


def _make_input(program: Any, node: Any, name: str) -> str:
    graph = program.graph
    last = [other for other in graph.nodes if other.op == "placeholder"][-1]
    with graph.inserting_after(last):
        made = graph.placeholder(name.replace(".", "_"))
    made.meta["val"] = node.meta["val"]
    node.replace_all_uses_with(made)
    program.graph_signature.input_specs.append(InputSpec(InputKind.USER_INPUT, TensorArgument(made.name), None))
    return str(made.name)


def _drop_input(program: Any, node: Any) -> None:
    specs = program.graph_signature.input_specs
    specs[:] = [spec for spec in specs if getattr(spec.arg, "name", None) != node.name]
    program.graph.erase_node(node)
