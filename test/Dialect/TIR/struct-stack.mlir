// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s
// RUN: tir-opt %s --cse --canonicalize | FileCheck %s --check-prefix=CSE

// CHECK: tir.struct @inputs ["image"] definition
tir.struct @inputs ["image"] definition

// CHECK-LABEL: func.func @two
// CSE-LABEL: func.func @two
func.func @two(%image: !tir.handle) -> (!tir.handle, !tir.handle) {
  // CHECK: %[[FIRST:.*]] = tir.struct_stack @inputs : !tir.handle
  // CHECK: tir.struct_set %[[FIRST]][@inputs, "image"]
  // Two structs are not merged, and the third is unused.
  // CSE-COUNT-2: tir.struct_stack
  // CSE-NOT:     tir.struct_stack
  %first = tir.struct_stack @inputs : !tir.handle
  tir.struct_set %first[@inputs, "image"] = %image : !tir.handle
  %second = tir.struct_stack @inputs : !tir.handle
  tir.struct_set %second[@inputs, "image"] = %image : !tir.handle
  %third = tir.struct_stack @inputs : !tir.handle
  return %first, %second : !tir.handle, !tir.handle
}
