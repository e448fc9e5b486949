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

// expected-error @below {{input 0 ('for') of @keyword would be the C struct field 'for', which is a keyword of C or C++; expected another identifier: rename it in the model}}
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

// -----

// expected-error @below {{input 0 ('typeof') of @gnu would be the C struct field 'typeof', which is a keyword of C or C++; expected another identifier: rename it in the model}}
func.func @gnu(%a: tensor<4xf32> {tir.name = "typeof"}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error @below {{output 0 ('requires') of @cpp20 would be the C struct field 'requires', which is a keyword of C or C++}}
func.func @cpp20(%a: tensor<4xf32>) -> (tensor<4xf32> {tir.name = "requires"}) {
  return %a : tensor<4xf32>
}

// -----

// expected-error @below {{input 0 ('linux') of @predefined would be the C struct field 'linux', which is a macro that compilers define; expected another identifier}}
func.func @predefined(%a: tensor<4xf32> {tir.name = "linux"}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error @below {{input 0 ('INT32_MIN') of @library would be the C struct field 'INT32_MIN', which is a macro of the C library; expected another identifier}}
func.func @library(%a: tensor<4xf32> {tir.name = "INT32_MIN"}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error @below {{input 0 ('__LINE__') of @reserved would be the C struct field '__LINE__', which is a name that C and C++ reserve, like all that begin with '__'; expected another identifier}}
func.func @reserved(%a: tensor<4xf32> {tir.name = "__LINE__"}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error @below {{input 0 ('TVMGEN_DEFAULT_H_') of @guard would be the C struct field 'TVMGEN_DEFAULT_H_', which is a name that is reserved for macros of generated code and of its runtime; expected another identifier}}
func.func @guard(%a: tensor<4xf32> {tir.name = "TVMGEN_DEFAULT_H_"}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
