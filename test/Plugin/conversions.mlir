// Stock conversions of the packaged mlir-opt also convert the dialect of a plugin.
// REQUIRES: loadable-plugin

// RUN: mlir-opt %s --load-dialect-plugin=%libTIR --convert-to-llvm | FileCheck %s
// RUN: tir-opt %s --load-dialect-plugin=%libTIR --convert-to-llvm | FileCheck %s
// RUN: mlir-opt %s --load-dialect-plugin=%libTIR --convert-to-emitc | mlir-translate --mlir-to-cpp | FileCheck %s --check-prefix=C
// RUN: mlir-opt %s --load-dialect-plugin=%libTIR --load-pass-plugin=%libTIR \
// RUN:   --pass-pipeline='builtin.module(tir-flatten-memrefs,convert-to-emitc)' | mlir-translate --mlir-to-cpp \
// RUN:   | FileCheck %s --check-prefix=C

tir.struct @inputs ["image"]

// CHECK-LABEL: llvm.func @field(%{{.*}}: !llvm.ptr) -> !llvm.ptr
func.func @field(%inputs: !tir.handle) -> !tir.handle {
  // CHECK: llvm.load
  // C: void* field(void* [[IN:.*]]) {
  // C: struct inputs* [[S:.*]] = (struct inputs*) [[IN]];
  // C: [[S]][{{.*}}].image;
  %x = tir.struct_get %inputs[@inputs, "image"] : !tir.handle
  return %x : !tir.handle
}
