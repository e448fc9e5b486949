// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s

// CHECK-LABEL: func.func private @handle(!tir.handle) -> !tir.handle
func.func private @handle(!tir.handle) -> !tir.handle

// CHECK-LABEL: func.func private @context(!tir.device_context<"ethos-u">) -> !tir.device_context<"dsp">
func.func private @context(!tir.device_context<"ethos-u">) -> !tir.device_context<"dsp">

// CHECK: tir.effects = [#tir.effect<read>, #tir.effect<write>, #tir.effect<read_write>]
module attributes {tir.effects = [#tir.effect<read>, #tir.effect<write>, #tir.effect<read_write>]} {}
