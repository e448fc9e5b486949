// RUN: tir-opt %s --split-input-file --verify-diagnostics --tir-verify-phase=phase=emitc

// Discardable attributes stay if their values are builtin.
module {
  emitc.func @f(%x: !emitc.ptr<i8> {tir.name = "x"}) attributes {tir.model = "#tir.model<name = \"m\">", tir.function = "#tir.function<kernel = <place = \"conv2d#0\">>"} {
    emitc.return
  }
}

// -----

// expected-error @+1 {{carries the attribute #dlti.dl_spec<> of the dialect 'dlti' after the phase 'emitc', but the packaged mlir-translate does not know that dialect}}
module attributes {dlti.dl_spec = #dlti.dl_spec<>} {
}

// -----

module {
  emitc.func @f() {
    // expected-error @+1 {{must not be left after the phase 'emitc': it has no conversion to EmitC in tir-convert-to-emitc}}
    %c = arith.constant 0 : i32
    emitc.return
  }
}
