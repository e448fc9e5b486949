//===- KernelTensorOps.td - Tensors in kernels that schedules store or lay out
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_KERNELTENSOROPS_TD
#define TIR_DIALECT_KERNEL_IR_KERNELTENSOROPS_TD

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tir/Dialect/Kernel/IR/KernelDialect.td"

def Kernel_KeepOp : Kernel_Op<"keep", [Pure, AllTypesMatch<["tensor", "result"]>]> {
  let summary = "a tensor in a kernel that is better stored than computed again";
  let description = [{
    Returns its operand. Elements of tensors in a kernel are computed where they
    are read; this operation marks a tensor whose elements are read several
    times and cost too much for that, such as the exponentials of a softmax.
    `#kernel.rowwise` computes each of them once. Other schedules compute them
    again.

    A schedule that stores the elements adds an argument with `scratch` to the
    kernel, which is the operand `scratch`. It has the shape of the tensor, with
    the extent 1 in dimensions of which one index is stored at a time. An element
    that is alone is a scalar and needs none.

    Invariants: `scratch` has the rank and the element type of the tensor, and
    in each dimension its extent or 1.

    Source: `store_at` and `compute_at` of Halide, whose schedules say the same
    from outside of the program.

    Example:

    ```mlir
    func.func @kept(%x: tensor<4x8xf32>, %scratch: memref<1x8xf32>) -> tensor<4x8xf32> {
      %row = kernel.keep %x in %scratch : tensor<4x8xf32>, memref<1x8xf32>
      %y = kernel.keep %row : tensor<4x8xf32>
      return %y : tensor<4x8xf32>
    }
    ```

    It does not reach C: the phase `loops` removes it.

    ```c
    ```
  }];
  let arguments = (ins
    Arg<AnyStaticShapeTensor, "the elements">:$tensor,
    Arg<Optional<AnyStaticShapeMemRef>, "memory for some of them">:$scratch);
  let results = (outs Res<AnyStaticShapeTensor, "the elements">:$result);
  let assemblyFormat = [{
    $tensor (`in` $scratch^)? attr-dict `:` type($tensor) (`,` type($scratch)^)?
  }];
  let hasVerifier = 1;
}

def Kernel_UnpackPairsOp : Kernel_Op<"unpack_pairs", [Pure]> {
  let summary = "weights that a schedule laid out for kernel.dot_pairs";
  let description = [{
    The weights of a convolution whose kernel reads them in the layout of
    `kernel.dot_pairs`. `#kernel.blocked` reads the words themselves; the operation
    keeps the body of the kernel in the operators of the model until the phase
    `loops`.

    The words belong to pair after pair of output channels. The products of an
    output channel are segments of `segment` elements each; every segment begins
    with a new word, and has its elements in the order of `kernel.widen_bytes`, or
    of `kernel.widen_words` with `in_order`. With `bytes`, the words are as for
    `kernel.dot_pairs` with `bytes`.

    Invariants: the first dimension of the result is the output channel; the
    others have a multiple of `segment` elements; there are as many words as
    these need.

    Source: none in TVM, which rewrites the operators instead.

    Example:

    ```mlir
    func.func @weights(%words: memref<8xi32>) -> tensor<4x1x1x8xi8> {
      %weights = kernel.unpack_pairs %words segment 8 : memref<8xi32> to tensor<4x1x1x8xi8>
      return %weights : tensor<4x1x1x8xi8>
    }
    func.func @neighbours(%words: memref<8xi32>) -> tensor<4x1x1x8xi8> {
      %weights = kernel.unpack_pairs %words segment 8 in_order
          : memref<8xi32> to tensor<4x1x1x8xi8>
      return %weights : tensor<4x1x1x8xi8>
    }
    ```

    It does not reach C: the phase `loops` removes it.

    ```c
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I32], [1]>, "the words">:$words,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the elements of a segment">:$segment,
    Arg<UnitAttr, "whether the weights of both channels are bytes">:$bytes,
    Arg<UnitAttr, "whether the elements of a word are neighbours">:$in_order);
  let results = (outs Res<StaticShapeTensorOf<[I8]>, "the weights">:$weights);
  let assemblyFormat = [{
    $words `segment` $segment (`bytes` $bytes^)? (`in_order` $in_order^)? attr-dict
    `:` type($words) `to` type($weights)
  }];
  let hasVerifier = 1;
}

def Kernel_UnpackTapsOp : Kernel_Op<"unpack_taps", [Pure]> {
  let summary = "weights that a schedule laid out for kernel.load_taps";
  let description = [{
    The weights of a depthwise convolution with windows of 3 x 3 whose kernel
    reads them in the layout of `kernel.load_taps`. `#kernel.blocked` reads the words
    themselves; the operation keeps the body of the kernel in the operators of
    the model until the phase `loops`.

    Invariants: the result has the layout HWCM with 3 x 3 positions and one
    output for each channel; there are three words for each channel.

    Source: none in TVM, which rewrites the operators instead.

    Example:

    ```mlir
    func.func @taps(%words: memref<12xi32>) -> tensor<3x3x4x1xi8> {
      %weights = kernel.unpack_taps %words : memref<12xi32> to tensor<3x3x4x1xi8>
      return %weights : tensor<3x3x4x1xi8>
    }
    ```

    It does not reach C: the phase `loops` removes it.

    ```c
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I32], [1]>, "the words">:$words);
  let results = (outs Res<StaticShapeTensorOf<[I8]>, "the weights">:$weights);
  let assemblyFormat =
      "$words attr-dict `:` type($words) `to` type($weights)";
  let hasVerifier = 1;
}

def Kernel_UnpackRowTapsOp : Kernel_Op<"unpack_row_taps", [Pure]> {
  let summary = "weights that a schedule laid out for kernel.load_row_taps";
  let description = [{
    As `kernel.unpack_taps`, for words that `kernel.load_row_taps` loads.

    Invariants: the result has the layout HWCM with 3 x 3 positions and one
    output for each channel; there are three words for each channel.

    Source: none in TVM, which rewrites the operators instead.

    Example:

    ```mlir
    func.func @taps(%words: memref<12xi32>) -> tensor<3x3x4x1xi8> {
      %weights = kernel.unpack_row_taps %words : memref<12xi32> to tensor<3x3x4x1xi8>
      return %weights : tensor<3x3x4x1xi8>
    }
    ```

    It does not reach C: the phase `loops` removes it.

    ```c
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I32], [1]>, "the words">:$words);
  let results = (outs Res<StaticShapeTensorOf<[I8]>, "the weights">:$weights);
  let assemblyFormat =
      "$words attr-dict `:` type($words) `to` type($weights)";
  let hasVerifier = 1;
}

