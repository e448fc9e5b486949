//===- CSelfTest.cpp - C that runs a model on a stored input
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/C/SelfTest.h"

#include "CExpr.h"
#include "CHeaderRuns.h"
#include "tir/Target/C/ModelInfo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace tir;
using namespace tir::c;

uint32_t SelfTest::nextNumber(uint32_t &state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state >> 8;
}

/// Xorshift (Marsaglia, 2003).
static constexpr StringLiteral kNextNumber = R"(
/* The numbers of the input, from 0 to 2^24 - 1. */
static uint32_t next_number(uint32_t *state) {
  uint32_t x = *state;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  *state = x;
  return x >> 8;
}
)";

static constexpr StringLiteral kCRC = R"(
/* CRC-32 as zlib's, of the lower bytes of a number. */
static uint32_t add_to_crc(uint32_t crc, uint32_t number, int bytes) {
  for (; bytes > 0; --bytes, number >>= 8) {
    crc ^= number & 0xffu;
    for (int bit = 0; bit < 8; ++bit) {
      crc = (crc >> 1) ^ ((crc & 1u) != 0u ? 0xedb88320u : 0u);
    }
  }
  return crc;
}
)";

static constexpr StringLiteral kReadNumber = R"(
static uint32_t read_number(const uint8_t *bytes) {
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
         (uint32_t)bytes[3] << 24;
}
)";

static constexpr StringLiteral kReadFloat = R"(
static float read_float(const uint8_t *bytes) {
  const uint32_t bits = read_number(bytes);
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}
)";

static constexpr StringLiteral kReadDouble = R"(
static double read_double(const uint8_t *bytes) {
  const uint64_t bits = read_number(bytes) | (uint64_t)read_number(bytes + 4) << 32;
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}
)";

static bool holdsFloats(const TensorInfo &tensor) {
  return tensor.cType == "float" || tensor.cType == "double";
}

static int64_t countElements(const TensorInfo &tensor) {
  return tensor.bytes / tensor.elementBytes;
}

/// Returns what the functions get that say where inputs and outputs lie.
static StringRef getMapArgument(const ModelInfo &info) {
  return info.externalPools.empty() ? "" : "workspace_pools";
}

/// Returns whether the test stores the elements of an input.
static bool isStored(const SelfTestInput &input) {
  return input.kind == SelfTestInput::Kind::Stored;
}

static bool isRandom(const SelfTestInput &input) {
  return input.kind == SelfTestInput::Kind::Integers ||
         input.kind == SelfTestInput::Kind::Floats;
}

/// Prints numbers of `width` bytes as the initial values of an array.
static void printNumbers(StringRef bytes, size_t width, llvm::raw_ostream &os) {
  const size_t inLine = 32 / width;
  for (size_t at = 0; at < bytes.size(); at += width) {
    os << (at / width % inLine == 0 ? "\n    0x" : " 0x");
    for (size_t byte = width; byte-- > 0;)
      os << llvm::format_hex_no_prefix(uint8_t(bytes[at + byte]), 2);
    os << (width == 8 ? "u" : "") << (at + width < bytes.size() ? "," : "");
  }
  os << "};\n";
}

namespace {
/// Prints the file of one model.
class SelfTestPrinter {
public:
  SelfTestPrinter(const ModelInfo &info, const SelfTestTensors &tensors,
                  const SelfTest &test, StringRef header, llvm::raw_ostream &os)
      : info(info), inputs(tensors.inputs), outputs(tensors.outputs),
        test(test), header(header), os(os) {}

  void print();

private:
  void printIncludes();
  void printTables();
  void printFunctions();
  void printInput(const TensorInfo &tensor, const SelfTestInput &input);
  void printWritten();
  void printChecks();
  void printRun();
  void printIntegers();
  void printFloats();
  std::string access(StringRef structure, const TensorInfo &tensor) const {
    if (!info.mapsArguments() && !tensor.address.empty())
      return tensor.address;
    return structure.str() + (info.mapsArguments() ? "." : "->") + tensor.field;
  }
  bool hasOutput(StringRef type) const {
    return llvm::any_of(outputs, [&](const TensorInfo &output) {
      return output.cType == type;
    });
  }

  const ModelInfo &info;
  ArrayRef<TensorInfo> inputs, outputs;
  const SelfTest &test;
  StringRef header;
  llvm::raw_ostream &os;
};
} // namespace

