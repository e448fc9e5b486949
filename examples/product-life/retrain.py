#!/usr/bin/env python3
"""Trains the network of ../digits further, on images that are moved and noisy, and quantises it again: the update of this
example. Layers, shapes, and the scales of the input and the output stay, so that the weights fit the code.

    retrain.py digits.csv.gz -o digits_v2.tflite

digits.csv.gz is scikit-learn's copy of the UCI handwritten digits (sklearn/datasets/data). Needs torch, numpy and
ai-edge-litert. The 360 images of the example's test set are left out of the training."""

import argparse
import pathlib

import flatbuffers
import numpy
import torch
from ai_edge_litert import schema_py_generated as schema
from ai_edge_litert.interpreter import Interpreter

DIGITS = pathlib.Path(__file__).resolve().parent.parent / "digits"
# The layers in order: the index of the operator in the file.
CONV, DEPTHWISE, POINTWISE, POOL, LAST_CONV, MEAN, DENSE = range(7)
WITH_WEIGHTS = (CONV, DEPTHWISE, POINTWISE, LAST_CONV, DENSE)


def read_images(path):
    """Returns the images of the training as numbers from 0 to 1, and the labels."""
    table = numpy.loadtxt(path, delimiter=",")
    images = (table[:, :64] / 16).astype(numpy.float32).reshape(-1, 1, 8, 8)
    with numpy.load(DIGITS / "digits_int8.test_set.npz") as test:
        tested = {image.tobytes() for image in test["images"]}
    # 127.5 became 127 there.
    stored = (numpy.floor(images * 255 + 0.49) - 128).astype(numpy.int8)
    kept = [index for index, image in enumerate(stored) if image.tobytes() not in tested]
    assert len(images) - len(kept) >= len(tested), "the test set is from other images"
    return torch.from_numpy(images[kept]), torch.from_numpy(table[kept, 64].astype(numpy.int64))


def scales_of(tensor):
    return numpy.asarray(tensor.quantization.scale, numpy.float32)


def read_layer(model, operator):
    """Returns the weights of a layer as floats, as the file orders them, and the biases."""
    graph = model.subgraphs[0]
    weights, bias = (graph.tensors[index] for index in operator.inputs[1:])
    numbers = numpy.frombuffer(bytes(model.buffers[weights.buffer].data), numpy.int8).reshape(weights.shape)
    axis = weights.quantization.quantizedDimension
    scales = numpy.moveaxis(scales_of(weights).reshape([-1] + [1] * (numbers.ndim - 1)), 0, axis)
    sums = numpy.frombuffer(bytes(model.buffers[bias.buffer].data), numpy.int32)
    return numbers * scales, (sums * scales_of(bias)).astype(numpy.float32)


def write_layer(model, operator, weights, biases):
    graph = model.subgraphs[0]
    x, to, bias = (graph.tensors[index] for index in operator.inputs)
    axis = to.quantization.quantizedDimension
    others = tuple(index for index in range(weights.ndim) if index != axis)
    scales = (numpy.abs(weights).max(axis=others, keepdims=True) / 127).astype(numpy.float32)
    numbers = numpy.clip(numpy.round(weights / scales), -127, 127).astype(numpy.int8)
    model.buffers[to.buffer].data = numbers.view(numpy.uint8).ravel()
    to.quantization.scale = scales.ravel()
    bias.quantization.scale = scales.ravel() * scales_of(x)[0]
    sums = numpy.round(biases / bias.quantization.scale).astype(numpy.int32)
    model.buffers[bias.buffer].data = sums.view(numpy.uint8)


