// RUN: tir-opt %s --split-input-file --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" | FileCheck %s --check-prefix=M4
// RUN: tir-opt %s --split-input-file --tir-schedule-kernels="target-triple=thumbv8.1m.main-none-eabi target-cpu=cortex-m55" | FileCheck %s --check-prefix=NONE
// RUN: tir-opt %s --split-input-file --tir-schedule-kernels="target-triple=thumbv7m-none-eabi target-cpu=cortex-m3" | FileCheck %s --check-prefix=NONE
// RUN: tir-opt %s --split-input-file --tir-schedule-kernels="target-triple=riscv32-unknown-elf" | FileCheck %s --check-prefix=NONE
// RUN: tir-opt %s --split-input-file --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" --tir-lower-kernels --canonicalize --cse | FileCheck %s --check-prefix=LOOPS

// NONE-NOT: words = true

// Four channels are the bytes of a word. The last two of six are maxima of their own.
// M4-LABEL: @whole
// M4-SAME: schedule = #kernel.jammed<elements = 4, words = true>
// LOOPS-LABEL: @whole
// LOOPS-SAME: (%[[X:.*]]: memref<1x4x4x6xi8> {{.*}}, %[[Y:[^:]*]]: memref<1x2x2x6xi8>
// LOOPS-DAG: %[[IN:.*]] = memref.reinterpret_cast %[[X]]
// LOOPS-DAG: %[[OUT:.*]] = memref.reinterpret_cast %[[Y]]
// LOOPS: kernel.call_step "dsp_max_window"(%[[IN]], %[[OUT]]) at(%c0, %{{.*}}) numbers(%{{.*}}) sizes [2, 2, 24, 6]
// LOOPS: scf.for %{{.*}} = %c4 to %c6
// LOOPS: arith.maxsi
// LOOPS-NOT: kernel.call_step
// LOOPS: tir.return
tir.prim_func private @whole(%x: memref<1x4x4x6xi8> {tir.effect = #tir.effect<read>}, %y: memref<1x2x2x6xi8> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x4x4x6xi8> to tensor<1x4x4x6xi8>
  %least = arith.constant -128 : i8
  %empty = tensor.empty() : tensor<1x2x2x6xi8>
  %init = linalg.fill ins(%least : i8) outs(%empty : tensor<1x2x2x6xi8>) -> tensor<1x2x2x6xi8>
  %window = tensor.empty() : tensor<2x2xi8>
  %out = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%in, %window : tensor<1x4x4x6xi8>, tensor<2x2xi8>) outs(%init : tensor<1x2x2x6xi8>) -> tensor<1x2x2x6xi8>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x2x2x6xi8>, memref<1x2x2x6xi8>) -> ()
  tir.return
}

// -----

// Windows inside of the input have a loop for themselves, whose bounds are constants.
// LOOPS-LABEL: @border
// LOOPS: scf.for
// LOOPS:   scf.for
// LOOPS:     %[[TOP:.*]] = arith.maxsi
// LOOPS:     %[[BOTTOM:.*]] = arith.minsi
// LOOPS:     %[[LEFT:.*]] = arith.maxsi
// LOOPS:     %[[RIGHT:.*]] = arith.minsi
// LOOPS:     scf.if
// LOOPS:       scf.for
// LOOPS:         kernel.call_step "dsp_max_window"({{.*}} numbers(%{{.*}}) sizes [3, 3, 32, 8]
// LOOPS:     else
// LOOPS:       scf.for
// LOOPS:         kernel.call_step "dsp_max_border"({{.*}} numbers(%{{.*}}, %[[TOP]], %[[BOTTOM]], %[[LEFT]], %[[RIGHT]]) sizes [3, 32, 8]
tir.prim_func private @border(%x: memref<1x4x4x8xi8> {tir.effect = #tir.effect<read>}, %y: memref<1x4x4x8xi8> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x4x4x8xi8> to tensor<1x4x4x8xi8>
  %least = arith.constant -128 : i8
  %padded = tensor.pad %in low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %least : i8
  } : tensor<1x4x4x8xi8> to tensor<1x6x6x8xi8>
  %empty = tensor.empty() : tensor<1x4x4x8xi8>
  %init = linalg.fill ins(%least : i8) outs(%empty : tensor<1x4x4x8xi8>) -> tensor<1x4x4x8xi8>
  %window = tensor.empty() : tensor<3x3xi8>
  %out = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%padded, %window : tensor<1x6x6x8xi8>, tensor<3x3xi8>) outs(%init : tensor<1x4x4x8xi8>) -> tensor<1x4x4x8xi8>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x4x4x8xi8>, memref<1x4x4x8xi8>) -> ()
  tir.return
}

// -----

// What is added to each element is added once for all of them.
// M4-LABEL: @mean
// M4-SAME: schedule = #kernel.jammed<elements = 4, words = true>
// LOOPS-LABEL: @mean
// LOOPS-DAG: %[[MORE:.*]] = arith.constant 120 : i32
// LOOPS: %[[SUMS:.*]] = memref.alloca() : memref<4xi32>
// LOOPS: scf.for
// LOOPS:   kernel.call_step "dsp_sum_window"(%{{.*}}, %[[SUMS]]) at(%c0, %c0) numbers(%{{.*}}, %c0, %c4, %c0, %c6) sizes [4, 6, 48, 8]
// LOOPS:   %[[SUM:.*]] = memref.load %[[SUMS]][%c0]
// LOOPS:   arith.addi %[[SUM]], %[[MORE]]
tir.prim_func private @mean(%x: memref<4x6x8xi8> {tir.effect = #tir.effect<read>}, %y: memref<8xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<4x6x8xi8> to tensor<4x6x8xi8>
  %zero = arith.constant 0 : i32
  %five = arith.constant 5 : i32
  %none = tensor.empty() : tensor<4x6x8xi32>
  %wide = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%in : tensor<4x6x8xi8>) outs(%none : tensor<4x6x8xi32>) {
  ^bb0(%a: i8, %b: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.addi %0, %five : i32
    linalg.yield %1 : i32
  } -> tensor<4x6x8xi32>
  %empty = tensor.empty() : tensor<8xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<8xi32>) -> tensor<8xi32>
  %out = linalg.reduce {arith.addi} ins(%wide : tensor<4x6x8xi32>) outs(%init : tensor<8xi32>) dimensions = [0, 1]
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<8xi32>, memref<8xi32>) -> ()
  tir.return
}

// -----

// The sums of rows lie side by side, but not the elements that they add.
// LOOPS-LABEL: @row_sums
// LOOPS-NOT: kernel.call_step
// LOOPS: tir.return
tir.prim_func private @row_sums(%x: memref<8x16xi8> {tir.effect = #tir.effect<read>}, %y: memref<8xi8> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<8x16xi8> to tensor<8x16xi8>
  %least = arith.constant -128 : i8
  %empty = tensor.empty() : tensor<8xi8>
  %init = linalg.fill ins(%least : i8) outs(%empty : tensor<8xi8>) -> tensor<8xi8>
  %out = linalg.reduce {arith.maxsi} ins(%in : tensor<8x16xi8>) outs(%init : tensor<8xi8>) dimensions = [1]
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<8xi8>, memref<8xi8>) -> ()
  tir.return
}
