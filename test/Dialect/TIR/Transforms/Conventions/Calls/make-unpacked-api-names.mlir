// RUN: tir-opt %s --tir-make-unpacked-api | FileCheck %s

// A kernel whose name in C is taken gets a suffix, and its calls follow.

module {
  // CHECK-DAG: func.func private @[[A:tvmgen_m_a_[0-9]+]](
  tir.prim_func private @a(%x: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    tir.return
  }
  // CHECK-DAG: func.func private @tvmgen_m_a() -> i8
  func.func private @tvmgen_m_a() -> i8 {
    %c1 = arith.constant 1 : i8
    return %c1 : i8
  }
  // CHECK-LABEL: func.func @tvmgen_m_main(
  // CHECK: call @[[A]](
  // CHECK: call @tvmgen_m_a() : () -> i8
  // CHECK: memref.get_global @tvmgen_m_table
  tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.model = #tir.model<name = "m", source = "m.mlir">} {
    tir.call_tir @a(%x) : (memref<4xi8>) -> ()
    %one = func.call @tvmgen_m_a() : () -> i8
    %i = arith.constant 0 : index
    memref.store %one, %x[%i] : memref<4xi8>
    %t = memref.get_global @table : memref<4xi8>
    tir.return
  }
  // A nested module calls its own symbols.
  // CHECK: module @inner
  // CHECK: func.func private @a()
  // CHECK: call @a()
  module @inner {
    func.func private @a() {
      return
    }
    func.func @calls_a() {
      call @a() : () -> ()
      return
    }
  }
  // CHECK: memref.global "private" constant @tvmgen_m_table
  memref.global "private" constant @table : memref<4xi8> = dense<[1, 2, 3, 4]>
}
