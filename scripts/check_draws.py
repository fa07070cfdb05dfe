#!/usr/bin/env python3
"""Finds calls that draw two random numbers in their arguments.

In which order a compiler evaluates arguments is its own affair (g++ goes from the right on x86-64 and from the left on
arm64), so that a seed gives other data on another machine. Braces go from left to right everywhere; otherwise, name the
numbers first. Usage: scripts/check_draws.py [FOLDER...]
"""

import pathlib
import re
import sys

FOLDERS = ["src", "apps", "tests", "benchmarks", "examples", "python"]
DRAW = re.compile(r"\brandom\w*(?:\.|->)(?:normal|uniform|index)\(")
CALL = re.compile(r"[\w>](\()")
NOT_A_CALL = re.compile(r"\b(?:if|for|while|switch|return)\s*$")


def arguments(text, start):
    """The arguments of the call whose parenthesis opens before `start`, without what stands in braces."""
    depth, braces, parts, part = 1, 0, [], ""
    for char in text[start:]:
        if char == "{":
            braces += 1
        elif char == "}":
            braces -= 1
        elif char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
        if depth == 0 or braces < 0:
            break
        if char == "," and depth == 1 and braces == 0:
            parts.append(part)
            part = ""
        else:
            part += char
    return [*parts, part]


def faults(path):
    text = re.sub(r"//[^\n]*", "", path.read_text())
    for call in CALL.finditer(text):
        if NOT_A_CALL.search(text[max(0, call.start(1) - 8) : call.start(1)]):
            continue
        if sum(bool(DRAW.search(part)) for part in arguments(text, call.end(1))) > 1:
            yield text.count("\n", 0, call.start(1)) + 1


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    found = 0
    for folder in sys.argv[1:] or [root / name for name in FOLDERS]:
        for path in sorted(p for p in pathlib.Path(folder).rglob("*") if p.suffix in (".cc", ".h")):
            for line in faults(path):
                print(f"{path}:{line}: two random numbers in the arguments of one call: their order is not defined")
                found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
