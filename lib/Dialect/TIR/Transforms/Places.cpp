//===- Places.cpp - Where in the source model something came from
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Places.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

static constexpr size_t kMaxLength = 48;

static StringRef findName(Location location) {
  if (auto name = dyn_cast<NameLoc>(location))
    return name.getName().getValue();
  if (auto fused = dyn_cast<FusedLoc>(location))
    for (Location part : fused.getLocations())
      if (StringRef name = findName(part); !name.empty())
        return name;
  if (auto call = dyn_cast<CallSiteLoc>(location))
    return findName(call.getCallee());
  return {};
}

/// Drops the file from `file:kind#ordinal`, the form of the names that the
/// phase `import` gives.
static StringRef dropFile(StringRef name) {
  auto [head, ordinal] = name.rsplit('#');
  if (ordinal.empty() || !llvm::all_of(ordinal, llvm::isDigit))
    return name;
  size_t colon = head.rfind(':');
  return colon == StringRef::npos ? name : name.substr(colon + 1);
}

std::string tir::getPlace(Location location) {
  // Converters join the names of all layers that became one operation.
  std::string place = dropFile(findName(location)).split(';').first.str();
  for (char &c : place)
    if (!llvm::isPrint(c))
      c = '?';
  if (place.size() > kMaxLength)
    place = "..." + place.substr(place.size() - (kMaxLength - 3));
  return place;
}

std::string tir::placeToIdentifier(StringRef place) {
  std::string identifier;
  for (char c : place) {
    if (llvm::isAlnum(c))
      identifier += c;
    else if (!identifier.empty() && identifier.back() != '_')
      identifier += '_';
  }
  while (!identifier.empty() && identifier.back() == '_')
    identifier.pop_back();
  return identifier.empty() ? "kernel" : identifier;
}
