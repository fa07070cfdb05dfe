"""What doxygen read from a header, as reStructuredText of Sphinx's C++ domain: declarations in the header's order, each with its
comment."""

import re
import textwrap
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

KINDS = {"function": "function", "variable": "member", "typedef": "type", "enum": "enum-class"}
# Values that Sphinx's parser of C++ takes; longer ones tell less than the comment.
SHORT_VALUE = re.compile(r'= ?[\w.:"\-+{}() ]{1,40}$')


@dataclass
class Declaration:
    line: int
    directive: str  # "struct", "function", ...
    text: str
    comment: str
    members: list["Declaration"] = field(default_factory=list)


def plain(node: ET.Element | None) -> str:
    text = "" if node is None else "".join(node.itertext())
    return re.sub(r"\s+", " ", text).strip()


def tightened(declaration: str) -> str:
    """Doxygen writes std::vector< double >."""
    declaration = re.sub(r"< ", "<", re.sub(r" >", ">", declaration))
    return re.sub(r"\s+", " ", declaration).strip()


def inline(node: ET.Element) -> str:
    """A paragraph, its marks kept and everything else safe from being taken for some."""
    def safe(text: str | None) -> str:
        return re.sub(r"([*`|\\_])", r"\\\1", text or "")

    text = safe(node.text)
    for child in node:
        inner = re.sub(r"\s+", " ", "".join(child.itertext()))
        if child.tag == "computeroutput":
            text += f"\\ ``{inner}``\\ "
        elif child.tag == "emphasis":
            text += f"\\ *{inner}*\\ "
        elif child.tag == "ndash":
            text += "--"
        elif child.tag == "verbatim":
            text += "\n\n::\n\n" + textwrap.indent(textwrap.dedent("".join(child.itertext())).strip("\n"), "    ") + "\n\n"
        else:
            text += safe(inner)
        text += safe(child.tail)
    return text.strip()


def comment_of(node: ET.Element) -> str:
    paragraphs = [
        inline(para)
        for part in ("briefdescription", "detaileddescription")
        for description in node.findall(part)
        for para in description.findall("para")
    ]
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)


def template_of(node: ET.Element) -> str:
    parameters = node.find("templateparamlist")
    if parameters is None:
        return ""
    words = []
    for parameter in parameters.findall("param"):
        name = parameter.find("declname")
        kind = plain(parameter.find("type"))
        words.append(kind if name is None else f"{kind} {name.text}")
    return tightened(f"template<{', '.join(words)}> ")


def member_text(node: ET.Element) -> str:
    kind = node.get("kind")
    name = node.findtext("name", "")
    if kind == "enum":
        return name
    declared = plain(node.find("type"))
    if kind == "typedef":
        return tightened(f"{name} = {declared}") if "(*" not in declared else name
    arguments = plain(node.find("argsstring"))
    text = f"{template_of(node)}{declared} {name}{arguments}"
    if node.get("static") == "yes" and not declared.startswith("static"):
        text = "static " + text
    value = plain(node.find("initializer"))
    if kind == "variable" and SHORT_VALUE.match(value):
        text += f" {value}"
    # What the compiler makes of a function is no part of how it is called.
    text = re.sub(r" ?= ?(default|0)$", "", text) if kind == "function" else text
    return tightened(text.replace("[[nodiscard]]", ""))


def declaration_of(node: ET.Element) -> Declaration:
    found = Declaration(int(node.find("location").get("line")), KINDS[node.get("kind")], member_text(node), comment_of(node))
    if node.get("kind") == "enum":
        found.members = [
            Declaration(0, "enumerator", value.findtext("name", ""), comment_of(value)) for value in node.findall("enumvalue")
        ]
    return found


class Doxygen:
    """The folder of XML files."""

    def __init__(self, folder: Path):
        self.compounds: dict[str, list[ET.Element]] = {}  # by header
        self.members: dict[str, list[ET.Element]] = {}
        for file in sorted(folder.glob("*.xml")):
            for compound in ET.parse(file).getroot().findall("compounddef"):
                if compound.get("kind") in ("struct", "class") and compound.get("prot") == "public":
                    self.compounds.setdefault(self.header_of(compound), []).append(compound)
                elif compound.get("kind") == "namespace":
                    for member in compound.iter("memberdef"):
                        if member.get("kind") in KINDS:
                            self.members.setdefault(self.header_of(member), []).append(member)

    @staticmethod
    def header_of(node: ET.Element) -> str:
        return node.find("location").get("file", "").removeprefix("fiducia/")

    def declarations(self, header: str) -> list[Declaration]:
        found = [declaration_of(node) for node in self.members.get(header, [])]
        found += [self.record(node) for node in self.compounds.get(header, [])]
        return sorted(found, key=lambda declaration: declaration.line)

    def record(self, node: ET.Element) -> Declaration:
        bases = ", ".join(f"{base.get('prot')} {tightened(plain(base))}" for base in node.findall("basecompoundref"))
        name = node.findtext("compoundname", "").removeprefix("fiducia::")
        text = template_of(node) + tightened(name) + (f" : {bases}" if bases else "")
        members = [
            declaration_of(member)
            for member in node.iter("memberdef")
            if member.get("prot") == "public" and member.get("kind") in KINDS and not self.is_of_the_compiler(member)
        ]
        members.sort(key=lambda member: member.line)
        return Declaration(int(node.find("location").get("line")), node.get("kind"), text, comment_of(node), members)

    @staticmethod
    def is_of_the_compiler(member: ET.Element) -> bool:
        arguments = plain(member.find("argsstring"))
        return arguments.endswith(("=default", "= default", "=delete", "= delete"))


def rst(declarations: list[Declaration], indent: str = "") -> Iterator[str]:
    for declaration in declarations:
        yield f"{indent}.. cpp:{declaration.directive}:: {declaration.text}\n"
        if declaration.comment:
            yield textwrap.indent(declaration.comment, indent + "   ") + "\n"
        yield from rst(declaration.members, indent + "   ")
