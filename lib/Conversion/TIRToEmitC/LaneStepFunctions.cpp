//===- LaneStepFunctions.cpp - Sums with channels in lanes, in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneRegisters.h"
#include "StepFunctions.h"

#include "tir/Dialect/Kernel/IR/LaneSteps.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace mlir;
using namespace tir;
using namespace tir::kernel;
using llvm::formatv;

static constexpr StringLiteral kDotLanesPrefix = "tir_dot_lanes_";
static constexpr StringLiteral kDepthwiseSuffix = "_depthwise",
                               kFromSuffix = "_from", kZeroSuffix = "_zero",
                               kAddSuffix = "_add", kClampSuffix = "_clamp";

std::string tir::getDotLanesFunction(DotLanesOp op) {
  std::string name =
      formatv("{0}{1}x{2}", kDotLanesPrefix, op.getPixels(), op.getChannels());
  auto add = [&](bool has, StringRef suffix) {
    if (has)
      name += suffix;
  };
  add(op.getDepthwise(), kDepthwiseSuffix);
  add(op.getStart() != nullptr, kFromSuffix);
  add(op.getZero(), kZeroSuffix);
  add(op.getAddend() != nullptr, kAddSuffix);
  add(op.getLow() != nullptr, kClampSuffix);
  return name;
}

namespace {
/// What the name of a function says.
struct LanesForm {
  static std::optional<LanesForm> parse(StringRef name);
  bool hasOutputs() const { return isFrom || isZero; }
  LaneRegisters getRegisters() const { return {pixels, channels, isDepthwise}; }

  int64_t pixels = 0, channels = 0;
  bool isDepthwise = false, isFrom = false, isZero = false, adds = false,
       clamps = false;
};
} // namespace

std::optional<LanesForm> LanesForm::parse(StringRef name) {
  LanesForm form;
  if (!consumeNumbers(name,
                      {{kDotLanesPrefix, &form.pixels}, {"x", &form.channels}}))
    return std::nullopt;
  form.isDepthwise = name.consume_front(kDepthwiseSuffix);
  form.isFrom = name.consume_front(kFromSuffix);
  form.isZero = name.consume_front(kZeroSuffix);
  form.adds = name.consume_front(kAddSuffix);
  form.clamps = name.consume_front(kClampSuffix);
  return name.empty() ? std::optional(form) : std::nullopt;
}

/// gcc divides vectors that are too long for the processor, but through memory.
static constexpr StringLiteral kLanes =
    R"c(#ifndef TIR_MAY_ALIAS
typedef float tir_float;
#endif
/* The floats of a vector register. Define TIR_LANES as 1 for C without vectors. */
#ifndef TIR_LANES
#if !defined(__GNUC__)
#define TIR_LANES 1
#elif defined(__AVX512F__)
#define TIR_LANES 16
#elif defined(__AVX__)
#define TIR_LANES 8
#elif defined(__SSE__) || defined(__aarch64__) || defined(__ALTIVEC__) || defined(__wasm_simd128__) || \
    defined(__riscv_vector)
#define TIR_LANES 4
#else
#define TIR_LANES 1
#endif
#endif
/* clang does not unroll loops at -O1, which is not a fault of the code. */
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed"
#define TIR_UNROLL _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__) && __GNUC__ >= 8
#define TIR_UNROLL _Pragma("GCC unroll 64")
#else
#define TIR_UNROLL
#endif)c";

/// Vectors of up to {0} floats, at any address.
static std::string makeVector(int64_t lanes) {
  return formatv(R"c(#define TIR_LANES_{0} (TIR_LANES < {0} ? TIR_LANES : {0})
#if TIR_LANES > 1
typedef float tir_lanes_{0} __attribute__((vector_size(4 * TIR_LANES_{0})));
typedef float tir_lanes_{0}_at __attribute__((vector_size(4 * TIR_LANES_{0}), aligned(4), may_alias));
#else
typedef float tir_lanes_{0};
typedef tir_float tir_lanes_{0}_at;
#endif)c",
                 lanes);
}

