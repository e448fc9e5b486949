//===- ErrorReportToEmitC.cpp - Error reports in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "tir/ABI/Names.h"
#include "tir/Conversion/TIRCommon/ErrorReport.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"

using namespace mlir;
using namespace tir;

/// Code that runs only on an error stays out of the functions that check.
static constexpr StringLiteral kCold = R"(#if defined(__GNUC__)
#define TIR_COLD __attribute__((cold, noinline))
#else
#define TIR_COLD
#endif)";

/// Digits are computed with a bitwise division, since small machines call a
/// library to divide 64 bits.
static constexpr StringLiteral kAppendNumber =
    R"(/* Puts the number behind the text; a text that leaves no room for it is cut off. */
static const char *tir_append_number(char *buffer, int32_t size, const char *text, int64_t number) {
  const char *const end = buffer + (size - 21);
  char digits[20];
  int32_t count = 0;
  uint64_t rest = number < 0 ? 0u - (uint64_t)number : (uint64_t)number;
  char *out = buffer;
  while (*text != '\0' && out < end) *out++ = *text++;
  if (number < 0) *out++ = '-';
  do {
    uint32_t digit = 0;
    for (int32_t bit = 0; bit < 64; ++bit) {
      digit = digit << 1 | (uint32_t)(rest >> 63);
      rest <<= 1;
      if (digit >= 10u) {
        digit -= 10u;
        rest |= 1u;
      }
    }
    digits[count++] = (char)('0' + digit);
  } while (rest != 0);
  while (count > 0) *out++ = digits[--count];
  *out = '\0';
  return buffer;
})";

namespace {
/// Creates the statements that report one error.
class Reporter {
public:
  Reporter(ConversionPatternRewriter &rewriter, Operation *op, OnError where)
      : rewriter(rewriter), op(op), where(where) {}

  /// Reports `text`. `first` is passed before the text (the code for the hook,
  /// the kind of the exception for tvm-ffi), and `device` after it, to the
  /// hook.
  void report(EmitCBuilder &c, Value first, Value text, Value device);
  /// Reports `text` followed by `number`. Such a report belongs to no device.
  void reportNumber(EmitCBuilder &c, Value first, Value text, Value number);

  Value createNull(EmitCBuilder &c) {
    return c.opaque(getPointerTo(rewriter.getContext(), "const char"), "NULL");
  }

private:
  void createDeclaredCall(EmitCBuilder &c, StringRef name,
                          ArrayRef<StringRef> argumentNames,
                          ValueRange arguments);
  void createNumberReport(StringRef name, TypeRange types);
  Operation *getModule() {
    return op->getParentWithTrait<OpTrait::SymbolTable>();
  }

  ConversionPatternRewriter &rewriter;
  Operation *op;
  OnError where;
};
} // namespace

/// Calls a function that no header declares, and declares it in the file.
void Reporter::createDeclaredCall(EmitCBuilder &c, StringRef name,
                                  ArrayRef<StringRef> argumentNames,
                                  ValueRange arguments) {
  Operation *module = getModule();
  if (!SymbolTable::lookupSymbolIn(module, name)) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(&module->getRegion(0).front());
    auto function = emitc::FuncOp::create(
        rewriter, op->getLoc(), name,
        rewriter.getFunctionType(arguments.getTypes(), {}));
    function.setSpecifiersAttr(rewriter.getStrArrayAttr({"extern"}));
    for (auto [index, argument] : llvm::enumerate(argumentNames))
      function.setArgAttr(index, kNameAttrName,
                          rewriter.getStringAttr(argument));
  }
  emitc::CallOp::create(c.builder(), name, TypeRange(), arguments);
}

void Reporter::report(EmitCBuilder &c, Value first, Value text, Value device) {
  switch (where) {
  case OnError::Code:
    return;
  case OnError::LastError:
    emitc::CallOpaqueOp::create(c.builder(), TypeRange(), "TVMAPISetLastError",
                                text);
    return;
  case OnError::Hook:
    return createDeclaredCall(c, getErrorHookName(op), {"code", "op", "device"},
                              {first, text, device});
  case OnError::Raise:
    return createDeclaredCall(c, "TVMFFIErrorSetRaisedFromCStr",
                              {"kind", "message"}, {first, text});
  }
}

