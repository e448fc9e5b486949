#!/usr/bin/env python3
"""Writes executorch_int8.tosa, a small convolutional network that ExecuTorch's backend for Arm quantises and writes as a
flatbuffer of TOSA, and executorch_int8.golden.npz, an input and what Arm's reference model computes.

The tests do not run this script. It needs executorch (tested with 1.5.1) with torchao, and the package tosa-tools (2026.5.0 or
later), which are on PyPI.
"""

import pathlib
import tempfile

import numpy
import torch
import tosa_reference_model
from executorch.backends.arm.quantizer import TOSAQuantizer, get_symmetric_quantization_config
from executorch.backends.arm.tosa.compile_spec import TosaCompileSpec
from executorch.backends.arm.tosa.partitioner import TOSAPartitioner
from executorch.exir import to_edge_transform_and_lower
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e

_HERE = pathlib.Path(__file__).resolve().parent
_SHAPE = (1, 1, 12, 12)


def _network():
    nn = torch.nn
    layers = [nn.Conv2d(1, 8, 3, padding=1), nn.ReLU(), nn.Conv2d(8, 16, 3, stride=2), nn.ReLU(), nn.MaxPool2d(5), nn.Flatten()]
    return nn.Sequential(*layers, nn.Linear(16, 10)).eval()


def main():
    torch.manual_seed(0)
    example = (torch.randn(_SHAPE),)
    with tempfile.TemporaryDirectory() as folder:
        spec = TosaCompileSpec("TOSA-1.0+INT").dump_intermediate_artifacts_to(folder)
        quantizer = TOSAQuantizer(spec)
        quantizer.set_global(get_symmetric_quantization_config())
        prepared = prepare_pt2e(torch.export.export(_network(), example).module(), quantizer)
        for _ in range(4):
            prepared(torch.randn(_SHAPE))
        program = torch.export.export(convert_pt2e(prepared), example)
        to_edge_transform_and_lower(program, partitioner=[TOSAPartitioner(spec)])
        (written,) = pathlib.Path(folder).glob("*.tosa")
        data = written.read_bytes()
    image = numpy.random.default_rng(3).integers(-128, 128, _SHAPE).astype(numpy.int8)
    (scores,), status = tosa_reference_model.run(data, [image])
    assert status == tosa_reference_model.GraphStatus.TOSA_VALID, status
    (_HERE / "executorch_int8.tosa").write_bytes(data)
    numpy.savez_compressed(_HERE / "executorch_int8.golden.npz", x=image, y=scores.view(numpy.int8).reshape(1, 10))


if __name__ == "__main__":
    main()
