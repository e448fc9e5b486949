//===- BytecodeStructure.cpp - The structure of MLIR bytecode
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Support/BytecodeStructure.h"

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Bytecode/BytecodeReaderConfig.h"
#include "mlir/Bytecode/Encoding.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include <optional>

using namespace mlir::bytecode;
using namespace tir;
using llvm::StringRef;
using llvm::Twine;

namespace {
/// Regions that are nested deeper would exhaust the stack of code that walks
/// over the module. No real model comes near this depth.
constexpr unsigned kMaxDepth = 1000;
/// Most bytes of a longer attribute are data.
constexpr uint64_t kMaxReferencesOfEntry = 1 << 16;
constexpr StringRef kMagic("ML\xefR");

/// A part of the file, which is read from the front.
struct Bytes {
  StringRef rest;
  bool empty() const { return rest.empty(); }
};

/// After the first fault, every read returns 0 or an empty string, so that
/// loops end.
class Reader {
public:
  explicit Reader(StringRef file) : file(file) {}
  void read();
  BytecodeStructure structure;
  std::string fault;

private:
  // Numbers and bytes.
  void fail(const Twine &text) {
    if (fault.empty())
      fault = text.str();
  }
  bool isGood() const { return fault.empty(); }
  StringRef take(Bytes &bytes, uint64_t size);
  uint8_t byte(Bytes &bytes);
  uint64_t number(Bytes &bytes);
  uint64_t count(Bytes &bytes, StringRef what);
  void checkIndex(uint64_t index, uint64_t size, StringRef what);
  void index(Bytes &bytes, uint64_t size, StringRef what) {
    checkIndex(number(bytes), size, what);
  }
  void flaggedIndex(Bytes &bytes, uint64_t size, StringRef what) {
    checkIndex(number(bytes) >> 1, size, what);
  }
  void align(Bytes &bytes, uint64_t alignment);
  Bytes section(Bytes &bytes, uint8_t &id);
  Bytes section(Bytes &bytes, Section::ID expected);

  // Tables.
  void readStrings(Bytes bytes);
  void readDialects(Bytes bytes);
  void readResources(Bytes bytes, Bytes offsets);
  void readResourceGroup(Bytes &bytes, Bytes &offsets, bool mayBeEmpty);
  void readEntries(Bytes &offsets, uint64_t size, uint64_t &room);
  void readAttributesAndTypes(Bytes bytes, Bytes offsets);
  void readProperties(Bytes bytes);

  // Operations.
  void readUseLists(Bytes &bytes, uint64_t numValues);
  void readBlock(Bytes &bytes, uint64_t numBlocks, unsigned depth);
  void readRegions(Bytes &bytes, unsigned depth);
  void readRegion(Bytes &bytes, unsigned depth);
  void readOperation(Bytes &bytes, uint64_t numBlocks, unsigned depth);

