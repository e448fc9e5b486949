"""What was measured of files, kept in a file of its own, so that a run that is repeated goes on."""

import json


def measure_all(paths, measure, store):
    """Returns what `measure` says of each file, by its name. If `store` is a path, results are kept there, and files that it has
    are not measured again."""
    rows = json.loads(store.read_text()) if store and store.exists() else {}
    for path in sorted(paths):
        if path.name not in rows:
            rows[path.name] = measure(path)
            print(path.name, rows[path.name], flush=True)
            if store:
                store.write_text(json.dumps(rows, indent=1))
    return rows
