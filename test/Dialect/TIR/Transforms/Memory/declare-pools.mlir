// RUN: tir-opt %s --tir-declare-pools="pools=dtcm:32k,sram:0x10000:0x40:.sram,dram:1000000:external,flash:500000:.rodata.model:ro,qspi:4000000:ro:external" | FileCheck %s
// RUN: tir-opt %s --tir-declare-pools | FileCheck %s --check-prefix=NONE
// RUN: not tir-opt %s --tir-declare-pools=pools=dtcm 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not tir-opt %s --tir-declare-pools=pools=dtcm:64kB 2>&1 | FileCheck %s --check-prefix=UNIT
// RUN: not tir-opt %s --tir-declare-pools=pools=float:64 2>&1 | FileCheck %s --check-prefix=RESERVED
// RUN: not tir-opt %s --tir-declare-pools=pools=main:64 2>&1 | FileCheck %s --check-prefix=TAKEN
// RUN: not tir-opt %s --tir-declare-pools=pools=dtcm:64,dtcm:32 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not tir-opt %s --tir-declare-pools=pools=dtcm:64:24 2>&1 | FileCheck %s --check-prefix=ALIGNMENT
// RUN: not tir-opt %s --tir-declare-pools=pools=dtcm:64:external:.dtcm 2>&1 | FileCheck %s --check-prefix=EXTERNAL
// RUN: not tir-opt %s --tir-declare-pools=pools=dtcm:64:a*b 2>&1 | FileCheck %s --check-prefix=SECTION

// CHECK:      tir.pool @dtcm {size_hint = 32768 : i64}
// CHECK-NEXT: tir.pool @sram {alignment = 64 : i64, section = ".sram", size_hint = 65536 : i64}
// CHECK-NEXT: tir.pool @dram {external, size_hint = 1000000 : i64}
// CHECK-NEXT: tir.pool @flash {read_only, section = ".rodata.model", size_hint = 500000 : i64}
// CHECK-NEXT: tir.pool @qspi {external, read_only, size_hint = 4000000 : i64}
// NONE-NOT: tir.pool
// SIZE: error: --pool=dtcm: expected NAME:SIZE, with a number of bytes, such as sram:65536
// UNIT: error: --pool=dtcm:64kB: expected NAME:SIZE, with a number of bytes, such as sram:65536, sram:0x10000 or sram:64k
// RESERVED: error: --pool=float:64: 'float' is not a name for a pool; expected an identifier of C that is not reserved
// TAKEN: error: --pool=main:64: 'main' is not a name for a pool; expected an identifier of C that is not reserved
// TWICE: error: --pool=dtcm:32: 'dtcm' is taken; choose another name
// TWICE: note: it is the name of this
// ALIGNMENT: error: --pool=dtcm:64:24: the alignment 24 is not a power of two
// EXTERNAL: error: --pool=dtcm:64:external:.dtcm: the application passes the memory of an external pool with each run, so that it has no section; drop one of them
// SECTION: error: 'tir.pool' op has the section "a*b"; expected the name of a section of the linker script
tir.prim_func @net() {
  tir.return
}
