// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s
// RUN: tir-opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s --check-prefix=BUFFERS

tir.device @npu0 {kind = "npu", program = "a"}
tir.device @npu1 {kind = "npu", program = "a"}
// CHECK: tir.prim_func private @npu_relu(memref<4xi8> {tir.effect = #tir.effect<read>}, memref<4xi8> {tir.effect = #tir.effect<write>}, !tir.device_context<"npu">) attributes {calling_convention = #tir.calling_convention<packed>, devices = [@npu0]}
tir.prim_func private @npu_relu(memref<4xi8> {tir.effect = #tir.effect<read>},
                                memref<4xi8> {tir.effect = #tir.effect<write>},
                                !tir.device_context<"npu">)
    attributes {calling_convention = #tir.calling_convention<packed>, devices = [@npu0]}
tir.prim_func private @cpu_relu(memref<4xi8>, memref<4xi8>)

// CHECK-LABEL: func.func @on_memrefs
func.func @on_memrefs(%x: memref<4xi8>, %y: memref<4xi8>, %k: i32) {
  %a = tir.get_device_context @npu0 : !tir.device_context<"npu">
  // Runs the same program.
  %b = tir.get_device_context @npu1 : !tir.device_context<"npu">
  // CHECK: tir.call_cpacked @npu_relu(%{{.*}}, %{{.*}}) context(%{{.*}}) : (memref<4xi8>, memref<4xi8>, !tir.device_context<"npu">) -> ()
  tir.call_cpacked @npu_relu(%x, %y) context(%a) : (memref<4xi8>, memref<4xi8>, !tir.device_context<"npu">) -> ()
  tir.call_cpacked @npu_relu(%x, %y) context(%b) : (memref<4xi8>, memref<4xi8>, !tir.device_context<"npu">) -> ()
  // CHECK: tir.call_cpacked @cpu_relu(%{{.*}}, %{{.*}}) : (memref<4xi8>, memref<4xi8>) -> ()
  tir.call_cpacked @cpu_relu(%x, %y) : (memref<4xi8>, memref<4xi8>) -> ()
  // Without a declaration, anything is allowed.
  // CHECK: tir.call_cpacked @elsewhere(%{{.*}}, %{{.*}}) context(%{{.*}}) : (memref<4xi8>, i32, !tir.device_context<"npu">) -> ()
  tir.call_cpacked @elsewhere(%x, %k) context(%a) : (memref<4xi8>, i32, !tir.device_context<"npu">) -> ()
  // CHECK: tir.call_cpacked @nothing() : () -> ()
  tir.call_cpacked @nothing() : () -> ()
  return
}

// A packed function of this module.
tir.prim_func private @inside(%x: memref<4xi8>) attributes {calling_convention = #tir.calling_convention<packed>} {
  tir.return
}
func.func @calls_inside(%x: memref<4xi8>) {
  // CHECK: tir.call_cpacked @inside
  tir.call_cpacked @inside(%x) : (memref<4xi8>) -> ()
  return
}

// BUFFERS-LABEL: func.func @on_tensors(
// BUFFERS-SAME: %[[X:.*]]: memref<4xi8, {{.*}}>, %[[C:.*]]: !tir.device_context<"npu">)
func.func @on_tensors(%x: tensor<4xi8>, %context: !tir.device_context<"npu">) -> tensor<4xi8> {
  %empty = tensor.empty() : tensor<4xi8>
  // CHECK: %{{.*}} = tir.call_cpacked @npu_relu(%{{.*}}) outs(%{{.*}}) context(%{{.*}}) : (tensor<4xi8>, tensor<4xi8>, !tir.device_context<"npu">) -> tensor<4xi8>
  // The declaration needs contiguous elements.
  // BUFFERS: %[[Y:.*]] = memref.alloc() {{.*}}memref<4xi8>
  // BUFFERS: %[[PACKED:.*]] = memref.alloc() : memref<4xi8>
  // BUFFERS: memref.copy %[[X]], %[[PACKED]]
  // BUFFERS: tir.call_cpacked @npu_relu(%[[PACKED]], %[[Y]]) context(%[[C]]) : (memref<4xi8>, memref<4xi8>, !tir.device_context<"npu">) -> ()
  // BUFFERS: return %[[Y]]
  %y = tir.call_cpacked @npu_relu(%x) outs(%empty) context(%context) : (tensor<4xi8>, tensor<4xi8>, !tir.device_context<"npu">) -> tensor<4xi8>
  return %y : tensor<4xi8>
}
