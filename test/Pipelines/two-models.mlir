// REQUIRES: gcc
// UNSUPPORTED: fast-tier
// RUN: split-file %s %t

// Two models of one module, from tensors to programs. Each has a name, a plan and an interface of its own, and both use
// one kernel.
// RUN: tir-opt %t/models.mlir --tir-phase-import=source=both.mlir --tir-phase-kernels --tir-phase-schedule \
// RUN:   --tir-phase-buffers --tir-phase-plan --tir-phase-loops -o %t/loops.mlir
// RUN: tir-opt %t/loops.mlir --tir-phase-abi -o %t/abi.mlir
// RUN: FileCheck %s --input-file=%t/abi.mlir

// CHECK-DAG:  memref.global "private" @tvmgen_left_workspace : memref<16xi8>
// CHECK-DAG:  memref.global "private" @tvmgen_right_workspace_1 : memref<32xi8>
// CHECK-DAG:  func.func private @tvmgen_left_matmul_0({{.*}} shared_by = ["matmul#0", "matmul#1", "matmul#2", "matmul#3", "matmul#4"]
// CHECK-DAG:  func.func private @tvmgen_left___tvm_main__(
// CHECK-DAG:  func.func private @tvmgen_right___tvm_main___0(
// CHECK-NOT:  func.func private @tvmgen_{{left|right}}_matmul_{{[1-9]}}
// CHECK:      func.func @tvmgen_left_run(
// CHECK-SAME:   tir.interface = {{{.*}}entry = "tvmgen_left_run"{{.*}}inputs = [{{.*}}name = "x"
// CHECK-SAME:   tir.model = #tir.model<name = "left", plan = <buffers = [{{[^]]*}}], inputs_outputs_live_bytes = {{.*}}name = "workspace"
// CHECK:      func.func @tvmgen_right_run(
// CHECK-SAME:   tir.interface = {{{.*}}entry = "tvmgen_right_run"{{.*}}inputs = [{{.*}}name = "other"
// CHECK-SAME:   tir.model = #tir.model<name = "right", plan = {{.*}}name = "workspace_1"

// The C file has both; each has a header.
// RUN: tir-opt %t/abi.mlir --tir-phase-emitc -o %t/emitc.mlir
// RUN: tir-translate --tir-to-c %t/emitc.mlir -o %t/models.c
// RUN: tir-translate --tir-to-c-header --tir-model=left %t/emitc.mlir -o %t/tvmgen_left.h
// RUN: tir-translate --tir-to-c-header --tir-model=right %t/emitc.mlir -o %t/tvmgen_right.h
// RUN: FileCheck %s --input-file=%t/models.c --check-prefix=C
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -I %t %t/main.c %t/models.c -o %t/from_c
// RUN: %t/from_c

// C:     The models 'left', 'right' as C99.
// C:     from both.mlir
// C:     #include "tvmgen_left.h"
// C-NEXT: #include "tvmgen_right.h"
// C:     so tvmgen_left_run is not re-entrant
// C:     so tvmgen_right_run is not re-entrant
// C:     TIR_STATIC_ASSERT(sizeof(tvmgen_left_workspace) + sizeof(tvmgen_right_workspace_1) ==
// C-NEXT: TVMGEN_LEFT_WORKSPACE_SIZE + TVMGEN_RIGHT_WORKSPACE_SIZE, "header and source must agree");
// C:     For tirc --link-registry:
// C:     name = "left"
// C:     name = "right"

// A registry of another file finds both in the C file.
// RUN: tirc --link-registry %t/models.c -o %t/registry.c
// RUN: FileCheck %s --input-file=%t/registry.c --check-prefix=REGISTRY
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -I %t -fsyntax-only %t/registry.c
// REGISTRY:      "tvmgen_left_run",
// REGISTRY-NEXT: "tvmgen_left_get_c_metadata",
// REGISTRY-NEXT: "tvmgen_right_run",
// REGISTRY-NEXT: "tvmgen_right_get_c_metadata",