  StringRef file;
  uint64_t numStrings = 0, numDialects = 0, numOpNames = 0, numProperties = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Numbers and bytes
//===----------------------------------------------------------------------===//

StringRef Reader::take(Bytes &bytes, uint64_t size) {
  if (size > bytes.rest.size()) {
    fail("expected " + Twine(size) + " bytes, but only " +
         Twine(bytes.rest.size()) + " are left");
    bytes.rest = {};
  }
  if (!isGood())
    return {};
  StringRef taken = bytes.rest.take_front(size);
  bytes.rest = bytes.rest.drop_front(size);
  return taken;
}

uint8_t Reader::byte(Bytes &bytes) {
  StringRef taken = take(bytes, 1);
  return taken.empty() ? 0 : uint8_t(taken.front());
}

/// The number of trailing zeros in the first byte is the number of bytes that
/// follow it.
uint64_t Reader::number(Bytes &bytes) {
  uint8_t first = byte(bytes);
  unsigned more = first == 0 ? 8 : llvm::countr_zero(first);
  uint8_t all[8] = {first};
  StringRef taken = take(bytes, more);
  llvm::copy(taken, more == 8 ? all : all + 1);
  uint64_t value = llvm::support::endian::read64le(all);
  if (!isGood())
    return 0;
  return more == 8 ? value : value >> (more + 1);
}

/// Reads the number of things that take at least one byte each.
uint64_t Reader::count(Bytes &bytes, StringRef what) {
  uint64_t value = number(bytes);
  if (value > bytes.rest.size())
    fail("there are " + Twine(value) + " " + what + ", but only " +
         Twine(bytes.rest.size()) + " bytes for them");
  return isGood() ? value : 0;
}

void Reader::checkIndex(uint64_t index, uint64_t size, StringRef what) {
  if (index >= size)
    fail(what + " index " + Twine(index) + " is out of range; there are " +
         Twine(size));
}

/// Skips to the next multiple of the alignment in the file.
void Reader::align(Bytes &bytes, uint64_t alignment) {
  if (!llvm::isPowerOf2_64(alignment) || alignment > UINT32_MAX)
    return fail("the alignment " + Twine(alignment) + " is not a power of two");
  uint64_t at = bytes.rest.data() - file.data();
  for (char padding : take(bytes, llvm::alignTo(at, alignment) - at))
    if (uint8_t(padding) != kAlignmentByte)
      fail("the bytes before aligned data are not padding");
}

Bytes Reader::section(Bytes &bytes, uint8_t &id) {
  id = byte(bytes);
  uint64_t size = number(bytes);
  if (id & 0x80)
    align(bytes, number(bytes));
  id &= 0x7f;
  if (id >= Section::kNumSections)
    fail("there is no section " + Twine(unsigned(id)));
  return {take(bytes, size)};
}

Bytes Reader::section(Bytes &bytes, Section::ID expected) {
  uint8_t id;
  Bytes contents = section(bytes, id);
  if (id != expected)
    fail("expected section " + Twine(unsigned(expected)) +
         ", but found section " + Twine(unsigned(id)));
  return contents;
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// The section contains the sizes of the strings, from the last to the first,
/// and then the strings, each with a NUL at its end.
void Reader::readStrings(Bytes bytes) {
  numStrings = count(bytes, "strings");
  uint64_t total = 0;
  llvm::SmallVector<uint64_t> sizes;
  for (uint64_t i = 0; i < numStrings && isGood(); ++i) {
    uint64_t size = number(bytes);
    if (size == 0 || size > file.size())
      fail("a string has the size " + Twine(size));
    total += size;
    sizes.push_back(size);
  }
  if (isGood() && total != bytes.rest.size())
    fail("the sizes of the strings are " + Twine(total) + ", but they take " +
         Twine(bytes.rest.size()) + " bytes");
  for (uint64_t size : llvm::reverse(sizes))
    if (StringRef string = take(bytes, size); isGood() && string.back() != '\0')
      fail("a string does not end in NUL");
}

void Reader::readDialects(Bytes bytes) {
  numDialects = count(bytes, "dialects");
  for (uint64_t i = 0; i < numDialects && isGood(); ++i) {
    if (structure.version < kDialectVersioning) {
      index(bytes, numStrings, "string");
      continue;
    }
    uint64_t name = number(bytes);
    checkIndex(name >> 1, numStrings, "string");
    if (name & 1)
      (void)section(bytes, Section::kDialectVersions);
  }
  if (structure.version >= kElideUnknownBlockArgLocation)
    (void)count(bytes, "operation names");
  while (!bytes.empty() && isGood()) {
    index(bytes, numDialects, "dialect");
    uint64_t names = count(bytes, "operation names");
    numOpNames += names;
    for (uint64_t i = 0; i < names && isGood(); ++i)
      if (structure.version < kNativePropertiesEncoding)
        index(bytes, numStrings, "string");
      else
        flaggedIndex(bytes, numStrings, "string");
  }
}

void Reader::readResourceGroup(Bytes &bytes, Bytes &offsets, bool mayBeEmpty) {
  enum Kind : uint8_t { Blob, Bool, String };
  uint64_t resources = count(offsets, "resources");
  for (uint64_t i = 0; i < resources && isGood(); ++i) {
    index(offsets, numStrings, "string");
    uint64_t size = number(offsets);
    uint8_t kind = byte(offsets);
    Bytes entry{take(bytes, size)};
    if (mayBeEmpty && entry.empty())
      continue;
    if (kind == Blob) {
      uint64_t alignment = number(entry);
      uint64_t dataSize = number(entry);
      align(entry, alignment);
      (void)take(entry, dataSize);
    } else if (kind == Bool) {
      if (byte(entry) > 1)
        fail("a boolean is neither 0 nor 1");
    } else if (kind == String) {
      index(entry, numStrings, "string");
    } else {
      fail("there is no kind " + Twine(unsigned(kind)) + " of resources");
    }
    if (!entry.empty())
      fail("there are bytes after a resource");
  }
}

void Reader::readResources(Bytes bytes, Bytes offsets) {
  uint64_t groups = count(offsets, "groups of resources");
  for (uint64_t i = 0; i < groups && isGood(); ++i) {
    index(offsets, numStrings, "string");
    readResourceGroup(bytes, offsets, /*mayBeEmpty=*/false);
  }
  while (!offsets.empty() && isGood()) {
    index(offsets, numDialects, "dialect");
    readResourceGroup(bytes, offsets, /*mayBeEmpty=*/true);
  }
}

/// Reads the sizes of `size` attributes or types, which are grouped by dialect.
void Reader::readEntries(Bytes &offsets, uint64_t size, uint64_t &room) {
  while (size != 0 && isGood()) {
    index(offsets, numDialects, "dialect");
    uint64_t entries = count(offsets, "attributes or types");
    if (entries > size)
      return fail("a dialect has " + Twine(entries) +
                  " attributes or types, but only " + Twine(size) +
                  " are left");
    size -= entries;
    for (; entries != 0 && isGood(); --entries) {
      uint64_t bytes = number(offsets) >> 1;
      if (bytes > room)
        return fail("an attribute or type has " + Twine(bytes) +
                    " bytes, but only " + Twine(room) + " are left");
      room -= bytes;
      structure.maxReferences += std::min(bytes, kMaxReferencesOfEntry);
    }
  }
}

void Reader::readAttributesAndTypes(Bytes bytes, Bytes offsets) {
  structure.numAttributes = count(offsets, "attributes");
  structure.numTypes = count(offsets, "types");
  uint64_t room = bytes.rest.size();
  readEntries(offsets, structure.numAttributes, room);
  readEntries(offsets, structure.numTypes, room);
  if (!offsets.empty())
    fail("there are bytes after the sizes of attributes and types");
}

void Reader::readProperties(Bytes bytes) {
  // An empty section does not even contain their number.
  if (bytes.empty())
    return;
  numProperties = count(bytes, "properties");
  for (uint64_t i = 0; i < numProperties && isGood(); ++i)
    (void)take(bytes, number(bytes));
  if (!bytes.empty())
    fail("there are bytes after the properties");
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

void Reader::readUseLists(Bytes &bytes, uint64_t numValues) {
  uint64_t lists = numValues > 1 ? count(bytes, "use lists") : 1;
  for (uint64_t i = 0; i < lists && isGood(); ++i) {
    if (numValues > 1)
      index(bytes, numValues, "value");
    uint64_t encoded = number(bytes), uses = encoded >> 1;
    bool isOfPairs = encoded & 1;
    if (uses > bytes.rest.size() || (isOfPairs && uses % 2 != 0))
      fail("a use list has " + Twine(uses) + " entries");
    // A value has no more uses than the file has bytes.
    for (; uses != 0 && isGood(); --uses)
      index(bytes, file.size(), "use");
  }
}

void Reader::readOperation(Bytes &bytes, uint64_t numBlocks, unsigned depth) {
  index(bytes, numOpNames, "operation name");
  uint8_t parts = byte(bytes);
  index(bytes, structure.numAttributes, "attribute");
  if (parts & OpEncodingMask::kHasAttrs)
    index(bytes, structure.numAttributes, "attribute");
  if (parts & OpEncodingMask::kHasProperties)
    index(bytes, numProperties, "properties");
  uint64_t results = 0;
  if (parts & OpEncodingMask::kHasResults)
    results = count(bytes, "results");
  for (uint64_t i = 0; i < results && isGood(); ++i)
    index(bytes, structure.numTypes, "type");
  if (parts & OpEncodingMask::kHasOperands)
    for (uint64_t i = count(bytes, "operands"); i != 0 && isGood(); --i)
      (void)number(bytes);
  if (parts & OpEncodingMask::kHasSuccessors)
    for (uint64_t i = count(bytes, "successors"); i != 0 && isGood(); --i)
      index(bytes, numBlocks, "block");
  if (structure.version >= kUseListOrdering &&
      (parts & OpEncodingMask::kHasUseListOrders))
    readUseLists(bytes, results);
  if (parts & OpEncodingMask::kHasInlineRegions)
    readRegions(bytes, depth);
}

void Reader::readRegions(Bytes &bytes, unsigned depth) {
  uint64_t encoded = number(bytes), regions = encoded >> 1;
  bool isIsolated = encoded & 1;
  if (regions == 0 || !isGood())
    return;
  if (depth == kMaxDepth)
    return fail("regions are nested deeper than " + Twine(kMaxDepth));
  bool isSection = isIsolated && structure.version >= kLazyLoading;
  Bytes own = isSection ? section(bytes, Section::kIR) : Bytes();
  Bytes &inside = isSection ? own : bytes;
  if (regions > inside.rest.size())
    return fail("there are " + Twine(regions) + " regions, but only " +
                Twine(inside.rest.size()) + " bytes for them");
  for (; regions != 0 && isGood(); --regions)
    readRegion(inside, depth + 1);
}

void Reader::readBlock(Bytes &bytes, uint64_t numBlocks, unsigned depth) {
  uint64_t encoded = number(bytes), operations = encoded >> 1;
  bool hasArguments = encoded & 1;
  if (hasArguments) {
    uint64_t arguments = count(bytes, "block arguments");
    for (uint64_t i = 0; i < arguments && isGood(); ++i) {
      uint64_t type = number(bytes);
      bool hasLocation = true;
      if (structure.version >= kElideUnknownBlockArgLocation) {
        hasLocation = type & 1;
        type >>= 1;
      }
      checkIndex(type, structure.numTypes, "type");
      if (hasLocation)
        index(bytes, structure.numAttributes, "attribute");
    }
    if (structure.version >= kUseListOrdering && byte(bytes) != 0)
      readUseLists(bytes, arguments);
  }
  if (operations > bytes.rest.size())
    fail("there are " + Twine(operations) + " operations, but only " +
         Twine(bytes.rest.size()) + " bytes for them");
  for (; operations != 0 && isGood(); --operations)
    readOperation(bytes, numBlocks, depth);
}

void Reader::readRegion(Bytes &bytes, unsigned depth) {
  uint64_t blocks = count(bytes, "blocks");
  if (blocks == 0)
    return;
  (void)count(bytes, "values");
  for (uint64_t i = 0; i < blocks && isGood(); ++i)
    readBlock(bytes, blocks, depth);
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

void Reader::read() {
  Bytes bytes{file};
  if (take(bytes, kMagic.size()) != kMagic)
    fail("it does not begin with the magic number of bytecode");
  structure.version = number(bytes);
  if (structure.version > kVersion)
    fail("it has version " + Twine(structure.version) +
         " of the format; MLIR 22 reads those up to " + Twine(int(kVersion)));
  size_t producer = bytes.rest.find('\0');
  if (producer == StringRef::npos)
    fail("the name of its producer has no end");
  (void)take(bytes, producer + 1);

  std::optional<Bytes> sections[Section::kNumSections];
  while (!bytes.empty() && isGood()) {
    uint8_t id;
    Bytes contents = section(bytes, id);
    if (!isGood())
      return;
    if (sections[id])
      fail("section " + Twine(unsigned(id)) + " appears twice");
    sections[id] = contents;
  }
  for (Section::ID id :
       {Section::kString, Section::kDialect, Section::kAttrType,
        Section::kAttrTypeOffset, Section::kIR})
    if (!sections[id])
      fail("section " + Twine(unsigned(id)) + " is missing");
  if (!sections[Section::kProperties] &&
      structure.version >= kNativePropertiesEncoding)
    fail("the section for properties is missing");
  if (sections[Section::kResource].has_value() !=
      sections[Section::kResourceOffset].has_value())
    fail("one of the two sections for resources is missing");
  if (!isGood())
    return;

  readStrings(*sections[Section::kString]);
  if (sections[Section::kProperties])
    readProperties(*sections[Section::kProperties]);
  readDialects(*sections[Section::kDialect]);
  if (sections[Section::kResource])
    readResources(*sections[Section::kResource],
                  *sections[Section::kResourceOffset]);
  readAttributesAndTypes(*sections[Section::kAttrType],
                         *sections[Section::kAttrTypeOffset]);
  readBlock(*sections[Section::kIR], /*numBlocks=*/1, /*depth=*/0);
}

llvm::Expected<BytecodeStructure> tir::readBytecodeStructure(StringRef file) {
  Reader reader(file);
  reader.read();
  if (reader.fault.empty())
    return reader.structure;
  return llvm::createStringError(reader.fault);
}

void tir::limitEntriesRead(mlir::ParserConfig &config, uint64_t most) {
  auto left = std::make_shared<uint64_t>(most);
  auto begin = [left](mlir::DialectBytecodeReader &reader, StringRef,
                      auto &) -> mlir::LogicalResult {
    if (*left == 0)
      return reader.emitError("attributes or types contain each other");
    --*left;
    return mlir::success();
  };
  mlir::BytecodeReaderConfig &reader = config.getBytecodeReaderConfig();
  reader.attachAttributeCallback([begin](mlir::DialectBytecodeReader &bytes,
                                         StringRef dialect,
                                         mlir::Attribute &attribute) {
    return begin(bytes, dialect, attribute);
  });
  reader.attachTypeCallback(
      [begin](mlir::DialectBytecodeReader &bytes, StringRef dialect,
              mlir::Type &type) { return begin(bytes, dialect, type); });
}
