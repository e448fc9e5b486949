//===- SelfTestInputs.cpp - What a self-test gives a model, and expects
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SelfTestInputs.h"

#include "tir/Check/ReferenceRun.h"
#include "tir/Target/C/ModelInfo.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cmath>

using namespace mlir;
using namespace tir;

/// The bits of the largest element of an output by which an element of floats
/// may differ: other compilers add up, round and fuse in other ways.
static constexpr int kFloatBits = 12, kDoubleBits = 30;

/// The patterns of which a self-test takes the best one.
static constexpr unsigned kPatterns = 16;

bool tir::isSelfTestPattern(StringRef value) {
  return value.split(':').first == kSelfTestPattern;
}

/// Returns the seed of a pattern, or nothing if it is none.
static std::optional<uint32_t> readSeed(StringRef value) {
  auto [name, seed] = value.split(':');
  uint32_t number = 1;
  if (value.contains(':') && (seed.getAsInteger(10, number) || number == 0))
    return std::nullopt;
  return number;
}

LogicalResult tir::checkSelfTest(const CompilationOptions &options,
                                 EmitErrorFn emitError) {
  if (options.selfTest.empty())
    return success();
  if (isSelfTestPattern(options.selfTest) && !readSeed(options.selfTest))
    return emitError() << "--self-test=" << options.selfTest
                       << ": expected pattern: and a number from 1 to "
                          "4294967295, or a file with the inputs";
  return success();
}

namespace {
/// Makes the inputs, and what is expected for them.
class SelfTestMaker {
public:
  SelfTestMaker(ModuleOp kernels, const CompilationOptions &options)
      : kernels(kernels), options(options) {}

  FailureOr<SelfTest> make();

private:
  InFlightDiagnostic fail() {
    return kernels.emitError() << "--self-test=" << options.selfTest << ": ";
  }
  LogicalResult readFile();
  LogicalResult makeInput(SelfTest &test, const ModelInterface::Tensor &input,
                          bool mayBePositions, std::string &bytes);
  LogicalResult fillPattern(SelfTest &test, const ModelInterface::Tensor &input,
                            bool mayBePositions, std::string &bytes);
  LogicalResult addResults(const ReferenceRuns &reference,
                           const ReferenceRuns::Run &run);
  LogicalResult addFloats(const ModelInterface::Tensor &output,
                          StringRef bytes);

  ModuleOp kernels;
  const CompilationOptions &options;
  /// The one that is chosen.
  SelfTest test;
  /// What is left of the numbers of a pattern, and of the file.
  uint32_t numbers = 1;
  std::string file;
  StringRef rest;
};
} // namespace

static size_t getWidth(const ModelInterface::Tensor &tensor) {
  Type element = tensor.type.getElementType();
  return llvm::divideCeil(
      element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64, 8);
}

/// Writes the lower bytes of a number.
static void write(uint64_t number, size_t width, char *to) {
  for (size_t byte = 0; byte < width; ++byte)
    to[byte] = char(number >> (8 * byte));
}

/// Returns the smallest number that an element of integers may have, and how
/// many follow it: the range of its type, or of the narrower type of its
/// values. Wider types have the range of 16 bits.
static std::pair<int32_t, uint32_t>
getRange(const ModelInterface::Tensor &input) {
  StringRef values = input.values ? input.values.getValue() : "";
  Type element = input.type.getElementType();
  bool isUnsigned = element.isUnsignedInteger() || values.consume_front("u");
  unsigned bits = element.isInteger(1) ? 1 : 8 * getWidth(input), given;
  if (values == "bool" || bits == 1)
    return {0, 2};
  if (values.consume_front("int") && !values.getAsInteger(10, given))
    bits = std::min(bits, given);
  bits = std::min(bits, 16u);
  return {isUnsigned ? 0 : -(int32_t(1) << (bits - 1)), uint32_t(1) << bits};
}

