// RUN: tir-opt %s --tir-flatten-memrefs --tir-convert-to-emitc | mlir-translate --mlir-to-cpp | FileCheck %s --check-prefixes=CHECK,OURS
// Stock MLIR's conversion, with buffers as arrays and without includes.
// RUN: tir-opt %s --tir-flatten-memrefs --convert-to-emitc | mlir-translate --mlir-to-cpp | FileCheck %s --check-prefixes=CHECK,STOCK

// OURS:      #include <stdint.h>
// OURS-NEXT: #include <stddef.h>
// OURS-NEXT: #include <stdbool.h>
// OURS-NEXT: #include "tvm/runtime/c_runtime_api.h"
// OURS-NEXT: #include "tvm/runtime/c_backend_api.h"
// STOCK-NOT: #include

// CHECK: static const int64_t tir_extents_8_1[2] = {8, 1};
// CHECK: static const int64_t tir_extents_4_4[2] = {4, 4};

// CHECK-LABEL: void set(TVMValue* v1, int* v2, bool v3, int8_t v4, float v5, void* v6, DLTensor* v7, const char* v8, void* v9) {
func.func @set(%values: !tir.values, %codes: !tir.type_codes, %b: i1, %i: i8, %f: f32, %h: !tir.handle,
               %t: !tir.dltensor, %s: !tir.string, %x: !tir.device_context<"npu">) {
  // CHECK:      int32_t [[K:.*]] = 0;
  // CHECK-NEXT: int64_t [[V:.*]] = (int64_t) v3;
  // CHECK-NEXT: v1[[[K]]].v_int64 = [[V]];
  // CHECK-NEXT: int32_t [[K:.*]] = 0;
  // CHECK-NEXT: int [[C:.*]] = kTVMArgInt;
  // CHECK-NEXT: v2[[[K]]] = [[C]];
  tir.packed_set %values, %codes[0] = %b : i1
  // CHECK: (int64_t) v4;
  // CHECK: .v_int64 =
  tir.packed_set %values, %codes[1] = %i : i8
  // CHECK: (double) v5;
  // CHECK: .v_float64 =
  // CHECK: = kTVMArgFloat;
  tir.packed_set %values, %codes[2] = %f : f32
  // CHECK: .v_handle = v6;
  // CHECK: = kTVMOpaqueHandle;
  tir.packed_set %values, %codes[3] = %h : !tir.handle
  // CHECK: [[V:v[0-9]+]] = (void*) v7;
  // CHECK: .v_handle = [[V]];
  // CHECK: = kTVMDLTensorHandle;
  tir.packed_set %values, %codes[4] = %t : !tir.dltensor
  // CHECK: .v_str = v8;
  // CHECK: = kTVMStr;
  tir.packed_set %values, %codes[5] = %s : !tir.string
  // CHECK: .v_handle = v9;
  // CHECK: = kTVMOpaqueHandle;
  tir.packed_set %values, %codes[6] = %x : !tir.device_context<"npu">
  return
}

