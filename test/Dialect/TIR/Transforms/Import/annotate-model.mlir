// RUN: tir-opt %s -allow-unregistered-dialect -split-input-file --tir-annotate-model="model-name=Net source=/a/b/net.mlir" | FileCheck %s

// Foreign attributes are removed after their names have been read.
// CHECK-LABEL: module {
module attributes {tfl.description = "x", foreign.map = 1 : i32} {
  // CHECK: func.func @listed(%{{.*}}: tensor<4xf32> {tir.name = "x:0"}, %{{.*}}: tensor<4xf32> {tir.name = "own"})
  // CHECK-SAME: -> (tensor<4xf32> {tir.name = "Identity"}) attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
  func.func @listed(%a: tensor<4xf32>, %b: tensor<4xf32> {tir.name = "own"}) -> tensor<4xf32>
      attributes {tf.entry_function = {inputs = "x:0, y", outputs = "Identity"}} {
    return %a : tensor<4xf32>
  }
}

// -----

// CHECK: func.func @attributes(
// CHECK-SAME: {tir.name = "p"}, %{{.*}}: tensor<4xf32> {tir.name = "q"}, %{{.*}}: tensor<4xf32> {tir.name = "r"}, %{{.*}}: tensor<4xf32> {tir.name = "input3"})
// CHECK-SAME: -> (tensor<4xf32> {tir.name = "output"})
func.func @attributes(%a: tensor<4xf32> {iree.identifier = "p"},
                      %b: tensor<4xf32> {ml_program.identifier = "q"},
                      %c: tensor<4xf32> {tf_saved_model.index_path = ["r"]},
                      %d: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// A list of another length is ignored.
// CHECK: func.func @numbered(%{{.*}}: tensor<4xf32> {tir.name = "input"})
// CHECK-SAME: -> (tensor<4xf32> {tir.name = "output0"}, tensor<4xf32> {tir.name = "output1"})
func.func @numbered(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
    attributes {tf.entry_function = {inputs = "x,y", outputs = "z"}} {
  return %a, %a : tensor<4xf32>, tensor<4xf32>
}

// -----

// Of several models, each has named itself.
// CHECK: func.func @first({{.*}} attributes {tir.model = #tir.model<name = "one", source = "net.mlir">} {
func.func @first(%a: tensor<4xf32>) -> tensor<4xf32> attributes {tir.model = #tir.model<name = "One">} {
  return %a : tensor<4xf32>
}
// CHECK: func.func @second({{.*}} attributes {tir.model = #tir.model<name = "two", source = "net.mlir">} {
func.func @second(%a: tensor<4xf32>) -> tensor<4xf32> attributes {tir.model = #tir.model<name = "two">} {
  return %a : tensor<4xf32>
}
