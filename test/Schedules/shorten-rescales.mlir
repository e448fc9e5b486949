// RUN: tir-opt %s --split-input-file --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" | FileCheck %s
// RUN: tir-opt %s --split-input-file --tir-schedule-kernels="target-triple=thumbv7m-none-eabi target-cpu=cortex-m3" | FileCheck %s --check-prefix=PLAIN
// RUN: tir-opt %s --split-input-file --tir-schedule-kernels="target-triple=thumbv8.1m.main-none-eabi target-cpu=cortex-m55" | FileCheck %s --check-prefix=PLAIN

// A Cortex-M3 has no product of 64 bits with a sum in the upper half, and a Cortex-M55 has vectors.
// PLAIN-NOT: kernel.requantize

// The product of two int8 elements has 16 bits, so that the upper half of a product with 15 more is enough. Ties are
// rounded away from zero: a number is subtracted from negative ones.
// CHECK-LABEL: @product
// CHECK: arith.muli
// CHECK: %[[HIGH:.*]] = arith.shli
// CHECK: kernel.requantize %[[HIGH]], %{{.*}}, %{{.*}} shift {{[0-9]+}} bits 8 : i32
// CHECK-NOT: tosa.apply_scale
// CHECK: tir.return
#map = affine_map<(d0) -> (d0)>
tir.prim_func private @product(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<read>}, %z: memref<4xi8> {tir.effect = #tir.effect<write>}) {
  %a = bufferization.to_tensor %x restrict : memref<4xi8> to tensor<4xi8>
  %b = bufferization.to_tensor %y restrict : memref<4xi8> to tensor<4xi8>
  %empty = tensor.empty() : tensor<4xi8>
  %m = arith.constant 1075507457 : i32
  %s = arith.constant 36 : i8
  %min = arith.constant -128 : i32
  %max = arith.constant 127 : i32
  %zero = arith.constant 4 : i32
  %out = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%a, %b : tensor<4xi8>, tensor<4xi8>) outs(%empty : tensor<4xi8>) {
  ^bb0(%e: i8, %f: i8, %o: i8):
    %0 = arith.extsi %e : i8 to i32
    %1 = arith.extsi %f : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = tosa.apply_scale %2, %m, %s {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
    %4 = arith.addi %3, %zero : i32
    %5 = arith.maxsi %4, %min : i32
    %6 = arith.minsi %5, %max : i32
    %7 = arith.trunci %6 : i32 to i8
    linalg.yield %7 : i8
  } -> tensor<4xi8>
  bufferization.materialize_in_destination %out in restrict writable %z : (tensor<4xi8>, memref<4xi8>) -> ()
  tir.return
}

// -----

#map = affine_map<(d0) -> (d0)>
// A rescale without a clamp has its own arithmetic: 2^31 and 2^30 are added, less 2^31 for a negative number. Since the
// number is even, one less makes no difference.
// CHECK-LABEL: @unclamped
// CHECK-DAG: %[[SIGN:.*]] = arith.constant 2147483647 : i32
// CHECK-DAG: %[[OFFSET:.*]] = arith.constant 3221225472 : i64
// CHECK: kernel.requantize %{{.*}}, %{{.*}}, %[[OFFSET]] sign %[[SIGN]] shift 0 bits 32 : i64
// CHECK-NOT: tosa.apply_scale
// CHECK: tir.return

// An odd number with an odd multiplier keeps TOSA's operation.
// CHECK-LABEL: @odd
// CHECK: tosa.apply_scale

