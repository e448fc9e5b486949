"""The softmax in a random graph, as converters write it."""

import math

from constant_graph import ConstantGraph


class SoftmaxLayers(ConstantGraph):
    def _softmax(self, x):
        """Of rows in one of the dimensions, mostly the last."""
        axis = self.random.choice((3, 3, 3, 1, 2))
        one = [1 if i == axis else extent for i, extent in enumerate(x.shape)]
        return self._float_softmax(x, one, axis) if x.element == "f32" else self._integer_softmax(x, one, axis)

    def _float_softmax(self, x, one, axis):
        """With 1 / (1 + x^2) for e^x, whose last bits each C library rounds in its own way."""
        none = self._numbers("i8", [0])
        y = self._emit("sub", [x, self._reduced("max", x, one, axis)], x.shape, element="f32")
        y = self._emit("mul", [y, y, none], x.shape, element="f32")
        y = self._emit("add", [y, self._splat("f32", 1.0)], x.shape, element="f32")
        y = self._emit("reciprocal", [y], x.shape, element="f32")
        total = self._emit("reciprocal", [self._reduced("sum", y, one, axis)], one, element="f32")
        y = self._emit("mul", [y, total, none], x.shape, element="f32")
        y.point = 0
        return y

    def _integer_softmax(self, x, one, axis):
        """As the converter of TensorFlow Lite writes it: e^x from four tables, and Newton's steps for 1 / sum."""
        def emit(op, *operands, shape=x.shape, attributes=""):
            return self._emit(op, operands, shape, attributes, "i32")

        def product(a, b, shift, shape=one):
            return emit("mul", a, b, self._numbers("i8", [shift]), shape=shape)

        def rounded(v, shift):
            return emit("arithmetic_right_shift", v, shift, attributes="{round = true}")

        wide = self._rescaled(x, "i32", 1 << 30, 30, (x.point if x.element == "i8" else 0, 0))
        less = emit("sub", wide, self._reduced("max", wide, one, axis))
        shift = self.random.randint(23, 26) if x.element == "i8" else self.random.randint(30, 33)
        index = self._rescaled(less, "i16", 1 << 30, shift, (0, 0))
        scale = self.random.uniform(0.005, 0.05)
        powers = [round(math.exp(min(0, i - 256) * scale) * (2**31 - 1)) for i in range(513)]
        parts = []
        for place in (24, 16, 8, 0):
            table = self._numbers("i16", [power >> place & 255 for power in powers])
            parts.append(emit("table", index, table))
        total = emit("add", *(emit("logical_left_shift", part, self._splat("i32", by))
                              for part, by in zip(parts, (17, 9))))
        total = emit("add", total, emit("logical_left_shift", parts[2], self._splat("i32", 1)))
        total = emit("add", total, rounded(parts[3], self._splat("i32", 7)))
        added = self._reduced("sum", rounded(total, self._splat("i32", 12)), one, axis)
        zeros = emit("clz", added, shape=one)
        half = emit("logical_left_shift", added, emit("sub", zeros, self._splat("i32", 1), shape=one), shape=one)
        inverse = emit("add", product(half, self._splat("i32", -1010580540), 31), self._splat("i32", 1515870810),
                       shape=one)
        for _ in range(3):
            rest = emit("sub", self._splat("i32", 1 << 29), product(inverse, half, 31), shape=one)
            step = product(product(inverse, rest, 31), self._splat("i32", 4), 0)
            inverse = emit("add", inverse, step, shape=one)
        y = emit("arithmetic_right_shift", product(total, inverse, 30, x.shape),
                 emit("sub", self._splat("i32", 35), zeros, shape=one), attributes="{round = true}")
        target = x.element
        y = self._rescaled(y, target, 1 << 30, 30, (0, -128 if target == "i8" else 0))
        y.point = -128 if target == "i8" else 0
        return y
