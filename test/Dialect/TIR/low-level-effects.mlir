// RUN: tir-opt %s --cse --canonicalize | FileCheck %s
// RUN: tir-opt %s --loop-invariant-code-motion | FileCheck %s --check-prefix=LICM

// Unused operations are erased: slots, descriptors, reads, look-ups.
// CHECK-LABEL: func.func @unused
// CHECK-NEXT:    return
func.func @unused(%values: !tir.values, %codes: !tir.type_codes, %t: !tir.dltensor, %x: memref<4xf32>) {
  %0, %1 = tir.packed_stack 2
  %2 = tir.make_dltensor %x, shape [4] device(1, 0) : memref<4xf32>
  %3 = tir.packed_get %values[0] : i64
  %4 = tir.type_code_get %codes[0] : i32
  %5 = tir.dltensor_get %t, ndim : i32
  %6, %7 = tir.get_function "f"
  %8 = tir.string_constant "text"
  %9 = tir.is_null %7 : !tir.handle
  return
}

// Identical look-ups and texts are merged, even with a write between them; slots and descriptors are not.
// CHECK-LABEL: func.func @shared
func.func @shared(%n: i64, %x: memref<4xf32>) -> (i32, !tir.handle, i32, !tir.handle, !tir.string, !tir.string,
    !tir.values, !tir.values, !tir.dltensor, !tir.dltensor) {
  // CHECK: %[[V0:.*]], %[[C0:.*]] = tir.packed_stack 1
  %v0, %c0 = tir.packed_stack 1
  // CHECK: %[[V1:.*]], %{{.*}} = tir.packed_stack 1
  %v1, %c1 = tir.packed_stack 1
  // CHECK: %[[CODE:.*]], %[[F:.*]] = tir.get_function "f"
  %code0, %f0 = tir.get_function "f"
  // CHECK: %[[TEXT:.*]] = tir.string_constant "f"
  %s0 = tir.string_constant "f"
  // CHECK: tir.packed_set
  tir.packed_set %v0, %c0[0] = %n : i64
  // CHECK-NOT: get_function
  // CHECK-NOT: string_constant
  %code1, %f1 = tir.get_function "f"
  %s1 = tir.string_constant "f"
  // CHECK: %[[T0:.*]] = tir.make_dltensor
  %t0 = tir.make_dltensor %x, shape [4] device(1, 0) : memref<4xf32>
  // CHECK: %[[T1:.*]] = tir.make_dltensor
  %t1 = tir.make_dltensor %x, shape [4] device(1, 0) : memref<4xf32>
  // CHECK: return %[[CODE]], %[[F]], %[[CODE]], %[[F]], %[[TEXT]], %[[TEXT]], %[[V0]], %[[V1]], %[[T0]], %[[T1]]
  return %code0, %f0, %code1, %f1, %s0, %s1, %v0, %v1, %t0, %t1 : i32, !tir.handle, i32, !tir.handle,
    !tir.string, !tir.string, !tir.values, !tir.values, !tir.dltensor, !tir.dltensor
}

// Reads are merged until something is written.
// CHECK-LABEL: func.func @reads
func.func @reads(%values: !tir.values, %codes: !tir.type_codes, %t: !tir.dltensor, %n: i64) -> (i64, i64, i64, i32, i32) {
  // CHECK: %[[A:.*]] = tir.packed_get
  %a = tir.packed_get %values[0] : i64
  %b = tir.packed_get %values[0] : i64
  // CHECK-NEXT: tir.packed_set
  tir.packed_set %values, %codes[0] = %n : i64
  // CHECK-NEXT: %[[C:.*]] = tir.packed_get
  %c = tir.packed_get %values[0] : i64
  // CHECK-NEXT: %[[R:.*]] = tir.dltensor_get
  %r = tir.dltensor_get %t, ndim : i32
  // CHECK-NEXT: tir.dltensor_set
  tir.dltensor_set %t, ndim = %r : i32
  // CHECK-NEXT: %[[S:.*]] = tir.dltensor_get
  %s = tir.dltensor_get %t, ndim : i32
  // CHECK-NEXT: return %[[A]], %[[A]], %[[C]], %[[R]], %[[S]]
  return %a, %b, %c, %r, %s : i64, i64, i64, i32, i32
}

// A look-up moves out of the loop; slots and a check do not.
// LICM-LABEL: func.func @loop
func.func @loop(%n: index, %c: i1) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // LICM: tir.get_function "f"
  // LICM: scf.for
  scf.for %i = %c0 to %n step %c1 {
    // LICM-NEXT: tir.packed_stack
    %values, %codes = tir.packed_stack 1
    %code, %f = tir.get_function "f"
    // LICM-NEXT: tir.packed_set
    tir.packed_set %values, %codes[0] = %f : !tir.handle
    // LICM-NEXT: tir.check_return
    tir.check_return %code
    // LICM-NEXT: tir.assert
    tir.assert %c, "no"
  }
  %ok = arith.constant 0 : i32
  return %ok : i32
}
