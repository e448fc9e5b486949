"""Recurrent layers."""

from __future__ import annotations

import numpy
from tflite_graph import Quantization, Tensor

from ..tolerance import SUM
from ..values import TAME
from .build import Net, register

_TANH, _RELU, _RELU6, _SIGMOID = 4, 1, 3, 6


def _weights(c: Net, shape: tuple[int, ...], hybrid: bool = False, factor: float = 0.5) -> Tensor:
    values = (c.random().standard_normal(shape) * factor).astype(numpy.float32)
    if not hybrid:
        return c.constant(values)
    scale = float(numpy.float32(max(abs(values).max(), 1e-6) / 127))
    numbers = numpy.clip(numpy.round(values / scale), -127, 127).astype(numpy.int8)
    return c.constant(numbers, "INT8", Quantization.of(scale))


def _state(c: Net, shape: tuple[int, ...], kind: str = "FLOAT32", quantization: Quantization | None = None) -> Tensor:
    tensor = c.constant(numpy.zeros(shape, numpy.float32), kind, quantization)
    tensor.values, tensor.is_variable = None, True
    return tensor


def _input(c: Net, shape: tuple[int, ...]) -> Tensor:
    """Of larger numbers, sums overflow: what they then are depends on the order."""
    return c.input(shape, "FLOAT32", None, c.numbers(shape, "FLOAT32", TAME))


@register("RNN", "FLOAT32 HYBRID", SUM)
def rnn(c: Net) -> None:
    batch, size, units = c.integer(1, 3), c.integer(1, 6), c.integer(1, 6)
    hybrid = c.type == "HYBRID"
    made = [
        _input(c, (batch, size)),
        _weights(c, (units, size), hybrid),
        _weights(c, (units, units), hybrid),
        _weights(c, (units,)),
        _state(c, (batch, units)),
    ]
    fields = {"fusedActivationFunction": c.choice([0, _RELU, _RELU6, _TANH])}
    c.add(made, ("FLOAT32", None), options=("RNNOptions", fields))


@register("UNIDIRECTIONAL_SEQUENCE_RNN", "FLOAT32 HYBRID", SUM)
def sequence_rnn(c: Net) -> None:
    batch, steps, size, units = (c.integer(1, n) for n in (3, 5, 6, 6))
    hybrid, time_major = c.type == "HYBRID", c.chance(0.5)
    made = [
        _input(c, (steps, batch, size) if time_major else (batch, steps, size)),
        _weights(c, (units, size), hybrid),
        _weights(c, (units, units), hybrid),
        _weights(c, (units,)),
        _state(c, (batch, units)),
    ]
    fields = {"timeMajor": time_major, "fusedActivationFunction": c.choice([0, _RELU, _RELU6, _TANH])}
    c.add(made, ("FLOAT32", None), options=("SequenceRNNOptions", fields))


@register("SVDF", "FLOAT32 HYBRID", SUM)
def svdf(c: Net) -> None:
    batch, size, rank = c.integer(1, 3), c.integer(1, 6), c.integer(1, 2)
    filters, memory = rank * c.integer(1, 4), c.integer(1, 5)
    hybrid = c.type == "HYBRID"
    made = [
        _input(c, (batch, size)),
        _weights(c, (filters, size), hybrid),
        _weights(c, (filters, memory), hybrid),
        _weights(c, (filters // rank,)) if c.chance(0.7) else None,
        _state(c, (batch, memory * filters)),
    ]
    fields = {"rank": rank, "fusedActivationFunction": c.choice([0, _RELU])}
    c.add(made, ("FLOAT32", None), options=("SVDFOptions", fields))


@register("UNIDIRECTIONAL_SEQUENCE_LSTM", "FLOAT32 HYBRID", SUM)
def lstm(c: Net) -> None:
    batch, steps, size, units = (c.integer(1, n) for n in (3, 4, 5, 5))
    hybrid, time_major, coupled = c.type == "HYBRID", c.chance(0.5), c.chance(0.2)
    peephole, projected = c.chance(0.3), c.chance(0.3)
    outputs = c.integer(1, 5) if projected else units
    gates = [None if coupled and gate == 0 else gate for gate in range(4)]
    made: list[Tensor | None] = [_input(c, (steps, batch, size) if time_major else (batch, steps, size))]
    made += [gate if gate is None else _weights(c, (units, size), hybrid) for gate in gates]
    made += [gate if gate is None else _weights(c, (units, outputs), hybrid) for gate in gates]
    made += [_weights(c, (units,), hybrid) if peephole and gates[gate] is not None else None for gate in (0, 1, 3)]
    made += [gate if gate is None else _weights(c, (units,)) for gate in gates]
    made.append(_weights(c, (outputs, units), hybrid) if projected else None)
    made.append(_weights(c, (outputs,)) if projected and c.chance(0.5) else None)
    made += [_state(c, (batch, outputs)), _state(c, (batch, units))]
    fields = {
        "timeMajor": time_major,
        "fusedActivationFunction": _TANH,
        "cellClip": c.choice([0.0, 0.0, 0.8]),
        "projClip": c.choice([0.0, 0.0, 0.5]) if projected else 0.0,
    }
    c.add(made, ("FLOAT32", None), options=("UnidirectionalSequenceLSTMOptions", fields))
