"""The quantised convolutions of a model in TOSA, and the rescale after each of them."""

import re
import struct
from dataclasses import dataclass

from runner import Failure
from toolchain import run

_CONSTANT = re.compile(r'(%\w+) = "tosa\.const"\(\) <\{values = dense<(.*?)> : tensor<([^>]*)>\}>')
_RESHAPE = re.compile(r"(%\w+) = tosa\.reshape (%\w+), ")
_OPERATION = re.compile(r"(%\w+) = tosa\.(conv2d|depthwise_conv2d|rescale) ([^{]*) \{(.*?)\} : \((.*)\) -> tensor<(.*?)>$")
_FORMATS = {"i8": "b", "i16": "h", "i32": "i"}


@dataclass(frozen=True)
class Channel:
    """A channel's rescale as TOSA 1.0 defines it, and the accumulators that it meets."""

    multiplier: int
    shift: int
    double_round: bool
    output_point: int
    low: int
    high: int
    # What the accumulator is without the products of the elements as they are stored.
    start: int


def _read_constant(text, kind):
    """Returns the numbers of a constant; one number if all are equal."""
    element = kind.rsplit("x", 1)[-1]
    if element not in _FORMATS:
        return None
    if text.startswith('"0x'):
        data = bytes.fromhex(text[3:-1])
        return [number for (number,) in struct.iter_unpack("<" + _FORMATS[element], data)]
    return [int(number) for number in re.findall(r"-?\d+", text)]


def _spread(numbers, count):
    return list(numbers) * count if len(numbers) == 1 else list(numbers)


def _channels(convolution, rescale, constants):
    """Returns the channels of a convolution, from its operands and the rescale's, or None if the weights are not
    constants."""
    kind, (_, weights_name, bias_name, input_point, weight_point), types = convolution
    shape = [int(extent) for extent in types[1].split("x")[:-1]]
    depthwise = kind == "depthwise_conv2d"
    count = shape[2] * shape[3] if depthwise else shape[0]
    size = 1
    for extent in shape:
        size *= extent
    if weights_name not in constants or constants[weight_point] != [0]:
        return None
    weights = _spread(constants[weights_name], size)
    biases = _spread(constants[bias_name], count)
    (point,) = constants[input_point]
    _, (_, multiplier, shift, input_zero, output_zero), attributes = rescale
    if constants[input_zero] != [0]:
        return None
    multipliers, shifts = (_spread(constants[name], count) for name in (multiplier, shift))
    products = size // count
    found = []
    for channel in range(count):
        own = weights[channel::count] if depthwise else weights[channel * products : (channel + 1) * products]
        start = biases[channel] - point * sum(own)
        low, high = (start + sum(weight * (least if weight > 0 else most) for weight in own)
                     for least, most in ((-128, 127), (127, -128)))
        found.append(Channel(multipliers[channel], shifts[channel], "DOUBLE_ROUND" in attributes,
                             constants[output_zero][0], low, high, start))
    return found


def read(tir_opt, file):
    """Returns the channels of each convolution that is followed by one rescale to int8, by its place in the model."""
    constants, operations, users = {}, {}, {}
    numbers = {"conv2d": 0, "depthwise_conv2d": 0, "rescale": 0}
    places = {}
    for line in run(tir_opt, file).splitlines():
        if match := _CONSTANT.search(line):
            numbers_of = _read_constant(match[2], match[3])
            if numbers_of is not None:
                constants[match[1]] = numbers_of
        elif match := _RESHAPE.search(line):
            if match[2] in constants:
                constants[match[1]] = constants[match[2]]
        if match := _OPERATION.search(line):
            result, kind, operands, attributes, types, output = match.groups()
            operands = operands.replace(" ", "").split(",")
            types = re.findall(r"tensor<(.*?)>", types)
            operations[result] = (kind, operands, types if kind != "rescale" else attributes)
            if kind != "rescale":
                places[result] = f"{kind}#{numbers[kind]}"
            elif output.endswith("xi8"):
                users.setdefault(operands[0], []).append(result)
            numbers[kind] += 1
    found = {}
    for convolution, place in places.items():
        following = users.get(convolution, ())
        if len(following) != 1:
            continue
        channels = _channels(operations[convolution], operations[following[0]], constants)
        if channels is not None:
            found[place] = channels
    if not found:
        raise Failure(f"{file} has no quantised convolution")
    return found
