// RUN: tir-opt %s --split-input-file --tir-name-locations --tir-decompose-aggregates --tir-outline-kernels --tir-merge-kernels --tir-fuse-softmax --tir-merge-kernels | FileCheck %s

// Equal softmaxes share a function. What is between the kernels of one stays.
// CHECK-LABEL: tir.prim_func private @softmax_0(
// CHECK-SAME: memref<2x10xf32> {tir.effect = #tir.effect<read>, tir.name = "input"}
// CHECK-SAME: memref<2x10xf32> {tir.effect = #tir.effect<write>, tir.name = "output"}
// CHECK-SAME: kind = "softmax"
// CHECK-SAME: place = "{{.*}}softmax#0{{.*}}", shared_by = [
// CHECK: kernel.keep %{{.*}} : tensor<2xf32>
// CHECK: kernel.keep %{{.*}} : tensor<2x10xf32>
// CHECK: kernel.keep %{{.*}} : tensor<2xf32>
// CHECK-NOT: kernel.keep
// CHECK: tir.prim_func @two(
// CHECK: %[[ONE:.*]] = tir.call_tir @softmax_0(
// CHECK-SAME: place = "{{.*}}softmax#0
// CHECK: tir.call_tir @softmax_0(%[[ONE]])
// CHECK-SAME: place = "{{.*}}softmax#1
// CHECK-NOT: tir.call_tir
func.func @two(%x: tensor<2x10xf32>) -> tensor<2x10xf32> {
  %e = tensor.empty() : tensor<2x10xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<2x10xf32>) outs(%e : tensor<2x10xf32>) -> tensor<2x10xf32>
  %1 = linalg.softmax dimension(1) ins(%0 : tensor<2x10xf32>) outs(%e : tensor<2x10xf32>) -> tensor<2x10xf32>
  return %1 : tensor<2x10xf32>
}

// -----

