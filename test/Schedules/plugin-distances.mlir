// REQUIRES: loadable-plugin
// RUN: tir-opt %s --load-dialect-plugin=%kernel_plugin --tir-infer-distances --tir-plan-memory | FileCheck %s

// The order in which another schedule reads and writes is not known, so that the result of a kernel does not overwrite
// its input (plan-memory-distances.mlir: 1024 bytes for such a chain with #kernel.elementwise).

// CHECK:      plan = <buffers = [
// CHECK-NOT:  over =
// CHECK-SAME: pools = [{{.*}}bytes = 2048

!vec = memref<256xf32>
!ten = tensor<256xf32>
tir.prim_func private @one_op(%x: !vec {tir.effect = #tir.effect<read>}, %y: !vec {tir.effect = #tir.effect<write>})
    attributes {schedule = #testkernels.one_op} {
  %in = bufferization.to_tensor %x restrict : !vec to !ten
  %empty = tensor.empty() : !ten
  %out = linalg.negf ins(%in : !ten) outs(%empty : !ten) -> !ten
  bufferization.materialize_in_destination %out in restrict writable %y : (!ten, !vec) -> ()
  tir.return
}
tir.prim_func @main(%x: !vec {tir.effect = #tir.effect<read>}, %y: !vec {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : !vec
  %b = memref.alloc() : !vec
  tir.call_tir @one_op(%x, %a) : (!vec, !vec) -> ()
  tir.call_tir @one_op(%a, %b) : (!vec, !vec) -> ()
  tir.call_tir @one_op(%b, %y) : (!vec, !vec) -> ()
  tir.return
}
