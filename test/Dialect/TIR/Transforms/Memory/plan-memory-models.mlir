// RUN: tir-opt %s --tir-infer-distances --tir-plan-memory | FileCheck %s

// Each model has a plan and pools of its own. They share a kernel. Both of them let one of its calls overwrite its
// input, and these two calls share a variant.

// CHECK:      tir.prim_func private @halve(%{{.*}}: memref<256xf32> {tir.effect = #tir.effect<read>}, %{{.*}}: memref<256xf32> {tir.effect = #tir.effect<write>})
// CHECK:      tir.prim_func private @halve_in_place(%{{.*}}: memref<256xf32> {tir.effect = #tir.effect<read>, tir.port = #tir.port<noalias = false>}, %{{.*}}: memref<256xf32> {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, 0], noalias = false>})
// CHECK:      memref.global "private" @workspace : memref<1024xi8>
// CHECK:      tir.prim_func @first(
// CHECK-SAME:   tir.model = #tir.model<name = "first", plan = <buffers = [<{{[^>]*}}name = "halve", offset = 0, pool = "workspace">, <{{[^>]*}}over = ["halve"], pool = "workspace">]
// CHECK-SAME:   pools = [<alignment = 16, bytes = 1024, {{[^>]*}}name = "workspace"
// CHECK:        memref.get_global @workspace :
// CHECK:        tir.call_tir @halve(
// CHECK:        tir.call_tir @halve_in_place(
// CHECK:        tir.call_tir @halve(
// CHECK:      memref.global "private" @workspace_1 : memref<1024xi8>
// CHECK:      tir.prim_func @second(
// CHECK-SAME:   tir.model = #tir.model<name = "second", plan = <buffers = [<{{[^>]*}}name = "halve", offset = 0, pool = "workspace_1">, <{{[^>]*}}over = ["halve"], pool = "workspace_1">]
// CHECK-SAME:   pools = [<alignment = 16, bytes = 1024, {{[^>]*}}name = "workspace_1"
// CHECK:        memref.get_global @workspace_1 :
// CHECK:        tir.call_tir @halve(
// CHECK:        tir.call_tir @halve_in_place(
// CHECK:        tir.call_tir @halve(

#same = affine_map<(i) -> (i)>
!vec = memref<256xf32>
!ten = tensor<256xf32>
tir.prim_func private @halve(%x: !vec {tir.effect = #tir.effect<read>}, %y: !vec {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "halve">>} {
  %in = bufferization.to_tensor %x restrict : !vec to !ten
  %empty = tensor.empty() : !ten
  %half = arith.constant 0.5 : f32
  %out = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]} ins(%in : !ten) outs(%empty : !ten) {
  ^bb0(%a: f32, %b: f32):
    %r = arith.mulf %a, %half : f32
    linalg.yield %r : f32
  } -> !ten
  bufferization.materialize_in_destination %out in restrict writable %y : (!ten, !vec) -> ()
  tir.return
}
tir.prim_func @first(%x: !vec {tir.effect = #tir.effect<read>}, %y: !vec {tir.effect = #tir.effect<write>})
    attributes {tir.model = #tir.model<name = "first">} {
  %a = memref.alloc() : !vec
  %b = memref.alloc() : !vec
  tir.call_tir @halve(%x, %a) : (!vec, !vec) -> ()
  tir.call_tir @halve(%a, %b) : (!vec, !vec) -> ()
  tir.call_tir @halve(%b, %y) : (!vec, !vec) -> ()
  tir.return
}
tir.prim_func @second(%x: !vec {tir.effect = #tir.effect<read>}, %y: !vec {tir.effect = #tir.effect<write>})
    attributes {tir.model = #tir.model<name = "second">} {
  %a = memref.alloc() : !vec
  %b = memref.alloc() : !vec
  tir.call_tir @halve(%x, %a) : (!vec, !vec) -> ()
  tir.call_tir @halve(%a, %b) : (!vec, !vec) -> ()
  tir.call_tir @halve(%b, %y) : (!vec, !vec) -> ()
  tir.return
}
