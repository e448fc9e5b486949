//===- ScalarStepFunctions.cpp - The C functions of scalar steps
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarTexts.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;
using llvm::formatv;

static constexpr StringLiteral kDotBlockPrefix = "tir_dot_block_";
static constexpr StringLiteral kDotStripPrefix = "tir_dot_strip_";
static constexpr StringLiteral kInRows = "_in_rows";
static constexpr StringLiteral kInPart = "_in_part";
static constexpr StringLiteral kWith = "_with_";
static constexpr StringLiteral kExcess = "_excess";
static constexpr StringLiteral kRaised = "_raised";
static constexpr StringLiteral kPairs = "_pairs";
/// The output channels of a block whose name does not say how many.
static constexpr int64_t kFewChannels = 4;

DotBlockForm::DotBlockForm(DotBlockOp op)
    : pixels(op.getPixels()), channels(op.getChannels()),
      unroll(op.getUnroll()), hasRows(!op.isOneRow()),
      hasPart(getConstantIntValue(op.getBegin()) != 0 ||
              getConstantIntValue(op.getEnd()) !=
                  static_cast<int64_t>(op.getSize())),
      hasExcess(op.getExcess()), isRaised(false), hasPairs(false) {}

DotBlockForm::DotBlockForm(DotRaisedOp op)
    : pixels(1), channels(static_cast<int64_t>(op.getInit().size())),
      unroll(op.getUnroll()), hasRows(false), hasPart(false), hasExcess(false),
      isRaised(true),
      hasPairs(op.getWeights().getType().getElementType().isInteger(16)) {}

std::string DotBlockForm::getName() const {
  std::string with = channels == kFewChannels
                         ? std::string()
                         : formatv("{0}{1}", kWith, channels).str();
  return formatv("{0}{1}{2}{3}{4}_by_{5}{6}{7}{8}", kDotBlockPrefix, pixels,
                 with, hasRows ? kInRows : "", hasPart ? kInPart : "", unroll,
                 hasExcess ? kExcess : "", isRaised ? kRaised : "",
                 hasPairs ? kPairs : "");
}

std::optional<DotBlockForm> DotBlockForm::parse(StringRef name) {
  DotBlockForm form;
  if (!name.consume_front(kDotBlockPrefix) ||
      name.consumeInteger(10, form.pixels))
    return std::nullopt;
  form.channels = kFewChannels;
  if (name.consume_front(kWith) && name.consumeInteger(10, form.channels))
    return std::nullopt;
  form.hasRows = name.consume_front(kInRows);
  form.hasPart = name.consume_front(kInPart);
  if (!name.consume_front("_by_") || name.consumeInteger(10, form.unroll))
    return std::nullopt;
  form.hasExcess = name.consume_front(kExcess);
  form.isRaised = name.consume_front(kRaised);
  form.hasPairs = name.consume_front(kPairs);
  return form;
}

std::string tir::getDotStripFunction(DotStripOp op) {
  return formatv("{0}{1}_of_{2}_from_{3}_to_{4}_by_{5}_and_{6}",
                 kDotStripPrefix, op.getPixels(), op.getColumns(),
                 op.getColumnBegin(), op.getColumnEnd(), op.getStride(),
                 op.getDilation());
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Returns `name[place]`.
static std::string element(StringRef name, int64_t place) {
  return formatv("{0}[{1}]", name, place);
}

/// Returns the loop that multiplies `count` elements in plain C.
static std::string makeDot(const DotBlockForm &form, StringRef count) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << formatv(
      "for (const {0} *const end = w + {1} * ({2}); w != end; w += {3}, "
      "x += {4}) {{\n",
      form.getWeightType(), form.channels, count, form.channels * form.unroll,
      form.unroll);
  for (int64_t i = 0; i < form.unroll; ++i) {
    os << (i == 0 ? "" : "  TIR_KEEP_ORDER;\n") << "  {\n";
    for (int64_t p = 0; p < form.pixels; ++p) {
      os << formatv("    const int32_t x{0} = {1};\n", p,
                    p == 0 ? element("x", i)
                           : element("x", i).insert(2, "pixel_pitch + "));
      if (form.hasExcess)
        os << formatv("    s{0} += x{0};\n", p);
    }
    for (int64_t c = 0; c < form.channels; ++c) {
      if (form.channels > kFewChannels && c != 0 && c % 2 == 0)
        os << "    TIR_KEEP_ORDER;\n";
      os << formatv("    const int32_t w{0} = {1};\n", c,
                    element("w", form.channels * i + c));
      for (int64_t p = 0; p < form.pixels; ++p)
        os << formatv("    a{0} += x{1} * w{2};\n", form.getSum(p, c), p, c);
    }
    os << "  }\n";
  }
  os << "}\n";
  return text;
}

/// With the operands of several elements, a block has no register left.
static constexpr StringRef kKeepOrder =
    R"c(/* Keeps compilers from loading the operands of an element before the operands of the previous one. */
