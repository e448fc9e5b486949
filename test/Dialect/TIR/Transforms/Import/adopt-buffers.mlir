// RUN: tir-opt %s --tir-adopt-buffers --split-input-file | FileCheck %s

// Each operation becomes its own kernel, with its effects on its buffers. Views and constants move inside; copies,
// allocations and calls stay.

// CHECK-LABEL: tir.prim_func private @helper(
// CHECK-SAME:      memref<4xi32> {tir.effect = #tir.effect<read_write>}, %{{.*}}: i32)
// CHECK:       tir.prim_func private @fill(
// CHECK-SAME:      %[[Y:[^:]*]]: memref<4xi32> {tir.effect = #tir.effect<write>})
// CHECK-SAME:      attributes {tir.function = #tir.function<kernel = <fused = ["fill"], place = "fill">>}
// CHECK-NEXT:    %[[C:.*]] = arith.constant 7 : i32
// CHECK-NEXT:    linalg.fill ins(%[[C]] : i32) outs(%[[Y]] : memref<4xi32>)
// CHECK-NEXT:    tir.return
// CHECK:       tir.prim_func private @add(
// CHECK-SAME:      %{{[^:]*}}: memref<2x2xi32> {tir.effect = #tir.effect<read>}
// CHECK-SAME:      %{{[^:]*}}: memref<4xi32> {tir.effect = #tir.effect<read>}
// CHECK-SAME:      %{{[^:]*}}: memref<4xi32> {tir.effect = #tir.effect<write>}
// CHECK:         memref.collapse_shape
// CHECK:         linalg.add
// CHECK-LABEL: tir.prim_func @main(
// CHECK-SAME:      %[[X:[^:]*]]: memref<2x2xi32> {llvm.noundef, tir.effect = #tir.effect<read>}
// CHECK-SAME:      %[[Y:[^:]*]]: memref<4xi32> {tir.effect = #tir.effect<write>})
// CHECK:         %[[T:.*]] = memref.alloc() : memref<4xi32>
// CHECK:         tir.call_tir @fill(%[[T]])
// CHECK:         tir.call_tir @add(%[[X]], %[[T]], %[[Y]])
// CHECK:         tir.call_tir @helper(%[[T]], %{{.*}}) : (memref<4xi32>, i32) -> ()
// CHECK:         memref.copy %[[T]], %[[Y]]
// CHECK:         memref.dealloc %[[T]]
// CHECK-NEXT:    tir.return
func.func private @helper(%x: memref<4xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  memref.store %v, %x[%c0] : memref<4xi32>
  return
}
func.func @main(%x: memref<2x2xi32> {llvm.noundef}, %y: memref<4xi32>) {
  %c7 = arith.constant 7 : i32
  %flat = memref.collapse_shape %x [[0, 1]] : memref<2x2xi32> into memref<4xi32>
  %t = memref.alloc() : memref<4xi32>
  linalg.fill ins(%c7 : i32) outs(%t : memref<4xi32>)
  linalg.add ins(%flat, %t : memref<4xi32>, memref<4xi32>) outs(%y : memref<4xi32>)
  func.call @helper(%t, %c7) : (memref<4xi32>, i32) -> ()
  memref.copy %t, %y : memref<4xi32> to memref<4xi32>
  memref.dealloc %t : memref<4xi32>
  return
}

// -----

// The producer and the users of a scalar stay together; a stack buffer of the main function is planned like the others.

// CHECK:       tir.prim_func private @store(
// CHECK-SAME:      memref<4xi32> {tir.effect = #tir.effect<read>}
// CHECK-SAME:      memref<4xi32> {tir.effect = #tir.effect<read_write>}
// CHECK:         memref.load
// CHECK:         arith.addi
// CHECK:         memref.store
// CHECK:       tir.prim_func private @negf(
// CHECK-LABEL: tir.prim_func @main(
// CHECK:         memref.alloc() : memref<4xf32>
// CHECK:         tir.call_tir @store(
// CHECK-NEXT:    tir.call_tir @negf(
// CHECK-NEXT:    tir.return
func.func @main(%x: memref<4xi32>, %y: memref<4xi32>, %z: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %t = memref.alloca() : memref<4xf32>
  %v = memref.load %x[%c0] : memref<4xi32>
  %w = arith.addi %v, %v : i32
  memref.store %w, %y[%c0] : memref<4xi32>
  linalg.negf ins(%z : memref<4xf32>) outs(%t : memref<4xf32>)
  return
}