/// Limits such vectors. A NaN is neither too small nor too large. The lanes of
/// a comparison have all bits or none.
static std::string makeLimit(int64_t lanes) {
  if (lanes == 1)
    return R"c(TIR_INLINE void tir_limit_1(float *a, float low, float high) {
  *a = *a >= high ? high : *a;
  *a = *a <= low ? low : *a;
})c";
  return formatv(
      R"c(TIR_INLINE void tir_limit_{0}(tir_lanes_{0} *a, float low, float high) {{
#if TIR_LANES > 1
  typedef int32_t tir_masks __attribute__((vector_size(4 * TIR_LANES_{0})));
  const tir_lanes_{0} zero = {{0}, l = zero + low, h = zero + high;
  tir_masks m = *a >= h;
  *a = (tir_lanes_{0})((m & (tir_masks)h) | (~m & (tir_masks)*a));
  m = *a <= l;
  *a = (tir_lanes_{0})((m & (tir_masks)l) | (~m & (tir_masks)*a));
#else
  *a = *a >= high ? high : *a;
  *a = *a <= low ? low : *a;
#endif
})c",
      lanes);
}

/// Returns the lanes of the vectors for that many channels, which are a whole
/// number of them: 16, 8, 4 or 1.
static int64_t getLanes(int64_t channels) {
  for (int64_t lanes : {16, 8, 4})
    if (channels % lanes == 0)
      return lanes;
  return 1;
}

/// Returns the beginning of a function.
static std::string makeSignature(const LanesForm &form, StringRef name) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << formatv("\n/* {0} {1} pixel{2} and {3} channels, each sum in the order "
                "of its products{4}. */\n",
                form.hasOutputs() ? "Sums products of"
                                  : "Adds products to the sums of",
                form.pixels, form.pixels == 1 ? "" : "s", form.channels,
                form.hasOutputs() ? ", and stores what follows from them" : "")
     << "TIR_INLINE void " << name
     << "(const tir_float *x, const tir_float *w, int32_t row_begin, int32_t "
        "row_end,\n    int32_t columns, int32_t size, int32_t row_pitch, "
        "int32_t column_pitch, int32_t element_pitch,\n    int32_t "
        "pixel_pitch, int32_t weight_pitch, ";
  if (form.hasOutputs())
    os << "int32_t weight_row_pitch,\n    ";
  if (form.isFrom)
    os << "const tir_float *start, ";
  if (form.adds)
    os << "const tir_float *addend, int32_t addend_pitch, ";
  if (form.clamps)
    os << "float low, float high, ";
  os << "tir_float *sums" << (form.hasOutputs() ? ", int32_t sums_pitch" : "")
     << ") {\n";
  return text;
}

