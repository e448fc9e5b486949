// The pipeline is tirc without files, with the same options.

// RUN: rm -rf %t && mkdir %t && cp %s %t/net.mlir && cd %t
// RUN: tirc net.mlir --compile-to=emitc --rows=off --rename=input:pixels --rename=output:levels -o - > expected.mlir
// RUN: tir-opt net.mlir --tir-compile='source=net.mlir rows=off rename=input:pixels,output:levels' --mlir-print-debuginfo -o made.mlir
// RUN: diff expected.mlir made.mlir
// RUN: tirc net.mlir --compile-to=plan --passes-before=kernels:cse -o - > plan.mlir
// RUN: tir-opt net.mlir --tir-compile='source=net.mlir compile-to=plan passes-before=kernels:cse' --mlir-print-debuginfo -o made.mlir
// RUN: diff plan.mlir made.mlir
// RUN: tirc plan.mlir --compile-from=plan --compile-to=llvm -o - > expected.mlir
// RUN: tir-opt plan.mlir --tir-compile='compile-from=plan emit=obj' --mlir-print-debuginfo -o made.mlir
// RUN: diff expected.mlir made.mlir

// RUN: not tir-opt net.mlir --tir-compile=rows=none 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not tir-opt net.mlir --tir-compile='emit=c,obj' 2>&1 | FileCheck %s --check-prefix=PHASES
// RUN: not tir-opt net.mlir --tir-compile='interface-api=packed steps=true' 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: not tir-opt net.mlir --tir-compile=dump-phases=x 2>&1 | FileCheck %s --check-prefix=FILES
// RUN: not tir-opt net.mlir --tir-compile=passes-before=cse 2>&1 | FileCheck %s --check-prefix=BEFORE

// VALUE: --rows=none: unknown; expected one of auto, off, min-ram
// PHASES: emit=: these outputs come from several phases; expected compile-to=, with emitc or llvm, or emit= with outputs of one of them
// STEPS: --steps cannot be combined with --interface-api=packed: it adds functions to the C interface
// FILES: no such option dump-phases
// BEFORE: --passes-before=cse: no phase is named; expected PHASE:PIPELINE

func.func @main(%x: tensor<1x8x8x1xi8>) -> tensor<1x4x4x1xi8> {
  %0 = tosa.max_pool2d %x {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>}
      : (tensor<1x8x8x1xi8>) -> tensor<1x4x4x1xi8>
  %1 = tosa.abs %0 : (tensor<1x4x4x1xi8>) -> tensor<1x4x4x1xi8>
  return %1 : tensor<1x4x4x1xi8>
}
