#!/usr/bin/env python3
"""Compiles what Vela took from a network, so that a machine without an Ethos-U can run it.

    make_parts.py NETWORK.tflite NETWORK_vela.tflite -o FOLDER [--target=NAME]

For each of Vela's operators, the folder gets the layers between its inputs and outputs, as C that tirc compiles from the network
before Vela, and a row in parts.h: the sizes and contents of what the driver will be given, and where the operator has its inputs
and outputs. stub/ethosu_driver.c includes it.
"""

# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import dataclasses
import functools
import pathlib
from typing import Any

import numpy
import tflite

import tirc

# Operands of Vela's operators; inputs follow.
_COMMANDS, _CONSTANTS, _MEMORY, _FAST, _INPUTS = range(5)

_RUN = """\
static int32_t run_part{index}(uint8_t *memory) {{
{buffers}
  struct tvmgen_part{index}_inputs inputs = {{{inputs}}};
  struct tvmgen_part{index}_outputs outputs = {{{outputs}}};
{loads}
  const int32_t code = tvmgen_part{index}_run(&inputs, &outputs);
  memset(memory, 0x55, {size});
{stores}
  return code;
}}
"""


@dataclasses.dataclass(frozen=True)
class Port:
    """An input or output of an operator."""

    name: str
    offset: int
    size: int


@dataclasses.dataclass(frozen=True)
class Part:
    """An operator of Vela's. `fast` is 0 if it has no memory of its own there."""

    commands: bytes
    constants: bytes
    memory: int
    fast: int
    inputs: list[Port]
    outputs: list[Port]


def read_parts(data: bytes) -> list[Part]:
    """Returns the operators of a file that Vela wrote, each once."""
    model = tflite.Model.GetRootAs(data, 0)
    graph = model.Subgraphs(0)
    metadata = {model.Metadata(i).Name(): model.Buffers(model.Metadata(i).Buffer()) for i in range(model.MetadataLength())}
    offsets = numpy.frombuffer(metadata[b"OfflineMemoryAllocation"].DataAsNumpy().tobytes(), numpy.int32)[3:]
    parts = []
    for operator in (graph.Operators(i) for i in range(graph.OperatorsLength())):
        if model.OperatorCodes(operator.OpcodeIndex()).CustomCode() != b"ethos-u":
            continue
        operands = [int(operand) for operand in operator.InputsAsNumpy()]
        memory = operands[_MEMORY]

        def port(index: int, memory: int = memory) -> Port:
            return Port(graph.Tensors(index).Name().decode(), int(offsets[index] - offsets[memory]), _size(graph, index))

        commands, constants = (_contents(model, graph, operands[which]) for which in (_COMMANDS, _CONSTANTS))
        fast = _size(graph, operands[_FAST]) if operands[_FAST] != memory else 0
        # An operator without constants gets its commands instead.
        sizes = (_size(graph, memory), fast)
        ports = ([port(index) for index in operands[_INPUTS:]], [port(int(index)) for index in operator.OutputsAsNumpy()])
        parts.append(Part(commands, constants or commands, *sizes, *ports))
    return parts


def _size(graph: Any, index: int) -> int:
    tensor = graph.Tensors(index)
    widths = {tflite.TensorType.INT16: 2, tflite.TensorType.INT32: 4}
    return int(numpy.prod([tensor.Shape(i) for i in range(tensor.ShapeLength())])) * widths.get(tensor.Type(), 1)


def _contents(model: Any, graph: Any, index: int) -> bytes:
    buffer = model.Buffers(graph.Tensors(index).Buffer())
    return buffer.DataAsNumpy().tobytes() if buffer.DataLength() else b""


def _hash(data: bytes) -> int:
    """FNV-1a, as the stub has it."""
    return functools.reduce(lambda value, byte: (value ^ byte) * 16777619 & 0xFFFFFFFF, data, 2166136261)


def _run(index: int, part: Part) -> str:
    named = [(f"input{i}", port) for i, port in enumerate(part.inputs)]
    made = [(f"output{i}", port) for i, port in enumerate(part.outputs)]
    return _RUN.format(
        index=index,
        size=part.memory,
        buffers="\n".join(f"  static uint64_t {name}[{-(-port.size // 8)}];" for name, port in [*named, *made]),
        inputs=", ".join(name for name, _ in named),
        outputs=", ".join(name for name, _ in made),
        loads="\n".join(f"  memcpy({name}, memory + {port.offset}, {port.size});" for name, port in named),
        stores="\n".join(f"  memcpy(memory + {port.offset}, {name}, {port.size});" for name, port in made),
    )


def write(before: bytes, after: bytes, folder: pathlib.Path, target: str) -> None:
    """Writes parts.h, and the C of all parts."""
    text, rows = "", []
    for index, part in enumerate(read_parts(after)):
        ports = {"inputs": [port.name for port in part.inputs], "outputs": [port.name for port in part.outputs]}
        tirc.compile(before, model_name=f"part{index}", target=target, **ports).save(folder)
        text += f'#include "tvmgen_part{index}.h"\n\n{_run(index, part)}\n'
        sizes = f"{len(part.commands)}, {len(part.constants)}, {part.memory}, {part.fast}"
        rows.append(f"    {{{sizes}, {_hash(part.commands):#x}u, {_hash(part.constants):#x}u, run_part{index}}},\n")
    table = f"static const struct part parts[] = {{\n{''.join(rows)}}};\n"
    (folder / "parts.h").write_text(f"/* Written by make_parts.py. */\n{text}{table}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Compiles what Vela took from a network, for the stub of the driver.")
    parser.add_argument("before", type=pathlib.Path, metavar="NETWORK.tflite")
    parser.add_argument("after", type=pathlib.Path, metavar="NETWORK_vela.tflite")
    parser.add_argument("-o", dest="folder", type=pathlib.Path, required=True)
    parser.add_argument("--target", default="portable", help="for what the C is (default: portable)")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    write(given.before.read_bytes(), given.after.read_bytes(), given.folder, given.target)


if __name__ == "__main__":
    main()
