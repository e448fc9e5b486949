#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# gonnx 1.1.0: each quotient by zero is plus infinity, of negative numbers and of zero, too.
#
# ONNX's Div of floats is the one of IEEE 754, and so is Go's: -1 / 0 is minus infinity and 0 / 0 NaN. One would guess that a
# runtime in Go divides with its language's operator. The library of tensors below gonnx looks for a zero in the divisor and
# answers plus infinity by itself, whatever is divided. A mean over a count of nothing, 0 / 0, is infinity, and a test for
# NaN does not see it. A product with infinity, Relu of minus infinity, is NaN, as Relu multiplies by a mask.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/run"
cat >"$work/run/go.mod" <<'MOD'
module run

go 1.21

require (
	github.com/advancedclimatesystems/gonnx v1.1.0
	gorgonia.org/tensor v0.9.24
)
MOD
cat >"$work/run/main.go" <<'GO'
package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/advancedclimatesystems/gonnx"
	"gorgonia.org/tensor"
)

// Prints what the model in the file of the first argument answers. The others are its inputs: sizes, a colon, and numbers.
func main() {
	model, err := gonnx.NewModelFromFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	inputs := gonnx.Tensors{}
	for index, argument := range os.Args[2:] {
		sizes, numbers, _ := strings.Cut(argument, ":")
		var shape []int
		for _, text := range strings.Fields(sizes) {
			size, _ := strconv.Atoi(text)
			shape = append(shape, size)
		}
		var values []float32
		for _, text := range strings.Fields(numbers) {
			value, _ := strconv.ParseFloat(text, 32)
			values = append(values, float32(value))
		}
		inputs[fmt.Sprintf("x%d", index)] = tensor.New(tensor.WithShape(shape...), tensor.WithBacking(values))
	}
	outputs, err := model.Run(inputs)
	if err != nil {
		panic(err)
	}
	y := outputs["y"]
	if y.RequiresIterator() {
		y = y.(*tensor.Dense).Materialize()
	}
	fmt.Println([]int(y.Shape()), y.Data())
}
GO
(cd "$work/run" && GOFLAGS=-mod=mod go build -o "$work/program" .)
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import subprocess

import numpy
import onnx
import onnxruntime


def run(text, *inputs):
    """Returns what gonnx and onnxruntime answer."""
    model = onnx.parser.parse_model(f'<ir_version: 7, opset_import: ["": 13]> main {text}')
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, "model.onnx")
    texts = [f"{' '.join(map(str, values.shape))}: {' '.join(map(str, values.ravel().tolist()))}" for values in inputs]
    line = subprocess.run(["./program", "model.onnx", *texts], check=True, capture_output=True, text=True).stdout
    shape, numbers = [part.split() for part in line.strip().strip("[]").split("] [")]
    found = numpy.array(list(map(float, numbers)), numpy.float32).reshape(list(map(int, shape)))
    feeds = {value.name: values for value, values in zip(model.graph.input, inputs)}
    (want,) = onnxruntime.InferenceSession(model.SerializeToString()).run(None, feeds)
    return found, want


x = numpy.array([1, -1, 0, -6], numpy.float32)
z = numpy.array([0, 0, 0, 2], numpy.float32)
found, want = run("(float[4] x0, float[4] x1) => (float[4] y) { y = Div (x0, x1) }", x, z)
print(f"{x.tolist()} / {z.tolist()} is {found.tolist()}, onnxruntime {want.tolist()}")
assert found.tolist() == [numpy.inf] * 3 + [-3]
assert want[:2].tolist() == [numpy.inf, -numpy.inf] and numpy.isnan(want[2]) and want[3] == -3
x = numpy.array([-1, numpy.inf, -numpy.inf], numpy.float32)
found, want = run("(float[3] x0) => (float[3] y) { y = Relu (x0) }", x)
print(f"Relu of {x.tolist()} is {found.tolist()}, onnxruntime {want.tolist()}")
assert found[:2].tolist() == [0, numpy.inf] and numpy.isnan(found[2]) and want.tolist() == [0, numpy.inf, 0]
PYTHON
