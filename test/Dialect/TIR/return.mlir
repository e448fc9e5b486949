// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s

// CHECK-LABEL: tir.prim_func @ends
// CHECK-NEXT:    tir.return {note = "attributes stay"}
tir.prim_func @ends() {
  tir.return {note = "attributes stay"}
}
