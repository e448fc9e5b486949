// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s
// RUN: tir-opt %s --cse | FileCheck %s --check-prefix=CSE

tir.pool @sram {size = 256 : i64}
tir.pool @planned_later {size_hint = 64 : i64, alignment = 4 : i64}
tir.pool @unlimited
tir.pool @commands {read_only, contents = dense<[1, 2]> : tensor<2xi32>}

// CHECK-LABEL: func.func @views
func.func @views() {
  // CHECK: tir.pool_view @sram[0] : memref<4x4xf32>
  %0 = tir.pool_view @sram[0] : memref<4x4xf32>
  // CHECK: tir.pool_view @sram[192] : memref<4x4xf32>
  %1 = tir.pool_view @sram[192] : memref<4x4xf32>
  // CHECK: tir.pool_view @sram[255] : memref<i1>
  %2 = tir.pool_view @sram[255] : memref<i1>
  // CHECK: tir.pool_view @sram[256] : memref<0xi8>
  %none = tir.pool_view @sram[256] : memref<0xi8>
  // CHECK: tir.pool_view @planned_later[60] : memref<1xf32>
  %3 = tir.pool_view @planned_later[60] : memref<1xf32>
  // CHECK: tir.pool_view @unlimited[1048576] : memref<8xi64>
  %4 = tir.pool_view @unlimited[1048576] : memref<8xi64>
  // CHECK: tir.pool_view @commands[6] : memref<1xi16>
  %5 = tir.pool_view @commands[6] : memref<1xi16>
  return
}

// CSE-LABEL: func.func @shared
// CSE-NEXT:    %[[X:.*]] = tir.pool_view
// CSE-NEXT:    return %[[X]], %[[X]]
func.func @shared() -> (memref<4xi8>, memref<4xi8>) {
  %0 = tir.pool_view @sram[0] : memref<4xi8>
  %1 = tir.pool_view @sram[0] : memref<4xi8>
  return %0, %1 : memref<4xi8>, memref<4xi8>
}
