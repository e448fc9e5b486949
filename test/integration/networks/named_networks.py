"""Networks of int8 tensors with architectures that others publish, and random weights."""

from random_layers import Sums
from random_row_networks import RowNetworks

# The first convolution's channels and the size of a side of the input; then, for each inverted residual block, how many
# times as many channels it has inside, the channels of its result, its stride and the extent of its kernel.
_MCUNETS = {
    # MCUNet (arXiv 2007.10319), the search for 320 kB of RAM and 1 MB of flash.
    "MCUNet-320KB": (16, 176, (
        (1, 8, 1, 3), (3, 16, 2, 7), (5, 16, 1, 3), (5, 16, 1, 7), (4, 16, 1, 5), (5, 24, 2, 5), (5, 24, 1, 5),
        (5, 24, 1, 5), (5, 40, 2, 3), (6, 40, 1, 7), (4, 40, 1, 5), (5, 48, 1, 5), (5, 48, 1, 7), (5, 48, 1, 3),
        (6, 96, 2, 3), (5, 96, 1, 7), (4, 96, 1, 3), (5, 160, 1, 7))),
    # The same, for 5 frames a second on a Cortex-M7.
    "MCUNet-5fps": (16, 96, (
        (1, 8, 1, 3), (4, 16, 2, 3), (3, 16, 1, 3), (3, 24, 2, 7), (5, 24, 1, 3), (5, 40, 2, 3), (4, 40, 1, 7),
        (4, 48, 1, 5), (3, 48, 1, 3), (4, 48, 1, 3), (5, 96, 2, 7), (4, 96, 1, 5), (4, 96, 1, 5), (6, 160, 1, 3))),
}
NAMES = tuple(_MCUNETS)


class NamedNetwork(RowNetworks):
    """A network of inverted residual blocks, a mean over space and a fully connected layer."""

    def __init__(self, name, side=None, classes=1000):
        self._channels_of_first, whole, self._blocks = _MCUNETS[name]
        self._side_of_input, self._classes = side or whole, classes
        super().__init__(NAMES.index(name))

    def _build(self):
        self._exposed, self._hidden = False, []
        x = self._input((1, self._side_of_input, self._side_of_input, 3), "i8")
        x = self._fixed("conv2d", x, self._channels_of_first, 3, 2)
        for expansion, channels, stride, kernel in self._blocks:
            y = x
            if expansion != 1:
                y = self._fixed("pointwise", y, expansion * x.shape[3])
            y = self._fixed("depthwise", y, y.shape[3], kernel, stride)
            y = self._fixed("pointwise", y, channels)
            if y.shape == x.shape:
                self._begin_layer("add")
                y = self._end_layer(self._rescale(self._sum(x, y), Sums(1 << 29, 1 << 25), "i8"))
            x = y
        x = self._layer("global_pool", x)
        self._expose(self._fixed("fully_connected", x, self._classes))

    def _fixed(self, kind, x, channels, kernel=1, stride=1):
        self._wanted, self._extent, self._stride = channels, kernel, stride
        return self._layer(kind, x)

    def _channels(self, most):
        return self._wanted

    def _windows(self, x, kernels, dilations, pool=False):
        counts, pad = [], []
        for extent in x.shape[1:3]:
            counts.append(-(-extent // self._stride))
            total = (counts[-1] - 1) * self._stride + self._extent - extent
            pad += [total // 2, total - total // 2]
        text = (f"pad = array<i64: {', '.join(map(str, pad))}>, stride = array<i64: {self._stride}, {self._stride}>, "
                "dilation = array<i64: 1, 1>")
        return (self._extent, self._extent), text, counts
