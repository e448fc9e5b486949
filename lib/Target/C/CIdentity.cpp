//===- CIdentity.cpp - What C says of the model that it was made of
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CIdentity.h"

#include "CExpr.h"
#include "mlir/Dialect/EmitC/IR/EmitC.h"
#include "mlir/IR/Builders.h"
#include "tir/ABI/Names.h"
#include "tir/Support/CText.h"
#include "tir/Support/Escape.h"
#include "tir/Target/C/CTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace tir;
using namespace tir::c;

/// Linkers keep the array: GNU ld and lld by the flag that `retain` sets, and
/// others since the function that runs the model refers to it. Ecosystems whose
/// linker scripts name all sections get one that each script knows.
static constexpr const char *kPlace = R"(
/* Which model this is, for tirc --identify. Define TIR_MODEL_INFO to place it otherwise. */
#ifndef TIR_MODEL_INFO
#if defined(__APPLE__)
#define TIR_MODEL_INFO_SECTION "__TEXT,__tirc_model"
#elif defined(__AVR__)
#define TIR_MODEL_INFO_SECTION ".progmem.tirc_model_info"
#elif defined(__ZEPHYR__) || defined(ESP_PLATFORM) || defined(ARDUINO)
#define TIR_MODEL_INFO_SECTION ".rodata.tirc_model_info"
#else
#define TIR_MODEL_INFO_SECTION "@section@"
#endif
#if defined(TIR_RETAINS) && TIR_RETAINS
#define TIR_MODEL_INFO __attribute__((used, retain, section(TIR_MODEL_INFO_SECTION)))
#elif defined(__GNUC__) || defined(__clang__) || defined(__CC_ARM) || \
    defined(__TI_COMPILER_VERSION__) || defined(__ghs__)
#define TIR_MODEL_INFO __attribute__((used, section(TIR_MODEL_INFO_SECTION)))
#elif defined(__IAR_SYSTEMS_ICC__)
#define TIR_MODEL_INFO _Pragma("location=\"@section@\"") __root
#else
#define TIR_MODEL_INFO
#endif
#endif
)";

static std::string getArrayName(const ModelInfo &info) {
  return info.prefix + "_model_info";
}

void c::printIdentity(const ModelInfo &info, const CSourceOptions &options,
                      llvm::raw_ostream &os) {
  if (!options.identity)
    return;
  const Identity &identity = *options.identity;
  auto define = [&](StringRef name, const Twine &value) {
    os << "#define " << info.macros << name << " " << value << "\n";
  };
  os << "/* What this code was made of: the SHA-256 of the model's file, and "
        "the options of tirc. */\n";
  define("MODEL_SHA256", "\"" + toHexadecimal(identity.model) + "\"");
  define("OPTIONS", makeCString(llvm::join(identity.options, " ")));
  define("TIRC_VERSION", makeCString(identity.version));
  define("API_VERSION", Twine(identity.api));
  os << "\n/* The same in the program, for tirc --identify. */\n";
  define("MODEL_INFO_SIZE", Twine(identity.encode().size()));
  os << "extern const uint8_t " << getArrayName(info) << "[" << info.macros
     << "MODEL_INFO_SIZE];\n\n";
  if (identity.metadata.empty())
    return;
  os << "/* What the model's file says:\n";
  for (const std::string &statement : identity.metadata)
    os << wrapWords(escapeForComment(statement), 3);
  os << " */\n\n";
}

void c::referToIdentities(ModuleOp module, ArrayRef<ModelInfo> models) {
  for (const ModelInfo &info : models) {
    auto entry = module.lookupSymbol<emitc::FuncOp>(info.entry);
    if (!entry || entry.isExternal())
      continue;
    OpBuilder builder = OpBuilder::atBlockBegin(&entry.getBody().front());
    emitc::VerbatimOp::create(builder, entry.getLoc(),
                              "TIR_KEEP_MODEL_INFO(" + getArrayName(info) +
                                  ");");
  }
}

namespace {
/// Hashes what is printed.
class HashingStream : public llvm::raw_ostream {
public:
  ~HashingStream() override { flush(); }
  std::array<uint8_t, 32> finish() {
    flush();
    return hash.final();
  }

private:
  void write_impl(const char *data, size_t size) override {
    hash.update(StringRef(data, size));
    position += size;
  }
  uint64_t current_pos() const override { return position; }

  llvm::SHA256 hash;
  uint64_t position = 0;
};
} // namespace

/// Prints the array of one model.
static std::string makeIdentityArray(const Identity &identity) {
  std::string bytes = identity.encode();
  std::string text = "TIR_MODEL_INFO const uint8_t " +
                     mangleModelName(identity.name) + "_model_info[" +
                     std::to_string(bytes.size()) + "] = {";
  constexpr size_t kBytesInLine = 20;
  for (auto [i, byte] : llvm::enumerate(bytes))
    text += (i % kBytesInLine == 0 ? "\n    " : " ") +
            std::to_string(static_cast<uint8_t>(byte)) + ",";
  text.back() = '}';
  return text + ";\n";
}

void CSource::addIdentities(ArrayRef<Identity> identities) {
  // Comments and texts may name the model's file, which can have another name
  // later.
  std::string tokens = blankOutC(text);
  llvm::erase_if(tokens, llvm::isSpace);
  HashingStream stream;
  stream << tokens;
  for (const auto &table : tables)
    printInitializer(table.second, stream);
  std::array<uint8_t, 32> hash = stream.finish();
  StringRef place = kPlace;
  while (!place.empty()) {
    auto [before, after] = place.split("@section@");
    text += before;
    if (before.size() != place.size())
      text += kIdentitySection;
    place = after;
  }
  for (Identity identity : identities) {
    std::copy_n(hash.begin(), identity.code.size(), identity.code.begin());
    text += makeIdentityArray(identity);
  }
}
