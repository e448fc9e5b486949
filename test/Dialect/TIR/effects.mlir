// RUN: tir-opt %s --canonicalize --cse | FileCheck %s
// RUN: tir-opt %s --affine-scalrep | FileCheck %s --check-prefix=SCALREP

// A call on memrefs has the callee's effects on its operands: calls that write stay and are not merged; a load moves
// over a call only if the callee reads.

tir.prim_func private @read(%x: memref<4xf32> {tir.effect = #tir.effect<read>}) {
  tir.return
}
tir.prim_func private @update(%x: memref<4xf32>) {
  tir.return
}

// CHECK-LABEL: func.func @reads_leave_loads_equal
// CHECK:         memref.load
// CHECK-NOT:     memref.load
// CHECK:         return
func.func @reads_leave_loads_equal(%x: memref<4xf32>) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %a = memref.load %x[%c0] : memref<4xf32>
  tir.call_tir @read(%x) : (memref<4xf32>) -> ()
  %b = memref.load %x[%c0] : memref<4xf32>
  return %a, %b : f32, f32
}

// CHECK-LABEL: func.func @writes_part_loads
// CHECK:         memref.load
// CHECK:         tir.call_tir @update
// CHECK:         memref.load
func.func @writes_part_loads(%x: memref<4xf32>) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %a = memref.load %x[%c0] : memref<4xf32>
  tir.call_tir @update(%x) : (memref<4xf32>) -> ()
  %b = memref.load %x[%c0] : memref<4xf32>
  return %a, %b : f32, f32
}

// Effects of a callee beyond its arguments count, too: calls of functions outside the module are neither removed nor
// merged, even on tensors and through another kernel.

