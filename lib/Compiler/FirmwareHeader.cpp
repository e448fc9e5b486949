//===- FirmwareHeader.cpp - The header of a program of several models
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirmwareHeader.h"

#include "FirmwareFlags.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Support/Escape.h"
#include "tir/Target/C/CSource.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tir;

std::string tir::getPassedFunction(const ProgramFacts &facts,
                                   StringRef output) {
  return mangleSymbol(facts.plan.name.text,
                      StringRef(sanitizeName(output)).lower());
}

/// Returns the name of the function that returns a block's place.
static std::string getPlaceFunction(const ProgramFacts &facts,
                                    const FirmwareBlock &block) {
  if (block.kind != FirmwareBlock::Kind::State)
    return getPassedFunction(facts, block.name);
  std::string name = facts.parts[block.model].name + "_state";
  return mangleSymbol(facts.plan.name.text, StringRef(name).lower());
}

std::string tir::getWrittenFunction(const ProgramFacts &facts,
                                    StringRef output) {
  return getPassedFunction(facts, output) + "_written";
}

namespace {
/// Adds functions that belong to no model.
class ProgramFunctions {
public:
  ProgramFunctions(const ProgramFacts &facts, ModuleOp program)
      : facts(facts), program(program),
        builder(OpBuilder::atBlockEnd(program.getBody())) {}

  LogicalResult addPlace(const FirmwareArena &arena,
                         const FirmwareBlock &block);
  LogicalResult addWritten(const FirmwareBlock &block);

private:
  FailureOr<func::FuncOp> create(const std::string &name, TypeRange results);

  const ProgramFacts &facts;
  ModuleOp program;
  OpBuilder builder;
};
} // namespace

FailureOr<func::FuncOp> ProgramFunctions::create(const std::string &name,
                                                 TypeRange results) {
  if (program.lookupSymbol(name))
    return emitOptionError(*program.getContext())
           << "the program and one of its models both have a function '" << name
           << "'; expected another name for the program or for the model in '"
           << facts.plan.file << "'";
  builder.setInsertionPointToEnd(program.getBody());
  auto function =
      func::FuncOp::create(builder, program.getLoc(), name,
                           builder.getFunctionType(TypeRange(), results));
  builder.setInsertionPointToStart(function.addEntryBlock());
  return function;
}

/// Adds the function that returns where a block lies.
LogicalResult ProgramFunctions::addPlace(const FirmwareArena &arena,
                                         const FirmwareBlock &block) {
  Location loc = program.getLoc();
  Type handle = HandleType::get(program.getContext());
  auto global = program.lookupSymbol<memref::GlobalOp>(
      mangleSymbol(facts.plan.name.text, arena.name));
  if (failed(create(getPlaceFunction(facts, block), handle)))
    return failure();
  Value place = memref::GetGlobalOp::create(builder, loc, global.getType(),
                                            global.getSymName());
  auto type = MemRefType::get(int64_t(block.bytes), builder.getI8Type());
  if (type != global.getType()) {
    Value offset = arith::ConstantIndexOp::create(builder, loc, block.offset);
    place = memref::ViewOp::create(builder, loc, type, place, offset,
                                   /*sizes=*/ValueRange());
  }
  Value result =
      PointerCastOp::create(builder, loc, handle, place, /*offset=*/Value());
  func::ReturnOp::create(builder, loc, result);
  return success();
}

/// Adds the function by which the application says that it wrote itself what
/// is passed on.
LogicalResult ProgramFunctions::addWritten(const FirmwareBlock &block) {
  Location loc = program.getLoc();
  auto flag = program.lookupSymbol<memref::GlobalOp>(
      mangleSymbol(facts.plan.name.text, getWrittenFlag(block.name)));
  if (failed(create(getWrittenFunction(facts, block.name), TypeRange())))
    return failure();
  Value memory = memref::GetGlobalOp::create(builder, loc, flag.getType(),
                                             flag.getSymName());
  Value place = arith::ConstantIndexOp::create(builder, loc, 0);
  Value written = arith::ConstantIntOp::create(builder, loc, 1, 32);
  memref::StoreOp::create(builder, loc, written, memory, place);
  func::ReturnOp::create(builder, loc);
  return success();
}

