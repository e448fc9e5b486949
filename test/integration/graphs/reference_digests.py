"""What TOSA's reference model computes of graphs that generators make, as digests.

A line of the file is the name of a graph, a digest of its text and inputs, and one of each output. A generator makes the
same graph of the same name, so that nothing else need be kept. `scripts/make_graph_cases --digests` writes the file; a
graph that the model refuses has no line.
"""

import functools
import hashlib
import math
import struct

import fold_graphs
from random_extreme_graphs import ExtremeGraph

_FLOATS = {"f16": ("e", 2), "f32": ("f", 4)}
_SIZES = {"i1": 1, "i8": 1, "i16": 2, "i32": 4, "i48": 8, "f16": 2, "f32": 4}


def _random_graph(seed):
    return ExtremeGraph(seed, control_flow=seed % 3 == 0)


def graphs(count):
    """Pairs of a name and what makes its graph: all of fold_graphs.py, and `count` random ones."""
    for graph in fold_graphs.graphs():
        yield graph.name, lambda graph=graph: graph
    for seed in range(count):
        yield f"extreme-{seed}", functools.partial(_random_graph, seed)


def graph(name):
    """The graph of a name; a KeyError where there is none."""
    if name.startswith("extreme-"):
        return _random_graph(int(name.removeprefix("extreme-")))
    return {each.name: each for each in fold_graphs.graphs()}[name]


def size(value):
    """The bytes of a tensor."""
    return math.prod(value.shape) * _SIZES[value.element]


def canonical(element, data):
    """The bytes of a tensor with one NaN, and one zero: TOSA takes either for the other."""
    if element not in _FLOATS:
        return data
    code, size = _FLOATS[element]
    numbers = struct.unpack(f"<{len(data) // size}{code}", data)
    same = [0.0 if number == 0 else number if number == number else float("nan") for number in numbers]
    return struct.pack(f"<{len(same)}{code}", *same)


def _digest(*parts):
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:8]


def of_graph(graph):
    return _digest(graph.text("main").encode(), *graph.input_bytes())


def of_output(value, data):
    return _digest(canonical(value.element, data))


def read(path):
    """{name: (digest of the graph, digests of its outputs)}."""
    rows = (line.split() for line in path.read_text().splitlines())
    return {name: (graph, outputs) for name, graph, *outputs in rows}


def write(path, rows):
    path.write_text("".join(f"{name} {graph} {' '.join(outputs)}\n" for name, (graph, outputs) in rows.items()))
