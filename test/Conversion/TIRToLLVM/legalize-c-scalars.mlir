// RUN: tir-opt %s --tir-set-llvm-target=target-triple=x86_64-linux-gnu --tir-legalize-c-scalars \
// RUN:   | FileCheck %s --check-prefixes=CHECK,EXTENDED,SAME32
// RUN: tir-opt %s --tir-set-llvm-target=target-triple=thumbv7em-none-eabi --tir-legalize-c-scalars \
// RUN:   | FileCheck %s --check-prefixes=CHECK,EXTENDED,SAME32
// RUN: tir-opt %s --tir-set-llvm-target=target-triple=riscv64-unknown-elf --tir-legalize-c-scalars \
// RUN:   | FileCheck %s --check-prefixes=CHECK,EXTENDED,SIGN32
// RUN: tir-opt %s --tir-set-llvm-target=target-triple=aarch64-linux-gnu --tir-legalize-c-scalars \
// RUN:   | FileCheck %s --check-prefixes=CHECK,CALLEE,SAME32
// RUN: tir-opt %s --tir-phase-llvm=target-triple=riscv64-unknown-elf | FileCheck %s --check-prefix=LLVM

// A call has the attribute of the function; a float narrower than C's is passed as its bits.

// EXTENDED: func.func private @from_c(i8 {llvm.signext}, i16 {llvm.signext}, i1 {llvm.zeroext}, ui8 {llvm.zeroext}, i16 {llvm.zeroext}) -> (i1 {llvm.zeroext})
// CALLEE: func.func private @from_c(i8, i16, i1, ui8, i16) -> i1
// LLVM: llvm.func @from_c(i8 {llvm.signext}, i16 {llvm.signext}, i1 {llvm.zeroext}, i8 {llvm.zeroext}, i16 {llvm.zeroext}) -> (i1 {llvm.zeroext})
func.func private @from_c(i8, i16, i1, ui8, f16) -> i1

// EXTENDED: func.func @calls(%{{.*}}: i8 {llvm.signext}, %{{.*}}: i16 {llvm.signext}, %{{.*}}: i1 {llvm.zeroext}, %{{.*}}: ui8 {llvm.zeroext}, %[[H:.*]]: i16 {llvm.zeroext}) -> (i1 {llvm.zeroext})
// CALLEE: func.func @calls(%{{.*}}: i8, %{{.*}}: i16, %{{.*}}: i1, %{{.*}}: ui8, %[[H:.*]]: i16) -> i1
// CHECK: %[[HALF:.*]] = arith.bitcast %[[H]] : i16 to f16
// CHECK: %[[BITS:.*]] = arith.bitcast %[[HALF]] : f16 to i16
// EXTENDED: call @from_c(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[BITS]])
// EXTENDED-SAME: arg_attrs = [{llvm.signext}, {llvm.signext}, {llvm.zeroext}, {llvm.zeroext}, {llvm.zeroext}], res_attrs = [{llvm.zeroext}]
// EXTENDED-SAME: (i8, i16, i1, ui8, i16) -> i1
// CALLEE: call @from_c(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[BITS]]) : (i8, i16, i1, ui8, i16) -> i1
// LLVM: llvm.call @from_c({{.*}}) : (i8 {llvm.signext}, i16 {llvm.signext}, i1 {llvm.zeroext}, i8 {llvm.zeroext}, i16 {llvm.zeroext}) -> (i1 {llvm.zeroext})
func.func @calls(%a: i8, %b: i16, %c: i1, %d: ui8, %e: f16) -> i1 {
  %r = call @from_c(%a, %b, %c, %d, %e) : (i8, i16, i1, ui8, f16) -> i1
  return %r : i1
}

// Wider integers fill the register, except a 64-bit one.

// SAME32: func.func @words(%{{.*}}: i32, %{{.*}}: ui32, %{{.*}}: i64, %{{.*}}: f32) -> i32
// SIGN32: func.func @words(%{{.*}}: i32 {llvm.signext}, %{{.*}}: ui32 {llvm.signext}, %{{.*}}: i64, %{{.*}}: f32) -> (i32 {llvm.signext})
func.func @words(%a: i32, %b: ui32, %c: i64, %d: f32) -> i32 {
  return %a : i32
}

// An index is an int32_t; a width that C does not have becomes the next one.

// CHECK-LABEL: func.func @odd(
// CHECK-SAME: %[[X:.*]]: i32{{.*}}, %[[Y:.*]]: i8{{.*}}, %[[Z:.*]]: i64) ->
// CHECK-SAME: i64
// CHECK: arith.index_cast %[[X]] : i32 to index
// CHECK: arith.trunci %[[Y]] : i8 to i4
// CHECK: arith.trunci %[[Z]] : i64 to i48
// CHECK: %[[WIDE:.*]] = arith.extsi %{{.*}} : i48 to i64
// CHECK: return %[[WIDE]] : i64
func.func @odd(%x: index, %y: i4, %z: i48) -> i48 {
  %0 = arith.extsi %y : i4 to i48
  %1 = arith.addi %0, %z : i48
  %2 = arith.index_cast %x : index to i48
  %3 = arith.addi %1, %2 : i48
  return %3 : i48
}

// In memory, too.

// CHECK: memref.global "private" constant @table : memref<2xi32> = dense<[-1, 7]>
memref.global "private" constant @table : memref<2xindex> = dense<[-1, 7]>

// CHECK-LABEL: func.func @memory(
// CHECK-SAME: %[[OUT:.*]]: memref<2xi32>, %[[NARROW:.*]]: memref<2xi8>, %{{.*}}: memref<2xf16>)
// CHECK: %[[TABLE:.*]] = memref.get_global @table : memref<2xi32>
// CHECK: %[[LOADED:.*]] = memref.load %[[TABLE]]
// CHECK: %[[INDEX:.*]] = arith.index_cast %[[LOADED]] : i32 to index
// CHECK: %[[STORED:.*]] = arith.index_cast %[[INDEX]] : index to i32
// CHECK: memref.store %[[STORED]], %[[OUT]]{{.*}} : memref<2xi32>
// CHECK: %[[BYTE:.*]] = memref.load %[[NARROW]]
// CHECK: arith.trunci %[[BYTE]] : i8 to i4
func.func @memory(%out: memref<2xindex>, %narrow: memref<2xi4>, %half: memref<2xf16>) -> i4 {
  %c0 = arith.constant 0 : index
  %table = memref.get_global @table : memref<2xindex>
  %x = memref.load %table[%c0] : memref<2xindex>
  memref.store %x, %out[%c0] : memref<2xindex>
  %y = memref.load %narrow[%c0] : memref<2xi4>
  return %y : i4
}

// Functions that C does not see stay as they are.

// CHECK: func.func private @inner(%{{.*}}: index, %{{.*}}: f16, %{{.*}}: i8) -> index
func.func private @inner(%x: index, %y: f16, %z: i8) -> index {
  return %x : index
}