// The logarithm of a softmax reads the differences twice.
// CHECK-LABEL: tir.prim_func private @softmax_0(
// CHECK-NOT: tir.prim_func private
// CHECK: tir.prim_func @logarithm(
// CHECK-COUNT-1: tir.call_tir
// CHECK-NOT: tir.call_tir
func.func @logarithm(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %low = arith.constant 0xFF800000 : f32
  %one = tensor.empty() : tensor<4xf32>
  %least = linalg.fill ins(%low : f32) outs(%one : tensor<4xf32>) -> tensor<4xf32>
  %max = linalg.reduce {arith.maximumf} ins(%x : tensor<4x8xf32>) outs(%least : tensor<4xf32>) dimensions = [1]
  %empty = tensor.empty() : tensor<4x8xf32>
  %wide = linalg.broadcast ins(%max : tensor<4xf32>) outs(%empty : tensor<4x8xf32>) dimensions = [1]
  %less = linalg.sub ins(%x, %wide : tensor<4x8xf32>, tensor<4x8xf32>) outs(%empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  %exp = linalg.exp ins(%less : tensor<4x8xf32>) outs(%empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%one : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.reduce {arith.addf} ins(%exp : tensor<4x8xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
  %log = linalg.log ins(%sum : tensor<4xf32>) outs(%one : tensor<4xf32>) -> tensor<4xf32>
  %logs = linalg.broadcast ins(%log : tensor<4xf32>) outs(%empty : tensor<4x8xf32>) dimensions = [1]
  %y = linalg.sub ins(%less, %logs : tensor<4x8xf32>, tensor<4x8xf32>) outs(%empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// An output of the model is needed in memory.
// CHECK-NOT: kernel.keep
// CHECK-LABEL: tir.prim_func @output(
// CHECK-COUNT-4: tir.call_tir
func.func @output(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %low = arith.constant 0xFF800000 : f32
  %one = tensor.empty() : tensor<4xf32>
  %least = linalg.fill ins(%low : f32) outs(%one : tensor<4xf32>) -> tensor<4xf32>
  %max = linalg.reduce {arith.maximumf} ins(%x : tensor<4x8xf32>) outs(%least : tensor<4xf32>) dimensions = [1]
  %empty = tensor.empty() : tensor<4x8xf32>
  %wide = linalg.broadcast ins(%max : tensor<4xf32>) outs(%empty : tensor<4x8xf32>) dimensions = [1]
  %less = linalg.sub ins(%x, %wide : tensor<4x8xf32>, tensor<4x8xf32>) outs(%empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  %exp = linalg.exp ins(%less : tensor<4x8xf32>) outs(%empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%one : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.reduce {arith.addf} ins(%exp : tensor<4x8xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
  %sums = linalg.broadcast ins(%sum : tensor<4xf32>) outs(%empty : tensor<4x8xf32>) dimensions = [1]
  %y = linalg.div ins(%exp, %sums : tensor<4x8xf32>, tensor<4x8xf32>) outs(%empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %y, %exp : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// So is what another kernel reads.
// CHECK-NOT: kernel.keep
// CHECK-LABEL: tir.prim_func @read_elsewhere(
// CHECK-COUNT-5: tir.call_tir
func.func @read_elsewhere(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4xf32>) {
  %low = arith.constant 0xFF800000 : f32
  %one = tensor.empty() : tensor<4xf32>
  %least = linalg.fill ins(%low : f32) outs(%one : tensor<4xf32>) -> tensor<4xf32>
  %max = linalg.reduce {arith.maximumf} ins(%x : tensor<4x8xf32>) outs(%least : tensor<4xf32>) dimensions = [1]
  %empty = tensor.empty() : tensor<4x8xf32>
  %wide = linalg.broadcast ins(%max : tensor<4xf32>) outs(%empty : tensor<4x8xf32>) dimensions = [1]
  %less = linalg.sub ins(%x, %wide : tensor<4x8xf32>, tensor<4x8xf32>) outs(%empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  %exp = linalg.exp ins(%less : tensor<4x8xf32>) outs(%empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%one : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.reduce {arith.addf} ins(%exp : tensor<4x8xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
  %sums = linalg.broadcast ins(%sum : tensor<4xf32>) outs(%empty : tensor<4x8xf32>) dimensions = [1]
  %y = linalg.div ins(%exp, %sums : tensor<4x8xf32>, tensor<4x8xf32>) outs(%empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  %other = linalg.exp ins(%max : tensor<4xf32>) outs(%one : tensor<4xf32>) -> tensor<4xf32>
  return %y, %other : tensor<4x8xf32>, tensor<4xf32>
}

// -----

// Without a sum, or with another reduction, it is not a softmax.
// CHECK-NOT: kernel.keep
// CHECK-LABEL: tir.prim_func @no_sum(
func.func @no_sum(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %low = arith.constant 0xFF800000 : f32
  %one = tensor.empty() : tensor<4xf32>
  %least = linalg.fill ins(%low : f32) outs(%one : tensor<4xf32>) -> tensor<4xf32>
  %max = linalg.reduce {arith.maximumf} ins(%x : tensor<4x8xf32>) outs(%least : tensor<4xf32>) dimensions = [1]
  %empty = tensor.empty() : tensor<4x8xf32>
  %wide = linalg.broadcast ins(%max : tensor<4xf32>) outs(%empty : tensor<4x8xf32>) dimensions = [1]
  %less = linalg.sub ins(%x, %wide : tensor<4x8xf32>, tensor<4x8xf32>) outs(%empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %less : tensor<4x8xf32>
}

// -----

// CHECK-NOT: kernel.keep
// CHECK-LABEL: tir.prim_func @product(
func.func @product(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %low = arith.constant 0xFF800000 : f32
  %one = tensor.empty() : tensor<4xf32>
  %least = linalg.fill ins(%low : f32) outs(%one : tensor<4xf32>) -> tensor<4xf32>
  %max = linalg.reduce {arith.maximumf} ins(%x : tensor<4x8xf32>) outs(%least : tensor<4xf32>) dimensions = [1]
  %empty = tensor.empty() : tensor<4x8xf32>
  %wide = linalg.broadcast ins(%max : tensor<4xf32>) outs(%empty : tensor<4x8xf32>) dimensions = [1]
  %less = linalg.sub ins(%x, %wide : tensor<4x8xf32>, tensor<4x8xf32>) outs(%empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  %exp = linalg.exp ins(%less : tensor<4x8xf32>) outs(%empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%one : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.reduce {arith.mulf} ins(%exp : tensor<4x8xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
  %sums = linalg.broadcast ins(%sum : tensor<4xf32>) outs(%empty : tensor<4x8xf32>) dimensions = [1]
  %y = linalg.div ins(%exp, %sums : tensor<4x8xf32>, tensor<4x8xf32>) outs(%empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// CHECK-NOT: kernel.keep
// CHECK-LABEL: tir.prim_func @all_rows(
func.func @all_rows(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %low = arith.constant 0xFF800000 : f32
  %one = tensor.empty() : tensor<4xf32>
  %least = linalg.fill ins(%low : f32) outs(%one : tensor<4xf32>) -> tensor<4xf32>
  %max = linalg.reduce {arith.maximumf} ins(%x : tensor<4x8xf32>) outs(%least : tensor<4xf32>) dimensions = [1]
  %empty = tensor.empty() : tensor<4x8xf32>
  %wide = linalg.broadcast ins(%max : tensor<4xf32>) outs(%empty : tensor<4x8xf32>) dimensions = [1]
  %less = linalg.sub ins(%x, %wide : tensor<4x8xf32>, tensor<4x8xf32>) outs(%empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  %exp = linalg.exp ins(%less : tensor<4x8xf32>) outs(%empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  %zero = arith.constant 0.0 : f32
  %scalar = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%zero : f32) outs(%scalar : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce {arith.addf} ins(%exp : tensor<4x8xf32>) outs(%init : tensor<f32>) dimensions = [0, 1]
  %sums = linalg.broadcast ins(%sum : tensor<f32>) outs(%empty : tensor<4x8xf32>) dimensions = [0, 1]
  %y = linalg.div ins(%exp, %sums : tensor<4x8xf32>, tensor<4x8xf32>) outs(%empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// CHECK-NOT: kernel.keep
// CHECK-LABEL: tir.prim_func @matmul(
func.func @matmul(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %low = arith.constant 0xFF800000 : f32
  %one = tensor.empty() : tensor<4xf32>
  %least = linalg.fill ins(%low : f32) outs(%one : tensor<4xf32>) -> tensor<4xf32>
  %max = linalg.reduce {arith.maximumf} ins(%x : tensor<4x8xf32>) outs(%least : tensor<4xf32>) dimensions = [1]
  %empty = tensor.empty() : tensor<4x8xf32>
  %wide = linalg.broadcast ins(%max : tensor<4xf32>) outs(%empty : tensor<4x8xf32>) dimensions = [1]
  %less = linalg.sub ins(%x, %wide : tensor<4x8xf32>, tensor<4x8xf32>) outs(%empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  %exp = linalg.exp ins(%less : tensor<4x8xf32>) outs(%empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%one : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.reduce {arith.addf} ins(%exp : tensor<4x8xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
  %sums = linalg.broadcast ins(%sum : tensor<4xf32>) outs(%empty : tensor<4x8xf32>) dimensions = [1]
  %nothing = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  %mixed = linalg.matmul ins(%exp, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%nothing : tensor<4x8xf32>) -> tensor<4x8xf32>
  %y = linalg.div ins(%mixed, %sums : tensor<4x8xf32>, tensor<4x8xf32>) outs(%empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}
