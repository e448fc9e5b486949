// RUN: not tir-opt %s --tir-set-llvm-target="target-triple=foo-none-eabi" 2>&1 | FileCheck %s --check-prefix=ARCH
// RUN: not tir-opt %s --tir-set-llvm-target="target-triple=x86_64-linxu-gnu" 2>&1 | FileCheck %s --check-prefix=SYSTEM
// RUN: not tir-opt %s --tir-set-llvm-target="target-triple=nvptx64" 2>&1 | FileCheck %s --check-prefix=GPU
// RUN: not tir-opt %s --tir-set-llvm-target="target-triple=thumbv7em-none-eabi target-cpu=cortex-m44" 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not tir-opt %s --tir-set-llvm-target="target-triple=x86_64-linux-gnu target-cpu=cortex-m4" 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not tir-opt %s --tir-set-llvm-target="target-triple=x86_64-linux-gnu target-cpu=i686" 2>&1 | FileCheck %s --check-prefix=WIDTH
// RUN: not tir-opt %s --tir-set-llvm-target="target-triple=riscv32 target-cpu=sifive-u74" 2>&1 | FileCheck %s --check-prefix=RISCV
// RUN: not tir-opt %s --tir-set-llvm-target="target-triple=x86_64-linux-gnu target-features=+avx3" 2>&1 | FileCheck %s --check-prefix=FEATURE
// RUN: not tir-opt %s --tir-set-llvm-target="target-triple=x86_64-linux-gnu target-features=avx2" 2>&1 | FileCheck %s --check-prefix=SIGN
// RUN: not tir-opt %s --tir-set-llvm-target="target-triple=thumbv7em-none-eabi float-abi=hrad" 2>&1 | FileCheck %s --check-prefix=ABI
// RUN: not tir-opt %s --tir-set-llvm-target="target-triple=x86_64-linux-gnu float-abi=soft" 2>&1 | FileCheck %s --check-prefix=X86
// RUN: not tir-opt %s --tir-set-llvm-target="target-triple=thumbv7m-none-eabi target-cpu=cortex-m3 float-abi=hard" 2>&1 | FileCheck %s --check-prefix=NOFPU
// RUN: not tir-opt %s --tir-set-llvm-target="target-triple=thumbv7em-none-eabihf" 2>&1 | FileCheck %s --check-prefix=HF

// ARCH: error: --target-triple=foo-none-eabi: LLVM generates no code for architecture 'foo'; a triple is ARCHITECTURE-SYSTEM-ABI, such as thumbv7em-none-eabi,
// ARCH-SAME: architectures are 'aarch64', {{.*}}'riscv32',
// SYSTEM: error: --target-triple=x86_64-linxu-gnu: 'linxu' is no vendor, system or ABI that LLVM knows; valid are such as 'none-eabi',
// GPU: error: --target-triple=nvptx64: LLVM generates no code for architecture 'nvptx64'
// CPU: error: --target-cpu=cortex-m44: no CPU of thumbv7em-unknown-none-eabi; near it are 'cortex-m4',
// OTHER: error: --target-cpu=cortex-m4: no CPU of x86_64-unknown-linux-gnu; it goes with a triple such as --target-triple=thumbv7em-none-eabi
// WIDTH: error: --target-cpu=i686: a CPU of 32 bits, but the triple is x86_64-unknown-linux-gnu; give --target-triple= the architecture 'i386'
// RISCV: error: --target-cpu=sifive-u74: a CPU of 64 bits, but the triple is riscv32; give --target-triple= the architecture 'riscv64'
// FEATURE: error: --target-features=+avx3: 'avx3' is no feature of x86_64; near it are 'avx', 'avx2'
// SIGN: error: --target-features=avx2: 'avx2' begins neither with '+', which adds a feature, nor with '-', which removes one; write +avx2
// ABI: error: --float-abi=hrad: not an ABI of thumbv7em-unknown-none-eabi; valid are 'soft', 'softfp', 'hard'
// X86: error: --float-abi=soft: not an ABI of x86_64-unknown-linux-gnu; valid are 'hard'
// NOFPU: error: --float-abi=hard: cortex-m3 has no such registers; give --target-cpu= one that has, such as cortex-m4,
// HF: error: --target-triple=thumbv7em-none-eabihf: passes floats in floating-point registers, but the generic CPU of thumbv7em-unknown-none-eabihf has no such registers; give --target-cpu= one that has, such as cortex-m4,
module {}
