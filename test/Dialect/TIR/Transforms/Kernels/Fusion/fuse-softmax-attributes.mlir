// Any of these attributes would be lost, or be wrong for the other operations.
// RUN: tir-opt %s --tir-fuse-softmax | FileCheck %s --check-prefix=JOINED
// RUN: sed 's/tir.function = #tir.function<kernel = <fused = ."sub#0"/exported_name = "my_exp", &/' %s | tir-opt --tir-fuse-softmax | FileCheck %s
// RUN: sed 's/tir.function = #tir.function<kernel = <fused = ."sub#0"/registered, &/' %s | tir-opt --tir-fuse-softmax | FileCheck %s
// RUN: sed 's/tir.function = #tir.function<kernel = <fused = ."sub#0"/schedule = #kernel.elementwise, &/' %s | tir-opt --tir-fuse-softmax | FileCheck %s
// RUN: sed 's/kernel = <fused = ."sub#0", "exp#0"./&, split_from = @exp_0/' %s | tir-opt --tir-fuse-softmax | FileCheck %s
// RUN: sed 's/private @exp_0/@exp_0/' %s | tir-opt --tir-fuse-softmax | FileCheck %s
// RUN: sed 's/tir.function = .*place = "exp#0">>//' %s | tir-opt --tir-fuse-softmax | FileCheck %s
// RUN: sed 's/tir.name = "input1"/tir.port = #tir.port<noalias = false>/' %s | tir-opt --tir-fuse-softmax | FileCheck %s
// RUN: sed 's/@exp_0(%x, %max) outs(%e1)/& {tir.call = #tir.call<stage = "first">}/' %s | tir-opt --tir-fuse-softmax | FileCheck %s

// JOINED-NOT: @exp_0
// JOINED: tir.prim_func private @softmax_0(
// JOINED-SAME: fused = ["reduce_max#0", "sub#0", "exp#0", "reduce_sum#0", "div#0"], kind = "softmax", place = "softmax#0"
// JOINED-NOT: @exp_0
// A kernel that is called from elsewhere remains.
// JOINED: tir.prim_func private @div_0(
// JOINED: tir.prim_func @main(
// JOINED: tir.call_tir @softmax_0(
// JOINED-NOT: tir.call_tir
// JOINED: tir.prim_func @other(
// JOINED: tir.call_tir @div_0(

// CHECK-NOT: kernel.keep
// CHECK: tir.prim_func @main(
// CHECK-COUNT-4: tir.call_tir

