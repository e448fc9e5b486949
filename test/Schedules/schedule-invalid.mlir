// RUN: tir-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{attribute 'schedule' failed to satisfy constraint: ScheduleAttrInterface instance}}
tir.prim_func private @f(%x: memref<4xf32>) attributes {schedule = "fast"} {
  tir.return
}

// -----

// expected-error @+1 {{#kernel.jammed computes 1 elements together, expected 2 to 16}}
tir.prim_func private @f(%x: memref<4xf32>) attributes {schedule = #kernel.jammed<elements = 1>} {
  tir.return
}

// -----

// expected-error @+1 {{#kernel.jammed computes 17 elements together, expected 2 to 16}}
tir.prim_func private @f(%x: memref<4xf32>) attributes {schedule = #kernel.jammed<elements = 17>} {
  tir.return
}

// -----

// expected-error @+1 {{#kernel.jammed computes 8 elements together, expected 4 in a word}}
tir.prim_func private @f(%x: memref<8xi8>) attributes {schedule = #kernel.jammed<elements = 8, words = true>} {
  tir.return
}
