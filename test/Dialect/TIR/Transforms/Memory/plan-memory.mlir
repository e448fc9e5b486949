// RUN: tir-opt %s --tir-plan-memory --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-plan-memory=strategy=separate --split-input-file | FileCheck %s --check-prefix=SEPARATE
// RUN: tir-opt %s --tir-plan-memory=alignment=1 --split-input-file | FileCheck %s --check-prefix=PACKED1

// Three buffers in a chain: the first and the last are never live together and share bytes.

// CHECK:      memref.global "private" @workspace : memref<72xi8> = uninitialized {alignment = 16 : i64}
// CHECK:      tir.prim_func @main(%[[X:.*]]: memref<10xf32> {{.*}}, %[[Y:.*]]: memref<10xf32>
// CHECK-SAME:   plan = <buffers = [
// CHECK-SAME:   <alignment = 16, bytes = 40, first = 0, last = 1, name = "first", offset = 0, pool = "workspace">
// CHECK-SAME:   <alignment = 16, bytes = 24, first = 1, last = 2, name = "second", offset = 48, pool = "workspace">
// CHECK-SAME:   <alignment = 16, bytes = 40, first = 2, last = 3, name = "first_1", offset = 0, pool = "workspace">
// CHECK-SAME:   inputs_outputs_live_bytes = 80
// CHECK-SAME:   pools = [<alignment = 16, bytes = 72, gap = 0, lower_bound = 72, method = "{{[a-z+-]*}}", name = "workspace", optimal = true>]
// CHECK-SAME:   steps = [<name = "first", reads = 40, writes = 40>,
// CHECK-SAME:     <name = "second", reads = 40, writes = 24>,
// CHECK-SAME:     <name = "first", reads = 40, writes = 40>,
// CHECK-SAME:     <name = "memref.copy", reads = 40, writes = 40>]
// CHECK-SAME:   strategy = "packed"
// CHECK-NOT:  memref.alloc
// CHECK:      %[[WS:.*]] = memref.get_global @workspace : memref<72xi8>
// CHECK:      %[[C0:.*]] = arith.constant 0 : index
// CHECK:      %[[A:.*]] = memref.view %[[WS]][%[[C0]]][] : memref<72xi8> to memref<10xf32>
// CHECK:      tir.call_tir @first(%[[X]], %[[A]])
// CHECK:      %[[C48:.*]] = arith.constant 48 : index
// CHECK:      %[[B:.*]] = memref.view %[[WS]][%[[C48]]][] : memref<72xi8> to memref<6xf32>
// CHECK:      tir.call_tir @second(%[[A]], %[[B]])
// CHECK:      %[[C:.*]] = memref.view %[[WS]][%{{.*}}][] : memref<72xi8> to memref<10xf32>
// CHECK:      %[[SHAPE:.*]] = memref.expand_shape %[[C]]
// CHECK:      %[[FLAT:.*]] = memref.collapse_shape %[[SHAPE]]
// CHECK:      memref.copy %[[FLAT]], %[[Y]]
// CHECK-NOT:  memref.dealloc

// SEPARATE:      memref.global "private" @first_buffer : memref<10xf32> = uninitialized {alignment = 16 : i64}
// SEPARATE:      memref.global "private" @second_buffer : memref<6xf32> = uninitialized {alignment = 16 : i64}
// SEPARATE:      memref.global "private" @first_1_buffer : memref<10xf32> = uninitialized {alignment = 16 : i64}
// SEPARATE:      pools = [
// SEPARATE-SAME:   <alignment = 16, bytes = 40, gap = 0, lower_bound = 40, method = "{{[a-z+-]*}}", name = "first_buffer", optimal = true>
// SEPARATE-SAME:   name = "second_buffer"
// SEPARATE-SAME:   name = "first_1_buffer"
// SEPARATE-SAME:   strategy = "separate"
// SEPARATE:      %[[A:.*]] = memref.get_global @first_buffer : memref<10xf32>
// SEPARATE:      tir.call_tir @first(%{{.*}}, %[[A]])

// An element is aligned to itself, whatever the option says.
// PACKED1: alignment = 4, bytes = 40
// PACKED1: pools = [<alignment = 4, bytes = 64

