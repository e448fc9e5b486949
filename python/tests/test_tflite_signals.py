# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tflite-micro's operators for features of sound, against tflite-micro itself."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy
import pytest
from models import FOR_A_RUN, Array
from tflite_graph import Graph, Operator, Tensor, write

import tirc
from tirc.importers import FrontEndError

runtime: Any = pytest.importorskip("tflite_micro.python.tflite_micro.runtime", reason="needs tflite-micro")

_FRACTION_BITS = 12


def signal(name: str, inputs: list[Tensor | None], outputs: list[Tensor], **options: int) -> Operator:
    return Operator(f"Signal{name}", inputs, outputs, ("flexbuffers", options))


def constant(name: str, values: Array) -> Tensor:
    return Tensor(name, values.shape, values.dtype.name.upper(), values=values)


@dataclasses.dataclass(frozen=True)
class Features:
    """A network from samples to logarithms of channels."""

    samples: int
    length: int
    channels: int
    clamping: bool = False
    seed: int = 0

    def file(self) -> bytes:
        random = numpy.random.default_rng(self.seed)
        bins = self.length // 2 + 1
        x, windowed, scaled = (Tensor(name, (self.samples,), "INT16") for name in ("x", "windowed", "scaled"))
        bits = Tensor("bits", (), "INT32")
        spectrum = Tensor("spectrum", (2 * bins,), "INT16")
        energy = Tensor("energy", (bins,), "UINT32")
        sums = Tensor("sums", (self.channels,), "UINT64")
        roots, above, noise, gained = (Tensor(n, (self.channels,), "UINT32") for n in ("roots", "above", "noise", "gained"))
        logarithms = Tensor("logarithms", (self.channels,), "INT16")
        window = random.integers(0, (1 << _FRACTION_BITS) + 1, self.samples, numpy.int16)
        lut = numpy.sort(random.integers(0, 32767, 125, numpy.int16))[::-1].copy()
        subtraction = {
            "alternate_one_minus_smoothing": 15401, "alternate_smoothing": 983, "clamping": self.clamping,
            "min_signal_remaining": 819, "num_channels": self.channels, "one_minus_smoothing": 15975, "smoothing": 409,
            "smoothing_bits": 10, "spectral_subtraction_bits": 14,
        }  # fmt: skip
        operators = [
            signal("Window", [x, constant("window", window)], [windowed], shift=_FRACTION_BITS),
            signal("FftAutoScale", [windowed], [scaled, bits]),
            signal("Rfft", [scaled], [spectrum], T=7, fft_length=self.length),
            signal("Energy", [spectrum], [energy], start_index=0, end_index=bins),
            signal("FilterBank", [energy, *self._bands(random, bins)], [sums], num_channels=self.channels),
            signal("FilterBankSquareRoot", [sums, bits], [roots]),
            signal("FilterBankSpectralSubtraction", [roots], [above, noise], **subtraction),
            signal("PCAN", [above, noise, constant("gains", lut)], [gained], snr_shift=6),
            signal("FilterBankLog", [gained], [logarithms], input_correction_bits=3, output_scale=64),
        ]
        return write(Graph(operators, [x], [logarithms]))

    def _bands(self, random: Any, bins: int) -> list[Tensor]:
        """Returns weights, the rest of each, and where the bands begin and how wide they are."""
        ends = numpy.sort(random.choice(numpy.arange(1, bins + 1), self.channels + 1, replace=False)).astype(numpy.int16)
        starts = numpy.concatenate([[0], ends[:-1]]).astype(numpy.int16)
        widths = (ends - starts).astype(numpy.int16)
        weights = random.integers(0, 4097, int(widths.sum()), numpy.int16)
        places = numpy.concatenate([[0], numpy.cumsum(widths)[:-1]]).astype(numpy.int16)
        named = {"weights": weights, "rest": 4096 - weights, "starts": starts, "places": places, "widths": widths}
        return [constant(name, values.astype(numpy.int16)) for name, values in named.items()]


