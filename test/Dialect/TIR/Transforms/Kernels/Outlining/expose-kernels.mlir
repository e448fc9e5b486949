// RUN: tir-opt %s --tir-expose-kernels --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-expose-kernels --tir-phase-buffers --tir-phase-plan --split-input-file | FileCheck %s --check-prefix=PLANNED

// Results become outputs after the model's own, in order; a result that is an output already stays one. The results of
// a kernel with several are distinguished by its arguments.

// CHECK-LABEL: tir.prim_func @main
// CHECK-SAME: %[[X:[^:]*]]: memref<4xf32> {tir.effect = #tir.effect<read>, tir.name = "x"}
// CHECK-SAME: %[[Y:[^:]*]]: memref<4xf32> {tir.effect = #tir.effect<write>, tir.name = "y"}
// CHECK-SAME: %[[S0:[^:]*]]: memref<4xf32> {tir.effect = #tir.effect<write>, tir.name = "split_low", tir.port = #tir.port<exposed = <kernel = "split", place = "split#0", reads = []>>}
// CHECK-SAME: %[[S1:[^:]*]]: memref<4xf16> {tir.effect = #tir.effect<write>, tir.name = "split_high", tir.port = #tir.port<exposed = <kernel = "split", place = "split#0", reads = []>>}
// CHECK-SAME: %[[Z:[^:]*]]: memref<4xf32> {tir.effect = #tir.effect<write>, tir.name = "join", tir.port = #tir.port<exposed = <kernel = "join", place = "add#0", reads = ["split_low", "split_high"]>>}
// CHECK: %[[S:.*]]:2 = tir.call_extern @split
// CHECK-NEXT: bufferization.materialize_in_destination %[[S]]#0 in restrict writable %[[S0]]
// CHECK-NEXT: bufferization.materialize_in_destination %[[S]]#1 in restrict writable %[[S1]]
// CHECK: %[[J:.*]] = tir.call_extern @join
// CHECK: bufferization.materialize_in_destination %[[J]] in restrict writable %[[Z]]
// CHECK: bufferization.materialize_in_destination %[[J]] in restrict writable %[[Y]]

