"""What a static build contains of others: Debian's packages, their versions and licences."""

import hashlib
import json
import pathlib
import subprocess

# The packages whose archives may become part of tirc. Another one is an error: look up its licence first.
_LICENCES = {
    "llvm-22-dev": ("LLVM", "Apache-2.0 WITH LLVM-exception"),
    "libmlir-22-dev": ("MLIR", "Apache-2.0 WITH LLVM-exception"),
    "libstdc++-12-dev": ("libstdc++", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    "libgcc-12-dev": ("libgcc", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    "libc6-dev": ("glibc (libc_nonshared.a)", "LGPL-2.1-or-later WITH GNU-linking-exception"),
    "libtomlplusplus-dev": ("toml++", "MIT"),
    "libzstd-dev": ("Zstandard", "BSD-3-Clause"),
    "zlib1g-dev": ("zlib", "Zlib"),
}

# Those that have only headers, if they are there.
_HEADERS = {"libtomlplusplus-dev": pathlib.Path("/usr/include/toml++/toml.h")}


class PackageError(Exception):
    """Why there is no package, and what to do."""


def _archives(build):
    """The archives of which the linker took something, from its own list."""
    table = build / "extracted.tsv"
    if not table.exists():
        raise PackageError(f"{table} does not exist; expected that the linker writes it: remove {build} and try again")
    archives = set()
    for line in table.read_text(errors="replace").splitlines()[1:]:
        extracted = line.split("\t")[1]
        if extracted.endswith(")"):
            archives.add(pathlib.Path(extracted[: extracted.rindex("(")]).resolve())
    # All of these are taken, so that nothing refers to them first.
    archives.update(pathlib.Path("/usr/lib/llvm-22/lib").resolve().glob("libMLIRCAPIIR.a"))
    return sorted(archives)


def _by_package(archives):
    """The archives of each Debian package."""
    # One call reads the package manager's lists once.
    done = subprocess.run(["dpkg", "-S", *archives], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise PackageError(f"tirc links archives that no Debian package has; expected archives of packages only:\n"
                           f"{done.stderr}")
    found = {}
    for line in done.stdout.splitlines():
        owner, _, path = line.partition(": ")
        found.setdefault(owner.partition(":")[0], []).append(pathlib.Path(path))
    return found


def _version(package):
    return subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True,
                          check=True).stdout


def describe(build, folder):
    """Writes linked.json and the licences to `folder`. Returns the rows of linked.json."""
    rows = []
    folder.mkdir(parents=True, exist_ok=True)
    packages = _by_package(_archives(build)) | {package: [] for package, header in _HEADERS.items() if header.exists()}
    for package, archives in sorted(packages.items()):
        if package not in _LICENCES:
            raise PackageError(f"tirc links {archives[0]} of the package {package}, whose licence is not in "
                               f"{__file__}; look it up in /usr/share/doc/{package}/copyright and add it")
        name, licence = _LICENCES[package]
        text = pathlib.Path(f"/usr/share/doc/{package}/copyright").read_bytes()
        (folder / f"{package}.txt").write_bytes(text)
        rows.append({"name": name, "version": _version(package), "licence": licence, "debian_package": package,
                     "licence_file": f"{package}.txt", "licence_sha256": hashlib.sha256(text).hexdigest(),
                     "archives": sorted(archive.name for archive in archives)})
    (folder / "linked.json").write_text(json.dumps(rows, indent=1) + "\n")
    return rows
