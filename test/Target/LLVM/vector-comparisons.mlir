// A NaN is not less than zero, although MVE's comparison with zero says so: LLVM compares with a register instead.
// RUN: tir-opt %s --tir-phase-llvm="target-triple=thumbv8.1m.main-none-eabihf target-cpu=cortex-m55" > %t.mlir
// RUN: tir-translate --tir-to-object --tir-target-cpu=cortex-m55 %t.mlir -o %t.o
// RUN: llvm-objdump -d --no-show-raw-insn --mcpu=cortex-m55 %t.o | FileCheck %s

// CHECK-NOT: vcmp.f32 {{.*}}, zr
// CHECK:     vcmp.f32 ge, q{{[0-9]}}, q{{[0-9]}}
// CHECK-NOT: vcmp.f32 {{.*}}, zr
func.func @relu(%x: memref<64xf32>, %y: memref<64xf32>) {
  %begin = arith.constant 0 : index
  %end = arith.constant 64 : index
  %step = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %begin to %end step %step {
    %element = memref.load %x[%i] : memref<64xf32>
    %is_below = arith.cmpf ole, %element, %zero : f32
    %result = arith.select %is_below, %zero, %element : f32
    memref.store %result, %y[%i] : memref<64xf32>
  }
  return
}
