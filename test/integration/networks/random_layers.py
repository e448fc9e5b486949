"""Random layers of quantised and f32 networks, the same for the same seed, as one function of TOSA operators.

A layer is a convolution of any kind, a matrix product, a pool or a softmax, with what follows it in a network: a
rescale, a clamp.
Layers stand alone or in short chains. Each tensor has its layer's name, so that a wrong byte leads to a layer.

No model overflows where TOSA forbids it: the largest accumulator is known, and bias, multiplier and shift are up to the
largest that it allows.
"""

import math
import random
import struct
from dataclasses import dataclass

from random_graphs import Value, field_name, function
from softmax_layers import SoftmaxLayers

KINDS = ("conv2d", "pointwise", "depthwise", "fully_connected", "matmul", "transpose_conv2d", "avg_pool2d",
         "max_pool2d", "softmax")
# int8 is what schedules are written for.
_COMBINATIONS = tuple((kind, element) for element in ("i8", "f32", "i16", "i8", "i8") for kind in KINDS)
# An emulator computes each product, and gcc compiles each weight.
_MOST_ELEMENTS, _MOST_WEIGHTS, _MOST_PRODUCTS = 4096, 6000, 100_000
_ACCUMULATORS = {"i8": "i32", "i16": "i48", "f32": "f32"}
_BYTES = {"i8": 1, "i16": 2, "i32": 4, "i48": 8, "f32": 4}
# Floats of both signs from 2^-7 to 2, all digits of which are random: each order of a sum rounds differently.
_KEPT_BITS, _SET_BITS = 0x83FFFFFF, 0x3C000000


def random_bytes(rng, element, count):
    """Returns elements over the whole range; floats as above."""
    data = rng.randbytes(count * _BYTES[element])
    if element != "f32":
        return data
    kept, given = (int.from_bytes(bits.to_bytes(4, "little") * count, "little") for bits in (_KEPT_BITS, _SET_BITS))
    return (int.from_bytes(data, "little") & kept | given).to_bytes(4 * count, "little")


def _repeated(element, numbers, count):
    code = {"i8": "b", "i16": "h", "i32": "i", "f32": "f"}[element]
    numbers = (list(numbers) * count)[:count]
    return struct.pack(f"<{count}{code}", *numbers)


