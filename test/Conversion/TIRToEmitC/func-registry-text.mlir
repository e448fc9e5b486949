// Registries in C: with our printer, and with upstream's.
// RUN: tir-opt %s --tir-convert-to-emitc -o %t.mlir
// RUN: tir-translate --tir-to-c %t.mlir -o %t.c && FileCheck %s --input-file=%t.c --check-prefixes=CHECK,OURS --implicit-check-not=own_module
// RUN: mlir-translate --mlir-to-cpp %t.mlir -o %t.stock.c && FileCheck %s --input-file=%t.stock.c
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -I %tir_source_dir/runtime/crt/include -fsyntax-only %t.c
// RUN: clang-22 -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -I %tir_source_dir/runtime/crt/include -fsyntax-only %t.c
// RUN: gcc -std=c99 -Wall -Wno-unused-variable -Wpedantic -Wconversion -Wcast-qual -Werror -I %tir_source_dir/runtime/crt/include -fsyntax-only %t.stock.c
// RUN: tir-opt %s --convert-to-emitc | FileCheck %s --check-prefix=STOCK

// STOCK-NOT: {{tir\.(func_registry|address_of|get_function)}}

// CHECK:      #include "tvm/runtime/c_runtime_api.h"
// CHECK-NEXT: #include "tvm/runtime/c_backend_api.h"
// CHECK-NEXT: #include "tvm/runtime/crt/func_registry.h"
// CHECK-NEXT: #include "tvm/runtime/crt/module.h"
// CHECK-NOT:  metadata_types.h
module {
  // A registry of the module itself is not a system library; a function is declared once.
  // OURS:       {{^}}extern int32_t elsewhere(TVMValue *args, int *type_codes, int num_args, TVMValue *out_value,
  // OURS-NEXT:      int *out_code, void *handle);
  // OURS-NOT:   elsewhere(TVMValue
  // CHECK:      {{^}}static const struct {
  // CHECK-NEXT:   uint16_t count;
  // CHECK-NEXT:   char name0[4];
  // CHECK-NEXT:   char end[1];
  // CHECK-NEXT: } own_names = {
  // CHECK-NEXT:   1,
  // CHECK-NEXT:   "own",
  // CHECK-NEXT:   "",
  // CHECK-NEXT: };
  // CHECK-NEXT: static const TVMBackendPackedCFunc own_functions[] = {
  // CHECK-NEXT:   (TVMBackendPackedCFunc)elsewhere,
  // CHECK-NEXT: };
  // CHECK-NEXT: static const TVMFuncRegistry own = {
  // CHECK-NEXT:   (const char *)&own_names,
  // CHECK-NEXT:   own_functions,
  // CHECK-NEXT: };
  // OURS-NOT:   elsewhere(TVMValue

  // Names with characters that C identifiers cannot have, or that would form a trigraph, take only their bytes.
  // OURS:       {{^}}int32_t here(TVMValue *
  // CHECK:        uint16_t count;
  // CHECK-NEXT:   char name0[9];
  // CHECK-NEXT:   char name1[9];
  // CHECK-NEXT:   char name2[5];
  // CHECK-NEXT:   char end[1];
  // CHECK-NEXT: } registry_names = {
  // CHECK-NEXT:   3,
  // CHECK-NEXT:   "tvm.relu",
  // CHECK-NEXT:   "*/ \"\?\\\303\251",
  // CHECK-NEXT:   "\001777",
  // CHECK-NEXT:   "",
  // CHECK-NEXT: };
  // CHECK-NEXT: static const TVMBackendPackedCFunc registry_functions[] = {
  // CHECK-NEXT:   (TVMBackendPackedCFunc)elsewhere,
  // CHECK-NEXT:   (TVMBackendPackedCFunc)here,
  // CHECK-NEXT:   (TVMBackendPackedCFunc)elsewhere,
  // CHECK-NEXT: };
  // CHECK-NEXT: static const TVMFuncRegistry registry = {
  // CHECK-NEXT:   (const char *)&registry_names,
  // CHECK-NEXT:   registry_functions,
  // CHECK-NEXT: };
  // CHECK-NEXT: static const TVMModule registry_module = {&registry};
  // CHECK:      {{^}}const TVMModule{{.*}}TVMSystemLibEntryPoint({{(void)?}}) {
  // CHECK-NEXT:   return &registry_module;
  // CHECK:      {{^}}void{{.*}} {{[*]?}}address({{(void)?}}) {
  // CHECK:        (void *)(uintptr_t)&registry;
  // CHECK:      TVMBackendGetFuncFromEnv(
  // OURS-SAME:    (void *)(uintptr_t)&own, "tvm.add",
  func.func private @elsewhere(!tir.values {tir.name = "args"}, !tir.type_codes {tir.name = "type_codes"},
      i32 {tir.name = "num_args", tir.port = #tir.port<c_type = "int">}, !tir.values {tir.name = "out_value"},
      !tir.type_codes {tir.name = "out_code"}, !tir.handle {tir.name = "handle"}) -> i32
  func.func @here(%args: !tir.values, %codes: !tir.type_codes, %n: i32 {tir.port = #tir.port<c_type = "int">}, %v: !tir.values,
                  %c: !tir.type_codes, %h: !tir.handle) -> i32 attributes {tir.model = #tir.model<name = "m", source = "m.mlir">} {
    %ok = arith.constant 0 : i32
    return %ok : i32
  }
  tir.func_registry @own ["own"] = [@elsewhere]
  tir.func_registry @registry ["tvm.relu", "*/ \"?\\é", "\01777"] = [@elsewhere, @here, @elsewhere] system_lib
  func.func @address() -> !tir.handle {
    %address = tir.address_of @registry : !tir.handle
    return %address : !tir.handle
  }
  func.func @find() -> i32 {
    %code, %f = tir.get_function "tvm.add" from @own
    return %code : i32
  }
}
