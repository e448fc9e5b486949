// RUN: tir-opt %s --tir-plan-memory | FileCheck %s

// Each model has a plan and pools of its own. They share a kernel: where one model writes over its input, that model
// gets a variant, and both know how near the buffers may be.
// CHECK-DAG:  tir.prim_func private @step(%{{.*}}: memref<8xi32> {tir.distances = array<i64: 1, 0>, {{.*}}tir.noalias = false}, %{{.*}}: memref<8xi32> {{{.*}}tir.noalias = false})
// CHECK-DAG:  memref.global "private" @workspace : memref<32xi8>
// CHECK-DAG:  memref.global "private" @workspace_1 : memref<32xi8>
// CHECK-LABEL: tir.prim_func @first(
// CHECK-SAME:   tir.plan = {buffers = [{{{.*}}pool = "workspace"}, {{{.*}}over = ["step"], pool = "workspace"}]
// CHECK:       memref.get_global @workspace :
// CHECK-LABEL: tir.prim_func @second(
// CHECK-SAME:   tir.plan = {buffers = [{{{.*}}pool = "workspace_1"}, {{{.*}}over = ["step"], pool = "workspace_1"}]
// CHECK:       memref.get_global @workspace_1 :
tir.prim_func private @step(%y: memref<8xi32> {tir.effect = #tir.effect<write>, tir.distances = array<i64: 1, 0>},
                            %x: memref<8xi32> {tir.effect = #tir.effect<read>})
tir.prim_func @first(%x: memref<8xi32> {tir.effect = #tir.effect<read>}, %y: memref<8xi32>)
    attributes {tir.model = {name = "first"}} {
  %a = memref.alloc() : memref<8xi32>
  %b = memref.alloc() : memref<8xi32>
  tir.call_extern @step(%a, %x) : (memref<8xi32>, memref<8xi32>) -> ()
  tir.call_extern @step(%b, %a) : (memref<8xi32>, memref<8xi32>) -> ()
  tir.call_extern @step(%y, %b) : (memref<8xi32>, memref<8xi32>) -> ()
  tir.return
}
tir.prim_func @second(%x: memref<8xi32> {tir.effect = #tir.effect<read>}, %y: memref<8xi32>)
    attributes {tir.model = {name = "second"}} {
  %a = memref.alloc() : memref<8xi32>
  %b = memref.alloc() : memref<8xi32>
  tir.call_extern @step(%a, %x) : (memref<8xi32>, memref<8xi32>) -> ()
  tir.call_extern @step(%b, %a) : (memref<8xi32>, memref<8xi32>) -> ()
  tir.call_extern @step(%y, %b) : (memref<8xi32>, memref<8xi32>) -> ()
  tir.return
}
