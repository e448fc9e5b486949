# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The memory that the generated header specifies for programs that call the model."""

from __future__ import annotations

import builtins
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Block:
    """A number of bytes, and the alignment of their address."""

    bytes: int
    alignment: int
    # What the application puts there, for a pool of constants.
    contents: builtins.bytes | None = None


@dataclass(frozen=True)
class Layout:
    """The arguments of `tvmgen_<model>_run` with `--interface-api=c`, in their order; those that it does not have are
    empty."""

    # The prefix of all names of the model: `tvmgen_digits`.
    prefix: str
    inputs: tuple[Block, ...]
    outputs: tuple[Block, ...]
    pools: tuple[Block, ...]
    # The fields of the struct of devices.
    devices: tuple[str, ...]
    # 0 if the model has no variables.
    state_bytes: int

    @classmethod
    def of_header(cls, header: str, num_inputs: int, num_outputs: int) -> Layout:
        """Reads the layout from tirc's own text, in which the macros of inputs, outputs and pools have this order."""
        constants = {
            stem: bytes(int(byte, 16) for byte in re.findall(r"0x\w+", data))
            for stem, data in re.findall(r"^#define (\w+_CONSTANT_POOL)_DATA((?:.*\\\n)*.*)$", header, re.M)
        }
        found = re.findall(r"^#define (\w+)_SIZE (\d+)\n#define \w+_ALIGN (\d+)$", header, re.M)
        blocks = tuple(Block(int(size), int(alignment), constants.get(stem)) for stem, size, alignment in found)
        devices = re.search(r"^struct \w+_devices \{\n(.*?)^\};", header, re.M | re.S)
        # An input may have the name `state`, too.
        state = re.search(r"^#define \w+_STATE_SIZE (\d+)$(?!\n#define \w+_STATE_ALIGN )", header, re.M)
        run = re.search(r"^int32_t (\w+)_run\(", header, re.M)
        assert run is not None, f"no function _run in\n{header}"
        return cls(
            prefix=run[1],
            inputs=blocks[:num_inputs],
            outputs=blocks[num_inputs : num_inputs + num_outputs],
            pools=blocks[num_inputs + num_outputs :],
            devices=tuple(re.findall(r"^  void \*(\w+);", devices[1], re.M)) if devices else (),
            state_bytes=int(state[1]) if state else 0,
        )