// -----

// A call on a part of a buffer becomes a kernel on the whole of it, with the
// callee's body.

// CHECK-NOT:   @increment
// CHECK:       tir.prim_func private @call_tir(%[[X:[^:]*]]: memref<4xi32>
// CHECK:         %[[PART:.*]] = memref.subview %[[X]][1] [2] [1]
// CHECK:         memref.load %[[PART]]
// CHECK-LABEL: tir.prim_func @main(
// CHECK-NEXT:    tir.call_tir @call_tir(%{{.*}}) : (memref<4xi32>) -> ()
// CHECK-NEXT:    tir.return
!part = memref<2xi32, strided<[1], offset: 1>>
tir.prim_func private @increment(%x: !part) {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : !part
  %w = arith.addi %v, %v : i32
  memref.store %w, %x[%c0] : !part
  tir.return
}
tir.prim_func @main(%x: memref<4xi32>) {
  %part = memref.subview %x[1] [2] [1] : memref<4xi32> to !part
  tir.call_tir @increment(%part) : (!part) -> ()
  tir.return
}

// -----

// So does a call in a kernel that takes a number besides the buffer.

// CHECK-NOT:   @increment
// CHECK-LABEL: tir.prim_func private @from(
// CHECK-SAME:    %[[X:[^:]*]]: memref<4xi32>{{.*}}, %[[N:[^:]*]]: index
// CHECK:         %[[PART:.*]] = memref.subview %[[X]][1] [2] [1]
// CHECK:         memref.load %[[PART]][%[[N]]]
// CHECK-NOT:     tir.call_tir
// CHECK-LABEL: tir.prim_func @main(
!part = memref<2xi32, strided<[1], offset: 1>>
tir.prim_func private @increment(%x: !part, %n: index) {
  %v = memref.load %x[%n] : !part
  %w = arith.addi %v, %v : i32
  memref.store %w, %x[%n] : !part
  tir.return
}
tir.prim_func private @from(%x: memref<4xi32>, %n: index) {
  %part = memref.subview %x[1] [2] [1] : memref<4xi32> to !part
  tir.call_tir @increment(%part, %n) : (!part, index) -> ()
  tir.return
}
tir.prim_func @main(%x: memref<4xi32>) {
  %c1 = arith.constant 1 : index
  tir.call_tir @from(%x, %c1) : (memref<4xi32>, index) -> ()
  tir.return
}

// -----

// A view at an index that a kernel computes belongs to that kernel.

// CHECK-LABEL: tir.prim_func private @copy(
// CHECK-SAME:    %[[I:[^:]*]]: memref<1xi32> {{.*}}, %[[X:[^:]*]]: memref<4xi32> {{.*}}, %[[Y:[^:]*]]: memref<4xi32>
// CHECK:         %[[V:.*]] = memref.load %[[I]]
// CHECK:         %[[N:.*]] = arith.index_cast %[[V]]
// CHECK:         %[[S:.*]] = memref.subview %[[X]][%[[N]]]
// CHECK:         %[[T:.*]] = memref.subview %[[Y]][%[[N]]]
// CHECK:         linalg.copy ins(%[[S]] {{.*}} outs(%[[T]]
// CHECK-LABEL: tir.prim_func @at_index(
// CHECK-NEXT:    tir.call_tir @copy(
// CHECK-NEXT:    tir.return
func.func @at_index(%x: memref<4xi32>, %i: memref<1xi32>, %y: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %v = memref.load %i[%c0] : memref<1xi32>
  %n = arith.index_cast %v : i32 to index
  %s = memref.subview %x[%n] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: ?>>
  %t = memref.subview %y[%n] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: ?>>
  memref.copy %s, %t : memref<2xi32, strided<[1], offset: ?>> to memref<2xi32, strided<[1], offset: ?>>
  return
}
