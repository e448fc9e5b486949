// RUN: tir-opt %s --tir-verify-launches | FileCheck %s

!vec = memref<4xi8>
!npu = !tir.device_context<"npu">
#read = #tir.effect<read>
#write = #tir.effect<write>

tir.device @npu0 {kind = "npu", hooks = [#tir.hook<sync>]}
tir.prim_func private @npu_relu(!vec {tir.effect = #read}, !vec {tir.effect = #write}, !npu)
tir.prim_func private @add(%x: !vec {tir.effect = #read}, %y: !vec {tir.effect = #write}) {
  tir.return
}
memref.global "private" @workspace : memref<12xi8> = uninitialized

// What the kernel reads may be read, and other places of the pool may be written.

// CHECK-LABEL: tir.prim_func @main
tir.prim_func @main(%x: !vec {tir.effect = #read}) {
  %c = tir.get_device_context @npu0 : !npu
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %pool = memref.get_global @workspace : memref<12xi8>
  %a = memref.view %pool[%c0][] : memref<12xi8> to !vec
  %b = memref.view %pool[%c4][] : memref<12xi8> to !vec
  %d = memref.view %pool[%c8][] : memref<12xi8> to !vec
  tir.call_extern @npu_relu(%a, %b) context(%c) : (!vec, !vec, !npu) -> ()
  tir.call_tir @add(%a, %d) : (!vec, !vec) -> ()
  tir.call_tir @add(%x, %d) : (!vec, !vec) -> ()
  tir.sync %c : !npu reads(%a : !vec) writes(%b : !vec)
  tir.call_tir @add(%b, %a) : (!vec, !vec) -> ()
  tir.return
}

// A function that is not declared only reads the model's inputs, also if other buffers come to lie there later.

// CHECK-LABEL: tir.prim_func @overwritten
tir.prim_func @overwritten(%x: memref<2x2xi8> {tir.effect = #tir.effect<read_write>, tir.port = #tir.port<overwritten = true>}, %y: !vec) {
  %c = tir.get_device_context @npu0 : !npu
  %flat = memref.collapse_shape %x [[0, 1]] : memref<2x2xi8> into !vec
  %d = memref.alloc() : !vec
  tir.call_cpacked @npu_copy(%flat, %y) context(%c) : (!vec, !vec, !npu) -> ()
  tir.call_cpacked @cpu_copy(%flat, %d) : (!vec, !vec) -> ()
  tir.sync %c : !npu reads(%flat : !vec) writes(%y : !vec)
  tir.return
}
