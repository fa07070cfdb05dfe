"""What the program says about itself: its commands, their arguments and options, read from --help. Man pages, completions and the
site's page of commands are made from this, so that they cannot tell anything else than the program does."""

import json
import re
import subprocess
from dataclasses import dataclass, field

COLUMN = 30  # where descriptions begin
NAME = re.compile(r"[a-z][a-z0-9_-]*$")
FILE = re.compile(r"\b(files?|folders?|images?|calibration|observations|csv)\b", re.IGNORECASE)


@dataclass
class Entry:
    """An option, or an argument by its position."""

    names: list[str]  # ["-o", "--output"] or ["INPUT"]
    value: str  # "TEXT", "INT"; empty for a flag
    default: str
    choices: str  # of {a,b}
    several: bool
    required: bool
    description: str

    def values(self) -> list[str]:
        """The words that it takes, where they are listed."""
        return self.choices.split(",") if self.choices else listed_values(self.description, self.default)

    def prefixes(self) -> list[str]:
        """How a value may begin: chessboard: of chessboard:COLSxROWS:SPACING."""
        return sorted(set(re.findall(r"\b([a-z]+:)[A-Z]", self.description)))

    def words(self) -> list[str]:
        """What completion proposes beside files."""
        default = [self.default] if NAME.match(self.default) and not self.takes_file() else []
        return [*(self.values() or default), *self.prefixes()]

    def takes_file(self) -> bool:
        if self.value != "TEXT" or self.values():
            return False
        return not self.names[0].startswith("-") or FILE.search(self.description) is not None


@dataclass
class Command:
    name: str  # "calibrate"; empty for the program itself
    summary: str
    usage: str
    arguments: list[Entry] = field(default_factory=list)
    options: list[Entry] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)


@dataclass
class Program:
    version: str
    itself: Command
    footer: list[str]
    commands: list[Command]


def listed_values(description: str, default: str) -> list[str]:
    """The words of "..: auto (why), planar (why) or free (why)". None where the text is no such list, or one without the
    default in it."""
    text = description
    while (shorter := re.sub(r" ?\([^()]*\)", "", text)) != text:
        text = shorter
    sentences = re.split(r"\. |; ", text.rstrip("."))
    for part in (part for sentence in sentences for part in reversed(sentence.split(": "))):
        part = re.sub(r"^(Some of|There are) |\b(or )?some of ", ", ", part)
        words = [word for word in re.split(r",\s*|\s+or\s+|\s+and\s+", part) if word]
        if len(words) > 1 and all(NAME.match(word) for word in words):
            if not default or set(default.split(",")) <= set(words):
                return words
    return []


def entry_of(head: str, description: str) -> Entry:
    names, _, rest = head.partition(" ")
    required = rest.endswith("REQUIRED")
    rest = rest.removesuffix("REQUIRED").strip()
    several = rest.endswith("...")
    rest = rest.removesuffix("...").strip()
    kind, _, default = rest.partition("=")
    value, _, check = kind.partition(":")
    choices = check[1:-1] if check.startswith("{") else ""
    return Entry(names.split(","), value.strip(), default, choices, several, required, description)


def entries(lines: list[str]) -> list[Entry]:
    found: list[tuple[str, str]] = []
    for line in lines:
        if line.startswith(" " * COLUMN) and found:
            found[-1] = (found[-1][0], f"{found[-1][1]} {line.strip()}".strip())
        elif len(line) > COLUMN and line[COLUMN - 1] == " ":
            found.append((line[:COLUMN].strip(), line[COLUMN:].strip()))
        else:
            found.append((line.strip(), ""))
    return [entry_of(head, description) for head, description in found]


def sections(text: str) -> dict[str, list[str]]:
    """The lines under "Options:", ...; what stands before the first such line is under ""."""
    found: dict[str, list[str]] = {"": []}
    name = ""
    for line in text.splitlines():
        if re.fullmatch(r"[A-Z][a-z]+:", line):
            name = line[:-1]
            found[name] = []
        elif line:
            found[name].append(line)
    return found


def command_of(name: str, text: str) -> Command:
    parts = sections(text)
    summary, usage = parts[""][0], parts[""][1].removeprefix("Usage: ")
    return Command(
        name,
        summary,
        usage,
        entries(parts.get("Positionals", [])),
        entries(parts.get("Options", [])),
        [line[2:] for line in parts.get("Example", [])],
    )


def read_program(executable: str) -> Program:
    def said(*arguments: str) -> str:
        return subprocess.run([executable, *arguments], check=True, capture_output=True, text=True).stdout

    text = said("--help")
    indented = [line for line in sections(text)["Subcommands"] if line.startswith("  ")]
    footer = [line for line in sections(text)["Subcommands"] if not line.startswith("  ")]
    itself = command_of("", text)
    names = [line.split()[0] for line in indented]
    commands = [command_of(name, said(name, "--help")) for name in names]
    if not commands:
        raise SystemExit(f"{executable} --help lists no commands: has the form of its help changed?")
    give_names(commands, [model["name"] for model in json.loads(said("models", "--json"))["models"]], "models")
    give_names(commands, ["list", "all", *(study["name"] for study in json.loads(said("study", "list", "--json")))], "study")
    return Program(said("--version").split()[1], itself, footer, commands)


def give_names(commands: list[Command], names: list[str], command: str) -> None:
    """What the first argument of a command can be, where its help does not list it but the command does."""
    for found in commands:
        if found.name == command:
            found.arguments[0].choices = ",".join(names)
