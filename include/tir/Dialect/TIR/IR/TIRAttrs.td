//===- TIRAttrs.td - Attributes of the dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIRATTRS_TD
#define TIR_DIALECT_TIR_IR_TIRATTRS_TD

include "mlir/IR/EnumAttr.td"
include "tir/Dialect/TIR/IR/TIRDialect.td"

def TIR_Effect : I32EnumAttr<"Effect", "What a function does with a buffer", [
    I32EnumAttrCase<"Read", 1, "read">,
    I32EnumAttrCase<"Write", 2, "write">,
    I32EnumAttrCase<"ReadWrite", 3, "read_write">
  ]> {
  let cppNamespace = "::tir";
  let genSpecializedAttr = 0;
}

def TIR_EffectAttr : EnumAttr<TIR_Dialect, TIR_Effect, "effect"> {
  let summary = "what a function does with a buffer argument";
  let description = [{
    Stands on an argument of a `tir.prim_func` as `tir.effect`. `read`: the
    buffer is only read. `write`: every element is written before it is read.
    `read_write`: anything else. A buffer argument without it is `read_write`.

    Example:

    ```mlir
    tir.prim_func private @copy(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                                %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
      memref.copy %x, %y : memref<4xi8> to memref<4xi8>
      tir.return
    }
    ```
  }];
  let assemblyFormat = "`<` $value `>`";
}

#endif // TIR_DIALECT_TIR_IR_TIRATTRS_TD
