// Operations that an object cannot contain.
// RUN: split-file %s %t
// RUN: not tir-translate --tir-to-object %t/constructor.mlir -o %t/x.o 2>&1 | FileCheck %s --check-prefix=CONSTRUCTOR
// RUN: not tir-translate --tir-to-object %t/destructor.mlir -o %t/x.o 2>&1 | FileCheck %s --check-prefix=DESTRUCTOR
// RUN: not tir-translate --tir-to-object %t/blob.mlir -o %t/x.o 2>&1 | FileCheck %s --check-prefix=BLOB
// RUN: tir-translate --tir-to-object %t/none.mlir -o %t/none.o
// RUN: not ls %t/x.o

//--- constructor.mlir
// CONSTRUCTOR: constructor.mlir:4:3: error: 'llvm.mlir.global_ctors' op needs code that runs before main, which firmware need not run; make it a constant, or compute it in the model
module {
  llvm.func @init() { llvm.return }
  llvm.mlir.global_ctors ctors = [@init], priorities = [0 : i32], data = [#llvm.zero]
}

//--- destructor.mlir
// DESTRUCTOR: error: 'llvm.mlir.global_dtors' op needs code that runs
module {
  llvm.func @done() { llvm.return }
  llvm.mlir.global_dtors dtors = [@done], priorities = [0 : i32], data = [#llvm.zero]
}

//--- blob.mlir
// BLOB: error: 'gpu.binary' op has no form in C or in an object
module {
  gpu.binary @kernels [#gpu.object<#nvvm.target, "BLOB">]
}

//--- none.mlir
module {
  llvm.mlir.global_ctors ctors = [], priorities = [], data = []
}
