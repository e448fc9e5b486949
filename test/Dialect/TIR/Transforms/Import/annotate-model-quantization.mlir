// RUN: not tir-opt %s --tir-annotate-model="io-quant=in:0.5:300" 2>&1 | FileCheck %s --check-prefix=ABOVE
// RUN: not tir-opt %s --tir-annotate-model="io-quant=in:0.5:-129" 2>&1 | FileCheck %s --check-prefix=BELOW
// RUN: not tir-opt %s --tir-annotate-model="io-quant=out:0.5:8" 2>&1 | FileCheck %s --check-prefix=NARROW
// RUN: not tir-opt %s --tir-annotate-model="io-quant=mask:0.5:0" 2>&1 | FileCheck %s --check-prefix=BOOL
// RUN: not tir-opt %s --tir-annotate-model="io-quant=in:0.5:0,in:0.25:0" 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: tir-opt %s --tir-annotate-model="io-quant=in:0.5:-128,out:0.5:-8" | FileCheck %s --check-prefix=LEAST
// RUN: tir-opt %s --tir-annotate-model="io-quant=in:0.5:127,out:0.5:7,bytes:0.5:255" | FileCheck %s --check-prefix=MOST
// RUN: not tir-opt %s --tir-annotate-model="io-quant=bytes:0.5:-1" 2>&1 | FileCheck %s --check-prefix=UNSIGNED
// RUN: sed -e 's/"in"/"in", tir.port = #tir.port<encoding = <scale = 1.0, zero_point = 128>>/' %s > %t.mlir
// RUN: not tir-opt %t.mlir --tir-annotate-model 2>&1 | FileCheck %s --check-prefix=MODEL

// A zero point is one of the numbers of the tensor's type, whatever its source.

// ABOVE: error: input 0 ('in') of @main is 'tensor<4xi8>', but its zero point is 300; expected a value of its element type,  -128 to 127
// BELOW: error: input 0 ('in') of @main is 'tensor<4xi8>', but its zero point is -129; expected a value of its element type,  -128 to 127
// NARROW: error: output 0 ('out') of @main is 'tensor<4xi4>', but its zero point is 8; expected a value of its element type,  -8 to 7
// BOOL: error: output 1 ('mask') of @main is 'tensor<4xi1>', which has no scale and zero point; expected quantized integers: drop --io-quant for it
// TWICE: error: --io-quant=in:0.25:0: input 0 ('in') of @main is given twice; expected one for each tensor
// UNSIGNED: error: input 1 ('bytes') of @main is 'tensor<4xi8>', but its zero point is -1; expected a value of its element type,  0 to 255
// LEAST: zero_point = -128>{{.*}}zero_point = -8>
// MOST: zero_point = 127>{{.*}}zero_point = 255>{{.*}}zero_point = 7>
// MODEL: error: input 0 ('in') of @main is 'tensor<4xi8>', but its zero point is 128;
func.func @main(%a: tensor<4xi8> {tir.name = "in"}, %b: tensor<4xi8> {tir.name = "bytes", tir.port = #tir.port<encoding = <type = ui8>>})
    -> (tensor<4xi4> {tir.name = "out"}, tensor<4xi1> {tir.name = "mask"}) {
  %0 = arith.trunci %a : tensor<4xi8> to tensor<4xi4>
  %1 = arith.trunci %a : tensor<4xi8> to tensor<4xi1>
  return %0, %1 : tensor<4xi4>, tensor<4xi1>
}
