// RUN: tir-opt %s --split-input-file --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" | FileCheck %s

// Each kernel that #kernel.blocked cannot compute, or not with pairs of weights, stands after one that it can.

// 520 products of 126 by -128 are -8386560.
// CHECK-LABEL: @sums_of_24_bits
// CHECK-SAME: schedule = #kernel.blocked
// CHECK: kernel.unpack_pairs %{{.*}} segment 520 : memref<260xi32>
memref.global "private" constant @weights : memref<2x1x1x520xi8> = dense<126>
tir.prim_func private @sums_of_24_bits(%x: memref<1x1x1x520xi8> {tir.effect = #tir.effect<read>},
    %w: memref<2x1x1x520xi8> {tir.effect = #tir.effect<read>}, %y: memref<1x1x1x2xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x1x1x520xi8> to tensor<1x1x1x520xi8>
  %weights = bufferization.to_tensor %w restrict : memref<2x1x1x520xi8> to tensor<2x1x1x520xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x1x1x2xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x1x1x2xi32>) -> tensor<1x1x1x2xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x1x1x520xi8>, tensor<2x1x1x520xi8>)
      outs(%init : tensor<1x1x1x2xi32>) -> tensor<1x1x1x2xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x1x2xi32>, memref<1x1x1x2xi32>) -> ()
  tir.return
}
tir.prim_func @main(%x: memref<1x1x1x520xi8> {tir.effect = #tir.effect<read>},
                    %y: memref<1x1x1x2xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x1x1x520xi8> to tensor<1x1x1x520xi8>
  %get = memref.get_global @weights : memref<2x1x1x520xi8>
  %w = bufferization.to_tensor %get restrict : memref<2x1x1x520xi8> to tensor<2x1x1x520xi8>
  %empty = tensor.empty() : tensor<1x1x1x2xi32>
  %out = tir.call_tir @sums_of_24_bits(%in, %w) outs(%empty)
      : (tensor<1x1x1x520xi8>, tensor<2x1x1x520xi8>, tensor<1x1x1x2xi32>) -> tensor<1x1x1x2xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x1x2xi32>, memref<1x1x1x2xi32>) -> ()
  tir.return
}

// -----

// 521 of them leave the 24 bits, so that each weight is a byte.
// CHECK-LABEL: @larger_sums
// CHECK-SAME: schedule = #kernel.blocked
// CHECK: kernel.unpack_pairs %{{.*}} segment 521 bytes : memref<261xi32>
memref.global "private" constant @weights : memref<2x1x1x521xi8> = dense<126>
tir.prim_func private @larger_sums(%x: memref<1x1x1x521xi8> {tir.effect = #tir.effect<read>},
    %w: memref<2x1x1x521xi8> {tir.effect = #tir.effect<read>}, %y: memref<1x1x1x2xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x1x1x521xi8> to tensor<1x1x1x521xi8>
  %weights = bufferization.to_tensor %w restrict : memref<2x1x1x521xi8> to tensor<2x1x1x521xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x1x1x2xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x1x1x2xi32>) -> tensor<1x1x1x2xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x1x1x521xi8>, tensor<2x1x1x521xi8>)
      outs(%init : tensor<1x1x1x2xi32>) -> tensor<1x1x1x2xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x1x2xi32>, memref<1x1x1x2xi32>) -> ()
  tir.return
}
tir.prim_func @main(%x: memref<1x1x1x521xi8> {tir.effect = #tir.effect<read>},
                    %y: memref<1x1x1x2xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x1x1x521xi8> to tensor<1x1x1x521xi8>
  %get = memref.get_global @weights : memref<2x1x1x521xi8>
  %w = bufferization.to_tensor %get restrict : memref<2x1x1x521xi8> to tensor<2x1x1x521xi8>
  %empty = tensor.empty() : tensor<1x1x1x2xi32>
  %out = tir.call_tir @larger_sums(%in, %w) outs(%empty)
      : (tensor<1x1x1x521xi8>, tensor<2x1x1x521xi8>, tensor<1x1x1x2xi32>) -> tensor<1x1x1x2xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x1x2xi32>, memref<1x1x1x2xi32>) -> ()
  tir.return
}

