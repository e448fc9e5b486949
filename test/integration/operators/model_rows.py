"""Runs models one after the other, each in a process of its own, in the environment of the package."""

import json
import os
import signal


def write(folder, results, suffix, seconds, make):
    """Writes a JSON list to `results`: for each file in `folder` whose name ends so, its path and what `make` returns for it. A
    model that takes longer, or ends its process, is wrong."""
    rows = []
    for path in sorted(folder.rglob(f"*{suffix}")):
        written = results.with_suffix(".row")
        written.unlink(missing_ok=True)
        process = os.fork()
        if not process:
            signal.alarm(seconds)
            try:
                written.write_text(json.dumps(make(path)))
            finally:
                os._exit(0)
        _, status = os.waitpid(process, 0)
        row = json.loads(written.read_text()) if written.exists() else {"verdict": "wrong", "text": f"status {status}"}
        rows.append({"path": str(path.relative_to(folder))} | row)
    results.write_text(json.dumps(rows, indent=1))
