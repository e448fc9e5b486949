//===- CustomOpCalls.cpp - How custom operators are called
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/TOSAToTIR/CustomOpCalls.h"

#include "tir/ABI/Names.h"
#include "tir/Support/ByteCount.h"
#include "llvm/ADT/StringExtras.h"

using namespace tir;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

static Error makeError(StringRef text, const llvm::Twine &problem) {
  return createStringError("--custom-op=" + text + ": " + problem);
}

/// Returns the name without the digits at its end: devices of one kind are
/// usually numbered.
static StringRef defaultKind(StringRef device) {
  StringRef kind = device.rtrim("0123456789");
  return kind.empty() ? device : kind;
}

static Error parseHooks(CustomOpCall &call, StringRef text, StringRef value) {
  llvm::SmallVector<StringRef> names;
  value.split(names, '+');
  for (StringRef name : names) {
    std::optional<Hook> hook = symbolizeHook(name);
    if (!hook)
      return makeError(text, "'" + name +
                                 "' is not a hook; expected init, activate, "
                                 "open, close, deactivate, sync or abort, "
                                 "joined by '+'");
    if (!llvm::is_contained(call.hooks, *hook))
      call.hooks.push_back(*hook);
  }
  return Error::success();
}

static Error parseBytes(int64_t &bytes, StringRef text, StringRef property,
                        StringRef value) {
  std::optional<uint64_t> count = readByteCount(value);
  if (!count || *count == 0 || *count > INT32_MAX)
    return makeError(text, property + "=" + value +
                               " is not a number of bytes; expected one such "
                               "as 64 or 4k");
  bytes = static_cast<int64_t>(*count);
  return Error::success();
}

static Error parseUpdates(CustomOpCall &call, StringRef text, StringRef value) {
  llvm::SmallVector<StringRef> numbers;
  value.split(numbers, '+');
  for (StringRef number : numbers)
    if (number.getAsInteger(10, call.updates.emplace_back()))
      return makeError(text, "updates=" + value +
                                 " has no numbers of operands; expected some "
                                 "such as 2 or 0+3");
  return Error::success();
}

static Error parseProperty(CustomOpCall &call, StringRef text, StringRef part) {
  auto [name, value] = part.split('=');
  using Form = CustomOpCall::Form;
  if (auto form = llvm::StringSwitch<std::optional<Form>>(part)
                      .Case("extern", Form::Extern)
                      .Case("cpacked", Form::CPacked)
                      .Case("packed", Form::Packed)
                      .Default(std::nullopt)) {
    call.form = *form;
    return Error::success();
  }
  if (part == "sizes" || part == "attributes") {
    (part == "sizes" ? call.sizes : call.attributes) = true;
    return Error::success();
  }
  if (name == "scratch")
    return parseBytes(call.scratch, text, name, value);
  if (name == "updates")
    return parseUpdates(call, text, value);
  if (name == "in-place") {
    if (value.getAsInteger(10, call.inPlace.emplace()))
      return makeError(text, part + " has no number of an operand; expected "
                                    "one such as in-place=0");
    return Error::success();
  }
  if (name == "hooks")
    return parseHooks(call, text, value);
  if ((name == "kind" || name == "program") && !value.empty()) {
    (name == "kind" ? call.kind : call.program) = value;
    return Error::success();
  }
  if (name == "alignment") {
    Error error = parseBytes(call.alignment, text, name, value);
    if (error || llvm::isPowerOf2_64(call.alignment))
      return error;
    return makeError(text, part + " is not a power of two");
  }
  return makeError(text,
                   "'" + part +
                       "' is not known; expected extern, cpacked, packed, "
                       "sizes, attributes, updates=OPERAND, in-place=OPERAND, "
                       "scratch=BYTES, "
                       "alignment=BYTES, kind=KIND, program=NAME or "
                       "hooks=open+close");
}

/// Returns whether a part after the function's name is a device.
static bool isDevice(StringRef part) {
  return isCIdentifier(part) && part != "extern" && part != "cpacked" &&
         part != "packed" && part != "sizes" && part != "attributes";
}

static Error check(const CustomOpCall &call, StringRef text) {
  bool isPacked = call.form == CustomOpCall::Form::Packed;
  if (!isPacked && !isCFunctionName(call.function))
    return makeError(text, "'" + call.function +
                               "' cannot be a C function; expected a C "
                               "identifier that is not reserved");
  if (call.device.empty() &&
      (!call.kind.empty() || !call.program.empty() || !call.hooks.empty()))
    return makeError(
        text, "kind, program and hooks are of a device; expected its name "
              "after the function, such as " +
                  call.op + ":" + call.function + ":npu0");
  if (call.sizes && call.form != CustomOpCall::Form::Extern)
    return makeError(text, "packed arguments have their sizes; expected "
                           "'sizes' with extern only");
  return Error::success();
}

Expected<CustomOpCall> tir::parseCustomOpCall(StringRef text) {
  CustomOpCall call;
  llvm::SmallVector<StringRef> parts;
  text.split(parts, ':');
  if (parts.size() < 2 || parts[0].empty() || parts[1].empty())
    return makeError(text,
                     "is not of the form OPERATOR:FUNCTION[:DEVICE][:extern|"
                     "cpacked|packed]; expected one such as "
                     "--custom-op=ethos-u:ethosu_invoke:npu0");
  call.op = parts[0];
  call.function = parts[1];
  llvm::ArrayRef<StringRef> rest = llvm::ArrayRef(parts).drop_front(2);
  if (!rest.empty() && isDevice(rest.front())) {
    call.device = rest.front();
    rest = rest.drop_front();
  }
  for (StringRef part : rest)
    if (Error error = parseProperty(call, text, part))
      return error;
  if (Error error = check(call, text))
    return error;
  if (!call.device.empty() && call.kind.empty())
    call.kind = defaultKind(call.device);
  return call;
}
