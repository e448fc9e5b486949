// RUN: tir-opt %s --tir-annotate-model="rename=serving_default_x:0:image,1st:scores,last:previous io-quant=serving_default_x:0:0.5:3,scores:0.25:0" | FileCheck %s
// RUN: tir-opt %s --tir-annotate-model="rename=serving_default_x:0:mask,mask:serving_default_x,1st:a io-quant=mask:2.0:0" | FileCheck %s --check-prefix=SWAP
// RUN: not tir-opt %s --tir-annotate-model="rename=nobody:a" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tir-opt %s --tir-annotate-model="rename=mask" 2>&1 | FileCheck %s --check-prefix=SYNTAX
// RUN: not tir-opt %s --tir-annotate-model="rename=mask:a-b" 2>&1 | FileCheck %s --check-prefix=SYNTAX
// RUN: not tir-opt %s --tir-annotate-model="rename=mask:1a" 2>&1 | FileCheck %s --check-prefix=SYNTAX
// RUN: not tir-opt %s --tir-annotate-model="rename=:a" 2>&1 | FileCheck %s --check-prefix=SYNTAX
// RUN: not tir-opt %s --tir-annotate-model="rename=mask:" 2>&1 | FileCheck %s --check-prefix=SYNTAX
// RUN: not tir-opt %s --tir-annotate-model="rename=mask:a,mask:b" 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not tir-opt %s --tir-annotate-model="rename=mask:SERVING_DEFAULT_X_0,1st:a" 2>&1 | FileCheck %s --check-prefix=CLASH
// RUN: not tir-opt %s --tir-annotate-model="rename=mask:int,1st:a" 2>&1 | FileCheck %s --check-prefix=KEYWORD
// RUN: not tir-opt %s --tir-annotate-model="rename=last:main" 2>&1 | FileCheck %s --check-prefix=SYMBOL
// RUN: not tir-opt %s --tir-annotate-model="rename=last:first" 2>&1 | FileCheck %s --check-prefix=VARIABLES
// RUN: sed 's/"1st"/"mask"/' %s > %t.mlir && not tir-opt %t.mlir --tir-annotate-model="rename=mask:a" 2>&1 | FileCheck %s --check-prefix=PORTS
// RUN: sed 's/"1st"/"last"/' %s > %t.mlir && not tir-opt %t.mlir --tir-annotate-model="rename=last:a" 2>&1 | FileCheck %s --check-prefix=BOTH

// CHECK: tosa.variable @first
// CHECK: tosa.variable @previous
// CHECK: @main(%{{.*}}: tensor<4xi8> {tir.name = "image", tir.port = #tir.port<encoding = <scale = 5.000000e-01 : f64, zero_point = 3>>}, %{{.*}}: tensor<4xi8> {tir.name = "mask"})
// CHECK-SAME: (tensor<4xi8> {tir.name = "scores", tir.port = #tir.port<encoding = <scale = 2.500000e-01 : f64, zero_point = 0>>})
// CHECK: tosa.variable_read @previous
// CHECK: tosa.variable_write @previous
// CHECK: tosa.variable_read @first

// The names of the model go first.
// SWAP: tensor<4xi8> {tir.name = "mask"}, %{{.*}}: tensor<4xi8> {tir.name = "serving_default_x", tir.port = #tir.port<encoding = <scale = 2.000000e+00 : f64, zero_point = {{[0-9]+}}>

// UNKNOWN: error: --rename=nobody:a: @main has no input, output or variable 'nobody'; it has input 'serving_default_x:0', input 'mask', output '1st', variable 'first', variable 'last'
// SYNTAX: error: --rename={{.*}} is not of the form OLD:NEW; expected the name of an input, an output or a variable, and its name in C, such as --rename=Identity:output
// TWICE: error: --rename=mask:b: 'mask' is renamed twice; expected one new name
// CLASH: error: input 0 ('serving_default_x:0') and input 1 ('SERVING_DEFAULT_X_0') of @main both become 'SERVING_DEFAULT_X_0' in C; {{.*}} or the option --rename=OLD:NEW
// KEYWORD: error: input 1 ('int') of @main would be the C struct field 'int', which is a keyword of C or C++; {{.*}} or the option --rename=OLD:NEW
// SYMBOL: error: the variable 'last' becomes 'main', which is the name of another symbol; expected another name after --rename
// SYMBOL: note: the other symbol
// VARIABLES: error: the variable 'last' becomes 'first', which is the name of another symbol; expected another name after --rename
// VARIABLES: note: the other symbol
// PORTS: error: --rename=mask:a: input 1 ('mask') and output 0 ('mask') of @main have this name; expected a name of one of them: give it the attribute tir.name
// BOTH: error: --rename=last:a: output 0 ('last') of @main and a variable have this name; expected a name of one of them: rename one in the model

tosa.variable @first = dense<0> : tensor<4xi8>
tosa.variable @last = dense<0> : tensor<4xi8>
func.func @main(%x: tensor<4xi8> {tir.name = "serving_default_x:0"}, %mask: tensor<4xi8> {tir.name = "mask"})
    -> (tensor<4xi8> {tir.name = "1st"}) {
  %last = tosa.variable_read @last : tensor<4xi8>
  tosa.variable_write @last, %x : tensor<4xi8>
  %first = tosa.variable_read @first : tensor<4xi8>
  return %last : tensor<4xi8>
}
