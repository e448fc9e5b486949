//===- MemoryMap.h - Drawings of the memory at each step
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
  /// What the drawing calls it: its key, and its short name if that fits.
  std::string key, label;
  /// The offset is from the beginning of the drawing. Of that, `base` bytes lie
  /// before the buffer's pool.
  int64_t offset, base, bytes;
  /// The first and last step.
  int64_t first, last;
  /// The names of the buffers that it is written over, with commas between
  /// them.
  std::string over;
};

/// A figure with an SVG: steps go to the right, bytes upwards. Horizontal
/// positions are percentages, so that the drawing stretches to the available
/// width.
class Drawing {
public:
  /// `height` pixels represent `total` bytes. `peak` is the step to mark; a
  /// negative one marks none. There must be at least one step.
  Drawing(int64_t numSteps, int64_t peak, int64_t total, int height);

  void addBuffer(const Rectangle &buffer);
  void addBar(int64_t step, int64_t bytes, llvm::StringRef name);
  void addLowerBound(int64_t bytes);
  /// Draws a bar for a loop under the numbers of the steps.
  void addLoop(int64_t first, int64_t last);

  /// Returns the figure. `caption` is HTML; `label` is text for those who do
  /// not see the drawing.
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
