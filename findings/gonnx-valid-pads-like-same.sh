#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# gonnx 1.1.0: a convolution with auto_pad="VALID" is padded like one with "SAME_UPPER".
#
# VALID of ONNX means no padding, so that a kernel of three makes four of six elements. One would guess that a runtime that
# reads auto_pad knows the value, or refuses it. gonnx takes each value but NOTSET for one of the two that keep the size, and
# those that are not SAME_LOWER for SAME_UPPER: six elements stay six, with zeros around them. Without the attribute, which
# means the same, it is right.
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


rng = numpy.random.default_rng(0)
x = rng.integers(-9, 10, (1, 1, 6)).astype(numpy.float32)
w = rng.integers(-9, 10, (1, 1, 2)).astype(numpy.float32)


def convolution(attributes):
    return f"(float[1, 1, 6] x0, float[1, 1, 2] x1) => (float[1, 1, n] y) {{ y = Conv {attributes} (x0, x1) }}"


upper = run(convolution('<auto_pad = "SAME_UPPER">'), x, w)
valid = run(convolution('<auto_pad = "VALID">'), x, w)
plain = run(convolution(""), x, w)
for name, (found, want) in [("SAME_UPPER", upper), ("VALID", valid), ("no auto_pad", plain)]:
    print(f"{name}: {found.ravel().tolist()}, onnxruntime {want.ravel().tolist()}")
assert upper[0].tolist() == upper[1].tolist() == valid[0].tolist()
assert plain[0].tolist() == plain[1].tolist() == valid[1].tolist() and valid[1].size == 5
PYTHON
