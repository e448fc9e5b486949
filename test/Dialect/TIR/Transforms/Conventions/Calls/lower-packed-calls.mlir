// RUN: tir-opt %s --tir-lower-packed-calls | FileCheck %s
// RUN: tir-opt %s --tir-lower-packed-calls=on-error=last-error --tir-make-unpacked-api=on-error=last-error | FileCheck %s --check-prefix=REPORTED

// CHECK-LABEL: tir.prim_func @main(
// CHECK:      tir.call_extern @tvmgen_net_call_app_log(%arg0, %arg1) {tir.call = #tir.call<reported = true>} : (memref<4xi8>, i64) -> ()
// CHECK:      tir.call_extern @tvmgen_net_call_app_log(%arg0, %arg1) {tir.call = #tir.call<reported = true>}
// CHECK:      %[[V:.*]], %[[T:.*]] = tir.packed_stack 1
// CHECK:      %[[PV:.*]] = tir.pointer_cast %[[V]] : !tir.values to !tir.handle
// CHECK:      %[[PT:.*]] = tir.pointer_cast %[[T]] : !tir.type_codes to !tir.handle
// CHECK:      tir.call_extern @[[COUNT:tvmgen_net_call_app_count[_0-9]*]](%arg1, %[[PV]], %[[PT]]) {tir.call = #tir.call<reported = true>}
// CHECK:      %[[I:.*]] = tir.packed_get %[[V]][0] : i64
// CHECK:      arith.trunci %[[I]] : i64 to i32
// CHECK:      tir.call_extern @[[HANDLE:tvmgen_net_call_app_count[_0-9]*]](
// CHECK:      tir.packed_get %{{.*}}[0] : !tir.handle
// CHECK:      tir.call_extern @{{.*}}app_context(%arg2) {tir.call = #tir.call<reported = true>} : (!tir.device_context<"npu">) -> ()

// CHECK-LABEL: func.func private @tvmgen_net_call_app_log(
// CHECK:      %[[CODE:.*]], %[[F:.*]] = tir.get_function "app.log"
// CHECK-NEXT: tir.check_return %[[CODE]]
// CHECK-NEXT: %[[NULL:.*]] = tir.is_null %[[F]] : !tir.handle
// CHECK:      tir.assert %{{.*}}, "app.log: is not in the function registry"
// CHECK:      %[[RV:.*]], %[[RT:.*]] = tir.packed_stack 1
// CHECK:      %[[V:.*]], %[[T:.*]] = tir.packed_stack 2
// CHECK:      tir.packed_set %[[V]], %[[T]][0] = %{{.*}} : !tir.dltensor
// CHECK:      tir.packed_set %[[V]], %[[T]][1] = %arg1 : i64
// CHECK:      %[[CODE:.*]] = tir.call_function %[[F]](%[[V]], %[[T]], 2) -> (%[[RV]], %[[RT]])
// CHECK-NEXT: return %[[CODE]]
// CHECK:      func.func private @[[COUNT]](%arg0: i64, %arg1: !tir.handle, %arg2: !tir.handle)
// CHECK:      %[[RV:.*]] = tir.pointer_cast %arg1 : !tir.handle to !tir.values
// CHECK:      %[[RT:.*]] = tir.pointer_cast %arg2 : !tir.handle to !tir.type_codes
// CHECK:      %[[CODE:.*]] = tir.call_function %{{.*}}, 1) -> (%[[RV]], %[[RT]])
// CHECK-NEXT: tir.check_return %[[CODE]]
// CHECK:      tir.type_code_get %[[RT]][0] : i32
// CHECK:      tir.assert %{{.*}}, "app.count: expected an integer (type code 0) as returned value"{{$}}
// CHECK:      func.func private @[[HANDLE]](
// CHECK:      tir.assert %{{.*}}, "app.count: expected a handle (type code 3 or 4) as returned value"{{$}}

// A function that is not in the registry is reported where it is looked up; a code of the callee is reported once.
// REPORTED-LABEL: func.func @tvmgen_net_main(
// REPORTED-NOT:   report_error
// REPORTED-LABEL: func.func private @tvmgen_net_call_app_log(
// REPORTED:       tir.report_error %{{.*}}, "app.log: is not in the function registry" {message, on_error = #tir.on_error<last_error>}
// REPORTED-NEXT:  tir.check_return
// REPORTED:       "app.log: is not in the function registry" {on_error = #tir.on_error<last_error>}
// REPORTED:       %[[CODE:.*]] = tir.call_function
// REPORTED-NEXT:  tir.report_error %[[CODE]], "app.log" {on_error = #tir.on_error<last_error>}
// REPORTED-NEXT:  return %[[CODE]]
// REPORTED:       tir.assert %{{.*}}, "app.count: expected an integer (type code 0) as returned value, but its type code is ", %{{.*}} {on_error = #tir.on_error<last_error>}
// REPORTED:       tir.get_function "app.own"
// REPORTED:       tir.call_function
// REPORTED-NOT:   report_error
module {
  tir.prim_func @main(%x: memref<4xi8>, %n: i64, %c: !tir.device_context<"npu">) attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
    tir.call_packed "app.log"(%x, %n) : (memref<4xi8>, i64) -> ()
    tir.call_packed "app.log"(%x, %n) : (memref<4xi8>, i64) -> ()
    %i = tir.call_packed "app.count"(%n) : (i64) -> i32
    %h = tir.call_packed "app.count"(%n) : (i64) -> !tir.handle
    tir.call_packed "app.context"(%c) : (!tir.device_context<"npu">) -> ()
    tir.call_packed "app.own"(%i) {tir.call = #tir.call<reported = true>} : (i32) -> ()
    tir.return
  }
}
