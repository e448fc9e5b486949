# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules of PyTorch and programs of torch.export, against PyTorch."""

from __future__ import annotations

import copy
import os
import pathlib
from typing import Any

import numpy
import pytest

import tirc
from tirc import importers
from tirc.importers import FrontEndError, base

torch: Any = pytest.importorskip("torch", reason="needs tirc[torch]")
pytest.importorskip("torch_mlir", reason="needs tirc[torch]")

from torch import nn  # noqa: E402  what follows needs the package

Module: Any = nn.Module
# The tests put another function in its place, which converts in a fork of one process.
_EXECUTE = base.execute


pytestmark = pytest.mark.usefixtures("repeatable_torch")


class Cnn(Module):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3, padding=1)
        self.norm = nn.BatchNorm2d(8)
        self.pool = nn.MaxPool2d(2)
        self.dense = nn.Linear(8, 10)

    def forward(self, image: Any) -> Any:
        features = self.pool(torch.relu(self.norm(self.conv(image)))).mean((2, 3))
        return {"scores": self.dense(features), "features": features}


class Recurrent(Module):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.lstm = nn.LSTM(8, 16, batch_first=True)

    def forward(self, audio: Any, state: Any) -> Any:
        out, (hidden, cell) = self.lstm(audio, state)
        return out, {"hidden": hidden, "cell": cell}


class TwoSequences(Module):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.gru = nn.GRU(6, 5, batch_first=True)
        self.lstm = nn.LSTM(5, 4, batch_first=True)

    def forward(self, x: Any) -> Any:
        return self.lstm(self.gru(x)[0])[0]


class Streaming(Module):  # type: ignore[misc]
    """Keeps the end of its input for the next run, and counts the runs in several types."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv1d(3, 4, 3)
        self.gru = nn.GRU(2, 4)
        self.register_buffer("past", torch.randn(1, 3, 2))
        self.register_buffer("hidden", torch.zeros(1, 4, 4), persistent=False)
        self.register_buffer("runs", torch.zeros((), dtype=torch.int64))
        self.register_buffer("bytes", torch.full((4,), 254, dtype=torch.uint8))
        self.register_buffer("is_later", torch.zeros(4, dtype=torch.bool))
        self.register_buffer("powers", torch.ones(4).bfloat16())

    def forward(self, audio: Any) -> Any:
        window = torch.cat((self.past, audio), 2)
        self.past.copy_(window[:, :, -2:])
        features, hidden = self.gru(self.conv(window).reshape(2, 4, 2), self.hidden)
        self.hidden.copy_(hidden)
        self.runs += 1
        self.bytes.add_(1)
        self.powers.mul_(2)
        counted = self.powers.float() + self.is_later
        self.is_later.logical_or_(torch.ones(4, dtype=torch.bool))
        return features, self.runs.clone(), self.bytes.clone(), counted


class Layers(Module):  # type: ignore[misc]
    """Has a layer that cannot be converted."""

    def __init__(self) -> None:
        super().__init__()
        self.pool = nn.FractionalMaxPool2d(2, 3)

    def forward(self, x: Any) -> Any:
        return self.pool(x)


class Calling(Module):  # type: ignore[misc]
    """Calls a function."""

    def __init__(self, function: Any) -> None:
        super().__init__()
        self.function = function

    def forward(self, x: Any) -> Any:
        return self.function(x)


def check(model: Any, *inputs: Any, compiled: tirc.Module | None = None) -> tirc.Module:
    """Compares all outputs with the module's."""
    compiled = compiled or tirc.compile(model, inputs)
    got = list(compiled.run(*torch.utils._pytree.tree_leaves(inputs)).values())
    with torch.no_grad():
        wanted = [value.numpy() for value in torch.utils._pytree.tree_leaves(model.eval()(*inputs)) if value is not None]
    for ours, theirs in zip(got, wanted, strict=True):
        assert ours.shape == theirs.shape
        assert numpy.allclose(ours, theirs, rtol=1e-4, atol=1e-5 * abs(theirs).max())
    return compiled


class Layer(Module):  # type: ignore[misc]
    """A recurrent layer between other operators."""

    def __init__(self, layer: Any) -> None:
        super().__init__()
        self.layer = layer

    def forward(self, x: Any, state: Any = None) -> Any:
        out, state = self.layer(x * 0.5, state)
        return torch.relu(out), state


