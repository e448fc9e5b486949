// RUN: tir-opt %s --tir-lower-cpacked-calls --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-lower-cpacked-calls=on-error=hook --tir-make-unpacked-api=on-error=hook --split-input-file | FileCheck %s --check-prefix=HOOK

// Equal calls share a function; calls with other operands, or with another operator to report, need a separate one.
// CHECK-LABEL: module
// CHECK:      func.func private @npu_relu(!tir.values {tir.name = "args"}, !tir.type_codes {tir.name = "type_codes"}, i32 {tir.name = "num_args", tir.port = #tir.port<c_type = "int">}, !tir.values {tir.name = "out_ret_value"}, !tir.type_codes {tir.name = "out_ret_tcode"}, !tir.handle {tir.name = "resource_handle"}) -> i32
// CHECK-LABEL: tir.prim_func @main(
// CHECK:      tir.call_extern @tvmgen_net_call_npu_relu(%arg0, %arg1) {tir.call = #tir.call<device = "npu0", reported = true>} : (memref<4x8xi8>, !tir.device_context<"npu">) -> ()
// CHECK:      tir.call_extern @tvmgen_net_call_npu_relu(%arg0, %arg1) {tir.call = #tir.call<device = "npu0", reported = true>}
// CHECK:      %[[R:.*]] = tir.rebase %{{.*}} : memref<4x4xi8, strided<[8, 1], offset: 2>> to memref<4x4xi8, strided<[8, 1]>>
// CHECK:      tir.call_extern @tvmgen_net_call_other(%[[R]], %{{.*}}, %{{.*}}) {tir.call = #tir.call<reported = true>} : (memref<4x4xi8, strided<[8, 1]>>, i32, !tir.string) -> ()
// CHECK:      tir.call_extern @tvmgen_net_call_other_{{.*}}() {tir.call = #tir.call<reported = true>}

// CHECK-LABEL: func.func private @tvmgen_net_call_npu_relu(
// CHECK-SAME:   %[[X:.*]]: memref<4x8xi8>, %[[C:.*]]: !tir.device_context<"npu">) -> i32 attributes {tir.function = #tir.function<always_inline = true>} {
// CHECK:      %[[H:.*]] = tir.pointer_cast %[[C]] : !tir.device_context<"npu"> to !tir.handle
// CHECK:      %[[V:.*]], %[[T:.*]] = tir.packed_stack 1
// CHECK:      %[[D:.*]] = tir.make_dltensor %[[X]], shape [4, 8] device(1, 0) : memref<4x8xi8>
// CHECK:      tir.packed_set %[[V]], %[[T]][0] = %[[D]] : !tir.dltensor
// CHECK:      %[[RV:.*]], %[[RT:.*]] = tir.packed_stack 1
// CHECK:      %[[N:.*]] = arith.constant 1 : i32
// CHECK:      %[[CODE:.*]] = call @npu_relu(%[[V]], %[[T]], %[[N]], %[[RV]], %[[RT]], %[[H]])
// CHECK-NEXT: return %[[CODE]] : i32
// CHECK-LABEL: func.func private @tvmgen_net_call_other(
// CHECK:      tir.null : !tir.handle
// CHECK:      %[[FLAT:.*]] = memref.reinterpret_cast %arg0 to offset: [0], sizes: [28], strides: [1]
// CHECK:      tir.make_dltensor %[[FLAT]], shape [4, 4] strides [8, 1] device(1, 0) : memref<28xi8>
// CHECK:      tir.packed_set %{{.*}}[1] = %arg1 : i32
// CHECK:      tir.packed_set %{{.*}}[2] = %arg2 : !tir.string

// HOOK-LABEL: func.func @tvmgen_net_main(
// HOOK:       %[[CODE:.*]] = call @tvmgen_net_call_npu_relu(
// HOOK-NEXT:  tir.check_return %[[CODE]]
// HOOK:       call @tvmgen_net_call_npu_relu_0(
// HOOK-LABEL: func.func private @tvmgen_net_call_npu_relu(
// HOOK:       tir.report_error %{{.*}}, "add_1" on "npu0" {on_error = #tir.on_error<hook>}
// HOOK-LABEL: func.func private @tvmgen_net_call_npu_relu_0(
// HOOK:       tir.report_error %{{.*}}, "add_2" on "npu0" {on_error = #tir.on_error<hook>}
// HOOK-LABEL: func.func private @tvmgen_net_call_other(
// HOOK:       tir.report_error %{{.*}}, "other" {on_error = #tir.on_error<hook>}
module {
  tir.prim_func private @npu_relu(memref<4x8xi8>, !tir.device_context<"npu">)
      attributes {calling_convention = #tir.calling_convention<packed>}
  tir.prim_func @main(%x: memref<4x8xi8>, %npu0: !tir.device_context<"npu">) attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
    tir.call_cpacked @npu_relu(%x) context(%npu0) {tir.call = #tir.call<device = "npu0">} : (memref<4x8xi8>, !tir.device_context<"npu">) -> () loc("add_1")
    tir.call_cpacked @npu_relu(%x) context(%npu0) {tir.call = #tir.call<device = "npu0">} : (memref<4x8xi8>, !tir.device_context<"npu">) -> () loc("add_2")
    %part = memref.subview %x[0, 2] [4, 4] [1, 1] : memref<4x8xi8> to memref<4x4xi8, strided<[8, 1], offset: 2>>
    %n = arith.constant 3 : i32
    %text = tir.string_constant "fast"
    tir.call_cpacked @other(%part, %n, %text) : (memref<4x4xi8, strided<[8, 1], offset: 2>>, i32, !tir.string) -> ()
    tir.call_cpacked @other() : () -> ()
    tir.return
  }
}

// -----

// A function of this module reports its own errors. The prefix of the model is not doubled. A declaration that is not
// called also gets its prototype.
// CHECK-LABEL: module
// CHECK:      func.func private @unused(!tir.values
// HOOK-LABEL: module
// HOOK-NOT:   report_error
// HOOK:       func.func private @tvmgen_default_call_relu(
// HOOK-NOT:   report_error
module {
  func.func private @tvmgen_default_relu(%args: !tir.values, %codes: !tir.type_codes, %n: i32, %out: !tir.values,
                                         %out_code: !tir.type_codes, %handle: !tir.handle) -> i32 {
    return %n : i32
  }
  tir.prim_func private @unused(memref<4xi8>) attributes {calling_convention = #tir.calling_convention<packed>}
  func.func @run(%x: memref<4xi8>) -> i32 {
    tir.call_cpacked @tvmgen_default_relu(%x) : (memref<4xi8>) -> ()
    %ok = arith.constant 0 : i32
    return %ok : i32
  }
}