LogicalResult SelfTestMaker::fillPattern(SelfTest &test,
                                         const ModelInterface::Tensor &input,
                                         bool mayBePositions,
                                         std::string &bytes) {
  SelfTestInput &made = test.inputs.back();
  size_t width = getWidth(input);
  Type element = input.type.getElementType();
  if (isa<FloatType>(element)) {
    if (!element.isF32() && !element.isF64())
      return fail() << "the input '" << input.name.getValue()
                    << "' has elements of type " << element
                    << ", which a pattern has not; expected integers, f32 or "
                       "f64, or a file with the inputs";
    made.kind = SelfTestInput::Kind::Floats;
    for (size_t at = 0; at < bytes.size(); at += width) {
      double number =
          double(int32_t(SelfTest::nextNumber(numbers) % 1025) - 512) / 128;
      write(width == 4 ? llvm::bit_cast<uint32_t>(float(number))
                       : llvm::bit_cast<uint64_t>(number),
            width, &bytes[at]);
    }
    return success();
  }
  if (mayBePositions && width >= 4) {
    made.kind = SelfTestInput::Kind::Zeros;
    return success();
  }
  made.kind = SelfTestInput::Kind::Integers;
  std::tie(made.low, made.span) = getRange(input);
  for (size_t at = 0; at < bytes.size(); at += width)
    write(
        uint64_t(int64_t(made.low) + SelfTest::nextNumber(numbers) % made.span),
        width, &bytes[at]);
  return success();
}

LogicalResult SelfTestMaker::makeInput(SelfTest &test,
                                       const ModelInterface::Tensor &input,
                                       bool mayBePositions,
                                       std::string &bytes) {
  SelfTestInput &made = test.inputs.emplace_back();
  if (input.weight) {
    made.kind = SelfTestInput::Kind::Own;
    c::TensorInfo weight;
    weight.weight = input.weight;
    weight.bytes = bytes.size();
    llvm::copy(weight.getWeightBytes(/*isBigEndian=*/false), bytes.begin());
    return success();
  }
  if (isSelfTestPattern(options.selfTest))
    return fillPattern(test, input, mayBePositions, bytes);
  if (rest.size() < bytes.size())
    return fail() << "has " << file.size()
                  << " bytes, which end before the input '"
                  << input.name.getValue() << "' of " << bytes.size()
                  << " bytes; expected the elements of all inputs, one after "
                     "the other, in little-endian order";
  made.kind = SelfTestInput::Kind::Stored;
  made.bytes = rest.take_front(bytes.size()).str();
  rest = rest.drop_front(bytes.size());
  bytes = made.bytes;
  return success();
}

LogicalResult SelfTestMaker::addFloats(const ModelInterface::Tensor &output,
                                       StringRef bytes) {
  Type element = output.type.getElementType();
  if (!element.isF32() && !element.isF64())
    return fail() << "the output '" << output.name.getValue()
                  << "' has elements of type " << element
                  << ", which a self-test does not compare; expected integers, "
                     "f32 or f64";
  size_t width = getWidth(output);
  auto read = [&](size_t at) -> double {
    uint64_t bits = 0;
    for (size_t byte = width; byte-- > 0;)
      bits = bits << 8 | uint8_t(bytes[at + byte]);
    return width == 4 ? double(llvm::bit_cast<float>(uint32_t(bits)))
                      : llvm::bit_cast<double>(bits);
  };
  double largest = 0;
  for (size_t at = 0; at < bytes.size(); at += width) {
    if (!std::isfinite(read(at)))
      return fail() << "the output '" << output.name.getValue()
                    << "' has elements that are not finite for this "
                       "input; expected another pattern (pattern:2), or a file "
                       "with inputs as the model gets them";
    largest = std::max(largest, std::abs(read(at)));
  }
  double allowed = std::ldexp(largest, width == 4 ? -kFloatBits : -kDoubleBits);
  char number[8];
  write(width == 4 ? llvm::bit_cast<uint32_t>(float(allowed))
                   : llvm::bit_cast<uint64_t>(allowed),
        width, number);
  test.results.append(number, width);
  test.results += bytes;
  return success();
}

