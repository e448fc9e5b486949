// RUN: tir-opt %s --tir-promote-variables --split-input-file --verify-diagnostics

// expected-error @below {{variable 'a' is of type 'tensor<?xi32>'; expected a static shape with at least one element, of i1, i4, i8, i16, i32, i48, i64, f16, bf16, f32 or f64, as it becomes an array in C}}
tosa.variable @a : tensor<?xi32>

// -----

// expected-error @below {{variable 'a' is of type 'tensor<2xui8>'; expected a static shape}}
tosa.variable @a : tensor<2xui8>

// -----

// expected-error @below {{variable 'a' has an initial value that is not a dense attribute of its type 'tensor<2xi8>'; expected the numbers themselves}}
tosa.variable @a = dense_resource<missing> : tensor<2xi8>

// -----

tosa.variable @a = dense<1> : tensor<2xi8>
func.func private @other() {
  // expected-error @below {{operator 'tosa.variable_read' is in a function that is not the entry; expected it in the public function, or in one that is inlined into it}}
  %a = tosa.variable_read @a : tensor<2xi8>
  return
}
func.func @main(%x: tensor<2xi8>) -> tensor<2xi8> {
  return %x : tensor<2xi8>
}

// -----

tosa.variable @a = dense<1> : tensor<2xi8>
func.func @main(%x: tensor<2xi8>) -> tensor<2xi8> {
  // expected-error @below {{a region of 'scf.execute_region' reads or writes the variable 'a', whose value only scf.if, scf.for and scf.while carry; read it before that operation, and write it after it}}
  %y = scf.execute_region -> tensor<2xi8> {
    %a = tosa.variable_read @a : tensor<2xi8>
    scf.yield %a : tensor<2xi8>
  }
  return %y : tensor<2xi8>
}
