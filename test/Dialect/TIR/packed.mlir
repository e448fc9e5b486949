// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s

// CHECK-LABEL: func.func private @types(!tir.values, !tir.type_codes, !tir.dltensor, !tir.string)
func.func private @types(!tir.values, !tir.type_codes, !tir.dltensor, !tir.string)

// CHECK-LABEL: func.func @arguments
// CHECK-SAME:    %[[I:[a-z0-9]+]]: i8, %[[B:[a-z0-9]+]]: i1, %[[N:[a-z0-9]+]]: index, %[[F:[a-z0-9]+]]: f32, %[[D:[a-z0-9]+]]: f64,
// CHECK-SAME:    %[[H:[a-z0-9]+]]: !tir.handle, %[[T:[a-z0-9]+]]: !tir.dltensor, %[[S:[a-z0-9]+]]: !tir.string
func.func @arguments(%i: i8, %b: i1, %n: index, %f: f32, %d: f64, %h: !tir.handle,
                     %t: !tir.dltensor, %s: !tir.string) {
  // CHECK: %[[VALUES:.*]], %[[CODES:.*]] = tir.packed_stack 8{{$}}
  %values, %codes = tir.packed_stack 8
  // CHECK: tir.packed_set %[[VALUES]], %[[CODES]][0] = %[[I]] : i8
  tir.packed_set %values, %codes[0] = %i : i8
  // CHECK: tir.packed_set %[[VALUES]], %[[CODES]][1] = %[[B]] : i1
  tir.packed_set %values, %codes[1] = %b : i1
  // CHECK: tir.packed_set %[[VALUES]], %[[CODES]][2] = %[[N]] : index
  tir.packed_set %values, %codes[2] = %n : index
  // CHECK: tir.packed_set %[[VALUES]], %[[CODES]][3] = %[[F]] : f32
  tir.packed_set %values, %codes[3] = %f : f32
  // CHECK: tir.packed_set %[[VALUES]], %[[CODES]][4] = %[[D]] : f64
  tir.packed_set %values, %codes[4] = %d : f64
  // CHECK: tir.packed_set %[[VALUES]], %[[CODES]][5] = %[[H]] : !tir.handle
  tir.packed_set %values, %codes[5] = %h : !tir.handle
  // CHECK: tir.packed_set %[[VALUES]], %[[CODES]][6] = %[[T]] : !tir.dltensor
  tir.packed_set %values, %codes[6] = %t : !tir.dltensor
  // CHECK: tir.packed_set %[[VALUES]], %[[CODES]][7] = %[[S]] : !tir.string
  tir.packed_set %values, %codes[7] = %s : !tir.string
  return
}

// CHECK-LABEL: func.func @context
// CHECK-SAME:    %[[VALUES:.*]]: !tir.values, %[[CODES:.*]]: !tir.type_codes, %[[C:.*]]: !tir.device_context<"npu">)
func.func @context(%values: !tir.values, %codes: !tir.type_codes, %c: !tir.device_context<"npu">)
    -> !tir.device_context<"npu"> {
  // CHECK: tir.packed_set %[[VALUES]], %[[CODES]][0] = %[[C]] : !tir.device_context<"npu">
  tir.packed_set %values, %codes[0] = %c : !tir.device_context<"npu">
  // CHECK: tir.packed_get %[[VALUES]][0] : !tir.device_context<"npu">
  %d = tir.packed_get %values[0] : !tir.device_context<"npu">
  return %d : !tir.device_context<"npu">
}

// CHECK-LABEL: func.func @parameters
// CHECK-SAME:    %[[VALUES:.*]]: !tir.values, %[[CODES:.*]]: !tir.type_codes)
func.func @parameters(%values: !tir.values, %codes: !tir.type_codes)
    -> (i32, i64, f64, !tir.handle, !tir.dltensor, !tir.string) {
  // CHECK: tir.type_code_get %[[CODES]][0] : i32
  %code = tir.type_code_get %codes[0] : i32
  // CHECK: tir.packed_get %[[VALUES]][0] : i64
  %i = tir.packed_get %values[0] : i64
  // CHECK: tir.packed_get %[[VALUES]][1] : f64
  %f = tir.packed_get %values[1] : f64
  // CHECK: tir.packed_get %[[VALUES]][2] : !tir.handle
  %h = tir.packed_get %values[2] : !tir.handle
  // CHECK: tir.packed_get %[[VALUES]][3] : !tir.dltensor
  %t = tir.packed_get %values[3] : !tir.dltensor
  // CHECK: tir.packed_get %[[VALUES]][4] : !tir.string
  %s = tir.packed_get %values[4] : !tir.string
  return %code, %i, %f, %h, %t, %s : i32, i64, f64, !tir.handle, !tir.dltensor, !tir.string
}
