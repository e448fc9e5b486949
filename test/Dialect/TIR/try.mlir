// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s

// CHECK-LABEL: tir.prim_func @calls
tir.prim_func @calls(%x: memref<4xi8>) {
  // CHECK:      tir.try {
  // CHECK-NEXT:   tir.call_extern @kernel(%{{.*}}) : (memref<4xi8>) -> ()
  // CHECK-NEXT: } finally {
  // CHECK-NEXT:   tir.call_extern @close() : () -> ()
  // CHECK-NEXT: }
  tir.try {
    tir.call_extern @kernel(%x) : (memref<4xi8>) -> ()
  } finally {
    tir.call_extern @close() : () -> ()
  }
  tir.return
}

// Nested operations, and a code that is returned.
// CHECK-LABEL: func.func @nested
func.func @nested(%code: i32) -> i32 {
  // CHECK:      tir.try {
  // CHECK-NEXT:   tir.try {
  // CHECK-NEXT:     tir.check_return
  // CHECK-NEXT:   } finally {
  // CHECK-NEXT:   }
  // CHECK-NEXT: } finally {
  // CHECK-NEXT: } {tag = "a"}
  tir.try {
    tir.try {
      tir.check_return %code
    } finally {
    }
  } finally {
  } {tag = "a"}
  return %code : i32
}
