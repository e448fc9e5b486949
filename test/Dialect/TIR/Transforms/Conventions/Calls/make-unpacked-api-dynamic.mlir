// RUN: tir-opt %s -tir-make-unpacked-api=pass-dynamic-fields=true | FileCheck %s
// RUN: tir-opt %s -tir-make-unpacked-api=pass-dynamic-fields=true -canonicalize -tir-phase-emitc -o %t.mlir
// RUN: tir-translate --tir-to-c %t.mlir | FileCheck %s --check-prefix=C
// RUN: tir-opt %s -tir-make-unpacked-api=pass-dynamic-fields=true -tir-phase-llvm | FileCheck %s --check-prefix=LLVM

// Extents of an identity layout, strides of another; contexts come after them.
// CHECK-LABEL: func.func private @tvmgen_default_copy(
// CHECK-SAME: %[[X:.*]]: memref<1xf32> {tir.name = "x"}, %[[Y:.*]]: memref<1xf32>
// CHECK-SAME: %[[X1:.*]]: i64 {tir.name = "x_shape_1"}, %[[Y0:.*]]: i64 {tir.name = "arg1_strides_0"}, %{{.*}}: !tir.device_context<"npu">) -> i32
// CHECK: arith.index_cast %[[X1]] : i64 to index
// CHECK: tir.rebase %[[X]][%{{.*}}] : memref<1xf32> to memref<1xf32>
// CHECK: tir.rebase %[[Y]][%{{.*}}] : memref<1xf32> to memref<1xf32>
// C-LABEL: int32_t tvmgen_default_copy(
// C-SAME: int64_t x_shape_1,
// C-NEXT: int64_t arg1_strides_0
tir.prim_func private @copy(%x: memref<?x?xf32> {tir.name = "x"}, %y: memref<2x3xf32, strided<[?, 1]>>,
                            %c: !tir.device_context<"npu">) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %v = memref.load %x[%i, %j] : memref<?x?xf32>
      memref.store %v, %y[%i, %j] : memref<2x3xf32, strided<[?, 1]>>
    }
  }
  tir.return
}

// A caller that passes on its own extents, and one that knows them.
// CHECK-LABEL: func.func private @tvmgen_default_pass(
// CHECK-SAME: i64 {tir.name = "arg0_shape_1"}, %{{.*}}: !tir.device_context<"npu">
tir.prim_func private @pass(%x: memref<?x?xf32>, %y: memref<2x3xf32>, %c: !tir.device_context<"npu">) {
  tir.call_tir @copy(%x, %y, %c) : (memref<?x?xf32>, memref<2x3xf32>, !tir.device_context<"npu">) -> ()
  tir.return
}
// CHECK-LABEL: func.func @tvmgen_default_main(
// CHECK: %[[THREE:.*]] = arith.index_cast %{{.*}} : index to i64
// CHECK: call @tvmgen_default_pass(%{{.*}}, %{{.*}}, %[[THREE]], %{{.*}})
// LLVM: llvm.call @tvmgen_default_pass
tir.prim_func @main(%x: memref<2x3xf32>, %y: memref<2x3xf32>, %c: !tir.device_context<"npu">) {
  tir.call_tir @pass(%x, %y, %c) : (memref<2x3xf32>, memref<2x3xf32>, !tir.device_context<"npu">) -> ()
  tir.return
}
