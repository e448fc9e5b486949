"""Six networks that firmware has, of which benchmarks/producers compares what each producer's files need."""

import torch
from torch import nn


def _layer(before, after, size=3, stride=1, groups=1, act=nn.ReLU):
    conv = nn.Conv2d(before, after, size, stride, size // 2, groups=groups, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(after), act())


class Keywords(nn.Module):
    """Depthwise and pointwise convolutions, as in DS-CNN."""

    def __init__(self):
        super().__init__()
        parts = [_layer(1, 32, 3, 2)]
        for _ in range(3):
            parts += [_layer(32, 32, 3, groups=32), _layer(32, 32, 1)]
        self.layers, self.pool, self.dense = nn.Sequential(*parts), nn.AdaptiveAvgPool2d(1), nn.Linear(32, 12)

    def forward(self, x):
        return self.dense(self.pool(self.layers(x)).flatten(1))


class Images(nn.Module):
    """Inverted residuals with ReLU6, as in MobileNetV2."""

    def __init__(self):
        super().__init__()
        self.stem = _layer(3, 8, 3, 2, act=nn.ReLU6)

        def block(before, after, stride):
            wide = before * 4
            return nn.Sequential(
                _layer(before, wide, 1, act=nn.ReLU6),
                _layer(wide, wide, 3, stride, wide, act=nn.ReLU6),
                nn.Conv2d(wide, after, 1, bias=False),
                nn.BatchNorm2d(after),
            )

        self.first, self.second, self.third = block(8, 8, 1), block(8, 16, 2), block(16, 16, 1)
        self.dense = nn.Linear(16, 10)

    def forward(self, x):
        x = self.stem(x)
        x = self.second(x + self.first(x))
        x = x + self.third(x)
        return self.dense(x.mean((2, 3)))


class Residual(nn.Module):
    """Convolutions of 3 x 3 with sums, as in ResNet-8."""

    def __init__(self):
        super().__init__()
        self.stem, self.a, self.b = _layer(3, 16), _layer(16, 16), _layer(16, 16, act=nn.Identity)
        self.c, self.d = _layer(16, 32, 3, 2), _layer(32, 32, act=nn.Identity)
        self.side, self.dense = nn.Conv2d(16, 32, 1, 2), nn.Linear(32, 10)
        self.pool = nn.AvgPool2d(8)

    def forward(self, x):
        x = self.stem(x)
        x = torch.relu(x + self.b(self.a(x)))
        x = torch.relu(self.side(x) + self.d(self.c(x)))
        return self.dense(self.pool(x).flatten(1))


class Segmentation(nn.Module):
    """A network that ends in a convolution."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(_layer(3, 8), _layer(8, 8, 3, groups=8), _layer(8, 16, 1), _layer(16, 16), nn.Conv2d(16, 2, 1))

    def forward(self, x):
        return self.layers(x)


class Anomalies(nn.Module):
    """Dense layers with batch normalisation, as the autoencoder of MLPerf Tiny."""

    def __init__(self):
        super().__init__()
        sizes = (128, 64, 64, 8, 64, 64)
        parts = []
        for before, after in zip(sizes, sizes[1:]):
            parts += [nn.Linear(before, after), nn.BatchNorm1d(after), nn.ReLU()]
        self.layers = nn.Sequential(*parts, nn.Linear(64, 128))

    def forward(self, x):
        return self.layers(x)


class Audio(nn.Module):
    """Convolutions along the time."""

    def __init__(self):
        super().__init__()

        def layer(before, after, size, stride=1, groups=1):
            conv = nn.Conv1d(before, after, size, stride, size // 2, groups=groups, bias=False)
            return nn.Sequential(conv, nn.BatchNorm1d(after), nn.ReLU())

        self.layers = nn.Sequential(layer(16, 32, 5, 2), layer(32, 32, 3, 1, 32), layer(32, 32, 1), layer(32, 32, 3, 2))
        self.dense = nn.Linear(32, 4)

    def forward(self, x):
        return self.dense(self.layers(x).mean(-1))


SHAPES = {
    "keywords": (Keywords, (1, 1, 49, 10)),
    "images": (Images, (1, 3, 48, 48)),
    "residual": (Residual, (1, 3, 16, 16)),
    "segmentation": (Segmentation, (1, 3, 32, 32)),
    "anomalies": (Anomalies, (1, 128)),
    "audio": (Audio, (1, 16, 64)),
}


def six():
    """Yields the name of each network, the network, and the shape of its input."""
    for name, (kind, shape) in SHAPES.items():
        torch.manual_seed(7)
        module = kind()
        for part in module.modules():
            if isinstance(part, (nn.BatchNorm1d, nn.BatchNorm2d)):
                part.running_mean.normal_(0, 0.3)
                part.running_var.uniform_(0.5, 2)
        yield name, module.eval(), shape
