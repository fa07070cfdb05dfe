#!/usr/bin/env python3
"""Runs the examples of the documentation: every fenced block of a Markdown file that is marked ```sh run, in its order,
in an empty folder, with the program's folder first in PATH. A block marked ```sh run-if FILE is left out where FILE is
not there. Stops at the first command that fails.

usage: run_docs.py PROGRAM FILE.md...
"""

import os
import re
import subprocess
import sys
import tempfile


def main() -> int:
    program, *files = sys.argv[1:]
    environment = dict(os.environ, PATH=os.path.dirname(os.path.abspath(program)) + os.pathsep + os.environ["PATH"])
    blocks_run = 0
    for name in files:
        with open(name, encoding="utf-8") as text:
            blocks = re.findall(r"^```sh run(?:-if (\S+))?\n(.*?)^```$", text.read(), re.MULTILINE | re.DOTALL)
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as cache:
            environment["FIDUCIA_CACHE_DIR"] = cache  # not the user's
            for needed, block in blocks:
                if needed and not os.path.exists(needed):
                    print(f"{name}: left out, because there is no {needed}:\n{block}")
                    continue
                done = subprocess.run(["bash", "-euo", "pipefail", "-c", block], cwd=folder, env=environment)
                if done.returncode != 0:
                    print(f"{name}: this example ended with status {done.returncode}:\n{block}", file=sys.stderr)
                    return 1
                blocks_run += 1
    print(f"{blocks_run} examples run")
    return 0 if blocks_run > 0 else 1  # a check that found nothing to check has not passed


if __name__ == "__main__":
    sys.exit(main())
