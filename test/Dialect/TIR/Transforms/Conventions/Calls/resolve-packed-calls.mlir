// RUN: tir-opt %s --tir-resolve-packed-calls | FileCheck %s

tir.prim_func @scale(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                     %y: memref<4xf32> {tir.effect = #tir.effect<write>}, %k: f32)
    attributes {exported_name = "app.scale", registered} {
  tir.return
}
tir.prim_func private @plain(%x: memref<4xf32>) attributes {registered} {
  tir.return
}
tir.prim_func @registered(%x: memref<4xf32>) attributes {registered, tir.function = #tir.function<entry = <registry_name = "app.registered">>} {
  tir.return
}
tir.prim_func @hidden(%x: memref<4xf32>) attributes {exported_name = "app.hidden"} {
  tir.return
}
tir.prim_func private @outside(memref<4xf32>) attributes {calling_convention = #tir.calling_convention<packed>, registered}
tir.prim_func private @unknown(memref<4xf32>) attributes {calling_convention = #tir.calling_convention<packed>}
tir.prim_func private @unpacked(memref<4xf32>) attributes {calling_convention = #tir.calling_convention<unpacked>, registered}

// CHECK-LABEL: func.func @run
func.func @run(%x: memref<4xf32>, %k: f32) {
  // CHECK-NEXT: tir.call_tir @scale(%{{.*}}, %{{.*}}, %{{.*}}) {note} : (memref<4xf32>, memref<4xf32>, f32) -> ()
  tir.call_packed "app.scale"(%x, %x, %k) {note} : (memref<4xf32>, memref<4xf32>, f32) -> ()
  // It is registered under its exported name, not its symbol; without one, under the symbol with the model's prefix.
  // CHECK-NEXT: tir.call_packed "scale"
  tir.call_packed "scale"(%x, %x, %k) : (memref<4xf32>, memref<4xf32>, f32) -> ()
  // CHECK-NEXT: tir.call_tir @plain(%{{.*}}) : (memref<4xf32>) -> ()
  tir.call_packed "tvmgen_default_plain"(%x) : (memref<4xf32>) -> ()
  // CHECK-NEXT: tir.call_packed "plain"
  tir.call_packed "plain"(%x) : (memref<4xf32>) -> ()
  // CHECK-NEXT: tir.call_tir @registered(%{{.*}}) : (memref<4xf32>) -> ()
  tir.call_packed "app.registered"(%x) : (memref<4xf32>) -> ()
  // CHECK-NEXT: tir.call_cpacked @outside(%{{.*}}) : (memref<4xf32>) -> ()
  tir.call_packed "outside"(%x) : (memref<4xf32>) -> ()
  // Not in the registry.
  // CHECK-NEXT: tir.call_packed "app.hidden"
  tir.call_packed "app.hidden"(%x) : (memref<4xf32>) -> ()
  // CHECK-NEXT: tir.call_packed "unknown"
  tir.call_packed "unknown"(%x) : (memref<4xf32>) -> ()
  // CHECK-NEXT: tir.call_packed "unpacked"
  tir.call_packed "unpacked"(%x) : (memref<4xf32>) -> ()
  // CHECK-NEXT: tir.call_packed "elsewhere"
  tir.call_packed "elsewhere"(%x) : (memref<4xf32>) -> ()
  return
}
// CHECK-LABEL: func.func @on_tensors
func.func @on_tensors(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[Y:.*]] = tir.call_tir @plain() outs(%{{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: return %[[Y]]
  %y = tir.call_packed "tvmgen_default_plain"() outs(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
