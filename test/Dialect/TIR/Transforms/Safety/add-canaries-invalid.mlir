// RUN: tir-opt %s --tir-add-canaries --verify-diagnostics

memref.global "private" @dtcm : memref<16xi8> = uninitialized {alignment = 16 : i64}
// expected-error @below {{the pool 'dtcm' has 40 bytes, but with guard words (--safety=canaries) the model needs 48 of it; give it 8 bytes more, or drop that check}}
tir.prim_func @main(%y: memref<4xi32> {tir.effect = #tir.effect<write>})
    attributes {tir.model = #tir.model<name = "net", plan = <
        buffers = [<alignment = 16, bytes = 16, first = 0, last = 0, name = "a", offset = 0, pool = "dtcm">],
        pools = [<alignment = 16, bytes = 16, limit = 40, name = "dtcm">]>>} {
  %pool = memref.get_global @dtcm : memref<16xi8>
  tir.return
}
