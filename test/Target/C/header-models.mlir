// A header declares the error hook of its own model, and no other model's: before a conversion, because a function
// reports to it, and afterwards, because the module declares it.
// RUN: tir-translate --tir-to-c-header --tir-model=left %s | FileCheck %s --check-prefix=NONE
// RUN: tir-translate --tir-to-c-header --tir-model=right %s | FileCheck %s --check-prefix=RIGHT
// RUN: tir-opt --tir-convert-to-emitc %s -o %t.emitc.mlir
// RUN: tir-translate --tir-to-c-header --tir-model=left %t.emitc.mlir | FileCheck %s --check-prefix=NONE
// RUN: tir-translate --tir-to-c-header --tir-model=right %t.emitc.mlir | FileCheck %s --check-prefix=RIGHT

// NONE-NOT: on_error
// NONE:     int32_t tvmgen_left_run(
// NONE-NOT: on_error
// RIGHT:     void tvmgen_right_on_error(int32_t code, const char *op, const char *device);
// RIGHT-NOT: left
func.func @tvmgen_left_run() -> i32
    attributes {tir.model = #tir.model<name = "left">, tir.interface = {api = "c", entry = "tvmgen_left_run", workspace = "internal", inputs = [], outputs = []}} {
  %code = arith.constant 0 : i32
  return %code : i32
}
func.func private @helper(%n: i32) -> i32 {
  tir.report_error %n, "helper" {on_error = #tir.on_error<hook>}
  return %n : i32
}
func.func @tvmgen_right_run(%n: i32) -> i32
    attributes {tir.model = #tir.model<name = "right">, tir.interface = {api = "c", entry = "tvmgen_right_run", workspace = "internal", inputs = [], outputs = []}} {
  %code = call @helper(%n) : (i32) -> i32
  return %code : i32
}
