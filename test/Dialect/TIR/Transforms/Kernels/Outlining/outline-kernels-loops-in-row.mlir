// RUN: tir-opt %s --tir-phase-import --tir-outline-kernels | FileCheck %s

// Sixteen consecutive loops share a buffer; the next one copies its initial value. The first one does, too, since it
// begins with an input.

// CHECK: tir.prim_func @main
// CHECK: bufferization.alloc_tensor() copy(%{{.*}}) : tensor<4xi32>
// CHECK-NOT: bufferization.alloc_tensor() copy(%{{.*}}) : tensor<4xi32>
// CHECK-COUNT-16: scf.while
// CHECK-NOT: bufferization.alloc_tensor() copy(%{{.*}}) : tensor<4xi32>
// CHECK: bufferization.alloc_tensor() copy(%{{.*}}) : tensor<4xi32>
// CHECK: scf.while
// CHECK-NOT: bufferization.alloc_tensor() copy(%{{.*}}) : tensor<4xi32>
// CHECK: scf.while

func.func @main(%v0: tensor<4xi32>) -> tensor<4xi32> {
  %zero = "tosa.const"() <{values = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tosa.const"() <{values = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %three = "tosa.const"() <{values = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %v1_count, %v1 = tosa.while_loop (%i = %zero, %p = %v0) : (tensor<i32>, tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>) {
    %more = tosa.greater %three, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %p: tensor<4xi32>):
  %t = tosa.add %p, %p : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %next = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %next, %t : tensor<i32>, tensor<4xi32>
  }
  %v2_count, %v2 = tosa.while_loop (%i = %zero, %p = %v1) : (tensor<i32>, tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>) {
    %more = tosa.greater %three, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %p: tensor<4xi32>):
  %t = tosa.add %p, %p : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %next = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %next, %t : tensor<i32>, tensor<4xi32>
  }
  %v3_count, %v3 = tosa.while_loop (%i = %zero, %p = %v2) : (tensor<i32>, tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>) {
    %more = tosa.greater %three, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %p: tensor<4xi32>):
  %t = tosa.add %p, %p : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %next = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %next, %t : tensor<i32>, tensor<4xi32>
  }
  %v4_count, %v4 = tosa.while_loop (%i = %zero, %p = %v3) : (tensor<i32>, tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>) {
    %more = tosa.greater %three, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %p: tensor<4xi32>):
  %t = tosa.add %p, %p : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %next = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %next, %t : tensor<i32>, tensor<4xi32>
  }
  %v5_count, %v5 = tosa.while_loop (%i = %zero, %p = %v4) : (tensor<i32>, tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>) {
    %more = tosa.greater %three, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %p: tensor<4xi32>):
  %t = tosa.add %p, %p : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %next = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %next, %t : tensor<i32>, tensor<4xi32>
  }
  %v6_count, %v6 = tosa.while_loop (%i = %zero, %p = %v5) : (tensor<i32>, tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>) {
    %more = tosa.greater %three, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %p: tensor<4xi32>):
  %t = tosa.add %p, %p : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %next = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %next, %t : tensor<i32>, tensor<4xi32>
  }
  %v7_count, %v7 = tosa.while_loop (%i = %zero, %p = %v6) : (tensor<i32>, tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>) {
    %more = tosa.greater %three, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %p: tensor<4xi32>):
  %t = tosa.add %p, %p : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %next = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %next, %t : tensor<i32>, tensor<4xi32>
  }
  %v8_count, %v8 = tosa.while_loop (%i = %zero, %p = %v7) : (tensor<i32>, tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>) {
    %more = tosa.greater %three, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %p: tensor<4xi32>):
  %t = tosa.add %p, %p : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %next = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %next, %t : tensor<i32>, tensor<4xi32>
  }
  %v9_count, %v9 = tosa.while_loop (%i = %zero, %p = %v8) : (tensor<i32>, tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>) {
    %more = tosa.greater %three, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %p: tensor<4xi32>):
  %t = tosa.add %p, %p : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %next = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %next, %t : tensor<i32>, tensor<4xi32>
  }
  %v10_count, %v10 = tosa.while_loop (%i = %zero, %p = %v9) : (tensor<i32>, tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>) {
    %more = tosa.greater %three, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %p: tensor<4xi32>):
  %t = tosa.add %p, %p : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %next = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %next, %t : tensor<i32>, tensor<4xi32>
  }
  %v11_count, %v11 = tosa.while_loop (%i = %zero, %p = %v10) : (tensor<i32>, tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>) {
    %more = tosa.greater %three, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %p: tensor<4xi32>):
  %t = tosa.add %p, %p : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %next = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %next, %t : tensor<i32>, tensor<4xi32>
  }
  %v12_count, %v12 = tosa.while_loop (%i = %zero, %p = %v11) : (tensor<i32>, tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>) {
    %more = tosa.greater %three, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %p: tensor<4xi32>):
  %t = tosa.add %p, %p : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %next = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %next, %t : tensor<i32>, tensor<4xi32>
  }
  %v13_count, %v13 = tosa.while_loop (%i = %zero, %p = %v12) : (tensor<i32>, tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>) {
    %more = tosa.greater %three, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %p: tensor<4xi32>):
  %t = tosa.add %p, %p : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %next = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %next, %t : tensor<i32>, tensor<4xi32>
  }
  %v14_count, %v14 = tosa.while_loop (%i = %zero, %p = %v13) : (tensor<i32>, tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>) {
    %more = tosa.greater %three, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %p: tensor<4xi32>):
  %t = tosa.add %p, %p : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %next = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %next, %t : tensor<i32>, tensor<4xi32>
  }
  %v15_count, %v15 = tosa.while_loop (%i = %zero, %p = %v14) : (tensor<i32>, tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>) {
    %more = tosa.greater %three, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %p: tensor<4xi32>):
  %t = tosa.add %p, %p : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %next = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %next, %t : tensor<i32>, tensor<4xi32>
  }
  %v16_count, %v16 = tosa.while_loop (%i = %zero, %p = %v15) : (tensor<i32>, tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>) {
    %more = tosa.greater %three, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %p: tensor<4xi32>):
  %t = tosa.add %p, %p : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %next = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %next, %t : tensor<i32>, tensor<4xi32>
  }
  %v17_count, %v17 = tosa.while_loop (%i = %zero, %p = %v16) : (tensor<i32>, tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>) {
    %more = tosa.greater %three, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %p: tensor<4xi32>):
  %t = tosa.add %p, %p : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %next = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %next, %t : tensor<i32>, tensor<4xi32>
  }
  %v18_count, %v18 = tosa.while_loop (%i = %zero, %p = %v17) : (tensor<i32>, tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>) {
    %more = tosa.greater %three, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %p: tensor<4xi32>):
  %t = tosa.add %p, %p : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %next = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %next, %t : tensor<i32>, tensor<4xi32>
  }
  return %v18 : tensor<4xi32>
}