@pytest.mark.parametrize(
    ("kind", "options", "shape", "states"),
    [
        ("LSTM", {"num_layers": 2, "bidirectional": True, "batch_first": True}, (2, 9, 3), None),
        ("LSTM", {}, (9, 1, 3), [(1, 1, 4), (1, 1, 4)]),
        ("LSTM", {"num_layers": 2, "proj_size": 2}, (9, 2, 3), None),
        ("GRU", {"bidirectional": True}, (9, 2, 3), [(2, 2, 4)]),
        ("RNN", {"nonlinearity": "relu", "num_layers": 2, "batch_first": True}, (1, 9, 3), None),
        ("RNN", {"bias": False}, (9, 3), None),
    ],
)
def test_recurrent_layers_are_loops(kind: str, options: Any, shape: Any, states: Any) -> None:
    torch.manual_seed(0)
    given = [torch.randn(state) for state in states or []]
    state = [] if states is None else [tuple(given) if kind == "LSTM" else given[0]]
    module = check(Layer(getattr(nn, kind)(3, 4, **options)), torch.randn(shape), *state)
    main = module.c_source[module.c_source.index("__tvm_main__") :]
    count = options.get("num_layers", 1) * (2 if options.get("bidirectional") else 1)
    assert main.count("i < 9;") == count


def names(tensors: Any) -> list[str]:
    return [tensor.name for tensor in tensors]


def test_a_cnn_keeps_its_names_and_its_mode() -> None:
    model = Cnn()
    model.dense.eval()
    module = tirc.compile(model, (torch.randn(1, 3, 16, 16),))
    assert [part.training for part in (model, model.norm, model.dense)] == [True, True, False]
    check(model, torch.randn(1, 3, 16, 16), compiled=module)
    assert module.name == "cnn" and names(module.inputs) == ["image"] and names(module.outputs) == ["scores", "features"]
    assert "conv (conv2d#0)" in module.c_source
    # What depends on the constants of the normalisation only is a constant, too.
    assert "sqrt" not in module.c_source


def test_an_lstm() -> None:
    state = (torch.randn(1, 1, 16), torch.randn(1, 1, 16))
    module = check(Recurrent(), torch.randn(1, 5, 8), state)
    assert names(module.inputs) == ["audio", "state_0", "state_1"]
    assert names(module.outputs)[1:] == ["1_hidden", "1_cell"] or names(module.outputs)[1:] == [
        "output_1_hidden",
        "output_1_cell",
    ]


def test_a_transformer_layer() -> None:
    check(nn.TransformerEncoderLayer(32, 4, 64, batch_first=True), torch.randn(1, 10, 32))


@pytest.mark.parametrize("per_channel", [False, True])
def test_a_cnn_that_pt2e_has_quantised(per_channel: bool) -> None:
    pt2e = pytest.importorskip("torchao.quantization.pt2e.quantize_pt2e", reason="needs torchao")
    xnnpack = pytest.importorskip("torchao.testing.pt2e._xnnpack_quantizer", reason="needs torchao")
    image = (torch.randn(1, 3, 16, 16),)
    quantizer = xnnpack.XNNPACKQuantizer()
    quantizer.set_global(xnnpack.get_symmetric_quantization_config(is_per_channel=per_channel))
    model = pt2e.prepare_pt2e(torch.export.export(Cnn().eval(), image).module(), quantizer)
    model(*image)
    program = torch.export.export(pt2e.convert_pt2e(model), image)
    module = tirc.compile(program)
    wanted = program.module()(*image)
    got = module.run(*image)
    assert list(got) == list(wanted)
    for name, ours in got.items():
        theirs = wanted[name].detach().numpy()
        step = numpy.diff(numpy.unique(theirs)).min()
        # A sum in another order may round to the next number.
        assert abs(ours - theirs).max() < 1.01 * step and (ours == theirs).mean() > 0.9


def test_an_exported_program_and_its_file(tmp_path: pathlib.Path) -> None:
    model = Calling(lambda x: torch.tanh(x)).eval()
    x = torch.randn(2, 3)
    program = torch.export.export(model, (x,))
    torch.export.save(program, tmp_path / "net.pt2")
    for source in (program, tmp_path / "net.pt2"):
        check(model, x, compiled=tirc.compile(source))