// A sum of 16 bits may wrap, so that nothing is known of it.
// CHECK-LABEL: @wraps
// CHECK: tosa.apply_scale
tir.prim_func private @unclamped(%x: memref<4xi16> {tir.effect = #tir.effect<read>}, %z: memref<4xi32> {tir.effect = #tir.effect<write>}) {
  %a = bufferization.to_tensor %x restrict : memref<4xi16> to tensor<4xi16>
  %empty = tensor.empty() : tensor<4xi32>
  %m = arith.constant 1374768807 : i32
  %s = arith.constant 32 : i8
  %by = arith.constant 15 : i32
  %out = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%a : tensor<4xi16>) outs(%empty : tensor<4xi32>) {
  ^bb0(%e: i16, %o: i32):
    %0 = arith.extsi %e : i16 to i32
    %1 = arith.shli %0, %by : i32
    %2 = tosa.apply_scale %1, %m, %s {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
    linalg.yield %2 : i32
  } -> tensor<4xi32>
  bufferization.materialize_in_destination %out in restrict writable %z : (tensor<4xi32>, memref<4xi32>) -> ()
  tir.return
}
tir.prim_func private @odd(%x: memref<4xi16> {tir.effect = #tir.effect<read>}, %z: memref<4xi32> {tir.effect = #tir.effect<write>}) {
  %a = bufferization.to_tensor %x restrict : memref<4xi16> to tensor<4xi16>
  %empty = tensor.empty() : tensor<4xi32>
  %m = arith.constant 1374768807 : i32
  %s = arith.constant 32 : i8
  %out = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%a : tensor<4xi16>) outs(%empty : tensor<4xi32>) {
  ^bb0(%e: i16, %o: i32):
    %0 = arith.extsi %e : i16 to i32
    %2 = tosa.apply_scale %0, %m, %s {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
    linalg.yield %2 : i32
  } -> tensor<4xi32>
  bufferization.materialize_in_destination %out in restrict writable %z : (tensor<4xi32>, memref<4xi32>) -> ()
  tir.return
}
tir.prim_func private @wraps(%x: memref<4xi16> {tir.effect = #tir.effect<read>}, %z: memref<4xi8> {tir.effect = #tir.effect<write>}) {
  %a = bufferization.to_tensor %x restrict : memref<4xi16> to tensor<4xi16>
  %empty = tensor.empty() : tensor<4xi8>
  %m = arith.constant 1374768807 : i32
  %s = arith.constant 40 : i8
  %min = arith.constant -128 : i32
  %max = arith.constant 127 : i32
  %out = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%a : tensor<4xi16>) outs(%empty : tensor<4xi8>) {
  ^bb0(%e: i16, %o: i8):
    %0 = arith.addi %e, %e : i16
    %1 = arith.extsi %0 : i16 to i32
    %2 = tosa.apply_scale %1, %m, %s {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
    %3 = arith.maxsi %2, %min : i32
    %4 = arith.minsi %3, %max : i32
    %5 = arith.trunci %4 : i32 to i8
    linalg.yield %5 : i8
  } -> tensor<4xi8>
  bufferization.materialize_in_destination %out in restrict writable %z : (tensor<4xi8>, memref<4xi8>) -> ()
  tir.return
}

// -----

#map = affine_map<(d0) -> (d0)>
// A factor of 12 / 4 rounds nothing.
// CHECK-LABEL: @whole
// CHECK: %[[THREE:.*]] = arith.constant 3 : i32
// CHECK: arith.muli %{{.*}}, %[[THREE]] : i32
// CHECK-NOT: tosa.apply_scale
// CHECK: tir.return

// A factor of 13 / 4 does.
// CHECK-LABEL: @fraction
// CHECK: tosa.apply_scale

// The product with 3 * 2^19 does not fit 32 bits.
// CHECK-LABEL: @large
// CHECK: tosa.apply_scale
tir.prim_func private @whole(%x: memref<4xi16> {tir.effect = #tir.effect<read>}, %z: memref<4xi32> {tir.effect = #tir.effect<write>}) {
  %a = bufferization.to_tensor %x restrict : memref<4xi16> to tensor<4xi16>
  %empty = tensor.empty() : tensor<4xi32>
  %m = arith.constant 12 : i32
  %s = arith.constant 2 : i8
  %out = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%a : tensor<4xi16>) outs(%empty : tensor<4xi32>) {
  ^bb0(%e: i16, %o: i32):
    %0 = arith.extsi %e : i16 to i32
    %1 = tosa.apply_scale %0, %m, %s {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
    linalg.yield %1 : i32
  } -> tensor<4xi32>
  bufferization.materialize_in_destination %out in restrict writable %z : (tensor<4xi32>, memref<4xi32>) -> ()
  tir.return
}
tir.prim_func private @fraction(%x: memref<4xi16> {tir.effect = #tir.effect<read>}, %z: memref<4xi32> {tir.effect = #tir.effect<write>}) {
  %a = bufferization.to_tensor %x restrict : memref<4xi16> to tensor<4xi16>
  %empty = tensor.empty() : tensor<4xi32>
  %m = arith.constant 13 : i32
  %s = arith.constant 2 : i8
  %out = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%a : tensor<4xi16>) outs(%empty : tensor<4xi32>) {
  ^bb0(%e: i16, %o: i32):
    %0 = arith.extsi %e : i16 to i32
    %1 = tosa.apply_scale %0, %m, %s {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
    linalg.yield %1 : i32
  } -> tensor<4xi32>
  bufferization.materialize_in_destination %out in restrict writable %z : (tensor<4xi32>, memref<4xi32>) -> ()
  tir.return
}
tir.prim_func private @large(%x: memref<4xi16> {tir.effect = #tir.effect<read>}, %z: memref<4xi32> {tir.effect = #tir.effect<write>}) {
  %a = bufferization.to_tensor %x restrict : memref<4xi16> to tensor<4xi16>
  %empty = tensor.empty() : tensor<4xi32>
  %m = arith.constant 1610612736 : i32
  %s = arith.constant 10 : i8
  %out = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%a : tensor<4xi16>) outs(%empty : tensor<4xi32>) {
  ^bb0(%e: i16, %o: i32):
    %0 = arith.extsi %e : i16 to i32
    %1 = tosa.apply_scale %0, %m, %s {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
    linalg.yield %1 : i32
  } -> tensor<4xi32>
  bufferization.materialize_in_destination %out in restrict writable %z : (tensor<4xi32>, memref<4xi32>) -> ()
  tir.return
}
