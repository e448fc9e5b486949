//===- MemoryLimits.cpp - The limits of memory, after a compilation
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryLimits.h"

#include "mlir/IR/Location.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace tir;

namespace {
class LimitCheck {
public:
  LimitCheck(const CompilationOptions &options, const json::Object &totals,
             mlir::MLIRContext &context)
      : options(options), totals(totals), context(context) {}

  LogicalResult checkRAM();
  LogicalResult checkFlash();

private:
  uint64_t get(StringRef key) const {
    return totals.getInteger(key).value_or(0);
  }
  bool emits(EmitKind kind) const { return is_contained(options.emit, kind); }

  const CompilationOptions &options;
  const json::Object &totals;
  mlir::MLIRContext &context;
};
} // namespace

LogicalResult LimitCheck::checkRAM() {
  uint64_t others = get("bookkeeping_bytes");
  uint64_t needed = get("workspace_bytes") + get("state_bytes") + others;
  if (options.ram == 0 || needed <= options.ram)
    return success();
  return emitOptionError(context)
         << "the model needs " << needed << " bytes of RAM, " << others
         << " of them for flags, handles and padding, " << needed - options.ram
         << " more than the limit of " << options.ram
         << "; give a higher limit (--ram)";
}

LogicalResult LimitCheck::checkFlash() {
  if (options.flash == 0)
    return success();
  auto exceeds = [&](const Twine &what, uint64_t bytes) -> LogicalResult {
    return emitOptionError(context)
           << what.str() << bytes << " bytes of flash, "
           << bytes - options.flash << " more than the limit of "
           << options.flash
           << "; give a higher limit (--flash), or make the model "
              "smaller";
  };
  uint64_t data = get("constants_bytes"), all = get("flash_bytes");
  if ((emits(EmitKind::Object) || emits(EmitKind::C)) && data > options.flash)
    return exceeds("the constants of the model need ", data);
  if (emits(EmitKind::Object) && all > options.flash)
    return exceeds("the object needs ", all);
  if (emits(EmitKind::C) && all > options.flash)
    mlir::emitWarning(mlir::UnknownLoc::get(&context))
        << "the C needs about " << all << " bytes of flash, "
        << all - options.flash << " more than the limit of " << options.flash
        << " (--flash); that is an estimate, by the code of tirc's object: "
           "'tirc --certify' reads what your compiler and linker made";
  return success();
}

LogicalResult tir::checkMemoryLimits(const CompilationOptions &options,
                                     StringRef report,
                                     mlir::MLIRContext &context) {
  if (options.ram == 0 && options.flash == 0)
    return success();
  json::Value value = cantFail(json::parse(report));
  LimitCheck check(options, *value.getAsObject()->getObject("totals"), context);
  return success(succeeded(check.checkRAM()) && succeeded(check.checkFlash()));
}
