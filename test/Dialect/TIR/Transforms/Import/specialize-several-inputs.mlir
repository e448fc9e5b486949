// RUN: not tir-opt %s --tir-specialize-inputs 2>&1 | FileCheck %s
// RUN: not tir-opt %s --tir-specialize-inputs=input-shape=s:1x4x4 2>&1 | FileCheck %s --check-prefix=REST

// All shapes that are missing are asked for at once.
// CHECK: error: input 0 ('a') of @main has a dynamic dimension: 'tensor<?x?xf32>', and so has input 2 ('s'): 'tensor<1x?x4xf32>'; expected static shapes: give --input-shape=0:1x1 --input-shape=2:1x1x4 (or another size in place of each '?')
// REST: error: input 0 ('a') of @main has a dynamic dimension: 'tensor<?x?xf32>'; expected a static shape: give --input-shape=0:1x1 (or another size in place of each '?')
func.func @main(%a: tensor<?x?xf32> {tir.name = "a"}, %b: tensor<?x2xf32> {tir.name = "b"},
                %s: tensor<1x?x4xf32> {tir.name = "s"}) -> tensor<?x?xf32> {
  return %a : tensor<?x?xf32>
}