void SelfTestPrinter::printIncludes() {
  os << "#include \"" << header << "\"\n";
  if (test.isInWeights)
    os << "#include \"" << info.prefix << "_weights.h\"\n";
  os << "\n#include <stdbool.h>\n#include <stddef.h>\n#include <string.h>\n";
}

void SelfTestPrinter::printTables() {
  if (!test.isInWeights) {
    os << "\n/* The CRC-32 of all outputs of integers, and for each output of "
          "floats by how much an element may\n * differ, and its elements. "
          "*/\nstatic const uint8_t expected["
       << test.results.size() << "] = {";
    printNumbers(test.results, 1, os);
  }
  for (auto [tensor, input] : llvm::zip_equal(inputs, test.inputs))
    if (isStored(input)) {
      os << "\nstatic const uint" << 8 * tensor.elementBytes << "_t input_"
         << tensor.field << "[" << countElements(tensor) << "] = {";
      printNumbers(input.bytes, tensor.elementBytes, os);
    }
}

void SelfTestPrinter::printFunctions() {
  os << kReadNumber;
  if (llvm::any_of(test.inputs, isRandom))
    os << kNextNumber;
  if (!llvm::all_of(outputs, holdsFloats))
    os << kCRC;
  if (hasOutput("float"))
    os << kReadFloat;
  if (hasOutput("double"))
    os << kReadDouble;
}

void SelfTestPrinter::printInput(const TensorInfo &tensor,
                                 const SelfTestInput &input) {
  std::string pointer = access("inputs", tensor);
  using Kind = SelfTestInput::Kind;
  if (input.kind == Kind::Own)
    return;
  if (input.kind == Kind::Zeros) {
    os << "  memset(" << pointer << ", 0, " << tensor.bytes << "u);\n";
    return;
  }
  if (input.kind == Kind::Stored) {
    os << "  memcpy(" << pointer << ", input_" << tensor.field << ", "
       << tensor.bytes << "u);\n";
    return;
  }
  const std::string &type = tensor.cType;
  os << "  {\n    " << type << " *const to = (" << type << " *)" << pointer
     << ";\n    for (uint32_t i = 0; i < " << countElements(tensor)
     << "u; ++i) {\n      to[i] = ";
  if (input.kind == Kind::Floats)
    os << "(" << type
       << ")((int32_t)(next_number(&numbers) % 1025u) - 512) / 128";
  else
    os << "(" << type << ")((int32_t)(next_number(&numbers) % " << input.span
       << "u) " << (input.low < 0 ? "- " : "+ ") << std::abs(int64_t(input.low))
       << ")";
  os << ";\n    }\n  }\n";
}

/// Says that the test wrote what another model passes on.
void SelfTestPrinter::printWritten() {
  for (const TensorInfo &tensor : inputs)
    if (!tensor.written.empty())
      os << "  " << tensor.written << "();\n";
}

/// Prints the checks of pointers that the test itself writes to, if a run
/// checks its own.
void SelfTestPrinter::printChecks() {
  if (info.mapsArguments() || !llvm::is_contained(info.safety, "arguments"))
    return;
  std::string condition = "inputs == NULL || outputs == NULL";
  for (auto [tensor, input] : llvm::zip_equal(inputs, test.inputs)) {
    if (input.kind == SelfTestInput::Kind::Own || !tensor.address.empty())
      continue;
    std::string pointer = access("inputs", tensor);
    condition += " || " + pointer + " == NULL";
    if (tensor.alignment > 1)
      condition += " || (uintptr_t)" + pointer + " % " +
                   std::to_string(tensor.alignment) + "u != 0u";
  }
  if (!info.state.empty())
    condition += " || state == NULL";
  os << "  if (" << condition << ") {\n    return " << info.macros
     << "ERROR_ARGUMENTS;\n  }\n";
}

