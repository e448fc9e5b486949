// RUN: tir-opt %s --tir-make-unpacked-api | FileCheck %s

// A function that is called but not declared gets a declaration.
// CHECK-DAG: func.func private @ticks() -> i32
// CHECK-DAG: func.func private @trace(i32, !tir.device_context<"npu">)
// CHECK-DAG: func.func private @sync(memref<4xi8>) -> i32

// Functions from outside keep their names.
// CHECK: func.func private @vendor_relu(memref<4xi8> {tir.effect = #tir.effect<read>}, memref<4xi8> {tir.effect = #tir.effect<write>}, !tir.device_context<"npu">) -> i32
tir.prim_func private @npu_relu(memref<4xi8> {tir.effect = #tir.effect<read>},
                                memref<4xi8> {tir.effect = #tir.effect<write>},
                                !tir.device_context<"npu">)
    attributes {calling_convention = #tir.calling_convention<unpacked>, exported_name = "vendor.relu"}

// CHECK: func.func @exported(%{{.*}}: memref<4xi8>) -> i32
tir.prim_func @inside(%x: memref<4xi8>) attributes {exported_name = "exported"} {
  tir.return
}

// CHECK-LABEL: func.func @tvmgen_default_main(
// CHECK-SAME: %[[X:.*]]: memref<4xi8>, %[[Y:.*]]: memref<4xi8>, %[[C:.*]]: !tir.device_context<"npu">) -> i32
tir.prim_func @main(%x: memref<4xi8>, %y: memref<4xi8>, %c: !tir.device_context<"npu">) {
  // CHECK: %[[CODE:.*]] = call @vendor_relu(%[[X]], %[[Y]], %[[C]]) : (memref<4xi8>, memref<4xi8>, !tir.device_context<"npu">) -> i32
  // CHECK: tir.check_return %[[CODE]]
  tir.call_extern @npu_relu(%x, %y) context(%c) : (memref<4xi8>, memref<4xi8>, !tir.device_context<"npu">) -> ()
  // CHECK: %[[TICKS:.*]] = call @ticks() : () -> i32
  // CHECK-NOT: tir.check_return
  %ticks = tir.call_extern @ticks() : () -> i32
  // CHECK: call @trace(%[[TICKS]], %[[C]]) : (i32, !tir.device_context<"npu">) -> ()
  // CHECK-NOT: tir.check_return
  tir.call_extern void @trace(%ticks) context(%c) : (i32, !tir.device_context<"npu">) -> ()
  // CHECK: %[[CODE:.*]] = call @exported(%[[X]]) : (memref<4xi8>) -> i32
  // CHECK: tir.check_return %[[CODE]]
  tir.call_tir @inside(%x) : (memref<4xi8>) -> ()
  // CHECK: call @ticks() : () -> i32
  %again = tir.call_extern @ticks() : () -> i32
  // Another pass handles functions with other conventions.
  // CHECK: tir.call_packed "app.log"
  tir.call_packed "app.log"(%again) : (i32) -> ()
  // CHECK: %[[LAST:.*]] = call @sync(%[[Y]]) : (memref<4xi8>) -> i32
  // CHECK-NEXT: tir.check_return %[[LAST]]
  tir.call_extern @sync(%y) : (memref<4xi8>) -> ()
  tir.return
}

// A function from outside that takes a buffer with any extents knows them by other means, so it gets a pointer.
// CHECK: func.func private @any(memref<1xi8> {tir.effect = #tir.effect<read>}, memref<1xi32> {tir.effect = #tir.effect<write>}) -> i32
tir.prim_func private @any(memref<?x?xi8> {tir.effect = #tir.effect<read>}, memref<2x?xi32> {tir.effect = #tir.effect<write>})

// CHECK-LABEL: func.func private @tvmgen_default_pass_any(
// CHECK-SAME: %[[X:.*]]: memref<3x4xi8>, %[[Y:.*]]: memref<2x5xi32>)
tir.prim_func private @pass_any(%x: memref<3x4xi8>, %y: memref<2x5xi32>) {
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK: %[[FIRST:.*]] = tir.rebase %[[X]][%[[ZERO]]] : memref<3x4xi8> to memref<1xi8>
  // CHECK: %[[OUT:.*]] = tir.rebase %[[Y]][%{{.*}}] : memref<2x5xi32> to memref<1xi32>
  // CHECK: call @any(%[[FIRST]], %[[OUT]]) : (memref<1xi8>, memref<1xi32>) -> i32
  tir.call_extern @any(%x, %y) : (memref<3x4xi8>, memref<2x5xi32>) -> ()
  // CHECK: call @any(
  tir.call_extern @any(%x, %y) : (memref<3x4xi8>, memref<2x5xi32>) -> ()
  tir.return
}
