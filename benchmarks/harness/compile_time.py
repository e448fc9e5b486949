"""The time of a compilation."""

import os
import subprocess

from runner import Failure


def seconds(compiler, model, options):
    """Returns the seconds of the processor that tirc takes for the C of a model."""
    output = compiler.folder(f"timed/{model.name}")
    process = subprocess.Popen(
        [compiler.tirc, model.file, "-o", output, f"--model-name={model.name}", "--quiet", *model.options, *options],
        stdin=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise Failure(f"tirc ended with {process.returncode} for {model.name}")
    return round(usage.ru_utime + usage.ru_stime, 2)
