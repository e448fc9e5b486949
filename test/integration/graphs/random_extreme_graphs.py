"""Random graphs with only one right result, of the values and sequences that folders get wrong.

Constants and inputs include the extremes of their types, and sequences that a folder may match (a number negated twice,
times 0, plus 0, clamped to the full range, cast there and back, moved there and back) are frequent. There is one right
result: no operator whose rounding is up to the implementation, and no integer that overflows, which TOSA forbids. For
this, each integer value has a known range. TOSA does not define which of two zeros a maximum is, so that nothing is
divided by a number that may be one.

There is one right result: no operator whose result is rounded as the implementation likes, and no integer that
overflows, which TOSA forbids. So each value of integers knows the range that it is in. TOSA does not say which of two
zeros a maximum is, so that nothing is divided by what may be one.
"""

import math
import random
import struct

from random_graphs import Value
from random_mixed_graphs import FLOATS, WIDTHS, MixedGraph

_FLOAT_FORMATS = {"f32": ("<f", "<I"), "f16": ("<e", "<H")}
_LARGEST = {"f32": 3.4028234663852886e38, "f16": 65504.0}
_SMALLEST = {"f32": 2.0**-149, "f16": 2.0**-24}
_NORMAL = {"f32": 2.0**-126, "f16": 2.0**-14}
# Operators that may return either of two zeros.
_CHOOSE_A_ZERO = ("maximum", "minimum", "clamp", "reduce_max", "reduce_min", "max_pool2d")


def limits(element):
    """The smallest and the largest integer of a type."""
    if element == "i1":
        return 0, 1
    width = int(element[1:])
    return -(1 << (width - 1)), (1 << (width - 1)) - 1


def extremes(element):
    """Numbers of a type that are special to some operation."""
    if element == "i1":
        return [False, True]
    if element in FLOATS:
        largest = _LARGEST[element]
        return [0.0, -0.0, 1.0, -1.0, math.inf, -math.inf, math.nan, largest, -largest, _SMALLEST[element],
                -_SMALLEST[element], _NORMAL[element], 0.5, -2.5, 127.5, 1 / 3]
    least, most = limits(element)
    return [0, 1, -1, least, most, least + 1, most - 1, 2, -2, 64]


def extreme_bytes(value, rng):
    """Returns elements of an input: a third of them extremes."""
    def element():
        if rng.random() < 0.35:
            return rng.choice(extremes(value.element))
        if value.element in FLOATS:
            return rng.choice((rng.uniform(-4, 4), float(rng.randint(-300, 300))))
        return rng.randint(*limits(value.element))

    code = {"i1": "?", "i8": "b", "i16": "h", "i32": "i", "f16": "e", "f32": "f"}[value.element]
    count = math.prod(value.shape)
    return struct.pack(f"<{count}{code}", *(element() for _ in range(count)))


