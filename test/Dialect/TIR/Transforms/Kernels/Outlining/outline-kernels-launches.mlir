// RUN: tir-opt %s --tir-outline-kernels | FileCheck %s
// RUN: sed 's/hooks = \[#tir.hook<sync>\]/hooks = []/' %s | tir-opt --tir-outline-kernels | FileCheck %s --check-prefix=FUSED

// The negation does not need what the device computes, so it is a kernel that runs meanwhile. What needs it, too, is
// fused as usual.

// CHECK-LABEL: tir.prim_func @main
// CHECK: tir.call_extern @npu_relu
// CHECK: %[[N:.*]] = tir.call_tir
// CHECK: %[[R:.*]] = tir.call_tir
// CHECK-NOT: tir.call_tir
// CHECK: bufferization.materialize_in_destination %[[R]]

// FUSED-LABEL: tir.prim_func @main
// FUSED: tir.call_extern @npu_relu
// FUSED: %[[R:.*]] = tir.call_tir
// FUSED-NOT: tir.call_tir
// FUSED: bufferization.materialize_in_destination %[[R]]

#map = affine_map<(d0) -> (d0)>
tir.device @npu0 {kind = "npu", hooks = [#tir.hook<sync>]}
func.func @main(%x: tensor<4xi8>) -> tensor<4xi8> {
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  %e = tensor.empty() : tensor<4xi8>
  %0 = tir.call_extern @npu_relu(%x) outs(%e) context(%c)
      : (tensor<4xi8>, tensor<4xi8>, !tir.device_context<"npu">) -> tensor<4xi8>
  %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%x : tensor<4xi8>) outs(%e : tensor<4xi8>) {
  ^bb0(%a: i8, %out: i8):
    %zero = arith.constant 0 : i8
    %n = arith.subi %zero, %a : i8
    linalg.yield %n : i8
  } -> tensor<4xi8>
  %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]}
      ins(%0, %1 : tensor<4xi8>, tensor<4xi8>) outs(%e : tensor<4xi8>) {
  ^bb0(%a: i8, %b: i8, %out: i8):
    %s = arith.addi %a, %b : i8
    linalg.yield %s : i8
  } -> tensor<4xi8>
  %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%2 : tensor<4xi8>) outs(%e : tensor<4xi8>) {
  ^bb0(%a: i8, %out: i8):
    %one = arith.constant 1 : i8
    %t = arith.addi %a, %one : i8
    linalg.yield %t : i8
  } -> tensor<4xi8>
  return %3 : tensor<4xi8>
}
