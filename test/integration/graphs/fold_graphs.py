"""Patterns that a folder of TOSA operators may match, each in a separate graph: all pairs of operators and special
numbers.

Upstream's folders and canonicalization patterns match operators on constants, on one operand twice, after one another,
and with parameters that seem to change nothing. So these graphs have each operator on constants that are extremes of
its type, with each extreme as one of two operands, on one operand twice, after each other operator of one operand, and
with parameters at their limits. The inputs are all extremes of the type. The graphs do not list folds, so that they
also cover a fold that upstream adds.
"""

import functools
import itertools
import math
import struct

from random_extreme_graphs import ExtremeGraph, extremes, limits
from random_graphs import Value
from random_mixed_graphs import FLOATS

_CODES = {"i1": "?", "i8": "b", "i16": "h", "i32": "i", "f16": "e", "f32": "f"}
_NUMBERS = ("i8", "i16", "i32", *FLOATS)
_WIDE = ("i32", *FLOATS)


class FoldGraph(ExtremeGraph):
    """The outputs that `make` returns for an input of each of these elements and shapes."""

    def __init__(self, name, inputs, make):
        self.name, self._given, self._make = name, inputs, make
        super().__init__(name)

    def _build(self):
        self.inputs = [Value(f"%a{i}", shape, element) for i, (element, shape) in enumerate(self._given)]
        self.values += self.inputs
        self.outputs = list(self._make(self, *self.inputs))

    def input_bytes(self):
        def data(i, v):
            numbers, count = extremes(v.element), math.prod(v.shape)
            # The second input combines every number with every number of the first.
            chosen = [numbers[(j // len(numbers) if i else j) % len(numbers)] for j in range(count)]
            return struct.pack(f"<{count}{_CODES[v.element]}", *chosen)

        return [data(i, v) for i, v in enumerate(self.inputs)]

    # Public names of the parts of graphs.

    def op(self, name, operands, attributes="", element=None, shape=None):
        return self._emit(name, operands, operands[0].shape if shape is None else shape, attributes,
                          element or operands[0].element)

    def binary(self, name, x, y):
        """Returns None if an integer may overflow, or if y has more elements."""
        if x.element == "i32" and name in ("add", "sub", "mul") and self._integers(name, x, y) is None:
            return None
        if name == "mul":
            return self.op("mul", [x, y, self._zero("i8")], element="i32" if x.element in ("i8", "i16") else None)
        element = "i1" if name in ("equal", "greater", "greater_equal") else None
        return self.op(name, [x, y], "{round = true}" if name == "arithmetic_right_shift" else "", element)

    def shape(self, extents):
        return self._shape(extents)

    def clamp(self, x, least, most, mode):
        bounds = (f"min_val = {self._text(x.element, least)} : {x.element}, "
                  f"max_val = {self._text(x.element, most)} : {x.element}")
        return self.op("clamp", [x], f"{{{bounds}{mode if x.element in FLOATS else ''}}}")

    def negate(self, x, points=(0, 0)):
        if x.element == "i32":
            x = self._narrowed(x, 30)
        return self.op("negate", [x, *(self.special((1,), x.element, [point]) for point in points)])

    def absolute(self, x):
        return self._absolute(x)

    def reciprocal(self, x):
        return None if self._is_either_zero(x) else self.op("reciprocal", [x])

    def transpose(self, x, order):
        return self._transposed(x, order)


def _binaries(element):
    names = ["add", "sub", "maximum", "minimum", "equal", "greater", "greater_equal"] if element in _WIDE else []
    names += ["mul"] if element in _NUMBERS else []
    names += ["bitwise_and", "bitwise_or", "bitwise_xor"] if element in ("i8", "i16", "i32") else []
    return names + (["logical_and", "logical_or", "logical_xor"] if element == "i1" else [])


_MODES = (", nan_mode = PROPAGATE", ", nan_mode = IGNORE")


def _unaries(element):
    """Operators of one operand and one type, by name."""
    plain = {"identity": "", "reverse": "{axis = 0 : i32}"}
    if element in FLOATS:
        plain |= {"floor": "", "ceil": ""}
    if element in ("i8", "i16", "i32"):
        plain |= {"bitwise_not": ""}
    if element == "i32":
        plain |= {"clz": ""}
    if element == "i1":
        plain |= {"logical_not": ""}
    made = {name: functools.partial(lambda g, x, n, a: g.op(n, [x], a), n=name, a=attributes)
            for name, attributes in plain.items()}
    if element in _NUMBERS:
        made |= {"negate": lambda g, x: g.negate(x)}
    if element in _WIDE:
        made |= {"abs": lambda g, x: g.absolute(x)}
    if element in FLOATS:
        made |= {"reciprocal": lambda g, x: g.reciprocal(x)}
    if element == "i8":
        made |= {f"negate{i}-{o}": functools.partial(lambda g, x, p: g.negate(x, p), p=(i, o))
                 for i, o in ((-128, 127), (5, 0), (0, -128))}
    if element in ("i8", "i16", *FLOATS):
        least, most = (-math.inf, math.inf) if element in FLOATS else limits(element)
        made |= {f"clamp{mode[-6:]}": functools.partial(lambda g, x, m: g.clamp(x, least, most, m), m=mode)
                 for mode in (_MODES if element in FLOATS else _MODES[:1])}
    return made


def _count(element):
    return len(extremes(element))


def _present(values):
    return [v for v in values if v is not None]


def _operators_on_constants():
    for element in ("i1", *_NUMBERS):
        numbers, wide = extremes(element), (element, (_count(element) ** 2,))
        for name in _binaries(element):
            def beside(g, x, name=name, numbers=numbers, element=element):
                constants = [g.special(x.shape, element, [n]) for n in numbers]
                return _present([*(g.binary(name, x, c) for c in constants), *(g.binary(name, c, x) for c in constants)])

            def broadcast(g, x, name=name, numbers=numbers, element=element):
                return _present(g.binary(name, x, g.special((1,), element, [n])) for n in numbers)

            def alone(g, x, name=name, numbers=numbers, element=element):
                few = [*numbers[:7]]
                pairs = [(g.special((2,), element, [a]), g.special((2,), element, [b]))
                         for a, b in itertools.product(few, few)]
                every = g.special((len(numbers),), element, numbers)
                mirrored = g.special((len(numbers),), element, numbers[::-1])
                return _present([x, *(g.binary(name, a, b) for a, b in pairs), g.binary(name, every, mirrored)])[1:]

            def twice(g, x, y, name=name):
                if x.element == "i32" and name in ("add", "sub", "mul"):
                    x, y = g._narrowed(x), g._narrowed(y)
                return [g.binary(name, x, x), g.binary(name, x, y)]

            line = (element, (_count(element),))
            yield f"{name}-{element}-constant", [line], beside
            yield f"{name}-{element}-broadcast", [line], broadcast
            yield f"{name}-{element}-constants", [line], alone
            yield f"{name}-{element}-twice", [wide, wide], twice


def _operators_behind_one_another():
    for element in ("i1", *_NUMBERS):
        unaries = _unaries(element)
        line = (element, (_count(element),))
        for name, first in unaries.items():
            def behind(g, x, first=first, unaries=unaries):
                y = first(g, x)
                return _present(second(g, y) for second in unaries.values())

            yield f"{name}-{element}-before", [line], behind

        def constants(g, _, element=element, unaries=unaries):
            splats = [g.special((3,), element, [n]) for n in extremes(element)]
            every = g.special((_count(element),), element, extremes(element))
            return _present(unary(g, c) for unary in unaries.values() for c in (*splats, every))

        yield f"unary-{element}-constants", [line], constants


def _clamps():
    for element in ("i8", "i16", *FLOATS):
        numbers = sorted({n for n in extremes(element) if n == n})
        for mode in _MODES if element in FLOATS else _MODES[:1]:
            for least in numbers[::2]:
                def every(g, x, numbers=numbers, least=least, mode=mode):
                    return [g.clamp(x, least, most, mode) for most in numbers if most > least] or [g.op("identity", [x])]

                yield f"clamp-{element}-{mode[13:]}-{numbers.index(least)}", [(element, (_count(element),))], every
            for other in _MODES if element in FLOATS else _MODES[:1]:
                def two(g, x, numbers=numbers, mode=mode, other=other):
                    ranges = [(numbers[0], numbers[-1]), (numbers[1], numbers[-2]), (numbers[0], numbers[3]),
                              (numbers[-4], numbers[-1]), (numbers[4], numbers[5])]
                    return [g.clamp(g.clamp(x, *a, mode), *b, other) for a, b in itertools.product(ranges, ranges)]

                yield f"clamps-{element}-{mode[13:]}-{other[13:]}", [(element, (_count(element),))], two


def _casts():
    every = ("i1", *_NUMBERS)
    taken = lambda a, b: a != b and (a, b) not in [("f32", "i1"), ("f16", "i1"), ("i1", "f32"), ("i1", "f16")]  # noqa: E731
    for first, second in itertools.product(every, every):
        if not taken(first, second):
            continue

        def chain(g, x, first=first, second=second):
            splats = [g.special((2,), first, [n]) for n in extremes(first)]
            constants = [g.op("cast", [c], element=second) for c in (*splats, g.special(x.shape, first, extremes(first)))]
            once = g.op("cast", [x], element=second)
            return [once, *constants, *(g.op("cast", [once], element=third) for third in every if taken(second, third))]

        yield f"cast-{first}-{second}", [(first, (_count(first),))], chain


def _selects():
    for element in ("i1", *_NUMBERS):
        def choose(g, x, y):
            conditions = [g.special(shape, "i1", numbers) for shape in (x.shape, (1,)) for numbers in ([True], [False])]
            conditions.append(g.special(x.shape, "i1", [True, False, False]))
            found = [g.op("select", [c, a, b], element=x.element, shape=x.shape)
                     for c in conditions for a, b in ((x, y), (x, x))]
            inverted = g.op("logical_not", [conditions[-1]])
            return [*found, g.op("select", [inverted, x, y], element=x.element, shape=x.shape)]

        yield f"select-{element}", [(element, (_count(element),))] * 2, choose


def _integers_with_parameters():
    for element in ("i8", "i16", "i32"):
        width = int(element[1:])

        def shift(g, x, element=element, width=width):
            names = ("logical_left_shift", "logical_right_shift", "arithmetic_right_shift")
            constants = [g.special((3,), element, [n]) for n in extremes(element)]
            amounts = [g.special((1,), element, [n]) for n in (0, 1, width - 1)]
            return [g.binary(name, v, amount) for name in names for amount in amounts for v in (x, *constants)]

        yield f"shift-{element}", [(element, (_count(element),))], shift

    def divide(g, x):
        least = limits("i32")[0]
        bounded = g.op("maximum", [x, g.special((1,), "i32", [least + 1])])
        bounded.bounds = least + 1, limits("i32")[1]
        found = [g.op("intdiv", [x, g.special((1,), "i32", [n])]) for n in extremes("i32") if n not in (0, -1)]
        constants = [g.special((2,), "i32", [n]) for n in extremes("i32")]
        pairs = [(a, b) for a, b in itertools.product(constants, constants)
                 if b.bounds[0] and not (a.bounds[0] == least and b.bounds[0] == -1)]
        return [*found, g.op("intdiv", [bounded, g.special(x.shape, "i32", [-1])]),
                *(g.op("intdiv", [a, b]) for a, b in pairs)]

    yield "intdiv-i32", [("i32", (_count("i32"),))], divide

    def scaled(g, x):
        """x * 2^s / 2^s, and 0 on the left and on the right."""
        found = []
        for shift in (0, 1, 5, 30):
            for number in (0, 1 << shift, 1, -1):
                operand = g.special((1,), "i32", [number])
                y = g._narrowed(x, 30) if number == -1 else x
                if g._integers("mul", y, operand) is not None or (shift and number == 1 << shift):
                    found.append(g.op("mul", [y, operand, g.special((1,), "i8", [shift])], element="i32"))
        return found

    yield "mul-i32-shift", [("i32", (_count("i32"),))], scaled


def _reductions():
    for element in ("i1", *_NUMBERS):
        names = ["reduce_any", "reduce_all"] if element == "i1" else ["reduce_max", "reduce_min"]
        modes = _MODES if element in FLOATS else ("",)

        def reduced(g, x, names=names, modes=modes, element=element):
            count = x.shape[0]
            constant = g.special((1, count), element, extremes(element))
            found = []
            for name, mode, v in itertools.product(names, modes, (x, constant)):
                for axis in (0, 1):
                    shape = [1 if i == axis else extent for i, extent in enumerate(v.shape)]
                    found.append(g.op(name, [v], f"{{axis = {axis} : i32{mode}}}", shape=shape))
            if element != "i1" and element != "i32":
                found += [g.op("argmax", [x], f"{{axis = 1 : i32{mode}}}", "i32", (count,)) for mode in modes]
            if element in _WIDE:
                found.append(g.op("reduce_sum", [x], "{axis = 1 : i32}", shape=(count, 1)))
            if element in FLOATS:
                found.append(g.op("reduce_product", [x], "{axis = 1 : i32}", shape=(count, 1)))
            return found

        yield f"reduce-{element}", [(element, (_count(element), 1))], reduced


_MOVES = {
    "reverse0": lambda g, x: g.op("reverse", [x], "{axis = 0 : i32}"),
    "reverse1": lambda g, x: g.op("reverse", [x], "{axis = 1 : i32}"),
    "transpose": lambda g, x: g.transpose(x, [1, 0]),
    "turned": lambda g, x: g.transpose(x, [0, 1]),
    "reshape": lambda g, x: g.op("reshape", [x, g.shape((math.prod(x.shape), 1))], shape=(math.prod(x.shape), 1)),
    "slice": lambda g, x: g.op("slice", [x, g.shape((0, 0)), g.shape((1, x.shape[1]))], shape=(1, x.shape[1])),
    "whole": lambda g, x: g.op("slice", [x, g.shape((0, 0)), g.shape(x.shape)]),
    "pad": lambda g, x: g.op("pad", [x, g.shape((1, 0, 0, 2)), g.special((1,), x.element, [extremes(x.element)[-1]])],
                             shape=(x.shape[0] + 1, x.shape[1] + 2)),
    "unpadded": lambda g, x: g.op("pad", [x, g.shape((0, 0, 0, 0)), g.special((1,), x.element, [extremes(x.element)[1]])]),
    "concat0": lambda g, x: g.op("concat", [x, x], "{axis = 0 : i32}", shape=(2 * x.shape[0], x.shape[1])),
    "concat1": lambda g, x: g.op("concat", [x, x], "{axis = 1 : i32}", shape=(x.shape[0], 2 * x.shape[1])),
    "single": lambda g, x: g.op("concat", [x], "{axis = 0 : i32}"),
    "tile": lambda g, x: g.op("tile", [x, g.shape((2, 1))], shape=(2 * x.shape[0], x.shape[1])),
    "untiled": lambda g, x: g.op("tile", [x, g.shape((1, 1))]),
    "identity": lambda g, x: g.op("identity", [x]),
}


def _moves():
    for name, first in _MOVES.items():
        for element in ("f32", "i8"):
            def behind(g, x, first=first, element=element):
                moved = [first(g, v) for v in (x, g.special((2, 3), element, extremes(element)[1:]),
                                               g.special((2, 3), element, extremes(element)[1:2]))]
                return [*moved, *(second(g, v) for second in _MOVES.values() for v in moved)]

            yield f"{name}-{element}-moves", [(element, (2, 4))], behind


def _windows():
    """Padding that may become a window's, windows of one element, and sizes that do not change."""
    for element in ("i8", "i16", "f16", "f32"):
        numbers = list(extremes(element))
        shape = (1, 4, 4, 1)

        def pooled(g, x, numbers=numbers, element=element):
            found = []
            for number, mode in itertools.product([-math.inf, *numbers[:9]] if element in FLOATS else numbers, _MODES):
                pad = g.op("pad", [x, g.shape((0, 0, 1, 1, 1, 1, 0, 0)), g.special((1,), element, [number])],
                           shape=(1, 6, 6, 1))
                window = "{kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>"
                found.append(g.op("max_pool2d", [pad], window + (mode if element in FLOATS else "") + "}", shape=(1, 3, 3, 1)))
            flat = g.op("reshape", [x, g.shape((16, 1, 1, 1))], shape=(16, 1, 1, 1))
            one = "kernel = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>"
            three = "kernel = array<i64: 3, 3>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>"
            for mode in _MODES if element in FLOATS else ("",):
                found += [g.op("max_pool2d", [flat], f"{{{window}{mode}}}") for window in (one, three)]
                found.append(g.op("max_pool2d", [x], f"{{{one}{mode}}}"))
            return found

        yield f"max_pool2d-{element}", [(element, shape)], pooled

        def resized(g, x, element=element):
            wide = {"i8": "i32", "i16": "i48"}.get(element, element)
            lists = [g.shape(each) for each in ((2, 2, 2, 2), (0, 0), (0, 0))]
            found = [g.op("resize", [x, *lists], "{mode = NEAREST_NEIGHBOR}")]
            return found + ([g.op("resize", [x, *lists], "{mode = BILINEAR}")] if wide == element else [])

        yield f"resize-{element}", [(element, shape)], resized
    shape = (1, 4, 4, 1)

    def convolved(g, x):
        found = []
        for number, point in itertools.product((0, 5, -128), (0, 5, -128)):
            pad = g.op("pad", [x, g.shape((0, 0, 1, 1, 1, 1, 0, 0)), g.special((1,), "i8", [number])], shape=(1, 6, 6, 1))
            operands = [pad, g.special((1, 3, 3, 1), "i8", extremes("i8")), g.special((1,), "i32", [7]),
                        g.special((1,), "i8", [point]), g.special((1,), "i8", [0])]
            attributes = ("{acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, "
                          "stride = array<i64: 1, 1>}")
            found.append(g.op("conv2d", operands, attributes, "i32", (1, 4, 4, 1)))
        return found

    yield "conv2d-i8-pad", [("i8", shape)], convolved


def graphs():
    """Returns all graphs, with unique names."""
    for rows in (_operators_on_constants, _operators_behind_one_another, _clamps, _casts, _selects,
                 _integers_with_parameters, _reductions, _moves, _windows):
        for name, inputs, make in rows():
            yield FoldGraph(f"fold-{name}", inputs, make)
