// RUN: tir-opt %s --tir-convert-to-llvm | FileCheck %s
// RUN: tir-opt %s --convert-to-llvm | FileCheck %s

// The struct has C's layout; a field is the address of its array, and is not loaded.
tir.struct @state ["flag", "history", "half", "count"] : [memref<i1>, memref<2x3xi8>, memref<4xf16>, memref<i64>]

// CHECK-LABEL: llvm.func @last(
// CHECK-SAME:    %[[STATE:.*]]: !llvm.ptr)
// CHECK:         %[[FIELD:.*]] = llvm.getelementptr inbounds %[[STATE]][0, 3] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(array<1 x i8>, array<6 x i8>, array<4 x {{[fi]}}16>, array<1 x i64>)>
// CHECK-NEXT:    llvm.mlir.poison
// CHECK-NEXT:    llvm.insertvalue %[[FIELD]]
// CHECK:         %[[VALUE:.*]] = llvm.load
// CHECK-NEXT:    llvm.return %[[VALUE]]
func.func @last(%state: !tir.handle) -> i64 {
  %count = tir.struct_get %state[@state, "count"] : memref<i64>
  %value = memref.load %count[] : memref<i64>
  return %value : i64
}
