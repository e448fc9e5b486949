// RUN: tir-opt %s --tir-plan-memory --split-input-file | FileCheck %s

// The first pool gets what fits, the next one the rest. A pool without buffers becomes nothing.

// CHECK:     memref.global "private" @fast : memref<64xi8> = uninitialized {alignment = 64 : i64, tir.global = #tir.global<section = ".fast">}
// CHECK-NOT: @unused
// CHECK:     memref.global "private" @slow : memref<64xi8> = uninitialized {alignment = 16 : i64}
// CHECK:     tir.prim_func @two
// CHECK-SAME: pools = [<alignment = 64, bytes = 64,
// CHECK-SAME:           limit = 100
// CHECK-SAME:           name = "fast"
// CHECK-SAME:           section = ".fast">
// CHECK-SAME:          <alignment = 16, bytes = 64, external = true,
// CHECK-SAME:           name = "slow"
// CHECK-DAG:  memref.get_global @fast : memref<64xi8>
// CHECK-DAG:  memref.get_global @slow : memref<64xi8>
tir.pool @fast {size_hint = 100 : i64, alignment = 64 : i64, section = ".fast"}
tir.pool @slow {external}
tir.pool @unused {size_hint = 1000 : i64}
tir.prim_func private @add(%a: memref<16xi32> {tir.effect = #tir.effect<read>},
                           %b: memref<16xi32> {tir.effect = #tir.effect<read>},
                           %c: memref<16xi32> {tir.effect = #tir.effect<write>})
tir.prim_func @two(%x: memref<16xi32> {tir.effect = #tir.effect<read>},
                   %y: memref<16xi32> {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : memref<16xi32>
  %b = memref.alloc() : memref<16xi32>
  tir.call_extern @add(%x, %x, %a) : (memref<16xi32>, memref<16xi32>, memref<16xi32>) -> ()
  tir.call_extern @add(%x, %a, %b) : (memref<16xi32>, memref<16xi32>, memref<16xi32>) -> ()
  tir.call_extern @add(%a, %b, %y) : (memref<16xi32>, memref<16xi32>, memref<16xi32>) -> ()
  tir.return
}

// -----

// An accelerator that reaches one pool only: what it reads and writes is there, the rest in the first pool.

// CHECK:     tir.prim_func private @npu(memref<16xi32> {tir.effect = #tir.effect<read>}, memref<16xi32> {tir.effect = #tir.effect<write>})
// CHECK:     tir.prim_func @reached
// CHECK-SAME: name = "cpu"{{[^>]*}}pool = "shared">
// CHECK-SAME: name = "npu"{{[^>]*}}pool = "shared">
// CHECK-SAME: name = "widen"{{[^>]*}}pool = "fast">
tir.pool @fast {size_hint = 100000 : i64}
tir.pool @shared {size_hint = 100000 : i64}
tir.prim_func private @cpu(%a: memref<16xi32> {tir.effect = #tir.effect<read>},
                           %b: memref<16xi32> {tir.effect = #tir.effect<write>})
tir.prim_func private @widen(%a: memref<16xi32> {tir.effect = #tir.effect<read>},
                             %b: memref<64xi32> {tir.effect = #tir.effect<write>})
tir.prim_func private @narrow(%a: memref<64xi32> {tir.effect = #tir.effect<read>},
                              %b: memref<16xi32> {tir.effect = #tir.effect<write>})
tir.prim_func private @npu(%a: memref<16xi32> {tir.effect = #tir.effect<read>, tir.port = #tir.port<pools = [@shared]>},
                           %b: memref<16xi32> {tir.effect = #tir.effect<write>, tir.port = #tir.port<pools = [@shared]>})
tir.prim_func @reached(%x: memref<16xi32> {tir.effect = #tir.effect<read>},
                       %y: memref<16xi32> {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : memref<16xi32>
  %b = memref.alloc() : memref<16xi32>
  %c = memref.alloc() : memref<64xi32>
  tir.call_extern @cpu(%x, %a) : (memref<16xi32>, memref<16xi32>) -> ()
  tir.call_extern @npu(%a, %b) : (memref<16xi32>, memref<16xi32>) -> ()
  tir.call_extern @widen(%b, %c) : (memref<16xi32>, memref<64xi32>) -> ()
  tir.call_extern @narrow(%c, %y) : (memref<64xi32>, memref<16xi32>) -> ()
  tir.return
}

// -----

// Two models share a pool, the global for which has the bytes of the larger one.

// CHECK:     memref.global "private" @sram : memref<128xi8>
// CHECK:     tir.prim_func @small
// CHECK-SAME: bytes = 64, gap
// CHECK:     tir.prim_func @large
// CHECK-SAME: bytes = 128, gap
tir.pool @sram {}
tir.prim_func private @copy(%a: memref<16xi32> {tir.effect = #tir.effect<read>},
                            %b: memref<16xi32> {tir.effect = #tir.effect<write>})
tir.prim_func @small(%x: memref<16xi32> {tir.effect = #tir.effect<read>},
                     %y: memref<16xi32> {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : memref<16xi32>
  tir.call_extern @copy(%x, %a) : (memref<16xi32>, memref<16xi32>) -> ()
  tir.call_extern @copy(%a, %y) : (memref<16xi32>, memref<16xi32>) -> ()
  tir.return
}
tir.prim_func @large(%x: memref<16xi32> {tir.effect = #tir.effect<read>},
                     %y: memref<16xi32> {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : memref<16xi32>
  %b = memref.alloc() : memref<16xi32>
  tir.call_extern @copy(%x, %a) : (memref<16xi32>, memref<16xi32>) -> ()
  tir.call_extern @copy(%a, %b) : (memref<16xi32>, memref<16xi32>) -> ()
  tir.call_extern @copy(%b, %y) : (memref<16xi32>, memref<16xi32>) -> ()
  tir.return
}

// -----

// Each constant belongs to the first read-only pool that has room. Constants are laid side by side, with their
// alignment.

// CHECK: memref.global "private" constant @a : memref<12xi8> = dense<1> {tir.global = #tir.global<section = ".first">}
// CHECK: memref.global "private" constant @b : memref<2xi32> = dense<2> {tir.global = #tir.global<section = ".second">}
// CHECK: memref.global "private" constant @c : memref<4xi8> = dense<3> {tir.global = #tir.global<section = ".first">}
// CHECK-NOT: tir.pool
tir.pool @first {read_only, size_hint = 16 : i64, section = ".first"}
tir.pool @second {read_only, section = ".second"}
memref.global "private" constant @a : memref<12xi8> = dense<1>
memref.global "private" constant @b : memref<2xi32> = dense<2>
memref.global "private" constant @c : memref<4xi8> = dense<3>
tir.prim_func @constants() {
  tir.return
}
