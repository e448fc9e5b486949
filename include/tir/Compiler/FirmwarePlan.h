//===- FirmwarePlan.h - Which models of a program may run at the same time
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a file of --firmware says, with the places where it says it, and what
// follows from it. Does not depend on the form of the file.
//
//===----------------------------------------------------------------------===//

#ifndef TIR_COMPILER_FIRMWAREPLAN_H
#define TIR_COMPILER_FIRMWAREPLAN_H

#include "mlir/IR/Diagnostics.h"
#include <optional>
#include <string>
#include <vector>

namespace tir {

/// A place in the plan's file, counted from 1.
struct PlanPlaceInFile {
  unsigned line = 0, column = 0;
};

/// A text of the file.
struct PlacedText {
  std::string text;
  PlanPlaceInFile at;
};

/// A model of the program.
struct FirmwareModel {
  PlacedText name;
  /// The file that it is read from, if it has another name than the model.
  std::optional<PlacedText> file;
  /// Whether the application can run it in short steps.
  bool hasSteps = false;
  /// Whether the firmware has its variables, so that they live on from run to
  /// run, instead of the application.
  bool keepsState = false;
  /// The pools for its buffers; empty for all.
  std::vector<PlacedText> pools;
};

/// Memory of the chip.
struct FirmwarePool {
  PlacedText name;
  uint64_t bytes = 0;
  uint64_t alignment = 0;
  std::string section;
};

/// Where one model may interrupt another.
enum class InterruptAt { AnyTime, BetweenSteps, Never };

/// The model `by` may begin while one of `models` runs, but not the other way
/// round.
struct InterruptRule {
  PlacedText by;
  std::vector<PlacedText> models;
  InterruptAt at = InterruptAt::AnyTime;
  PlanPlaceInFile place;
};

/// Models that run at the same time, or of which one runs at a time.
struct GroupRule {
  std::vector<PlacedText> models;
  bool isTogether = false;
  PlanPlaceInFile place;
};

/// An output that is an input of another model, as `model.tensor`.
struct PassRule {
  PlacedText from, to;
  PlanPlaceInFile place;
};

struct FirmwarePlan {
  /// The file, for errors.
  std::string file;
  /// The name of the firmware in C.
  PlacedText name;
  std::vector<FirmwareModel> models;
  std::vector<FirmwarePool> pools;
  std::vector<InterruptRule> interrupts;
  std::vector<GroupRule> groups;
  std::vector<PassRule> passes;
};

/// What two models are to each other.
enum class Relation {
  /// One of them runs at a time.
  Excludes,
  /// Both may run, whichever began first.
  Together,
  /// The first may begin while the second runs.
  Interrupts,
  /// The first may begin while the second is between two of its steps.
  InterruptsBetweenSteps,
  /// The second may interrupt the first.
  IsInterrupted,
  IsInterruptedBetweenSteps
};

/// The rules of a plan, which contradict neither each other nor what is there.
class FirmwareRules {
public:
  /// Emits an error at a place of the plan's file.
  using EmitErrorFn =
      llvm::function_ref<mlir::InFlightDiagnostic(PlanPlaceInFile)>;

  /// Reads the rules about `models`, in whose order the numbers of models are.
  static mlir::FailureOr<FirmwareRules> make(const FirmwarePlan &plan,
                                             llvm::ArrayRef<std::string> models,
                                             mlir::MLIRContext &context);

  Relation get(unsigned one, unsigned other) const {
    return relations[one][other];
  }

private:
  std::vector<std::vector<Relation>> relations;
};

/// Returns a location in the plan's file.
mlir::Location getLocation(mlir::MLIRContext &context, const FirmwarePlan &plan,
                           PlanPlaceInFile place);

} // namespace tir

#endif // TIR_COMPILER_FIRMWAREPLAN_H
