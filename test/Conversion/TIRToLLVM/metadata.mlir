// RUN: tir-opt %s --tir-convert-to-llvm | FileCheck %s
// RUN: tir-opt %s --convert-to-llvm | FileCheck %s
// Constants without code, for each size of pointers and each byte order.
// RUN: tir-opt %s --tir-convert-to-llvm | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=IR
// RUN: sed 's/module {/module attributes {llvm.data_layout = "e-p:32:32"} {/' %s | tir-opt --tir-convert-to-llvm | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=IR
// RUN: sed 's/module {/module attributes {llvm.data_layout = "E-p:32:32"} {/' %s | tir-opt --tir-convert-to-llvm | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=IR

module {
  // IR-DAG: @[[NET:.*]] = private unnamed_addr constant [11 x i8] c"tvmgen_net\00"
  // IR-DAG: @[[IMAGE:.*]] = private unnamed_addr constant [6 x i8] c"image\00"
  // IR-DAG: @[[ODD:.*]] = private unnamed_addr constant [6 x i8] c"\22*/\C3\A9\00"
  // IR-DAG: @[[MASK:.*]] = private unnamed_addr constant [5 x i8] c"mask\00"
  // IR-DAG: @[[POOL:.*]] = private unnamed_addr constant [10 x i8] c"workspace\00"
  // IR-DAG: @metadata_input0 = internal constant [2 x i64] [i64 1, i64 8]
  // IR-DAG: @metadata_inputs = internal constant [2 x { ptr, ptr, i64, { i8, i8, i16 } }] [{ ptr, ptr, i64, { i8, i8, i16 } } { ptr @[[IMAGE]], ptr @metadata_input0, i64 2, { i8, i8, i16 } { i8 1, i8 8, i16 1 } }, { ptr, ptr, i64, { i8, i8, i16 } } { ptr @[[ODD]], ptr null, i64 0, { i8, i8, i16 } { i8 4, i8 16, i16 1 } }]
  // IR-DAG: @metadata_output0 = internal constant [2 x i64] [i64 3, i64 0]
  // IR-DAG: @metadata_outputs = internal constant [1 x { ptr, ptr, i64, { i8, i8, i16 } }] [{ ptr, ptr, i64, { i8, i8, i16 } } { ptr @[[MASK]], ptr @metadata_output0, i64 2, { i8, i8, i16 } { i8 1, i8 1, i16 1 } }]
  // IR-DAG: @metadata_workspace_pools = internal constant [1 x { ptr, ptr, i64, { i8, i8, i16 } }] [{ ptr, ptr, i64, { i8, i8, i16 } } { ptr @[[POOL]], ptr @metadata_workspace_pool0, i64 1, { i8, i8, i16 } { i8 1, i8 8, i16 1 } }]
  // IR-DAG: @metadata = internal constant { i64, ptr, i64, ptr, i64, ptr, i64, ptr, i64, ptr } { i64 1, ptr @metadata_inputs, i64 2, ptr @metadata_outputs, i64 1, ptr @metadata_workspace_pools, i64 1, ptr null, i64 0, ptr @[[NET]] }
  // CHECK: llvm.mlir.global internal constant @metadata() {{.*}} : !llvm.struct<(i64, ptr, i64, ptr, i64, ptr, i64, ptr, i64, ptr)> {
  tir.metadata @metadata "tvmgen_net"
    inputs [#tir.tensor_info<"image", tensor<1x8xui8>>, #tir.tensor_info<"\"*/é", tensor<bf16>>]
    outputs [#tir.tensor_info<"mask", tensor<3x0xi1>>]
    workspace_pools [#tir.tensor_info<"workspace", tensor<64xui8>>]

  // IR-DAG: @[[NONE:.*]] = private unnamed_addr constant [1 x i8] zeroinitializer
  // IR-DAG: @empty = internal constant { i64, ptr, i64, ptr, i64, ptr, i64, ptr, i64, ptr } { i64 1, ptr null, i64 0, ptr null, i64 0, ptr null, i64 0, ptr null, i64 0, ptr @[[NONE]] }
  tir.metadata @empty "" inputs [] outputs [] workspace_pools []

  // CHECK-LABEL: llvm.func @get(
  // CHECK-NEXT:    %[[ADDRESS:.*]] = llvm.mlir.addressof @metadata : !llvm.ptr
  // CHECK-NEXT:    llvm.return %[[ADDRESS]]
  func.func @get() -> !tir.handle {
    %address = tir.address_of @metadata : !tir.handle
    return %address : !tir.handle
  }
}
