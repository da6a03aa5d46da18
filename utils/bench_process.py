# SPDX-License-Identifier: GPL-2.0-only
"""Runs the program that ./ai-fabric bench measures."""

import os
import resource
import subprocess
import time

POLL_SECONDS = 0.005


class BenchError(Exception):
    """A measurement failed; the text is one line for the user."""


def execute(command, log, name):
    """Runs a command to its end. Returns its resource usage and its peak memory in bytes."""
    with open(log, "wb") as output:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
        )
        peak_kib = 0
        ended = 0
        try:
            while not ended:
                peak_kib = max(peak_kib, read_peak_kib(process.pid))
                time.sleep(POLL_SECONDS)
                ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        except BaseException:
            process.kill()
            process.wait()
            raise
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        lines = log.read_text(encoding="utf-8", errors="replace").split("\n")
        said = [line for line in lines if line and not line.startswith("==")]
        raise BenchError(
            f"{name}: {command[0]} ended with status {process.returncode}"
            + (f": {said[-1]}" if said else "")
        )
    # Linux starts ru_maxrss with the peak of this program, from which the other one was made.
    if usage.ru_maxrss > resource.getrusage(resource.RUSAGE_SELF).ru_maxrss:
        peak_kib = usage.ru_maxrss
    return usage, peak_kib * 1024


def read_peak_kib(pid):
    """The most memory that a process has had so far; 0 if it has ended."""
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8") as file:
            return next((int(line.split()[1]) for line in file if line.startswith("VmHWM")), 0)
    except OSError:
        return 0
