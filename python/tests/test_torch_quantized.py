# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that PT2E has quantised: integers from end to end, within one unit of PyTorch."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from typing import Any

import numpy
import pytest
from models import FOR_A_RUN

import tirc

torch: Any = pytest.importorskip("torch", reason="needs tirc[torch]")
pytest.importorskip("torch_mlir", reason="needs tirc[torch]")
pytest.importorskip("torchao.quantization.pt2e.quantize_pt2e", reason="needs torchao")
pytest.importorskip("onnx", reason="needs tirc[torch]")

import pt2e_models  # noqa: E402  what follows needs the packages

# The parts whose kernels may compute in float beside quantisations: docs/Python.md lists their operators.
_FLOAT = {"attention": "norm"}
_EDGES = r"(de)?quantize_per_tensor(_\d+)?"
_SHORT = {("cnn", "int8", True), ("depthwise", "uint8", False), ("attention", "int8", True), ("wake word", "uint8", True)}
_VARIANTS = [
    pytest.param(*variant, marks=[] if variant in _SHORT else pytest.mark.long)
    for name in pt2e_models.NETWORKS
    for kind in ("int8", "uint8")
    for channels in (False, True)
    for variant in [(name, kind, channels)]
]


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize(("name", "kind", "channels"), _VARIANTS)
def test_networks_are_integer(name: str, kind: str, channels: bool) -> None:
    quantizer = pt2e_models.All(getattr(torch, kind), channels=channels)
    program, inputs = pt2e_models.quantized(name, quantizer)
    module = tirc.compile(program, model_name="net", target="host")
    assert not module.diagnostics
    _check(module, program, inputs)
    in_float = re.compile(f"({_EDGES}|{_FLOAT.get(name, 'none')}) .*")
    for place in _float_places(module):
        assert in_float.fullmatch(place), place


@pytest.mark.parametrize("channels", [False, True])
def test_the_quantizers_of_torchao(channels: bool) -> None:
    """XNNPACK's int8, which leaves some operators in float."""
    xnnpack = pytest.importorskip("torchao.testing.pt2e._xnnpack_quantizer", reason="needs torchao")
    quantizer = xnnpack.XNNPACKQuantizer()
    quantizer.set_global(xnnpack.get_symmetric_quantization_config(is_per_channel=channels))
    program, inputs = pt2e_models.quantized("cnn", quantizer)
    module = tirc.compile(program, model_name="net")
    assert [tensor.name for tensor in (*module.inputs, *module.outputs)] == ["image", "scores"]
    places = [kernel["place"] for kernel in module.report.json["kernels"]]
    assert {"stem", "conv", "dense"} <= {place.partition(" ")[0] for place in places}, places
    _check(module, program, inputs, unit=0.01)
    floats = f"({_EDGES}|_?softmax|cat|clamp|flatten|mean|pool) .*"
    assert all(re.fullmatch(floats, place) for place in _float_places(module)), _float_places(module)


@pytest.mark.parametrize("kind", ["xnnpack", "x86"])
def test_scales_that_are_chosen_in_each_run(kind: str) -> None:
    """Dynamic quantisation, which torch-mlir does not convert."""
    quantizer: Any
    if kind == "xnnpack":
        xnnpack = pytest.importorskip("torchao.testing.pt2e._xnnpack_quantizer", reason="needs torchao")
        config = xnnpack.get_symmetric_quantization_config(is_per_channel=True, is_dynamic=True)
        quantizer = xnnpack.XNNPACKQuantizer().set_global(config)
    else:
        x86 = pytest.importorskip("torchao.quantization.pt2e.quantizer.x86_inductor_quantizer", reason="needs torchao")
        quantizer = x86.X86InductorQuantizer().set_global(x86.get_default_x86_inductor_quantization_config(is_dynamic=True))
    program, inputs = pt2e_models.quantized("mlp", quantizer)
    assert any("choose_qparams" in str(node.target) for node in program.graph.nodes)
    _compare(tirc.compile(program, model_name="net"), program, inputs)


