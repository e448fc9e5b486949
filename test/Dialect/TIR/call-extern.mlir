// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s
// RUN: tir-opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s --check-prefix=BUFFERS

tir.prim_func private @npu_relu(memref<4xi8> {tir.effect = #tir.effect<read>},
                                memref<4xi8, strided<[?], offset: ?>> {tir.effect = #tir.effect<write>},
                                !tir.device_context<"npu">)
    attributes {calling_convention = #tir.calling_convention<unpacked>, exported_name = "vendor_relu"}

// CHECK-LABEL: func.func @forms
func.func @forms(%x: memref<4xi8>, %n: i32, %c: !tir.device_context<"npu">) -> f32 {
  // CHECK: tir.call_extern @npu_relu(%{{.*}}, %{{.*}}) context(%{{.*}}) : (memref<4xi8>, memref<4xi8>, !tir.device_context<"npu">) -> ()
  tir.call_extern @npu_relu(%x, %x) context(%c) : (memref<4xi8>, memref<4xi8>, !tir.device_context<"npu">) -> ()
  // CHECK: tir.call_extern void @trace(%{{.*}}) : (i32) -> ()
  tir.call_extern void @trace(%n) : (i32) -> ()
  // CHECK: tir.call_extern void @trace_on(%{{.*}}) context(%{{.*}}) {level = 1 : i64} : (i32, !tir.device_context<"npu">) -> ()
  tir.call_extern void @trace_on(%n) context(%c) {level = 1 : i64} : (i32, !tir.device_context<"npu">) -> ()
  // CHECK: %{{.*}} = tir.call_extern @mean(%{{.*}}) : (memref<4xi8>) -> f32
  %mean = tir.call_extern @mean(%x) : (memref<4xi8>) -> f32
  return %mean : f32
}

// A region is passed as it is if the declaration takes any stride.
// BUFFERS-LABEL: func.func @into_slice(
func.func @into_slice(%x: tensor<4xi8>, %all: tensor<8xi8>, %c: !tir.device_context<"npu">) -> tensor<8xi8> {
  // BUFFERS: %[[SLICE:.*]] = memref.subview %{{.*}}[1] [4] [2]
  // BUFFERS: tir.call_extern @npu_relu(%{{.*}}, %[[SLICE]]) context(%{{.*}}) : (memref<4xi8>, memref<4xi8, strided<[?], offset: ?>>, !tir.device_context<"npu">) -> ()
  %slice = tensor.extract_slice %all[1] [4] [2] : tensor<8xi8> to tensor<4xi8>
  // CHECK: tir.call_extern @npu_relu(%{{.*}}) outs(%{{.*}}) context(%{{.*}}) : (tensor<4xi8>, tensor<4xi8>, !tir.device_context<"npu">) -> tensor<4xi8>
  %y = tir.call_extern @npu_relu(%x) outs(%slice) context(%c) : (tensor<4xi8>, tensor<4xi8>, !tir.device_context<"npu">) -> tensor<4xi8>
  %result = tensor.insert_slice %y into %all[1] [4] [2] : tensor<4xi8> into tensor<8xi8>
  return %result : tensor<8xi8>
}
