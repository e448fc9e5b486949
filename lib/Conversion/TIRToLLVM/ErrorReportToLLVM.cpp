//===- ErrorReportToLLVM.cpp - Error reports in LLVM
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/Parser/Parser.h"
#include "tir/ABI/Names.h"
#include "tir/Conversion/TIRCommon/ErrorReport.h"

using namespace mlir;
using namespace tir;

/// Appends the number to the text, as the C does (ErrorReportToEmitC.cpp).
static constexpr StringLiteral kAppendNumber = R"mlir(
llvm.func internal @tir_append_number(%buffer: !llvm.ptr, %size: i32, %text: !llvm.ptr, %number: i64) -> !llvm.ptr
    attributes {passthrough = ["cold"], no_inline} {
  %nul = llvm.mlir.constant(0 : i8) : i8
  %minus = llvm.mlir.constant(45 : i8) : i8
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %back = llvm.mlir.constant(-1 : i32) : i32
  %reserved = llvm.mlir.constant(21 : i32) : i32
  %most = llvm.mlir.constant(20 : i32) : i32
  %ten = llvm.mlir.constant(10 : i32) : i32
  %sign = llvm.mlir.constant(48 : i32) : i32
  %width = llvm.mlir.constant(64 : i32) : i32
  %zero64 = llvm.mlir.constant(0 : i64) : i64
  %one64 = llvm.mlir.constant(1 : i64) : i64
  %top = llvm.mlir.constant(63 : i64) : i64
  %digits = llvm.alloca %most x i8 : (i32) -> !llvm.ptr
  %isNegative = llvm.icmp "slt" %number, %zero64 : i64
  %negated = llvm.sub %zero64, %number : i64
  %magnitude = llvm.select %isNegative, %negated, %number : i1, i64
  %room = llvm.sub %size, %reserved : i32
  %end = llvm.getelementptr %buffer[%room] : (!llvm.ptr, i32) -> !llvm.ptr, i8
  llvm.br ^text(%text, %buffer : !llvm.ptr, !llvm.ptr)
^text(%from: !llvm.ptr, %to: !llvm.ptr):
  %letter = llvm.load %from : !llvm.ptr -> i8
  %isText = llvm.icmp "ne" %letter, %nul : i8
  %fits = llvm.icmp "ult" %to, %end : !llvm.ptr
  %goesOn = llvm.and %isText, %fits : i1
  llvm.cond_br %goesOn, ^letter, ^behind
^letter:
  llvm.store %letter, %to : i8, !llvm.ptr
  %nextFrom = llvm.getelementptr %from[%one] : (!llvm.ptr, i32) -> !llvm.ptr, i8
  %nextTo = llvm.getelementptr %to[%one] : (!llvm.ptr, i32) -> !llvm.ptr, i8
  llvm.br ^text(%nextFrom, %nextTo : !llvm.ptr, !llvm.ptr)
^behind:
  llvm.cond_br %isNegative, ^negative, ^digits(%zero, %magnitude, %to : i32, i64, !llvm.ptr)
^negative:
  llvm.store %minus, %to : i8, !llvm.ptr
  %first = llvm.getelementptr %to[%one] : (!llvm.ptr, i32) -> !llvm.ptr, i8
  llvm.br ^digits(%zero, %magnitude, %first : i32, i64, !llvm.ptr)
^digits(%count: i32, %dividend: i64, %begin: !llvm.ptr):
  llvm.br ^bits(%zero, %zero, %dividend : i32, i32, i64)
^bits(%bit: i32, %remainder: i32, %quotient: i64):
  %carry64 = llvm.lshr %quotient, %top : i64
  %carry = llvm.trunc %carry64 : i64 to i32
  %doubled = llvm.shl %remainder, %one : i32
  %digit = llvm.or %doubled, %carry : i32
  %isTen = llvm.icmp "uge" %digit, %ten : i32
  %less = llvm.sub %digit, %ten : i32
  %nextRemainder = llvm.select %isTen, %less, %digit : i1, i32
  %shifted = llvm.shl %quotient, %one64 : i64
  %taken = llvm.zext %isTen : i1 to i64
  %rest = llvm.or %shifted, %taken : i64
  %nextBit = llvm.add %bit, %one : i32
  %hasBits = llvm.icmp "ult" %nextBit, %width : i32
  llvm.cond_br %hasBits, ^bits(%nextBit, %nextRemainder, %rest : i32, i32, i64), ^digit
^digit:
  %place = llvm.getelementptr %digits[%count] : (!llvm.ptr, i32) -> !llvm.ptr, i8
  %sign32 = llvm.add %nextRemainder, %sign : i32
  %sign8 = llvm.trunc %sign32 : i32 to i8
  llvm.store %sign8, %place : i8, !llvm.ptr
  %nextCount = llvm.add %count, %one : i32
  %hasRest = llvm.icmp "ne" %rest, %zero64 : i64
  llvm.cond_br %hasRest, ^digits(%nextCount, %rest, %begin : i32, i64, !llvm.ptr), ^reverse(%nextCount, %begin : i32, !llvm.ptr)
^reverse(%left: i32, %out: !llvm.ptr):
  %fewer = llvm.add %left, %back : i32
  %source = llvm.getelementptr %digits[%fewer] : (!llvm.ptr, i32) -> !llvm.ptr, i8
  %copied = llvm.load %source : !llvm.ptr -> i8
  llvm.store %copied, %out : i8, !llvm.ptr
  %nextOut = llvm.getelementptr %out[%one] : (!llvm.ptr, i32) -> !llvm.ptr, i8
  %hasDigits = llvm.icmp "ne" %fewer, %zero : i32
  llvm.cond_br %hasDigits, ^reverse(%fewer, %nextOut : i32, !llvm.ptr), ^done
^done:
  llvm.store %nul, %nextOut : i8, !llvm.ptr
  llvm.return %buffer : !llvm.ptr
}
)mlir";

