//===- NPU.td - The dialect of an accelerator
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NPU_NPU_TD
#define NPU_NPU_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tir/Dialect/TIR/IR/TIRTypes.td"

def NPU_Dialect : Dialect {
  let name = "npu";
  let cppNamespace = "::npu";
  let summary = "operations of the accelerator";
}

class NPU_Op<string mnemonic, list<Trait> traits = []>
    : Op<NPU_Dialect, mnemonic, traits>;

defvar NPU_Tensor = StaticShapeTensorOf<[I8]>;

def NPU_AddOp : NPU_Op<"add", [Pure, SameOperandsAndResultType]> {
  let summary = "the sum of two tensors, saturated";
  let description = [{
    Example:

    ```mlir
    %y = npu.add %a, %b : tensor<1x8x8x2xi8>
    ```
  }];
  let arguments = (ins NPU_Tensor:$a, NPU_Tensor:$b);
  let results = (outs NPU_Tensor:$result);
  let assemblyFormat = "$a `,` $b attr-dict `:` type($result)";
}

def NPU_Conv2DOp : NPU_Op<"conv2d", [Pure]> {
  let summary = "a convolution with sums shifted right and saturated";
  let description = [{
    Image NHWC, weights OHWI; no padding, stride 1.

    Example:

    ```mlir
    %y = npu.conv2d %x, %w shift 5
        : (tensor<1x8x8x2xi8>, tensor<4x3x3x2xi8>) -> tensor<1x6x6x4xi8>
    ```
  }];
  let arguments = (ins NPU_Tensor:$image, NPU_Tensor:$weights,
                       ConfinedAttr<I32Attr, [IntMinValue<0>, IntMaxValue<31>]>:$shift);
  let results = (outs NPU_Tensor:$result);
  let assemblyFormat = [{
    $image `,` $weights `shift` $shift attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def NPU_BarrierOp : NPU_Op<"barrier"> {
  let summary = "waits until a device has completed all commands";
  let description = [{
    Example:

    ```mlir
    npu.barrier %npu : !tir.device_context<"npu">
    ```
  }];
  let arguments = (ins TIR_DeviceContextType:$context);
  let assemblyFormat = "$context attr-dict `:` type($context)";
}

#endif // NPU_NPU_TD
