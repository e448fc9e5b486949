// RUN: tir-opt %s --tir-drop-annotations | FileCheck %s
// No attribute remains that a tool without the dialect would refuse.
// RUN: tir-opt %s --tir-drop-annotations | mlir-opt | FileCheck %s

// CHECK: module attributes {llvm.data_layout = ""} {
module attributes {llvm.data_layout = ""} {
  // CHECK: func.func @f(%{{.*}}: memref<4xi8> {llvm.noalias}) -> (i32 {llvm.noundef}) {
  func.func @f(%x: memref<4xi8> {tir.effect = #tir.effect<read>, llvm.noalias})
      -> (i32 {tir.name = "code", llvm.noundef}) attributes {tir.model = #tir.model<name = "m", source = "s">, tir.function = #tir.function<kernel = <place = "p">>} {
    // CHECK: scf.for
    // CHECK: } {kept}
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %c1 step %c1 {
    } {tir.name = "i", kept}
    %ok = arith.constant 0 : i32
    return %ok : i32
  }
}
