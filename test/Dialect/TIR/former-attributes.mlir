// RUN: tir-opt %s | FileCheck %s

// What were attributes of their own in version 5 of the dialect: the text of a
// tir.prim_func may have them for one release (docs/Compatibility.md).

tir.pool @sram {size_hint = 4096 : i64}
memref.global "private" @count : memref<4xi8> = dense<0> {tir.global = #tir.global<variable = true>}

// CHECK: tir.prim_func private @kernel(
// CHECK-SAME: %{{.*}}: memref<4xi8> {tir.effect = #tir.effect<read>, tir.port = #tir.port<pools = [@sram]>},
// CHECK-SAME: %{{.*}}: memref<4xi8> {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, 0], noalias = false>})
// CHECK-SAME: attributes {tir.function = #tir.function<entry = <registry_name = "k">, extracted = true, kernel = <place = "f#0">>}
tir.prim_func private @kernel(
    %x: memref<4xi8> {tir.effect = #tir.effect<read>, tir.pools = [@sram]},
    %y: memref<4xi8> {tir.effect = #tir.effect<write>, tir.distances = array<i64: 0, 0>, tir.noalias = false})
    attributes {tir.entry = #tir.entry<registry_name = "k">, tir.extracted, tir.kernel = #tir.kernel<place = "f#0">} {
  tir.return
}

// CHECK: tir.prim_func @main(
// CHECK-SAME: %{{.*}}: memref<4xi8> {tir.effect = #tir.effect<read>, tir.name = "x", tir.port = #tir.port<encoding = <type = ui8>, overwritten = true>},
// CHECK-SAME: %{{.*}}: memref<4xi8> {tir.port = #tir.port<alignment = 16, noalias = true, pool = "sram", value_of = @count>},
// CHECK-SAME: %{{.*}}: !tir.handle {tir.port = #tir.port<c_struct = "net_state">})
// CHECK-SAME: attributes {tir.model = #tir.model<name = "net", plan = <arguments = [<attributes = {tir.port = #tir.port<pool = "sram">}, kind = "input", offset = 0, pool = "sram", type = memref<4xi8>>], pools = []>>}
tir.prim_func @main(
    %x: memref<4xi8> {tir.effect = #tir.effect<read>, tir.encoding = #tir.encoding<type = ui8>, tir.name = "x", tir.overwritten},
    %y: memref<4xi8> {tir.alignment = 16 : i64, tir.noalias, tir.pool = "sram", tir.value_of = @count},
    %s: !tir.handle {tir.struct = "net_state"})
    attributes {tir.model = #tir.model<name = "net">, tir.plan = #tir.plan<arguments = [<attributes = {tir.pool = "sram"}, kind = "input", offset = 0, pool = "sram", type = memref<4xi8>>], pools = []>} {
  tir.return
}
