// RUN: tir-opt %s --tir-expose-kernels --split-input-file --verify-diagnostics | FileCheck %s

// Channels 0 and 2 are computed, 1 and 3 are constants.

// CHECK-DAG:   memref.global "private" constant @conv_whole_positions : memref<4xi32> = dense<[0, -1, 1, -1]>
// CHECK-DAG:   memref.global "private" constant @conv_whole_values : memref<4xi8> = dense<[0, -128, 0, 127]>
// CHECK:       tir.prim_func private @conv_whole(%{{.*}}: memref<3x2xi8> {{.*}}, %{{.*}}: memref<4xi32> {{.*}}, %{{.*}}: memref<4xi8> {{.*}}, %{{.*}}: memref<3x4xi8>
// CHECK:         linalg.generic
// CHECK:         ^bb0(%[[POSITION:.*]]: i32, %[[VALUE:.*]]: i8, %{{.*}}: i8):
// CHECK:           %[[IS_CONSTANT:.*]] = arith.cmpi slt, %[[POSITION]], %{{.*}} : i32
// CHECK:           %[[ELEMENT:.*]] = tensor.extract
// CHECK:           arith.select %[[IS_CONSTANT]], %[[VALUE]], %[[ELEMENT]] : i8
// CHECK:       tir.prim_func @main(
// CHECK-SAME:      %[[OUT:[^:]*]]: memref<3x4xi8> {tir.effect = #tir.effect<write>, tir.name = "conv", tir.port = #tir.port<exposed = <kernel = "conv", place = "conv2d#0", reads = []>>}
// CHECK:         %[[Y:.*]] = tir.call_tir @conv(
// CHECK:         %[[WHOLE:.*]] = tir.call_tir @conv_whole(%[[Y]],
// CHECK:         bufferization.materialize_in_destination %[[WHOLE]] in restrict writable %[[OUT]]
tir.prim_func private @conv(%x: memref<3x2xi8> {tir.effect = #tir.effect<read>},
                            %y: memref<3x2xi8> {tir.effect = #tir.effect<write>})
    attributes {tir.function = #tir.function<kernel = <place = "conv2d#0">>} {
  memref.copy %x, %y : memref<3x2xi8> to memref<3x2xi8>
  tir.return
}
tir.prim_func @main(%x: memref<3x2xi8> {tir.effect = #tir.effect<read>},
                    %y: memref<3x2xi8> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<3x2xi8> to tensor<3x2xi8>
  %e = tensor.empty() : tensor<3x2xi8>
  %t = tir.call_tir @conv(%in) outs(%e) {tir.call = #tir.call<channels = <count = 4, computed = [0, 2],
      constant = [1, 3], values = [-128, 127], low = [-9, 9], high = [-8, 10]>>}
      : (tensor<3x2xi8>, tensor<3x2xi8>) -> tensor<3x2xi8>
  bufferization.materialize_in_destination %t in restrict writable %y : (tensor<3x2xi8>, memref<3x2xi8>) -> ()
  tir.return
}

// -----

tir.prim_func private @conv(%x: memref<3x2xi8> {tir.effect = #tir.effect<read>},
                            %y: memref<3x2xi8> {tir.effect = #tir.effect<write>}) {
  memref.copy %x, %y : memref<3x2xi8> to memref<3x2xi8>
  tir.return
}
tir.prim_func @main(%x: memref<3x2xi8> {tir.effect = #tir.effect<read>},
                    %y: memref<3x2xi8> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<3x2xi8> to tensor<3x2xi8>
  %e = tensor.empty() : tensor<3x2xi8>
  // expected-error @+1 {{'tir.call_tir' op leaves out channel #2 of 3, which nothing reads, so tir-expose-kernels cannot output it; compile with --keep-unread-channels}}
  %t = tir.call_tir @conv(%in) outs(%e) {tir.call = #tir.call<channels = <count = 3, computed = [0, 1]>>}
      : (tensor<3x2xi8>, tensor<3x2xi8>) -> tensor<3x2xi8>
  bufferization.materialize_in_destination %t in restrict writable %y : (tensor<3x2xi8>, memref<3x2xi8>) -> ()
  tir.return
}
