// RUN: tir-translate --tir-to-c %s --split-input-file --verify-diagnostics

emitc.func @lambda(%x: f32) -> i1 {
  // expected-error @+1 {{'emitc.call_opaque' of 'std::isnan' has template arguments, which C99 does not have}}
  %0 = emitc.call_opaque "std::isnan"(%x) {template_args = [f32]} : (f32) -> i1
  emitc.return %0 : i1
}

// -----

// expected-error @+1 {{argument 0 of 'emitc.func' @half has the type 'f16', which C99 has no name for}}
emitc.func @half(%x: f16) {
  emitc.return
}

// -----

emitc.func @compare(%x: i32) -> i32 {
  // expected-error @+1 {{'emitc.cmp' cannot be written as C99; expected an EmitC operation that C has a construct for}}
  %0 = emitc.cmp three_way, %x, %x : (i32, i32) -> i32
  emitc.return %0 : i32
}

// -----

// expected-error @+1 {{'emitc.class' is not allowed at file level in C99; expected EmitC functions, globals, includes and verbatim text: run 'tir-phase-emitc' first}}
emitc.class @c {
}

// -----

// expected-error @+1 {{'emitc.global' @g has an initial value that cannot be written as C: expected dense integers or floats of 32 or 64 bits}}
emitc.global @g : !emitc.array<2xi32> = dense_resource<r>

{-# dialect_resources: { builtin: { r: "0x04000000010000000200000003" } } #-}

// -----

module {
  // expected-error @+1 {{'func.func' op describes a model by {name = "a"}, which has no 'shape' of the kind that tirc writes; compile that model again}}
  func.func @run() attributes {tir.interface = {api = "c", entry = "tvmgen_m_run", inputs = [{name = "a"}], outputs = []}} {
    return
  }
}

// -----

// A symbol may contain any text.
// expected-error @+1 {{'emitc.global' is called 'g; int pwned', which is not an identifier in C; expected letters, digits and '_': rename it}}
emitc.global @"g; int pwned" : i32

// -----

// expected-error @+1 {{'emitc.func' is called 'typeof', which is a keyword of C or C++ in C; expected letters, digits and '_': rename it}}
emitc.func @typeof() {
  emitc.return
}
