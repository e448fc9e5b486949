//===- TIRLaunchOps.td - Kernels that run while others do
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIRLAUNCHOPS_TD
#define TIR_DIALECT_TIR_IR_TIRLAUNCHOPS_TD

include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tir/Dialect/TIR/IR/TIRTypes.td"

def TIR_SyncOp : TIR_Op<"sync", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "waits for the kernel that was launched on a device";
  let description = [{
    A call of an external function that takes the context of an asynchronous
    device (`sync` among its hooks) is a launch: the function begins the work
    and returns. The next `tir.sync` of that context in its block waits for the
    end of the work, and returns its code. Until then, nobody may write what the
    kernel reads, nor access what it writes. `reads` and `writes` name these
    buffers, so that they live until then.

    Invariants: the device is asynchronous; a launch on it comes before in the
    same block, with no other `tir.sync` in between, and passes each of the
    buffers (`tir-verify-launches`).

    Source: none in TVM, whose device interface leaves the names open (TVM PR
    7785).

    Example:

    ```mlir
    tir.device @npu0 {kind = "npu", hooks = [#tir.hook<sync>, #tir.hook<abort>]}
    tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                        %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
      %npu0 = tir.get_device_context @npu0 : !tir.device_context<"npu">
      tir.call_extern @npu_relu(%x, %y) context(%npu0)
          : (memref<4xi8>, memref<4xi8>, !tir.device_context<"npu">) -> ()
      tir.sync %npu0 : !tir.device_context<"npu"> reads(%x : memref<4xi8>) writes(%y : memref<4xi8>)
      tir.return
    }
    ```

    The C it becomes:

    ```c
    code = npu_relu(x, y, npu0);
    if (code == 0) code = TVMDeviceNpuSync(npu0);
    code_1 = TVMDeviceNpuAbort(npu0);
    ```
  }];
  let arguments = (ins
    Arg<TIR_DeviceContextType, "the context of the device">:$device_context,
    Arg<Variadic<AnyMemRef>, "what the kernel only reads">:$reads,
    Arg<Variadic<AnyMemRef>, "what the kernel writes">:$writes);
  let assemblyFormat = [{
    $device_context attr-dict `:` type($device_context) (`reads` `(` $reads^ `:` type($reads) `)`)?
    (`writes` `(` $writes^ `:` type($writes) `)`)?
  }];
}

#endif // TIR_DIALECT_TIR_IR_TIRLAUNCHOPS_TD
