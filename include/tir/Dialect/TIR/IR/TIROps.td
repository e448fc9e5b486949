//===- TIROps.td - Operations of the dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIROPS_TD
#define TIR_DIALECT_TIR_IR_TIROPS_TD

include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tir/Dialect/TIR/IR/TIRAttrs.td"
include "tir/Dialect/TIR/IR/TIRLowLevelOps.td"
include "tir/Dialect/TIR/IR/TIRTypes.td"

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

def TIR_PrimFuncOp : TIR_Op<"prim_func", [
    AffineScope, AutomaticAllocationScope, FunctionOpInterface,
    IsolatedFromAbove, OpAsmOpInterface]> {
  let summary = "a function over buffers";
  let description = [{
    TVM's `tir.PrimFunc`: a function whose arguments are buffers (always
    memrefs, also while its callers still work on tensors) and scalars. It
    returns nothing; what it computes it writes into its arguments. Each buffer
    argument says what happens to it (`tir.effect`).

    The body may work on tensors between the buffers: `bufferization.to_tensor`
    reads an argument, `bufferization.materialize_in_destination` writes one.
    The phase `loops` lowers such a body without materialising what lies
    between.

    Invariants: no results; no tensor among the arguments; `tir.effect` only on
    buffer arguments; the body has one block that ends in `tir.return`.

    Source: TVM v0.14 `include/tvm/tir/function.h`.

    Example:

    ```mlir
    tir.prim_func private @negate(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                  %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
      linalg.negf ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
      tir.return
    }
    ```

    The C it becomes:

    ```c
    static int32_t tvmgen_default_negate(const float *restrict x, float *restrict y);
    ```
  }];

  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region AnyRegion:$body);

  let builders = [OpBuilder<(ins
    "::llvm::StringRef":$name, "::mlir::FunctionType":$type,
    CArg<"::llvm::ArrayRef<::mlir::NamedAttribute>", "{}">:$attrs,
    CArg<"::llvm::ArrayRef<::mlir::DictionaryAttr>", "{}">:$argAttrs)>];

  let extraClassDeclaration = [{
    /// The body, or null for a declaration.
    ::mlir::Region *getCallableRegion() {
      return isExternal() ? nullptr : &getBody();
    }
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }
    /// Also of a private function that a call on tensors refers to: it counts
    /// as one whose callers are not all known, since such a call passes tensors
    /// where the body has buffers, and upstream's analyses would mix the two.
    /// Ask `!isPrivate()` for what is written.
    bool isPublic();
    /// What the function does with argument `index`; `read_write` where
    /// nothing is said.
    ::tir::Effect getEffect(unsigned index);
    void setEffect(unsigned index, ::tir::Effect effect);
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def TIR_ReturnOp : TIR_Op<"return", [
    Pure, HasParent<"PrimFuncOp">, ReturnLike, Terminator]> {
  let summary = "the end of a `tir.prim_func`";
  let description = [{
    Ends the body of a `tir.prim_func`; it carries nothing, since such a
    function writes its results into its arguments.

    Example:

    ```mlir
    tir.prim_func @nothing() {
      tir.return
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

def TIR_CallTIROp : TIR_Op<"call_tir", [
    CallOpInterface, DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a call of a `tir.prim_func` in the same module";
  let description = [{
    Calls a `tir.prim_func` that has a body in the same module; there is no
    fallback to external linkage.

    On tensors the call is in destination-passing style: the operands named
    `outs` are the buffers it writes, each tied to one result, and it
    bufferizes. On memrefs it takes plain operands, and the callee's arguments
    say what is read and written.

    Invariants: the callee exists, is a `tir.prim_func` and has a body; operand
    and argument agree in number, element type, rank, each static dimension
    and layout; tensors and memrefs do not mix; each `outs` operand meets an
    argument that is written, every other tensor one that is only read.

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

  let arguments = (ins FlatSymbolRefAttr:$callee,
                       Variadic<AnyType>:$args,
                       DefaultValuedAttr<ConfinedAttr<I32Attr, [IntNonNegative]>, "0">:$num_outs,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let results = (outs Variadic<AnyRankedTensor>:$results);

  let builders = [
    // On tensors: `outs` give the types of the results.
    OpBuilder<(ins "::mlir::FlatSymbolRefAttr":$callee, "::mlir::ValueRange":$ins,
                   "::mlir::ValueRange":$outs)>,
    // On memrefs.
    OpBuilder<(ins "::mlir::FlatSymbolRefAttr":$callee,
                   "::mlir::ValueRange":$args)>];

  let extraClassDeclaration = [{
    /// The callee in the nearest symbol table, or null.
    PrimFuncOp lookupCallee();

    // DestinationStyleOpInterface
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return ::mlir::MutableOperandRange(
          *this, getArgs().size() - getNumOuts(), getNumOuts());
    }

    // CallOpInterface
    ::mlir::CallInterfaceCallable getCallableForCallee() {
      return getCalleeAttr();
    }
    void setCalleeFromCallable(::mlir::CallInterfaceCallable callee) {
      setCalleeAttr(::llvm::cast<::mlir::FlatSymbolRefAttr>(
          ::llvm::cast<::mlir::SymbolRefAttr>(callee)));
    }
    ::mlir::Operation::operand_range getArgOperands() { return getArgs(); }
    ::mlir::MutableOperandRange getArgOperandsMutable() {
      return getArgsMutable();
    }
    /// Null while the call is on tensors and its callee on memrefs: upstream's
    /// interprocedural analyses would mix the two.
    ::mlir::Operation *
    resolveCallableInTable(::mlir::SymbolTableCollection *symbolTable);
    ::mlir::Operation *resolveCallable() {
      return resolveCallableInTable(nullptr);
    }
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

#endif // TIR_DIALECT_TIR_IR_TIROPS_TD
