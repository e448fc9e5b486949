"""Tests that the figures of the report are right, that the page has the same ones, and that a browser shows the
page."""

import collections
import json
import pathlib
import re
import subprocess
import threading

import device_module
import loop_module
import report_page
from models import DIGITS, DIGITS_NAMED, HERE, REPO, SHARED, Model
from report_browser import check_in_browser, find_browser
from runner import Failure, Skip, Test
from toolchain import run

_CORTEX_M4 = ("--target-triple=thumbv7em-none-eabi", "--target-cpu=cortex-m4")
_IDENTITY = """
func.func @main(%x: tensor<4xf32> {tir.name = "x</title><script>alert(1)</script>"})
    -> (tensor<4xf32> {tir.name = "y' onload='alert(2)&amp;"}) {
  return %x : tensor<4xf32>
}
"""
_CONSTANT = """
func.func @main() -> tensor<4xi32> {
  %one = "tosa.const"() <{values = dense<[1, 2, 3, 4]> : tensor<4xi32>}> : () -> tensor<4xi32>
  return %one : tensor<4xi32>
}
"""


def _chain(length):
    """Consecutive 3x3 pools, which do not fuse."""
    shape = "tensor<1x8x8x4xi8>"
    pool = "{kernel = array<i64: 3, 3>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>}"
    lines = [f"  %v{i + 1} = tosa.max_pool2d %v{i} {pool} : ({shape}) -> {shape}" for i in range(length)]
    return "\n".join([f"func.func @main(%v0: {shape}) -> {shape} {{", *lines, f"  return %v{length} : {shape}", "}"])


def _state():
    (model,) = re.findall(r"```mlir\n(.*?)```", (REPO / "docs" / "State.md").read_text(), re.S)
    return model


# A pool that another tool planned: several pools, a gap, a plan that may not be the best.
_POOLS = """
func.func @run() attributes {
  tir.model = #tir.model<name = "pools", plan = <
    strategy = "packed",
    pools = [<name = "fast", bytes = 96, alignment = 8, lower_bound = 64, gap = 32, optimal = false>,
             <name = "slow & big", bytes = 4096, alignment = 16, lower_bound = 4096, gap = 0, optimal = true>],
    buffers = [
      <name = "a", pool = "fast", offset = 0, bytes = 32, alignment = 8, first = 0, last = 1>,
      <name = "b", pool = "fast", offset = 64, bytes = 32, alignment = 8, first = 1, last = 2>,
      <name = "c<i>", pool = "slow & big", offset = 0, bytes = 4096, alignment = 16, first = 1, last = 2>],
    steps = [
      <name = "memref.copy", reads = 32, writes = 32, constants = 0>,
      <name = "npu<u>", reads = 64, writes = 4096, constants = 0, device = "npu0", external = "a<b>">,
      <name = "memref.copy", reads = 32, writes = 0, constants = 0>]>, source = "a<b>.mlir">,
  tir.interface = {api = "c", entry = "run", workspace = "external", inputs = [], outputs = []}} {
  return
}
"""

# Name, model (a row of models.py, or MLIR), options.
_CASES = (
    ("digits", DIGITS, ("--emit=html,c",)),
    ("digits-cortex-m4", DIGITS, ("--emit=html", *_CORTEX_M4)),
    ("digits-separate", DIGITS, ("--emit=html", "--plan=separate")),
    ("digits-packed", DIGITS, ("--emit=html", "--interface-api=packed", "--unpacked-api=false", "--workspace=external")),
    ("digits-registry", DIGITS, ("--emit=html", "--kernel-calls=packed", "--system-lib")),
    ("digits-named", DIGITS_NAMED, ("--emit=html",)),
    # A hand-written trace, which does not have all kernels.
    ("digits-measured", DIGITS, ("--emit=html", f"--trace={HERE / 'profile' / 'digits_int8.trace.json'}")),
    ("state", _state, ("--emit=html",)),
    ("loop", lambda: loop_module.MODULE, ("--emit=html",)),
    ("identity", lambda: _IDENTITY, ("--emit=html",)),
    ("constant", lambda: _CONSTANT, ("--emit=html",)),
    ("devices", lambda: device_module.MODULE, ("--emit=html", "--compile-from=buffers")),
    # The bound of such a chain would count bytes that no plan can share.
    ("chain", lambda: _chain(500), ("--emit=html", "-O0", "--overlap=off")),
)
# The pages that differ most from each other; --full opens all.
_USUAL_IN_BROWSER = ("digits", "digits-packed", "state")
_VWW = Model("vww_int8", SHARED / "models" / "mlperf_tiny" / "vww_int8.mlirbc",
             SHARED / "models" / "mlperf_tiny" / "vww_int8.golden.npz", ("--input-shape=0:1x96x96x3",))


