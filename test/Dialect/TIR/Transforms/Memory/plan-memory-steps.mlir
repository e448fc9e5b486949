// RUN: tir-opt %s --tir-plan-memory --split-input-file | FileCheck %s

// The buffers that each step reads and writes. A buffer that is passed twice counts once, and one that is read and
// written counts on both sides; constants, including those in a read-only pool, count separately. Calls of outside
// functions have their place, and the device whose context they get.

// CHECK:      plan = <
// CHECK-SAME: loops = [<first = 2, last = 3>],
// CHECK-SAME: steps = [
// CHECK-SAME:   <constants = 6, name = "add", reads = 16, writes = 16>,
// CHECK-SAME:   <constants = 4, device = "npu0", external = "conv#3", name = "npu_scale", reads = 16, writes = 8>,
// CHECK-SAME:   <name = "update", reads = 16, writes = 16>,
// CHECK-SAME:   <external = "", name = "some.function", reads = 16, writes = 16>,
// CHECK-SAME:   <name = "memref.copy", reads = 16, writes = 16>]
!vec = memref<4xi32>
!npu = !tir.device_context<"npu">
tir.device @npu0 {kind = "npu"}
tir.pool @commands {size = 4 : i64, read_only, contents = dense<[1, 2, 3, 4]> : tensor<4xi8>}
memref.global "private" constant @weights : memref<3xi16> = dense<7>
tir.prim_func private @add(%a: !vec {tir.effect = #tir.effect<read>}, %b: !vec {tir.effect = #tir.effect<read>}, %w: memref<3xi16> {tir.effect = #tir.effect<read>}, %y: !vec {tir.effect = #tir.effect<write>}) {
  tir.return
}
tir.prim_func private @update(%a: !vec) {
  tir.return
}
tir.prim_func private @npu_scale(!vec {tir.effect = #tir.effect<read>}, memref<4xi8> {tir.effect = #tir.effect<read>}, memref<2xi32, strided<[2]>> {tir.effect = #tir.effect<write>}, !npu)
    attributes {calling_convention = #tir.calling_convention<unpacked>, devices = [@npu0]}
tir.prim_func @main(%x: !vec {tir.effect = #tir.effect<read>}, %y: !vec {tir.effect = #tir.effect<write>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %context = tir.get_device_context @npu0 : !npu
  %a = memref.alloc() : !vec
  %b = memref.alloc() : !vec
  %w = memref.get_global @weights : memref<3xi16>
  tir.call_tir @add(%x, %x, %w, %a) : (!vec, !vec, memref<3xi16>, !vec) -> ()
  %commands = tir.pool_view @commands[0] : memref<4xi8>
  %half = memref.subview %b[0] [2] [2] : !vec to memref<2xi32, strided<[2]>>
  tir.call_extern @npu_scale(%a, %commands, %half) context(%context) : (!vec, memref<4xi8>, memref<2xi32, strided<[2]>>, !npu) -> () loc("net.mlir:conv#3")
  scf.for %i = %c0 to %c3 step %c1 {
    tir.call_tir @update(%b) : (!vec) -> ()
    tir.call_packed "some.function"(%b) : (!vec) -> ()
  }
  memref.copy %b, %y : !vec to !vec
  tir.return
}
