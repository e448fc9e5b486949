// Operations that a C file cannot contain.
// RUN: split-file %s %t
// RUN: not tir-translate --tir-to-c %t/call.mlir 2>&1 | FileCheck %s --check-prefix=CALL
// RUN: not tir-translate --tir-to-c %t/blob.mlir 2>&1 | FileCheck %s --check-prefix=BLOB
// RUN: tir-translate --tir-to-c %t/constant.mlir | FileCheck %s --check-prefix=CONSTANT
// RUN: not tir-opt --tir-convert-to-emitc %t/blob.mlir 2>&1 | FileCheck %s --check-prefix=CONVERT

//--- call.mlir
// CALL: call.mlir:3:3: error: 'emitc.global' @seed gets its value from a call of 'read_fuse', which takes code that runs before main, which firmware need not run; make it a constant, or compute it in the model
module {
  emitc.global static @seed : i32 = #emitc.opaque<"1 + read_fuse (3)">
}

//--- blob.mlir
// BLOB: blob.mlir:4:3: error: 'gpu.binary' op has no form in C or in an object; link its contents to the program as a separate file, and let a device's context point to it
// CONVERT: blob.mlir:4:3: error: 'gpu.binary' op has no form in C; link its contents
module {
  gpu.binary @kernels [#gpu.object<#nvvm.target, "BLOB">]
}

//--- constant.mlir
// Macros and sizes are constants.
// CONSTANT-DAG: int64_t a = INT64_C(5);
// CONSTANT-DAG: int32_t b = (int32_t)sizeof(float) * (2 + 3);
module {
  emitc.global @a : i64 = #emitc.opaque<"INT64_C(5)">
  emitc.global @b : i32 = #emitc.opaque<"(int32_t)sizeof(float) * (2 + 3)">
}
