"""Graphs of TOSA operators at the extremes of their types give what Arm's reference model gives, and always the same bits.

The model's results are digests (reference_digests.py). Each graph runs as C without and with optimization, under
UBSan, and as an object; all of them give one result to the last bit but for NaNs, whose bits are nobody's promise.
"""

import struct

import conformance_bundle as bundle
import reference_digests
from models import HERE
from runner import Failure, Test
from toolchain import CLANG

_DIGESTS = HERE / "conformance" / "digests.txt"
_GRAPHS_A_PROGRAM = 12
_RANDOM = 2000
# In a usual run, only one in this many programs is run.
_USUAL = 48
# The other extremes of optimization, one by one.
_MORE_WAYS = (
    bundle.Way("c-O0", flags=("-O0", "-std=c99")),
    bundle.Way("c-O3", flags=("-O3", "-std=c99")),
    bundle.Way("c-clang-O0", CLANG, ("-O0", "-std=c99")),
    bundle.Way("c-clang-O3", CLANG, ("-O3", "-std=c99")),
)
_UNDEFINED_C = bundle.Way("c-undefined", flags=(
    "-O1", "-std=c99", "-fsanitize=undefined,float-cast-overflow", "-fno-sanitize-recover=all"))
_INFINITIES = {"f16": ("H", 0x7C00), "f32": ("I", 0x7F800000)}


def _one_nan(value, data):
    """Returns the elements' bits, with one value for every NaN."""
    if value.element not in _INFINITIES:
        return data
    code, infinity = _INFINITIES[value.element]
    sign = 1 << (8 * struct.calcsize(code) - 1)
    return ["NaN" if bits & ~sign > infinity else bits for (bits,) in struct.iter_unpack(f"<{code}", data)]


class _Case:
    """A graph in the form that conformance_bundle.py compiles and runs."""

    def __init__(self, name, graph, outputs, folder):
        self.name, self._graph, self._outputs = name, graph, outputs
        self.model = folder / f"{name}.mlir"
        self.model.write_text(graph.text("main"))
        self._first = None

    def inputs(self):
        return b"".join(self._graph.input_bytes())

    def check(self, got):
        first = []
        for i, (value, wanted) in enumerate(zip(self._graph.outputs, self._outputs)):
            size = reference_digests.size(value)
            part, got = got[:size], got[size:]
            if (came := reference_digests.of_output(value, part)) != wanted:
                raise Failure(f"output {i} ({value.name}, {value.type}) has the digest {came}, the reference model's has "
                              f"{wanted}; scripts/make_graph_cases --graph {self.name} writes what the model computes")
            first.append(_one_nan(value, part))
        if self._first is None:
            self._first = first
        for i, (came, wanted) in enumerate(zip(first, self._first)):
            if came != wanted:
                raise Failure(f"output {i} has other bits than the first way of compiling gives")


def _check(compiler, digests, names, make, number):
    folder = compiler.folder(f"reference/{number}")
    cases = []
    for name in names:
        graph = make[name]()
        of_graph, outputs = digests[name]
        if reference_digests.of_graph(graph) != of_graph:
            raise Failure(f"{_DIGESTS} is of another {name} than the generator makes now: run scripts/make_graph_cases "
                          f"--digests {_DIGESTS} --count {_RANDOM}")
        cases.append(_Case(name, graph, outputs, folder))
    ways = (_UNDEFINED_C, bundle.LLVM, _MORE_WAYS[number % len(_MORE_WAYS)])
    problems = [f"{name}, {way}:\n{problem}"
                for name, by_way in bundle.run(compiler.tirc, folder, cases, ways).items()
                for way, problem in by_way.items() if problem]
    if problems:
        raise Failure(f"{len(problems)} problems:\n" + "\n".join(problems))


def tests(compiler):
    digests, make = reference_digests.read(_DIGESTS), dict(reference_digests.graphs(_RANDOM))
    names = [name for name in make if name in digests]
    for number, start in enumerate(range(0, len(names), _GRAPHS_A_PROGRAM)):
        some = names[start : start + _GRAPHS_A_PROGRAM]
        yield Test(f"reference/{number}-{some[0]}", lambda some=some, number=number: _check(compiler, digests, some, make, number),
                   long=number % _USUAL != 0)
