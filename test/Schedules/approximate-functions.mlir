// RUN: tir-opt %s --tir-approximate-functions=target-triple=x86_64-linux-gnu | FileCheck %s
// RUN: tir-opt %s --tir-approximate-functions=target-triple=aarch64-linux-gnu | FileCheck %s
// RUN: tir-opt %s --tir-approximate-functions | FileCheck %s
// RUN: tir-opt %s --tir-approximate-functions="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" | FileCheck %s --check-prefix=LIBRARY

// Only f32 has functions in lanes. Flags that an operation has are kept.
// LIBRARY-NOT: afn
// CHECK-LABEL: func.func @functions
// CHECK: math.exp %{{.*}} fastmath<afn> : f32
// CHECK: math.tanh %{{.*}} fastmath<nnan,afn> : f32
// CHECK: math.exp %{{[a-z0-9]+}} : f64
// CHECK: math.erf %{{.*}} fastmath<afn> : f32
// CHECK: math.log %{{[a-z0-9]+}} : f32
func.func @functions(%x: f32, %y: f64) -> (f32, f64) {
  %a = math.exp %x : f32
  %b = math.tanh %a fastmath<nnan> : f32
  %c = math.exp %y : f64
  %e = math.erf %b : f32
  %d = math.log %e : f32
  return %d, %c : f32, f64
}
