"""Fresh root file systems of Debian 12, in which packages are installed as on a user's machine."""

import os
import shutil
import subprocess
import threading

from runner import Failure, Skip
from toolchain import run

# What the package manager itself writes, also for packages that are gone.
_BOOKKEEPING = ("var/lib/dpkg/", "var/lib/apt/", "var/cache/", "var/log/", "etc/ld.so.cache", "tmp/", "root/",
                "var/lib/systemd/")
_guard = threading.Lock()


class Root:
    """One root file system."""

    def __init__(self, folder):
        self.folder = folder

    def run(self, *command, timeout=900):
        """Runs a command in it, with a clean environment."""
        environment = ["/usr/bin/env", "-i", "--chdir=/root", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root",
                       "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive"]
        # The dynamic loader needs /proc to find libraries next to a program. The mount ends with the command.
        inside = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"'
        return run("unshare", "--mount", "sh", "-c", inside, self.folder, *environment, *command, timeout=timeout)

    def copy(self, *files):
        """Copies files of this machine to /root."""
        for file in files:
            shutil.copy(file, self.folder / "root")

    def files(self):
        """All files and links, without those that the package manager keeps."""
        found = set()
        for folder, folders, names in os.walk(self.folder):
            inside = os.path.relpath(folder, self.folder)
            found.update(os.path.normpath(os.path.join(inside, name)) for name in [*folders, *names])
        return {name for name in found if not f"{name}/".startswith(_BOOKKEEPING)}


def _sources():
    """Where this machine gets Debian 12 and its updates: rows of a mirror, a release and a component."""
    printed = run("apt-get", "indextargets", "--format", "$(REPO_URI) $(RELEASE) $(COMPONENT)", "Created-By: Packages")
    rows = sorted({tuple(line.split()) for line in printed.splitlines()})
    rows = [row for row in rows if row[1].startswith("bookworm") and row[2] == "main"]
    if not any(release == "bookworm" for _, release, _ in rows):
        raise Skip("apt knows no mirror of Debian 12")
    return rows


def _base(compiler):
    """A Debian with Python only, made once."""
    folder = compiler.folder("packaging/roots") / "base"
    with _guard:
        if not (folder / "usr" / "bin" / "python3").exists():
            shutil.rmtree(folder, ignore_errors=True)
            sources = _sources()
            mirror = next(uri for uri, release, _ in sources if release == "bookworm")
            done = subprocess.run(["debootstrap", "--variant=minbase", "--include=python3,python3-venv,ca-certificates",
                                   "bookworm", folder, mirror], capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise Skip(f"debootstrap makes no root file system: {done.stdout.strip()[-300:]}")
            (folder / "etc" / "apt" / "sources.list").write_text("".join(f"deb {' '.join(row)}\n" for row in sources))
            # Not the folders of the machine: a test sees only what is in the root.
            if shutil.which("clang-22", path=str(folder / "usr" / "bin")) or list(folder.rglob("libLLVM*")):
                raise Failure(f"{folder} has LLVM before anything is installed")
    return folder


def fresh(compiler, name):
    """Returns a fresh root file system of its own."""
    if os.geteuid() != 0:
        raise Skip("only root can make a root file system and run programs in it")
    if not shutil.which("debootstrap"):
        raise Skip("there is no debootstrap (apt-get install debootstrap)")
    base = _base(compiler)
    folder = compiler.folder("packaging/roots") / name
    shutil.rmtree(folder, ignore_errors=True)
    run("cp", "-a", "--reflink=auto", base, folder)
    return Root(folder)
