//===- TIRCallOps.td - Calls
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIRCALLOPS_TD
#define TIR_DIALECT_TIR_IR_TIRCALLOPS_TD

include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tir/Dialect/TIR/IR/TIRAttrs.td"
include "tir/Dialect/TIR/IR/TIRInterfaces.td"
include "tir/Dialect/TIR/IR/TIRTypes.td"

def TIR_CallArgument
    : Type<CPred<"::tir::isCallArgument($_self)">,
           "buffer (memref or ranked tensor), integer, index, float, string, "
           "handle or device context">;

def TIR_CallValue
    : Type<CPred<"::tir::isCallValue($_self)">,
           "integer of up to 64 bits, float, string or handle">;

/// What all calls have in common. The results are the destinations on tensors
/// and, if the operation has such a form, one value.
class TIR_CallOp<string mnemonic, list<Trait> traits = []>
    : TIR_Op<mnemonic, !listconcat([
        CallOpInterface, TIR_BufferCallOpInterface, MemoryEffectsOpInterface],
        traits)> {
  code callDeclaration = [{
    ::mlir::Operation::operand_range getArgOperands() { return getArgs(); }
    ::mlir::MutableOperandRange getArgOperandsMutable() {
      return getArgsMutable();
    }
    ::mlir::Operation *resolveCallable() {
      return resolveCallableInTable(nullptr);
    }
    void getEffects(::llvm::SmallVectorImpl<
        ::mlir::SideEffects::EffectInstance<::mlir::MemoryEffects::Effect>>
            &effects) {
      ::tir::detail::getBufferCallEffects(*this, effects);
    }
    /// The destinations on tensors.
    ::mlir::MutableOperandRange getOutsMutable() {
      ::mlir::MutableOperandRange args = getArgsMutable();
      return args.slice(args.size() - getNumOuts(), getNumOuts());
    }
  }];
  code symbolCallDeclaration = callDeclaration # [{
    ::mlir::CallInterfaceCallable getCallableForCallee() {
      return getCalleeAttr();
    }
    void setCalleeFromCallable(::mlir::CallInterfaceCallable callee) {
      setCalleeAttr(::llvm::cast<::mlir::FlatSymbolRefAttr>(
          ::llvm::cast<::mlir::SymbolRefAttr>(callee)));
    }
    ::llvm::StringRef getCalleeName() { return getCallee(); }
    ::mlir::Operation *lookupDeclaration() {
      return ::tir::detail::lookupPrimFunc(*this, getCalleeAttr());
    }
  }];
  code externalCallDeclaration = [{
    /// Returns null: the callee is not in this module, or has another
    /// signature.
    ::mlir::Operation *resolveCallableInTable(::mlir::SymbolTableCollection *) {
      return nullptr;
    }
  }];
  let hasCustomAssemblyFormat = 1;
}

defvar TIR_NumOuts = DefaultValuedAttr<ConfinedAttr<I32Attr, [IntNonNegative]>, "0">;

