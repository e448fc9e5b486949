//===- Board.cpp - Boards that QEMU emulates
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Board.h"

#include "tir/Check/Emulation.h"
#include "tir/TargetInfo/ResolvedTarget.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;
using namespace tir;

static constexpr StringLiteral kEmulator = "qemu-system-arm";
/// What the programs print, and the program for the board.
static constexpr StringLiteral kLog = "log", kProgram = "program.elf";

//===----------------------------------------------------------------------===//
// The boards
//===----------------------------------------------------------------------===//

static constexpr uint32_t kK = 1 << 10, kM = 1 << 20;

static constexpr BoardMemory makeCode(uint32_t origin, uint32_t bytes) {
  return {"FLASH", origin, bytes};
}
static constexpr BoardMemory makeData(uint32_t origin, uint32_t bytes) {
  return {"RAM", origin, bytes};
}
static constexpr BoardMemory makeExternal(uint32_t origin) {
  return {"EXTERNAL", origin, 16 * kM};
}

static constexpr Board kBoards[] = {
    // It runs code for a Cortex-M0, too, of which QEMU has no large board.
    {"mps2-an385", "Cortex-M3", makeCode(0, 4 * kM),
     makeData(0x20000000, 4 * kM), makeExternal(0x21000000)},
    {"mps2-an386", "Cortex-M4", makeCode(0, 4 * kM),
     makeData(0x20000000, 4 * kM), makeExternal(0x21000000)},
    {"mps2-an500", "Cortex-M7", makeCode(0, 4 * kM),
     makeData(0x20000000, 4 * kM), makeExternal(0x60000000)},
    {"mps2-an505", "Cortex-M33", makeCode(0x10000000, 4 * kM),
     makeData(0x38000000, 4 * kM), makeExternal(0x80000000)},
    {"mps3-an547", "Cortex-M55", makeCode(0, 512 * kK),
     makeData(0x21000000, 4 * kM), makeExternal(0x60000000)}};

static const Board *findMachine(StringRef machine) {
  return find_if(kBoards,
                 [&](const Board &board) { return board.machine == machine; });
}

const Board *tir::findBoard(const TargetOptions &target) {
  ResolvedTarget resolved = resolveTarget(target);
  if (!resolved.isArm32() || !resolved.isBareMetal())
    return nullptr;
  switch (resolved.triple.getSubArch()) {
  case Triple::ARMSubArch_v6m:
  case Triple::ARMSubArch_v7m:
    return findMachine("mps2-an385");
  case Triple::ARMSubArch_v7em:
    return findMachine(resolved.hasFeature("fp64") ? "mps2-an500"
                                                   : "mps2-an386");
  case Triple::ARMSubArch_v8m_baseline:
  case Triple::ARMSubArch_v8m_mainline:
    return findMachine("mps2-an505");
  case Triple::ARMSubArch_v8_1m_mainline:
    return findMachine("mps3-an547");
  default:
    return nullptr;
  }
}

/// Returns the words of a command.
static std::vector<std::string> splitCommand(StringRef text) {
  BumpPtrAllocator memory;
  StringSaver saver(memory);
  SmallVector<const char *> words;
  cl::TokenizeGNUCommandLine(text, saver, words);
  return {words.begin(), words.end()};
}

