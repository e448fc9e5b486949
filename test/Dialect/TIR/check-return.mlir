// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s

func.func private @kernel() -> i32

// CHECK-LABEL: func.func @run
// CHECK:         %[[CODE:.*]] = call @kernel()
// CHECK-NEXT:    tir.check_return %[[CODE]]{{$}}
func.func @run() -> i32 {
  %code = func.call @kernel() : () -> i32
  tir.check_return %code
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// It returns from the function even within a loop.

// CHECK-LABEL: func.func @loop
// CHECK:         scf.for
// CHECK:           tir.check_return
func.func @loop(%n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %code = func.call @kernel() : () -> i32
    tir.check_return %code
  }
  %ok = arith.constant 0 : i32
  return %ok : i32
}
