//===- SlidePasses.td - Passes on windows that overlap
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_IMPORT_SLIDEPASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_IMPORT_SLIDEPASSES_TD

include "mlir/Pass/PassBase.td"

def TIRSlideInputPass : Pass<"tir-slide-input", "::mlir::ModuleOp"> {
  let summary = "Compute only what is new in a window that moves";
  let description = [{
    The model computes its results from a window of rows of one input, along its
    outermost dimension that is not 1. After this pass, each call takes ROWS new
    rows of it, which come after the rows of earlier calls. The results equal, to
    the bit, what the model gives for the last rows. Variables (`tosa.variable`)
    keep rows of tensors from call to call.

    The pass follows the rows through the operators that compute a row from
    neighbouring rows: convolutions, pools, elementwise operators, reshapes,
    transposes, slices, pads, concatenations, and reductions along other
    dimensions. A row that depends on no padding moves with the window, by ROWS
    divided by the strides before it. Only new ones are computed. Rows that
    depend on padding at the top or the bottom are computed in each call, and so
    are rows whose strides do not divide ROWS. Other operators get all rows.
    Sums of integers, maxima and minima over the window are made of partial
    ones; a mean of integers over the window becomes such a sum.

    | what reads a tensor | what is kept of it |
    |---|---|
    | operators that compute a row from one row | nothing |
    | windows, without padding | the last rows that the next new row needs |
    | windows, with padding, or something that needs all rows | all rows between the oldest that is needed and the newest |

    With `state`, fewer rows are kept, and others computed again: those that take
    the least multiplications for the bytes that they save. It is an error if
    more than `state` bytes remain.

    The variable `missing_calls` counts down to 0: then the results belong to
    a whole window. A remark says how many multiplications a call takes, how
    many bytes are kept, and which layers compute more than new rows.

    Input: TOSA on static shapes; other operations get all rows.

    Example:

    ```mlir --tir-slide-input=slide=0:1
    func.func @main(%x: tensor<1x8x4x1xi8>) -> tensor<1x6x4x1xi8> {
      %0 = tosa.max_pool2d %x {kernel = array<i64: 3, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x4x1xi8>) -> tensor<1x6x4x1xi8>
      return %0 : tensor<1x6x4x1xi8>
    }
    ```

    becomes

    ```mlir
    tosa.variable @rows0 = dense<0> : tensor<1x2x4x1xi8>
    tosa.variable @rows1 = dense<0> : tensor<1x5x4x1xi8>
    tosa.variable @missing_calls = dense<8> : tensor<1xi32>
    func.func @main(%x: tensor<1x1x4x1xi8>) -> tensor<1x6x4x1xi8> {
      %old = tosa.variable_read @rows0 : tensor<1x2x4x1xi8>
      %kept = tosa.variable_read @rows1 : tensor<1x5x4x1xi8>
      %rows = tosa.concat %old, %x {axis = 1 : i32} : (tensor<1x2x4x1xi8>, tensor<1x1x4x1xi8>) -> tensor<1x3x4x1xi8>
      %new = tosa.max_pool2d %rows {kernel = array<i64: 3, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x3x4x1xi8>) -> tensor<1x1x4x1xi8>
      %all = tosa.concat %kept, %new {axis = 1 : i32} : (tensor<1x5x4x1xi8>, tensor<1x1x4x1xi8>) -> tensor<1x6x4x1xi8>
      …
      tosa.variable_write @rows0, %next : tensor<1x2x4x1xi8>
      …
      tosa.variable_write @missing_calls, %missing : tensor<1xi32>
      return %all : tensor<1x6x4x1xi8>
    }
    ```
  }];
  let options = [
    Option<"slide", "slide", "std::string", /*default=*/"\"\"",
           "INPUT:ROWS, the input and how many new rows each call takes">,
    Option<"state", "state", "uint64_t", /*default=*/"0",
           "Most bytes of rows that are kept from call to call (0: no limit)">,
    ListOption<"rename", "rename", "std::string",
               "OLD:NEW, so that INPUT may also be the name before "
               "tir-annotate-model replaced it">,
  ];
  let dependentDialects = ["::mlir::tosa::TosaDialect"];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_IMPORT_SLIDEPASSES_TD
