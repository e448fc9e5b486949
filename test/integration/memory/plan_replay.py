"""Checks a memory plan from what the planner got and what it made, without its analyses.

The main function is run twice on symbols instead of numbers: on the buffers of their own that it has before
tir-plan-memory, and at the planned places in pools. Each call reads the same bytes in both runs, and what the
application may read after a run (outputs, inputs that are not overwritten, variables) is the same, too. What a call
writes is apart from its other operands, or as far from what it reads as its kernel says (`distances` of `#tir.port`).
"""

import math
import re
from dataclasses import dataclass

from runner import Failure

_BYTES = {"i1": 1, "i4": 1, "i8": 1, "i16": 2, "i32": 4, "i48": 8, "i64": 8, "f16": 2, "bf16": 2, "f32": 4, "f64": 8,
          "index": 8}
# What a byte is before anything is written; a run may read it as it likes.
_UNKNOWN = 0


class Unchecked(Exception):
    """What the replay cannot follow: numbers that depend on data."""


# The generic form of the IR.


@dataclass
class Op:
    name: str
    results: list
    operands: list
    text: str
    types: list
    result_types: list
    regions: list


def _split(text):
    """Splits at commas outside of brackets."""
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        depth += letter in "<([{"
        depth -= letter in ")]}" or (letter == ">" and text[place - 1] != "-")
        if letter == "," and depth == 0:
            parts.append(text[start:place].strip())
            start = place + 1
    return [*parts, text[start:].strip()] if text.strip() else []


def _read_types(op, text):
    place = text.rfind(" : (")
    given, _, made = text[place + 3 :].partition(") -> ")
    op.types = _split(given[1:])
    op.result_types = _split(made[1:-1] if made.startswith("(") else made)
    op.text += text[:place]


_OP = re.compile(r'\s*(?:(%\w+)(?::(\d+))? = )?"([\w.]+)"\(([^)]*)\)(.*)')
_BLOCK = re.compile(r"\s*\^bb\d+\((.*)\):")


def _parse(lines):
    """Returns the operations of a module's text, each region as a pair of the names of its arguments and its
    operations."""
    open_ops, regions = [], [([], [])]
    for line in lines:
        if found := _OP.match(line):
            name, count, kind, operands, rest = found.groups()
            results = [] if not name else [name] if not count else [f"{name}#{i}" for i in range(int(count))]
            op = Op(kind, results, _split(operands), "", [], [], [])
            regions[-1][1].append(op)
            if rest.endswith("({"):
                op.text = rest
                open_ops.append(op)
                regions.append(([], []))
            else:
                _read_types(op, rest)
        elif found := _BLOCK.match(line):
            if regions[-1][1]:
                raise Unchecked("a region of several blocks")
            regions[-1][0].extend(part.partition(":")[0] for part in _split(found[1]))
        elif line.strip() == "}, {":
            open_ops[-1].regions.append(regions.pop())
            regions.append(([], []))
        elif line.lstrip().startswith("})"):
            op = open_ops.pop()
            op.regions.append(regions.pop())
            _read_types(op, line.strip()[2:])
    return regions[0][1]


@dataclass
class Buffer:
    """A region of a memory: its first byte, and its extents and strides in elements."""

    memory: str
    offset: int
    shape: list
    strides: list
    bytes: int

    def ranges(self):
        """Returns the first byte of each run of bytes, and how many such a run has."""
        shape, strides, length = list(self.shape), list(self.strides), self.bytes
        while shape and (shape[-1] == 1 or strides[-1] * self.bytes == length):
            length *= shape.pop()
            strides.pop()
        starts = [self.offset]
        for extent, stride in zip(shape, strides):
            starts = [start + i * stride * self.bytes for start in starts for i in range(extent)]
        return starts, length if 0 not in self.shape else 0

    def extent(self):
        """Returns the first byte and the one after the last."""
        starts, length = self.ranges()
        return min(starts), max(starts) + length

    def overlaps(self, other):
        (begin, end), (first, last) = self.extent(), other.extent()
        return self.memory == other.memory and begin < last and first < end