class Network(torch.nn.Module):
    """The float network, which keeps what each operator of the file computes."""

    def __init__(self, layers):
        super().__init__()
        orders = {DEPTHWISE: (3, 0, 1, 2), DENSE: (0, 1)}
        self.orders = {index: orders.get(index, (0, 3, 1, 2)) for index in layers}
        self.weights = torch.nn.ParameterDict()
        self.biases = torch.nn.ParameterDict()
        for index, (weights, biases) in layers.items():
            ordered = numpy.ascontiguousarray(weights.transpose(self.orders[index]), numpy.float32)
            self.weights[str(index)] = torch.nn.Parameter(torch.from_numpy(ordered))
            self.biases[str(index)] = torch.nn.Parameter(torch.from_numpy(biases.copy()))

    def layers(self):
        for index, order in self.orders.items():
            weights = self.weights[str(index)].detach().numpy().transpose(numpy.argsort(order))
            yield index, weights, self.biases[str(index)].detach().numpy()

    def forward(self, x):
        convolve, results = torch.nn.functional.conv2d, []

        def add(result):
            results.append(result)
            return result

        def of(index):
            return self.weights[str(index)], self.biases[str(index)]

        x = add(convolve(x, *of(CONV), padding=1).relu())
        x = add(convolve(x, *of(DEPTHWISE), padding=1, groups=16).relu())
        x = add(convolve(x, *of(POINTWISE)).relu())
        x = add(torch.nn.functional.max_pool2d(x, 2))
        x = add(convolve(x, *of(LAST_CONV), padding=1).relu())
        x = add(x.mean((2, 3)))
        add(torch.nn.functional.linear(x, *of(DENSE)))
        return results


def change(images):
    """Moves each image by at most a pixel, and adds noise."""
    moved = torch.stack([
        torch.roll(image, tuple(torch.randint(-1, 2, (2,)).tolist()), (1, 2)) if torch.rand(()) < 0.5 else image
        for image in images
    ])
    return (moved + 0.05 * torch.randn_like(moved)).clamp(0, 1)


def train(network, images, labels, epochs):
    optimizer = torch.optim.Adam(network.parameters(), 1e-3, weight_decay=1e-5)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs)
    for _ in range(epochs):
        for batch in torch.randperm(len(images)).split(32):
            loss = torch.nn.functional.cross_entropy(network(change(images[batch]))[-1], labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        schedule.step()


def set_ranges(model, network, images):
    """Gives the tensors between the layers the ranges that they have for the images of the training."""
    graph = model.subgraphs[0]
    with torch.no_grad():
        results = network(images)
    for index, result in enumerate(results):
        quantization = graph.tensors[graph.operators[index].outputs[0]].quantization
        low, high = min(float(result.min()), 0.0), float(result.max())
        if index == POOL:
            quantization.scale = scales_of(graph.tensors[graph.operators[POINTWISE].outputs[0]])
            continue
        scale = (high - low) / 255
        quantization.scale = numpy.asarray([scale], numpy.float32)
        quantization.zeroPoint = numpy.asarray([round(-128 - low / scale)])


def measure(content):
    """Returns the share of images of the test set that are classified right."""
    interpreter = Interpreter(model_content=content)
    interpreter.allocate_tensors()
    given, result = interpreter.get_input_details()[0]["index"], interpreter.get_output_details()[0]["index"]
    right = 0
    with numpy.load(DIGITS / "digits_int8.test_set.npz") as test:
        for image, label in zip(test["images"], test["labels"]):
            interpreter.set_tensor(given, image[None])
            interpreter.invoke()
            right += int(interpreter.get_tensor(result).argmax()) == label
        return right / len(test["labels"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path, help="digits.csv.gz of scikit-learn")
    parser.add_argument("-o", dest="output", type=pathlib.Path, required=True, help="the .tflite file to write")
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--seed", type=int, default=2)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    content = (DIGITS / "digits_int8.tflite").read_bytes()
    model = schema.ModelT.InitFromObj(schema.Model.GetRootAs(bytearray(content)))
    operators = model.subgraphs[0].operators
    network = Network({index: read_layer(model, operators[index]) for index in WITH_WEIGHTS})
    images, labels = read_images(given.data)
    train(network, images, labels, given.epochs)
    set_ranges(model, network, images)
    for index, weights, biases in network.layers():
        write_layer(model, operators[index], weights, biases)
    builder = flatbuffers.Builder(1 << 16)
    builder.Finish(model.Pack(builder), b"TFL3")
    given.output.write_bytes(bytes(builder.Output()))
    print(f"before: {measure(content):.1%} of the test set, after: {measure(given.output.read_bytes()):.1%}")


if __name__ == "__main__":
    main()
