"""Random layers of int8 that are like the layers of networks, so that nearly all have steps of lib/Steps."""

import math

from random_layers import Layers, Sums, random_bytes

_MOST_ELEMENTS = 2500


class StepLayers(Layers):
    """Rows of many pixels, few dilations and large strides, and scales and biases that leave the sums bits."""

    share_of_extreme_scales = 0.05
    combinations = tuple((kind, "i8") for kind in ("depthwise", "conv2d", "depthwise", "pointwise", "depthwise",
                                                   "conv2d", "max_pool2d", "depthwise", "fully_connected", "conv2d",
                                                   "residual", "avg_pool2d", "pointwise", "residual", "softmax"))

    def _chain(self, kind, element):
        if kind != "residual":
            super()._chain(kind, element)
            return
        # Only what is not an output is part of the addition's kernel.
        self._exposed, self._hidden = False, []
        x = self._input(self._input_shape(kind), element)
        self._expose(self._residual(self._layer(self.random.choice(("conv2d", "pointwise", "depthwise")), x)))

    def _input_shape(self, kind):
        while True:
            channels = self.random.choice((self.random.randint(1, 8), self.random.randint(1, 100),
                                           self.random.choice((3, 8, 16, 32, 64))))
            height = self.random.choice((1, 3, self.random.randint(1, 6)))
            shape = (self.random.choice((1, 1, 1, 2)), height, self.random.randint(1, 15), channels)
            if kind == "fully_connected":
                shape = (shape[0], 1, 1, channels)
            if math.prod(shape) <= _MOST_ELEMENTS:
                return shape

    def _windows(self, x, kernels, dilations, pool=False):
        if not pool and len(kernels) > 1:
            kernels, dilations = (1, 2, 3, 3, 3, 3, 4, 5), (1, 1, 1, 1, 1, 1, 2)
        return super()._windows(x, kernels, dilations, pool)

    def _depthwise(self, x):
        kernel, text, counts = self._windows(x, (1, 2), (1, 2))
        shape = (x.shape[0], *counts, x.shape[3])
        return self._convolved("depthwise_conv2d", x, (*kernel, x.shape[3], 1), shape, text, math.prod(kernel))

    def _weights(self, shape, element):
        """Weights and biases that are inputs have no layout."""
        return self._data(shape, element, random_bytes(self.random, element, math.prod(shape)))

    def _bias(self, channels, accumulator, sums):
        largest = self.random.choice((0, 1000, sums.usual))
        bias = self._numbers(accumulator, (self.random.randint(-largest, largest) for _ in range(channels)))
        return bias, Sums(sums.bound + largest, max(sums.usual, largest))

    def _finish(self, total, sums):
        total.point = 0
        return self._rescale(total, sums, "i8")

    def _residual(self, x):
        """What TFLite's addition becomes: the sum of one summand with half of its scale and the other, as int8."""
        self._begin_layer("add")
        y = self._input(x.shape, x.element)
        wide = [self._rescaled(x, "i32", 1 << 30, 11, (x.point, 0)),
                self._rescaled(y, "i32", self.random.randrange(1 << 30, 1 << 31), 12, (y.point, 0))]
        total = self._emit("add", wide, x.shape, element="i32")
        point = self._zero_point("i8")
        z = self._rescaled(total, "i8", self.random.randrange(1 << 30, 1 << 31), 49, (0, point))
        z.point = point
        return self._end_layer(z)
