// RUN: tir-opt %s --tir-outline-kernels --split-input-file | FileCheck %s

#row = affine_map<(i, j) -> (i, j)>
#channel = affine_map<(i, j) -> (j)>

// Constants are named after their use in the kernel. A multiplication of elements is not a multiply-accumulate.
// CHECK-LABEL: tir.prim_func private @generic(
// CHECK-SAME:    memref<4x2xi32> {tir.effect = #tir.effect<read>, tir.name = "input"}
// CHECK-SAME:    memref<4x2xi32> {tir.effect = #tir.effect<read>, tir.name = "input1"}
// CHECK-SAME:    memref<2xi32> {kernel.argument = #kernel.argument<range = [7, 8]>, tir.effect = #tir.effect<read>, tir.name = "multiplier"}
// CHECK-SAME:    memref<2xi8> {kernel.argument = #kernel.argument<range = [30, 31]>, tir.effect = #tir.effect<read>, tir.name = "shift"}
// CHECK-SAME:    memref<2xi32> {kernel.argument = #kernel.argument<range = [-2, 1]>, tir.effect = #tir.effect<read>, tir.name = "constant"}
// CHECK-SAME:    memref<4x2xi32> {tir.effect = #tir.effect<write>, tir.name = "output"}
// CHECK-SAME:    kind = "elementwise"
func.func @rescale(%x: tensor<4x2xi32>, %y: tensor<4x2xi32>) -> tensor<4x2xi32> {
  %multiplier = arith.constant dense<[7, 8]> : tensor<2xi32>
  %shift = arith.constant dense<[31, 30]> : tensor<2xi8>
  %one = arith.constant dense<[1, -2]> : tensor<2xi32>
  %empty = tensor.empty() : tensor<4x2xi32>
  %z = linalg.generic {indexing_maps = [#row, #row, #channel, #channel, #channel, #row], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y, %multiplier, %shift, %one : tensor<4x2xi32>, tensor<4x2xi32>, tensor<2xi32>, tensor<2xi8>, tensor<2xi32>)
      outs(%empty : tensor<4x2xi32>) {
  ^bb0(%a: i32, %b: i32, %m: i32, %s: i8, %o: i32, %out: i32):
    %sum = arith.addi %a, %b : i32
    %scaled = tosa.apply_scale %sum, %m, %s {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
    %less = arith.subi %scaled, %o : i32
    linalg.yield %less : i32
  } -> tensor<4x2xi32>
  return %z : tensor<4x2xi32>
}

// -----

#vector = affine_map<(i) -> (i)>

// Arithmetic does not say what its operands are for.
// CHECK-LABEL: tir.prim_func private @generic(
// CHECK-SAME:    memref<2xi32> {kernel.argument = #kernel.argument<range = [7, 8]>, tir.effect = #tir.effect<read>, tir.name = "constant"
// CHECK-SAME:    memref<2xi32> {kernel.argument = #kernel.argument<range = [2, 4]>, tir.effect = #tir.effect<read>, tir.name = "constant1"
func.func @scale(%x: tensor<2xi32>) -> tensor<2xi32> {
  %scale = arith.constant dense<[7, 8]> : tensor<2xi32>
  %powers = arith.constant dense<[2, 4]> : tensor<2xi32>
  %empty = tensor.empty() : tensor<2xi32>
  %z = linalg.generic {indexing_maps = [#vector, #vector, #vector, #vector], iterator_types = ["parallel"]}
      ins(%x, %scale, %powers : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) outs(%empty : tensor<2xi32>) {
  ^bb0(%a: i32, %s: i32, %p: i32, %out: i32):
    %product = arith.muli %a, %s : i32
    %shifted = arith.shli %p, %product : i32
    linalg.yield %shifted : i32
  } -> tensor<2xi32>
  return %z : tensor<2xi32>
}

// -----

#vector = affine_map<(i) -> (i)>

// Floats have no range attribute.
// CHECK-LABEL: tir.prim_func private @generic(
// CHECK-SAME:    memref<4xf32> {tir.effect = #tir.effect<read>, tir.name = "table"}
func.func @look_up(%x: tensor<2xi32>) -> tensor<2xf32> {
  %table = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %empty = tensor.empty() : tensor<2xf32>
  %z = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]}
      ins(%x : tensor<2xi32>) outs(%empty : tensor<2xf32>) {
  ^bb0(%a: i32, %out: f32):
    %at = arith.index_cast %a : i32 to index
    %e = tensor.extract %table[%at] : tensor<4xf32>
    linalg.yield %e : f32
  } -> tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

// A sum multiplies nothing, so it has no multiply-accumulates.
// CHECK-LABEL: tir.prim_func private @reduce(
// CHECK-SAME:    attributes {tir.function = #tir.function<kernel = <fused = [], kind = "reduction", place = "reduce">>}
func.func @sum(%x: tensor<4x2xi32>) -> tensor<4xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<4xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<4xi32>) -> tensor<4xi32>
  %z = linalg.reduce {arith.addi} ins(%x : tensor<4x2xi32>) outs(%init : tensor<4xi32>) dimensions = [1]
  return %z : tensor<4xi32>
}

// -----

// The range of each width, up to 64 bits.
// CHECK-LABEL: tir.prim_func private @add(
// CHECK-SAME:    memref<3xi16> {{.*}}kernel.argument = #kernel.argument<range = [-32768, 32767]>
func.func @i16(%x: tensor<3xi16>) -> tensor<3xi16> {
  %constant = arith.constant dense<[32767, 0, -32768]> : tensor<3xi16>
  %empty = tensor.empty() : tensor<3xi16>
  %z = linalg.add ins(%x, %constant : tensor<3xi16>, tensor<3xi16>) outs(%empty : tensor<3xi16>) -> tensor<3xi16>
  return %z : tensor<3xi16>
}

// -----

// CHECK-LABEL: tir.prim_func private @add(
// CHECK-SAME:    memref<3xi64> {{.*}}kernel.argument = #kernel.argument<range = [-9223372036854775808, 9223372036854775807]>
func.func @i64(%x: tensor<3xi64>) -> tensor<3xi64> {
  %constant = arith.constant dense<[9223372036854775807, 0, -9223372036854775808]> : tensor<3xi64>
  %empty = tensor.empty() : tensor<3xi64>
  %z = linalg.add ins(%x, %constant : tensor<3xi64>, tensor<3xi64>) outs(%empty : tensor<3xi64>) -> tensor<3xi64>
  return %z : tensor<3xi64>
}

// -----

// CHECK-LABEL: tir.prim_func private @add(
// CHECK-SAME:    memref<3xi48> {{.*}}kernel.argument = #kernel.argument<range = [-3, 140737488355327]>
func.func @i48(%x: tensor<3xi48>) -> tensor<3xi48> {
  %constant = arith.constant dense<[140737488355327, 0, -3]> : tensor<3xi48>
  %empty = tensor.empty() : tensor<3xi48>
  %z = linalg.add ins(%x, %constant : tensor<3xi48>, tensor<3xi48>) outs(%empty : tensor<3xi48>) -> tensor<3xi48>
  return %z : tensor<3xi48>
}

// -----

// CHECK-LABEL: tir.prim_func private @add(
// CHECK-SAME:    memref<3xi65> {tir.effect = #tir.effect<read>, tir.name = "constant"}
func.func @i65(%x: tensor<3xi65>) -> tensor<3xi65> {
  %constant = arith.constant dense<[1, 0, -3]> : tensor<3xi65>
  %empty = tensor.empty() : tensor<3xi65>
  %z = linalg.add ins(%x, %constant : tensor<3xi65>, tensor<3xi65>) outs(%empty : tensor<3xi65>) -> tensor<3xi65>
  return %z : tensor<3xi65>
}

// -----

// A function that others wrote may read constants as words or vectors, so they are aligned; kernels read elements.

// CHECK-DAG: memref.global "private" constant @{{.*}} : memref<4xi8> = dense<[1, 2, 3, 4]>{{$}}
// CHECK-DAG: memref.global "private" constant @[[SHARED:.*]] : memref<2x4xi8> = dense<{{.*}}> {alignment = 16 : i64}
// CHECK-LABEL: tir.prim_func @main
// CHECK: %[[GET:.*]] = memref.get_global @[[SHARED]]
// CHECK: %[[CONSTANT:.*]] = bufferization.to_tensor %[[GET]]
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[CONSTANT]]
// CHECK: tir.call_extern @scale(%{{.*}}, %[[FLAT]])
func.func @main(%x: tensor<4xi8>) -> tensor<4xi8> attributes {tir.model = #tir.model<name = "m", source = "m.mlir">} {
  %own = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi8>
  %empty = tensor.empty() : tensor<4xi8>
  %a = linalg.add ins(%x, %own : tensor<4xi8>, tensor<4xi8>) outs(%empty : tensor<4xi8>) -> tensor<4xi8>
  %shared = arith.constant dense<[[5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<2x4xi8>
  %flat = tensor.collapse_shape %shared [[0, 1]] : tensor<2x4xi8> into tensor<8xi8>
  %b = tir.call_extern @scale(%a, %flat) outs(%empty) : (tensor<4xi8>, tensor<8xi8>, tensor<4xi8>) -> tensor<4xi8>
  return %b : tensor<4xi8>
}