namespace {
/// Creates the calls that report one error.
class Reporter {
public:
  Reporter(ConversionPatternRewriter &rewriter, Operation *op, OnError where)
      : rewriter(rewriter), op(op), where(where) {}

  /// Reports `text`. `first` is passed before the text (the code for the hook,
  /// the kind of the exception for tvm-ffi), and `device` after it, to the
  /// hook.
  LogicalResult report(Value first, Value text, Value device);
  /// Reports `text` followed by `number`. Such a report belongs to no device.
  LogicalResult reportNumber(Value first, Value text, Value number);

  Value createNull() {
    return LLVM::ZeroOp::create(
        rewriter, op->getLoc(),
        LLVM::LLVMPointerType::get(rewriter.getContext()));
  }

private:
  LLVM::LLVMFuncOp findOwn(std::string &name, LLVM::LLVMFunctionType type);
  LLVM::LLVMFuncOp getAppendNumber();
  FailureOr<LLVM::LLVMFuncOp> getNumberReport(LLVM::LLVMFunctionType type);
  Operation *getModule() {
    return op->getParentWithTrait<OpTrait::SymbolTable>();
  }

  ConversionPatternRewriter &rewriter;
  Operation *op;
  OnError where;
};
} // namespace

LogicalResult Reporter::report(Value first, Value text, Value device) {
  auto call = [&](StringRef name, ValueRange arguments) -> LogicalResult {
    return createRuntimeCall(rewriter, op, name,
                             LLVM::LLVMVoidType::get(rewriter.getContext()),
                             arguments);
  };
  switch (where) {
  case OnError::Code:
    return success();
  case OnError::LastError:
    return call("TVMAPISetLastError", text);
  case OnError::Hook:
    return call(getErrorHookName(op), {first, text, device});
  case OnError::Raise:
    return call("TVMFFIErrorSetRaisedFromCStr", {first, text});
  }
  return success();
}