/// Prints the run, and where its outputs are.
void SelfTestPrinter::printRun() {
  std::string arguments = llvm::join(listRunArguments(info), ", ");
  std::string reset =
      info.state.empty() ? "" : "  " + info.prefix + "_reset(state);\n";
  os << reset << "  const int32_t code = " << info.entry << "(" << arguments
     << ");\n"
     << reset << "  if (code != 0) {\n    return code;\n  }\n";
  if (info.mapsArguments())
    os << "  const struct " << info.prefix
       << "_outputs outputs = " << info.prefix << "_map_outputs("
       << getMapArgument(info) << ");\n";
  os << "  const uint8_t *at = ";
  if (test.isInWeights)
    os << "(const uint8_t *)" << info.prefix << "_expected_results("
       << test.results.size() << "u);\n  if (at == NULL) {\n    return "
       << info.macros << "ERROR_SELF_TEST;\n  }\n";
  else
    os << "expected;\n";
}

/// Prints the comparison of outputs of integers.
void SelfTestPrinter::printIntegers() {
  os << "  {\n    uint32_t crc = 0xffffffffu;\n";
  for (const TensorInfo &tensor : outputs) {
    if (holdsFloats(tensor))
      continue;
    const std::string &type = tensor.cType;
    os << "    for (uint32_t i = 0; i < " << countElements(tensor)
       << "u; ++i) {\n      const " << type << " element = ((const " << type
       << " *)" << access("outputs", tensor) << ")[i];\n"
       << "      crc = add_to_crc(crc, (uint32_t)element, "
       << std::min<int64_t>(tensor.elementBytes, 4) << ");\n";
    if (tensor.elementBytes == 8)
      os << "      crc = add_to_crc(crc, (uint32_t)((uint64_t)element >> 32), "
            "4);\n";
    os << "    }\n";
  }
  os << "    if ((crc ^ 0xffffffffu) != read_number(at)) {\n      return "
     << info.macros << "ERROR_SELF_TEST;\n    }\n  }\n";
}

/// Prints the comparison of outputs of floats. What is not a number differs.
void SelfTestPrinter::printFloats() {
  if (llvm::none_of(outputs, holdsFloats))
    return;
  os << "  at += 4;\n";
  for (const TensorInfo &tensor : outputs) {
    if (!holdsFloats(tensor))
      continue;
    const std::string &type = tensor.cType;
    std::string read = "read_" + type + "(at)";
    os << "  {\n    const " << type << " *const from = (const " << type << " *)"
       << access("outputs", tensor) << ";\n    const " << type
       << " allowed = " << read << ";\n    at += " << tensor.elementBytes
       << ";\n    for (uint32_t i = 0; i < " << countElements(tensor)
       << "u; ++i, at += " << tensor.elementBytes << ") {\n      const " << type
       << " difference = from[i] - " << read
       << ";\n      if (!(difference <= allowed && -difference <= allowed)) {\n"
       << "        return " << info.macros << "ERROR_SELF_TEST;\n      }\n"
       << "    }\n  }\n";
  }
}

void SelfTestPrinter::print() {
  printIncludes();
  printTables();
  printFunctions();
  os << "\n" << wrap(makeSelfTestPrototype(info) + " {", 0);
  printChecks();
  if (llvm::any_of(test.inputs, isRandom))
    os << "  uint32_t numbers = " << test.seed << "u;\n";
  bool writesInputs = llvm::any_of(test.inputs, [](const SelfTestInput &input) {
    return input.kind != SelfTestInput::Kind::Own;
  });
  if (info.mapsArguments() && writesInputs)
    os << "  const struct " << info.prefix << "_inputs inputs = " << info.prefix
       << "_map_inputs(" << getMapArgument(info) << ");\n";
  for (auto [tensor, input] : llvm::zip_equal(inputs, test.inputs))
    printInput(tensor, input);
  printWritten();
  printRun();
  if (!llvm::all_of(outputs, holdsFloats))
    printIntegers();
  printFloats();
  os << "  return 0;\n}\n";
}

LogicalResult tir::emitSelfTest(ModuleOp module, const CSourceOptions &options,
                                const SelfTest &test, llvm::raw_ostream &os,
                                const SelfTestTensors *tensors) {
  FailureOr<ModelInfo> info =
      readModelInfo(module, "a self-test runs one model", options.model);
  if (failed(info))
    return failure();
  printFileHead(*info, options,
                "Runs the model '" + info->name +
                    "' on a stored input, and compares its outputs.",
                os);
  SelfTestTensors own = {info->inputs, info->outputs};
  SelfTestPrinter(*info, tensors ? *tensors : own, test,
                  options.header.empty() ? info->prefix + ".h" : options.header,
                  os)
      .print();
  return success();
}
