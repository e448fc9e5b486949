//===- Passes.td - Passes that make, merge and lower kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_KERNELS_PASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_KERNELS_PASSES_TD

include "mlir/Pass/PassBase.td"

def TIRWidenStoragePass : Pass<"tir-widen-storage", "::mlir::ModuleOp"> {
  let summary = "Store integers of odd widths in whole bytes";
  let description = [{
    Elements of i4, i48 and other widths that C has no type for become elements
    of the next type that it has, sign extended: i4 lies in memory as i8, i48 as
    i64. One place for both back ends, so that all after it see types that have
    a size. What memory holds is taken to be in range, and what is written is.

    Scalars keep their width where arithmetic may wrap. Convolutions and matrix
    products, and whatever provably stays in range, compute in the wider type:
    `acc += (int64_t)x * w` for an accumulator of i48. Sums and products of i48
    are taken not to overflow: TOSA 1.0 has that type for accumulators only, and
    leaves their overflow undefined (the REQUIRE in `apply_add_s`, section
    "Main Pseudocode").

    The main function's arguments and results keep the narrow type as
    `tir.value_type`. Runs after all has become linalg on tensors, or on buffers.

    Example:

    ```mlir
    func.func @main(%x: tensor<2x3xi48>) -> tensor<2x3xi48> {
      return %x : tensor<2x3xi48>
    }
    ```

    becomes

    ```mlir
    func.func @main(%x: tensor<2x3xi64> {tir.value_type = i48})
        -> (tensor<2x3xi64> {tir.value_type = i48}) {
      return %x : tensor<2x3xi64>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect"];
}

def TIRNormalizeGenericsPass
    : Pass<"tir-normalize-generics", "::mlir::ModuleOp"> {
  let summary = "Bring linalg.generic into the form that kernels are made of";
  let description = [{
    Removes results that nobody reads with what computes them (the position
    beside a maximum), and unit dimensions that an output indexes by a constant
    (a reduction that keeps its rank): these go into reshapes around the
    operation. Runs after all other forms have become linalg.

    Example:

    ```mlir
    func.func @sum(%x: tensor<2x5xf32>, %init: tensor<2x1xf32>) -> tensor<2x1xf32> {
      %y = linalg.generic {
          indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>],
          iterator_types = ["parallel", "reduction"]}
          ins(%x : tensor<2x5xf32>) outs(%init : tensor<2x1xf32>) {
      ^bb0(%in: f32, %acc: f32):
        %sum = arith.addf %in, %acc : f32
        linalg.yield %sum : f32
      } -> tensor<2x1xf32>
      return %y : tensor<2x1xf32>
    }
    ```

    becomes

    ```mlir
    %flat = tensor.collapse_shape %init [[0, 1]] : tensor<2x1xf32> into tensor<2xf32>
    %sum = linalg.generic …
    %y = tensor.expand_shape %sum [[0, 1]] output_shape [2, 1]
        : tensor<2xf32> into tensor<2x1xf32>
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def TIRNormalizeControlFlowPass
    : Pass<"tir-normalize-control-flow", "::mlir::ModuleOp"> {
  let summary = "Bring scf.if, scf.for and scf.while into the form that main has";
  let description = [{
    Prepares the control flow of functions on tensors for `tir-outline-kernels`.
    An `scf.while` whose condition is computed on tensors asks before the loop
    and at the end of each round, and carries the answer: its first region then
    reads one element and calls nothing, as C's `while`. Numbers that control
    flow carries (a counter of `scf.for`) reach kernels through tensors of one
    element, since kernels take buffers. Source: TOSA 1.0, 2.15 control flow
    operators (COND_IF, WHILE_LOOP).

    Upstream's `scf-rotate-while-loop` makes an `scf.if` around a loop that asks
    last, where both branches would need buffers for all that is carried.

    Example:

    ```mlir
    func.func @main(%x: tensor<i32>, %one: tensor<i32>) -> tensor<i32> {
      %y = scf.while (%i = %x) : (tensor<i32>) -> tensor<i32> {
        %more = arith.cmpi sge, %i, %one : tensor<i32>
        %c = tensor.extract %more[] : tensor<i1>
        scf.condition(%c) %i : tensor<i32>
      } do {
      ^bb0(%i: tensor<i32>):
        %j = arith.subi %i, %one : tensor<i32>
        scf.yield %j : tensor<i32>
      }
      return %y : tensor<i32>
    }
    ```

    becomes

    ```mlir
    %first = arith.cmpi sge, %x, %one : tensor<i32>
    %y:2 = scf.while (%more = %first, %i = %x)
        : (tensor<i1>, tensor<i32>) -> (tensor<i1>, tensor<i32>) {
      %c = tensor.extract %more[] : tensor<i1>
      scf.condition(%c) %more, %i : tensor<i1>, tensor<i32>
    } do {
    ^bb0(%more: tensor<i1>, %i: tensor<i32>):
      %j = arith.subi %i, %one : tensor<i32>
      %again = arith.cmpi sge, %j, %one : tensor<i32>
      scf.yield %again, %j : tensor<i1>, tensor<i32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def TIROutlineKernelsPass : Pass<"tir-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "Fuse operations into kernels and give each its own function";
  let description = [{
    Partitions each function on static tensors into kernels and makes every
    kernel a private `tir.prim_func`. An operation is computed in its consumer's
    kernel where that costs no second computation of an element (a rescale after
    a convolution, a sum of a sum), or where computing it again is as cheap as
    reading it (padding, slices, broadcasts, fills, casts). The function itself
    becomes a `tir.prim_func` over its inputs and outputs that only reshapes,
    branches and calls.

    Upstream's `linalg-fuse-elementwise-ops` fuses neither into nor out of
    reductions, and materialises padding, accumulators and broadcasts.

    Calls that are there already (a kernel that a pass has claimed for a device)
    stay as they are, between the kernels. So does control flow (`scf.if`,
    `scf.for`, `scf.while`), each of whose blocks is partitioned like a function:
    both branches of an `scf.if` write the same tensors, and each round of a loop
    leaves what it carries where it found it, so that every buffer has one place.
    Of loops in a row, each beginning with what the one before it ends with, sixteen
    share a buffer and the next one begins with a copy: bufferization compares all
    uses of what may share a buffer with each other.

    Input: one block of structured linalg and tensor operations. Output: kernels
    with `tir.place`, `tir.fused` and `tir.macs`; constants of more than one
    distinct element as `memref.global`, each once, 16-byte aligned; arguments
    with `tir.effect` and `tir.name`.

    Example:

    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %empty = tensor.empty() : tensor<4xf32>
      %y = linalg.exp ins(%x : tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    tir.prim_func private @exp(%x: memref<4xf32> {…}, %y: memref<4xf32> {…})
        attributes {tir.fused = [], tir.macs = 0 : i64, tir.place = "exp"} {
      %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
      %empty = tensor.empty() : tensor<4xf32>
      %out = linalg.exp ins(%in : tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
      bufferization.materialize_in_destination %out in restrict writable %y
          : (tensor<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    tir.prim_func @main(…
      %out = tir.call_tir @exp(%in) outs(%init) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>…
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect", "::tir::TIRDialect"];
}

def TIRMergeKernelsPass : Pass<"tir-merge-kernels", "::mlir::ModuleOp"> {
  let summary = "Let equal kernels share one function";
  let description = [{
    A network repeats its layers: many kernels differ in nothing but the
    constants that their calls pass. Such kernels become one function, the first
    of them, which all calls run. LLVM's `mergefunc` does the same for functions
    of LLVM, and TVM's Relay lowered equal functions once; MLIR has no such pass.

    Two kernels are equal if their bodies are (`OperationEquivalence`, without
    locations, and whatever the order of operations without effects), and their
    types and attributes too, but for what says where they come from and for
    `tir.range`. The ranges of an argument merge: the result
    spans both, so that what is proven from it holds for each call. A number
    that stands in the body, such as a zero point, keeps two kernels apart, as
    arithmetic with it is simpler than with an argument. So does an argument that
    is a constant in one kernel and an activation in the other.

    Only calls of the module may refer to a kernel that is merged: it has a
    `tir.place`, is private, has a body, and neither an exported name nor a place
    in the function registry; a `tir.call_tir` is all that uses its symbol. A body
    with calls stays too: the error that such a call reports names its place in
    the model.

    The function keeps the name and the place of the first kernel. `tir.shared_by`
    lists the places of all, `tir.fused` the operations of all, and its location
    is fused of theirs. Each call gets the `tir.place` and `tir.fused` of its own
    kernel, which the plan, the report and the names of buffers and outputs go by.

    The pass runs at the end of the phase `kernels`, and at the end of `plan` for
    kernels on buffers that came with the model; it may run wherever else calls
    are `tir.call_tir`. It takes time linear in the size of the module.

    Input: kernels and their calls, on tensors or buffers. Output: the same; a
    `tir.plan` and the outputs of `tir-expose-kernels` name the functions that
    are left.

    Example:

    ```mlir
    tir.prim_func private @scale_0(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                                   %w: memref<4xi8> {tir.effect = #tir.effect<read>, tir.range = array<i64: 1, 5>},
                                   %y: memref<4xi8> {tir.effect = #tir.effect<write>})
        attributes {tir.fused = ["mul#0"], tir.place = "mul#0"} {
      linalg.mul ins(%x, %w : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
      tir.return
    }
    tir.prim_func private @scale_1(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                                   %w: memref<4xi8> {tir.effect = #tir.effect<read>, tir.range = array<i64: -3, 2>},
                                   %y: memref<4xi8> {tir.effect = #tir.effect<write>})
        attributes {tir.fused = ["mul#1"], tir.place = "mul#1"} {
      linalg.mul ins(%x, %w : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
      tir.return
    }
    memref.global "private" constant @w0 : memref<4xi8> = dense<[1, 2, 3, 5]>
    memref.global "private" constant @w1 : memref<4xi8> = dense<[-3, 0, 1, 2]>
    tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                        %y: memref<4xi8> {tir.effect = #tir.effect<write>},
                        %z: memref<4xi8> {tir.effect = #tir.effect<write>}) {
      %w0 = memref.get_global @w0 : memref<4xi8>
      %w1 = memref.get_global @w1 : memref<4xi8>
      tir.call_tir @scale_0(%x, %w0, %y) : (memref<4xi8>, memref<4xi8>, memref<4xi8>) -> ()
      tir.call_tir @scale_1(%y, %w1, %z) : (memref<4xi8>, memref<4xi8>, memref<4xi8>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func private @scale_0(%x: memref<4xi8> {…}, %w: memref<4xi8> {…, tir.range = array<i64: -3, 5>}, %y: memref<4xi8> {…})
        attributes {tir.fused = ["mul#0", "mul#1"], tir.place = "mul#0", tir.shared_by = ["mul#0", "mul#1"]} {…}…
    tir.prim_func @main(…
      tir.call_tir @scale_0(%x, %w0, %y) {tir.fused = ["mul#0"], tir.place = "mul#0"} : …
      tir.call_tir @scale_0(%y, %w1, %z) {tir.fused = ["mul#1"], tir.place = "mul#1"} : …
    ```
  }];
}

def TIRExposeKernelsPass : Pass<"tir-expose-kernels", "::mlir::ModuleOp"> {
  let summary = "Make outputs of what each kernel computes";
  let description = [{
    Each tensor that a call in a main function's block gives becomes an output
    of the model, and so does what control flow (`scf.if`, `scf.for`,
    `scf.while`) around calls ends with. Two programs from one model can then be
    compared kernel by kernel: on two targets, by two compilers.

    The model's own outputs stay first, under their names; the others follow in
    the order of the steps. An output has the kernel's name, with that of its
    argument where it has several results, a number where the name is taken, and
    `kernel_` before it where it is no C identifier. `tir.kernel` and
    `tir.place`, which the header and the report show, tell what it is of (for
    control flow that is the operation), and `tir.reads` names the outputs that
    it was computed from, so that a difference can be followed to where it began.

    The value is copied right behind the call, before a later one may update it
    in place, and a kernel that writes an output of the model goes on doing so:
    no buffer lives longer than it did, and the copies are all that is added. A
    variable is what it was, as well.

    Input: what the phase `kernels` makes; calls that write memrefs are an error.
    Results that are no tensors, and tensors of `index`, which C's interface has
    no type for, get no output. Output: what the phase `schedule` takes.

    Example:

    ```mlir
    tir.prim_func private @relu(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                %y: memref<4xf32> {tir.effect = #tir.effect<write>})
        attributes {tir.place = "clamp#0"} {
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      tir.return
    }
    tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                        %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
      %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
      %e = tensor.empty() : tensor<4xf32>
      %t = tir.call_tir @relu(%in) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      bufferization.materialize_in_destination %t in restrict writable %y
          : (tensor<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func @main(%x: memref<4xf32> {…}, %y: memref<4xf32> {…, tir.name = "output"},
                        %relu: memref<4xf32> {tir.effect = #tir.effect<write>,
                            tir.kernel = "relu", tir.name = "relu", tir.place = "clamp#0", tir.reads = []}) {
      …
      %t = tir.call_tir @relu(%in) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      bufferization.materialize_in_destination %t in restrict writable %relu
          : (tensor<4xf32>, memref<4xf32>) -> ()…
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def TIRLowerKernelsPass : Pass<"tir-lower-kernels", "::mlir::ModuleOp"> {
  let summary = "Lower kernels' bodies from tensors to loops";
  let description = [{
    Replaces each `bufferization.materialize_in_destination` into a buffer by
    loops that compute that buffer's elements from those read by
    `bufferization.to_tensor`, as the function's `schedule` has it. With
    `#tir.elementwise`, which is also how a function without a schedule is
    lowered, no tensor in between is materialised: a
    reduction's accumulator is a loop-carried value, what consumes it is
    computed at its end, padding becomes narrower loop bounds where it changes
    nothing and a branch elsewhere, slices and reshapes become index arithmetic.

    Upstream's `convert-linalg-to-loops` after bufferization materialises
    padded inputs, accumulators and broadcasts.

    Input: functions whose bodies are structured linalg and tensor operations
    between buffers. Output: scf, memref, arith, math.

    Example:

    ```mlir
    tir.prim_func private @exp(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                               %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
      %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
      %empty = tensor.empty() : tensor<4xf32>
      %out = linalg.exp ins(%in : tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
      bufferization.materialize_in_destination %out in restrict writable %y
          : (tensor<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    scf.for %i = %c0 to %c4 step %c1 {
      %in = memref.load %x[%i] : memref<4xf32>
      %out = math.exp %in : f32
      memref.store %out, %y[%i] : memref<4xf32>
    } {tir.name = "i"}
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::tir::TIRDialect"];
}

def TIRLowerCopiesPass : Pass<"tir-lower-copies"> {
  let summary = "Lower copies of regions to loops";
  let description = [{
    A `memref.copy` whose elements do not lie side by side on both sides becomes
    a nest of loops. What is left is one `memcpy` each. (Upstream's
    `convert-memref-to-llvm` calls a run-time library for it, and
    `convert-memref-to-emitc` refuses it.)

    Input: copies of any static or dynamic shape. Output: copies of memrefs with
    the identity layout and static shapes only.

    Example:

    ```mlir
    func.func @column(%x: memref<4xi8, strided<[8]>>, %y: memref<4xi8>) {
      memref.copy %x, %y : memref<4xi8, strided<[8]>> to memref<4xi8>
      return
    }
    ```

    becomes

    ```mlir
    func.func @column(%x: memref<4xi8, strided<[8]>>, %y: memref<4xi8>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      scf.for %i = %c0 to %c4 step %c1 {
        %element = memref.load %x[%i] : memref<4xi8, strided<[8]>>
        memref.store %element, %y[%i] : memref<4xi8>
      }
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def TIRHoistLoopInvariantsPass : Pass<"tir-hoist-loop-invariants"> {
  let summary = "Compute in front of a loop what each round computes alike";
  let description = [{
    Moves each operation whose operands come from outside a loop in front of
    that loop, if it does no harm there: the loop may run no round at all. An
    operation that is moved loses `nsw` and `nuw`, since the loop may not have
    reached it with operands that would overflow;
    `tir-optimize-integer-ranges` sets `nsw` again where the ranges prove it.

    Upstream's `loop-invariant-code-motion` also moves `arith.remsi`,
    `arith.remui`, `arith.floordivsi` and `math.ipowi`, which trap where they
    divide by 0, since MLIR 22.1 declares them `Pure`. This pass leaves them in
    the loop unless their divisor is known, as both do with `arith.divsi`.

    Input: any loops. Output: the same program.

    Example:

    ```mlir
    func.func @f(%y: memref<?xi32>, %n: index, %a: i32, %b: i32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c0 to %n step %c1 {
        %sum = arith.addi %a, %b overflow<nsw> : i32
        %rest = arith.remsi %sum, %b : i32
        memref.store %rest, %y[%i] : memref<?xi32>
      }
      return
    }
    ```

    becomes

    ```mlir
    %sum = arith.addi %a, %b : i32
    scf.for %i = %c0 to %n step %c1 {
      %rest = arith.remsi %sum, %b : i32
      memref.store %rest, %y[%i] : memref<?xi32>
    }
    ```
  }];
}

def TIRDefineArithmeticPass : Pass<"tir-define-arithmetic"> {
  let summary = "Give arithmetic a result for every operand";
  let description = [{
    Some operations of `arith` have no result for some operands; in C they are
    undefined, and an object may trap. This pass gives them one, the same for
    both back ends:

    | operation | operand | result |
    |---|---|---|
    | division, signed or not, rounded in any direction | divisor 0 | 0 |
    | | smallest integer by -1 | the smallest integer |
    | remainder | divisor 0 | the dividend |
    | | smallest integer by -1 | 0 |
    | shift | amount of the width and more, or negative | as by the amount modulo the width |
    | float to integer | out of range | the nearest integer of the type |
    | | NaN | 0; the smallest integer of 32 bits and more |

    Divisors and amounts that are constants of the usual kind cost nothing.
    `tir-optimize-integer-ranges` behind it takes away what the ranges of the
    operands make superfluous.

    Input: scalars; others stay. Output: the same without operands that an
    operation is undefined for.

    Example:

    ```mlir
    func.func @f(%x: i32, %amount: i32) -> i32 {
      %y = arith.shli %x, %amount : i32
      return %y : i32
    }
    ```

    becomes

    ```mlir
    %c31 = arith.constant 31 : i32
    %modulo = arith.andi %amount, %c31 : i32
    %y = arith.shli %x, %modulo : i32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TIROptimizeIntegerRangesPass : Pass<"tir-optimize-integer-ranges"> {
  let summary = "Use what the ranges of integers prove";
  let description = [{
    Sets `nsw` on each addition, subtraction, multiplication and left shift
    whose result, by the ranges of its operands, fits its type. Arithmetic
    without that flag wraps, which C says by a detour over unsigned types.
    Comparisons that the ranges decide become constants, and what keeps a number
    as it is (a mask of all the bits that it may have, a remainder of what is less
    than the divisor) becomes that number.

    Ranges come from upstream's `InferIntRangeInterface`, from `tir.range` on
    arguments, and from loops: a value that each iteration adds to stays within
    what all of them together can add. (Upstream's integer range analysis gives
    such a value its type's full range.)

    Example:

    ```mlir
    func.func @f(%x: i8) -> i32 {
      %wide = arith.extsi %x : i8 to i32
      %c128 = arith.constant 128 : i32
      %y = arith.addi %wide, %c128 : i32
      return %y : i32
    }
    ```

    becomes

    ```mlir
    %y = arith.addi %wide, %c128 overflow<nsw> : i32
    ```
  }];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_KERNELS_PASSES_TD