def test_the_reference_representation() -> None:
    """Products of integers with the type of their sums (out_dtype), between integers that are scaled by floats."""
    xnnpack = pytest.importorskip("torchao.testing.pt2e._xnnpack_quantizer", reason="needs torchao")
    quantizer = xnnpack.XNNPACKQuantizer().set_global(xnnpack.get_symmetric_quantization_config())
    program, inputs = pt2e_models.quantized("mlp", quantizer, use_reference_representation=True)
    assert any("out_dtype" in str(node.target) for node in program.graph.nodes)
    _compare(tirc.compile(program, model_name="net"), program, inputs)


_WEIGHTS = {
    "int8_dynamic": (lambda ao, group: ao.Int8DynamicActivationInt8WeightConfig(), 1),
    "int8_channels": (lambda ao, group: ao.Int8WeightOnlyConfig(), 1),
    "int4_groups": (lambda ao, group: ao.IntxWeightOnlyConfig(torch.int4, group), 1),
    "int8_groups_dynamic": (lambda ao, group: ao.Int8DynamicActivationIntxWeightConfig(torch.int8, group), 1),
}


@pytest.mark.parametrize("form", list(_WEIGHTS))
def test_weights_of_torchao_stay_integers(form: str) -> None:
    """Also in groups of a row: nothing constant takes RAM."""
    ao = pytest.importorskip("torchao.quantization", reason="needs torchao")
    granularity = pytest.importorskip("torchao.quantization.granularity", reason="needs torchao")
    torch.manual_seed(3)
    model = torch.nn.Sequential(torch.nn.Linear(64, 96), torch.nn.ReLU(), torch.nn.Linear(96, 32)).eval()
    ao.quantize_(model, _WEIGHTS[form][0](ao, granularity.PerGroup(32)))
    inputs = (torch.randn(1, 64),)
    program = torch.export.export(model, inputs)
    module = tirc.compile(program, model_name="net")
    _compare(module, program, inputs)
    totals, weights = module.report.json["totals"], 64 * 96 + 96 * 32
    assert totals["workspace_bytes"] < 4 * 4 * (64 + 96 + 32)
    # A scale for each group or channel, and biases.
    assert totals["constants_bytes"] < weights + weights // 32 * 4 + 2 * 4 * (96 + 32) + 512


def test_weights_stay_in_flash() -> None:
    program, _ = pt2e_models.quantized("cnn", pt2e_models.All(torch.int8, channels=True))
    totals = tirc.compile(program, model_name="net").report.json["totals"]
    weights, channels = 8 * 27 + 8 * 72 + 2 * 64 + 64 * 24 + 24 * 5, 8 * 4 + 24 + 5
    assert weights < totals["constants_bytes"] < weights + channels * 12 + 1024 + 256
    assert totals["workspace_bytes"] < 3 * 16 * 16 + 4 * 8 * 64


def test_a_program_of_core_operators() -> None:
    """Convolution and addmm with a transposed weight, in place of what modules call."""
    program, inputs = pt2e_models.quantized("mlp", pt2e_models.All(torch.int8, channels=True))
    module = tirc.compile(program.run_decompositions(), model_name="net", target="host")
    assert not module.diagnostics
    _check(module, program, inputs)
    assert all(re.fullmatch(f"{_EDGES} .*", place) for place in _float_places(module))


class Unusual(pt2e_models.Module):  # type: ignore[misc]
    """Writes to a tensor that it reads again, by way of a view."""

    def forward(self, x: Any) -> Any:
        from torch.ops import quantized_decomposed as q

        parts = 0.05, 3, -128, 127, torch.int8
        y = q.dequantize_per_tensor(q.quantize_per_tensor(x, *parts), *parts)
        row = y.view(24)
        y.add_(1.0)
        return q.dequantize_per_tensor(q.quantize_per_tensor(torch.tanh(row), *parts), *parts)


def test_an_unusual_form_computes_in_floats() -> None:
    x = torch.randn(1, 4, 6)
    program = torch.export.export(Unusual(), (x,))
    module = tirc.compile(program, model_name="net")
    said = [str(diagnostic) for diagnostic in module.diagnostics]
    assert any("may compute in float: 'add_' writes to a tensor that is used again" in text for text in said), said
    _check(module, program, (x,), unit=0.05)


