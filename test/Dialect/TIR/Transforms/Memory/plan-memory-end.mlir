// RUN: tir-opt %s --tir-plan-memory=alignment=64 --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-plan-memory --split-input-file | FileCheck %s --check-prefix=DEFAULT

// Who asks for an alignment does not want to share the last block either. The plan counts these bytes.

// CHECK:      memref.global "private" @workspace : memref<64xi8> = uninitialized {alignment = 64 : i64}
// CHECK:      pools = [<alignment = 64, bytes = 64,
// DEFAULT:    memref.global "private" @workspace : memref<40xi8> = uninitialized {alignment = 16 : i64}
tir.prim_func private @copy(%x: memref<10xf32> {tir.effect = #tir.effect<read>},
                            %y: memref<10xf32> {tir.effect = #tir.effect<write>}) {
  memref.copy %x, %y : memref<10xf32> to memref<10xf32>
  tir.return
}
tir.prim_func @main(%x: memref<10xf32> {tir.effect = #tir.effect<read>},
                    %y: memref<10xf32> {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : memref<10xf32>
  tir.call_tir @copy(%x, %a) : (memref<10xf32>, memref<10xf32>) -> ()
  tir.call_tir @copy(%a, %y) : (memref<10xf32>, memref<10xf32>) -> ()
  tir.return
}

// -----

// A pool has at most the bytes that its declaration says.

// CHECK:      memref.global "private" @fast : memref<40xi8> = uninitialized {alignment = 64 : i64}
tir.pool @fast {alignment = 64 : i64, size_hint = 40 : i64}
tir.prim_func private @copy(%x: memref<10xf32> {tir.effect = #tir.effect<read>},
                            %y: memref<10xf32> {tir.effect = #tir.effect<write>}) {
  memref.copy %x, %y : memref<10xf32> to memref<10xf32>
  tir.return
}
tir.prim_func @main(%x: memref<10xf32> {tir.effect = #tir.effect<read>},
                    %y: memref<10xf32> {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : memref<10xf32>
  tir.call_tir @copy(%x, %a) : (memref<10xf32>, memref<10xf32>) -> ()
  tir.call_tir @copy(%a, %y) : (memref<10xf32>, memref<10xf32>) -> ()
  tir.return
}
