# MLIR's headers take two thirds of a file's compile time, so all folders share
# one precompiled header. Of our own headers, it contains only the dialect's,
# which takes most of the rest: two thirds of the files include it, while a change
# of another one must not rebuild everything.
add_library(tir_precompiled OBJECT "${CMAKE_CURRENT_LIST_DIR}/TIRPrecompileHeaders.cpp")
target_link_libraries(tir_precompiled PRIVATE tir_compile_options)
add_dependencies(tir_precompiled tir-headers)
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
  <mlir/Dialect/Math/IR/Math.h>
  <mlir/Dialect/MemRef/IR/MemRef.h>
  <mlir/Dialect/SCF/IR/SCF.h>
  <mlir/Dialect/Tensor/IR/Tensor.h>
  <mlir/Dialect/Tosa/IR/TosaOps.h>
  <mlir/Pass/Pass.h>
  <mlir/Pass/PassManager.h>
  <mlir/Transforms/DialectConversion.h>
  <tir/Dialect/TIR/IR/TIR.h>)

# tir_reuse_precompiled_headers(<target>) lets a program or a plugin use it, too.
function(tir_reuse_precompiled_headers target)
  # The header is for -fPIC. CMake would compile a program with -fPIE, and define
  # a macro for a plugin.
  set_target_properties(${target} PROPERTIES
    POSITION_INDEPENDENT_CODE OFF DEFINE_SYMBOL "")
  target_compile_options(${target} PRIVATE -fPIC)
  target_precompile_headers(${target} REUSE_FROM tir_precompiled)
endfunction()