class _Reports:
    """The page and the JSON of each case, made once."""

    def __init__(self, compiler):
        self.compiler = compiler
        self._locks = collections.defaultdict(threading.Lock)

    def make(self, name, model, options):
        folder = self.compiler.folder(f"report/{name}")
        with self._locks[name]:
            if not list(folder.glob("*.report.html")):
                self._compile(folder, model, options)
        (page,) = folder.glob("*.report.html")
        (report,) = folder.glob("*.report.json")
        return page.read_text(), json.loads(report.read_text())

    def _compile(self, folder, model, options):
        if isinstance(model, Model):
            self.compiler.run(model, folder, *options)
            return
        file = folder / "model.mlir"
        file.write_text(model())
        run(self.compiler.tirc, file, "-o", folder, "--quiet", *options)

    def pools(self):
        translate = pathlib.Path(self.compiler.tirc).parent / "tir-translate"
        if not translate.exists():
            raise Skip(f"{translate} is not there")
        return [
            subprocess.run([translate, option], input=_POOLS, capture_output=True, text=True, check=True).stdout
            for option in ("--tir-to-html", "--tir-to-report")
        ]


def _check(text, report):
    report_page.check_report(report)
    page = report_page.read_page(text)
    if page.scripts != 1:
        raise Failure(f"the page has {page.scripts} scripts, expected its own alone")
    report_page.check_numbers(page, report)
    report_page.check_tables(page, report)
    report_page.check_drawings(page, report)
    for name in (report["model"]["name"], report["interface"]["entry"], *report["target"].values()):
        if name not in page.text:
            raise Failure(f"'{name}' does not stand on the page")


def _numbers(reports, *case):
    _check(*reports.make(*case))


def _pools(reports):
    text, report = reports.pools()
    report = json.loads(report)
    _check(text, report)
    for said in ("a<b>.mlir", "external, on npu0", "lower bound 64", "The sizes of code are not known"):
        if said not in report_page.read_page(text).text:
            raise Failure(f"'{said}' does not stand on the page")


def _symbols(reports):
    """Checks sizes of code against readelf, and traffic against the shapes."""
    folder = reports.compiler.folder("report/symbols")
    reports.compiler.run(DIGITS, folder, "--emit=obj", "--rows=off", *_CORTEX_M4)
    report = json.loads((folder / "tvmgen_digits_int8.report.json").read_text())
    symbols = run("/usr/lib/llvm-22/bin/llvm-readelf", "-sW", folder / "tvmgen_digits_int8.o")
    sizes = {name: int(size) for size, name in re.findall(r"(\d+) FUNC +\w+ +\w+ +\d+ (\S+)", symbols)}
    for kernel in report["kernels"]:
        if kernel["code_bytes"] != sizes[kernel["function"]]:
            raise Failure(f"{kernel['function']} has {kernel['code_bytes']} bytes, readelf says {sizes[kernel['function']]}")
    totals = report["totals"]
    if totals["code_bytes"] < sum(sizes.values()) or totals["code_bytes"] > 1.1 * sum(sizes.values()):
        raise Failure(f"{totals['code_bytes']} bytes of code in all, its functions have {sum(sizes.values())}")
    bytes_of = {row["name"]: row["bytes"] for row in report["constants"]}
    for kernel in report["kernels"]:
        own = sum(size for name, size in bytes_of.items() if name.startswith(kernel["function"] + "_"))
        if kernel["constants_bytes"] != own:
            raise Failure(f"{kernel['function']} reads {kernel['constants_bytes']} bytes of constants, expected {own}")
    # Each step writes its buffers, also those for its schedule; the first reads the input, the last writes the output.
    last = len(report["steps"]) - 1
    for kernel in report["kernels"]:
        buffers = [row["bytes"] for row in report["buffers"] if row["first"] == kernel["step"]]
        written = sum(buffers) + (totals["outputs_bytes"] if kernel["step"] == last else 0)
        if kernel["writes_bytes"] != written:
            raise Failure(f"{kernel['place']} writes {kernel['writes_bytes']} bytes, expected {written}")
    if report["kernels"][0]["reads_bytes"] != totals["inputs_bytes"]:
        raise Failure(f"the first kernel reads {report['kernels'][0]['reads_bytes']} bytes, expected the input")


