//===- LaneStepFunctions.cpp - Sums with channels in lanes, in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepFunctions.h"

#include "tir/Dialect/TIR/IR/LaneSteps.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tir;
using llvm::formatv;

static constexpr StringLiteral kDotLanesPrefix = "tir_dot_lanes_";
static constexpr StringLiteral kDepthwiseSuffix = "_depthwise";

std::string tir::getDotLanesFunction(DotLanesOp op) {
  return formatv("{0}{1}x{2}{3}", kDotLanesPrefix, op.getPixels(),
                 op.getChannels(), op.getDepthwise() ? kDepthwiseSuffix : "");
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
#else
#define TIR_LANES 4
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

/// Returns the lanes of the vectors for that many channels, which are a whole
/// number of them: 16, 8, 4 or 1.
static int64_t getLanes(int64_t channels) {
  for (int64_t lanes : {16, 8, 4})
    if (channels % lanes == 0)
      return lanes;
  return 1;
}

static std::string makeDotLanes(int64_t pixels, int64_t channels,
                                bool isDepthwise, StringRef name) {
  int64_t lanes = getLanes(channels);
  std::string vector = lanes == 1 ? std::string("float")
                                  : formatv("tir_lanes_{0}", lanes).str(),
              memory = lanes == 1 ? std::string("tir_float") : vector + "_at",
              step = lanes == 1 ? std::string("1")
                                : formatv("TIR_LANES_{0}", lanes).str();
  std::string factor =
      isDepthwise ? formatv("*(const {0} *)(y + (p * pixel_pitch + {1} * v))",
                            memory, step)
                        .str()
                  : std::string("s");
  std::string text;
  llvm::raw_string_ostream os(text);
  os << formatv("\n/* Adds products to the sums of {0} pixel{1} and {2} "
                "channels, each sum in the order of its products. */\n",
                pixels, pixels == 1 ? "" : "s", channels)
     << "TIR_INLINE void " << name
     << "(const tir_float *x, const tir_float *w, int32_t row_begin, int32_t "
        "row_end,\n    int32_t columns, int32_t size, int32_t row_pitch, "
        "int32_t column_pitch, int32_t element_pitch,\n    int32_t "
        "pixel_pitch, int32_t weight_pitch, tir_float *sums) {\n"
     << formatv("  {0} a[{1}][{2} / {3}];\n", vector, pixels, channels, step);
  auto forSums = [&](StringRef indent, StringRef before, StringRef body) {
    os << formatv("{0}TIR_UNROLL\n{0}for (int32_t p = 0; p < {1}; ++p) {{\n"
                  "{2}{0}  TIR_UNROLL\n{0}  for (int32_t v = 0; v < {3} / {4}; "
                  "++v) {{\n{0}    {5}\n{0}  }\n{0}}\n",
                  indent, pixels, before, channels, step, body);
  };
  std::string sum = formatv("*({0}{1} *)(sums + {2} * p + {3} * v)", "{0}",
                            memory, channels, step);
  forSums("  ", "", "a[p][v] = " + formatv(sum.c_str(), "const ").str() + ";");
  os << formatv(
      "  for (int32_t r = row_begin; r < row_end; ++r) {{\n"
      "    for (int32_t q = 0; q < columns; ++q) {{\n"
      "      const tir_float *y = x + (r * row_pitch + q * column_pitch);\n"
      "      const tir_float *z = w + (r * columns + q) * size * "
      "weight_pitch;\n"
      "      for (int32_t k = 0; k < size; ++k) {{\n"
      "        {0} t[{1} / {2}];\n"
      "        TIR_UNROLL\n"
      "        for (int32_t v = 0; v < {1} / {2}; ++v) {{\n"
      "          t[v] = *(const {3} *)(z + {2} * v);\n"
      "        }\n",
      vector, channels, step, memory);
  forSums("        ",
          isDepthwise ? "" : "          const float s = y[p * pixel_pitch];\n",
          "a[p][v] += t[v] * " + factor + ";");
  os << "        y += element_pitch;\n        z += weight_pitch;\n"
        "      }\n    }\n  }\n";
  forSums("  ", "", formatv(sum.c_str(), "").str() + " = a[p][v];");
  os << "}";
  return text;
}

void tir::insertLaneStepFunctions(const std::set<std::string> &called,
                                  StepTexts &texts) {
  static const std::string k16 = makeVector(16), k8 = makeVector(8),
                           k4 = makeVector(4);
  for (const std::string &name : called) {
    StringRef rest = name;
    int64_t pixels, channels;
    if (!rest.consume_front(kDotLanesPrefix) ||
        rest.consumeInteger(10, pixels) || !rest.consume_front("x") ||
        rest.consumeInteger(10, channels))
      continue;
    SmallVector<StringRef> required = {kLanes};
    int64_t lanes = getLanes(channels);
    if (lanes > 1)
      required.push_back(lanes == 16 ? k16 : lanes == 8 ? k8 : k4);
    texts.insert(makeDotLanes(pixels, channels, rest == kDepthwiseSuffix, name),
                 required);
  }
}