memref.global "private" @state : memref<1xf32> = uninitialized
memref.global "private" constant @table : memref<4xf32> = dense<1.0>
func.func private @log()
tir.prim_func private @logs(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                            %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  func.call @log() : () -> ()
  tir.return
}
tir.prim_func private @logs_inside(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                   %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  tir.call_tir @logs(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
  tir.return
}
tir.prim_func private @counts(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                              %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  %c0 = arith.constant 0 : index
  %state = memref.get_global @state : memref<1xf32>
  %v = memref.load %x[%c0] : memref<4xf32>
  memref.store %v, %state[%c0] : memref<1xf32>
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
tir.prim_func private @adds(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                            %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  %table = memref.get_global @table : memref<4xf32>
  %own = memref.alloca() : memref<4xf32>
  linalg.add ins(%x, %table : memref<4xf32>, memref<4xf32>) outs(%own : memref<4xf32>)
  %view = memref.cast %own : memref<4xf32> to memref<?xf32>
  %out = memref.cast %y : memref<4xf32> to memref<?xf32>
  memref.copy %view, %out : memref<?xf32> to memref<?xf32>
  tir.return
}
tir.prim_func private @again(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                             %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  tir.call_tir @again(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
  tir.return
}

// CHECK-LABEL: func.func @beyond_arguments
// CHECK-COUNT-2: tir.call_tir @logs(
// CHECK-COUNT-2: tir.call_tir @logs_inside(
// CHECK-COUNT-2: tir.call_tir @counts(
// CHECK-NOT:   tir.call_tir
// CHECK:       return
func.func @beyond_arguments(%x: tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = tir.call_tir @logs(%x) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = tir.call_tir @logs(%x) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = tir.call_tir @logs_inside(%x) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = tir.call_tir @logs_inside(%x) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = tir.call_tir @counts(%x) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %5 = tir.call_tir @counts(%x) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // These effects are not visible.
  %6 = tir.call_tir @adds(%x) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %7 = tir.call_tir @again(%x) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// There are no declared effects on the memory behind a pointer: a call of a function that writes through one stays,
// whatever operation writes.

tir.struct @slots ["a"] definition
tir.prim_func private @sets_field(%h: !tir.handle, %x: memref<4xf32> {tir.effect = #tir.effect<read>}) {
  tir.struct_set %h[@slots, "a"] = %x : memref<4xf32>
  tir.return
}
tir.prim_func private @sets_slot(%values: !tir.values, %codes: !tir.type_codes, %n: i64) {
  tir.packed_set %values, %codes[0] = %n : i64
  tir.return
}
tir.prim_func private @sets_rank(%t: !tir.dltensor, %n: i32) {
  tir.dltensor_set %t, ndim = %n : i32
  tir.return
}
tir.prim_func private @stores(%p: !llvm.ptr, %n: i32) {
  %q = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, i32
  llvm.store %n, %q : i32, !llvm.ptr
  tir.return
}
tir.prim_func private @stores_in_cast(%h: !tir.handle, %n: i32) {
  %c0 = arith.constant 0 : index
  %x = tir.pointer_cast %h : !tir.handle to memref<4xi32>
  memref.store %n, %x[%c0] : memref<4xi32>
  tir.return
}
tir.prim_func private @sets_one(%c: i1, %a: !tir.handle, %b: !tir.handle) {
  %h = arith.select %c, %a, %b : !tir.handle
  tir.struct_set %h[@slots, "a"] = %b : !tir.handle
  tir.return
}
tir.prim_func private @sets_inside(%h: !tir.handle, %x: memref<4xf32> {tir.effect = #tir.effect<read>}) {
  tir.call_tir @sets_field(%h, %x) : (!tir.handle, memref<4xf32>) -> ()
  tir.return
}
tir.prim_func private @sets_own(%h: !tir.handle) {
  %own = tir.struct_stack @slots : !tir.handle
  tir.struct_set %own[@slots, "a"] = %h : !tir.handle
  tir.return
}

// CHECK-LABEL: func.func @through_pointers
// CHECK-NEXT:    tir.call_tir @sets_field(
// CHECK-NEXT:    tir.call_tir @sets_slot(
// CHECK-NEXT:    tir.call_tir @sets_rank(
// CHECK-NEXT:    tir.call_tir @stores(
// CHECK-NEXT:    tir.call_tir @stores_in_cast(
// CHECK-NEXT:    tir.call_tir @sets_one(
// CHECK-NEXT:    tir.call_tir @sets_inside(
// CHECK-NEXT:    return
func.func @through_pointers(%h: !tir.handle, %x: memref<4xf32>, %values: !tir.values, %codes: !tir.type_codes,
                            %n: i64, %t: !tir.dltensor, %i: i32, %p: !llvm.ptr, %c: i1) {
  tir.call_tir @sets_field(%h, %x) : (!tir.handle, memref<4xf32>) -> ()
  tir.call_tir @sets_slot(%values, %codes, %n) : (!tir.values, !tir.type_codes, i64) -> ()
  tir.call_tir @sets_rank(%t, %i) : (!tir.dltensor, i32) -> ()
  tir.call_tir @stores(%p, %i) : (!llvm.ptr, i32) -> ()
  tir.call_tir @stores_in_cast(%h, %i) : (!tir.handle, i32) -> ()
  tir.call_tir @sets_one(%c, %h, %h) : (i1, !tir.handle, !tir.handle) -> ()
  tir.call_tir @sets_inside(%h, %x) : (!tir.handle, memref<4xf32>) -> ()
  // The writes of this one are not visible.
  tir.call_tir @sets_own(%h) : (!tir.handle) -> ()
  return
}

// The effects of a function that is looked up at run time are unknown: a load after it may give another value than the
// one that was stored before it.

// SCALREP-LABEL: func.func @by_handle
// SCALREP:         tir.call_function
// SCALREP:         %[[V:.*]] = affine.load
// SCALREP:         return %[[V]]
func.func @by_handle(%f: !tir.handle, %x: memref<4xf32>, %v: f32) -> f32 {
  affine.store %v, %x[0] : memref<4xf32>
  %values, %codes = tir.packed_stack 1
  %value, %type_code = tir.packed_stack 1
  %code = tir.call_function %f(%values, %codes, 0) -> (%value, %type_code)
  %b = affine.load %x[0] : memref<4xf32>
  return %b : f32
}

// Allowed effects of bodies (effects-invalid.mlir has the others): an undeclared function is trusted not to write
// buffers that the caller only reads; a buffer is read after it was written, or may have been.

memref.global "private" constant @constant : memref<4xf32> = dense<1.0>
// CHECK-LABEL: tir.prim_func @keeps_word
tir.prim_func @keeps_word(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                          %y: memref<4xf32> {tir.effect = #tir.effect<write>},
                          %z: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %f0 = arith.constant 0.0 : f32
  %table = memref.get_global @constant : memref<4xf32>
  tir.call_extern @unknown(%x, %table) : (memref<4xf32>, memref<4xf32>) -> ()
  tir.call_packed "unknown"(%x) : (memref<4xf32>) -> ()
  scf.for %i = %c0 to %c4 step %c1 {
    memref.store %f0, %y[%i] : memref<4xf32>
    scf.for %j = %c0 to %c4 step %c1 {
      %a = memref.load %y[%i] : memref<4xf32>
      %b = memref.load %x[%j] : memref<4xf32>
      %s = arith.addf %a, %b : f32
      memref.store %s, %y[%i] : memref<4xf32>
    }
    %first = arith.cmpi eq, %i, %c0 : index
    scf.if %first {
      memref.store %f0, %z[%i] : memref<4xf32>
    } else {
      %before = arith.subi %i, %c1 : index
      %v = memref.load %z[%before] : memref<4xf32>
      memref.store %v, %z[%i] : memref<4xf32>
    }
  }
  tir.return
}