def _describe(type_):
    """Returns the extents, the strides and the bytes of an element of a memref type."""
    found = re.match(r"memref<((?:\d+x)*)(\w+)(?:, strided<\[([^\]]*)\](?:, offset: [?\d]+)?>)?>", type_)
    if not found:
        raise Unchecked(type_)
    shape = [int(extent) for extent in found[1].split("x")[:-1]]
    strides = [math.prod(shape[i + 1 :]) for i in range(len(shape))]
    if found[3] is not None:
        strides = [int(stride) for stride in found[3].split(",") if stride.strip()]
    return shape, strides, _BYTES[found[2]]


def _integers(text, key):
    found = re.search(rf"\b{key} = (?:array<i64(?:: ([^>]*))?>|\[([^\]]*)\])", text)
    return [int(number) for number in (found and (found[1] or found[2]) or "").split(",") if number.strip()]


_ARITH = {
    "addi": lambda a, b: a + b, "subi": lambda a, b: a - b, "muli": lambda a, b: a * b,
    "divui": lambda a, b: a // b, "remui": lambda a, b: a % b, "divsi": lambda a, b: int(a / b),
    "remsi": lambda a, b: a - b * int(a / b), "andi": lambda a, b: a & b, "ori": lambda a, b: a | b,
    "xori": lambda a, b: a ^ b, "minsi": min, "maxsi": max, "minui": min, "maxui": max,
}
_COMPARE = [lambda a, b: a == b, lambda a, b: a != b, *2 * [lambda a, b: a < b, lambda a, b: a <= b,
                                                            lambda a, b: a > b, lambda a, b: a >= b]]


