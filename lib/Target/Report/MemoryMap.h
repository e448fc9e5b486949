//===- MemoryMap.h - What memory holds at each step, drawn
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_REPORT_MEMORYMAP_H
#define TIR_LIB_TARGET_REPORT_MEMORYMAP_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace tir::report {

/// A buffer within a drawing.
struct Rectangle {
  std::string name, pool;
  /// From the beginning of the drawing; `base` of it lies in front of the
  /// buffer's pool.
  int64_t offset, base, bytes;
  /// Steps, both included.
  int64_t first, last;
};

/// A figure with an SVG: steps to the right, bytes upwards. Steps are given in
/// parts of the width, so that it stretches to what room there is.
class Drawing {
public:
  /// `height` pixels stand for `total` bytes; no step is marked where `peak` is
  /// negative. There is at least one step.
  Drawing(int64_t numSteps, int64_t peak, int64_t total, int height);

  void addBuffer(const Rectangle &buffer);
  void addBar(int64_t step, int64_t bytes, llvm::StringRef name);
  void addLowerBound(int64_t bytes);
  /// Under the numbers of the steps.
  void addLoop(int64_t first, int64_t last);

  /// `caption` is HTML, `label` is text for those who do not see the drawing.
  std::string finish(const std::string &caption, const std::string &label);

private:
  void drawBytes();
  void drawSteps();
  std::string percent(double steps) const;
  double y(int64_t bytes) const;

  int64_t numSteps, peak, total;
  int height, width;
  int numBuffers = 0;
  std::string axis, area;
};

} // namespace tir::report

#endif // TIR_LIB_TARGET_REPORT_MEMORYMAP_H
