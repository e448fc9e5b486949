// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s

func.func private @packed(!tir.values, !tir.type_codes, i32, !tir.values, !tir.type_codes, !tir.handle) -> i32
tir.prim_func private @not_lowered(memref<4xf32>) attributes {calling_convention = #tir.calling_convention<packed>}

// One function may have two names, and a name may contain characters that C identifiers cannot have.
// CHECK: tir.func_registry @own ["f", "\22\\ \C3\A9*/"] = [@packed, @packed]{{$}}
tir.func_registry @own ["f", "\"\\ é*/"] = [@packed, @packed]

// CHECK: tir.func_registry @registry ["f", "tvm.relu"] = [@packed, @not_lowered] system_lib{{$}}
tir.func_registry @registry ["f", "tvm.relu"] = [@packed, @not_lowered] system_lib

// CHECK: tir.func_registry @attributed ["f"] = [@packed] {note = "kept"}
tir.func_registry @attributed ["f"] = [@packed] {note = "kept"}

// CHECK-LABEL: func.func @find
func.func @find() -> i32 {
  // CHECK: tir.get_function "tvm.relu" from @registry{{$}}
  %code, %f = tir.get_function "tvm.relu" from @registry
  // CHECK: tir.get_function "tvm.relu"{{$}}
  %code2, %g = tir.get_function "tvm.relu"
  return %code : i32
}
