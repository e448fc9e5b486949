"""Random networks over windows of rows, the same for the same seed: of int8 or f32, with padding along the window or
without, strides, dilations, residual blocks, concatenations, cuts, sums over the window, and other inputs."""

from random_layers import Layers
from random_row_networks import RowNetworks


class SlidNetworks(RowNetworks):
    """A network whose first input has rows along dimension 1, or is flat."""

    def __init__(self, seed):
        self.rows = 0
        super().__init__(seed)

    def _build(self):
        self._exposed, self._hidden = False, []
        element = self.random.choice(("i8", "i8", "f32"))
        self.rows, width = self.random.randint(6, 40), self.random.choice((1, 1, 2, 5))
        depth = self.random.choice((1, 2, 3, 4))
        # Without padding along the window in a third of the networks.
        self._pads = self.random.random() < 0.67
        if self.random.random() < 0.15:
            self.rows, flat = self.rows * width * depth, self.rows
            x = self._reshaped(self._input((1, self.rows), element), (1, flat, width, depth))
        else:
            x = self._input((1, self.rows, width, depth), element)
        kinds = ["depthwise", "depthwise", "pointwise", "conv2d", "conv2d", "max_pool2d", "avg_pool2d", "concatenation",
                 "cut", "padded", "turned"] + ["block"] * 3
        for _ in range(self.random.randint(2, 7)):
            kind = self.random.choice(kinds)
            own = kind in ("block", "concatenation", "cut", "padded", "turned")
            x = getattr(self, f"_{kind}")(x) if own else self._layer(kind, x)
            if x.element not in ("i8", "f32"):
                break
            if self.random.random() < 0.1:
                self._expose(x)
        end = self.random.choice(("none", "mean", "mean", "last", "most"))
        if end == "mean" and x.element in ("i8", "f32"):
            x = self._layer("global_pool", x)
            x = self._layer("fully_connected", x)
        elif end == "last" and x.element in ("i8", "f32"):
            x = self._cut(x, x.shape[1] - 1, 1)
        elif end == "most":
            shape = (1, 1, *x.shape[2:])
            y = self._emit("reduce_max", [x], shape, "{axis = 1 : i32}", x.element)
            y.point = x.point
            x = self._named("most", y)
        if x not in self.outputs:
            self._expose(x)

    def _zero_point(self, element):
        return super()._zero_point(element) if element == "i8" else 0

    def _bias(self, channels, accumulator, sums):
        if accumulator == "f32":
            return Layers._bias(self, channels, accumulator, sums)
        return super()._bias(channels, accumulator, sums)

    def _finish(self, total, sums):
        return Layers._finish(self, total, sums) if total.element == "f32" else super()._finish(total, sums)

    def _weights(self, shape, element):
        """Sometimes another input, so that old rows have other weights."""
        if self.random.random() < 0.05:
            return self._input(shape, element)
        return super()._weights(shape, element)

    def _named(self, kind, y):
        self._begin_layer(kind)
        return self._end_layer(y)

    def _side(self, extent, reach, stride, most):
        if self._pads:
            return super()._side(extent, reach, stride, most)
        room = extent - reach
        return (0, 0, room // stride + 1) if room >= 0 and room % stride == 0 else None

    def _windows(self, x, kernels, dilations, pool=False):
        if not self._pads and not self._is_same:
            shortest = min(x.shape[1:3])
            kernels, dilations = [k for k in kernels if k <= shortest] or [1], (1,)
        return super()._windows(x, kernels, dilations, pool)

    def _block(self, x):
        if x.element == "i8":
            return super()._block(x)
        y = self._same("depthwise", x)
        if y.shape != x.shape or y.element != x.element:
            return y
        total = self._emit("add", [x, y], x.shape, element="f32")
        total.point = 0
        return self._named("add", total)

    def _concatenation(self, x):
        parts = [self._same(kind, x) for kind in ("pointwise", "conv2d")]
        if parts[0].element != parts[1].element:
            return parts[0]
        shape = (*x.shape[:3], sum(part.shape[3] for part in parts))
        y = self._emit("concat", parts, shape, "{axis = 3 : i32}", parts[0].element)
        y.point = parts[0].point
        return self._named("concat", y)

    def _cut(self, x, first=None, count=None):
        if x.shape[1] < 3 and first is None:
            return x
        if first is None:
            first = self.random.randint(0, 2)
            count = x.shape[1] - first - self.random.randint(0, min(2, x.shape[1] - first - 1))
        shape = (1, count, *x.shape[2:])
        y = self._emit("slice", [x, self._shape((0, first, 0, 0)), self._shape(shape)], shape, element=x.element)
        y.point = x.point
        return self._named("slice", y)

    def _padded(self, x):
        return self._named("pad", self._pad(x))

    def _turned(self, x):
        """Computes in another order of dimensions, as planes do."""
        shape = (1, x.shape[3], x.shape[1], x.shape[2])
        planes = self._emit("transpose", [x], shape, "{perms = array<i32: 0, 3, 1, 2>}", x.element)
        planes = self._emit("maximum", [planes, planes], shape, element=x.element)
        y = self._emit("transpose", [planes], x.shape, "{perms = array<i32: 0, 2, 3, 1>}", x.element)
        y.point = x.point
        return self._named("transpose", y)

    def _global_pool(self, x):
        if x.element == "i8":
            return super()._global_pool(x)
        height, width = x.shape[1:3]
        y = self._emit("avg_pool2d", [x, self._point("f32", 0), self._point("f32", 0)], (1, 1, 1, x.shape[3]),
                       f"{{acc_type = f32, kernel = array<i64: {height}, {width}>, pad = array<i64: 0, 0, 0, 0>, "
                       f"stride = array<i64: {height}, {width}>}}", "f32")
        y.point = 0
        return y


class KeywordNetwork(SlidNetworks):
    """A network like `kws_int8`, with padding along the window ("same"), before it ("causal") or not at all ("none"). It
    ends in the mean of all rows, or in the last one."""

    def __init__(self, padding, last=False):
        self._padding, self._ends_in_last = padding, last
        super().__init__(1)

    def _build(self):
        self._exposed, self._hidden = False, []
        self.rows = 48 if self._padding == "none" else 49
        self.multiplications = 0
        x = self._convolution(self._input((1, self.rows, 10, 1), "i8"), "conv2d", (10, 4), 2, (4, 5), (1, 1))
        for _ in range(4):
            x = self._convolution(x, "depthwise_conv2d", (3, 3), 1, (1, 1), (1, 1))
            x = self._convolution(x, "conv2d", (1, 1), 1, (0, 0), (0, 0))
        x = self._cut(x, x.shape[1] - 1, 1) if self._ends_in_last else self._layer("global_pool", x)
        self._expose(self._layer("fully_connected", x))

    def _convolution(self, x, op, kernel, stride, same, sides):
        before, after = {"same": same, "causal": (sum(same), 0), "none": (0, 0)}[self._padding]
        rows = (x.shape[1] + before + after - kernel[0]) // stride + 1
        columns = (x.shape[2] + sum(sides) - kernel[1]) // stride + 1
        depth = x.shape[3]
        weights = (*kernel, depth, 1) if op == "depthwise_conv2d" else (64, *kernel, depth)
        products = kernel[0] * kernel[1] * (1 if op == "depthwise_conv2d" else depth)
        self.multiplications += rows * columns * 64 * products
        self._begin_layer(op)
        return self._end_layer(self._convolved(
            op, x, weights, (1, rows, columns, 64),
            f"pad = array<i64: {before}, {after}, {sides[0]}, {sides[1]}>, stride = array<i64: {stride}, {stride}>, "
            "dilation = array<i64: 1, 1>", products))

    def _weights(self, shape, element):
        return super(SlidNetworks, self)._weights(shape, element)
