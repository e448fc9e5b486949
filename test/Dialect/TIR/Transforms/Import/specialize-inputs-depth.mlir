// RUN: tir-opt %s --tir-specialize-inputs="input-shape=0:4" --verify-diagnostics

// The time to infer shapes doubles with each nested branch.

func.func @main(%p0: tensor<?xi32>, %on: tensor<i1>) -> tensor<?xi32> {
  %r0 = tosa.cond_if %on (%p1 = %p0) : tensor<i1> (tensor<?xi32>) -> tensor<?xi32> {
  ^bb0(%p1: tensor<?xi32>):
  %r1 = tosa.cond_if %on (%p2 = %p1) : tensor<i1> (tensor<?xi32>) -> tensor<?xi32> {
  ^bb0(%p2: tensor<?xi32>):
  %r2 = tosa.cond_if %on (%p3 = %p2) : tensor<i1> (tensor<?xi32>) -> tensor<?xi32> {
  ^bb0(%p3: tensor<?xi32>):
  %r3 = tosa.cond_if %on (%p4 = %p3) : tensor<i1> (tensor<?xi32>) -> tensor<?xi32> {
  ^bb0(%p4: tensor<?xi32>):
  %r4 = tosa.cond_if %on (%p5 = %p4) : tensor<i1> (tensor<?xi32>) -> tensor<?xi32> {
  ^bb0(%p5: tensor<?xi32>):
  %r5 = tosa.cond_if %on (%p6 = %p5) : tensor<i1> (tensor<?xi32>) -> tensor<?xi32> {
  ^bb0(%p6: tensor<?xi32>):
  %r6 = tosa.cond_if %on (%p7 = %p6) : tensor<i1> (tensor<?xi32>) -> tensor<?xi32> {
  ^bb0(%p7: tensor<?xi32>):
  %r7 = tosa.cond_if %on (%p8 = %p7) : tensor<i1> (tensor<?xi32>) -> tensor<?xi32> {
  ^bb0(%p8: tensor<?xi32>):
  %r8 = tosa.cond_if %on (%p9 = %p8) : tensor<i1> (tensor<?xi32>) -> tensor<?xi32> {
  ^bb0(%p9: tensor<?xi32>):
  %r9 = tosa.cond_if %on (%p10 = %p9) : tensor<i1> (tensor<?xi32>) -> tensor<?xi32> {
  ^bb0(%p10: tensor<?xi32>):
  %r10 = tosa.cond_if %on (%p11 = %p10) : tensor<i1> (tensor<?xi32>) -> tensor<?xi32> {
  ^bb0(%p11: tensor<?xi32>):
  %r11 = tosa.cond_if %on (%p12 = %p11) : tensor<i1> (tensor<?xi32>) -> tensor<?xi32> {
  ^bb0(%p12: tensor<?xi32>):
  // expected-error@+1 {{'tosa.cond_if' is nested in 12 branches and loops of a function with shapes that are not static; expected at most 11, as the time to infer them doubles with each: give the operators static shapes}}
  %r12 = tosa.cond_if %on (%p13 = %p12) : tensor<i1> (tensor<?xi32>) -> tensor<?xi32> {
  ^bb0(%p13: tensor<?xi32>):
  %e = tosa.add %p13, %p13 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  tosa.yield %e : tensor<?xi32>
  } else {
  ^bb0(%p13: tensor<?xi32>):
  tosa.yield %p13 : tensor<?xi32>
  }
  tosa.yield %r12 : tensor<?xi32>
  } else {
  ^bb0(%p12: tensor<?xi32>):
  tosa.yield %p12 : tensor<?xi32>
  }
  tosa.yield %r11 : tensor<?xi32>
  } else {
  ^bb0(%p11: tensor<?xi32>):
  tosa.yield %p11 : tensor<?xi32>
  }
  tosa.yield %r10 : tensor<?xi32>
  } else {
  ^bb0(%p10: tensor<?xi32>):
  tosa.yield %p10 : tensor<?xi32>
  }
  tosa.yield %r9 : tensor<?xi32>
  } else {
  ^bb0(%p9: tensor<?xi32>):
  tosa.yield %p9 : tensor<?xi32>
  }
  tosa.yield %r8 : tensor<?xi32>
  } else {
  ^bb0(%p8: tensor<?xi32>):
  tosa.yield %p8 : tensor<?xi32>
  }
  tosa.yield %r7 : tensor<?xi32>
  } else {
  ^bb0(%p7: tensor<?xi32>):
  tosa.yield %p7 : tensor<?xi32>
  }
  tosa.yield %r6 : tensor<?xi32>
  } else {
  ^bb0(%p6: tensor<?xi32>):
  tosa.yield %p6 : tensor<?xi32>
  }
  tosa.yield %r5 : tensor<?xi32>
  } else {
  ^bb0(%p5: tensor<?xi32>):
  tosa.yield %p5 : tensor<?xi32>
  }
  tosa.yield %r4 : tensor<?xi32>
  } else {
  ^bb0(%p4: tensor<?xi32>):
  tosa.yield %p4 : tensor<?xi32>
  }
  tosa.yield %r3 : tensor<?xi32>
  } else {
  ^bb0(%p3: tensor<?xi32>):
  tosa.yield %p3 : tensor<?xi32>
  }
  tosa.yield %r2 : tensor<?xi32>
  } else {
  ^bb0(%p2: tensor<?xi32>):
  tosa.yield %p2 : tensor<?xi32>
  }
  tosa.yield %r1 : tensor<?xi32>
  } else {
  ^bb0(%p1: tensor<?xi32>):
  tosa.yield %p1 : tensor<?xi32>
  }
  return %r0 : tensor<?xi32>
}
