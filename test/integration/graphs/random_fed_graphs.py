"""Random graphs of TOSA operators whose first input may come by rows, the same for the same seed. Unlike the graphs of
random_row_networks, their inputs have many readers, are reshaped, broadcast and padded, and results are outputs more
than once."""

import math
import random
import struct

from random_graphs import Graph, field_name, function
from random_layers import random_bytes

_ELEMENTS = ("i8", "f32")


class FedGraph(Graph):
    """A graph with named inputs and outputs, as the harness of random layers wants them."""

    layers = {}

    def __init__(self, seed):
        self.seed = seed
        super().__init__(seed, _ELEMENTS[seed % len(_ELEMENTS)])

    def _build(self):
        super()._build()
        # What is an output twice has two names.
        self.outputs = list(dict.fromkeys(v for v in self.outputs if v not in self.inputs)) or self.values[-1:]
        for prefix, values in (("x", self.inputs), ("y", self.outputs)):
            for i, v in enumerate(values):
                v.field, v.layers = f"{prefix}{i}", ()

    def text(self, name="main"):
        return function(name, self.inputs, self.operations, self.outputs, field_name)

    def input_bytes(self, run):
        rng = random.Random(f"{self.seed} {run}")
        parts = []
        for v in self.inputs:
            count = math.prod(v.shape)
            parts.append(struct.pack(f"<{count}f", *(rng.randint(-100, 100) / 50 for _ in range(count)))
                         if v.element == "f32" else random_bytes(rng, v.element, count))
        return b"".join(parts)
