#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# gonnx 1.1.0: a Slice that keeps one element of an axis loses the axis.
#
# A Slice of ONNX has as many axes as its input: three rows from which one is taken are a matrix of one row. One would guess
# so of any runtime that has the operator. gonnx hands the ends to its library of tensors, whose slices drop an axis of size
# 1, as an index does: the answer is a vector. What follows it adds along another axis without a word if the sizes happen to
# fit, as below, where a column of a square matrix is added as if it were a row.
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


x = numpy.arange(6, dtype=numpy.float32).reshape(2, 3)
slice = "y = Slice (x0, start, end, axis)"
for start, end, axis in [(0, 1, 0), (1, 2, 1), (0, 2, 1)]:
    found, want = run(f"""(float[2, 3] x0) => (float[n, m] y)
<int64[1] start = {{{start}}}, int64[1] end = {{{end}}}, int64[1] axis = {{{axis}}}> {{ {slice} }}""", x)
    print(f"{start} to {end} of axis {axis}: shape {found.shape}, onnxruntime {want.shape}")
    assert found.ravel().tolist() == want.ravel().tolist()
    assert want.ndim == 2 and found.shape == tuple(size for size in want.shape if size != 1)
x = numpy.arange(4, dtype=numpy.float32).reshape(2, 2)
found, want = run("""(float[2, 2] x0) => (float[2, 2] y)
<int64[1] start = {1}, int64[1] end = {2}, int64[1] axis = {1}> {
  column = Slice (x0, start, end, axis)
  y = Add (x0, column)
}""", x)
print(f"a matrix and its last column: {found.tolist()}, onnxruntime {want.tolist()}")
assert want.tolist() == (x + x[:, 1:]).tolist() and found.tolist() == (x + x[:, 1]).tolist()
PYTHON
