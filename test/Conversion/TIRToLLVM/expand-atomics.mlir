// RUN: tir-opt %s "--tir-expand-atomics=target-triple=thumbv6m-none-eabi target-cpu=cortex-m0" | FileCheck %s --check-prefix=PLAIN
// RUN: tir-opt %s "--tir-expand-atomics=target-triple=riscv32-unknown-elf target-features=+m" | FileCheck %s --check-prefix=PLAIN
// RUN: tir-opt %s "--tir-expand-atomics=target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" | FileCheck %s --check-prefix=ATOMIC
// RUN: tir-opt %s "--tir-expand-atomics=target-triple=thumbv8m.base-none-eabi target-cpu=cortex-m23" | FileCheck %s --check-prefix=ATOMIC
// RUN: tir-opt %s "--tir-expand-atomics=target-triple=riscv32-unknown-elf target-features=+m,+a" | FileCheck %s --check-prefix=ATOMIC
// RUN: tir-opt %s "--tir-expand-atomics=target-triple=x86_64-linux-gnu" | FileCheck %s --check-prefix=ATOMIC

// PLAIN-LABEL: func.func @take(
// PLAIN-SAME:    %[[FLAG:.*]]: memref<1xi32>
// PLAIN:         %[[BEFORE:.*]] = memref.load %[[FLAG]][%c0]
// PLAIN-NEXT:    memref.store %c1_i32, %[[FLAG]][%c0]
// PLAIN-NOT:     memref.atomic_rmw
// PLAIN:         return %[[BEFORE]]

// ATOMIC:        memref.atomic_rmw assign
// ATOMIC-NOT:    memref.store
func.func @take(%flag: memref<1xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1_i32 = arith.constant 1 : i32
  %before = memref.atomic_rmw assign %c1_i32, %flag[%c0] : (i32, memref<1xi32>) -> i32
  return %before : i32
}