@dataclass(frozen=True)
class Sums:
    """The largest absolute value that an accumulator may have, and one that is usual."""

    bound: int
    usual: int

    @staticmethod
    def of(products, largest):
        # The sum of numbers with random signs grows with the root of their number.
        return Sums(products * largest, math.isqrt(products) * largest // 4)


class Layers(SoftmaxLayers):
    """A function of at least `count` layers; the layers of `seed` + 1 continue the sequence of kinds.

    `outputs` are in the order in which they are computed, and `layers` of an output names the layers that it shows: its
    own, and the layers before it whose results are not outputs.
    """

    share_of_extreme_scales = 0.2
    combinations = _COMBINATIONS

    def __init__(self, seed, count):
        self.seed, self.count_of_layers = seed, count
        # Maps the name of each layer to its operators.
        self.layers = {}
        super().__init__(seed, "i8")

    def _build(self):
        place = self.seed * self.count_of_layers
        while len(self.layers) < self.count_of_layers:
            self._chain(*self.combinations[(place + len(self.layers)) % len(self.combinations)])

    def text(self, name="main"):
        return function(name, self.inputs, self.operations, self.outputs, field_name)

    def input_bytes(self, run):
        """Returns the bytes of all inputs for one run of the model: random in even runs, and often extreme in odd ones.
        """
        parts = []
        for v in self.inputs:
            rng = random.Random(f"{self.seed} {run} {v.name}")
            count = math.prod(v.shape)
            if v.bits:
                limit = 1 << v.bits
                parts.append(_repeated(v.element, (rng.randint(-limit, limit) for _ in range(count)), count))
            else:
                parts.append(self._extreme_bytes(rng, v, count) if run % 2 else random_bytes(rng, v.element, count))
        return b"".join(parts)

    @staticmethod
    def _extreme_bytes(rng, v, count):
        least, most = {"i8": (-128, 127), "i16": (-32768, 32767), "f32": (-3e38, 3e38)}[v.element]
        numbers = rng.choice(((least,), (most,), (least, most), (v.point,), None))
        return _repeated(v.element, numbers, count) if numbers else random_bytes(rng, v.element, count)

    # Chains.

    def _chain(self, kind, element):
        # Only where the results between layers are not outputs may they share memory with others.
        self._exposed = self.random.random() < 0.7
        self._hidden = []
        x = self._input(self._input_shape(kind), element)
        y = self._layer(kind, x, padded=self.random.random() < 0.2)
        if self.random.random() < 0.5:
            for _ in range(self.random.randint(1, 3)):
                if len(y.shape) != 4 or y.element != element:
                    break
                if self.random.random() < 0.25:
                    y = self._residual(y)
                else:
                    y = self._layer(self.random.choice(KINDS), y)
        if not self._exposed:
            self._expose(y)

    def _expose(self, y):
        y.layers, self._hidden = self._hidden, []
        self.outputs.append(y)

    def _begin_layer(self, kind):
        self._layer_name = f"l{len(self.layers)}_{kind}"
        self._first_operation = len(self.operations)

    def _end_layer(self, y):
        y.field = self._layer_name
        operators = [o for o in self.operations[self._first_operation :] if "tosa.const" not in o.text]
        self.layers[y.field] = "\n".join(o.text for o in operators)
        self._hidden.append(y.field)
        if self._exposed:
            self._expose(y)
        return y

    def _layer(self, kind, x, padded=False):
        self._begin_layer(kind)
        if padded:
            x = self._pad(x)
        y = getattr(self, f"_{kind}")(x)
        if y.element in ("i8", "i16", "f32") and self.random.random() < 0.25:
            y = self._clamp(y)
        return self._end_layer(y)

    def _input_shape(self, kind):
        while True:
            channels = self.random.choice((self.random.randint(1, 8), self.random.randint(1, 70),
                                           self.random.choice((3, 4, 8, 16, 32, 64))))
            sides = [self.random.choice((1, self.random.randint(1, 12), self.random.randint(2, 8))) for _ in "hw"]
            shape = (self.random.choice((1, 1, 1, 2, 3)), *sides, channels)
            if kind == "fully_connected" and self.random.random() < 0.7:
                shape = (shape[0], 1, 1, channels)
            if math.prod(shape) <= _MOST_ELEMENTS:
                return shape

    def _input(self, shape, element, bits=0):
        """An input; `bits` limits integers other than by their type."""
        x = Value(f"%x{len(self.inputs)}", shape, element)
        x.field, x.bits, x.point = f"x{len(self.inputs)}", bits, self._zero_point(element)
        self.inputs.append(x)
        return x

    # Constants.

    def _zero_point(self, element):
        return self.random.choice((-128, 127, 0, self.random.randint(-128, 127))) if element == "i8" else 0

    def _point(self, element, point):
        return self._numbers(element, [float(point) if element == "f32" else point])

    def _weights(self, shape, element):
        if self.random.random() < 0.12:
            return self._input(shape, element)
        count = math.prod(shape)
        data = random_bytes(self.random, element, count)
        if element != "f32":
            least, most = {"i8": (-128, 127), "i16": (-32768, 32767)}[element]
            numbers = self.random.choice(((least,), (most,), (least, most), (9, -4, 0), *([None] * 8)))
            data = _repeated(element, numbers, count) if numbers else data
        return self._data(shape, element, data)

    def _bias(self, channels, accumulator, sums):
        """Returns a bias and the sums with it."""
        count = self.random.choice((1, channels, channels, channels))
        if accumulator == "f32":
            return self._numbers("f32", (self.random.uniform(-3, 3) for _ in range(count))), sums
        if accumulator == "i32" and self.random.random() < 0.12:
            return self._input((count,), "i32", bits=14), Sums(sums.bound + (1 << 14), sums.usual)
        room = (1 << {"i32": 31, "i48": 47}[accumulator]) - 1 - sums.bound
        largest = self.random.choice((0, 0, 1000, 1000, sums.usual, sums.usual, sums.usual, room))
        largest = min(room, largest)
        bias = self._numbers(accumulator, (self.random.randint(-largest, largest) for _ in range(count)))
        return bias, Sums(sums.bound + largest, max(sums.usual, largest))

    # What follows a layer.

    def _finish(self, total, sums):
        """Converts the sums of a layer to a type that the next layer takes, or leaves them as they are."""
        total.point = 0
        if total.element == "f32" or self.random.random() < 0.1:
            return total
        target = {"i32": "i8", "i48": "i16"}[total.element]
        if self.random.random() < 0.1:
            target = self.random.choice(("i8", "i16", "i32"))
        return self._rescale(total, sums, target)

    def _rescale(self, x, sums, target):
        wide = x.element != "i48"
        channels = self.random.choice((1, x.shape[-1], x.shape[-1]))
        # The smallest shift that TOSA allows, so that the scaled number has 32 bits; it saturates nearly everything.
        bits = sums.bound.bit_length()
        least = bits + 1 if wide else max(2, bits - 15)
        # Some results saturate, and most do not: where none does, no test would find a wrong limit.
        usual = (31 if wide else 15) + sums.usual.bit_length() - {"i8": 7, "i16": 15, "i32": 30}[target]
        full = 1 << (31 if wide else 15)
        extreme = self.random.random() < self.share_of_extreme_scales

        def shift():
            if not extreme or self.random.random() < 0.5:
                return min(62, max(least, usual - self.random.randint(-1, 2)))
            return self.random.choice((least, 62, self.random.randint(least, 62)))

        def multiplier():
            if not extreme or self.random.random() < 0.5:
                return self.random.randrange(full // 2, full)
            return self.random.choice((0, 1, full - 1, full // 2, self.random.randrange(full)))

        point = self._zero_point(target)
        operands = [x, self._numbers("i32" if wide else "i16", (multiplier() for _ in range(channels))),
                    self._numbers("i8", (shift() for _ in range(channels))),
                    self._numbers(x.element, [x.point]), self._numbers(target, [point])]
        rounding = self.random.choice(("SINGLE_ROUND", "DOUBLE_ROUND")) if wide else "SINGLE_ROUND"
        attributes = (f"{{input_unsigned = false, output_unsigned = false, per_channel = {str(channels > 1).lower()}, "
                      f"rounding_mode = {rounding}, scale32 = {str(wide).lower()}}}")
        y = self._emit("rescale", operands, x.shape, attributes, target)
        y.point = point
        return y

    def _clamp(self, x):
        if x.element == "f32":
            bounds = ("0.0", "6.0")
        else:
            half = 1 << (8 * _BYTES[x.element] - 1)
            bounds = sorted((x.point, self.random.randrange(-half, half)))
        attributes = f"{{min_val = {bounds[0]} : {x.element}, max_val = {bounds[1]} : {x.element}}}"
        y = self._emit("clamp", [x], x.shape, attributes, x.element)
        y.point = x.point
        return y

    def _pad(self, x):
        amounts = [0, 0, *(self.random.randint(0, 2) for _ in range(4)), 0, 0]
        shape = [extent + sum(amounts[2 * i : 2 * i + 2]) for i, extent in enumerate(x.shape)]
        y = self._emit("pad", [x, self._shape(amounts), self._point(x.element, x.point)], shape, element=x.element)
        y.point = x.point
        return y

    def _residual(self, x):
        self._begin_layer("add")
        y = self._input(x.shape, x.element)
        if x.element == "f32":
            total = self._emit("add", [x, y], x.shape, element="f32")
            total.point = 0
            return self._end_layer(total)
        return self._end_layer(self._rescale(self._sum(x, y), Sums(1 << 29, 1 << 25), x.element))

    def _sum(self, x, y):
        """Both to 29 bits at most, as frontends do, and added."""
        shifts = {"i8": (11, 14), "i16": (18, 21)}[x.element]
        wide = []
        for v in (x, y):
            operands = [v, self._numbers("i32", [self.random.randrange(1 << 30, 1 << 31)]),
                        self._numbers("i8", [self.random.randint(*shifts)]),
                        self._numbers(v.element, [v.point]), self._numbers("i32", [0])]
            wide.append(self._emit("rescale", operands, v.shape,
                                   "{input_unsigned = false, output_unsigned = false, per_channel = false, "
                                   "rounding_mode = SINGLE_ROUND, scale32 = true}", "i32"))
        total = self._emit("add", wide, x.shape, element="i32")
        total.point = 0
        return total

    def _reshaped(self, x, shape):
        y = self._emit("reshape", [x, self._shape(shape)], shape, element=x.element)
        y.point = x.point
        return y

    # Layers.

    def _pair(self, draw):
        """Mostly the same in both directions, as in networks."""
        first = draw()
        return first, first if self.random.random() < 0.6 else draw()

    def _side(self, extent, reach, stride, most):
        """Returns the padding before and after, and the number of windows, or None if that needs more than `most`."""
        style = self.random.choice(("none", "same", "same", "any"))
        before = after = 0
        if style == "same":
            total = max(0, (-(-extent // stride) - 1) * stride + reach - extent)
            before, after = total // 2, total - total // 2
        elif style == "any":
            before, after = self.random.randint(0, most), self.random.randint(0, most)
        after += max(0, reach - extent - before - after)
        room = extent + before + after - reach
        after += -room % stride
        return (before, after, (room + -room % stride) // stride + 1) if max(before, after) <= most else None

    def _windows(self, x, kernels, dilations, pool=False):
        """Returns the extents of a kernel, the attributes of its windows, and how many there are in each direction."""
        while True:
            kernel = self._pair(lambda: self.random.choice(kernels))
            stride = self._pair(lambda: self.random.choice((1, 1, 2, 2, 3)))
            dilation = self._pair(lambda: self.random.choice(dilations))
            reach = [(k - 1) * d + 1 for k, d in zip(kernel, dilation)]
            most = [k - 1 for k in kernel] if pool else [r + 1 for r in reach]
            sides = [self._side(x.shape[1 + i], reach[i], stride[i], most[i]) for i in (0, 1)]
            if None in sides or x.shape[0] * sides[0][2] * sides[1][2] * x.shape[3] > _MOST_ELEMENTS:
                continue
            lists = {"pad": [*sides[0][:2], *sides[1][:2]], "stride": stride, "kernel" if pool else "dilation":
                     kernel if pool else dilation}
            text = ", ".join(f"{key} = array<i64: {', '.join(map(str, value))}>" for key, value in lists.items())
            return kernel, text, [side[2] for side in sides]

    def _channels(self, most):
        wanted = self.random.choice((self.random.randint(1, 8), self.random.randint(1, 70),
                                     self.random.choice((4, 8, 16, 32, 64))))
        return max(1, min(wanted, most))

    def _convolved(self, op, x, weights_shape, shape, attributes, products):
        """Adds a convolution and what follows it; each of its results is a sum of `products`."""
        accumulator = _ACCUMULATORS[x.element]
        weight = "i8" if x.element == "i16" else x.element
        weight_point = self.random.randint(-128, 127) if weight == "i8" and self.random.random() < 0.08 else 0
        weights = self._weights(weights_shape, weight)
        largest = (255 if x.element == "i8" else 32768) * (255 if weight_point else 128)
        bias, sums = self._bias(shape[-1], accumulator, Sums.of(products, largest))
        operands = [x, weights, bias, self._point(x.element, x.point), self._point(weight, weight_point)]
        total = self._emit(op, operands, shape, f"{{acc_type = {accumulator}, {attributes}}}", accumulator)
        return self._finish(total, sums)

    def _conv2d(self, x, kernels=(1, 2, 3, 3, 3, 4, 5, 7), dilations=(1, 1, 1, 2, 3)):
        depth = x.shape[3]
        kernels = [k for k in kernels if k * k * depth <= _MOST_WEIGHTS]
        kernel, text, counts = self._windows(x, kernels, dilations)
        products = math.prod(kernel) * depth
        places = x.shape[0] * math.prod(counts)
        channels = self._channels(min(_MOST_WEIGHTS // products, _MOST_PRODUCTS // (products * places),
                                      _MOST_ELEMENTS // places))
        return self._convolved("conv2d", x, (channels, *kernel, depth), (x.shape[0], *counts, channels), text, products)

    def _pointwise(self, x):
        return self._conv2d(x, kernels=(1,), dilations=(1,))

    def _depthwise(self, x):
        kernel, text, counts = self._windows(x, (1, 2, 3, 3, 3, 4, 5, 7), (1, 1, 1, 2, 3))
        elements = x.shape[0] * math.prod(counts) * x.shape[3]
        factor = self.random.choice((1, 1, 1, 2, 3)) if elements * 3 <= _MOST_ELEMENTS and x.shape[3] <= 23 else 1
        shape = (x.shape[0], *counts, x.shape[3] * factor)
        return self._convolved("depthwise_conv2d", x, (*kernel, x.shape[3], factor), shape, text, math.prod(kernel))

    def _fully_connected(self, x):
        depth = math.prod(x.shape[1:])
        flat = self._reshaped(x, (x.shape[0], 1, 1, depth)) if depth != x.shape[3] else x
        channels = self._channels(_MOST_WEIGHTS // depth)
        text = "pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>"
        return self._convolved("conv2d", flat, (channels, 1, 1, depth), (x.shape[0], 1, 1, channels), text, depth)

    def _matmul(self, x):
        batch, height, width, depth = x.shape
        rows = self._reshaped(x, (batch, height * width, depth))
        columns = self._channels(min(_MOST_WEIGHTS // (batch * depth), _MOST_PRODUCTS // math.prod(x.shape),
                                     _MOST_ELEMENTS // (batch * height * width)))
        right = self._weights((batch, depth, columns), x.element)
        point = self._zero_point(x.element)
        accumulator = _ACCUMULATORS[x.element]
        operands = [rows, right, self._point(x.element, x.point), self._point(x.element, point)]
        total = self._emit("matmul", operands, (batch, height * width, columns), "", accumulator)
        y = self._finish(total, Sums.of(depth, 255 * 255 if x.element == "i8" else 1 << 30))
        return self._reshaped(y, (batch, height, width, columns))

    def _transpose_conv2d(self, x):
        while True:
            kernel = self._pair(lambda: self.random.choice((1, 2, 3, 3, 4, 5)))
            stride = self._pair(lambda: self.random.choice((1, 2, 2, 3)))
            pad = [self.random.randint(1 - kernel[i // 2], 2) if self.random.random() < 0.5 else 0 for i in range(4)]
            counts = [(x.shape[1 + i] - 1) * stride[i] + pad[2 * i] + pad[2 * i + 1] + kernel[i] for i in (0, 1)]
            products = math.prod(kernel) * x.shape[3]
            most = min(_MOST_WEIGHTS // products,
                       _MOST_ELEMENTS // max(1, x.shape[0] * math.prod(counts)),
                       # A result has products with a part of the kernel.
                       _MOST_PRODUCTS // max(1, products * x.shape[0] * x.shape[1] * x.shape[2]))
            if min(counts) >= 1 and (most >= 1 or max(kernel) == 1):
                break
        channels = self._channels(most)
        text = f"out_pad = array<i64: {', '.join(map(str, pad))}>, stride = array<i64: {stride[0]}, {stride[1]}>"
        return self._convolved("transpose_conv2d", x, (channels, *kernel, x.shape[3]), (x.shape[0], *counts, channels),
                               text, products)

    def _avg_pool2d(self, x):
        _, text, counts = self._windows(x, self._pool_kernels(x), (1,), pool=True)
        output = self._zero_point(x.element)
        accumulator = "f32" if x.element == "f32" else "i32"
        operands = [x, self._point(x.element, x.point), self._point(x.element, output)]
        shape = (x.shape[0], *counts, x.shape[3])
        y = self._emit("avg_pool2d", operands, shape, f"{{acc_type = {accumulator}, {text}}}", x.element)
        y.point = output
        return y

    def _max_pool2d(self, x):
        _, text, counts = self._windows(x, self._pool_kernels(x), (1,), pool=True)
        y = self._emit("max_pool2d", [x], (x.shape[0], *counts, x.shape[3]), f"{{{text}}}", x.element)
        y.point = x.point
        return y

    def _pool_kernels(self, x):
        return (1, 2, 2, 3, 3, 4, 5, max(x.shape[1:3]))


class WideLayers(Layers):
    """Layers of int16 elements that begin with a sum of products."""

    combinations = tuple((kind, "i16") for kind in ("conv2d", "pointwise", "depthwise", "fully_connected", "conv2d"))


class FloatLayers(Layers):
    """Layers of floats that begin with a sum of products."""

    combinations = tuple((kind, "f32") for kind in ("conv2d", "pointwise", "depthwise", "fully_connected", "matmul",
                                                    "block", "shortcut", "branches", "gates", "block"))

    # What follows a sum of products.

    def _block(self, x):
        """The end of a residual block."""
        y = getattr(self, f"_{self.random.choice(('pointwise', 'pointwise', 'conv2d', 'depthwise'))}")(x)
        operands = [y, self._input(y.shape, "f32")]
        self.random.shuffle(operands)
        total = self._emit("add", operands, y.shape, element="f32")
        total.point = 0
        return total

    # Several sums of products for each element.

    def _joined(self, y, product):
        """Adds one or two other sums of products."""
        for _ in range(self.random.choice((1, 1, 2))):
            operands = [y, product()]
            self.random.shuffle(operands)
            y = self._emit("add", operands, y.shape, element="f32")
            y.point = 0
        return y

    def _depth(self, y):
        return self.random.randint(1, max(1, min(40, _MOST_PRODUCTS // math.prod(y.shape))))

    def _window(self, y, kernel, stride):
        """Returns the extents that `kernel` and `stride` turn into the extents of `y`, and the attributes of the windows."""
        sides = [(extent - 1) * stride + kernel for extent in y.shape[1:3]]
        return sides, (f"pad = array<i64: 0, 0, 0, 0>, stride = array<i64: {stride}, {stride}>, "
                       "dilation = array<i64: 1, 1>")

    def _shortcut(self, x):
        """As at the start of a stage of a residual network."""
        y = self._conv2d(x)

        def product():
            depth = self._depth(y)
            sides, text = self._window(y, 1, self.random.choice((1, 2)))
            z = self._input((y.shape[0], *sides, depth), "f32")
            return self._convolved("conv2d", z, (y.shape[3], 1, 1, depth), y.shape, text, depth)

        return self._joined(y, product)

    def _branches(self, x):
        """Depthwise convolutions of different windows."""
        y = self._depthwise(x)

        def product():
            kernel = self.random.choice((1, 2, 3))
            sides, text = self._window(y, kernel, 1)
            z = self._input((y.shape[0], *sides, y.shape[3]), "f32")
            return self._convolved("depthwise_conv2d", z, (kernel, kernel, y.shape[3], 1), y.shape, text, kernel**2)

        return self._joined(y, product)

    def _gates(self, x):
        """Products of an input and of a state, as in a recurrent network."""
        batch, height, width, depth = x.shape
        columns = self._channels(min(70, _MOST_WEIGHTS // (batch * depth), _MOST_PRODUCTS // math.prod(x.shape)))

        def product(left=None):
            left = left or self._input((batch, height * width, self.random.randint(1, 20)), "f32")
            right = self._weights((batch, left.shape[2], columns), "f32")
            points = [self._point("f32", 0), self._point("f32", 0)]
            return self._emit("matmul", [left, right, *points], (batch, height * width, columns), "", "f32")

        y = self._joined(product(self._reshaped(x, (batch, height * width, depth))), product)
        return self._reshaped(y, (batch, height, width, columns))
