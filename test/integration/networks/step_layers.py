"""Random layers of int8 that are like those of networks, so that nearly all have steps of lib/Steps."""

import math

from random_layers import Layers

_MOST_ELEMENTS = 2500


class StepLayers(Layers):
    """Rows of many pixels, few dilations and large strides, and scales and biases that leave the sums bits."""

    share_of_extreme_scales = 0.05
    combinations = tuple((kind, "i8") for kind in ("depthwise", "conv2d", "depthwise", "pointwise", "depthwise",
                                                   "conv2d", "max_pool2d", "depthwise", "fully_connected", "conv2d",
                                                   "avg_pool2d", "pointwise", "softmax"))

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

    def _weights(self, shape, element):
        while True:
            inputs = len(self.inputs)
            weights = super()._weights(shape, element)
            # Weights that are inputs have no layout.
            if len(self.inputs) == inputs or self.random.random() < 0.2:
                return weights
            self.inputs.pop()
