"""The builds from which packages are made, and the commands that make them."""

import os
import pathlib
import re
import shutil
import subprocess

from packaged.linked import PackageError

REPO = pathlib.Path(__file__).resolve().parents[2]


def run(*command, **options):
    """Runs a command quietly. An error has its output."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", check=False, **options)
    if done.returncode != 0:
        raise PackageError(f"{' '.join(map(str, command))} failed ({done.returncode}):\n{done.stdout[-8000:]}")
    return done.stdout


def version():
    """The version, which the root CMakeLists.txt has and nothing else."""
    return re.search(r"project\(TIR VERSION ([0-9.]+)", (REPO / "CMakeLists.txt").read_text())[1]


def commit():
    """The commit of the sources, with a '+' if files differ from it; None outside of Git."""
    try:
        name = run("git", "-C", REPO, "rev-parse", "HEAD").strip()
        return name + ("+" if run("git", "-C", REPO, "status", "--porcelain").strip() else "")
    except (OSError, PackageError):
        return None


def fix_time():
    """Sets the time that all packages state: SOURCE_DATE_EPOCH, or the time of the last commit."""
    if "SOURCE_DATE_EPOCH" not in os.environ:
        try:
            os.environ["SOURCE_DATE_EPOCH"] = run("git", "-C", REPO, "log", "-1", "--format=%ct").strip()
        except (OSError, PackageError) as error:
            raise PackageError("these sources are not a Git checkout, so that the time of the packages is unknown; "
                               f"set SOURCE_DATE_EPOCH to the seconds since 1970\n{error}") from error
    # Archives and links have the order and the modes that these give.
    os.environ["LC_ALL"] = "C"
    os.umask(0o022)


def build(preset, jobs):
    """Builds a preset, and returns its folder."""
    folder = REPO / "build" / preset
    if not (folder / "build.ninja").exists():
        run("cmake", "--preset", preset, cwd=REPO)
    run("cmake", "--build", folder, *(["-j", jobs] if jobs else []))
    return folder


def install(folder, prefix):
    """Installs a build into an empty folder, without the symbols that only a debugger needs."""
    shutil.rmtree(prefix, ignore_errors=True)
    run("cmake", "--install", folder, "--strip", "--prefix", prefix)
    return prefix