def sounds(samples: int, seed: int) -> list[Array]:
    """Returns silence, noise of all sizes, tones, and a tone that is cut off at the ends of the type."""
    random = numpy.random.default_rng(seed)
    time = numpy.arange(samples)
    made = [numpy.zeros(samples)] + [random.standard_normal(samples) * size for size in (1, 30, 900, 20000, 200000)]
    made += [numpy.sin(time * pitch) * size for pitch in (0.02, 0.4, 2) for size in (3, 700, 32767, 90000)]
    made += [numpy.full(samples, -32768), numpy.where(time % 7, 5, -32768)]
    return [numpy.clip(numpy.round(sound), -32768, 32767).astype(numpy.int16) for sound in made]


@pytest.mark.parametrize(
    "features",
    [
        Features(480, 512, 40),
        Features(400, 512, 32, clamping=True, seed=1),
        Features(256, 256, 9, seed=2),
        Features(100, 128, 13, seed=3),
        Features(1000, 1024, 64, seed=4),
        Features(8, 8, 2, seed=5),
        Features(4, 4, 1, seed=6),
    ],
    ids=lambda features: f"{features.samples}-{features.length}-{features.channels}",
)
def test_features_have_the_bits_of_tflite_micro(features: Features) -> None:
    """The estimate of the noise is kept from one run to the next, and begins again."""
    data = features.file()
    reference = runtime.Interpreter.from_bytes(data, arena_size=200000)
    module = tirc.compile(data, **FOR_A_RUN)
    for sound in sounds(features.samples, features.seed) * 2:
        reference.set_input(sound, 0)
        reference.invoke()
        numpy.testing.assert_array_equal(module.run(sound)["logarithms"], reference.get_output(0))


def refusal(operators: list[Operator], inputs: list[Tensor], outputs: list[Tensor]) -> str:
    with pytest.raises(FrontEndError) as caught:
        tirc.compile(write(Graph(operators, inputs, outputs)))
    return str(caught.value)


def test_forms_that_are_not_compiled_are_named() -> None:
    floats, ints = Tensor("x", (8,)), Tensor("x", (8,), "INT16")
    spectrum, y = Tensor("y", (10,)), Tensor("y", (10,), "INT16")
    text = refusal([signal("Rfft", [floats], [spectrum], T=0, fft_length=8)], [floats], [spectrum])
    assert "'y': tfl.SignalRfft: its numbers have the type f32; expected int16" in text
    text = refusal([signal("Rfft", [ints], [y], T=7, fft_length=12)], [ints], [y])
    assert "'y': tfl.SignalRfft: its length is 12; expected a power of two, at least 4" in text
    text = refusal([signal("Rfft", [ints], [y], T=7, fft_length=4)], [ints], [y])
    assert "its rows have 8 numbers; expected at most its length, 4" in text
    text = refusal([signal("Rfft", [ints], [y], T=7)], [ints], [y])
    assert "'y': tfl.SignalRfft: it has no option 'fft_length'; expected one" in text
    text = refusal([signal("Framer", [ints], [y])], [ints], [y])
    assert "'y': SignalFramer is one of tflite-micro's own operators for sound, which is not compiled; expected one of" in text


def test_numbers_without_a_sign_that_others_compute_with_are_refused() -> None:
    """Their comparison would have a sign."""
    x, energy = Tensor("x", (8,), "INT16"), Tensor("energy", (4,), "UINT32")
    floats = Tensor("floats", (4,))
    operators = [
        signal("Energy", [x], [energy], start_index=0, end_index=4),
        Operator("CAST", [energy], [floats], ("CastOptions", {"inDataType": 15, "outDataType": 0})),
    ]
    assert "'energy': CUSTOM: the type uint32 is not supported here" in refusal(operators, [x], [floats])
