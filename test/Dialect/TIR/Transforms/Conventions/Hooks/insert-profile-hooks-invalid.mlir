// RUN: tir-opt %s --tir-insert-profile-hooks --split-input-file --verify-diagnostics

// expected-error@+1 {{'tir.prim_func' op has no plan in tir.model, whose steps number the kernels; run tir-plan-memory first}}
tir.prim_func @main() attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
  tir.return
}

// -----

tir.prim_func private @kernel(%x: memref<4xi8>) {
  tir.return
}
// expected-error@+1 {{'tir.prim_func' op has 1 steps, but its plan in tir.model describes 2; insert the hooks right after tir-plan-memory, before a pass changes the steps}}
tir.prim_func @main(%x: memref<4xi8>)
    attributes {tir.model = #tir.model<name = "net", plan = <pools = [], steps = [<name = "kernel">, <name = "memref.copy">]>, source = "net.mlir">} {
  tir.call_tir @kernel(%x) : (memref<4xi8>) -> ()
  tir.return
}