class ExtremeGraph(MixedGraph):
    """A function on one to three inputs of elements i1, i8, i16, i32, f16 and f32."""

    def __init__(self, seed, control_flow=False):
        self.seed = seed
        super().__init__(seed, control_flow)

    def input_bytes(self):
        """The bytes of each input."""
        rng = random.Random(f"inputs of {self.seed}")
        return [extreme_bytes(v, rng) for v in self.inputs]

    # Ranges of integers, and zeros whose sign is open.

    def _emit(self, op, operands, shape, attributes="", element=None, keep=True, bounds=None):
        value = super()._emit(op, operands, shape, attributes, element, keep)
        value.bounds = bounds
        value.either_zero = op in _CHOOSE_A_ZERO or any(self._is_either_zero(o) for o in operands)
        return value

    def _is_either_zero(self, x):
        """Returns whether the sign of a zero in x is open. Values that control flow carries may be anything."""
        return x.element in FLOATS and getattr(x, "either_zero", x not in self.inputs)

    def _bounds(self, x):
        return getattr(x, "bounds", None) or limits(x.element)

    # Constants.

    def _text(self, element, number):
        if element == "i1":
            return "true" if number else "false"
        if element not in FLOATS:
            return str(number)
        floats, bits = _FLOAT_FORMATS[element]
        (pattern,) = struct.unpack(bits, struct.pack(floats, number))
        return f"0x{pattern:0{2 * struct.calcsize(bits)}X}"

    def special(self, shape, element, numbers):
        """Returns a constant of these numbers, repeated as often as necessary."""
        value = Value(self._name(), shape, element)
        numbers = list(numbers)
        count = math.prod(value.shape)

        def shown(extents, first):
            if not extents:
                return self._text(element, numbers[first % len(numbers)])
            size = math.prod(extents[1:])
            return "[" + ", ".join(shown(extents[1:], first + i * size) for i in range(extents[0])) + "]"

        text = self._text(element, numbers[0]) if len(numbers) == 1 and count > 1 else shown(value.shape, 0)
        self._add(value, (), f'{value.name} = "tosa.const"() <{{values = dense<{text}> : {value.type}}}> : () -> '
                             f"{value.type}")
        value.either_zero = False
        if element not in ("i1", *FLOATS):
            value.bounds = min(numbers), max(numbers)
        return value

    def _constant(self, shape, element, least=None, most=None):
        if least is None:
            numbers = [self.random.choice(extremes(element)) for _ in range(self.random.choice((1, 1, 3, 7)))]
            return self.special(shape, element, numbers)
        value = super()._constant(shape, element, least, most)
        value.either_zero = False
        if element not in FLOATS:
            value.bounds = least, most
        return value

    # The operators that fit, without those whose rounding is not defined.

    def _fitting_numbers(self, x):
        names = ["reduce", "clamp", "negate", "sequence", "sequence", "sequence", "sequence"]
        if x.element in ("i32", *FLOATS):
            names += ["arithmetic", "arithmetic", "compare", "absolute", "product"]
        if x.element in FLOATS:
            names += ["round", "reciprocal", "argmax"]
        else:
            names += ["bits", "shift", "rescale"]
        if x.element in ("i8", "i16"):
            names += ["table", "argmax", "product"]
        if x.element == "i32":
            names += ["quotient", "leading_zeros"]
        if len(x.shape) == 4 and x.element in ("i8", "i16"):
            names += ["convolve", "depthwise", "pool"]
        if len(x.shape) == 4 and x.element in FLOATS:
            names += ["max_pool"]
        if len(x.shape) >= 2 and x.element in ("i8", "i16"):
            names += ["multiply"]
        return names

    def _fitting(self, x):
        names = super()._fitting(x)
        return names + ["sequence_of_logic"] * 2 if x.element == "i1" else names

    # Operators.

    def _integers(self, name, x, y):
        """Returns the range of a result, or None if it may overflow."""
        (a, b), (c, d) = self._bounds(x), self._bounds(y)
        corners = {"add": (a + c, b + d), "sub": (a - d, b - c), "maximum": (max(a, c), max(b, d)),
                   "minimum": (min(a, c), min(b, d)),
                   "mul": (min(a * c, a * d, b * c, b * d), max(a * c, a * d, b * c, b * d))}[name]
        least, most = limits("i32")
        return corners if least <= corners[0] and corners[1] <= most else None

    def _narrowed(self, x, bits=15):
        """Returns x, shifted to the right if it has more bits."""
        least, most = self._bounds(x)
        over = max((-least - 1).bit_length(), most.bit_length()) - bits
        if over <= 0:
            return x
        amount = self.special([1] * len(x.shape), x.element, [over])
        return self._emit("arithmetic_right_shift", [x, amount], x.shape, "{round = false}", x.element,
                          bounds=(least >> over, most >> over))

    def _binary(self, name, x, y):
        """Adds an operator on two values of one type; the first has the result's shape."""
        pair = [x, y]
        if name != "sub":
            self.random.shuffle(pair)
        if x.element in FLOATS:
            mode = f"{{nan_mode = {self._nan_mode()}}}" if name in ("maximum", "minimum") else ""
            return self._emit(name, pair, x.shape, mode, x.element)
        bounds = self._integers(name, *pair)
        if bounds is None:
            x, y = (self._narrowed(v) for v in pair)
            bounds = self._integers(name, x, y)
            pair = [x, y]
        return self._emit(name, pair, [max(a, b) for a, b in zip(x.shape, y.shape)], "", x.element, bounds=bounds)

    def _mixed_arithmetic(self, x):
        self._binary(self.random.choice(("add", "sub", "maximum", "minimum")), x, self._partner(x))

    def _product(self, x, y):
        pair = [x, y]
        self.random.shuffle(pair)
        if x.element in FLOATS:
            return self._emit("mul", [*pair, self._zero("i8")], x.shape, element=x.element)
        bounds = self._integers("mul", *pair)
        if bounds is None:
            pair = [self._narrowed(v) for v in pair]
            bounds = self._integers("mul", *pair)
        shape = [max(a, b) for a, b in zip(x.shape, y.shape)]
        return self._emit("mul", [*pair, self._zero("i8")], shape, element="i32", bounds=bounds)

    def _mixed_product(self, x):
        self._product(x, self._partner(x))

    def _negated(self, x):
        if x.element == "i32":
            x = self._narrowed(x, 31) if self._bounds(x)[0] > limits("i32")[0] else self._narrowed(x, 30)
        points = [self._zero(x.element), self._zero(x.element)]
        if x.element == "i8" and self.random.random() < 0.3:
            points = [self.special((1,), "i8", [self.random.choice((-128, 127, 5))]) for _ in "io"]
        return self._emit("negate", [x, *points], x.shape, element=x.element)

    def _mixed_negate(self, x):
        self._negated(x)

    def _absolute(self, x):
        if x.element == "i32" and self._bounds(x)[0] == limits("i32")[0]:
            x = self._narrowed(x, 30)
        return self._unary("abs", x)

    def _mixed_absolute(self, x):
        self._absolute(x)

    def _mixed_clamp(self, x):
        if x.element not in ("i16", "i8", *FLOATS):
            return
        numbers = sorted(self.random.sample([n for n in extremes(x.element) if n == n], 2))
        if self.random.random() < 0.4:
            numbers = [-math.inf, math.inf] if x.element in FLOATS else limits(x.element)
        self._clamped(x, *numbers)

    def _clamped(self, x, least, most):
        bounds = (f"min_val = {self._text(x.element, least)} : {x.element}, "
                  f"max_val = {self._text(x.element, most)} : {x.element}")
        mode = f", nan_mode = {self._nan_mode()}" if x.element in FLOATS else ""
        return self._unary("clamp", x, f"{{{bounds}{mode}}}")

    def _mixed_shift(self, x):
        name = self.random.choice(("logical_left_shift", "logical_right_shift", "arithmetic_right_shift"))
        amounts = self._constant([self.random.choice((1, d)) for d in x.shape], x.element, 0, WIDTHS[x.element] - 1)
        rounding = f"{{round = {self.random.choice(('true', 'false'))}}}" if name.startswith("a") else ""
        self._emit(name, [x, amounts], x.shape, rounding, x.element)

    def _mixed_quotient(self, x):
        numbers = [1, 2, -3, 7, *limits("i32")] + ([-1] if self._bounds(x)[0] > limits("i32")[0] else [])
        divisors = self.special([self.random.choice((1, d)) for d in x.shape], "i32", self.random.sample(numbers, 2))
        self._emit("intdiv", [x, divisors], x.shape, element="i32")

    def _mixed_leading_zeros(self, x):
        self._unary("clz", x)

    def _mixed_round(self, x):
        self._unary(self.random.choice(("floor", "ceil")), x)

    def _reciprocal(self, x):
        return self._unary("reciprocal", x) if not self._is_either_zero(x) else x

    def _mixed_reciprocal(self, x):
        self._reciprocal(x)

    def _mixed_cast(self, x):
        targets = [e for e in ("i1", "i8", "i16", "i32", "f16", "f32")
                   if e != x.element and not (x.element in FLOATS and e == "i1") and not (x.element == "i1" and e in FLOATS)]
        self._unary("cast", x, element=self.random.choice(targets))

    def _mixed_reduce(self, x):
        if not x.shape:
            return
        axis = self.random.randrange(len(x.shape))
        if x.element == "i32" and self.random.random() < 0.4:
            self._reduced("reduce_sum", self._narrowed(x, 20), axis)
            return
        mode = f", nan_mode = {self._nan_mode()}" if x.element in FLOATS else ""
        self._reduced("reduce_" + self.random.choice(("max", "min")), x, axis, mode)

    def _mixed_argmax(self, x):
        if x.shape:
            axis = self.random.randrange(len(x.shape))
            shape = [extent for i, extent in enumerate(x.shape) if i != axis]
            mode = f", nan_mode = {self._nan_mode()}" if x.element in FLOATS else ""
            self._emit("argmax", [x], shape, f"{{axis = {axis} : i32{mode}}}", "i32")

    def _mixed_rescale(self, x):
        super()._mixed_rescale(self._narrowed(x) if x.element == "i32" else x)

    def _mixed_max_pool(self, x):
        kernel = [self.random.randint(1, min(3, x.shape[1])), self.random.randint(1, min(3, x.shape[2]))]
        if window := self._window(x, kernel, (1, 1), [k - 1 for k in kernel]):
            text, extents = window
            attributes = f"{{kernel = array<i64: {kernel[0]}, {kernel[1]}>, {text}, nan_mode = {self._nan_mode()}}}"
            self._emit("max_pool2d", [x], [x.shape[0], *extents, x.shape[3]], attributes, x.element)

    # Sequences that a folder may match.

    def _mixed_sequence(self, x):
        names = ["negations", "nothing_added", "times_constant", "clamps", "casts", "itself", "selects"]
        if x.shape:
            names += ["reversals", "transposes", "reshapes", "padded_slice", "parts", "nothing_moved"]
        if x.element in FLOATS:
            names += ["reciprocals", "roundings", "absolutes"]
        else:
            names += ["complements", "no_shift"]
        getattr(self, "_sequence_" + self.random.choice(names))(x)

    def _alike(self, x, number):
        """Returns a constant with a single number, of x's shape or broadcast to it."""
        return self.special(self.random.choice((x.shape, [1] * len(x.shape))), x.element, [number])

    def _sequence_negations(self, x):
        self._negated(self._negated(x))

    def _sequence_nothing_added(self, x):
        if x.element in ("i8", "i16"):
            return
        zeros = (0.0, -0.0) if x.element in FLOATS else (0,)
        self._binary(self.random.choice(("add", "sub")), x, self._alike(x, self.random.choice(zeros)))

    def _sequence_times_constant(self, x):
        numbers = (0.0, -0.0, 1.0, -1.0, 2.0) if x.element in FLOATS else (0, 1, -1, 2)
        self._product(x, self._alike(x, self.random.choice(numbers)))

    def _sequence_clamps(self, x):
        if x.element == "i32":
            self._binary(self.random.choice(("maximum", "minimum")), x, self._alike(x, self.random.choice(extremes("i32"))))
            return
        full = (-math.inf, math.inf) if x.element in FLOATS else limits(x.element)
        numbers = [n for n in extremes(x.element) if n == n]
        first = self._clamped(x, *self.random.choice((full, sorted(self.random.sample(numbers, 2)))))
        self._clamped(first, *self.random.choice((full, sorted(self.random.sample(numbers, 2)))))

    def _sequence_casts(self, x):
        between = self.random.choice([e for e in ("i8", "i16", "i32", "f16", "f32") if e != x.element])
        self._unary("cast", self._unary("cast", x, element=between), element=x.element)

    def _sequence_itself(self, x):
        if x.element in ("i8", "i16"):
            self._emit("bitwise_" + self.random.choice(("and", "or", "xor")), [x, x], x.shape, element=x.element)
            return
        name = self.random.choice(("sub", "maximum", "minimum", "equal", "greater", "greater_equal"))
        if name in ("equal", "greater", "greater_equal"):
            self._emit(name, [x, x], x.shape, element="i1")
        elif name == "sub" and x.element == "i32":
            x = self._narrowed(x, 30)
            self._emit(name, [x, x], x.shape, element="i32")
        else:
            self._emit(name, [x, x], x.shape, element=x.element)

    def _sequence_selects(self, x):
        condition = self.special(x.shape, "i1", self.random.choice(([True], [False], [True, False])))
        self._emit("select", [condition, *self.random.choice(([x, x], [x, self._same(x)]))], x.shape, element=x.element)

    def _sequence_reversals(self, x):
        axis = self.random.randrange(len(x.shape))
        once = self._unary("reverse", x, f"{{axis = {axis} : i32}}")
        self._unary("reverse", once, f"{{axis = {axis} : i32}}")

    def _transposed(self, x, order):
        attributes = f"{{perms = array<i32: {', '.join(map(str, order))}>}}"
        return self._emit("transpose", [x], [x.shape[i] for i in order], attributes, x.element)

    def _sequence_transposes(self, x):
        order = self.random.sample(range(len(x.shape)), len(x.shape))
        back = [order.index(i) for i in range(len(order))]
        self._transposed(self._transposed(x, order), self.random.choice((back, order)))

    def _sequence_reshapes(self, x):
        flat = (math.prod(x.shape),)
        once = self._emit("reshape", [x, self._shape(flat)], flat, element=x.element)
        self._emit("reshape", [once, self._shape(x.shape)], x.shape, element=x.element)

    def _sequence_padded_slice(self, x):
        amounts = [self.random.choice((0, 1, 2)) for _ in range(2 * len(x.shape))]
        shape = [extent + sum(amounts[2 * i : 2 * i + 2]) for i, extent in enumerate(x.shape)]
        if math.prod(shape) > 600:
            return
        padded = self._emit("pad", [x, self._shape(amounts), self._constant((1,), x.element)], shape, element=x.element)
        starts = [self.random.randint(0, amounts[2 * i]) for i in range(len(shape))]
        self._emit("slice", [padded, self._shape(starts), self._shape(x.shape)], x.shape, element=x.element)

    def _sequence_parts(self, x):
        """Splits x in two and concatenates the parts; then takes one part again."""
        axis = self.random.randrange(len(x.shape))
        if x.shape[axis] < 2:
            return
        cut, parts = self.random.randint(1, x.shape[axis] - 1), []
        for start, size in ((0, cut), (cut, x.shape[axis] - cut)):
            starts = [start if i == axis else 0 for i in range(len(x.shape))]
            sizes = [size if i == axis else extent for i, extent in enumerate(x.shape)]
            operands = [x, self._shape(starts), self._shape(sizes)]
            parts.append(self._emit("slice", operands, sizes, element=x.element))
        whole = self._emit("concat", parts, x.shape, f"{{axis = {axis} : i32}}", x.element)
        starts = [cut if i == axis else 0 for i in range(len(x.shape))]
        self._emit("slice", [whole, self._shape(starts), self._shape(parts[1].shape)], parts[1].shape, element=x.element)

    def _sequence_nothing_moved(self, x):
        ones, zeros = [1] * len(x.shape), [0] * len(x.shape)
        y = self._emit("tile", [x, self._shape(ones)], x.shape, element=x.element)
        y = self._emit("slice", [y, self._shape(zeros), self._shape(x.shape)], x.shape, element=x.element)
        y = self._emit("pad", [y, self._shape(zeros * 2), self._constant((1,), x.element)], x.shape, element=x.element)
        self._unary("identity", y)

    def _sequence_reciprocals(self, x):
        if not self._is_either_zero(x):
            self._reciprocal(self._reciprocal(x))

    def _sequence_roundings(self, x):
        self._unary(self.random.choice(("floor", "ceil")), self._unary(self.random.choice(("floor", "ceil")), x))

    def _sequence_absolutes(self, x):
        self._unary("abs", self._unary("abs", self._negated(x)))

    def _sequence_complements(self, x):
        self._unary("bitwise_not", self._unary("bitwise_not", x))

    def _sequence_no_shift(self, x):
        name = self.random.choice(("logical_left_shift", "logical_right_shift", "arithmetic_right_shift"))
        rounding = "{round = true}" if name.startswith("a") else ""
        self._emit(name, [x, self._alike(x, 0)], x.shape, rounding, x.element)

    def _mixed_sequence_of_logic(self, x):
        kind = self.random.randrange(3)
        if kind == 0:
            self._unary("logical_not", self._unary("logical_not", x))
        elif kind == 1:
            self._emit("logical_" + self.random.choice(("and", "or", "xor")), [x, x], x.shape, element="i1")
        else:
            constant = self._alike(x, self.random.choice((True, False)))
            self._emit("logical_" + self.random.choice(("and", "or", "xor")), [x, constant], x.shape, element="i1")
