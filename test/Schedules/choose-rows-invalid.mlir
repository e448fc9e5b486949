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
  // expected-error @below {{the application cannot hand over the input "x" by rows (--feed-rows), since this layer needs the whole input: it does not write its result in one go; pass that input as a whole}}
  // expected-note @below {{the first layer that reads the input is this one}}
  %a = tir.call_tir @whole(%in) outs(%e) : (!t, !t) -> !t
  bufferization.materialize_in_destination %a in restrict writable %y : (!t, !m) -> ()
  tir.return
}

// -----

// Another layer reads all of the input for each of its rows.

!t = tensor<1x4x8xi32>
!m = memref<1x4x8xi32>
!row = memref<1x1x8xi32>
tir.prim_func private @rows(%x: !m {tir.effect = #tir.effect<read>}, %y: !m {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <row_kernel = @rows_row>>} {
  tir.return
}
tir.prim_func private @rows_row(%x: !m {tir.effect = #tir.effect<read>}, %y: !row {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<window = <dim = 1, unit = 1, stride = 1, first = 0, rows = 1>>}) {
  tir.return
}
tir.prim_func @main(%x: !m {tir.effect = #tir.effect<read>, tir.name = "x"}, %y: !m {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !m to !t
  %e = bufferization.to_tensor %y restrict writable : !m to !t
  // expected-error @below {{since this layer needs the whole input: it needs all rows of a tensor for each row of its result; pass}}
  // expected-note @below {{the first layer that reads the input is this one}}
  %a = tir.call_tir @rows(%in) outs(%e) : (!t, !t) -> !t
  bufferization.materialize_in_destination %a in restrict writable %y : (!t, !m) -> ()
  tir.return
}

// -----

// The input is an output as well.

!t = tensor<1x4x8xi32>
!m = memref<1x4x8xi32>
tir.prim_func @main(%x: !m {tir.effect = #tir.effect<read>, tir.name = "x"}, %y: !m {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !m to !t
  // expected-error @below {{the application cannot hand over the input "x" by rows (--feed-rows), since it is an output of the model, too; pass that input as a whole}}
  bufferization.materialize_in_destination %in in restrict writable %y : (!t, !m) -> ()
  tir.return
}

// -----

// Nothing reads it.

!m = memref<1x4x8xi32>
// expected-error @below {{the application cannot hand over the input "x" by rows (--feed-rows), since no layer reads it; name another input}}
tir.prim_func @main(%x: !m {tir.effect = #tir.effect<read>, tir.name = "x"}) {
  tir.return
}
