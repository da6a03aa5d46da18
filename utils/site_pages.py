# SPDX-License-Identifier: GPL-2.0-only
"""Sphinx's extension for the pages of doc/.

The pages are to be read on a code host, too, which knows docutils but not Sphinx. So they link with
plain relative links, `Usage <usage.rst>`__, name classes and write formulas without more, and what
these become in the site stands here:

* a link to a page is one of the site, one to another file of the tree a copy of it,
* the name of a class, in a literal, is a link to its page of the API if that was made,
* a formula is MathML, which browsers draw without a script or a font from elsewhere,
* `.. types:: ROLE...` is the reference of these roles; on a code host nothing is there.

The search is doc/static/search.js: over pages and API, with passages.
"""

import html
import inspect
import json
import pathlib
import posixpath
import re

from docutils import nodes
from docutils.statemachine import StringList
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx import addnodes
from sphinx.transforms import SphinxTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import nested_parse_with_titles

from site_reference import Reference, list_types

LOG = logging.getLogger(__name__)


class RelativeLinks(SphinxTransform):
    """Links to pages become links of the site, those to other files of the tree copies to open."""

    default_priority = 5

    def apply(self, **_):
        """Changes the links of a page."""
        for node in list(self.document.findall(nodes.reference)):
            target, _, anchor = node.get("refuri", "").partition("#")
            if target and not re.match(r"[a-z]+:|api/", target):
                self._change(node, target, anchor)

    def _change(self, node, target, anchor):
        here = self.env.docname
        page = posixpath.normpath(posixpath.join(posixpath.dirname(here), target))
        file = pathlib.Path(self.env.doc2path(here)).parent / target
        inner = nodes.inline("", "", *node.children)
        if target.endswith(".rst") and page[: -len(".rst")] in self.env.found_docs:
            if anchor:
                node["refuri"] = page[: -len("rst")] + "html#" + anchor
                return
            link = addnodes.pending_xref(
                "", inner, refdomain="std", reftype="doc", reftarget="/" + page[: -len(".rst")],
                refdoc=here, refexplicit=True, refwarn=True,
            )
        elif file.is_file():
            link = addnodes.download_reference("", "", inner, reftarget=target, refdoc=here)
        elif file.is_dir():
            link = inner  # a folder has no page
        else:
            LOG.warning("%s does not exist", target, location=node)
            return
        link.line = node.line
        node.replace_self(link)


def find_classes(folder):
    """From a class to its page, of what Doxygen wrote into a folder."""
    pattern = re.compile(r"(?:class|struct)ns3_1_1([A-Za-z0-9]+)\.html")
    pages = pathlib.Path(folder).glob("*ns3_1_1*.html") if folder else []
    found = (pattern.fullmatch(page.name) for page in pages)
    return {match[1]: match[0] for match in found if match}


def link_classes(app, document, page):
    """Makes links of the literals that are a class or a member of one."""
    classes = app.env.ai_fabric_classes
    for node in list(document.findall(nodes.literal)):
        name = re.fullmatch(r"(?:ns3::)?([A-Z]\w+)(?:::\w+(?:\(.*\))?)?", node.astext())
        if not name or name[1] not in classes:
            continue
        parent = node.parent
        while parent and not isinstance(parent, (nodes.reference, nodes.title)):
            parent = parent.parent
        if parent is None:
            target = posixpath.relpath(f"api/{classes[name[1]]}", posixpath.dirname(page) or ".")
            node.replace_self(nodes.reference("", "", node.deepcopy(), refuri=target, internal=True))


class Types(SphinxDirective):
    """The reference of some roles."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self):
        """Parses what Reference writes."""
        types = self.env.ai_fabric_types
        if not types:
            return []
        roles = self.arguments[0].split()
        for role in roles:
            if role not in types:
                raise self.error(f"the runner knows no role {role}")
        node = nodes.section()
        node.document = self.state.document
        lines = StringList(Reference(types).write(roles), source=self.env.docname)
        nested_parse_with_titles(self.state, lines, node)
        return node.children


def visit_math(translator, node):
    """Writes a formula."""
    inline = isinstance(node, nodes.math)
    old = "inline" in inspect.signature(tex2mathml).parameters  # docutils before 0.22
    try:
        options = {"inline": inline} if old else {"as_block": not inline}
        translator.body.append(tex2mathml(node.astext(), **options))
    except (AttributeError, SyntaxError):  # what docutils has of a formula that it cannot read
        LOG.warning("no MathML for %s", node.astext(), location=node)
    raise nodes.SkipNode


def name_api(_, config):
    """Puts the API beside the pages, if it was made."""
    if config.api:
        config.html_theme_options["extra_nav_links"] = {"API": "api/index.html"}


def prepare(app, env, _):
    """Looks up what there is to link to, and what there is to list."""
    env.ai_fabric_classes = find_classes(app.config.api)
    env.ai_fabric_types = list_types(app.config.runner) if app.config.runner else {}


def find_passages(env):
    """{page: [(text, anchor of its section, 1 for a title)]}: titles, paragraphs and cells in their order."""
    pages = {}
    for page in sorted(env.found_docs):
        passages, anchor = pages.setdefault(page, []), ""
        for node in env.get_doctree(page).findall(lambda node: isinstance(node, (nodes.title, nodes.paragraph))):
            is_title = isinstance(node, nodes.title) and isinstance(node.parent, nodes.section)
            anchor = node.parent["ids"][0] if is_title else anchor
            passages.append((re.sub(r"\s+", " ", node.astext()), anchor, int(is_title)))
    return {page: passages for page, passages in pages.items() if passages}


def list_classes(folder):
    """Name, page and brief description of each class, from the list that Doxygen wrote."""
    index = pathlib.Path(folder) / "annotated.html" if folder else None
    if not index or not index.exists():
        return []
    link = r'<a class="el" href="((?:class|struct)[^"]+)"[^>]*>([^<]+)</a>'
    pattern = re.compile(link + r'</td><td class="desc">(.*?)</td>')
    return [
        (html.unescape(name), page, html.unescape(re.sub(r"<[^>]+>", "", brief)).strip())
        for page, name, brief in pattern.findall(index.read_text(encoding="utf-8"))
    ]


def write_search_data(app, error):
    """What doc/static/search.js shows."""
    if error is None and app.builder.format == "html":
        data = {"PAGES": find_passages(app.env), "CLASSES": list_classes(app.config.api)}
        text = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in data.items())
        (pathlib.Path(app.outdir) / "_static" / "search-data.js").write_text(text, encoding="utf-8")


def add_search(app, page, _template, _context, _document):
    """The search page alone loads them."""
    if page == "search":
        app.add_js_file("search-data.js")
        app.add_js_file("search.js")


def setup(app):
    """Called by Sphinx."""
    app.add_config_value("api", "", "env", [str])  # folder of the API's pages
    app.add_config_value("runner", "", "env", [str])  # path of ai-fabric-run
    app.add_directive("types", Types)
    app.add_html_math_renderer("mathml", (visit_math, None), (visit_math, None))
    app.add_transform(RelativeLinks)
    app.connect("config-inited", name_api)
    app.connect("env-before-read-docs", prepare)
    app.connect("doctree-resolved", link_classes)
    app.connect("html-page-context", add_search)
    app.connect("build-finished", write_search_data)
    return {"parallel_read_safe": False}
