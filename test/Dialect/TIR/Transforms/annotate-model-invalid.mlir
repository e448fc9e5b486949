// RUN: tir-opt %s -split-input-file -verify-diagnostics --tir-annotate-model

// expected-error @below {{input 0 ('x:0') and input 1 ('X/0') of @clash both become 'X_0' in C; expected names that differ in more than case and punctuation: rename one in the model, or give that argument or result of the entry function the attribute tir.name}}
func.func @clash(%a: tensor<4xf32> {tir.name = "x:0"}, %b: tensor<4xf32> {tir.name = "X/0"}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error @below {{input 0 ('x') and output 0 ('x') of @both both become 'x' in C}}
func.func @both(%a: tensor<4xf32> {tir.name = "x"}) -> (tensor<4xf32> {tir.name = "x"}) {
  return %a : tensor<4xf32>
}

// -----

// expected-error @below {{input 0 ('for') of @keyword would be the C struct field 'for', which is a keyword of C or C++; expected an identifier: rename it in the model}}
func.func @keyword(%a: tensor<4xf32> {tir.name = "for"}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error @below {{output 0 ('class') of @keyword_of_cpp would be the C struct field 'class', which is a keyword of C or C++}}
func.func @keyword_of_cpp(%a: tensor<4xf32>) -> (tensor<4xf32> {tir.name = "class"}) {
  return %a : tensor<4xf32>
}

// -----

// expected-error @below {{input 0 ('1st:in') of @digit would be the C struct field '1st_in', which begins with a digit}}
func.func @digit(%a: tensor<4xf32> {tir.name = "1st:in"}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error @below {{input 0 ('workspace') of @reserved would have the macro ..._WORKSPACE_SIZE, which the header uses for the size of the workspace}}
func.func @reserved(%a: tensor<4xf32> {tir.name = "workspace"}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