class Machine:
    """Runs the main function of a module on symbols, one for each byte that is written."""

    def __init__(self, text):
        functions = [op for op in self._functions(text) if op.name == "tir.prim_func"]
        self._effects, self._distances, self.mains = {}, {}, []
        for op in functions:
            name = re.search(r'sym_name = "?([\w.$-]+)"?', op.text)[1]
            attributes = re.search(r"arg_attrs = \[(.*?)\], function_type", op.text)
            given = _split(attributes[1]) if attributes else []
            self._effects[name] = [re.search(r"tir.effect<(\w+)>", row)[1] if "tir.effect<" in row else "read_write"
                                   for row in given]
            self._distances[name] = [dict(zip(*2 * [iter(_integers(row, "distances"))])) for row in given]
            if "sym_visibility" not in op.text and op.regions and op.regions[0][1]:
                self.mains.append((op, given))
        self.memories, self.reads, self._counter = {}, [], 1
        # What each call writes, and its operands.
        self.calls = []
        self._written = {}

    @staticmethod
    def _functions(text):
        (module,) = [op for op in _parse(text) if op.name == "builtin.module"]
        return module.regions[0][1]

    def run(self, places, inputs):
        """Runs it with inputs and outputs in pools (`places`: name to buffer), of which `inputs` get their symbols first.
        Returns the contents of each call's operands."""
        ((self.main, self.given),) = self.mains
        names, body = self.main.regions[0]
        signature = _split(re.search(r"function_type = \((.*?)\) -> \(\)", self.main.text)[1])
        self.values = {}
        for index, (name, type_) in enumerate(zip(names, signature)):
            if type_.startswith("memref"):
                self.values[name] = Buffer(f"argument {index}", 0, *_describe(type_))
                self._fill(self.values[name], self._new(f"argument {index}"))
        self.places = places
        for name in sorted(inputs):
            self._fill(places[name], self._new(name))
        self._block(body)
        return self.reads

    def _new(self, what):
        """Returns the first symbol of what a call, or the application, writes."""
        self._counter += 1 << 24
        self._written[self._counter >> 24] = what
        return self._counter

    def what(self, symbol):
        return self._written.get(symbol >> 24, "nothing") if symbol else "nothing"

    def _bytes(self, memory, end):
        contents = self.memories.setdefault(memory, [])
        contents.extend([_UNKNOWN] * (end - len(contents)))
        return contents

    def read(self, buffer):
        starts, length = buffer.ranges()
        contents = self._bytes(buffer.memory, max(starts, default=0) + length)
        return [symbol for start in starts for symbol in contents[start : start + length]]

    def _write(self, buffer, symbols):
        starts, length = buffer.ranges()
        contents = self._bytes(buffer.memory, max(starts, default=0) + length)
        for i, start in enumerate(starts):
            contents[start : start + length] = symbols[i * length : (i + 1) * length]

    def _fill(self, buffer, first):
        count = math.prod(buffer.shape) * buffer.bytes
        self._write(buffer, range(first, first + count))

    def _block(self, ops):
        for op in ops:
            if op.name in ("tir.return", "scf.yield"):
                return [self.values[name] for name in op.operands]
            self._step(op)
        return []

    def _step(self, op):
        operands = [self.values.get(name) for name in op.operands]
        dialect, _, kind = op.name.partition(".")
        if op.name == "scf.for":
            made = self._loop(op, operands)
        elif op.name == "scf.if":
            if not isinstance(operands[0], int):
                raise Unchecked("a condition on data")
            made = self._block(op.regions[0 if operands[0] else 1][1]) if len(op.regions) > 1 or operands[0] else []
        elif dialect == "arith":
            made = [self._compute(kind, op, operands)]
        elif dialect == "memref" and kind == "copy":
            self._call(op, operands[:1], ["read"])
            self._write(operands[1], self.read(operands[0]))
            return
        elif dialect == "memref" and kind not in ("load", "store") or op.name in ("tir.rebase", "tir.pointer_cast"):
            made = [self._view(kind, op, operands)]
        elif op.regions and op.name != "tir.try":
            raise Unchecked(op.name)
        elif op.name == "tir.try":
            for _, ops in op.regions:
                self._block(ops)
            return
        else:
            self._call(op, operands, self._effects_of(op))
            made = [None] * len(op.results)
        self.values.update(zip(op.results, made))

    def _effects_of(self, op):
        callee = re.search(r"callee = @\"?([\w.$-]+)", op.text)
        return self._effects.get(callee[1], []) if callee else []

    def _call(self, op, operands, effects):
        buffers = [(i, value) for i, value in enumerate(operands) if isinstance(value, Buffer)]
        effect = {i: effects[i] if i < len(effects) else "read_write" for i, _ in buffers}
        callee = re.search(r"callee = @\"?([\w.$-]+)", op.text)
        what = callee[1] if callee else op.name
        distances = self._distances.get(what, [])
        self.calls.append((what, dict(buffers), {i: distances[i] if i < len(distances) else {}
                                                 for i, _ in buffers if effect[i] != "read"}))
        for i, buffer in buffers:
            if effect[i] != "write":
                self.reads.append((f"operand {i} of {what}", self.read(buffer)))
        for i, buffer in buffers:
            if effect[i] != "read":
                self._fill(buffer, self._new(f"operand {i} of {what}"))

    def _loop(self, op, operands):
        begin, end, step, *carried = operands
        if not all(isinstance(number, int) for number in (begin, end, step)):
            raise Unchecked("a loop on data")
        names, body = op.regions[0]
        for number in range(begin, end, step):
            self.values.update(zip(names, [number, *carried]))
            carried = self._block(body)
        return carried

    @staticmethod
    def _compute(kind, op, operands):
        if kind == "constant":
            found = re.search(r"value = (-?\d+|true|false)\b", op.text)
            return {"true": 1, "false": 0}.get(found[1]) if found and found[1] in ("true", "false") else (
                int(found[1]) if found else None)
        if any(not isinstance(value, int) for value in operands):
            return None
        if kind == "cmpi":
            return int(_COMPARE[int(re.search(r"predicate = (\d+)", op.text)[1])](*operands))
        if kind == "select":
            return operands[1] if operands[0] else operands[2]
        if kind in ("index_cast", "index_castui", "extsi", "extui", "trunci"):
            return operands[0]
        return _ARITH[kind](*operands) if kind in _ARITH else None

    def _view(self, kind, op, operands):
        if kind == "alloc":
            name = re.search(r'argument = \{.*?tir.name = "([^"]*)"', op.text)
            buffer = Buffer(f"buffer {op.results[0]}", 0, *_describe(op.result_types[0]))
            # Each time, the memory is a new one.
            if name and name[1] in self.places:
                return self.places[name[1]]
            self.memories.pop(buffer.memory, None)
            return buffer
        if kind == "get_global":
            return Buffer("global " + re.search(r"name = @\"?([\w.$-]+)", op.text)[1], 0, *_describe(op.result_types[0]))
        source = operands[0]
        if not isinstance(source, Buffer):
            return None
        offset = source.offset
        if kind == "pointer_cast" and not op.result_types[0].startswith("memref"):
            return source
        shape, strides, size = _describe(op.result_types[0])
        if kind == "view":
            offset += self._number(operands[1])
        elif kind == "rebase" and len(operands) > 1:
            offset += self._number(operands[1]) * size
        elif kind == "subview":
            dynamic = iter(operands[1:])
            offsets = [self._number(next(dynamic)) if number < 0 else number
                       for number in _integers(op.text, "static_offsets")]
            offset += size * sum(number * stride for number, stride in zip(offsets, source.strides))
        elif kind not in ("cast", "collapse_shape", "expand_shape", "rebase", "pointer_cast", "memory_space_cast"):
            raise Unchecked(op.name)
        return Buffer(source.memory, offset, shape, strides, size)

    @staticmethod
    def _number(value):
        if not isinstance(value, int):
            raise Unchecked("an offset that depends on data")
        return value