// Slots belong to the whole function.
// CHECK-LABEL: int32_t slots(bool v1, int64_t v2) {
// CHECK-NEXT:    int [[CODES:.*]][3];
// CHECK-NEXT:    TVMValue [[VALUES:.*]][3];
// CHECK:         if (v1) {
// CHECK:           = (TVMValue*) [[VALUES]];
// CHECK-NEXT:      = (int*) [[CODES]];
func.func @slots(%c: i1, %n: i64) -> i32 {
  scf.if %c {
    %values, %codes = tir.packed_stack 3
    tir.packed_set %values, %codes[0] = %n : i64
  }
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// CHECK-LABEL: int32_t get(TVMValue* v1, int* v2) {
func.func @get(%values: !tir.values, %codes: !tir.type_codes) -> i32 {
  // CHECK: DLTensor* {{.*}} = (DLTensor*)
  %t = tir.packed_get %values[0] : !tir.dltensor
  // CHECK: int [[C:.*]] = v2[
  // CHECK-NEXT: int32_t {{.*}} = (int32_t) [[C]];
  %c = tir.type_code_get %codes[1] : i32
  // CHECK: DLDeviceType [[D:.*]] = {{.*}}.device.device_type;
  // CHECK-NEXT: (int32_t) [[D]];
  %d = tir.dltensor_get %t, device_type : i32
  // CHECK: uint8_t [[D:.*]] = {{.*}}.dtype.bits;
  // CHECK-NEXT: (int8_t) [[D]];
  %bits = tir.dltensor_get %t, dtype_bits : i8
  // CHECK: int64_t* [[D:.*]] = {{.*}}.strides;
  // CHECK-NEXT: (void*) [[D]];
  %strides = tir.dltensor_get %t, strides : !tir.handle
  // CHECK: .dtype.code = {{.*}};
  tir.dltensor_set %t, dtype_code = %bits : i8
  // CHECK: .strides = {{.*}};
  tir.dltensor_set %t, strides = %strides : !tir.handle
  // CHECK: .device.device_type =
  tir.dltensor_set %t, device_type = %d : i32
  return %c : i32
}

// CHECK-LABEL: void make(
func.func @make(%x: memref<4x8xf32>) {
  // CHECK: DLTensor [[T:v[0-9]+]];
  // CHECK: [[T]].data =
  // CHECK: DLDeviceType [[D:.*]] = (DLDeviceType)
  // CHECK: [[T]].device.device_type = [[D]];
  // CHECK: [[T]].device.device_id =
  // CHECK: int32_t [[V:.*]] = 2;
  // CHECK: [[T]].ndim = [[V]];
  // CHECK: uint8_t [[V:.*]] = 2;
  // CHECK: [[T]].dtype.code = [[V]];
  // CHECK: uint8_t [[V:.*]] = 32;
  // CHECK: [[T]].dtype.bits = [[V]];
  // CHECK: uint16_t [[V:.*]] = 1;
  // CHECK: [[T]].dtype.lanes = [[V]];
  // CHECK: int64_t* [[V:.*]] = (int64_t*) tir_extents_4_4;
  // CHECK: [[T]].shape = [[V]];
  // CHECK: int64_t* [[V:.*]] = (int64_t*) tir_extents_8_1;
  // CHECK: [[T]].strides = [[V]];
  // CHECK: uint64_t [[V:.*]] = 16;
  // CHECK: [[T]].byte_offset = [[V]];
  // CHECK: DLTensor* [[P:.*]] = &[[T]];
  // CHECK-NEXT: inspect([[P]]);
  %t = tir.make_dltensor %x, shape [4, 4] strides [8, 1] byte_offset 16 device(1, 0) : memref<4x8xf32>
  call @inspect(%t) : (!tir.dltensor) -> ()
  return
}
func.func private @inspect(!tir.dltensor)

// CHECK-LABEL: int32_t find(
func.func @find(%c: i1) -> i32 {
  // CHECK: const char* [[N:.*]] = "a\"b\\c\?\?/\303\251\012{}";
  // CHECK: TVMBackendGetFuncFromEnv({{.*}}, [[N]], {{.*}});
  %code, %f = tir.get_function "a\"b\\c??/\C3\A9\0A{}"
  // CHECK: void* [[NULL:.*]] = NULL;
  // CHECK-NEXT: bool [[IS:.*]] = {{.*}} == [[NULL]];
  // CHECK-NEXT: bool [[NOT:.*]] = ![[IS]];
  // CHECK-NEXT: if ([[NOT]]) {
  // CHECK-NEXT:   const char* [[TEXT:.*]] = "100% {}";
  // CHECK-NEXT:   TVMAPISetLastError([[TEXT]]);
  // CHECK-NEXT:   return -1;
  // CHECK-NEXT: }
  %null = tir.is_null %f : !tir.handle
  tir.assert %null, "100% {}" {on_error = #tir.on_error<last_error>}
  // CHECK: if ({{.*}}) {
  // CHECK-NEXT:   return -1;
  tir.assert %c, "nobody hears of it"
  return %code : i32
}

// CHECK-LABEL: void fields(
func.func @fields(%s: !tir.handle, %x: memref<4x8xf32>, %h: !tir.handle) {
  // CHECK: struct bindings* [[S:.*]] = (struct bindings*) v1;
  // CHECK: .a =
  tir.struct_set %s[@bindings, "a"] = %x : memref<4x8xf32>
  // CHECK: .b = v3;
  tir.struct_set %s[@bindings, "b"] = %h : !tir.handle
  return
}
// CHECK-NOT: bindings
tir.struct @bindings ["a", "b"]
// CHECK-NOT: npu
tir.device @npu0 {kind = "npu"}
