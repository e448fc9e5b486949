// RUN: tir-opt %s --tir-set-error-codes="on-error=hook safety=arguments,masks" | FileCheck %s

// RUN: tir-opt %s --tir-set-error-codes | FileCheck %s --check-prefix=QUIET

// QUIET-NOT: tir.report_error
// QUIET-NOT: safety =

// CHECK-LABEL: func.func @tvmgen_net_run(
// CHECK-SAME:    safety = ["arguments", "masks"]
// CHECK:         %[[CODE:.*]] = arith.select %arg0, %c0_i32, %c-2_i32 : i32
// CHECK:         tir.report_error %[[CODE]], "net: a constant has changed" {message, on_error = #tir.on_error<hook>}
// CHECK:         tir.check_return %[[CODE]]
// CHECK:         %[[OTHER:.*]] = arith.select %arg0, %{{.*}}, %c-4_i32 : i32
// CHECK-NEXT:    tir.report_error %[[OTHER]], "net: a pointer is NULL" {message, on_error = #tir.on_error<hook>}
// CHECK-NEXT:    tir.check_return %[[OTHER]]
// CHECK:         tir.assert %arg0, "another check"
func.func @tvmgen_net_run(%ok: i1) -> i32
    attributes {tir.model = #tir.model<name = "net">,
                tir.interface = {api = "c", entry = "tvmgen_net_run", inputs = [], outputs = []}} {
  tir.assert %ok, "net: a constant has changed" {safety_code = -2 : i32}
  tir.assert %ok, "net: a pointer is NULL" {safety_code = -4 : i32}
  tir.assert %ok, "another check"
  %code = arith.constant 0 : i32
  return %code : i32
}
