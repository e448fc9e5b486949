#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# tosa-tools 2026.8.0: a flatbuffer has IDENTITY where the model reads and writes a variable.
#
# TOSA's schema has the operators VARIABLE_READ and VARIABLE_WRITE, and says that each operator has the attributes of its own
# name. One would guess that the translator writes these two for tosa.variable_read and tosa.variable_write. It writes operators
# with the number of IDENTITY, and only the kind of their attributes, and the flag of the tensor, tell what they are. So a reader
# that goes by the number of the operator takes a model with a state for one that copies constants.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q tosa-tools==2026.8.0
cd "$work"
cat >sum.mlir <<'MLIR'
module {
  tosa.variable @sum = dense<[1, 2, 3]> : tensor<3xi32>
  func.func @main(%x: tensor<3xi32>) -> tensor<3xi32> {
    %old = tosa.variable_read @sum : tensor<3xi32>
    %new = tosa.add %old, %x : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    tosa.variable_write @sum, %new : tensor<3xi32>
    return %new : tensor<3xi32>
  }
}
MLIR
venv/bin/tosa-opt sum.mlir --tosa-serialize="tosa-flatbuffer-filename=$work/sum.tosa" >/dev/null
"$work/venv/bin/python" - <<'PYTHON'
from tosa.Attribute import Attribute
from tosa.Op import Op
from tosa.TosaGraph import TosaGraph

names = [{value: name for name, value in vars(kind).items() if isinstance(value, int)} for kind in (Op, Attribute)]
data = open("sum.tosa", "rb").read()
block = TosaGraph.GetRootAs(data).Regions(0).Blocks(0)
operators = [block.Operators(i) for i in range(block.OperatorsLength())]
found = [(names[0][one.Op()], names[1][one.AttributeType()]) for one in operators]
print(*found, sep="\n")
assert found == [
    ("IDENTITY", "VariableReadAttribute"),
    ("ADD", "AddAttribute"),
    ("IDENTITY", "VariableWriteAttribute"),
], found
PYTHON