#ifndef TIR_KEEP_ORDER
#ifdef __GNUC__
#define TIR_KEEP_ORDER __asm__ volatile("" : : : "memory")
#else
#define TIR_KEEP_ORDER ((void)0)
#endif
#endif)c";

/// Returns the loop that multiplies `count` elements.
static std::string makeDotOf(const DotBlockForm &form, StringRef count) {
  bool hasStep = (form.hasExcess || form.isRaised) && form.pixels == 1;
  if (!hasStep || form.hasPart)
    return makeDot(form, count);
  return "#if TIR_THUMB1\n" + makeThumb1Dot(form, count) + "#else\n" +
         makeDot(form, count) + "#endif\n";
}

/// Returns the loop that multiplies `count` elements outside of the input.
static std::string makePad(const DotBlockForm &form, StringRef count) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << formatv("for (const {0} *const end = w + {1} * ({2}); w != end; "
                "w += {1}) {{\n",
                form.getWeightType(), form.channels, count);
  for (int64_t c = 0; c < form.channels; ++c) {
    os << formatv("  const int32_t p{0} = padding * w[{0}];\n", c);
    for (int64_t p = 0; p < form.pixels; ++p)
      os << formatv("  a{0} += p{1};\n", form.getSum(p, c), c);
  }
  if (form.hasExcess)
    for (int64_t p = 0; p < form.pixels; ++p)
      os << formatv("  s{0} += padding;\n", p);
  os << "}\n";
  return text;
}

static std::string makeRows(const DotBlockForm &form) {
  std::string row;
  if (form.hasPart)
    row = makePad(form, "begin") + "x += begin;\n" +
          makeDotOf(form, "end_of_part - begin") +
          makePad(form, "size - end_of_part") +
          "x += row_pitch - end_of_part;\n";
  else
    row = makeDotOf(form, "size") + "x += row_pitch - size;\n";
  return makePad(form, "row_begin * size") +
         "x += row_begin * row_pitch;\n"
         "for (int32_t r = row_begin; r < row_end; ++r) {\n" +
         indentLines(row) + "}\n" + makePad(form, "(rows - row_end) * size");
}

/// Returns what the comment says of the weights.
static StringRef describeWeights(const DotBlockForm &form) {
  if (form.isRaised)
    return ";\n   128 was added to each weight and each element";
  return form.hasExcess ? ", each with 128 added" : "";
}

/// Writes the function of a block as far as its parameters.
static void writeDotBlockHead(raw_ostream &os, const DotBlockForm &form) {
  os << formatv("\n/* Multiplies {0} pixel{1} with {2} channels, whose weights "
                "lie together{3}.{4} */\n",
                form.pixels, form.pixels == 1 ? "" : "s", form.channels,
                describeWeights(form),
                form.hasRows ? " Elements outside of the rows\n   and elements "
                               "that are read count as `padding`."
                             : "")
     << formatv("TIR_INLINE void {0}(const int8_t *{1}, {2}const {3} *{4}",
                form.getName(), form.isRaised ? "elements" : "x",
                form.pixels == 1 ? "" : "int32_t pixel_pitch, ",
                form.hasPairs ? "tir_int16" : "int8_t",
                form.hasUnsignedWeights() ? "weights" : "w");
  if (form.hasRows)
    os << ", int32_t rows, int32_t row_pitch,\n"
          "    int32_t row_begin, int32_t row_end, "
       << (form.hasPart ? "int32_t begin, int32_t end_of_part, " : "")
       << "int32_t size, int32_t padding,\n";
  else
    os << ", int32_t size,\n";
  os << makeInitParameters(form.channels) << "int32_t *acc) {\n";
}

static std::string makeDotBlock(const DotBlockForm &form) {
  std::string text;
  llvm::raw_string_ostream os(text);
  writeDotBlockHead(os, form);
  if (form.isRaised)
    os << "  const uint8_t *x = (const uint8_t *)elements;\n";
  if (form.hasUnsignedWeights())
    os << formatv("  const {0} *w = (const {0} *)weights;\n",
                  form.getWeightType());
  for (int64_t p = 0; p < form.pixels; ++p) {
    if (form.hasExcess)
      os << formatv("  int32_t s{0} = 0;\n", p);
    for (int64_t c = 0; c < form.channels; ++c)
      os << formatv("  int32_t a{0} = init{1};\n", form.getSum(p, c), c);
  }
  os << indentLines(form.hasRows ? makeRows(form) : makeDotOf(form, "size"));
  for (int64_t p = 0; p < form.pixels; ++p)
    for (int64_t c = 0; c < form.channels; ++c)
      os << formatv("  acc[{0}] = a{1}{2};\n", form.channels * p + c,
                    form.getSum(p, c),
                    form.hasExcess ? formatv(" - 128 * s{0}", p).str() : "");
  os << "}";
  return text;
}

//===----------------------------------------------------------------------===//
// Strips
//===----------------------------------------------------------------------===//

namespace {
/// What the name of a function of `kernel.dot_strip` says.
struct DotStripForm {
  int64_t pixels, columns, begin, end, stride, dilation;

