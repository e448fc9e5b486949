// RUN: tir-opt %s --tir-plan-memory --tir-insert-profile-hooks --split-input-file | FileCheck %s
// A second run changes nothing.
// RUN: tir-opt %s --tir-plan-memory --tir-insert-profile-hooks --tir-insert-profile-hooks --split-input-file | FileCheck %s
// The phase does the same, and the phases after it accept the calls.
// RUN: tir-opt %s --tir-phase-plan=profile --split-input-file | FileCheck %s --check-prefix=PHASE
// RUN: tir-opt %s --tir-phase-plan --split-input-file | FileCheck %s --check-prefix=OFF
// RUN: tir-opt %s --tir-phase-plan=profile --tir-phase-loops --tir-phase-abi --split-input-file | FileCheck %s --check-prefix=ABI

// PHASE: tir.call_extern void @tvmgen_net_profile_begin
// OFF-NOT: profile

module {
tir.prim_func private @kernel(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                              %y: memref<4xi8> {tir.effect = #tir.effect<write>})
    attributes {tir.function = #tir.function<kernel = <place = "add#0">>} {
  memref.copy %x, %y : memref<4xi8> to memref<4xi8>
  tir.return
}

// Copies are steps, but not kernels. A kernel in a loop has the number of its
// step in each round.
// CHECK-LABEL: tir.prim_func @main(
// CHECK-SAME: profile = <[<name = "add#0", step = 0>, <name = "npu_relu", step = 2>,
// CHECK-SAME: <name = "app.log", step = 3>, <name = "trace", step = 4>, <name = "count", step = 5>,
// CHECK-SAME: <name = "mul#1", step = 6>]>
// CHECK:      %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT: tir.call_extern void @tvmgen_net_profile_begin(%[[ZERO]]) {tir.call = #tir.call<hook = true>} : (i32) -> ()
// CHECK-NEXT: tir.try {
// CHECK-NEXT:   tir.call_tir @kernel(
// CHECK-NEXT: } finally {
// CHECK-NEXT:   tir.call_extern void @tvmgen_net_profile_end(%[[ZERO]]) {tir.call = #tir.call<hook = true>} : (i32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: memref.copy
// CHECK-NEXT: %[[TWO:.*]] = arith.constant 2 : i32
// CHECK-NEXT: tir.call_extern void @tvmgen_net_profile_begin(%[[TWO]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: tir.try {
// CHECK-NEXT:   tir.call_extern @npu_relu(
// CHECK-NEXT: } finally {
// CHECK-NEXT:   tir.call_extern void @tvmgen_net_profile_end(%[[TWO]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: }
// CHECK-NEXT: %[[THREE:.*]] = arith.constant 3 : i32
// CHECK-NEXT: tir.call_extern void @tvmgen_net_profile_begin(%[[THREE]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: tir.try {
// CHECK-NEXT:   tir.call_packed "app.log"(
// A function that returns nothing, or a value, cannot fail.
// CHECK:      %[[FOUR:.*]] = arith.constant 4 : i32
// CHECK-NEXT: tir.call_extern void @tvmgen_net_profile_begin(%[[FOUR]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: tir.call_extern void @trace(
// CHECK-NEXT: tir.call_extern void @tvmgen_net_profile_end(%[[FOUR]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: %[[FIVE:.*]] = arith.constant 5 : i32
// CHECK-NEXT: tir.call_extern void @tvmgen_net_profile_begin(%[[FIVE]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: tir.call_extern @count(
// CHECK-NEXT: tir.call_extern void @tvmgen_net_profile_end(%[[FIVE]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: scf.for
// CHECK-NEXT:   %[[SIX:.*]] = arith.constant 6 : i32
// CHECK-NEXT:   tir.call_extern void @tvmgen_net_profile_begin(%[[SIX]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT:   tir.try {
// CHECK-NEXT:     tir.call_tir @kernel({{.*}}place = "mul#1"
// CHECK-NEXT:   } finally {
// CHECK-NEXT:     tir.call_extern void @tvmgen_net_profile_end(%[[SIX]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT:   }
// CHECK-NEXT: }

// The code of a kernel leaves the function after the second hook.
// ABI-DAG: func.func private @tvmgen_net_profile_begin(i32)
// ABI-DAG: func.func private @tvmgen_net_profile_end(i32)
// ABI-LABEL: func.func private @tvmgen_net___tvm_main__(
// ABI:      call @tvmgen_net_profile_begin(%c0_i32)
// ABI-NEXT: {{.*}}call @tvmgen_net_kernel(
// ABI-NEXT: call @tvmgen_net_profile_end(%c0_i32)
// ABI-NOT:  profile = {{.*}}prototypes = [{{.*}}tvmgen_net_profile
tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                    %y: memref<4xi8> {tir.effect = #tir.effect<write>})
    attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = arith.constant 7 : i32
  %a = memref.alloc() : memref<4xi8>
  %b = memref.alloc() : memref<4xi8>
  tir.call_tir @kernel(%x, %a) : (memref<4xi8>, memref<4xi8>) -> ()
  memref.copy %a, %b : memref<4xi8> to memref<4xi8>
  tir.call_extern @npu_relu(%b) : (memref<4xi8>) -> ()
  tir.call_packed "app.log"(%b) : (memref<4xi8>) -> ()
  tir.call_extern void @trace(%n) : (i32) -> ()
  %count = tir.call_extern @count() : () -> i32
  scf.for %i = %c0 to %c3 step %c1 {
    tir.call_tir @kernel(%b, %y) {tir.call = #tir.call<layer = <place = "mul#1">>} : (memref<4xi8>, memref<4xi8>) -> ()
  }
  tir.return
}
}

// -----

// Each model calls its own hooks.

tir.prim_func private @kernel(%x: memref<4xi8> {tir.effect = #tir.effect<read_write>}) {
  tir.return
}
// CHECK-LABEL: tir.prim_func @first(
// CHECK-SAME: profile = <[<name = "kernel", step = 0>]>
// CHECK: @tvmgen_a_profile_begin
// CHECK: @tvmgen_a_profile_end
// ABI-DAG: func.func private @tvmgen_a_profile_begin(i32)
// ABI-DAG: func.func private @tvmgen_b_profile_begin(i32)
tir.prim_func @first(%x: memref<4xi8>) attributes {tir.model = #tir.model<name = "a", source = "a.mlir">} {
  tir.call_tir @kernel(%x) : (memref<4xi8>) -> ()
  tir.return
}
// CHECK-LABEL: tir.prim_func @second(
// CHECK: @tvmgen_b_profile_begin
// CHECK: @tvmgen_b_profile_end
tir.prim_func @second(%x: memref<4xi8>) attributes {tir.model = #tir.model<name = "b", source = "b.mlir">} {
  tir.call_tir @kernel(%x) : (memref<4xi8>) -> ()
  tir.return
}

// -----

// No value can leave a tir.try.

// CHECK-LABEL: tir.prim_func @value(
// CHECK:      tir.call_extern void @tvmgen_net_profile_begin(%[[K:.*]]) {tir.call = #tir.call<hook = true>}
// CHECK-NEXT: %[[V:.*]] = tir.call_packed "app.level"() : () -> i64
// CHECK-NEXT: tir.call_extern void @tvmgen_net_profile_end(%[[K]]) {tir.call = #tir.call<hook = true>}
// CHECK:      tir.call_packed "app.log"(%[[V]])
tir.prim_func @value() attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
  %level = tir.call_packed "app.level"() : () -> i64
  tir.call_packed "app.log"(%level) : (i64) -> ()
  tir.return
}
