// RUN: tir-opt %s --split-input-file --verify-diagnostics

// Groups that tir-stream-rows could not make a loop of.

func.func @empty() {
  // expected-error @below {{'kernel.by_rows' op has no 'tir.call_tir'; expected a call for each kernel that makes rows: drop the operation}}
  kernel.by_rows {
  }
  return
}

// -----

// expected-note @below {{the function is this one}}
tir.prim_func private @whole(%x: memref<8x4xi8>) {
  tir.return
}
func.func @no_window(%x: memref<8x4xi8>) {
  kernel.by_rows {
    // expected-error @below {{'tir.call_tir' op calls @whole, which makes no row; expected a function with a 'window' in 'kernel.argument': move the call out of 'kernel.by_rows'}}
    tir.call_tir @whole(%x) : (memref<8x4xi8>) -> ()
  }
  return
}

// -----

func.func private @other(memref<8x4xi8>)
func.func @other_call(%x: memref<8x4xi8>) {
  // expected-note @below {{which is this one}}
  kernel.by_rows {
    // expected-error @below {{'func.call' op does not run a row at a time; expected 'tir.call_tir', or an operation without regions that calls nothing: move it out of 'kernel.by_rows'}}
    func.call @other(%x) : (memref<8x4xi8>) -> ()
  }
  return
}

// -----

func.func @loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @below {{which is this one}}
  kernel.by_rows {
    // expected-error @below {{'scf.for' op does not run a row at a time}}
    scf.for %i = %c0 to %n step %c1 {
    }
  }
  return
}

// -----

tir.prim_func private @not_row(
    %x: memref<1x4xi8> {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>},
    %y: memref<1x4xi8> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>}) {
  tir.return
}
func.func @results(%x: tensor<8x4xi8>, %y: tensor<8x4xi8>) -> tensor<8x4xi8> {
  // expected-error @below {{'kernel.by_rows' op has results of types ('tensor<8x4xi8>'), but its 'kernel.yield' has operands of types (); expected the same types}}
  %a = kernel.by_rows -> tensor<8x4xi8> {
    %b = tir.call_tir @not_row(%x) outs(%y) : (tensor<8x4xi8>, tensor<8x4xi8>) -> tensor<8x4xi8>
  }
  return %a : tensor<8x4xi8>
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @not_row(
    %x: memref<1x4xi8> {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>},
    %y: memref<1x4xi8> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>}) {
  tir.return
}
func.func @outside(%x: memref<8x4xi8>, %y: memref<8x4xi8>) {
  // Whole tensors are passed for windows only where the call runs by rows.
  // expected-error @below {{'tir.call_tir' op argument #0 has extent 8 in dimension 0, expected 1}}
  tir.call_tir @not_row(%x, %y) : (memref<8x4xi8>, memref<8x4xi8>) -> ()
  return
}