  static std::optional<DotStripForm> parse(StringRef name);
  /// Whether only the first element of a row is read.
  bool readsOneElement() const { return pixels == 1 && end == 1; }
  /// Returns the column of the window of pixel `p` that lies at this place of a
  /// row, or -1 if none of those that are read does.
  int64_t getColumn(int64_t place, int64_t p) const {
    int64_t distance = place - p * stride, q = distance / dilation;
    return distance >= 0 && distance % dilation == 0 && q >= begin && q < end
               ? q
               : -1;
  }
};
} // namespace

std::optional<DotStripForm> DotStripForm::parse(StringRef name) {
  DotStripForm form;
  if (!consumeNumbers(name, {{kDotStripPrefix, &form.pixels},
                             {"_of_", &form.columns},
                             {"_from_", &form.begin},
                             {"_to_", &form.end},
                             {"_by_", &form.stride},
                             {"_and_", &form.dilation}}))
    return std::nullopt;
  return form;
}

/// Returns the loop over rows outside of the input.
static std::string makePadRows(const DotStripForm &form, StringRef count) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << formatv("  for (int32_t r = 0; r < {0}; ++r, w += {1}) {{\n"
                "    const int32_t p = padding * (w[0]",
                count, form.columns);
  for (int64_t q = 1; q < form.columns; ++q)
    os << formatv(" + w[{0}]", q);
  os << ");\n";
  for (int64_t p = 0; p < form.pixels; ++p)
    os << formatv("    a{0} += p;\n", p);
  os << "  }\n";
  return text;
}

/// Returns the products of a row.
static std::string makeStripRow(const DotStripForm &form) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t q = 0; q < form.columns; ++q)
    os << formatv("    const int32_t w{0} = w[{0}];\n", q);
  // In the order of the columns, so that few elements are in registers.
  int64_t reach =
      (form.pixels - 1) * form.stride + (form.columns - 1) * form.dilation;
  for (int64_t place = 0; place <= reach; ++place) {
    std::string sums, offset = place == 0 ? "0" : "column_pitch";
    if (place > 1)
      offset.insert(0, formatv("{0} * ", place).str());
    for (int64_t p = 0; p < form.pixels; ++p)
      if (int64_t q = form.getColumn(place, p); q >= 0)
        sums += formatv("    a{0} += x{1} * w{2};\n", p, place, q).str();
    if (!sums.empty())
      os << formatv("    const int32_t x{0} = x[{1}];\n", place, offset)
         << sums;
  }
  for (int64_t p = 0; p < form.pixels; ++p)
    for (int64_t q = 0; q < form.columns; ++q)
      if (q < form.begin || q >= form.end)
        os << formatv("    a{0} += padding * w{1};\n", p, q);
  return text;
}

static std::string makeDotStrip(StringRef name, const DotStripForm &form) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << formatv("\n/* The sums of windows of {0} columns for {1} pixel{2} of a "
                "channel. Elements outside of the rows\n   and of columns {3} "
                "to {4} count as `padding`. */\n",
                form.columns, form.pixels, form.pixels == 1 ? "" : "s",
                form.begin, form.end)
     << "TIR_INLINE void " << name
     << "(const int8_t *x, int32_t column_pitch, const int8_t *w,\n"
        "    int32_t rows, int32_t row_pitch, int32_t row_begin, int32_t "
        "row_end, int32_t padding, int32_t init,\n    int32_t *acc) {\n";
  for (int64_t p = 0; p < form.pixels; ++p)
    os << formatv("  int32_t a{0} = init;\n", p);
  if (form.readsOneElement())
    os << "  (void)column_pitch;\n";
  os << makePadRows(form, "row_begin")
     << "  x += row_begin * row_pitch;\n"
        "  for (int32_t r = row_begin; r < row_end; ++r) {\n"
     << makeStripRow(form)
     << formatv("    w += {0};\n    x += row_pitch;\n  }\n", form.columns)
     << makePadRows(form, "rows - row_end");
  for (int64_t p = 0; p < form.pixels; ++p)
    os << formatv("  acc[{0}] = a{0};\n", p);
  os << "}";
  return text;
}

bool tir::isScalarStepFunction(StringRef name) {
  return name.starts_with(kDotBlockPrefix) ||
         name.starts_with(kDotStripPrefix) || isRaiseElementsFunction(name);
}

static void insertDotBlock(const DotBlockForm &form, StepTexts &texts) {
  SmallVector<StringRef> required = {kKeepOrder};
  if ((form.hasExcess || form.isRaised) && !form.hasPart)
    required.push_back(kThumb1);
  texts.insert(makeDotBlock(form), required);
}

void tir::insertScalarStepFunctions(const std::set<std::string> &called,
                                    StepTexts &texts) {
  for (const std::string &name : called) {
    if (std::optional<DotBlockForm> form = DotBlockForm::parse(name))
      insertDotBlock(*form, texts);
    if (isRaiseElementsFunction(name))
      insertRaiseElements(name, texts);
    if (std::optional<DotStripForm> form = DotStripForm::parse(name))
      texts.insert(makeDotStrip(name, *form), {});
  }
}
