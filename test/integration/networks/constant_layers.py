"""Random chains of int8 layers in which many channels are constant: dead after a clamp, saturated, never read.

A channel is constant since its bias is larger than all that its products can add up to. The layers of a chain have no
outputs but the last, so that the compiler may leave such channels out: through depthwise convolutions with borders,
pools, residual additions and concatenations.
"""

import math

from random_layers import Layers, Sums

_CHAINED = ("pointwise", "depthwise", "conv2d", "pointwise", "depthwise", "block", "branches", "avg_pool2d",
            "max_pool2d", "clamp", "flat")


class ConstantLayers(Layers):
    """A function of at least `count` layers."""

    def _build(self):
        self._shares = []
        while len(self.layers) < self.count_of_layers:
            self._long_chain()

    def _long_chain(self):
        self._exposed, self._hidden, self._is_output = False, [], False
        sides = [self.random.randint(3, 9) for _ in "hw"]
        x = self._input((1, *sides, self.random.choice((1, 3, 4, 8))), "i8")
        y = self._layer("conv2d" if self.random.random() < 0.5 else "pointwise", x)
        for _ in range(self.random.randint(2, 5)):
            kind = self.random.choice(_CHAINED)
            if kind == "flat":
                if y.shape[1:3] != (1, 1):
                    y = self._layer("fully_connected", y)
            elif kind in ("block", "branches"):
                y = getattr(self, f"_{kind}")(y)
            elif kind == "clamp":
                self._begin_layer("clamp")
                y = self._end_layer(self._clamp(y))
            else:
                y = self._layer(kind, y, padded=self.random.random() < 0.1)
        # A tensor that is also an output stays whole, in the middle of a chain.
        if self.random.random() < 0.3:
            self._expose(y)
        self._is_output = True
        y = self._layer("pointwise", y)
        if self.random.random() < 0.5:
            y = self._layer("depthwise", y)
        if self._hidden:
            self._expose(y)

    def _same(self, x):
        """A layer with a result of the shape of `x`."""
        text = "pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>"
        self._begin_layer("pointwise")
        depth = x.shape[3]
        return self._end_layer(self._convolved("conv2d", x, (depth, 1, 1, depth), x.shape, text, depth))

    def _block(self, x):
        """A residual block, whose shortcut may have constant channels, too."""
        y = self._same(x)
        self._begin_layer("add")
        return self._end_layer(self._rescale(self._sum(x, y), Sums(1 << 29, 1 << 25), "i8"))

    def _branches(self, x):
        """Two layers side by side, with one beside the other in the channels of the result."""
        y, z = self._same(x), self._same(x)
        self._begin_layer("concat")
        joined = self._emit("concat", [y, z], (*x.shape[:3], 2 * x.shape[3]), "{axis = 3 : i32}", "i8")
        joined.point = y.point
        return self._end_layer(joined)

    def _zero_point(self, element):
        # As after a ReLU; the padding of the next layer is then the value of a dead channel.
        return -128 if self.random.random() < 0.7 else super()._zero_point(element)

    def _channels(self, most):
        return max(1, min(self.random.choice((1, 2, 4, 7, 8, 12, 16, 21)), most))

    def _weights(self, shape, element):
        return self._data(shape, element, self._sparse(shape))

    def _sparse(self, shape):
        """Weights, zero for some channels of the input, which is what makes channels unread."""
        unread = {i for i in range(shape[-1]) if self.random.random() < 0.15} if shape[-1] > 3 else set()
        return bytes(0 if i % shape[-1] in unread else self.random.randrange(256) for i in range(math.prod(shape)))

    def _share(self):
        """The share of a layer's channels that are constant: each share in each program, but few in an output, as
        nothing needs to compute a network whose outputs are constant."""
        if self._is_output:
            return 0.2
        if not self._shares:
            self._shares = [0, 0.2, 0.4, 0.6, 0.8, 1]
            self.random.shuffle(self._shares)
        return self._shares.pop()

    def _bias(self, channels, accumulator, sums):
        share = self._share()
        room = (1 << 31) - 1 - sums.bound
        huge = min(room, self.random.choice((64 * sums.bound, 1 << 30)))

        def number():
            if self.random.random() < share:
                return self.random.choice((-huge, -huge, huge))
            return self.random.randint(-sums.usual, sums.usual)

        return self._numbers("i32", (number() for _ in range(channels))), Sums(sums.bound + huge, sums.usual)

    def _finish(self, total, sums):
        total.point = 0
        return self._rescale(total, sums, "i8")