static std::string makeDotLanes(const LanesForm &form, StringRef name,
                                bool hasRegisters) {
  int64_t pixels = form.pixels, channels = form.channels,
          lanes = getLanes(channels);
  std::string vector = lanes == 1 ? std::string("float")
                                  : formatv("tir_lanes_{0}", lanes).str(),
              memory = lanes == 1 ? std::string("tir_float") : vector + "_at",
              step = lanes == 1 ? std::string("1")
                                : formatv("TIR_LANES_{0}", lanes).str();
  std::string factor =
      form.isDepthwise
          ? formatv("*(const {0} *)(y + (p * pixel_pitch + {1} * v))", memory,
                    step)
                .str()
          : std::string("s");
  std::string text = makeSignature(form, name);
  llvm::raw_string_ostream os(text);
  os << formatv("  {0} a[{1}][{2} / {3}];\n", vector, pixels, channels, step);
  auto forSums = [&](StringRef indent, StringRef before, StringRef body) {
    os << formatv("{0}TIR_UNROLL\n{0}for (int32_t p = 0; p < {1}; ++p) {{\n"
                  "{2}{0}  TIR_UNROLL\n{0}  for (int32_t v = 0; v < {3} / {4}; "
                  "++v) {{\n{0}    {5}\n{0}  }\n{0}}\n",
                  indent, pixels, before, channels, step, body);
  };
  auto at = [&](StringRef qualifier, StringRef buffer, StringRef pitch) {
    return formatv("*({0}{1} *)({2} + {3} * p + {4} * v)", qualifier, memory,
                   buffer, pitch, step)
        .str();
  };
  std::string pitch =
      form.hasOutputs() ? std::string("sums_pitch") : std::to_string(channels);
  forSums(
      "  ", "",
      "a[p][v] = " +
          (form.isFrom
               ? formatv("*(const {0} *)(start + {1} * v)", memory, step).str()
           : form.isZero ? formatv("({0}){{0}", vector).str()
                         : at("const ", "sums", pitch)) +
          ";");
  std::string weights = form.hasOutputs()
                            ? "(r * weight_row_pitch + q * size * weight_pitch)"
                            : "(r * columns + q) * size * weight_pitch";
  if (hasRegisters)
    os << "#if TIR_FLOAT_REGISTERS\n"
       << indentLines(form.getRegisters().makeLoops(weights)) << "#else\n";
  os << formatv(
      "  for (int32_t r = row_begin; r < row_end; ++r) {{\n"
      "    for (int32_t q = 0; q < columns; ++q) {{\n"
      "      const tir_float *y = x + (r * row_pitch + q * column_pitch);\n"
      "      const tir_float *z = w + {4};\n"
      "      for (int32_t k = 0; k < size; ++k) {{\n"
      "        {0} t[{1} / {2}];\n"
      "        TIR_UNROLL\n"
      "        for (int32_t v = 0; v < {1} / {2}; ++v) {{\n"
      "          t[v] = *(const {3} *)(z + {2} * v);\n"
      "        }\n",
      vector, channels, step, memory, weights);
  forSums("        ",
          form.isDepthwise ? ""
                           : "          const float s = y[p * pixel_pitch];\n",
          "a[p][v] += t[v] * " + factor + ";");
  os << "        y += element_pitch;\n        z += weight_pitch;\n"
        "      }\n    }\n  }\n";
  if (hasRegisters)
    os << "#endif\n";
  if (form.adds)
    forSums("  ", "",
            "a[p][v] += " + at("const ", "addend", "addend_pitch") + ";");
  if (form.clamps)
    forSums("  ", "",
            formatv("tir_limit_{0}(&a[p][v], low, high);", lanes).str());
  forSums("  ", "", at("", "sums", pitch) + " = a[p][v];");
  os << "}";
  return text;
}

void tir::insertLaneStepFunctions(const std::set<std::string> &called,
                                  StepTexts &texts) {
  static const std::map<int64_t, std::string> kVectors = {
      {4, makeVector(4)}, {8, makeVector(8)}, {16, makeVector(16)}};
  static const std::map<int64_t, std::string> kLimits = {{1, makeLimit(1)},
                                                         {4, makeLimit(4)},
                                                         {8, makeLimit(8)},
                                                         {16, makeLimit(16)}};
  std::map<std::string, LanesForm> forms;
  for (const std::string &name : called)
    if (std::optional<LanesForm> form = LanesForm::parse(name))
      forms.emplace(name, *form);
  // Blocks for vectors have more sums.
  bool areFew = llvm::all_of(forms, [](const auto &form) {
    return form.second.getRegisters().hasFewSums();
  });
  for (const auto &[name, form] : forms) {
    SmallVector<StringRef> required = {kLanes};
    int64_t lanes = getLanes(form.channels);
    if (lanes > 1)
      required.push_back(kVectors.at(lanes));
    if (form.clamps)
      required.push_back(kLimits.at(lanes));
    bool hasRegisters = areFew && form.getRegisters().hasGroups();
    if (hasRegisters)
      required.push_back(kFloatRegisters);
    texts.insert(makeDotLanes(form, name, hasRegisters), required);
  }
}
