"""Campaigns (test/campaign) in environments with the package, and the tables of what they give: docs/Campaign.md and
docs/TFLiteOperators.md."""

import os

import python_package
from models import REPO
from toolchain import run

PAGE = REPO / "docs" / "Campaign.md"
WALK_PAGE = REPO / "docs" / "TFLiteOperators.md"
SEED = 48
# In a usual run; each front end has its part of them.
_CASES = {"onnx": 150, "tflite": 150}
# With --full. Operators of which fewer are computed get some more.
_ALL_CASES = {"onnx": 8000, "tflite": 6000, "torch": 6000}
_LEAST = 20
# Of each of LiteRT's operators, with each of its types.
_WALK = 3
_TORCH = ("torch>=2.7", "torchao")


def usual(package):
    """Runs the cases of a usual run. Raises Failure if any fails."""
    _run(package.python(), package, [f"--front-end={name}" for name in _CASES], min(_CASES.values()), "usual.json")


def full(package):
    """Runs all cases; returns the files of the results. Skips if PyTorch cannot be installed."""
    pythons = {name: package.python() for name in _ALL_CASES} | {"torch": _with_torch(package)}
    return [
        _run(pythons[name], package, [f"--front-end={name}", f"--least={_LEAST}"], count, f"{name}.json", False)
        for name, count in _ALL_CASES.items()
    ]


def page(package, results, *options):
    """Writes the page, or compares it. Raises Failure if a case fails, or too few are computed."""
    run(package.python(), "-m", "campaign.page", *options, PAGE, *results, env=_environment(package))


def walk(package):
    """Tries all of LiteRT's operators with all of their types; returns the file of the results."""
    options = ["--front-end=tflite-walk", f"--rounds={_WALK}"]
    return _run(package.python(), package, options, 0, "tflite-walk.json", False)


def walk_page(package, results, *options):
    """Writes the page of the walk, or compares it. Raises Failure if a case fails."""
    run(package.python(), "-m", "campaign.tflite_page", *options, WALK_PAGE, results, env=_environment(package))


def _run(python, package, options, count, written, is_checked=True):
    results = package.folder / "campaign" / written
    results.parent.mkdir(exist_ok=True)
    command = [python, "-m", "campaign", *options, f"--count={count}", f"--seed={SEED}", f"--jobs={os.cpu_count() or 1}"]
    # What fails is in the results, too.
    command += [f"--results={results}", f"--keep={results.parent / 'failures'}"]
    command += [] if is_checked else ["--no-shrink", "--always-succeed"]
    run(*command, env=_environment(package), timeout=4 * 3600)
    return results


def _environment(package):
    # One thread a process: there is a process for each processor.
    return {"PYTHONPATH": str(REPO / "test"), "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def _with_torch(package):
    """Returns the Python of an environment with PyTorch, too."""
    folder = package.folder / "torch"
    python, stamp = folder / "bin" / "python", folder / "installed.txt"
    if not stamp.exists() or stamp.read_text() != " ".join(_TORCH):
        python_package.make_environment(folder)
        python_package.install_from_index(python, *_TORCH)
        stamp.write_text(" ".join(_TORCH))
    # All other packages come from the package's own environment.
    where = "import sysconfig; print(sysconfig.get_paths()['purelib'])"
    own, others = (run(each, "-c", where).strip() for each in (python, package.python()))
    with open(os.path.join(own, "tirc.pth"), "w") as file:
        file.write(f"{others}\n")
    return python