module {
  tir.prim_func private @first(%x: memref<10xf32> {tir.effect = #tir.effect<read>}, %y: memref<10xf32> {tir.effect = #tir.effect<write>}) {
    memref.copy %x, %y : memref<10xf32> to memref<10xf32>
    tir.return
  }
  tir.prim_func private @second(%x: memref<10xf32> {tir.effect = #tir.effect<read>}, %y: memref<6xf32> {tir.effect = #tir.effect<write>}) {
    tir.return
  }
  tir.prim_func @main(%x: memref<10xf32> {tir.effect = #tir.effect<read>}, %y: memref<10xf32> {tir.effect = #tir.effect<write>}) attributes {tir.model = #tir.model<name = "default", source = "x.mlir">} {
    %a = memref.alloc() : memref<10xf32>
    tir.call_tir @first(%x, %a) : (memref<10xf32>, memref<10xf32>) -> ()
    %b = memref.alloc() : memref<6xf32>
    tir.call_tir @second(%a, %b) : (memref<10xf32>, memref<6xf32>) -> ()
    memref.dealloc %a : memref<10xf32>
    %c = memref.alloc() : memref<10xf32>
    %wide = memref.reinterpret_cast %b to offset: [0], sizes: [10], strides: [0] : memref<6xf32> to memref<10xf32, strided<[0]>>
    %cast = memref.cast %wide : memref<10xf32, strided<[0]>> to memref<10xf32, strided<[?], offset: ?>>
    %back = memref.reinterpret_cast %cast to offset: [0], sizes: [10], strides: [1] : memref<10xf32, strided<[?], offset: ?>> to memref<10xf32>
    tir.call_tir @first(%back, %c) : (memref<10xf32>, memref<10xf32>) -> ()
    memref.dealloc %b : memref<6xf32>
    %shape = memref.expand_shape %c [[0, 1]] output_shape [2, 5] : memref<10xf32> into memref<2x5xf32>
    %flat = memref.collapse_shape %shape [[0, 1]] : memref<2x5xf32> into memref<10xf32>
    memref.copy %flat, %y : memref<10xf32> to memref<10xf32>
    memref.dealloc %c : memref<10xf32>
    tir.return
  }
}

// -----

// Nothing to plan: no workspace. An allocation that no step uses is erased.

// CHECK-NOT: memref.global
// CHECK-LABEL: tir.prim_func @nothing
// CHECK-SAME:  plan = <inputs_outputs_live_bytes = 16, pools = [], steps = [<name = "memref.copy", reads = 8, writes = 8>], strategy = "packed">
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.expand_shape
// CHECK:     memref.copy
// CHECK-NOT: memref.dealloc

tir.prim_func @nothing(%x: memref<8xi8> {tir.effect = #tir.effect<read>}, %y: memref<8xi8> {tir.effect = #tir.effect<write>}) {
  %unused = memref.alloc() : memref<8xi8>
  %view = memref.expand_shape %unused [[0, 1]] output_shape [2, 4] : memref<8xi8> into memref<2x4xi8>
  memref.copy %x, %y : memref<8xi8> to memref<8xi8>
  memref.dealloc %unused : memref<8xi8>
  tir.return
}

// -----

// A buffer from before a loop that the loop uses lives through the loop; a slice keeps the whole buffer live; an
// allocation that asks for more alignment gets it; existing names do not change. A kernel with several outputs names
// each.

// CHECK:      memref.global "private" @workspace_1 : memref<35xi8> = uninitialized {alignment = 64 : i64}
// CHECK:      <alignment = 64, bytes = 10, first = 0, last = 2, name = "pair_low", offset = 0, pool = "workspace_1">
// CHECK-SAME: <alignment = 16, bytes = 6, first = 0, last = 3, name = "pair_high", offset = 16, pool = "workspace_1">
// CHECK-SAME: <alignment = 16, bytes = 3, first = 1, last = 3, name = "buffer", offset = 32, pool = "workspace_1">
// CHECK-SAME: <alignment = 16, bytes = 3, first = 4, last = 4, name = "copy", offset = 0, pool = "workspace_1">
// CHECK-SAME: pools = [<alignment = 64, bytes = 35
// CHECK-SAME: steps = [{{.*}}name = "pair"{{.*}}name = "memref.load"{{.*}}name = "memref.store"{{.*}}name = "memref.copy"{{.*}}name = "memref.copy"{{.*}}]

memref.global "private" constant @workspace : memref<1xi8> = dense<0>
tir.prim_func private @pair(%low: memref<10xi8> {tir.effect = #tir.effect<write>, tir.name = "low"}, %high: memref<6xi8> {tir.effect = #tir.effect<write>, tir.name = "high"}) {
  tir.return
}
tir.prim_func @main(%y: memref<3xi8> {tir.effect = #tir.effect<read_write>}) {
  %a = memref.alloc() {alignment = 64 : i64} : memref<10xi8>
  %b = memref.alloc() : memref<6xi8>
  %c = memref.alloc() : memref<3xi8>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  tir.call_tir @pair(%a, %b) : (memref<10xi8>, memref<6xi8>) -> ()
  scf.for %i = %c0 to %c3 step %c1 {
    %v = memref.load %a[%i] : memref<10xi8>
    memref.store %v, %c[%i] : memref<3xi8>
  }
  %slice = memref.subview %b[1] [3] [1] : memref<6xi8> to memref<3xi8, strided<[1], offset: 1>>
  memref.copy %c, %slice : memref<3xi8> to memref<3xi8, strided<[1], offset: 1>>
  %d = memref.alloc() : memref<3xi8>
  memref.copy %y, %d : memref<3xi8> to memref<3xi8>
  tir.return
}

// -----

// Buffers of two branches share their place, and a buffer for one iteration shares with those from before the loop.

// CHECK-LABEL: tir.prim_func @branches
// CHECK-SAME: <alignment = 16, bytes = 64, first = 0, last = 1, name = "copy", offset = [[BRANCH:[0-9]+]]
// CHECK-SAME: first = 1, last = 6
// CHECK-SAME: <alignment = 16, bytes = 64, first = 2, last = 3, name = "copy_2", offset = [[BRANCH]]
// CHECK-SAME: <alignment = 16, bytes = 64, first = 5, last = 6, name = "copy_3", offset = [[BRANCH]]
// CHECK-SAME: bytes = 128
// CHECK-NOT:  memref.alloc

tir.prim_func @branches(%c: memref<i1> {tir.effect = #tir.effect<read_write>}, %x: memref<64xi8> {tir.effect = #tir.effect<read_write>}) {
  %r = memref.alloc() : memref<64xi8>
  %taken = arith.constant true
  scf.if %taken {
    %a = memref.alloc() : memref<64xi8>
    memref.copy %x, %a : memref<64xi8> to memref<64xi8>
    memref.copy %a, %r : memref<64xi8> to memref<64xi8>
  } else {
    %b = memref.alloc() : memref<64xi8>
    memref.copy %x, %b : memref<64xi8> to memref<64xi8>
    memref.copy %b, %r : memref<64xi8> to memref<64xi8>
  }
  scf.while : () -> () {
    %more = memref.load %c[] : memref<i1>
    scf.condition(%more)
  } do {
    %d = memref.alloc() : memref<64xi8>
    memref.copy %r, %d : memref<64xi8> to memref<64xi8>
    memref.copy %d, %x : memref<64xi8> to memref<64xi8>
    scf.yield
  }
  tir.return
}

// -----

// A buffer lives as long as a pointer to it is used.

// CHECK:      tir.prim_func @through_pointer
// CHECK-SAME:   plan = <buffers = [
// CHECK-SAME:   bytes = 16, first = 0, last = 2
// CHECK-SAME:   bytes = 16, first = 1, last = 2
// CHECK-SAME:   pools = [<alignment = 16, bytes = 32
module {
  tir.prim_func @through_pointer(%x: memref<16xi8> {tir.effect = #tir.effect<read>},
                                 %y: memref<16xi8> {tir.effect = #tir.effect<write>}) attributes {tir.model = #tir.model<name = "default", source = "x.mlir">} {
    %a = memref.alloc() : memref<16xi8>
    %p = tir.pointer_cast %a : memref<16xi8> to !tir.handle
    tir.call_extern @fill(%p) : (!tir.handle) -> ()
    %b = memref.alloc() : memref<16xi8>
    memref.copy %x, %b : memref<16xi8> to memref<16xi8>
    tir.call_extern @add(%p, %b, %y) : (!tir.handle, memref<16xi8>, memref<16xi8>) -> ()
    tir.return
  }
}

// -----

// An input that nothing reads takes no bytes, and neither does one whose size
// is not known; an output takes its own from its first write to the end, an
// input from the beginning to its last read.

// CHECK:      tir.prim_func @arguments
// CHECK-SAME:   inputs_outputs_live_bytes = 24
tir.prim_func @arguments(%unused: memref<1000xi8> {tir.effect = #tir.effect<read>},
                         %x: memref<16xi8> {tir.effect = #tir.effect<read>},
                         %late: memref<8xi8> {tir.effect = #tir.effect<read>},
                         %early: memref<8xi8> {tir.effect = #tir.effect<write>},
                         %dynamic: memref<?xi8> {tir.effect = #tir.effect<write>},
                         %y: memref<16xi8> {tir.effect = #tir.effect<write>}) {
  tir.call_extern @use(%x) : (memref<16xi8>) -> ()
  tir.call_extern @dynamic(%dynamic) : (memref<?xi8>) -> ()
  memref.copy %late, %early : memref<8xi8> to memref<8xi8>
  tir.call_extern @make(%y) : (memref<16xi8>) -> ()
  tir.return
}
