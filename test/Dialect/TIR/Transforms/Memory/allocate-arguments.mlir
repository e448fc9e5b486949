// RUN: tir-opt %s --tir-allocate-arguments | FileCheck %s
// RUN: tir-opt %s --tir-allocate-arguments --tir-plan-memory | FileCheck %s --check-prefix=PLAN
// RUN: tir-opt %s --tir-allocate-arguments --tir-plan-memory=strategy=separate | FileCheck %s --check-prefix=SEPARATE

// Inputs and outputs become allocations; pools, variables and contexts of devices stay arguments.

// CHECK:      tir.prim_func @main(%[[POOL:.*]]: memref<64xi8> {tir.effect = #tir.effect<read_write>, tir.port = #tir.port<pool = "own">}, %{{.*}}: !tir.device_context<"npu">)
// CHECK-NEXT:   %[[X:.*]] = memref.alloc() {tir.port = #tir.port<argument = {tir.effect = #tir.effect<read>, tir.name = "x"}>} : memref<16xi32>
// CHECK-NEXT:   %[[STATE:.*]] = memref.alloc() {alignment = 64 : i64, tir.port = #tir.port<argument = {tir.name = "in_out", tir.port = #tir.port<alignment = 64>}>} : memref<16xi32>
// CHECK-NEXT:   %[[Y:.*]] = memref.alloc() {tir.port = #tir.port<argument = {tir.effect = #tir.effect<write>, tir.name = "y"}>} : memref<16xi32>
// CHECK-NEXT:   %[[UNUSED:.*]] = memref.alloc() {tir.port = #tir.port<argument = {tir.effect = #tir.effect<read>}>} : memref<4xi32>
// CHECK-NEXT:   %[[A:.*]] = memref.alloc() : memref<16xi32>
// CHECK-NEXT:   tir.call_tir @copy(%[[X]], %[[A]])
// CHECK-NEXT:   tir.call_tir @copy(%[[A]], %[[STATE]])
// CHECK-NEXT:   tir.call_tir @copy(%[[STATE]], %[[Y]])

// An array of an argument has bytes, as the header declares it; the others have the type of their buffer.

// SEPARATE-DAG: memref.global "private" @x_buffer : memref<64xi8> = uninitialized {alignment = 16 : i64}
// SEPARATE-DAG: memref.global "private" @copy_buffer : memref<16xi32> = uninitialized {alignment = 16 : i64}
// SEPARATE:     %[[X:.*]] = memref.get_global @x_buffer : memref<64xi8>
// SEPARATE:     memref.view %[[X]][%{{.*}}][] : memref<64xi8> to memref<16xi32>

// An input lives until its last use, so that others have its memory later, an output from its first use to the end, and
// an argument that is both for the whole run.

// PLAN:      memref.global "private" @workspace : memref<208xi8> = uninitialized {alignment = 64 : i64}
// PLAN:      tir.prim_func @main(%{{[^)]*}}) attributes {tir.model = #tir.model<plan = <arguments = [
// PLAN-SAME:   <attributes = {tir.name = "x"}, kind = "input", offset = [[X:[0-9]+]], pool = "workspace", type = memref<16xi32>>
// PLAN-SAME:   <attributes = {tir.name = "in_out", tir.port = #tir.port<alignment = 64>}, kind = "output",
// PLAN-SAME:   <attributes = {tir.name = "y"}, kind = "output", offset = [[X]]
// PLAN-SAME:   <attributes = {}, kind = "input",
// PLAN-SAME:   first = 0, last = 0, name = "x"
// PLAN-SAME:   alignment = 64, bytes = 64, first = 0, last = 2, name = "in_out"
// PLAN-SAME:   first = 0, last = 0, name = "buffer"
// PLAN-SAME:   first = 2, last = 2, name = "y"
tir.prim_func private @copy(%x: memref<16xi32> {tir.effect = #tir.effect<read>},
                            %y: memref<16xi32> {tir.effect = #tir.effect<write>}) {
  memref.copy %x, %y : memref<16xi32> to memref<16xi32>
  tir.return
}
tir.prim_func @main(%x: memref<16xi32> {tir.effect = #tir.effect<read>, tir.name = "x"},
                    %in_out: memref<16xi32> {tir.name = "in_out", tir.port = #tir.port<alignment = 64>},
                    %y: memref<16xi32> {tir.effect = #tir.effect<write>, tir.name = "y"},
                    %unused: memref<4xi32> {tir.effect = #tir.effect<read>},
                    %pool: memref<64xi8> {tir.effect = #tir.effect<read_write>, tir.port = #tir.port<pool = "own">},
                    %context: !tir.device_context<"npu">) {
  %a = memref.alloc() : memref<16xi32>
  tir.call_tir @copy(%x, %a) : (memref<16xi32>, memref<16xi32>) -> ()
  tir.call_tir @copy(%a, %in_out) : (memref<16xi32>, memref<16xi32>) -> ()
  tir.call_tir @copy(%in_out, %y) : (memref<16xi32>, memref<16xi32>) -> ()
  tir.return
}