// Each model asks the runtime for its own pool, and reports to its own hook.
// RUN: tir-opt %t/loops.mlir --tir-phase-abi="workspace=backend on-error=hook" --tir-phase-emitc \
// RUN:   | tir-translate --tir-to-c | FileCheck %s --check-prefix=HOOKS
// HOOKS-LABEL: int32_t tvmgen_left___tvm_main__(
// HOOKS:         tvmgen_left_on_error({{.*}}has no 16 bytes for the pool 'workspace'"
// HOOKS-LABEL: int32_t tvmgen_right___tvm_main___0(
// HOOKS:         tvmgen_right_on_error({{.*}}has no 32 bytes for the pool 'workspace_1'"

// The object has both, too.
// RUN: tir-opt %t/abi.mlir --tir-phase-llvm -o %t/llvm.mlir
// RUN: tir-translate --tir-to-object %t/llvm.mlir -o %t/models.o
// RUN: gcc -std=c99 -I %t %t/main.c %t/models.o -o %t/from_llvm
// RUN: %t/from_llvm

// Pools of the application and packed entries in a registry.
// RUN: tir-opt %t/loops.mlir --tir-phase-abi="workspace=external interface-api=packed unpacked-api=false system-lib" \
// RUN:   | FileCheck %s --check-prefix=PACKED
// PACKED-DAG: func.func @tvmgen_left_run({{.*}}tir.interface = {{.*}}pools = [{alignment = 16 : i64, bytes = 16 : i64, {{.*}}tir.model = #tir.model<name = "left"
// PACKED-DAG: func.func @tvmgen_right_run({{.*}}tir.interface = {{.*}}pools = [{alignment = 16 : i64, bytes = 32 : i64, {{.*}}tir.model = #tir.model<name = "right"
// PACKED:     tir.func_registry @tvm_func_registry ["tvmgen_left_run", "tvmgen_left_get_c_metadata", "tvmgen_right_run", "tvmgen_right_get_c_metadata"]

// What is about one model needs to know which one.
// RUN: not tir-translate --tir-to-c-header %t/emitc.mlir 2>&1 | FileCheck %s --check-prefix=HEADER
// HEADER: error: 'emitc.func' op is the model 'right', beside the model 'left', but a C header describes one model; choose one by its name
// HEADER: note: the model 'left' is here
// RUN: not tir-translate --tir-to-c-header --tir-model=middle %t/emitc.mlir 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: has no model 'middle'; it has 'left', 'right'
// RUN: not tir-translate --tir-to-report %t/emitc.mlir 2>&1 | FileCheck %s --check-prefix=REPORT
// REPORT: error: 'emitc.func' op is the model 'right', beside the model 'left', but a report describes one model; compile each model by itself
// RUN: not tir-opt %t/loops.mlir --tir-phase-abi=loaders 2>&1 | FileCheck %s --check-prefix=LOADERS
// LOADERS: error: 'func.func' op is the model 'right', beside the model 'left', but loaders of shared libraries find one model, @__tvm_ffi_main; compile each model to an object of its own (--emit=obj --tvm-ffi), and link these to one library
// RUN: not tirc %t/models.mlir -o %t/out 2>&1 | FileCheck %s --check-prefix=TIRC
// TIRC: error: 'func.func' op is the model 'right', beside the model 'left', but tirc compiles one model; choose one with --entry, or compile each by itself
// RUN: tirc %t/models.mlir --entry=g --model-name=chosen -o %t/chosen
// RUN: FileCheck %s --input-file=%t/chosen/tvmgen_chosen.h --check-prefix=CHOSEN
// CHOSEN: TVMGEN_CHOSEN_OTHER_SIZE 16

