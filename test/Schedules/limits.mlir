// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" | FileCheck %s --check-prefix=TWO
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4 ram=1056" | FileCheck %s --check-prefix=TWO
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4 ram=1055" | FileCheck %s --check-prefix=ONE
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4 ram=911" | FileCheck %s --check-prefix=NONE
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4 flash=8000" | FileCheck %s --check-prefix=TWO
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4 flash=2400" | FileCheck %s --check-prefix=THREE
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4 flash=2300" | FileCheck %s --check-prefix=ONE
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4 flash=1" | FileCheck %s --check-prefix=PLAIN

// A convolution computes fewer pixels together if the words for them, 144 bytes a pixel, do not fit beside the tensors
// that live at its call, of 768 bytes, or if its code is too large. Three pixels take less code than two, which are
// multiplied with twice as many channels. Inputs and outputs do not count.

// TWO:   @conv
// TWO-SAME: memref<72xi32>
// TWO-SAME: kernel.argument = #kernel.argument<scratch = true>
// TWO-SAME: schedule = #kernel.blocked<pixels = 2>
// THREE: @conv
// THREE-SAME: memref<108xi32>
// THREE-SAME: schedule = #kernel.blocked<pixels = 3>
// ONE:   @conv
// ONE-SAME: memref<36xi32>
// ONE-SAME: schedule = #kernel.blocked<pixels = 1>
// NONE:  @conv
// NONE-NOT: kernel.argument = #kernel.argument<scratch = true>
// NONE-SAME: schedule = #kernel.jammed
// PLAIN: @conv
// PLAIN-SAME: schedule = #kernel.elementwise
memref.global "private" constant @weights : memref<8x3x3x8xi8> = dense<1>
tir.prim_func private @conv(%x: memref<1x6x8x8xi8> {tir.effect = #tir.effect<read>},
    %w: memref<8x3x3x8xi8> {tir.effect = #tir.effect<read>}, %y: memref<1x4x6x8xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x6x8x8xi8> to tensor<1x6x8x8xi8>
  %weights = bufferization.to_tensor %w restrict : memref<8x3x3x8xi8> to tensor<8x3x3x8xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x4x6x8xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x4x6x8xi32>) -> tensor<1x4x6x8xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x6x8x8xi8>, tensor<8x3x3x8xi8>)
      outs(%init : tensor<1x4x6x8xi32>) -> tensor<1x4x6x8xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x4x6x8xi32>, memref<1x4x6x8xi32>) -> ()
  tir.return
}
tir.prim_func private @abs(%x: memref<192xi32> {tir.effect = #tir.effect<read>},
                           %y: memref<192xi32> {tir.effect = #tir.effect<write>}) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : memref<192xi32>) outs(%y : memref<192xi32>) {
  ^bb0(%in: i32, %out: i32):
    %abs = math.absi %in : i32
    linalg.yield %abs : i32
  }
  tir.return
}
tir.prim_func @main(%x: memref<1x6x8x8xi8> {tir.effect = #tir.effect<read>},
                    %y: memref<192xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x6x8x8xi8> to tensor<1x6x8x8xi8>
  %get = memref.get_global @weights : memref<8x3x3x8xi8>
  %w = bufferization.to_tensor %get restrict : memref<8x3x3x8xi8> to tensor<8x3x3x8xi8>
  %empty = tensor.empty() : tensor<1x4x6x8xi32>
  %conv = tir.call_tir @conv(%in, %w) outs(%empty)
      : (tensor<1x6x8x8xi8>, tensor<8x3x3x8xi8>, tensor<1x4x6x8xi32>) -> tensor<1x4x6x8xi32>
  %flat = tensor.collapse_shape %conv [[0, 1, 2, 3]] : tensor<1x4x6x8xi32> into tensor<192xi32>
  %out = bufferization.to_tensor %y restrict writable : memref<192xi32> to tensor<192xi32>
  %abs = tir.call_tir @abs(%flat) outs(%out) : (tensor<192xi32>, tensor<192xi32>) -> tensor<192xi32>
  bufferization.materialize_in_destination %abs in restrict writable %y : (tensor<192xi32>, memref<192xi32>) -> ()
  tir.return
}
