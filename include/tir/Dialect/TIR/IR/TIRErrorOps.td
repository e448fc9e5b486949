//===- TIRErrorOps.td - Error codes, checks and error reports
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIRERROROPS_TD
#define TIR_DIALECT_TIR_IR_TIRERROROPS_TD

include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/EnumAttr.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tir/Dialect/TIR/IR/TIRTypes.td"

def TIR_OnError : I32EnumAttr<"OnError", "Where the text of an error goes", [
    I32EnumAttrCase<"Code", 0, "code">,
    I32EnumAttrCase<"LastError", 1, "last_error">,
    I32EnumAttrCase<"Hook", 2, "hook">,
    I32EnumAttrCase<"Raise", 3, "raise">]> {
  let cppNamespace = "::tir";
  let genSpecializedAttr = 0;
}

def TIR_OnErrorAttr : EnumAttr<TIR_Dialect, TIR_OnError, "on_error"> {
  let summary = "where the text of an error goes";
  let description = [{
    | case | goes to |
    |---|---|
    | `code` | nowhere: only the code of the function reports the error, and no symbol is needed to link |
    | `last_error` | the runtime: `TVMAPISetLastError`; the caller gets the text from `TVMGetLastError` |
    | `hook` | the application: `void tvmgen_<model>_on_error(int32_t code, const char *op, const char *device)` |
    | `raise` | tvm-ffi, whose host raises an exception: `TVMFFIErrorSetRaisedFromCStr` |

    Source: TVM v0.14 `include/tvm/runtime/c_runtime_api.h`; tvm-ffi
    `include/tvm/ffi/c_api.h`; the hook is ours.

    Example:

    ```mlir
    func.func @check(%ok: i1) -> i32 {
      tir.assert %ok, "f: expected 2 arguments" {on_error = #tir.on_error<last_error>}
      %code = arith.constant 0 : i32
      return %code : i32
    }
    ```
  }];
  let assemblyFormat = "`<` $value `>`";
}

def TIR_CheckReturnOp : TIR_LowLevelOp<"check_return"> {
  let summary = "leaves the function with a code that is not 0";
  let description = [{
    Returns `code` from the enclosing function unless it is 0, so that the
    caller gets the callee's code unchanged. (TVM's `tvm_check_return` replaces
    it by −1.)

    Inside a `tir.try`, it leaves the `tir.try` instead.

    Invariant: it is in the body of a `func.func` that returns one `i32`.

    Source: TVM v0.14 `tvm_check_return`.

    Example:

    ```mlir
    func.func private @kernel() -> i32
    func.func @run() -> i32 {
      %code = func.call @kernel() : () -> i32
      tir.check_return %code
      %ok = arith.constant 0 : i32
      return %ok : i32
    }
    ```

    The C it becomes:

    ```c
    if (code != 0) return code;
    ```
  }];
  let arguments = (ins Arg<I32, "the callee's code">:$code);
  let assemblyFormat = "$code attr-dict";
  let hasVerifier = 1;
}

def TIR_AssertOp : TIR_LowLevelOp<"assert"> {
  let summary = "leaves the function with -1 if a condition does not hold";
  let description = [{
    Returns −1 from the enclosing function if `condition` is 0. `on_error` says
    where the message goes, by default nowhere; the application's hook receives
    it instead of the name of an operator. `kind` names the exception that
    tvm-ffi raises; the default is `RuntimeError`.

    `number`, if there is one, is appended to the message in decimal: the value
    that was found instead of the expected one. The text is assembled on the
    stack, so a receiver that keeps it after the call must copy it. The number
    is not formatted if nobody receives the error.

    Inside a `tir.try`, it leaves the `tir.try` instead, as `tir.check_return`
    does.

    Invariants: it is in a `tir.prim_func`, or in the body of a `func.func` that
    returns one `i32`; the message is a valid text of a `tir.string_constant`.

    Source: TVM v0.14 `src/target/llvm/codegen_cpu.cc`, assert statements.

    Example:

    ```mlir
    func.func @checks(%count: i64) -> i32 {
      %two = arith.constant 2 : i64
      %ok = arith.cmpi eq, %count, %two : i64
      tir.assert %ok, "f: expected 2 arguments, but got ", %count {on_error = #tir.on_error<last_error>}
      %code = arith.constant 0 : i32
      return %code : i32
    }
    ```

    The C it becomes:

    ```c
    if (count != 2) {
      tir_report_last_error("f: expected 2 arguments, but got ", count);
      return -1;
    }
    ```
  }];
  let arguments = (ins
    Arg<I1, "what must hold">:$condition,
    Arg<StrAttr, "what to report if it does not">:$message,
    Arg<Optional<I64>, "the number after the message">:$number,
    Arg<DefaultValuedAttr<TIR_OnErrorAttr, "::tir::OnError::Code">, "where the message goes">:$on_error,
    Arg<OptionalAttr<StrAttr>, "exception that tvm-ffi raises">:$kind);
  let assemblyFormat = "$condition `,` $message (`,` $number^)? attr-dict";
  let hasVerifier = 1;
}