//--- models.mlir
func.func @f(%x: tensor<1x4xi32> {tir.name = "x"}) -> (tensor<1x4xi32> {tir.name = "y"})
    attributes {tir.model = #tir.model<name = "left">} {
  %a = arith.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [-1, -2, 3, 4], [0, 1, 0, 1]]> : tensor<4x4xi32>
  %b = arith.constant dense<[[2, 0, 0, 1], [0, 3, 0, 0], [1, 1, 1, 1], [0, 0, -5, 0]]> : tensor<4x4xi32>
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<1x4xi32>
  %init = linalg.fill ins(%zero : i32) outs(%e : tensor<1x4xi32>) -> tensor<1x4xi32>
  %0 = linalg.matmul ins(%x, %a : tensor<1x4xi32>, tensor<4x4xi32>) outs(%init : tensor<1x4xi32>) -> tensor<1x4xi32>
  %1 = linalg.matmul ins(%0, %b : tensor<1x4xi32>, tensor<4x4xi32>) outs(%init : tensor<1x4xi32>) -> tensor<1x4xi32>
  return %1 : tensor<1x4xi32>
}
func.func @g(%x: tensor<1x4xi32> {tir.name = "other"}) -> (tensor<1x4xi32> {tir.name = "y"})
    attributes {tir.model = #tir.model<name = "right">} {
  %a = arith.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [-1, -2, 3, 4], [0, 1, 0, 1]]> : tensor<4x4xi32>
  %b = arith.constant dense<[[2, 0, 0, 1], [0, 3, 0, 0], [1, 1, 1, 1], [0, 0, -5, 0]]> : tensor<4x4xi32>
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<1x4xi32>
  %init = linalg.fill ins(%zero : i32) outs(%e : tensor<1x4xi32>) -> tensor<1x4xi32>
  %0 = linalg.matmul ins(%x, %b : tensor<1x4xi32>, tensor<4x4xi32>) outs(%init : tensor<1x4xi32>) -> tensor<1x4xi32>
  %1 = linalg.matmul ins(%0, %a : tensor<1x4xi32>, tensor<4x4xi32>) outs(%init : tensor<1x4xi32>) -> tensor<1x4xi32>
  %2 = linalg.matmul ins(%1, %b : tensor<1x4xi32>, tensor<4x4xi32>) outs(%init : tensor<1x4xi32>) -> tensor<1x4xi32>
  return %2 : tensor<1x4xi32>
}

//--- main.c
#include "tvmgen_left.h"
#include "tvmgen_right.h"

#include <stdio.h>
#include <string.h>

static const int32_t a[4][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {-1, -2, 3, 4}, {0, 1, 0, 1}};
static const int32_t b[4][4] = {{2, 0, 0, 1}, {0, 3, 0, 0}, {1, 1, 1, 1}, {0, 0, -5, 0}};

static void multiply(int32_t *x, const int32_t w[4][4]) {
  int32_t y[4] = {0, 0, 0, 0};
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 4; ++i)
      y[j] += x[i] * w[i][j];
  memcpy(x, y, sizeof(y));
}

int main(void) {
  int32_t x[4] = {1, -2, 30, 7}, left[4], right[4], wanted_left[4], wanted_right[4];
  struct tvmgen_left_inputs left_inputs = {x};
  struct tvmgen_left_outputs left_outputs = {left};
  struct tvmgen_right_inputs right_inputs = {x};
  struct tvmgen_right_outputs right_outputs = {right};
  if (tvmgen_left_run(&left_inputs, &left_outputs) || tvmgen_right_run(&right_inputs, &right_outputs))
    return 1;
  memcpy(wanted_left, x, sizeof(x));
  multiply(wanted_left, a);
  multiply(wanted_left, b);
  memcpy(wanted_right, x, sizeof(x));
  multiply(wanted_right, b);
  multiply(wanted_right, a);
  multiply(wanted_right, b);
  if (memcmp(left, wanted_left, sizeof(left)) || memcmp(right, wanted_right, sizeof(right))) {
    puts("the models computed something else");
    return 1;
  }
  return 0;
}
