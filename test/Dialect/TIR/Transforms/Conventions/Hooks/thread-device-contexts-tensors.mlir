// Callers may still be on tensors: destinations stay last, and bufferization moves the contexts after them.
// RUN: tir-opt %s --tir-thread-device-contexts | FileCheck %s
// RUN: tir-opt %s --tir-thread-device-contexts --tir-bufferize | FileCheck %s --check-prefix=BUFFERS
// RUN: tir-opt %s --tir-bufferize --tir-thread-device-contexts | FileCheck %s --check-prefix=BUFFERS

tir.device @npu0 {kind = "npu"}
tir.prim_func private @relu(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                            %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  tir.call_extern @npu_relu(%x, %y) context(%c) : (memref<4xi8>, memref<4xi8>, !tir.device_context<"npu">) -> ()
  tir.return
}

// CHECK-LABEL: tir.prim_func @main(
// CHECK-SAME: %[[C:[^:]*]]: !tir.device_context<"npu"> {tir.name = "npu0", tir.port = #tir.port<device = "npu0">})
// CHECK: tir.call_tir @relu(%{{.*}}, %[[C]]) outs(%{{.*}}) {tir.call = #tir.call<device = "npu0">} : (tensor<4xi8>, !tir.device_context<"npu">, tensor<4xi8>) -> tensor<4xi8>
// BUFFERS-LABEL: tir.prim_func @main(
// BUFFERS-SAME: %[[X:[^:]*]]: memref<4xi8> {{{[^}]*}}}, %[[Y:[^:]*]]: memref<4xi8> {{{[^}]*}}}, %[[C:[^:]*]]: !tir.device_context<"npu">
// BUFFERS: tir.call_tir @relu(%[[X]], %[[Y]], %[[C]]) {tir.call = #tir.call<device = "npu0">}
tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                    %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<4xi8> to tensor<4xi8>
  %empty = bufferization.to_tensor %y restrict writable : memref<4xi8> to tensor<4xi8>
  %out = tir.call_tir @relu(%in) outs(%empty) : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<4xi8>, memref<4xi8>) -> ()
  tir.return
}

// The arguments of a function on tensors are not its last ones.
// CHECK-LABEL: func.func @open(
// CHECK-SAME: %{{[^:]*}}: tensor<4xi8>, %{{[^:]*}}: tensor<4xi8>) -> tensor<4xi8>
// CHECK: %[[C:.*]] = tir.get_device_context @npu0
// CHECK: tir.call_tir @relu(%{{.*}}, %[[C]]) outs(%{{.*}}) {tir.call = #tir.call<device = "npu0">}
func.func @open(%x: tensor<4xi8>, %y: tensor<4xi8>) -> tensor<4xi8> {
  %out = tir.call_tir @relu(%x) outs(%y) : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  return %out : tensor<4xi8>
}
