//===- StepFunctions.cpp - The C functions of inner steps
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepFunctions.h"

#include "tir/Steps/Steps.h"

#include "mlir/Dialect/EmitC/IR/EmitC.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;

/// Compilers keep the order of volatile assembly. Their own schedules of these
/// instructions spill registers, and take a fourth more cycles.
const StringLiteral tir::kDSPInstructions =
    R"c(/* Arm's DSP instructions, if the compiler has them; else the same results in plain C. Define TIR_DSP as 0
   for plain C. */
#if !defined(TIR_DSP) && defined(__GNUC__) && defined(__ARM_FEATURE_DSP) && \
    defined(__ARM_FEATURE_SIMD32) && !defined(__ARM_BIG_ENDIAN)
#define TIR_DSP 1
#endif
#ifndef TIR_DSP
#define TIR_DSP 0
#endif)c";

/// Steps are part of the loops around them: compilers know their extents then.
/// Without optimisation, each copy of a step would take stack of its own.
static constexpr StringLiteral kInline =
    R"c(#ifndef TIR_INLINE
#if (defined(__GNUC__) || defined(__clang__)) && !defined(__OPTIMIZE__)
#define TIR_INLINE static inline
#elif defined(__GNUC__) || defined(__clang__) || defined(__TI_COMPILER_VERSION__)
#define TIR_INLINE static inline __attribute__((always_inline))
#elif defined(__CC_ARM)
#define TIR_INLINE static __forceinline
#elif defined(__IAR_SYSTEMS_ICC__)
#define TIR_INLINE _Pragma("inline = forced") static inline
#else
#define TIR_INLINE static inline
#endif
#endif)c";

/// clang computes the address of a memory operand of assembly apart, an `add` a
/// load. A volatile load keeps its place as well.
const StringLiteral tir::kLoadWord = R"c(
TIR_INLINE int32_t tir_load_word(const tir_int32 *address) {
#if TIR_DSP && defined(__clang__)
  return *(const volatile tir_int32 *)address;
#elif TIR_DSP
  int32_t word;
  __asm__ volatile("ldr %0, %1" : "=r"(word) : "m"(*address));
  return word;
#else
  return *address;
#endif
})c";

/// tirc's writer defines these types itself, such that they may access any
/// memory. Upstream's printer does not.
static constexpr StringLiteral kElementTypes = R"c(#ifndef TIR_ANY_MEMORY
#define TIR_ANY_MEMORY
typedef int16_t tir_int16;
typedef int32_t tir_int32;
#endif)c";

const StringLiteral tir::kMultiplyHalves = R"c(
#if TIR_DSP
TIR_INLINE int32_t tir_multiply_halves(int32_t x, int32_t y, int32_t acc) {
  int32_t sum;
  __asm__ volatile("smlad %0, %1, %2, %3" : "=r"(sum) : "r"(x), "r"(y), "r"(acc));
  return sum;
}
#endif)c";

const StringLiteral tir::kPlainHalves = R"c(
#if !TIR_DSP
TIR_INLINE int32_t tir_low_half(int32_t word) {
  const int32_t half = word & 0xffff;
  return half - ((half & 0x8000) << 1);
}

TIR_INLINE int32_t tir_multiply_halves(int32_t x, int32_t y, int32_t acc) {
  const uint32_t low = (uint32_t)(tir_low_half(x) * tir_low_half(y));
  const uint32_t high = (uint32_t)((x >> 16) * (y >> 16));
  return (int32_t)((uint32_t)acc + low + high);
}
#endif)c";

const StringLiteral tir::kLowBytes = R"c(
#if TIR_DSP
TIR_INLINE int32_t tir_low_bytes(int32_t word) {
  int32_t halves;
  __asm__ volatile("sxtb16 %0, %1" : "=r"(halves) : "r"(word));
  return halves;
}
#else
TIR_INLINE int32_t tir_low_byte(int32_t word) {
  const int32_t byte = word & 0xff;
  return byte - ((byte & 0x80) << 1);
}

TIR_INLINE int32_t tir_low_bytes(int32_t word) {
  const uint32_t low = (uint32_t)tir_low_byte(word);
  const uint32_t high = (uint32_t)tir_low_byte(word >> 16);
  return (int32_t)((low & 0xffffu) | (high << 16));
}
#endif)c";

