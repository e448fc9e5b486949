"""An installed tirc in a shell: man pages, and the completion of options in bash, zsh and fish."""

import os
import pty
import select
import shutil
import subprocess
import time

import installed
from runner import Failure, Skip, Test
from toolchain import run

# What is typed before Tab, and the arguments that the command then gets.
_COMPLETIONS = {
    "option": ("tirc --model-n", "--model-name="),
    "flag": ("tirc --explain-m", "--explain-memory"),
    "value": ("tirc --rows=m", "--rows=min-ram"),
    "separate-value": ("tirc --plan pa", "--plan packed"),
    "list": ("tirc --emit=c,ht", "--emit=c,html"),
    "level": ("tirc -O", "-O0 -O1 -O2 -O3"),
    "folder": ("tirc -o fold", "-o folder/"),
    "model": ("tirc --quiet net", "--quiet network.mlirbc"),
    "file": ("tirc --trace=net", "--trace=network.mlirbc"),
}
# fish leaves the '=' to the person who types, and zsh takes it and the '/' away again if nothing follows.
_OTHERWISE = {"bash": {}, "zsh": {"option": "--model-name", "folder": "-o folder"}, "fish": {"option": "--model-name"}}
_SECONDS = 30


def _find(program, package=None):
    found = shutil.which(program)
    if not found:
        raise Skip(f"{program} is not installed: install {package or program}")
    return found


def _folder(compiler, name):
    folder = compiler.folder(f"shell/{name}")
    (folder / "network.mlirbc").touch()
    (folder / "folder").mkdir(exist_ok=True)
    return folder


class _Terminal:
    """A shell that a person types into."""

    def __init__(self, folder, *command):
        self._process, self._terminal = pty.fork()
        if self._process == 0:
            os.chdir(folder)
            os.environ |= {"TERM": "dumb", "HOME": str(folder), "PS1": "", "LC_ALL": "C.UTF-8"}
            os.execv(command[0], command)
        self._shown = ""

    def type(self, text):
        os.write(self._terminal, text.encode())

    def wait_for(self, text, seconds=_SECONDS):
        """Returns what was shown since the last call, up to `text`."""
        end = time.monotonic() + seconds
        while text not in self._shown:
            if not select.select([self._terminal], [], [], max(0, end - time.monotonic()))[0]:
                raise Failure(f"the shell did not print '{text}', but\n{self._shown}")
            self._shown += os.read(self._terminal, 4096).decode(errors="replace")
        before, _, self._shown = self._shown.partition(text)
        return before

    def close(self):
        os.close(self._terminal)
        os.waitpid(self._process, 0)


def _type_into(terminal, setup, cases):
    """Presses Tab and Return after each text, and returns the arguments that a function `tirc` then gets."""
    # The quotes keep the echo of this line apart from what it prints.
    terminal.type(f"""{setup}; tirc() {{ printf '<%s' "$*"; echo '>'; }}; echo rea'dy'\n""")
    terminal.wait_for("ready")
    got = {}
    for name, (typed, _) in cases.items():
        terminal.type(f"{typed}\t\n")
        terminal.wait_for("<")
        got[name] = terminal.wait_for(">").strip()
    terminal.type("exit\n")
    return got


def _complete_in(compiler, shell):
    program = _find(shell)
    prefix = installed.of(compiler).prefix() / "share"
    folder = _folder(compiler, shell)
    # One candidate must be left for a person who presses Tab once.
    cases = {name: case for name, case in _COMPLETIONS.items() if name != "level" or shell == "fish"}
    if shell == "fish":
        file = prefix / "fish" / "vendor_completions.d" / "tirc.fish"
        got = {}
        for name, (typed, _) in cases.items():
            listed = run(program, "--no-config", "-c", f"source '{file}'; complete -C '{typed}'", cwd=folder,
                         env={"HOME": folder})
            words = typed.split()[1:-1]
            got[name] = " ".join([*words, *(line.split("\t")[0] for line in listed.splitlines())])
    else:
        options, setup = {
            "bash": (("--norc", "--noprofile", "-i"),
                     f"source '{prefix / 'bash-completion' / 'completions' / 'tirc'}'"),
            "zsh": (("-f", "-i"), f"fpath=('{prefix / 'zsh' / 'site-functions'}' $fpath); "
                                  "autoload -Uz compinit; compinit -u -D"),
        }[shell]
        terminal = _Terminal(folder, program, *options)
        got = _type_into(terminal, setup, cases)
        terminal.close()
    wanted = {name: after for name, (_, after) in cases.items()} | _OTHERWISE[shell]
    if got != wanted:
        raise Failure("\n".join(f"{name}: {cases[name][0]}<Tab> gives '{got[name]}', expected '{wanted[name]}'"
                                for name in cases if got[name] != wanted[name]))


# For each page, a line of its synopsis and a title with the words that follow it.
_PAGES = {
    "tirc": ("tirc [options] MODEL -o DIR", "--ram=BYTES Most bytes of RAM"),
    "tir-opt": ("tir-opt [options] [FILE]", "--tir-plan-memory"),
    "tir-translate": ("tir-translate [options] [FILE]", "--tir-to-c Write the C file"),
}


def _man_page(compiler, page):
    man = _find("man", "man-db")
    pages = installed.of(compiler).prefix() / "share" / "man"
    done = subprocess.run([man, "--warnings", "-E", "UTF-8", "-M", pages, page], capture_output=True, text=True,
                          env=os.environ | {"MANWIDTH": "100", "LC_ALL": "C.UTF-8", "MANPAGER": "cat"}, check=False)
    # Without a terminal, troff does not know its width and says so.
    if done.returncode != 0 or done.stderr:
        raise Failure(f"man {page} ends with {done.returncode} and prints\n{done.stderr}")
    shown = " ".join(done.stdout.split())
    for wanted in _PAGES[page]:
        if wanted not in shown:
            raise Failure(f"man {page} does not show '{wanted}', but\n{done.stdout[:3000]}")


def tests(compiler):
    for shell in ("bash", "zsh", "fish"):
        yield Test(f"shell/completion/{shell}", lambda s=shell: _complete_in(compiler, s), fast=True)
    for page in _PAGES:
        yield Test(f"shell/man/{page}", lambda p=page: _man_page(compiler, p))
