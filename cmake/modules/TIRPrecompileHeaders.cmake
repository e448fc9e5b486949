# MLIR's headers take two thirds of a file's compile time, so all folders share
# one precompiled header. It contains only upstream's headers, since a change of
# one of ours must not rebuild everything.
add_library(tir_precompiled OBJECT "${CMAKE_CURRENT_LIST_DIR}/TIRPrecompileHeaders.cpp")
target_link_libraries(tir_precompiled PRIVATE tir_compile_options)
target_precompile_headers(tir_precompiled PRIVATE
  <mlir/Bytecode/BytecodeOpInterface.h>
  <mlir/IR/Builders.h>
  <mlir/IR/BuiltinTypes.h>
  <mlir/IR/Dialect.h>
  <mlir/IR/ImplicitLocOpBuilder.h>
  <mlir/IR/SymbolTable.h>
  <mlir/Interfaces/CallInterfaces.h>
  <mlir/Interfaces/ControlFlowInterfaces.h>
  <mlir/Interfaces/DestinationStyleOpInterface.h>
  <mlir/Interfaces/FunctionInterfaces.h>
  <mlir/Interfaces/SideEffectInterfaces.h>
  <mlir/Dialect/Arith/IR/Arith.h>
  <mlir/Dialect/Bufferization/IR/Bufferization.h>
  <mlir/Dialect/EmitC/IR/EmitC.h>
  <mlir/Dialect/Func/IR/FuncOps.h>
  <mlir/Dialect/LLVMIR/LLVMDialect.h>
  <mlir/Dialect/Linalg/IR/Linalg.h>
  <mlir/Dialect/MemRef/IR/MemRef.h>
  <mlir/Dialect/SCF/IR/SCF.h>
  <mlir/Dialect/Tensor/IR/Tensor.h>
  <mlir/Pass/Pass.h>
  <mlir/Transforms/DialectConversion.h>)
