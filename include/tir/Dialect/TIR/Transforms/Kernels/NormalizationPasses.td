//===- NormalizationPasses.td - Passes that give tensor programs the forms that kernels expect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_KERNELS_NORMALIZATIONPASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_KERNELS_NORMALIZATIONPASSES_TD

include "mlir/Pass/PassBase.td"

def TIRWidenStoragePass : Pass<"tir-widen-storage", "::mlir::ModuleOp"> {
  let summary = "Store integers of odd widths in whole bytes";
  let description = [{
    Elements of i4, i48 and other widths that have no type in C become elements
    of the next wider type that has one, sign-extended: i4 is stored as i8, i48
    as i64. The pass serves both back ends, so that all later passes see types
    of a known size. It assumes that elements in memory are in range, and keeps
    the elements that it writes in range.

    Scalars keep their width if their arithmetic may wrap. Convolutions and
    matrix products, and operations that provably stay in range, compute in the
    wider type: `acc += (int64_t)x * w` for an accumulator of i48. Sums and
    products of i48 are assumed not to overflow: TOSA 1.0 has that type for
    accumulators only, and leaves their overflow undefined (the REQUIRE in
    `apply_add_s`, section "Main Pseudocode").

    `tir::StorageOpInterface` tells which casts an operation needs. An operation
    of a plugin that is computed in kernels and does not implement it cannot
    have such elements.

    If there is a constant of at most 4 bits, the module gets
    `packed_constants` of `tir.model`, so that `tir-pack-constants` puts several numbers of
    such a constant into a byte.

    The main function's arguments and results record the narrow type as
    `#tir.encoding`. The pass runs when everything is linalg on tensors or on
    buffers.

    Example:

    ```mlir
    func.func @main(%x: tensor<2x3xi48>) -> tensor<2x3xi48> {
      return %x : tensor<2x3xi48>
    }
    ```

    becomes

    ```mlir
    func.func @main(%x: tensor<2x3xi64> {tir.port = #tir.port<encoding = <type = i48>>})
        -> (tensor<2x3xi64> {tir.port = #tir.port<encoding = <type = i48>>}) {
      return %x : tensor<2x3xi64>
    }
    ```
  }];
  let options = [
    Option<"packed", "packed-constants", "::tir::PackedChoice", "::tir::PackedChoice::Auto",
           "Whether constants of at most 4 bits share bytes: if the module has such types, always or never",
           [{::llvm::cl::values(
             clEnumValN(::tir::PackedChoice::Auto, "auto",
                        "if the module has such types"),
             clEnumValN(::tir::PackedChoice::On, "on", "always"),
             clEnumValN(::tir::PackedChoice::Off, "off", "never"))}]>
  ];
  // It asks for interfaces that the dialect attaches when it is loaded.
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::tir::TIRDialect",
                           "::tir::kernel::KernelDialect"];
}