tir.prim_func private @reduce_max_0(%x: memref<2x8xf32> {tir.effect = #tir.effect<read>, tir.name = "input"},
                                    %y: memref<2xf32> {tir.effect = #tir.effect<write>, tir.name = "output"})
    attributes {tir.function = #tir.function<kernel = <fused = ["reduce_max#0"], place = "reduce_max#0">>} {
  %in = bufferization.to_tensor %x restrict : memref<2x8xf32> to tensor<2x8xf32>
  %least = arith.constant 0xFF800000 : f32
  %empty = tensor.empty() : tensor<2xf32>
  %init = linalg.fill ins(%least : f32) outs(%empty : tensor<2xf32>) -> tensor<2xf32>
  %out = linalg.reduce {arith.maximumf} ins(%in : tensor<2x8xf32>) outs(%init : tensor<2xf32>)
      dimensions = [1]
  bufferization.materialize_in_destination %out in restrict writable %y
      : (tensor<2xf32>, memref<2xf32>) -> ()
  tir.return
}
tir.prim_func private @exp_0(%x: memref<2x8xf32> {tir.effect = #tir.effect<read>, tir.name = "input"},
                             %m: memref<2xf32> {tir.effect = #tir.effect<read>, tir.name = "input1"},
                             %y: memref<2x8xf32> {tir.effect = #tir.effect<write>, tir.name = "output"})
    attributes {tir.function = #tir.function<kernel = <fused = ["sub#0", "exp#0"], place = "exp#0">>} {
  %in = bufferization.to_tensor %x restrict : memref<2x8xf32> to tensor<2x8xf32>
  %max = bufferization.to_tensor %m restrict : memref<2xf32> to tensor<2xf32>
  %empty = tensor.empty() : tensor<2x8xf32>
  %wide = linalg.broadcast ins(%max : tensor<2xf32>) outs(%empty : tensor<2x8xf32>) dimensions = [1]
  %less = linalg.sub ins(%in, %wide : tensor<2x8xf32>, tensor<2x8xf32>)
      outs(%empty : tensor<2x8xf32>) -> tensor<2x8xf32>
  %out = linalg.exp ins(%less : tensor<2x8xf32>) outs(%empty : tensor<2x8xf32>) -> tensor<2x8xf32>
  bufferization.materialize_in_destination %out in restrict writable %y
      : (tensor<2x8xf32>, memref<2x8xf32>) -> ()
  tir.return
}
tir.prim_func private @reduce_sum_0(%x: memref<2x8xf32> {tir.effect = #tir.effect<read>, tir.name = "input"},
                                    %y: memref<2xf32> {tir.effect = #tir.effect<write>, tir.name = "output"})
    attributes {tir.function = #tir.function<kernel = <fused = ["reduce_sum#0"], place = "reduce_sum#0">>} {
  %in = bufferization.to_tensor %x restrict : memref<2x8xf32> to tensor<2x8xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2xf32>) -> tensor<2xf32>
  %out = linalg.reduce {arith.addf} ins(%in : tensor<2x8xf32>) outs(%init : tensor<2xf32>)
      dimensions = [1]
  bufferization.materialize_in_destination %out in restrict writable %y
      : (tensor<2xf32>, memref<2xf32>) -> ()
  tir.return
}
tir.prim_func private @div_0(%x: memref<2x8xf32> {tir.effect = #tir.effect<read>, tir.name = "input"},
                             %s: memref<2xf32> {tir.effect = #tir.effect<read>, tir.name = "input1"},
                             %y: memref<2x8xf32> {tir.effect = #tir.effect<write>, tir.name = "output"})
    attributes {tir.function = #tir.function<kernel = <fused = ["div#0"], place = "div#0">>} {
  %in = bufferization.to_tensor %x restrict : memref<2x8xf32> to tensor<2x8xf32>
  %sum = bufferization.to_tensor %s restrict : memref<2xf32> to tensor<2xf32>
  %empty = tensor.empty() : tensor<2x8xf32>
  %wide = linalg.broadcast ins(%sum : tensor<2xf32>) outs(%empty : tensor<2x8xf32>) dimensions = [1]
  %out = linalg.div ins(%in, %wide : tensor<2x8xf32>, tensor<2x8xf32>)
      outs(%empty : tensor<2x8xf32>) -> tensor<2x8xf32>
  bufferization.materialize_in_destination %out in restrict writable %y
      : (tensor<2x8xf32>, memref<2x8xf32>) -> ()
  tir.return
}
tir.prim_func @main(%a: memref<2x8xf32> {tir.effect = #tir.effect<read>},
                    %b: memref<2x8xf32> {tir.effect = #tir.effect<write>}) {
  %x = bufferization.to_tensor %a restrict : memref<2x8xf32> to tensor<2x8xf32>
  %e0 = tensor.empty() : tensor<2xf32>
  %max = tir.call_tir @reduce_max_0(%x) outs(%e0) : (tensor<2x8xf32>, tensor<2xf32>) -> tensor<2xf32>
  %e1 = tensor.empty() : tensor<2x8xf32>
  %exp = tir.call_tir @exp_0(%x, %max) outs(%e1)
      : (tensor<2x8xf32>, tensor<2xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %e2 = tensor.empty() : tensor<2xf32>
  %sum = tir.call_tir @reduce_sum_0(%exp) outs(%e2) : (tensor<2x8xf32>, tensor<2xf32>) -> tensor<2xf32>
  %e3 = bufferization.to_tensor %b restrict writable : memref<2x8xf32> to tensor<2x8xf32>
  %y = tir.call_tir @div_0(%exp, %sum) outs(%e3)
      : (tensor<2x8xf32>, tensor<2xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  bufferization.materialize_in_destination %y in restrict writable %b
      : (tensor<2x8xf32>, memref<2x8xf32>) -> ()
  tir.return
}
tir.prim_func @other(%a: memref<2x8xf32> {tir.effect = #tir.effect<read>},
                     %s: memref<2xf32> {tir.effect = #tir.effect<read>},
                     %b: memref<2x8xf32> {tir.effect = #tir.effect<write>}) {
  %x = bufferization.to_tensor %a restrict : memref<2x8xf32> to tensor<2x8xf32>
  %sum = bufferization.to_tensor %s restrict : memref<2xf32> to tensor<2xf32>
  %e = bufferization.to_tensor %b restrict writable : memref<2x8xf32> to tensor<2x8xf32>
  %y = tir.call_tir @div_0(%x, %sum) outs(%e)
      : (tensor<2x8xf32>, tensor<2xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  bufferization.materialize_in_destination %y in restrict writable %b
      : (tensor<2x8xf32>, memref<2x8xf32>) -> ()
  tir.return
}