// The output is still written by its kernel.
// PLANNED-LABEL: tir.prim_func @main
// PLANNED-SAME: %[[X:[^:]*]]: memref<4xf32> {{[^%]*}}%[[Y:[^:]*]]: memref<4xf32> {{[^%]*}}%[[S0:[^:]*]]: memref<4xf32> {{[^%]*}}%[[S1:[^:]*]]: memref<4xf16> {{[^%]*}}%[[Z:[^:]*]]: memref<4xf32>
// PLANNED: tir.call_extern @split(%[[X]], %[[A:[a-z0-9_]+]], %[[B:[a-z0-9_]+]])
// PLANNED-DAG: memref.copy %[[A]], %[[S0]]
// PLANNED-DAG: memref.copy %[[B]], %[[S1]]
// PLANNED: tir.call_extern @join(%[[A]], %[[B]], %[[Y]])
// PLANNED-NEXT: memref.copy %[[Y]], %[[Z]]
// PLANNED-NEXT: tir.return
module {
  tir.prim_func private @split(memref<4xf32> {tir.effect = #tir.effect<read>, tir.name = "x"},
                               memref<4xf32> {tir.effect = #tir.effect<write>, tir.name = "low"},
                               memref<4xf16> {tir.effect = #tir.effect<write>, tir.name = "high"})
      attributes {tir.function = #tir.function<kernel = <place = "split#0">>}
  tir.prim_func private @join(memref<4xf32> {tir.effect = #tir.effect<read>, tir.name = "low"},
                              memref<4xf16> {tir.effect = #tir.effect<read>, tir.name = "high"},
                              memref<4xf32> {tir.effect = #tir.effect<write>, tir.name = "y"})
      attributes {tir.function = #tir.function<kernel = <place = "add#0">>}
  tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>, tir.name = "x"},
                      %y: memref<4xf32> {tir.effect = #tir.effect<write>, tir.name = "y"}) attributes {tir.model = #tir.model<name = "m", source = "m.mlir">} {
    %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
    %low = tensor.empty() : tensor<4xf32>
    %high = tensor.empty() : tensor<4xf16>
    %s:2 = tir.call_extern @split(%in) outs(%low, %high)
        : (tensor<4xf32>, tensor<4xf32>, tensor<4xf16>) -> (tensor<4xf32>, tensor<4xf16>)
    %out = bufferization.to_tensor %y restrict writable : memref<4xf32> to tensor<4xf32>
    %j = tir.call_extern @join(%s#0, %s#1) outs(%out)
        : (tensor<4xf32>, tensor<4xf16>, tensor<4xf32>) -> tensor<4xf32>
    bufferization.materialize_in_destination %j in restrict writable %y
        : (tensor<4xf32>, memref<4xf32>) -> ()
    tir.return
  }
}

// -----

// A result is copied before a later call updates it in place, and the result of a device's kernel is an output, too.
// Names are made unique, also among inputs and macros; an output without a name keeps the name of its position.

// CHECK-LABEL: tir.prim_func @main
// CHECK-SAME: memref<4xi64> {tir.effect = #tir.effect<write>, tir.name = "output"}
// CHECK-SAME: memref<4xi64> {tir.effect = #tir.effect<write>, tir.name = "npu_1", tir.port = #tir.port<exposed = <kernel = "npu", place = "scale", reads = []>>}
// CHECK-SAME: memref<4xi64> {tir.effect = #tir.effect<write>, tir.name = "twice", tir.port = #tir.port<exposed = <kernel = "twice", place = "double", reads = ["npu_1"]>>}
// CHECK-SAME: memref<4xi64> {tir.effect = #tir.effect<write>, tir.name = "workspace_1", tir.port = #tir.port<exposed = <kernel = "workspace", place = "work", reads = ["twice"]>>}
// CHECK-SAME: memref<4xi64> {tir.effect = #tir.effect<write>, tir.name = "kernel_2_default", tir.port = #tir.port<exposed = <kernel = "2.default", place = "", reads = ["npu_1", "workspace_1"]>>}
// CHECK-SAME: %{{.*}}: !tir.device_context<"npu">)

// PLANNED-LABEL: tir.prim_func @main
// PLANNED-SAME: %[[X:[^:]*]]: memref<2x2xi64> {{[^%]*}}%[[OUT:[^:]*]]: memref<4xi64> {{[^%]*}}%[[N:[^:]*]]: memref<4xi64> {{[^%]*}}%[[T:[^:]*]]: memref<4xi64> {{[^%]*}}%[[W:[^:]*]]: memref<4xi64> {{[^%]*}}%[[D:[^:]*]]: memref<4xi64>
// PLANNED: tir.call_extern @npu(%{{.*}}, %[[A:[a-z0-9_]+]]) context
// PLANNED: memref.copy %[[A]], %[[N]]
// PLANNED: tir.call_tir @twice(%[[B:[a-z0-9_]+]])
// PLANNED: memref.copy %[[B]], %[[T]]
module {
  tir.prim_func private @npu(memref<4xi64> {tir.effect = #tir.effect<read>},
                             memref<4xi64> {tir.effect = #tir.effect<write>}, !tir.device_context<"npu">)
  tir.prim_func private @twice(%x: memref<4xi64> {tir.effect = #tir.effect<read_write>})
      attributes {tir.function = #tir.function<kernel = <place = "double">>} {
    linalg.add ins(%x, %x : memref<4xi64>, memref<4xi64>) outs(%x : memref<4xi64>)
    tir.return
  }
  tir.prim_func @main(%x: memref<2x2xi64> {tir.effect = #tir.effect<read>, tir.name = "NPU"},
                      %y: memref<4xi64> {tir.effect = #tir.effect<write>},
                      %context: !tir.device_context<"npu">) attributes {tir.model = #tir.model<name = "m", source = "m.mlir">} {
    %in = bufferization.to_tensor %x restrict : memref<2x2xi64> to tensor<2x2xi64>
    %flat = tensor.collapse_shape %in [[0, 1]] : tensor<2x2xi64> into tensor<4xi64>
    %e0 = tensor.empty() : tensor<4xi64>
    %a = tir.call_extern @npu(%flat) outs(%e0) context(%context)
        : (tensor<4xi64>, tensor<4xi64>, !tir.device_context<"npu">) -> tensor<4xi64> loc("scale")
    %b = tir.call_tir @twice() outs(%a) : (tensor<4xi64>) -> tensor<4xi64>
    %e1 = tensor.empty() : tensor<4xi64>
    %c = tir.call_extern @workspace(%b) outs(%e1)
        : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64> loc("work")
    %e2 = tensor.empty() : tensor<4xi64>
    %square = tensor.expand_shape %c [[0, 1]] output_shape [2, 2] : tensor<4xi64> into tensor<2x2xi64>
    %d = tir.call_packed "2.default"(%a, %square) outs(%e2)
        : (tensor<4xi64>, tensor<2x2xi64>, tensor<4xi64>) -> tensor<4xi64>
    bufferization.materialize_in_destination %d in restrict writable %y
        : (tensor<4xi64>, memref<4xi64>) -> ()
    tir.return
  }
}

// -----

// Each result of control flow is an output, but no value within it; control flow without calls has none.

// CHECK-LABEL: tir.prim_func @main
// CHECK-SAME: %[[W0:[^:]*]]: memref<i1> {tir.effect = #tir.effect<write>, tir.name = "loop_3_0", tir.port = #tir.port<exposed = <kernel = "scf.while", place = "loop#3", reads = ["next_1", "next_0"]>>}
// CHECK-SAME: %[[W1:[^:]*]]: memref<4xf32> {tir.effect = #tir.effect<write>, tir.name = "loop_3_1", tir.port = #tir.port<exposed = <kernel = "scf.while", place = "loop#3", reads = ["next_1", "next_0"]>>}
// CHECK-NOT: exposed = 
// CHECK: %[[W:.*]]:2 = scf.while
// CHECK: }
// CHECK: bufferization.materialize_in_destination %[[W]]#0 in restrict writable %[[W0]]
// CHECK: bufferization.materialize_in_destination %[[W]]#1 in restrict writable %[[W1]]

// PLANNED-LABEL: tir.prim_func @main
module {
  tir.prim_func private @next(memref<4xf32> {tir.effect = #tir.effect<read>},
                              memref<4xf32> {tir.effect = #tir.effect<write>},
                              memref<i1> {tir.effect = #tir.effect<write>})
  tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>, tir.name = "x"},
                      %y: memref<4xf32> {tir.effect = #tir.effect<write>, tir.name = "y"}) attributes {tir.model = #tir.model<name = "m", source = "m.mlir">} {
    %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
    %e = bufferization.alloc_tensor() : tensor<i1>
    %f = bufferization.alloc_tensor() : tensor<4xf32>
    %first:2 = tir.call_extern @next(%in) outs(%f, %e)
        : (tensor<4xf32>, tensor<4xf32>, tensor<i1>) -> (tensor<4xf32>, tensor<i1>)
    %w:2 = scf.while (%more = %first#1, %v = %first#0) : (tensor<i1>, tensor<4xf32>) -> (tensor<i1>, tensor<4xf32>) {
      %c = tensor.extract %more[] : tensor<i1>
      scf.condition(%c) %more, %v : tensor<i1>, tensor<4xf32>
    } do {
    ^bb0(%more: tensor<i1>, %v: tensor<4xf32>):
      %g = tensor.empty() : tensor<4xf32>
      %n:2 = tir.call_extern @next(%v) outs(%g, %more)
          : (tensor<4xf32>, tensor<4xf32>, tensor<i1>) -> (tensor<4xf32>, tensor<i1>)
      %same = bufferization.materialize_in_destination %n#0 in %v : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      scf.yield %n#1, %same : tensor<i1>, tensor<4xf32>
    } loc("m.mlir:loop#3")
    %h = tensor.empty() : tensor<4xf32>
    %last = tensor.extract %w#0[] : tensor<i1>
    %z = scf.if %last -> tensor<4xf32> {
      scf.yield %w#1 : tensor<4xf32>
    } else {
      scf.yield %w#1 : tensor<4xf32>
    }
    bufferization.materialize_in_destination %z in restrict writable %y
        : (tensor<4xf32>, memref<4xf32>) -> ()
    tir.return
  }
}

// -----

// Calls that share a kernel give outputs with their own names and places.

// CHECK-LABEL: tir.prim_func @shared
// CHECK-SAME: tir.name = "exp_0", tir.port = #tir.port<exposed = <kernel = "exp_0", place = "exp#0", reads = []>>}
// CHECK-SAME: tir.name = "layer_exp_1", tir.port = #tir.port<exposed = <kernel = "exp_0", place = "layer (exp#1)", reads = ["exp_0"]>>}

// So do the buffers and the steps of a plan.
// PLANNED: buffers = [{{[^]]*}}name = "exp_0", {{[^]]*}}name = "layer_exp_1",
// PLANNED-SAME: <fused = ["exp#0"], name = "exp_0", place = "exp#0", reads = 16, writes = 16>,
// PLANNED-SAME: <fused = ["exp#1", "clamp#0"], name = "exp_0", place = "layer (exp#1)", reads = 16, writes = 16>
module {
  tir.prim_func private @exp_0(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32> {tir.effect = #tir.effect<write>})
      attributes {tir.function = #tir.function<kernel = <place = "exp#0", shared_by = ["exp#0", "layer (exp#1)"]>>} {
    linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
    tir.return
  }
  tir.prim_func @shared(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32> {tir.effect = #tir.effect<write>, tir.name = "y"}) attributes {tir.model = #tir.model<name = "m", source = "m.mlir">} {
    %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
    %e = tensor.empty() : tensor<4xf32>
    %a = tir.call_tir @exp_0(%in) outs(%e) {tir.call = #tir.call<layer = <fused = ["exp#0"], place = "exp#0">>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %f = tensor.empty() : tensor<4xf32>
    %b = tir.call_tir @exp_0(%a) outs(%f) {tir.call = #tir.call<layer = <fused = ["exp#1", "clamp#0"], place = "layer (exp#1)">>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    tir.return
  }
}
