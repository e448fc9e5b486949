"""A report's page as a reader sees it, compared with the JSON report."""

import math
import re
import string
from dataclasses import dataclass, field
from html.parser import HTMLParser

from runner import Failure

_VOID = {"meta", "br", "hr", "link", "img", "input"}
_FIGURES = ("macs", "reads_bytes", "writes_bytes", "constants_bytes", "live_bytes", "code_bytes")
_MEASURED = ("calls", "total", "per_mac")
_POOL_FIGURES = ("bytes", "limit", "alignment", "lower_bound", "gap")
# The pixels above a drawing, and those that all of its bytes take.
_TOP, _POOL, _LIVE = 20, 300, 72


@dataclass
class Page:
    # Each number of the page, in order: for machines and for people.
    numbers: list = field(default_factory=list)
    # By their ids, rows of texts without the header.
    tables: dict = field(default_factory=dict)
    # By their drawings.
    keys: dict = field(default_factory=dict)
    buffers: list = field(default_factory=list)
    bars: list = field(default_factory=list)
    loops: int = 0
    text: str = ""
    scripts: int = 0


class _Reader(HTMLParser):
    """Refuses pages that a browser would have to repair: tags that are not closed, duplicate names, external links."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.page = Page()
        self._open, self._ids = [], set()
        self._table = self._cell = self._data = self._key = None

    def handle_starttag(self, tag, attrs):
        self.handle_startendtag(tag, attrs)
        if tag not in _VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag, attrs):
        attributes = dict(attrs)
        if len(attributes) != len(attrs):
            raise Failure(f"<{tag}> has an attribute twice: {attrs}")
        if "src" in attributes or "href" in attributes:
            raise Failure(f"<{tag}> points elsewhere: {attrs}")
        name = attributes.get("id")
        if name is not None and name in self._ids:
            raise Failure(f"two elements have the id {name}")
        self._ids.add(name)
        style = attributes.get("class", "").split()
        if tag == "script":
            self.page.scripts += 1
        elif tag == "table":
            self._table = self.page.tables[name] = []
        elif tag == "tr":
            self._table.append([])
        elif tag in ("td", "th"):
            self._table[-1].append("")
            self._cell = True
        elif tag == "data":
            self._data = [attributes["value"], ""]
        elif tag == "rect" and "b" in style:
            self.page.buffers.append(attributes)
        elif tag == "rect" and "live" in style:
            self.page.bars.append(attributes)
        elif tag == "rect" and "loop" in style:
            self.page.loops += 1
        if "data-key" in attributes:
            self._key = attributes["data-key"]

    def handle_endtag(self, tag):
        if not self._open or self._open.pop() != tag:
            raise Failure(f"</{tag}> closes nothing, line {self.getpos()[0]}")
        if tag in ("td", "th"):
            self._cell = None
        elif tag == "table":
            self._table.pop(0)
        elif tag == "data":
            value, text = self._data
            number = float(value) if "." in value else int(value)
            self.page.numbers.append((number, text))
            if self._key:
                self.page.keys[self._key] = number
            self._data = self._key = None

    def handle_data(self, data):
        if self._open and self._open[-1] in ("script", "style"):
            return
        self.page.text += data
        if self._cell:
            self._table[-1][-1] += data
        if self._data:
            self._data[1] += data

    def finish(self):
        self.close()
        if self._open:
            raise Failure(f"not closed: {self._open}")
        return self.page


def read_page(text):
    reader = _Reader()
    reader.feed(text)
    return reader.finish()


def _columns(rows, keys):
    return [row[key] for row in rows for key in keys if key in row]


def expected_numbers(report):
    """Returns all numbers of the page in their order, from the JSON report."""
    totals = report["totals"]
    flash = ("flash_bytes", "constants_bytes", "texts_bytes", "code_bytes") if "flash_bytes" in totals else ("constants_bytes",)
    numbers = _columns(
        [totals],
        ("ram_bytes", "workspace_bytes", "inputs_bytes", "outputs_bytes", "state_bytes", "bookkeeping_bytes", *flash, "macs"),
    )
    if totals.get("constant_channels"):
        numbers += _columns([totals], ("constant_channels", "channels"))
    numbers += _columns([totals], ("peak_step",))
    if "peak_step" in totals:
        numbers.append(report["steps"][totals["peak_step"]]["live_bytes"])
    numbers += _columns(_entry_stack(report), ("bytes",))
    if report["steps"] and report["pools"]:
        if report["plan"] == "separate" and len(report["pools"]) > 1:
            numbers.append(totals["workspace_bytes"])
        else:
            numbers += _columns(report["pools"], ("bytes", "alignment", "lower_bound", "gap"))
        numbers += _columns(report["pools"], _POOL_FIGURES)
        numbers += _columns(report["buffers"], ("offset", "bytes", "alignment", "first", "last"))
        numbers += [number for step, row in enumerate(report["steps"]) for number in (step, row["live_bytes"])]
    numbers += _columns(_peak_buffers(report), ("bytes",))
    numbers += _columns(report.get("savings", []), ("saved_bytes", "ram_bytes", "estimated_cycles"))
    tables = _row_tables(report).values()
    numbers += [cell for rows in tables for row in rows for cell in row if isinstance(cell, int)]
    for row in report["kernels"]:
        numbers += [row["step"], *_channel_numbers(row), *_kernel_numbers(row, report)]
    numbers += [number for _, *figures in _kinds(report) for number in figures if number is not None]
    for _, row in _stack_rows(report):
        numbers += _columns([row], ("bytes",)) + _columns(row.get("unknown", []), ("at",))
    numbers += _columns(_by_size(report["constants"]), ("bytes", "alignment"))
    return numbers + _columns(_tensors(report), ("bytes", "zero_point"))


def _channel_numbers(row):
    constants = row.get("channels", {}).get("constant")
    counts = [len(constants), row["channels"]["count"]] if constants else []
    return counts + _columns(constants or [], ("channel", "value", "low", "high"))


def share(value, whole):
    """In percent with one decimal, a whole number without."""
    tenths = math.floor(1000 * value / whole + 0.5) if whole else 0
    return tenths // 10 if tenths % 10 == 0 else tenths / 10


def _macs(row):
    """The multiply-accumulates of all calls in a run."""
    return row["macs"] * row.get("calls", 1)


def _row_tables(report):
    """The tables of loops by rows: of the kernels, and of the tensors of which some rows are in memory; and of the kernels
    that do not run by rows."""
    whole = [[kernel["place"], kernel["not_by_rows"]] for kernel in report["kernels"] if "not_by_rows" in kernel]
    tables = {"obstacle-table": whole}
    loops = [loop for loop in report.get("loops", []) if "turns" in loop]
    for number, loop in enumerate(loops):
        steps = range(loop["first"], loop["last"] + 1)
        tables[f"turn-table-{number}"] = [
            [kernel["place"], kernel.get("calls", 1), kernel["turns"]["first"], kernel["turns"]["period"], ""]
            for kernel in report["kernels"]
            if kernel["step"] in steps and "turns" in kernel
        ]
        tables[f"ring-table-{number}"] = [
            [_letter(report, row), row["name"], row["rows"], row["tensor_rows"], row["bytes"],
             row["bytes"] // row["rows"] * row["tensor_rows"]]
            for row in report["buffers"]
            if row["last"] in steps and "rows" in row
        ]
    return tables


def _kernel_numbers(row, report):
    """The figures of a row, as far as they are known; a share follows the MACs and what was measured."""
    macs = sum(_macs(kernel) for kernel in report["kernels"])
    numbers = [_macs(row), share(_macs(row), macs), *_columns([row], _FIGURES[1:])]
    measured = row.get("measured")
    if measured:
        whole = report["totals"]["measured"]["total"]
        numbers += [measured["calls"], measured["total"], share(measured["total"], whole), *_columns([measured], ("per_mac",))]
    return numbers


def _kinds(report):
    """Yields the kind of kernel and the figures of its row; None is not known."""
    kinds, functions = {}, set()
    for row in report["kernels"]:
        kind = kinds.setdefault(row.get("kind", "other"), [0, 0, 0, 0])
        kind[0] += 1
        kind[1] += _macs(row)
        if row["function"] not in functions:
            kind[2] += row.get("code_bytes", 0)
        functions.add(row["function"])
        kind[3] += row.get("measured", {}).get("total", 0)
    macs, totals = sum(_macs(row) for row in report["kernels"]), report["totals"]
    for name, (count, own, code, measured) in sorted(kinds.items(), key=lambda item: -item[1][1]):
        row = [name.replace("_", " "), count, own, share(own, macs), code if "code_bytes" in totals else None]
        yield row + ([measured, share(measured, totals["measured"]["total"])] if "measured" in totals else [])


def _stack_rows(report):
    return [(stack["code"], row) for stack in report.get("stack", []) for row in stack["entries"]]


def _entry_stack(report):
    rows = [row for _, row in _stack_rows(report) if row["function"] == report["interface"]["entry"]]
    return rows[-1:] if rows and "bytes" in rows[-1] else []


def _peak_buffers(report):
    peak = report["totals"].get("peak_step")
    return [] if peak is None else sorted(
        (row for row in report["buffers"] if row["first"] <= peak <= row["last"]), key=lambda row: -row["bytes"])


def _letter(report, row):
    index = next(i for i, other in enumerate(report["buffers"]) if other is row)
    letters = string.ascii_uppercase + string.ascii_lowercase + string.digits
    return letters[index] if index < len(letters) else str(index)


def _by_size(constants):
    return sorted(constants, key=lambda row: -row["bytes"])


def _tensors(report):
    return report["inputs"] + report["outputs"] + report.get("state", [])


def _same(what, actual, expected):
    if actual != expected:
        for index, (one, other) in enumerate(zip(actual, expected)):
            if one != other:
                raise Failure(f"{what}: number {index} is {one!r}, expected {other!r}")
        raise Failure(f"{what}: {len(actual)} are there, expected {len(expected)}")


def _figures(row, keys):
    return [f"{row[key]:,}" if key in row else "–" for key in keys]


def _kernel_cells(row, report):
    name = f"{row['place']} {row['function']}"
    if row.get("external"):
        name += " external" + (f", on {row['device']}" if "device" in row else "")
    name += " " + row["kind"].replace("_", " ") if "kind" in row else ""
    if "shared_by" in row:
        name += f" shared by {len(row['shared_by'])} kernels" + "".join(row["shared_by"])
    if numbers := [f"{number:,}" for number in _channel_numbers(row)]:
        name += f" {numbers[0]} of {numbers[1]} channels are constant"
        name += "".join("{}: {}, from {} to {}".format(*numbers[i : i + 4]) for i in range(2, len(numbers), 4))
    measured = []
    if "measured" in report["totals"]:
        own = row.get("measured", {})
        measured = _figures(own, _MEASURED)
        measured.insert(2, f"{share(own['total'], report['totals']['measured']['total'])}" if own else "–")
    fused = row["fused"]
    folded = f"{len(fused)} operators" if len(fused) > 1 else ""
    figures = _figures({**row, "macs": _macs(row)}, _FIGURES)
    figures.insert(1, f"{share(_macs(row), sum(_macs(kernel) for kernel in report['kernels']))}")
    return [*_figures(row, ["step"]), name, *figures, *measured, folded + "".join(fused)]


def _stack_cells(code, row):
    unknown = [f"{'a function behind a pointer' if call['function'] == '(pointer)' else call['function']}, on top of "
               f"{call['at']:,}" for call in row.get("unknown", [])]
    return [row["function"], "C, by your compiler" if code == "c" else "object, by tirc", *_figures(row, ["bytes"]),
            "".join(row["path"] if "bytes" in row else row["problems"]), "".join(unknown)]


def _tensor_cells(row, kind):
    # The number is written with the fewest digits with which it can be read back.
    scale = repr(row["scale"]) if "scale" in row else "–"
    held = f" (holds {row['values']})" if "values" in row else ""
    return [row["name"], kind, row["c_name"], "×".join(map(str, row["shape"])) or "scalar", row["dtype"] + held,
            *_figures(row, ["bytes"]), scale, *_figures(row, ["zero_point"])]


def check_tables(page, report):
    """Compares each cell of each table with the JSON report."""
    bytes_of = ("bytes", "alignment")
    kinds = (("inputs", "input"), ("outputs", "output"), ("state", "state"))
    expected = {
        "kernel-table": [_kernel_cells(row, report) for row in report["kernels"]],
        "constant-table": [[row["name"], *_figures(row, bytes_of)] for row in _by_size(report["constants"])],
        "tensor-table": [_tensor_cells(row, kind) for key, kind in kinds for row in report.get(key, [])],
        "pool-table": [
            [row["name"], row["symbol"], *_figures(row, _POOL_FIGURES)] for row in report["pools"]
        ],
        "buffer-table": [
            [_letter(report, row), row["name"], row["pool"], *_figures(row, ("offset", *bytes_of, "first", "last"))]
            for row in report["buffers"]
        ],
        "peak-table": [
            [_letter(report, row), *_figures(row, ["bytes"]), row["name"], row.get("place", "")] for row in _peak_buffers(report)
        ],
        "saving-table": [
            [row["option"], *_figures(row, ("saved_bytes", "ram_bytes", "estimated_cycles"))] for row in report.get("savings", [])
        ],
        "kind-table": [
            [name, *("–" if number is None else f"{number:,}" for number in figures)] for name, *figures in _kinds(report)
        ],
        "stack-table": [_stack_cells(code, row) for code, row in _stack_rows(report)],
        # Without a pool, a list of steps has no information.
        "step-table": [
            [f"{step:,}", row["name"], *_figures(row, ["live_bytes"])]
            for step, row in enumerate(report["steps"])
            if report["pools"]
        ],
        **{
            name: [[cell if isinstance(cell, str) else f"{cell:,}" for cell in row] for row in rows]
            for name, rows in _row_tables(report).items()
        },
    }
    _same("tables", sorted(page.tables), sorted(name for name, rows in expected.items() if rows))
    for name, rows in page.tables.items():
        _same(f"rows of {name}", rows, expected[name])


def check_numbers(page, report):
    _same("numbers", [value for value, _ in page.numbers], expected_numbers(report))
    _same("numbers as text", [text for _, text in page.numbers], [f"{value:,}" for value, _ in page.numbers])
    for key, value in page.keys.items():
        if key not in ("peak_live_bytes", "stack_bytes") and value != report["totals"][key]:
            raise Failure(f"{key} is {value}, expected {report['totals'][key]}")


def _percent(text):
    return float(re.fullmatch(r"([\d.]+)%", text)[1])


def _near(what, actual, expected, slack=0.002):
    if abs(float(actual) - expected) > slack:
        raise Failure(f"{what} is {actual}, expected {expected}")


def check_drawings(page, report):
    """Checks the place of each rectangle, from the buffer's bytes and steps."""
    steps, pools = len(report["steps"]), report["pools"]
    if not steps or not pools:
        _same("rectangles", page.buffers, [])
        return
    stacked = report["plan"] == "separate"
    whole = sum(pool["bytes"] for pool in pools)
    bases, base = {}, 0
    for pool in pools:
        bases[pool["name"]] = (base, whole) if stacked else (0, pool["bytes"])
        base += pool["bytes"]
    by_pool = [row for pool in pools for row in report["buffers"] if row["pool"] == pool["name"]]
    _same("rectangles", [rect["data-name"] for rect in page.buffers], [row["name"] for row in by_pool])
    for rect, row in zip(page.buffers, by_pool):
        base, total = bases[row["pool"]]
        begin = base + row["offset"]
        figures = [int(rect[f"data-{key}"]) for key in ("offset", "bytes", "first", "last")]
        _same(f"figures of {row['name']}", figures, [begin, row["bytes"], row["first"], row["last"]])
        _near("left", _percent(rect["x"]), 100 * row["first"] / steps)
        _near("width", _percent(rect["width"]), 100 * (row["last"] - row["first"] + 1) / steps)
        _near("top", rect["y"], _TOP + _POOL * (1 - (begin + row["bytes"]) / total))
        _near("height", rect["height"], _POOL * row["bytes"] / total)
    live = [step["live_bytes"] for step in report["steps"]]
    _same("bars", [int(bar["data-bytes"]) for bar in page.bars], live)
    for bar, value in zip(page.bars, live):
        _near("height", bar["height"], _LIVE * value / max(1, *live))
    _same("loops", [page.loops], [len(report.get("loops", []))])