LogicalResult tir::addProgramFunctions(const ProgramFacts &facts,
                                       ModuleOp program) {
  ProgramFunctions functions(facts, program);
  for (const FirmwareArena &arena : facts.arenas)
    for (const FirmwareBlock &block : arena.blocks) {
      if (block.kind == FirmwareBlock::Kind::Buffers)
        continue;
      if (failed(functions.addPlace(arena, block)) ||
          (block.kind == FirmwareBlock::Kind::Passed &&
           failed(functions.addWritten(block))))
        return failure();
    }
  return success();
}

std::string tir::describeRule(const ProgramFacts &facts, unsigned one,
                              unsigned other) {
  auto name = [&](unsigned model) {
    return "'" + facts.parts[model].name + "'";
  };
  switch (facts.rules.get(one, other)) {
  case Relation::Together:
    return one < other
               ? name(one) + " and " + name(other) + " may run at the same time"
               : "";
  case Relation::Interrupts:
    return name(one) + " may interrupt " + name(other) + " at any time";
  case Relation::InterruptsBetweenSteps:
    return name(one) + " may interrupt " + name(other) +
           " between two of its steps";
  case Relation::Excludes:
  case Relation::IsInterrupted:
  case Relation::IsInterruptedBetweenSteps:
    return "";
  }
  llvm_unreachable("each relation has its case");
}

/// Prints which models may run when.
static void printRules(const ProgramFacts &facts, llvm::raw_ostream &os) {
  os << "/*\n * All models share one memory. A run that the rules of '"
     << escapeForComment(facts.plan.file)
     << "' do not allow\n * returns -1 and writes nothing:\n *\n";
  bool hasRules = false;
  for (unsigned one = 0; one < facts.parts.size(); ++one)
    for (unsigned other = 0; other < facts.parts.size(); ++other)
      if (std::string rule =
              one == other ? "" : describeRule(facts, one, other);
          !rule.empty()) {
        os << " *   " << rule << "\n";
        hasRules = true;
      }
  os << (hasRules ? " *   any other two models run one after the other\n */\n"
                  : " *   the models run one after the other\n */\n");
}

/// Prints what is about one place that does not belong to a model.
static void printPlace(const ProgramFacts &facts, const FirmwareBlock &block,
                       llvm::raw_ostream &os) {
  std::string function = getPlaceFunction(facts, block);
  std::string macro = StringRef(function).upper() + "_SIZE";
  if (block.kind == FirmwareBlock::Kind::State)
    os << "/* Where the variables of '" << facts.parts[block.model].name
       << "' live from run to run: a struct "
       << fileStem(facts.parts[block.model].name) << "_state.\n * tvmgen_"
       << StringRef(facts.plan.name.text).lower()
       << "_init sets them to their initial values. */\n";
  else
    os << "/* Where '" << escapeForComment(block.name)
       << "' lies, which a model reads after another one has written it. */\n";
  os << "#define " << macro << " " << block.bytes << "\nvoid *" << function
     << "(void);\n\n";
  if (block.kind == FirmwareBlock::Kind::Passed)
    os << "/* A run that reads it returns -1 until a run that writes it has "
          "ended without an error, or until\n * this is called: if the "
          "application wrote it itself. */\nvoid "
       << getWrittenFunction(facts, block.name) << "(void);\n\n";
}

/// Prints the function that the application calls before any model.
static void printInit(const ProgramFacts &facts, ModuleOp program,
                      llvm::raw_ostream &os) {
  std::string parameters, body;
  for (FunctionOpInterface model : getModels(program)) {
    auto init = getInterface(model).getAs<StringAttr>("init");
    if (!init)
      continue;
    std::string name = getModelName(model).lower();
    parameters += (parameters.empty() ? "struct " : ", struct ") +
                  mangleSymbol(name, "devices") + " *devices_of_" + name;
    body += "  if (code == 0)\n    code = " + init.str() + "(devices_of_" +
            name + ");\n";
  }
  for (const FirmwareArena &arena : facts.arenas)
    for (const FirmwareBlock &block : arena.blocks)
      if (block.kind == FirmwareBlock::Kind::State) {
        std::string stem = fileStem(facts.parts[block.model].name);
        body += "  " + stem + "_reset((struct " + stem + "_state *)" +
                getPlaceFunction(facts, block) + "());\n";
      }
  os << "/* Call this once before any run: it initialises devices, and sets "
        "variables to their initial\n * values. Returns 0, or the first other "
        "code that a device returned. */\nstatic inline int32_t "
     << mangleSymbol(facts.plan.name.text, "init") << "("
     << (parameters.empty() ? "void" : parameters)
     << ") {\n  int32_t code = 0;\n"
     << body << "  return code;\n}\n\n";
}

