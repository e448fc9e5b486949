// RUN: tir-opt %s --tir-convert-to-llvm | FileCheck %s --check-prefixes=CHECK,LITTLE
// RUN: tir-opt %s --convert-to-llvm | FileCheck %s --check-prefixes=CHECK,LITTLE
// RUN: sed 's/module {/module attributes {llvm.data_layout = "E-p:32:32"} {/' %s | tir-opt --tir-convert-to-llvm | FileCheck %s --check-prefixes=CHECK,BIG
// The layout of LLVM's own printer: constants without code, and without a byte between the names.
// RUN: tir-opt %s --tir-convert-to-llvm | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=IR

module {
  // CHECK: llvm.func @elsewhere(
  func.func private @elsewhere(!tir.values, !tir.type_codes, i32, !tir.values, !tir.type_codes, !tir.handle) -> i32
  func.func @here(%args: !tir.values, %codes: !tir.type_codes, %n: i32, %v: !tir.values, %c: !tir.type_codes,
                  %h: !tir.handle) -> i32 {
    %ok = arith.constant 0 : i32
    return %ok : i32
  }

  // LITTLE:     llvm.mlir.global internal constant @own_names("\01\00own\00\00")
  // BIG:        llvm.mlir.global internal constant @own_names("\00\01own\00\00")
  // CHECK:      llvm.mlir.global internal constant @own_functions() {{.*}} : !llvm.array<1 x ptr> {
  // CHECK:      llvm.mlir.global internal constant @own() {{.*}} : !llvm.struct<(ptr, ptr)> {
  // CHECK-NEXT:   %[[NAMES:.*]] = llvm.mlir.addressof @own_names
  // CHECK-NEXT:   %[[FUNCTIONS:.*]] = llvm.mlir.addressof @own_functions
  // CHECK:        llvm.insertvalue %[[NAMES]], %{{.*}}[0]
  // CHECK:        llvm.insertvalue %[[FUNCTIONS]], %{{.*}}[1]
  // CHECK-NOT:  @own_module
  tir.func_registry @own ["own"] = [@elsewhere]

  // LITTLE:     llvm.mlir.global internal constant @registry_names("\03\00tvm.relu\00*/ \22?\\\C3\A9\00get\00\00")
  // BIG:        llvm.mlir.global internal constant @registry_names("\00\03tvm.relu\00*/ \22?\\\C3\A9\00get\00\00")
  // CHECK:      llvm.mlir.global internal constant @registry_functions() {{.*}} : !llvm.array<3 x ptr> {
  // CHECK-NEXT:   %[[FIRST:.*]] = llvm.mlir.addressof @elsewhere : !llvm.ptr
  // CHECK-NEXT:   %[[SECOND:.*]] = llvm.mlir.addressof @here : !llvm.ptr
  // CHECK-NEXT:   %[[THIRD:.*]] = llvm.mlir.addressof @elsewhere : !llvm.ptr
  // CHECK:        llvm.insertvalue %[[FIRST]], %{{.*}}[0]
  // CHECK-NEXT:   llvm.insertvalue %[[SECOND]], %{{.*}}[1]
  // CHECK-NEXT:   llvm.insertvalue %[[THIRD]], %{{.*}}[2]
  // CHECK:      llvm.mlir.global internal constant @registry() {{.*}} : !llvm.struct<(ptr, ptr)> {
  // CHECK:      llvm.mlir.global internal constant @registry_module() {{.*}} : !llvm.struct<(ptr)> {
  // CHECK-NEXT:   llvm.mlir.addressof @registry : !llvm.ptr
  // CHECK:      llvm.func @TVMSystemLibEntryPoint() -> !llvm.ptr {
  // CHECK-NEXT:   %[[MODULE:.*]] = llvm.mlir.addressof @registry_module : !llvm.ptr
  // CHECK-NEXT:   llvm.return %[[MODULE]] : !llvm.ptr
  // IR-DAG:     @own_names = internal constant [7 x i8] c"\01\00own\00\00"
  // IR-DAG:     @registry_names = internal constant [25 x i8] c"\03\00tvm.relu\00*/ \22?\\\C3\A9\00get\00\00"
  // IR-DAG:     @registry_functions = internal constant [3 x ptr] [ptr @elsewhere, ptr @here, ptr @elsewhere]
  // IR-DAG:     @registry = internal constant { ptr, ptr } { ptr @registry_names, ptr @registry_functions }
  // IR-DAG:     @registry_module = internal constant { ptr } { ptr @registry }
  tir.func_registry @registry ["tvm.relu", "*/ \"?\\é", "get"] = [@elsewhere, @here, @elsewhere] system_lib

  // CHECK-LABEL: llvm.func @address(
  // CHECK-NEXT:    %[[ADDRESS:.*]] = llvm.mlir.addressof @registry : !llvm.ptr
  // CHECK-NEXT:    llvm.return %[[ADDRESS]]
  func.func @address() -> !tir.handle {
    %address = tir.address_of @registry : !tir.handle
    return %address : !tir.handle
  }

  // The runtime receives the module's own registry as its module node.
  // CHECK-LABEL: llvm.func @find(
  // CHECK:         %[[NODE:.*]] = llvm.mlir.addressof @own : !llvm.ptr
  // CHECK-NEXT:    llvm.call @TVMBackendGetFuncFromEnv(%[[NODE]],
  func.func @find() -> i32 {
    %code, %f = tir.get_function "tvm.add" from @own
    return %code : i32
  }
}
