//===- Passes.td - Conversions from TOSA and to the two back ends
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_PASSES_TD
#define TIR_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// From TOSA
//===----------------------------------------------------------------------===//

def TIRCanonicalizeTOSAPass : Pass<"tir-canonicalize-tosa", "::mlir::ModuleOp"> {
  let summary = "Canonicalize without folding what TOSA operators compute";
  let description = [{
    Upstream's canonicalizer for modules that have TOSA operators. Several of
    TOSA's own folders change results: `negate(negate(x))` becomes `x`, although
    the smallest i8 becomes 127 and then -127; `x * 0.0` becomes 0, although
    infinity times 0 is a NaN; a clamp from minus infinity to infinity is
    removed, although it may replace NaNs. Therefore operators that compute an
    element are neither folded nor rewritten here. They are simplified after the
    lowering, as operations of `arith`, whose folders keep to the definitions of
    the operations.

    The pass canonicalizes operations of all other dialects, arithmetic on
    `!tosa.shape`, and the operators that at most choose elements (concat,
    const, gather, identity, pad, reshape, reverse, scatter, select, slice,
    tile, transpose). It computes transpositions and reciprocals of constants,
    and erases every unused operation.

    Input: any module. Output: a module that computes the same bits.

    Example:

    ```mlir
    func.func @main(%x: tensor<2x3xi8>) -> tensor<6xi8> {
      %zero = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
      %0 = tosa.negate %x, %zero, %zero : (tensor<2x3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3xi8>
      %1 = tosa.negate %0, %zero, %zero : (tensor<2x3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3xi8>
      %s = tosa.const_shape {values = dense<[3, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
      %2 = tosa.reshape %1, %s : (tensor<2x3xi8>, !tosa.shape<2>) -> tensor<3x2xi8>
      %t = tosa.const_shape {values = dense<6> : tensor<1xindex>} : () -> !tosa.shape<1>
      %3 = tosa.reshape %2, %t : (tensor<3x2xi8>, !tosa.shape<1>) -> tensor<6xi8>
      return %3 : tensor<6xi8>
    }
    ```

    becomes

    ```mlir
    %0 = tosa.negate %x, %zero, %zero : (tensor<2x3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3xi8>
    %1 = tosa.negate %0, %zero, %zero : (tensor<2x3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3xi8>
    %t = tosa.const_shape {values = dense<6> : tensor<1xindex>} : () -> !tosa.shape<1>
    %2 = tosa.reshape %1, %t : (tensor<2x3xi8>, !tosa.shape<1>) -> tensor<6xi8>
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect",
                           "::mlir::tosa::TosaDialect"];
}

def TIRLowerTOSAPass : Pass<"tir-lower-tosa", "::mlir::ModuleOp"> {
  let summary = "Lower TOSA to linalg on tensors";
  let description = [{
    Applies upstream's patterns (tosa-to-linalg-named with the filter layout
    FHWC, tosa-to-linalg, tosa-to-tensor, tosa-to-arith, tosa-to-scf) in one
    conversion. Our patterns take precedence where MLIR 22.1 falls short of the
    specification (`lib/Conversion/TOSAToLinalg`, a file for each family of
    operators). An operator that no pattern lowers is an error that names it and
    its types. Operations of the `index` dialect become those of `arith`. A
    depthwise convolution of one channel with constant weights becomes the
    convolution that it is.

    A rescale becomes a `tosa.apply_scale` on scalars in the body of a
    `linalg.generic`, and stays that until the phase `loops`: later passes and
    schedules see its multiplier, shift and rounding, and need not recognise
    them in arithmetic.

    Input: static TOSA.
    Output: no TOSA operation but `tosa.apply_scale`; integer results as TOSA
    1.0 defines them.

    Source: TOSA 1.0, chapter Operators.

    Example:

    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = tosa.exp %x : (tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    %empty = tensor.empty() : tensor<4xf32>
    %y = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
        ins(%x : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %exp = math.exp %in : f32
      linalg.yield %exp : f32
    } -> tensor<4xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::index::IndexDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::tosa::TosaDialect",
  ];
}

//===----------------------------------------------------------------------===//
// To EmitC
//===----------------------------------------------------------------------===//

def TIRFlattenMemRefsPass : Pass<"tir-flatten-memrefs", "::mlir::ModuleOp"> {
  let summary = "Make every buffer a buffer of rank 1";
  let description = [{
    Gives rank 1 to each memref of static shape and static strides, of any rank:
    in operations, functions' signatures, calls, and globals with their initial
    values. A region of a buffer becomes the memory from its first element to
    its last. Loads and stores get a linear index (`overflow<nsw>`, since an
    index never leaves its buffer). Reshapes vanish; subviews become
    `tir.rebase`.

    Input: memrefs of static shape and static strides (any other memref is an
    error that names it); copies only of contiguous elements
    (`tir-lower-copies`). Output: the same program on memrefs of rank 1.

    The pass works on its own, on any module of func, scf, arith and memref.
    EmitC needs it because a C pointer has one index.

    Example:

    ```mlir
    func.func @f(%x: memref<2x4xi8>, %i: index, %j: index) -> i8 {
      %y = memref.load %x[%i, %j] : memref<2x4xi8>
      return %y : i8
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: memref<8xi8>, %i: index, %j: index) -> i8 {
      %c4 = arith.constant 4 : index
      %row = arith.muli %i, %c4 overflow<nsw> : index
      %at = arith.addi %row, %j overflow<nsw> : index
      %y = memref.load %x[%at] : memref<8xi8>
      return %y : i8
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def TIRConvertToEmitCPass : Pass<"tir-convert-to-emitc", "::mlir::ModuleOp"> {
  let summary = "Convert functions, loops and arithmetic to EmitC";
  let description = [{
    Runs one conversion with one type converter: upstream's patterns for EmitC,
    and ours for what upstream lacks (`lib/Conversion/*ToEmitC`).

    | type | becomes |
    |---|---|
    | `index` | `i32`: loop bounds may be negative |
    | i2 to i63, such as TOSA's i4 and i48 | the next wider type of C, always with the same value |
    | f16, bf16 | `ui16`, their bits; arithmetic is done in f32, and each result is rounded back |
    | `memref<NxT>` | `!emitc.ptr<T>` |
    | the same, if only read | `!emitc.ptr<!emitc.opaque<"const T">>` |
    | `!tir.handle` | `!emitc.ptr<!emitc.opaque<"void">>`, or the pointer to the struct whose fields are read |
    | other types of tir | pointers as each type says |

    These buffers are only read: arguments with
    `tir.effect = #tir.effect<read>`, constant globals, and views of them.

    Input: func, scf, arith, math, memref of rank 1, low-level tir (run
    `tir-flatten-memrefs` first). Output: only `emitc`, with the includes that
    it needs. Discardable attributes with builtin values stay; a global's
    alignment becomes `tir.alignment`; buffers of a function with `tir.place`
    have `tir.noalias` (C's `restrict`) unless they had `tir.noalias = false`.
    An operation without a conversion is an error that names it and its types.

    Example:

    ```mlir
    func.func @f(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %i: index) -> i8 {
      %y = memref.load %x[%i] : memref<4xi8>
      return %y : i8
    }
    ```

    becomes

    ```mlir
    emitc.include <"stdint.h">
    emitc.func @f(%x: !emitc.ptr<!emitc.opaque<"const int8_t">>, %i: i32) -> i8 {
      %at = subscript %x[%i] : (!emitc.ptr<!emitc.opaque<"const int8_t">>, i32)
          -> !emitc.lvalue<!emitc.opaque<"const int8_t">>
      %loaded = load %at : <!emitc.opaque<"const int8_t">>
      %y = cast %loaded : !emitc.opaque<"const int8_t"> to i8
      return %y : i8
    }
    ```
  }];
  let dependentDialects = ["::mlir::emitc::EmitCDialect",
                           "::mlir::memref::MemRefDialect"];
}

def TIRCoalesceVariablesPass : Pass<"tir-coalesce-variables"> {
  let summary = "Merge variables whose value is only copied into another";
  let description = [{
    A nest of loops with a carried value, or an `scf.if` whose result is carried
    on, becomes one EmitC variable per level, with copies between them. If
    nothing uses the outer variable while the inner one is in use, the pass
    merges the two, so that a reduction over several loops has one accumulator.
    It also removes assignments of a variable to itself, empty branches and
    unused values, and loads a variable where its value is used.

    The pass works on any EmitC function. The result computes the same values.

    Example, before and after, in C:

    ```c
    int32_t inner; inner = acc; for (…) inner += x[i]; acc = inner;
    for (…) acc += x[i];
    ```

    Example:

    ```mlir
    emitc.func @sum(%n: !emitc.size_t, %zero: !emitc.size_t, %one: !emitc.size_t, %x: i32) -> i32 {
      %outer = "emitc.variable"() <{value = 0 : i32}> : () -> !emitc.lvalue<i32>
      emitc.for %i = %zero to %n step %one : !emitc.size_t {
        %start = load %outer : <i32>
        %inner = "emitc.variable"() <{value = #emitc.opaque<"">}> : () -> !emitc.lvalue<i32>
        assign %start : i32 to %inner : <i32>
        emitc.for %j = %zero to %n step %one : !emitc.size_t {
          %acc = load %inner : <i32>
          %next = add %acc, %x : (i32, i32) -> i32
          assign %next : i32 to %inner : <i32>
        }
        %end = load %inner : <i32>
        assign %end : i32 to %outer : <i32>
      }
      %sum = load %outer : <i32>
      return %sum : i32
    }
    ```

    becomes

    ```mlir
    %outer = "emitc.variable"() <{value = 0 : i32}> : () -> !emitc.lvalue<i32>
    for %i = %zero to %n step %one : !emitc.size_t {
      for %j = %zero to %n step %one : !emitc.size_t {
        %acc = load %outer : <i32>
        %next = add %acc, %x : (i32, i32) -> i32
        assign %next : i32 to %outer : <i32>
      }
    }
    %sum = load %outer : <i32>
    ```
  }];
  let dependentDialects = ["::mlir::emitc::EmitCDialect"];
}

def TIROrderFunctionsPass
    : Pass<"tir-order-functions", "::mlir::ModuleOp"> {
  let summary = "Put each EmitC function after the functions that it calls";
  let description = [{
    A C printer writes the functions of a module in their order, and C requires
    that a function is declared before it is used. The pass moves each
    `emitc.func` after the functions that it calls and otherwise keeps the
    order. If functions call each other in a cycle, an `emitc.declare_func`
    before all functions declares those that are still defined after a call.

    Input: any module. Output: the same functions, each defined or declared
    before its calls.

    Example:

    ```mlir
    emitc.func @run(%x: i32) -> i32 {
      %y = call @twice(%x) : (i32) -> i32
      return %y : i32
    }
    emitc.func @twice(%x: i32) -> i32 {
      %y = add %x, %x : (i32, i32) -> i32
      return %y : i32
    }
    ```

    becomes

    ```mlir
    emitc.func @twice(%x: i32) -> i32 {
      %y = add %x, %x : (i32, i32) -> i32
      return %y : i32
    }
    emitc.func @run(%x: i32) -> i32 {
      %y = call @twice(%x) : (i32) -> i32
      return %y : i32
    }
    ```
  }];
  let dependentDialects = ["::mlir::emitc::EmitCDialect"];
}

//===----------------------------------------------------------------------===//
// Both back ends
//===----------------------------------------------------------------------===//

def TIRCheckSizesPass : Pass<"tir-check-sizes", "::mlir::ModuleOp"> {
  let summary = "Refuse buffers and indices that the target cannot count";
  let description = [{
    Fails if generated code would compute a place in memory in fewer bits than
    it takes:

    - a buffer of more bytes than an object of the target may have, half of what
      its pointers address;
    - a buffer of more elements, a constant index, an offset, or the end of a
      loop that is more than an index counts to;
    - an index that goes to C or to memory and does not fit an `int32_t`, its
      type there on every target.

    The error names the operation, the buffer, its size and the limit. Sizes
    that are known only at run time are not checked.

    Input: any module on memrefs, with its loops. Output: the same.

    Example:

    ```mlir --tir-check-sizes="index-bits=32"
    func.func @f(%x: memref<2000000000xf32>) {
      return
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: memref<2000000000xf32>) {
    ```
  }];
  let options = [
    Option<"pointerBits", "pointer-bits", "unsigned", "0",
           "Bits of a pointer (default: those of llvm.data_layout, else 64)">,
    Option<"indexBits", "index-bits", "unsigned", "0",
           "Bits of an index (default: those of llvm.data_layout, else 64); "
           "generated C has 32">
  ];
}

//===----------------------------------------------------------------------===//
// To LLVM
//===----------------------------------------------------------------------===//

def TIRSetLLVMTargetPass : Pass<"tir-set-llvm-target", "::mlir::ModuleOp"> {
  let summary = "Note the target's triple and data layout on the module";
  let description = [{
    Sets `llvm.target_triple` and `llvm.data_layout` on the module, which
    `tir-convert-to-llvm` and `mlir-translate` read. Checks the target first: an
    unknown triple, CPU, feature or floating-point ABI is an error that lists
    the known ones.

    Input: any module. Output: the same with the two attributes, the triple in
    LLVM's normal form (an Arm triple follows the CPU: `arm-none-eabi` with
    `cortex-m4` becomes `thumbv7em-unknown-none-eabi`).

    Example:

    ```mlir --tir-set-llvm-target="target-triple=arm-none-eabi target-cpu=cortex-m4"
    module {
    }
    ```

    becomes

    ```mlir
    module attributes {llvm.data_layout = "e-m:e-p:32:32-…",
                       llvm.target_triple = "thumbv7em-unknown-none-eabi"} {
    }
    ```
  }];
  let options = [
    Option<"triple", "target-triple", "std::string", "\"\"",
           "Target triple (default: that of this machine)">,
    Option<"cpu", "target-cpu", "std::string", "\"\"",
           "CPU, such as cortex-m4 (default: the triple's generic one)">,
    Option<"features", "target-features", "std::string", "\"\"",
           "Features to add or remove, such as +dsp,-mve">,
    Option<"floatABI", "float-abi", "std::string", "\"\"",
           "soft, softfp or hard (default: what triple and CPU say)">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def TIRConvertToLLVMPass : Pass<"tir-convert-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Convert functions on memrefs to the LLVM dialect";
  let description = [{
    Converts everything that has a ToLLVM dialect interface, as upstream's
    `convert-to-llvm` does, but in the way that an embedded target needs. A
    buffer argument is one raw pointer. `index` is as wide as the pointers of
    the module's `llvm.data_layout` (64 bits without one). f16 and bf16 become
    the integers of their bits, because LLVM would call functions that the
    run-time library may lack to move a `bfloat`.

    Input: func, cf, arith, math, memref, low-level tir; buffers with static
    shape and identity layout at every call. `scf` must be gone
    (`convert-scf-to-cf`), since `tir.check_return` becomes a branch. Output:
    only the LLVM dialect, without unexpected calls of a run-time library:
    allocations, and copies of anything but whole buffers, are errors.

    Example:

    ```mlir
    module attributes {llvm.data_layout = "e-p:32:32"} {
      func.func @f(%x: memref<4xi8>, %i: index) -> i8 {
        %y = memref.load %x[%i] : memref<4xi8>
        return %y : i8
      }
    }
    ```

    becomes

    ```mlir
    llvm.func @f(%x: !llvm.ptr, %i: i32) -> i8 {…
      %at = llvm.getelementptr inbounds|nuw %x[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i8
      %y = llvm.load %at : !llvm.ptr -> i8
      llvm.return %y : i8
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def TIRExpandStepsPass : Pass<"tir-expand-steps", "::mlir::ModuleOp"> {
  let summary = "Expand the inner steps of kernels to instructions";
  let description = [{
    The object's form of `tir.widen_bytes`, `tir.dot_pairs`, `tir.dot_pixel`,
    `tir.dot_taps` and `tir.requantize`: loops that are unrolled up to eight times, with SXTB16,
    SMLAD and others if the target has Arm's DSP instructions, and the same
    results by plain arithmetic if it has not. In C, the steps are functions.

    Input: any module. Output: the same without these operations.

    Example:

    ```mlir --tir-expand-steps="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4"
    func.func @dot(%x: memref<1xi32>, %w: memref<1xi32>) -> i32 {
      %zero = arith.constant 0 : index
      %acc:2 = tir.dot_pairs %x, %w[%zero] size 1 pixels 1 pairs 1 : memref<1xi32>, memref<1xi32>
      return %acc#1 : i32
    }
    ```

    becomes

    ```mlir
    %low = llvm.call_intrinsic "llvm.arm.sxtb16"(%weights) : (i32) -> i32
    %both = llvm.call_intrinsic "llvm.arm.smlad"(%pixel, %weights, %none) : (i32, i32, i32) -> i32
    %second = llvm.call_intrinsic "llvm.arm.smlad"(%pixel, %low, %none) : (i32, i32, i32) -> i32
    ```
  }];
  let options = [
    Option<"triple", "target-triple", "std::string", "\"\"",
           "Target triple (default: that of this machine)">,
    Option<"cpu", "target-cpu", "std::string", "\"\"",
           "CPU, such as cortex-m4 (default: the triple's generic one)">,
    Option<"features", "target-features", "std::string", "\"\"",
           "Features to add or remove, such as -dsp">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def TIRNarrowFloatsToLLVMPass
    : Pass<"tir-narrow-floats-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Compute f16 and bf16 in f32, and convert without library calls";
  let description = [{
    Arithmetic and mathematical functions on f16 and bf16 become those on f32,
    with each result rounded back, as in the C that tirc writes; both give the
    same bits. If the target has no instruction that converts between f16 and
    f32 (x86 without F16C, Arm without half precision, RISC-V without Zfhmin),
    integer operations convert: LLVM would call `__aeabi_h2f`, which the libgcc
    of bare-metal toolchains does not have. A NaN becomes a quiet one and keeps
    its bits.

    Input: scalars only. Output: f16 and bf16 in memory and in `bitcast`, and in
    `extf` and `truncf` to and from f32 where those are instructions.

    Example:

    ```mlir --tir-narrow-floats-to-llvm="target-triple=arm-none-eabi target-cpu=cortex-m4"
    func.func @add(%a: f16, %b: f16) -> f16 {
      %r = arith.addf %a, %b : f16
      return %r : f16
    }
    ```

    becomes

    ```mlir
    func.func @add(%a: f16, %b: f16) -> f16 {
      %x = arith.extf %a : f16 to f32
      %y = arith.extf %b : f16 to f32
      %s = arith.addf %x, %y : f32
      %r = arith.truncf %s : f32 to f16
      return %r : f16
    }
    ```
  }];
  let options = [
    Option<"triple", "target-triple", "std::string", "\"\"",
           "Target triple (default: that of this machine)">,
    Option<"cpu", "target-cpu", "std::string", "\"\"",
           "CPU, such as cortex-m4 (default: the triple's generic one)">,
    Option<"features", "target-features", "std::string", "\"\"",
           "Features to add or remove, such as +f16c">,
    Option<"floatABI", "float-abi", "std::string", "\"\"",
           "soft, softfp or hard (default: what triple and CPU say)">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

def TIRExpandMinMaxPass : Pass<"tir-expand-min-max"> {
  let summary = "Expand minima and maxima of floats to comparisons";
  let description = [{
    Runs before `arith-expand`, whose expansion ignores that -0 is less than +0,
    and before `convert-arith-to-llvm`, which converts `arith.maxnumf` to LLVM's
    `maxnum`. That intrinsic may return either zero, and is a call of `fmaxf` on
    targets without an instruction for it. Generated C makes the same
    comparisons, so that both give the same bits.

    Input: any module; only operations on scalars change. Output:
    `arith.maximumf`, `minimumf`, `maxnumf` and `minnumf` as comparisons and
    selections.

    Example:

    ```mlir
    func.func @f(%x: f32) -> f32 {
      %zero = arith.constant 0.0 : f32
      %y = arith.maximumf %x, %zero : f32
      return %y : f32
    }
    ```

    becomes

    ```mlir
    %above = arith.cmpf ugt, %x, %zero : f32
    %y = arith.select %above, %x, %zero : f32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TIRLegalizeCScalarsPass
    : Pass<"tir-legalize-c-scalars", "::mlir::ModuleOp"> {
  let summary = "Give functions and buffers the number types of C";
  let description = [{
    Gives each function that C calls, that C defines, or whose address C
    receives the signature that `tir-convert-to-emitc` would give it, so that
    objects and generated C can replace each other:

    | type | becomes | in C |
    |---|---|---|
    | `index` | `i32` | `int32_t` |
    | other integers that C does not have, such as i4 and i48 | the next wider one, with the same value | `int8_t`, `int64_t` |
    | f16, bf16 | `i16`, their bits | `uint16_t` |
    | a buffer of `index` or of such integers | one of those types | `int32_t *` |

    An argument or result narrower than a register gets `llvm.signext` or
    `llvm.zeroext` if the C ABI of the module's `llvm.target_triple` requires
    it: i1 and unsigned numbers get `zeroext`, signed numbers `signext`. On
    AArch64 the side that receives a number extends it; some 64-bit targets also
    extend i32.

    Input: func, cf, arith, memref, low-level tir. Output: the same; the types
    inside functions stay. A type that C99 does not have is an error.

    Example:

    ```mlir
    func.func private @scale(i8, f16, index) -> i1
    func.func @f(%x: i8, %y: f16, %z: index) -> i1 {
      %r = call @scale(%x, %y, %z) : (i8, f16, index) -> i1
      return %r : i1
    }
    ```

    becomes

    ```mlir
    func.func private @scale(i8 {llvm.signext}, i16 {llvm.zeroext}, i32) -> (i1 {llvm.zeroext})
    func.func @f(%x: i8 {llvm.signext}, %y: i16 {llvm.zeroext}, %z: i32) -> (i1 {llvm.zeroext}) {
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def TIRMathToC99Pass : Pass<"tir-math-to-c99", "::mlir::ModuleOp"> {
  let summary = "Use functions of C99's math library where LLVM would not";
  let description = [{
    Runs before `convert-math-to-llvm`, for the operations that it lowers less
    well than C does. `math.expm1` and `math.log1p` become calls of the math
    library: upstream's `exp(x) - 1` and `log(1 + x)` lose their digits near 0.
    `math.roundeven` becomes LLVM's `rint`, which is a call of `rintf` on
    targets without an instruction for it: `roundevenf` came with C23, and
    newlib does not have it.

    Input: scalars only. Output: the same without these operations.

    Example:

    ```mlir
    func.func @f(%x: f32) -> f32 {
      %y = math.expm1 %x : f32
      return %y : f32
    }
    ```

    becomes

    ```mlir
    func.func private @expm1f(f32) -> f32 attributes {llvm.readnone}
    func.func @f(%x: f32) -> f32 {
      %y = call @expm1f(%x) : (f32) -> f32
      return %y : f32
    }
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def TIRFinalizeLLVMPass : Pass<"tir-finalize-llvm", "::mlir::ModuleOp"> {
  let summary = "Give generated functions and globals their linkage";
  let description = [{
    Expresses in LLVM's terms what the module's functions guarantee. Private
    functions and globals become `internal`, so that an object exports only its
    entry; they keep their names in a map file. No function unwinds. Kernels
    (functions with `tir.place`) are not inlined: profiles and stack depths are
    measured per kernel, and their `noalias` keeps its full effect.

    An argument with `tir.effect` is `noalias` in a kernel, unless it has
    `tir.noalias = false`, and `readonly` if it is only read. Arguments lose
    their `tir.*` attributes, since the translation to LLVM IR warns about them;
    functions and the module keep theirs. Buffers without contents become zeros,
    for `.bss`.

    Input: a module after `tir-convert-to-llvm`. Output: the same, ready for
    `mlir-translate --mlir-to-llvmir`.

    Example:

    ```mlir
    llvm.func @kernel(%x: !llvm.ptr {tir.effect = #tir.effect<read>})
        attributes {sym_visibility = "private", tir.place = "exp#0"} {
      llvm.return
    }
    ```

    becomes

    ```mlir
    llvm.func internal @kernel(%x: !llvm.ptr {llvm.noalias, llvm.readonly})
        attributes {dso_local, no_inline, no_unwind, sym_visibility = "private", tir.place = "exp#0"} {
      llvm.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def TIRResolveRuntimeAtLoadPass
    : Pass<"tir-resolve-runtime-at-load", "::mlir::ModuleOp"> {
  let summary = "Let a library load with any runtime, or without one";
  let description = [{
    This pass is for shared libraries. Each function of a runtime that the
    module calls (those of `tvm/runtime/c_runtime_api.h` and `c_backend_api.h`,
    `TVMFFI*`, and the application's hooks for errors and measurements) is
    called through an internal function, which takes the address of the function
    from the first of these that is there:

    1. the variable `__<name>`, which TVM's loader fills (not for `TVMFFI*` and
       the hooks),
    2. the weak symbol of that name.

    If neither is there, the internal function does nothing and returns −1 or
    NULL, so that an error is only its code. The one for `TVMAPISetLastError`
    also passes its text to tvm-ffi, if that is loaded, since its host asks for
    it there. The module of a look-up (`TVMBackendGetFuncFromEnv`) is the
    variable `__tvm_module_ctx`, which the loader also fills.

    `__tvm_main__` becomes text that names the function with `tir.loader_entry`.
    Without such a function, it names the `entry_packed` or, with a packed
    interface, the `entry` of `tir.interface`.

    Input: a module after `tir-finalize-llvm`. Output: the same; the only
    undefined symbols of a runtime are weak.

    Source: TVM v0.14 `src/runtime/library_module.cc` and
    `src/target/llvm/codegen_cpu.cc`.

    Example:

    ```mlir
    llvm.func @TVMFuncFree(!llvm.ptr) -> i32
    llvm.func @f(%x: !llvm.ptr) -> i32 {
      %code = llvm.call @TVMFuncFree(%x) : (!llvm.ptr) -> i32
      llvm.return %code : i32
    }
    ```

    becomes

    ```mlir
    llvm.func extern_weak @TVMFuncFree(!llvm.ptr) -> i32
    llvm.func internal @tir_resolved_TVMFuncFree(%x: !llvm.ptr) -> i32 attributes {dso_local, no_inline, no_unwind} {…
    llvm.func @f(%x: !llvm.ptr) -> i32 {
      %code = llvm.call @tir_resolved_TVMFuncFree(%x) : (!llvm.ptr) -> i32
      llvm.return %code : i32
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def TIRDropLoaderEntriesPass
    : Pass<"tir-drop-loader-entries", "::mlir::ModuleOp"> {
  let summary = "Drop functions that only loaders of libraries look for";
  let description = [{
    Erases functions with the attribute `tir.loader`: entries for the loaders of
    shared libraries, which C and objects do not need.

    Input: any module in which nothing calls them. Output: the same without them.

    Example:

    ```mlir
    func.func @__tvm_ffi_main() attributes {tir.loader} {
      return
    }
    func.func @run() {
      return
    }
    ```

    becomes

    ```mlir
    func.func @run() {
      return
    }
    ```
  }];
}

def TIRCheckSupportedPass : Pass<"tir-check-supported", "::mlir::ModuleOp"> {
  let summary = "Reject operators that have no lowering";
  let description = [{
    Reports the first operation that no later pass supports: an operation of an
    unregistered or foreign dialect, a TOSA operator without a lowering
    (`tosa.custom`), or a TOSA operator on types that TOSA 1.0 does not have for
    it in the profiles PRO-INT and PRO-FP or in the extensions int4, int16,
    bf16, doubleround, inexactround, fft, variable and controlflow; the error
    lists the supported types. Operators with one meaning on all types (a sum, a
    reshape) are accepted on each type that any operator has, since front ends
    create them. Branches and loops may be nested 60 deep. The pass also checks
    that the inputs and outputs of the entry function are tensors of element
    types that C has. It changes nothing.

    Source: the tables of TOSA 1.0's operators, as MLIR has them for
    `tosa-validate`.

    Example:

    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = tosa.exp %x : (tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::tosa::TosaDialect"];
}

def TIRRepairTFLitePass : Pass<"tir-repair-tflite", "::mlir::ModuleOp"> {
  let summary = "Complete what converters of TensorFlow Lite make of a model";
  let description = [{
    Changes modules that have the attribute `tfl.schema_version`, which the
    converters of TensorFlow Lite write:

    - They leave `IF` as `tf.If`, whose branches are functions. It becomes
      `tosa.cond_if`.
    - They end `QUANTIZE` by a cast of i32 to the quantised type, which drops
      high bits. The operator saturates, so the numbers are limited first.

    Example:

    ```mlir --tir-repair-tflite
    module attributes {tfl.schema_version = 3 : i32} {
      func.func @main(%x: tensor<1xf32>) -> tensor<1xi8> {
        %zp = "tosa.const"() {values = dense<3> : tensor<1xi32>} : () -> tensor<1xi32>
        %0 = tosa.cast %x : (tensor<1xf32>) -> tensor<1xi32>
        %1 = tosa.add %0, %zp : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
        %2 = tosa.cast %1 : (tensor<1xi32>) -> tensor<1xi8>
        return %2 : tensor<1xi8>
      }
    }
    ```

    becomes

    ```mlir
        %0 = tosa.cast %x : (tensor<1xf32>) -> tensor<1xi32>
        …
        %most = tosa.minimum %0, %high : …
        %both = tosa.maximum %most, %low : …
        %sum = tosa.add %both, %zp : …
        %2 = tosa.cast %sum : (tensor<1xi32>) -> tensor<1xi8>
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect", "::mlir::tosa::TosaDialect"];
}

#endif // TIR_CONVERSION_PASSES_TD
