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
