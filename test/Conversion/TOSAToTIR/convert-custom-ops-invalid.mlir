// RUN: not tir-opt %s --split-input-file --tir-convert-custom-ops="custom-op=gain:app_gain" 2>&1 | FileCheck %s
// RUN: not tir-opt %S/update-operands.mlir --tir-convert-custom-ops="custom-op=accumulate:f:updates=2" 2>&1 | FileCheck %s --check-prefix=UPDATES
// RUN: not tir-opt %S/update-operands.mlir --tir-convert-custom-ops="custom-op=accumulat:f" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tir-opt %S/update-operands.mlir --tir-convert-custom-ops="custom-op=accumulate" 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not tir-opt %S/update-operands.mlir --tir-convert-custom-ops="custom-op=accumulate:f:npu0:fast" 2>&1 | FileCheck %s --check-prefix=PROPERTY
// RUN: not tir-opt %S/update-operands.mlir --tir-convert-custom-ops="custom-op=accumulate:int" 2>&1 | FileCheck %s --check-prefix=RESERVED
// RUN: not tir-opt %S/update-operands.mlir --tir-convert-custom-ops="custom-op=accumulate:f:extern:kind=npu" 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not tir-opt %S/update-operands.mlir --tir-convert-custom-ops="custom-op=accumulate:f:cpacked:sizes" 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not tir-opt %S/update-operands.mlir --tir-convert-custom-ops="custom-op=accumulate:f:npu0:hooks=open+shut" 2>&1 | FileCheck %s --check-prefix=HOOKS
// RUN: not tir-opt %S/update-operands.mlir --tir-convert-custom-ops="custom-op=accumulate:f:scratch=many" 2>&1 | FileCheck %s --check-prefix=SCRATCH
// RUN: not tir-opt %S/update-operands.mlir --tir-convert-custom-ops="custom-op=accumulate:f:alignment=12" 2>&1 | FileCheck %s --check-prefix=ALIGNMENT
// RUN: not tir-opt %S/update-operands.mlir --tir-convert-custom-ops="custom-op=accumulate:f:updates=all" 2>&1 | FileCheck %s --check-prefix=NUMBERS

// UPDATES: error: operator 'accumulate': operand 2 is to be updated, but result 0 does not have its type; expected the operand's contents after the call as a result, or another number of an operand (updates=OPERAND)
// UNKNOWN: error: --custom-op=accumulat:f: the model has no operator 'accumulat'; its custom operators are 'app.accumulate'
// FORM: error: --custom-op=accumulate: is not of the form OPERATOR:FUNCTION[:DEVICE][:extern|cpacked|packed]; expected one such as --custom-op=ethos-u:ethosu_invoke:npu0
// PROPERTY: error: --custom-op=accumulate:f:npu0:fast: 'fast' is not known; expected extern, cpacked, packed, sizes, attributes, updates=OPERAND, in-place=OPERAND, scratch=BYTES, alignment=BYTES, kind=KIND, program=NAME or hooks=open+close
// RESERVED: error: --custom-op=accumulate:int: 'int' cannot be a C function; expected a C identifier that is not reserved
// KIND: error: --custom-op=accumulate:f:extern:kind=npu: kind, program and hooks are of a device; expected its name after the function, such as accumulate:f:npu0
// SIZES: error: --custom-op=accumulate:f:cpacked:sizes: packed arguments have their sizes; expected 'sizes' with extern only
// HOOKS: error: --custom-op=accumulate:f:npu0:hooks=open+shut: 'shut' is not a hook; expected init, activate, open, close, deactivate, sync or abort, joined by '+'
// SCRATCH: error: --custom-op=accumulate:f:scratch=many: scratch=many is not a number of bytes; expected one such as 64 or 4k
// ALIGNMENT: error: --custom-op=accumulate:f:alignment=12: alignment=12 is not a power of two
// NUMBERS: error: --custom-op=accumulate:f:updates=all: updates=all has no numbers of operands; expected some such as 2 or 0+3

func.func @main(%x: tensor<?xi8>) -> tensor<4xi8> {
  // CHECK: error: operator 'gain': operand 0 is of type 'tensor<?xi8>'; expected a tensor of a static shape, which a call passes as a buffer: export the model with this shape
  %0 = tosa.custom %x {operator_name = "gain", domain_name = "app", implementation_attrs = ""} : (tensor<?xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

// CHECK: error: operator 'gain' is a call of @app_gain with the arguments 'memref<?xi32>', 'memref<?xi32>', but the module has something else of that name; expected the same types in each call, as C has one prototype for a function: name another function, or pass packed arguments (--custom-op=gain:app_gain:cpacked)
// CHECK: note: the other one is here
func.func @main(%x: tensor<4xi8>, %y: tensor<4xi32>) -> (tensor<4xi8>, tensor<4xi32>) {
  %0 = tosa.custom %x {operator_name = "gain", domain_name = "app", implementation_attrs = ""} : (tensor<4xi8>) -> tensor<4xi8>
  %1 = tosa.custom %y {operator_name = "gain", domain_name = "app", implementation_attrs = ""} : (tensor<4xi32>) -> tensor<4xi32>
  return %0, %1 : tensor<4xi8>, tensor<4xi32>
}

// -----

func.func @main(%x: tensor<4xi8>) -> tensor<4xi8> {
  // CHECK: error: operator 'gain': attribute 'table' is dense<1> : tensor<2xi8>; expected a number, a string or an array of numbers (array<i64: 1, 2>), which C can be passed
  %0 = tosa.custom %x {operator_name = "gain", domain_name = "app", implementation_attrs = "{table = dense<1> : tensor<2xi8>}"} : (tensor<4xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

// CHECK: error: --custom-op=gain:app_gain: the model has no operator 'gain'; it has no custom operators: leave the option out
func.func @main(%x: tensor<4xi8>) -> tensor<4xi8> {
  return %x : tensor<4xi8>
}