def TIRNormalizeGenericsPass
    : Pass<"tir-normalize-generics", "::mlir::ModuleOp"> {
  let summary = "Bring linalg.generic into the form that kernels need";
  let description = [{
    Removes results that nothing reads, with the computations for them (the
    position next to a maximum). Also removes unit dimensions that an output
    indexes by a constant (a reduction that keeps its rank); reshapes around the
    operation replace them. The pass runs when all other forms have become
    linalg.

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

def TIRHoistLayoutChangesPass
    : Pass<"tir-hoist-layout-changes", "::mlir::ModuleOp"> {
  let summary = "Change the layout of a tensor before it is quantized";
  let description = [{
    Swaps a transposition or a reshape and the operations before it, if these
    compute each of its elements from one of an input of the function, such as a
    quantization or a normalization. PyTorch and ONNX have planes, one for each
    channel, and quantize them before they become pixels. A tensor of planes has
    no rows, so that the whole of it is in memory; one of pixels is computed by
    rows ([Rows.md](../Rationale/Rows.md)).

    The same is done if the layout has changed before these operations, so that
    two changes that undo each other vanish. Converters write them around what
    stands between two convolutions of one dimension.

    Example:

    ```mlir
    func.func @input(%x: tensor<1x3x8x8xf32>) -> tensor<1x8x8x3xi8> {
      %0 = tensor.empty() : tensor<1x3x8x8xi8>
      %1 = linalg.generic {
          indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>],
          iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
          ins(%x : tensor<1x3x8x8xf32>) outs(%0 : tensor<1x3x8x8xi8>) {
      ^bb0(%in: f32, %out: i8):
        %q = arith.fptosi %in : f32 to i8
        linalg.yield %q : i8
      } -> tensor<1x3x8x8xi8>
      %2 = tensor.empty() : tensor<1x8x8x3xi8>
      %3 = linalg.transpose ins(%1 : tensor<1x3x8x8xi8>)
          outs(%2 : tensor<1x8x8x3xi8>) permutation = [0, 2, 3, 1]
      return %3 : tensor<1x8x8x3xi8>
    }
    ```

    becomes

    ```mlir
    %transposed = linalg.transpose ins(%x : tensor<1x3x8x8xf32>)
        outs(%0 : tensor<1x8x8x3xf32>) permutation = [0, 2, 3, 1]
    %1 = tensor.empty() : tensor<1x8x8x3xi8>
    %2 = linalg.generic … ins(%transposed : tensor<1x8x8x3xf32>) … -> tensor<1x8x8x3xi8>
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def TIRExpandPowersPass : Pass<"tir-expand-powers", "::mlir::ModuleOp"> {
  let summary = "Compute powers with constant exponents by products and roots";
  let description = [{
    Applies MLIR's algebraic simplifications of the `math` dialect: squares,
    cubes and the like become products, and an exponent of a half becomes a
    root, so that a layer normalization does not call `powf` for each element.
    MLIR has no pass for them. Other powers whose exponent is an integer become
    `math.powf`, which C has for each exponent.

    Example:

    ```mlir
    func.func @square(%x: f32) -> f32 {
      %two = arith.constant 2 : i64
      %y = math.fpowi %x, %two : f32, i64
      return %y : f32
    }
    ```

    becomes

    ```mlir
    func.func @square(%x: f32) -> f32 {
      %y = arith.mulf %x, %x : f32
      return %y : f32
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
}

def TIRFoldConstantChannelsPass
    : Pass<"tir-fold-constant-channels", "::mlir::ModuleOp"> {
  let summary = "Leave out channels that are the same for every input";
  let description = [{
    Finds the channels (the last dimension) of integer tensors that have the
    same value for every input, and leaves them out: their producers do not
    compute them, and each convolution or matrix product that reads them has
    what they add in its initial value. Channels that nothing reads any more are
    left out, too.

    The ranges of all channels follow from the constants and from the ranges of
    the types. A convolution's accumulator has the range of its sum of products,
    in which each factor of each position takes any value of its channel's
    range; padding counts as a value of the channel. The bodies of structured
    operations are evaluated for each channel (`InferIntRangeInterface`);
    `tosa.apply_scale` is evaluated at both ends of its operand's range, if no
    intermediate value leaves its type. Whatever is not known has the full range
    of its type.

    A channel is kept if

    - it is not constant, and a sum of products that is kept reads it with a
      weight that is not zero;
    - it is constant, but the sum with it would leave the type of the
      accumulator, or its padding has another value, so that it adds something
      else at the border;
    - it is tied to a kept channel: in an element-wise operation (the other
      operand of a sum), a depthwise convolution, a pooling, padding, a slice or
      a reshape;
    - an operation that does not implement `tir::ChannelOpInterface`, the
      function's result, a variable, a call or the body of control flow reads
      it.

    At least one channel of each tensor is kept, and a multiple of four of a
    depthwise convolution, for which the schedules with blocks of channels are
    made. A tensor all of whose channels are constant becomes a broadcast
    constant, and what it was computed from may disappear.

    Each result says in `#tir.channels` which channels are computed, which ones
    are constant and why. `tir-outline-kernels` hands this on to calls.

    Example:

    ```mlir
    func.func @main(%x: tensor<1x2xi8>) -> tensor<1x1xi32> {
      %w0 = arith.constant dense<[[3, 0], [1, 0]]> : tensor<2x2xi8>
      %w1 = arith.constant dense<[[2], [5]]> : tensor<2x1xi8>
      %c0 = arith.constant 0 : i32
      %e0 = tensor.empty() : tensor<1x2xi32>
      %i0 = linalg.fill ins(%c0 : i32) outs(%e0 : tensor<1x2xi32>) -> tensor<1x2xi32>
      %y = linalg.matmul ins(%x, %w0 : tensor<1x2xi8>, tensor<2x2xi8>)
          outs(%i0 : tensor<1x2xi32>) -> tensor<1x2xi32>
      %e1 = tensor.empty() : tensor<1x1xi32>
      %i1 = linalg.fill ins(%c0 : i32) outs(%e1 : tensor<1x1xi32>) -> tensor<1x1xi32>
      %z = linalg.matmul ins(%y, %w1 : tensor<1x2xi32>, tensor<2x1xi8>)
          outs(%i1 : tensor<1x1xi32>) -> tensor<1x1xi32>
      return %z : tensor<1x1xi32>
    }
    ```

    becomes two products with `tensor<2x1xi8>` and `tensor<1x1xi8>`, since the
    second channel of `%y` is 0 for every input.
  }];
  // It asks for interfaces that the dialect attaches when it is loaded.
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect",
                           "::tir::TIRDialect",
                           "::tir::kernel::KernelDialect"];
  let options = [
    Option<"keepUnread", "keep-unread", "bool", /*default=*/"false",
           "Compute channels that nothing reads, unless they are constant, so "
           "that the results of kernels can be exposed">,
  ];
}

def TIRNormalizeControlFlowPass
    : Pass<"tir-normalize-control-flow", "::mlir::ModuleOp"> {
  let summary = "Bring scf.if, scf.for and scf.while into the form that main needs";
  let description = [{
    Prepares the control flow of functions on tensors for `tir-outline-kernels`.
    An `scf.while` whose condition is computed on tensors computes it before the
    loop and at the end of each iteration, and carries the result. Its first
    region then reads one element and calls nothing, like C's `while`. Numbers
    that control flow carries (a counter of `scf.for`) reach kernels through
    tensors of one element, since kernels take buffers. The place of a row that
    a loop reads or writes has computations of its own, which stay between
    kernels. Source: TOSA 1.0, 2.15 control flow operators (COND_IF,
    WHILE_LOOP).

    Upstream's `scf-rotate-while-loop` creates an `scf.if` around a loop that
    checks its condition last. Both branches would need buffers for everything
    that is carried.

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

#endif // TIR_DIALECT_TIR_TRANSFORMS_KERNELS_NORMALIZATIONPASSES_TD