def TIR_ReportErrorOp : TIR_LowLevelOp<"report_error"> {
  let summary = "reports which operator returned a code that is not 0";
  let description = [{
    If `code` is not 0, reports the name of the operator and of the device that
    it ran on, to where `on_error` says; if it is 0, nothing happens. The
    function continues: `tir.check_return` leaves it. With `message`, the name
    is the whole text, such as the text of a `tir.assert`, and may have a number
    after it.

    Invariants: it is in the body of a `func.func`; operator and device are
    valid texts of a `tir.string_constant`; only a `message` has a number.

    Source: none in TVM, which replaces every code by −1
    (`src/tir/transforms/lower_tvm_builtin.cc`).

    Example:

    ```mlir
    func.func private @npu_add() -> i32
    func.func @run() -> i32 {
      %code = func.call @npu_add() : () -> i32
      tir.report_error %code, "add_1" on "npu0" {on_error = #tir.on_error<hook>}
      tir.check_return %code
      %ok = arith.constant 0 : i32
      return %ok : i32
    }
    ```

    The C it becomes:

    ```c
    if (code != 0) {
      tvmgen_default_on_error(code, "add_1", "npu0");
    }
    ```
  }];
  let arguments = (ins
    Arg<I32, "the callee's code">:$code,
    Arg<StrAttr, "the operator's name in the model">:$op,
    Arg<OptionalAttr<StrAttr>, "the device it ran on">:$device,
    Arg<Optional<I64>, "the number after the message">:$number,
    Arg<DefaultValuedAttr<TIR_OnErrorAttr, "::tir::OnError::Code">, "where the report goes">:$on_error,
    Arg<UnitAttr, "the name is a complete message">:$message);
  let assemblyFormat = "$code `,` $op (`on` $device^)? (`,` $number^)? attr-dict";
  let extraClassDeclaration = [{
    /// Returns the report as one text, for receivers that take only one.
    std::string getText();
  }];
  let hasVerifier = 1;
}

def TIR_TryOp : TIR_Op<"try", [
    NoRegionArguments, NoTerminator, RecursiveMemoryEffects, SingleBlock]> {
  let summary = "calls, and calls that run after them in any case";
  let description = [{
    Runs its body. A call in it that returns a code other than 0 (and a
    `tir.check_return` of one) leaves the body. Then every call in `finally`
    runs, even if another one of them fails. If a call of the body failed, its
    code leaves the function or the enclosing `tir.try`; otherwise the first
    code of `finally` that is not 0 does.

    It ensures that devices are closed and workspaces are freed after an error.
    `tir-lower-try` replaces it by structured control flow.

    Invariant: it is in a `tir.prim_func` or in a `func.func` that returns one
    `i32`. `--inline` takes a callee that contains a `tir.try` only into such
    functions. It takes no callee that can fail into `finally`, where each call
    runs even if one before it failed.

    Source: none in TVM, which leaves devices open on an error
    (TVM v0.14 `src/relay/backend/aot_executor_codegen.cc`).

    Example:

    ```mlir
    tir.device @npu0 {kind = "npu", hooks = [#tir.hook<open>, #tir.hook<close>]}
    tir.prim_func @run(%x: memref<4xi8>, %npu0: !tir.device_context<"npu">) {
      tir.call_extern @TVMDeviceNpuOpen() context(%npu0) : (!tir.device_context<"npu">) -> ()
      tir.try {
        tir.call_extern @npu_relu(%x) context(%npu0)
            : (memref<4xi8>, !tir.device_context<"npu">) -> ()
      } finally {
        tir.call_extern @TVMDeviceNpuClose() context(%npu0) : (!tir.device_context<"npu">) -> ()
      }
      tir.return
    }
    ```

    The C it becomes:

    ```c
    code = npu_relu(x, npu0);
    code_1 = TVMDeviceNpuClose(npu0);
    if (code != 0) return code;
    if (code_1 != 0) return code_1;
    ```
  }];
  let regions = (region SizedRegion<1>:$body, SizedRegion<1>:$cleanup);
  let assemblyFormat = "$body `finally` $cleanup attr-dict";
  let hasVerifier = 1;
}

#endif // TIR_DIALECT_TIR_IR_TIRERROROPS_TD
