"""Wheels for Python: one for 3.11, and one for the stable ABI from 3.12."""

import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

from packaged.builds import REPO, run
from packaged.linked import PackageError

_FIRST_STABLE = (3, 12)  # nanobind's lower limit


def _facts(python):
    """The version of an interpreter, and whether its headers are there; None if it does not run."""
    script = ("import json, os, sys, sysconfig; print(json.dumps([sys.version_info[:2], "
              "os.path.exists(os.path.join(sysconfig.get_path('include'), 'Python.h'))]))")
    done = subprocess.run([python, "-c", script], capture_output=True, text=True, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else None


def interpreters(wanted):
    """Returns an interpreter for each wheel: the interpreters `wanted`, or the first that is found for each kind."""
    found = {}
    names = wanted or [sys.executable, *(f"python3.{minor}" for minor in range(11, 20))]
    for name in names:
        path = shutil.which(name)
        facts = path and _facts(path)
        if not facts or not facts[1] or tuple(facts[0]) < (3, 11):
            if wanted:
                raise PackageError(f"--python={name}: expected an interpreter of Python 3.11 or later with its headers "
                                   f"(Python.h), got {facts[0] if facts else 'nothing that runs'}")
            continue
        found.setdefault(min(tuple(facts[0]), _FIRST_STABLE), path)
    if not found:
        raise PackageError("there is no Python 3.11 or later with its headers; install python3-dev")
    if _FIRST_STABLE not in found:
        print("package: no wheel for Python 3.12 and later: there is no such Python with its headers (Python.h); name "
              "one by --python", file=sys.stderr)
    return [path for _, path in sorted(found.items())]


def _needed_glibc(wheel):
    """The newest version of glibc's symbols that a file of the wheel refers to."""
    newest = (0, 0)
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if archive.open(name).read(4) != b"\x7fELF":
                continue
            path = archive.extract(name, folder)
            for major, minor in re.findall(r"Name: GLIBC_(\d+)\.(\d+)", run("readelf", "-VW", path)):
                newest = max(newest, (int(major), int(minor)))
    return newest


def add_binding_licences(python, prefix):
    """Adds what only the wheel contains, the library of the extension module, to the table of what is linked."""
    script = "import nanobind, os; print(nanobind.__version__, os.path.dirname(nanobind.__file__))"
    version, folder = run(python, "-c", script).strip().split(" ", 1)
    folder = pathlib.Path(folder)
    third_party = prefix / "share" / "doc" / "tirc" / "third-party"
    rows = json.loads((third_party / "linked.json").read_text())
    (licence,) = folder.parent.glob(f"nanobind-{version}.dist-info/**/LICENSE")
    shutil.copyfile(licence, third_party / "nanobind.txt")
    # Its licence is the comment at the top of its header.
    header = (folder / "ext" / "robin_map" / "include" / "tsl" / "robin_map.h").read_text()
    (third_party / "robin_map.txt").write_text(header.partition("*/")[0].replace("/**", "").strip() + "\n")
    rows += [{"name": "nanobind", "version": version, "licence": "BSD-3-Clause", "licence_file": "nanobind.txt"},
             {"name": "robin_map", "version": f"in nanobind {version}", "licence": "MIT",
              "licence_file": "robin_map.txt"}]
    (third_party / "linked.json").write_text(json.dumps(rows, indent=1) + "\n")


def make(interpreter, folder, prefix, output):
    """Builds the wheel of one interpreter on the static tirc in `prefix`. Returns its path."""
    name = "python" + "".join(map(str, _facts(interpreter)[0]))
    venv, build, made = folder / f"{name}-tools", folder / name, folder / f"{name}-wheel"
    for old in (build, made):
        shutil.rmtree(old, ignore_errors=True)
    if not (venv / "bin" / "wheel").exists():
        run(interpreter, "-m", "venv", "--clear", venv)
        run(venv / "bin" / "pip", "install", "-q", "-r", pathlib.Path(__file__).with_name("requirements.txt"))
    python = venv / "bin" / "python"
    add_binding_licences(python, prefix)
    # The flags of the preset, which pip does not know.
    flags = f"-ffile-prefix-map={REPO}=. -ffile-prefix-map={folder}=build"
    run(python, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index",
        "--disable-pip-version-check", "-C", f"build-dir={build}",
        "-C", f"cmake.define.TIR_DIR={prefix / 'lib' / 'cmake' / 'TIR'}",
        "-C", f"cmake.define.CMAKE_CXX_FLAGS={flags}", "-C", f"cmake.define.CMAKE_C_FLAGS={flags}",
        "-w", made, REPO, env={**os.environ, "PATH": f"{venv / 'bin'}:{os.environ['PATH']}"})
    (wheel,) = made.glob("*.whl")
    major, minor = _needed_glibc(wheel)
    run(python, "-m", "wheel", "tags", "--remove", "--platform-tag",
        f"manylinux_{major}_{minor}_{platform.machine()}", wheel)
    (wheel,) = made.glob("*.whl")
    return pathlib.Path(shutil.move(wheel, output / wheel.name))
