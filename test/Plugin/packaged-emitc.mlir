// As far as upstream's own --convert-to-emitc goes: after tir-flatten-memrefs it takes our operations along with its own.
// REQUIRES: loadable-plugin

// In MLIR 22.1 it does not support globals with an alignment (constants of kernels, planned buffers), memref.view and
// memref.copy, minima and maxima; and its loops count in `size_t`. Therefore this model gets its weights as an argument
// and needs no buffer in between.

// DEFINE: %{opt} = /usr/lib/llvm-22/bin/mlir-opt --load-dialect-plugin=%libTIR --load-pass-plugin=%libTIR
// DEFINE: %{to-buffers} = tir-outline-kernels,eliminate-empty-tensors,one-shot-bufferize,canonicalize,convert-linalg-to-loops

// RUN: %{opt} %s --pass-pipeline='builtin.module(%{to-buffers},tir-make-unpacked-api,tir-flatten-memrefs,convert-to-emitc,tir-drop-annotations)' -o %t.emitc.mlir
// RUN: FileCheck %s --input-file=%t.emitc.mlir
// RUN: /usr/lib/llvm-22/bin/mlir-translate --mlir-to-cpp %t.emitc.mlir -o %t.body.c
// The reader must include the headers of `int32_t` and `size_t`.
// RUN: cat %S/Inputs/includes.h %t.body.c > %t.c
// RUN: clang-22 -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -O1 %S/Inputs/main.c %t.c -o %t.program
// RUN: %t.program | FileCheck %s --check-prefix=NUMBERS

// CHECK: emitc.func private @tvmgen_default_matmul(
// CHECK: emitc.func @tvmgen_default_model(%{{.*}}: !emitc.array<6xi32>, %{{.*}}: !emitc.array<12xi32>, %{{.*}}: !emitc.array<8xi32>) -> i32
// CHECK: call @tvmgen_default_matmul
// CHECK: verbatim "if ({} != 0) return {};"

// Computed in Python.
// NUMBERS: -36, 16, 50, 24, 83, -38, -89, -16

func.func @model(%x: tensor<2x3xi32>, %weights: tensor<3x4xi32>) -> tensor<2x4xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x4xi32>
  %start = linalg.fill ins(%zero : i32) outs(%e : tensor<2x4xi32>) -> tensor<2x4xi32>
  %y = linalg.matmul ins(%x, %weights : tensor<2x3xi32>, tensor<3x4xi32>)
      outs(%start : tensor<2x4xi32>) -> tensor<2x4xi32>
  return %y : tensor<2x4xi32>
}
