"""Random graphs of TOSA operators, the same for the same seed.

Shapes are small, so that a run is quick. Values are used more than once, results are also outputs, inputs are outputs,
and one value is several outputs, so that fusion and the reuse of memory are tested in unusual places.
"""

import math
import random
from dataclasses import dataclass

_MOST_ELEMENTS = 600
_RANGES = {"i8": (-128, 127), "i32": (-100, 100)}


def tensor(shape, element):
    return "tensor<" + "".join(f"{extent}x" for extent in shape) + element + ">"


class Value:
    def __init__(self, name, shape, element):
        self.name, self.shape, self.element = name, tuple(shape), element
        self.type = tensor(shape, element)


@dataclass(frozen=True)
class Operation:
    """An operator of a graph: its results, its operands, and its MLIR."""

    results: tuple
    operands: tuple
    text: str


def function(name, inputs, operations, outputs, attributes=lambda v: ""):
    """`attributes` returns what follows the type of an input or an output in the signature."""
    arguments = ", ".join(f"{v.name}: {v.type}{attributes(v)}" for v in inputs)
    results = ", ".join(f"{v.type}{attributes(v)}" for v in outputs)
    types = ", ".join(v.type for v in outputs)
    names = ", ".join(v.name for v in outputs)
    body = "\n".join(f"  {operation.text}" for operation in operations)
    text = f"func.func @{name}({arguments}) -> ({results}) {{\n{body}\n  return {names} : {types}\n}}\n"
    # One of several results has a name that no argument may have.
    for v in inputs:
        text = text.replace(v.name, v.name.replace("#", "_"))
    return text


def field_name(v):
    """Returns the attribute for the name of a value's field in the header."""
    return f' {{tir.name = "{v.field}"}}'


