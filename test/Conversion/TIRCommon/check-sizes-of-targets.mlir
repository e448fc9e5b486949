// RUN: tir-opt %s --split-input-file --tir-set-llvm-target=target-triple=x86_64-linux-gnu --tir-check-sizes 2>&1 | FileCheck %s --check-prefix=WIDE --allow-empty
// RUN: not tir-opt %s --split-input-file --tir-phase-llvm=target-triple=thumbv7em-none-eabi 2>&1 | FileCheck %s --check-prefixes=ARM
// RUN: not tir-opt %s --split-input-file --tir-phase-llvm=target-triple=avr 2>&1 | FileCheck %s --check-prefix=AVR
// RUN: not tir-opt %s --split-input-file --tir-phase-llvm=target-triple=msp430 2>&1 | FileCheck %s --check-prefix=AVR

// The limit of an object is the index of its target.

// WIDE-NOT: error
// ARM: error: 'func.func' op argument #0 has type 'memref<3000000000xi8>' and takes 3000000000 bytes, but an object of a machine whose pointers have 32 bits has at most 2147483647
// AVR: error: 'func.func' op argument #0 has type 'memref<3000000000xi8>' and takes 3000000000 bytes, but an object of a machine whose pointers have 16 bits has at most 32767
func.func @large(%x: memref<3000000000xi8>) {
  return
}

// -----

// ARM-NOT: 40000
// AVR: error: 'func.func' op argument #0 has type 'memref<40000xi8>' and takes 40000 bytes, but an object of a machine whose pointers have 16 bits has at most 32767
func.func @small(%x: memref<40000xi8>) {
  return
}

// -----

// AVR: error: 'scf.for' op uses the index 40000, but an index, which has 16 bits, counts to 32767
func.func @loop() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.constant 40000 : index
  scf.for %i = %c0 to %end step %c1 {
  }
  return
}
