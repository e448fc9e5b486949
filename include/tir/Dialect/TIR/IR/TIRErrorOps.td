//===- TIRErrorOps.td - Codes, checks and what follows from them
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
    | `code` | nowhere: the function's code alone tells of the error, and no symbol is needed to link |
    | `last_error` | the runtime: `TVMAPISetLastError`, whose text the caller finds with `TVMGetLastError` |
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
    Returns `code` from the enclosing function unless it is 0: a callee's code
    goes up unchanged. (TVM's `tvm_check_return` flattens it to −1.)

    Inside a `tir.try` it leaves that instead.

    Invariant: it stands in the body of a `func.func` that returns one `i32`.

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
  let summary = "leaves the function with -1 where a condition does not hold";
  let description = [{
    Returns −1 from the enclosing function where `condition` is 0. The message
    goes where `on_error` says, by default nowhere; the application's hook gets
    it in place of an operator's name. `kind` names the exception that tvm-ffi
    raises, `RuntimeError` where nothing is said.

    Behind the message stands `number`, in decimal, where one is given: what
    came in place of what was expected. Text and number are put together on the
    stack, so who gets them copies what is to outlive the call. Nobody writes
    the number where nobody is told of the error.

    Inside a `tir.try` it leaves that instead, as `tir.check_return` does.

    Invariants: it stands in a `tir.prim_func`, or in the body of a `func.func`
    that returns one `i32`; the message is text as of `tir.string_constant`.

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
    Arg<StrAttr, "what to say where it does not">:$message,
    Arg<Optional<I64>, "the number behind the message">:$number,
    Arg<DefaultValuedAttr<TIR_OnErrorAttr, "::tir::OnError::Code">, "where the message goes">:$on_error,
    Arg<OptionalAttr<StrAttr>, "exception that tvm-ffi raises">:$kind);
  let assemblyFormat = "$condition `,` $message (`,` $number^)? attr-dict";
  let hasVerifier = 1;
}

def TIR_ReportErrorOp : TIR_LowLevelOp<"report_error"> {
  let summary = "tells which operator returned a code that is not 0";
  let description = [{
    Where `code` is not 0, gives the operator's name, and that of the device it
    ran on, to where `on_error` says; where it is 0, nothing happens. The
    function goes on: `tir.check_return` leaves it. As a `message` the name is
    the whole text, which a `tir.assert` had, and may have its number behind it.

    Invariants: it stands in the body of a `func.func`; operator and device are
    text as of `tir.string_constant`; a number stands behind a `message` only.

    Source: none in TVM, which flattens every code to −1
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
    Arg<Optional<I64>, "the number behind the message">:$number,
    Arg<DefaultValuedAttr<TIR_OnErrorAttr, "::tir::OnError::Code">, "where this goes">:$on_error,
    Arg<UnitAttr, "the name is a message of its own">:$message);
  let assemblyFormat = "$code `,` $op (`on` $device^)? (`,` $number^)? attr-dict";
  let extraClassDeclaration = [{
    /// What is told where there is room for one text only.
    std::string getText();
  }];
  let hasVerifier = 1;
}

def TIR_TryOp : TIR_Op<"try", [
    NoRegionArguments, NoTerminator, RecursiveMemoryEffects, SingleBlock]> {
  let summary = "calls, and what is done after them in any case";
  let description = [{
    Runs its body. A call in it that returns a code other than 0 (and a
    `tir.check_return` of one) leaves the body. Then all of `finally` runs, each
    call of it, also where another one fails. The first code of the body that
    is not 0, else the first of `finally`, leaves the function, or the `tir.try`
    around it.

    It is what keeps devices from staying open and workspaces from leaking;
    `tir-lower-try` makes structured control flow of it.

    Invariant: it stands in a `tir.prim_func` or in a `func.func` that returns
    one `i32`. Only into such functions `--inline` takes a callee that has one;
    and into `finally` it takes none that can fail, since there each call runs
    although one before it failed.

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