/// Returns what a self-test gets for a variable of the program, or nothing if
/// the application passes it.
static std::string findKeptState(const ProgramFacts &facts, StringRef model) {
  for (const FirmwareArena &arena : facts.arenas)
    for (const FirmwareBlock &block : arena.blocks)
      if (block.kind == FirmwareBlock::Kind::State &&
          facts.parts[block.model].name == model)
        return "(struct " + fileStem(model) + "_state *)" +
               getPlaceFunction(facts, block) + "()";
  return "";
}

/// Prints the function that runs the self-tests of all models, if there are
/// some.
static LogicalResult printSelfTests(const ProgramFacts &facts, ModuleOp program,
                                    llvm::raw_ostream &os) {
  std::string body;
  SmallVector<std::string> parameters;
  for (const FirmwarePart &part : facts.parts) {
    if (!part.selfTest)
      continue;
    FailureOr<c::ModelInfo> info =
        c::readModelInfo(program, "a self-test runs one model", part.name);
    if (failed(info))
      return failure();
    SmallVector<std::string> arguments;
    for (StringRef name : c::listRunArguments(*info)) {
      std::string argument =
          name == "state" ? findKeptState(facts, part.name) : "";
      if (argument.empty()) {
        argument = (name + "_of_" + info->name).str();
        parameters.push_back(
            ("struct " + info->prefix + "_" + name + " *" + argument).str());
      }
      arguments.push_back(std::move(argument));
    }
    body += "  if (code == 0)\n    code = " + info->prefix + "_self_test(" +
            llvm::join(arguments, ", ") + ");\n";
  }
  if (body.empty())
    return success();
  os << "/* Runs the self-test of each model that has one. Returns 0, or the "
        "first other code. */\nstatic inline int32_t "
     << mangleSymbol(facts.plan.name.text, "self_test") << "("
     << (parameters.empty() ? "void" : llvm::join(parameters, ",\n    "))
     << ") {\n  int32_t code = 0;\n"
     << body << "  return code;\n}\n\n";
  return success();
}

FailureOr<std::string> tir::makeProgramHeader(const ProgramFacts &facts,
                                              ModuleOp program) {
  std::string text;
  llvm::raw_string_ostream os(text);
  const std::string &name = facts.plan.name.text;
  SmallVector<std::string> names;
  for (const FirmwarePart &part : facts.parts)
    names.push_back("'" + part.name + "'");
  std::string guard = headerGuard(name), macros = macroPrefix(name);
  os << "/*\n * The models " << llvm::join(names, ", ")
     << " in one program.\n *\n * Generated by tirc " << getVersion()
     << " from " << escapeForComment(facts.plan.file)
     << ". Changes will be lost.\n * tirc's authors claim no rights in this "
        "file. It is yours: use it under any terms you like.\n"
        " * SPDX-License-Identifier: LicenseRef-tirc-output\n */\n\n#ifndef "
     << guard << "\n#define " << guard << "\n\n";
  for (FunctionOpInterface model : getModels(program)) {
    CSourceOptions options;
    options.version = getVersion().str();
    options.model = getModelName(model).str();
    options.identity = findIdentity(facts, options.model);
    options.hasSelfTest = llvm::any_of(facts.parts, [&](const auto &part) {
      return part.name == options.model && part.selfTest;
    });
    if (failed(emitCHeader(program, options, os)))
      return failure();
    os << "\n";
  }
  os << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  printRules(facts, os);
  for (const FirmwareArena &arena : facts.arenas)
    os << "\n/* Bytes of static memory of all models together"
       << (facts.arenas.size() > 1 ? " in the pool " + arena.name : "")
       << ". */\n#define " << macros << macroName(arena.name) << "_SIZE "
       << arena.plan.bytes << "\n";
  os << "\n";
  for (const FirmwareArena &arena : facts.arenas)
    for (const FirmwareBlock &block : arena.blocks)
      if (block.kind != FirmwareBlock::Kind::Buffers)
        printPlace(facts, block, os);
  printInit(facts, program, os);
  if (failed(printSelfTests(facts, program, os)))
    return failure();
  os << "#ifdef __cplusplus\n} /* extern \"C\" */\n#endif\n\n#endif /* "
     << guard << " */\n";
  return text;
}
