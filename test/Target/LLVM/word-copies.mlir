// A longer copy is a call of a function that copies words where both addresses allow it. Nothing is called outside of the
// object, and a short copy is a few loads and stores.
// REQUIRES: gcc
// RUN: tir-opt %s --tir-phase-llvm > %t.mlir
// RUN: tir-translate --tir-to-llvmir %t.mlir | FileCheck %s
// RUN: tir-translate --tir-to-object %t.mlir -o %t.o
// RUN: llvm-nm --undefined-only %t.o | count 0
// RUN: gcc -fsanitize=address,undefined %S/Inputs/word-copies.c %t.o -o %t.exe && %t.exe | FileCheck %s --check-prefix=RESULT

// RUN: tir-opt %s --tir-phase-llvm="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" > %t.m4.mlir
// RUN: tir-translate --tir-to-object %t.m4.mlir -o %t.m4.o
// RUN: llvm-nm --undefined-only %t.m4.o | count 0
// RUN: llvm-objdump -d --no-show-raw-insn %t.m4.o | FileCheck %s --check-prefix=M4

// RUN: tir-opt %s --tir-phase-llvm="target-triple=thumbv8.1m.main-none-eabi target-cpu=cortex-m55" > %t.m55.mlir
// RUN: tir-translate --tir-to-object --tir-target-cpu=cortex-m55 %t.m55.mlir -o %t.m55.o
// RUN: llvm-objdump -d --no-show-raw-insn --mcpu=cortex-m55 %t.m55.o | FileCheck %s --check-prefix=M55

// CHECK:     define {{.*}}void @copy_83(
// CHECK:       call void @tir_copy_words(ptr {{.*}}, ptr {{.*}}, i64 83)
// CHECK:     define {{.*}}void @copy_64(
// CHECK:       call void @tir_copy_words(
// CHECK:     define {{.*}}void @copy_8(
// CHECK-NOT:   @tir_copy_words
// CHECK:     define internal void @tir_copy_words(ptr %0, ptr %1, i64 %2)
// CHECK:       load <16 x i8>, ptr {{.*}}, align 1
// M4:     <tir_copy_words>:
// M4-DAG: ldr{{.*}}, #16]!
// Words at other addresses are loaded by instructions that may do this, which LDRD and LDM are not.
// M4-DAG: ldrb
// A vector of bytes has no alignment.
// M55:     <tir_copy_words>:
// M55:     vldrb.u8 {{.*}}, #16
// M55:     vstrb.8 {{.*}}, #16
// RESULT: right
func.func @copy_83(%to: memref<83xi8>, %from: memref<83xi8>) {
  memref.copy %from, %to : memref<83xi8> to memref<83xi8>
  return
}
func.func @copy_64(%to: memref<64xi8>, %from: memref<64xi8>) {
  memref.copy %from, %to : memref<64xi8> to memref<64xi8>
  return
}
func.func @copy_8(%to: memref<8xi8>, %from: memref<8xi8>) {
  memref.copy %from, %to : memref<8xi8> to memref<8xi8>
  return
}
