// RUN: tir-opt %s --tir-check-constants --split-input-file --verify-diagnostics

// expected-error @below {{'weights' has elements of type 'i4', whose bytes a CRC does not know; expected 8, 16, 32 or 64 bits, or no check of constants (--safety)}}
memref.global "private" constant @weights : memref<2xi4> = dense<1>
tir.prim_func @main(%y: memref<2xi4> {tir.effect = #tir.effect<write>})
    attributes {tir.model = #tir.model<name = "net">} {
  %w = memref.get_global @weights : memref<2xi4>
  memref.copy %w, %y : memref<2xi4> to memref<2xi4>
  tir.return
}
