// RUN: tir-opt %s --tir-plan-memory --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-plan-memory --tir-place-workspace --split-input-file | FileCheck %s --check-prefix=PLACED

// Constants in an external pool are the bytes of one constant, at their alignment. A constant that a kernel reads by
// itself is in a pool of the program.

// CHECK-NOT:   @halves
// CHECK:       memref.global "private" constant @qspi : memref<8xi8> = dense<[1, -2, 0, 0, 2, 1, -1, -1]> {alignment = 32 : i64}
// CHECK:       memref.global "private" constant @own : memref<2xi8> = dense<7> {tir.global = #tir.global<section = ".own">}
// CHECK:       tir.prim_func @main
// CHECK-SAME:  plan = {{.*}}constant_pools = [<alignment = 32, bytes = 8, contents = dense<[1, -2, 0, 0, 2, 1, -1, -1]> : tensor<8xi8>, limit = 100, name = "qspi">]
// CHECK:         %[[POOL:.*]] = memref.get_global @qspi : memref<8xi8>
// CHECK:         %[[ZERO:.*]] = arith.constant 0 : index
// CHECK:         %[[BYTES:.*]] = memref.view %[[POOL]][%[[ZERO]]][] : memref<8xi8> to memref<2xi8>
// CHECK:         %[[POOL:.*]] = memref.get_global @qspi : memref<8xi8>
// CHECK:         %[[FOUR:.*]] = arith.constant 4 : index
// CHECK:         %[[HALVES:.*]] = memref.view %[[POOL]][%[[FOUR]]][] : memref<8xi8> to memref<1x2xi16>
// CHECK:         tir.call_extern @scale(%{{.*}}, %[[BYTES]], %[[HALVES]], %{{.*}})

// The pool is an argument that the model reads.

// PLACED-NOT:   @qspi :
// PLACED:       tir.prim_func @main(
// PLACED-SAME:    %[[POOL:[^:]*]]: memref<8xi8> {tir.effect = #tir.effect<read>, tir.name = "qspi", tir.port = #tir.port<alignment = 32, pool = "qspi">})
// PLACED:         memref.view %[[POOL]]
// PLACED:         memref.view %[[POOL]]
tir.pool @qspi {read_only, external, size_hint = 100 : i64, alignment = 32 : i64}
tir.pool @rest {read_only, section = ".own"}
memref.global "private" constant @bytes : memref<2xi8> = dense<[1, -2]>
memref.global "private" constant @own : memref<2xi8> = dense<7>
memref.global "private" constant @halves : memref<1x2xi16> = dense<[[258, -1]]> {alignment = 4 : i64}
tir.prim_func private @scale(%x: memref<2xi8> {tir.effect = #tir.effect<read>},
                             %a: memref<2xi8> {tir.effect = #tir.effect<read>},
                             %b: memref<1x2xi16> {tir.effect = #tir.effect<read>},
                             %y: memref<2xi8> {tir.effect = #tir.effect<write>})
tir.prim_func private @add(%x: memref<2xi8> {tir.effect = #tir.effect<read>},
                           %y: memref<2xi8> {tir.effect = #tir.effect<write>}) {
  %own = memref.get_global @own : memref<2xi8>
  tir.return
}
tir.prim_func @main(%x: memref<2xi8> {tir.effect = #tir.effect<read>},
                    %y: memref<2xi8> {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : memref<2xi8>
  %bytes = memref.get_global @bytes : memref<2xi8>
  %halves = memref.get_global @halves : memref<1x2xi16>
  tir.call_extern @scale(%x, %bytes, %halves, %a) : (memref<2xi8>, memref<2xi8>, memref<1x2xi16>, memref<2xi8>) -> ()
  tir.call_tir @add(%a, %y) : (memref<2xi8>, memref<2xi8>) -> ()
  tir.return
}

// -----

// The bytes lie as on the target. A model that reads nothing of a pool does not get it.

// CHECK:       memref.global "private" constant @qspi : memref<9xi8> = dense<[1, 2, 3, 4, 63, -128, 0, 0, 1]>
// CHECK:       tir.prim_func @reads
// CHECK-SAME:  constant_pools
// CHECK:       tir.prim_func @none
// CHECK-NOT:   constant_pools
// PLACED:      tir.prim_func @reads({{.*}}pool = "qspi"
// PLACED:      tir.prim_func @none(%{{[^,]*}}, %{{[^,]*}})
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "big">} {
  tir.pool @qspi {read_only, external}
  memref.global "private" constant @word : memref<i32> = dense<16909060>
  memref.global "private" constant @float : memref<1xf32> = dense<1.0>
  memref.global "private" constant @bit : memref<1xi1> = dense<true>
  tir.prim_func private @read(memref<i32> {tir.effect = #tir.effect<read>}, memref<1xf32> {tir.effect = #tir.effect<read>},
                              memref<1xi1> {tir.effect = #tir.effect<read>}, memref<2xi8> {tir.effect = #tir.effect<write>})
  tir.prim_func @reads(%y: memref<2xi8> {tir.effect = #tir.effect<write>}) attributes {tir.model = #tir.model<name = "a">} {
    %word = memref.get_global @word : memref<i32>
    %float = memref.get_global @float : memref<1xf32>
    %bit = memref.get_global @bit : memref<1xi1>
    tir.call_extern @read(%word, %float, %bit, %y) : (memref<i32>, memref<1xf32>, memref<1xi1>, memref<2xi8>) -> ()
    tir.return
  }
  tir.prim_func @none(%x: memref<2xi8> {tir.effect = #tir.effect<read>},
                      %y: memref<2xi8> {tir.effect = #tir.effect<write>}) attributes {tir.model = #tir.model<name = "b">} {
    memref.copy %x, %y : memref<2xi8> to memref<2xi8>
    tir.return
  }
}
