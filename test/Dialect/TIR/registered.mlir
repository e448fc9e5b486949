// RUN: tir-opt %s --sccp | FileCheck %s
// RUN: tir-opt %s --inline='default-pipeline=' | FileCheck %s --check-prefixes=CHECK,GONE
// RUN: tir-opt %s --remove-dead-values | FileCheck %s
// RUN: tir-opt %s --tir-resolve-packed-calls --symbol-dce | FileCheck %s --check-prefixes=CHECK,RESOLVED

// The callers of a registered function are not in this module: it keeps its arguments, and stays even if it is not
// called here.

// CHECK-LABEL: tir.prim_func private @by_symbol
// CHECK-SAME:    (%[[N:.*]]: i32, %{{.*}}: i32, %[[X:.*]]: memref<1xi32>
// CHECK:         memref.store %[[N]], %[[X]]
tir.prim_func private @by_symbol(%n: i32, %unused: i32,
                                 %x: memref<1xi32> {tir.effect = #tir.effect<write>})
    attributes {registered} {
  %c0 = arith.constant 0 : index
  memref.store %n, %x[%c0] : memref<1xi32>
  tir.return
}

// CHECK-LABEL: tir.prim_func private @by_name
// CHECK-SAME:    (%[[N:.*]]: i32, %[[X:.*]]: memref<1xi32>
// CHECK:         memref.store %[[N]], %[[X]]
tir.prim_func private @by_name(%n: i32, %x: memref<1xi32> {tir.effect = #tir.effect<write>})
    attributes {exported_name = "app.k", registered} {
  %c0 = arith.constant 0 : index
  memref.store %n, %x[%c0] : memref<1xi32>
  tir.return
}

// CHECK-LABEL: tir.prim_func private @uncalled
tir.prim_func private @uncalled(%x: memref<1xi32>) attributes {registered} {
  tir.return
}

// A private function that is not registered is not kept.
// GONE-NOT:      @own
// RESOLVED-NOT:  @own
tir.prim_func private @own(%x: memref<1xi32>) attributes {exported_name = "app.own"} {
  tir.return
}

// CHECK-LABEL: tir.prim_func @run
tir.prim_func @run(%x: memref<1xi32>) {
  %c4 = arith.constant 4 : i32
  tir.call_tir @by_symbol(%c4, %c4, %x) : (i32, i32, memref<1xi32>) -> ()
  tir.call_tir @by_name(%c4, %x) : (i32, memref<1xi32>) -> ()
  // RESOLVED: tir.call_tir @by_symbol
  // RESOLVED: tir.call_tir @by_name
  // The function is registered under its name in the registry.
  // RESOLVED: tir.call_tir @by_symbol
  // RESOLVED: tir.call_packed "by_symbol"
  tir.call_packed "tvmgen_default_by_symbol"(%c4, %c4, %x) : (i32, i32, memref<1xi32>) -> ()
  tir.call_packed "by_symbol"(%c4, %c4, %x) : (i32, i32, memref<1xi32>) -> ()
  // RESOLVED: tir.call_tir @by_name
  tir.call_packed "app.k"(%c4, %x) : (i32, memref<1xi32>) -> ()
  // RESOLVED: tir.call_packed "app.own"
  tir.call_packed "app.own"(%x) : (memref<1xi32>) -> ()
  tir.return
}
