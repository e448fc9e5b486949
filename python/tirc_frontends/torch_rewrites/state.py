# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Buffers that a module writes to: state that remains from one run to the next."""

from __future__ import annotations

from typing import Any

import torch
from torch.export.graph_signature import InputKind, InputSpec, OutputKind, OutputSpec


def take_out(program: Any) -> list[tuple[str, Any]]:
    """Makes each buffer that a program writes to an input and an output, after the module's own. Returns the names and
    first values of these buffers in this order."""
    signature, graph = program.graph_signature, program.graph
    written = set(signature.buffers_to_mutate.values())
    if not written:
        return []
    placeholders = [node for node in graph.nodes if node.op == "placeholder"]
    (end,) = (node for node in graph.nodes if node.op == "output")
    inputs = list(zip(placeholders, signature.input_specs, strict=True))
    states = [(node, spec) for node, spec in inputs if spec.kind == InputKind.BUFFER and spec.target in written]
    signature.input_specs[:] = [spec for node, spec in inputs if (node, spec) not in states]
    outputs, changes = [], {}
    for spec, value in zip(signature.output_specs, end.args[0], strict=True):
        if spec.kind == OutputKind.BUFFER_MUTATION:
            changes[spec.target] = OutputSpec(OutputKind.USER_OUTPUT, spec.arg, None), value
        else:
            outputs.append((spec, value))
    last = placeholders[-1]
    for node, spec in states:
        if node is not last:
            last.append(node)
            last = node
        signature.input_specs.append(InputSpec(InputKind.USER_INPUT, spec.arg, None))
        outputs.append(changes[spec.target])
    signature.output_specs[:] = [spec for spec, _ in outputs]
    end.args = (tuple(value for _, value in outputs),)
    program.graph_module.recompile()
    return [(spec.target, _bits(program.state_dict[spec.target].detach())) for _, spec in states]


def _bits(value: Any) -> Any:
    """Returns an array with the bits of a tensor: NumPy lacks bfloat16, and MLIR's integers lack a sign."""
    kind = {torch.bfloat16: torch.int16, torch.uint8: torch.int8}.get(value.dtype, value.dtype)
    return value.contiguous().view(kind).numpy()
