"""The networks that the scripts quantise with all recipes of the producers."""

import numpy
import torch
from torch import nn


class Convolutions(nn.Module):
    """Convolutions with batch normalisation, also depthwise ones, and a dense layer."""

    def __init__(self):
        super().__init__()

        def layer(before, after, size, stride, groups=1):
            conv = nn.Conv2d(before, after, size, stride, size // 2, groups=groups, bias=False)
            return nn.Sequential(conv, nn.BatchNorm2d(after), nn.ReLU6())

        self.layers = nn.Sequential(
            layer(3, 8, 3, 2), layer(8, 8, 3, 1, 8), layer(8, 16, 1, 1), layer(16, 16, 3, 2, 16), layer(16, 32, 1, 1)
        )
        self.dense = nn.Linear(32, 10)

    def forward(self, x):
        return torch.softmax(self.dense(self.layers(x).mean((2, 3))), -1)


class Embedding(nn.Module):
    """A table of rows, and dense layers."""

    def __init__(self):
        super().__init__()
        self.table, self.first, self.last = nn.Embedding(128, 64), nn.Linear(64, 64), nn.Linear(64, 8)

    def forward(self, x):
        return self.last(torch.relu(self.first(self.table(x).mean(1))))


class Transformer(nn.Module):
    """A block with attention."""

    def __init__(self):
        super().__init__()
        size = 64
        self.start, self.query, self.key, self.value = nn.Linear(32, size), *(nn.Linear(size, size) for _ in range(3))
        self.norm, self.wide, self.narrow = nn.LayerNorm(size), nn.Linear(size, 128), nn.Linear(128, size)
        self.last = nn.Linear(size, 5)

    def forward(self, x):
        x = self.start(x)
        weights = torch.softmax(self.query(x) @ self.key(x).transpose(-1, -2) / 8, -1)
        x = self.norm(x + weights @ self.value(x))
        x = x + self.narrow(nn.functional.gelu(self.wide(x)))
        return self.last(x.mean(1))


class Recurrent(nn.Module):
    """A convolution along the time, an LSTM, and a dense layer."""

    def __init__(self):
        super().__init__()
        self.conv, self.lstm, self.last = nn.Conv1d(16, 32, 3, 2, 1), nn.LSTM(32, 32, batch_first=True), nn.Linear(32, 6)

    def forward(self, x):
        return self.last(self.lstm(torch.relu(self.conv(x)).transpose(1, 2))[0][:, -1])


def networks(*, recurrent=False):
    """Yields the name of each network, the network, and what makes an input."""
    torch.manual_seed(0)
    random = numpy.random.default_rng(0)
    convolutions = Convolutions()
    for part in convolutions.modules():
        if isinstance(part, nn.BatchNorm2d):
            part.running_mean.normal_(0, 0.3)
            part.running_var.uniform_(0.5, 2)
    yield "cnn", convolutions, lambda: random.standard_normal((1, 3, 32, 32)).astype(numpy.float32)
    yield "embedding", Embedding(), lambda: random.integers(0, 128, (1, 12)).astype(numpy.int32)
    yield "transformer", Transformer(), lambda: random.standard_normal((1, 16, 32)).astype(numpy.float32)
    if recurrent:
        yield "recurrent", Recurrent(), lambda: random.standard_normal((1, 16, 20)).astype(numpy.float32)
