// RUN: tir-opt %s --tir-select-entry | FileCheck %s --check-prefix=BOTH
// RUN: tir-opt %s --tir-select-entry=entry=second | FileCheck %s --check-prefix=ONE

// Functions that say which model they are stay public together; one that is chosen is the only model.
// BOTH: func.func @first({{.*}} attributes {tir.model = #tir.model<name = "first">} {
// BOTH: func.func @second({{.*}} attributes {tir.model = #tir.model<name = "second">} {
// ONE:  func.func private @first(%{{.*}}: tensor<4xf32>) -> tensor<4xf32> {
// ONE:  func.func @second({{.*}} attributes {tir.model = #tir.model<name = "second">} {
func.func @first(%a: tensor<4xf32>) -> tensor<4xf32> attributes {tir.model = #tir.model<name = "first">} {
  return %a : tensor<4xf32>
}
func.func @second(%a: tensor<4xf32>) -> tensor<4xf32> attributes {tir.model = #tir.model<name = "second">} {
  return %a : tensor<4xf32>
}
