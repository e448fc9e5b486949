// With the packaged tools only: a linalg function is outlined into kernels, which call_tir calls, bufferized, lowered
// and printed as C by mlir-translate; and lowered to LLVM and run by mlir-runner, with the same numbers.
// REQUIRES: loadable-plugin

// DEFINE: %{opt} = /usr/lib/llvm-22/bin/mlir-opt --load-dialect-plugin=%libTIR --load-pass-plugin=%libTIR
// DEFINE: %{strict} = -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror

// Kernels and calls on tensors, then on buffers, by upstream's bufferization.
// RUN: %{opt} %s --pass-pipeline='builtin.module(tir-outline-kernels)' -o %t.kernels.mlir
// RUN: FileCheck %s --check-prefix=KERNELS --input-file=%t.kernels.mlir
// RUN: %{opt} %t.kernels.mlir --pass-pipeline='builtin.module(eliminate-empty-tensors,one-shot-bufferize,canonicalize,convert-linalg-to-loops)' -o %t.buffers.mlir
// RUN: FileCheck %s --check-prefix=BUFFERS --input-file=%t.buffers.mlir

// KERNELS:       tir.prim_func private @matmul
// KERNELS:         linalg.matmul
// KERNELS-LABEL: tir.prim_func @model
// KERNELS:         tir.call_tir @matmul(%{{.*}}, %{{.*}}) outs(%{{.*}})
// BUFFERS:       tir.prim_func private @matmul
// BUFFERS-NOT:     memref.alloc
// BUFFERS:         scf.for
// BUFFERS-LABEL: tir.prim_func @model
// BUFFERS-NOT:     linalg.
// BUFFERS:         tir.call_tir @matmul(%{{.*}}, %{{.*}}, %{{.*}}) : (

// C, with our conversion, which supports more than upstream's: `const`, alignment, minima and maxima.
// RUN: %{opt} %t.buffers.mlir --pass-pipeline='builtin.module(tir-plan-memory,tir-make-unpacked-api,tir-flatten-memrefs,tir-convert-to-emitc,tir-coalesce-variables)' -o %t.emitc.mlir
// RUN: /usr/lib/llvm-22/bin/mlir-translate --mlir-to-cpp %t.emitc.mlir -o %t.c
// RUN: clang-22 %{strict} -O1 %S/Inputs/main.c %t.c -o %t.program
// RUN: %t.program | FileCheck %s --check-prefix=NUMBERS
// RUN: FileCheck %s --check-prefix=C --input-file=%t.c
// C: static int32_t tvmgen_default_matmul(const int32_t* v1, const int32_t* v2, int32_t* v3)
// C: int32_t tvmgen_default_model(const int32_t* {{.*}}, const int32_t* {{.*}}, int32_t* {{.*}})

// LLVM, by upstream's conversion. @main, which prints, comes in after the kernels.
// RUN: sed -e '/^module {$/d' -e '/^}$/d' %t.buffers.mlir > %t.program.mlir
// RUN: cat %S/Inputs/main.mlir >> %t.program.mlir
// RUN: %{opt} %t.program.mlir --pass-pipeline='builtin.module(tir-make-unpacked-api,convert-scf-to-cf,expand-strided-metadata,convert-to-llvm,reconcile-unrealized-casts,tir-drop-annotations)' -o %t.llvm.mlir
// RUN: /usr/lib/llvm-22/bin/mlir-runner %t.llvm.mlir -e main --entry-point-result=i32 \
// RUN:   --shared-libs=/usr/lib/llvm-22/lib/libmlir_runner_utils.so,/usr/lib/llvm-22/lib/libmlir_c_runner_utils.so \
// RUN:   | FileCheck %s --check-prefix=NUMBERS

// Computed in Python.
// NUMBERS: -86,{{ +}}-34,{{ +}}0,{{ +}}-26,{{ +}}0,{{ +}}-121,{{ +}}-172,{{ +}}-99

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @model(%x: tensor<2x3xi32>, %weights: tensor<3x4xi32>) -> tensor<2x4xi32> {
  %zero = arith.constant 0 : i32
  %lowest = arith.constant -2147483648 : i32
  %e = tensor.empty() : tensor<2x4xi32>
  %start = linalg.fill ins(%zero : i32) outs(%e : tensor<2x4xi32>) -> tensor<2x4xi32>
  %y = linalg.matmul ins(%x, %weights : tensor<2x3xi32>, tensor<3x4xi32>)
      outs(%start : tensor<2x4xi32>) -> tensor<2x4xi32>
  %m = tensor.empty() : tensor<2xi32>
  %m0 = linalg.fill ins(%lowest : i32) outs(%m : tensor<2xi32>) -> tensor<2xi32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%y : tensor<2x4xi32>) outs(%m0 : tensor<2xi32>) {
  ^bb0(%in: i32, %acc: i32):
    %r = arith.maxsi %in, %acc : i32
    linalg.yield %r : i32
  } -> tensor<2xi32>
  %e2 = tensor.empty() : tensor<2x4xi32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %max : tensor<2x4xi32>, tensor<2xi32>) outs(%e2 : tensor<2x4xi32>) {
  ^bb0(%in: i32, %top: i32, %out: i32):
    %r = arith.subi %in, %top : i32
    linalg.yield %r : i32
  } -> tensor<2x4xi32>
  return %d : tensor<2x4xi32>
}
