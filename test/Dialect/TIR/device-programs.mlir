// RUN: tir-opt %s | FileCheck %s

// Contexts of devices with the kernel's program reach it in any way, and so do contexts of which nothing is known.

tir.device @npu0 {kind = "npu", program = "vision"}
tir.device @npu1 {kind = "npu", program = "vision"}
tir.device @npu2 {kind = "npu", program = "audio"}
tir.prim_func private @k(memref<4xi8>, !tir.device_context<"npu">)
    attributes {devices = [@npu0], calling_convention = #tir.calling_convention<unpacked>}
tir.prim_func private @any(memref<4xi8>, !tir.device_context<"npu">)
    attributes {calling_convention = #tir.calling_convention<unpacked>}
// CHECK-LABEL: func.func @selected
func.func @selected(%c: i1, %x: memref<4xi8>) -> i32 {
  %a = tir.get_device_context @npu0 : !tir.device_context<"npu">
  %b = tir.get_device_context @npu1 : !tir.device_context<"npu">
  %other = tir.get_device_context @npu2 : !tir.device_context<"npu">
  %s = arith.select %c, %a, %b : !tir.device_context<"npu">
  tir.call_extern @k(%x) context(%s) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  tir.call_extern @any(%x) context(%other) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  %z = arith.constant 0 : i32
  return %z : i32
}
// CHECK-LABEL: tir.prim_func private @mid
tir.prim_func private @mid(%x: memref<4xi8>, %c: !tir.device_context<"npu">) {
  tir.call_extern @k(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  tir.return
}
// CHECK-LABEL: func.func @through_an_argument
func.func @through_an_argument(%x: memref<4xi8>) -> i32 {
  %b = tir.get_device_context @npu1 : !tir.device_context<"npu">
  tir.call_tir @mid(%x, %b) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  %z = arith.constant 0 : i32
  return %z : i32
}
