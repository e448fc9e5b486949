# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the generated header says of memory: it is what a program that calls the model goes by."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Block:
    """Bytes, and the number that their address is a multiple of."""

    bytes: int
    alignment: int


@dataclass(frozen=True)
class Layout:
    """The arguments of `tvmgen_<model>_run` with `--interface-api=c`, in their order; those that it lacks are empty."""

    # What all names of the model begin with: `tvmgen_digits`.
    prefix: str
    inputs: tuple[Block, ...]
    outputs: tuple[Block, ...]
    pools: tuple[Block, ...]
    # The fields of the struct of devices.
    devices: tuple[str, ...]
    # 0 where the model has no variables.
    state_bytes: int

    @classmethod
    def of_header(cls, header: str, num_inputs: int, num_outputs: int) -> Layout:
        """Reads it from tirc's own text: inputs, outputs and pools have their macros in this order."""
        found = re.findall(r"^#define \w+_SIZE (\d+)\n#define \w+_ALIGN (\d+)$", header, re.M)
        blocks = tuple(Block(int(size), int(alignment)) for size, alignment in found)
        devices = re.search(r"^struct \w+_devices \{\n(.*?)^\};", header, re.M | re.S)
        state = re.search(r"^#define \w+_STATE_SIZE (\d+)$", header, re.M)
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
