// RUN: tir-opt %s "--tir-choose-rows=rows=min-ram feed-rows=x" --split-input-file --verify-diagnostics

// The softmax needs all elements, and there is no function that computes one row of it.

!t = tensor<1x64x4xi32>
!m = memref<1x64x4xi32>
tir.prim_func private @whole(%x: !m {tir.effect = #tir.effect<read>}, %y: !m {tir.effect = #tir.effect<write>}) {
  tir.return
}
tir.prim_func @main(%x: !m {tir.effect = #tir.effect<read>, tir.name = "x"}, %y: !m {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !m to !t
  %e = tensor.empty() : !t
  // expected-error @below {{the application is to hand over an input by rows (--feed-rows), but this operator needs the whole input, or cannot compute a row of its result from rows of it; pass that input as a whole}}
  // expected-note @below {{the first operator that reads the input is this one}}
  %a = tir.call_tir @whole(%in) outs(%e) : (!t, !t) -> !t
  bufferization.materialize_in_destination %a in restrict writable %y : (!t, !m) -> ()
  tir.return
}