LogicalResult SelfTestMaker::addResults(const ReferenceRuns &reference,
                                        const ReferenceRuns::Run &run) {
  uint32_t crc = 0;
  test.results.assign(4, '\0');
  for (auto [output, bytes] : llvm::zip_equal(reference.outputs, run.outputs)) {
    if (!isa<FloatType>(output.type.getElementType()))
      crc = llvm::crc32(crc, llvm::arrayRefFromStringRef(bytes));
    else if (failed(addFloats(output, bytes)))
      return failure();
  }
  llvm::support::endian::write32le(test.results.data(), crc);
  return success();
}

/// Returns how far the elements of integers are from the ends of their type,
/// all together. Where a network is sure of its answer, they are at the ends,
/// and stay there if a weight changes a little.
static uint64_t rate(const ReferenceRuns &reference,
                     const ReferenceRuns::Run &run) {
  uint64_t sum = 0;
  for (auto [output, bytes] : llvm::zip_equal(reference.outputs, run.outputs)) {
    size_t width = getWidth(output);
    if (isa<FloatType>(output.type.getElementType()) || width > 2)
      continue;
    uint32_t last = (1u << (8 * width)) - 1;
    for (size_t at = 0; at < bytes.size(); at += width) {
      uint32_t element = uint8_t(bytes[at]);
      if (width == 2)
        element |= uint32_t(uint8_t(bytes[at + 1])) << 8;
      element ^= 1u << (8 * width - 1);
      sum += std::min(element, last - element);
    }
  }
  return sum;
}

LogicalResult SelfTestMaker::readFile() {
  auto buffer = llvm::MemoryBuffer::getFile(options.selfTest, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return fail() << "cannot be read: " << buffer.getError().message()
                  << "; expected pattern, or a file with the inputs";
  file = (*buffer)->getBuffer().str();
  rest = file;
  return success();
}

FailureOr<SelfTest> SelfTestMaker::make() {
  bool isPattern = isSelfTestPattern(options.selfTest);
  if (!isPattern && failed(readFile()))
    return failure();
  // A file, a pattern that was given, or the patterns to choose from.
  std::vector<SelfTest> tests(options.selfTest == kSelfTestPattern ? kPatterns
                                                                   : 1);
  for (auto [number, each] : llvm::enumerate(tests))
    each.seed = isPattern ? *readSeed(options.selfTest) + number : 1;
  FailureOr<ReferenceRuns> reference = runPlainLoops(
      kernels, tests.size(),
      [&](unsigned run, const ModelInterface::Tensor &input,
          bool mayBePositions, std::string &bytes) {
        if (tests[run].inputs.empty())
          numbers = tests[run].seed;
        return makeInput(tests[run], input, mayBePositions, bytes);
      });
  if (failed(reference))
    return failure();
  if (!reference->whyNot.empty())
    return fail() << "tirc cannot run the model itself: " << reference->whyNot
                  << "; expected a model without, or no self-test";
  if (!rest.empty())
    return fail() << "has " << file.size() << " bytes, " << rest.size()
                  << " more than all inputs; expected their elements, one "
                     "after the other, in little-endian order";
  auto best =
      llvm::max_element(reference->runs, [&](const ReferenceRuns::Run &left,
                                             const ReferenceRuns::Run &right) {
        return rate(*reference, left) < rate(*reference, right);
      });
  test = std::move(tests[best - reference->runs.begin()]);
  test.isInWeights = options.weightBlob;
  if (failed(addResults(*reference, *best)))
    return failure();
  return std::move(test);
}

FailureOr<SelfTest> tir::makeSelfTest(ModuleOp kernels,
                                      const CompilationOptions &options) {
  return SelfTestMaker(kernels, options).make();
}

std::string tir::getStoredInputs(const SelfTest &test) {
  std::string bytes;
  for (const SelfTestInput &input : test.inputs)
    bytes += input.bytes;
  return bytes;
}

std::string tir::nameSelfTestInput(const CompilationOptions &options,
                                   const SelfTest &test) {
  if (isSelfTestPattern(options.selfTest))
    return kSelfTestPattern.str() + ":" + std::to_string(test.seed);
  return llvm::sys::path::filename(options.selfTest).str();
}
