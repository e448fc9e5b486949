//===- Kernels.td - A vendor's schedule and operators
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TEST_LIB_KERNELPLUGIN_KERNELS_TD
#define TIR_TEST_LIB_KERNELPLUGIN_KERNELS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tir/Dialect/Kernel/IR/KernelInterfaces.td"
include "tir/Dialect/TIR/IR/TIRScheduleInterfaces.td"

def Kernels_Dialect : Dialect {
  let name = "testkernels";
  let cppNamespace = "::testkernels";
  let useDefaultAttributePrinterParser = 1;
}

def OneOpScheduleAttr
    : AttrDef<Kernels_Dialect, "OneOpSchedule",
              [DeclareAttrInterfaceMethods<TIR_ScheduleAttrInterface>]> {
  let summary = "The kernel is one linalg operation; upstream makes its loops";
  let mnemonic = "one_op";
}

class Kernels_Op<string mnemonic, list<Trait> traits = []>
    : Op<Kernels_Dialect, mnemonic, traits>;

def BucketizeOp : Kernels_Op<"bucketize", [
    Pure, AllShapesMatch<["input", "result"]>,
    DeclareOpInterfaceMethods<Kernel_KernelOpInterface, ["getAccessMap"]>]> {
  let summary = "How many boundaries are at most as large as each element";
  let arguments = (ins StaticShapeTensorOf<[I32]>:$input,
                       DenseI32ArrayAttr:$boundaries);
  let results = (outs StaticShapeTensorOf<[I8]>:$result);
  let assemblyFormat =
      "$input attr-dict `:` type($input) `->` type($result)";
}

def RollOp : Kernels_Op<"roll", [
    Pure, AllTypesMatch<["input", "result"]>,
    DeclareOpInterfaceMethods<Kernel_KernelOpInterface,
                              ["isCheapToRecompute", "readsElementsOnce"]>,
    DeclareOpInterfaceMethods<Kernel_StorageOpInterface>]> {
  let summary = "Moves the elements in the last dimension, the last to the front";
  let arguments = (ins AnyStaticShapeTensor:$input, I64Attr:$shift);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
}

def InterleaveOp : Kernels_Op<"interleave", [
    Pure, AllTypesMatch<["even", "odd"]>,
    DeclareOpInterfaceMethods<Kernel_KernelOpInterface,
                              ["getPieces", "readsElementsOnce"]>]> {
  let summary = "Elements of two tensors by turns in the last dimension";
  let arguments = (ins AnyStaticShapeTensor:$even, AnyStaticShapeTensor:$odd);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat =
      "$even `,` $odd attr-dict `:` type($even) `->` type($result)";
}

def OpaqueOp : Kernels_Op<"opaque", [Pure]> {
  let summary = "An operator that does not say how it is computed";
  let arguments = (ins AnyStaticShapeTensor:$input);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat =
      "$input attr-dict `:` type($input) `->` type($result)";
}

def CountOp : Kernels_Op<"count",
                         [DeclareOpInterfaceMethods<Kernel_KernelOpInterface>]> {
  let summary = "An operator with an effect, which no kernel may have";
  let arguments = (ins AnyStaticShapeTensor:$input);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat =
      "$input attr-dict `:` type($input) `->` type($result)";
}

#endif // TIR_TEST_LIB_KERNELPLUGIN_KERNELS_TD