def TIR_CallTIROp : TIR_CallOp<"call_tir", [
    DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a call of a `tir.prim_func` in the same module";
  let description = [{
    Calls a `tir.prim_func` that has a body in the same module. There is no
    fallback to external linkage.

    On tensors, the call is in destination-passing style: the operands named
    `outs` are the buffers that it writes, each tied to one result, and the call
    can be bufferized. On memrefs, it takes plain operands, and the effects of
    the callee's arguments say what is read and written: an argument may be
    both, and a function need not write any. Operands may be whole buffers or
    regions of them (`memref.subview`, `tensor.extract_slice`). The call may be
    inside a `tir.prim_func`, and may be moved to another thread: it shares only
    the buffers that are passed to it with its neighbours.

    Invariants: the callee exists, is a `tir.prim_func` and has a body; operands
    and arguments agree in number, element type, rank, each static dimension
    and layout (anything matches what the callee leaves dynamic, and any stride
    matches in a dimension of extent 1; the identity layout requires a buffer
    without gaps, even if extents are dynamic); tensors and memrefs do not mix,
    except for constant data beside tensors (a read-only pool's `tir.pool_view`,
    a constant `memref.global`), which the callee only reads; each `outs`
    operand is passed for an argument that is written, and every other tensor
    for one that is only read. A buffer that the callee writes is neither
    constant data nor an argument that the caller declares `read`, and it is not
    passed twice to a callee that assumes two different buffers (`noalias` of `tir.port`).

    Source: TVM PR 12973 (`call_tir`), Relax' `call_tir`.

    Example:

    ```mlir
    tir.prim_func private @relu(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      tir.return
    }
    func.func @on_tensors(%x: tensor<4xf32>) -> tensor<4xf32> {
      %empty = tensor.empty() : tensor<4xf32>
      %y = tir.call_tir @relu(%x) outs(%empty)
          : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    }
    func.func @on_memrefs(%x: memref<4xf32>, %y: memref<4xf32>) {
      tir.call_tir @relu(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
      return
    }
    ```

    The C it becomes (unpacked):

    ```c
    code = tvmgen_default_relu(x, y);
    ```
  }];
  let arguments = (ins
    Arg<FlatSymbolRefAttr, "the `tir.prim_func`">:$callee,
    Arg<Variadic<AnyType>, "arguments, on tensors the destinations last">:$args,
    Arg<TIR_NumOuts, "how many arguments are destinations">:$num_outs,
    Arg<OptionalAttr<DictArrayAttr>, "attributes of the arguments">:$arg_attrs,
    Arg<OptionalAttr<DictArrayAttr>, "attributes of the results">:$res_attrs);
  let results = (outs Res<Variadic<AnyRankedTensor>,
                          "the destinations after the call">:$results);
  let builders = [
    // On tensors: the result types are the types of `outs`.
    OpBuilder<(ins "::mlir::FlatSymbolRefAttr":$callee, "::mlir::ValueRange":$ins,
                   "::mlir::ValueRange":$outs)>,
    // On memrefs.
    OpBuilder<(ins "::mlir::FlatSymbolRefAttr":$callee,
                   "::mlir::ValueRange":$args)>];
  let extraClassDeclaration = symbolCallDeclaration # [{
    /// Creates a call that returns its values: creates a destination for each
    /// argument that `callee` writes without reading (`tensor.empty` if `ins`
    /// are tensors, `memref.alloc` if they are memrefs), creates the call, and
    /// returns the values of the destinations after it. `ins` are the other
    /// arguments in order. Emits an error at `loc` and fails if `ins` do not
    /// fit, or the shape of a destination is not static.
    static ::llvm::FailureOr<::llvm::SmallVector<::mlir::Value>>
    createReturningValues(::mlir::OpBuilder &builder, ::mlir::Location loc,
                          PrimFuncOp callee, ::mlir::ValueRange ins);

    /// Returns the callee in the nearest symbol table, or null.
    PrimFuncOp lookupCallee();

    bool hasEffectsBeyondArguments();

    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getOutsMutable();
    }
    /// Returns null while the call is on tensors and its callee on memrefs:
    /// upstream's interprocedural analyses would mix the two.
    ::mlir::Operation *
    resolveCallableInTable(::mlir::SymbolTableCollection *symbolTable);
  }];
}

def TIR_CallPackedOp : TIR_CallOp<"call_packed"> {
  let summary = "a call through the function registry";
  let description = [{
    Calls the function that is registered under `name` when the program runs
    (`TVMFuncCall` of the handle that `TVMBackendGetFuncFromEnv` finds).
    Arguments are buffers, integers, floats, strings and handles; on memrefs,
    the call may return one value of such a type. A device context is an
    ordinary argument here, passed as an opaque handle: `context(...)` is not
    allowed, because the registry sets the resource handle itself.

    On tensors, the operands named `outs` are destinations, each tied to one
    result. The call does not implement `DestinationStyleOpInterface`, which
    allows no other value among the results.

    Invariants: the name is not empty and contains no NUL; the rules of
    `tir.call_tir` for mixing tensors and memrefs apply; the call returns a
    value only on memrefs.

    Source: TVM v0.14 `tvm_call_packed`, `include/tvm/runtime/c_backend_api.h`.

    Example:

    ```mlir
    func.func @log(%x: memref<4xf32>, %level: i64) -> i64 {
      %count = tir.call_packed "app.log"(%x, %level) : (memref<4xf32>, i64) -> i64
      return %count : i64
    }
    ```

    The C it becomes:

    ```c
    code = TVMFuncCall(app_log_handle, args, type_codes, 2, &value, &type_code);
    ```
  }];
  let arguments = (ins
    Arg<StrAttr, "name in the function registry">:$name,
    Arg<Variadic<TIR_CallArgument>,
        "arguments, on tensors the destinations last">:$args,
    Arg<TIR_NumOuts, "how many arguments are destinations">:$num_outs,
    Arg<OptionalAttr<DictArrayAttr>, "attributes of the arguments">:$arg_attrs,
    Arg<OptionalAttr<DictArrayAttr>, "attributes of the results">:$res_attrs);
  let results = (outs
    Res<Variadic<AnyTypeOf<[AnyRankedTensor, TIR_CallValue]>>,
        "the destinations after the call, or the value it returns">:$results);
  let extraClassDeclaration = callDeclaration # externalCallDeclaration # [{
    ::mlir::CallInterfaceCallable getCallableForCallee() {
      return ::mlir::SymbolRefAttr::get(getNameAttr());
    }
    void setCalleeFromCallable(::mlir::CallInterfaceCallable callee) {
      setNameAttr(
          ::llvm::cast<::mlir::SymbolRefAttr>(callee).getLeafReference());
    }
    ::llvm::StringRef getCalleeName() { return getName(); }
    /// Returns null: the registry finds the function when the program runs.
    ::mlir::Operation *lookupDeclaration() { return nullptr; }
  }];
  let hasVerifier = 1;
}