const StringLiteral tir::kHighBytes = R"c(
TIR_INLINE int32_t tir_high_bytes(int32_t word) {
#if TIR_DSP
  int32_t halves;
  __asm__ volatile("sxtb16 %0, %1, ror #8" : "=r"(halves) : "r"(word));
  return halves;
#else
  return tir_low_bytes(word >> 8);
#endif
})c";

/// In a loop, a sum should stay in its register. gcc moves it if it may.
const StringLiteral tir::kAccumulateHalves = R"c(
TIR_INLINE int32_t tir_accumulate_halves(int32_t x, int32_t y, int32_t acc) {
#if TIR_DSP
  __asm__ volatile("smlad %0, %1, %2, %0" : "+r"(acc) : "r"(x), "r"(y));
  return acc;
#else
  return tir_multiply_halves(x, y, acc);
#endif
})c";

std::string tir::makeInitParameters(int64_t channels) {
  std::string text = "   ";
  for (int64_t c = 0; c < channels; ++c)
    text += llvm::formatv(" int32_t init{0},", c).str();
  return text + " ";
}

std::string tir::indentLines(StringRef text) {
  std::string indented;
  for (StringRef line : llvm::split(text.rtrim('\n'), '\n'))
    indented += (line.starts_with("#") ? "" : "  ") + line.str() + "\n";
  return indented;
}

void StepTexts::insert(const std::string &text, ArrayRef<StringRef> required) {
  auto require = [&](StringRef needed) {
    if (inserted.insert(needed).second)
      print(needed.str());
  };
  require(kElementTypes);
  require(kInline);
  llvm::for_each(required, require);
  print(text);
}

void StepTexts::print(const std::string &text) {
  emitc::VerbatimOp::create(builder, location, text);
}

static constexpr StringLiteral kSaturatePrefix = "tir_saturate_";

bool tir::consumeNumbers(StringRef &name,
                         ArrayRef<std::pair<StringRef, int64_t *>> parts) {
  return llvm::all_of(parts, [&](const auto &part) {
    return name.consume_front(part.first) &&
           !name.consumeInteger(10, *part.second);
  });
}

std::string tir::getSaturateFunction(int64_t bits, int64_t shift) {
  return llvm::formatv("{0}{1}_{2}", kSaturatePrefix, bits, shift);
}

/// gcc compares and moves otherwise, and clang knows the instruction.
static void insertSaturateFunctions(const std::set<std::string> &called,
                                    StepTexts &texts) {
  for (StringRef name : called) {
    int64_t bits, shift;
    StringRef rest = name;
    if (!consumeNumbers(rest, {{kSaturatePrefix, &bits}, {"_", &shift}}))
      continue;
    int64_t max = llvm::maxIntN(bits);
    texts.insert(llvm::formatv(R"c(
/* A number, shifted by {1} and saturated to {0} bits. */
TIR_INLINE int32_t {2}(int32_t x) {{
#if defined(__GNUC__) && !defined(__clang__) && defined(__ARM_FEATURE_SAT)
  __asm__("ssat %0, #{0}, %1{3}" : "=r"(x) : "r"(x));
  return x;
#else
  x >>= {1};
  x = x > {4} ? x : {4};
  return x < {5} ? x : {5};
#endif
})c",
                               bits, shift, name,
                               shift ? ", asr #" + std::to_string(shift) : "",
                               -max - 1, max)
                     .str(),
                 {});
  }
}

void tir::insertStepFunctions(Operation *module) {
  std::set<std::string> called;
  module->walk(
      [&](emitc::CallOpaqueOp call) { called.insert(call.getCallee().str()); });
  OpBuilder builder = OpBuilder::atBlockBegin(&module->getRegion(0).front());
  StepTexts texts(builder, module->getLoc());
  insertPortableStepFunctions(called, texts);
  insertSaturateFunctions(called, texts);
  for (const std::string &name : called)
    if (const StepDescription *step = findStepOfFunction(name))
      texts.insert(
          "\n" + step->text.str(),
          {step->features == "+dsp" ? kDSPInstructions : kMVEInstructions});
  insertLaneStepFunctions(called, texts);
  insertByteLaneStepFunctions(called, texts);
  insertPairStepFunctions(called, texts);
  insertRequantizeFunctions(called, texts);
  insertPixelStepFunctions(called, texts);
  insertWidenRowsStepFunctions(called, texts);
  insertColumnStepFunctions(called, texts);
  insertDepthwiseStepFunctions(called, texts);
  insertScalarStepFunctions(called, texts);
}
