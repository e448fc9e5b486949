"""What scripts/package makes, installed as users do. The usual tests need no packages, or take those that are there."""

import functools
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import threading
import zipfile

import debian_root
import python_package
from models import HERE, REPO
from runner import Failure, Skip, Test
from toolchain import run

_PACKAGES = pathlib.Path(os.environ.get("TIR_PACKAGES", REPO / "build" / "packages"))
_MODEL = REPO / "examples" / "digits" / "digits_int8.mlirbc"
_FIRMWARE = REPO / "examples" / "cmake-firmware"
_ACCELERATOR = REPO / "examples" / "custom-accelerator"
_ROOM = HERE / "packaging"
_PRINTED = "354 of 360 images right\n360 of 360 outputs equal to the reference\n"
_NO_LLVM = "-DCMAKE_DISABLE_FIND_PACKAGE_MLIR=ON"
_guard = threading.Lock()


def _manifest():
    try:
        return json.loads((_PACKAGES / "manifest.json").read_text())
    except OSError:
        return None


def _are_current():
    """Whether the packages are there, and belong to this commit."""
    manifest = _manifest()
    head = subprocess.run(["git", "-C", REPO, "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    return bool(manifest) and manifest["commit"] == head.stdout.strip()


@functools.cache
def _make_packages():
    # Also once if they never belong to a commit, as files differ from it.
    if not _are_current():
        run(REPO / "scripts" / "package", "--output", _PACKAGES, timeout=7200)


def _packages(pattern):
    """The packages of this name. They are made first if they are not there."""
    with _guard:
        _make_packages()
    found = sorted(_PACKAGES.glob(pattern))
    if not found:
        raise Failure(f"{_PACKAGES} has no {pattern}; it has {sorted(path.name for path in _PACKAGES.iterdir())}")
    return found


def _expect(wanted, printed):
    if wanted not in printed:
        raise Failure(f"expected '{wanted}' in\n{printed}")


def _same_c(compiler, folder):
    """The C in `folder` is what the tirc that all other tests test writes."""
    expected = compiler.folder("packaging/expected")
    with _guard:
        run(compiler.tirc, _MODEL, "-o", expected, "--model-name=digits", "--quiet")
    for name in ("tvmgen_digits.c", "tvmgen_digits.h"):
        if (folder / name).read_bytes() != (expected / name).read_bytes():
            raise Failure(f"{folder / name} is not what {compiler.tirc} writes")


#===----------------------------------------------------------------------===#
# Without packages
#===----------------------------------------------------------------------===#


def _install(build, prefix):
    """Installs, and returns the list of files that CMake has written."""
    for _ in range(5):
        run("cmake", "--install", build, "--prefix", prefix)
        files = (build / "install_manifest.txt").read_text()
        # Unless another test has installed from this build in between.
        if files.startswith(f"{prefix}/"):
            return files
    raise Failure(f"{build / 'install_manifest.txt'} does not list what is installed in {prefix}")


def _install_and_uninstall(compiler):
    """An installation works where it is moved to, and the target `uninstall` leaves the files of others."""
    build = compiler.tirc.parent.parent
    if not (build / "cmake_install.cmake").exists():
        raise Skip(f"{compiler.tirc} does not stand in a build folder")
    folder = compiler.folder("packaging/installed")
    prefix, moved = folder / "prefix", folder / "a moved prefix"
    other = prefix / "lib" / "other.txt"
    other.parent.mkdir(parents=True)
    other.write_text("not tirc's\n")
    manifest = folder / "install_manifest.txt"
    manifest.write_text(_install(build, prefix))

    prefix.rename(moved)
    run(moved / "bin" / "tirc", _MODEL, "-o", folder / "out", "--model-name=digits", "--quiet")
    _same_c(compiler, folder / "out")
    if f"{moved}/bin/../lib/libTIR.so" not in run("ldd", moved / "bin" / "tirc"):
        raise Failure(f"{moved / 'bin' / 'tirc'} takes its library from elsewhere")
    moved.rename(prefix)

    run("cmake", f"-DMANIFEST={manifest}", "-P", REPO / "cmake" / "modules" / "TIRUninstall.cmake")
    left = sorted(str(path.relative_to(prefix)) for path in prefix.rglob("*") if not path.is_dir() or "tir" in path.name)
    if left != ["lib/other.txt"]:
        raise Failure(f"after uninstall there are still {left}")
    if manifest.exists():
        raise Failure(f"{manifest} lists files that are gone")


def _no_version_twice(_):
    """The package for Python and the programs state the version of the root CMakeLists.txt. The runtime has it again,
    because archives contain it without the rest. A requirement (==) is of another package."""
    sys.path.insert(0, str(REPO / "scripts"))
    from packaged import builds  # The scripts are there only next to the sources.
    own = "(?<!==)" + re.escape(builds.version())
    done = run("git", "-C", REPO, "grep", "-lP", own, "--", "*CMakeLists.txt", "*.cmake", "*.toml", "*.py",
               "lib", "tools", "include", "python/src", "python/tirc", "python/tirc_frontends")
    wanted = ["CMakeLists.txt", "runtime/crt/CMakeLists.txt"]
    if done.split() != wanted:
        raise Failure(f"the version {builds.version()} is in {done.split()}; expected {wanted}")


#===----------------------------------------------------------------------===#
# With packages
#===----------------------------------------------------------------------===#


def _check_manifest(_):
    """The manifest lists each package with its hash, and each library that is linked in with a licence that the
    packages contain."""
    (archive,) = _packages("tirc-*.tar.xz")
    manifest = _manifest()
    files = {path.name for path in _PACKAGES.iterdir()} - {"manifest.json", "SHA256SUMS"}
    if {row["file"] for row in manifest["packages"]} != files:
        raise Failure(f"{_PACKAGES} has the files {sorted(files)}, but the manifest has {manifest['packages']}")
    for row in manifest["packages"]:
        if hashlib.sha256((_PACKAGES / row["file"]).read_bytes()).hexdigest() != row["sha256"]:
            raise Failure(f"{row['file']} has another hash than in the manifest")
    linked = {row["name"] for row in manifest["linked"]}
    if not {"LLVM", "MLIR", "zlib", "libstdc++", "nanobind"} <= linked:
        raise Failure(f"only {sorted(linked)} are linked in")
    (wheel, *_) = _packages("tirc-*.whl")
    texts = set(zipfile.ZipFile(wheel).namelist())
    with tarfile.open(archive) as tar:
        in_archive = {name.rsplit("/", 1)[-1] for name in tar.getnames() if "/third-party/" in name}
    for row in manifest["linked"]:
        if f"tirc/share/doc/tirc/third-party/{row['licence_file']}" not in texts:
            raise Failure(f"{wheel.name} lacks the licence of {row['name']}")
        if "debian_package" in row and row["licence_file"] not in in_archive:
            raise Failure(f"{archive.name} lacks the licence of {row['name']}")


def _unpack(compiler, name):
    """The archive, unpacked in a folder whose name has spaces."""
    (archive,) = _packages("tirc-*.tar.xz")
    folder = compiler.folder(f"packaging/{name}") / "a folder with spaces"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    run("tar", "-C", folder, "-xf", archive)
    (root,) = folder.iterdir()
    return root


def _archive(compiler):
    """The programs of the archive run anywhere, and write what all other tests test."""
    root = _unpack(compiler, "archive")
    for tool in ("tirc", "tir-opt", "tir-translate", "tir-lsp-server"):
        run(root / "bin" / tool, "--version")
    run(root / "bin" / "tirc", _MODEL, "-o", root / "out", "--model-name=digits", "--quiet")
    _same_c(compiler, root / "out")
    for triple, cpu in (("thumbv7em-none-eabi", "cortex-m4"), ("riscv32-unknown-elf", "sifive-e31"),
                        ("aarch64-linux-gnu", "cortex-a53"), ("x86_64-linux-gnu", "")):
        names = ["--emit=obj", f"--target-triple={triple}", *([f"--target-cpu={cpu}"] if cpu else [])]
        outputs = []
        for program in (root / "bin" / "tirc", compiler.tirc):
            out = compiler.folder(f"packaging/archive/{triple}") / str(len(outputs))
            run(program, _MODEL, "-o", out, "--model-name=digits", "--quiet", *names)
            outputs.append((out / "tvmgen_digits.o").read_bytes())
        if outputs[0] != outputs[1]:
            raise Failure(f"the object for {triple} is not what {compiler.tirc} writes")


def _archive_refuses_plugins(compiler):
    """A tool with its own LLVM says which package has the tools for a plugin, and does not leave files."""
    root = _unpack(compiler, "plugins")
    plugin = compiler.tirc.parent.parent / "lib" / "libTIRTestPlugin.so"
    responses = root / "options.txt"
    responses.write_text(f"--load-dialect-plugin={plugin}\n")
    for command in (["tirc", _MODEL, "-o", root / "out", f"--load-pass-plugin={plugin}"],
                    ["tir-opt", f"--load-pass-plugin={plugin}", os.devnull],
                    ["tir-opt", "-load-dialect-plugin", plugin, os.devnull],
                    ["tir-opt", f"@{responses}", os.devnull]):
        done = subprocess.run([str(word) for word in (root / "bin" / command[0], *command[1:])], capture_output=True,
                              text=True, check=False)
        wanted = "contains its own copy of MLIR and LLVM, which a plugin cannot use"
        if done.returncode == 0 or wanted not in done.stderr or "the Debian package libtir-dev" not in done.stderr:
            raise Failure(f"{command}: expected an error with '{wanted}', got {done.returncode} and\n{done.stderr}")
    if (root / "out").exists():
        raise Failure(f"{root / 'out'} is there after the error")


def _archive_in_cmake(compiler):
    """find_package(TIR) without LLVM gives tir_add_model and the C API."""
    root = _unpack(compiler, "cmake")
    build = compiler.folder("packaging/cmake/firmware")
    run("cmake", "-G", "Ninja", "-S", _FIRMWARE, "-B", build, _NO_LLVM, f"-DCMAKE_PREFIX_PATH={root}")
    run("cmake", "--build", build)
    _expect(_PRINTED, run(build / "firmware"))
    build = compiler.folder("packaging/cmake/c-api")
    run("cmake", "-G", "Ninja", "-S", _ROOM / "c-api", "-B", build, _NO_LLVM, f"-DCMAKE_PREFIX_PATH={root}")
    run("cmake", "--build", build)
    _expect("a module with 1 function", run(build / "program"))


def _wheel_for(version):
    """The wheel for a version of Python."""
    tag = "cp311-cp311" if version == (3, 11) else "cp312-abi3"
    try:
        (wheel,) = _packages(f"tirc-*-{tag}-*.whl")
    except Failure as failure:
        if version == (3, 11):
            raise
        raise Skip(f"no wheel for the stable ABI was made: {failure}") from failure
    return wheel


def _tag(compiler, version):
    """auditwheel finds the tag that the wheel has; the wheel is small enough for an index."""
    wheel = _wheel_for(version)
    if wheel.stat().st_size >= 60e6:
        raise Failure(f"{wheel.name} has {wheel.stat().st_size} bytes")
    python_package.check_python()
    python = python_package.make_environment(compiler.folder("packaging") / f"auditwheel-{version[1]}")
    done = subprocess.run([python, "-m", "pip", "install", "-q", "auditwheel"], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        raise Skip(f"no auditwheel from PyPI: {done.stderr.strip()[-200:]}")
    shown = run(python, "-m", "auditwheel", "show", wheel)
    platform = wheel.stem.rsplit("-", 1)[-1]
    _expect(f'the following platform tag: "{platform}"', " ".join(shown.split()))


def _numpy_for(compiler, version):
    """A folder with the wheels that tirc depends on, for an installation without an index."""
    folder = compiler.folder(f"packaging/dependencies-{version[1]}")
    done = subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--only-binary=:all:", "--python-version",
                           f"{version[0]}.{version[1]}", "-d", folder, "numpy"],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Skip(f"no numpy from PyPI: {done.stderr.strip()[-200:]}")
    return folder


_EQUAL = "360 of 360 outputs equal to the reference"


def _wheel_in_debian(compiler):
    """Debian 12 with Python only: pip installs the wheel without an index, three lines compile and run the digits."""
    wheel = _wheel_for((3, 11))
    root = debian_root.fresh(compiler, "wheel")
    root.copy(wheel, *_numpy_for(compiler, (3, 11)).iterdir(), *_MODEL.parent.glob("digits_int8.*"),
              _ROOM / "digits.py")
    root.run("python3", "-m", "venv", "/root/venv")
    root.run("/root/venv/bin/pip", "install", "-q", "--no-index", "--find-links", "/root", f"/root/{wheel.name}")
    printed = root.run("/root/venv/bin/python", "/root/digits.py", "/root")
    _expect(_EQUAL, printed)
    for command in ("tirc", "tir-opt", "tir-translate"):
        _expect("LLVM", root.run(f"/root/venv/bin/{command}", "--version"))
    root.run("/root/venv/bin/tirc", "/root/digits_int8.mlirbc", "-o", "/root/out", "--model-name=digits", "--quiet")
    _same_c(compiler, root.folder / "root" / "out")
    root.run("/root/venv/bin/pip", "uninstall", "-q", "-y", "tirc")
    if left := [str(path) for path in (root.folder / "root" / "venv").rglob("*tir*") if "tirc" in path.name]:
        raise Failure(f"after pip uninstall there are still {left}")


def _stable_wheel(compiler):
    """The wheel for the stable ABI works in a newer Python than that which built it, where there is one."""
    wheel = _wheel_for((3, 12))
    names = [name for name in ("python3.14", "python3.13", "python3.12") if shutil.which(name)]
    for name in names:
        python = compiler.folder("packaging") / f"venv-{name}" / "bin" / "python"
        done = subprocess.run([name, "-m", "venv", "--clear", python.parents[1]], capture_output=True, check=False)
        if done.returncode != 0:
            continue
        version = (3, int(name.partition(".")[2]))
        run(python, "-m", "pip", "install", "-q", "--no-index", "--find-links", _numpy_for(compiler, version), wheel)
        printed = run(python, _ROOM / "digits.py", _MODEL.parent)
        _expect(_EQUAL, printed)
        build = compiler.folder("packaging/wheel-firmware")
        run("cmake", "-G", "Ninja", "-S", _FIRMWARE, "-B", build, _NO_LLVM,
            f"-DTIR_DIR={printed.strip().splitlines()[-1]}")
        run("cmake", "--build", build)
        _expect(_PRINTED, run(build / "firmware"))
        return
    raise Skip(f"no Python from 3.12 on runs here; tried {names}")


def _purge(root, before, *packages):
    root.run("apt-get", "purge", "-q", "-y", "--autoremove", *packages)
    after = root.files()
    if after != before:
        raise Failure(f"after purge there are still {sorted(after - before)}, and {sorted(before - after)} are gone")


def _deb(compiler):
    """The static package needs nothing that Debian has not installed, and purge leaves nothing."""
    (package,) = _packages("tirc_*.deb")
    root = debian_root.fresh(compiler, "deb")
    before = root.files()
    root.copy(package, _MODEL)
    root.run("apt-get", "install", "-q", "-y", f"/root/{package.name}")
    root.run("tirc", "/root/digits_int8.mlirbc", "-o", "/root/out", "--model-name=digits", "--quiet")
    _same_c(compiler, root.folder / "root" / "out")
    for command in ("tir-opt", "tir-translate", "tir-lsp-server"):
        root.run(command, "--version")
    _purge(root, before, "tirc")


def _build_plugin(root):
    """A plugin whose sources find libtir-dev, built with the compiler of Debian; tir-opt and tirc load it."""
    shutil.copytree(_ACCELERATOR, root.folder / "root" / "accelerator")
    root.run("cmake", "-S", "/root/accelerator", "-B", "/root/build", "-DCMAKE_BUILD_TYPE=Release")
    root.run("cmake", "--build", "/root/build")
    plugin = "--load-pass-plugin=/root/build/libNPUPlugin.so"
    _expect("npu-claim-conv2d", root.run("tir-opt", plugin, "--help"))
    root.run("tirc", "/root/digits_int8.mlirbc", "-o", "/root/npu", "--model-name=digits", "--quiet", plugin,
             "--passes-before=import:npu-claim-conv2d")
    root.run("gcc", "-std=c99", "-I/root/npu", "-I/root/accelerator/driver", "-I/root", "/root/accelerator/main.c",
             "/root/npu/tvmgen_digits.c", "/root/build/libnpu.a", "-o", "/root/classify")
    _expect(_EQUAL, root.run("/root/classify"))


def _libtir(compiler):
    """The packages on Debian's LLVM: tir-opt and plugins."""
    packages = _packages("libtir*_*.deb")
    plugin = compiler.tirc.parent.parent / "lib" / "libTIRTestPlugin.so"
    if not plugin.exists():
        raise Skip(f"{plugin} has not been built")
    root = debian_root.fresh(compiler, "libtir")
    if subprocess.run(["chroot", root.folder, "apt-get", "-q", "update"], capture_output=True, check=False).returncode:
        raise Skip("apt-get update finds no network")
    root.copy(*packages, plugin, _MODEL, _MODEL.parent / "digits_test_set.h",
              REPO / "test" / "tools" / "tirc" / "Inputs" / "twice.mlir")
    root.run("apt-get", "install", "-q", "-y", "--no-install-recommends", "cmake", "make", "gcc", "g++", "libc6-dev",
             timeout=1800)
    before = root.files()
    root.run("apt-get", "install", "-q", "-y", "--no-install-recommends", *(f"/root/{p.name}" for p in packages),
             timeout=1800)
    root.run("tirc", "/root/digits_int8.mlirbc", "-o", "/root/out", "--model-name=digits", "--quiet")
    _same_c(compiler, root.folder / "root" / "out")
    root.run("tirc", "/root/twice.mlir", "-o", "/root/twice", "--load-dialect-plugin=/root/libTIRTestPlugin.so",
             "--load-pass-plugin=/root/libTIRTestPlugin.so", "--passes-before=import:tirtest-lower-twice")
    _expect("tir-phase-import", root.run("tir-opt", "--load-pass-plugin=/root/libTIRTestPlugin.so", "--help"))
    _expect("tir-phase-import", root.run("/usr/lib/llvm-22/bin/mlir-opt", "--load-pass-plugin=/usr/lib/libTIR.so",
                                         "--help"))
    _build_plugin(root)
    _purge(root, before, "libtir", "libtir-dev")


def _same_bytes(compiler):
    """The sources in another folder give the same packages, byte for byte."""
    manifest = _manifest() if _packages("*.tar.xz") else None
    if not _are_current():
        raise Skip(f"the packages are of {manifest['commit']}, not of a commit that can be built again: commit what differs")
    folder = compiler.folder("packaging/again")
    run("git", "clone", "-q", "--no-hardlinks", REPO, folder / "sources")
    run("git", "-C", folder / "sources", "checkout", "-q", manifest["commit"])
    # Without the cache, which would give the objects of the first folder.
    run(folder / "sources" / "scripts" / "package", "--output", folder / "packages", timeout=7200,
        env={"SOURCE_DATE_EPOCH": str(manifest["source_date_epoch"]), "CCACHE_DISABLE": "1"})
    again = {path.name: path.read_bytes() for path in (folder / "packages").iterdir() if path.suffix != ".json"}
    first = {path.name: path.read_bytes() for path in _PACKAGES.iterdir() if path.name in again}
    if different := sorted(name for name in again if again[name] != first.get(name)):
        raise Failure(f"these packages have other bytes when they are built in another folder: {different}")


def tests(compiler):
    yield Test("packaging/install-and-uninstall", lambda: _install_and_uninstall(compiler))
    yield Test("packaging/one-version", lambda: _no_version_twice(compiler))
    # A static link takes long; what is there anyway is tested.
    long = not _are_current()
    yield Test("packaging/manifest", lambda: _check_manifest(compiler), long=long)
    yield Test("packaging/archive", lambda: _archive(compiler), long=long)
    yield Test("packaging/archive/refuses-plugins", lambda: _archive_refuses_plugins(compiler), long=long)
    yield Test("packaging/archive/find-package", lambda: _archive_in_cmake(compiler), long=long)
    yield Test("packaging/wheel/tag-cp311", lambda: _tag(compiler, (3, 11)), long=long)
    yield Test("packaging/wheel/tag-abi3", lambda: _tag(compiler, (3, 12)), long=long)
    yield Test("packaging/wheel/stable-abi", lambda: _stable_wheel(compiler), long=long)
    yield Test("packaging/wheel/debian-12", lambda: _wheel_in_debian(compiler), long=True)
    yield Test("packaging/deb/static", lambda: _deb(compiler), long=True)
    yield Test("packaging/deb/libtir", lambda: _libtir(compiler), long=True)
    yield Test("packaging/same-bytes", lambda: _same_bytes(compiler), long=True)
