// RUN: tir-opt %s --tir-bind-inputs="input-value=rate:16000,2:0.5,on:true" | FileCheck %s
// RUN: tir-opt %s --tir-bind-inputs="input-value=old:-1 rename=old:rate" | FileCheck %s --check-prefix=RENAMED
// RUN: not tir-opt %s --tir-bind-inputs="input-value=rate:1.5" 2>&1 | FileCheck %s --check-prefix=FRACTION
// RUN: not tir-opt %s --tir-bind-inputs="input-value=rate:true" 2>&1 | FileCheck %s --check-prefix=BOOLEAN
// RUN: not tir-opt %s --tir-bind-inputs="input-value=level:256" 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: tir-opt %s --tir-bind-inputs="input-value=level:255" | FileCheck %s --check-prefix=UNSIGNED
// RUN: not tir-opt %s --tir-bind-inputs="input-value=gain:1e6" 2>&1 | FileCheck %s --check-prefix=INFINITE
// RUN: not tir-opt %s --tir-bind-inputs="input-value=rate:1,1:2" 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not tir-opt %s --tir-bind-inputs="input-value=none:1" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tir-opt %s --tir-bind-inputs="input-value=rate" 2>&1 | FileCheck %s --check-prefix=SYNTAX

// Each element has the number, and the function lacks the arguments.
// CHECK: func.func @main(%[[X:.*]]: tensor<4xi32> {tir.name = "x"}, %[[LEVEL:.*]]: tensor<i8> {tir.name = "level"})
// CHECK-DAG: %[[RATE:.*]] = arith.constant dense<16000> : tensor<i32>
// CHECK-DAG: %[[GAIN:.*]] = arith.constant dense<5.000000e-01> : tensor<2xf16>
// CHECK-DAG: %[[ON:.*]] = arith.constant dense<true> : tensor<i1>
// CHECK: return %[[RATE]], %[[GAIN]], %[[ON]], %[[LEVEL]]
// RENAMED: arith.constant dense<-1> : tensor<i32>
// UNSIGNED: arith.constant dense<-1> : tensor<i8>
// FRACTION: error: --input-value=rate:1.5: input 1 ('rate') has the type 'tensor<i32>'; expected a number that its elements can have
// BOOLEAN: error: --input-value=rate:true: input 1 ('rate') has the type 'tensor<i32>'; expected a number that its elements can have
// LARGE: error: --input-value=level:256: input 4 ('level') has the type 'tensor<i8>'; expected a number that its elements can have
// INFINITE: error: --input-value=gain:1e6: input 2 ('gain') has the type 'tensor<2xf16>'; expected a number that its elements can have
// TWICE: error: --input-value=1:2: input 1 ('rate') has a value already; expected one for each input
// UNKNOWN: error: --input-value=none:1: @main has no input 'none'; it has 0 ('x'), 1 ('rate'), 2 ('gain'), 3 ('on'), 4 ('level')
// SYNTAX: error: --input-value=rate: is not of the form INDEX:NUMBER or NAME:NUMBER; expected a number, true or false, such as --input-value=sr:16000
func.func @main(%x: tensor<4xi32> {tir.name = "x"}, %rate: tensor<i32> {tir.name = "rate"},
                %gain: tensor<2xf16> {tir.name = "gain"}, %on: tensor<i1> {tir.name = "on"},
                %level: tensor<i8> {tir.name = "level"})
    -> (tensor<i32>, tensor<2xf16>, tensor<i1>, tensor<i8>) {
  return %rate, %gain, %on, %level : tensor<i32>, tensor<2xf16>, tensor<i1>, tensor<i8>
}
