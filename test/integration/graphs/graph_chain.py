"""A graph compiled as a whole, and each of its operators compiled separately, one after the other, give the same bits.

Constants stay with the operators that take them. Only a NaN may have other bits: which of two an operation passes on,
and with what sign, is nobody's promise.
"""

import math
import random
import struct

import conformance_bundle as bundle
import toolchain
from random_graphs import function
from runner import Failure

_FORMATS = {
    "i1": ("?", 1), "i8": ("b", 1), "i16": ("h", 2), "i32": ("i", 4), "i48": ("q", 8), "f16": ("e", 2), "f32": ("f", 4),
}
_SPECIAL = (0.0, -0.0, math.inf, -math.inf, math.nan, 1e-6)


def _size(value):
    return math.prod(value.shape) * _FORMATS[value.element][1]


def random_bytes(value, rng):
    """Returns random elements; floats are sometimes special ones."""
    count, (code, _) = math.prod(value.shape), _FORMATS[value.element]
    if value.element == "i1":
        elements = [rng.random() < 0.5 for _ in range(count)]
    elif value.element[0] == "i":
        most = 1000 if value.element == "i32" else (1 << (int(value.element[1:]) - 1)) - 1
        elements = [rng.randint(-most - 1, most) for _ in range(count)]
    else:
        odd = 0.05 if rng.random() < 0.25 else 0
        elements = [rng.choice(_SPECIAL) if rng.random() < odd else rng.uniform(-4, 4) for _ in range(count)]
    return struct.pack(f"<{count}{code}", *elements)


def _elements(value, data):
    code, size = _FORMATS[value.element]
    return struct.unpack(f"<{len(data) // size}{code}", data)


def _difference(value, got, wanted):
    """Returns the first element whose bits differ, or None. All NaNs are equal."""
    if got == wanted:
        return None
    for i, (a, b) in enumerate(zip(_elements(value, got), _elements(value, wanted))):
        if a != b and not (a != a and b != b) or (a == b == 0 and math.copysign(1, a) != math.copysign(1, b)):
            return f"element {i} is {a!r}, expected {b!r}"
    return None


class Chain:
    """Returns the steps of a graph: operators with the constants that they take, without operators on constants
    only."""

    def __init__(self, graph):
        self.graph = graph
        makers = {result.name: operation for operation in graph.operations for result in operation.results}
        self.constants = {name for name, maker in makers.items() if not maker.operands}
        self.steps = [
            (operation, [makers[v.name] for v in dict.fromkeys(operation.operands) if v.name in self.constants],
             [v for v in dict.fromkeys(operation.operands) if v.name not in self.constants])
            for operation in graph.operations if operation.operands
        ]
        # A constant that is an output is a separate step.
        outputs = {v.name for v in graph.outputs}
        self.steps += [(makers[name], [], []) for name in sorted(self.constants & outputs)]

    def modules(self):
        """Yields the model of each step, and last the whole."""
        for operation, constants, operands in self.steps:
            yield function("main", operands, [*constants, operation], operation.results)
        yield self.graph.text("main")

    def main(self, adapters):
        """Returns a program that reads the inputs and writes the outputs, first the chain's, then the whole's."""
        values = {v.name: v for v in self.graph.inputs}
        for operation, _, _ in self.steps:
            values |= {v.name: v for v in operation.results}
        number = {name: i for i, name in enumerate(values)}
        memory = "".join(f"static union {{ double align; unsigned char bytes[{_size(v)}]; }} v{number[v.name]};\n"
                         for v in values.values())
        memory += "".join(f"static union {{ double align; unsigned char bytes[{_size(v)}]; }} w{i};\n"
                          for i, v in enumerate(self.graph.outputs))

        def call(index, inputs, outputs):
            array = lambda names: ", ".join([f"{name}.bytes" for name in names]) or "NULL"  # noqa: E731
            return (f"  {{\n    void *in[] = {{{array(inputs)}}}, *out[] = {{{array(outputs)}}};\n"
                    f"    if (run_step{index}(in, out) != 0)\n      return 3;\n  }}\n")

        at = lambda group: [f"v{number[v.name]}" for v in group]  # noqa: E731
        calls = "".join(call(i, at(operands), at(operation.results))
                        for i, (operation, _, operands) in enumerate(self.steps))
        calls += call(len(self.steps), at(self.graph.inputs), [f"w{i}" for i in range(len(self.graph.outputs))])
        move = lambda how, names: "".join(  # noqa: E731
            f"  if ({how}({name}.bytes, 1, sizeof {name}.bytes, file) != sizeof {name}.bytes)\n    return 2;\n" for name in names)
        written = [*at(self.graph.outputs), *(f"w{i}" for i in range(len(self.graph.outputs)))]
        return (
            "#include <stdint.h>\n#include <stdio.h>\n" + "".join(each.include for each in adapters) + memory
            + "".join(each.function for each in adapters)
            + "int main(int argc, char **argv) {\n  if (argc != 3)\n    return 2;\n  FILE *file = fopen(argv[1], \"rb\");\n"
            + move("fread", at(self.graph.inputs)) + "  fclose(file);\n" + calls + "  file = fopen(argv[2], \"wb\");\n"
            + move("fwrite", written) + "  return fclose(file);\n}\n"
        )


def check(tirc, folder, graph, seed):
    """Raises a Failure if chain and whole, or C and LLVM, give different bits."""
    chain, names = Chain(graph), []
    for i, text in enumerate(chain.modules()):
        model = folder / f"step{i}.mlir"
        model.write_text(text)
        toolchain.run(tirc, model, "-o", folder, "--quiet", f"--model-name=step{i}", "--emit=c,obj", timeout=120)
        names.append(f"step{i}")
    (folder / "main.c").write_text(chain.main([bundle.adapter(name, folder) for name in names]))
    rng = random.Random(seed)
    (folder / "inputs").write_bytes(b"".join(random_bytes(v, rng) for v in graph.inputs))
    results = {}
    for way, end in ((bundle.UNDEFINED_C, "c"), (bundle.LLVM, "o")):
        program = folder / f"program-{way.name}"
        toolchain.run(way.compiler, *way.flags, "-I", folder, folder / "main.c",
                      *(folder / f"tvmgen_{name}.{end}" for name in names), "-lm", "-o", program)
        toolchain.run(program, folder / "inputs", folder / "outputs", timeout=60)
        data = (folder / "outputs").read_bytes()
        for kind in ("operator by operator", "whole"):
            for i, value in enumerate(graph.outputs):
                results[way.emit, kind, i], data = data[: _size(value)], data[_size(value) :]
    for (emit, kind, i), got in results.items():
        value = graph.outputs[i]
        if problem := _difference(value, got, results["c", "operator by operator", i]):
            raise Failure(f"output {i} ({value.name}, {value.type}), {kind} through {emit}: {problem}, as operator by "
                          f"operator through C, in the graph\n{graph.text('main')}")
