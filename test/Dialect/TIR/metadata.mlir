// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s

// CHECK:      tir.metadata @tvmgen_net_metadata "tvmgen_net"
// CHECK-SAME:   inputs [#tir.tensor_info<"image:0", tensor<1x8x8x1xi8>>, #tir.tensor_info<"", tensor<bf16>>]
// CHECK-SAME:   outputs [#tir.tensor_info<"is \22it\22", tensor<2x0xi1>>]
// CHECK-SAME:   workspace_pools [#tir.tensor_info<"workspace", tensor<64xi8>>] {note = "kept"}
tir.metadata @tvmgen_net_metadata "tvmgen_net"
  inputs [#tir.tensor_info<"image:0", tensor<1x8x8x1xi8>>, #tir.tensor_info<"", tensor<bf16>>]
  outputs [#tir.tensor_info<"is \"it\"", tensor<2x0xi1>>]
  workspace_pools [#tir.tensor_info<"workspace", tensor<64xi8>>] {note = "kept"}

// CHECK: tir.metadata @empty "" inputs [] outputs [] workspace_pools []
tir.metadata @empty "" inputs [] outputs [] workspace_pools []
