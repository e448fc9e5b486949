// RUN: tir-opt %s --split-input-file --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" | FileCheck %s --check-prefixes=CHECK,M4
// RUN: tir-opt %s --split-input-file --tir-schedule-kernels="target-triple=riscv32-unknown-elf" | FileCheck %s --check-prefixes=CHECK,M4
// RUN: tir-opt %s --split-input-file --tir-schedule-kernels="target-triple=thumbv6m-none-eabi target-cpu=cortex-m0plus" | FileCheck %s --check-prefixes=CHECK,M0
// RUN: tir-opt %s --split-input-file --tir-schedule-kernels="target-triple=x86_64-unknown-linux-gnu" | FileCheck %s --check-prefix=NONE
// RUN: tir-opt %s --split-input-file --tir-schedule-kernels | FileCheck %s --check-prefix=NONE
// RUN: tir-opt %s --split-input-file --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" --tir-lower-kernels --canonicalize --cse | FileCheck %s --check-prefix=LOOPS

// NONE-NOT: #kernel.jammed

// Four elements of a row share the loop over the products, and there is one such group; two elements are left.
// CHECK-LABEL: @product
// M4-SAME: schedule = #kernel.jammed<elements = 4>
// M0-SAME: schedule = #kernel.jammed<elements = 2>
// LOOPS-LABEL: tir.prim_func private @product
// LOOPS-SAME: (%[[X:.*]]: memref<3x8xf32> {{.*}}, %[[W:.*]]: memref<8x6xf32> {{.*}}, %[[Y:[^:]*]]: memref<3x6xf32>
// LOOPS-NOT: schedule
// LOOPS: scf.for %[[ROW:.*]] = %c0 to %c3 step %c1
// LOOPS:     %[[SUMS:.*]]:4 = scf.for %{{.*}} = %c0 to %c8 step %c1 iter_args(
// LOOPS:       %[[ELEMENT:.*]] = memref.load %[[X]][
// LOOPS-COUNT-4: memref.load %[[W]][
// LOOPS-NOT:   memref.load
// LOOPS:       scf.yield
// LOOPS:     memref.store %[[SUMS]]#0, %[[Y]][%[[ROW]], %c0]
// LOOPS:     memref.store %[[SUMS]]#1, %[[Y]][
// LOOPS:     memref.store %[[SUMS]]#2, %[[Y]][
// LOOPS:     memref.store %[[SUMS]]#3, %[[Y]][
// LOOPS:   scf.for %[[REST:.*]] = %c4 to %c6 step %c1
// LOOPS:     %[[SUM:.*]] = scf.for
// LOOPS:     memref.store %[[SUM]], %[[Y]][%[[ROW]], %[[REST]]]
tir.prim_func private @product(%x: memref<3x8xf32> {tir.effect = #tir.effect<read>},
    %w: memref<8x6xf32> {tir.effect = #tir.effect<read>}, %y: memref<3x6xf32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<3x8xf32> to tensor<3x8xf32>
  %weights = bufferization.to_tensor %w restrict : memref<8x6xf32> to tensor<8x6xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3x6xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<3x6xf32>) -> tensor<3x6xf32>
  %out = linalg.matmul ins(%in, %weights : tensor<3x8xf32>, tensor<8x6xf32>) outs(%init : tensor<3x6xf32>) -> tensor<3x6xf32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<3x6xf32>, memref<3x6xf32>) -> ()
  tir.return
}

// -----

