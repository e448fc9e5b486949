"""Random convolutional networks of int8 tensors, the same for the same seed, as one function of TOSA operators."""

import math

import random_layers
from random_layers import Layers, Sums

_LEAST, _MOST = 5, 8


class Networks(Layers):
    """A network of depthwise, pointwise and other convolutions and residual additions, as small cameras and microphones
    have them. Its weights are constants over the whole range, -128 included."""

    # Extreme scales, biases and clamps leave channels that are the same for all inputs, which are not computed.
    share_of_extreme_scales = 0

    def __init__(self, seed):
        super().__init__(seed, 1)

    def _build(self):
        self._exposed, self._hidden = False, []
        x = self._input((1, self.random.randint(8, 14), self.random.randint(8, 14), self.random.choice((1, 3, 4))), "i8")
        x = self._layer("conv2d", x)
        for _ in range(self.random.randint(_LEAST, _MOST)):
            kind = self.random.choice(("depthwise", "pointwise", "conv2d", "block"))
            x = self._residual(x) if kind == "block" else self._layer(kind, x)
        self._expose(x)

    def _conv2d(self, x, kernels=(3, 3, 3, 5), dilations=(1,)):
        return super()._conv2d(x, kernels, dilations)

    def _windows(self, x, kernels, dilations, pool=False):
        """Outputs have the extents of the input, or half of them."""
        kernel = self.random.choice([k for k in kernels if k != 2])
        stride = 2 if kernel > 1 and min(x.shape[1:3]) >= 12 and self.random.random() < 0.3 else 1
        counts, pad = [], []
        for extent in x.shape[1:3]:
            counts.append(-(-extent // stride))
            total = (counts[-1] - 1) * stride + kernel - extent
            pad += [total // 2, total - total // 2]
        text = (f"pad = array<i64: {', '.join(map(str, pad))}>, stride = array<i64: {stride}, {stride}>, "
                "dilation = array<i64: 1, 1>")
        return (kernel, kernel), text, counts

    def _channels(self, most):
        return self.random.choice((6, 8, 12, 16, 16, 24))

    def _weights(self, shape, element):
        return self._data(shape, element, random_layers.random_bytes(self.random, element, math.prod(shape)))

    def _zero_point(self, element):
        return self.random.choice((-128, 0, self.random.randint(-30, 30)))

    def _bias(self, channels, accumulator, sums):
        largest = sums.usual
        bias = self._numbers(accumulator, (self.random.randint(-largest, largest) for _ in range(channels)))
        return bias, Sums(sums.bound + largest, sums.usual)

    def _clamp(self, x):
        return x

    def _finish(self, total, sums):
        total.point = 0
        return self._rescale(total, sums, "i8")
