# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cuts the first subgraph of a .tflite file at tensors that the options inputs and outputs name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tirc.importers import flatbuffer
from tirc.importers.base import FrontEndError
from tirc_frontends import cutting

# The fields `inputs` and `outputs` in the table `SubGraph`, and `signature_defs` in the table `Model`.
_INPUTS, _OUTPUTS, _SIGNATURES = 6, 8, 18


def cut(buffer: bytearray, inputs: Sequence[str], outputs: Sequence[str], source: str) -> dict[int, str]:
    """Makes tensors the inputs and outputs, each if it is not empty, and drops the operators that are not needed. Returns the
    names of the tensors that the model's signature names; the file has none afterwards."""
    import tflite

    model = tflite.Model.GetRootAs(buffer, 0)
    graph, signature = model.Subgraphs(0), _signature(model)
    operators = [graph.Operators(i) for i in range(graph.OperatorsLength())]
    made = [operator.Outputs(j) for operator in operators for j in range(operator.OutputsLength())]
    own = [graph.Inputs(i) for i in range(graph.InputsLength())]
    found: dict[str, list[int]] = {}
    for option, names, places in (("outputs", outputs, made), ("inputs", inputs, [*own, *made])):
        if message := cutting.repeated(option, names):
            raise FrontEndError(f"{source}: {message}")
        known = {_name(graph, place): place for place in places} | {
            name: place for place, name in signature.items() if place in places
        }
        for name in names:
            if name not in known:
                raise FrontEndError(f"{source}: {cutting.unknown(option, name, known)}")
        found[option] = [known[name] for name in names]
    wanted = found["outputs"] or [graph.Outputs(i) for i in range(graph.OutputsLength())]
    given, needed, kept = set(found["inputs"]), set(wanted), []
    for operator in reversed(operators):
        results = {operator.Outputs(j) for j in range(operator.OutputsLength())}
        if results & (needed - given):
            kept.append(operator._tab.Pos)
            needed |= {operator.Inputs(j) for j in range(operator.InputsLength())}
    others = [place for place in own if place in needed and place not in given]
    if given and others:
        raise FrontEndError(
            f"{source}: {cutting.missing([signature.get(place) or _name(graph, place) for place in others], inputs)}"
        )
    if not kept:
        raise FrontEndError(f"{source}: the outputs are inputs; expected at least one operator between them: name other tensors")
    first = found["inputs"] or [place for place in own if place in needed]
    for field, places in ((_INPUTS, first), (_OUTPUTS, wanted)):
        flatbuffer.refer(buffer, flatbuffer.place_of(graph, field), flatbuffer.add_integers(buffer, places))
    flatbuffer.without_field(buffer, model, _SIGNATURES)
    flatbuffer.with_operators(buffer, model, [kept[::-1], *[[] for _ in range(1, model.SubgraphsLength())]])
    return signature | dict(zip(found["outputs"], outputs)) | dict(zip(found["inputs"], inputs))


def _name(graph: Any, place: int) -> str:
    return str(graph.Tensors(place).Name().decode(errors="replace"))


def _signature(model: Any) -> dict[int, str]:
    """Returns the names that the first signature of the first subgraph has for tensors."""
    for i in range(model.SignatureDefsLength()):
        signature = model.SignatureDefs(i)
        if signature.SubgraphIndex() == 0:
            entries = [signature.Inputs(j) for j in range(signature.InputsLength())]
            entries += [signature.Outputs(j) for j in range(signature.OutputsLength())]
            return {int(entry.TensorIndex()): str(entry.Name().decode()) for entry in entries}
    return {}
