//===- CHeaderDriven.cpp - The functions of a run that is driven by its caller
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CHeaderRuns.h"

#include "CExpr.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tir;
using namespace tir::c;

/// Prints the struct, the codes and the number of steps of a run.
static void printProgress(const ModelInfo &info, bool hasRows,
                          llvm::raw_ostream &os) {
  const ModelInterface::Driven &driven = *info.driven;
  constexpr StringLiteral kNeedsRow =
      "NEEDS_ROW 2 /* go on when the next row is there */\n";
  os << llvm::formatv(
      R"(/*
 * A run that the application drives itself, {3}. Set all of it to 0
 * before the first run.
 *
 * A function returns -1 or NULL, and changes nothing, if it is not its turn. An interrupt may call any
 * of them. {4}.
 */
struct {0}_progress {{
  int32_t position[3];
};

/* The code other than 0 with which a kernel or a hook ended a part of the run, or 0. */
static inline int32_t {0}_code(const struct {0}_progress *progress) {{
  return progress->position[2];
}

/* What a part of a run returns. */
#define {1}ERROR (-1) /* not its turn, or it failed: then, the run can only be aborted */
#define {1}DONE 0 /* the outputs are there */
#define {1}MORE 1 /* go on */
{5}
/* Steps of a run. */
#define {1}STEPS {2}

)",
      info.prefix, info.macros, driven.steps,
      hasRows ? "while the rows of an input arrive" : "step by step",
      info.staticBytes() == 0
          ? "Runs with separate memory are independent"
          : "The workspace is static: no other run can begin before this one "
            "has ended",
      !hasRows || !driven.hasStep ? "" : "#define " + info.macros + kNeedsRow);
}

void tir::c::printDriven(const ModelInfo &info, llvm::raw_ostream &os) {
  const ModelInterface::Driven &driven = *info.driven;
  bool hasRows = bool(driven.input);
  SmallVector<StringRef> own = {"progress"}, all = own, pools = own,
                         devices = own;
  for (StringRef name : listRunArguments(info)) {
    // An input that comes by rows does not exist as a whole.
    if (name != "inputs" || !hasRows || info.inputs.size() > 1)
      all.push_back(name);
    if (name == "workspace_pools")
      pools.push_back(name);
    if (name == "devices")
      devices.push_back(name);
  }
  printProgress(info, hasRows, os);
  auto print = [&](const Twine &comment, StringRef result, StringRef suffix,
                   ArrayRef<StringRef> structs) {
    os << "/* " << comment << " */\n"
       << wrap(result.str() + info.prefix + "_" + suffix.str() +
                   makeParameters(info, structs),
               0)
       << "\n";
  };
  StringRef failing = driven.hasStep || !hasRows ? "hook" : "kernel or a hook";
  print("Begins a run. Returns 0, or the first code other than 0 that a " +
            failing + " returned.",
        "int32_t ", "begin", driven.hasStep ? devices : all);
  if (hasRows) {
    auto input = llvm::find_if(info.inputs, [&](const TensorInfo &tensor) {
      return tensor.field == driven.input.getValue();
    });
    os << llvm::formatv(
        "/* The rows of the input {0}, and the bytes of each. */\n"
        "#define {1}ROWS {2}\n#define {1}ROW_SIZE {3}\n\n",
        input->field, info.macros, driven.rows, input->bytes / driven.rows);
    print("Returns where to write the next row, or NULL if it is not time for "
          "one.",
          "void *", "row", pools);
    StringRef rest = ", and runs the model until it needs the next one";
    print("Hands over the row that is there now" +
              (driven.hasStep ? "" : rest) + ".",
          "int32_t ", "feed", driven.hasStep ? own : all);
  }
  if (driven.hasStep)
    print("Runs the next step.", "int32_t ", "step", all);
  print("Ends a run that is done.", "int32_t ", "end", devices);
  print(
      "Ends a run at any point, but not while a part of it runs, as in a "
      "hook or in an interrupt of it. Its\n * outputs contain nothing useful.",
      "int32_t ", "abort", devices);
}
