// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s

// CHECK-LABEL: func.func private @handle(!tir.handle) -> !tir.handle
func.func private @handle(!tir.handle) -> !tir.handle

// CHECK-LABEL: func.func private @context(!tir.device_context<"ethos-u">) -> !tir.device_context<"dsp">
func.func private @context(!tir.device_context<"ethos-u">) -> !tir.device_context<"dsp">

// CHECK-LABEL: func.func private @packed(!tir.values, !tir.type_codes, i32, !tir.values, !tir.type_codes, !tir.handle) -> i32
func.func private @packed(!tir.values, !tir.type_codes, i32, !tir.values, !tir.type_codes, !tir.handle) -> i32

// CHECK-LABEL: func.func private @pointers(!tir.dltensor, !tir.string)
func.func private @pointers(!tir.dltensor, !tir.string)

// CHECK: module attributes {
// CHECK-SAME: app.conventions = [#tir.calling_convention<unpacked>, #tir.calling_convention<packed>]
// CHECK-SAME: app.effects = [#tir.effect<read>, #tir.effect<write>, #tir.effect<read_write>]
// CHECK-SAME: app.hooks = [#tir.hook<init>, #tir.hook<activate>, #tir.hook<open>, #tir.hook<close>, #tir.hook<deactivate>]
// CHECK-SAME: app.on_errors = [#tir.on_error<code>, #tir.on_error<last_error>]
module attributes {
  app.conventions = [#tir.calling_convention<unpacked>, #tir.calling_convention<packed>],
  app.effects = [#tir.effect<read>, #tir.effect<write>, #tir.effect<read_write>],
  app.hooks = [#tir.hook<init>, #tir.hook<activate>, #tir.hook<open>, #tir.hook<close>, #tir.hook<deactivate>],
  app.on_errors = [#tir.on_error<code>, #tir.on_error<last_error>]
} {}
