// Metadata in C: with our printer, and with upstream's.
// RUN: tir-opt %s --tir-convert-to-emitc -o %t.mlir
// RUN: tir-translate --tir-to-c %t.mlir -o %t.c && FileCheck %s --input-file=%t.c --implicit-check-not=func_registry.h
// RUN: mlir-translate --mlir-to-cpp %t.mlir -o %t.stock.c && FileCheck %s --input-file=%t.stock.c
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -I %tir_source_dir/runtime/crt/include -fsyntax-only %t.c
// RUN: clang-22 -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -I %tir_source_dir/runtime/crt/include -fsyntax-only %t.c
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -I %tir_source_dir/runtime/crt/include -fsyntax-only %t.stock.c
// RUN: tir-opt %s --convert-to-emitc | FileCheck %s --check-prefix=STOCK

// STOCK-NOT: {{tir\.(metadata|address_of)}}

// CHECK:     #include <stddef.h>
// CHECK:     #include "tvm/runtime/metadata_types.h"
module {
  // CHECK:      {{^}}static const int64_t metadata_input0[] = {1, 8};
  // CHECK-NEXT: static const int64_t metadata_input2[] = {9223372036854775807};
  // CHECK-NEXT: static const struct TVMTensorInfo metadata_inputs[] = {
  // CHECK-NEXT:   {"image", metadata_input0, 2, {kDLUInt, 8, 1}},
  // CHECK-NEXT:   {"\?\?/\"\\*/\012", NULL, 0, {kDLBfloat, 16, 1}},
  // CHECK-NEXT:   {"", metadata_input2, 1, {kDLInt, 64, 1}},
  // CHECK-NEXT: };
  // CHECK-NEXT: static const int64_t metadata_output0[] = {3, 0};
  // CHECK-NEXT: static const struct TVMTensorInfo metadata_outputs[] = {
  // CHECK-NEXT:   {"mask", metadata_output0, 2, {kDLUInt, 1, 1}},
  // CHECK-NEXT:   {"half", NULL, 0, {kDLFloat, 16, 1}},
  // CHECK-NEXT: };
  // CHECK-NEXT: static const int64_t metadata_workspace_pool0[] = {64};
  // CHECK-NEXT: static const struct TVMTensorInfo metadata_workspace_pools[] = {
  // CHECK-NEXT:   {"workspace", metadata_workspace_pool0, 1, {kDLUInt, 8, 1}},
  // CHECK-NEXT: };
  // CHECK-NEXT: static const struct TVMMetadata metadata = {
  // CHECK-NEXT:   1,
  // CHECK-NEXT:   metadata_inputs, 3,
  // CHECK-NEXT:   metadata_outputs, 2,
  // CHECK-NEXT:   metadata_workspace_pools, 1,
  // CHECK-NEXT:   NULL, 0,
  // CHECK-NEXT:   "tvmgen_net",
  // CHECK-NEXT: };
  tir.metadata @metadata "tvmgen_net"
    inputs [#tir.tensor_info<"image", tensor<1x8xui8>>, #tir.tensor_info<"??/\"\\*/\0A", tensor<bf16>>,
            #tir.tensor_info<"", tensor<9223372036854775807xi64>>]
    outputs [#tir.tensor_info<"mask", tensor<3x0xi1>>, #tir.tensor_info<"half", tensor<f16>>]
    workspace_pools [#tir.tensor_info<"workspace", tensor<64xui8>>]

  // CHECK:      {{^}}static const struct TVMMetadata empty = {
  // CHECK-NEXT:   1,
  // CHECK-NEXT:   NULL, 0,
  // CHECK-NEXT:   NULL, 0,
  // CHECK-NEXT:   NULL, 0,
  // CHECK-NEXT:   NULL, 0,
  // CHECK-NEXT:   "",
  // CHECK-NEXT: };
  tir.metadata @empty "" inputs [] outputs [] workspace_pools []

  // CHECK: (void *)(uintptr_t)&metadata;
  func.func @get() -> !tir.handle attributes {tir.model = #tir.model<name = "m", source = "m.mlir">} {
    %address = tir.address_of @metadata : !tir.handle
    return %address : !tir.handle
  }
  // CHECK: (void *)(uintptr_t)&empty;
  func.func @get_empty() -> !tir.handle {
    %address = tir.address_of @empty : !tir.handle
    return %address : !tir.handle
  }
}
