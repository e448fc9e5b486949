// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s

// CHECK: tir.pool @sram {alignment = 32 : i64, section = ".sram", size = 4096 : i64, size_hint = 65536 : i64}
tir.pool @sram {size = 4096 : i64, size_hint = 65536 : i64, alignment = 32 : i64, section = ".sram"}

// CHECK: tir.pool @plain{{$}}
tir.pool @plain

// CHECK: tir.pool @commands {contents = dense<[1, 2]> : tensor<2xi32>, read_only, size = 8 : i64}
tir.pool @commands {size = 8 : i64, read_only, contents = dense<[1, 2]> : tensor<2xi32>}
