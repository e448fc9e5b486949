// RUN: tir-opt %s --tir-overlap-launches --tir-verify-launches --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-overlap-launches=reorder=false --tir-verify-launches --split-input-file | FileCheck %s --check-prefix=KEEP

#read = #tir.effect<read>
#write = #tir.effect<write>
!vec = memref<4xi8>
!npu = !tir.device_context<"npu">

tir.device @npu0 {kind = "npu", hooks = [#tir.hook<sync>]}
tir.device @npu1 {kind = "npu", hooks = [#tir.hook<sync>, #tir.hook<abort>]}
tir.device @dsp0 {kind = "dsp", hooks = [#tir.hook<open>]}
tir.prim_func private @npu_relu(!vec {tir.effect = #read}, !vec {tir.effect = #write}, !npu)
tir.prim_func private @npu_fill(!vec {tir.effect = #write}, !npu)
tir.prim_func private @npu_add(!vec {tir.effect = #read}, !vec, !npu)
tir.prim_func private @dsp_relu(!vec {tir.effect = #read}, !vec {tir.effect = #write}, !tir.device_context<"dsp">)
tir.prim_func private @add(%x: !vec {tir.effect = #read}, %y: !vec {tir.effect = #write}) {
  tir.return
}

// Launches come first, and what needs them comes last. A synchronous device has no tir.sync.

// CHECK-LABEL: tir.prim_func @two(
// CHECK-SAME: %[[X:[^:]*]]: memref<4xi8> {{[^,]*}}, %[[Y:[^:]*]]: memref<4xi8> {{[^,]*}}, %[[Z:[^:]*]]:
// CHECK: %[[A:.*]] = memref.alloc
// CHECK: tir.call_extern @npu_relu(%[[X]], %[[A]]) context(%[[NPU0:.*]]) :
// CHECK-NEXT: tir.call_extern @npu_relu(%[[X]], %[[Y]]) context(%[[NPU1:.*]]) :
// CHECK-NEXT: tir.call_extern @dsp_relu
// CHECK-NEXT: tir.sync %[[NPU0]] : <"npu"> reads(%[[X]] : memref<4xi8>) writes(%[[A]] : memref<4xi8>)
// CHECK-NEXT: tir.call_tir @add(%[[A]], %[[Z]])
// CHECK-NEXT: tir.sync %[[NPU1]] : <"npu"> reads(%[[X]] : memref<4xi8>) writes(%[[Y]] : memref<4xi8>)
// CHECK-NEXT: tir.return

// KEEP-LABEL: tir.prim_func @two(
// KEEP: tir.call_extern @npu_relu
// KEEP-NEXT: tir.sync
// KEEP-NEXT: tir.call_tir @add
// KEEP-NEXT: tir.call_extern @dsp_relu
// KEEP-NEXT: tir.call_extern @npu_relu
// KEEP-NEXT: tir.sync
// KEEP-NEXT: tir.return
tir.prim_func @two(%x: !vec {tir.effect = #read}, %y: !vec {tir.effect = #write}, %z: !vec {tir.effect = #write},
                   %v: !vec {tir.effect = #write}) {
  %npu0 = tir.get_device_context @npu0 : !npu
  %npu1 = tir.get_device_context @npu1 : !npu
  %dsp0 = tir.get_device_context @dsp0 : !tir.device_context<"dsp">
  %a = memref.alloc() : !vec
  tir.call_extern @npu_relu(%x, %a) context(%npu0) : (!vec, !vec, !npu) -> ()
  tir.call_tir @add(%a, %z) : (!vec, !vec) -> ()
  tir.call_extern @dsp_relu(%x, %v) context(%dsp0) : (!vec, !vec, !tir.device_context<"dsp">) -> ()
  tir.call_extern @npu_relu(%x, %y) context(%npu1) : (!vec, !vec, !npu) -> ()
  tir.return
}

// A device does one thing at a time, and so does the same device by another context.

// CHECK-LABEL: tir.prim_func @one(
// CHECK: tir.call_extern @npu_fill(%[[A:.*]]) context(%[[C:.*]]) :
// CHECK-NEXT: tir.sync %[[C]] : <"npu"> writes(%[[A]] : memref<4xi8>)
// CHECK-NEXT: tir.call_extern @npu_fill(%[[B:.*]]) context(%[[D:.*]]) :
// CHECK-NEXT: tir.sync %[[D]] : <"npu"> writes(%[[B]] : memref<4xi8>)
// CHECK-NEXT: tir.return
tir.prim_func @one(%x: !vec {tir.effect = #write}, %y: !vec {tir.effect = #write}) {
  %c = tir.get_device_context @npu0 : !npu
  %d = tir.get_device_context @npu0 : !npu
  tir.call_extern @npu_fill(%x) context(%c) : (!vec, !npu) -> ()
  tir.call_extern @npu_fill(%y) context(%d) : (!vec, !npu) -> ()
  tir.return
}

// What a kernel reads is not overwritten while it runs; what it updates is not read.

// CHECK-LABEL: tir.prim_func @uses(
// CHECK: tir.call_extern @npu_add(%[[X:.*]], %[[A:.*]]) context(%[[C:.*]]) :
// CHECK-NEXT: tir.sync %[[C]] : <"npu"> reads(%[[X]] : memref<4xi8>) writes(%[[A]] : memref<4xi8>)
// CHECK-NEXT: tir.call_tir @add(%[[A]], %[[X]])
tir.prim_func @uses(%x: !vec, %y: !vec) {
  %c = tir.get_device_context @npu0 : !npu
  tir.call_extern @npu_add(%x, %y) context(%c) : (!vec, !vec, !npu) -> ()
  tir.call_tir @add(%y, %x) : (!vec, !vec) -> ()
  tir.return
}

// A branch, a loop and a function that does more wait at once. While such a function may launch on a device, nothing
// else runs there.

// CHECK-LABEL: tir.prim_func private @both(
// CHECK: tir.call_extern @npu_fill
// CHECK-NEXT: tir.sync
// CHECK-NEXT: tir.call_tir @add
tir.prim_func private @both(%x: !vec {tir.effect = #write}, %y: !vec {tir.effect = #write}) {
  %c = tir.get_device_context @npu1 : !npu
  tir.call_extern @npu_fill(%x) context(%c) : (!vec, !npu) -> ()
  tir.call_tir @add(%x, %y) : (!vec, !vec) -> ()
  tir.return
}

// CHECK-LABEL: tir.prim_func @nested(
// CHECK: tir.call_extern @npu_fill(%{{.*}}) context(%[[C:.*]]) :
// CHECK: scf.if
// CHECK-NEXT: tir.call_extern @npu_fill(%{{.*}}) context(%[[D:.*]]) :
// CHECK-NEXT: tir.sync %[[D]]
// CHECK: tir.sync %[[C]]
// CHECK-NEXT: tir.call_tir @both
tir.prim_func @nested(%n: i1, %x: !vec {tir.effect = #write}, %y: !vec {tir.effect = #write},
                      %z: !vec {tir.effect = #write}, %v: !vec {tir.effect = #write}) {
  %c = tir.get_device_context @npu1 : !npu
  %d = tir.get_device_context @npu0 : !npu
  tir.call_extern @npu_fill(%x) context(%c) : (!vec, !npu) -> ()
  scf.if %n {
    tir.call_extern @npu_fill(%y) context(%d) : (!vec, !npu) -> ()
  }
  tir.call_tir @both(%z, %v) : (!vec, !vec) -> ()
  tir.return
}

// A function that only launches becomes part of main, with the name of the call's operator.

// CHECK-NOT: @shell
// CHECK-LABEL: tir.prim_func @inlined(
// CHECK: %[[FLAT:.*]] = memref.collapse_shape
// CHECK: tir.call_extern @npu_fill(%[[FLAT]]) context
// CHECK-NEXT: tir.call_tir @add
// CHECK-NEXT: tir.sync %{{.*}} : <"npu"> writes(%[[FLAT]] : memref<4xi8>)
tir.prim_func private @shell(%x: memref<2x2xi8> {tir.effect = #write}) {
  %c = tir.get_device_context @npu0 : !npu
  %flat = memref.collapse_shape %x [[0, 1]] : memref<2x2xi8> into !vec
  tir.call_extern @npu_fill(%flat) context(%c) : (!vec, !npu) -> ()
  tir.return
}
tir.prim_func @inlined(%x: memref<2x2xi8> {tir.effect = #write}, %y: !vec {tir.effect = #read},
                       %z: !vec {tir.effect = #write}) {
  tir.call_tir @shell(%x) : (memref<2x2xi8>) -> () loc("conv")
  tir.call_tir @add(%y, %z) : (!vec, !vec) -> ()
  tir.return
}

// A function that has a tir.sync keeps its own.

// CHECK-LABEL: tir.prim_func @done(
// CHECK: tir.call_extern @npu_fill
// CHECK-NEXT: tir.sync
// CHECK-NEXT: tir.call_tir @add
// CHECK-NEXT: tir.return
tir.prim_func @done(%x: !vec {tir.effect = #write}, %y: !vec {tir.effect = #read}, %z: !vec {tir.effect = #write}) {
  %c = tir.get_device_context @npu0 : !npu
  tir.call_extern @npu_fill(%x) context(%c) : (!vec, !npu) -> ()
  tir.sync %c : !npu writes(%x : !vec)
  tir.call_tir @add(%y, %z) : (!vec, !vec) -> ()
  tir.return
}