/// Defines the function that reports a text followed by a number.
void Reporter::createNumberReport(StringRef name, TypeRange types) {
  int64_t size = getNumberReportSize(op);
  insertText(rewriter, op, kAppendNumber);
  insertText(rewriter, op, kCold);
  OpBuilder::InsertionGuard guard(rewriter);
  for (auto text : getModule()->getRegion(0).getOps<emitc::VerbatimOp>())
    if (text.getValue() == kAppendNumber)
      rewriter.setInsertionPointAfter(text);
  auto function =
      emitc::FuncOp::create(rewriter, op->getLoc(), name,
                            rewriter.getFunctionType(types, TypeRange()));
  function.setSpecifiersAttr(rewriter.getStrArrayAttr({"static", "TIR_COLD"}));

  Block *body = function.addEntryBlock();
  rewriter.setInsertionPointToStart(body);
  EmitCBuilder c(rewriter, op->getLoc());
  SmallVector<Value> arguments(body->getArguments());
  Value number = arguments.pop_back_val(), text = arguments.pop_back_val();
  Value first = arguments.empty() ? Value() : arguments.front();
  SmallVector<StringRef> names = {"text", "number"};
  if (first)
    names.insert(names.begin(), where == OnError::Hook ? "code" : "kind");
  for (auto [index, argument] : llvm::enumerate(names))
    function.setArgAttr(index, kNameAttrName, rewriter.getStringAttr(argument));

  MLIRContext *context = rewriter.getContext();
  auto buffer = emitc::VariableOp::create(
      c.builder(),
      emitc::ArrayType::get(size, emitc::OpaqueType::get(context, "char")),
      emitc::OpaqueAttr::get(context, ""));
  buffer->setAttr(kNameAttrName, rewriter.getStringAttr("buffer"));
  Value message =
      c.call(text.getType(), kAppendNumberName,
             {buffer, c.constant(rewriter.getI32Type(), size), text, number});
  report(c, first, message, where == OnError::Hook ? createNull(c) : Value());
  emitc::ReturnOp::create(c.builder(), Value());
}

void Reporter::reportNumber(EmitCBuilder &c, Value first, Value text,
                            Value number) {
  SmallVector<Value> arguments;
  if (first)
    arguments.push_back(first);
  arguments.append({text, number});
  TypeRange types{ValueRange(arguments)};
  auto type = rewriter.getFunctionType(types, TypeRange());
  std::string name = getNumberReportName(op, where);
  auto isOwn = [&](Operation *known) {
    auto function = dyn_cast<emitc::FuncOp>(known);
    return function && function.getFunctionType() == type;
  };
  Operation *known;
  while ((known = SymbolTable::lookupSymbolIn(getModule(), name)) &&
         !isOwn(known))
    name += "_";
  if (!known)
    createNumberReport(name, types);
  emitc::CallOp::create(c.builder(), name, TypeRange(), arguments);
}

void tir::createReport(EmitCBuilder &c, ConversionPatternRewriter &rewriter,
                       Operation *op, const ErrorReport &report, Value code,
                       Value number) {
  if (report.where == OnError::Code)
    return;
  bool isHook = report.where == OnError::Hook;
  Reporter reporter(rewriter, op, report.where);
  Value first, device;
  if (report.where == OnError::Raise)
    first = createText(c, report.kind);
  else if (isHook)
    first = code ? code : c.constant(rewriter.getI32Type(), -1);
  Value text = createText(c, isHook ? report.op : StringRef(report.text));
  if (number)
    return reporter.reportNumber(c, first, text, number);
  if (isHook)
    device =
        report.device ? createText(c, *report.device) : reporter.createNull(c);
  reporter.report(c, first, text, device);
}
