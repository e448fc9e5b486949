// RUN: tir-opt %s --split-input-file --tir-narrow-sums | FileCheck %s

// The sums of both channels fit 32 bits with their biases. The converter of TFLite scales by 2^14 / 2^14 before the rescale.
// CHECK: memref.global "private" constant @fits_bias : memref<2xi32> = dense<[1000, -2147450000]>
// CHECK-LABEL: tir.prim_func private @fits(
// CHECK-SAME: %{{.*}}: memref<1x1x1x2xi16> {{.*}}, %{{.*}}: memref<2x1x1x2xi8> {{.*}}, %{{.*}}: memref<2xi32>
// CHECK: %[[SUM:.*]] = linalg.conv_2d_nhwc_fhwc {{.*}} -> tensor<1x1x1x2xi32>
// CHECK-NOT: tosa.apply_scale %{{.*}}, %{{.*}}, %{{.*}} {{.*}} : (i64
// CHECK: linalg.generic {{.*}} ins(%[[SUM]] : tensor<1x1x1x2xi32>)
// CHECK: tosa.apply_scale %{{.*}} {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
// CHECK-NOT: tosa.apply_scale
// CHECK: tir.call_tir @fits(%{{.*}}, %{{.*}}, %{{.*}}) outs(%{{.*}}) : (tensor<1x1x1x2xi16>, tensor<2x1x1x2xi8>, tensor<2xi32>, tensor<1x1x1x2xi16>)
#id = affine_map<(n, h, w, c) -> (n, h, w, c)>
#channel = affine_map<(n, h, w, c) -> (c)>
!x = memref<1x1x1x2xi16>
!w = memref<2x1x1x2xi8>
!y = memref<1x1x1x2xi16>
memref.global "private" constant @fits_weights : !w = dense<[[[[5, -2]]], [[[0, 1]]]]>
memref.global "private" constant @fits_old : memref<2xi64> = dense<[1000, -2147450000]>
tir.prim_func private @fits(%x: !x {tir.effect = #tir.effect<read>}, %w: !w {tir.effect = #tir.effect<read>},
                            %b: memref<2xi64> {tir.effect = #tir.effect<read>}, %y: !y {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !x to tensor<1x1x1x2xi16>
  %weights = bufferization.to_tensor %w restrict : !w to tensor<2x1x1x2xi8>
  %bias = bufferization.to_tensor %b restrict : memref<2xi64> to tensor<2xi64>
  %empty = tensor.empty() : tensor<1x1x1x2xi64>
  %init = linalg.generic {indexing_maps = [#channel, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%bias : tensor<2xi64>) outs(%empty : tensor<1x1x1x2xi64>) {
  ^bb0(%a: i64, %o: i64):
    linalg.yield %a : i64
  } -> tensor<1x1x1x2xi64>
  %sum = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x1x1x2xi16>, tensor<2x1x1x2xi8>)
      outs(%init : tensor<1x1x1x2xi64>) -> tensor<1x1x1x2xi64>
  %m1 = arith.constant 16384 : i32
  %s1 = arith.constant 14 : i8
  %e32 = tensor.empty() : tensor<1x1x1x2xi32>
  %same = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sum : tensor<1x1x1x2xi64>) outs(%e32 : tensor<1x1x1x2xi32>) {
  ^bb0(%a: i64, %o: i32):
    %q = tosa.apply_scale %a, %m1, %s1 {rounding_mode = SINGLE_ROUND} : (i64, i32, i8) -> i32
    linalg.yield %q : i32
  } -> tensor<1x1x1x2xi32>
  %e = tensor.empty() : tensor<1x1x1x2xi16>
  %m = arith.constant 2000000000 : i32
  %s = arith.constant 39 : i8
  %out = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%same : tensor<1x1x1x2xi32>) outs(%e : tensor<1x1x1x2xi16>) {
  ^bb0(%a: i32, %o: i16):
    %q = tosa.apply_scale %a, %m, %s {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
    %t = arith.trunci %q : i32 to i16
    linalg.yield %t : i16
  } -> tensor<1x1x1x2xi16>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x1x2xi16>, !y) -> ()
  tir.return
}
tir.prim_func @main(%x: !x {tir.effect = #tir.effect<read>}, %y: !y {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !x to tensor<1x1x1x2xi16>
  %gw = memref.get_global @fits_weights : !w
  %w = bufferization.to_tensor %gw restrict : !w to tensor<2x1x1x2xi8>
  %gb = memref.get_global @fits_old : memref<2xi64>
  %b = bufferization.to_tensor %gb restrict : memref<2xi64> to tensor<2xi64>
  %e = tensor.empty() : tensor<1x1x1x2xi16>
  %a = tir.call_tir @fits(%in, %w, %b) outs(%e)
      : (tensor<1x1x1x2xi16>, tensor<2x1x1x2xi8>, tensor<2xi64>, tensor<1x1x1x2xi16>) -> tensor<1x1x1x2xi16>
  bufferization.materialize_in_destination %a in restrict writable %y : (tensor<1x1x1x2xi16>, !y) -> ()
  tir.return
}

// -----

// A depthwise convolution adds its biases after the sums. One channel is 1 too large in the end: 32768 * 3 + 2147385344 is 2^31.
// CHECK-LABEL: tir.prim_func private @large(
// CHECK-SAME: memref<2xi64>
// CHECK: linalg.depthwise_conv_2d_nhwc_hwcm {{.*}} -> tensor<1x1x1x2x1xi64>
// CHECK-LABEL: tir.prim_func private @small(
// CHECK-SAME: memref<2xi32>
// CHECK: %[[SUM:.*]] = linalg.depthwise_conv_2d_nhwc_hwcm {{.*}} -> tensor<1x1x1x2x1xi32>
// CHECK: tensor.collapse_shape %[[SUM]] {{.*}} : tensor<1x1x1x2x1xi32> into tensor<1x1x1x2xi32>
// CHECK: arith.addi %{{.*}} : i32
// CHECK: tosa.apply_scale %{{.*}} : (i32, i32, i8) -> i32
#id = affine_map<(n, h, w, c) -> (n, h, w, c)>
#channel = affine_map<(n, h, w, c) -> (c)>
!x = memref<1x1x1x2xi16>
!w = memref<1x1x2x1xi8>
!y = memref<1x1x1x2xi16>
memref.global "private" constant @weights : !w = dense<[[[[1], [-3]]]]>
memref.global "private" constant @large_bias : memref<2xi64> = dense<[0, 2147385344]>
memref.global "private" constant @small_bias : memref<2xi64> = dense<[0, 2147385343]>
tir.prim_func private @large(%x: !x {tir.effect = #tir.effect<read>}, %w: !w {tir.effect = #tir.effect<read>},
                             %b: memref<2xi64> {tir.effect = #tir.effect<read>}, %y: !y {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !x to tensor<1x1x1x2xi16>
  %weights = bufferization.to_tensor %w restrict : !w to tensor<1x1x2x1xi8>
  %bias = bufferization.to_tensor %b restrict : memref<2xi64> to tensor<2xi64>
  %zero = arith.constant 0 : i64
  %empty = tensor.empty() : tensor<1x1x1x2x1xi64>
  %init = linalg.fill ins(%zero : i64) outs(%empty : tensor<1x1x1x2x1xi64>) -> tensor<1x1x1x2x1xi64>
  %sum = linalg.depthwise_conv_2d_nhwc_hwcm ins(%in, %weights : tensor<1x1x1x2xi16>, tensor<1x1x2x1xi8>)
      outs(%init : tensor<1x1x1x2x1xi64>) -> tensor<1x1x1x2x1xi64>
  %flat = tensor.collapse_shape %sum [[0], [1], [2], [3, 4]] : tensor<1x1x1x2x1xi64> into tensor<1x1x1x2xi64>
  %e64 = tensor.empty() : tensor<1x1x1x2xi64>
  %biased = linalg.generic {indexing_maps = [#channel, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%bias, %flat : tensor<2xi64>, tensor<1x1x1x2xi64>) outs(%e64 : tensor<1x1x1x2xi64>) {
  ^bb0(%a: i64, %c: i64, %o: i64):
    %d = arith.addi %a, %c : i64
    linalg.yield %d : i64
  } -> tensor<1x1x1x2xi64>
  %e = tensor.empty() : tensor<1x1x1x2xi16>
  %m = arith.constant 20000 : i32
  %s = arith.constant 20 : i8
  %out = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%biased : tensor<1x1x1x2xi64>) outs(%e : tensor<1x1x1x2xi16>) {
  ^bb0(%a: i64, %o: i16):
    %q = tosa.apply_scale %a, %m, %s {rounding_mode = SINGLE_ROUND} : (i64, i32, i8) -> i32
    %t = arith.trunci %q : i32 to i16
    linalg.yield %t : i16
  } -> tensor<1x1x1x2xi16>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x1x2xi16>, !y) -> ()
  tir.return
}
tir.prim_func private @small(%x: !x {tir.effect = #tir.effect<read>}, %w: !w {tir.effect = #tir.effect<read>},
                             %b: memref<2xi64> {tir.effect = #tir.effect<read>}, %y: !y {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !x to tensor<1x1x1x2xi16>
  %weights = bufferization.to_tensor %w restrict : !w to tensor<1x1x2x1xi8>
  %bias = bufferization.to_tensor %b restrict : memref<2xi64> to tensor<2xi64>
  %zero = arith.constant 0 : i64
  %empty = tensor.empty() : tensor<1x1x1x2x1xi64>
  %init = linalg.fill ins(%zero : i64) outs(%empty : tensor<1x1x1x2x1xi64>) -> tensor<1x1x1x2x1xi64>
  %sum = linalg.depthwise_conv_2d_nhwc_hwcm ins(%in, %weights : tensor<1x1x1x2xi16>, tensor<1x1x2x1xi8>)
      outs(%init : tensor<1x1x1x2x1xi64>) -> tensor<1x1x1x2x1xi64>
  %flat = tensor.collapse_shape %sum [[0], [1], [2], [3, 4]] : tensor<1x1x1x2x1xi64> into tensor<1x1x1x2xi64>
  %e64 = tensor.empty() : tensor<1x1x1x2xi64>
  %biased = linalg.generic {indexing_maps = [#channel, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%bias, %flat : tensor<2xi64>, tensor<1x1x1x2xi64>) outs(%e64 : tensor<1x1x1x2xi64>) {
  ^bb0(%a: i64, %c: i64, %o: i64):
    %d = arith.addi %a, %c : i64
    linalg.yield %d : i64
  } -> tensor<1x1x1x2xi64>
  %e = tensor.empty() : tensor<1x1x1x2xi16>
  %m = arith.constant 20000 : i32
  %s = arith.constant 20 : i8
  %out = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%biased : tensor<1x1x1x2xi64>) outs(%e : tensor<1x1x1x2xi16>) {
  ^bb0(%a: i64, %o: i16):
    %q = tosa.apply_scale %a, %m, %s {rounding_mode = SINGLE_ROUND} : (i64, i32, i8) -> i32
    %t = arith.trunci %q : i32 to i16
    linalg.yield %t : i16
  } -> tensor<1x1x1x2xi16>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x1x2xi16>, !y) -> ()
  tir.return
}
tir.prim_func @main(%x: !x {tir.effect = #tir.effect<read>}, %y: !y {tir.effect = #tir.effect<write>}, %z: !y {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !x to tensor<1x1x1x2xi16>
  %gw = memref.get_global @weights : !w
  %w = bufferization.to_tensor %gw restrict : !w to tensor<1x1x2x1xi8>
  %gl = memref.get_global @large_bias : memref<2xi64>
  %l = bufferization.to_tensor %gl restrict : memref<2xi64> to tensor<2xi64>
  %gs = memref.get_global @small_bias : memref<2xi64>
  %s = bufferization.to_tensor %gs restrict : memref<2xi64> to tensor<2xi64>
  %e = tensor.empty() : tensor<1x1x1x2xi16>
  %a = tir.call_tir @large(%in, %w, %l) outs(%e)
      : (tensor<1x1x1x2xi16>, tensor<1x1x2x1xi8>, tensor<2xi64>, tensor<1x1x1x2xi16>) -> tensor<1x1x1x2xi16>
  bufferization.materialize_in_destination %a in restrict writable %y : (tensor<1x1x1x2xi16>, !y) -> ()
  %b = tir.call_tir @small(%in, %w, %s) outs(%e)
      : (tensor<1x1x1x2xi16>, tensor<1x1x2x1xi8>, tensor<2xi64>, tensor<1x1x1x2xi16>) -> tensor<1x1x1x2xi16>
  bufferization.materialize_in_destination %b in restrict writable %z : (tensor<1x1x1x2xi16>, !y) -> ()
  tir.return
}
