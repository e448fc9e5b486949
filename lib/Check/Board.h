//===- Board.h - Boards that QEMU emulates
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CHECK_BOARD_H
#define TIR_LIB_CHECK_BOARD_H

#include "tir/TargetInfo/TargetOptions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace tir {

/// A program, and the packages of Debian that it and its files are in.
struct PackagedProgram {
  llvm::StringLiteral name, packages;
};

/// Memory of a board.
struct BoardMemory {
  /// The name of the region in the linker script.
  llvm::StringLiteral region;
  uint32_t origin, bytes;
};

/// A machine of QEMU, or Linux on the processor that it emulates.
struct Board {
  llvm::StringLiteral machine, core;
  PackagedProgram emulator, compiler;
  /// Empty if the C library has a start of its own.
  llvm::ArrayRef<BoardMemory> memory;
  /// How programs are linked, and how the emulator runs them; `$` stands for
  /// the folder.
  llvm::ArrayRef<llvm::StringLiteral> link, run;
};

/// Returns the board that executes the instructions of the target, or null.
const Board *findBoard(const TargetOptions &target);

/// Programs for a board, in a temporary folder that is removed at the end.
class BoardPrograms {
public:
  /// `compiler` is a command, or empty for the usual one. The error is a
  /// sentence.
  static llvm::Expected<BoardPrograms> create(const TargetOptions &target,
                                              llvm::StringRef compiler);
  BoardPrograms(BoardPrograms &&other);
  ~BoardPrograms();

  const Board &getBoard() const { return *board; }
  /// The first lines that the compiler and the emulator print for `--version`.
  llvm::StringRef getCompilerVersion() const { return compilerVersion; }
  llvm::StringRef getEmulatorVersion() const { return emulatorVersion; }

  /// Returns the path of a file in the folder.
  std::string getPath(llvm::StringRef name) const;
  llvm::Error write(llvm::StringRef name, llvm::StringRef contents) const;
  llvm::Expected<std::string> read(llvm::StringRef name) const;

  /// Compiles board.c with these files of the folder, and links them.
  llvm::Error build(llvm::ArrayRef<std::string> files) const;

  /// Runs what was built. Returns what it printed.
  llvm::Expected<std::string> run(unsigned seconds) const;

private:
  BoardPrograms(const Board &board, const TargetOptions &target,
                llvm::StringRef compiler, llvm::StringRef folder);

  const Board *board;
  std::vector<std::string>
  fill(llvm::ArrayRef<llvm::StringLiteral> words) const;

  std::vector<std::string> compilerFlags, command;
  std::string folder, compilerVersion, emulatorVersion;
};

} // namespace tir

#endif // TIR_LIB_CHECK_BOARD_H