/// Returns the function of that name and type that the module has already. If
/// there is none, returns null and changes `name` to a name that is free.
LLVM::LLVMFuncOp Reporter::findOwn(std::string &name,
                                   LLVM::LLVMFunctionType type) {
  while (Operation *known = SymbolTable::lookupSymbolIn(getModule(), name)) {
    auto function = dyn_cast<LLVM::LLVMFuncOp>(known);
    if (function && function.getLinkage() == LLVM::Linkage::Internal &&
        function.getFunctionType() == type)
      return function;
    name += "_";
  }
  return {};
}

LLVM::LLVMFuncOp Reporter::getAppendNumber() {
  auto parsed = parseSourceString<ModuleOp>(
      kAppendNumber, ParserConfig(rewriter.getContext()));
  auto function = *parsed->getOps<LLVM::LLVMFuncOp>().begin();
  std::string name = kAppendNumberName.str();
  if (auto known = findOwn(name, function.getFunctionType()))
    return known;
  function.setSymName(name);
  function.walk([&](Operation *inner) { inner->setLoc(op->getLoc()); });
  return cast<LLVM::LLVMFuncOp>(rewriter.clone(*function));
}

/// Returns the function that reports a text followed by a number, and defines
/// it first if the module does not have it yet.
FailureOr<LLVM::LLVMFuncOp>
Reporter::getNumberReport(LLVM::LLVMFunctionType type) {
  std::string name = getNumberReportName(op, where);
  if (auto known = findOwn(name, type))
    return known;
  Location loc = op->getLoc();
  int64_t size = getNumberReportSize(op);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(&getModule()->getRegion(0).front());
  LLVM::LLVMFuncOp append = getAppendNumber();
  auto function = LLVM::LLVMFuncOp::create(rewriter, loc, name, type,
                                           LLVM::Linkage::Internal);
  // Code that runs only on an error stays out of the functions that check.
  function.setNoInline(true);
  function.setPassthroughAttr(rewriter.getStrArrayAttr({"cold"}));

  Block *body = function.addEntryBlock(rewriter);
  rewriter.setInsertionPointToStart(body);
  SmallVector<Value> arguments(body->getArguments());
  Value number = arguments.pop_back_val(), text = arguments.pop_back_val();
  Value first = arguments.empty() ? Value() : arguments.front();
  Value bytes =
      LLVM::ConstantOp::create(rewriter, loc, rewriter.getI32Type(), size);
  Value buffer = LLVM::AllocaOp::create(rewriter, loc, text.getType(),
                                        rewriter.getI8Type(), bytes);
  auto message = LLVM::CallOp::create(rewriter, loc, append,
                                      ValueRange{buffer, bytes, text, number});
  if (failed(report(first, message.getResult(),
                    where == OnError::Hook ? createNull() : Value())))
    return failure();
  LLVM::ReturnOp::create(rewriter, loc, ValueRange());
  return function;
}

LogicalResult Reporter::reportNumber(Value first, Value text, Value number) {
  SmallVector<Value> arguments;
  if (first)
    arguments.push_back(first);
  arguments.append({text, number});
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(rewriter.getContext()),
      llvm::to_vector(TypeRange(ValueRange(arguments))));
  FailureOr<LLVM::LLVMFuncOp> function = getNumberReport(type);
  if (failed(function))
    return failure();
  LLVM::CallOp::create(rewriter, op->getLoc(), *function, arguments);
  return success();
}

LogicalResult tir::createReport(ConversionPatternRewriter &rewriter,
                                Operation *op, const ErrorReport &report,
                                Value code, Value number) {
  if (report.where == OnError::Code)
    return success();
  bool isHook = report.where == OnError::Hook;
  Reporter reporter(rewriter, op, report.where);
  Value first, device;
  if (isHook)
    first = code;
  else if (report.where == OnError::Raise)
    first = createText(rewriter, op, report.kind);
  Value text =
      createText(rewriter, op, isHook ? report.op : StringRef(report.text));
  if (number)
    return reporter.reportNumber(first, text, number);
  if (isHook)
    device = report.device ? createText(rewriter, op, *report.device)
                           : reporter.createNull();
  return reporter.report(first, text, device);
}
