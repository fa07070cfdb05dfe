#!/usr/bin/env python3
"""Runs the examples of the documentation: every fenced block of a Markdown file that is marked ```sh run, in its order,
in an empty folder, with the program's folder first in PATH. A block marked ```sh run-if FILE is left out where FILE is
not there. Stops at the first command that fails.

With --python, the blocks marked ```python run (or run-if FILE) instead: those of a file are one script, run by the
interpreter that runs this.

usage: run_docs.py [--python] PROGRAM FILE.md...
"""

import os
import re
import subprocess
import sys
import tempfile


def blocks_in(text: str, language: str) -> list:
    """(file that is needed or nothing, commands) of each block that is to be run."""
    return re.findall(rf"^```{language} run(?:-if (\S+))?\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def python_script(blocks: list) -> list:
    there = [block for needed, block in blocks if not needed or os.path.exists(needed)]
    return [("", "\n".join(there))] if there else []


def main() -> int:
    python = sys.argv[1] == "--python"
    program, *files = sys.argv[2 if python else 1 :]
    command = [sys.executable, "-c"] if python else ["bash", "-euo", "pipefail", "-c"]
    environment = dict(os.environ, PATH=os.path.dirname(os.path.abspath(program)) + os.pathsep + os.environ["PATH"])
    blocks_run = 0
    for name in files:
        with open(name, encoding="utf-8") as text:
            blocks = blocks_in(text.read(), "python" if python else "sh")
        if python:
            blocks = python_script(blocks)
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as cache:
            environment["FIDUCIA_CACHE_DIR"] = cache  # not the user's
            for needed, block in blocks:
                if needed and not os.path.exists(needed):
                    print(f"{name}: left out, because there is no {needed}:\n{block}")
                    continue
                done = subprocess.run([*command, block], cwd=folder, env=environment)
                if done.returncode != 0:
                    print(f"{name}: this example ended with status {done.returncode}:\n{block}", file=sys.stderr)
                    return 1
                blocks_run += 1
    print(f"{blocks_run} examples run")
    return 0 if blocks_run > 0 else 1  # a check that found nothing to check has not passed


if __name__ == "__main__":
    sys.exit(main())
