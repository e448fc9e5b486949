//===- LayerNames.cpp - Places in the source model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/LayerNames.h"

#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Support/Escape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tir;

static constexpr size_t kMaxLength = 48;

static NameLoc findName(Location location) {
  if (auto name = dyn_cast<NameLoc>(location))
    return name.getName().empty() ? NameLoc() : name;
  if (auto fused = dyn_cast<FusedLoc>(location))
    for (Location part : fused.getLocations())
      if (NameLoc name = findName(part))
        return name;
  if (auto call = dyn_cast<CallSiteLoc>(location))
    return findName(call.getCallee());
  return {};
}

StringRef tir::getKindAndOrdinal(NameLoc location) {
  StringRef name = location.getName();
  auto [head, ordinal] = name.rsplit('#');
  size_t colon = head.rfind(':');
  if (ordinal.empty() || !llvm::all_of(ordinal, llvm::isDigit) ||
      colon == StringRef::npos)
    return {};
  return name.substr(colon + 1);
}

/// Returns the first and the last bytes of a text, in whole characters; "..."
/// stands for those between. Names begin with the part of the network and end
/// with the layer.
static std::string cutMiddle(std::string text, size_t size) {
  if (text.size() <= size)
    return text;
  auto isInside = [&](size_t at) {
    return at < text.size() && (text[at] & 0xC0) == 0x80;
  };
  size_t head = (size - 3) / 3, tail = text.size() - (size - 3 - head);
  while (isInside(head))
    --head;
  while (isInside(tail))
    ++tail;
  return text.substr(0, head) + "..." + text.substr(tail);
}

std::string tir::getLayerName(Location location) {
  NameLoc name = findName(location);
  if (!name)
    return "";
  if (StringRef kind = getKindAndOrdinal(name); !kind.empty())
    return cutMiddle(makeVisible(kind), kMaxLength);
  // Converters join the names of all layers that were fused into one operation,
  // and give all operations of a layer its name.
  std::string place = makeVisible(name.getName().strref().split(';').first);
  llvm::replace(place, '\n', ' ');
  std::string kind;
  if (auto ours = dyn_cast<NameLoc>(name.getChildLoc()))
    if (StringRef text = getKindAndOrdinal(ours); !text.empty())
      kind = (" (" + text + ")").str();
  size_t room = kMaxLength - std::min(kMaxLength / 2, kind.size());
  return cutMiddle(place, room) + kind;
}

std::string tir::layerNameToIdentifier(StringRef place) {
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

std::string tir::getStepName(BufferCallOpInterface call) {
  if (LayerAttr layer = getCallParts(call).layer)
    return layerNameToIdentifier(layer.getPlace());
  return call.getCalleeName().str();
}