def TIR_CallCPackedOp : TIR_CallOp<"call_cpacked", [
    AttrSizedOperandSegments, DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a direct call with the packed signature";
  let description = [{
    Calls the C function of that symbol with the packed signature

    ```c
    int32_t f(TVMValue *args, int *type_codes, int num_args,
              TVMValue *out, int *out_tcode, void *resource_handle);
    ```

    without a registry. The context of a device, if there is one, is passed as
    the resource handle.

    Invariants: the symbol is a C identifier. If the module has a
    `tir.prim_func` of that name, the arguments match it by the rules of
    `tir.call_tir`, its calling convention is not `unpacked`, and the context
    has the type of its last argument.

    Source: TVM v0.14 `tvm_call_cpacked`.

    Example:

    ```mlir
    tir.device @npu0 {kind = "npu"}
    func.func @run(%x: memref<4xi8>, %y: memref<4xi8>) {
      %context = tir.get_device_context @npu0 : !tir.device_context<"npu">
      tir.call_cpacked @npu_relu(%x, %y) context(%context)
          : (memref<4xi8>, memref<4xi8>, !tir.device_context<"npu">) -> ()
      return
    }
    ```

    The C it becomes:

    ```c
    code = npu_relu(args, type_codes, 2, &value, &type_code, context);
    ```
  }];
  let arguments = (ins
    Arg<FlatSymbolRefAttr, "the C function">:$callee,
    Arg<Variadic<TIR_CallArgument>,
        "arguments, on tensors the destinations last">:$args,
    Arg<Optional<TIR_DeviceContextType>, "the resource handle">:$device_context,
    Arg<TIR_NumOuts, "how many arguments are destinations">:$num_outs,
    Arg<OptionalAttr<DictArrayAttr>, "attributes of the arguments">:$arg_attrs,
    Arg<OptionalAttr<DictArrayAttr>, "attributes of the results">:$res_attrs);
  let results = (outs Res<Variadic<AnyRankedTensor>,
                          "the destinations after the call">:$results);
  let extraClassDeclaration = symbolCallDeclaration # externalCallDeclaration # [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getOutsMutable();
    }
  }];
}

def TIR_CallExternOp : TIR_CallOp<"call_extern", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a call of a C function";
  let description = [{
    Calls a C function with plain arguments: a data pointer for each buffer and,
    last, the context of a device if there is one. It has three forms.

    | form | in C |
    |---|---|
    | `tir.call_extern @f(...) : (...) -> ()` | `int32_t f(...)`: a code other than 0 is passed to the caller |
    | `tir.call_extern void @f(...) : (...) -> ()` | `void f(...)` |
    | `tir.call_extern @f(...) : (...) -> T` | `T f(...)`: the value is the result, on memrefs only |

    On tensors, the operands named `outs` are destinations, each tied to one
    result. The call does not implement `DestinationStyleOpInterface`, which
    allows no other value among the results.

    Invariants: the symbol is a C identifier. If the module has a
    `tir.prim_func` of that name, the form is the first one, the arguments match
    it by the rules of `tir.call_tir`, its calling convention is not `packed`,
    and the context has the type of its last argument.

    Source: TVM v0.14 `call_extern`.

    Example:

    ```mlir
    func.func @run(%x: memref<4xi8>, %y: memref<4xi8>, %n: i32) -> i32 {
      tir.call_extern @npu_relu(%x, %y) : (memref<4xi8>, memref<4xi8>) -> ()
      tir.call_extern void @trace(%n) : (i32) -> ()
      %ticks = tir.call_extern @ticks() : () -> i32
      return %ticks : i32
    }
    ```

    The C it becomes:

    ```c
    code = npu_relu(x, y);
    if (code != 0) return code;
    trace(n);
    ticks_value = ticks();
    ```
  }];
  let arguments = (ins
    Arg<FlatSymbolRefAttr, "the C function">:$callee,
    Arg<Variadic<TIR_CallArgument>,
        "arguments, on tensors the destinations last">:$args,
    Arg<Optional<TIR_DeviceContextType>, "passed as the last argument">:$device_context,
    Arg<UnitAttr, "the C function returns nothing">:$returns_void,
    Arg<TIR_NumOuts, "how many arguments are destinations">:$num_outs,
    Arg<OptionalAttr<DictArrayAttr>, "attributes of the arguments">:$arg_attrs,
    Arg<OptionalAttr<DictArrayAttr>, "attributes of the results">:$res_attrs);
  let results = (outs
    Res<Variadic<AnyTypeOf<[AnyRankedTensor, TIR_CallValue]>>,
        "the destinations after the call, or the value it returns">:$results);
  let extraClassDeclaration = symbolCallDeclaration # externalCallDeclaration # [{
    /// Returns true if the caller returns the code of the call if it is not 0.
    bool isChecked() { return !getReturnsVoid() && !getReturnedValue(); }
    /// Returns the value that the C function returns, or null.
    ::mlir::Value getReturnedValue() {
      return getNumResults() == 1 && getNumOuts() == 0 ? getResult(0)
                                                       : ::mlir::Value();
    }
  }];
}

#endif // TIR_DIALECT_TIR_IR_TIRCALLOPS_TD