// Sums of 64 bits take two registers each.
// CHECK-LABEL: @wide
// CHECK-SAME: schedule = #kernel.jammed<elements = 2>
tir.prim_func private @wide(%x: memref<3x8xi64> {tir.effect = #tir.effect<read>},
    %w: memref<8x6xi64> {tir.effect = #tir.effect<read>}, %y: memref<3x6xi64> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<3x8xi64> to tensor<3x8xi64>
  %weights = bufferization.to_tensor %w restrict : memref<8x6xi64> to tensor<8x6xi64>
  %zero = arith.constant 0 : i64
  %empty = tensor.empty() : tensor<3x6xi64>
  %init = linalg.fill ins(%zero : i64) outs(%empty : tensor<3x6xi64>) -> tensor<3x6xi64>
  %out = linalg.matmul ins(%in, %weights : tensor<3x8xi64>, tensor<8x6xi64>) outs(%init : tensor<3x6xi64>) -> tensor<3x6xi64>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<3x6xi64>, memref<3x6xi64>) -> ()
  tir.return
}

// -----

// A row of three elements is one group.
// CHECK-LABEL: @short_row
// M4-SAME: schedule = #kernel.jammed<elements = 3>
// LOOPS-LABEL: @short_row
// LOOPS: scf.for
// LOOPS-NOT: scf.for
// LOOPS: %{{.*}}:3 = scf.for
// LOOPS-NOT: scf.for
// LOOPS: tir.return
tir.prim_func private @short_row(%x: memref<5x8xf32> {tir.effect = #tir.effect<read>},
    %w: memref<8x3xf32> {tir.effect = #tir.effect<read>}, %y: memref<5x3xf32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<5x8xf32> to tensor<5x8xf32>
  %weights = bufferization.to_tensor %w restrict : memref<8x3xf32> to tensor<8x3xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<5x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<5x3xf32>) -> tensor<5x3xf32>
  %out = linalg.matmul ins(%in, %weights : tensor<5x8xf32>, tensor<8x3xf32>) outs(%init : tensor<5x3xf32>) -> tensor<5x3xf32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<5x3xf32>, memref<5x3xf32>) -> ()
  tir.return
}

// -----

// Compilers unroll a loop over a few products, and one element has no neighbour.
// CHECK-LABEL: @few_products
// CHECK-SAME: schedule = #kernel.elementwise
// CHECK-LABEL: @one_element
// CHECK-SAME: schedule = #kernel.elementwise
// CHECK-LABEL: @row_sum
// M4-SAME: schedule = #kernel.jammed<elements = 4>
// CHECK-LABEL: @short_sum
// CHECK-SAME: schedule = #kernel.elementwise
tir.prim_func private @few_products(%x: memref<3x7xf32> {tir.effect = #tir.effect<read>},
    %w: memref<7x6xf32> {tir.effect = #tir.effect<read>}, %y: memref<3x6xf32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<3x7xf32> to tensor<3x7xf32>
  %weights = bufferization.to_tensor %w restrict : memref<7x6xf32> to tensor<7x6xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3x6xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<3x6xf32>) -> tensor<3x6xf32>
  %out = linalg.matmul ins(%in, %weights : tensor<3x7xf32>, tensor<7x6xf32>) outs(%init : tensor<3x6xf32>) -> tensor<3x6xf32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<3x6xf32>, memref<3x6xf32>) -> ()
  tir.return
}
tir.prim_func private @one_element(%x: memref<1x8xf32> {tir.effect = #tir.effect<read>},
    %w: memref<8x1xf32> {tir.effect = #tir.effect<read>}, %y: memref<1x1xf32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x8xf32> to tensor<1x8xf32>
  %weights = bufferization.to_tensor %w restrict : memref<8x1xf32> to tensor<8x1xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x1xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x1xf32>) -> tensor<1x1xf32>
  %out = linalg.matmul ins(%in, %weights : tensor<1x8xf32>, tensor<8x1xf32>) outs(%init : tensor<1x1xf32>) -> tensor<1x1xf32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1xf32>, memref<1x1xf32>) -> ()
  tir.return
}
tir.prim_func private @row_sum(%x: memref<1x1x5x8xi32> {tir.effect = #tir.effect<read>},
    %y: memref<1x1x1x8xi32> {tir.effect = #tir.effect<read_write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x1x5x8xi32> to tensor<1x1x5x8xi32>
  %before = bufferization.to_tensor %y restrict writable : memref<1x1x1x8xi32> to tensor<1x1x1x8xi32>
  %window = tensor.empty() : tensor<1x5xi32>
  %out = linalg.pooling_nhwc_sum ins(%in, %window : tensor<1x1x5x8xi32>, tensor<1x5xi32>)
      outs(%before : tensor<1x1x1x8xi32>) -> tensor<1x1x1x8xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x1x8xi32>, memref<1x1x1x8xi32>) -> ()
  tir.return
}
tir.prim_func private @short_sum(%x: memref<1x1x4x8xi32> {tir.effect = #tir.effect<read>},
    %y: memref<1x1x1x8xi32> {tir.effect = #tir.effect<read_write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x1x4x8xi32> to tensor<1x1x4x8xi32>
  %before = bufferization.to_tensor %y restrict writable : memref<1x1x1x8xi32> to tensor<1x1x1x8xi32>
  %window = tensor.empty() : tensor<1x4xi32>
  %out = linalg.pooling_nhwc_sum ins(%in, %window : tensor<1x1x4x8xi32>, tensor<1x4xi32>)
      outs(%before : tensor<1x1x1x8xi32>) -> tensor<1x1x1x8xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x1x8xi32>, memref<1x1x1x8xi32>) -> ()
  tir.return
}

// -----

// What reads elements where it writes them has one loop over all of them. The shift and the clamp are one operation.
// CHECK-LABEL: @sum
// M4-SAME: schedule = #kernel.jammed<elements = 4>
// LOOPS-LABEL: @sum
// LOOPS-DAG: %[[A:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [42], strides: [1] : memref<1x6x7xi8> to memref<42xi8>
// LOOPS: scf.for %{{.*}} = %c0 to %c40 step %c4
// LOOPS-COUNT-4: kernel.requantize
// LOOPS-NOT: kernel.requantize
// LOOPS: scf.for %{{.*}} = %c40 to %c42 step %c1
// LOOPS-NOT: arith.minsi
// LOOPS: kernel.requantize %{{.*}}, %c1073741824_i32, %c0_i32 shift 18 bits 8 : i32
// LOOPS-NOT: scf.for
// LOOPS: tir.return
#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
tir.prim_func private @sum(%x: memref<1x6x7xi8> {tir.effect = #tir.effect<read>},
    %y: memref<1x6x7xi8> {tir.effect = #tir.effect<read>}, %z: memref<1x6x7xi8> {tir.effect = #tir.effect<write>}) {
  %a = bufferization.to_tensor %x restrict : memref<1x6x7xi8> to tensor<1x6x7xi8>
  %b = bufferization.to_tensor %y restrict : memref<1x6x7xi8> to tensor<1x6x7xi8>
  %empty = tensor.empty() : tensor<1x6x7xi8>
  %factor = arith.constant 1234567 : i32
  %shift = arith.constant 20 : i32
  %low = arith.constant -128 : i32
  %high = arith.constant 127 : i32
  %out = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %b : tensor<1x6x7xi8>, tensor<1x6x7xi8>) outs(%empty : tensor<1x6x7xi8>) {
  ^bb0(%e: i8, %f: i8, %o: i8):
    %0 = arith.extsi %e : i8 to i32
    %1 = arith.extsi %f : i8 to i32
    %2 = arith.muli %0, %factor : i32
    %3 = arith.addi %2, %1 : i32
    %4 = arith.shrsi %3, %shift : i32
    %5 = arith.maxsi %4, %low : i32
    %6 = arith.minsi %5, %high : i32
    %7 = arith.trunci %6 : i32 to i8
    linalg.yield %7 : i8
  } -> tensor<1x6x7xi8>
  bufferization.materialize_in_destination %out in restrict writable %z : (tensor<1x6x7xi8>, memref<1x6x7xi8>) -> ()
  tir.return
}

// -----

// A transpose has a loop for each dimension, and four elements of a row are moved together. A table is read one by one,
// unless the bits of an element are its position.
// CHECK-LABEL: @transpose
// M4-SAME: schedule = #kernel.jammed<elements = 4>
// CHECK-LABEL: @table
// CHECK-SAME: schedule = #kernel.elementwise
// CHECK-LABEL: @byte_table
// M4-SAME: schedule = #kernel.jammed<elements = 4>
// LOOPS-LABEL: @transpose
// LOOPS: scf.for %[[I:.*]] = %c0 to %c6 step %c1
// LOOPS:   scf.for %{{.*}} = %c0 to %c8 step %c4
// LOOPS-COUNT-4: memref.store
// LOOPS-NOT: memref.store
// LOOPS: tir.return
tir.prim_func private @transpose(%x: memref<8x6xi8> {tir.effect = #tir.effect<read>}, %z: memref<6x8xi8> {tir.effect = #tir.effect<write>}) {
  %a = bufferization.to_tensor %x restrict : memref<8x6xi8> to tensor<8x6xi8>
  %empty = tensor.empty() : tensor<6x8xi8>
  %out = linalg.transpose ins(%a : tensor<8x6xi8>) outs(%empty : tensor<6x8xi8>) permutation = [1, 0]
  bufferization.materialize_in_destination %out in restrict writable %z : (tensor<6x8xi8>, memref<6x8xi8>) -> ()
  tir.return
}
#one = affine_map<(d0) -> (d0)>
tir.prim_func private @table(%x: memref<64xi8> {tir.effect = #tir.effect<read>}, %t: memref<256xi8> {tir.effect = #tir.effect<read>},
    %z: memref<64xi8> {tir.effect = #tir.effect<write>}) {
  %a = bufferization.to_tensor %x restrict : memref<64xi8> to tensor<64xi8>
  %table = bufferization.to_tensor %t restrict : memref<256xi8> to tensor<256xi8>
  %empty = tensor.empty() : tensor<64xi8>
  %middle = arith.constant 128 : i32
  %out = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%a : tensor<64xi8>) outs(%empty : tensor<64xi8>) {
  ^bb0(%e: i8, %o: i8):
    %0 = arith.extsi %e : i8 to i32
    %1 = arith.addi %0, %middle : i32
    %2 = arith.index_cast %1 : i32 to index
    %3 = tensor.extract %table[%2] : tensor<256xi8>
    linalg.yield %3 : i8
  } -> tensor<64xi8>
  bufferization.materialize_in_destination %out in restrict writable %z : (tensor<64xi8>, memref<64xi8>) -> ()
  tir.return
}
tir.prim_func private @byte_table(%x: memref<64xi8> {tir.effect = #tir.effect<read>}, %t: memref<256xi8> {tir.effect = #tir.effect<read>},
    %z: memref<64xi8> {tir.effect = #tir.effect<write>}) {
  %a = bufferization.to_tensor %x restrict : memref<64xi8> to tensor<64xi8>
  %table = bufferization.to_tensor %t restrict : memref<256xi8> to tensor<256xi8>
  %empty = tensor.empty() : tensor<64xi8>
  %out = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%a : tensor<64xi8>) outs(%empty : tensor<64xi8>) {
  ^bb0(%e: i8, %o: i8):
    %1 = arith.extui %e : i8 to i32
    %2 = arith.index_cast %1 : i32 to index
    %3 = tensor.extract %table[%2] : tensor<256xi8>
    linalg.yield %3 : i8
  } -> tensor<64xi8>
  bufferization.materialize_in_destination %out in restrict writable %z : (tensor<64xi8>, memref<64xi8>) -> ()
  tir.return
}