class Graph:
    """A function `name` on one or two inputs of element type `element` (f32, i32 or i8)."""

    def __init__(self, seed, element):
        self.random = random.Random(seed)
        self.element = element
        self.operations, self.values, self.count = [], [], 0
        self.inputs, self.outputs = [], []
        self._build()

    def _build(self):
        shape = [self.random.randint(*bounds) for bounds in ((1, 2), (3, 6), (3, 6), (1, 4))]
        self.inputs = [Value(f"%a{i}", shape, self.element) for i in range(self.random.randint(1, 2))]
        self.values += self.inputs
        for _ in range(self.random.randint(3, 14)):
            self._step()
        self.outputs = self.values[-1:] + self.random.choices(self.values, k=self.random.randint(0, 3))

    def text(self, name):
        return function(name, self.inputs, self.operations, self.outputs)

    # Parts of operators.

    def _name(self):
        self.count += 1
        return f"%v{self.count}"

    def _constant(self, shape, element, least=-3, most=3):
        def elements(extents):
            if extents:
                return "[" + ", ".join(elements(extents[1:]) for _ in range(extents[0])) + "]"
            if element in ("f32", "f16"):
                return f"{self.random.uniform(least, most):.6e}"
            return str(self.random.randint(least, most))

        value = Value(self._name(), shape, element)
        constant = f'"tosa.const"() <{{values = dense<{elements(value.shape)}> : {value.type}}}>'
        self._add(value, (), f"{value.name} = {constant} : () -> {value.type}")
        return value

    def _zero(self, element):
        return self._constant((1,), element, 0, 0)

    def _shape(self, extents):
        value = Value(self._name(), (), "shape")
        value.type = f"!tosa.shape<{len(extents)}>"
        constant = f"tosa.const_shape {{values = dense<{list(extents)}> : tensor<{len(extents)}xindex>}}"
        self._add(value, (), f"{value.name} = {constant} : () -> {value.type}")
        return value

    def _add(self, result, operands, text):
        results = result if isinstance(result, tuple) else (result,)
        self.operations.append(Operation(results, tuple(operands), text))

    def _emit(self, op, operands, shape, attributes="", element=None, keep=True):
        value = Value(self._name(), shape, element or self.element)
        names = ", ".join(o.name for o in operands)
        types = ", ".join(o.type for o in operands)
        self._add(value, operands, f"{value.name} = tosa.{op} {names} {attributes} : ({types}) -> {value.type}")
        if keep:
            self.values.append(value)
        return value

    def _like(self, x):
        return self.random.choice([v for v in self.values if v.type == x.type])

    def _step(self):
        pool = [v for v in self.values if v.element == self.element and len(v.shape) == 4]
        x = self.random.choice(pool[-6:])
        getattr(self, "_op_" + self.random.choice(_OPERATORS[self.element]))(x)

    # Operators; each may do nothing instead.

    def _op_binary(self, x):
        names = ["add", "sub", "maximum", "minimum"] + (["mul"] if self.element == "f32" else [])
        name, y = self.random.choice(names), self._like(x)
        if self.random.random() < 0.3:
            y = self._constant([self.random.choice((1, extent)) for extent in x.shape], x.element)
        self._emit(name, [x, y] + ([self._zero("i8")] if name == "mul" else []), x.shape)

    def _op_bitwise(self, x):
        self._emit("bitwise_" + self.random.choice(("and", "or", "xor")), [x, self._like(x)], x.shape)

    def _op_unary(self, x):
        names = ("tanh", "sigmoid", "abs", "floor", "ceil", "erf") if x.element == "f32" else ("abs", "clz", "bitwise_not")
        self._emit(self.random.choice(names), [x], x.shape)

    def _op_clamp(self, x):
        self._emit("clamp", [x], x.shape, "{min_val = -20 : i8, max_val = 90 : i8}")

    def _op_select(self, x):
        y = self._like(x)
        condition = self._emit("greater", [x, y], x.shape, element="i1", keep=False)
        self._emit("select", [condition, x, y], x.shape)

    def _op_softmax(self, x):
        one, axis = x.shape[:3] + (1,), "{axis = 3 : i32}"
        largest = self._emit("reduce_max", [x], one, axis)
        power = self._emit("exp", [self._emit("sub", [x, largest], x.shape)], x.shape)
        scale = self._emit("reciprocal", [self._emit("reduce_sum", [power], one, axis)], one)
        self._emit("mul", [power, scale, self._zero("i8")], x.shape)

    def _op_reduce(self, x):
        axis = self.random.randrange(4)
        shape = [1 if i == axis else extent for i, extent in enumerate(x.shape)]
        self._emit("reduce_" + self.random.choice(("sum", "max", "min")), [x], shape, f"{{axis = {axis} : i32}}")

    def _op_argmax(self, x):
        axis = self.random.randrange(4)
        shape = [extent for i, extent in enumerate(x.shape) if i != axis]
        self._emit("argmax", [x], shape, f"{{axis = {axis} : i32}}", "i32")

    def _op_transpose(self, x):
        order = self.random.sample(range(4), 4)
        self._emit("transpose", [x], [x.shape[i] for i in order], f"{{perms = array<i32: {', '.join(map(str, order))}>}}")

    def _op_reshape(self, x):
        shape, rest = [], math.prod(x.shape)
        for _ in range(3):
            shape.append(self.random.choice([d for d in range(1, min(rest, 12) + 1) if rest % d == 0]))
            rest //= shape[-1]
        if rest <= 64:
            shape.append(rest)
            self._emit("reshape", [x, self._shape(shape)], shape)

    def _op_concat(self, x):
        axis = self.random.randrange(4)
        outside = lambda v: v.shape[:axis] + v.shape[axis + 1 :]  # noqa: E731
        fit = [v for v in self.values if v.element == x.element and len(v.shape) == 4 and outside(v) == outside(x)]
        parts = [x] + self.random.choices(fit, k=self.random.randint(1, 2))
        shape = list(x.shape)
        shape[axis] = sum(v.shape[axis] for v in parts)
        if math.prod(shape) <= _MOST_ELEMENTS:
            self._emit("concat", parts, shape, f"{{axis = {axis} : i32}}")

    def _op_slice(self, x):
        starts = [self.random.randrange(extent) for extent in x.shape]
        sizes = [self.random.randint(1, extent - start) for extent, start in zip(x.shape, starts)]
        if math.prod(sizes) >= 4:
            self._emit("slice", [x, self._shape(starts), self._shape(sizes)], sizes)

    def _op_pad(self, x):
        amounts = [self.random.choice((0, 0, 1)) for _ in range(8)]
        shape = [extent + sum(amounts[2 * i : 2 * i + 2]) for i, extent in enumerate(x.shape)]
        if math.prod(shape) <= _MOST_ELEMENTS:
            self._emit("pad", [x, self._shape(amounts), self._constant((1,), x.element, -2, 2)], shape)

    def _op_reverse(self, x):
        self._emit("reverse", [x], x.shape, f"{{axis = {self.random.randrange(4)} : i32}}")

    def _op_tile(self, x):
        times = [self.random.choice((1, 1, 2)) for _ in range(4)]
        shape = [a * b for a, b in zip(x.shape, times)]
        if math.prod(shape) <= _MOST_ELEMENTS:
            self._emit("tile", [x, self._shape(times)], shape)

    def _op_gather(self, x):
        flat, count = (x.shape[0], x.shape[1] * x.shape[2], x.shape[3]), self.random.randint(1, 4)
        rows = self._emit("reshape", [x, self._shape(flat)], flat)
        indices = self._constant((flat[0], count), "i32", 0, flat[1] - 1)
        taken = self._emit("gather", [rows, indices], (flat[0], count, flat[2]))
        shape = (flat[0], count, 1, flat[2])
        self._emit("reshape", [taken, self._shape(shape)], shape)

    def _op_matmul(self, x):
        rows, width = (x.shape[0], x.shape[1] * x.shape[2], x.shape[3]), self.random.randint(1, 5)
        left = self._emit("reshape", [x, self._shape(rows)], rows)
        right = self._constant((rows[0], rows[2], width), x.element)
        zeros = [self._zero(x.element), self._zero(x.element)]
        product = self._emit("matmul", [left, right] + zeros, (rows[0], rows[1], width))
        shape = x.shape[:3] + (width,)
        self._emit("reshape", [product, self._shape(shape)], shape)

    def _window(self, x, kernel, dilation, most_padding):
        """Returns strides, padding and output extents of a window that divides evenly, or None if none fits."""
        strides = [self.random.randint(1, 2), self.random.randint(1, 2)]
        padding = [self.random.randint(0, most_padding[i // 2]) for i in range(4)]
        extents = []
        for i in (0, 1):
            room = x.shape[1 + i] + padding[2 * i] + padding[2 * i + 1] - ((kernel[i] - 1) * dilation[i] + 1)
            if room < 0:
                return None
            if room % strides[i]:
                strides[i] = 1
            extents.append(room // strides[i] + 1)
        lists = {"stride": strides, "pad": padding}
        text = ", ".join(f"{key} = array<i64: {', '.join(map(str, value))}>" for key, value in lists.items())
        return text, extents

    def _pool(self, x, op, operands, first):
        kernel = [self.random.randint(1, min(3, x.shape[1])), self.random.randint(1, min(3, x.shape[2]))]
        window = self._window(x, kernel, (1, 1), [k - 1 for k in kernel])
        if window:
            text, extents = window
            shape = [x.shape[0], *extents, x.shape[3]]
            self._emit(op, [x] + operands, shape, f"{{{first}kernel = array<i64: {kernel[0]}, {kernel[1]}>, {text}}}")

    def _op_max_pool(self, x):
        self._pool(x, "max_pool2d", [], "")

    def _op_avg_pool(self, x):
        least, most = (-5, 5) if x.element == "i8" else (0, 0)
        points = [self._constant((1,), x.element, least, most) for _ in range(2)]
        self._pool(x, "avg_pool2d", points, f"acc_type = {'i32' if x.element == 'i8' else 'f32'}, ")

    def _convolution(self, x, depthwise):
        quantised = x.element == "i8"
        accumulator = "i32" if quantised else "f32"
        kernel = [self.random.randint(1, 3), self.random.randint(1, 3)]
        dilation = [self.random.randint(1, 2), self.random.randint(1, 2)]
        window = self._window(x, kernel, dilation, (2, 2))
        if not window:
            return
        text, extents = window
        factor = self.random.randint(1, 2 if depthwise else 5)
        channels = x.shape[3] * factor if depthwise else factor
        if math.prod(extents) * channels > _MOST_ELEMENTS:
            return
        weights_shape = (*kernel, x.shape[3], factor) if depthwise else (channels, *kernel, x.shape[3])
        bound = 9 if quantised else 3
        weights = self._constant(weights_shape, x.element, -bound, bound)
        bias = self._constant((channels,), accumulator, *((-900, 900) if quantised else (-3, 3)))
        point = self._constant((1,), x.element, -6, 6) if quantised else self._zero("f32")
        attributes = f"{{acc_type = {accumulator}, dilation = array<i64: {dilation[0]}, {dilation[1]}>, {text}}}"
        shape = [x.shape[0], *extents, channels]
        result = self._emit("depthwise_conv2d" if depthwise else "conv2d",
                            [x, weights, bias, point, self._zero(x.element)], shape, attributes, accumulator,
                            keep=not quantised)
        if quantised:
            self._rescale_down(result)

    def _op_conv(self, x):
        self._convolution(x, depthwise=False)

    def _op_depthwise(self, x):
        self._convolution(x, depthwise=True)

    def _op_table(self, x):
        self._emit("table", [x, self._constant((256,), "i8", -128, 127)], x.shape)

    def _op_quantised_add(self, x):
        parts = [self._rescale_up(x), self._rescale_up(self._like(x))]
        self._rescale_down(self._emit("add", parts, x.shape, element="i32", keep=False))

    def _rescale(self, x, channels, shifts, points, element, rounding, keep):
        operands = [
            x,
            self._constant((channels,), "i32", 1 << 30, (1 << 31) - 1),
            self._constant((channels,), "i8", *shifts),
            self._constant((1,), x.element, *points[0]),
            self._constant((1,), element, *points[1]),
        ]
        attributes = (f"{{input_unsigned = false, output_unsigned = false, per_channel = {str(channels > 1).lower()}, "
                      f"rounding_mode = {rounding}, scale32 = true}}")
        return self._emit("rescale", operands, x.shape, attributes, element, keep)

    def _rescale_down(self, x):
        rounding = self.random.choice(("SINGLE_ROUND", "DOUBLE_ROUND"))
        self._rescale(x, x.shape[3], (36, 40), ((0, 0), (-20, 20)), "i8", rounding, keep=True)

    def _rescale_up(self, x):
        return self._rescale(x, 1, (20, 24), ((-9, 9), (0, 0)), "i32", "SINGLE_ROUND", keep=False)


_MOVES = ["transpose", "reshape", "concat", "slice", "pad", "reverse", "tile", "gather"]
_OPERATORS = {
    "f32": _MOVES + ["binary"] * 4 + ["unary"] * 3 + ["conv"] * 2
    + ["max_pool", "depthwise", "avg_pool", "reduce", "reduce", "matmul", "select", "softmax"],
    "i32": _MOVES + ["binary"] * 5 + ["unary"] * 2 + ["bitwise"] * 2 + ["reduce", "reduce", "select"],
    "i8": _MOVES + ["conv"] * 4 + ["quantised_add"] * 2
    + ["max_pool", "depthwise", "table", "clamp", "avg_pool", "argmax"],
}