@pytest.mark.parametrize(
    ("function", "shape"),
    [
        (lambda x: nn.functional.interpolate(x, scale_factor=1.5, mode="nearest"), (1, 2, 4, 4)),
        (lambda x: nn.functional.avg_pool2d(x, 3, 2, 1, ceil_mode=True), (1, 2, 6, 6)),
        (lambda x: nn.functional.max_pool2d(x, 3, 2, 1, ceil_mode=True), (1, 2, 6, 6)),
        (lambda x: nn.functional.pad(x, (1, 2), mode="reflect"), (1, 2, 6)),
        (lambda x: torch.argmax(x, 1), (2, 7)),
        (lambda x: torch.round(x * 4), (2, 7)),
    ],
)
def test_operators_mean_what_they_mean_to_pytorch(function: Any, shape: tuple[int, ...]) -> None:
    check(Calling(function), torch.randn(shape))


def test_buffers_that_a_module_writes_to_are_state() -> None:
    model = Streaming().eval()
    module = tirc.compile(copy.deepcopy(model), (torch.randn(1, 3, 4),))
    assert len(module.inputs) == 1 and len(module.outputs) == 4
    assert any("writes to its buffer 'past'" in diagnostic.message for diagnostic in module.diagnostics)
    for _ in range(3):
        audio = torch.randn(1, 3, 4)
        with torch.no_grad():
            wanted = [value.numpy() for value in model(audio)]
        for ours, theirs in zip(module.run(audio).values(), wanted, strict=True):
            assert numpy.allclose(ours, theirs, rtol=1e-4, atol=1e-5)


def test_outputs_that_are_none_are_left_out() -> None:
    attention = nn.MultiheadAttention(16, 2, batch_first=True)
    module = Calling(lambda x: attention(x, x, x, need_weights=False))
    module.attention = attention
    assert len(check(module, torch.randn(1, 5, 16)).outputs) == 1


def test_a_module_without_example_inputs() -> None:
    with pytest.raises(TypeError, match="expected also example inputs"):
        tirc.compile(Cnn())


@pytest.mark.parametrize(
    ("model", "inputs", "message"),
    [
        (Calling(lambda x: x.add_(1)), [torch.ones(3)], "the module writes to its input 'x'; expected one that only computes"),
        (
            Layers(),
            [torch.ones(1, 2, 8, 8)],
            "'pool': aten.fractional_max_pool2d: torch-mlir does not convert this operator",
        ),
        (Calling(lambda x: x if x.sum() > 0 else -x), [torch.ones(3)], "torch.export cannot export this module"),
        (Calling(lambda x: x), [torch.ones(0, 3)], "has the shape 0x3 and so no elements"),
    ],
)
def test_errors_are_in_the_terms_of_the_module(model: Any, inputs: list[Any], message: str) -> None:
    with pytest.raises(FrontEndError, match=message):
        tirc.compile(model, inputs)


def test_a_dynamic_shape_is_named() -> None:
    batch = torch.export.Dim("batch", min=2, max=8)
    program = torch.export.export(Calling(torch.tanh), (torch.ones(4, 3),), dynamic_shapes={"x": {0: batch}})
    with pytest.raises(FrontEndError, match=r"input 0 \('x'\) has the shape \?x3; expected a size in place of each"):
        tirc.compile(program)


def test_another_archive_is_no_program(tmp_path: pathlib.Path) -> None:
    torch.save({"weight": torch.ones(3)}, tmp_path / "weights.pt")
    with pytest.raises(FrontEndError, match="this archive has no program of torch.export"):
        tirc.compile(tmp_path / "weights.pt")


def test_the_node_that_makes_the_converter_crash_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from tirc_frontends import convert_torch
    from tirc_frontends.refused import Refused

    def convert(program: Any, *_: Any, to_linalg: bool) -> None:
        if to_linalg and any("tanh" in str(node.target) for node in program.graph.nodes):
            os.abort()
        raise Refused("it is not converted")

    monkeypatch.setattr(convert_torch, "_convert", convert)
    model = nn.Sequential(nn.Linear(3, 4), nn.Sequential(nn.ReLU(), nn.Tanh()), nn.Sigmoid())
    program = torch.export.export(model, (torch.zeros(2, 3),))
    with pytest.raises(Refused, match=r"'1\.1': aten\.tanh: torch-mlir crashes \(SIGABRT\) on this operator") as caught:
        convert_torch._refuse_crash(program)
    assert caught.value.operator == "aten.tanh"


def test_a_file_becomes_the_same_bytes_in_each_process(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    """torch-mlir gives the constants of recurrent layers in an order that differs from one process to the next."""
    file = tmp_path / "layers.pt2"
    torch.export.save(torch.export.export(TwoSequences().eval(), (torch.zeros(1, 7, 6),)), file)
    monkeypatch.setattr(base, "execute", _EXECUTE)
    converted = [importers.load(file).mlir for _ in range(3)]
    assert converted[0] == converted[1] == converted[2]