@pytest.mark.parametrize("limits", [(-128, 127), (0, 127)])
def test_a_part_of_the_range(limits: tuple[int, int]) -> None:
    """Quantisations that leave out numbers, as those to 7 bits."""

    def forward(x: Any) -> Any:
        from torch.ops import quantized_decomposed as q

        first, second = (0.05, 3, *limits, torch.int8), (0.02, -5, -100, 90, torch.int8)
        x = q.dequantize_per_tensor(q.quantize_per_tensor(x, *first), *first)
        return q.dequantize_per_tensor(q.quantize_per_tensor(torch.tanh(x), *second), *second)

    class Calling(pt2e_models.Module):  # type: ignore[misc]
        def forward(self, x: Any) -> Any:
            return forward(x)

    x = torch.randn(1, 4, 6) * 4
    program = torch.export.export(Calling(), (x,))
    module = tirc.compile(program, model_name="net")
    _check(module, program, (x,))
    assert all(re.fullmatch(f"{_EDGES} .*", place) for place in _float_places(module))


@pytest.mark.parametrize("kind", ["int8", "int16"])
@pytest.mark.parametrize("to_linalg", [False, True])
def test_floats_are_multiplied_by_the_inverse_of_a_scale(kind: str, to_linalg: bool) -> None:
    """The inverse of a double: 0.016 as a float32 has another one, and 3.0 / 0.016f is not 187.5."""

    class Rounding(pt2e_models.Module):  # type: ignore[misc]
        def forward(self, x: Any, other: Any) -> Any:
            from torch.ops import quantized_decomposed as q

            dtype = getattr(torch, kind)
            parts = 0.016, 0, torch.iinfo(dtype).min, torch.iinfo(dtype).max, dtype
            y = torch.relu(q.dequantize_per_tensor(q.quantize_per_tensor(x, *parts), *parts))
            # torch-mlir converts the inverse hyperbolic sine to linalg only.
            return q.quantize_per_tensor(y, *parts), torch.asinh(other) if to_linalg else other + 1

    given = torch.arange(-200, 200).reshape(1, 400) * 0.008, torch.zeros(1)
    program = torch.export.export(Rounding(), given)
    got = tirc.compile(program, model_name="net", **FOR_A_RUN).run(*given)
    numpy.testing.assert_array_equal(next(iter(got.values())), program.module()(*given)[0].numpy())


def _compare(module: tirc.Module, program: Any, inputs: Any) -> None:
    """Compares runs that compute in floats, or choose the same scales: not half a unit apart."""
    for seed in range(100, 104):
        torch.manual_seed(seed)
        given = [torch.randn(value.shape) for value in inputs]
        wanted = torch.utils._pytree.tree_leaves(program.module()(*given))[0].detach().numpy()
        got = next(iter(module.run(*given).values()))
        numpy.testing.assert_allclose(got, wanted, rtol=1e-4, atol=2e-5 * abs(wanted).max())


def _check(module: tirc.Module, program: Any, inputs: Any, unit: float = 0) -> None:
    """Compares runs: a half of a unit may be rounded to the other side, which later layers may enlarge. Few elements do, of
    all runs together: one run has only some dozens."""
    last = [node for node in program.graph.nodes if "dequantize_per_tensor" in str(node.target)][-1]
    unit = unit or last.args[1]
    differences = []
    for seed in range(100, 104):
        torch.manual_seed(seed)
        given = [torch.randn(value.shape) for value in inputs]
        wanted = torch.utils._pytree.tree_leaves(program.module()(*given))
        for ours, theirs in zip(module.run(*given).values(), wanted, strict=True):
            differences.append(numpy.abs(ours - theirs.detach().numpy()).ravel() / unit)
    every = numpy.concatenate(differences)
    assert every.max() < 2.1 and (every > 1.01).mean() < 1e-2, (every.max(), (every > 1.01).mean())


def _float_places(module: tirc.Module) -> list[str]:
    """Returns a place of each kernel that computes in float: one that may, if there is one."""
    found, source = [], module.c_source
    for kernel in module.report.json["kernels"]:
        start = source.index(f"void {kernel['function']}(")
        if re.search(r"\b(float|double|rintf|\d+\.\d+f?)\b", source[start : source.index("\n}", start)]):
            places = kernel.get("fused") or [kernel["place"]]
            found.append(next((place for place in places if "quantize" in place or "norm" in place), places[-1]))
    return found