def Kernel_UnpackChannelsOp : Kernel_Op<"unpack_channels", [Pure]> {
  let summary = "weights that a schedule laid out for scalar steps";
  let description = [{
    The weights of a convolution whose kernel reads them in groups of `group`
    output channels: byte (g * K + k) * `group` + c belongs to channel
    g * `group` + c for product k of K. Channels that the last group lacks have
    zeros. With `excess`, 128 was added to each byte, which may be a number of 16
    bits instead. `#kernel.scalar` reads the bytes themselves; the operation keeps the
    body of the kernel in the operators of the model until the phase `loops`.

    Invariants: the result has the layout OHWI, or HWCM with one output for each
    channel if it is `depthwise`; there are as many bytes as whole groups have.

    Source: none in TVM, which rewrites the operators instead.

    Example:

    ```mlir
    func.func @channels(%bytes: memref<96xi8>, %few: memref<36xi8>)
        -> (tensor<6x1x1x12xi8>, tensor<3x3x4x1xi8>) {
      %weights = kernel.unpack_channels %bytes group 4 : memref<96xi8> to tensor<6x1x1x12xi8>
      %taps = kernel.unpack_channels %few group 1 depthwise : memref<36xi8> to tensor<3x3x4x1xi8>
      return %weights, %taps : tensor<6x1x1x12xi8>, tensor<3x3x4x1xi8>
    }
    ```

    It does not reach C: the phase `loops` removes it.

    ```c
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I8, I16], [1]>, "the bytes">:$bytes,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the channels of a group">:$group,
    Arg<UnitAttr, "whether the result is HWCM">:$depthwise,
    Arg<UnitAttr, "whether 128 was added to each byte">:$excess);
  let results = (outs Res<StaticShapeTensorOf<[I8]>, "the weights">:$weights);
  let assemblyFormat = [{
    $bytes `group` $group (`depthwise` $depthwise^)? (`excess` $excess^)? attr-dict
    `:` type($bytes) `to` type($weights)
  }];
  let hasVerifier = 1;
}

def Kernel_NarrowWordsOp : Kernel_Op<"narrow_words", [Pure]> {
  let summary = "a tensor whose elements another kernel stored as words";
  let description = [{
    The int8 elements that `kernel.widen_words` stored: 16-bit numbers, two in a
    word, in their order, the first of two in the low half. `#kernel.blocked`
    multiplies the words themselves; the operation keeps the body of the kernel
    in the operators of the model until the phase `loops`.

    Invariants: there are as many halves as elements.

    Source: none in TVM.

    Example:

    ```mlir
    func.func @elements(%words: memref<8xi32>) -> tensor<1x1x2x8xi8> {
      %elements = kernel.narrow_words %words : memref<8xi32> to tensor<1x1x2x8xi8>
      return %elements : tensor<1x1x2x8xi8>
    }
    ```

    It does not reach C: the phase `loops` removes it.

    ```c
    ```
  }];
  let arguments = (ins Arg<MemRefRankOf<[I32], [1]>, "the words">:$words);
  let results = (outs Res<StaticShapeTensorOf<[I8]>, "the elements">:$elements);
  let assemblyFormat =
      "$words attr-dict `:` type($words) `to` type($elements)";
  let hasVerifier = 1;
}

def Kernel_WidenWordsOp : Kernel_Op<"widen_words", [Pure]> {
  let summary = "the words as which a kernel stores its int8 elements";
  let description = [{
    The elements as 16-bit numbers, two in a word, in their order, the first of
    two in the low half. A kernel stores these for another one that reads them by
    `kernel.narrow_words`. `#kernel.blocked` stores each half as soon as it has its
    element (`kernel.store_half`).

    Invariants: there are as many halves as elements.

    Source: none in TVM.

    Example:

    ```mlir
    func.func @words(%elements: tensor<1x1x2x8xi8>) -> tensor<8xi32> {
      %words = kernel.widen_words %elements : tensor<1x1x2x8xi8> to tensor<8xi32>
      return %words : tensor<8xi32>
    }
    ```

    It does not reach C: the phase `loops` removes it.

    ```c
    ```
  }];
  let arguments = (ins Arg<StaticShapeTensorOf<[I8]>, "the elements">:$elements);
  let results = (outs Res<1DTensorOf<[I32]>, "the words">:$words);
  let assemblyFormat =
      "$elements attr-dict `:` type($elements) `to` type($words)";
  let hasVerifier = 1;
}

#endif // TIR_DIALECT_KERNEL_IR_KERNELTENSOROPS_TD
