//===- ValuePasses.td - Passes on types and constants of a model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_IMPORT_VALUEPASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_IMPORT_VALUEPASSES_TD

include "mlir/Pass/PassBase.td"

def TIRMakeSignlessPass : Pass<"tir-make-signless", "::mlir::ModuleOp"> {
  let summary = "Drop the signs of integer types, and note the interface's signs";
  let description = [{
    Makes all tensors of signed and unsigned integers (`si8`, `ui8`) tensors of
    signless integers, which later passes and TOSA's operators expect. The
    arguments and results of public functions that were unsigned get
    `#tir.encoding`, so that the interface describes them as unsigned.

    Only operators that move bits, and `tosa.rescale`, which says itself whether
    its numbers are unsigned, may work on unsigned integers. Any other one is an
    error.

    Example:

    ```mlir --tir-make-signless
    func.func @main(%x: tensor<4xui8>) -> tensor<2x2xui8> {
      %s = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
      %y = tosa.reshape %x, %s : (tensor<4xui8>, !tosa.shape<2>) -> tensor<2x2xui8>
      return %y : tensor<2x2xui8>
    }
    ```

    becomes

    ```mlir
    func.func @main(%x: tensor<4xi8> {tir.port = #tir.port<encoding = <type = ui8>>}) -> (tensor<2x2xi8> {tir.port = #tir.port<encoding = <type = ui8>>}) {…
      %y = tosa.reshape %x, … : (tensor<4xi8>, !tosa.shape<2>) -> tensor<2x2xi8>
    ```
  }];
  let dependentDialects = ["::tir::TIRDialect"];
}

def TIRSealWeightsPass : Pass<"tir-seal-weights", "::mlir::ModuleOp"> {
  let summary = "Keep the values of constant tensors from passes";
  let description = [{
    Makes each constant tensor of several numbers a `dense_resource` of its own.
    No folder reads it, and no two of them are equal, so that what is compiled
    does not depend on their values (`--weights=blob`). Schedules, which bring
    weights into other layouts, read them all the same, and seal the new ones;
    `tir-plan-memory` places them in an external pool.

    Constants of one number, of bits and of less than 8 bits stay as they are.

    Example:

    ```mlir --tir-seal-weights
    func.func @main() -> tensor<2xi32> {
      %c = arith.constant dense<[1, 2]> : tensor<2xi32>
      return %c : tensor<2xi32>
    }
    ```

    becomes

    ```mlir
    %cst = arith.constant dense_resource<tir_weights> : tensor<2xi32>
    ```
  }];
}

def TIRInlineResourcesPass : Pass<"tir-inline-resources", "::mlir::ModuleOp"> {
  let summary = "Turn dense_resource attributes into dense ones";
  let description = [{
    Bytecode stores large constants as `dense_resource`, which folders cannot
    read and EmitC's printer rejects. Output: no such attribute is left, even
    nested in another one.

    Example:

    ```mlir
    func.func @main() -> tensor<2xi32> {
      %c = arith.constant dense_resource<weights> : tensor<2xi32>
      return %c : tensor<2xi32>
    }
    {-#
      dialect_resources: {
        builtin: {
          weights: "0x040000000100000002000000"
        }
      }
    #-}
    ```

    becomes

    ```mlir
    %c = arith.constant dense<[1, 2]> : tensor<2xi32>
    ```
  }];
}

