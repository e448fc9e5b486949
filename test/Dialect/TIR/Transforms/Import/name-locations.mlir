// RUN: tir-opt %s --tir-name-locations=source=some/where/net.mlir --mlir-print-debuginfo | FileCheck %s
// A second run changes nothing:
// RUN: tir-opt %s --tir-name-locations=source=net.mlir --mlir-print-debuginfo -o %t.mlir
// RUN: tir-opt %t.mlir --tir-name-locations=source=other.mlir --mlir-print-debuginfo | diff %t.mlir -

// CHECK-LABEL: func.func @main
// CHECK-SAME: %{{.*}}: tensor<4xf32> loc("net.mlir:arg#0"(#{{.*}}))
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: math.exp {{.*}} loc(#[[EXP0:.*]])
  %0 = math.exp %a : tensor<4xf32> loc(unknown)
  // A name of the model stays at the beginning.
  // CHECK: math.exp {{.*}} loc(#[[OWN:.*]])
  %1 = math.exp %0 : tensor<4xf32> loc("layer/exp")
  // CHECK: math.exp {{.*}} loc(#[[EXP2:.*]])
  %2 = math.exp %1 : tensor<4xf32> loc("net.py":7:3)
  // So does one within a fused location.
  // CHECK: math.sqrt {{.*}} loc(#[[FUSED:.*]])
  %3 = math.sqrt %2 : tensor<4xf32> loc(fused["root", "net.py":8:3])
  return %3 : tensor<4xf32>
}
// CHECK-DAG: #[[EXP0]] = loc("net.mlir:exp#0")
// CHECK-DAG: #[[OWN]] = loc("layer/exp"(#[[EXP1:.*]]))
// CHECK-DAG: #[[EXP1]] = loc("net.mlir:exp#1"(#[[LAYER:.*]]))
// CHECK-DAG: #[[LAYER]] = loc("layer/exp")
// CHECK-DAG: #[[EXP2]] = loc("net.mlir:exp#2"(#[[LINE:.*]]))
// CHECK-DAG: #[[LINE]] = loc("net.py":7:3)
// CHECK-DAG: #[[ROOT:.*]] = loc("root")
// CHECK-DAG: #[[BOTH:.*]] = loc(fused[#[[ROOT]], #{{.*}}])
// CHECK-DAG: #[[SQRT:.*]] = loc("net.mlir:sqrt#0"(#[[BOTH]]))
// CHECK-DAG: #[[FUSED]] = loc("root"(#[[SQRT]]))
