//===- KernelRequantizeStepOps.td - Steps that requantize sums
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_KERNELREQUANTIZESTEPOPS_TD
#define TIR_DIALECT_KERNEL_IR_KERNELREQUANTIZESTEPOPS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "tir/Dialect/Kernel/IR/KernelDialect.td"

def Kernel_RequantizeOp : Kernel_LowLevelOp<"requantize", [Pure]> {
  let summary = "an accumulator as an element of a quantised tensor";
  let description = [{
    Computes `(accumulator * multiplier + offset) >> (32 + shift)` with 64-bit
    numbers and shifts that keep the sign, and saturates it to a signed number
    of `bits` bits. An `offset` of 32 bits is added to the upper half of the
    product instead: `(((accumulator * multiplier) >> 32) + offset) >> shift`.
    On Armv7E-M, both are two instructions: SMLAL, or SMMLA where the offset has
    32 bits, and SSAT with a shift. If there is a `sign_offset`, it is subtracted
    from `offset` where the accumulator is negative, as double rounding needs
    where results of both signs occur; this takes two more instructions.

    TOSA's rescale is another formula. `tir-schedule-kernels` replaces it by this
    operation where it has proved, for each channel, that both give the same
    number for every accumulator value that can occur.

    Invariants: the sum does not overflow 64 bits, nor its upper half 32 bits,
    and this half shifted by `shift` is what is saturated, so that `shift` is 0
    to 31; `bits` is 2 to 32.

    Source: TOSA 1.0.1, 2.10.2 (`RESCALE`), for the numbers it stands for.

    Example:

    ```mlir
    func.func @quantize(%acc: i32, %multiplier: i32, %offset: i64) -> i32 {
      %q = kernel.requantize %acc, %multiplier, %offset shift 4 bits 8 : i64
      return %q : i32
    }
    ```

    The C it becomes:

    ```c
    tir_requantize_8_4(acc, multiplier, offset)
    ```

    A constant multiplier that is a power of two, without offsets, only shifts
    and saturates: `tir_saturate_8_22(acc)`, which is SSAT alone.
  }];
  let arguments = (ins
    Arg<I32, "the sum of products">:$accumulator,
    Arg<I32, "the scale, with 32 + `shift` fractional bits">:$multiplier,
    Arg<AnyTypeOf<[I32, I64]>,
        "bias, zero points and rounding, with as many or with `shift`">:$offset,
    Arg<Optional<I32>, "what negative accumulators take less">:$sign_offset,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<0>, IntMaxValue<31>]>,
        "the shift of the upper half">:$shift,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<2>, IntMaxValue<32>]>,
        "the number of bits of the result">:$bits);
  let results = (outs Res<I32, "the element">:$result);
  let assemblyFormat = [{
    $accumulator `,` $multiplier `,` $offset (`sign` $sign_offset^)?
    `shift` $shift `bits` $bits attr-dict `:` type($offset)
  }];
}

def Kernel_RequantizeApproximateOp : Kernel_LowLevelOp<"requantize_approximate", [Pure]> {
  let summary = "an accumulator as an element of a quantised tensor, by halves";
  let description = [{
    Computes what `kernel.requantize` computes with an offset in the upper half of the
    product, which is the sum of three products of 32 bits here, without the one of
    the lower halves: with the upper half ah and the lower half al of the
    accumulator, and mh and ml of the multiplier, it is
    `ah * mh + ((al * mh) >> 16) + ((ah * ml) >> 16)`, which is at most 2 less. A
    Cortex-M0+ has no longer products.

    `tir-schedule-kernels` replaces TOSA's rescale by this operation where it has
    proved, for each channel, that both give the same number for every accumulator
    value that can occur.

    Invariants: the multiplier is not negative; the sum does not overflow 32 bits.

    Source: TOSA 1.0.1, 2.10.2 (`RESCALE`), for the numbers it stands for.

    Example:

    ```mlir
    func.func @quantize(%acc: i32, %multiplier: i32, %offset: i32) -> i32 {
      %q = kernel.requantize_approximate %acc, %multiplier, %offset shift 4 bits 8
      return %q : i32
    }
    ```

    The C it becomes:

    ```c
    tir_requantize_8_4_upper_half_approximate(acc, multiplier, offset)
    ```
  }];
  let arguments = (ins
    Arg<I32, "the sum of products">:$accumulator,
    Arg<I32, "the multiplier, with 32 + `shift` fractional bits">:$multiplier,
    Arg<I32, "bias, zero points and rounding, for the upper half">:$offset,
    Arg<Optional<I32>, "what is subtracted from `offset` where the accumulator is negative">:$sign_offset,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<0>, IntMaxValue<31>]>,
        "the shift of the upper half">:$shift,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<2>, IntMaxValue<32>]>,
        "the number of bits of the result">:$bits);
  let results = (outs Res<I32, "the element">:$result);
  let assemblyFormat = [{
    $accumulator `,` $multiplier `,` $offset (`sign` $sign_offset^)?
    `shift` $shift `bits` $bits attr-dict
  }];
}

def Kernel_RequantizeDoubleOp : Kernel_LowLevelOp<"requantize_double", [Pure]> {
  let summary = "an accumulator as an element of a quantised tensor, by doubles";
  let description = [{
    Computes `accumulator * scale / 2^(32 + shift) + offset / 2^20`, without its
    fraction, and clamps it to 0 to `max`. In double precision, processors with
    vector instructions compute several at a time; others take 64-bit integers.

    `tir-schedule-kernels` replaces TOSA's rescale by this operation where it has
    proved, for each channel, that both give the same number for every
    accumulator value that can occur, by integers and by doubles, however a
    compiler evaluates the sum: with the product rounded, contracted, or with
    more digits.

    Invariants: before it is clamped, the number fits 16 bits; the sum of the
    integers does not overflow 64 bits.

    Source: TOSA 1.0.1, 2.10.2 (`RESCALE`), for the numbers it stands for.

    Example:

    ```mlir
    func.func @quantize(%acc: i32, %scale: i32, %offset: i32) -> i32 {
      %q = kernel.requantize_double %acc, %scale, %offset shift 7 max 255
      return %q : i32
    }
    ```

    The C it becomes:

    ```c
    tir_requantize_double_255_7(acc, scale, offset)
    ```
  }];
  let arguments = (ins
    Arg<I32, "the sum of products">:$accumulator,
    Arg<I32, "the scale, with 32 + `shift` fractional bits">:$scale,
    Arg<I32, "bias, zero points and rounding, with 20 fractional bits">:$offset,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<0>, IntMaxValue<31>]>,
        "what the scale has more than 32 fractional bits">:$shift,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<1>, IntMaxValue<32767>]>,
        "the largest result">:$max);
  let results = (outs Res<I32, "the element">:$result);
  let assemblyFormat = [{
    $accumulator `,` $scale `,` $offset `shift` $shift `max` $max attr-dict
  }];
}

#endif // TIR_DIALECT_KERNEL_IR_KERNELREQUANTIZESTEPOPS_TD