def TIRExposeWeightsPass : Pass<"tir-expose-weights", "::mlir::ModuleOp"> {
  let summary = "Make constants of the model inputs of the entry function";
  let description = [{
    Replaces constant tensors by arguments of the entry function, after its
    others, in the order in which operations of the model read them. `all` are
    the weights and biases of convolutions and products of matrices, and the
    tables of gathers; other constants can be named. Zero points, multipliers
    and shifts of a quantised model stay constants.

    An argument has the constant's own name in the model, if that is usable and
    no other tensor has it, and else one made of the layer and what the constant
    is to it, such as `conv2d_0_weights`. `weight` of `tir.port` has the elements that the
    model had there, which nothing that is compiled depends on.

    Input: a module with one public function, in which each operation has a
    place (`tir-name-locations`).

    Example:

    ```mlir --tir-expose-weights=weights=all
    func.func @main(%x: tensor<1x1x2xf32>) -> tensor<1x1x1xf32> {
      %w = "tosa.const"() <{values = dense<[[[1.0], [2.0]]]> : tensor<1x2x1xf32>}> : () -> tensor<1x2x1xf32> loc("head.weight")
      %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
      %y = tosa.matmul %x, %w, %z, %z : (tensor<1x1x2xf32>, tensor<1x2x1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1xf32>
      return %y : tensor<1x1x1xf32>
    }
    ```

    becomes

    ```mlir
    func.func @main(%x: tensor<1x1x2xf32>, %w: tensor<1x2x1xf32> {tir.name = "head.weight", tir.port = #tir.port<weight = dense<…> : tensor<1x2x1xf32>>}) -> tensor<1x1x1xf32> {…
      %y = tosa.matmul %x, %w, …
    ```
  }];
  let options = [
    ListOption<"weights", "weights", "std::string",
               "Names of constants, or all">,
  ];
  let dependentDialects = ["::tir::TIRDialect"];
}

def TIRCutNormalizationPass
    : Pass<"tir-cut-normalization", "::mlir::ModuleOp"> {
  let summary = "Leave the normalisation of an input to the application";
  let description = [{
    Notes how the application makes the elements of an input, `normalization` of `tir.port`
    with a bias, a scale and a shift for each channel or for all: an element is
    `(int32((x + bias) * scale)) >> shift`, clamped to its type. Networks for
    TI's accelerators have it (`--tvm-compat=ti`).

    With `find`, an input of f32 gets it whose graph begins so, by a sum with a
    constant, products with constants, the next lower integer and a clamp to the
    range of an int8. The input then has the integers after the clamp, and these
    operations are gone. A scale is an integer of at least 8 bits, and there is a
    shift; other factors leave the input as it is.

    Example:

    ```mlir --tir-cut-normalization=find
    func.func @main(%x: tensor<4xf32> {tir.name = "x"}) -> tensor<4xf32> {
      %b = "tosa.const"() <{values = dense<-83.5> : tensor<1xf32>}> : () -> tensor<1xf32>
      %s = "tosa.const"() <{values = dense<1.2734375> : tensor<1xf32>}> : () -> tensor<1xf32>
      %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
      %0 = tosa.add %x, %b : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
      %1 = tosa.mul %0, %s, %z : (tensor<4xf32>, tensor<1xf32>, tensor<1xi8>) -> tensor<4xf32>
      %2 = tosa.floor %1 : (tensor<4xf32>) -> tensor<4xf32>
      %3 = tosa.clamp %2 {min_val = -128.0 : f32, max_val = 127.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
      return %3 : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    func.func @main(%x: tensor<4xi8> {tir.name = "x", tir.port = #tir.port<normalization = {bias = [-8.350000e+01], scale = [1.630000e+02], shift = [7.000000e+00]}>}) -> tensor<4xf32> {…
      %y = tosa.cast %x : (tensor<4xi8>) -> tensor<4xf32>
    ```
  }];
  let options = [
    ListOption<"given", "given", "std::string", "NAME:BIAS:SCALE:SHIFT">,
    Option<"find", "find", "bool", "false",
           "Whether to look for it at the start of the graph">,
    ListOption<"rename", "rename", "std::string",
               "OLD:NEW, so that NAME may also be the name before "
               "tir-annotate-model replaced it">,
  ];
  let dependentDialects = ["::mlir::tosa::TosaDialect", "::tir::TIRDialect"];
}