def _keys(value):
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from _keys(part)


def _documented(reports):
    """docs/Report.md names each key that any of the reports has."""
    keys = set(_keys(json.loads(reports.pools()[1])))
    for case in _CASES:
        if case[0] != "chain":
            keys.update(_keys(reports.make(*case)[1]))
    page = (REPO / "docs" / "Report.md").read_text()
    if missing := sorted(key for key in keys if not re.search(rf"[`.]{key}`", page)):
        raise Failure(f"docs/Report.md does not name {', '.join(missing)}")
    if not keys >= {"state_bytes", "loops", "device", "external", "flash_bytes", "per_mac"}:
        raise Failure(f"the reports have only {sorted(keys)}")


def _browser(reports, name, *case):
    find_browser()
    text, _ = reports.pools() if name == "pools" else reports.make(name, *case)
    check_in_browser(reports.compiler.folder(f"report/browser/{name}"), text)


def _mutations(text):
    """Yields pages with one fault each, and the expected error."""
    height = re.search(r'class="b c1".*? height="([\d.]+)"', text)[1]
    yield "overlap", text.replace(f'height="{height}"', 'height="9999"'), "overlap|outside"
    yield "wide", text.replace("<main>", '<main><p style="width: 1500px">wide</p>'), "wide"
    yield "pale", text.replace("--soft: #555c65", "--soft: #999fa5"), "contrast"
    yield "script", text.replace("'use strict';", "'use strict'; missing();"), "missing"
    yield "network", text.replace("<main>", '<main><img alt="" src="https://example.org/x.png">'), "blocked"


def _finds_faults(reports):
    """Tests the checks themselves: they must find each of these faults."""
    find_browser()
    text, report = reports.make(*_CASES[0])
    for name, mutated, said in _mutations(text):
        if mutated == text:
            raise Failure(f"the page cannot be given the fault '{name}' any more")
        try:
            check_in_browser(reports.compiler.folder(f"report/faults/{name}"), mutated)
        except Failure as failure:
            if re.search(said, str(failure)):
                continue
            raise Failure(f"'{name}' was taken for another fault:\n{failure}") from failure
        raise Failure(f"the fault '{name}' was not found")
    value = report["kernels"][1]["code_bytes"]
    for wrong in (text.replace(f'<data value="{value}">', f'<data value="{value + 1}">'), text.replace("</section>", "", 1)):
        try:
            _check(wrong, report)
        except Failure:
            continue
        raise Failure("a wrong number, or a section that is not closed, was not found")


def tests(compiler):
    reports = _Reports(compiler)
    for name, *case in _CASES:
        yield Test(f"report/{name}/numbers", lambda case=(name, *case): _numbers(reports, *case), long=name == "chain",
                   fast=name == "digits")
        if name not in ("digits-named", "digits-measured"):
            yield Test(f"report/{name}/browser", lambda case=(name, *case): _browser(reports, *case),
                       long=name not in _USUAL_IN_BROWSER)
    yield Test("report/vww/numbers", lambda: _numbers(reports, "vww", _VWW, ("--emit=html",)))
    yield Test("report/vww/browser", lambda: _browser(reports, "vww", _VWW, ("--emit=html",)))
    yield Test("report/pools/numbers", lambda: _pools(reports), fast=True)
    yield Test("report/pools/browser", lambda: _browser(reports, "pools"))
    yield Test("report/code-sizes", lambda: _symbols(reports))
    yield Test("report/keys-are-documented", lambda: _documented(reports))
    yield Test("report/faults-are-found", lambda: _finds_faults(reports), long=True)
