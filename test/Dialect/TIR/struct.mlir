// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s

// CHECK: tir.struct @tvmgen_default_inputs ["image", "scale"]
tir.struct @tvmgen_default_inputs ["image", "scale"]

// CHECK: tir.struct @empty []{{$}}
tir.struct @empty []

// CHECK: tir.struct @defined ["image"] definition
tir.struct @defined ["image"] definition

// CHECK: tir.struct @state ["history", "count"] : [memref<4x10xi8>, memref<i32>] definition
tir.struct @state ["history", "count"] : [memref<4x10xi8>, memref<i32>] definition
