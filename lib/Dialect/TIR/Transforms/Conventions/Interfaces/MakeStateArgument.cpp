//===- MakeStateArgument.cpp - Variables in a struct of the application
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Conventions/EntryPoints.h"

#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tir/ABI/Names.h"
#include "tir/ABI/ReservedNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

namespace tir {
#define GEN_PASS_DEF_TIRMAKESTATEARGUMENTPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Other constants have the same alignment.
static constexpr int64_t kConstantAlignment = 16;

namespace {
struct Variable {
  memref::GlobalOp global;
  /// The field of the struct.
  std::string field;
  /// The values in main that are the buffer.
  SmallVector<Value> uses;
};

struct MakeStateArgumentPass
    : public tir::impl::TIRMakeStateArgumentPassBase<MakeStateArgumentPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<Variable> variables;
    for (auto global : module.getOps<memref::GlobalOp>())
      if (getGlobalParts(global).isVariable)
        variables.push_back({global, fieldName(global.getSymName()), {}});
    if (failed(verifyArguments(module)))
      return signalPassFailure();
    if (variables.empty())
      return;
    FailureOr<SmallVector<PrimFuncOp>> mains = findMains(module, "state");
    if (failed(mains) || failed(verifyTypes(variables)))
      return signalPassFailure();
    ModelNames models(module);
    for (PrimFuncOp main : *mains) {
      SmallVector<Variable> own =
          llvm::filter_to_vector(variables, [&](Variable &variable) {
            return models.lookup(variable.global) == getModelName(main);
          });
      if (!own.empty() && failed(makeState(module, main, own)))
        return signalPassFailure();
    }
  }

private:
  static LogicalResult makeState(ModuleOp module, PrimFuncOp main,
                                 MutableArrayRef<Variable> variables);
  static LogicalResult verifyArguments(ModuleOp module);
  static LogicalResult verifyUncalled(ModuleOp module, PrimFuncOp main);
  static LogicalResult verifyTypes(ArrayRef<Variable> variables);
  static LogicalResult verifyNames(PrimFuncOp main,
                                   ArrayRef<Variable> variables);
  static LogicalResult findUses(ModuleOp module, PrimFuncOp main,
                                MutableArrayRef<Variable> variables);
  static StructOp createStruct(PrimFuncOp main, ArrayRef<Variable> variables);
  static void passState(PrimFuncOp main, StructOp structOp,
                        ArrayRef<Variable> variables);
  static LogicalResult createReset(ModuleOp module, PrimFuncOp main,
                                   StructOp structOp,
                                   ArrayRef<Variable> variables);
};
} // namespace

