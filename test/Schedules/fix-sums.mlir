// RUN: tir-opt --split-input-file --tir-separate-scales=fix-sums %s | FileCheck %s
// RUN: tir-opt --split-input-file --tir-separate-scales %s | FileCheck %s --check-prefix=PLAIN

// A sum of two elements has two factors and an offset, and shifts that do not depend on them.
// CHECK: memref.global "private" constant @add_scales : memref<3xi32> = dense<[2013{{[0-9]+}}, 6710{{[0-9]+}}, {{-?[0-9]+}}]>
// CHECK: tir.prim_func private @add(
// CHECK: linalg.generic
// CHECK-NEXT: ^bb0(%[[X:.*]]: i8, %[[Y:.*]]: i8, %[[A:.*]]: i32, %[[B:.*]]: i32, %[[OFFSET:.*]]: i32, %{{.*}}: i8):
// CHECK-DAG: %[[LONG_X:.*]] = arith.extsi %[[X]] : i8 to i32
// CHECK-DAG: %[[HIGH_X:.*]] = arith.shli %[[LONG_X]], %{{.*}} : i32
// CHECK-DAG: %[[WIDE_X:.*]] = arith.extsi %[[HIGH_X]] : i32 to i64
// CHECK-DAG: %[[WIDE_A:.*]] = arith.extsi %[[A]] : i32 to i64
// CHECK-DAG: arith.muli %[[WIDE_X]], %[[WIDE_A]] : i64
// CHECK-DAG: arith.extsi %[[B]] : i32 to i64
// CHECK: arith.addi %{{.*}}, %[[OFFSET]] : i32
// CHECK-NOT: tosa.apply_scale
// CHECK: tir.return

// PLAIN: memref.global "private" constant @add_scales : memref<9xi32>
// PLAIN-COUNT-3: tosa.apply_scale
#map = affine_map<(d0) -> (d0)>
tir.prim_func private @add(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<read>}, %z: memref<4xi8> {tir.effect = #tir.effect<write>}) {
  %a = bufferization.to_tensor %x restrict : memref<4xi8> to tensor<4xi8>
  %b = bufferization.to_tensor %y restrict : memref<4xi8> to tensor<4xi8>
  %empty = tensor.empty() : tensor<4xi8>
  %xm = arith.constant 1610612736 : i32
  %ym = arith.constant 1073741824 : i32
  %xs = arith.constant 11 : i8
  %ys = arith.constant 12 : i8
  %om = arith.constant 1073741824 : i32
  %os = arith.constant 50 : i8
  %xz = arith.constant 3 : i32
  %yz = arith.constant -7 : i32
  %oz = arith.constant 5 : i32
  %min = arith.constant -128 : i32
  %max = arith.constant 127 : i32
  %out = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%a, %b : tensor<4xi8>, tensor<4xi8>) outs(%empty : tensor<4xi8>) {
  ^bb0(%e: i8, %f: i8, %o: i8):
    %0 = arith.extsi %e : i8 to i32
    %1 = arith.subi %0, %xz : i32
    %2 = tosa.apply_scale %1, %xm, %xs {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
    %3 = arith.extsi %f : i8 to i32
    %4 = arith.subi %3, %yz : i32
    %5 = tosa.apply_scale %4, %ym, %ys {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
    %6 = arith.addi %2, %5 : i32
    %7 = tosa.apply_scale %6, %om, %os {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
    %8 = arith.addi %7, %oz : i32
    %9 = arith.maxsi %8, %min : i32
    %10 = arith.minsi %9, %max : i32
    %11 = arith.trunci %10 : i32 to i8
    linalg.yield %11 : i8
  } -> tensor<4xi8>
  bufferization.materialize_in_destination %out in restrict writable %z : (tensor<4xi8>, memref<4xi8>) -> ()
  tir.return
}
tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<read>}, %z: memref<4xi8> {tir.effect = #tir.effect<write>}) {
  %a = bufferization.to_tensor %x restrict : memref<4xi8> to tensor<4xi8>
  %b = bufferization.to_tensor %y restrict : memref<4xi8> to tensor<4xi8>
  %empty = tensor.empty() : tensor<4xi8>
  %out = tir.call_tir @add(%a, %b) outs(%empty) : (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  bufferization.materialize_in_destination %out in restrict writable %z : (tensor<4xi8>, memref<4xi8>) -> ()
  tir.return
}
