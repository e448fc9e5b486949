"""Random layers without products of matrices: pools, means, and functions of single elements."""

import math

from random_layers import Layers, Sums


class ElementLayers(Layers):
    """Mostly of int8, whose elements fit words and tables."""

    combinations = tuple((kind, element) for element in ("i8", "i8", "i8", "i16", "f32")
                         for kind in ("max_pool2d", "mean", "leaky_relu", "avg_pool2d", "max_pool2d"))

    def _input_shape(self, kind):
        while True:
            shape = super()._input_shape(kind)
            # A mean over so many elements that halves of words have no space for their sum.
            if kind == "mean" and self.random.random() < 0.2:
                shape = (1, *self.random.choice(((16, 16), (17, 17), (2, 300), (300, 2), (257, 1))), 4)
            # Most functions of fewer elements have no table.
            if kind != "leaky_relu" or math.prod(shape) >= 256 or self.random.random() < 0.2:
                return shape

    def _mean(self, x):
        """As converters write it: the zero point is subtracted first."""
        axes = self.random.choice(((1, 2), (1, 2), (2, 1), (1,), (2,), (3,)))
        y = x if x.element == "f32" else self._rescaled(x, "i32", 1 << 30, 30, (x.point, 0))
        shape = list(x.shape)
        for axis in axes:
            shape[axis] = 1
            y = self._reduced("sum", y, tuple(shape), axis)
        y.point = 0
        if x.element == "f32":
            return y
        products = math.prod(x.shape) // math.prod(shape)
        return self._rescale(y, Sums.of(products, 255 if x.element == "i8" else 32768), x.element)

    def _leaky_relu(self, x):
        """As converters write it: the larger one of an element and a part of it."""
        if x.element == "f32":
            part = self._emit("mul", [x, self._splat("f32", self.random.uniform(0.01, 0.5)), self._numbers("i8", [0])],
                              x.shape, element="f32")
            y = self._emit("maximum", [x, part], x.shape, element="f32")
            y.point = 0
            return y
        parts = [self._rescaled(x, "i32", self.random.randrange(1 << 30, 1 << 31), shift, (x.point, 0))
                 for shift in (self.random.randint(23, 26), self.random.randint(26, 29))]
        y = self._emit("maximum", parts, x.shape, element="i32")
        y.point = 0
        return self._rescale(y, Sums(1 << 17, 1 << 14) if x.element == "i8" else Sums(1 << 25, 1 << 22), x.element)