def TIRPromoteVariablesPass
    : Pass<"tir-promote-variables", "::mlir::ModuleOp"> {
  let summary = "Make TOSA's variables values of the entry function";
  let description = [{
    A variable (`tosa.variable`) that the entry function reads or writes becomes
    an argument, its value at the start of a run. If it is written, it also
    becomes a result, its value at the end. A read becomes the value that was
    written last at that point. `scf.if`, `scf.while` and `scf.for` carry the
    value along with their other values. No operation with effects is left, so
    later passes cannot reorder or drop one. Since a variable changes at the end
    of the run, a run that fails leaves it unchanged.

    The declaration becomes a `memref.global` with `variable` of `tir.global`, which
    contains the initial value; it is 0 if the model gives none.

    Input: a module with one public function, into which all others are inlined;
    control flow is scf. Output: no variable operation. A variable operation in
    another function or another kind of region is an error, and so is a variable
    whose type cannot be an array in C.

    Source: TOSA 1.0, section "Variable operators".

    Example:

    ```mlir
    tosa.variable @count = dense<0> : tensor<1xi32>
    func.func @main(%x: tensor<1xi32>) -> tensor<1xi32> {
      %old = tosa.variable_read @count : tensor<1xi32>
      %new = arith.addi %old, %x : tensor<1xi32>
      tosa.variable_write @count, %new : tensor<1xi32>
      return %old : tensor<1xi32>
    }
    ```

    becomes

    ```mlir
    memref.global "private" @count : memref<1xi32> = dense<0> {tir.global = #tir.global<variable = true>}
    func.func @main(%x: tensor<1xi32>, %count: tensor<1xi32> {tir.port = #tir.port<value_of = @count>})
        -> (tensor<1xi32>, tensor<1xi32> {tir.port = #tir.port<value_of = @count>}) {
      %new = arith.addi %count, %x : tensor<1xi32>
      return %count, %new : tensor<1xi32>, tensor<1xi32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tosa::TosaDialect", "::tir::TIRDialect"];
}

def TIRDecomposeAggregatesPass
    : Pass<"tir-decompose-aggregates", "::mlir::ModuleOp"> {
  let summary = "Decompose operations that combine several others";
  let description = [{
    Replaces each `linalg::AggregatedOpInterface` (`linalg.softmax`) by the
    linalg operations that it consists of.

    Example:

    ```mlir
    func.func @main(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
      %empty = tensor.empty() : tensor<2x4xf32>
      %y = linalg.softmax dimension(1) ins(%x : tensor<2x4xf32>)
          outs(%empty : tensor<2x4xf32>) -> tensor<2x4xf32>
      return %y : tensor<2x4xf32>
    }
    ```

    becomes

    ```mlir
    %max = linalg.generic …
    %shifted = linalg.generic …
      math.exp …
    %sum = linalg.generic …
      arith.addf …
    %y = linalg.generic …
      arith.divf …
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect",
  ];
}

def TIRWidenSumsPass : Pass<"tir-widen-sums", "::mlir::ModuleOp"> {
  let summary = "Accumulate sums of narrow floats in f32";
  let description = [{
    A sum of f16 or bf16 that accumulates in its own type stops at
    2048 ones, and overflows at 65504. It accumulates in f32 instead, and the
    result is rounded once. onnxruntime and PyTorch compute like this; TOSA
    allows it, since its bound for the error of a sum grows with the number of
    elements.

    Input: linalg on tensors. Output: no linalg operation with one result, of
    f16 or bf16, that accumulates by `arith.addf`.

    Example:

    ```mlir
    func.func @main(%x: tensor<2x4096xf16>) -> tensor<2xf16> {
      %zero = arith.constant 0.0 : f16
      %empty = tensor.empty() : tensor<2xf16>
      %fill = linalg.fill ins(%zero : f16) outs(%empty : tensor<2xf16>) -> tensor<2xf16>
      %sum = linalg.reduce {arith.addf} ins(%x : tensor<2x4096xf16>)
          outs(%fill : tensor<2xf16>) dimensions = [1]
      return %sum : tensor<2xf16>
    }
    ```

    becomes

    ```mlir
    %fill = linalg.fill ins(%zero : f32) …
    %wide = linalg.reduce ins(%x : tensor<2x4096xf16>) outs(%fill : tensor<2xf32>) dimensions = [1]
      (%in: f16, %init: f32) {
        %0 = arith.extf %in : f16 to f32
        %1 = arith.addf %init, %0 : f32
        linalg.yield %1 : f32
      }
    %result = tensor.empty() : tensor<2xf16>
    %sum = linalg.generic …
      arith.truncf …
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_IMPORT_VALUEPASSES_TD
