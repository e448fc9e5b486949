// RUN: tir-opt %s --tir-plan-memory --verify-diagnostics --split-input-file
// RUN: not tir-opt %s --tir-plan-memory=strategy=separate --split-input-file 2>&1 | FileCheck %s --check-prefix=SEPARATE

// SEPARATE: error: 'tir.pool' op is to be filled with buffers, but strategy=separate (--plan=separate) gives each buffer an array of its own; drop one of them

tir.pool @fast {size_hint = 63 : i64}
// expected-error @below {{'tir.pool' op has at most 70 bytes, but the buffers between kernels need 128, besides what is in the pools before it: 58 more; make it larger, or declare another pool after it}}
tir.pool @slow {size_hint = 70 : i64}
tir.prim_func private @copy(%a: memref<16xi32> {tir.effect = #tir.effect<read>},
                            %b: memref<16xi32> {tir.effect = #tir.effect<write>})
tir.prim_func @large(%x: memref<16xi32> {tir.effect = #tir.effect<read>},
                     %y: memref<16xi32> {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : memref<16xi32>
  %b = memref.alloc() : memref<16xi32>
  tir.call_extern @copy(%x, %a) : (memref<16xi32>, memref<16xi32>) -> ()
  // expected-note @below {{most of it is live at 'copy' (step 1 of 3): 'copy' with 64 bytes, 'copy_1' with 64 bytes}}
  tir.call_extern @copy(%a, %b) : (memref<16xi32>, memref<16xi32>) -> ()
  tir.call_extern @copy(%b, %y) : (memref<16xi32>, memref<16xi32>) -> ()
  tir.return
}

// -----

tir.pool @fast {}
tir.pool @slow {}
tir.prim_func private @one(%a: memref<16xi32> {tir.effect = #tir.effect<read>},
                           %b: memref<16xi32> {tir.effect = #tir.effect<write>, tir.port = #tir.port<pools = [@fast]>})
tir.prim_func private @other(%a: memref<16xi32> {tir.effect = #tir.effect<read>, tir.port = #tir.port<pools = [@slow]>},
                             %b: memref<16xi32> {tir.effect = #tir.effect<write>})
tir.prim_func @apart(%x: memref<16xi32> {tir.effect = #tir.effect<read>},
                     %y: memref<16xi32> {tir.effect = #tir.effect<write>}) {
  // expected-note @below {{the buffer is allocated here}}
  %a = memref.alloc() : memref<16xi32>
  tir.call_extern @one(%x, %a) : (memref<16xi32>, memref<16xi32>) -> ()
  // expected-error @below {{'tir.call_extern' op argument #0 may be in [@slow], but no such pool is declared that the other kernels of this buffer reach; declare one (tir.pool, --pool), or copy the buffer between the kernels}}
  tir.call_extern @other(%a, %y) : (memref<16xi32>, memref<16xi32>) -> ()
  tir.return
}

// -----

// expected-note @below {{'first' has 4 of 16 bytes left}}
tir.pool @first {read_only, size_hint = 16 : i64}
// expected-note @below {{'second' has 5 of 5 bytes left}}
tir.pool @second {read_only, size_hint = 5 : i64}
memref.global "private" constant @a : memref<12xi8> = dense<1>
// expected-error @below {{'memref.global' op has 6 bytes, for which no read-only pool has room; make a pool larger, or declare another one}}
memref.global "private" constant @b : memref<6xi8> = dense<2>
tir.prim_func @constants() {
  tir.return
}

// -----

// expected-note @below {{'outside' is external, and contains only constants of integers and floats that main functions pass on}}
tir.pool @outside {read_only, external}
// expected-note @below {{'inside' has 3 of 3 bytes left}}
tir.pool @inside {read_only, size_hint = 3 : i64}
// expected-error @below {{'memref.global' op has 6 bytes, for which no read-only pool has room; make a pool larger, or declare another one}}
memref.global "private" constant @table : memref<6xi8> = dense<2>
tir.prim_func private @kernel() {
  %table = memref.get_global @table : memref<6xi8>
  tir.return
}
tir.prim_func @constants() {
  tir.call_tir @kernel() : () -> ()
  tir.return
}

// -----

// expected-error @below {{'tir.pool' op is external, memory that the application passes with each run, but has a size, contents or a section; drop 'external' or these}}
tir.pool @outside {external, section = ".ram"}

// -----

// expected-error @below {{'pools' is ["fast"]; expected an array of symbols, such as [@sram]}}
tir.prim_func private @wrong(memref<4xi8> {tir.port = #tir.port<pools = ["fast"]>})
