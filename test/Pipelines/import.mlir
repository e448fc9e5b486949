// RUN: tir-opt %s --tir-phase-import="source=net.mlir model-name=net input-shape=x:1x2x3" --mlir-print-debuginfo | FileCheck %s

// A private function is inlined, an unused one is erased; shapes follow from the inputs' shapes; the result is one
// public function.
// CHECK-DAG: loc("net.mlir:exp#0"
// CHECK: func.func @main(%{{.*}}: tensor<1x2x3xf32> {tir.name = "x"} {{.*}}) -> (tensor<1x6xf32> {tir.name = "y"}) attributes {tir.model = #tir.model<name = "net", source = "net.mlir">}
// CHECK: math.exp
// CHECK: tensor.collapse_shape {{.*}} into tensor<1x6xf32> loc(#[[RESHAPE:.*]])
// CHECK-NOT: func.func
// CHECK: #[[RESHAPE]] = loc("net.mlir:reshape#0"
module attributes {tfl.schema_version = 3 : i32} {
  func.func @main(%a: tensor<?x2x3xf32>) -> tensor<?x6xf32>
      attributes {tf.entry_function = {inputs = "x", outputs = "y"}} {
    %0 = call @exp(%a) : (tensor<?x2x3xf32>) -> tensor<?x2x3xf32>
    %s = tosa.const_shape {values = dense<[-1, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %1 = tosa.reshape %0, %s : (tensor<?x2x3xf32>, !tosa.shape<2>) -> tensor<?x6xf32>
    return %1 : tensor<?x6xf32>
  }
  func.func private @exp(%a: tensor<?x2x3xf32>) -> tensor<?x2x3xf32> {
    %0 = tosa.exp %a : (tensor<?x2x3xf32>) -> tensor<?x2x3xf32>
    return %0 : tensor<?x2x3xf32>
  }
  func.func private @unused(%a: tensor<?x2x3xf32>) -> tensor<?x2x3xf32> {
    return %a : tensor<?x2x3xf32>
  }
}
