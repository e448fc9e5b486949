// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s
// RUN: tir-opt %s --cse --canonicalize | FileCheck %s --check-prefix=CSE

func.func private @f(!tir.values, !tir.type_codes, i32, !tir.values, !tir.type_codes, !tir.handle) -> i32
tir.func_registry @registry ["f"] = [@f]
tir.metadata @m "tvmgen_net" inputs [] outputs [] workspace_pools []

// CHECK-LABEL: func.func @get
// CSE-LABEL: func.func @get
func.func @get() -> (!tir.handle, !tir.handle, !tir.handle) {
  // CHECK: %{{.*}} = tir.address_of @m : !tir.handle
  %metadata = tir.address_of @m : !tir.handle
  // CHECK: %{{.*}} = tir.address_of @registry : !tir.handle
  %registry = tir.address_of @registry : !tir.handle
  // It is the same each time.
  // CSE-COUNT-2: tir.address_of
  // CSE-NOT:     tir.address_of
  %again = tir.address_of @m : !tir.handle
  %unused = tir.address_of @m : !tir.handle
  return %metadata, %registry, %again : !tir.handle, !tir.handle, !tir.handle
}
