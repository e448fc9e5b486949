// Functions of the registry, of the runtime, and functions that are always inlined, in C.
// RUN: tir-opt %s --tir-flatten-memrefs --tir-convert-to-emitc --tir-coalesce-variables | tir-translate --tir-to-c | FileCheck %s

// CHECK: #include "tvm/runtime/c_runtime_api.h"
// CHECK-NEXT: #include "tvm/runtime/c_backend_api.h"
module {
  // CHECK-NOT:  What kernels pass
  // CHECK:      #define TIR_ATOMIC_LOAD(place) __atomic_load_n(place, __ATOMIC_RELAXED)
  // CHECK-NEXT: #define TIR_ATOMIC_STORE(place, value) __atomic_store_n(place, value, __ATOMIC_RELAXED)
  // CHECK-NEXT: #else
  // CHECK-NEXT: #define TIR_ATOMIC_LOAD(place) (*(place))
  // CHECK-NEXT: #define TIR_ATOMIC_STORE(place, value) (*(place) = (value))
  // CHECK-NEXT: #endif
  // CHECK:      #define TIR_ALWAYS_INLINE inline __attribute__((always_inline))
  // CHECK:      #define TIR_ALWAYS_INLINE inline{{$}}
  // CHECK-NOT:  #define
  // CHECK-NOT:  TVMBackendAllocWorkspace

  // CHECK-LABEL: static TIR_ALWAYS_INLINE int32_t call_it(int64_t x) {
  // CHECK-NEXT:    int32_t code = 0;
  // CHECK-NEXT:    void *function = TIR_ATOMIC_LOAD(tir_functions + 1);
  // CHECK-NEXT:    if (function == NULL) {
  // CHECK-NEXT:      code = TVMBackendGetFuncFromEnv(NULL, "a.b", &function);
  // CHECK-NEXT:      TIR_ATOMIC_STORE(tir_functions + 1, function);
  // CHECK-NEXT:    }
  // CHECK:         return TVMFuncCall({{.*}}, values, codes, 1, values1, codes1);
  func.func private @call_it(%x: i64 {tir.name = "x"}) -> i32 attributes {tir.function = #tir.function<always_inline = true>} {
    %code, %f = tir.get_function "a.b"
    tir.check_return %code
    %v, %c = tir.packed_stack 1
    tir.packed_set %v, %c[0] = %x : i64
    %rv, %rc = tir.packed_stack 1
    %r = tir.call_function %f(%v, %c, 1) -> (%rv, %rc)
    return %r : i32
  }

  // Others call a public function, so it keeps its signature.
  // CHECK-LABEL: {{^}}int32_t find(int64_t x) {
  func.func @find(%x: i64 {tir.name = "x"}) -> i32 attributes {tir.model = #tir.model<name = "Net", source = "net.mlir">, tir.function = #tir.function<always_inline = true>} {
    %r = call @call_it(%x) : (i64) -> i32
    return %r : i32
  }

  // Names with the same letters have different places.
  // CHECK-LABEL: void *same(void) {
  // CHECK:         TIR_ATOMIC_LOAD(tir_functions + 1);
  // CHECK:         "a.b"
  // CHECK:         TIR_ATOMIC_LOAD(tir_functions);
  // CHECK:         "a_b"
  func.func @same() -> !tir.handle {
    %code, %f = tir.get_function "a.b"
    %code2, %g = tir.get_function "a_b"
    return %g : !tir.handle
  }

  // The header declares it, with int where this module has i32.
  func.func private @TVMBackendAllocWorkspace(i32, i32, i64, i32, i32) -> !tir.handle
  // CHECK-LABEL: void *work(void) {
  // CHECK-NEXT:    return TVMBackendAllocWorkspace(1, 0, 1024, 0, 1);
  func.func @work() -> !tir.handle {
    %one = arith.constant 1 : i32
    %zero = arith.constant 0 : i32
    %n = arith.constant 1024 : i64
    %h = call @TVMBackendAllocWorkspace(%one, %zero, %n, %zero, %one) : (i32, i32, i64, i32, i32) -> !tir.handle
    return %h : !tir.handle
  }
}
