// RUN: tir-opt %s --tir-run-on-functions='pipeline=affine-loop-tile{tile-size=4}' | FileCheck %s
// RUN: not tir-opt %s --tir-run-on-functions=pipeline=no-such-pass 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: pipeline=no-such-pass is not a pipeline of passes on func.func: {{.*}}'no-such-pass' does not refer to a registered pass or pass pipeline

// The function and its arguments keep their attributes; declarations and other functions stay.

// CHECK:      tir.prim_func private @declared(memref<8xf32>)
// CHECK:      tir.prim_func @f(%[[X:.*]]: memref<8xf32> {tir.effect = #tir.effect<read>}, %[[Y:.*]]: memref<8xf32> {tir.effect = #tir.effect<write>}) attributes {exported_name = "app.f", registered} {
// CHECK-NEXT:   affine.for %[[T:.*]] = 0 to 8 step 4 {
// CHECK-NEXT:     affine.for %[[I:.*]] = #{{.*}}(%[[T]]) to #{{.*}}(%[[T]]) {
// CHECK-NEXT:       affine.load %[[X]][%[[I]]]
// CHECK:        tir.return
// CHECK:      func.func @other(
// CHECK-NEXT:   affine.for %{{.*}} = 0 to 8 {
tir.prim_func private @declared(memref<8xf32>)
tir.prim_func @f(%x: memref<8xf32> {tir.effect = #tir.effect<read>}, %y: memref<8xf32> {tir.effect = #tir.effect<write>})
    attributes {exported_name = "app.f", registered} {
  affine.for %i = 0 to 8 {
    %v = affine.load %x[%i] : memref<8xf32>
    affine.store %v, %y[%i] : memref<8xf32>
  }
  tir.return
}
func.func @other(%x: memref<8xf32>, %y: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %v = affine.load %x[%i] : memref<8xf32>
    affine.store %v, %y[%i] : memref<8xf32>
  }
  tir.call_tir @f(%x, %y) : (memref<8xf32>, memref<8xf32>) -> ()
  return
}
