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
// RUN: not tir-opt %s --tir-set-llvm-target="target-triple=x86_64-linux-gnu float-abi=hard" 2>&1 | FileCheck %s --check-prefix=X86HARD
// RUN: not tir-opt %s --tir-set-llvm-target="target-triple=aarch64-linux-gnu float-abi=hard" 2>&1 | FileCheck %s --check-prefix=AARCH64
// RUN: not tir-opt %s --tir-set-llvm-target="target-triple=thumbv7em-none-eabi target-cpu=cortex-a53" 2>&1 | FileCheck %s --check-prefix=PROFILE
// RUN: not tir-opt %s --tir-set-llvm-target="target-triple=armv7a-linux-gnueabihf target-cpu=cortex-m4" 2>&1 | FileCheck %s --check-prefix=OFM
// RUN: not tir-opt %s --tir-set-llvm-target="target-triple=armv8r-none-eabi target-cpu=cortex-m33" 2>&1 | FileCheck %s --check-prefix=OFR
// RUN: not tir-opt %s --tir-set-llvm-target="target-triple=mips64-linux-gnu target-cpu=mips32r2" 2>&1 | FileCheck %s --check-prefix=MIPS
// RUN: not tir-opt %s --tir-set-llvm-target="target-triple=mips-linux-gnu target-cpu=mips5" 2>&1 | FileCheck %s --check-prefix=MIPS5
// RUN: not tir-opt %s --tir-set-llvm-target="target-triple=powerpc64le-linux-gnu target-cpu=e500" 2>&1 | FileCheck %s --check-prefix=SPE
// RUN: not tir-opt %s --tir-set-llvm-target="target-triple=avr target-cpu=at90s1200" 2>&1 | FileCheck %s --check-prefix=AVR
// RUN: not tir-opt %s --tir-set-llvm-target="target-triple=thumbv7m-none-eabi target-cpu=cortex-m3 float-abi=hard" 2>&1 | FileCheck %s --check-prefix=NOFPU
// RUN: not tir-opt %s --tir-set-llvm-target="target-triple=thumbv7em-none-eabihf" 2>&1 | FileCheck %s --check-prefix=HF

// ARCH: error: --target-triple=foo-none-eabi: LLVM generates no code for architecture 'foo'; a triple is ARCHITECTURE-SYSTEM-ABI, such as thumbv7em-none-eabi,
// ARCH-SAME: architectures are 'aarch64', {{.*}}'riscv32',
// SYSTEM: error: --target-triple=x86_64-linxu-gnu: 'linxu' is not a vendor, system or ABI that LLVM knows; valid are, for example, 'none-eabi',
// GPU: error: --target-triple=nvptx64: LLVM generates no code for architecture 'nvptx64'
// CPU: error: --target-cpu=cortex-m44: not a CPU of thumbv7em-unknown-none-eabi; near it are 'cortex-m4',
// OTHER: error: --target-cpu=cortex-m4: not a CPU of x86_64-unknown-linux-gnu; it needs a triple such as --target-triple=thumbv7em-none-eabi
// WIDTH: error: --target-cpu=i686: a CPU of 32 bits, but the triple is x86_64-unknown-linux-gnu; give --target-triple= the architecture 'i386'
// RISCV: error: --target-cpu=sifive-u74: a CPU of 64 bits, but the triple is riscv32; give --target-triple= the architecture 'riscv64'
// FEATURE: error: --target-features=+avx3: 'avx3' is not a feature of x86_64; near it are 'avx', 'avx2'
// SIGN: error: --target-features=avx2: 'avx2' does not begin with '+', which adds a feature, or '-', which removes one; write +avx2
// ABI: error: --float-abi=hrad: not an ABI of thumbv7em-unknown-none-eabi; valid are 'soft', 'softfp', 'hard'
// X86: error: --float-abi=soft: x86_64-unknown-linux-gnu has only one way to pass floats; drop the option
// X86HARD: error: --float-abi=hard: x86_64-unknown-linux-gnu has only one way to pass floats; drop the option
// AARCH64: error: --float-abi=hard: aarch64-unknown-linux-gnu has only one way to pass floats
// PROFILE: error: --target-cpu=cortex-a53: a CPU of the profile A, but --target-triple=thumbv7em-none-eabi is of the profile M; give --target-triple= the architecture 'arm', which follows the CPU, such as arm-none-eabi
// OFM: error: --target-cpu=cortex-m4: a CPU of the profile M, but --target-triple=armv7a-linux-gnueabihf is of the profile A;
// OFR: error: --target-cpu=cortex-m33: a CPU of the profile M, but --target-triple=armv8r-none-eabi is of the profile R;
// MIPS: error: --target-cpu=mips32r2: a CPU of 32 bits, so that LLVM generates no code for it on mips64-unknown-linux-gnu; choose another
// MIPS5: error: --target-cpu=mips5: an instruction set that it only knows by name, so that LLVM generates no code
// SPE: error: --target-cpu=e500: a CPU of 32 bits,
// AVR: error: --target-cpu=at90s1200: a CPU without memory for data,
// NOFPU: error: --float-abi=hard: cortex-m3 has no such registers; give --target-cpu= one that has them, such as cortex-m4,
// HF: error: --target-triple=thumbv7em-none-eabihf: passes floats in floating-point registers, but the generic CPU of thumbv7em-unknown-none-eabihf has no such registers; give --target-cpu= one that has them, such as cortex-m4,
module {}