// -----

// CHECK-LABEL: @zero_point_of_inputs
// CHECK-SAME: schedule = #kernel.blocked
memref.global "private" constant @weights : memref<2x1x1x64xi8> = dense<1>
tir.prim_func private @zero_point_of_inputs(%x: memref<1x1x1x64xi8> {tir.effect = #tir.effect<read>},
    %w: memref<2x1x1x64xi8> {tir.effect = #tir.effect<read>}, %y: memref<1x1x1x2xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x1x1x64xi8> to tensor<1x1x1x64xi8>
  %weights = bufferization.to_tensor %w restrict : memref<2x1x1x64xi8> to tensor<2x1x1x64xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x1x1x2xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x1x1x2xi32>) -> tensor<1x1x1x2xi32>
  %weights_zero = arith.constant 0 : i32
  %out = linalg.conv_2d_nhwc_fhwc_q ins(%in, %weights, %zero, %weights_zero : tensor<1x1x1x64xi8>, tensor<2x1x1x64xi8>, i32, i32)
      outs(%init : tensor<1x1x1x2xi32>) -> tensor<1x1x1x2xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x1x2xi32>, memref<1x1x1x2xi32>) -> ()
  tir.return
}
tir.prim_func @main(%x: memref<1x1x1x64xi8> {tir.effect = #tir.effect<read>},
                    %y: memref<1x1x1x2xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x1x1x64xi8> to tensor<1x1x1x64xi8>
  %get = memref.get_global @weights : memref<2x1x1x64xi8>
  %w = bufferization.to_tensor %get restrict : memref<2x1x1x64xi8> to tensor<2x1x1x64xi8>
  %empty = tensor.empty() : tensor<1x1x1x2xi32>
  %out = tir.call_tir @zero_point_of_inputs(%in, %w) outs(%empty)
      : (tensor<1x1x1x64xi8>, tensor<2x1x1x64xi8>, tensor<1x1x1x2xi32>) -> tensor<1x1x1x2xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x1x2xi32>, memref<1x1x1x2xi32>) -> ()
  tir.return
}

// -----

// CHECK-LABEL: @zero_point_of_weights
// CHECK-SAME: schedule = #kernel.jammed
memref.global "private" constant @weights : memref<2x1x1x64xi8> = dense<1>
tir.prim_func private @zero_point_of_weights(%x: memref<1x1x1x64xi8> {tir.effect = #tir.effect<read>},
    %w: memref<2x1x1x64xi8> {tir.effect = #tir.effect<read>}, %y: memref<1x1x1x2xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x1x1x64xi8> to tensor<1x1x1x64xi8>
  %weights = bufferization.to_tensor %w restrict : memref<2x1x1x64xi8> to tensor<2x1x1x64xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x1x1x2xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x1x1x2xi32>) -> tensor<1x1x1x2xi32>
  %weights_zero = arith.constant 1 : i32
  %out = linalg.conv_2d_nhwc_fhwc_q ins(%in, %weights, %zero, %weights_zero : tensor<1x1x1x64xi8>, tensor<2x1x1x64xi8>, i32, i32)
      outs(%init : tensor<1x1x1x2xi32>) -> tensor<1x1x1x2xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x1x2xi32>, memref<1x1x1x2xi32>) -> ()
  tir.return
}
tir.prim_func @main(%x: memref<1x1x1x64xi8> {tir.effect = #tir.effect<read>},
                    %y: memref<1x1x1x2xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x1x1x64xi8> to tensor<1x1x1x64xi8>
  %get = memref.get_global @weights : memref<2x1x1x64xi8>
  %w = bufferization.to_tensor %get restrict : memref<2x1x1x64xi8> to tensor<2x1x1x64xi8>
  %empty = tensor.empty() : tensor<1x1x1x2xi32>
  %out = tir.call_tir @zero_point_of_weights(%in, %w) outs(%empty)
      : (tensor<1x1x1x64xi8>, tensor<2x1x1x64xi8>, tensor<1x1x1x2xi32>) -> tensor<1x1x1x2xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x1x2xi32>, memref<1x1x1x2xi32>) -> ()
  tir.return
}

// -----

