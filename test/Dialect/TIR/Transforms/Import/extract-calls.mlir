// RUN: tir-opt %s --tir-extract-calls --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-extract-calls='each public' --split-input-file | FileCheck %s --check-prefix=EACH
// Running it again changes nothing.
// RUN: tir-opt %s --tir-extract-calls=each --split-input-file > %t.once
// RUN: tir-opt %t.once --tir-extract-calls=each --split-input-file | diff - %t.once

tir.prim_func private @copy(%x: memref<4xf32> {tir.effect = #tir.effect<read>, tir.name = "source"},
                            %y: memref<4xf32> {tir.effect = #tir.effect<write>, tir.name = "target"}) {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
tir.prim_func private @accumulate(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                  %y: memref<4xf32>, %n: index) {
  linalg.add ins(%x, %y : memref<4xf32>, memref<4xf32>) outs(%y : memref<4xf32>)
  tir.return
}
memref.global "private" constant @weights : memref<4xf32> = dense<1.0>

// Two stages. Buffers are arguments, including a buffer that only one stage uses; constants are used inside; effects
// and names follow from the calls. Operations between the calls move away.

// CHECK:       tir.prim_func private @front(
// CHECK-SAME:      %[[X:[^:]*]]: memref<4xf32> {tir.effect = #tir.effect<read>, tir.name = "image"}
// CHECK-SAME:      %[[T:[^:]*]]: memref<4xf32> {tir.effect = #tir.effect<write>, tir.name = "target"}
// CHECK-SAME:      %[[U:[^:]*]]: memref<4xf32> {tir.effect = #tir.effect<write>, tir.name = "target1"}
// CHECK-SAME:      attributes {tir.function = #tir.function<extracted = true>}
// CHECK-DAG:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG:     %[[W:.*]] = memref.get_global @weights
// CHECK:         tir.call_tir @copy(%[[X]], %[[T]]) : (
// CHECK-NEXT:    tir.call_tir @accumulate(%[[W]], %[[T]], %[[C3]]) : (
// CHECK-NEXT:    tir.call_tir @copy(%[[T]], %[[U]]) : (
// CHECK-NEXT:    tir.return

// CHECK:       tir.prim_func private @back(
// CHECK-SAME:      %[[U:[^:]*]]: memref<4xf32> {tir.effect = #tir.effect<read>
// CHECK-SAME:      %[[Y:[^:]*]]: memref<4xf32> {tir.effect = #tir.effect<read_write>, tir.name = "scores"}
// CHECK-SAME:      %[[N:[^:]*]]: index)
// CHECK:         tir.call_tir @accumulate(%[[U]], %[[Y]], %[[N]])

// CHECK-LABEL: tir.prim_func @main
// CHECK-SAME:      (%[[X:[^:]*]]: memref<4xf32> {{.*}}, %[[Y:[^:]*]]: memref<4xf32> {{.*}}, %[[N:[^:]*]]: index)
// CHECK-NEXT:    %[[T:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:    %[[V:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:    tir.call_tir @copy(%[[X]], %[[V]])
// CHECK-NEXT:    %[[U:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:    tir.call_tir @front(%[[X]], %[[T]], %[[U]])
// CHECK-NEXT:    memref.copy %[[T]], %[[V]]
// CHECK-NEXT:    tir.call_tir @back(%[[U]], %[[Y]], %[[N]])
// CHECK-NEXT:    tir.return

// EACH:        tir.prim_func @front
// EACH:        tir.prim_func @copy_stage(
// EACH-SAME:       attributes {tir.function = #tir.function<extracted = true>}
// EACH-NEXT:     tir.call_tir @copy
// EACH-NEXT:     tir.return
// EACH:        tir.prim_func @back
// EACH-LABEL:  tir.prim_func @main
// EACH:          tir.call_tir @copy_stage
// EACH:          tir.call_tir @front
// EACH:          tir.call_tir @back
tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>, tir.name = "image"},
                    %y: memref<4xf32> {tir.effect = #tir.effect<read_write>, tir.name = "scores"},
                    %n: index) {
  %t = memref.alloc() : memref<4xf32>
  %w = memref.get_global @weights : memref<4xf32>
  %v = memref.alloc() : memref<4xf32>
  tir.call_tir @copy(%x, %t) {tir.call = #tir.call<stage = "front">} : (memref<4xf32>, memref<4xf32>) -> ()
  tir.call_tir @copy(%x, %v) : (memref<4xf32>, memref<4xf32>) -> ()
  %c3 = arith.constant 3 : index
  tir.call_tir @accumulate(%w, %t, %c3) {tir.call = #tir.call<stage = "front">} : (memref<4xf32>, memref<4xf32>, index) -> ()
  %u = memref.alloc() : memref<4xf32>
  memref.copy %t, %v : memref<4xf32> to memref<4xf32>
  tir.call_tir @copy(%t, %u) {tir.call = #tir.call<stage = "front">} : (memref<4xf32>, memref<4xf32>) -> ()
  tir.call_tir @accumulate(%u, %y, %n) {tir.call = #tir.call<stage = "back">} : (memref<4xf32>, memref<4xf32>, index) -> ()
  tir.return
}

// -----

// Views move inside, so that each buffer is one argument; writing a part does not overwrite the rest. Arithmetic
// between the calls moves along, and becomes an argument if it is before them.

!part = memref<2xf32, strided<[1], offset: ?>>
tir.prim_func private @fill(%x: !part {tir.effect = #tir.effect<write>}, %v: f32) {
  linalg.fill ins(%v : f32) outs(%x : !part)
  tir.return
}
tir.prim_func private @fill_all(%x: memref<2x2xf32> {tir.effect = #tir.effect<write>}, %v: f32) {
  linalg.fill ins(%v : f32) outs(%x : memref<2x2xf32>)
  tir.return
}
// CHECK:       tir.prim_func private @parts(
// CHECK-SAME:      %[[X:[^:]*]]: memref<4xf32> {tir.effect = #tir.effect<read_write>
// CHECK-SAME:      %[[I:[^:]*]]: index, %[[V:[^:]*]]: f32, %[[W:[^:]*]]: f32
// CHECK-SAME:      %[[Y:[^:]*]]: memref<4xf32> {tir.effect = #tir.effect<write>
// CHECK:         memref.subview %[[X]][%[[I]]] [2] [1]
// CHECK:         %[[J:.*]] = arith.addi %[[I]], %{{.*}} : index
// CHECK:         memref.subview %[[X]][%[[J]]] [2] [1]
// CHECK:         memref.expand_shape %[[Y]]
// CHECK:         tir.call_tir @fill(
// CHECK:         tir.call_tir @fill(
// CHECK:         tir.call_tir @fill_all(
// CHECK-LABEL: tir.prim_func @views
// CHECK-SAME:      (%[[X:[^:]*]]: memref<4xf32>, %[[Y:[^:]*]]: memref<4xf32>, %[[I:[^:]*]]: index, %[[V:[^:]*]]: f32)
// CHECK-NEXT:    %[[W:.*]] = arith.negf %[[V]]
// CHECK-NEXT:    tir.call_tir @parts(%[[X]], %[[I]], %[[V]], %[[W]], %[[Y]])
// CHECK-NEXT:    tir.return
tir.prim_func @views(%x: memref<4xf32>, %y: memref<4xf32>, %i: index, %v: f32) {
  %c2 = arith.constant 2 : index
  %w = arith.negf %v : f32
  %low = memref.subview %x[%i] [2] [1] : memref<4xf32> to !part
  tir.call_tir @fill(%low, %v) {tir.call = #tir.call<stage = "parts">} : (!part, f32) -> ()
  %j = arith.addi %i, %c2 : index
  %high = memref.subview %x[%j] [2] [1] : memref<4xf32> to !part
  tir.call_tir @fill(%high, %w) {tir.call = #tir.call<stage = "parts">} : (!part, f32) -> ()
  %square = memref.expand_shape %y [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  tir.call_tir @fill_all(%square, %w) {tir.call = #tir.call<stage = "parts">} : (memref<2x2xf32>, f32) -> ()
  tir.return
}

// -----

// Two arguments of a func.func may share memory, which C's `restrict` would
// deny. A stage may be a part of a loop.

tir.prim_func private @copy(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                            %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
// CHECK:       tir.prim_func private @a(
// CHECK-SAME:      {tir.effect = #tir.effect<read>, tir.port = #tir.port<noalias = false>}
// CHECK-SAME:      {tir.effect = #tir.effect<write>, tir.port = #tir.port<noalias = false>}
// CHECK-LABEL: func.func @loop
// CHECK:         scf.for
// CHECK-NEXT:      tir.call_tir @a(
func.func @loop(%x: memref<4xf32>, %y: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    tir.call_tir @copy(%x, %y) {tir.call = #tir.call<stage = "a">} : (memref<4xf32>, memref<4xf32>) -> ()
  }
  return
}

// -----

// Any tir call can be a stage. A context is passed on, last.

tir.device @npu0 {kind = "npu"}
tir.prim_func private @npu_add(memref<4xi8> {tir.effect = #tir.effect<read>},
                               memref<4xi8> {tir.effect = #tir.effect<write>},
                               !tir.device_context<"npu">)
    attributes {calling_convention = #tir.calling_convention<unpacked>, devices = [@npu0]}
// CHECK:       tir.prim_func private @on_npu(
// CHECK-SAME:      %[[X:[^:]*]]: memref<4xi8> {{.*}}, %[[Y:[^:]*]]: memref<4xi8> {{.*}},
// CHECK-SAME:      %[[C:[^:]*]]: !tir.device_context<"npu">)
// CHECK:         tir.call_extern @npu_add(%[[X]], %[[Y]]) context(%[[C]])
// CHECK-LABEL: tir.prim_func @device
// CHECK:         tir.call_tir @on_npu(%{{.*}}, %{{.*}}, %{{.*}})
tir.prim_func @device(%x: memref<4xi8>, %y: memref<4xi8>) {
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  tir.call_extern @npu_add(%x, %y) context(%c) {tir.call = #tir.call<stage = "on_npu">}
      : (memref<4xi8>, memref<4xi8>, !tir.device_context<"npu">) -> ()
  tir.return
}

// -----

// An operation that may trap does not run before a call that may fail and that came before it: the stage computes it in
// its place.

// CHECK-LABEL: tir.prim_func private @guarded(
// CHECK:         tir.call_tir @check(
// CHECK-NEXT:    %[[Q:.*]] = arith.divsi
// CHECK-NEXT:    %[[R:.*]] = arith.addi %[[Q]]
// CHECK-NEXT:    tir.call_tir @use(%{{.*}}, %[[R]])
// CHECK-LABEL: tir.prim_func @division(
// CHECK-NOT:     arith.divsi
// CHECK:         tir.call_tir @guarded
// CHECK-NEXT:    %[[REST:.*]] = arith.remui
// CHECK-NEXT:    tir.call_tir @use(%{{.*}}, %[[REST]])
tir.prim_func private @check(%x: memref<4xf32>, %n: i32) {
  tir.return
}
tir.prim_func private @use(%x: memref<4xf32>, %n: i32) {
  tir.return
}
tir.prim_func @division(%x: memref<4xf32>, %n: i32, %d: i32) {
  %one = arith.constant 1 : i32
  tir.call_tir @check(%x, %d) {tir.call = #tir.call<stage = "guarded">} : (memref<4xf32>, i32) -> ()
  %q = arith.divsi %n, %d : i32
  %rest = arith.remui %n, %d : i32
  %r = arith.addi %q, %one : i32
  tir.call_tir @use(%x, %r) {tir.call = #tir.call<stage = "guarded">} : (memref<4xf32>, i32) -> ()
  tir.call_tir @use(%x, %rest) : (memref<4xf32>, i32) -> ()
  tir.return
}
