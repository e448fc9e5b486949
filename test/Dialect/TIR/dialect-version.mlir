// Files of each version of the dialect are read, and have all its operations
// (docs/Compatibility.md). The option stands for the operations of others that
// the file has beside ours.

// RUN: tir-opt --allow-unregistered-dialect %S/Inputs/version-1.mlirbc | FileCheck %s
// RUN: tir-opt --allow-unregistered-dialect %S/Inputs/version-1.mlirbc --mlir-print-op-generic \
// RUN:   | grep -o '"tir\.[a-z_]*"(' | sort -u | wc -l | FileCheck %s --check-prefix=COUNT

// COUNT: {{^ *54$}}

// CHECK: tir.prim_func
// CHECK: tir.call_extern
