// The bitcode of a step becomes part of the function that calls it.
// RUN: tir-opt %s --tir-phase-llvm="target-triple=thumbv8.1m.main-none-eabi target-cpu=cortex-m55" -o %t.mlir
// RUN: tir-translate %t.mlir --tir-to-llvmir --tir-target-cpu=cortex-m55 | FileCheck %s
// RUN: tir-translate %t.mlir --tir-to-llvmir --tir-target-cpu=cortex-m55 --tir-opt-level=0 | FileCheck %s
// RUN: tir-translate %t.mlir --tir-to-object --tir-target-cpu=cortex-m55 -o %t.o
// RUN: llvm-nm %t.o | FileCheck %s --check-prefix=SYMBOLS

// CHECK-NOT: @tir_mve
// CHECK: call i32 @llvm.arm.mve.vmldava{{(.predicated)?}}.v16i8
// CHECK-NOT: @tir_mve
// CHECK-NOT: min_enum_size

// SYMBOLS-NOT: tir_mve

// A processor without the instructions is an error here, rather than one of the code generator.
// RUN: not tir-translate %t.mlir --tir-to-object --tir-target-cpu=cortex-m33 2>&1 | FileCheck %s --check-prefix=FEWER
// FEWER: error: calls the step 'mve_dot_rows', which needs a processor with '+mve'; expected a target that has it
func.func @dot(%x: memref<48xi8>, %w: memref<64xi8>, %sums: memref<12xi32>) {
  %0 = arith.constant 0 : index
  kernel.call_step "mve_dot_rows"(%x, %w, %sums) at(%0, %0, %0) numbers() sizes [16, 16, 16, 3, 4]
      : memref<48xi8>, memref<64xi8>, memref<12xi32>
  return
}
