"""Random graphs of most TOSA operators on elements of several types, the same for the same seed.

Any operator that takes a value's type may use the value again, and it may be an output; inputs and constants may be
outputs, too, and one value several outputs.
"""

import math

from random_graphs import Graph, Value

_MOST = 400
WIDTHS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32}
FLOATS = ("f32", "f16")
_ACCUMULATORS = {"f32": "f32", "f16": "f16", "i8": "i32", "i16": "i48"}
_RANGES = {"i8": (-128, 127), "i16": (-32768, 32767), "i32": (-1000, 1000)}


class MixedGraph(Graph):
    """A function on one to three inputs of elements i1, i8, i16, i32, and f16 and f32 if there are floats."""

    def __init__(self, seed, control_flow=False, floats=True):
        self._control_flow, self._depth = control_flow, 0
        self._elements = ("i8", "i16", "i32", *(FLOATS if floats else ()))
        super().__init__(seed, None)

    def _build(self):
        choose = self.random
        for i in range(choose.randint(1, 3)):
            shape = [choose.randint(1, 6) for _ in range(choose.choice((0, 1, 2, 3, 4, 4, 4, 4)))]
            self.inputs.append(Value(f"%a{i}", shape, choose.choice((*self._elements, "i1"))))
        self.values += self.inputs
        for _ in range(choose.randint(3, 14)):
            self._step()
        self.outputs = self.values[-1:] + choose.choices(self.values, k=choose.randint(0, 3))
        if choose.random() < 0.2:
            self.outputs.append(self._constant((choose.randint(1, 9),), choose.choice(self._elements)))

    def _step(self):
        x = self.random.choice(self.values[-6:])
        getattr(self, "_mixed_" + self.random.choice(self._fitting(x)))(x)

    def _fitting(self, x):
        names = ["move", "move", "move", "identity", "select", "cast"]
        if x.element == "i1":
            names += ["logical", "reduce_logical"]
        else:
            names += self._fitting_numbers(x)
        return names + (["branch", "loop"] if self._control_flow and self._depth < 2 else [])

    def _fitting_numbers(self, x):
        names = ["reduce", "clamp", "negate"]
        if x.element in ("i32", *FLOATS):
            names += ["arithmetic", "arithmetic", "arithmetic", "compare", "absolute", "product"]
        if x.element in FLOATS:
            names += ["math", "math", "softmax"]
        else:
            names += ["bits", "shift", "rescale", "rescale"]
        if x.element in ("i8", "i16"):
            names += ["table", "argmax"]
        if len(x.shape) == 4 and x.element != "i32":
            names += ["convolve", "convolve", "depthwise", "pool"]
        if len(x.shape) >= 2 and x.element != "i32":
            names += ["multiply"]
        return names

    def _constant(self, shape, element, least=None, most=None):
        if element == "i1":
            return self._booleans(shape)
        if least is None:
            least, most = _RANGES.get(element, (-3, 3))
        return super()._constant(shape, element, least, most)

    def _booleans(self, shape):
        shown = lambda extents: (  # noqa: E731
            "[" + ", ".join(shown(extents[1:]) for _ in range(extents[0])) + "]"
            if extents else self.random.choice(("true", "false")))
        value = Value(self._name(), shape, "i1")
        self._add(value, (), f'{value.name} = "tosa.const"() <{{values = dense<{shown(value.shape)}> : {value.type}}}>'
                             f" : () -> {value.type}")
        return value

    def _partner(self, x):
        """Returns a value of x's type, sometimes one that is broadcast to it."""
        fit = [v for v in self.values if v.element == x.element and len(v.shape) == len(x.shape)
               and all(a in (1, b) for a, b in zip(v.shape, x.shape))]
        if self.random.random() < 0.25:
            return self._constant([self.random.choice((1, extent)) for extent in x.shape], x.element)
        return self.random.choice(fit)

    def _unary(self, op, x, attributes="", element=None):
        return self._emit(op, [x], x.shape, attributes, element or x.element)

    def _operands(self, x):
        pair = [x, self._partner(x)]
        self.random.shuffle(pair)
        return pair

    # Operators of equal shapes.

    def _mixed_identity(self, x):
        self._unary("identity", x)

    def _mixed_arithmetic(self, x):
        name = self.random.choice(("add", "sub", "maximum", "minimum"))
        self._emit(name, self._operands(x), x.shape, element=x.element)

    def _mixed_product(self, x):
        self._emit("mul", [*self._operands(x), self._zero("i8")], x.shape, element=x.element)

    def _mixed_compare(self, x):
        name = self.random.choice(("equal", "greater", "greater_equal"))
        self._emit(name, self._operands(x), x.shape, element="i1")

    def _mixed_absolute(self, x):
        self._unary("abs", x)

    def _mixed_negate(self, x):
        self._emit("negate", [x, self._zero(x.element), self._zero(x.element)], x.shape, element=x.element)

    def _mixed_clamp(self, x):
        if x.element in FLOATS:
            bounds = f"min_val = {-self.random.random():.4f} : {x.element}, max_val = 1.5 : {x.element}"
            self._unary("clamp", x, f"{{{bounds}, nan_mode = {self._nan_mode()}}}")
        elif x.element in ("i8", "i16"):
            self._unary("clamp", x, f"{{min_val = -20 : {x.element}, max_val = 90 : {x.element}}}")

    def _nan_mode(self):
        return self.random.choice(("PROPAGATE", "IGNORE"))

    def _mixed_math(self, x):
        self._unary(self.random.choice(("tanh", "sigmoid", "exp", "floor", "ceil", "erf", "sin", "cos", "reciprocal")), x)

    def _mixed_softmax(self, x):
        if x.shape:
            self._softmax(x, len(x.shape) - 1)

    def _softmax(self, x, axis):
        one = [*x.shape[:axis], 1]
        at = f"{{axis = {axis} : i32}}"
        largest = self._emit("reduce_max", [x], one, at, x.element)
        power = self._unary("exp", self._emit("sub", [x, largest], x.shape, element=x.element))
        scale = self._unary("reciprocal", self._emit("reduce_sum", [power], one, at, x.element))
        self._emit("mul", [power, scale, self._zero("i8")], x.shape, element=x.element)

    def _mixed_bits(self, x):
        if self.random.random() < 0.2:
            self._unary("bitwise_not", x)
            return
        name = "bitwise_" + self.random.choice(("and", "or", "xor"))
        self._emit(name, self._operands(x), x.shape, element=x.element)

    def _mixed_shift(self, x):
        name = self.random.choice(("logical_left_shift", "logical_right_shift", "arithmetic_right_shift"))
        amounts = self._constant([1] * len(x.shape), x.element, 0, WIDTHS[x.element] - 1)
        self._emit(name, [x, amounts], x.shape, "{round = false}" if name.startswith("a") else "", x.element)

    def _mixed_logical(self, x):
        self._emit("logical_" + self.random.choice(("and", "or", "xor")), self._operands(x), x.shape, element="i1")

    def _mixed_select(self, x):
        fit = [v for v in self.values if v.element == "i1" and v.shape == x.shape]
        condition = self.random.choice(fit) if fit else self._constant(x.shape, "i1")
        self._emit("select", [condition, *self._operands(x)], x.shape, element=x.element)

    def _mixed_cast(self, x):
        if x.element in FLOATS:
            # A NaN has no integer value.
            attributes = f"{{min_val = -100.0 : {x.element}, max_val = 100.0 : {x.element}, nan_mode = IGNORE}}"
            x = self._unary("clamp", x, attributes)
            targets = ("i8", "i16", "i32", "f16" if x.element == "f32" else "f32")
        else:
            targets = [e for e in ("i1", *self._elements) if e != x.element and not (x.element == "i1" and e in FLOATS)]
        self._unary("cast", x, element=self.random.choice(targets))

    def _mixed_table(self, x):
        size, element = (256, "i8") if x.element == "i8" else (513, "i16")
        # The slopes of a table of i16 must fit in i16.
        entries = self._constant((size,), element, *(() if element == "i8" else (-16384, 16383)))
        self._emit("table", [x, entries], x.shape, element="i8" if x.element == "i8" else "i32")

    def _mixed_rescale(self, x):
        target = self.random.choice(("i8", "i16", "i32"))
        per_channel = x.shape and self.random.random() < 0.5
        zero = lambda element: (-20, 20) if element == "i8" else (0, 0)  # noqa: E731
        bits = {"i8": 7, "i16": 15, "i32": 15}
        shift = 31 + bits[x.element] - min(bits[x.element], bits[target])
        self._rescale_mixed(x, x.shape[-1] if per_channel else 1, (shift, shift + 4), (zero(x.element), zero(target)), target)

    def _rescale_mixed(self, x, channels, shifts, points, target):
        wide = x.element != "i48"
        operands = [
            x,
            self._constant((channels,), *(("i32", 1 << 30, (1 << 31) - 1) if wide else ("i16", 1 << 14, (1 << 15) - 1))),
            self._constant((channels,), "i8", *shifts),
            self._constant((1,), x.element, *points[0]),
            self._constant((1,), target, *points[1]),
        ]
        rounding = self.random.choice(("SINGLE_ROUND", "DOUBLE_ROUND")) if wide else "SINGLE_ROUND"
        attributes = (f"{{input_unsigned = false, output_unsigned = false, per_channel = {str(channels > 1).lower()}, "
                      f"rounding_mode = {rounding}, scale32 = {str(wide).lower()}}}")
        self._emit("rescale", operands, x.shape, attributes, target)

    # Reductions.

    def _mixed_reduce(self, x):
        if x.shape:
            names = ["max", "min"] + (["sum"] if x.element in ("i32", *FLOATS) else [])
            name, axis = self.random.choice(names), self.random.randrange(len(x.shape))
            mode = f", nan_mode = {self._nan_mode()}" if name != "sum" and x.element in FLOATS else ""
            self._reduced("reduce_" + name, x, axis, mode)

    def _reduced(self, name, x, axis, more=""):
        shape = [1 if i == axis else extent for i, extent in enumerate(x.shape)]
        return self._emit(name, [x], shape, f"{{axis = {axis} : i32{more}}}", x.element)

    def _mixed_reduce_logical(self, x):
        if x.shape:
            self._reduced(self.random.choice(("reduce_any", "reduce_all")), x, self.random.randrange(len(x.shape)))

    def _mixed_argmax(self, x):
        if x.shape:
            axis = self.random.randrange(len(x.shape))
            shape = [extent for i, extent in enumerate(x.shape) if i != axis]
            self._emit("argmax", [x], shape, f"{{axis = {axis} : i32}}", "i32")

    # Movement.

    def _mixed_move(self, x):
        if x.shape:
            moves = ("transpose", "reshape", "concat", "slice", "pad", "reverse", "tile", "gather")
            getattr(self, "_move_" + self.random.choice(moves))(x)

    def _move_transpose(self, x):
        order = self.random.sample(range(len(x.shape)), len(x.shape))
        self._emit("transpose", [x], [x.shape[i] for i in order],
                   f"{{perms = array<i32: {', '.join(map(str, order))}>}}", x.element)

    def _move_reshape(self, x):
        shape, rest = [], math.prod(x.shape)
        for _ in range(self.random.randint(0, 3)):
            shape.append(self.random.choice([d for d in range(1, min(rest, 12) + 1) if rest % d == 0]))
            rest //= shape[-1]
        shape.append(rest)
        self.random.shuffle(shape)
        self._emit("reshape", [x, self._shape(shape)], shape, element=x.element)

    def _move_concat(self, x):
        axis = self.random.randrange(len(x.shape))
        outside = lambda v: v.shape[:axis] + v.shape[axis + 1 :]  # noqa: E731
        fit = [v for v in self.values if v.element == x.element and len(v.shape) == len(x.shape)
               and outside(v) == outside(x)]
        parts = [x] + self.random.choices(fit, k=self.random.randint(1, 2))
        self.random.shuffle(parts)
        shape = list(x.shape)
        shape[axis] = sum(v.shape[axis] for v in parts)
        if math.prod(shape) <= _MOST:
            self._emit("concat", parts, shape, f"{{axis = {axis} : i32}}", x.element)

    def _move_slice(self, x):
        starts = [self.random.randrange(extent) for extent in x.shape]
        sizes = [self.random.randint(1, extent - start) for extent, start in zip(x.shape, starts)]
        self._emit("slice", [x, self._shape(starts), self._shape(sizes)], sizes, element=x.element)

    def _move_pad(self, x):
        amounts = [self.random.choice((0, 0, 1, 2)) for _ in range(2 * len(x.shape))]
        shape = [extent + sum(amounts[2 * i : 2 * i + 2]) for i, extent in enumerate(x.shape)]
        if math.prod(shape) <= _MOST:
            self._emit("pad", [x, self._shape(amounts), self._constant((1,), x.element)], shape, element=x.element)

    def _move_reverse(self, x):
        self._unary("reverse", x, f"{{axis = {self.random.randrange(len(x.shape))} : i32}}")

    def _move_tile(self, x):
        times = [self.random.choice((1, 1, 2, 3)) for _ in x.shape]
        shape = [a * b for a, b in zip(x.shape, times)]
        if math.prod(shape) <= _MOST:
            self._emit("tile", [x, self._shape(times)], shape, element=x.element)

    def _rows(self, x):
        """Returns x as N x rows x columns."""
        flat = (x.shape[0], math.prod(x.shape[1:-1]), x.shape[-1]) if len(x.shape) > 1 else (1, 1, x.shape[0])
        return self._emit("reshape", [x, self._shape(flat)], flat, element=x.element)

    def _move_gather(self, x):
        rows = self._rows(x)
        count = self.random.randint(1, 4)
        indices = self._constant((rows.shape[0], count), "i32", 0, rows.shape[1] - 1)
        self._emit("gather", [rows, indices], (rows.shape[0], count, rows.shape[2]), element=x.element)

    # Sums of products.

    def _mixed_multiply(self, x):
        rows, width = self._rows(x), self.random.randint(1, 5)
        right = self._constant((rows.shape[0], rows.shape[2], width), x.element)
        zeros = [self._zero(x.element), self._zero(x.element)]
        shape = (*rows.shape[:2], width)
        self._narrow(self._emit("matmul", [rows, right, *zeros], shape, element=_ACCUMULATORS[x.element], keep=False))

    def _narrow(self, x):
        """Converts an accumulator to a type that any operator takes."""
        if x.element == "i48":
            self._rescale_mixed(x, 1, (30, 34), ((0, 0), (0, 0)), self.random.choice(("i8", "i16", "i32")))
        elif x.element == "i32":
            self._rescale_mixed(x, self.random.choice((1, x.shape[-1])), (36, 40), ((0, 0), (-20, 20)), "i8")
        else:
            self.values.append(x)

    def _mixed_convolve(self, x):
        self._convolve(x, depthwise=False)

    def _mixed_depthwise(self, x):
        self._convolve(x, depthwise=True)

    def _convolve(self, x, depthwise):
        kernel = [self.random.randint(1, 3), self.random.randint(1, 3)]
        dilation = [self.random.randint(1, 2), self.random.randint(1, 2)]
        window = self._window(x, kernel, dilation, (2, 2))
        if not window:
            return
        text, extents = window
        factor = self.random.randint(1, 2 if depthwise else 4)
        channels = x.shape[3] * factor if depthwise else factor
        if math.prod(extents) * channels * x.shape[0] > _MOST:
            return
        accumulator = _ACCUMULATORS[x.element]
        weight = "i8" if x.element == "i16" else x.element
        weights = (*kernel, x.shape[3], factor) if depthwise else (channels, *kernel, x.shape[3])
        operands = [x, self._constant(weights, weight), self._constant((channels,), accumulator, -900, 900),
                    self._constant((1,), "i8", -9, 9) if x.element == "i8" else self._zero(x.element), self._zero(weight)]
        attributes = (f"{{acc_type = {accumulator}, dilation = array<i64: {dilation[0]}, {dilation[1]}>, {text}}}")
        name = "depthwise_conv2d" if depthwise else "conv2d"
        self._narrow(self._emit(name, operands, [x.shape[0], *extents, channels], attributes, accumulator, keep=False))

    def _mixed_pool(self, x):
        kernel = [self.random.randint(1, min(3, x.shape[1])), self.random.randint(1, min(3, x.shape[2]))]
        window = self._window(x, kernel, (1, 1), [k - 1 for k in kernel])
        if not window:
            return
        text, extents = window
        text = f"kernel = array<i64: {kernel[0]}, {kernel[1]}>, {text}"
        shape = [x.shape[0], *extents, x.shape[3]]
        if self.random.random() < 0.5:
            mode = f", nan_mode = {self._nan_mode()}" if x.element in FLOATS else ""
            self._emit("max_pool2d", [x], shape, f"{{{text}{mode}}}", x.element)
        else:
            accumulator = "i32" if x.element in ("i8", "i16") else x.element
            points = [self._constant((1,), "i8", -5, 5) if x.element == "i8" else self._zero(x.element) for _ in "io"]
            self._emit("avg_pool2d", [x, *points], shape, f"{{acc_type = {accumulator}, {text}}}", x.element)

    # Control flow. Regions are generated like the graph, only from their arguments, and may contain regions.

    def _body(self, types, wanted):
        """Returns arguments of these types, the lines of a region on them, and results of the wanted types."""
        outer = self.operations, self.values
        arguments = [Value(self._name(), v.shape, v.element) for v in types]
        self.operations, self.values = [], list(arguments)
        self._depth += 1
        for _ in range(self.random.randint(0, 3)):
            self._step()
        self._depth -= 1
        results = [self._same(v) for v in wanted]
        lines = [operation.text for operation in self.operations]
        self.operations, self.values = outer
        return arguments, lines, results

    def _block(self, arguments, lines, results):
        names, types = ", ".join(v.name for v in results), ", ".join(v.type for v in results)
        head = ", ".join(f"{v.name}: {v.type}" for v in arguments)
        return "\n".join(["{", f"^bb0({head}):", *lines, f"tosa.yield {names} : {types}", "}"])

    def _controlled(self, op, operands, blocks, wanted):
        name = self._name()
        many = len(wanted) > 1
        results = tuple(Value(f"{name}#{i}" if many else name, v.shape, v.element) for i, v in enumerate(wanted))
        types, made = ", ".join(v.type for v in operands), ", ".join(v.type for v in wanted)
        self._add(results, operands, f'{name}{f":{len(wanted)}" if many else ""} = "tosa.{op}"'
                                     f"({', '.join(v.name for v in operands)}) ({', '.join(blocks)}) : ({types}) -> ({made})")
        self.values += results

    def _mixed_branch(self, x):
        operands = [x, *self.random.choices(self.values, k=self.random.randint(0, 2))]
        wanted = [x, *self.random.choices(operands, k=self.random.randint(0, 1))]
        # The inputs of the branches come after the condition.
        blocks = [self._block(*self._body(operands, wanted)) for _ in "ab"]
        self._controlled("cond_if", [self._flag(x), *operands], blocks, wanted)

    def _mixed_loop(self, x):
        carried = [x, *self.random.choices(self.values, k=self.random.randint(0, 2))]
        count = self._constant((), "i32", 0, 0)
        operands = [count, *carried]
        until = [Value(self._name(), v.shape, v.element) for v in operands]
        outer, self.operations = self.operations, []
        limit = self._constant((), "i32", 0, 4)
        more = self._emit("greater", [limit, until[0]], (), element="i1", keep=False)
        condition = self._block(until, [operation.text for operation in self.operations], [more])
        self.operations = []
        one = self._constant((), "i32", 1, 1)
        arguments, lines, results = self._body(operands, carried)
        following = self._emit("add", [arguments[0], one], (), element="i32", keep=False)
        lines = [self.operations[0].text, *lines, self.operations[1].text]
        self.operations = outer
        self._controlled("while_loop", operands, [condition, self._block(arguments, lines, [following, *results])], operands)

    def _same(self, x):
        """Returns a recent value of x's type."""
        return self.random.choice([v for v in self.values if v.type == x.type][-3:])

    def _flag(self, x):
        """Returns a condition of one element: a constant, or one that depends on x."""
        if self.random.random() < 0.3 or x.element not in ("i32", *FLOATS):
            return self._constant([1] * self.random.randint(0, 2), "i1")
        count = math.prod(x.shape)
        flat = self._emit("reshape", [x, self._shape((count,))], (count,), element=x.element, keep=False)
        first = self._emit("slice", [flat, self._shape((0,)), self._shape((1,))], (1,), element=x.element, keep=False)
        return self._emit("greater", [first, self._constant((1,), x.element, 0, 0)], (1,), element="i1", keep=False)