def _planned(machine):
    """Returns where `tir.plan` says that inputs and outputs are, by name, and which of them are inputs."""
    ((main, _),) = machine.mains
    found = re.search(r"arguments = \[(.*?\})\](?=, \w+ = |\})", main.text)
    places, inputs = {}, set()
    for row in _split(found[1]) if found else []:
        name = re.search(r'tir.name = "([^"]*)"', row)[1]
        pool = re.search(r'pool = "([^"]*)"', row)[1]
        places[name] = Buffer(f"global {pool}", int(re.search(r"\boffset = (\d+)", row)[1]),
                              *_describe(re.search(r"type = (memref<[^ ]*>)", row)[1]))
        if 'kind = "input"' in row:
            inputs.add(name)
    return places, inputs


def _compare(what, before, wanted, after, got):
    for place, (left, right) in enumerate(zip(wanted, got, strict=True)):
        if left not in (_UNKNOWN, right):
            raise Failure(f"byte {place} of {what} is what '{before.what(left)}' wrote, but at its planned place it is "
                          f"what '{after.what(right)}' wrote")


def _check_operands(before, after):
    """Checks operands of one call that share memory, which they do not before the plan."""
    for (_, own, _), (what, placed, written) in zip(before.calls, after.calls, strict=True):
        for i, distances in written.items():
            for j, other in placed.items():
                if i == j or not placed[i].overlaps(other) or own[i].overlaps(own[j]):
                    continue
                distance = other.offset - placed[i].offset
                if j not in distances or distance < distances[j]:
                    raise Failure(f"operand {j} of {what} begins {distance} bytes after operand {i}, which is written, "
                                  f"but {what} says {distances}")


def check(text):
    """Checks what tir-opt printed before and after tir-plan-memory. Returns how many operands were compared."""
    parts = re.split(r"^// -----// IR Dump (Before|After) TIRPlanMemoryPass.*$", text, flags=re.M)
    texts = dict(zip(parts[1::2], (part.splitlines() for part in parts[2::2])))
    before, after = Machine(texts["Before"]), Machine(texts["After"])
    places, inputs = _planned(after)
    own = {name: Buffer(f"own {name}", 0, place.shape, place.strides, place.bytes) for name, place in places.items()}
    wanted, got = before.run(own, inputs), after.run(places, inputs)
    if [what for what, _ in wanted] != [re.sub(r"_over_\w+$", "", what) for what, _ in got] and len(wanted) != len(got):
        raise Failure("the plan changes the calls")
    for (what, left), (_, right) in zip(wanted, got, strict=True):
        _compare(what, before, left, after, right)
    _check_operands(before, after)
    for index, row in enumerate(after.given):
        memory = f"argument {index}"
        if not re.search(r"\boverwritten = true", row):
            _compare(memory, before, before.memories.get(memory, []), after, after.memories.get(memory, []))
    for name in places.keys() - inputs:
        _compare(f"the output {name}", before, before.read(own[name]), after, after.read(places[name]))
    for memory, contents in before.memories.items():
        if memory.startswith("global "):
            _compare(memory, before, contents, after, after.memories[memory])
    return len(wanted)
