// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s

// CHECK-LABEL: func.func @text
func.func @text() -> (!tir.string, !tir.string) {
  // CHECK: tir.string_constant "one \22two\22"
  %one = tir.string_constant "one \"two\""
  // CHECK: tir.string_constant ""
  %empty = tir.string_constant ""
  return %one, %empty : !tir.string, !tir.string
}

// CHECK-LABEL: func.func @function
func.func @function() -> (i32, !tir.handle) {
  // CHECK: %[[CODE:.*]], %[[F:.*]] = tir.get_function "runtime.SystemLib"
  %code, %f = tir.get_function "runtime.SystemLib"
  // CHECK: return %[[CODE]], %[[F]]
  return %code, %f : i32, !tir.handle
}

// CHECK-LABEL: func.func @is_null
func.func @is_null(%h: !tir.handle, %v: !tir.values, %c: !tir.type_codes, %t: !tir.dltensor, %s: !tir.string,
                   %d: !tir.device_context<"npu">)
    -> (i1, i1, i1, i1, i1, i1) {
  // CHECK: tir.is_null %{{.*}} : !tir.handle
  %0 = tir.is_null %h : !tir.handle
  // CHECK: tir.is_null %{{.*}} : !tir.values
  %1 = tir.is_null %v : !tir.values
  // CHECK: tir.is_null %{{.*}} : !tir.type_codes
  %2 = tir.is_null %c : !tir.type_codes
  // CHECK: tir.is_null %{{.*}} : !tir.dltensor
  %3 = tir.is_null %t : !tir.dltensor
  // CHECK: tir.is_null %{{.*}} : !tir.string
  %4 = tir.is_null %s : !tir.string
  // CHECK: tir.is_null %{{.*}} : !tir.device_context<"npu">
  %5 = tir.is_null %d : !tir.device_context<"npu">
  return %0, %1, %2, %3, %4, %5 : i1, i1, i1, i1, i1, i1
}
