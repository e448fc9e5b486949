// RUN: tir-opt %s --tir-plan-memory=overwrite-inputs --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-plan-memory --split-input-file | FileCheck %s --check-prefix=KEPT
// RUN: not tir-opt %s --tir-plan-memory="overwrite-inputs strategy=separate" --split-input-file 2>&1 | FileCheck %s --check-prefix=SEPARATE

// SEPARATE: error: inputs are to be overwritten (--overwrite-inputs), but strategy=separate (--plan=separate) gives each buffer an array of its own; drop one of them

// After its last reader, the memory of an input serves for another buffer.

// CHECK:      memref.global "private" @workspace : memref<64xi8> = uninitialized {alignment = 16 : i64}
// CHECK:      tir.prim_func @saves(%[[X:.*]]: memref<16xi32> {tir.effect = #tir.effect<read_write>, tir.name = "x", tir.port = #tir.port<alignment = 16, overwritten = true>},
// CHECK-SAME:   bytes = 64, first = 0, last = 0, name = "x"
// CHECK-SAME:   inputs_outputs_live_bytes = 128
// CHECK-SAME:   pools = [<alignment = 16, bytes = 64, gap = 0, input = 0, limit = 64
// CHECK-SAME:   name = "x"
// CHECK-SAME:   name = "workspace"
// CHECK-DAG:    %[[POINTER:.*]] = tir.pointer_cast %[[X]] : memref<16xi32> to !tir.handle
// CHECK-DAG:    %[[BYTES:.*]] = tir.pointer_cast %[[POINTER]] : !tir.handle to memref<64xi8>
// CHECK-DAG:    memref.view %[[BYTES]]

// KEPT:      memref.global "private" @workspace : memref<128xi8>
// KEPT-NOT:  overwritten = 
tir.prim_func private @step(%x: memref<16xi32> {tir.effect = #tir.effect<read>},
                            %y: memref<16xi32> {tir.effect = #tir.effect<write>})
tir.prim_func @saves(%x: memref<16xi32> {tir.effect = #tir.effect<read>, tir.name = "x"},
                     %y: memref<16xi32> {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : memref<16xi32>
  %b = memref.alloc() : memref<16xi32>
  tir.call_extern @step(%x, %a) : (memref<16xi32>, memref<16xi32>) -> ()
  tir.call_extern @step(%a, %b) : (memref<16xi32>, memref<16xi32>) -> ()
  tir.call_extern @step(%b, %y) : (memref<16xi32>, memref<16xi32>) -> ()
  tir.return
}

// -----

// An input stays as it is if its memory saves nothing, and if a later step reads it.

// CHECK:      tir.prim_func @saves_nothing(%{{[^:]*}}: memref<16xi32> {tir.effect = #tir.effect<read>}, %{{[^:]*}}: memref<64xi32> {tir.effect = #tir.effect<read>},
// CHECK-NOT:  overwritten = 
tir.prim_func private @step(%x: memref<16xi32> {tir.effect = #tir.effect<read>},
                            %y: memref<16xi32> {tir.effect = #tir.effect<write>})
tir.prim_func private @both(%x: memref<16xi32> {tir.effect = #tir.effect<read>},
                            %later: memref<64xi32> {tir.effect = #tir.effect<read>},
                            %y: memref<16xi32> {tir.effect = #tir.effect<write>})
tir.prim_func @saves_nothing(%x: memref<16xi32> {tir.effect = #tir.effect<read>},
                             %later: memref<64xi32> {tir.effect = #tir.effect<read>},
                             %y: memref<16xi32> {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : memref<16xi32>
  tir.call_extern @step(%x, %a) : (memref<16xi32>, memref<16xi32>) -> ()
  tir.call_extern @both(%a, %later, %y) : (memref<16xi32>, memref<64xi32>, memref<16xi32>) -> ()
  tir.return
}