std::string tir::whyNotEmulated(const TargetOptions &target,
                                StringRef compiler) {
  if (!findBoard(target))
    return formatv("no board that tirc emulates has the target's processor "
                   "({0}); expected a Cortex-M, such as --target=cortex-m4, or "
                   "--check=fast",
                   resolveTarget(target).triple.str());
  if (sys::IsBigEndianHost)
    return "this machine is big-endian, and the board is not; expected "
           "--check=fast";
  std::vector<std::string> words = splitCommand(compiler);
  if (words.empty())
    return "there is no compiler; expected a command, such as "
           "--check-compiler=arm-none-eabi-gcc";
  SmallVector<std::string> absent, packages;
  auto find = [&](StringRef program, StringRef package) {
    if (sys::findProgramByName(program))
      return;
    absent.push_back(("'" + program + "'").str());
    if (!package.empty())
      packages.push_back(package.str());
  };
  find(kEmulator, "qemu-system-arm");
  find(words.front(), words.front() == kEmulatorCompiler
                          ? "gcc-arm-none-eabi libnewlib-arm-none-eabi"
                          : "");
  if (absent.empty())
    return "";
  std::string text = join(absent, " and ") +
                     (absent.size() == 1 ? " is" : " are") + " missing";
  if (!packages.empty())
    text +=
        "; install them on Debian with: apt-get install " + join(packages, " ");
  return text + (packages.empty() ? "; expected" : ", or compile with") +
         " --check-compiler=COMMAND or --check=fast";
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

namespace {
struct EmbeddedFile {
  StringLiteral name, text;
};
} // namespace

static constexpr EmbeddedFile kFiles[] = {
#include "BoardFiles.inc"
#include "BoardProgram.inc"
};

/// Returns the linker script of `board`: the sections are the same on each.
static std::string makeLinkerScript(const Board &board, StringRef script) {
  std::string text = "MEMORY {\n";
  for (const BoardMemory &memory : {board.code, board.data, board.external})
    text += formatv("  {0} (rwx) : ORIGIN = {1:x}, LENGTH = {2}\n",
                    memory.region, memory.origin, memory.bytes);
  return text + "}\n\n" + script.substr(script.find("ENTRY(")).str();
}

BoardPrograms::BoardPrograms(const Board &board, const TargetOptions &target,
                             StringRef compiler, StringRef folder)
    : board(&board), compilerFlags(tir::compilerFlags(target)),
      command(splitCommand(compiler)), folder(folder) {}

BoardPrograms::BoardPrograms(BoardPrograms &&other)
    : board(other.board), compilerFlags(std::move(other.compilerFlags)),
      command(std::move(other.command)),
      folder(std::exchange(other.folder, "")),
      compilerVersion(std::move(other.compilerVersion)),
      emulatorVersion(std::move(other.emulatorVersion)) {}

BoardPrograms::~BoardPrograms() {
  if (!folder.empty())
    sys::fs::remove_directories(folder);
}

std::string BoardPrograms::getPath(StringRef name) const {
  SmallString<128> path(folder);
  sys::path::append(path, name);
  return path.str().str();
}

Error BoardPrograms::write(StringRef name, StringRef contents) const {
  std::error_code code;
  raw_fd_ostream os(getPath(name), code);
  if (!code) {
    os << contents;
    os.close();
    code = os.error();
    os.clear_error();
  }
  return code ? createFileError(getPath(name), code) : Error::success();
}

Expected<std::string> BoardPrograms::read(StringRef name) const {
  auto buffer = MemoryBuffer::getFile(getPath(name), /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!buffer)
    return createFileError(getPath(name), buffer.getError());
  return (*buffer)->getBuffer().str();
}

/// Runs a program, and returns its exit code. What it prints is in the file
/// `log`.
static int runProgram(ArrayRef<std::string> command, StringRef log,
                      unsigned seconds, bool &isTooLong) {
  auto program = sys::findProgramByName(command.front());
  if (!program)
    return -1;
  // Output would only overwrite the beginning of a longer file.
  sys::fs::remove(log);
  SmallVector<StringRef> words(command.begin(), command.end());
  std::string problem;
  int code = sys::ExecuteAndWait(*program, words, /*Env=*/std::nullopt,
                                 {StringRef(""), log, log}, seconds,
                                 /*MemoryLimit=*/0, &problem);
  isTooLong = code == -2 && seconds != 0;
  return code;
}

Expected<BoardPrograms> BoardPrograms::create(const TargetOptions &target,
                                              StringRef compiler) {
  SmallString<128> folder;
  if (std::error_code code = sys::fs::createUniqueDirectory("tirc", folder))
    return createStringError(code, "cannot create a temporary folder");
  BoardPrograms made(*findBoard(target), target, compiler, folder);
  for (const EmbeddedFile &file : kFiles)
    if (Error error =
            made.write(file.name, file.name.ends_with(".ld")
                                      ? makeLinkerScript(*made.board, file.text)
                                      : file.text.str()))
      return std::move(error);
  auto ask = [&](std::string program, std::string &version) -> Error {
    bool isTooLong;
    runProgram({program, "--version"}, made.getPath(kLog), /*seconds=*/60,
               isTooLong);
    Expected<std::string> printed = made.read(kLog);
    if (!printed)
      return printed.takeError();
    version = StringRef(*printed).split('\n').first.trim().str();
    return Error::success();
  };
  if (Error error = ask(made.command.front(), made.compilerVersion))
    return std::move(error);
  if (Error error = ask(kEmulator.str(), made.emulatorVersion))
    return std::move(error);
  return made;
}

/// Returns what does not fit into the board's memory, or "".
static std::string findOverflow(StringRef printed, const Board &board) {
  for (const BoardMemory &memory : {board.code, board.data, board.external}) {
    std::string head = ("region `" + memory.region + "' overflowed by ").str();
    size_t at = printed.find(head);
    uint64_t bytes;
    if (at == StringRef::npos ||
        printed.substr(at + head.size()).consumeInteger(10, bytes))
      continue;
    return formatv("the program needs {0} bytes of {1}, and the emulated board "
                   "{2} has {3}",
                   memory.bytes + bytes, memory.region, board.machine,
                   memory.bytes);
  }
  return "";
}

Error BoardPrograms::build(ArrayRef<std::string> files) const {
  std::vector<std::string> words = {command.front()};
  append_range(words, compilerFlags);
  append_range(words, ArrayRef<StringRef>{"-std=c99", "-O2"});
  append_range(words, ArrayRef(command).drop_front());
  append_range(words, ArrayRef<std::string>{"-I", folder, getPath("startup.c"),
                                            getPath("board.c")});
  for (const std::string &file : files)
    words.push_back(getPath(file));
  append_range(words, ArrayRef<std::string>{
                          "-nostartfiles", "--specs=nano.specs", "-T",
                          getPath("mps2-an386.ld"), "-Wl,--gc-sections", "-lm",
                          "-o", getPath(kProgram)});
  bool isTooLong;
  if (runProgram(words, getPath(kLog), /*seconds=*/0, isTooLong) == 0)
    return Error::success();
  Expected<std::string> printed = read(kLog);
  if (!printed)
    return printed.takeError();
  if (std::string overflow = findOverflow(*printed, *board); !overflow.empty())
    return createStringError(overflow);
  return createStringError("'" + join(words, " ") +
                           "' failed: " + StringRef(*printed).trim());
}

Expected<std::string> BoardPrograms::run(unsigned seconds) const {
  bool isTooLong;
  runProgram({kEmulator.str(), "-M", board->machine.str(), "-display", "none",
              "-monitor", "none", "-serial", "none", "-semihosting-config",
              "enable=on,target=native", "-kernel", getPath(kProgram)},
             getPath(kLog), seconds, isTooLong);
  if (isTooLong)
    return createStringError(
        "the program did not end within " + Twine(seconds) +
        " seconds on the emulated board " + board->machine);
  return read(kLog);
}
