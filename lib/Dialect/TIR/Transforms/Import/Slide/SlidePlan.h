//===- SlidePlan.h - Which rows each call keeps and computes ---*- C++ -*-===//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_SLIDE_SLIDEPLAN_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_SLIDE_SLIDEPLAN_H

#include "SlideRules.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <vector>

namespace tir::slide {

/// Rows in ascending order that neither overlap nor touch.
class RowSet {
public:
  void add(Rows rows);
  llvm::ArrayRef<Rows> get() const { return ranges; }
  void clear() { ranges.clear(); }
  int64_t size() const;
  /// Returns the first range of these rows within `bounds`, to the last one.
  Rows getHull(Rows bounds) const;
  RowSet without(Rows rows) const;

private:
  llvm::SmallVector<Rows, 4> ranges;
};

/// A tensor that slides, or the result of an operation that ends the axis.
struct Node {
  /// Null for the input.
  mlir::Operation *op = nullptr;
  mlir::Value value;
  Rule rule;
  Track track;
  /// Whether rows of it can be asked for; otherwise it has one row, which
  /// replaces the operation's result.
  bool slides = true;
  /// How many rows it moves in each call; 0 if no row can be kept.
  int64_t hop = 0;
  /// Whether something else than a computation of one row from one row reads
  /// it.
  bool isCandidate = false;
  int64_t bytesOfRow = 0, multiplications = 0, others = 0;

  /// The rows that are needed, those that are computed, and those that are in
  /// the state when a call begins.
  RowSet needed, computed;
  Rows kept;

  int64_t keptBytes() const { return kept.size() * bytesOfRow; }
  /// The rows that are in the state for the next call, by their numbers in this
  /// one.
  Rows getNext() const { return {kept.begin + hop, kept.end + hop}; }
};

/// What a call costs.
struct Cost {
  int64_t multiplications = 0;
  /// What else is computed, such as comparisons of a pool.
  int64_t others = 0;
  /// The bytes of rows that are kept. They move in each call.
  int64_t bytes = 0;

  int64_t getWork() const { return multiplications + others + bytes / 4; }
};

/// The rows of all tensors that depend on the input.
class Plan {
public:
  /// `hop` is the number of rows of a call, along `axis` of `input`.
  Plan(mlir::func::FuncOp entry, mlir::BlockArgument input, unsigned axis,
       int64_t hop);

  /// Chooses what is kept: what saves work, in at most `bytes` bytes (0: any
  /// number).
  void choose(int64_t bytes);

  llvm::MutableArrayRef<Node> getNodes() { return nodes; }
  Node &getNode(mlir::Value value) { return nodes[indices.at(value)]; }
  /// Returns the tensor of which a cheap operator computes each row from the
  /// same row of it alone, or null.
  Node *findSimplerNode(Node &node);
  bool isTracked(mlir::Value value) const { return tracks.contains(value); }
  int64_t getHop() const { return hop; }
  int64_t getWindow() const { return nodes.front().track.rows; }
  const Cost &getCost() const { return cost; }
  /// The work of a whole window, and of new rows alone.
  Cost getWholeCost() const;
  Cost getNewCost() const;

private:
  void addInput(mlir::BlockArgument input, unsigned axis);
  void addOperation(mlir::Operation *op);
  void addWhole(mlir::Operation *op);
  void moveCandidates();
  /// Fills in the rows for the first row of each node that may be kept, which
  /// is larger than all rows if none may be.
  Cost evaluate(llvm::ArrayRef<int64_t> first);
  void keepRows(Node &node, int64_t first);
  void dropUseless();
  bool makeSmaller(int64_t enough);
  void keepLimit(int64_t bytes);
  void useRoom(int64_t bytes);

  int64_t hop;
  std::vector<Node> nodes;
  llvm::DenseMap<mlir::Value, unsigned> indices;
  Tracks tracks;
  /// Values that are the same in each call.
  llvm::DenseSet<mlir::Value> constants;
  /// Tensors of which something needs all rows.
  llvm::SmallVector<unsigned> wholes;
  llvm::SmallVector<int64_t> choice;
  Cost cost;
};

} // namespace tir::slide

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_SLIDE_SLIDEPLAN_H