// A depthwise convolution reads its weights as they are, and needs no memory.
// CHECK-LABEL: @four_channels
// CHECK-NOT: kernel.argument = #kernel.argument<scratch = true>
// CHECK-SAME: schedule = #kernel.blocked
memref.global "private" constant @weights : memref<4x4x4x1xi8> = dense<3>
tir.prim_func private @four_channels(%x: memref<1x4x4x4xi8> {tir.effect = #tir.effect<read>},
    %w: memref<4x4x4x1xi8> {tir.effect = #tir.effect<read>}, %y: memref<1x1x1x4x1xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x4x4x4xi8> to tensor<1x4x4x4xi8>
  %weights = bufferization.to_tensor %w restrict : memref<4x4x4x1xi8> to tensor<4x4x4x1xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x1x1x4x1xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x1x1x4x1xi32>) -> tensor<1x1x1x4x1xi32>
  %out = linalg.depthwise_conv_2d_nhwc_hwcm ins(%in, %weights : tensor<1x4x4x4xi8>, tensor<4x4x4x1xi8>)
      outs(%init : tensor<1x1x1x4x1xi32>) -> tensor<1x1x1x4x1xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x1x4x1xi32>, memref<1x1x1x4x1xi32>) -> ()
  tir.return
}
tir.prim_func @main(%x: memref<1x4x4x4xi8> {tir.effect = #tir.effect<read>},
                    %y: memref<1x1x1x4x1xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x4x4x4xi8> to tensor<1x4x4x4xi8>
  %get = memref.get_global @weights : memref<4x4x4x1xi8>
  %w = bufferization.to_tensor %get restrict : memref<4x4x4x1xi8> to tensor<4x4x4x1xi8>
  %empty = tensor.empty() : tensor<1x1x1x4x1xi32>
  %out = tir.call_tir @four_channels(%in, %w) outs(%empty)
      : (tensor<1x4x4x4xi8>, tensor<4x4x4x1xi8>, tensor<1x1x1x4x1xi32>) -> tensor<1x1x1x4x1xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x1x4x1xi32>, memref<1x1x1x4x1xi32>) -> ()
  tir.return
}

// -----

// CHECK-LABEL: @six_channels
// CHECK-SAME: schedule = #kernel.jammed
memref.global "private" constant @weights : memref<4x4x6x1xi8> = dense<3>
tir.prim_func private @six_channels(%x: memref<1x4x4x6xi8> {tir.effect = #tir.effect<read>},
    %w: memref<4x4x6x1xi8> {tir.effect = #tir.effect<read>}, %y: memref<1x1x1x6x1xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x4x4x6xi8> to tensor<1x4x4x6xi8>
  %weights = bufferization.to_tensor %w restrict : memref<4x4x6x1xi8> to tensor<4x4x6x1xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x1x1x6x1xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x1x1x6x1xi32>) -> tensor<1x1x1x6x1xi32>
  %out = linalg.depthwise_conv_2d_nhwc_hwcm ins(%in, %weights : tensor<1x4x4x6xi8>, tensor<4x4x6x1xi8>)
      outs(%init : tensor<1x1x1x6x1xi32>) -> tensor<1x1x1x6x1xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x1x6x1xi32>, memref<1x1x1x6x1xi32>) -> ()
  tir.return
}
tir.prim_func @main(%x: memref<1x4x4x6xi8> {tir.effect = #tir.effect<read>},
                    %y: memref<1x1x1x6x1xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x4x4x6xi8> to tensor<1x4x4x6xi8>
  %get = memref.get_global @weights : memref<4x4x6x1xi8>
  %w = bufferization.to_tensor %get restrict : memref<4x4x6x1xi8> to tensor<4x4x6x1xi8>
  %empty = tensor.empty() : tensor<1x1x1x6x1xi32>
  %out = tir.call_tir @six_channels(%in, %w) outs(%empty)
      : (tensor<1x4x4x6xi8>, tensor<4x4x6x1xi8>, tensor<1x1x1x6x1xi32>) -> tensor<1x1x1x6x1xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x1x6x1xi32>, memref<1x1x1x6x1xi32>) -> ()
  tir.return
}
