# SPDX-License-Identifier: GPL-2.0-only
"""Sphinx's settings; `./ai-fabric docs` makes the site with them.

The pages are to be read on a code host, too, which knows docutils but not Sphinx: they link with
plain relative links, `Usage <usage.rst>`__, and Sphinx is taught here what these mean in the site.
"""

import pathlib
import posixpath
import re

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx import addnodes
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

project = "ai-fabric"
project_copyright = "2026 The ai-fabric developers"
exclude_patterns = ["measured", "figures"]
highlight_language = "none"
nitpicky = True

html_theme = "alabaster"
html_math_renderer = "mathml"
html_copy_source = False
html_show_search_summary = False  # it would need a server
html_theme_options = {
    "description": "Networks of GPU clusters, packet by packet, for ns-3",
    "page_width": "1200px",
    "sidebar_width": "270px",
    "fixed_sidebar": True,
    "sidebar_collapse": True,
    "show_powered_by": False,
}
html_sidebars = {"**": ["about.html", "searchbox.html", "navigation.html"]}


class RelativeLinks(SphinxTransform):
    """Links to pages become links of the site, those to other files of the tree copies to open."""

    default_priority = 5

    def apply(self, **_):
        folder = pathlib.Path(self.env.doc2path(self.env.docname)).parent
        for node in list(self.document.findall(nodes.reference)):
            target, _, anchor = node.get("refuri", "").partition("#")
            if not target or re.match(r"[a-z]+:", target):
                continue
            page = posixpath.normpath(posixpath.join(posixpath.dirname(self.env.docname), target))
            inner = nodes.inline("", "", *node.children)
            if target.endswith(".rst") and not anchor:
                link = addnodes.pending_xref(
                    "", inner, refdomain="std", reftype="doc", reftarget="/" + page[: -len(".rst")],
                    refdoc=self.env.docname, refexplicit=True, refwarn=True,
                )
            elif target.endswith(".rst"):
                continue
            elif (folder / target).is_file():
                link = addnodes.download_reference("", "", inner, reftarget=target, refdoc=self.env.docname)
            else:
                continue
            link.line = node.line
            node.replace_self(link)


def visit_math(translator, node):
    """A formula as MathML, which browsers draw without a script or a font from elsewhere."""
    inline = isinstance(node, nodes.math)
    try:
        translator.body.append(tex2mathml(node.astext(), inline=inline))
    except (AttributeError, SyntaxError):  # what docutils has of a formula that it cannot read
        logging.getLogger(__name__).warning("no MathML for %s", node.astext(), location=node)
    raise nodes.SkipNode


def setup(app):
    app.add_html_math_renderer("mathml", (visit_math, None), (visit_math, None))
    app.add_transform(RelativeLinks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