def _live_bytes(buffers, step):
    """Returns the bytes of the buffers that are live at the step; shared bytes count once."""
    top, total = {}, 0
    for row in sorted(buffers, key=lambda row: row["offset"]):
        if row["first"] <= step <= row["last"]:
            end = row["offset"] + row["bytes"]
            total += max(0, end - max(row["offset"], top.get(row["pool"], 0)))
            top[row["pool"]] = max(end, top.get(row["pool"], 0))
    return total


def check_report(report):
    """Checks that the report is consistent, since the page can only be as correct as the report."""
    buffers, totals = report["buffers"], report["totals"]
    live = [_live_bytes(buffers, step) for step in range(len(report["steps"]))]
    _same("live bytes", [step["live_bytes"] for step in report["steps"]], live)
    _same("peak", [totals.get("peak_step")], [live.index(max(live)) if any(live) else None])
    for kernel in report["kernels"]:
        if kernel.get("live_bytes", live[kernel["step"]]) != live[kernel["step"]]:
            raise Failure(f"{kernel['place']} says {kernel['live_bytes']} bytes live, expected {live[kernel['step']]}")
    parts = ("workspace_bytes", "inputs_bytes", "outputs_bytes", "state_bytes", "bookkeeping_bytes")
    if totals["workspace_lower_bound"] > totals["workspace_bytes"]:
        raise Failure("the lower bound of the workspace is above its bytes")
    _same("RAM", [totals["ram_bytes"]], [sum(_columns([totals], parts))])
    if "flash_bytes" in totals:
        _same("flash", [totals["flash_bytes"]], [sum(_columns([totals], ("constants_bytes", "texts_bytes", "code_bytes")))])
    # Buffers that lie over others need not share as many bytes as they could.
    if len(report["pools"]) == 1 and report["plan"] == "packed" and not any("over" in row for row in buffers):
        _same("lower bound", [max(live)], [min(max(live), report["pools"][0]["lower_bound"])])