/// Makes the state of one model, whose main function is `main`.
LogicalResult
MakeStateArgumentPass::makeState(ModuleOp module, PrimFuncOp main,
                                 MutableArrayRef<Variable> variables) {
  if (failed(verifyUncalled(module, main)) ||
      failed(verifyNames(main, variables)) ||
      failed(findUses(module, main, variables)))
    return failure();
  StructOp structOp = createStruct(main, variables);
  passState(main, structOp, variables);
  if (failed(createReset(module, main, structOp, variables)))
    return failure();
  for (Variable &variable : variables)
    variable.global.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Variables and their uses
//===----------------------------------------------------------------------===//

/// Checks that each argument that is a variable refers to a declared one.
LogicalResult MakeStateArgumentPass::verifyArguments(ModuleOp module) {
  SymbolTable symbols(module);
  for (auto function : module.getOps<FunctionOpInterface>())
    for (unsigned index = 0; index < function.getNumArguments(); ++index) {
      FlatSymbolRefAttr name = getPort(function, index).variable;
      if (!name)
        continue;
      auto global = symbols.lookup<memref::GlobalOp>(name.getValue());
      if (!global || !getGlobalParts(global).isVariable ||
          function.getArgumentTypes()[index] != global.getType())
        return function->emitOpError("argument #")
               << index << " of type " << function.getArgumentTypes()[index]
               << " is the variable " << name
               << ", but there is no memref.global of that name and type with "
                  "#tir.global<variable = true>; declare it";
      if (isa<PrimFuncOp>(function) && !function.isPrivate())
        continue;
      InFlightDiagnostic diag =
          function->emitOpError("argument #")
          << index << " is the variable " << name
          << ", but only the model's public function receives variables from "
             "the application; pass the buffer to this function";
      diag.attachNote(global.getLoc()) << "the variable is declared here";
      return diag;
    }
  return success();
}

LogicalResult MakeStateArgumentPass::verifyUncalled(ModuleOp module,
                                                    PrimFuncOp main) {
  auto uses = SymbolTable::getSymbolUses(main, module);
  for (SymbolTable::SymbolUse use : *uses) {
    InFlightDiagnostic diag = use.getUser()->emitOpError("refers to @")
                              << main.getSymName()
                              << ", which will receive the model's state; run "
                                 "the pass before the entry point is created";
    diag.attachNote(main.getLoc()) << "the function is declared here";
    return diag;
  }
  return success();
}

LogicalResult MakeStateArgumentPass::verifyTypes(ArrayRef<Variable> variables) {
  for (const Variable &variable : variables) {
    memref::GlobalOp global = variable.global;
    MemRefType type = global.getType();
    Type element = type.getElementType();
    if (!isWholeBuffer(type) || type.getNumElements() == 0 ||
        !(element.isSignlessInteger() || isa<FloatType>(element)) ||
        element.getIntOrFloatBitWidth() > 64)
      return global.emitOpError("is a variable of type ")
             << type
             << "; expected a buffer with a static shape and at least one "
                "element, of integers or floats of at most 64 bits";
    if (global.getConstant() || global.isExternal() || !global.isPrivate())
      return global.emitOpError(
          "is a variable, so it must be private and not constant, and have an "
          "initial value");
    Attribute initial = global.getInitialValueAttr();
    if (!isa<UnitAttr, DenseElementsAttr>(initial))
      return global.emitOpError("has an initial value that is not dense; make "
                                "it dense (tir-inline-resources)");
  }
  return success();
}

/// Applies the rules for the names of inputs and outputs, which are fields of C
/// structs, too.
LogicalResult MakeStateArgumentPass::verifyNames(PrimFuncOp main,
                                                 ArrayRef<Variable> variables) {
  llvm::StringMap<const Variable *> seen;
  for (const Variable &variable : variables) {
    memref::GlobalOp global = variable.global;
    auto fail = [&]() -> InFlightDiagnostic {
      return global.emitError("variable '")
             << global.getSymName() << "' would be the C struct field '"
             << variable.field << "', which ";
    };
    if (llvm::isDigit(variable.field.front()))
      return fail() << "begins with a digit; expected a letter or '_' first: "
                       "rename it in the model";
    if (StringRef why = whyReserved(variable.field); !why.empty())
      return fail() << "is " << why
                    << "; expected another identifier: rename it in the model";
    auto [it, isNew] = seen.try_emplace(macroName(variable.field), &variable);
    if (isNew)
      continue;
    memref::GlobalOp other = it->second->global;
    InFlightDiagnostic diag =
        fail() << "'" << other.getSymName()
               << "' becomes, too; expected names that differ in more than "
                  "case and punctuation: rename one in the model";
    diag.attachNote(other.getLoc()) << "the other variable is declared here";
    return diag;
  }
  for (unsigned index = 0; index < main.getNumArguments(); ++index) {
    auto name = main.getArgAttrOfType<StringAttr>(index, kNameAttrName);
    if (name && !getPort(main, index).variable && macroName(name) == "STATE")
      return main.emitError("argument #")
             << index << ", called " << name
             << ", would have the macro ..._STATE_SIZE, which the header uses "
                "for the size of the variables; expected another name: rename "
                "it in the model, or give that argument or result of the entry "
                "function the attribute tir.name";
  }
  return success();
}

/// Finds the uses of the variables. A function on buffers that came with the
/// model may use the global itself.
LogicalResult
MakeStateArgumentPass::findUses(ModuleOp module, PrimFuncOp main,
                                MutableArrayRef<Variable> variables) {
  DenseMap<Attribute, SmallVector<BlockArgument>> arguments;
  for (BlockArgument argument : main.getArguments())
    if (Attribute name = getPort(main, argument.getArgNumber()).variable)
      arguments[name].push_back(argument);
  SymbolTableCollection symbols;
  SymbolUserMap users(symbols, module);
  for (Variable &variable : variables) {
    llvm::append_range(variable.uses, arguments.lookup(FlatSymbolRefAttr::get(
                                          variable.global)));
    for (Operation *user : users.getUsers(variable.global)) {
      if (user == main)
        continue;
      auto address = dyn_cast<memref::GetGlobalOp>(user);
      if (address && address->getParentOfType<PrimFuncOp>() == main) {
        variable.uses.push_back(address);
        continue;
      }
      InFlightDiagnostic diag =
          user->emitOpError("uses the variable @")
          << variable.global.getSymName()
          << ", but only the model's main function may use variables; pass the "
             "buffer to this function";
      diag.attachNote(variable.global.getLoc())
          << "the variable is declared here";
      return diag;
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The struct
//===----------------------------------------------------------------------===//

StructOp MakeStateArgumentPass::createStruct(PrimFuncOp main,
                                             ArrayRef<Variable> variables) {
  SmallVector<StringRef> fields;
  SmallVector<Type> types;
  for (const Variable &variable : variables) {
    fields.push_back(variable.field);
    types.push_back(memref::GlobalOp(variable.global).getType());
  }
  auto module = main->getParentOfType<ModuleOp>();
  auto builder = OpBuilder::atBlockBegin(module.getBody());
  return StructOp::create(
      builder, module.getLoc(), mangleSymbol(getModelName(main), "state"),
      builder.getStrArrayAttr(fields),
      /*definition=*/false, builder.getTypeArrayAttr(types));
}

/// Returns the attributes of an argument that points to the struct.
static DictionaryAttr getStateAttributes(StructOp structOp) {
  Builder builder(structOp.getContext());
  PortParts port;
  port.structName = structOp.getSymNameAttr();
  return builder.getDictionaryAttr(
      {builder.getNamedAttr(kNameAttrName, builder.getStringAttr("state")),
       builder.getNamedAttr(kPortAttrName, port.get(builder.getContext()))});
}

void MakeStateArgumentPass::passState(PrimFuncOp main, StructOp structOp,
                                      ArrayRef<Variable> variables) {
  (void)main.insertArgument(main.getNumArguments(),
                            HandleType::get(main.getContext()),
                            getStateAttributes(structOp), main.getLoc());
  Value state = main.getArguments().back();
  auto builder = OpBuilder::atBlockBegin(&main.getBody().front());
  llvm::BitVector replaced(main.getNumArguments());
  for (const Variable &variable : variables) {
    if (variable.uses.empty())
      continue;
    memref::GlobalOp global = variable.global;
    Value field =
        StructGetOp::create(builder, global.getLoc(), global.getType(), state,
                            structOp.getSymName(), variable.field);
    for (Value use : variable.uses) {
      use.replaceAllUsesWith(field);
      if (auto argument = dyn_cast<BlockArgument>(use))
        replaced.set(argument.getArgNumber());
      else
        use.getDefiningOp()->erase();
    }
  }
  (void)main.eraseArguments(replaced);
}

//===----------------------------------------------------------------------===//
// The initial values
//===----------------------------------------------------------------------===//

/// Returns the initial values as a flat array; zeros if there are none.
static DenseElementsAttr getInitialElements(memref::GlobalOp global) {
  MemRefType type = global.getType();
  auto flat =
      RankedTensorType::get({type.getNumElements()}, type.getElementType());
  auto elements = dyn_cast<DenseElementsAttr>(global.getInitialValueAttr());
  return elements ? elements.reshape(flat)
                  : DenseElementsAttr::get(
                        flat, Builder(global.getContext())
                                  .getZeroAttr(type.getElementType()));
}

/// Creates a table of values that are not all the same.
static Value createTable(OpBuilder &builder, SymbolTable &symbols,
                         PrimFuncOp main, const Variable &variable,
                         DenseElementsAttr elements) {
  memref::GlobalOp global = variable.global;
  Location loc = global.getLoc();
  auto type =
      MemRefType::get(elements.getNumElements(), elements.getElementType());
  OpBuilder detached(main.getContext());
  auto table = memref::GlobalOp::create(
      detached, loc, variable.field + "_initial",
      builder.getStringAttr("private"), type, elements, /*constant=*/true,
      builder.getI64IntegerAttr(kConstantAlignment));
  // Adds a suffix to a name that is taken.
  symbols.insert(table, Block::iterator(main));
  return memref::GetGlobalOp::create(builder, loc, type, table.getSymName());
}

LogicalResult MakeStateArgumentPass::createReset(ModuleOp module,
                                                 PrimFuncOp main,
                                                 StructOp structOp,
                                                 ArrayRef<Variable> variables) {
  std::string name = mangleSymbol(getModelName(main), "reset");
  SymbolTable symbols(module);
  if (Operation *other = symbols.lookup(name))
    return other->emitOpError("is called '")
           << name
           << "', as is the function that resets the model's variables to "
              "their initial values; rename it";
  auto builder = OpBuilder::atBlockEnd(module.getBody());
  Location loc = main.getLoc();
  auto reset = func::FuncOp::create(
      builder, loc, name,
      builder.getFunctionType(HandleType::get(module.getContext()), {}));
  reset.setArgAttrs(0, getStateAttributes(structOp));
  builder.setInsertionPointToStart(reset.addEntryBlock());
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  for (const Variable &variable : variables) {
    DenseElementsAttr elements = getInitialElements(variable.global);
    auto type =
        MemRefType::get(elements.getNumElements(), elements.getElementType());
    Value field = StructGetOp::create(builder, loc, type, reset.getArgument(0),
                                      structOp.getSymName(), variable.field);
    Value value, table;
    if (elements.isSplat())
      value = arith::ConstantOp::create(
          builder, loc, cast<TypedAttr>(elements.getSplatValue<Attribute>()));
    else
      table = createTable(builder, symbols, main, variable, elements);
    Value extent =
        arith::ConstantIndexOp::create(builder, loc, type.getNumElements());
    auto loop = scf::ForOp::create(builder, loc, zero, extent, one);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Value index = loop.getInductionVar();
    if (table)
      value = memref::LoadOp::create(builder, loc, table, index);
    memref::StoreOp::create(builder, loc, value, field, index);
  }
  func::ReturnOp::create(builder, loc);
  return success();
}
