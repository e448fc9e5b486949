// RUN: tir-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{attribute 'schedule' failed to satisfy constraint: ScheduleAttrInterface instance}}
tir.prim_func private @f(%x: memref<4xf32>) attributes {schedule = "fast"} {
  tir.return
}
