# How Sphinx builds the site. `./run docs` gives it the pages (docs/site/pages.py), and all comes from Debian's packages.

import re
from pathlib import Path

root = Path(__file__).resolve().parents[2]

project = "Fiducia"
author = "the Fiducia authors"
copyright = author  # noqa: A001: Sphinx names it so
version = release = re.search(r"project\(fiducia VERSION ([0-9.]+)", (root / "CMakeLists.txt").read_text()).group(1)

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
highlight_language = "none"  # a block that names no language shows output
myst_heading_anchors = 4  # links name headings as forges do
smartquotes = False  # what stands here may be typed into a shell

autodoc_member_order = "bysource"
# Names of our own for types, such as Input, stay what they are called.
autodoc_type_aliases = {
    name: name
    for file in (root / "python/fiducia").glob("*.py")
    for name in re.findall(r"^([A-Z]\w+) = (?:Union|Optional|Callable|Tuple|Sequence)\b", file.read_text(), re.MULTILINE)
}

html_theme = "furo"
html_title = f"Fiducia {release}"
html_static_path = [str(root / "docs/site/static")]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
copybutton_prompt_text = r"^\$ |^>>> "
copybutton_prompt_is_regexp = True
