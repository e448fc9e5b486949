"""Random networks of int8 tensors whose layers can run by rows, the same for the same seed: windows of any height,
stride, dilation and padding, residual blocks with and without a stride, concatenations, and sums of all rows."""

from random_graphs import Value
from random_layers import Layers, Sums
from random_networks import Networks


class RowNetworks(Networks):
    """A network on a tensor that is mostly high. Each tensor that a block forks has several readers."""

    _is_same = False

    def _build(self):
        self._exposed, self._hidden = False, []
        height = self.random.choice((1, 2, 3, self.random.randint(4, 12), self.random.randint(10, 34)))
        x = self._input((1, height, self.random.randint(1, 9), self.random.choice((1, 3, 4))), "i8")
        x = self._layer("conv2d", x)
        kinds = ("depthwise", "depthwise", "pointwise", "pointwise", "conv2d", "max_pool2d", "avg_pool2d", "block",
                 "concatenation")
        for _ in range(self.random.randint(3, 8)):
            kind = self.random.choice(kinds)
            x = getattr(self, f"_{kind}")(x) if kind in ("block", "concatenation") else self._layer(kind, x)
            if self.random.random() < 0.1:
                self._expose(x)
        if self.random.random() < 0.5:
            x = self._layer("global_pool", x)
            x = self._layer("fully_connected", x)
        if x not in self.outputs:
            self._expose(x)

    def _windows(self, x, kernels, dilations, pool=False):
        if self._is_same:
            return self._same_windows(x, kernels)
        if pool or self.random.random() < 0.5:
            return Layers._windows(self, x, kernels, (1,) if pool else (1, 1, 2), pool)
        return super()._windows(x, kernels, dilations, pool)

    def _same_windows(self, x, kernels):
        kernel = self.random.choice([k for k in kernels if k % 2])
        pad = ", ".join([str(kernel // 2)] * 4)
        text = f"pad = array<i64: {pad}>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>"
        return (kernel, kernel), text, x.shape[1:3]

    def _channels(self, most):
        return max(1, min(most, self.random.choice((3, 4, 8, 8, 16))))

    def _same(self, kind, x):
        self._is_same = True
        y = self._layer(kind, x)
        self._is_same = False
        return y

    def _block(self, x):
        """Adds a tensor, or what a layer computes from it, to what other layers compute from it."""
        y = self._same("depthwise", x)
        if self.random.random() < 0.5:
            y = self._same("depthwise", y)
        if y.shape != x.shape:
            return y
        if self.random.random() < 0.3:
            x = self._same("depthwise", x)
        if x.shape != y.shape:
            return y
        self._begin_layer("add")
        return self._end_layer(self._rescale(self._sum(x, y), Sums(1 << 29, 1 << 25), "i8"))

    def _concatenation(self, x):
        parts = [self._same(kind, x) for kind in ("pointwise", "conv2d")]
        self._begin_layer("concat")
        shape = (*x.shape[:3], sum(part.shape[3] for part in parts))
        y = self._emit("concat", parts, shape, "{axis = 3 : i32}", "i8")
        y.point = parts[0].point
        return self._end_layer(y)

    def _global_pool(self, x):
        height, width = x.shape[1:3]
        output = self._zero_point("i8")
        y = self._emit("avg_pool2d", [x, self._point("i8", x.point), self._point("i8", output)], (1, 1, 1, x.shape[3]),
                       f"{{acc_type = i32, kernel = array<i64: {height}, {width}>, pad = array<i64: 0, 0, 0, 0>, "
                       f"stride = array<i64: {height}, {width}>}}", "i8")
        y.point = output
        return y


class DriverNetworks(RowNetworks):
    """A network in which functions of the application copy some of the tensors (drivers), each of which may fail."""

    def _build(self):
        self.drivers = []
        super()._build()

    def text(self, name="main"):
        lines = []
        for driver, x in self.drivers:
            buffer = x.type.replace("tensor", "memref")
            lines.append(f"tir.prim_func private @{driver}({buffer} {{tir.effect = #tir.effect<read>}}, "
                         f"{buffer} {{tir.effect = #tir.effect<write>}}) "
                         "attributes {calling_convention = #tir.calling_convention<unpacked>}")
        return "\n".join([*lines, super().text(name)])

    def _layer(self, kind, x, padded=False):
        y = super()._layer(kind, x, padded)
        return self._driver(y) if self.random.random() < 0.3 else y

    def _driver(self, x):
        self._begin_layer("driver")
        driver = f"driver_{len(self.drivers)}"
        self.drivers.append((driver, x))
        place, y = (Value(self._name(), x.shape, x.element) for _ in "py")
        y.point = x.point
        self._add(place, (), f"{place.name} = tensor.empty() : {place.type}")
        self._add(y, (x, place), f"{y.name} = tir.call_extern @{driver}({x.name}) outs({place.name}) : "
                                 f"({x.type}, {x.type}) -> {x.type}")
        return self._end_layer(y)
