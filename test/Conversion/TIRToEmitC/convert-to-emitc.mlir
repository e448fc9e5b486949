// RUN: tir-opt --tir-convert-to-emitc %s | FileCheck %s

// Functions, structs and codes. Attributes with builtin values stay, others are dropped.
// CHECK: module {
module attributes {app.foreign = #tir.effect<read>} {
  // CHECK-NEXT: emitc.include <"stdint.h">
  // CHECK-NOT: struct
  tir.struct @tvmgen_m_inputs ["x", "handle"]

  // CHECK: emitc.func @outside(i32) -> i32 attributes {specifiers = ["extern"]}
  func.func private @outside(i32) -> i32

  // A kernel's buffers are restrict unless they have noalias = false.
  // CHECK: emitc.func @kernel(%{{.*}}: !emitc.ptr<!emitc.opaque<"const int8_t">> {tir.name = "x", tir.port = "#tir.port<noalias = true>"},
  // CHECK-SAME: %{{.*}}: !emitc.ptr<i8> {tir.name = "y"}, %{{.*}}: i32) -> i32
  // CHECK-SAME: attributes {specifiers = ["static"], tir.function = "#tir.function<kernel = <fused = [\22conv2d#0\22, \22clamp#0\22], macs = 12, place = \22conv2d#0\22>>"}
  func.func private @kernel(
      %x: memref<4xi8> {tir.effect = #tir.effect<read>, tir.name = "x"},
      %y: memref<4xi8> {tir.effect = #tir.effect<write>, tir.name = "y", tir.port = #tir.port<noalias = false>},
      %n: i32) -> i32
      attributes {tir.function = #tir.function<kernel = <fused = ["conv2d#0", "clamp#0"], macs = 12, place = "conv2d#0">>} {
    return %n : i32
  }

  // CHECK: emitc.func @run(%[[IN:.*]]: !emitc.ptr<!emitc.opaque<"struct tvmgen_m_inputs">> {tir.name = "inputs"}) -> i32 attributes {tir.model = "#tir.model<name = \22m\22>"} {
  // CHECK: %[[S:.*]] = subscript %[[IN]][%{{.*}}] : (!emitc.ptr<!emitc.opaque<"struct tvmgen_m_inputs">>, i32) -> !emitc.lvalue<!emitc.opaque<"struct tvmgen_m_inputs">>
  // CHECK: %[[F:.*]] = "emitc.member"(%[[S]]) <{member = "x"}>
  // CHECK: %[[L:.*]] = load %[[F]] : <!emitc.ptr<!emitc.opaque<"void">>>
  // CHECK: %[[X:.*]] = cast %[[L]] : !emitc.ptr<!emitc.opaque<"void">> to !emitc.ptr<i8>
  // CHECK: %[[CODE:.*]] = call @kernel
  // CHECK: verbatim "if ({} != 0) return {};" args %[[CODE]], %[[CODE]] : i32, i32
  // CHECK: call @outside(%[[CODE]]) : (i32) -> i32
  func.func @run(%inputs: !tir.handle {tir.name = "inputs", tir.port = #tir.port<c_struct = "tvmgen_m_inputs">}) -> i32 attributes {tir.model = #tir.model<name = "m">} {
    %x = tir.struct_get %inputs[@tvmgen_m_inputs, "x"] : memref<4xi8>
    %h = tir.struct_get %inputs[@tvmgen_m_inputs, "handle"] : !tir.handle
    %n = arith.constant 3 : i32
    %code = call @kernel(%x, %x, %n) : (memref<4xi8>, memref<4xi8>, i32) -> i32
    tir.check_return %code
    %r = call @outside(%code) : (i32) -> i32
    return %r : i32
  }
}
