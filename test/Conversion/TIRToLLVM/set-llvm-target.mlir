// RUN: tir-opt %s --tir-set-llvm-target="target-triple=arm-none-eabi target-cpu=cortex-m4" | FileCheck %s --check-prefix=M4
// RUN: tir-opt %s --tir-set-llvm-target="target-triple=armv7m-none-eabi" | FileCheck %s --check-prefix=V7M
// RUN: tir-opt %s --tir-set-llvm-target="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4 float-abi=hard" | FileCheck %s --check-prefix=HARD
// RUN: tir-opt %s --tir-set-llvm-target="target-triple=thumbv7em-none-eabihf target-cpu=cortex-m4 float-abi=softfp" | FileCheck %s --check-prefix=SOFTFP
// RUN: tir-opt %s --tir-set-llvm-target="target-triple=x86_64-linux-gnu" | FileCheck %s --check-prefix=X86
// RUN: tir-opt %s --tir-set-llvm-target="target-triple=i386" | FileCheck %s --check-prefix=I386
// RUN: tir-opt %s --tir-set-llvm-target="target-triple=riscv32" | FileCheck %s --check-prefix=RV32
// RUN: tir-opt %s --tir-set-llvm-target="target-triple=armv7-none-eabi target-cpu=cortex-m3" | FileCheck %s --check-prefix=M3
// RUN: tir-opt %s --tir-set-llvm-target="target-triple=thumbv7m-none-eabi target-cpu=cortex-m4" | FileCheck %s --check-prefix=M4

// M3: llvm.target_triple = "thumbv7m-unknown-none-eabi"
// M4: llvm.data_layout = "e-m:e-p:32:32-{{.*}}", llvm.target_triple = "thumbv7em-unknown-none-eabi"
// V7M: llvm.target_triple = "thumbv7m-unknown-none-eabi"
// HARD: llvm.target_triple = "thumbv7em-unknown-none-eabihf"
// SOFTFP: llvm.target_triple = "thumbv7em-unknown-none-eabi"
// X86: llvm.target_triple = "x86_64-unknown-linux-gnu"
// I386: llvm.data_layout = "e-m:e-p:32:32-{{.*}}", llvm.target_triple = "i386"
// RV32: llvm.data_layout = "e-m:e-p:32:32-{{.*}}", llvm.target_triple = "riscv32"
module {}
