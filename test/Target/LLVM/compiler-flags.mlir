// RUN: tir-translate --tir-to-compiler-flags %s | FileCheck %s --check-prefix=HOST
// RUN: tir-translate --tir-to-compiler-flags --tir-target-triple=thumbv7em-none-eabi --tir-target-cpu=cortex-m4 --tir-float-abi=hard %s | FileCheck %s --check-prefix=M4
// RUN: tir-translate --tir-to-compiler-flags --tir-target-triple=armv7m-none-eabi %s | FileCheck %s --check-prefix=V7M
// RUN: tir-translate --tir-to-compiler-flags --tir-target-triple=thumbv7em-none-eabi --tir-target-features=+vfp4d16sp %s | FileCheck %s --check-prefix=FPU
// RUN: tir-translate --tir-to-compiler-flags --tir-target-triple=riscv32 %s | FileCheck %s --check-prefix=RV32
// RUN: tir-translate --tir-to-compiler-flags --tir-target-triple=riscv64-unknown-elf %s | FileCheck %s --check-prefix=RV64
// RUN: tir-translate --tir-to-compiler-flags --tir-target-triple=riscv32 --tir-target-features=+m,+f %s | FileCheck %s --check-prefix=RVF
// RUN: tir-translate --tir-to-compiler-flags --tir-target-triple=i386 %s | FileCheck %s --check-prefix=I386
// RUN: tir-translate --tir-to-compiler-flags --tir-target-triple=x86_64-linux-gnu --tir-target-cpu=skylake --tir-target-features=+avx2,-fma %s | FileCheck %s --check-prefix=X86
// RUN: tir-translate --tir-to-compiler-flags --tir-target-triple=aarch64-none-elf --tir-target-cpu=cortex-a53 %s | FileCheck %s --check-prefix=A53

// HOST: {{^$}}
// M4: {{^}}-mcpu=cortex-m4 -mthumb -mfloat-abi=hard{{$}}
// V7M: {{^}}-march=armv7-m -mthumb -mfloat-abi=soft{{$}}
// FPU: {{^}}-march=armv7e-m -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=softfp{{$}}
// RV32: {{^}}-march=rv32imac -mabi=ilp32{{$}}
// RV64: {{^}}-march=rv64imafdc -mabi=lp64d{{$}}
// RVF: {{^}}-march=rv32imf -mabi=ilp32f{{$}}
// I386: {{^}}-m32{{$}}
// X86: {{^}}-m64 -march=skylake -mavx2 -mno-fma{{$}}
// A53: {{^}}-mcpu=cortex-a53{{$}}
module {}
